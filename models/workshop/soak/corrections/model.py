"""A second reading of the rules of the log, kept as plain as can be: what undo, redo, amend, ruling,
switch and void mean, written without a look at the program's own way.

The log's changes are a stack of lists of lines; a state is those lines, carried out from nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace

from companion.core.actions import Amend, Claim, Lighten, Redo, Roll, Ruling, SetSwitch, Undo, Void
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.core.log import MOST_ENTRIES
from companion.core.verdict import Breach, Question

ABOUT_THE_LOG = (Undo, Redo, Amend)
NO_MOVES = (Ruling, SetSwitch, Lighten, Void)


@dataclass(frozen=True)
class Line:
    """An action in effect: its number, and the throw that it stands for or drops (0 for none)."""

    number: int
    action: object
    throw: int = 0


@dataclass(frozen=True)
class Step:
    """A line carried out: the states around it, and the ids of the rules lifted for it."""

    line: Line
    before: object
    after: object
    licence: frozenset


@dataclass(frozen=True)
class Folded:
    """Lines carried out from nothing, up to the first that does not fit (None when all do)."""

    state: object
    licence: frozenset
    steps: tuple
    misfit: Line | None


def kinds_of(action):
    kinds = action.kinds if isinstance(action, Void) else [die.kind for die in action.dice]
    return tuple(sorted(kinds))


class Model:
    """What a log comes to."""

    def __init__(self, game, setup):
        self.game = game
        self.setup = setup
        self.log = []
        self.now = ()
        self.past = []
        self.future = []
        self.shown = {}

    # -- the stack --------------------------------------------------------------------------------

    def take(self, action):
        """Log one more action."""
        number = len(self.log) + 1
        self.log.append(action)
        match action:
            case Undo():
                self.future.append(self.now)
                self.now = self.past.pop()
            case Redo():
                self.past.append(self.now)
                self.now = self.future.pop()
            case Amend():
                self._change(self.amended(action, number - 1))
            case Roll() | Void():
                throw = self._throw_for(action, number)
                self._change((*self.now, Line(number, action, throw)))
            case _:
                self._change((*self.now, Line(number, action)))
        for line in self.now:
            if isinstance(line.action, Roll):
                self.shown[line.throw] = line.action

    def _change(self, lines):
        self.past.append(self.now)
        self.future = []
        self.now = lines

    def amended(self, amend, length):
        """Return the lines with others in the place of those that a correction is about."""
        out = [line for line in self.now if line.number in {amend.number, *amend.drops}]
        throws = [line.throw for line in out if line.throw]
        come = []
        for at, action in enumerate(amend.entries):
            throw = 0
            if isinstance(action, Roll):
                new = -(length * MOST_ENTRIES + at)  # the log was so long before
                like = [one for one in throws if self._like(one, action.actor, kinds_of(action))]
                throw = like[0] if like else new
                throws = [one for one in throws if one != throw]
            come.append(Line(amend.number, action, throw))
        before = [line for line in self.now if line.number < amend.number]
        after = [line for line in self.now if line.number > amend.number and line not in out]
        return (*before, *come, *after)

    def _throw_for(self, action, number):
        for throw in self.held():
            if self._like(throw, action.actor, kinds_of(action)):
                return throw
        return number if isinstance(action, Roll) else 0

    # -- dice -------------------------------------------------------------------------------------

    def held(self):
        """Numbers of the throws that nothing in effect uses up, in the order they were thrown."""
        used = Counter(line.throw for line in self.now if line.throw)
        assert not used or max(used.values()) == 1, f"a throw is used twice: {used}"
        return [throw for throw in sorted(self.shown) if throw not in used]

    def held_for(self, request):
        """The roll that answers a request by itself, or None."""
        if not isinstance(request, RollRequest):
            return None
        for throw in self.held():
            if self._like(throw, request.roller, request.kinds):
                return self.shown[throw]
        return None

    def _like(self, throw, roller, kinds):
        return self.shown[throw].actor == roller and kinds_of(self.shown[throw]) == kinds

    # -- the fold ---------------------------------------------------------------------------------

    def fold(self, lines=None):
        """Carry out what is in effect from nothing."""
        state, licence, steps = self.game.start(self.setup), frozenset(), []
        for line in self.now if lines is None else lines:
            before, lifted = state, licence
            match line.action:
                case Ruling(rules=rules):
                    licence = licence | set(rules)
                case SetSwitch(name=name, value=value):
                    state = self.game.rehouse(state, self._house(state, name, value))
                case Lighten():
                    state = self.game.lighten(state) if may_lighten(self.game, state) else state
                case Void():
                    pass
                case _:
                    if not self.fits(state, licence, line.action):
                        return Folded(state, licence, tuple(steps), line)
                    state, licence = self.game.apply(state, played(line.action)), frozenset()
            steps.append(Step(line, before, state, lifted))
        return Folded(state, licence, tuple(steps), None)

    def fits(self, state, licence, action):
        """Tell whether an action may be carried out in a state under a ruling."""
        if isinstance(action, Roll):
            request = self.game.pending(state)
            if not isinstance(request, RollRequest):
                return False
            if (request.roller, request.kinds) != (action.actor, kinds_of(action)):
                return False
        for found in self.game.check(state, played(action)):
            if isinstance(found, Question):
                return False
            if isinstance(found, Breach) and not (found.forceable and found.rule in licence):
                return False
        return True

    def _house(self, state, name, value):
        house = self.game.house_of(state)
        prefix, _, field = name.rpartition(".")
        assert prefix == self.game.prefix
        assert field in [one.name for one in fields(house)]
        return replace(house, **{field: type(getattr(house, field))(value)})

    # -- corrections ------------------------------------------------------------------------------

    def drops_for(self, amend):
        """Numbers of the lines that cannot stay behind a correction; None when it cannot be itself.

        Whatever does not fit is dropped, with the rulings for it; then all is carried out anew,
        until everything fits.
        """
        number, drops = amend.number, set(amend.drops)
        while True:
            wanted = replace(amend, drops=tuple(sorted(drops)))
            lines = self.amended(wanted, len(self.log))
            misfit = self.fold(lines).misfit
            if misfit is None:
                return tuple(sorted(drops))
            if misfit.number <= number:
                return None
            # What stands before the correction cannot be dropped, nor can the corrected line.
            rulings = (one for one in rulings_for(lines, misfit.number) if one > number)
            drops |= {misfit.number, *rulings}


def may_lighten(game, state):
    """Tell whether a state is of full depth and before the end."""
    return game.depth_of(state) is Depth.FULL and not game.view(state).over


def rulings_for(lines, number):
    """Numbers of the rulings that license one action: those since the move before it."""
    found = []
    for line in lines:
        if line.number == number:
            return found
        if isinstance(line.action, Ruling):
            found.append(line.number)
        elif not isinstance(line.action, NO_MOVES):
            found = []
    raise AssertionError("this number is not in effect")


def played(action):
    """What the game gets: an early roll that was taken up is a roll."""
    return Roll(action.actor, action.dice) if isinstance(action, Claim) else action
