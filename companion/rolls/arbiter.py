"""The arbiter: which reading answers the open request, exactly once.

A pure state machine. Every method returns a new arbiter; nothing here knows a clock, a device or
a game. Dice are armed only while a request is open (X-4); everything else is shown and changes
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.core.dice import DieFace, RollRequest, kind_name, named
from companion.core.texts import later, listed, retold, tr, trn
from companion.rolls import matching
from companion.rolls.echoes import Echo, Settled, contradiction, echo, typed_again_text
from companion.rolls.matching import Candidate
from companion.rolls.readings import DieStatus, RollReading, SourceKind

ONE_REQUEST: Final = "X-4"
DICE_INVARIANT: Final = "INV-8"

SURE: Final = 0.9  # A die read with less confidence than this, in [0, 1], is asked

_HOW: Final = {
    SourceKind.CAMERA: later("seen"),
    SourceKind.TRAY: later("rolled"),
    SourceKind.BLE: later("rolled"),
    SourceKind.KEYBOARD: later("typed"),
    SourceKind.SCRIPT: later("rolled"),
}
"""How dice are known: `one d10 expected (RSF-F3a), 2 d10 seen`."""


class How(StrEnum):
    """How a reading came to be accepted."""

    READ = "read"
    ANSWERED = "answered"
    CLAIMED = "claimed"


@dataclass(frozen=True, slots=True)
class Accept:
    """The reading answers the request. The arbiter is disarmed: log the roll, then arm anew."""

    reading: RollReading  # as the source handed it in
    # what counts, in the request's order; differs from the reading when people said so
    faces: tuple[DieFace, ...]
    request: RollRequest  # the request it answers
    # length of the log when that request was armed; a log that has moved on since must not take
    # this roll
    log_version: int
    how: How  # read outright, answered by people, or an early roll taken up
    claimed: bool = False  # people took up an early roll, also when they had to say what it shows


@dataclass(frozen=True, slots=True)
class Ask:
    """People decide: show the evidence, the best guess and the runners-up."""

    reading: RollReading  # the doubtful reading
    why: str  # the reason, for people
    guess: tuple[DieFace, ...]  # best guess in the request's order
    candidates: tuple[Candidate, ...]  # up to four outcomes, likeliest first; the first is `guess`
    request: RollRequest  # the request it would answer
    log_version: int  # length of the log when that request was armed
    claimed: bool = False  # it is an early roll that people took up


@dataclass(frozen=True, slots=True)
class Unrequested:
    """Nobody asked for this roll; it changes nothing. `claimable` says if it can be taken up."""

    reading: RollReading
    why: str
    claimable: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do: a repetition, a nudge of dice that were taken already, or no dice at all."""

    why: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """The reading cannot answer the request, which stays open."""

    reading: RollReading | None  # what was refused; None when there was nothing to answer or claim
    rule: str  # rule id
    text: str  # for people: "one d10 expected (RSF-F3a), 2 d10 seen"


Decision = Accept | Ask | Unrequested | Wait | Refuse


@dataclass(frozen=True, slots=True)
class Armed:
    """The open request, the log it was opened in, and the throws that lay there at that moment."""

    request: RollRequest
    log_version: int
    at_rest: tuple[tuple[str, int], ...]

    def lay_there(self, reading: RollReading) -> bool:
        """Tell whether the dice of `reading` were at rest before the request opened."""
        return reading.throw <= dict(self.at_rest).get(reading.source_id, 0)


