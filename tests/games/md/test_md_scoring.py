"""The end: hands, special cards in front, the Dimwit, and ties (MD-Z).

What only a close look sees of counting and of rulings: borders of numbers, and what is said.

The Dimwit: offered to all alike, never betrayed before scoring (MD-E5, MD-C3, MD-K7, INV-6).
"""

from dataclasses import replace

import pytest
from md_kit import (
    NOTHING,
    A,
    B,
    C,
    begun,
    ending,
    findings,
    force,
    front,
    hands,
    play,
    read,
    rolled,
    seated,
    shipped,
    text,
    throw,
)
from sheet_kit import seen

from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.state import Stage
from companion.games.md.verbs import EndTurn
from companion.games.md.words import HandCard, Special, Zone

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


def test_x7_the_last_card_of_the_deck_can_be_moved_and_none_after_it():
    line = "table: adjust-card from deck to hand for Ann"
    state = play(replace(begun(), deck=1), line)
    assert (state.deck, hands(state)) == (0, [3, 2, 2])
    assert text(state, line) == "no such card is in the deck"


def test_x7_no_card_is_moved_from_an_empty_hand():
    line = "table: adjust-card from hand to deck of Ben"
    assert text(seated(begun(), B, hand=0), line) == "no such card is in the hand"
    assert hands(play(seated(begun(), B, hand=1), line)) == [2, 0, 2]


def test_x7_a_hand_and_a_place_in_front_are_a_players():
    for seat in (Seat(3), Seat(-1), None):
        action = act.AdjustCard(None, Zone.DECK, Zone.HAND, None, seat)
        assert text(begun(), action) == "say whose hand"
        action = act.AdjustCard(None, Zone.HAND, Zone.DECK, seat, None)
        assert text(begun(), action) == "say whose hand"


def test_md_s1b_copies_matter_only_for_a_card_that_comes_to_lie_in_front():
    state = front(begun(depth="full"), B, Special.MYOPIA, Special.MYOPIA)
    assert hands(play(state, "table: adjust-card from hand to hand of Ann for Cleo is myopia")) == [
        1, 2, 3,
    ]  # fmt: skip
    moved = play(state, "table: adjust-card from played to played of Ben for Ann is myopia")
    assert moved.players[A].played == moved.players[B].played == (Special.MYOPIA,)


def test_x7_a_card_in_front_comes_last_and_the_first_of_its_kind_goes():
    state = front(begun(), B, Special.MYOPIA, Special.SURPRISE, Special.MYOPIA)
    state = play(state, "table: adjust-card from played to played of Ben for Ann is myopia")
    assert state.players[B].played == (Special.SURPRISE, Special.MYOPIA)
    state = play(state, "table: adjust-card from played to played of Ben for Ann is surprise")
    assert state.players[A].played == (Special.MYOPIA, Special.SURPRISE)


def test_x7_a_hand_that_changes_while_counting_has_nothing_counted():
    state = play(ending((2, 2)), "Ann: total 5 specials 1")
    state = replace(state, players=(replace(state.players[A], dimwits=1), *state.players[1:]))
    state = play(state, "table: adjust-card from hand to hand of Ben for Ann")
    ann = state.players[A]
    assert (ann.hand, ann.points, ann.specials, ann.dimwits) == (3, None, 0, 0)
    full = play(ending((2, 2), depth="full"), "Ann: show 5 dimwit")
    assert full.players[A].shown is not None
    full = play(full, "table: adjust-card from hand to hand of Ben for Ann")
    assert (full.players[A].shown, full.players[A].dimwits) == (None, 0)


def test_x7_points_change_by_999_at_most():
    for points in (999, -999):
        changed = play(begun(), act_line(points))
        assert changed.players[A].adjusted == points
    for points in (1000, -1000):
        assert text(begun(), act_line(points)) == f"{points} points are beyond any game"
    assert play(begun(), act_line(5), act_line(-2)).players[A].adjusted == 3


def act_line(points):
    return f"table: adjust-score Ann {points}"


def test_x7_a_die_is_called_by_its_owner():
    line = "table: adjust-die teeth to pool of Ann"
    assert text(begun(), line) == "say which Teeth-Die, by its owner: teeth@2"


def test_md_z2_in_which_way_hands_are_entered_is_said():
    full, light = ending((1, 1), depth="full"), ending((1, 1))
    assert text(full, "Ann: total 3") == "in full depth a hand is entered card by card (show)"
    assert text(light, "Ann: show 3") == "in light depth a hand is entered as a total (total)"
    for state, line in ((full, "Ann: show 3"), (light, "Ann: total 3")):
        assert findings(begun(depth=state.setup.depth), line)[0] == "MD-Z1"
        assert text(play(state, line), line) == "Ann's hand is counted already"


