"""What only a close look sees of turns, counting and rulings: borders of numbers, and what is left."""

from __future__ import annotations

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
    front,
    hands,
    ill,
    new_game,
    play,
    read,
    rolled,
    seated,
    sick,
    throw,
)

from companion.core.seats import Seat
from companion.games.md import GAME
from companion.games.md import actions as act
from companion.games.md.state import Stage
from companion.games.md.words import Special, Zone


def text(state, action):
    (found,) = GAME.check(state, read(action) if isinstance(action, str) else action)
    return found.text


# ---------------------------------------------------------------- rulings of the table


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


# ---------------------------------------------------------------- the re-roll


def devils(owners, rest="2 3 4 5 6", **chosen):
    """Ann has more Die'vil than her own; all show their sculpted side."""
    state = begun(**chosen)
    for owner in owners:
        state = play(state, f"table: adjust-die devil@{owner} to pool of Ann")
    teeth, squid, spider, dimwit, eye = rest.split()
    up = " ".join("S" for _ in range(1 + len(owners)))
    return throw(play(state, "Ann: draw"), f"{teeth} {squid} {up} {spider} {dimwit} {eye}")


def paired(state):
    return [die.owner for die in state.players[A].pool if die.kind == "md.devil" and die.paired]


def test_md_c5a_the_pair_is_of_those_that_are_rolled_again_before_others():
    state = throw(play(devils((2, 3)), "Ann: reroll devil@3"), "2")
    assert paired(state) == [A]
    state = throw(play(devils((2, 3)), "Ann: reroll devil@2 devil@3"), "2 2")
    assert paired(state) == []
    state = throw(play(devils((2, 3)), "Ann: reroll teeth"), "2")
    assert paired(state) == [A, B]


def test_md_c5_after_the_reroll_it_is_used_and_nothing_is_chosen():
    state = throw(play(devils((2,)), "Ann: reroll teeth"), "S")
    assert (state.rerolled, state.chosen, state.later) == (True, (), False)
    assert state.last_roll.purpose == "re-roll"
    assert [(die.kind, die.face) for die in state.last_roll.dice] == [("md.teeth", "S")]


def late():
    """Among the effects, with two Die'vil still unused."""
    return play(devils((2,), "S 3 4 5 6", reroll_timing="anytime"), "Ann: skip")


def test_md_c5a_taken_back_among_the_effects_it_leaves_the_effects_as_they_were():
    state = late()
    chosen = play(state, "Ann: reroll teeth")
    assert (chosen.later, chosen.resume) == (True, Stage.EFFECTS)
    assert play(chosen, "Ann: withdraw") == replace(state, resume=Stage.EFFECTS)


def test_md_c5a_among_the_effects_no_triple_follows_the_reroll():
    state = ill(begun(reroll_timing="anytime"), A, "eye", "squid")
    state = play(state, "table: adjust-die devil@2 to pool of Ann", "Ann: draw")
    state = play(throw(state, "4 S S 4 5"), "Ann: skip", "Ann: reroll dimwit")
    assert throw(state, "4").stage is Stage.EFFECTS


def test_md_t4_a_stolen_devil_that_is_not_rerolled_leads_back_to_the_effects():
    state = play(rolled("2 3 S S 5 6"), "Ann: steal Ben devil@2", "Ben: allow")
    state = throw(state, "S")
    assert (state.stage, state.later) == (Stage.REROLL, True)
    taken_back = play(state, "Ann: reroll teeth", "Ann: withdraw")
    assert taken_back == state
    skipped = play(state, "Ann: skip")
    assert (skipped.stage, skipped.later) == (Stage.EFFECTS, False)
    again = throw(play(state, "Ann: reroll teeth"), "2")
    assert (again.stage, again.later) == (Stage.EFFECTS, False)


# ---------------------------------------------------------------- the steps of a turn


def test_md_t1_who_draws_and_when_is_said():
    assert text(begun(), "Ben: draw") == "it is Ann's turn"
    drawn = play(begun(), "Ann: draw")
    assert text(drawn, "Ann: draw") == ("a turn has one draw, at its beginning; now: Turn: roll")
    assert (drawn.stage, drawn.deck, hands(drawn)) == (Stage.ROLL, 33, [3, 2, 2])


