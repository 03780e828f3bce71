"""Where the dice meet the table: readings of all sources become rolls, exactly once.

The desk arms the arbiter while a roll is asked for, journals every settled reading before anything
else happens with it, and logs what the arbiter accepts. It runs on the table's thread; whoever
composes the program brings readings there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Final, assert_never

from companion.core.actions import Amend, Claim, Roll, Void
from companion.core.dice import DieFace, RollRequest
from companion.core.steps import Held
from companion.core.texts import sentence, tr
from companion.core.verdict import Verdict
from companion.journal.errors import JournalError, KnownReadingError
from companion.journal.rows import KeptReading, Provenance
from companion.journal.store import Journal
from companion.rolls import misreads
from companion.rolls.arbiter import Accept, Arbiter, Ask, Decision, How, Refuse, Unrequested, Wait
from companion.rolls.readings import DieReading, RollReading, SourceKind, Spread
from companion.rolls.source import RollSource
from companion.rolls.typed import Keyboard
from companion.session.carddesk import CARD, CardDesk
from companion.session.history import Change
from companion.session.rolled import shown
from companion.session.table import Table

KNOWN: Final = 200  # Of so many of the last rolls it is known what else they may have shown


@dataclass(frozen=True, slots=True)
class Heard:
    """What became of a reading, or of something people said about one.

    The arbiter decides where dice are involved; a verdict is of the action that was declared, if any.
    """

    decision: Decision | None
    verdict: Verdict | None = None

    def message(self) -> str:
        """Say it to people in one line; empty when it simply went well."""
        if self.verdict is not None:
            return self.verdict.message()
        match self.decision:
            case Ask(why=why):
                return tr("Please look: {why}", why=why)
            case Unrequested(why=why, claimable=claimable):
                return tr("{why} It can be claimed.", why=sentence(why)) if claimable else why
            case Refuse(text=text) | Wait(why=text):
                return text
            case Accept() | None:
                return ""
            case _:
                assert_never(self.decision)


class Sources:
    """The devices in use at a table, what they were told, and which of them is tried out.

    Attributes:
        all: in use; they are not started here.
        testing: id of the device that is tried out: its next roll is journalled and shown, and
            never counts; empty when none is.
    """

    def __init__(self, sources: tuple[RollSource, ...]) -> None:
        self.all = sources
        self.testing = ""
        self._request: RollRequest | None = None  # what they think is wanted
        self._stale = False
        self._cards = False  # whether cards are wanted
        self._taken_from: dict[str, int] = {}

    def change(self, kind: SourceKind, fresh: tuple[RollSource, ...]) -> tuple[RollSource, ...]:
        """Use other sources of a kind from now on; return those that are no longer in use."""
        old = tuple(source for source in self.all if source.kind is kind)
        self.all = (*(source for source in self.all if source not in old), *fresh)
        for source in fresh:
            source.expect(() if self._request is None else self._request.kinds)
        self.expect_cards(wanted=self._cards)
        return old

    def expect(self, request: RollRequest | None) -> None:
        """Tell them what is wanted, unless they know."""
        if request == self._request and not self._stale:
            return
        self._request, self._stale = request, False
        for source in self.all:
            source.expect(() if request is None else request.kinds)

    @property
    def see_cards(self) -> bool:
        """Whether one of them reads cards."""
        return any(source.deck for source in self.all)

    def expect_cards(self, *, wanted: bool, again: bool = False) -> None:
        """Tell them whether cards are wanted; see `RollSource.expect_cards`."""
        self._cards = wanted
        for source in self.all:
            source.expect_cards(wanted=wanted, again=again)

    def forget_request(self) -> None:
        """Tell them the next request, even when it is the same again."""
        self._stale = True

    def at_rest(self) -> dict[str, int]:
        """Return the throws, by source, that cannot answer a request that opens now."""
        return {source.source_id: max(source.at_rest, self._taken_from.get(source.source_id, 0)) for source in self.all}

    def note_under_way(self, taken: RollReading) -> None:
        """Note what others than the reading's source see moving: it is the throw that was taken."""
        for source in self.all:
            if source.source_id != taken.source_id:
                self._taken_from[source.source_id] = source.under_way

    def let_go(self, reading: RollReading) -> None:
        """Tell the reading's source that it is kept, so that the device need not hold it longer."""
        for source in self.all:
            if source.source_id == reading.source_id:
                source.kept(reading.key)

    def teach(self, reading: RollReading, faces: tuple[DieFace, ...]) -> None:
        """Tell the reading's source what its dice show, as the table has settled it."""
        seen = [(die.kind, die.face) for die in reading.dice]
        said = shown(seen, [(die.kind, die.face) for die in faces])
        dice = tuple(None if die is None else DieFace(*die) for die in said)
        for source in self.all:
            if source.source_id == reading.source_id:
                source.learn(reading.key, dice)

    def is_test(self, reading: RollReading) -> bool:
        """Tell whether a reading comes from the device that is tried out."""
        if not self.testing:
            return False
        known = {die.die for die in reading.dice if die.die}
        if known:
            return self.testing in known
        behind = (one for one in self.all if one.source_id == reading.source_id)
        return any(device.id == self.testing for one in behind for device in one.devices())


