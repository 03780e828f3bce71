"""The log and its fold.

The log is read in two passes. First undo, redo, amend and rulings resolve to numbered effective
actions; then those fold to a state. A `Match` holds both, and grows by one action at a time.

Actions are numbered from 1 by their place in the log, so that verdicts and amends can name them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from companion.core import switches
from companion.core.actions import Amend, Claim, Redo, Roll, Ruling, SetSwitch, Undo, Void
from companion.core.dice import RollRequest
from companion.core.verdict import (
    Breach,
    IllegalActionError,
    Question,
    Verdict,
    VerdictKind,
    grade,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.core.actions import Action
    from companion.core.dice import DieFace
    from companion.core.game import Game, Setup
    from companion.core.rulebook import Rulebook
    from companion.core.seats import Seat
    from companion.core.verdict import Finding

S = TypeVar("S")

NO_LICENCE: frozenset[str] = frozenset()


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


@dataclass(frozen=True, slots=True)
class Version(Generic[S]):
    """The game as it stands after some change, with the way back to the version before it."""

    effective: tuple[Numbered, ...]
    state: S
    licence: frozenset[str]
    before: Version[S] | None


@dataclass(frozen=True, slots=True)
class Fold(Generic[S]):
    """What effective actions lead to: a state, the licence left open, and what would not fit."""

    state: S
    licence: frozenset[str]
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
        readings: throws that some undo or correction took out of the game, by their number. One is
            held as long as nothing in the present version uses it up.
    """

    game: Game[S]
    rulebook: Rulebook
    setup: Setup
    log: tuple[Action, ...]
    version: Version[S]
    undone: tuple[Version[S], ...] = ()
    readings: tuple[Held, ...] = ()

    @classmethod
    def begin(cls, game: Game[S], rulebook: Rulebook, setup: Setup) -> Match[S]:
        """Open a table; raises what the game's `start` raises."""
        first = Version((), game.start(setup), NO_LICENCE, None)
        return cls(game, rulebook, setup, (), first)

    @property
    def state(self) -> S:
        """The game's state now."""
        return self.version.state

    @property
    def next_number(self) -> int:
        """The number that the next logged action gets."""
        return len(self.log) + 1

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
            case Undo() | Redo() | Ruling() | SetSwitch() | Void():
                return grade(self._check_log_action(action), self.rulebook, NO_LICENCE)
            case Roll():
                findings = (*self._check_held(action), *_check_play(self, self.state, action))
                return grade(findings, self.rulebook, self.version.licence)
            case _:
                findings = _check_play(self, self.state, action)
                return grade(findings, self.rulebook, self.version.licence)

    def apply(self, action: Action) -> Match[S]:
        """Log `action` and return the match after it.

        Raises:
            IllegalActionError: `check` refuses it; this match is untouched.
        """
        verdict = self.check(action)
        if not verdict.legal:
            raise IllegalActionError(action, verdict)
        log = (*self.log, action)
        match action:
            case Undo():
                return self._undo(log)
            case Redo():
                return replace(self, log=log, version=self.undone[-1], undone=self.undone[:-1])
            case Amend():
                return self._amend(action, log)
            case _:
                return replace(self, log=log, version=self._advance(action), undone=())

    def force(self, action: Action) -> Match[S]:
        """Log a refused but possible action as though the table had ruled for it.

        For checking a foreign record to its end; a live table logs a `Ruling` instead.

        Raises:
            IllegalActionError: no ruling could make the action possible.
        """
        verdict = self.check(action)
        if verdict.legal:
            return self.apply(action)
        if not verdict.forceable:
            raise IllegalActionError(action, verdict)
        log = (*self.log, action)
        lifted = frozenset(reason.rule for reason in verdict.reasons)
        return replace(self, log=log, version=self._advance(action, lifted), undone=())

    def amend_drops(self, number: int, replacement: Action) -> tuple[int, ...]:
        """Return the later actions that no longer fit once `replacement` stands in their place.

        Rulings for them go with them. Empty also when the correction itself is refused.
        """
        action = Amend(None, number, replacement)
        if self._amend_findings(action):
            return ()
        fold = self._refold(_amended(self.version.effective, action))
        return self._drops_wanted(action, fold)

    def steps(self) -> Iterator[tuple[Numbered, S, S]]:
        """Fold what is in effect anew: every action with the states before and after it."""
        state, licence = self.game.start(self.setup), NO_LICENCE
        for numbered in self.version.effective:
            before = state
            state, licence = _step(self.game, state, licence, numbered.action)
            yield numbered, before, state

    # -- checks -----------------------------------------------------------------------------------

    def _check_log_action(
        self, action: Undo | Redo | Ruling | SetSwitch | Void
    ) -> tuple[Finding, ...]:
        if action.actor is not None and not isinstance(action, Void):
            return (Breach("X-7", f"{action.verb} is for the whole table", forceable=False),)
        match action:
            case Undo():
                able = self.version.before is not None
                return () if able else (_never("X-6", "there is nothing to undo"),)
            case Redo():
                return () if self.undone else (_never("X-6", "there is nothing to redo"),)
            case Ruling(rules=rules):
                unknown = [rule for rule in rules if rule not in self.rulebook]
                text = f"no rule is called {', '.join(unknown)}"
                return (_never("X-7", text),) if unknown or not rules else ()
            case SetSwitch():
                return self._check_switch(action)
            case Void(actor=roller, kinds=kinds):
                return self._check_void(roller, tuple(sorted(kinds)))

    def _check_switch(self, action: SetSwitch) -> tuple[Finding, ...]:
        house = self.game.house_of(self.state)
        try:
            switches.choose(house, self.game.prefix, {action.name: action.value})
        except switches.SwitchError as error:
            return (_never("X-8", str(error)),)
        return ()

    def _check_void(self, roller: Seat | None, kinds: tuple[str, ...]) -> tuple[Finding, ...]:
        if self._held_for(roller, kinds) is not None:
            return ()
        request = self.pending()
        if isinstance(request, RollRequest) and (request.roller, request.kinds) == (roller, kinds):
            return ()
        return (_never("X-5", "no such roll is open and no such dice are held"),)

    def _check_held(self, action: Roll) -> tuple[Finding, ...]:
        kinds = tuple(sorted(die.kind for die in action.dice))
        held = self._held_for(action.actor, kinds)
        if held is None or sorted(held.dice) == sorted(action.dice):
            return ()
        shown = " ".join(die.word() for die in held.dice)
        text = f"this roll was made already and showed {shown}; enter that, or void it first"
        return (Breach("X-6", text),)

    def _check_amend(self, action: Amend) -> Verdict:
        findings = self._amend_findings(action)
        if findings:
            return grade(findings, self.rulebook, NO_LICENCE)
        fold = self._refold(_amended(self.version.effective, action))
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
        text = f"with this correction these no longer fit and must be dropped: {missing}"
        return Verdict(VerdictKind.NEEDS_FACT, asks=(Question(None, text, "X-10"),))

    def _drops_wanted(self, action: Amend, fold: Fold[S]) -> tuple[int, ...]:
        """Return the drops that a correction still lacks, rulings for dropped actions included."""
        misfits = frozenset(numbered.number for numbered, _ in fold.refused)
        gone = _with_rulings(self.version.effective, misfits | frozenset(action.drops))
        return tuple(sorted(n for n in gone - set(action.drops) if n > action.number))

    def _amend_findings(self, action: Amend) -> tuple[Finding, ...]:
        by_number = {numbered.number: numbered.action for numbered in self.version.effective}
        original = by_number.get(action.number)
        if action.actor is not None:
            return (_never("X-10", "amend is for the whole table"),)
        if original is None:
            return (_never("X-10", f"number {action.number} is not in play"),)
        if any(number not in by_number or number <= action.number for number in action.drops):
            return (_never("X-10", "only later actions in play can be dropped"),)
        return self._replacement_findings(original, action.replacement)

    def _replacement_findings(self, original: Action, replacement: Action) -> tuple[Finding, ...]:
        match replacement:
            case Undo() | Redo() | Amend() | Void():
                return (_never("X-10", f"{replacement.verb} cannot stand in for an action"),)
            case Ruling() | SetSwitch():
                if type(original) is not type(replacement):
                    text = f"a {replacement.verb} can only stand in for a {replacement.verb}"
                    return (_never("X-10", text),)
                return self._check_log_action(replacement)
            case _:
                log_verb = isinstance(original, (Ruling, SetSwitch, Void))
                if log_verb or isinstance(original, Roll) != isinstance(replacement, Roll):
                    kind = original.verb if log_verb else "roll"
                    text = f"a {kind} can only be corrected to another {kind}"
                    return (_never("X-10", text),)
                return ()

    # -- growth -----------------------------------------------------------------------------------

    def _advance(self, action: Action, lifted: frozenset[str] = NO_LICENCE) -> Version[S]:
        now = self.version
        state, licence = _step(self.game, now.state, now.licence, action)
        numbered = Numbered(self.next_number, action, self._reading_of(action), lifted)
        return Version((*now.effective, numbered), state, licence, now)

    def _reading_of(self, action: Action) -> int:
        """Return the throw that a roll or void uses up: one that is held, or a new one."""
        match action:
            case Roll(actor=roller, dice=dice):
                held = self._held_for(roller, tuple(sorted(die.kind for die in dice)))
                return held.reading if held else self.next_number
            case Void(actor=roller, kinds=kinds):
                held = self._held_for(roller, tuple(sorted(kinds)))
                return held.reading if held else 0
            case _:
                return 0

    def _amend(self, action: Amend, log: tuple[Action, ...]) -> Match[S]:
        effective = _amended(self.version.effective, action)
        fold = self._refold(effective)
        version = Version(effective, fold.state, fold.licence, self.version)
        readings = self._readings_without(effective)
        return replace(self, log=log, version=version, undone=(), readings=readings)

    def _undo(self, log: tuple[Action, ...]) -> Match[S]:
        now, before = self.version, self.version.before
        assert before is not None  # noqa: S101 - check refused otherwise
        readings = self._readings_without(before.effective)
        undone = (*self.undone, now)
        return replace(self, log=log, version=before, undone=undone, readings=readings)

    def _readings_without(self, kept: Sequence[Numbered]) -> tuple[Held, ...]:
        """Remember the throws that leave the game when only `kept` stays in effect."""
        staying = {numbered.reading for numbered in kept}
        leaving = {
            one.reading: Held(one.reading, one.action.actor, one.action.dice)
            for one in self.version.effective
            if isinstance(one.action, Roll) and one.reading not in staying
        }
        known = {held.reading: held for held in self.readings} | leaving
        return tuple(known[reading] for reading in sorted(known))

    def _held_for(self, roller: Seat | None, kinds: tuple[str, ...]) -> Held | None:
        """Return the oldest throw of these dice by this seat that was undone and not dropped."""
        used = {numbered.reading for numbered in self.version.effective} if self.readings else ()
        return next(
            (
                held
                for held in self.readings
                if (held.roller, held.kinds) == (roller, kinds) and held.reading not in used
            ),
            None,
        )

    def _refold(self, effective: Sequence[Numbered]) -> Fold[S]:
        """Fold from the start; what is refused is left out and reported."""
        state, licence = self.game.start(self.setup), NO_LICENCE
        refused: list[tuple[Numbered, Verdict]] = []
        for numbered in effective:
            action = numbered.action
            if not isinstance(action, (Ruling, SetSwitch, Void)):
                lifted = licence | numbered.lifted
                verdict = grade(_check_play(self, state, action), self.rulebook, lifted)
                if not verdict.legal:
                    refused.append((numbered, verdict))
                    continue
            state, licence = _step(self.game, state, licence, action)
        return Fold(state, licence, tuple(refused))


