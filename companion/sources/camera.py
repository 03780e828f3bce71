"""The camera: frames are grabbed, settled and read in a thread of its own, off the screen's."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic, time
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.texts import later, retold, tr
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceFault, SourceKind
from companion.rolls.source import Device, DeviceState, RollSource, Sort
from hardware.frames import EndOfFrames, Frame, FrameFault
from vision.errors import VisionError
from vision.health import GRAVITY, Health, HealthMeter
from vision.pictures import as_jpeg
from vision.settle import Settler, SettleSettings, SettleState, Step
from vision.view import evidence_corner

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from calibration.zone import RollZone
    from companion.core.dice import DieFace
    from companion.sources.cards import CardWatch
    from companion.sources.learning import Memory
    from companion.sources.lookers import MatGuard
    from hardware.frames import FrameSource
    from vision.settle import Looker, SettledRoll
    from vision.types import DieSighting


_WAIT_S: Final = 0.2
_JPEG_QUALITY: Final = 90
_EVIDENCE_SIDE: Final = 640
# A webcam opens dark and finds its exposure; what changes meanwhile is no throw.
_WARM_UP_S: Final = 1.5
_RESTLESS_S: Final = 20.0
_LASTING_S: Final = 2.0
_EMPTY_S: Final = 6.0
"""Dice that are asked for and not seen for so long lie elsewhere, or cannot be made out."""


class Lamp(StrEnum):
    """One word for the state of a camera."""

    LOOKING = "looking"
    MOVING = "moving"
    OK = "ok"
    FAULT = "fault"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, eq=False)
class CameraStatus:
    """What to show of a camera."""

    lamp: Lamp = Lamp.LOOKING  # its state
    # a few words: the faces that lie there, or what is wrong
    text: str = later("waiting for the first picture")
    # the dice of the last settled roll, each in a box, height x width x 3, uint8, BGR; None before
    crop: NDArray[np.uint8] | None = None
    # the last frame, the same form; None before the first. Not to be written to.
    preview: NDArray[np.uint8] | None = None
    frames: int = 0  # how many frames came
    health: Health = Health.GOOD  # what is wrong with the picture, if anything
    hand: bool = False  # a hand, or another thing from the rim, is in the zone
    # the dice of the last settled roll while they lie there, boxes in pixels of the preview
    dice: tuple[DieSighting, ...] = ()


class CameraSource(RollSource):
    """Rolls seen by a camera, a stream, a clip or a row of pictures.

    Args:
        frames: where pictures come from; closed by `stop` or at their end.
        looker: finds and reads dice; None loads the program's own, in the thread.
        zone: where dice count; None for the whole picture.
        run: tells this run apart from others of the same table, so that keys never repeat. A live
            source takes the time when none is given; a clip's keys are always the same.
        guard: says when the camera no longer stands as it was calibrated.
        note: handed in once at the start: what people should know of the dice it can read.
        memory: remembers the dice; None where nothing is learnt.
        moved: is told where the camera no longer stands as it stood, and before a photograph; None where nobody asks.
        cards: reads cards as well; None where no deck is played with.
    """

    kind = SourceKind.CAMERA

    def __init__(  # noqa: PLR0913 - all but the first may be left out
        self,
        frames: FrameSource,
        looker: Looker | None = None,
        *,
        zone: RollZone | None = None,
        run: str = "",
        guard: MatGuard | None = None,
        note: str = "",
        memory: Memory | None = None,
        moved: Callable[[], None] | None = None,
        cards: CardWatch | None = None,
    ) -> None:
        run = run or (f"{int(time() * 1000):x}" if frames.live else "")
        super().__init__(f"camera:{frames.name}" + (f".{run}" if run else ""), self._run)
        self._frames = frames
        self._guard = guard
        self._note = note
        self._memory = memory
        self._tell_moved = moved or (lambda: None)
        self._cards = cards
        self.deck = "" if cards is None else cards.deck
        self._warning: tuple[str, str] | None = None
        self._looker = looker
        self._zone = zone
        self._settler: Settler | None = None
        self._expect: tuple[str, ...] = ()
        self._meter = HealthMeter(zone, live=frames.live)
        self._step = Step(SettleState.SETTLING)
        self._status = CameraStatus()
        self._dice: tuple[DieSighting, ...] = ()
        self._still_at = 0.0
        self._empty_at: float | None = None
        self._stood = False
        self._newest, self._late = float("-inf"), 0.0
        self._ended = threading.Event()

    @property
    def at_rest(self) -> int:
        """Number of the latest throw that has come to rest; see `RollSource.at_rest`."""
        return 0 if self._settler is None else self._settler.at_rest

    @property
    def under_way(self) -> int:
        """Number of the latest throw that has begun; see `RollSource.under_way`."""
        return 0 if self._settler is None else self._settler.under_way

    @property
    def status(self) -> CameraStatus:
        """What to show just now; never waits."""
        return self._status

    @property
    def wanted(self) -> tuple[str, ...]:
        """The kinds of dice that are asked for."""
        return self._expect

    def devices(self) -> tuple[Device, ...]:
        """Return the camera; see `RollSource.devices`."""
        name, text, lamp = self._frames.name, self._status.text, self._status.lamp
        troubles = {Lamp.FAULT: DeviceState.FAULT, Lamp.ENDED: DeviceState.OVER}
        state = troubles.get(lamp, DeviceState.OK)
        device = Device(f"camera:{name}", Sort.CAMERA, state, text, self.source_id)
        return (replace(device, where=name, last=_faces(self._dice)),)

    def expect(self, kinds: tuple[str, ...]) -> None:
        """Tell which kinds of dice are wanted; see `RollSource.expect`."""
        self._expect = kinds

    def expect_cards(self, *, wanted: bool, again: bool = False) -> None:
        """Tell whether cards are wanted; see `RollSource.expect_cards`."""
        if self._cards is not None:
            self._cards.expect(wanted=wanted, again=again)

    def learn(self, key: str, dice: tuple[DieFace | None, ...]) -> None:
        """Remember the dice of a reading by what they show; see `RollSource.learn`."""
        if self._memory is not None:
            self._memory.learn(key, dice)

    def stop(self) -> None:
        """End; see `RollSource.stop`."""
        self._close()
        self._frames.close()
        super().stop()
        self._ended.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the source has ended; False when `timeout` seconds passed before."""
        return self._ended.wait(timeout)

    # ---- the thread

    def _run(self) -> None:
        if self._note:
            todo = tr("show them to it with `tableside teach`")
            fault = SourceFault(self.source_id, self._note, self._frames.name, todo)
            self._hand_in(fault)
        try:
            looker, live = self._looker, self._frames.live
            if looker is None:
                from vision.reader import open_reader

                looker = open_reader()
            settings = SettleSettings(warm_up=_WARM_UP_S if live else 0.0)
            settler = self._settler = Settler(looker, self._zone, settings)
            if self._cards is not None:
                self._cards.begin(settings)
            self._still_at = monotonic() if live else 0.0
            while not self.closed.is_set():
                event = self._frames.next_frame(_WAIT_S)
                if event is not None and not self._take(settler, event):
                    break
                if self._memory is not None:
                    self._memory.work()
        except VisionError as error:
            self._fault(str(error), tr("the dice cannot be read; use the keyboard"), over=True)
        except Exception as error:  # noqa: BLE001 - a source that breaks must not end the game
            what = tr("the camera's pictures cannot be used ({name}: {error})", name=type(error).__name__, error=error)
            self._fault(what, tr("use the keyboard and report this"), over=True)
        finally:
            self._frames.close()
            try:
                if self._memory is not None:
                    self._memory.work(last=True)
            finally:
                self._ended.set()

    def _take(self, settler: Settler, event: Frame | FrameFault | EndOfFrames) -> bool:
        match event:
            case Frame():
                self._look(settler, self._in_order(event))
                return True
            case FrameFault():
                self._fault(event.what, event.todo, where=event.where)
                return True
            case EndOfFrames():
                self._end(event)
                return False
            case _:
                assert_never(event)

    def _in_order(self, frame: Frame) -> Frame:
        """Return the frame with a time not before the last one's: some streams' times go back."""
        self._late = max(self._late, self._newest - frame.taken_at)
        moved = replace(frame, taken_at=frame.taken_at + self._late) if self._late > 0 else frame
        self._newest = moved.taken_at
        return moved

    def _look(self, settler: Settler, frame: Frame) -> None:
        """Watch a frame, if it is fit to be watched: of a bad picture nothing is ever read."""
        if frame.photograph:
            self._look_once(settler, frame)
            return
        # While nothing is watched nobody knows what moves; then the picture itself must do.
        calm = self._step.state is not SettleState.MOVING or self._status.health.stops_reading
        asked = bool(self._expect)
        checkup = self._meter.feed(frame.image, frame.taken_at, calm=calm, asked=asked)
        if self._stood and checkup.doubt is not Health.FROZEN:
            settler.blind()
        if checkup.health is Health.MOVED:
            self._tell_moved()
        self._stood = checkup.fit and checkup.doubt is Health.FROZEN
        if checkup.fit:
            self._step = settler.feed(frame.image, frame.taken_at, self._expect)
            self._warn(frame)
            self._read_cards(frame)
        else:
            self._step = replace(self._step, roll=None)
        step, before = self._step, self._status.health
        # What shows only while a graver trouble passes (a lens uncovered slowly) is no news.
        graver = not before.stops_reading or GRAVITY[checkup.health] < GRAVITY[before]
        if checkup.health.stops_reading and graver:
            self._fault(checkup.health.words, checkup.health.todo)
        self._show(frame, step, checkup.health)
        if step.roll is not None:
            reading = self._reading(step.roll)
            if self._memory is not None:
                self._memory.note(reading.key, step.roll)
            if checkup.doubt is not Health.GOOD and not reading.doubt:
                doubt = tr("{words}: is that what the dice show?", words=checkup.doubt.words)
                reading = replace(reading, doubt=doubt)
            self._hand_in(reading)

    def _look_once(self, settler: Settler, frame: Frame) -> None:
        """Read a photograph, if it is good enough; it is judged by itself, as if it lasted."""
        meter = HealthMeter(self._zone, live=False)
        meter.feed(frame.image, 0.0)
        health = meter.feed(frame.image, _LASTING_S).health
        if health.stops_reading:
            self._step = Step(SettleState.EMPTY)
            self._fault(health.words, health.todo)
        else:
            self._tell_moved()
            self._step = settler.photograph(frame.image, frame.taken_at, self._expect)
            self._read_cards(frame)
        self._show(frame, self._step, health)
        if self._step.roll is not None:
            self._hand_in(self._reading(self._step.roll))

    def _read_cards(self, frame: Frame) -> None:
        """Hand in the cards that lie still, where somebody waits for them."""
        if self._cards is not None and self._cards.feed(frame):
            crop = self._cards.marked(frame.image)
            self._status = replace(self._status, crop=crop)
            spread = self._cards.spread(frame.image, self.source_id, self._status.frames)
            self._hand_in(spread)

    def _warn(self, frame: Frame) -> None:
        """Say once when the camera begins to stand wrongly; the lamp says it as long as it does."""
        if self._guard is None:
            return
        before, self._warning = self._warning, self._guard.warning(frame.image, frame.taken_at)
        if self._warning and self._warning != before:
            self._fault(*self._warning)

    def _show(self, frame: Frame, step: Step, health: Health) -> None:
        before, lamp = self._status, _LAMPS[step.state]
        crop = before.crop
        if step.roll is not None:
            crop = mark_dice(step.roll.evidence, step.roll.sightings)
            self._dice = step.roll.sightings
        if lamp is not Lamp.MOVING or step.hand:
            self._still_at = frame.taken_at
        if lamp is not Lamp.LOOKING or not self._expect or self._empty_at is None:
            self._empty_at = frame.taken_at
        if self._guard is not None and health is Health.MOVED:
            # The mat's own corners say more surely whether anything moved.
            health = Health.GOOD
        warning = "; ".join(map(tr, self._warning or ())) or (retold(health) if health in _WARNED else "")
        if health.stops_reading or warning:
            lamp, text = Lamp.FAULT, retold(health) if health.stops_reading else warning
        elif step.hand:
            text = tr("a hand is in the roll zone")
        elif frame.taken_at - self._still_at > _RESTLESS_S:
            text = tr("always moving: are camera and light steady?")
        else:
            text = _faces(self._dice) if lamp is Lamp.OK else tr(_TEXTS[lamp])
            if lamp is Lamp.LOOKING and self._cards is not None:
                said = self._cards.text
                lamp, text = (Lamp.OK, said) if said else (lamp, tr("nothing moves"))
            if frame.taken_at - self._empty_at > _EMPTY_S:
                text = tr("no dice in the zone: throw into it, or type the roll")
            text = f"{text} ({retold(health)})" if health is not Health.GOOD else text
        dice = self._dice if step.state is SettleState.SETTLED else ()
        self._status = CameraStatus(lamp, text, crop, frame.image, before.frames + 1, health, step.hand, dice)

    def _fault(self, what: str, todo: str, *, where: str = "", over: bool = False) -> None:
        fault = SourceFault(self.source_id, what, where or self._frames.name, todo, over)
        self._status = replace(self._status, lamp=Lamp.FAULT, text=str(fault))
        self._hand_in(fault)

    def _end(self, event: EndOfFrames) -> None:
        what = event.problem or tr("has ended after {frames} pictures", frames=event.frames)
        todo, expected = tr("use the keyboard or another camera"), not event.problem
        self._status = replace(self._status, lamp=Lamp.ENDED, text=what)
        where = self._frames.name
        fault = SourceFault(self.source_id, what, where, todo, over=True, expected=expected)
        self._hand_in(fault)

    def _reading(self, roll: SettledRoll) -> RollReading:
        part = f".{roll.part}" if roll.part else ""
        return RollReading(
            source_kind=self.kind,
            source_id=self.source_id,
            key=f"{self.source_id}#{roll.throw}{part}",
            dice=tuple(
                die_reading(sighting, fresh=fresh) for sighting, fresh in zip(roll.sightings, roll.fresh, strict=True)
            ),
            taken_at=roll.first_still_at,
            throw=roll.throw,
            nudged=roll.nudged,
            doubt=roll.doubt,
            evidence=as_jpeg(roll.evidence, _JPEG_QUALITY, _EVIDENCE_SIDE),
        )


