"""What can go wrong with a camera, as data: what happens, what may come of it, what people are told.

Each fault is a short script for a `Trial`; the wrong face is a loss in every one of them. After its
script the fault has ended, and the game must go on by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sources_film import (
    SIZE,
    bands,
    blurred,
    brighter,
    hand_over,
    leaning,
    on_top,
    pixel,
    pulsing,
    shifted,
    sized,
)

from calibration.zone import RollZone

if TYPE_CHECKING:
    from collections.abc import Callable

    from sources_table import Trial


class Outcome(StrEnum):
    """What the game did while a fault lasted."""

    WAITED = "waited"
    ASKED = "asked"
    CARRIED_ON = "carried on"


WAITED, ASKED, ON = Outcome.WAITED, Outcome.ASKED, Outcome.CARRIED_ON


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to misbehave.

    Attributes:
        name: what happens, in words.
        script: makes it happen, and ends it.
        may: outcomes that are right.
        says: what people must be told, as a regular expression; empty when nothing needs saying.
        zone: where dice count; None for the whole picture.
        camera: whether a camera watches.
        tray: whether there is a tray as well.
        radio: whether there are Bluetooth dice as well.
        weak: the reader's known weakness: counted and told, and not promised.
    """

    name: str
    script: Callable[[Trial], None]
    may: frozenset[Outcome]
    says: str = ""
    zone: RollZone | None = None
    camera: bool = True
    tray: bool = False
    radio: bool = False
    weak: bool = False


def _may(*outcomes: Outcome) -> frozenset[Outcome]:
    return frozenset(outcomes)


ANYTHING: Final = _may(WAITED, ASKED, ON)
NOTHING_TAKEN: Final = _may(WAITED, ASKED)


# -- no pictures, or none that can be used --------------------------------------------------------


def unplugged(t: Trial):
    """Pulled out, a die is thrown meanwhile, and plugged in again: the die may be asked about."""
    t.fault_begins()
    t.pull()
    t.run(0.5)
    t.throw()
    t.run(2.0)
    t.cable.there = True
    t.run(4.0, lambda: t.settled)


def unplugged_and_typed(t: Trial):
    """Pulled out; the roll is typed, and the die still lies there when the camera is back."""
    t.fault_begins()
    t.pull()
    t.run(0.5)
    thrown = t.throw()
    t.run(1.5)
    t.type(str(thrown.face))
    t.run(0.5)
    t.cable.there = True
    t.run(4.0)


def unplugged_while_rolling(t: Trial):
    """Pulled out while the die rolls."""
    t.throw()
    t.run(0.2 + 0.5 * float(t.chance.random()))
    t.fault_begins()
    t.pull()
    t.run(0.3 + 3 * float(t.chance.random()))
    t.cable.there = True
    t.run(4.0, lambda: t.settled)


def unplugged_over_lying_dice(t: Trial):
    """The die of the roll before lies there; it goes and comes back, and the die still lies."""
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.5)
    t.fault_begins()
    t.pull()
    t.run(2.0)
    t.cable.there = True
    t.run(3.0)


def silent(t: Trial):
    """The camera hangs: no picture, no error."""
    t.fault_begins()
    t.drop = lambda: True
    t.throw()
    t.run(3.0)
    # The frame source notices in the time of life that nothing comes.
    t.wait_for(lambda: any("no picture" in text for _, text in t.ledger.told))
    t.drop = None
    t.run(3.0, lambda: t.settled)


def _spoilt(layer, *, typed=False, before=0, stays=2.5):
    def script(t: Trial):
        t.run(before / t.rate)  # so many pictures show how alike a camera's pictures are
        t.fault_begins()
        t.layer = layer(t)
        t.run(1.5)
        thrown = t.throw()
        t.run(stays)
        if typed and not thrown.taken:
            t.type(str(thrown.face))
            t.run(0.5)
        t.layer = None
        t.run(4.0, lambda: not typed and t.settled)

    return script