def _never(rule: str, text: str) -> Breach:
    return Breach(rule, text, forceable=False)


def _check_play(match: Match[S], state: S, action: Action) -> tuple[Finding, ...]:
    """Check a game action, and of a roll first whether anybody waits for it."""
    seats = len(match.setup.seats)
    if action.actor is not None and not 0 <= action.actor < seats:
        return (_never("X-4", "nobody sits there"),)
    if not isinstance(action, Roll):
        return match.game.check(state, action)
    refused = _check_roll(match, state, action)
    return refused or match.game.check(state, _as_roll(action))


def _check_roll(match: Match[S], state: S, action: Roll) -> tuple[Finding, ...]:
    request = match.game.pending(state)
    if not isinstance(request, RollRequest):
        return (_never("X-4", "no roll is asked for now"),)
    kinds = tuple(sorted(die.kind for die in action.dice))
    if kinds != request.kinds:
        why = next(filter(None, map(request.misplaced, kinds)), "")
        return (_never(request.rule, why or f"{request.dice_text()} expected"),)
    if action.actor != request.roller:
        return (_never("X-4", f"{match.setup.seats[request.roller]} is to roll"),)
    return ()


def _as_roll(action: Roll) -> Roll:
    return Roll(action.actor, action.dice) if isinstance(action, Claim) else action


