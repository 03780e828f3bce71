"""Steps of a game: one for each action in effect, with the state that it led to.

A step knows the one before it, and never changes. So what several versions of a game have in common
they share: undo goes back to a step that is still there, redo to one that is not forgotten, and a
correction makes new steps only from the corrected action on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile
from typing import Final, Generic, TypeVar

from companion.core import switches
from companion.core.actions import (
    Action,
    CallOff,
    Claim,
    Join,
    Leave,
    Lighten,
    NewCard,
    Roll,
    Ruling,
    SetSwitch,
    Void,
)
from companion.core.dice import DieFace
from companion.core.findings import YES, Findings, against
from companion.core.game import Depth, Game, setup_of
from companion.core.new_card import add_card
from companion.core.people import carry_out, place_of
from companion.core.seats import Seat
from companion.core.texts import tr

S = TypeVar("S")

NO_LICENCE: Final[frozenset[str]] = frozenset()

LATEST: Final = 500  # So many actions are looked at to learn what people did lately

BEGINNING: Final = Action(None)  # Stands in the first step, which no action made


@dataclass(frozen=True, slots=True)
class Held:
    """Dice that were thrown and then undone; they answer the roller's next like request (X-6)."""

    # the number under which they first entered the log; below 0 for dice that a correction added
    reading: int
    roller: Seat | None  # who threw them
    dice: tuple[DieFace, ...]  # what they showed

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the dice, sorted."""
        return tuple(sorted(die.kind for die in self.dice))


@dataclass(frozen=True, slots=True, eq=False)
class Step(Generic[S]):
    """One effective action and what it led to. Two steps are equal only when they are the same."""

    # the action's place in the log; 0 for the first step, which stands before all actions. Steps
    # that a correction put in the place of one action share its number.
    number: int
    action: Action  # what was declared or shown
    state: S  # the state after it
    licence: frozenset[str] = NO_LICENCE  # rules that a ruling lifts for the next action
    # the step before it; None for the first one
    before: Step[S] | None = field(default=None, repr=False)
    # the step that undo goes back to: `before`, or what a correction has corrected
    back: Step[S] | None = field(default=None, repr=False)
    took: Held | None = None  # the undone throw that the action used up, if it did
    # rules that were passed over without a ruling, when the action was forced
    lifted: frozenset[str] = NO_LICENCE

    @property
    def reading(self) -> int:
        """The throw that the action uses up, 0 when it uses none.

        For a roll it is the number under which its dice first entered the log, for a void the
        throw that it drops.
        """
        if self.took is not None:
            return self.took.reading
        return self.number if isinstance(self.action, Roll) else 0

    @property
    def seats(self) -> tuple[str, ...]:
        """Names after it, clockwise, those who left too."""
        return setup_of(self.state).seats

    @property
    def origin(self) -> Step[S]:
        """The step before it. Do not ask the first step."""
        assert self.before is not None  # noqa: S101 - every action has a step before it
        return self.before

    def newest(self) -> Iterator[Step[S]]:
        """Go back through the steps that actions made, this one first."""
        step = self
        while step.before is not None:
            yield step
            step = step.before

    def latest(self, most: int = LATEST) -> tuple[Step[S], ...]:
        """Return the last steps, oldest first, so many at most."""
        return tuple(islice(self.newest(), most))[::-1]

    def since(self, number: int) -> tuple[Step[S], ...]:
        """Return the steps made by actions from `number` on, oldest first."""
        return tuple(takewhile(lambda step: step.number >= number, self.newest()))[::-1]


def take_step(
    game: Game[S],
    before: Step[S],
    number: int,
    action: Action,
    took: Held | None = None,
    lifted: frozenset[str] = NO_LICENCE,
) -> Step[S]:
    """Carry out an action that was checked; a ruling licenses exactly the next game action."""
    state, licence = before.state, before.licence
    match action:
        case Ruling(rules=rules):
            licence |= frozenset(rules)
        case SetSwitch(name=name, value=value):
            house = switches.choose(game.house_of(state), game.prefix, {name: value})
            state = game.rehouse(state, house)
        case Lighten():
            state = _lighten(game, state)
        case Leave() | Join() | CallOff():
            state = carry_out(game, state, action)
        case NewCard():
            state = add_card(game, state, action)
        case Void():
            pass  # only the dice are gone
        case _:
            done = as_roll(action)
            if licence and game.apply_ruled is not None:
                state = game.apply_ruled(state, done, licence)
            else:
                state = game.apply(state, done)
            licence = NO_LICENCE
    return Step(number, action, state, licence, before, before, took, lifted)


def _lighten(game: Game[S], state: S) -> S:
    """Return the state in light depth; a correction may have ended the game before (X-10)."""
    light = game.depth_of(state) is Depth.LIGHT
    return state if light or game.view(state).over else game.lighten(state)


def as_roll(action: Action) -> Action:
    """Return what the game gets: an early roll that is taken up is a roll."""
    return Roll(action.actor, action.dice) if isinstance(action, Claim) else action


def differences(old: Step[S], new: Step[S]) -> tuple[tuple[Step[S], ...], tuple[Step[S], ...]]:
    """Return the steps that only the old moment of a game has, and those that only the new one has.

    Both are oldest first. It takes as long as what differs.
    """
    gone: list[Step[S]] = []
    come: list[Step[S]] = []
    while old is not new:
        if old.number >= new.number:
            if old.before is None:
                break  # two games that were played apart share nothing
            gone.append(old)
            old = old.before
        else:
            come.append(new)
            new = new.origin
    return tuple(reversed(gone)), tuple(reversed(come))


# ---------------------------------------------------------------- throws that undo took back


def held_after(held: Sequence[Held], old: Step[S], new: Step[S]) -> tuple[Held, ...]:
    """Return the throws that are held once the game goes from one step to another.

    A throw is held from when the roll that used it up leaves the game until another takes it.

    Args:
        held: what is held at the old step, in the order of the throws.
        old: the step left.
        new: the step taken.
    """
    gone, come = differences(old, new)
    found = {one.reading: one for one in held}
    for step in reversed(gone):
        throw = thrown(step)
        found |= {} if throw is None else {throw.reading: throw}
        found = {one.reading: one for one in reseated(tuple(found.values()), step, -1)}
    for step in come:
        found.pop(step.reading, None)
        found = {one.reading: one for one in reseated(tuple(found.values()), step, 1)}
    return tuple(found[reading] for reading in sorted(found))


def reseated(held: tuple[Held, ...], step: Step[S], by: int) -> tuple[Held, ...]:
    """Return held throws with their rollers' seats once somebody joins, or has not joined (X-13)."""
    if not isinstance(step.action, Join):
        return held
    place = place_of(step.action, step.origin.seats)
    return tuple(
        replace(one, roller=Seat(one.roller + by)) if one.roller is not None and one.roller >= place else one
        for one in held
        if by > 0 or one.roller != place
    )


