"""The end: hands, special cards in front, the Dimwit, and ties (MD-Z)."""

from dataclasses import replace

import pytest
from md_kit import NOTHING, A, B, C, begun, ending, findings, force, play, rolled, throw

from companion.core.dice import RollRequest
from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.state import Stage
from companion.games.md.words import HandCard, Special

SURPRISE, KNOT = Special.SURPRISE, Special.SQUID_KNOT


def points(state):
    return [GAME.score(state).total(seat, "points") for seat in sorted(state.order)]


def tied(**chosen):
    """Ann and Ben have 10 each, Cleo 4 less 15."""
    state = ending((2, 2, 2), **chosen)
    return play(state, "Ann: total 10", "Ben: total 10", "Cleo: total 4", "table: dimwit with Cleo")


def test_md_z1_the_round_is_finished_when_the_deck_is_empty():
    state = replace(rolled(NOTHING), deck=0)
    state = throw(play(state, "Ann: end-turn"), NOTHING)
    assert findings(state, "Ann: total 3") == ("MD-Z1",)
    state = play(throw(play(state, "Ben: end-turn"), NOTHING), "Cleo: end-turn")
    assert state.stage is Stage.SCORING
    assert [player.turns for player in state.players] == [1, 1, 1]


def test_md_q14_in_the_last_round_everybody_rolls():
    state = replace(begun(), deck=1)
    state = play(throw(play(state, "Ann: draw"), NOTHING), "Ann: end-turn")
    assert (state.stage, state.deck) == (Stage.ROLL, 0)
    assert isinstance(GAME.pending(state), RollRequest)


def test_md_z2_light_totals_and_the_holder():
    state = ending((3, 2), ((SURPRISE,), (SURPRISE, KNOT)))
    assert GAME.pending(state).rule == "MD-Z2"
    state = play(state, "Ann: total 12", "Ben: total 7", "table: dimwit with Ann")
    assert state.stage is Stage.OVER
    assert points(state) == [-1, 11]
    assert {line.rule for line in GAME.score(state).lines} == {"MD-Z2", "MD-K7", "MD-K8"}
    assert findings(state, "Ann: end-turn") == ("MD-Z1",)


def test_md_z2_light_refuses_what_cannot_be():
    state = ending((1, 1))
    assert findings(state, "Ann: total 100") == ("MD-Z2",)
    assert findings(state, "Ann: total -1") == ("MD-Z2",)
    assert findings(state, "Ann: total 0 specials 2") == ("MD-Z2a",)
    assert findings(state, "Ann: show 3") == ("MD-Z2",)
    assert findings(play(state, "Ann: total 3"), "Ann: total 3") == ("MD-Z2",)
    assert findings(state, "table: dimwit") == ("MD-K7",)
    assert force(play(state, "Ann: total 3", "Ben: total 4"), "table: dimwit").stage is Stage.OVER


def test_an_empty_hand_is_counted_already():
    state = ending((0, 1))
    assert state.players[A].points == 0
    assert findings(state, "table: dimwit with Ann") == ("MD-K7",)


def test_md_z2_full_hands_card_by_card():
    state = ending((3, 2), depth="full")
    assert GAME.pending(state).text == "Ann, lay the hand open"
    state = play(state, "Ann: show 10 5 myopia", "Ben: show dimwit 3")
    assert state.stage is Stage.OVER
    assert points(state) == [15, -12]
    why = {line.why for line in GAME.score(state).lines if line.seat == A}
    assert why == {"point card 5", "point card 10", "Myopia left in hand"}


def test_md_z2_full_checks_the_hand_against_the_deck():
    state = ending((3, 2), ((Special.MYOPIA, Special.MYOPIA), ()), depth="full")
    assert findings(state, "Ann: show 10 5") == ("MD-Z2",)
    assert findings(state, "Ann: show 10 10 5") == ("MD-S1b",)
    assert findings(state, "Ann: show 7 5 3") == ("MD-S1b",)
    assert findings(state, "Ann: show myopia 5 3") == ("MD-S1b",)
    assert findings(state, "Ann: total 5") == ("MD-Z2",)
    shown = play(state, "Ann: show 10 5 3")
    assert findings(shown, "Ben: show 5 3") == ("MD-K7",)
    assert force(shown, "Ben: show 5 3").stage is Stage.OVER
    assert findings(shown, "table: dimwit with Ben") == ("MD-K7",)