@dataclass(frozen=True, slots=True)
class Arbiter:
    """State of the arbiter."""

    armed: Armed | None = None  # the open request, or None
    asking: Ask | None = None  # the question on the screen, or None
    # the last roll that nobody had asked for, which can be claimed; or None
    unrequested: RollReading | None = None
    keys: frozenset[str] = frozenset()  # every key heard so far
    # (source, throw) of every roll that was accepted or voided
    spent: frozenset[tuple[str, int]] = frozenset()
    throws: tuple[tuple[str, int], ...] = ()  # highest throw heard from each source
    seats: tuple[str, ...] = ()  # names of the players by seat, for dice that belong to one of them
    # the roll that was settled last; another source may tell of it once more
    last: Settled | None = None

    def arm(self, request: RollRequest, log_version: int, at_rest: Mapping[str, int] | None = None) -> Arbiter:
        """Open a request. Any question still on the screen is dropped with its request.

        Args:
            request: what the rules wait for.
            log_version: length of the log now.
            at_rest: `RollSource.at_rest` of every live source, by source id. What was heard from
                a source counts as well.
        """
        known = dict(self.throws)
        for source, throw in (at_rest or {}).items():
            known[source] = max(throw, known.get(source, 0))
        armed = Armed(request, log_version, tuple(sorted(known.items())))
        return replace(self, armed=armed, asking=None)

    def disarm(self) -> Arbiter:
        """Close the request without a roll (undo, another declaration)."""
        return replace(self, armed=None, asking=None)

    def hear(self, reading: RollReading) -> tuple[Arbiter, Decision]:
        """Take in a reading. The same key, or the same throw once accepted, never counts again."""
        if reading.key in self.keys:
            return self, Wait(tr("this reading was heard before"))
        heard = self._remember(reading)
        if (reading.source_id, reading.throw) in self.spent:
            return heard, Wait(tr("these dice were taken already"))
        if not reading.dice:
            return heard, Wait(tr("no dice"))
        again = echo(self.last, reading)
        heard = heard if self.last is None else replace(heard, last=self.last.heard(reading))
        if again is Echo.SAME:
            return _pass_over_again(heard, reading)
        other = "" if again is Echo.NONE or self.last is None else contradiction(self.last, reading)
        if self.armed is None:
            return _note_unasked(heard, reading, other or tr("no roll is asked for"))
        if reading.late or self.armed.lay_there(reading):
            why = tr("these dice lay there before the roll was asked for")
            return _note_unasked(heard, reading, other or retold(reading.doubt) or why)
        if why := self._of_somebody_else(reading, self.armed.request):
            return _note_unasked(heard, reading, why)
        return _judge(heard, reading, self.armed, How.READ, other)

    def recall(self, reading: RollReading) -> Arbiter:
        """Take up a roll that was journalled before the program was opened again: it can be claimed.

        Its key is not remembered, for the device may hand the same roll in once more.
        """
        return replace(self, unrequested=reading)

    def pass_over(self, reading: RollReading) -> Arbiter:
        """Note a roll that shall never count, such as one that tries a device out."""
        spent = self.spent | {(reading.source_id, reading.throw)}
        return replace(self._remember(reading), spent=spent)

    def claim(self) -> tuple[Arbiter, Decision]:
        """Take up the last unrequested roll for the open request."""
        reading = self.unrequested
        if reading is None:
            return self, Refuse(None, ONE_REQUEST, tr("there is no early roll to claim"))
        if self.armed is None:
            why = tr("no roll is asked for, so none can be claimed")
            return self, Refuse(reading, ONE_REQUEST, why)
        return _judge(self, reading, self.armed, How.CLAIMED)

    def answer(self, faces: tuple[DieFace, ...]) -> tuple[Arbiter, Decision]:
        """Settle the question on the screen with what people say the dice show."""
        ask = self.asking
        if ask is None or self.armed is None:
            return self, Refuse(None, ONE_REQUEST, tr("no die is in question"))
        request = ask.request
        if tuple(sorted(face.kind for face in faces)) != request.kinds:
            dice = request.dice_text()
            text = tr("{dice_text} expected ({rule})", dice_text=dice, rule=request.rule)
            return self, Refuse(ask.reading, request.rule, text)
        by_kind: dict[str, list[DieFace]] = {}
        for face in faces:
            by_kind.setdefault(face.kind, []).append(face)
        ordered = tuple(by_kind[kind].pop(0) for kind in matching.places(request))
        return _accept(self, ask.reading, ordered, self.armed, How.ANSWERED, claimed=ask.claimed)

    def void(self) -> Arbiter:
        """Drop the roll in question (cocked, lost under the table); the request stays open."""
        if self.asking is None:
            return self
        asked = self.asking.reading
        return replace(
            self,
            asking=None,
            unrequested=None if self.unrequested == asked else self.unrequested,
            spent=self.spent | {(asked.source_id, asked.throw)},
            last=Settled(asked),
        )

    def _of_somebody_else(self, reading: RollReading, request: RollRequest) -> str:
        """Say whose dice these are when another player throws; empty when all is well."""
        names = [name.casefold() for name in self.seats]
        owner = reading.owner.casefold()
        if owner not in names or names.index(owner) == request.roller:
            return ""
        text, roller = later("these are the dice of {owner}, and {seats} rolls"), request.roller
        return tr(text, owner=reading.owner, seats=self.seats[roller])

    def _remember(self, reading: RollReading) -> Arbiter:
        throws = dict(self.throws)
        throws[reading.source_id] = max(reading.throw, throws.get(reading.source_id, 0))
        return replace(self, keys=self.keys | {reading.key}, throws=tuple(sorted(throws.items())))


