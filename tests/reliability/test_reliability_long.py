"""A sample of the long runs: what is counted must not grow with the table. No clock is asked.

The long runs are `python -m models.workshop.soak.long.area`.
"""

import random

import pytest
from record_lines import record_text

from companion.core.actions import Amend, Redo, Ruling, SetSwitch, Undo
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.file import parse_record
from companion.session import table as table_module
from companion.session.scene import scene_of
from companion.session.table import TableFullError
from models.workshop.soak.corrections.fire import Fire
from models.workshop.soak.long import actions as long_actions
from models.workshop.soak.long import frames as long_frames
from models.workshop.soak.long.actions import (
    SHELF,
    Doubters,
    Endless,
    calls,
    grown,
    opened,
    resumed,
    same,
)

pytestmark = pytest.mark.slow

SHORT, LONG = 300, 3000


@pytest.fixture(scope="module")
def long_ago():
    """Folders of tables of both sorts of people, in the state they had at 300 and at 3,000 actions."""
    with long_actions.memory_folder() as name:
        yield {people: _lived(people, name) for people in (Endless, Doubters)}


def _lived(people, name):
    from pathlib import Path

    folder = Path(name) / people.__name__
    journal = Journal(folder / FILE)
    table, who = opened(journal), people()
    grown(table, who, SHORT)
    # Both are measured with the same beginning, so that nothing but the length differs.
    early = {deed.__name__: _counted(table, deed) for deed in DEEDS}
    grown(table, who, LONG)
    late = {deed.__name__: _counted(table, deed) for deed in DEEDS}
    journal.close()
    return folder, table, early, late


def _counted(table, deed):
    deed(table)  # what is remembered from the last time is remembered
    return calls(lambda: deed(table))


def there_and_back(table):
    assert table.declare(Undo(None)).legal
    assert table.declare(Redo(None)).legal


def house_rule(table):
    for value in ("zero", "ten"):
        assert table.declare(SetSwitch(None, "rsf.zero_face", value)).legal
    for _ in range(2):
        assert table.declare(Undo(None)).legal


def ruling(table):
    assert table.declare(Ruling(None, ("X-4",), "so be it")).legal
    assert table.declare(Undo(None)).legal


def correction(table):
    last = table.match.now
    assert table.declare(Amend(None, last.number, last.action)).legal
    assert table.declare(Undo(None)).legal


def screenful(table):
    assert all(line.told for line in table.history()[-40:])


def second_screen(table):
    assert scene_of(table).standing


DEEDS = (there_and_back, house_rule, ruling, correction, screenful, second_screen)


@pytest.mark.parametrize("people", [Endless, Doubters])
@pytest.mark.parametrize("deed", [deed.__name__ for deed in DEEDS])
def test_a_table_ten_times_as_long_takes_no_more_calls_and_no_more_memory(long_ago, people, deed):
    _, _, early, late = long_ago[people]
    assert late[deed][0] <= 1.5 * early[deed][0] + 400, "calls"
    assert late[deed][1] <= early[deed][1] + 60_000, "bytes at once"


def test_a_hundred_actions_keep_few_kilobytes():
    import tracemalloc

    journal = Journal(None)
    table, people = opened(journal), Endless(seed=5)
    grown(table, people, 1000)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        begun = table.version
        grown(table, people, 2000)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (after - before) / (table.version - begun) < 2_500


@pytest.mark.parametrize("people", [Endless, Doubters])
def test_a_long_table_is_the_same_when_it_is_opened_again(long_ago, people):
    folder, table, _, _ = long_ago[people]
    journal, other = resumed(folder, table.table_id, read_only=True)
    assert not same(table, other)
    journal.close()


class Blind(Fire):
    """A table under fire at which nobody looks in between."""

    def look(self):
        """Look away."""


@pytest.mark.parametrize(("game", "depth"), [("rsf", Depth.FULL), ("gmm", Depth.LIGHT)])
def test_any_mix_of_corrections_is_opened_again_as_it_was(game, depth, tmp_path):
    fire, chance = Blind(game, depth, tmp_path), random.Random(4)
    ways = (fire.overruled, fire.switched, fire.void, fire.take_held, fire.amended)
    for _ in range(24):
        fire.play(chance.randint(0, 4))
        chance.choice(ways)()
        fire.undo(chance.randint(0, 6))
        fire.redo(chance.randint(0, 6))
        journal, other = resumed(tmp_path, fire.table.table_id, read_only=True)
        assert not same(fire.table, other)
        journal.close()
    fire.close()


def _full(monkeypatch, **limits):
    for name, limit in limits.items():
        monkeypatch.setattr(table_module, name, limit)
    table = opened(Journal(None))
    with pytest.raises(TableFullError) as refused:
        grown(table, Doubters(seed=2, begin=30), 5000)
    before = table.match
    with pytest.raises(TableFullError):
        table.declare(Amend(None, 1, table.match.log[0]))
    assert table.match is before
    text = record_text(table)
    assert len(parse_record(text, "full", SHELF.grammar).actions) == table.version
    return str(refused.value), text


def test_a_table_takes_no_more_actions_than_a_record_holds(monkeypatch):
    said, _ = _full(monkeypatch, MAX_ACTIONS=90)
    assert "is full" in said


def test_a_table_takes_no_more_bytes_than_a_record_holds(monkeypatch):
    said, text = _full(monkeypatch, MAX_BYTES=4000)
    assert "is full" in said
    assert len(text.encode()) <= 4000


def test_a_table_takes_no_more_corrections_than_a_record_may_have(monkeypatch):
    monkeypatch.setattr("companion.record.file.MAX_AGAIN", 60)
    said, _ = _full(monkeypatch, MAX_AGAIN=60)
    assert "too much was corrected" in said


def test_a_line_that_no_record_can_hold_is_not_taken():
    table = opened(Journal(None))
    with pytest.raises(TableFullError, match="too long"):
        table.declare(Ruling(None, ("X-4",), "because " * 600))
    assert table.version == 0


def test_frames_that_go_on_lose_no_throw_and_take_no_memory():
    ledger = long_frames.soak(1500, every=250, pool=4)
    assert ledger.frames == 1500
    assert ledger.throws >= 6
    assert (ledger.wrong, ledger.missed) == ([], 0)
    settled = [memory for frames, memory in ledger.memory if frames >= 700]
    assert settled[-1] - settled[0] < 16, "mebibytes in 750 frames"
