"""The log and its fold.

The log is read in two passes. First undo, redo, amend and rulings resolve to numbered effective
actions; then those fold to a state. A `Match` holds both, and grows by one action at a time.

Actions are numbered from 1 by their place in the log, so that verdicts and amends can name them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, assert_never

from companion.core import switches
from companion.core.actions import (
    KERNEL_ACTIONS,
    Amend,
    Lighten,
    Redo,
    Roll,
    Ruling,
    SetSwitch,
    Undo,
    Void,
)
from companion.core.chain import Chain
from companion.core.dice import RollRequest
from companion.core.game import Depth
from companion.core.texts import tr
from companion.core.verdict import (
    Breach,
    IllegalActionError,
    Question,
    Verdict,
    VerdictKind,
    grade,
)
from companion.core.versions import (
    NO_LICENCE,
    Held,
    Numbered,
    Version,
    as_roll,
    held_after,
    oldest,
    taken_by,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.core.actions import Action
    from companion.core.game import Game, Setup
    from companion.core.rulebook import Rulebook
    from companion.core.seats import Seat
    from companion.core.verdict import Finding

S = TypeVar("S")

NONE_UNDONE: Final[Chain[Any]] = Chain()


@dataclass(frozen=True, slots=True)
class Fold(Generic[S]):
    """What effective actions lead to: a version, and what would not fit."""

    version: Version[S]
    refused: tuple[tuple[Numbered, Verdict], ...]


@dataclass(frozen=True, slots=True)
class Match(Generic[S]):
    """One game from its setup to now.

    Attributes:
        game: the rules.
        rulebook: the game's rules and the shared ones, by id.
        setup: seats, depth, switches and cards.
        log: every action ever logged, undone ones included.
        version: the game as it stands.
        undone: versions that redo would bring back, next one last.
        readings: throws that some undo or correction took out of the game, and that nothing in the
            present version uses up; the oldest first.
    """

    game: Game[S]
    rulebook: Rulebook
    setup: Setup
    log: Chain[Action]
    version: Version[S]
    undone: Chain[Version[S]] = NONE_UNDONE
    readings: tuple[Held, ...] = ()

    @classmethod
    def begin(cls, game: Game[S], rulebook: Rulebook, setup: Setup) -> Match[S]:
        """Open a table; raises what the game's `start` raises."""
        return cls(game, rulebook, setup, Chain(), Version.first(game, game.start(setup)))

    @property
    def state(self) -> S:
        """The game's state now."""
        return self.version.state

    def pending(self) -> RollRequest | Question | None:
        """Return the roll or the answer that the game waits for."""
        return self.game.pending(self.state)

    def held(self) -> Held | None:
        """Return the undone dice that answer the open request, if there are any."""
        request = self.pending()
        if not isinstance(request, RollRequest):
            return None
        return self._held_for(request.roller, request.kinds)

    def check(self, action: Action) -> Verdict:
        """Say whether `action` may be logged now; changes nothing."""
        match action:
            case Amend():
                return self._check_amend(action)
            case Undo() | Redo() | Ruling() | SetSwitch() | Lighten() | Void():
                return grade(self._check_log_action(action), self.rulebook, NO_LICENCE)
            case Roll():
                findings = (*self._check_held(action), *_check_play(self, self.state, action))
                return grade(findings, self.rulebook, self.version.licence)
            case _:
                findings = _check_play(self, self.state, action)
                return grade(findings, self.rulebook, self.version.licence)

    def apply(self, action: Action, verdict: Verdict | None = None) -> Match[S]:
        """Log `action` and return the match after it.

        Args:
            action: what was declared or shown.
            verdict: what `check` has just said of it, so that it need not be asked again.

        Raises:
            IllegalActionError: `check` refuses it; this match is untouched.
        """
        verdict = self.check(action) if verdict is None else verdict
        if not verdict.legal:
            raise IllegalActionError(action, verdict)
        log = self.log.append(action)
        match action:
            case Undo():
                before = self.version.before
                assert before is not None  # noqa: S101 - check refused otherwise
                return self._turned(log, before, self.undone.append(self.version))
            case Redo():
                return self._turned(log, self.undone[-1], self.undone.pop())
            case Amend():
                return self._turned(log, self._corrected(action).version)
            case _:
                return self._advanced(log, action)

    def force(self, action: Action) -> Match[S]:
        """Log a refused but possible action as though the table had ruled for it.

        For checking a foreign record to its end; a live table logs a `Ruling` instead.

        Raises:
            IllegalActionError: no ruling could make the action possible.
        """
        verdict = self.check(action)
        if verdict.legal:
            return self.apply(action, verdict)
        if not verdict.forceable:
            raise IllegalActionError(action, verdict)
        lifted = frozenset(reason.rule for reason in verdict.reasons)
        return self._advanced(self.log.append(action), action, lifted)

    def amend_drops(self, number: int, replacement: Action) -> tuple[int, ...]:
        """Return the later actions that no longer fit once `replacement` stands in their place.

        Rulings for them go with them. Empty also when the correction itself is refused.
        """
        action = Amend(None, number, replacement)
        if self._amend_findings(action):
            return ()
        return self._drops_wanted(action, self._corrected(action))

    def steps(self) -> Iterator[tuple[Numbered, S, S]]:
        """Fold what is in effect anew: every action with the states before and after it."""
        state, licence = self.game.start(self.setup), NO_LICENCE
        for numbered in self.version.effective:
            before = state
            state, licence = self.version.ground.step(state, licence, numbered.action)
            yield numbered, before, state

    def judged(self, version: Version[S]) -> Verdict:
        """Say again how the last action of a version was judged when it was taken."""
        action, parent = version.numbered.action, version.parent
        assert parent is not None  # noqa: S101 - the first version has no action
        if isinstance(action, KERNEL_ACTIONS):
            return Verdict(VerdictKind.LEGAL)
        shown: tuple[Finding, ...] = ()
        if isinstance(action, Roll):
            shown = _shown_otherwise(version.took, action)
        state, licence = parent.stands()
        findings = (*shown, *_check_play(self, state, action))
        return grade(findings, self.rulebook, licence)

    # -- checks -----------------------------------------------------------------------------------

    def _check_log_action(
        self, action: Undo | Redo | Ruling | SetSwitch | Lighten | Void
    ) -> tuple[Finding, ...]:
        if action.actor is not None and not isinstance(action, Void):
            return (
                Breach(
                    "X-7", tr("{verb} is for the whole table", verb=action.verb), forceable=False
                ),
            )
        match action:
            case Undo():
                able = self.version.before is not None
                return () if able else (_never("X-6", tr("there is nothing to undo")),)
            case Redo():
                return () if self.undone else (_never("X-6", tr("there is nothing to redo")),)
            case Ruling(rules=rules):
                unknown = [rule for rule in rules if rule not in self.rulebook]
                text = tr("no rule is called {unknown}", unknown=", ".join(unknown))
                return (_never("X-7", text),) if unknown or not rules else ()
            case SetSwitch():
                return self._check_switch(action)
            case Lighten():
                return self._check_lighten()
            case Void(actor=roller, kinds=kinds):
                return self._check_void(roller, tuple(sorted(kinds)))
            case _:
                assert_never(action)

    def _check_switch(self, action: SetSwitch) -> tuple[Finding, ...]:
        house = self.game.house_of(self.state)
        try:
            switches.choose(house, self.game.prefix, {action.name: action.value})
        except switches.SwitchError as error:
            return (_never("X-8", str(error)),)
        return ()

    def _check_lighten(self) -> tuple[Finding, ...]:
        if self.game.depth_of(self.state) is Depth.LIGHT:
            return (_never("X-8", tr("this table plays in light depth already")),)
        if self.game.view(self.state, None).over:
            return (_never("X-8", tr("the game is over; its cards are all counted")),)
        return ()

    def _check_void(self, roller: Seat | None, kinds: tuple[str, ...]) -> tuple[Finding, ...]:
        if self._held_for(roller, kinds) is not None:
            return ()
        request = self.pending()
        if isinstance(request, RollRequest) and (request.roller, request.kinds) == (roller, kinds):
            return ()
        return (_never("X-5", tr("no such roll is open and no such dice are held")),)

    def _check_held(self, action: Roll) -> tuple[Finding, ...]:
        kinds = tuple(sorted(die.kind for die in action.dice))
        held = self._held_for(action.actor, kinds)
        return _shown_otherwise(held, action)

    def _check_amend(self, action: Amend) -> Verdict:
        findings = self._amend_findings(action)
        if findings:
            return grade(findings, self.rulebook, NO_LICENCE)
        fold = self._corrected(action)
        if fold.refused and fold.refused[0][0].number == action.number:
            verdict = fold.refused[0][1]
            # A ruling licenses the next action, never a correction of an earlier one.
            reasons = tuple(replace(reason, forceable=False) for reason in verdict.reasons)
            kind = VerdictKind.ILLEGAL if reasons else verdict.kind
            return replace(verdict, kind=kind, reasons=reasons)
        wanted = self._drops_wanted(action, fold)
        if not wanted:
            return Verdict(VerdictKind.LEGAL)
        missing = ", ".join(str(number) for number in wanted)
        text = tr(
            "with this correction these no longer fit and must be dropped: {missing}",
            missing=missing,
        )
        return Verdict(VerdictKind.NEEDS_FACT, asks=(Question(None, text, "X-10"),))

    def _drops_wanted(self, action: Amend, fold: Fold[S]) -> tuple[int, ...]:
        """Return the drops that a correction still lacks, rulings for dropped actions included."""
        misfits = frozenset(numbered.number for numbered, _ in fold.refused)
        numbers = misfits | frozenset(action.drops)
        # What stands before the correction cannot be dropped, nor do rulings there.
        later = (one.numbered for one in self.version.since(action.number))
        gone = _with_rulings(later, numbers)
        return tuple(sorted(n for n in gone - set(action.drops) if n > action.number))

    def _amend_findings(self, action: Amend) -> tuple[Finding, ...]:
        later = self.version.since(action.number)
        numbers = {one.number for one in later}
        original = later[0].numbered.action if action.number in numbers else None
        if action.actor is not None:
            return (_never("X-10", tr("amend is for the whole table")),)
        if original is None:
            return (_never("X-10", tr("number {number} is not in play", number=action.number)),)
        if any(number not in numbers or number <= action.number for number in action.drops):
            return (_never("X-10", tr("only later actions in play can be dropped")),)
        return self._replacement_findings(original, action.replacement)

    def _replacement_findings(self, original: Action, replacement: Action) -> tuple[Finding, ...]:
        match replacement:
            case Undo() | Redo() | Amend() | Void():
                return (
                    _never(
                        "X-10", tr("{verb} cannot stand in for an action", verb=replacement.verb)
                    ),
                )
            case Ruling() | SetSwitch() | Lighten():
                if type(original) is not type(replacement):
                    text = tr("a {verb} can only stand in for a {verb}", verb=replacement.verb)
                    return (_never("X-10", text),)
                return self._check_log_action(replacement)
            case _:
                log_verb = isinstance(original, KERNEL_ACTIONS)
                if log_verb or isinstance(original, Roll) != isinstance(replacement, Roll):
                    kind = original.verb if log_verb else "roll"
                    text = tr("a {kind} can only be corrected to another {kind}", kind=kind)
                    return (_never("X-10", text),)
                return ()

    # -- growth -----------------------------------------------------------------------------------

    def _advanced(
        self, log: Chain[Action], action: Action, lifted: frozenset[str] = NO_LICENCE
    ) -> Match[S]:
        """Return the match with one more effective action."""
        now, took, number = self.version, taken_by(self.readings, action), len(log)
        fresh = number if isinstance(action, Roll) else 0
        numbered = Numbered(number, action, fresh if took is None else took.reading, lifted)
        version = Version(now.ground, numbered, now, now, took)
        now.ground.remember(version, now.ground.step(*now.stands(), action))
        readings = tuple(one for one in self.readings if one is not took)
        return replace(self, log=log, version=version, undone=NONE_UNDONE, readings=readings)

    def _turned(
        self, log: Chain[Action], version: Version[S], undone: Chain[Version[S]] = NONE_UNDONE
    ) -> Match[S]:
        """Return the match with another version than one more action would make."""
        readings = held_after(self.readings, self.version, version)
        return replace(self, log=log, version=version, undone=undone, readings=readings)

    def _held_for(self, roller: Seat | None, kinds: tuple[str, ...]) -> Held | None:
        """Return the oldest throw of these dice by this seat that was undone and not dropped."""
        return oldest(self.readings, roller, kinds)

    def _corrected(self, action: Amend) -> Fold[S]:
        """Fold anew from the corrected action on; what is refused is left out and reported."""
        # It is planned, checked and carried out one after the other: once is enough.
        tried = self.version.ground.tried
        if tried is not None and tried[0] is self.version and tried[1] == action:
            assert isinstance(tried[2], Fold)  # noqa: S101 - nothing else is put there
            return tried[2]
        fold = self._corrected_anew(action)
        self.version.ground.tried = self.version, action, fold
        return fold

    def _corrected_anew(self, action: Amend) -> Fold[S]:
        old = self.version
        later = old.since(action.number)
        new = later[0].parent
        assert new is not None  # noqa: S101 - an action in play stands behind the first version
        refused: list[tuple[Numbered, Verdict]] = []
        for version in later:
            numbered = version.numbered
            if numbered.number in action.drops:
                continue
            if numbered.number == action.number:
                numbered = replace(numbered, action=action.replacement)
            verdict = self._fits(new, numbered)
            if not verdict.legal:
                refused.append((numbered, verdict))
                new = _without_licence(new, action.number)
                continue
            new = _grown(new, numbered, version.took)
        return Fold(new.changed_from(old), tuple(refused))

    def _fits(self, version: Version[S], numbered: Numbered) -> Verdict:
        """Say whether an effective action may stand where a correction leads to."""
        if isinstance(numbered.action, KERNEL_ACTIONS):
            return Verdict(VerdictKind.LEGAL)
        state, licence = version.stands()
        findings = _check_play(self, state, numbered.action)
        return grade(findings, self.rulebook, licence | numbered.lifted)


