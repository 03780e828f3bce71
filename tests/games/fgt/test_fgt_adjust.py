"""What the table puts right by its own ruling (X-7)."""

from dataclasses import replace

import pytest
from fgt_kit import A, B, box, fight, findings, play, powers, table, warrior
from sheet_kit import seen

from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.state import BoostState, Scored, Stage
from companion.games.fgt.words import Family, Zone
from models.workshop.invariants import invariants
from models.workshop.invariants.fgt import cards_in_play

CARDS = box(
    warrior("H1", 20), warrior("A1", 9), warrior("R1", 7), warrior("X1", 1, "aliens"),
    warrior("H2"), warrior("A2"), warrior("R2"),
)  # fmt: skip
ROBOT = Scored(Family.ROBOT, CardId("R2"))


def there():
    """A Fight with a card of each kind to move: A2 in the Graveyard, R2 scored, H2 hidden."""
    state = fight(CARDS, ["H1 X", "A1 X"])
    one = replace(state.players[A], scored=(ROBOT, Scored(Family.HUMAN)))
    state = replace(state, players=(one, state.players[B]), reserves=state.reserves - 3)
    return replace(state, graveyard=(*state.graveyard, CardId("A2")))


CARD = {Zone.RESERVES: "H2", Zone.HAND: "H2", Zone.GRAVEYARD: "A2", Zone.SCORED: "R2"}
SEAT = {Zone.HAND: A, Zone.SCORED: A}


def move(card, source, target, of=None, to=None):
    return act.AdjustCard(None, CardId(card), Zone(source), Zone(target), of, to)


@pytest.mark.parametrize("target", list(Zone))
@pytest.mark.parametrize("source", list(Zone))
@pytest.mark.parametrize("named", [True, False])
def test_x7_a_warrior_goes_from_any_place_to_any_other(source, target, named):
    card = CARD[source] if named or source is Zone.GRAVEYARD else UNNAMED
    to = B if target in SEAT else None
    action = move(card, source, target, SEAT.get(source), to)
    before = there()
    if source is target and source not in SEAT:
        assert findings(before, action) == ("X-7",)
        return
    after = play(before, action)
    assert cards_in_play(after) == 60
    assert invariants(after) == ()
    assert after != before
    assert "By ruling" in GAME.tell(before, action, after)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (move("A2", "graveyard", "graveyard"), "X-7"),
        (move("H2", "graveyard", "reserves"), "X-7"),
        (move("card", "graveyard", "reserves"), "X-7"),
        (move("A2", "scored", "reserves", A), "X-7"),
        (move("R2", "scored", "reserves", B), "X-7"),
        (move("Z9", "scored", "reserves", A), "X-7"),
        (move("card", "scored", "reserves", B), "X-7"),
        (move("R2", "reserves", "hand", None, A), "FGT-S0"),
        (move("Z9", "reserves", "hand", None, A), "X-7"),
        (move("H2", "hand", "reserves"), "X-7"),
        (move("H2", "hand", "reserves", Seat(7)), "X-7"),
        (move("H2", "reserves", "hand"), "X-7"),
        (move("H2", "reserves", "graveyard", A), "X-7"),
        (act.AdjustGlory(None, A, 0), "X-7"),
        (act.AdjustGlory(None, A, 1000), "X-7"),
        (act.AdjustGlory(None, Seat(9), 1), "X-7"),
        (act.AdjustPower(None, A, 0), "X-7"),
        (act.AdjustPower(None, Seat(9), 1), "X-7"),
    ],
)
def test_x7_what_cannot_be_is_refused(action, rule):
    assert findings(there(), action) == (rule,)


def test_x7_empty_places_give_nothing():
    state = replace(there(), reserves=0)
    assert findings(state, move("H2", "reserves", "hand", None, A)) == ("X-7",)
    one = replace(state.players[A], hand=0)
    bare = replace(state, players=(one, state.players[B]))
    assert findings(bare, move("H2", "hand", "graveyard", A)) == ("X-7",)


def test_x7_a_scored_warrior_is_found_by_its_family():
    state = play(there(), move("H2", "scored", "graveyard", A))
    assert state.players[A].scored == (ROBOT,)
    assert state.graveyard[-1] == "H2"


def test_x7_not_while_cards_are_turned_up_or_undealt():
    state = play(fight(CARDS, ["H1 X", "A1 X"]), act.Activate(A, CardId("X1")))
    assert findings(state, move("H2", "reserves", "hand", None, A)) == ("X-7",)
    assert findings(state, act.AdjustPower(None, A, 2)) == ("X-7",)
    fresh = replace(table(CARDS), stage=Stage.SETUP)
    assert findings(fresh, move("H2", "reserves", "hand", None, A)) == ("X-7",)


def test_x7_a_power_changes_and_may_kill():
    state = play(there(), act.AdjustPower(None, A, 3))
    assert powers(state) == [23, 9]
    state = play(state, act.AdjustPower(None, B, -9))
    assert (powers(state), state.players[B].main.alive) == ([23, 0], False)
    assert findings(state, act.AdjustPower(None, B, 5)) == ("FGT-B4",)
    assert "+3 the table = 23" in seen(GAME, state)


def test_x7_the_turn_moves_on_where_the_boost_is_lost():
    state = fight(CARDS, ["A1 X", "H1 X", "R1 X"], dead_boost="lost")
    state = play(state, act.AdjustPower(None, A, -9))
    assert (state.players[A].boost.state, state.turn) == (BoostState.LOST, B)
    assert invariants(state) == ()


def test_x7_glory_changes_at_any_time_and_has_a_line():
    state = replace(there(), stage=Stage.OVER, round=7)
    state = play(state, act.AdjustGlory(None, B, -2), act.AdjustGlory(None, B, 5))
    lines = [line for line in GAME.score(state).lines if line.rule == "X-7"]
    assert [(line.seat, line.points) for line in lines] == [(B, 3)]
    assert state.players[B].score == 3
    assert "+3 by the table" in GAME.standing(state).places[0].why


def test_x7_a_card_taken_from_the_hand_of_who_is_to_play_passes_the_turn():
    state = table(CARDS, 3, hand=1)
    state = play(state, move("card", "hand", "graveyard", A))
    assert (state.turn, state.uneven) == (B, True)
    assert invariants(state) == ()
