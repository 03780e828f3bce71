"""Two cards each, and the roll-off that finds the starter or breaks the tie at the end (MD-S)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.core.dice import SCULPTED, DieFace
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.games.md.flow import begin_round
from companion.games.md.state import DEALT, LastRoll, Stage, State, Throws
from companion.games.md.words import KINDS


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """Everybody has drawn two cards."""

    verb, example, rule = "dealt", "table: dealt", "MD-S2"
    menu, said = later("Everybody has two cards"), later("Everybody draws two cards")
    when, wrong = frozenset({Stage.SETUP}), later("the first cards are dealt already")
    by_table = certain = True

    def apply(self, state: State) -> State:
        """Two cards each; then everybody rolls off."""
        players = tuple(replace(one, hand=one.hand + DEALT) for one in state.players)
        return replace(
            state,
            players=players,
            deck=state.deck - DEALT * len(players),
            stage=Stage.ROLLOFF,
            rolloff=(unthrown(state.order),),
        )


def unthrown(seats: Iterable[Seat]) -> Throws:
    """A round of a roll-off in which nobody has rolled."""
    return tuple((seat, None) for seat in seats)


def contender(state: State) -> Seat | None:
    """Who is to roll next in a roll-off, one player at a time; None outside of one."""
    newest = state.rolloff[-1] if state.rolloff else ()
    return next((seat for seat, total in newest if total is None), None)


def thrower(state: State) -> Seat:
    """Who is to roll next, in a roll-off."""
    seat = contender(state)
    assert seat is not None  # noqa: S101 - in a roll-off somebody is still to roll
    return seat


def worth(face: str) -> int:
    """What a face adds to a sum, or counts in a triple: a sculpted side is a 1 (MD-S3, MD-I2)."""
    return 1 if face == SCULPTED else int(face)


def roll_off(state: State, dice: tuple[DieFace, ...]) -> State:
    """One player's six dice in a roll-off; after the last one it is decided or goes on."""
    seat = thrower(state)
    total = sum(worth(die.face) for die in dice)
    throws = tuple((who, total if who == seat else old) for who, old in state.rolloff[-1])
    rule, outcome = _rule(state), tr("sum {total}", total=total)
    last = LastRoll(seat, in_order(dice), later("roll-off"), outcome, rule)
    state = replace(state, rolloff=(*state.rolloff[:-1], throws), last_roll=last)
    return state if contender(state) is not None else _decide(state)


def in_order(dice: Iterable[DieFace]) -> tuple[DieFace, ...]:
    """Dice of a roll in pool order, whatever order they were read in."""
    return tuple(sorted(dice, key=lambda die: (KINDS.index(die.kind), die.face)))


def _rule(state: State) -> str:
    return "MD-S3" if state.stage is Stage.ROLLOFF else "MD-Z3"


def leaders(throws: Throws) -> tuple[Seat, ...]:
    """Who rolled the highest sum of a round."""
    best = max(total for _, total in throws if total is not None)
    return tuple(seat for seat, total in throws if total == best)


def _decide(state: State) -> State:
    """The highest begins; tied players alone roll again (MD-S3a)."""
    first = leaders(state.rolloff[-1])
    if len(first) > 1:
        return replace(state, rolloff=(*state.rolloff, unthrown(first)))
    if state.stage is Stage.FINAL_ROLL:
        return replace(state, stage=Stage.OVER)
    return begin_round(replace(state, starter=first[0], rolloff=()))
