"""What the game waits for: the dice of one roll, or one player's choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.core.dice import DieSpec, RollRequest
from companion.core.texts import later, tr
from companion.core.verdict import Question
from companion.games.md.answers import answered_by, declared_text
from companion.games.md.counting import uncounted
from companion.games.md.setup import thrower
from companion.games.md.state import Stage, State
from companion.games.md.table import spot
from companion.games.md.turn import to_throw
from companion.games.md.words import KINDS, DieId


def pending(state: State) -> RollRequest | Question | None:
    """The roll or the choice without which play does not go on."""
    match state.stage:
        case Stage.ROLLOFF | Stage.FINAL_ROLL:
            return _rolloff(state)
        case Stage.ROLL | Stage.REROLLING | Stage.STOLEN:
            return _roll(state)
        case _:
            return _choice(state)


def _specs(kinds: Iterable[str]) -> tuple[DieSpec, ...]:
    counted = Counter(kinds)
    return tuple(DieSpec(kind, counted[kind]) for kind in KINDS if counted[kind])


def _rolloff(state: State) -> RollRequest:
    seat = thrower(state)
    if state.stage is Stage.FINAL_ROLL:
        purpose, rule = tr("Tie for the first place: the highest sum wins"), "MD-Z3"
    elif len(state.rolloff) > 1:
        purpose, rule = tr("Roll-off again, the tied alone: the highest sum begins"), "MD-S3a"
    else:
        purpose, rule = tr("Roll-off: the highest sum begins"), "MD-S3"
    best = max((total for _, total in state.rolloff[-1] if total is not None), default=0)
    needs = tr("a sculpted side counts 1")
    if best:
        needs += tr("; {best} is the highest so far", best=best)
    return RollRequest(seat, _specs(KINDS), purpose, rule, needs)


def _roll(state: State) -> RollRequest:
    dice = to_throw(state)
    specs = _specs(die.kind for die in dice)
    away = elsewhere(state, [die.id for die in dice])
    needs = ""
    match state.stage:
        case Stage.REROLLING:
            purpose, rule = tr("Re-roll: the dice chosen"), "MD-C5"
        case Stage.STOLEN:
            purpose, rule = tr("The stolen {die}, by itself", die=dice[0].said), "MD-E3a"
        case _:
            name, rule, needs = state.name(state.turn), "MD-T2", _needs(state)
            purpose = tr("Turn roll: all dice of {name}'s pool", name=name)
    return RollRequest(state.turn, specs, purpose, rule, needs, away)


def _needs(state: State) -> str:
    ill = [die.said for die in state.active.infirmary]
    if not ill:
        return ""
    return tr("three equal numbers bring a die back: {ill} in the infirmary", ill=", ".join(ill))


def elsewhere(state: State, wanted: list[DieId]) -> tuple[tuple[str, str], ...]:
    """Where the roller's own dice are that do not belong to the roll."""
    found: list[tuple[str, str]] = []
    for kind in KINDS:
        mine = DieId(kind, state.turn)
        if mine in wanted:
            continue
        at = spot(state, mine)
        name = state.name(at.seat)
        if at.infirmary:
            found.append((kind, tr("it is in {name}'s infirmary (MD-I1)", name=name)))
        elif at.seat != state.turn:
            found.append((kind, tr("it is in {name}'s pool (MD-E3)", name=name)))
        else:
            found.append((kind, tr("it is not among the dice to be rolled (MD-T3)")))
    return tuple(found)


_ASKS = {
    Stage.DRAW: (later("{name}, draw a card"), "MD-T1", ("draw",)),
    Stage.REROLL: (later("{name}, two Die'vil: roll dice again?"), "MD-C5", ("reroll", "skip")),
    Stage.TRIPLE: (later("{name}, which die comes back from the infirmary?"), "MD-I2", ("free",)),
    Stage.DEMOLITION: (
        later("{name}, Die-molition: look at all hands and take a card from each?"),
        "MD-X1",
        ("demolish", "skip"),
    ),
}
"""What the player in turn is asked: the text, its rule, and the verbs that answer it."""


def _choice(state: State) -> Question | None:
    match state.stage:
        case Stage.SETUP:
            return Question(None, tr("Everybody draws two cards"), "MD-S2", ("dealt",))
        case Stage.COUNTER:
            return _answer(state)
        case Stage.SCORING:
            return _counting(state)
        case stage if stage in _ASKS:
            text, rule, verbs = _ASKS[stage]
            return Question(state.turn, tr(text, name=state.name(state.turn)), rule, verbs)
        case _:
            return None


def _answer(state: State) -> Question:
    """Everybody is asked in the same words, whatever they hold (MD-K6)."""
    seat, declared = answered_by(state)
    text = tr("{name}, play a card against it or allow?", name=state.name(seat))
    text = f"{declared_text(state, declared)}. {text}"
    return Question(seat, text, "MD-K6", ("counter", "allow"))


def _counting(state: State) -> Question:
    waiting = uncounted(state)
    if not waiting:
        return Question(None, tr("Who has the Dimwit?"), "MD-K7", ("dimwit",))
    seat, name = waiting[0], state.name(waiting[0])
    if state.full:
        return Question(seat, tr("{name}, lay the hand open", name=name), "MD-Z2", ("show",))
    text = tr("{name}, points of the point cards in hand?", name=name)
    return Question(seat, text, "MD-Z2", ("total",))