def _shown_otherwise(held: Held | None, action: Roll) -> tuple[Finding, ...]:
    """Say what is wrong with a roll of dice that were thrown already (X-6)."""
    if held is None or sorted(held.dice) == sorted(action.dice):
        return ()
    shown = " ".join(die.word() for die in held.dice)
    text = tr(
        "this roll was made already and showed {shown}; enter that, or void it first",
        shown=shown,
    )
    return (Breach("X-6", text),)


def _never(rule: str, text: str) -> Breach:
    return Breach(rule, text, forceable=False)


def _check_play(match: Match[S], state: S, action: Action) -> tuple[Finding, ...]:
    """Check a game action, and of a roll first whether anybody waits for it."""
    seats = len(match.setup.seats)
    if action.actor is not None and not 0 <= action.actor < seats:
        return (_never("X-4", tr("nobody sits there")),)
    if not isinstance(action, Roll):
        return match.game.check(state, action)
    refused = _check_roll(match, state, action)
    return refused or match.game.check(state, as_roll(action))


def _check_roll(match: Match[S], state: S, action: Roll) -> tuple[Finding, ...]:
    request = match.game.pending(state)
    if not isinstance(request, RollRequest):
        return (_never("X-4", tr("no roll is asked for now")),)
    kinds = tuple(sorted(die.kind for die in action.dice))
    if kinds != request.kinds:
        why = next(filter(None, map(request.misplaced, kinds)), "")
        return (
            _never(request.rule, why or tr("{dice_text} expected", dice_text=request.dice_text())),
        )
    if action.actor != request.roller:
        return (_never("X-4", tr("{seats} is to roll", seats=match.setup.seats[request.roller])),)
    return ()