def _note_unasked(arbiter: Arbiter, reading: RollReading, why: str) -> tuple[Arbiter, Decision]:
    return replace(arbiter, unrequested=reading), Unrequested(reading, why, claimable=True)


def _pass_over_again(arbiter: Arbiter, reading: RollReading) -> tuple[Arbiter, Decision]:
    """Pass over what another source has told of this very roll already."""
    last = arbiter.last
    if reading.source_kind is SourceKind.KEYBOARD and last is not None:
        # Who types it once more means it.
        return replace(arbiter, last=None), Refuse(reading, ONE_REQUEST, typed_again_text(last))
    spent = arbiter.spent | {(reading.source_id, reading.throw)}
    return replace(arbiter, spent=spent), Wait(tr("this roll was taken from another source"))


def _judge(arbiter: Arbiter, reading: RollReading, armed: Armed, how: How, other: str = "") -> tuple[Arbiter, Decision]:
    """Hold a reading against the open request.

    Args:
        arbiter: that has heard the reading.
        reading: all dice of one roll.
        armed: the open request.
        how: how the reading came here.
        other: why it may belong to another roll than this; empty when nothing speaks for that.
    """
    request = armed.request
    typed = reading.source_kind is SourceKind.KEYBOARD
    placed = matching.fit(reading.dice, request)
    if placed is None:
        text = matching.mismatch(reading.dice, request, tr(_HOW[reading.source_kind]))
        # A slip of the keyboard leaves the question open; other dice on the mat supersede it.
        after = arbiter if typed else replace(arbiter, asking=None)
        return after, Refuse(reading, request.rule, text)
    faces = matching.faces(placed)
    why = other or ("" if typed else _doubt(reading, placed))
    if faces is not None and not why:
        return _accept(arbiter, reading, faces, armed, how, claimed=how is How.CLAIMED)
    found = matching.candidates(placed)
    if (typed and not other) or not found:
        return arbiter, Refuse(reading, DICE_INVARIANT, matching.wrong_face(placed, DICE_INVARIANT))
    why = why or matching.wrong_face(placed, DICE_INVARIANT)
    claimed = how is How.CLAIMED
    ask = Ask(reading, why, found[0].faces, found, request, armed.log_version, claimed)
    return replace(arbiter, asking=ask), ask


def _doubt(reading: RollReading, placed: matching.Fit) -> str:
    if reading.doubt:
        return retold(reading.doubt)
    if reading.nudged:
        return tr("the dice were touched after they were thrown")
    if not all(die.fresh for die in placed.dice):
        faces = [die.face for die in placed.dice if not die.fresh]
        return trn("this {faces} lay there before: throw it",
                   "these lay there before: {faces}; throw them",
                   len(faces), faces=listed(faces))  # fmt: skip
    if placed.hangs:
        return tr("the dice cannot be told apart")
    for place, die in enumerate(placed.dice):
        if die.status is DieStatus.COCKED:
            return tr("{which} leans: throw it again, or say what it shows", which=_which(placed, place))
        if die.status is DieStatus.UNSURE or die.confidence < SURE:
            which, face, others = _which(placed, place), die.face, die.alternatives
            if others and len(placed.dice) == 1:
                return tr("not sure: {face} or {other}?", face=face, other=others[0][0])
            if others:
                text = later("not sure of {which}: {face} or {other}?")
                return tr(text, which=which, face=face, other=others[0][0])
            text = later("not sure of {which}: {face} at {confidence:.0%}")
            return tr(text, which=which, face=face, confidence=die.confidence)
    return ""


def _which(placed: matching.Fit, place: int) -> str:
    """Say which die is meant, by its name where it has one and is known."""
    kind = placed.kinds[place]
    known = named(kind) and place not in placed.loose
    return tr("the {kind_name}", kind_name=kind_name(kind)) if known else tr("a die")


def _accept(
    arbiter: Arbiter, reading: RollReading, faces: tuple[DieFace, ...], armed: Armed, how: How, *, claimed: bool
) -> tuple[Arbiter, Decision]:
    spent = {(reading.source_id, reading.throw)}
    if arbiter.asking is not None:
        # Typed while a camera's roll was in question: one physical roll, so that one is gone.
        spent.add((arbiter.asking.reading.source_id, arbiter.asking.reading.throw))
    after = replace(
        arbiter, armed=None, asking=None, unrequested=None, spent=arbiter.spent | spent, last=Settled(reading, faces)
    )
    return after, Accept(reading, faces, armed.request, armed.log_version, how, claimed)
