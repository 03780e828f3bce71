"""The rules as data: every id that code cites stands there, with status, source and switch."""

from __future__ import annotations

from games_play import new_match
from rsf_kit import A, B, ref

from companion.core.actions import Roll, Ruling
from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Stage
from models.workshop.invariants import invariants

# ---------------------------------------------------------------- verdicts


def test_two_actions_in_phase_2_and_a_third_by_ruling():
    match = new_match("rsf", Depth.FULL, 2)
    match = to_phase(match, 2)
    seat = match.state.turn
    other = B if seat == A else A
    for _ in range(2):
        match = missed(match.apply(act.Attack(seat, other)), other)
    third = act.Attack(seat, other)
    assert match.check(third).message() == (
        "Not allowed: Phase 2 allows 2 actions, both used (RSF-F3)"
    )
    match = match.apply(Ruling(None, ("RSF-F3",), "agreed before the game"))
    assert match.check(third).legal
    match = missed(match.apply(third), other)
    assert (match.state.actions_used, match.state.beyond) == (3, 1)
    assert not match.check(third).legal
    assert invariants(match.state) == ()


def missed(match, other):
    match = match.apply(Roll(match.state.turn, (DieFace("d10", "1"),)))
    if match.state.stage is Stage.HIT:
        piece = match.state.players[other].monster[0]
        match = match.apply(act.Destroy(other, ref(f"{piece.card}@{piece.cell.word()}")))
    return match


def to_phase(match, phase):
    """The shortest way into a Phase: everybody connects all cards and nobody attacks."""
    verbs = ("mixed", "starter", "mulligan", "draw", "connect", "done", "mode", "confirm")
    while match.state.phase < phase or match.state.stage is not Stage.BEFORE:
        options = {option.verb: option.instances[0] for option in GAME.options(match.state)}
        state = match.state
        if state.stage is Stage.SET:
            verbs = ("confirm", "mode")
        if state.phase and state.stage is Stage.BEFORE:
            verbs = ("end-turn",)
        elif state.phase:
            verbs = ("draw",)
        match = match.apply(next(options[verb] for verb in verbs if verb in options))
    return match
