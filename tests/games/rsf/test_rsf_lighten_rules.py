"""X-8: what a table of full depth keeps as it becomes light, and what it has to say anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rsf_kit import A, B, C, box, card, fight, hand, house, ref
from rsf_lighten_kit import BOX, CARD, building, dealing, duel, hit, replacing, resolving, setting
from rsf_play import findings, new_game, play, roll

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Piece, Sheet, Stage
from companion.games.rsf.table import totals
from companion.games.rsf.words import Column, Mode, PieceRef, Zone
from models.workshop.invariants import invariants

P1, R1 = CardId("P1"), CardId("R1")


# ---------------------------------------------------------------- the sheet


def test_the_sums_of_the_cards_become_the_sheet():
    light = GAME.lighten(duel())
    assert [player.entered for player in light.players] == [
        Sheet(6, 4, 1, "Robot", 5),
        Sheet(6, 5, 0, "Insect", 5),
    ]
    assert light.players[A].monster == tuple(Piece(Cell(at, 0), UNNAMED) for at in range(3))


def test_what_the_table_adjusted_stays_beside_the_sheet():
    full = play(duel(), act.AdjustScore(None, A, Column.DEF, -2))
    light = GAME.lighten(full)
    assert light.players[A].entered == Sheet(6, 4, 1, "Robot", 5)
    assert (totals(full, A).defense, totals(light, A).defense) == (2, 2)


def test_rsf_t1_a_sheet_with_an_undeclared_hybrid_is_asked_for_before_it_is_confirmed():
    light = GAME.lighten(setting())
    assert findings(light, act.Confirm(A)) == ("RSF-T1",)
    light = play(light, act.EnterSheet(A, 6, 4, 1, 3, "Robot"), act.Confirm(A))
    assert totals(light, A) == Sheet(6, 4, 1, "Robot", 5)


def test_rsf_t1_a_sheet_that_was_added_up_to_the_end_needs_no_entering():
    full = play(setting(), act.DeclareMode(A, ref("H1"), Mode(None)))
    light = GAME.lighten(play(full, act.Confirm(A)))
    fighting = play(light, act.Confirm(B))
    assert (fighting.stage, fighting.phase) == (Stage.DRAW, 1)
    assert totals(fighting, B) == Sheet(6, 5, 0, "Insect", 5)


def test_rsf_t1_a_monster_in_the_making_is_added_up_anew():
    full = play(building(), act.DeclareMode(A, ref("H1"), Mode(None)))
    light = play(GAME.lighten(full), act.Connect(A, UNNAMED), act.Done(A), act.Done(B))
    assert findings(light, act.Confirm(A)) == ("RSF-T1",)
    light = play(light, act.EnterSheet(A, 6, 4, 1, 3, "Robot"), act.Confirm(A))
    assert findings(light, act.Confirm(B)) == ("RSF-T1",)


def test_a_question_about_a_hybrid_is_answered_by_the_sheet():
    """After a swap a full table waits for the new owner's word; a light one has no such word."""
    full = play(resolving(5), act.Swap(A, A, ref("H1"), B, ref("I1")))
    assert GAME.pending(full).rule == "RSF-T2c"
    light = GAME.lighten(full)
    assert GAME.pending(light) is None
    assert findings(light, act.DeclareMode(B, ref("H1"), Mode(None))) == ("RSF-T2",)
    light = play(light, act.EnterSheet(B, 5, 4, 1, 2), act.Attack(A, B))
    assert totals(light, B) == Sheet(5, 4, 1, None, 5)


# ---------------------------------------------------------------- what is half done


def test_rsf_s7_a_deal_is_taken_as_done():
    light = GAME.lighten(dealing(3))
    assert [len(player.hand) for player in light.players] == [7, 7]
    assert (light.turn, light.pile) == (B, light.deck - 14)