def _step(
    game: Game[S], state: S, licence: frozenset[str], action: Action
) -> tuple[S, frozenset[str]]:
    """Carry out one effective action; a ruling licenses exactly the next game action."""
    match action:
        case Ruling(rules=rules):
            return state, licence | frozenset(rules)
        case SetSwitch(name=name, value=value):
            house = switches.choose(game.house_of(state), game.prefix, {name: value})
            return game.rehouse(state, house), licence
        case Void():
            return state, licence
        case Roll():
            return game.apply(state, _as_roll(action)), NO_LICENCE
        case _:
            return game.apply(state, action), NO_LICENCE


def _amended(effective: Sequence[Numbered], action: Amend) -> tuple[Numbered, ...]:
    return tuple(
        replace(one, action=action.replacement) if one.number == action.number else one
        for one in effective
        if one.number not in action.drops
    )


def _with_rulings(effective: Sequence[Numbered], numbers: frozenset[int]) -> frozenset[int]:
    """Add the rulings that license one of `numbers`: left alone, they would license another."""
    found, rulings = set(numbers), set[int]()
    for one in effective:
        if isinstance(one.action, Ruling):
            rulings.add(one.number)
        elif not isinstance(one.action, (SetSwitch, Void)):
            found |= rulings if one.number in numbers else set()
            rulings.clear()
    return frozenset(found)
