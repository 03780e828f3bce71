"""Why not? What would make a refused action legal; worked out only when somebody asks.

Switches, one action that may be declared now, and facts that the table could put right are tried on
the match itself: an answer is what was seen to work. The state holds no hidden fact, and no card is
tried that the action does not name and the game does not offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from itertools import islice, product
from typing import Any, Final, get_args, get_type_hints

from companion.core import switches
from companion.core.actions import LOG_ACTIONS, Action, Roll, SetSwitch
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, WordError

MOST: Final = 3  # So many answers are given

EACH: Final = 8  # So many actions of one kind are tried

NEAR: Final = 500  # So many facts of one kind are tried, most of them impossible

NUMBERS: Final = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5)  # By so much a number may be off to be near

Try = tuple[tuple[Action, ...], Callable[[Any], str], str]
"""Actions of one kind, the likeliest first; what is said of one; of all of them, if all help."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What makes a refused action legal."""

    actions: tuple[Action, ...]  # to be declared before it, in this order
    text: str  # what that means, for people


def why_not(match: Match[Any], action: Action) -> tuple[Answer, ...]:
    """Return what would make a refused action legal, the shortest first, three answers at most."""
    if isinstance(action, LOG_ACTIONS) or match.judge(action).legal:
        return ()
    found: list[Answer] = []
    for actions, text, whole in (*_switches(match), *_steps(match, action), *_near(match, action)):
        helping = (one for one in actions if _helps(match, one, action))
        first = next(helping, None)
        if first is not None:
            every = whole and len([first, *helping]) == len(actions)
            found.append(Answer((first,), whole if every else text(first)))
    return tuple(sorted(found, key=lambda one: len(one.text))[:MOST])


def _helps(match: Match[Any], first: Action, wanted: Action) -> bool:
    verdict = match.judge(first)
    return verdict.legal and match.apply(first, verdict).judge(wanted).legal


def _switches(match: Match[Any]) -> Iterator[Try]:
    """Each switch of the game with its other values."""
    game, house = match.game, match.game.house_of(match.state)
    for spec in switches.specs(game.house, game.prefix):
        values = switches.others(house, game.prefix, spec.name)
        yield (
            tuple(SetSwitch(None, spec.name, value) for value in values),
            lambda one: tr("allowed with {name} = {value}", name=one.name, value=one.value),
            "",
        )


def _steps(match: Match[Any], wanted: Action) -> Iterator[Try]:
    """Whatever may be declared now: the roll that is open, and each option."""

    def text(one: Action) -> str:
        after = match.apply(one).state
        return tr("allowed after: {told}", told=match.game.tell(match.state, one, after))

    pending = match.pending()
    if isinstance(pending, RollRequest):
        rolls = tuple(Roll(pending.roller, tuple(dice)) for dice in _shown(pending.kinds))
        yield rolls, text, tr("allowed after the roll")
    for option in match.game.options(match.state):
        likely = sorted(option.instances, key=lambda one: -len(_things(one) & _things(wanted)))
        yield tuple(likely[:EACH]), text, tr("allowed after “{text}”", text=option.text)


def _shown(kinds: tuple[str, ...]) -> Iterator[Iterator[DieFace]]:
    """Every face, the same on all dice."""
    for at in range(max(len(FACES[kind]) for kind in kinds)):
        yield (DieFace(kind, FACES[kind][at % len(FACES[kind])]) for kind in kinds)


# ---------------------------------------------------------------- facts that are nearly so


def _near(match: Match[Any], wanted: Action) -> Iterator[Try]:
    """Each verb by which the table puts a fact right (X-7), said of what the action is about."""
    about = _things(wanted)
    for kind in match.game.actions:
        if issubclass(kind, Verb) and kind.near:
            values = product(*(_values(hint, about) for hint in _hints(kind)))
            yield (
                tuple(kind(None, *some) for some in islice(values, NEAR)),
                lambda one: tr("allowed if {near}", near=tr(one.near, **one.gaps(match.state))),
                "",
            )


@cache
def _hints(kind: type[Action]) -> tuple[Any, ...]:
    """Return the types of a verb's fields, the actor's aside."""
    hints = get_type_hints(kind)
    return tuple(hints[one.name] for one in fields(kind)[1:])


def _values(hint: Any, about: frozenset[Any]) -> tuple[Any, ...]:
    """Return what may stand in a field of this type where an action is about these things."""
    if kinds := get_args(hint):
        return (None, *(one for one in _values(kinds[0], about) if one in about))
    if hint is int:
        return NUMBERS
    if hint is Seat:
        return tuple(sorted(one for one in about if isinstance(one, int)))
    cards = sorted(one for one in about if type(one) is str) or [UNNAMED]
    if hint is CardId:
        return tuple(cards)
    if named := tuple(one for one in about if isinstance(one, hint)):
        return named
    if issubclass(hint, StrEnum):
        return tuple(hint)
    with suppress(WordError):
        return tuple(hint.parse(card) for card in cards)
    return ()


def _things(action: Action) -> frozenset[Any]:
    """Return what an action names: seats, cards, whatever else; several of a list one by one."""
    found: set[Any] = {action.actor}
    for one in fields(action)[1:]:
        value = getattr(action, one.name)
        for single in value if isinstance(value, tuple) else (value,):
            found |= {single, getattr(single, "card", None)}
    return frozenset(found - {None})