def test_md_z2_a_hand_has_as_many_cards_as_it_has():
    state = ending((2, 1), depth="full")
    assert text(state, "Ann: show 3") == ("Ann has 2 cards, 1 are named; count the hand right first (adjust-card)")
    assert findings(state, "Ann: show 3 3 3") == ("MD-Z2",)


def test_md_s1b_a_hand_has_no_more_copies_than_the_box():
    state = ending((3, 2), ((Special.MYOPIA,),), "full")
    found = GAME.check(state, read("Ann: show myopia myopia 10"))
    assert [(one.rule, one.text, one.forceable) for one in found] == [
        ("MD-S1b", "Myopia: 3 named, the deck has 2", True)
    ]
    found = GAME.check(state, read("Ann: show 10 10 7"))
    assert {one.text for one in found} == {
        "point card 10: 2 named, the deck has 1",
        "point card 7: 1 named, the deck has 0",
    }
    assert findings(play(state, "Ann: show 10 3 myopia"), "Ben: show 10 dimwit") == ("MD-S1b",)


def test_md_k7_the_last_hand_brings_the_dimwit():
    state = play(ending((1, 1, 1), depth="full"), "Ann: show 3")
    assert not findings(state, "Ben: show 4")
    state = play(state, "Ben: show 4")
    (found,) = GAME.check(state, read("Cleo: show 5"))
    assert (found.rule, found.forceable) == ("MD-K7", True)
    assert found.text == "the deck is empty, so somebody has the Dimwit; nobody showed it"
    assert not findings(state, "Cleo: show dimwit")


def test_md_z2_an_open_hand_counts_each_card_once():
    state = play(ending((5, 1), depth="full"), "Ann: show dimwit 5 surprise 3 myopia")
    ann = state.players[A]
    assert (ann.points, ann.specials, ann.dimwits) == (8, 2, 1)
    assert [card.word() for card in ann.shown] == ["3", "5", "dimwit", "myopia", "surprise"]


def test_md_z2_totals_have_borders():
    state = ending((2, 1))
    assert not findings(state, "Ann: total 198")
    assert not findings(state, "Ann: total 0 specials 2")
    assert text(state, "Ann: total 199") == "199 points in a hand of 2 cards"
    assert text(state, "Ann: total 100 specials 1") == "100 points in a hand of 2 cards"
    assert text(state, "Ann: total -1") == "-1 points in a hand of 2 cards"
    assert text(state, "Ann: total 0 specials 3") == "3 special cards in a hand of 2"
    assert findings(state, "Ann: total 0 specials -1") == ("MD-Z2a",)
    ann = play(state, "Ann: total 12 specials 1").players[A]
    assert (ann.points, ann.specials, ann.dimwits) == (12, 1, 0)


def test_md_k7_one_player_has_the_dimwit_and_the_table_may_say_another():
    state = play(ending((1, 1, 0)), "table: dimwit with Ann")
    assert [one.dimwits for one in state.players] == [1, 0, 0]
    state = play(state, "table: dimwit with Ben")
    assert [one.dimwits for one in state.players] == [0, 1, 0]
    assert text(state, "table: dimwit with Cleo") == "Cleo has no card in hand"
    assert text(begun(), "table: dimwit with Ann") == ("who has the Dimwit is asked at the end only; now: Turn: draw")
    assert text(ending((1, 1), depth="full"), "table: dimwit with Ann") == (
        "in full depth the hands show who has the Dimwit"
    )
    (found,) = GAME.check(state, read("table: dimwit"))
    assert (found.rule, found.forceable) == ("MD-K7", True)
    assert found.text == "the deck is empty, so somebody has the Dimwit"
    nobody = GAME.apply(state, read("table: dimwit"))
    assert (nobody.nobody, sum(one.dimwits for one in nobody.players)) == (True, 0)
    assert not play(nobody, "table: dimwit with Ann").nobody


def test_md_z1_after_the_end_nothing_is_declared_but_points():
    state = play(ending((0, 0)))
    assert state.stage is Stage.OVER
    assert text(state, "Ann: end-turn") == "the game is over"
    assert not findings(state, "table: adjust-score Ann 2")


def test_md_k7_a_box_without_a_dimwit_asks_nobody_for_one():
    state = ending((1, 1), depth="full")
    box = replace(state.setup.catalogue, specials={Special.MYOPIA: 2})
    state = replace(state, setup=replace(state.setup, catalogue=box))
    assert play(state, "Ann: show 3", "Ben: show 4").stage is Stage.OVER


def test_md_k7_a_dimwit_that_was_shown_is_not_asked_for_again():
    state = play(ending((1, 1), depth="full"), "Ann: show dimwit")
    assert play(state, "Ben: show 4").stage is Stage.OVER


SIDE, COMBO = "2 3 4 5 S 6", "2 3 S 4 S 5"