def _spoilt_while_rolling(layer):
    def script(t: Trial):
        t.throw()
        t.run(0.1 + 0.9 * float(t.chance.random()))
        t.fault_begins()
        t.layer = layer(t)
        t.run(0.2 + 2.5 * float(t.chance.random()))
        t.layer = None
        t.run(4.0, lambda: t.settled)

    return script


def _spoilt_over_lying(layer, seconds=3.0):
    def script(t: Trial):
        t.throw()
        t.run(4.0, lambda: t.settled)
        t.answer()
        t.run(0.6)
        t.fault_begins()
        t.layer = layer(t)
        t.run(seconds)
        t.layer = None
        t.run(2.5)

    return script


def black(_t):
    return brighter(0.02)


def white(_t):
    return brighter(4.0, 160)


def soft(t):
    return blurred(float(t.chance.uniform(4, 9)))


def slightly_soft(t):
    return blurred(float(t.chance.uniform(1.2, 4)))


def dim(t):
    return brighter(float(t.chance.uniform(0.08, 0.35)))


def glaring(t):
    return brighter(float(t.chance.uniform(1.8, 3.5)), float(t.chance.uniform(0, 120)))


def frozen(_t):
    held = []

    def draw(image, _time):
        held.append(image)
        return held[0]

    return draw


def flickering(t):
    return pulsing(float(t.chance.uniform(0.15, 0.6)), float(t.chance.uniform(1, 7)))


def banded(t):
    return bands(float(t.chance.uniform(0.05, 0.3)), float(t.chance.uniform(2, 9)))


def on_and_off(t):
    """A loose contact: dark for some frames, light for some."""
    until, off = [0.0], [False]

    def draw(image, time):
        if time >= until[0]:
            until[0], off[0] = time + float(t.chance.uniform(0.07, 0.7)), not off[0]
        return black(t)(image, time) if off[0] else image

    return draw


# -- the camera or the mat is moved ----------------------------------------------------------------


def _jolt(t: Trial):
    far = float(t.chance.uniform(6, 70))
    angle = float(t.chance.uniform(0, 6.28))
    from math import cos, sin

    return shifted(far * cos(angle), far * sin(angle), float(t.chance.normal(0, 3)))


def knocked_over_lying_dice(t: Trial):
    """The camera is knocked and stays so, while the die of the last roll lies there."""
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.6)
    t.fault_begins()
    t.layer = _jolt(t)
    t.run(5.0)
    t.answer()
    t.layer = None
    t.run(3.0)


def knocked_while_settling(t: Trial):
    """The table is knocked while the die comes to rest: the camera shakes and stands still again."""
    t.throw()
    t.run(0.5 + 0.6 * float(t.chance.random()))
    t.fault_begins()
    for _ in range(6):
        far = float(t.chance.uniform(2, 25))
        t.layer = shifted(far, -far / 2)
        t.run(0.07)
    t.layer = None
    t.run(4.0, lambda: t.settled)


def turned(t: Trial):
    """The mat is turned slowly with the die of the last roll on it."""
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.6)
    t.fault_begins()
    for step in range(1, 20):
        t.layer = shifted(0, 0, step * 0.8)
        t.run(0.07)
    t.run(3.0)
    t.answer()
    t.layer = None
    t.run(2.0)


# -- hands and things ------------------------------------------------------------------------------


def hand_while_rolling(t: Trial):
    """A hand stays in the picture while the die comes to rest, beside it or over it."""
    thrown = t.throw()
    place = pixel(thrown.actor.at(1e9).position)
    beside = float(t.chance.uniform(0, 120))
    t.fault_begins()
    t.layer = hand_over((place[0] + beside, place[1]), int(t.chance.integers(1 << 30)))
    t.run(1.0 + 2.5 * float(t.chance.random()))
    t.layer = None
    t.run(4.0, lambda: t.settled)