class RollDesk:
    """Joins sources and arbiter with a live table.

    Args:
        table: the table whose requests the dice answer.
        journal: where readings are kept; the table's own.
        sources: devices in use; they are not started here.
        clock: seconds that never go back, the same for all sources of a table.

    Attributes:
        table: the table.
        devices: the devices in use, and which of them is tried out.
        cards: where the cards go that a camera reads.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal,
        sources: tuple[RollSource, ...] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.table = table
        self.devices = Sources(sources)
        self.cards = CardDesk(table, journal, self.devices)
        self._keyboard = Keyboard(clock)
        self._journal = journal
        self._arbiter = Arbiter(seats=table.seats)
        self._next: Arbiter | None = None  # what follows once the log has the roll being taken
        self._taken: dict[int, RollReading] = {}
        self.refused: RollReading | None = None  # dice that do not answer, and lie there still
        self._leave = table.subscribe(self._on_change)
        left = journal.last_reading(table.table_id)
        if left is not None and table.match.game.dice and not left.dice.startswith(f"{CARD}="):
            self._arbiter = self._arbiter.recall(reading_from(left))
        self._rearm()

    def close(self) -> None:
        """Stop hearing of the table's changes."""
        self._leave()

    # -- what is so -------------------------------------------------------------------------------

    @property
    def armed(self) -> RollRequest | None:
        """The request that dice would answer now."""
        return None if self._arbiter.armed is None else self._arbiter.armed.request

    @property
    def asking(self) -> Ask | None:
        """The doubtful roll on the screen, with guess and runners-up."""
        return self._arbiter.asking

    @property
    def claimable(self) -> RollReading | None:
        """The early roll that `claim` would take up now: one is there and a roll is asked for."""
        return None if self.armed is None else self._arbiter.unrequested

    def instead(self, number: int, dice: tuple[DieFace, ...]) -> tuple[tuple[DieFace, ...], ...]:
        """Return what a logged roll may really have shown, likeliest first.

        The runners-up of its reading come first while this run of the program knows them, which it
        does for the last 200 rolls. `number` and `dice` are those of the roll in the log.
        """
        reading = self._taken.get(number)
        return misreads.instead(dice, () if reading is None else misreads.doubts_of(dice, reading))

    # -- what is done -----------------------------------------------------------------------------

    def hear(self, reading: RollReading | Spread) -> Heard:
        """Journal a settled reading and see whether it answers the open request; cards are offered.

        Raises:
            JournalError: it could not be kept; it counts for nothing and can be handed in again.
        """
        if isinstance(reading, Spread):
            return Heard(None, self.cards.hear(reading))
        if reading.dice:
            # A commit of its own, before the roll's: a tray may forget the roll only once it is kept.
            try:
                self._journal.keep_reading(self.table.table_id, journal_row(reading))
            except KnownReadingError as error:
                self.devices.let_go(reading)
                return Heard(Wait(str(error)))
            self.devices.let_go(reading)
        if self.devices.is_test(reading):
            self.devices.testing = ""
            self._arbiter = self._arbiter.pass_over(reading)
            why = tr("tried out: {faces_text}; it does not count", faces_text=reading.faces_text())
            return Heard(Unrequested(reading, why, claimable=False))
        game = self.table.match.game
        if not game.dice:
            why = tr("{game} uses no dice: what was seen changes nothing", game=game.title)
            return Heard(Unrequested(reading, why, claimable=False))
        heard = self._carry_out(*self._arbiter.hear(reading))
        if not isinstance(heard.decision, Wait):
            refused = isinstance(heard.decision, Refuse)
            seen = reading.source_kind is not SourceKind.KEYBOARD
            self.refused = reading if refused and seen else None
        return heard

    def confirm(self, faces: tuple[DieFace, ...]) -> Heard:
        """Settle the roll in question with what people say it shows."""
        return self._carry_out(*self._arbiter.answer(faces))

    def claim(self) -> Heard:
        """Take up the roll that was made before it was asked for."""
        return self._carry_out(*self._arbiter.claim())

    def void(self) -> Verdict | None:
        """Drop the roll in question, held dice, or a die lost; None when there is nothing to drop.

        The request stays open.
        """
        asked, dice = self.asking, self.table.held() or self.table.pending()
        if asked is not None:
            provenance = Provenance(asked.reading.source_kind.value, None, asked.reading.key)
            void = Void(asked.request.roller, asked.request.kinds)
            verdict = self.table.declare(void, provenance)
            # Only once it is journalled: a void that was not saved must not cost the dice.
            self._arbiter = self._arbiter.void() if self.asking is asked else self._arbiter
            return verdict
        if isinstance(dice, (Held, RollRequest)):
            return self.table.declare(Void(dice.roller, dice.kinds))
        return None

    def enter(self, text: str) -> Heard:
        """Take what somebody typed: a roll goes the way of all dice, all else to the table.

        Raises:
            LineError: it cannot be understood, or could mean several things.
            JournalError: it could not be committed.
        """
        armed, dice = self.armed, self.table.typed_dice(text)
        if armed is not None and dice:
            return self.hear(self._keyboard.reading(dice))
        action = self.table.understand(text)
        if armed is not None and isinstance(action, Roll) and not isinstance(action, Claim):
            kinds = tuple(sorted(die.kind for die in action.dice))
            if (action.actor, kinds) == (armed.roller, armed.kinds):
                return self.hear(self._keyboard.reading(action.dice))
        return Heard(None, self.table.declare(action))

    # -- inside -----------------------------------------------------------------------------------

    def _carry_out(self, after: Arbiter, decision: Decision) -> Heard:
        """Take over what the arbiter says; an accepted roll only once the log has it."""
        if not isinstance(decision, Accept):
            self._arbiter = after
            return Heard(decision)
        self.devices.forget_request()
        if decision.log_version != self.table.version:
            self._arbiter = after
            self._rearm()
            text = tr("the table has moved on since this roll was asked for")
            return Heard(Refuse(decision.reading, decision.request.rule, text))
        self.devices.note_under_way(decision.reading)
        kind, number = Claim if decision.claimed else Roll, self.table.version + 1
        action = kind(decision.request.roller, decision.faces)
        self._next = after
        try:
            verdict = self.table.declare(action, _provenance(decision))
        except Exception as error:
            # What the log does not have was not taken: these dice may be claimed or handed in again.
            if self._next is after or isinstance(error, JournalError):
                self._next, self._arbiter = None, self._arbiter.recall(decision.reading)
            raise
        if verdict.legal:
            self._taken[number] = replace(decision.reading, evidence=None)  # pictures are large
            if len(self._taken) > KNOWN:
                del self._taken[next(iter(self._taken))]
            self.devices.teach(decision.reading, decision.faces)
        else:
            self._rearm()
        return Heard(decision, verdict)

    def _on_change(self, change: Change) -> None:
        action = change.action
        if isinstance(action, Void):
            self.devices.forget_request()
        if isinstance(action, Amend) and isinstance(action.replacement, Roll):
            reading = self._taken.get(action.number)
            if reading is not None:
                self.devices.teach(reading, action.replacement.dice)
        self._rearm()
        self.cards.rearm(change)

    def _rearm(self) -> None:
        """Arm for the table's open request, anew after every change of the log."""
        if self._next is not None:
            self._arbiter, self._next = self._next, None
        self._arbiter = replace(self._arbiter, seats=self.table.seats)
        self.refused = None
        request = self.table.pending()
        if not isinstance(request, RollRequest) or self.table.held() is not None:
            self._arbiter = self._arbiter.disarm()
            self.devices.expect(None)
            return
        self._arbiter = self._arbiter.arm(request, self.table.version, self.devices.at_rest())
        self.devices.expect(request)


