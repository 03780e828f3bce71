"""What the table puts right by its own ruling (X-7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rsf_kit import FILLER, A, B, at_stage, box, card, fight, ref
from rsf_play import findings, play, roll

from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Stage
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE, Column, Zone
from models.workshop.invariants import invariants
from models.workshop.invariants.rsf import cards_in_play

CARDS = box(card("R1", 8), card("R2", 0, 5), card("R3", 1, 1), card("P1", 0, 4), card("H1"))
ZONES = {Zone.HAND: A, Zone.MONSTER: A}


def table():
    state = fight(CARDS, ["R1@0,0 R2@1,0", "P1@0,0 Z0@1,0"], hands=["R3"])
    return replace(
        state, pile=state.pile - 2, discard=(Discarded(FILLER, B),), destroyed=(FILLER,), hits=1
    )


CARD_IN = {Zone.PILE: "H1", Zone.DISCARD: "Z0", Zone.DESTROYED: "Z0", Zone.HAND: "R3",
           Zone.MONSTER: "R2"}  # fmt: skip


@pytest.mark.parametrize("target", list(Zone))
@pytest.mark.parametrize("source", list(Zone))
def test_x7_a_card_goes_from_any_place_to_any_other(source, target):
    name = CARD_IN[source]
    mode = SPECIAL_MODE if name == "H1" and target is Zone.MONSTER else None
    cell = Cell(0, 1) if target is Zone.MONSTER else None
    action = act.AdjustCard(
        None, ref(name), source, target, ZONES.get(source), ZONES.get(target), cell, mode
    )
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
        (
            act.AdjustCard(
                None, ref("R3"), Zone.HAND, Zone.MONSTER, A, A, Cell(0, 1), SPECIAL_MODE
            ),
            "RSF-T2",
        ),
        (act.AdjustScore(None, A, Column.DEF, 0), "X-7"),
        (act.AdjustActions(None, 0), "X-7"),
    ],
)
def test_x7_what_cannot_be_is_refused(action, rule):
    assert findings(table(), action) == (rule,)


def test_x7_an_empty_pile_gives_nothing():
    state = replace(table(), pile=0)
    action = act.AdjustCard(None, ref("H1"), Zone.PILE, Zone.HAND, None, A)
    (finding,) = GAME.check(state, action)
    assert finding.text == "H1 is not in the pile"


def test_x7_nothing_is_adjusted_in_the_middle_of_an_attack():
    hit = roll(play(table(), act.Attack(A, B)), 9)
    action = act.AdjustCard(None, ref("P1"), Zone.MONSTER, Zone.PILE, B)
    assert findings(hit, action) == ("X-7",)


def test_x7_taking_the_last_pieces_kills():
    state = play(table(), act.AdjustCard(None, ref("P1"), Zone.MONSTER, Zone.DESTROYED, B))
    state = play(state, act.AdjustCard(None, ref("Z0"), Zone.MONSTER, Zone.DISCARD, B))
    assert state.stage is Stage.OVER
    assert state.mended == 1
    assert invariants(state) == ()
    again = act.AdjustCard(None, ref("Z0"), Zone.DISCARD, Zone.MONSTER, None, B, Cell(0, 0))
    assert findings(state, again) == ("X-7",)


def test_x7_scores_change_by_points_and_are_itemised():
    state = play(table(), act.AdjustScore(None, A, Column.DEF, -2))
    state = play(state, act.AdjustScore(None, A, Column.SPC, 1))
    assert (totals(state, A).defense, totals(state, A).special) == (3, 1)
    lines = [line for line in GAME.score(state).lines if line.rule == "X-7"]
    assert [(line.column, line.points) for line in lines] == [("DEF", -2), ("SPC", 1)]
    assert GAME.score(state).total(A, "DEF") == 3


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


def test_x7_a_hybrid_put_in_is_declared_by_its_owner():
    action = act.AdjustCard(None, ref("H1"), Zone.PILE, Zone.MONSTER, None, B, Cell(0, 1))
    state = play(table(), action)
    assert findings(state, act.Attack(A, B)) == ("RSF-T2c",)
    assert findings(play(state, act.DeclareMode(B, ref("H1"), SPECIAL_MODE)), act.EndTurn(A)) == ()
    assert state.players[B].monster[1].card == CardId("H1")