def test_rsf_s8_a_roll_off_goes_on_and_deals():
    full = play(new_game(2, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    light = roll(GAME.lighten(roll(full, 3)), 8)
    assert (light.stage, light.starter) == (Stage.READY, B)
    assert light.pile == light.deck - 14


def test_rsf_r3f_a_replacement_is_taken_from_what_others_discarded():
    full = replace(replacing(), discard=(Discarded(CardId("Z0"), B), Discarded(P1, A)))
    light = play(GAME.lighten(full), act.Take(A, UNNAMED))
    assert (light.stage, light.players[A].owed) == (Stage.READY, 0)
    assert light.discard == (Discarded(UNNAMED, A),)


def test_rsf_r3c_what_lies_in_the_discard_has_no_name_to_take_it_by():
    full = replace(replacing(), discard=(Discarded(CardId("Z0"), B), Discarded(P1, A)))
    assert findings(full, act.Take(A, CardId("Z0"))) == ()
    assert findings(GAME.lighten(full), act.Take(A, CardId("Z0"))) == ("RSF-S5",)


def test_rsf_r1c_a_mulligan_is_no_longer_asked_for():
    full = hand(building(), B, "Z0 " * 7)
    full = replace(full, turn=B)
    assert GAME.pending(full).verbs == ("mulligan",)
    light = GAME.lighten(full)
    assert GAME.pending(light) is None
    assert play(light, act.Mulligan(B)).players[B].owed == 7
    assert play(light, act.Connect(B, UNNAMED)).stage is Stage.READY


def test_rsf_x4a_a_monster_that_is_empty_for_a_moment_lives_on():
    full = fight(BOX, ["H1@0,0=special", "I1@0,0"], 4, ["R3"], death="def_zero")
    full = play(roll(play(full, act.Special(A)), 7), act.Replace(A, ref("H1")))
    light = play(GAME.lighten(full), act.Draw(A, UNNAMED))
    assert findings(light, act.Keep(A)) == ("RSF-X4a",)
    light = play(light, act.Connect(A, UNNAMED))
    assert light.players[A].alive
    assert not play(light, act.EnterSheet(A, 3, 0, 0, 1)).players[A].alive
    lives = play(light, act.EnterSheet(A, 3, 1, 0, 1))
    assert lives.players[A].alive
    assert not play(lives, act.EnterSheet(A, 3, 0, 0, 1)).players[A].alive


@pytest.mark.parametrize("death", ["def_zero", "no_defense_card"])
def test_rsf_q5_a_replacement_on_its_way_kills_nobody_before_the_sheet_is_entered(death):
    full = fight(BOX, ["H1@0,0=special H2@1,0=special", "I1@0,0"], 4, death=death)
    full = play(roll(play(full, act.Special(A)), 7), act.Replace(A, ref("H1")))
    assert totals(full, A).defense == 0
    light = GAME.lighten(play(full, act.Draw(A, P1)))
    light = play(light, act.Connect(A, UNNAMED))
    assert light.players[A].alive
    assert not play(light, act.EnterSheet(A, 3, 0, 0, 2)).players[A].alive


def test_rsf_q5_a_ruling_about_a_score_takes_no_defense_card_away():
    full = play(duel(death="no_defense_card"), act.AdjustScore(None, B, Column.DEF, -9))
    assert full.players[B].alive
    light = play(GAME.lighten(full), act.BeginCombat(A))
    assert light.players[B].alive


# ---------------------------------------------------------------- what outlives the names


def test_rsf_f3b_the_chart_of_races_outlives_the_names():
    """Robot over Insect is in the rules; Plant over Alien only this box says."""
    state = fight(BOX, ["P1@0,0", "Z0@0,0"], 4)
    cards = replace(BOX, dominance=frozenset({("Plant", "Alien")}))
    full = play(replace(state, setup=replace(state.setup, catalogue=cards)), act.Attack(A, B))
    light = GAME.lighten(full)
    assert GAME.pending(light) == GAME.pending(full)
    assert "dominance" in GAME.pending(light).purpose
    entered = replace(light.players[B], entered=Sheet(0, 0, 0, "alien"))
    assert "dominance" in GAME.pending(replace(light, players=(light.players[0], entered))).purpose
    assert light.dominates("robot", "insect") is False


def test_rsf_i1_the_size_of_the_box_outlives_the_names():
    small = box(card("R1", 3, 3), card("I1", 3, 3), size=20)
    begun = GAME.lighten(GAME.start(Setup(("Ann", "Ben"), Depth.FULL, {}, small)))
    assert (begun.deck, begun.pile) == (20, 20)
    light = GAME.lighten(fight(small, ["R1@0,0", "I1@0,0"]))
    assert (light.deck, light.pile) == (20, 18)
    assert invariants(light) == ()


def test_rsf_f4_what_was_destroyed_stays_destroyed():
    light = GAME.lighten(play(hit(), act.Destroy(B, ref("I1"))))
    assert (light.destroyed, light.hits) == ((UNNAMED,), 1)


def test_rsf_f4b_who_is_out_has_no_sheet():
    full = fight(BOX, ["R1@0,0 R2@1,0", "I1@0,0", "I2@0,0"], 4)
    full = play(roll(play(full, act.Attack(A, B)), 9), act.Decline(B), act.Destroy(B, ref("I1")))
    light = GAME.lighten(full)
    assert light.players[B].entered is None
    light = play(roll(play(light, act.Attack(A, C)), 9), act.Decline(C), act.Destroy(C, CARD))
    assert {line.seat for line in GAME.score(light).lines} == {A}
    assert GAME.standing(light).winners == (A,)


def test_rsf_r5_a_hidden_hand_stays_as_many_cards():
    full = play(duel(hand="hidden"), act.EndTurn(A), act.Draw(B, UNNAMED))
    light = GAME.lighten(full)
    assert light.players[B].hand == (UNNAMED, UNNAMED)
    assert findings(light, act.Connect(B, UNNAMED)) == ()


def test_house_rules_about_places_say_nothing_to_a_light_table():
    full = fight(BOX, ["R1@0,0 R2@1,0", "I1@0,0 I2@1,0 P1@2,0"], 3, removal="keep_connected")
    full = roll(play(full, act.Attack(A, B)), 9)
    assert findings(full, act.Destroy(B, ref("I2"))) == ("RSF-F4a",)
    assert play(GAME.lighten(full), act.Destroy(B, CARD)).hits == 1


def test_a_piece_has_no_place_by_which_it_could_be_called():
    light = GAME.lighten(hit())
    after = play(light, act.Destroy(B, PieceRef(UNNAMED, Cell(0, 0))))
    assert after.players[B].monster == (Piece(Cell(0, 0), UNNAMED),)


def test_x7_the_table_still_moves_cards_but_not_by_name():
    light = GAME.lighten(hit())
    light = play(light, act.Destroy(B, CARD))
    back = act.AdjustCard(None, CARD, Zone.DESTROYED, Zone.HAND, None, B)
    assert findings(light, replace(back, piece=ref("I1"))) == ("RSF-S5",)
    after = play(light, back)
    assert (after.destroyed, len(after.players[B].hand)) == ((), 2)


def test_a_house_rule_that_changes_later_leaves_the_sheet_alone():
    light = GAME.lighten(duel())
    changed = GAME.rehouse(light, house(class_bonus="separate"))
    assert totals(changed, A).attack == 6
    assert totals(GAME.rehouse(duel(), house(class_bonus="separate")), A).attack == 7


# ---------------------------------------------------------------- invariants


def test_invariants_find_a_name_in_light_depth():
    light = GAME.lighten(duel())
    for broken in (
        replace(light, destroyed=(R1,), pile=light.pile - 1, hits=1),
        replace(light, drawn=R1),
    ):
        assert invariants(broken) == ("RSF-S5: R1 has a name in light depth",)


def test_invariants_find_pieces_that_are_not_counted():
    light = GAME.lighten(duel())
    gap = replace(
        light.players[B], monster=(Piece(Cell(1, 0), UNNAMED), Piece(Cell(2, 0), UNNAMED))
    )
    assert invariants(replace(light, players=(light.players[A], gap))) == (
        "RSF-R2x: seat 1 has pieces that are not counted",
    )