def hand_that_stays(t: Trial):
    """A hand lies over the die and stays there."""
    thrown = t.throw()
    place = pixel(thrown.actor.at(1e9).position)
    t.run(0.4)
    t.fault_begins()
    t.layer = hand_over(place, int(t.chance.integers(1 << 30)))
    t.run(9.0, lambda: t.settled)
    t.answer()
    t.layer = None
    t.run(3.0, lambda: t.settled)


def hand_takes_nothing(t: Trial):
    """A hand passes over the die of the last roll and goes."""
    thrown = t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    place = pixel(thrown.actor.at(1e9).position)
    t.run(0.5)
    t.fault_begins()
    t.layer = hand_over(place, int(t.chance.integers(1 << 30)))
    t.run(1.0)
    t.layer = None
    t.run(3.0)


def things(t: Trial):
    """Cards, pens, coins and crumbs are thrown into the zone, and no die."""
    kinds = ("card", "pencil", "coin", "token", "scrap", "button", "meeple", "tile", "bead")
    t.fault_begins()
    chosen = [kinds[int(k)] for k in t.chance.integers(len(kinds), size=3)]
    for count in range(1, 4):
        t.film.strew(chosen[:count])
        t.run(1.2)
    t.answer()
    t.film.strew(())
    t.run(1.5)


def things_with_a_die(t: Trial):
    """A card and a pen lie about, and the die is thrown among them."""
    kinds = ("card", "pencil", "coin", "scrap", "button")
    t.fault_begins()
    t.film.strew([kinds[int(k)] for k in t.chance.integers(len(kinds), size=2)])
    t.run(1.0)
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.film.strew(())


# -- dice that do not lie as they should -----------------------------------------------------------


def stacked(t: Trial):
    """The die comes to lie on top of that of the last roll."""
    x, y = (float(v) for v in t.chance.uniform(-4, 4, 2))
    t.throw(spot=(x, y))
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.5)
    t.fault_begins()
    spot = (x + float(t.chance.uniform(-0.4, 0.4)), y + float(t.chance.uniform(-0.4, 0.4)))
    t.throw(spot=spot, ends=on_top)
    t.run(4.0, lambda: t.settled)


def cocked(t: Trial):
    """The die leans on something: no face is up, and none may be taken unasked."""
    t.fault_begins()
    lean = float(t.chance.uniform(18, 32)) * (1 if t.chance.random() < 0.5 else -1)
    t.throw(ends=leaning(lean), counts=False)
    t.run(4.0, lambda: t.desk.asking is not None)


def half_out_of_the_picture(t: Trial):
    """The die comes to lie half out of the picture."""
    t.fault_begins()
    side = 1 if t.chance.random() < 0.5 else -1
    x = side * (SIZE[1] / 2 / 15.0 + float(t.chance.uniform(-0.6, 0.5)))
    t.throw(spot=(x, float(t.chance.uniform(-6, 6))))
    t.run(4.0, lambda: t.settled)


def half_out_of_the_zone(t: Trial):
    """The die comes to lie on the rim of the roll zone."""
    t.fault_begins()
    x = (0.9 * SIZE[1] - SIZE[1] / 2) / 15.0 + float(t.chance.uniform(-1.2, 1.2))
    t.throw(spot=(x, float(t.chance.uniform(-5, 5))))
    t.run(4.0, lambda: t.settled)


def removed_while_settling(t: Trial):
    """The die is picked up just when it comes to rest."""
    t.fault_begins()
    thrown = t.throw()
    t.run(thrown.actor.rests - t.now + float(t.chance.uniform(-0.1, 0.25)))
    t.film.take_all(t.now)
    if not thrown.taken:
        thrown.counts = True
    t.run(3.0)
    t.answer()


