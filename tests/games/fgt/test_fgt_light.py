"""Light depth: people say Families, winners and what abilities scored; the program keeps the rest."""

from __future__ import annotations

from fgt_kit import A, B, C, findings, new_game, notes, play, rulebook
from sheet_kit import seen

from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.words import UNNAMED, CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.state import BoostState, Stage
from companion.games.fgt.words import Family, FamilyCount, Shown
from models.workshop.invariants import invariants

HUMAN, ROBOT, ALIEN = Family.HUMAN, Family.ROBOT, Family.ALIEN
ACTIVE = UNNAMED


def main(seat, family, boost=ALIEN):
    return act.Play(seat, Shown(None, family), boost)


def active(seat, **more):
    return act.Activate(seat, ACTIVE, **more)


def playing(seats=3, **chosen):
    switches = {f"fgt.{name}": value for name, value in chosen.items()}
    state = new_game(seats, Depth.LIGHT, switches)
    return play(state, act.Dealt(None, ()), act.Starter(None, A), act.EnterGlory(None, 6))


def resolving(seats=3, **chosen):
    state = playing(seats, **chosen)
    families = (HUMAN, ROBOT, HUMAN)
    for seat in range(seats):
        state = play(state, main(seat, families[seat]))
    return state


def test_light_families_are_still_public_and_checked():
    state = play(playing(), main(A, HUMAN))
    assert findings(state, main(B, HUMAN)) == ("FGT-P6c",)
    told = act.HandFamilies(B, (FamilyCount(HUMAN, 3), FamilyCount(ALIEN, 2)))
    state = play(state, told)
    assert findings(state, main(B, HUMAN)) == ("FGT-P6",)
    assert findings(state, main(B, ALIEN, ALIEN)) == ()


def test_light_warriors_are_not_named():
    assert findings(playing(), act.Play(A, Shown(CardId("H01"), None), ALIEN)) == ("FGT-P3",)
    assert findings(resolving(), act.Activate(A, CardId("H01"))) == ("FGT-B2",)


def test_light_what_an_ability_did_is_said():
    state = resolving()
    assert findings(state, active(A, targets=(B,), points=(3,))) == ("FGT-K12",)
    taken = play(state, active(A, steals=B))
    assert taken.players[B].boost.state is BoostState.STOLEN
    assert (len(taken.players[A].scored), taken.turn) == (1, C)
    killed = play(state, active(A, kills=(B, C)))
    assert [player.main.alive for player in killed.players] == [True, False, False]
    assert len(killed.graveyard) == 5
    assert findings(killed, active(B, kills=(C,))) == ("FGT-B4",)
    offered = {one.verb: one.instances for one in GAME.options(state)}["activate"]
    assert {active(A), active(A, steals=B), active(A, kills=(C,))} <= set(offered)


def test_light_an_active_boost_is_taken_under_the_switch_alone():
    state = play(resolving(), active(A))
    assert findings(state, active(B, steals=A)) == ("FGT-K2a",)
    allowed = play(resolving(steal_active="on"), active(A), active(B, steals=A))
    assert allowed.players[B].scored[0].card is None


def test_light_warriors_scored_from_the_reserves_are_counted():
    state = play(resolving(), active(A, draws=5))
    assert state.stage is Stage.REVEAL
    assert findings(state, act.Reveal(A, (UNNAMED,))) == ("FGT-K6",)
    assert findings(state, act.Drew(A, 6)) == ("FGT-K6",)
    assert findings(state, act.Drew(B, 5)) == ("FGT-K6",)
    assert findings(state, act.Drew(A, 1, (ALIEN, ALIEN))) == ("FGT-K6",)
    state = play(state, act.Drew(A, 5, (ALIEN, ALIEN)))
    assert [one.family for one in state.players[A].scored] == [ALIEN, ALIEN]
    assert (state.reserves, len(state.graveyard), state.turn) == (37, 6, B)
    assert invariants(state) == ()


def test_light_the_winner_is_said_and_ties_are_broken():
    state = resolving()
    state = play(state, active(A, kills=(A,)), act.ScoreBoost(B), act.ScoreBoost(C))
    assert findings(state, act.Winner(None, (A,))) == ("FGT-A1",)
    assert play(state, act.Winner(None, (C, B))).award.winner == B
    won = play(state, act.Winner(None, (C,)))
    assert [player.score for player in won.players] == [0, 1, 7]
    assert play(state, act.NobodyWins(None)).aside[0].glory == 6


def test_light_views_have_no_powers():
    assert GAME.sheet(resolving()).blocks[A].card.big == ""
    assert "ARENA 1 of 7   6 Glory" in seen(GAME, resolving())
    assert "nobody leads yet" in seen(GAME, resolving())


def test_light_through_the_kernel():
    match = Match.begin(GAME, rulebook(), Setup(("Ann", "Ben")))
    match = match.apply(act.Dealt(None, ())).apply(act.Starter(None, A))
    assert match.check(act.EnterGlory(None, 9)).forceable
    assert notes(match.state, act.EnterGlory(None, 8)) == ()
