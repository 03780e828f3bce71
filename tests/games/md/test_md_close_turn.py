"""What only a close look sees of turns: what is said, what is thrown, and what is left."""

from dataclasses import replace

import pytest
from md_kit import (
    NOTHING,
    A,
    B,
    C,
    begun,
    findings,
    ill,
    new_game,
    play,
    read,
    rolled,
    seated,
    sick,
    text,
    throw,
)

from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.games.md import GAME
from companion.games.md.state import Stage


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
    assert play(chosen, "Ann: withdraw") == state


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


def said(state, line):
    """All that stands against a line, each with its rule."""
    return " · ".join(f"{one.rule}: {one.text}" for one in GAME.check(state, read(line)))


def test_md_c5_what_stands_against_a_reroll_is_said_whole():
    state = devils((2,))
    assert text(state, "Ann: reroll") == "say which dice are rolled again"
    assert findings(state, "Ben: reroll teeth") == ("MD-T6", "MD-C5", "MD-I2a")
    assert said(state, "Ann: reroll eye@2") == "MD-C5: there is no D'eye in Ann's pool"
    assert said(state, "Ann: reroll eye eye") == "MD-C5: there is no other D'eye in Ann's pool"
    once = throw(play(state, "Ann: reroll teeth devil@1 devil@2"), "S S S")
    assert said(once, "Ann: reroll eye") == "MD-C5a: the one re-roll of this turn is used"
    paired_before = throw(play(state, "Ann: reroll teeth"), "S")
    assert said(paired_before, "Ann: reroll eye") == (
        "MD-C5a: the one re-roll of this turn is used · "
        "MD-C5: a re-roll takes two sculpted Die'vil that did not bring one already"
    )
    skipped = play(state, "Ann: skip")
    assert said(skipped, "Ann: reroll eye") == "MD-C5a: the re-roll comes before the other effects"
    assert said(rolled(NOTHING), "Ann: reroll eye eye") == "MD-C5: there is no other D'eye in Ann's pool"
    assert said(rolled(NOTHING), "Ann: reroll eye") == "MD-C5: that takes a sculpted side of Die'vil and Die'vil"


def test_md_c5_dice_that_do_not_count_are_not_rolled_again():
    state = devils((2,))
    eye = state.players[A].pool[-1].id
    assert said(replace(state, waiting=(eye,)), "Ann: reroll eye") == "MD-E3a: the D'eye waits for the next turn"
    pool = tuple(replace(die, face=None) if die.id == eye else die for die in state.players[A].pool)
    assert said(seated(state, A, pool=pool), "Ann: reroll eye") == "MD-I2a: the D'eye has not been rolled since it came"
    assert [one.forceable for one in GAME.check(seated(state, A, pool=pool), read("Ann: reroll eye"))] == [True]


def test_md_c5_the_chosen_dice_are_those_that_were_named():
    state = play(devils((2,)), "Ann: reroll eye teeth devil@2")
    assert state.chosen == (("md.eye", A), ("md.teeth", A), ("md.devil", B))
    assert (state.stage, state.later) == (Stage.REROLLING, False)


def test_md_c5_taking_back_is_for_the_player_in_turn_or_the_table():
    before = devils((2,))
    state = play(before, "Ann: reroll teeth")
    assert said(state, "Ben: withdraw") == "MD-C5: only Ann can take that back"
    assert play(state, "table: withdraw") == play(state, "Ann: withdraw") == before
    assert text(begun(), "Ann: withdraw") == ("there is no declared re-roll to take back; now: Turn: draw")


def test_md_i2a_who_takes_a_die_back_and_what_is_left_is_said():
    state = throw(play(ill(begun(), A, "spider", "eye"), "Ann: draw"), "4 4 4 2")
    assert state.triples == 1
    other = play(state, "table: adjust-die eye@2 to infirmary of Ben")
    assert findings(other, "Ben: free eye") == ("MD-T6",)
    assert text(state, "Ann: free teeth@2") == "there is no Teeth-Die in Ann's infirmary"
    assert text(begun(), "Ann: free teeth") == "the Teeth-Die is in Ann's pool already"
    assert text(ill(begun(), A, "eye"), "Ann: free eye") == "only a triple brings a die back"


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
    def why(state):
        stage, found = said(state, "Ann: demolish").split(" · ")
        assert "not at this point of a turn; now: " in stage
        return found

    assert why(rolled(NOTHING)) == "MD-X1: the roll shows other sides too"
    assert why(begun()) == "MD-X1: there is no roll"
    off = rolled("S S S S S S", diemolition="off")
    assert why(off) == "MD-X1a: Die-molition is not played"
    done = play(rolled("S S S S S S"), "Ann: demolish")
    assert why(done) == "MD-X1: the Die-molition of this roll has been"
    left = play(rolled("S S S S S S"), "Ann: skip")
    assert findings(left, "Ann: demolish") == ("MD-T4",)
    few = ill(begun(diemolition_min_dice="6"), A, "eye", "squid")
    few = play(throw(play(few, "Ann: draw"), "S S S S"), "Ann: free eye")
    assert why(few) == "MD-Q8: that are too few dice for Die-molition"
    assert text(rolled("S S S S S S"), "Ben: demolish") == "it is Ann's turn"


def test_md_t6_what_a_turn_still_lacks_is_said():
    assert said(begun(), "Ann: end-turn") == "MD-T1: a turn begins with a draw"
    drawn = play(begun(), "Ann: draw")
    assert said(drawn, "Ann: end-turn") == "MD-T2: a turn has a roll"


def test_md_q10_a_used_dimwit_side_demands_nothing():
    state = rolled("2 3 4 5 S 6", dimwit_give="must")
    assert [one.rule for one in GAME.check(state, read("Ann: end-turn"))] == ["MD-Q10"]
    assert GAME.check(play(state, "Ben: hand-over"), read("Ann: end-turn")) == ()
    assert GAME.check(rolled(NOTHING, dimwit_give="must"), read("Ann: end-turn")) == ()


def test_md_s3_a_roll_off_is_told_whole():
    state = throw(play(new_game(), "table: dealt"), "S 2 3 4 5 6")
    last = state.last_roll
    assert (last.roller, last.purpose) == (A, "roll-off")
    assert (last.outcome, last.rule) == ("sum 21", "MD-S3")
    assert [die.face for die in last.dice] == ["S", "2", "3", "4", "5", "6"]
    assert [die.kind for die in last.dice] == list(GAME.dice)
    assert state.rolloff == (((A, 21), (B, None), (C, None)),)


@pytest.mark.parametrize(("kind", "shown"), [("eye@3", "S"), ("devil@3", "4")])
def test_md_c5a_a_pair_that_was_not_rerolled_is_not_offered_again_by_another_stolen_die(kind, shown):
    state = play(devils((2,), "2 3 S 5 6"), "Ann: skip")
    state = play(state, f"Ann: steal Cleo {kind}", "Cleo: allow")
    assert throw(state, shown).stage is Stage.EFFECTS


def test_x4_dice_that_nobody_asked_for_are_told_when():
    roll = Roll(A, (DieFace("md.eye", "S"),))
    assert text(begun(), roll) == "no roll is asked for; now: Turn: draw"
