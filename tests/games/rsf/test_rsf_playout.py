"""Whole games at random: what holds after every step, in every game (RSF-I1 to I8, INV-4)."""

from __future__ import annotations

from collections import Counter

import pytest
from rsf_play import findings, new_game, playout

from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.core.sheet import plain
from companion.core.words import UNNAMED
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import FIGHT, Result
from models.workshop.invariants import invariants

pytestmark = pytest.mark.slow

GAMES = [(seed, seats) for seed, seats in enumerate([2, 3, 4, 5, 6, 2, 3, 6])]


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()
    assert after.phase >= before.phase  # INV-9
    assert after.sd_round >= before.sd_round
    destroyed = len(after.destroyed) - len(before.destroyed)
    assert destroyed == isinstance(action, act.Destroy)  # RSF-I4
    assert after.destroyed[: len(before.destroyed)] == before.destroyed
    if isinstance(action, act.Dodge):
        assert before.phase >= int(before.house.dodge_from)  # RSF-I7
    if isinstance(action, act.Rearrange):  # RSF-I5
        for old, new in zip(before.players, after.players, strict=True):
            assert kept(old) == kept(new)
    elif not isinstance(action, act.Move | act.Swap):
        locked(before, after)


def kept(player):
    return Counter((piece.card, piece.mode) for piece in player.monster)


def locked(before, after):
    """RSF-I8: a piece that stays in a monster stays in its cell."""
    if before.stage not in FIGHT or not before.full:
        return
    for old, new in zip(before.players, after.players, strict=True):
        where = {piece.cell: piece.card for piece in old.monster}
        for piece in new.monster:
            assert where.get(piece.cell, piece.card) == piece.card
        moved = {piece.cell for piece in new.monster} - set(where)
        assert len(moved) <= 1


@pytest.mark.parametrize(("seed", "seats"), GAMES)
@pytest.mark.parametrize("depth", list(Depth))
def test_rsf_i1_to_i8_hold_in_random_games(seed, seats, depth):
    for before, action, after in playout(new_game(seats, depth), seed, 1500):
        sound(before, action, after)


def test_complete_options_leave_nothing_out():
    """Among all destroy, attack, force and remove actions only those offered are legal."""
    state = new_game(3)
    seen = set()
    for before, _, _ in playout(state, 5, 600):
        for option in GAME.options(before):
            if option.complete and option.verb in {"attack", "destroy", "force", "remove"}:
                seen.add(option.verb)
                assert everything(before, option) == set(option.instances)
    assert {"attack", "destroy"} <= seen


def everything(state, option):
    kind = type(option.instances[0])
    seat = option.actor
    if option.verb in {"attack", "force"}:
        tried = [kind(seat, other) for other in range(len(state.players))]
    else:
        tried = [
            kind(seat, type(option.instances[0].piece)(piece.card, cell))
            for piece in state.players[seat].monster
            for cell in (None, piece.cell)
        ]
    copies = Counter(piece.card for piece in state.players[seat].monster)
    legal = {action for action in tried if not findings(state, action)}
    if option.verb in {"destroy", "remove"}:  # the shortest name of each piece
        legal = {a for a in legal if (a.piece.cell is None) == (copies[a.piece.card] == 1)}
    return legal


def test_all_that_can_happen_happens():
    """The random games reach every verb that play can reach, every result and Sudden Death."""
    verbs, results = Counter(), set()
    for seed, depth in [(n, Depth.FULL) for n in range(10)] + [(3, Depth.LIGHT)]:
        for before, action, _after in playout(new_game(2 + seed % 4, depth), seed, 1500):
            verbs[action.verb] += 1
            if before.result:
                results.add(before.result)
    by_hand = {"take", "stalemate", "adjust-card", "adjust-score", "adjust-actions"}
    assert {kind.verb for kind in GAME.actions} - set(verbs) <= by_hand
    assert results == set(Result)


def test_inv6_a_hidden_hand_is_counted_and_never_named():
    """What a hidden card is shows nowhere: not in actions, options, view, history or score."""
    state = new_game(6, switches={"rsf.hand": "hidden"})
    drawn = 0
    for before, action, after in playout(state, 2, 900):
        if before.stage in FIGHT and isinstance(action, act.Draw):
            drawn += 1
            assert action.card == UNNAMED
            assert "a card" in GAME.tell(before, action, after)
        if isinstance(GAME.pending(after), RollRequest) or not after.phase:
            continue
        for player, block in zip(after.players, GAME.sheet(after).blocks, strict=True):
            named = plain(block.foot).partition(": ")[2].split()
            assert len(named) == len(player.hand) - player.hand.count(UNNAMED)
            assert UNNAMED not in named
    assert drawn > 20