def journal_row(reading: RollReading) -> KeptReading:
    """Return what the journal keeps of a reading."""
    ids = [die.die or "-" for die in reading.dice]
    return KeptReading(
        key=reading.key,
        source=reading.source_id,
        kind=reading.source_kind.value,
        throw=reading.throw,
        dice=reading.faces_text(),
        confidence=reading.confidence,
        evidence=reading.evidence,
        ids=" ".join(ids) if set(ids) != {"-"} else "",
    )


def reading_from(kept: KeptReading) -> RollReading:
    """Make a reading again of what the journal kept of it; people are asked before it counts."""
    words = (word.rpartition("=") for word in kept.dice.split())
    return RollReading(
        source_kind=SourceKind(kept.kind),
        source_id=kept.source,
        key=kept.key,
        dice=tuple(DieReading(kind, face, kept.confidence) for kind, _, face in words),
        taken_at=0.0,
        throw=kept.throw,
        doubt=tr("it was read before the program was opened again"),
        evidence=kept.evidence,
    )


def _provenance(accepted: Accept) -> Provenance:
    reading = accepted.reading
    if reading.source_kind is SourceKind.KEYBOARD:
        return Provenance(reading=reading.key)
    confidence = None if accepted.how is How.ANSWERED else reading.confidence
    return Provenance(reading.source_kind.value, confidence, reading.key)
