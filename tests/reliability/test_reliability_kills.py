"""Killed or damaged anywhere: what was acknowledged is there, nothing is half there, the table goes on."""

import errno
import os
from itertools import chain

import pytest

from models.workshop.soak.kills import damage, everywhere, faults, screen, tracer
from models.workshop.soak.kills import play as play_kit

pytestmark = pytest.mark.slow

watched = pytest.mark.skipif(bool(tracer.unable()), reason=tracer.unable() or "it works here")
failing = pytest.mark.skipif(not tracer.can_fail(), reason="calls cannot be made to fail here")


@watched
def test_the_tracer_sees_every_write_sync_rename_and_unlink(tmp_path):
    def act(_, report):
        (tmp_path / "a").write_text("one")
        os.truncate(tmp_path / "a", 2)
        (tmp_path / "a").rename(tmp_path / "b")
        with (tmp_path / "b").open("ab") as file:
            file.write(b"two")
            file.flush()
            os.fsync(file.fileno())
        (tmp_path / "b").unlink()
        report.tell("done")

    seen = []
    ending = tracer.traced(lambda: None, act, seen.append, tmp_path)
    assert (ending.killed, ending.status, ending.told) == (False, 0, ("done",))
    names = [call.name.removesuffix("at") for call in seen if call.entering]
    assert [name.removesuffix("at") for name in names] == [
        "open", "write", "truncate", "rename", "open", "write", "fsync", "unlink", "write",
    ]  # fmt: skip
    writes = [call for call in seen if call.name == "write" and call.entering]
    assert [(call.offset, call.data) for call in writes[:2]] == [(0, b"one"), (2, b"two")]


@watched
def test_a_kill_before_a_call_leaves_it_undone_and_after_it_done(tmp_path):
    def act(_, report):
        (tmp_path / "a").write_text("one")
        report.tell("done")

    for place, left in ((0, None), (1, ""), (2, ""), (3, "one")):
        (tmp_path / "a").unlink(missing_ok=True)
        ending = tracer.traced(lambda: None, act, everywhere.At(place), tmp_path)
        assert ending.killed
        assert ending.told == ()
        assert ((tmp_path / "a").read_text() if (tmp_path / "a").exists() else None) == left


@failing
def test_a_call_can_be_made_to_fail(tmp_path):
    def act(_, report):
        try:
            (tmp_path / "a").write_text("one")
        except OSError as error:
            report.tell(errno.errorcode[error.errno])

    def visit(call):
        return tracer.Fail(errno.ENOSPC) if call.entering and call.name == "write" else None

    def once(call):
        return None if call.reports else visit(call)

    assert tracer.traced(lambda: None, act, once, tmp_path).told == ("ENOSPC",)
    assert (tmp_path / "a").read_text() == ""


@watched
@pytest.mark.parametrize("name", play_kit.OF_EVERY_MODE[::3])
def test_a_game_of_every_mode_survives_kills_at_its_calls(name, place):
    tally = everywhere.whole_game(name, place, most=1, every=45)
    assert tally.losses == []
    assert tally.kills >= 2


@watched
def test_a_journal_that_acknowledges_before_it_commits_is_caught(place, monkeypatch):
    """A check that cannot fail is none: an answer that comes too early must be seen."""

    def hasty(self, table_id, version, lines, **_over):
        self._base.execute("BEGIN IMMEDIATE")
        for number, (text, said) in enumerate(lines, start=version):
            self._base.execute(
                "INSERT INTO actions VALUES (?, ?, ?, '', ?, NULL, NULL, x'')",
                (table_id, number, text, said.source),
            )
        return ""

    play = play_kit.Play("mon-arena-four", place / "home")
    step = next(play.steps())
    monkeypatch.setattr(play_kit.Journal, "append", hasty)
    tally = everywhere.Tally()
    everywhere._at_step(play, step, place, tally, None)
    play.close()
    assert tally.losses


@watched
def test_a_start_that_is_killed_leaves_a_home_that_opens(place):
    tally = everywhere.opening("mon-dominoes-light", place, every=9)
    assert tally.losses == []
    assert tally.kills > 15


@watched
def test_the_screen_comes_back_at_the_same_request(place):
    tally = screen.killed_games("md-light-rolloff", place, every=150, place_of=4)
    assert tally.losses == []
    assert tally.kills >= 1


@failing
@pytest.mark.parametrize("name", ["rsf-light", "md-light-rolloff"])
def test_a_failing_disk_costs_a_line_and_no_action(name, place):
    found = faults.whole_game(name, place, most=3, every=41)
    assert found.losses == []
    assert found.told > 4
    assert all(line.startswith("HOME/journal.sqlite3: the disk ") for line in found.lines)


@failing
def test_a_home_that_cannot_be_made_is_made_when_there_is_room(place):
    found = faults.opening("mon-dominoes-light", place, every=9)
    assert found.losses == []
    assert found.told > 5


@pytest.mark.parametrize("alive", [False, True], ids=["closed", "killed"])
def test_a_damaged_journal_is_told_or_rescued_and_never_another_game(place, alive):
    patient = damage.Patient("fgt-light", place / "game", alive=alive)
    harms = chain(
        damage.cut(patient, 3),
        damage.without_wal(patient),
        damage.scribbled(patient, 9, 1),
        damage.flipped(patient, 8, 2),
        damage.changed(patient, 4, 3),
    )
    found = damage.try_all(patient, harms, place / "copy")
    assert found.losses == []
    assert found.told > 5
    assert found.saved > found.actions // 2
