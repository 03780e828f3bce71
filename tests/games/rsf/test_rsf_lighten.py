"""X-8: from full to light depth at every stage of the game, and what is asked and legal then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from rsf_kit import A, B, C, at_stage, box, card, fight, hand, house, ref
from rsf_lighten_kit import (
    BOX,
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
from rsf_play import findings, new_game, play, roll

from companion.core.actions import Action, Withdraw
from companion.core.dice import RollRequest
from companion.core.game import Depth, Setup
from companion.core.verdict import Breach
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Piece, Sheet, Stage, State
from companion.games.rsf.table import totals
from companion.games.rsf.words import Column, Mode, PieceRef, Placement, Zone
from models.workshop.invariants import invariants

SAME = object()  # The roll that is asked for stays what it was, to the letter


@dataclass(frozen=True)
class Case:
    """A stage: a table in full depth, and what a light table there is asked and may do."""

    at: Stage  # the stage
    full: Callable[[], State]  # brings a table to the stage
    asked: object  # verbs of the question; `SAME` for a roll; None when nothing is asked
    offered: str  # who may declare what
    goes_on: Action | int  # what is declared in light depth, or the face that is rolled
    to: Stage  # the stage after that
    named: Action | None = None  # what the table in full depth might declare, or would have had to
    stage: Stage | None = None  # where the light table is, when that is another stage

    @property
    def name(self):
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
    (Stage.SET, setting, ("sheet",), "Ann sheet",
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


def offered(state):
    """Who may declare what, in the order of the menu."""
    names = ("table" if one.actor is None else state.name(one.actor) for one in GAME.options(state))
    return ", ".join(f"{who} {one.verb}" for who, one in zip(names, GAME.options(state), strict=True))


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
    assert [(one.rule, one.forceable) for one in found if isinstance(one, Breach)] == [("RSF-S5", False)]
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


def test_the_sums_of_the_cards_become_the_sheet_and_what_was_adjusted_stays_beside():
    light = GAME.lighten(duel())
    expected = [Sheet(6, 4, 1, "Robot", 5), Sheet(6, 5, 0, "Insect", 5)]
    assert [player.entered for player in light.players] == expected
    assert light.players[A].monster == tuple(Piece(Cell(at, 0), UNNAMED) for at in range(3))
    full = play(duel(), act.AdjustScore(None, A, Column.DEF, -2))
    light = GAME.lighten(full)
    assert light.players[A].entered == Sheet(6, 4, 1, "Robot", 5)
    assert (totals(full, A).defense, totals(light, A).defense) == (2, 2)
    light = GAME.lighten(duel())
    changed = GAME.rehouse(light, house(class_bonus="separate"))
    assert totals(changed, A).attack == 6
    assert totals(GAME.rehouse(duel(), house(class_bonus="separate")), A).attack == 7


def test_rsf_t1_which_sheets_are_asked_for_before_they_are_confirmed():
    light = GAME.lighten(setting())
    assert findings(light, act.Confirm(A)) == ("RSF-T1",)
    light = play(light, act.EnterSheet(A, 6, 4, 1, 3, "Robot"), act.Confirm(A))
    assert totals(light, A) == Sheet(6, 4, 1, "Robot", 5)
    full = play(setting(), act.DeclareMode(A, ref("H1"), Mode(None)))
    light = GAME.lighten(play(full, act.Confirm(A)))
    fighting = play(light, act.Confirm(B))
    assert (fighting.stage, fighting.phase) == (Stage.DRAW, 1)
    assert totals(fighting, B) == Sheet(6, 5, 0, "Insect", 5)
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
    assert GAME.pending(light).verbs == ("sheet",)
    assert findings(light, act.DeclareMode(B, ref("H1"), Mode(None))) == ("RSF-T2",)
    light = play(light, act.EnterSheet(B, 5, 4, 1, 2), act.Attack(A, B))
    assert totals(light, B) == Sheet(5, 4, 1, None, 5)


def test_rsf_s7_s8_a_deal_is_taken_as_done_and_a_roll_off_goes_on():
    light = GAME.lighten(dealing(3))
    assert [len(player.hand) for player in light.players] == [7, 7]
    assert (light.turn, light.pile) == (B, light.deck - 14)
    full = play(new_game(2, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    light = roll(GAME.lighten(roll(full, 3)), 8)
    assert (light.stage, light.starter) == (Stage.READY, B)
    assert light.pile == light.deck - 14


def test_rsf_r3c_r3f_a_replacement_is_taken_from_what_others_discarded_without_its_name():
    bare = at_stage(GAME.lighten(duel()), Stage.DRAW)
    assert findings(bare, act.Take(A, UNNAMED)) == ("RSF-R3c",)
    full = replace(replacing(), discard=(Discarded(CardId("Z0"), B), Discarded(P1, A)))
    light = play(GAME.lighten(full), act.Take(A, UNNAMED))
    assert (light.stage, light.players[A].owed) == (Stage.READY, 0)
    assert light.discard == (Discarded(UNNAMED, A),)
    full = replace(replacing(), discard=(Discarded(CardId("Z0"), B), Discarded(P1, A)))
    assert findings(full, act.Take(A, CardId("Z0"))) == ()
    assert findings(GAME.lighten(full), act.Take(A, CardId("Z0"))) == ("RSF-S5",)


def test_rsf_r1c_q5_what_full_depth_judged_by_cards_is_left_alone():
    full = hand(building(), B, "Z0 " * 7)
    full = replace(full, turn=B)
    assert GAME.pending(full).verbs == ("mulligan",)
    light = GAME.lighten(full)
    assert GAME.pending(light) is None
    assert play(light, act.Mulligan(B)).players[B].owed == 7
    assert play(light, act.Connect(B, UNNAMED)).stage is Stage.READY
    full = play(duel(death="no_defense_card"), act.AdjustScore(None, B, Column.DEF, -9))
    assert full.players[B].alive
    light = play(GAME.lighten(full), act.BeginCombat(A))
    assert light.players[B].alive


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


def test_what_was_counted_stays_counted():
    small = box(card("R1", 3, 3), card("I1", 3, 3), size=20)
    begun = GAME.lighten(GAME.start(Setup(("Ann", "Ben"), Depth.FULL, {}, small)))
    assert (begun.deck, begun.pile) == (20, 20)
    light = GAME.lighten(fight(small, ["R1@0,0", "I1@0,0"]))
    assert (light.deck, light.pile) == (20, 18)
    assert invariants(light) == ()
    light = GAME.lighten(play(hit(), act.Destroy(B, ref("I1"))))
    assert (light.destroyed, light.hits) == ((UNNAMED,), 1)
    full = play(duel(hand="hidden"), act.EndTurn(A), act.Draw(B, UNNAMED))
    light = GAME.lighten(full)
    assert light.players[B].hand == (UNNAMED, UNNAMED)
    assert findings(light, act.Connect(B, UNNAMED)) == ()


def test_rsf_f4b_who_is_out_has_no_sheet():
    full = fight(BOX, ["R1@0,0 R2@1,0", "I1@0,0", "I2@0,0"], 4)
    full = play(roll(play(full, act.Attack(A, B)), 9), act.Decline(B), act.Destroy(B, ref("I1")))
    light = GAME.lighten(full)
    assert light.players[B].entered is None
    light = play(roll(play(light, act.Attack(A, C)), 9), act.Decline(C), act.Destroy(C, CARD))
    assert {line.seat for line in GAME.score(light).lines} == {A}
    assert GAME.standing(light).winners == (A,)


def test_pieces_have_neither_place_nor_name():
    full = fight(BOX, ["R1@0,0 R2@1,0", "I1@0,0 I2@1,0 P1@2,0"], 3, removal="keep_connected")
    full = roll(play(full, act.Attack(A, B)), 9)
    assert findings(full, act.Destroy(B, ref("I2"))) == ("RSF-F4a",)
    assert play(GAME.lighten(full), act.Destroy(B, CARD)).hits == 1
    light = GAME.lighten(hit())
    after = play(light, act.Destroy(B, PieceRef(UNNAMED, Cell(0, 0))))
    assert after.players[B].monster == (Piece(Cell(0, 0), UNNAMED),)
    light = GAME.lighten(hit())
    light = play(light, act.Destroy(B, CARD))
    back = act.AdjustCard(None, CARD, Zone.DESTROYED, Zone.HAND, None, B)
    assert findings(light, replace(back, piece=ref("I1"))) == ("RSF-S5",)
    after = play(light, back)
    assert (after.destroyed, len(after.players[B].hand)) == ((), 2)
