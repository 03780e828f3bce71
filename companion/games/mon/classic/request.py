"""What the game waits for. Classic and Arena have no dice, so it is always somebody's word."""

from __future__ import annotations

from typing import assert_never

from companion.core.texts import tr
from companion.core.verdict import Question
from companion.games.mon.classic.actions import Pass, Yield
from companion.games.mon.classic.state import DEALT, HIDDEN, Fight, Mode, Stage, State
from companion.games.mon.classic.table import total


def pending(state: State) -> Question | None:
    """The answer without which play does not go on."""
    seat, name = state.turn, state.name(state.turn)
    match state.stage:
        case Stage.SETUP:
            return _setup(state)
        case Stage.DEAL:
            return _deal(state)
        case Stage.DRAW:
            return Question(
                seat, tr("{name}, which card do you take?", name=name), "MON-C6", ("draw",)
            )
        case Stage.BUILD:
            return _build(state)
        case Stage.VERIFY:
            return _verify(state)
        case Stage.CHALLENGE | Stage.FLIP | Stage.REINFORCE:
            return _fight(state, state.fought)
        case Stage.PRIZE:
            text = tr("{name}, which Dragon card do you take?", name=name)
            return Question(seat, text, "MON-C20", ("take-dragon",))
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)


def _setup(state: State) -> Question:
    if not state.deck:
        text = tr("How many cards does the deck have, the Dragon cards set aside?")
        return Question(None, text, "MON-C4", ("deck",))
    for seat in state.order:
        if state.players[seat].faction is None:
            text = tr("{name}, which faction will you destroy?", name=state.name(seat))
            return Question(seat, text, "MON-C2", ("faction",))
    return Question(None, tr("Who is the youngest?"), "MON-C6", ("youngest", "faction"))


def _deal(state: State) -> Question:
    waiting = next((seat for seat in state.order if not state.players[seat].dealt), state.turn)
    text = tr(
        "{name}, which {dealt} cards? Say {hidden} for a Power or Spell card",
        name=state.name(waiting),
        dealt=DEALT,
        hidden=HIDDEN,
    )
    return Question(waiting, text, "MON-C5", ("dealt",))


def _build(state: State) -> Question:
    name = state.name(state.turn)
    if state.mode is Mode.ARENA:
        text = tr("{name}, build, enter or meet the Arena, or end the turn", name=name)
        verbs = ("rearrange", "enter-arena", "meet-arena", "end-turn", "draw")
        return Question(state.turn, text, "MON-A2", verbs)
    text = tr("{name}, build, challenge somebody, or end the turn", name=name)
    return Question(state.turn, text, "MON-C10", ("rearrange", "challenge", "end-turn", "draw"))


def _verify(state: State) -> Question:
    claim = state.claimed
    text = tr("Is {name}'s monster complete", name=state.name(claim.seat))
    if state.mode is Mode.CLASSIC and claim.target is not None:
        text += tr(", and is {name} able to build one", name=state.name(claim.target))
    return Question(None, f"{text}?", "MON-C12a", ("complete",))


def _fight(state: State, fight: Fight) -> Question:
    attacker, defender = (state.name(side.seat) for side in fight.sides)
    if state.stage is Stage.CHALLENGE:
        if fight.refused:
            text = tr(
                "{attacker}, build a monster from {defender}'s cards",
                attacker=attacker,
                defender=defender,
            )
            return Question(fight.attacker.seat, text, "MON-C12", ("build-for",))
        text = tr("{defender}, build a complete monster and say ready", defender=defender)
        return Question(fight.defender.seat, text, "MON-C11", ("ready", "rearrange", "refuse"))
    if state.stage is Stage.FLIP:
        return _flip(state, fight)
    return _reinforce(state, fight)


def _flip(state: State, fight: Fight) -> Question:
    if state.full:
        return Question(None, tr("Flip both monsters"), "MON-C13", ("flip",))
    waiting = next((side for side in fight.sides if side.points is None), fight.attacker)
    text = tr(
        "{name}, flip your monster: how many points, how many cards?", name=state.name(waiting.seat)
    )
    return Question(waiting.seat, text, "MON-C13", ("flip",))


def _reinforce(state: State, fight: Fight) -> Question:
    side = fight.side(fight.reinforces)
    own, theirs = total(state, fight, side), total(state, fight, fight.other(side.seat))
    leave = Yield.verb if fight.acted else Pass.verb
    text = tr(
        "{name}, {own} against {theirs}: reinforce, or {leave}",
        name=state.name(side.seat),
        own=own,
        theirs=theirs,
        leave=leave,
    )
    return Question(side.seat, text, "MON-C15a", ("power", "spell", leave))
