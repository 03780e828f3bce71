"""What can go wrong with a camera's pictures, as data: none come, or none that can be used."""

from __future__ import annotations

from math import cos, sin
from typing import Final

from models.workshop.soak.sources.fault import ANYTHING, Fault
from models.workshop.soak.sources.film import bands, blurred, brighter, pulsing, shifted
from models.workshop.soak.sources.table import Trial

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


_PLUG: Final = r"it is opened again|tried again|check the camera"

PICTURE_FAULTS: Final = (
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
)