def test_md_t2_the_roll_is_told_whole():
    state = rolled("S 3 4 5 6 2")
    last = state.last_roll
    assert (last.roller, last.purpose, last.rule) == (A, "turn", "MD-T2")
    assert last.outcome == "sculpted: Teeth-Die"
    assert [die.face for die in last.dice] == ["S", "3", "4", "5", "6", "2"]
    assert state.thrown == tuple(die.id for die in state.players[A].pool)
    assert rolled(NOTHING).last_roll.outcome == "no sculpted side"


def test_md_t2_dice_of_the_turn_before_are_not_thrown_any_more():
    state = play(rolled(NOTHING, 2), "Ann: end-turn", "Ben: draw")
    state = throw(state, NOTHING)
    assert {owner for _, owner in state.thrown} == {B}


def test_dice_of_a_kind_take_their_faces_in_a_fixed_order():
    state = play(begun(), "table: adjust-die eye@2 to pool of Ann")
    state = play(state, "table: adjust-die eye@3 to pool of Ann", "Ann: draw")
    state = throw(state, "2 3 4 5 6 6 S 2")
    eyes = [(die.owner, die.face) for die in state.players[A].pool if die.kind == "md.eye"]
    assert eyes == [(A, "S"), (B, "2"), (C, "6")]


def test_md_e3a_the_stolen_die_is_told_by_itself():
    state = play(rolled("2 3 4 S 6 5"), "Ann: steal Ben eye", "Ben: allow")
    assert state.stolen == ("md.eye", B)
    state = throw(state, "S")
    last = state.last_roll
    assert (last.purpose, last.rule, last.outcome) == ("stolen die", "MD-E3a", "sculpted: D'eye")
    assert [(die.kind, die.face) for die in last.dice] == [("md.eye", "S")]
    assert (state.stolen, state.stage) == (None, Stage.EFFECTS)
    assert state.thrown[-1] == ("md.eye", B)


def test_md_t4_only_a_sculpted_stolen_devil_rerolls():
    for faces, kind, shown, stage in (
        ("2 3 S S 5 6", "devil@2", "4", Stage.EFFECTS),
        ("2 3 S S 5 6", "eye@2", "S", Stage.EFFECTS),
        ("2 3 4 S 5 6", "devil@2", "S", Stage.EFFECTS),
        ("2 3 S S 5 6", "devil@2", "S", Stage.REROLL),
    ):
        state = play(rolled(faces), f"Ann: steal Ben {kind}", "Ben: allow")
        assert throw(state, shown).stage is stage, (faces, kind, shown)


def rules_and_texts(state, line):
    return [(one.rule, one.text) for one in GAME.check(state, read(line))]


def test_md_c5_what_stands_against_a_reroll_is_said_whole():
    state = devils((2,))
    assert text(state, "Ann: reroll") == "say which dice are rolled again"
    assert text(state, "Ben: reroll teeth") == "it is Ann's turn"
    assert rules_and_texts(state, "Ann: reroll eye@2") == [
        ("MD-C5", "there is no D'eye in Ann's pool")
    ]
    assert rules_and_texts(state, "Ann: reroll eye eye") == [
        ("MD-C5", "there is no other D'eye in Ann's pool")
    ]
    once = throw(play(state, "Ann: reroll teeth devil@1 devil@2"), "S S S")
    assert rules_and_texts(once, "Ann: reroll eye") == [
        ("MD-C5a", "the one re-roll of this turn is used")
    ]
    skipped = play(state, "Ann: skip")
    assert rules_and_texts(skipped, "Ann: reroll eye") == [
        ("MD-C5a", "the re-roll comes before the other effects")
    ]
    assert rules_and_texts(rolled(NOTHING), "Ann: reroll eye eye") == [
        ("MD-C5", "a re-roll takes two sculpted Die'vil that are not used"),
        ("MD-C5", "there is no other D'eye in Ann's pool"),
    ]


