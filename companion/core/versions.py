"""Versions of a game: what is in effect, kept so that many versions share what they have in common.

A version is the one before it and one effective action more. Its state is the fold of these
actions; states are remembered for the newest versions and for every 64th, and any other is folded
again from the nearest one when it is asked for. So a long game costs little, and an undo, a redo
or a correction costs what it takes back and not what was ever played.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from companion.core import switches
from companion.core.actions import Claim, Lighten, Roll, Ruling, SetSwitch, Void
from companion.core.game import Depth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.core.actions import Action, Amend
    from companion.core.dice import DieFace
    from companion.core.game import Game
    from companion.core.seats import Seat

S = TypeVar("S")
Known = tuple[S, frozenset[str]]
"""A state, and the rules that a ruling lifts for the next action."""

NO_LICENCE: Final[frozenset[str]] = frozenset()

SPACING: Final = 64
"""Of so many versions one keeps its state for good."""

LOOKED_BACK: Final = 500
"""So many actions are looked at by whoever wants to know what people did lately."""

NEWEST: Final = 512
"""So many versions that were asked for their state last keep it as well."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """An effective action with its place in the log.

    Attributes:
        number: its place in the log.
        action: what was declared or shown.
        reading: the throw that it uses up: for a roll the number under which those dice first
            entered the log, for a void the throw that it drops; else 0.
        lifted: rules that were passed over without a ruling, when it was forced.
    """

    number: int
    action: Action
    reading: int = 0
    lifted: frozenset[str] = NO_LICENCE


@dataclass(frozen=True, slots=True)
class Held:
    """Dice that were thrown and then undone; they answer the roller's next like request (X-6).

    Attributes:
        reading: the number under which they first entered the log.
        roller: who threw them.
        dice: what they showed.
    """

    reading: int
    roller: Seat | None
    dice: tuple[DieFace, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of the dice, sorted."""
        return tuple(sorted(die.kind for die in self.dice))


class Ground(Generic[S]):
    """What all versions of one game stand on: the rules, and the states that are remembered.

    Args:
        game: the rules.
    """

    __slots__ = ("_newest", "actions", "game", "steps", "tried")

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.actions: Sequence[Action] = ()
        """The beginning of the log, for versions that were made without reading their actions."""
        self.steps = 0
        """How many actions were carried out so far, again or for the first time."""
        self.tried: tuple[Version[S], Amend, object] | None = None
        """The correction that was looked at last, of which version, and what it leads to."""
        self._newest: deque[Version[S]] = deque()

    def step(self, state: S, licence: frozenset[str], action: Action) -> tuple[S, frozenset[str]]:
        """Carry out one effective action; a ruling licenses exactly the next game action."""
        self.steps += 1
        match action:
            case Ruling(rules=rules):
                return state, licence | frozenset(rules)
            case SetSwitch(name=name, value=value):
                house = self.game.house_of(state)
                chosen = switches.choose(house, self.game.prefix, {name: value})
                return self.game.rehouse(state, chosen), licence
            case Lighten():
                return self._lightened(state), licence
            case Void():
                return state, licence
            case Roll():
                return self.game.apply(state, as_roll(action)), NO_LICENCE
            case _:
                return self.game.apply(state, action), NO_LICENCE

    def _lightened(self, state: S) -> S:
        """Return the state in light depth; a correction may have ended the game before (X-10)."""
        light = self.game.depth_of(state) is Depth.LIGHT
        return state if light or self.game.view(state, None).over else self.game.lighten(state)

    def remember(self, version: Version[S], known: Known[S]) -> None:
        """Keep a version's state until others were asked for later; some keep it for good."""
        version.known = known
        if version.depth % SPACING == 0:
            return
        self._newest.append(version)
        if len(self._newest) > NEWEST:
            self._newest.popleft().known = None


