"""Whole games with known ends: every rule at once, from the text of a record to the standing."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from companion.cli import main
from companion.core.actions import Amend, Claim, Redo, Roll, Ruling, SetSwitch, Undo, Void, Withdraw
from companion.core.game import Depth
from companion.games.rsf.actions import Connect, Destroy, Special
from companion.record.replay import replay
from companion.record.shelf import Shelf

FOLDER = Path(__file__).resolve().parent.parent / "records"
GAMES = sorted(FOLDER.glob("*.record"))
assert len(GAMES) >= 4, "without the games these tests would test nothing"
SHELF = Shelf()

pytestmark = pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)


def known(path):
    return tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))


def played(path):
    record, match = SHELF.read_record(path)
    return record, replay(record, match)


def test_the_game_ends_as_it_is_known_to_have_ended(path):
    _, found = played(path)
    match, said = found.match, known(path)
    assert found.sound
    standing = match.game.standing(match.state)
    names = match.setup.seats
    assert standing.final == said["final"]
    assert [{"rank": p.rank, "seat": names[p.seat]} for p in standing.places] == said["place"]
    view = match.game.view(match.state, None)
    assert (view.phase, view.sd_round) == (said["phase"], said["sudden_death"])
    assert {seat.name: seat.piece_count for seat in view.seats} == said["pieces"]
    assert len(match.log) == said["actions"]
    assert match.game.invariants(match.state) == ()


def test_check_and_score_exit_0(path, capsys):
    assert main(["check", str(path)]) == 0
    assert main(["score", str(path)]) == 0
    out = capsys.readouterr().out
    winner = next(place["seat"] for place in known(path)["place"] if place["rank"] == 1)
    assert f"Game over · {winner} won" in out


def test_reading_then_writing_gives_the_same_bytes(path):
    record, _ = SHELF.read_record(path)
    assert record.text().encode("utf-8") == path.read_bytes()
    grammar = SHELF.grammar(record.header)
    for entry in record.entries:
        assert grammar.write(entry.action) == entry.text


def test_every_prefix_of_the_game_stands_by_itself(path):
    """At each point: nothing is broken, and undo gives back the state before (INV-2)."""
    record, match = SHELF.read_record(path)
    for entry in record.entries:
        after = match.apply(entry.action)
        assert match.game.invariants(after.state) == ()
        if not isinstance(entry.action, (Undo, Redo)):
            assert after.apply(Undo(None)).state == match.state
        match = after


def test_one_die_read_otherwise_changes_the_history(path):
    """A record is no list of results: with other faces the rest does not follow any more."""
    record, start = SHELF.read_record(path)
    changed = 0
    for number, entry in enumerate(record.entries):
        if isinstance(entry.action, Roll) and not isinstance(entry.action, Claim):
            die = entry.action.dice[0]
            other = type(die)(die.kind, "1" if die.face != "1" else "9")
            altered = [e.action for e in record.entries]
            altered[number] = Roll(entry.action.actor, (other,))
            changed += _ends_otherwise(start, altered)
            if changed:
                return
    raise AssertionError("no die of this game matters")


def _ends_otherwise(match, actions):
    for action in actions:
        if not match.check(action).legal:
            return True
        match = match.apply(action)
    return False


def test_the_standing_follows_from_counting_pieces_by_hand(path):
    """Where nothing but hits moved pieces, connects less destroyed pieces give the standing."""
    record, found = played(path)
    effective = [one.action for one in found.match.version.effective]
    if any(isinstance(action, Special) for action in effective):
        assert path.stem != "rsf-sudden-death"
        return
    pieces: Counter[int] = Counter()
    out = []
    for action in effective:
        if isinstance(action, Connect):
            pieces[action.actor] += 1
        if isinstance(action, Destroy):
            pieces[action.actor] -= 1
            if not pieces[action.actor]:
                out.append(record.header.seats[action.actor])
    assert [place["seat"] for place in known(path)["place"]][:0:-1] == out


def test_the_games_cover_what_they_are_kept_for(path):
    record, _ = played(path)
    kinds = {type(action) for action in record.actions}
    wanted = {
        "rsf-sudden-death": known(path)["sudden_death"] >= 3,
        "rsf-light": record.header.depth is Depth.LIGHT,
        "rsf-six-players": len(record.header.seats) == 6 and Special in kinds,
        "rsf-corrections": {Undo, Redo, Amend, Ruling, Claim, Void, SetSwitch, Withdraw} <= kinds,
    }
    assert wanted[path.stem]