def test_md_c5_dice_that_do_not_count_are_not_rolled_again():
    state = devils((2,))
    eye = state.players[A].pool[-1].id
    assert rules_and_texts(replace(state, waiting=(eye,)), "Ann: reroll eye") == [
        ("MD-E3a", "the D'eye waits for the next turn")
    ]
    pool = tuple(replace(die, face=None) if die.id == eye else die for die in state.players[A].pool)
    assert rules_and_texts(seated(state, A, pool=pool), "Ann: reroll eye") == [
        ("MD-I2a", "the D'eye came back just now: no roll this turn")
    ]
    assert [
        one.forceable for one in GAME.check(seated(state, A, pool=pool), read("Ann: reroll eye"))
    ] == [False]


def test_md_c5_the_chosen_dice_are_those_that_were_named():
    state = play(devils((2,)), "Ann: reroll eye teeth devil@2")
    assert state.chosen == (("md.eye", A), ("md.teeth", A), ("md.devil", B))
    assert (state.stage, state.resume, state.later) == (Stage.REROLLING, Stage.REROLL, False)


def test_md_c5_taking_back_is_for_the_player_in_turn_or_the_table():
    state = play(devils((2,)), "Ann: reroll teeth")
    assert text(state, "Ben: withdraw") == "only Ann can take that back"
    assert play(state, "table: withdraw") == play(state, "Ann: withdraw")
    assert text(begun(), "Ann: withdraw") == (
        "there is no declared re-roll to take back; now: Turn: draw"
    )


def test_md_i2a_who_takes_a_die_back_and_what_is_left_is_said():
    state = throw(play(ill(begun(), A, "spider", "eye"), "Ann: draw"), "4 4 4 2")
    assert state.triples == 1
    assert text(state, "Ann: free teeth") == "there is no Teeth-Die in Ann's infirmary"
    assert text(begun(), "Ann: free teeth") == "only a triple brings a die back; now: Turn: draw"


def test_md_i2_two_triples_bring_two_of_three_back_one_after_the_other():
    state = play(
        begun(),
        *(f"table: adjust-die {die}@2 to pool of Ann" for die in ("teeth", "squid", "devil")),
    )
    state = play(ill(state, A, "spider", "dimwit", "eye"), "Ann: draw")
    state = throw(state, "4 4 4 3 3 3")
    assert (state.stage, state.triples) == (Stage.TRIPLE, 2)
    state = play(state, "Ann: free spider")
    assert (state.stage, state.triples, sick(state, A)) == (Stage.TRIPLE, 1, "dimwit eye")
    state = play(state, "Ann: free eye")
    assert (state.stage, state.triples, sick(state, A)) == (Stage.EFFECTS, 0, "dimwit")


def test_md_x1_why_there_is_no_die_molition_is_said():
    assert text(rolled(NOTHING), "Ann: demolish") == (
        "there is no Die-molition: the roll shows other sides too"
    )
    off = rolled("S S S S S S", diemolition="off")
    assert text(off, "Ann: demolish") == "there is no Die-molition: now: Turn: effects"
    assert text(begun(), "Ann: demolish") == (
        "there is no Die-molition: the roll shows other sides too"
    )
    assert text(rolled("S S S S S S"), "Ben: demolish") == "it is Ann's turn"
    assert rules_and_texts(rolled(NOTHING), "Ann: demolish")[0][0] == "MD-X1"


def test_md_t6_what_a_turn_still_lacks_is_said():
    assert rules_and_texts(begun(), "Ann: end-turn") == [("MD-T1", "a turn begins with a draw")]
    drawn = play(begun(), "Ann: draw")
    assert rules_and_texts(drawn, "Ann: end-turn") == [("MD-T2", "a turn has a roll")]


def test_md_q10_a_used_dimwit_side_demands_nothing():
    state = rolled("2 3 4 5 S 6", dimwit_give="must")
    assert [one.rule for one in GAME.check(state, read("Ann: end-turn"))] == ["MD-Q10"]
    assert GAME.check(play(state, "Ben: hand-over"), read("Ann: end-turn")) == ()
    assert GAME.check(rolled(NOTHING, dimwit_give="must"), read("Ann: end-turn")) == ()