def test_md_e5_every_opponent_alike_may_hand_it_over():
    state = rolled(SIDE)
    offered = [one for one in GAME.options(state) if one.verb == "hand-over"]
    assert [one.actor for one in offered] == [B, C]
    assert {one.text for one in offered} == {"Anyone may hand over the Dimwit now"}
    after = play(state, "Cleo: hand-over")
    assert hands(after) == [4, 2, 1]
    assert findings(after, "Ben: hand-over") == ("MD-E5",)
    assert findings(state, "Ann: hand-over") == ("MD-E5",)
    assert findings(rolled(NOTHING), "Ben: hand-over") == ("MD-E5",)
    assert findings(seated(state, B, hand=0), "Ben: hand-over") == ("MD-E5",)


def test_md_e5_declined_it_leaves_no_trace():
    """A turn that ends after a Die'mwit reads like one that ends after none."""
    with_side, without = (play(rolled(faces), "Ann: end-turn") for faces in (SIDE, NOTHING))
    told = [GAME.tell(rolled(faces), type_end(), play(rolled(faces), "Ann: end-turn")) for faces in (SIDE, NOTHING)]
    assert told[0] == told[1] == "Ann's turn ends"
    assert replace(with_side, players=without.players, last_roll=None) == replace(without, last_roll=None)


def type_end():
    return EndTurn(A)


def test_md_q10_switch_dimwit_give_must_is_said_to_all_alike():
    state = rolled(SIDE, dimwit_give="must")
    note = GAME.check(state, type_end())[0]
    assert note.rule == "MD-Q10"
    assert "whoever has the Dimwit" in note.text
    offered = {one.text for one in GAME.options(state) if one.verb == "hand-over"}
    assert offered == {"Whoever has the Dimwit must hand it over now"}
    assert GAME.check(rolled(SIDE), type_end()) == ()


def test_md_c3_from_whoever_has_it_to_a_player_of_choice():
    state = rolled(COMBO)
    after = play(state, "Ann: send-dimwit from Ben to Cleo")
    assert hands(after) == [3, 1, 3]
    assert findings(after, "Ann: send-dimwit") == ("MD-C3",)
    assert hands(play(state, "Ann: send-dimwit")) == [3, 2, 2]
    assert findings(state, "Ann: send-dimwit from Ben") == ("MD-C3",)
    assert findings(rolled(SIDE), "Ann: send-dimwit") == ("MD-C3",)
    assert findings(replace(state, deck=0), "Ann: send-dimwit") == ("MD-C3",)


def test_md_c3a_the_roller_may_give_but_not_get_it():
    state = rolled(COMBO)
    assert hands(play(state, "Ann: send-dimwit from Ann to Cleo")) == [2, 2, 3]
    assert findings(state, "Ann: send-dimwit from Ben to Ann") == ("MD-C3a",)
    assert hands(force(state, "Ann: send-dimwit from Ben to Ann")) == [4, 1, 2]


def test_md_q11_the_former_holder_may_get_it_back():
    assert hands(play(rolled(COMBO), "Ann: send-dimwit from Ben to Ben")) == [3, 2, 2]


def test_md_k7_the_dimwit_is_never_played_and_asked_for_at_the_end_only():
    state = play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye")
    assert findings(state, "Ben: counter dimwit") == ("MD-K7",)
    assert findings(state, "table: dimwit with Ben") == ("MD-K7",)
    state = play(ending((1, 1)), "Ann: total 3", "Ben: total 2")
    assert GAME.pending(state).rule == "MD-K7"
    state = play(state, "table: dimwit with Ben")
    line = next(one for one in GAME.score(state).lines if one.points == -15)
    assert (line.seat, line.rule) == (B, "MD-K7")


@pytest.mark.parametrize("faces", [NOTHING, SIDE, COMBO, "S S S S S S"])
def test_inv6_before_scoring_nothing_depends_on_what_the_cards_are(faces):
    """Two decks that differ in every card show the same in all that anybody can see."""
    states = [rolled(faces, depth=depth) for depth in ("full", "full")]
    other = replace(shipped(), points=dict.fromkeys(range(20, 46), 1), specials=dict.fromkeys(Special, 14))
    states[1] = replace(states[1], setup=replace(states[1].setup, catalogue=other))
    for line in ("", "Ben: surprise Ann", "Ann: end-turn"):
        if line and states[0].stage in {Stage.EFFECTS, Stage.DRAW}:
            states = [play(state, line) for state in states]
        shown = [
            (
                seen(GAME, state),
                GAME.options(state),
                GAME.pending(state),
                GAME.score(state),
                GAME.standing(state),
            )
            for state in states
        ]
        assert shown[0] == shown[1]


def test_the_screen_never_names_a_holder_before_the_end():
    state = play(rolled(SIDE), "Ben: hand-over")
    assert "holder" not in seen(GAME, state)
    assert not any(player.dimwits for player in state.players)
    assert state.setup.depth is Depth.LIGHT