_LAMPS: Final = {
    SettleState.EMPTY: Lamp.LOOKING,
    SettleState.MOVING: Lamp.MOVING,
    SettleState.SETTLING: Lamp.MOVING,
    SettleState.SETTLED: Lamp.OK,
}
# Dice are read all the same, but people should do something before they go on.
_WARNED: Final = frozenset({Health.MOVED, Health.FLICKER})
_TEXTS: Final = {Lamp.LOOKING: later("no dice in the zone"), Lamp.MOVING: later("moving")}


def die_reading(sighting: DieSighting, *, fresh: bool = True) -> DieReading:
    """Turn what vision saw into what the table reads: the one place where a die changes its type."""
    one, status = sighting, DieStatus(sighting.status)
    return DieReading(one.kind, one.face, one.confidence, status, one.alternatives, one.box, fresh)


def _faces(sightings: tuple[DieSighting, ...]) -> str:
    return " ".join(f"{one.kind}={one.face}" for one in sightings)


_SURE: Final = (96, 220, 96)
_DOUBTFUL: Final = (48, 176, 255)  # Blue, green, red

_LINE: Final = 0.035
"""Thickness as a share of the picture's shorter side: a picture of eighteen rows still shows it."""


def mark_dice(crop: NDArray[np.uint8], sightings: tuple[DieSighting, ...]) -> NDArray[np.uint8]:
    """Return a copy of the crop of some dice with a box around each: green when it is sure.

    Args:
        crop: of `vision.view.evidence` for these dice, height x width x 3, uint8, BGR.
        sightings: the dice, boxes in pixels of the whole frame.
    """
    picture = crop.copy()
    height, width = picture.shape[:2]
    left, top = evidence_corner(sightings)
    thick = max(2, round(_LINE * min(height, width)))
    for one in sightings:
        colour = _SURE if one.status == "read" else _DOUBTFUL
        x, y = one.box.x - left, one.box.y - top
        # Outside the die, so that no stroke of a numeral is hidden.
        x0, y0 = max(0, x - thick), max(0, y - thick)
        x1, y1 = min(width, x + one.box.w + thick), min(height, y + one.box.h + thick)
        picture[y0 : y0 + thick, x0:x1] = colour
        picture[max(0, y1 - thick) : y1, x0:x1] = colour
        picture[y0:y1, x0 : x0 + thick] = colour
        picture[y0:y1, max(0, x1 - thick) : x1] = colour
    return picture