def _grown(version: Version[S], numbered: Numbered, took: Held | None) -> Version[S]:
    """Return the version with one more action."""
    known = version.ground.step(*version.stands(), numbered.action)
    grown = Version(version.ground, numbered, version, version, took)
    version.ground.remember(grown, known)
    return grown


def _without_licence(version: Version[S], corrected: int) -> Version[S]:
    """Take out the rulings for an action that is dropped, lest they license the next one.

    Rulings up to the corrected number stay: nothing before a correction can be dropped.
    """
    later: list[Version[S]] = []
    while version.number > corrected and isinstance(version.numbered.action, KERNEL_ACTIONS):
        assert version.parent is not None  # noqa: S101 - the first version has no action
        later.append(version)
        version = version.parent
    for one in reversed(later):
        if not isinstance(one.numbered.action, Ruling):
            version = _grown(version, one.numbered, one.took)
    return version


def _with_rulings(effective: Iterable[Numbered], numbers: frozenset[int]) -> frozenset[int]:
    """Add the rulings that license one of `numbers`: left alone, they would license another."""
    found, rulings = set(numbers), set[int]()
    for one in effective:
        if isinstance(one.action, Ruling):
            rulings.add(one.number)
        elif not isinstance(one.action, KERNEL_ACTIONS):
            found |= rulings if one.number in numbers else set()
            rulings.clear()
    return frozenset(found)
