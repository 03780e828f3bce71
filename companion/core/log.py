"""The log and its fold.

A `Match` holds every action of the log, and the step that the game has come to. An ordinary action
makes one more step. Undo, redo and amend go to another one.

Actions are numbered from 1 by their place in the log, so that verdicts and amends can name them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final, Generic, TypeVar, assert_never

from companion.core import switches
from companion.core.actions import (
    KERNEL_ACTIONS,
    Action,
    Amend,
    CallOff,
    Join,
    Leave,
    Lighten,
    LogAction,
    NewCard,
    Redo,
    Roll,
    Ruling,
    SetSwitch,
    Undo,
    Void,
)
from companion.core.chain import Chain
from companion.core.dice import RollRequest
from companion.core.findings import Findings, stop
from companion.core.game import Depth, Game, Setup, setup_of
from companion.core.new_card import check_new_card
from companion.core.people import check_people, with_people
from companion.core.rulebook import Rulebook
from companion.core.seats import Seat
from companion.core.steps import (
    BEGINNING,
    NO_LICENCE,
    Held,
    Step,
    as_roll,
    check_faces,
    held_after,
    oldest,
    reseated,
    take_step,
    taken_by,
    thrown,
)
from companion.core.texts import tr
from companion.core.verdict import (
    Breach,
    IllegalActionError,
    Question,
    Verdict,
    VerdictKind,
    grade,
    name_switches,
)

S = TypeVar("S")

MOST_ENTRIES: Final = 100  # Actions that one correction may put in


@dataclass(frozen=True, slots=True)
class Corrected(Generic[S]):
    """What a correction leads to: the last step, and the numbers of the actions that do not fit."""

    step: Step[S]
    refused: dict[int, Verdict]


@dataclass(frozen=True, slots=True, eq=False)
class Match(Generic[S]):
    """One game from its setup to now."""

    game: Game[S]  # the rules
    rulebook: Rulebook  # the game's rules and the shared ones, by id
    setup: Setup  # seats, depth, switches and cards at the start
    log: Chain[Action]  # every action ever logged, undone ones included
    now: Step[S]  # the last step in effect
    undone: tuple[Step[S], ...] = ()  # steps that redo would bring back, next one last
    # throws that some undo or correction took out of the game, and that no step in effect uses up;
    # the oldest first
    readings: tuple[Held, ...] = ()

    @classmethod
    def begin(cls, game: Game[S], rulebook: Rulebook, setup: Setup) -> Match[S]:
        """Open a table; raises what the game's `start` raises."""
        state = game.start(setup)
        return cls(with_people(game), rulebook, setup, Chain(), Step(0, BEGINNING, state))

    @property
    def state(self) -> S:
        """The game's state now."""
        return self.now.state

    @property
    def depth(self) -> Depth:
        """How much people enter now; the setup says how much they did at the beginning (X-8)."""
        return self.game.depth_of(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """Names now, clockwise, those who left too; the setup has those of the start (X-13)."""
        return self.now.seats

    def seats_before(self, number: int) -> tuple[str, ...]:
        """Return the names that the line of an action in effect goes by."""
        later = self.now.since(number)
        return later[0].origin.seats if later else self.seats

    def pending(self) -> RollRequest | Question | None:
        """Return the roll or the answer that the game waits for."""
        return self.game.pending(self.state)

    def held(self) -> Held | None:
        """Return the undone dice that answer the open request, if there are any."""
        request = self.pending()
        if not isinstance(request, RollRequest):
            return None
        return oldest(self.readings, request.roller, request.kinds)

    def check(self, action: Action) -> Verdict:
        """Say whether `action` may be logged now, and which switch changes that; changes nothing."""
        return name_switches(self.judge(action), partial(self._under_others, action))

    def judge(self, action: Action) -> Verdict:
        """Say the same in less time: beside each rule stands its switch, whether it helps or not."""
        match action:
            case Amend():
                return self._check_amend(action)
            case _ if isinstance(action, LogAction):
                return grade(self._check_log_action(action), self.rulebook, NO_LICENCE)
            case Roll():
                held = check_faces(taken_by(self.readings, action), action)
                findings = (*held, *_check_play(self, self.state, action))
                return grade(findings, self.rulebook, self.now.licence)
            case _:
                findings = _check_play(self, self.state, action)
                return grade(findings, self.rulebook, self.now.licence)

    def apply(self, action: Action, verdict: Verdict | None = None) -> Match[S]:
        """Log `action` and return the match after it.

        Args:
            action: what was declared or shown.
            verdict: what `check` has just said of it, so that it need not be asked again.

        Raises:
            IllegalActionError: `check` refuses it; this match is untouched.
        """
        verdict = self.judge(action) if verdict is None else verdict
        if not verdict.legal:
            raise IllegalActionError(action, self.check(action))
        log = self.log.append(action)
        match action:
            case Undo():
                assert self.now.back is not None  # noqa: S101 - check refused otherwise
                return self._turned(log, self.now.back, (*self.undone, self.now))
            case Redo():
                return self._turned(log, self.undone[-1], self.undone[:-1])
            case Amend():
                return self._turned(log, _corrected(self, action).step)
            case _:
                return self._advanced(log, action)

    def force(self, action: Action, *, kept: bool = False) -> Match[S]:
        """Log a refused but possible action as though the table had ruled for it.

        For checking a foreign record to its end; a live table logs a `Ruling` instead.

        Args:
            action: what was declared or shown.
            kept: whether it was carried out once, so that answers asked for since are not needed.

        Raises:
            IllegalActionError: no ruling could make the action possible.
        """
        verdict = self.judge(action)
        if verdict.legal:
            return self.apply(action, verdict)
        if not (verdict.possible if kept else verdict.forceable):
            raise IllegalActionError(action, self.check(action))
        lifted = frozenset(reason.rule for reason in verdict.reasons)
        return self._advanced(self.log.append(action), action, lifted)

    def with_drops(self, action: Amend) -> Amend:
        """Return a correction that also drops the later actions that no longer fit.

        Rulings for them go with them. The same correction when it is refused itself.
        """
        if self._amend_findings(action):
            return action
        wanted = action
        while action.number not in (found := _corrected(self, wanted)).refused:
            missing = self._missing_drops(wanted, found)
            if not missing:
                return wanted
            wanted = replace(wanted, drops=tuple(sorted({*wanted.drops, *missing})))
        return action

    def steps(self) -> tuple[Step[S], ...]:
        """Return the steps of all actions in effect, oldest first."""
        return self.now.since(1)

    def settled(self) -> tuple[Step[S], ...]:
        """Return the steps since somebody joined last: each seat has had one player since (X-13)."""
        steps = self.steps()
        joins = (at for at, step in enumerate(steps, 1) if isinstance(step.action, Join))
        return steps[max(joins, default=0) :]

    def judge_again(self, step: Step[S]) -> Verdict:
        """Say again how an action in effect was judged when it was taken."""
        if isinstance(step.action, KERNEL_ACTIONS):
            return Verdict(VerdictKind.LEGAL)
        readings = () if step.took is None else (step.took,)
        return replace(self, now=step.origin, readings=readings).check(step.action)

    # -- checks -----------------------------------------------------------------------------------

    def _under_others(self, action: Action, switch: str) -> Iterator[tuple[str, Verdict]]:
        """Judge an action under each other value of a switch; a correction is older than that."""
        if isinstance(action, Amend):
            return
        house = self.game.house_of(self.state)
        for value in switches.others(house, self.game.prefix, switch):
            under = switches.choose(house, self.game.prefix, {switch: value})
            state = self.game.rehouse(self.state, under)
            yield value, replace(self, now=replace(self.now, state=state)).judge(action)

    def _check_log_action(self, action: LogAction, at: Step[S] | None = None) -> Findings:
        """Find what stands against it now, or right after an earlier step."""
        if action.actor is not None and not isinstance(action, Void):
            return stop("X-7", tr("{verb} is for the whole table", verb=action.verb))
        match action:
            case Undo():
                able = self.now.back is not None
                return () if able else stop("X-6", tr("there is nothing to undo"))
            case Redo():
                return () if self.undone else stop("X-6", tr("there is nothing to redo"))
            case Ruling(rules=rules):
                unknown = [rule for rule in rules if rule not in self.rulebook]
                text = tr("there is no rule {unknown}", unknown=", ".join(unknown))
                return stop("X-7", text) if unknown or not rules else ()
            case SetSwitch():
                return self._check_switch(action)
            case Lighten():
                return self._check_lighten()
            case Leave() | Join() | CallOff():
                return check_people(self.game, (at or self.now).state, action)
            case NewCard():
                return check_new_card(self.game, (at or self.now).state, action)
            case Void(actor=roller, kinds=kinds):
                return self._check_void(roller, tuple(sorted(kinds)))
            case _:
                assert_never(action)

    def _check_switch(self, action: SetSwitch) -> Findings:
        house = self.game.house_of(self.state)
        try:
            switches.choose(house, self.game.prefix, {action.name: action.value})
        except switches.SwitchError as error:
            return stop("X-8", str(error))
        return ()

    def _check_lighten(self) -> Findings:
        if self.depth is Depth.LIGHT:
            return stop("X-8", tr("this table is already in light depth"))
        if self.game.view(self.state).over:
            return stop("X-8", tr("the game is over; its cards are all counted"))
        return ()

    def _check_void(self, roller: Seat | None, kinds: tuple[str, ...]) -> Findings:
        if oldest(self.readings, roller, kinds) is not None:
            return ()
        request = self.pending()
        if isinstance(request, RollRequest) and (request.roller, request.kinds) == (roller, kinds):
            return ()
        return stop("X-5", tr("no such roll is open, and no such dice are held"))

    def _check_amend(self, action: Amend) -> Verdict:
        findings = self._amend_findings(action)
        if findings:
            return grade(findings, self.rulebook, NO_LICENCE)
        corrected = _corrected(self, action)
        if any(isinstance(self.log[n - 1], Join) for n in (*corrected.refused, *action.drops)):
            text = tr("somebody joined later, which no longer fits; undo that first")
            return grade(stop("X-13", text), self.rulebook, NO_LICENCE)
        verdict = corrected.refused.get(action.number)
        if verdict is not None:
            kind = VerdictKind.ILLEGAL if verdict.reasons else verdict.kind
            return replace(verdict, kind=kind, corrects=True)
        missing = self._missing_drops(action, corrected)
        if not missing:
            return Verdict(VerdictKind.LEGAL)
        text = tr(
            "with this correction these no longer fit and must be dropped: {missing}",
            missing=", ".join(map(str, missing)),
        )
        return Verdict(VerdictKind.NEEDS_FACT, asks=(Question(None, text, "X-10"),))

    def _missing_drops(self, action: Amend, corrected: Corrected[S]) -> tuple[int, ...]:
        """Return the drops that a correction still lacks, rulings for dropped actions included."""
        # What stands before the correction cannot be dropped, nor do rulings there.
        later = self.now.since(action.number)
        gone = _with_rulings(later, {*corrected.refused, *action.drops})
        return tuple(sorted(n for n in gone - set(action.drops) if n > action.number))

    def _amend_findings(self, action: Amend) -> Findings:
        later = self.now.since(action.number)
        numbers = {step.number for step in later}
        if action.actor is not None:
            return stop("X-10", tr("amend is for the whole table"))
        if action.number not in numbers:
            return stop("X-10", tr("action {number} is not in play", number=action.number))
        if any(number not in numbers or number <= action.number for number in action.drops):
            return stop("X-10", tr("only later actions in play can be dropped"))
        if len(action.entries) > MOST_ENTRIES:
            text = tr("one correction puts in at most {most} actions", most=MOST_ENTRIES)
            return stop("X-15", text)
        joined, at = later[0].action, later[0].origin
        joins = any(isinstance(one, Join) for one in (joined, *action.entries))
        if joins and not _renames(joined, action):
            text = tr("of a join only the name can be corrected; undo it for anything else")
            return stop("X-13", text)
        return tuple(found for entry in action.entries for found in self._entry_findings(entry, at))

    def _entry_findings(self, entry: Action, at: Step[S]) -> Findings:
        match entry:
            case Undo() | Redo() | Amend() | Void():
                text = tr("{verb} cannot stand in for an action", verb=entry.verb)
                return stop("X-10", text)
            case _ if isinstance(entry, LogAction):
                return self._check_log_action(entry, at)
            case _:
                return ()

    # -- growth -----------------------------------------------------------------------------------

    def _advanced(self, log: Chain[Action], action: Action, lifted: frozenset[str] = NO_LICENCE) -> Match[S]:
        """Return the match with one more step."""
        took = taken_by(self.readings, action)
        now = take_step(self.game, self.now, len(log), action, took, lifted)
        readings = tuple(one for one in self.readings if one is not took)
        return replace(self, log=log, now=now, undone=(), readings=reseated(readings, now, 1))

    def _turned(self, log: Chain[Action], now: Step[S], undone: tuple[Step[S], ...] = ()) -> Match[S]:
        """Return the match at another step than one more action would make."""
        readings = held_after(self.readings, self.now, now)
        return replace(self, log=log, now=now, undone=undone, readings=readings)


def _renames(joined: Action, action: Amend) -> bool:
    """Tell whether a correction gives a player who joined another name, and does no more."""
    match joined, action.entries:
        case Join(after=after), (Join(after=other),):
            return after == other and action.replacement is not None
        case _:
            return False


@lru_cache(maxsize=1)  # a correction is planned, checked and carried out one after the other
def _corrected(match: Match[S], action: Amend) -> Corrected[S]:
    """Take the steps anew from the corrected action on; what is refused is left out."""
    later = match.now.since(action.number)
    gone = {action.number, *action.drops}
    refused: dict[int, Verdict] = {}
    new = later[0].origin
    out = [step for step in later if step.number in gone]
    lifted = NO_LICENCE.union(*(step.lifted for step in out))
    for entry, took in _entries(match, action, out):
        verdict = _check_again(match, new, entry, lifted)
        if not verdict.legal:
            refused[action.number] = verdict
            break
        new = take_step(match.game, new, action.number, entry, took, lifted)
    for step in later:
        if step.number in gone:
            continue
        verdict = _check_again(match, new, step.action, step.lifted)
        if verdict.legal:
            new = take_step(match.game, new, step.number, step.action, step.took, step.lifted)
        else:
            refused[step.number] = verdict
            new = _without_licence(match.game, new, action.number)
    return Corrected(replace(new, back=match.now), refused)


def _entries(match: Match[S], action: Amend, out: Iterable[Step[S]]) -> Iterator[tuple[Action, Held | None]]:
    """Return what a correction puts in, each roll with the throw that it is.

    A throw that goes out is that of the first like roll that comes in; other rolls are new throws.

    Args:
        match: the game before the correction.
        action: the correction.
        out: the steps that go out.
    """
    throws = [throw for step in out if (throw := thrown(step)) is not None]
    for at, entry in enumerate(action.entries):
        took = None
        if isinstance(entry, Roll):
            found = taken_by(throws, entry)
            reading = found.reading if found else -(len(match.log) * MOST_ENTRIES + at)
            throws = [throw for throw in throws if throw is not found]
            took = Held(reading, entry.actor, entry.dice)
        yield entry, took


def _check_again(match: Match[S], before: Step[S], action: Action, lifted: frozenset[str]) -> Verdict:
    """Say whether an action in effect may stand where a correction leads to."""
    if isinstance(action, Join):
        return grade(check_people(match.game, before.state, action), match.rulebook, NO_LICENCE)
    if isinstance(action, KERNEL_ACTIONS):
        return Verdict(VerdictKind.LEGAL)
    findings = _check_play(match, before.state, action)
    return grade(findings, match.rulebook, before.licence | lifted)


def _check_play(match: Match[S], state: S, action: Action) -> Findings:
    """Check a game action, and of a roll first whether anybody waits for it."""
    names = setup_of(state).seats
    if action.actor is not None and not 0 <= action.actor < len(names):
        return stop("X-4", tr("there is no such seat"))
    if not isinstance(action, Roll):
        return match.game.check(state, action)
    refused = _check_roll(match, state, action)
    return refused or match.game.check(state, as_roll(action))


def _check_roll(match: Match[S], state: S, action: Roll) -> Findings:
    request = match.game.pending(state)
    if not isinstance(request, RollRequest):
        return stop("X-4", tr("no roll is asked for now"))
    kinds = tuple(sorted(die.kind for die in action.dice))
    if action.actor not in (request.roller, *request.others):
        seat = setup_of(state).seats[request.roller]
        return stop("X-4", tr("{seats} is to roll", seats=seat))
    if kinds == request.kinds:
        return ()
    why = next(filter(None, map(request.misplaced, kinds)), "")
    some = request.fewer and bool(kinds) and not Counter(kinds) - Counter(request.kinds)
    text = why or tr("{dice_text} expected", dice_text=request.dice_text())
    return (Breach(request.rule, text, forceable=some),)


def _without_licence(game: Game[S], step: Step[S], corrected: int) -> Step[S]:
    """Take out the rulings for an action that is dropped, lest they license the next one.

    Rulings up to the corrected number stay: nothing before a correction can be dropped.
    """
    later: list[Step[S]] = []
    while step.number > corrected and isinstance(step.action, KERNEL_ACTIONS):
        later.append(step)
        step = step.origin
    for one in reversed(later):
        if not isinstance(one.action, Ruling):
            step = take_step(game, step, one.number, one.action, one.took)
    return step


def _with_rulings(steps: Iterable[Step[S]], numbers: set[int]) -> set[int]:
    """Add the rulings that license one of `numbers`: left alone, they would license another."""
    found, rulings = set(numbers), set[int]()
    for one in steps:
        if isinstance(one.action, Ruling):
            rulings.add(one.number)
        elif not isinstance(one.action, KERNEL_ACTIONS):
            found |= rulings if one.number in numbers else set()
            rulings.clear()
    return found
