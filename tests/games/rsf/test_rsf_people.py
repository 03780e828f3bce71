"""Who leaves takes all cards out of the game and is waited for no more; who joins draws seven (X-12, X-13)."""

from dataclasses import replace

import pytest
from rsf_kit import FILLER, A, B, C, at_stage, box, card, fight, hand, ref
from rsf_play import new_game, play, roll

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Player, Stage
from models.workshop.invariants import invariants
from models.workshop.invariants.rsf import cards_in_play

CARDS = box(card("R1", 9, 1), card("H1", 1, 1, special=9), card("P1", 1, 2), card("I1", 2, 3))
THREE = ["R1@0,0 H1@1,0=special", "P1@0,0", "I1@0,0"]


def duel(stage=Stage.BEFORE, **more):
    return at_stage(fight(CARDS, THREE, 4, ["Z0 Z0", "Z0"], **more), stage)


def left(state, *seats):
    """The table after these players went home, one after the other."""
    for seat in seats:
        setup = replace(state.setup, left=(*state.setup.left, seat))
        state = GAME.leave(replace(state, setup=setup), seat)
        assert invariants(state) == ()
        assert cards_in_play(state) == state.deck
        assert state.players[seat].hand == state.players[seat].monster == ()
    places = GAME.standing(state).places
    assert [(one.seat, one.why) for one in places[-len(seats) :]] == [(s, "left") for s in seats]
    assert len(GAME.sheet(state).blocks) == len(state.players)
    return state


def test_x12_cards_go_out_of_the_game_and_not_to_discard_or_pile():
    state = duel()
    after = left(state, B)
    assert sorted(after.destroyed) == ["P1", "Z0"]
    assert (after.pile, after.discard, after.hits) == (state.pile, (), 0)
    assert (after.turn, after.stage, after.fallen) == (A, Stage.BEFORE, ())
    assert set(after.living) == {A, C}
    assert GAME.leave(GAME.lighten(state), B).destroyed == (UNNAMED, UNNAMED)


@pytest.mark.parametrize("stage", [Stage.DRAW, Stage.BEFORE, Stage.COMBAT, Stage.AFTER])
def test_x12_the_turn_passes_on(stage):
    after = left(duel(stage), A)
    assert (after.turn, after.stage) == (B, Stage.DRAW)


def test_x12_after_the_last_seat_the_phase_ends():
    after = left(replace(duel(), turn=C), C)
    assert (after.stage, after.turn) == (Stage.MUTATE, A)
    after = left(duel(Stage.MUTATE), A)
    assert (after.stage, after.turn) == (Stage.MUTATE, B)


def hits(state):
    return roll(play(state, act.Attack(A, B)), 9)


def special(face):
    return roll(play(duel(), act.Special(A)), face)


@pytest.mark.parametrize(
    ("state", "gone", "turn", "stage"),
    [
        (play(duel(), act.Attack(A, B)), B, A, Stage.COMBAT),
        (play(duel(), act.Attack(A, B)), A, B, Stage.DRAW),
        (play(duel(), act.Attack(A, B)), C, A, Stage.ATTACK_ROLL),
        (hits(duel()), B, A, Stage.COMBAT),
        (play(hits(duel()), act.Dodge(B)), B, A, Stage.COMBAT),
        (play(hits(duel()), act.Decline(B)), A, B, Stage.DRAW),
        (play(duel(), act.Special(A)), A, B, Stage.DRAW),
        (special(1), A, B, Stage.DRAW),
        (play(special(9), act.Force(A, B)), B, A, Stage.COMBAT),
        (play(special(7), act.Replace(A, ref("R1"))), A, B, Stage.DRAW),
    ],
)
def test_x12_what_is_half_done_lapses_with_whom_it_is_about(state, gone, turn, stage):
    after = left(state, gone)
    assert (after.turn, after.stage) == (turn, stage)


def test_x12_rsf_e1a_the_last_one_wins_and_who_left_stands_last():
    after = left(duel(), A, C)
    assert after.stage is Stage.OVER
    assert GAME.standing(after).winners == (B,)
    assert GAME.standing(after).final
    assert left(after, B).stage is Stage.OVER
    state = play(play(hits(duel()), act.Decline(B)), act.Destroy(B, ref("P1")))
    assert state.fallen == ((B,),)
    assert left(state, B).stage is Stage.OVER or state.living == (A, C)