# ---------------------------------------------------------------- roll-offs


def test_md_s3_a_roll_off_is_told_whole():
    state = throw(play(new_game(), "table: dealt"), "S 2 3 4 5 6")
    last = state.last_roll
    assert (last.roller, last.purpose, last.outcome, last.rule) == (
        A,
        "roll-off",
        "sum 21",
        "MD-S3",
    )
    assert [die.face for die in last.dice] == ["S", "2", "3", "4", "5", "6"]
    assert [die.kind for die in last.dice] == list(GAME.dice)
    assert state.rolloff == (((A, 21), (B, None), (C, None)),)


def test_md_s3a_the_tied_alone_roll_again_and_who_wins_begins():
    state = play(new_game(), "table: dealt")
    for faces in ("2 2 2 2 2 2", "3 2 2 2 2 2", "S 4 2 2 2 2"):
        state = throw(state, faces)
    assert state.rolloff[-1] == ((B, None), (C, None))
    assert len(state.rolloff) == 2
    state = throw(throw(state, "2 2 2 2 2 2"), "3 3 3 3 3 3")
    assert (state.starter, state.turn, state.round, state.rolloff) == (C, C, 1, ())
    assert [player.pool[0].face for player in state.players] == [None] * 3


def test_md_s2_cards_are_dealt_once():
    state = play(new_game(), "table: dealt")
    assert (hands(state), state.deck, state.stage) == ([2, 2, 2], 34, Stage.ROLLOFF)
    assert state.rolloff == (((A, None), (B, None), (C, None)),)
    assert text(state, "table: dealt") == (
        "the first cards are dealt already; now: Setup: roll-off"
    )


def test_md_z3_the_last_roll_off_keeps_every_round():
    state = ending((1, 1, 1), final_tie="rolloff")
    state = play(state, "Ann: total 3", "Ben: total 3", "Cleo: total 0", "table: dimwit with Cleo")
    state = throw(throw(state, "2 2 2 2 2 2"), "2 2 2 2 2 2")
    assert state.stage is Stage.FINAL_ROLL
    assert state.last_roll.rule == "MD-Z3"
    state = throw(throw(state, "2 2 2 2 2 3"), "2 2 2 2 2 2")
    assert state.stage is Stage.OVER
    assert state.rolloff == (((A, 12), (B, 12)), ((A, 13), (B, 12)))


# ---------------------------------------------------------------- counting


def test_md_z2_in_which_way_hands_are_entered_is_said():
    full, light = ending((1, 1), depth="full"), ending((1, 1))
    assert text(full, "Ann: total 3") == "in full depth a hand is entered card by card (show)"
    assert text(light, "Ann: show 3") == "in light depth a hand is entered as a total (total)"
    for state, line in ((full, "Ann: show 3"), (light, "Ann: total 3")):
        assert text(begun(depth=state.setup.depth), line) == (
            "hands are counted after the last round; now: Turn: draw"
        )
        assert text(play(state, line), line) == "Ann's hand is counted already"


def test_md_z2_a_hand_has_as_many_cards_as_it_has():
    state = ending((2, 1), depth="full")
    assert text(state, "Ann: show 3") == (
        "Ann has 2 cards, 1 are named; count the hand right first (adjust-card)"
    )
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
    assert text(begun(), "table: dimwit with Ann") == (
        "who has the Dimwit is asked at the end only; now: Turn: draw"
    )
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


@pytest.mark.parametrize(("kind", "shown"), [("eye@3", "S"), ("devil@3", "4")])
def test_md_c5a_a_pair_that_was_not_rerolled_is_not_offered_again_by_another_stolen_die(
    kind, shown
):
    state = play(devils((2,), "2 3 S 5 6"), "Ann: skip")
    state = play(state, f"Ann: steal Cleo {kind}", "Cleo: allow")
    assert throw(state, shown).stage is Stage.EFFECTS
