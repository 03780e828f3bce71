"""One Bluetooth die as the source knows it: what it said, what of that is a roll, how it does."""

from dataclasses import dataclass, field, replace
from typing import Final

from companion.core.texts import tr
from companion.rolls.readings import DieReading, DieStatus
from companion.rolls.source import Device, DeviceState, KnownDevice, LinkQuality, Sort
from companion.sources.ble_gather import OneRoll
from hardware.ble import godice, pixels
from hardware.ble.events import PIXELS, Counted, Shown

UNSEEN_S: Final = 20.0  # A die of which nothing was heard for so long is said to be out of hearing

SPARSE_S: Final = 5.0
"""Advertisements farther apart than this say nothing of what happened in between."""

_NEVER: Final = float("-inf")
_UNSURE: Final = 0.5

Heard = Counted | Shown | None


@dataclass(slots=True)
class BleDie:
    """One die. Not safe from several threads: its source sees to that."""

    id: str  # who it is
    known: KnownDevice | None = None  # what people said of it; None when it was never met
    # its rolls count: people said whose it is, or which dice, or what it is called
    ours: bool = False
    linked: bool = False
    where: str = ""
    seen_at: float = _NEVER
    linked_at: float = _NEVER
    trouble: str = ""
    battery: int | None = None
    charging: bool = False
    last: str = ""
    note: str = ""
    quality: LinkQuality = field(default_factory=LinkQuality)
    identity: pixels.Identity | None = None
    of_pixels: pixels.Counter | None = None
    of_godice: godice.Counter | None = None

    @property
    def sort(self) -> Sort:
        """What make it is."""
        return Sort.PIXELS if self.id.startswith(PIXELS) else Sort.GODICE

    @property
    def kind(self) -> str:
        """Which dice it is: as people said, else as it says itself; empty when nobody says."""
        said = "" if self.known is None else self.known.kind
        return said or ("" if self.identity is None else self.identity.kind)

    @property
    def seat(self) -> str:
        """Whose it is."""
        return "" if self.known is None else self.known.seat

    # -- what it says -----------------------------------------------------------------------------

    def link(self, now: float) -> None:
        """It is connected, or is not any more: what it says next is where it lies."""
        self.linked_at = now
        if self.of_pixels is not None:
            self.of_pixels = self.of_pixels.connected(now)
        if self.of_godice is not None:
            self.of_godice = self.of_godice.connected(now)

    def advertised(self, advert: pixels.Advert, now: float) -> OneRoll | None:
        """Take in what it says to everybody; its connection, when there is one, knows better."""
        self._be(advert.identity, advert.charge)
        counter = self.of_pixels
        if counter is None or self.linked:
            return None
        sparse = now - counter.at > SPARSE_S
        if sparse and counter.last is not None and not counter.identity.tells_rolls:
            counter = counter.connected(now)
        before = counter.at if counter.last is not None else _NEVER
        self.of_pixels, heard = counter.hear(advert.motion, now)
        self._note_motion(advert.motion)
        return self._judge(heard, now, since=before)

    def said(self, message: pixels.Message | godice.Message, now: float) -> OneRoll | None:
        """Take in a message; return the roll that it is, if it is one."""
        self.quality = replace(self.quality, good=self.quality.good + 1)
        self.seen_at = now
        match message:
            case pixels.Introduction():
                return self._introduce(message, now)
            case pixels.Motion():
                return self._hear_motion(message, now)
            case pixels.Charge(percent=percent, charging=charging):
                self.battery, self.charging = percent, charging
            case godice.Charge(percent=percent):
                self.battery = percent
            case godice.Charging(on=charging):
                self.charging = charging
            case godice.RollStart() | godice.Stable():
                return self._of_godice(message, now)
        return None

    def garbled(self) -> None:
        """Count a message that made no sense."""
        self.quality = replace(self.quality, bad=self.quality.bad + 1)

    def _introduce(self, message: pixels.Introduction, now: float) -> OneRoll | None:
        self._be(message.identity, message.charge)
        if self.of_pixels is None:
            return None
        self.of_pixels, shown = self.of_pixels.place(message.motion, now)
        return self._judge(shown, now, since=now)

    def _hear_motion(self, motion: pixels.Motion, now: float) -> OneRoll | None:
        before = self.of_pixels
        if before is None:
            return None
        self.of_pixels, heard = before.hear(motion, now)
        if heard is None and motion == before.last and motion.state is pixels.State.ROLLED:
            self._resent()
        self._note_motion(motion)
        return self._judge(heard, now, since=now)

    def _of_godice(self, message: godice.RollStart | godice.Stable, now: float) -> OneRoll | None:
        shell = self.shell
        if shell is None:
            return None
        before = self.of_godice
        if before is None or before.shell is not shell:
            # It is dressed only now, or otherwise: what it said before was another die's.
            before = godice.Counter(shell, at=self.linked_at)
        self.of_godice, heard = before.hear(message, now)
        if isinstance(message, godice.RollStart):
            self.note = tr("rolls")
        elif heard is None and message == before.last:
            self._resent()
        return self._judge(heard, now, since=now)

    @property
    def shell(self) -> godice.Shell | None:
        """What a GoDice is dressed as, as people said; None when they did not."""
        try:
            return godice.Shell(self.kind)
        except ValueError:
            return None

    def _be(self, identity: pixels.Identity | None, charge: pixels.Charge) -> None:
        self.battery, self.charging = charge.percent, charge.charging
        if identity is None or identity == self.identity:
            return
        if self.identity is not None and not identity.name:
            identity = replace(identity, name=self.identity.name)
        self.identity = identity
        self.of_pixels = replace(self.of_pixels or pixels.Counter(identity), identity=identity)

    def _resent(self) -> None:
        self.quality = replace(self.quality, resent=self.quality.resent + 1)

    def _note_motion(self, motion: pixels.Motion) -> None:
        if motion.state is pixels.State.ROLLING:
            self.note = tr("rolls")
        elif motion.state is pixels.State.HANDLING:
            self.note = tr("is held")

    def _judge(self, heard: Heard, now: float, since: float) -> OneRoll | None:
        match heard:
            case Counted():
                return self._count_roll(heard, now, since)
            case Shown(face=face, why=why, claimable=claimable):
                self.note = f"{face}: {why}"
                if not (claimable and self.ours and self.kind):
                    return None
                reading = DieReading(self.kind, face, die=self.id)
                return OneRoll(reading, self.seat, now, _NEVER, unheard=True, doubt=why)
            case None:
                return None

    def _count_roll(self, counted: Counted, now: float, since: float) -> OneRoll | None:
        shown = f"{self.kind}={counted.face}" if self.kind else counted.face
        if not self.ours or not self.kind:
            self.note = tr("{shown}: not in use, so not counted", shown=shown)
            return None
        self.note = ""
        self.last = f"{shown}?" if counted.cocked or counted.other else shown
        reading = DieReading(self.kind, counted.face, die=self.id)
        if counted.cocked:
            reading = replace(reading, status=DieStatus.COCKED, confidence=_UNSURE)
        elif counted.other:
            others = ((counted.other, 1 - _UNSURE),)
            reading = replace(reading, status=DieStatus.UNSURE, confidence=_UNSURE)
            reading = replace(reading, alternatives=others)
        return OneRoll(reading, self.seat, now, since)

    # -- for people -------------------------------------------------------------------------------

    def device(self, source_id: str, now: float, radio: str) -> Device:
        """Return it as people see it; `radio` says why nothing can be heard, if so."""
        state, text = self._state(now, radio)
        known = "" if self.known is None else self.known.name
        own = "" if self.identity is None else self.identity.name
        return Device(
            id=self.id,
            sort=self.sort,
            state=state,
            text=text,
            source_id=source_id,
            name=known or own,
            where=self.where or ("" if self.known is None else self.known.where),
            battery=self.battery,
            charging=self.charging,
            last=self.last,
            note=self.note,
            quality=self.quality,
            kind=self.kind,
            seat=self.seat,
        )

    def _state(self, now: float, radio: str) -> tuple[DeviceState, str]:
        if radio:
            return DeviceState.FAULT, tr("{radio}; trying again", radio=radio)
        near = self.linked or now - self.seen_at < UNSEEN_S
        if not near:
            return self._out_of_hearing()
        if self.sort is Sort.GODICE and self.shell is None:
            state = DeviceState.FAULT if self.ours else DeviceState.OVER
            return state, tr("which shell does it wear? Assign it: d6, d10, d00 or d20")
        if not self.ours:
            return DeviceState.OVER, tr("nearby, not in use: say whose it is to use it")
        if not self.kind:
            return DeviceState.FAULT, tr("it does not report which dice it is: assign it")
        if self.linked:
            return DeviceState.OK, tr("connected")
        why = self.trouble or tr("connecting")
        if self.sort is Sort.GODICE:
            return DeviceState.TRYING, tr("{why}; its rolls are not heard", why=why)
        return DeviceState.TRYING, tr("{why}; heard by advertisement", why=why)

    def _out_of_hearing(self) -> tuple[DeviceState, str]:
        if not self.ours:
            return DeviceState.OVER, tr("not nearby, and not in use")
        if self.seen_at == _NEVER:
            return DeviceState.TRYING, tr("not seen yet: wake it, and bring it nearer")
        text = tr("not seen for {unseen_s:.0f} seconds: wake it", unseen_s=UNSEEN_S)
        return DeviceState.TRYING, text
