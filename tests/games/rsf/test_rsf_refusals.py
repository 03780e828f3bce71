"""What does not belong to the moment is refused, with the rule that says so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest
from rsf_kit import FILLER, A, B, C, at_stage, box, card, fight, hand, house, ref
from rsf_play import findings, force, new_game, play, roll

from companion.core.actions import Action
from companion.core.words import UNNAMED, CardId, Cell, WordError
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Piece, Stage
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE, Column, Mode, PieceRef, Placement, Zone
from models.workshop.invariants import invariants
from models.workshop.invariants.rsf import cards_in_play

CARDS = box(
    card("R1", 7, 1), card("P1", 0, 15), card("I1", 0, 5), card("H1"), card("P2", 1, 1), card("A1"),
)  # fmt: skip
R1 = CardId("R1")


def duel(phase=3, stage=Stage.BEFORE, **more):
    state = fight(CARDS, ["R1@0,0 H1@1,0=special", "P1@0,0 P2@1,0", "I1@0,0"], phase, **more)
    return at_stage(state, stage)


@dataclass(frozen=True, slots=True)
class Dance(Action):
    verb: ClassVar[str] = "dance"
    example: ClassVar[str] = "Ann: dance"


@pytest.mark.parametrize(
    ("stage", "action", "rule"),
    [
        (Stage.BEFORE, Dance(A), "X-3"),
        (Stage.DRAW, act.Connect(A, FILLER, Cell(0, 1)), "RSF-F1"),
        (Stage.MUTATE, act.Attack(A, B), "RSF-F3"),
        (Stage.READY, act.Attack(A, B), "RSF-F3"),
        (Stage.MUTATE, act.Special(A), "RSF-F3"),
        (Stage.BEFORE, act.Decline(B), "RSF-O2"),
        (Stage.BEFORE, act.Dodge(B), "RSF-O2"),
        (Stage.BEFORE, act.Skip(A), "RSF-O1a"),
        (Stage.BEFORE, act.Keep(A), "RSF-X4a"),
        (Stage.BEFORE, act.Mulligan(A), "RSF-R1a"),
        (Stage.READY, act.Done(B), "RSF-R3f"),
        (Stage.READY, act.EnterSheet(A, 1, 1, 1, 1), "RSF-T3"),
        (Stage.BEFORE, act.Done(A), "RSF-R1d"),
        (Stage.BEFORE, act.Confirm(A), "RSF-T1"),
        (Stage.BEFORE, act.Take(A, FILLER), "RSF-R3c"),
        (Stage.BEFORE, act.Remove(A, ref("R1")), "RSF-X5"),
        (Stage.BEFORE, act.Mixed(None), "RSF-S6"),
        (Stage.BEFORE, act.Stalemate(None), "RSF-E3"),
        (Stage.HIT, act.Stalemate(None), "RSF-O4"),
        (Stage.MUTATE, act.Draw(A, FILLER), "RSF-F1"),
        (Stage.HIT, act.Connect(A, FILLER, Cell(0, 1)), "RSF-F2"),
        (Stage.SET, act.Draw(A, FILLER), "RSF-F1"),
        (Stage.ATTACH, act.Keep(B), "RSF-X4a"),
        (Stage.ATTACK_ROLL, act.DeclareMode(A, ref("H1"), Mode("Robot")), "RSF-T2c"),
        (Stage.BEFORE, act.DeclareMode(A, ref("H9"), Mode("Robot")), "RSF-T2"),
        (Stage.BEFORE, act.AdjustScore(None, C, Column.ATK, 200), "X-7"),
    ],
)
def test_what_does_not_belong_to_the_stage_is_refused(stage, action, rule):
    assert findings(duel(stage=stage, hands=["Z0"]), action)[0] == rule


def test_what_is_not_there_yet_or_any_more_is_refused():
    state = hand(at_stage(new_game(2), Stage.READY_DRAW), A, "R01 R02")
    assert findings(state, act.Connect(A, CardId("R01"), Cell(0, 0))) == ("RSF-R3f",)
    state = replace(duel(stage=Stage.DRAW), pile=0)
    assert findings(state, act.Draw(A, FILLER)) == ("RSF-F1a",)
    moving = roll(play(duel(), act.Special(A)), 3)
    assert findings(moving, act.Move(A, ref("P1"), Cell(0, 1))) == ("RSF-X2",)
    replacing = roll(play(duel(), act.Special(A)), 7)
    assert findings(replacing, act.Replace(A, ref("P1"))) == ("RSF-X4",)


def test_rsf_r4_who_is_done_builds_no_more_unless_the_table_says_so():
    state = hand(at_stage(new_game(2), Stage.READY, turn=B), A, "R01 R02")
    state = state.change(A, ready=True)
    action = act.Connect(A, CardId("R01"), Cell(0, 0))
    assert findings(state, action) == ("RSF-R4",)
    assert len(force(state, action).players[A].monster) == 1


def test_rsf_x1_x5_the_dead_are_left_alone():
    state = duel().change(C, alive=False, monster=())
    stealing = roll(play(state, act.Special(A)), 1)
    assert findings(stealing, act.Steal(A, C, ref("I1"))) == ("RSF-X1",)
    forcing = roll(play(state, act.Special(A)), 9)
    assert findings(forcing, act.Force(A, C)) == ("RSF-X5",)
    give = act.AdjustCard(None, ref("A1"), Zone.PILE, Zone.HAND, None, C)
    assert findings(state, give) == ("X-7",)
    assert findings(state, act.AdjustScore(None, C, Column.ATK, 1)) == ("X-7",)


def test_switch_death_in_ones_own_turn_or_mutate_passes_it_on_and_by_adjustment_too():
    layouts = ["P1@0,0 H1@1,0=special", "R1@0,0", "I1@0,0"]
    state = roll(play(fight(CARDS, layouts, 3, death="def_zero"), act.Special(A)), 7)
    state = play(state, act.Replace(A, ref("P1")), act.Draw(A, FILLER))
    assert state.players[A].alive  # the replacement may still save it
    state = play(state, act.Keep(A))
    assert not state.players[A].alive
    assert (state.turn, state.stage) == (B, Stage.DRAW)
    assert invariants(state) == ()
    cards = box(*(card(f"R{n}", 1) for n in range(4)), card("P1", 0, 3), card("I1", 0, 3))
    block = "R0@0,0 R1@1,0 R2@0,1 R3@1,1"
    state = at_stage(fight(cards, [block, "P1@0,0", "I1@0,0"], 2, death="def_zero"), Stage.MUTATE)
    row = tuple(Placement(CardId(f"R{n}"), Cell(n, 0)) for n in range(4))
    state = play(state, act.Rearrange(A, row))
    assert not state.players[A].alive
    assert (state.stage, state.turn) == (Stage.MUTATE, B)
    away = act.AdjustCard(None, ref("P1"), Zone.MONSTER, Zone.HAND, B, B)
    state = play(duel(death="no_defense_card"), away)
    assert state.players[B].alive  # P2 has defense too
    away = act.AdjustCard(None, ref("P2"), Zone.MONSTER, Zone.HAND, B, B)
    assert not play(state, away).players[B].alive


def test_who_all_die_at_once_share_the_first_place_at_the_beginning_too():
    state = fight(CARDS, ["A1@0,0", "Z0@0,0"], 3)
    state = play(GAME.rehouse(state, house(death="def_zero")), act.BeginCombat(A))
    standing = GAME.standing(state)
    assert (state.stage, standing.winners) == (Stage.OVER, (A, B))
    assert "share the place" in standing.explanation
    state = at_stage(new_game(2), Stage.SET)
    state = play(state, act.Confirm(A), act.Confirm(B))
    assert state.stage is Stage.OVER
    assert invariants(state) == ()


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (Mode, "Robot"),
        (Mode, "race:"),
        (PieceRef, "@0,0"),
        (PieceRef, "R1@here"),
        (Placement, "R1"),
        (Placement, "@0,0"),
        (Placement, "R1@0,0=Robot"),
    ],
)
def test_words_that_say_nothing_are_refused(kind, word):
    with pytest.raises(WordError):
        kind.parse(word)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (Mode, "special"),
        (Mode, "race:Robot"),
        (PieceRef, "R1"),
        (PieceRef, "R1@-1,2"),
        (Placement, "R1@0,0"),
        (Placement, "H1@0,0=special"),
    ],
)
def test_words_are_written_as_they_are_read(kind, word):
    assert kind.parse(word).word() == word


def test_rsf_t1a_a_second_bonus_has_a_line_of_its_own():
    lines = GAME.score(duel(class_bonus="separate")).lines
    ann = [(line.rule, line.points) for line in lines if line.seat == A and line.column == "ATK"]
    assert ann == [("RSF-T3", 7), ("RSF-R2c", 1), ("RSF-T1a", 1)]


DUEL, LIGHT = duel(), GAME.lighten(duel())
ANN = DUEL.players[A].monster
GAP = (Piece(Cell(1, 0), UNNAMED), Piece(Cell(2, 0), UNNAMED))


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (replace(DUEL, pile=-1, deck=4), ["RSF-I1: the pile holds -1 cards"]),
        (replace(DUEL, stage=Stage.HIT), ["RSF-O2: a hit without an attack"]),
        (replace(DUEL, fallen=((B,),)), ["RSF-E2: who is out does not agree with who fell"]),
        (DUEL.change(A, monster=ANN[::-1]), ["RSF-R2x: seat 0 has two cards in one cell"]),
        (DUEL.change(A, monster=(ANN[0],) * 2), "RSF-R2x: seat 0 has two cards in one cell"),
        (replace(DUEL.change(B, monster=(), alive=False, hand=(FILLER,) * 2), fallen=((B,),)),
         ["RSF-I7: seat 1 is out and holds cards"]),
        (DUEL.change(A, alive=False), "INV-7: seat 0 is out and in turn"),
        (DUEL.change(A, alive=False), "RSF-I7: seat 0 is out and holds cards"),
        (DUEL.change(C, monster=()), "RSF-I7: seat 2 lives without"),
        (replace(DUEL, stage=Stage.OVER), "RSF-I7: 3 monsters live"),
        (replace(DUEL, pile=0), "RSF-I1: 5 cards instead of 125"),
        (replace(DUEL, discard=(Discarded(R1, A),)), "RSF-I1: 2 copies of R1"),
        (DUEL.change(B, hand=(CardId("X9"),)), "RSF-I1: 1 copies of X9"),
        (replace(DUEL, actions_used=9), "RSF-I3: 9 actions in Phase 3"),
        (replace(DUEL, specials_used=10), "RSF-I3: 10 specials in 0 actions"),
        (replace(DUEL, destroyed=(FILLER,)), "RSF-I4: 1 destroyed cards after 0 hits"),
        (replace(LIGHT, drawn=R1), ["RSF-S5: R1 has a name in light depth"]),
        (replace(LIGHT, destroyed=(R1,), pile=LIGHT.pile - 1, hits=1),
         ["RSF-S5: R1 has a name in light depth"]),
        (LIGHT.change(B, monster=GAP), ["RSF-R2x: seat 1 has pieces that are not counted"]),
    ],
)  # fmt: skip
def test_invariants_see_what_cannot_be(broken, says):
    """All that is said, or the beginning of one line among several."""
    assert invariants(DUEL) == invariants(LIGHT) == ()
    found = invariants(broken)
    assert list(found) == says or any(line.startswith(says) for line in found)


def test_rsf_r1c_a_mulligan_is_asked_for_where_there_are_cards():
    state = hand(at_stage(new_game(2), Stage.READY), A, "R01")
    question = GAME.pending(state)
    assert (question.rule, question.asks) == ("RSF-R1c", A)
    assert GAME.pending(hand(state, A, "R01 R02")) is None
    state = at_stage(new_game(2), Stage.READY)
    assert findings(state, act.Mulligan(A)) == ("RSF-R1c",)


FEW = box(card("R1", 8), card("R2", 0, 5), card("R3", 1, 1), card("P1", 0, 4), card("H1"))
ZONES = {Zone.HAND: A, Zone.MONSTER: A}


def table():
    state = fight(FEW, ["R1@0,0 R2@1,0", "P1@0,0 Z0@1,0"], hands=["R3"])
    return replace(state, pile=state.pile - 2, discard=(Discarded(FILLER, B),), destroyed=(FILLER,), hits=1)


CARD_IN = {Zone.PILE: "H1", Zone.DISCARD: "Z0", Zone.DESTROYED: "Z0", Zone.HAND: "R3",
           Zone.MONSTER: "R2"}  # fmt: skip


@pytest.mark.parametrize("target", list(Zone))
@pytest.mark.parametrize("source", list(Zone))
def test_x7_a_card_goes_from_any_place_to_any_other(source, target):
    name = CARD_IN[source]
    mode = SPECIAL_MODE if name == "H1" and target is Zone.MONSTER else None
    cell = Cell(0, 1) if target is Zone.MONSTER else None
    action = act.AdjustCard(None, ref(name), source, target, ZONES.get(source), ZONES.get(target), cell, mode)
    before = table()
    after = play(before, action)
    assert cards_in_play(after) == 125
    assert invariants(after) == ()
    if source is not target:
        assert after != before
    assert "By ruling" in GAME.tell(before, action, after)


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (act.AdjustCard(None, ref("R9"), Zone.HAND, Zone.PILE, A), "X-7"),
        (act.AdjustCard(None, ref("R9"), Zone.MONSTER, Zone.PILE, A), "X-7"),
        (act.AdjustCard(None, ref("R3"), Zone.DISCARD, Zone.PILE), "X-7"),
        (act.AdjustCard(None, ref("R3"), Zone.HAND, Zone.PILE), "X-7"),
        (act.AdjustCard(None, ref("R3"), Zone.PILE, Zone.HAND, A, B), "X-7"),
        (act.AdjustCard(None, ref("R1"), Zone.PILE, Zone.HAND, None, B), "RSF-S5"),
        (act.AdjustCard(None, ref("R3"), Zone.HAND, Zone.MONSTER, A, B), "X-7"),
        (act.AdjustCard(None, ref("R3"), Zone.HAND, Zone.MONSTER, A, A, Cell(0, 0)), "RSF-R2"),
        (act.AdjustCard(None, ref("R3"), Zone.HAND, Zone.MONSTER, A, A, Cell(0, 1), SPECIAL_MODE),
         "RSF-T2"),
        (act.AdjustScore(None, A, Column.DEF, 0), "X-7"),
        (act.AdjustActions(None, 0), "X-7"),
    ],
)  # fmt: skip
def test_x7_what_cannot_be_is_refused(action, rule):
    assert findings(table(), action) == (rule,)


def test_x7_an_empty_pile_gives_nothing_and_no_attack_is_interrupted():
    state = replace(table(), pile=0)
    action = act.AdjustCard(None, ref("H1"), Zone.PILE, Zone.HAND, None, A)
    (finding,) = GAME.check(state, action)
    assert finding.text == "H1 is not in the pile"
    hit = roll(play(table(), act.Attack(A, B)), 9)
    action = act.AdjustCard(None, ref("P1"), Zone.MONSTER, Zone.PILE, B)
    assert findings(hit, action) == ("X-7",)


def test_x7_what_is_put_in_or_taken_out_has_its_consequences():
    state = play(table(), act.AdjustCard(None, ref("P1"), Zone.MONSTER, Zone.DESTROYED, B))
    state = play(state, act.AdjustCard(None, ref("Z0"), Zone.MONSTER, Zone.DISCARD, B))
    assert state.stage is Stage.OVER
    assert state.mended == 1
    assert invariants(state) == ()
    again = act.AdjustCard(None, ref("Z0"), Zone.DISCARD, Zone.MONSTER, None, B, Cell(0, 0))
    assert findings(state, again) == ("X-7",)
    action = act.AdjustCard(None, ref("H1"), Zone.PILE, Zone.MONSTER, None, B, Cell(0, 1))
    state = play(table(), action)
    assert findings(state, act.Attack(A, B)) == ("RSF-T2c",)
    assert findings(play(state, act.DeclareMode(B, ref("H1"), SPECIAL_MODE)), act.EndTurn(A)) == ()
    assert state.players[B].monster[1].card == CardId("H1")


def test_x7_scores_change_by_points_and_are_itemised_and_told():
    state = play(table(), act.AdjustScore(None, A, Column.DEF, -2))
    state = play(state, act.AdjustScore(None, A, Column.SPC, 1))
    assert (totals(state, A).defense, totals(state, A).special) == (3, 1)
    lines = [line for line in GAME.score(state).lines if line.rule == "X-7"]
    assert [(line.column, line.points) for line in lines] == [("DEF", -2), ("SPC", 1)]
    assert GAME.score(state).total(A, "DEF") == 3
    state = duel()
    score = act.AdjustScore(None, A, Column.DEF, -2)
    assert GAME.tell(state, score, GAME.apply(state, score)) == ("By ruling Ann's DEF changes by -2 (X-7)")
    more = act.AdjustActions(None, 1)
    assert GAME.tell(state, more, GAME.apply(state, more)) == ("By ruling this turn has +1 actions (X-7)")


@pytest.mark.parametrize("points", [3, -3])
@pytest.mark.parametrize("column", list(Column))
def test_x7_every_score_can_be_changed(column, points):
    before = GAME.score(table())
    state = play(table(), act.AdjustScore(None, A, column, points))
    sheet, after = totals(state, A), GAME.score(state)
    assert after.total(A, column) == before.total(A, column) + points
    shown = {"ATK": sheet.attack, "DEF": sheet.defense, "SPC": sheet.special}
    assert shown[column] == max(0 if column is Column.SPC else -99, after.total(A, column))


def test_x7_actions_are_granted_for_this_turn_only():
    state = play(table(), act.AdjustActions(None, 1))
    assert state.budget == 2
    for _ in range(2):
        state = roll(play(state, act.Attack(A, B)), 1)
        if state.stage is Stage.HIT:
            state = play(state, act.Destroy(B, ref(state.players[B].monster[0].card)))
            break
    fewer = play(state, act.AdjustActions(None, -3))
    assert invariants(fewer) == ()
    assert fewer.actions_left == 0
    fresh = play(table(), act.AdjustActions(None, 1), act.EndTurn(A))
    assert fresh.budget == 1
    assert findings(at_stage(table(), Stage.MUTATE), act.AdjustActions(None, 1)) == ("X-7",)