@pytest.mark.parametrize("depth", ["light", "full"])
def test_md_z2a_switch_unplayed_special(depth):
    def total(**chosen):
        state = ending((2, 2), depth=depth, **chosen)
        if depth == "full":
            state = play(state, "Ann: show 5 myopia", "Ben: show 5 dimwit")
        else:
            lines = "Ann: total 5 specials 1", "Ben: total 5", "table: dimwit with Ben"
            state = play(state, *lines)
        return points(state)[0]

    assert total() == 5
    assert total(unplayed_special="2") == 7


def test_md_z3_the_most_points_win_and_ties_below_are_shared():
    state = ending((1, 1, 1))
    state = play(state, "Ann: total 3", "Ben: total 9", "Cleo: total 3", "table: dimwit with Ben")
    assert [(place.seat, place.rank) for place in GAME.standing(state).places] == [
        (A, 1),
        (C, 1),
        (B, 3),
    ]


def test_md_z3_a_tie_is_shared():
    standing = GAME.standing(tied())
    assert standing.winners == (A, B)
    assert standing.final
    assert "Ann and Ben tie at 10 and share the first place" in standing.explanation


def test_md_z3_switch_most_dice():
    state = ending((2, 2, 2), final_tie="most_dice")
    state = play(state, "table: adjust-die eye@1 to infirmary of Ann")
    lines = "Ann: total 10", "Ben: total 10", "Cleo: total 4", "table: dimwit with Cleo"
    state = play(state, *lines)
    standing = GAME.standing(state)
    assert standing.winners == (B,)
    assert "Ben is first with the most dice in the pool" in standing.explanation
    assert [GAME.score(state).total(seat, "dice") for seat in (A, B, C)] == [5, 6, 0]
    assert GAME.standing(tied(final_tie="most_dice")).winners == (A, B)


def test_md_z3_switch_rolloff_asks_dice_again():
    state = tied(final_tie="rolloff")
    assert state.stage is Stage.FINAL_ROLL
    assert not GAME.standing(state).final
    assert (GAME.pending(state).roller, GAME.pending(state).rule) == (A, "MD-Z3")
    state = throw(throw(state, "S S S S S S"), "S S S S S S")
    assert state.stage is Stage.FINAL_ROLL
    state = throw(throw(state, "2 2 2 2 2 2"), "2 2 2 2 2 3")
    standing = GAME.standing(state)
    assert standing.winners == (B,)
    assert standing.places[0].why == "10 points, rolled 6 then 13"
    assert "Ben won the roll-off (MD-Z3, md.final_tie = rolloff)" in standing.explanation
    assert GAME.score(state).total(B, "roll-off") == 19


def test_the_standing_before_the_end_goes_by_what_everybody_sees():
    state = play(rolled(NOTHING), "Ben: surprise Ann")
    standing = GAME.standing(state)
    assert (standing.places[0].seat, standing.final, standing.winners) == (B, False, ())
    assert "Provisional" in standing.explanation


def test_md_k7_the_holder_sits_at_the_table():
    for seat in (Seat(2), Seat(-1)):
        (found,) = GAME.check(ending((1, 1)), act.DimwitHolder(None, seat))
        assert (found.rule, found.text) == ("MD-K7", "there is no such seat")


def test_md_z3_points_do_not_change_while_the_tied_roll_it_off():
    (found,) = GAME.check(tied(final_tie="rolloff"), act.AdjustScore(None, A, 3))
    assert (found.rule, found.forceable) == ("X-7", True)
    assert found.text == "the tied are rolling it off; change points before or after"


def test_md_z2_every_card_that_may_still_be_in_a_hand_is_offered():
    state = play(ending((2, 1), ((SURPRISE,),), "full"), "Ann: show 5 dimwit")
    (option,) = GAME.options(state)
    left = list(option.fill.values)
    assert len(left) == 40 - 3
    assert HandCard(special=Special.DIMWIT) not in left
    assert left.count(HandCard(5)) == 3
    assert left.count(HandCard(special=SURPRISE)) == 2
