"""Whole games with known ends: every rule at once, from the text of a record to the standing."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from known_games import Known

from companion.cli import main
from companion.core.actions import Roll, Undo
from companion.core.dice import FACES, DieFace
from companion.core.game import Depth
from companion.record.shelf import Shelf
from models.workshop.invariants import invariants

FOLDER = Path(__file__).resolve().parent.parent / "records"
GAMES = [Known.of(path) for path in sorted(FOLDER.glob("*.record"))]
SHELF = Shelf()
every_game = pytest.mark.parametrize("known", GAMES, ids=lambda known: known.path.stem)
with_dice = pytest.mark.parametrize(
    "known",
    [known for known in GAMES if ": roll " in known.path.read_text("utf-8")],
    ids=lambda known: known.path.stem,
)


def header_of(known):
    return SHELF.read_record(known.path)[0].header


def test_every_mode_has_at_least_two_games_and_one_in_each_depth():
    headers = [header_of(known) for known in GAMES]
    games = Counter(header.game for header in headers)
    assert {game_id: min(2, games[game_id]) for game_id in SHELF.ids()} == dict.fromkeys(SHELF.ids(), 2)
    depths = {(header.game, header.depth) for header in headers}
    assert depths == {(game_id, depth) for game_id in SHELF.ids() for depth in Depth}


@every_game
def test_the_game_ends_as_it_is_known_to_have_ended(known):
    _, found = known.played(SHELF)
    assert found.sound, [remark for remark in found.remarks if remark.against]
    assert known.differences(found.match) == []
    assert invariants(found.match.state) == ()


@every_game
def test_check_and_score_exit_0(known, capsys):
    assert main(["check", str(known.path)]) == 0
    assert main(["score", str(known.path)]) == 0
    out = capsys.readouterr().out
    assert ("Final standing" in out) == known.said["final"]
    for winner in known.winners:
        assert f"\n  1. {winner}: " in out


@every_game
def test_reading_then_writing_gives_the_same_bytes(known):
    record, _ = SHELF.read_record(known.path)
    assert record.raw.encode("utf-8") == known.path.read_bytes()
    grammar = SHELF.grammar(record.header)
    for entry in record.entries:
        assert grammar.write(entry.action) == entry.text


@every_game
def test_every_prefix_of_the_game_stands_by_itself(known):
    """At each point: nothing is broken, and undo gives back the state before (INV-2)."""
    record, match = SHELF.read_record(known.path)
    for entry in record.entries:
        after = match.apply(entry.action)
        assert invariants(after.state) == ()
        if entry.action.verb not in {"undo", "redo"}:
            assert after.apply(Undo(None)).state == match.state
        match = after


@pytest.mark.slow
@with_dice
def test_one_die_read_otherwise_changes_the_history(known):
    """A record is no list of results: with other faces the rest does not follow any more."""
    record, start = SHELF.read_record(known.path)
    actions = [entry.action for entry in record.entries]
    _, found = known.played(SHELF)
    places = found.match.game.standing(found.match.state).places
    for number, action in enumerate(actions):
        if type(action) is Roll:
            first, *rest = action.dice
            other = next(face for face in FACES[first.kind][1:] if face != first.face)
            changed = replace(action, dice=(DieFace(first.kind, other), *rest))
            altered = [*actions[:number], changed, *actions[number + 1 :]]
            if ends_otherwise(start, altered, places):
                return
    raise AssertionError("no die of this game matters")


def ends_otherwise(match, actions, places):
    for action in actions:
        if not match.check(action).legal:
            return True
        match = match.apply(action)
    return match.game.standing(match.state).places != places