def thrown(step: Step[S]) -> Held | None:
    """Return the throw that a step used up; None when it used none."""
    match step.action:
        case Roll(actor=roller, dice=dice):
            return Held(step.reading, roller, dice)
        case _:
            return step.took


def taken_by(held: Sequence[Held], action: Action) -> Held | None:
    """Return the held throw that a roll or void uses up: the oldest of these dice by this seat."""
    match action:
        case Roll(actor=roller, dice=dice):
            return oldest(held, roller, tuple(die.kind for die in dice))
        case Void(actor=roller, kinds=kinds):
            return oldest(held, roller, kinds)
        case _:
            return None


def oldest(held: Sequence[Held], roller: Seat | None, kinds: Sequence[str]) -> Held | None:
    """Return the oldest throw of these dice, in any order, by this seat."""
    wanted = tuple(sorted(kinds))
    return next((one for one in held if one.roller == roller and one.kinds == wanted), None)


def check_faces(held: Held | None, action: Roll) -> Findings:
    """Say what is wrong with a roll of dice that were thrown already (X-6)."""
    if held is None or sorted(held.dice) == sorted(action.dice):
        return YES
    shown = " ".join(die.word() for die in held.dice)
    text = tr("this roll was made already and showed {shown}; enter that, or void it first", shown=shown)
    return against("X-6", text)
