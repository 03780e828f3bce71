"""Players who leave and join (X-12, X-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fgt_kit import (
    A,
    B,
    C,
    arena,
    box,
    fight,
    findings,
    new_game,
    play,
    reserves,
    shipped,
    table,
    warrior,
)

from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind
from companion.games.fgt.state import Boost, BoostState, Scored, Stage
from companion.games.fgt.words import Family, Shown, Zone
from models.workshop.invariants import invariants

CARDS = box(
    warrior("H1", 12), warrior("A1", 20), warrior("R1", 25), warrior("X1", 1, "aliens"),
    warrior("X2", 1, "+10"), arenas=[arena("P1", 6, Kind.HIGHEST)],
)  # fmt: skip


def leave(state, seat):
    gone = replace(state, setup=replace(state.setup, left=(*state.setup.left, seat)))
    after = GAME.leave(gone, seat)
    assert invariants(after) == ()
    assert GAME.sheet(after).blocks
    asked = GAME.pending(after)
    assert asked is None or asked.asks != seat
    return after


def join(state, seat):
    names = (*state.setup.seats[:seat], "Zoe", *state.setup.seats[seat:])
    return GAME.join(replace(state, setup=replace(state.setup, seats=names)), seat)


def three(**more):
    return fight(CARDS, ["H1 X", "A1 H", "R1 X"], **more)


def test_x12_all_warriors_of_a_player_go_out_of_the_game():
    state = leave(three(), A)
    assert state.players[A].out == (
        *(Scored(None),) * 3, Scored(Family.HUMAN, "H1"), Scored(Family.ALIEN),
    )  # fmt: skip
    assert (state.turn, len(state.graveyard)) == (B, 3)
    assert findings(state, act.AdjustCard(None, CardId("H1"), Zone.RESERVES, Zone.GRAVEYARD)) == (
        "FGT-S0",
    )


def test_x12_turns_pass_over_the_seat():
    state = leave(table(CARDS, 3), B)
    state = play(state, act.Play(A, Shown(CardId("R1"), None), Family.ALIEN))
    assert state.turn == C
    state = play(state, act.Play(C, Shown(CardId("H1"), None), Family.ALIEN))
    assert (state.stage, state.turn) == (Stage.BOOST, A)
    state = play(state, act.ScoreBoost(A), act.ScoreBoost(C), act.Winner(None, (A,)))
    assert [player.owed for player in state.players] == [2, 0, 2]
    state = play(state, act.AllDrew(None))
    assert (state.first, state.players[B].hand) == (C, 0)
    assert invariants(state) == ()


def test_x12_the_first_player_card_goes_on_clockwise():
    assert leave(table(CARDS, 3, first=B), B).first == C
    assert leave(table(CARDS, 3, Stage.JUDGE, first=C), C).first == A


def test_x12_a_search_of_the_player_ends_and_what_it_scored_goes_out():
    state = play(
        three(), act.Activate(A, CardId("X1")), act.Reveal(A, tuple(map(CardId, ("X100", "H100"))))
    )
    state = leave(state, A)
    assert (state.stage, state.turn, state.search) == (Stage.BOOST, B, None)
    assert "H100" in state.graveyard
    assert Scored(Family.ALIEN, "X100") in state.players[A].out
    assert Scored(Family.ALIEN, "X1") in state.players[A].out


def test_x12_a_draw_goes_on_without_the_player():
    state = play(three(stage=Stage.JUDGE), act.Winner(None, (C,)))
    assert state.turn == A
    state = leave(state, A)
    assert (state.turn, state.first) == (B, B)


def test_x12_won_arenas_are_set_aside_and_whoever_left_stands_last():
    state = play(three(stage=Stage.JUDGE), act.Winner(None, (C,)))
    state = leave(state, C)
    assert [one.glory for one in state.aside] == [6]
    standing = GAME.standing(state)
    assert [place.seat for place in standing.places][-1] == C
    assert "Phillip" not in standing.explanation
    assert GAME.score(state).total(C, "Glory") == 0


def test_x12_a_killed_main_and_a_scored_boost_have_gone_already():
    state = play(three(), act.ScoreBoost(A))
    state = state.change(B, boost=Boost(Family.HUMAN, BoostState.STOLEN))
    state = replace(play(state, act.AdjustPower(None, B, -30)), turn=C)
    state = replace(state, reserves=state.reserves + 1)
    assert [one.card for one in leave(state, B).players[B].out] == [None] * 3
    assert leave(state, A).players[A].out[0] == Scored(Family.ALIEN)


def test_x12_the_last_of_two_plays_on_alone():
    state = leave(leave(table(CARDS, 3), B), A)
    state = play(state, act.Play(C, Shown(CardId("R1"), None), Family.ALIEN), act.ScoreBoost(C))
    state = play(state, act.Winner(None, (C,)), act.AllDrew(None))
    assert (state.first, state.turn, state.stage) == (C, C, Stage.ARENA)


def test_x12_before_the_deal_the_others_are_dealt_to():
    state = play(leave(new_game(3), B), act.Dealt(None, tuple(shipped().warriors)[:3]))
    assert [player.hand for player in state.players] == [5, 0, 5]
    assert [one.seat for one in GAME.options(state)[0].instances] == [A, C]


@pytest.mark.parametrize(("place", "first"), [(1, A), (2, A)])
def test_x13_a_player_joins_before_the_deal(place, first):
    state = join(new_game(2), Seat(place))
    assert (len(state.players), state.first) == (3, first)
    assert play(state, act.Dealt(None, tuple(shipped().warriors)[:3])).players[place].hand == 5


def test_x13_a_player_who_joins_after_the_deal_is_dealt_five():
    state = play(new_game(2), act.Dealt(None, tuple(shipped().warriors)[:3]), act.Starter(None, B))
    state = join(state, B)
    assert (state.first, state.turn, state.players[B].hand, state.reserves) == (C, C, 5, 42)
    assert invariants(state) == ()
    begun = play(state, act.EnterArena(None, next(iter(shipped().arenas))))
    assert join(begun, B) is None
    assert join(replace(state, round=2), B) is None
    assert join(reserves(state, 4, []), B) is None