def test_x12_nobody_draws_or_rolls_for_who_left():
    state = play(new_game(3), act.Mixed(None), act.Starter(None, A), act.Draw(A, CardId("R01")))
    after = left(state, B)
    assert (after.turn, after.stage, after.destroyed) == (C, Stage.DEAL, ())
    assert left(state, A).turn == B
    while after.stage is Stage.DEAL:
        option = GAME.options(after)[0]
        after = play(after, option.instances[0])
    assert [len(player.hand) for player in after.players] == [7, 0, 7]
    assert (after.stage, after.turn) == (Stage.READY, A)
    state = play(new_game(3, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    state = roll(state, 4)
    assert left(roll(state, 7), C).starter == B
    assert left(state, B).rolloff == ((A, 4), (C, None))
    tied = roll(roll(roll(state, 7), 7), 1)
    assert left(roll(roll(roll(state, 7), 7), 1), B).stage is Stage.DEAL
    assert left(tied, A).rolloff == tied.rolloff
    assert left(new_game(3), A).stage is Stage.SETUP


def building(**more):
    bare = tuple(Player() for _ in range(3))
    state = replace(duel(), players=bare, phase=0, stage=Stage.READY, pile=CARDS.size)
    return hand(hand(replace(state, **more), A, "R1 I1"), B, "P1 Z0")


def test_x12_the_exchange_or_the_sheet_of_who_leaves_is_not_waited_for():
    state = play(building(), act.Exchange(A, (CardId("I1"),)))
    assert state.stage is Stage.READY_DRAW
    after = left(state, A)
    assert (after.turn, after.stage) == (B, Stage.READY)
    assert after.discard == (Discarded(CardId("I1"), A),)
    other = left(state, B)
    assert (other.turn, other.stage, other.players[A].owed) == (A, Stage.READY_DRAW, 1)
    players = tuple(replace(one, confirmed=at == 0) for at, one in enumerate(duel().players))
    state = replace(duel(), players=players, phase=0, stage=Stage.SET, turn=B)
    after = left(state, B)
    assert (after.turn, after.stage) == (C, Stage.SET)
    assert left(after, C).stage is Stage.OVER
    last = left(play(state, act.Confirm(B)), C)
    assert (last.phase, last.stage, last.turn) == (1, Stage.DRAW, A)


def test_x12_light_the_leavers_pieces_are_counted_out():
    state = play(new_game(3, Depth.LIGHT), act.Mixed(None), act.Starter(None, B))
    after = left(play(state, act.Connect(B, UNNAMED)), B)
    assert (after.turn, after.stage, after.destroyed) == (C, Stage.READY, (UNNAMED,) * 7)


def joined(state, seat):
    """The table with Gus at a seat."""
    names = state.setup.seats
    setup = replace(state.setup, seats=(*names[:seat], "Gus", *names[seat:]))
    return GAME.join(replace(state, setup=setup), Seat(seat))


def test_x13_who_joins_is_dealt_seven_cards_too_in_light_depth_at_once():
    state = play(new_game(2), act.Mixed(None), act.Starter(None, B), act.Draw(B, CardId("R01")))
    after = joined(state, 1)
    assert (after.starter, after.turn, after.players[2].hand) == (Seat(2), A, ("R01",))
    while after.stage is Stage.DEAL:
        after = play(after, GAME.options(after)[0].instances[0])
    assert [len(player.hand) for player in after.players] == [7, 7, 7]
    assert (after.stage, after.turn) == (Stage.READY, Seat(2))
    assert invariants(after) == ()
    state = play(new_game(2, Depth.LIGHT), act.Mixed(None), act.Starter(None, A))
    after = joined(play(state, act.Done(A), act.Done(B)), 2)
    assert (after.stage, after.turn, len(after.players[2].hand)) == (Stage.READY, C, 7)
    assert cards_in_play(after) == after.deck
    assert play(after, act.Done(C)).stage is Stage.SET


def test_x13_seats_move_up_wherever_they_stand_and_a_roll_off_has_one_more():
    state = building(discard=(Discarded(FILLER, B),), starter=B, turn=B)
    after = joined(replace(state, pile=state.pile - 1), 1)
    assert (after.starter, after.discard[0].by) == (Seat(2), Seat(2))
    assert (after.stage, after.turn) == (Stage.DEAL, Seat(3))
    assert invariants(after) == ()
    state = play(new_game(2, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    after = joined(roll(state, 4), 0)
    assert after.rolloff == ((Seat(1), 4), (Seat(2), None), (A, None))
    assert joined(new_game(2), 2).stage is Stage.SETUP


@pytest.mark.parametrize("state", [duel(), replace(duel(), stage=Stage.OVER, phase=0)])
def test_x13_nobody_joins_once_the_fight_is_on(state):
    assert joined(state, 1) is None
    assert Cell(0, 0) in {piece.cell for piece in state.players[A].monster}
