"""Why not? What would make a refused action legal; worked out only when somebody asks.

Switches, one action that may be declared now, and facts that the table could put right are tried on
the match itself: an answer is what was seen to work. The state holds no hidden fact, and no card is
tried that the action does not name and the game does not offer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from itertools import islice, product
from typing import Any, Final, get_args, get_type_hints

from companion.core import switches
from companion.core.actions import LOG_ACTIONS, Action, Roll, SetSwitch
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.game import Option
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, WordError

MOST: Final = 3
"""So many answers are given."""

EACH: Final = 8
"""So many actions of one kind are tried."""

NEAR: Final = 500
"""So many facts of one kind are tried, most of them impossible."""

NUMBERS: Final = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5)
"""By so much a number may be off to be near."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What makes a refused action legal.

    Attributes:
        actions: to be declared before it, in this order.
        text: what that means, for people.
    """

    actions: tuple[Action, ...]
    text: str


@dataclass(frozen=True, slots=True)
class _Try:
    """Actions of one kind, any of which may help.

    Attributes:
        actions: the likeliest first.
        text: of an answer with one of them.
        whole: of an answer where all of them help; empty when one is enough.
    """

    actions: tuple[Action, ...]
    text: Callable[[Action], str]
    whole: str = ""


def why_not(match: Match[Any], action: Action) -> tuple[Answer, ...]:
    """Return what would make a refused action legal, the shortest first, three answers at most."""
    if isinstance(action, LOG_ACTIONS) or match.judge(action).legal:
        return ()
    tries = (*_switches(match), *_steps(match, action), *_near(match, action))
    found = [answer for one in tries if (answer := _answer(match, action, one)) is not None]
    return tuple(sorted(found, key=lambda one: (len(one.actions), len(one.text)))[:MOST])


def _answer(match: Match[Any], wanted: Action, one: _Try) -> Answer | None:
    helping = (action for action in one.actions if _helps(match, wanted, action))
    first = next(helping, None)
    if first is None:
        return None
    every = one.whole and len([first, *helping]) == len(one.actions)
    return Answer((first,), one.whole if every else one.text(first))


def _helps(match: Match[Any], wanted: Action, first: Action) -> bool:
    verdict = match.judge(first)
    return verdict.legal and match.apply(first, verdict).judge(wanted).legal


def _switches(match: Match[Any]) -> Iterator[_Try]:
    """Each switch of the game with its other values."""
    game = match.game
    house = game.house_of(match.state)
    for spec in switches.specs(game.house, game.prefix):
        values = switches.others(house, game.prefix, spec.name)
        yield _Try(tuple(SetSwitch(None, spec.name, value) for value in values), _with)


def _with(action: Action) -> str:
    assert isinstance(action, SetSwitch)  # noqa: S101 - nothing else is tried there
    return tr("allowed with {name} = {value}", name=action.name, value=action.value)


# ---------------------------------------------------------------- one action before it


def _steps(match: Match[Any], wanted: Action) -> Iterator[_Try]:
    """Whatever may be declared now: the roll that is open, and each option."""

    def text(action: Action) -> str:
        after = match.apply(action).state
        return tr("allowed after: {told}", told=match.game.tell(match.state, action, after))

    pending = match.pending()
    if isinstance(pending, RollRequest):
        yield _Try(tuple(_rolls(match, pending)), text, tr("allowed after the roll"))
    for option in match.game.options(match.state):
        likely = sorted(option.instances, key=lambda one: -len(_things(one) & _things(wanted)))
        yield _Try(tuple(likely[:EACH]), text, _after(match, option, wanted))


def _rolls(match: Match[Any], request: RollRequest) -> Iterator[Action]:
    """Each face of the open roll, the same on all its dice; held dice show what they showed."""
    held = match.held()
    if held is not None:
        yield Roll(held.roller, held.dice)
        return
    for at in range(EACH):
        faces = tuple(DieFace(kind, FACES[kind][at % len(FACES[kind])]) for kind in request.kinds)
        yield Roll(request.roller, faces)


def _after(match: Match[Any], option: Option, wanted: Action) -> str:
    if option.actor is None or option.actor == wanted.actor:
        return tr("allowed after “{text}”", text=option.text)
    name = match.seats[option.actor]
    return tr("allowed after “{text}” by {name}", text=option.text, name=name)


# ---------------------------------------------------------------- facts that are nearly so


def _near(match: Match[Any], wanted: Action) -> Iterator[_Try]:
    """Each verb by which the table puts a fact right (X-7), said of what the action is about."""
    about = _things(wanted)

    def text(action: Action) -> str:
        assert isinstance(action, Verb)  # noqa: S101 - nothing else is tried there
        return tr("allowed if {near}", near=tr(action.near, **action.gaps(match.state)))

    for kind in match.game.actions:
        if issubclass(kind, Verb) and kind.near:
            values = product(*(_values(hint, about) for hint in _hints(kind)))
            yield _Try(tuple(kind(None, *some) for some in islice(values, NEAR)), text)


@cache
def _hints(kind: type[Action]) -> tuple[Any, ...]:
    """Return the types of a verb's fields, the actor's aside."""
    hints = get_type_hints(kind)
    return tuple(hints[one.name] for one in fields(kind)[1:])


def _values(hint: Any, about: frozenset[Any]) -> tuple[Any, ...]:
    """Return what may stand in a field of this type where an action is about these things."""
    kinds = get_args(hint)
    if kinds:
        return (None, *_values(kinds[0], about))
    if hint is int:
        return NUMBERS
    if hint is Seat:
        return tuple(sorted(one for one in about if isinstance(one, int)))
    cards = sorted(one for one in about if type(one) is str) or [UNNAMED]
    if hint is CardId:
        return tuple(cards)
    named = {one for one in about if isinstance(one, hint)}
    return tuple(named or (hint if issubclass(hint, StrEnum) else _parsed(hint, cards)))


def _parsed(hint: Any, cards: Iterable[str]) -> Iterator[Any]:
    """Return what calls the same cards in another way."""
    for card in cards:
        with suppress(WordError):
            yield hint.parse(card)


def _things(action: Action) -> frozenset[Any]:
    """Return what an action names: seats, cards, whatever else; several of a list one by one."""
    found: set[Any] = {action.actor}
    for one in fields(action)[1:]:
        value = getattr(action, one.name)
        for single in value if isinstance(value, tuple) else (value,):
            found |= {single, getattr(single, "card", None)}
    return frozenset(found - {None})
