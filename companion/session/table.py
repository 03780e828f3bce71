"""The one live table: action -> check -> journal -> state -> screen, in that order.

Everything runs on the thread that made the table; nothing blocks but the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from companion.core.actions import LOG_ACTIONS, Action, Amend, Claim, Lighten, Redo, Roll, Ruling, Undo, Void
from companion.core.catalogue import Catalogue
from companion.core.chain import Chain
from companion.core.dice import DieFace, RollRequest
from companion.core.errors import CompanionError
from companion.core.game import Depth, Option, setup_of
from companion.core.log import Match
from companion.core.seats import TABLE, Seat
from companion.core.sheet import Sheet
from companion.core.steps import Held
from companion.core.texts import later, tr
from companion.core.verdict import Question, Verdict
from companion.journal.errors import JournalError, MovedOnError
from companion.journal.rows import HELD, MANUAL, Line, Provenance
from companion.journal.store import Journal
from companion.record.file import COMMENT, MAX_ACTIONS, MAX_AGAIN, MAX_BYTES
from companion.record.grammar import Grammar
from companion.record.header import Header, parse_header
from companion.record.shelf import Cards, Shelf
from companion.record.text import MAX_LINE, CannotParseError
from companion.rolls.typed import UnreadableRollError, typed_faces
from companion.session.history import Change, Chronicle, Playthrough, new_refusal, new_row


class TableError(CompanionError):
    """A table that can only be played up to a line.

    Attributes:
        table_id: which.
        sound: number of its last line that can be played.
        behind: the lines after that one.
    """

    def __init__(self, table_id: str, sound: int, behind: tuple[Line, ...], why: str) -> None:
        text = later("{table_id}: line {version}: {error}")
        super().__init__(tr(text, table_id=table_id, version=sound + 1, error=why))
        self.table_id = table_id
        self.sound = sound
        self.behind = behind


class TableFullError(JournalError):
    """An action that would make the table one that cannot be written as a record and read again."""


class _Step(NamedTuple):
    """One action on its way into the log, with its line."""

    before: Match[Any]
    after: Match[Any]
    line: str
    verdict: Verdict
    provenance: Provenance
    automatic: bool = False

    @property
    def again(self) -> int:
        """How many actions it carries out again."""
        action = self.after.log[-1]
        return len(self.before.now.since(action.number)) if isinstance(action, Amend) else 0


class Table(Playthrough):
    """One live table. Make it with `open` or `resume`.

    Attributes:
        table_id: its name in the journal.
    """

    def __init__(self, table_id: str, header: Header, grammar: Grammar, match: Match[Any], journal: Journal) -> None:
        super().__init__(header, match, Chronicle(match, Chain()))
        self.table_id = table_id
        self._grammar = grammar
        self._journal = journal
        self._again = 0  # actions that corrections have carried out again
        self._size = len(header.text().encode())  # bytes of its record, at most
        self._listeners: list[Callable[[Change], None]] = []

    @classmethod
    def open(cls, shelf: Shelf, journal: Journal, header: Header, cards: Cards | None = None) -> Table:
        """Open a new table with a header from `Shelf.header` and the cards that it names.

        Raises:
            CompanionError: the game refuses seats, switches or cards, or the journal fails.
        """
        match = shelf.begin(header, cards)
        kept = None if cards is None else (cards.ref.digest, cards.text)
        table_id = journal.open_table(header.game, header.text(), kept)
        return cls(table_id, header, shelf.grammar(header), match, journal)

    @classmethod
    def resume(cls, shelf: Shelf, journal: Journal, table_id: str) -> Table:
        """Fold a table of the journal again.

        Raises:
            TableError: one of its lines is damaged, or is not understood any more; it says up to
                where the table can be played.
            CompanionError: there is no such table.
        """
        info = journal.table(table_id)
        header, _ = parse_header(info.header.split("\n"), table_id)
        cards = None
        if info.catalogue is not None and header.catalogue is not None:
            text = journal.catalogue(info.catalogue)
            cards = shelf.read_cards(header.game, text, header.catalogue.name, table_id)
        match = shelf.begin(header, cards)
        table = cls(table_id, header, shelf.grammar(header), match, journal)
        for _ in table._read_on():
            pass  # nobody listens yet
        return table

    # -- what is so -------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many actions the log has."""
        return len(self.match.log)

    @property
    def grammar(self) -> Grammar:
        """Of its lines."""
        return _grammar_at(self._grammar, self.match)

    @property
    def catalogue(self) -> Catalogue | None:
        """The cards that may be named now; None where they are not, as in light depth."""
        match = self.match
        return setup_of(match.state).catalogue if match.depth is Depth.FULL else None

    def sheet(self) -> Sheet:
        """Return what everybody may see of the table."""
        return self.match.game.sheet(self.match.state)

    def label(self, value: object, actor: Seat | None, about: Seat | None = None) -> str:
        """Say a card, a die, a cell of an action for people; `about` is whom it is aimed at."""
        return self.match.game.label(self.match.state, value, actor, about)

    def options(self) -> tuple[Option, ...]:
        """Return what may be declared now and by whom."""
        return self.match.game.options(self.match.state)

    def pending(self) -> RollRequest | Question | None:
        """Return the roll or the answer that the game waits for."""
        return self.match.pending()

    def held(self) -> Held | None:
        """Return undone dice that answer the open request, if there are any."""
        return self.match.held()

    def check(self, action: Action) -> Verdict:
        """Say whether an action may be declared now; changes nothing."""
        return self.match.check(action)

    def may_lighten(self) -> bool:
        """Tell whether the game may go on in light depth now (X-8)."""
        return self.match.check(Lighten(None)).legal

    def subscribe(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Hear of every committed action; call what is returned to hear no more; twice is harmless."""
        self._listeners.append(listener)

        def leave() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return leave

    # -- what is done -----------------------------------------------------------------------------

    def declare(self, action: Action, provenance: Provenance = MANUAL) -> Verdict:
        """Check an action and, when it is legal, commit it, carry it out and tell the screen.

        What the rules refuse is kept beside the log (X-16).
        Dice that were thrown and undone answer a request that this opens, by themselves (X-6).

        Raises:
            MovedOnError: another program was quicker; the table stands as that one left it.
            JournalError: it could not be committed; the table stands as before.
        """
        verdict = self.match.check(action)
        if verdict.legal:
            self._commit(((action, verdict, provenance),))
        elif verdict.reasons:
            with suppress(JournalError):  # people must see why it is refused in any case
                refusal = new_refusal(self.grammar, self.version, action, verdict)
                self._journal.keep_refusal(self.table_id, refusal)
        return verdict

    def understand(self, text: str) -> Action:
        """Return the action that a typed line means; raises `LineError`."""
        request, faces = self.pending(), self.typed_dice(text)
        if isinstance(request, RollRequest) and faces:
            return Roll(request.roller, faces)
        return self.grammar.enter(text, self._actor_of)

    def typed_dice(self, text: str) -> tuple[DieFace, ...]:
        """Return the dice of the open request that a line names; none for other words.

        Raises:
            LineError: the line is about dice, but not about those asked for.
        """
        request = self.pending()
        if not isinstance(request, RollRequest):
            return ()
        try:
            return typed_faces(text, request)
        except UnreadableRollError as error:
            raise CannotParseError(str(error)) from None

    def allow(self, action: Action, note: str, provenance: Provenance = MANUAL) -> Verdict:
        """Carry out what the rules refuse, because the table rules so (X-7).

        The ruling names every rule it overrules; ruling and action are committed together. The
        verdict that comes back is that of the action under the ruling, or, when no ruling could
        make it possible, the refusal.

        Raises:
            JournalError: as `declare`.
        """
        verdict = self.match.check(action)
        if verdict.legal or not verdict.forceable:
            return self.declare(action, provenance) if verdict.legal else verdict
        rules = tuple(dict.fromkeys(reason.rule for reason in verdict.reasons))
        ruling = Ruling(None, rules, note)
        ruled = self.match.check(ruling)
        if not ruled.legal:
            return ruled
        allowed = self.match.apply(ruling).check(action)
        if allowed.legal:
            self._commit(((ruling, ruled, MANUAL), (action, allowed, provenance)))
        return allowed

    def take_held(self) -> Verdict | None:
        """Let the undone dice answer the open request now; None when there are none."""
        held = self.held()
        return None if held is None else self.declare(Roll(held.roller, held.dice), HELD)

    def catch_up(self) -> tuple[Change, ...]:
        """Take in what another program has committed to this table meanwhile, and tell of it.

        Returns:
            What came, in order; empty when nothing did.

        Raises:
            TableError: a line is damaged or not understood; the table stands as before that line.
            JournalError: the journal cannot be read.
        """
        changes: list[Change] = []
        try:
            for step in self._read_on():
                changes.append(self._change(step))  # noqa: PERF401 - kept also when a line fails
        finally:
            self._tell(changes)
        return tuple(changes)

    # -- inside -----------------------------------------------------------------------------------

    def _read_on(self) -> Iterator[_Step]:
        """Take in what the journal has and this table has not."""
        lines, behind = self._journal.split(self.table_id, self.version)
        for line in lines:
            try:
                action = self.grammar.read(line.text)
                verdict = self.match.check(action)
                step = self._step(self.match, action, verdict, line.provenance)
                self._take(step, line.at)
            except CompanionError as error:
                rest = (*lines[lines.index(line) :], *behind)
                raise TableError(self.table_id, self.version, rest, str(error)) from None
            yield step
        if behind:
            why = tr("it is damaged; resume the table to go on from the line before it")
            raise TableError(self.table_id, self.version, behind, why)

    def _commit(self, entries: tuple[tuple[Action, Verdict, Provenance], ...]) -> None:
        """Commit actions and the held dice they call for, in one transaction, then tell."""
        steps = self._steps(entries)
        self._refuse_too_much(steps)
        last = steps[-1].after
        over = last.game.view(last.state).over
        lines = tuple((step.line, step.provenance) for step in steps)
        try:
            at = self._journal.append(self.table_id, self.version + 1, lines, over=over)
        except MovedOnError:
            came = self.catch_up()
            text = later(
                "another program has just entered {line!r} at this table: see how it stands, and enter yours again"
            )
            raise MovedOnError(tr(text, line=came[-1].line if came else "")) from None
        changes = []
        for step in steps:
            self._take(step, at)
            changes.append(self._change(step))
        self._tell(changes)

    def _refuse_too_much(self, steps: list[_Step]) -> None:
        """Refuse what a record of this table could not hold."""
        if any(len(step.line) > MAX_LINE for step in steps):
            text = tr("this is too long for a line of the record; say it in fewer words")
            raise TableFullError(text)
        size = self._size + sum(_size(step.line) for step in steps)
        if self._again + sum(step.again for step in steps) > MAX_AGAIN:
            text = tr("too much was corrected at this table; undo what follows and declare it again")
            raise TableFullError(text)
        if self.version + len(steps) > MAX_ACTIONS or size > MAX_BYTES:
            text = later(
                "{table_id} is full: a record holds {actions} actions and {size} MB; export it and open a new table"
            )
            most = {"actions": MAX_ACTIONS, "size": MAX_BYTES // 1_000_000}
            raise TableFullError(tr(text, table_id=self.table_id, **most))

    def _tell(self, changes: list[Change]) -> None:
        for change in changes:
            for listener in tuple(self._listeners):
                listener(change)

    def _steps(self, entries: tuple[tuple[Action, Verdict, Provenance], ...]) -> list[_Step]:
        steps: list[_Step] = []
        match, waited = self.match, self.pending()
        for action, verdict, provenance in entries:
            steps.append(self._step(match, action, verdict, provenance))
            match = steps[-1].after
        # Each round uses up one held throw, so this ends.
        while (roll := _held_roll(match, waited)) is not None:
            waited = match.pending()
            steps.append(self._step(match, roll, match.check(roll), HELD, automatic=True))
            match = steps[-1].after
        return steps

    def _step(
        self, before: Match[Any], action: Action, verdict: Verdict, provenance: Provenance, *, automatic: bool = False
    ) -> _Step:
        """Carry an action out; raises `IllegalActionError` when it may not be."""
        # A line that was kept stands, even if the rules are read more strictly since.
        legal = verdict.legal
        after = before.apply(action, verdict) if legal else before.force(action, kept=True)
        line = _grammar_at(self._grammar, before).write(action)
        return _Step(before, after, line, verdict, provenance, automatic)

    def _take(self, step: _Step, at: str) -> None:
        notes = tuple(note.message() for note in step.verdict.notes)
        row = new_row(step.before, step.after, step.line, step.provenance, at, notes)
        self.match, self._lines = step.after, self._lines.after(step.after, row)
        self._again += step.again
        self._size += _size(step.line)

    def _change(self, step: _Step) -> Change:
        action, told = step.after.log[-1], self.history()[len(step.after.log) - 1]
        return Change(told.number, action, told.line, told.told, step.verdict, step.provenance, step.automatic)

    def _actor_of(self, action: type[Action]) -> Seat | None:
        """Return who is meant when nobody is named: whoever can, and else whose turn it is."""
        pending = self.pending()
        if issubclass(action, (Roll, Claim, Void)) and isinstance(pending, RollRequest):
            return pending.roller
        if issubclass(action, LOG_ACTIONS) and not issubclass(action, Void):
            return None
        able = {option.actor for option in self.options() if option.verb == action.verb}
        turn = self.view().turn
        if not able and action.example.startswith(f"{TABLE}:"):
            return None
        if len(able) == 1 and turn not in able:
            return able.pop()
        return turn


def _grammar_at(grammar: Grammar, match: Match[Any]) -> Grammar:
    """Return the grammar with the names of a moment (X-13)."""
    return grammar.with_seats(match.seats, match.seats_before)


def _size(line: str) -> int:
    """Return how many bytes a line takes in a record, at most."""
    return len(line.encode("utf-8", "surrogatepass")) + 1 + COMMENT


def _held_roll(match: Match[Any], waited: RollRequest | Question | None) -> Roll | None:
    """Return the held dice for a request that the last action opened.

    After undo and redo nothing is logged: else the way back would end at the first roll.
    """
    held = match.held()
    if held is None or isinstance(match.log[-1], (Undo, Redo)) or match.pending() == waited:
        return None
    roll = Roll(held.roller, held.dice)
    return roll if match.check(roll).legal else None