def nudged_after(t: Trial):
    """The die is pushed and turned on the spot after it was taken; the same face stays up."""
    thrown = t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.8)
    t.fault_begins()
    x, y, _ = thrown.actor.at(1e9).position
    t.film.take(thrown.actor, t.now)
    dx, dy = (float(v) for v in t.chance.uniform(-0.5, 0.5, 2))
    t.film.lay(thrown.face, x + dx, y + dy, t.now, style=_style_of(thrown))
    t.run(3.0)


def turned_to_another_face(t: Trial):
    """The die is turned to another face after it was taken, and no hand was seen."""
    thrown = t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.8)
    t.fault_begins()
    x, y, _ = thrown.actor.at(1e9).position
    t.film.take(thrown.actor, t.now)
    other = (thrown.face + int(t.chance.integers(1, 10))) % 10
    t.film.lay(other, x, y, t.now, style=_style_of(thrown))
    t.run(3.0)


def one_more(t: Trial):
    """Two dice are thrown where one is asked for."""
    t.fault_begins()
    t.throw(spot=(-5.0, 1.0))
    t.throw(spot=(5.0, -1.0), counts=False)
    t.run(4.0, lambda: t.settled)
    t.current.counts = False
    t.current = None
    t.run(0.5)


def early(t: Trial):
    """The die is thrown and lies there before the roll is asked for."""
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.take_up()
    t.fault_begins()
    t.desk.detach(t.camera)
    t.run(0.1)
    t.desk.attach(t.camera)


def _style_of(thrown):
    from dice_film import STYLES

    return STYLES.index(thrown.actor.at(1e9).style)


# -- time and frames -------------------------------------------------------------------------------


def dropped(t: Trial):
    """Most frames are lost."""
    share = float(t.chance.uniform(0.3, 0.85))
    t.fault_begins()
    t.drop = lambda: bool(t.chance.random() < share)
    t.throw()
    t.run(6.0, lambda: t.settled)


def out_of_order(t: Trial):
    """The stream hands frames out of order."""
    held = []

    def draw(image, _time):
        held.append(image)
        if len(held) < 4:
            return image
        return held.pop(int(t.chance.integers(len(held))))

    t.fault_begins()
    t.layer = draw
    t.throw()
    t.run(4.0, lambda: t.settled)


def clock_leaps(t: Trial):
    """The machine slept: an hour is gone between two frames, while the die rolls."""
    t.throw()
    t.run(float(t.chance.uniform(0.1, 1.2)))
    taken = t.throws[-1].taken
    t.clock.now += 3600.0
    t.fault_begins()
    t.film.actors = [_later(one, 3600.0) for one in t.film.actors]
    t.run(4.0, lambda: t.settled and not taken)


def _later(actor, seconds):
    from dataclasses import replace

    return replace(
        actor,
        at=lambda time: actor.at(time - seconds),
        enters=actor.enters + seconds,
        rests=actor.rests + seconds,
        leaves=actor.leaves + seconds,
    )


def resized(t: Trial):
    """The stream changes its size while the die rolls, and keeps it."""
    t.throw()
    t.run(float(t.chance.uniform(0.1, 1.0)))
    t.fault_begins()
    scale = float(t.chance.choice([0.75, 1.25, 1.5]))
    t.layer = sized(round(SIZE[1] * scale), round(SIZE[0] * scale))
    t.run(4.0, lambda: t.settled)


def resized_over_lying(t: Trial):
    """The stream changes its size while the die of the last roll lies there."""
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.6)
    t.fault_begins()
    scale = float(t.chance.choice([0.75, 1.25, 1.5]))
    t.layer = sized(round(SIZE[1] * scale), round(SIZE[0] * scale))
    t.run(3.0)
    t.layer = None
    t.run(2.0)


ZONE: Final = RollZone.rectangle(0.1, 0.05, 0.8, 0.9)
_PLUG: Final = r"it is opened again|tried again|check the camera"