class Version(Generic[S]):
    """The game as it stands after some change. Never changes, but for what it remembers.

    Args:
        ground: what it stands on.
        last: the last effective action, or its number in the log when it stands in the ground's
            `actions` and need not be read yet; 0 for the first version.
        parent: the version that has all effective actions but the last.
        before: what undo goes back to: `parent`, or after a correction what was corrected.
        took: the undone throw that the last action used up, if it did.

    Attributes:
        number: of the last effective action, 0 for the first version.
        depth: how many effective actions there are.
        said: the last effective action, when it need not be read.
        known: the state and the licence left open, while they are remembered, or what brings them
            back from where they are kept.
    """

    __slots__ = ("before", "depth", "ground", "known", "number", "parent", "said", "took")

    def __init__(
        self,
        ground: Ground[S],
        last: Numbered | int,
        parent: Version[S] | None,
        before: Version[S] | None,
        took: Held | None = None,
    ) -> None:
        self.ground = ground
        self.number: int = last if isinstance(last, int) else last.number
        self.said = None if isinstance(last, int) else last
        self.parent = parent
        self.before = before
        self.took = took
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.known: Known[S] | Callable[[], Known[S] | None] | None = None

    @classmethod
    def first(cls, game: Game[S], state: S) -> Version[S]:
        """Return the version before the first action."""
        version = cls(Ground(game), 0, None, None)
        version.known = state, NO_LICENCE
        return version

    @property
    def numbered(self) -> Numbered:
        """The last effective action; the first version has none."""
        if self.said is not None:
            return self.said
        action = self.ground.actions[self.number - 1]
        fresh = self.number if isinstance(action, Roll) else 0
        return Numbered(self.number, action, fresh if self.took is None else self.took.reading)

    @property
    def state(self) -> S:
        """The state."""
        return self.stands()[0]

    @property
    def licence(self) -> frozenset[str]:
        """Rules that a ruling lifts for the next action."""
        return self.stands()[1]

    @property
    def effective(self) -> tuple[Numbered, ...]:
        """The effective actions, oldest first; for one look at the last few use `newest`."""
        return tuple(self.newest())[::-1]

    def newest(self) -> Iterator[Numbered]:
        """Go through the effective actions, the newest first."""
        return (version.numbered for version in self.back() if version.parent is not None)

    def latest(self, most: int = LOOKED_BACK) -> tuple[Numbered, ...]:
        """Return the last effective actions, oldest first, so many at most."""
        return tuple(islice(self.newest(), most))[::-1]

    def back(self) -> Iterator[Version[S]]:
        """Go through this version and those that it grew from, the first one last."""
        version: Version[S] | None = self
        while version is not None:
            yield version
            version = version.parent

    def since(self, number: int) -> tuple[Version[S], ...]:
        """Return the versions made by effective actions from `number` on, oldest first."""
        later = takewhile(lambda one: one.number >= number and one.parent is not None, self.back())
        return tuple(later)[::-1]

    def changed_from(self, before: Version[S]) -> Version[S]:
        """Return the same version with another one that undo goes back to."""
        last = self.number if self.said is None else self.said
        version = Version(self.ground, last, self.parent, before, self.took)
        known = self.remembered()
        if known is not None:
            self.ground.remember(version, known)
        return version

    def corrected(self, amend: Amend) -> Version[S]:
        """Return what a correction of this version leads to, its states not folded yet."""
        later = self.since(amend.number)
        new = later[0].parent
        assert new is not None  # noqa: S101 - an action in play stands behind the first version
        for version in later:
            if version.number in amend.drops:
                continue
            last: Numbered | int = version.number if version.said is None else version.said
            if version.number == amend.number:
                last = replace(version.numbered, action=amend.replacement)
            new = Version(self.ground, last, new, new, version.took)
        return new.changed_from(self)

    def remembered(self) -> Known[S] | None:
        """Return the state and the licence when they need not be folded."""
        known = self.known
        if callable(known):
            known = self.known = known()
        return known

    def stands(self) -> Known[S]:
        """Return the state and the licence left open."""
        way: list[Version[S]] = []
        version, known = self, self.remembered()
        while known is None:
            way.append(version)
            assert version.parent is not None  # noqa: S101 - the first version always knows
            version = version.parent
            known = version.remembered()
        for version in reversed(way):
            known = self.ground.step(*known, version.numbered.action)
            if version is self or version.depth % SPACING == 0:
                self.ground.remember(version, known)
        return known

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Version):
            return NotImplemented
        return self.effective == other.effective and self.stands() == other.stands()

    def __hash__(self) -> int:
        return hash((self.depth, self.number))


def parted(
    old: Version[S], new: Version[S]
) -> tuple[tuple[Version[S], ...], tuple[Version[S], ...]]:
    """Return what two versions of one game do not share: of the old one, of the new one.

    Both lists are oldest first, and as long as what differs.
    """
    gone: list[Version[S]] = []
    come: list[Version[S]] = []
    one, two = old, new
    while one is not two:
        longer = one if one.depth >= two.depth else two
        if longer.parent is None:
            break  # games that were folded apart share nothing at all
        if longer is one:
            gone.append(one)
            one = longer.parent
        else:
            come.append(two)
            two = longer.parent
    return tuple(reversed(gone)), tuple(reversed(come))


def held_after(held: Sequence[Held], old: Version[S], new: Version[S]) -> tuple[Held, ...]:
    """Return the throws that are held once the game goes from one version to another.

    A throw is held from when the roll that used it up leaves the game until another takes it.

    Args:
        held: what is held in the old version, in the order of the throws.
        old: the version left.
        new: the version taken.
    """
    gone, come = parted(old, new)
    back = [thrown for version in gone if (thrown := _thrown(version)) is not None]
    if not back and not held:
        return ()
    found = {one.reading: one for one in held}
    found.update((one.reading, one) for one in back)
    for version in come:
        found.pop(version.numbered.reading, None)
    return tuple(found[reading] for reading in sorted(found))


def taken_by(held: Sequence[Held], action: Action) -> Held | None:
    """Return the held throw that a roll or void uses up: the oldest of these dice by this seat."""
    match action:
        case Roll(actor=roller, dice=dice):
            kinds = tuple(sorted(die.kind for die in dice))
        case Void(actor=roller, kinds=dropped):
            kinds = tuple(sorted(dropped))
        case _:
            return None
    return oldest(held, roller, kinds)


def oldest(held: Sequence[Held], roller: Seat | None, kinds: tuple[str, ...]) -> Held | None:
    """Return the oldest throw of these dice by this seat."""
    return next((one for one in held if (one.roller, one.kinds) == (roller, kinds)), None)


def _thrown(version: Version[S]) -> Held | None:
    match version.numbered:
        case Numbered(action=Roll(actor=roller, dice=dice), reading=reading):
            return Held(reading, roller, dice)
        case _:
            return version.took


def as_roll(action: Roll) -> Roll:
    """Return what the game gets: an early roll that is taken up is a roll."""
    return Roll(action.actor, action.dice) if isinstance(action, Claim) else action
