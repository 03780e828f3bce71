"""X-8: from full to light depth at every stage of the game, and what is asked and legal then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from rsf_kit import A, B, at_stage, ref
from rsf_lighten_kit import (
    CARD,
    building,
    dealing,
    drawing,
    duel,
    hit,
    mutating,
    replacing,
    resolving,
    setting,
)
from rsf_play import new_game, play, roll

from companion.core.actions import Action, Withdraw
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.core.verdict import Breach
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Stage, State
from companion.games.rsf.table import totals
from companion.games.rsf.words import Placement
from models.workshop.invariants import invariants

SAME = object()
"""The roll that is asked for stays what it was, to the letter."""

# ---------------------------------------------------------------- every stage


@dataclass(frozen=True)
class Case:
    """A stage: a table in full depth, and what a light table there is asked and may do.

    Attributes:
        at: the stage.
        full: brings a table to the stage.
        asked: verbs of the question; `SAME` for a roll; None when nothing is asked.
        offered: who may declare what.
        goes_on: what is declared in light depth, or the face that is rolled.
        to: the stage after that.
        named: what the table in full depth might declare, or would have had to.
        stage: where the light table is, when that is another stage.
    """

    at: Stage
    full: Callable[[], State]
    asked: object
    offered: str
    goes_on: Action | int
    to: Stage
    named: Action | None = None
    stage: Stage | None = None

    @property
    def name(self) -> str:
        what = self.goes_on if isinstance(self.goes_on, int) else self.goes_on.verb
        return f"{self.at.name}-{what}"


R1, R2, P1, I1 = CardId("R1"), CardId("R2"), CardId("P1"), CardId("I1")
ATTACK, SPECIAL, FORCE, BEGIN = (
    act.Attack(A, B),
    act.Special(A),
    act.Force(A, B),
    act.BeginCombat(A),
)
TURN = "Ann connect, Ann attack, Ann special, "
SHEETS = "Ann end-turn, Ann sheet, Ben sheet"


def rolling():
    return play(duel(), ATTACK)


def dodging():
    return play(hit(4), act.Dodge(B))


# fmt: off
CASES = tuple(Case(*row) for row in (
    (Stage.SETUP, lambda: new_game(2), None, "table mixed", act.Mixed(None), Stage.STARTER),
    (Stage.STARTER, lambda: play(new_game(2), act.Mixed(None)), ("starter",), "table starter",
     act.Starter(None, B), Stage.READY),
    (Stage.DEAL, dealing, None, "Ben mulligan, Ben connect, Ben exchange, Ben done, Ann connect",
     act.Connect(B, UNNAMED), Stage.READY, act.Draw(A, CardId("R03")), Stage.READY),
    (Stage.READY, building, None, "Ann mulligan, Ann connect, Ann exchange, Ann done, Ben connect",
     act.Exchange(A, (UNNAMED,) * 3), Stage.READY_DRAW, act.Exchange(A, (P1, R2))),
    (Stage.READY_DRAW, replacing, ("draw", "take"), "Ann draw, Ben connect",
     act.Draw(A, UNNAMED), Stage.READY, act.Take(A, P1)),
    (Stage.SET, setting, None, "Ann sheet",
     act.EnterSheet(A, 6, 4, 1, 3, "Robot"), Stage.SET, act.Connect(A, P1, Cell(0, 2))),
    (Stage.DRAW, lambda: at_stage(duel(), Stage.DRAW), ("draw", "take"), "Ann draw",
     act.Draw(A, UNNAMED), Stage.BEFORE, act.Draw(A, P1)),
    (Stage.BEFORE, duel, None, f"{TURN}Ann begin-combat, {SHEETS}",
     act.Connect(A, UNNAMED), Stage.BEFORE, act.Connect(A, P1, Cell(0, 2))),
    (Stage.COMBAT, lambda: play(duel(), BEGIN), None,
     f"Ann attack, Ann special, Ann end-combat, {SHEETS}",
     SPECIAL, Stage.SPECIAL_ROLL, act.Draw(A, P1)),
    (Stage.AFTER, lambda: play(duel(), BEGIN, act.EndCombat(A)), None, f"Ann connect, {SHEETS}",
     act.EndTurn(A), Stage.DRAW, act.Connect(A, P1, Cell(0, 2))),
    (Stage.ATTACK_ROLL, rolling, SAME, "Ann withdraw", 1, Stage.DODGE),
    (Stage.ATTACK_ROLL, rolling, SAME, "Ann withdraw", Withdraw(A), Stage.BEFORE),
    (Stage.DODGE, lambda: hit(4), ("dodge", "decline"), "Ben dodge, Ben decline",
     act.Decline(B), Stage.HIT),
    (Stage.DODGE_ROLL, dodging, SAME, "Ben withdraw", 3, Stage.COMBAT),
    (Stage.DODGE_ROLL, dodging, SAME, "Ben withdraw", 2, Stage.HIT),
    (Stage.DODGE_ROLL, dodging, SAME, "Ben withdraw", Withdraw(B), Stage.DODGE),
    (Stage.HIT, hit, ("destroy",), "Ben destroy",
     act.Destroy(B, CARD), Stage.COMBAT, act.Destroy(B, ref("I1"))),
    (Stage.SPECIAL_ROLL, lambda: play(duel(), SPECIAL), SAME, "Ann withdraw", 1, Stage.RESOLVE),
    (Stage.RESOLVE, lambda: resolving(1), ("steal",), "Ann steal",
     act.Steal(A, B, CARD), Stage.COMBAT, act.Steal(A, B, ref("I1"))),
    (Stage.RESOLVE, lambda: resolving(3), ("move",), "Ann move",
     act.Move(A, CARD), Stage.COMBAT, act.Move(A, ref("R2"), Cell(1, 1))),
    (Stage.RESOLVE, lambda: resolving(5), ("swap",), "Ann swap",
     act.Swap(A, A, CARD, B, CARD), Stage.COMBAT, act.Swap(A, A, CARD, B, ref("I1"))),
    (Stage.RESOLVE, lambda: resolving(7), ("replace",), "Ann replace",
     act.Replace(A, CARD), Stage.REPLACE_DRAW, act.Replace(A, ref("R2"))),
    (Stage.RESOLVE, lambda: resolving(9), ("force",), "Ann force", FORCE, Stage.FORCED),
    (Stage.FORCED, lambda: play(resolving(9), FORCE), ("remove",), "Ben remove",
     act.Remove(B, CARD), Stage.COMBAT, act.Remove(B, ref("I1"))),
    (Stage.REPLACE_DRAW, drawing, ("draw",), "Ann draw",
     act.Draw(A, UNNAMED), Stage.ATTACH, act.Draw(A, R2)),
    (Stage.ATTACH, lambda: play(drawing(), act.Draw(A, P1)), ("connect", "keep"),
     "Ann connect, Ann keep", act.Keep(A), Stage.COMBAT, act.Connect(A, P1, Cell(1, 0))),
    (Stage.ATTACH, lambda: play(resolving(1, steal_to="monster"), act.Steal(A, B, ref("I1"))),
     ("connect", "keep"), "Ann connect",
     act.Connect(A, UNNAMED), Stage.COMBAT, act.Connect(A, I1, Cell(0, 2))),
    (Stage.MUTATE, mutating, None, "Ann rearrange, Ann skip, Ann sheet",
     act.Rearrange(A, ()), Stage.MUTATE, act.Rearrange(A, (Placement(R1, Cell(0, 0)),))),
))
# fmt: on

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
NAMING = [case for case in CASES if case.named]


def test_no_stage_of_the_game_is_forgotten():
    """The end alone is not lightened: the kernel refuses it."""
    assert {case.at for case in CASES} == set(Stage) - {Stage.OVER}


def offered(state: State) -> str:
    """Who may declare what, in the order of the menu."""
    names = ("table" if one.actor is None else state.name(one.actor) for one in GAME.options(state))
    return ", ".join(
        f"{who} {one.verb}" for who, one in zip(names, GAME.options(state), strict=True)
    )


@every_case
def test_what_a_light_table_is_asked_and_may_do(case):
    full = case.full()
    assert full.stage is case.at
    light = GAME.lighten(full)
    assert light.stage is (case.stage or case.at)
    asked = GAME.pending(light)
    if case.asked is SAME:
        assert isinstance(asked, RollRequest)
        assert asked == GAME.pending(full)
    else:
        assert getattr(asked, "verbs", None) == case.asked
    assert offered(light) == case.offered


@every_case
def test_play_goes_on_without_names(case):
    light = GAME.lighten(case.full())
    act_on = case.goes_on
    after = roll(light, act_on) if isinstance(act_on, int) else play(light, act_on)
    assert after.stage is case.to
    assert invariants(after) == ()


@pytest.mark.parametrize("case", NAMING, ids=lambda case: case.name)
def test_the_names_of_full_depth_are_refused_with_one_word(case):
    found = GAME.check(GAME.lighten(case.full()), case.named)
    assert [(one.rule, one.forceable) for one in found if isinstance(one, Breach)] == [
        ("RSF-S5", False)
    ]
    assert found[0].text.startswith("in light depth cards are not named: say card, not ")


@every_case
def test_no_card_changes_its_place_and_no_sum_changes(case):
    full = case.full()
    light = GAME.lighten(full)
    assert GAME.depth_of(light) is Depth.LIGHT
    assert invariants(light) == ()
    for seat in full.order:
        assert totals(light, seat) == totals(full, seat)
        assert len(light.players[seat].monster) == len(full.players[seat].monster)
    assert [one.by for one in light.discard] == [one.by for one in full.discard]
    assert len(light.destroyed) == len(full.destroyed)
    assert GAME.standing(light) == GAME.standing(full)
    if case.at is not Stage.DEAL:
        assert (light.turn, light.pile) == (full.turn, full.pile)
        hands = [len(player.hand) for player in full.players]
        assert [player.hand for player in light.players] == [(UNNAMED,) * one for one in hands]
    kept = ("starter", "fallen", "phase", "sd_round", "actions_used", "specials_used")
    kept += ("granted", "beyond", "strike", "result", "victim", "by", "resume")
    kept += ("quiet", "stirred", "last_roll", "hits", "mended", "house", "deck")
    assert [getattr(light, one) for one in kept] == [getattr(full, one) for one in kept]


@every_case
def test_the_screen_shows_a_light_table(case):
    full = case.full()
    before, after = GAME.sheet(full), GAME.sheet(GAME.lighten(full))
    for old, new in zip(before.blocks, after.blocks, strict=True):
        assert new.grid is None
        assert new.figures == old.figures
    assert before.lead == after.lead
    if case.at is not Stage.DEAL:
        assert GAME.view(GAME.lighten(full)) == GAME.view(full)