CAMERA_FAULTS: Final = (
    Fault("unplugged, thrown meanwhile", unplugged, ANYTHING, _PLUG),
    Fault("unplugged, roll typed, die still there", unplugged_and_typed, ANYTHING, _PLUG),
    Fault("unplugged while the die rolls", unplugged_while_rolling, ANYTHING, _PLUG),
    Fault("unplugged, old die still there", unplugged_over_lying_dice, ANYTHING, _PLUG),
    Fault("hangs: no picture, no error", silent, ANYTHING, _PLUG),
    Fault("frozen, thrown meanwhile", _spoilt(frozen, before=150), ANYTHING, "plug the camera"),
    Fault(
        "frozen, roll typed",
        _spoilt(frozen, typed=True, before=150),
        ANYTHING,
        "plug the camera",
    ),
    Fault("frozen while the die rolls", _spoilt_while_rolling(frozen), ANYTHING),
    Fault("black, thrown meanwhile", _spoilt(black), ANYTHING, "lens"),
    Fault("black, roll typed", _spoilt(black, typed=True), ANYTHING, "lens"),
    Fault("black while the die rolls", _spoilt_while_rolling(black), ANYTHING),
    Fault("light goes off over an old die", _spoilt_over_lying(black), ANYTHING, "lens|light"),
    Fault("over-exposed, thrown meanwhile", _spoilt(white), ANYTHING, "less light"),
    Fault("over-exposed, roll typed", _spoilt(white, typed=True), ANYTHING, "less light"),
    Fault("glaring light", _spoilt(glaring), ANYTHING),
    Fault("too dark", _spoilt(dim), ANYTHING),
    Fault(
        "out of focus, thrown meanwhile",
        _spoilt(soft, stays=8.5),
        ANYTHING,
        "focus|type the roll|look",
    ),
    Fault(
        "out of focus, roll typed",
        _spoilt(soft, typed=True, stays=8.5),
        ANYTHING,
        "focus|type the roll|look",
    ),
    Fault("slightly out of focus", _spoilt(slightly_soft), ANYTHING),
    Fault("the lamp flickers", _spoilt(flickering), ANYTHING),
    Fault("mains bands", _spoilt(banded), ANYTHING),
    Fault("light on and off", _spoilt(on_and_off), ANYTHING),
    Fault("light on and off over an old die", _spoilt_over_lying(on_and_off), ANYTHING),
    Fault("knocked over an old die", knocked_over_lying_dice, ANYTHING),
    Fault("knocked while the die settles", knocked_while_settling, ANYTHING),
    Fault("mat turned under an old die", turned, ANYTHING),
    Fault("hand in the picture", hand_while_rolling, ANYTHING),
    Fault("hand stays over the die", hand_that_stays, ANYTHING, "hand|lies over|look|type the roll"),
    Fault("hand passes over an old die", hand_takes_nothing, ANYTHING),
    Fault("cards, pens and coins, no die", things, ANYTHING),
    Fault("a die among cards and pens", things_with_a_die, ANYTHING),
    Fault("stacked on another die", stacked, ANYTHING),
    Fault("cocked, alone on the table", cocked, ANYTHING, weak=True),
    Fault("half out of the picture", half_out_of_the_picture, ANYTHING),
    Fault("on the rim of the zone", half_out_of_the_zone, ANYTHING, zone=ZONE),
    Fault("picked up while it settles", removed_while_settling, ANYTHING),
    Fault("pushed after it was taken", nudged_after, ANYTHING),
    Fault("turned to another face after", turned_to_another_face, ANYTHING),
    Fault("one die more than asked", one_more, NOTHING_TAKEN, "expected"),
    Fault("most frames dropped", dropped, ANYTHING),
    Fault("frames out of order", out_of_order, ANYTHING),
    Fault("an hour between two frames", clock_leaps, ANYTHING),
    Fault("another size while rolling", resized, ANYTHING),
    Fault("another size over an old die", resized_over_lying, ANYTHING),
)
