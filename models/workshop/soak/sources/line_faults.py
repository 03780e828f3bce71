"""What can go wrong with trays, Bluetooth dice and several sources at once, as data.

A tray here speaks its real protocol over a pseudo-terminal; what people type goes the way of the
keyboard. As with cameras, a wrong face that is taken in silence is a loss in every one of them.
"""

from __future__ import annotations

import threading
import time
from typing import Final

from hardware.dtp.lines import framed
from hardware.dtp.messages import Rolled
from models.workshop.soak.sources.fault import ANYTHING, NOTHING_TAKEN, Fault
from models.workshop.soak.sources.film import hand_over, pixel
from models.workshop.soak.sources.table import DIE, Trial
from models.workshop.soak.sources.tray import dice

FLOOD_S: Final = 0.6
"""A flood lasts so long in the time of life."""


# -- one throw, two sources ------------------------------------------------------------------------


def _until_it_rests(t: Trial, after=0.0):
    t.run(max(0.1, t.current.actor.rests + after - t.now))


def tray_before_camera(t: Trial):
    """The tray tells the roll as it comes to rest; the camera reads it a moment later."""
    thrown = t.throw()
    _until_it_rests(t, float(t.chance.uniform(-0.1, 0.1)))
    t.fault_begins()
    t.rolled(f"d10={thrown.face}")
    t.run(3.0)


def camera_before_tray(t: Trial):
    """The camera reads the roll; the tray tells it up to a second later."""
    thrown = t.throw()
    t.run(3.0, lambda: thrown.taken)
    t.fault_begins()
    t.run(float(t.chance.uniform(0.07, 1.2)))
    t.rolled(f"d10={thrown.face}")
    t.run(2.0)


def tray_and_a_hand(t: Trial):
    """The tray tells the roll; a hand hides the die from the camera for some seconds."""
    thrown = t.throw()
    place = pixel(thrown.actor.at(1e9).position)
    t.run(0.4)
    t.layer = hand_over(place, int(t.chance.integers(1 << 30)))
    _until_it_rests(t, 0.1)
    t.fault_begins()
    t.rolled(f"d10={thrown.face}")
    t.run(float(t.chance.uniform(2.2, 5.0)))
    t.layer = None
    t.run(3.0)


def tray_against_camera(t: Trial):
    """The camera reads the roll; the tray, a moment later, tells another face."""
    thrown = t.throw()
    t.run(3.0, lambda: thrown.taken)
    t.fault_begins()
    t.run(float(t.chance.uniform(0.07, 0.8)))
    t.rolled(f"d10={(thrown.face + int(t.chance.integers(1, 10))) % 10}")
    t.run(1.0)
    t.answer()
    t.run(1.0)


def camera_against_tray(t: Trial):
    """The tray tells a roll; the camera, a moment later, reads another face."""
    thrown = t.throw()
    _until_it_rests(t)
    t.fault_begins()
    other = (thrown.face + int(t.chance.integers(1, 10))) % 10
    thrown.face = other  # whoever comes first is believed; the other must be heard of
    t.rolled(f"d10={other}")
    t.run(3.0)
    t.answer()


def typed_and_tray(t: Trial):
    """Somebody types the roll just before the tray tells it."""
    thrown = t.throw(seen=False)
    t.fault_begins()
    t.type(str(thrown.face))
    t.run(float(t.chance.uniform(0.07, 1.0)))
    t.rolled(f"d10={thrown.face}")
    t.run(1.0)


def tray_and_typed(t: Trial):
    """Somebody types the roll that the tray has just told, without looking up."""
    thrown = t.throw(seen=False)
    t.rolled(f"d10={thrown.face}")
    t.fault_begins()
    t.run(float(t.chance.uniform(0.07, 0.9)))
    t.mistyped(str(thrown.face))
    t.run(1.0)


def camera_and_typed(t: Trial):
    """Somebody types the roll that the camera has just read."""
    thrown = t.throw()
    t.run(3.0, lambda: t.settled)
    t.answer()
    t.fault_begins()
    t.run(float(t.chance.uniform(0.07, 0.7)))
    t.mistyped(str(thrown.face))
    t.run(1.0)


def typed_and_camera(t: Trial):
    """Somebody types the roll while the die still rocks; then the camera reads it."""
    thrown = t.throw()
    _until_it_rests(t, float(t.chance.uniform(-0.3, 0.1)))
    t.fault_begins()
    t.type(str(thrown.face))
    t.run(3.0)


# -- a tray that misbehaves ------------------------------------------------------------------------


def _flood(t: Trial, message):
    """Say things without end for a while, then be calm; the tray has told a roll before."""
    thrown = t.throw(seen=False)
    t.rolled(f"d10={thrown.face}")
    t.run(3.0)
    t.fault_begins()
    end, said, number = time.monotonic() + FLOOD_S, 0, 0
    threads, told = threading.active_count(), len(t.ledger.told)
    with t.memory():
        while time.monotonic() < end:
            data = message(number)
            t.tray.say(data)
            said, number = said + len(data), number + 1
            begun = time.monotonic()
            t.hear()
            t.ledger.pause = max(t.ledger.pause, time.monotonic() - begun)
            t.ledger.threads = max(t.ledger.threads, threading.active_count() - threads)
            if number % 8 == 0:
                time.sleep(0.001)  # a line has a speed; this one some megabytes a second
        t.ledger.flooded += said
        t.tray.say(b"\n")
        t.run(2.0)
    t.ledger.lines = len(t.ledger.told) - told


def garbage(t: Trial):
    """Megabytes of noise, and no end of a line in them."""
    noise = bytes(byte for byte in t.chance.bytes(4096) if byte != 10)
    _flood(t, lambda _: noise)


def nonsense(t: Trial):
    """Thousands of lines that are whole, and mean nothing, each another."""
    _flood(t, lambda n: b"".join(framed(f"WHAT,{n},{k},{t.seed}") for k in range(40)))


def troubles(t: Trial):
    """Thousands of troubles, each another."""
    _flood(t, lambda n: b"".join(framed(f"ERR,{(n + k) % 900 + 1},t{n}x{k}") for k in range(40)))


def logs(t: Trial):
    """Thousands of lines of the tray's own log."""
    _flood(t, lambda n: b"".join(b"debug %d %d\n" % (n, k) for k in range(60)))


def greetings(t: Trial):
    """Thousands of greetings, each of another tray."""

    def hello(n):
        bodies = (f"HELLO,1,Z-{n}-{k},{(n * 20 + k) & 0xFFFFFFFF:08x},1,0" for k in range(20))
        return b"".join(framed(body) for body in bodies)

    _flood(t, hello)


def epochs(t: Trial):
    """Thousands of greetings, each of a new epoch."""

    def hello(n):
        bodies = (f"HELLO,1,{t.tray.tray.serial},{n * 20 + k:08x},1,0" for k in range(20))
        return b"".join(framed(body) for body in bodies)

    _flood(t, hello)


def lost_claims(t: Trial):
    """Thousands of greetings of one epoch, each of which claims that more rolls are lost."""

    def hello(n):
        firsts = (3 * (n * 20 + k) + 4 for k in range(20))
        bodies = (f"HELLO,1,{t.tray.tray.serial},00000005,{first},{first}" for first in firsts)
        return b"".join(framed(body) for body in bodies)

    _flood(t, hello)


def rolls(t: Trial):
    """A genuine roll, and hundreds more within a moment that nobody threw."""
    thrown = t.throw(seen=False)
    t.rolled(f"d10={thrown.face}")
    t.fault_begins()
    with t.memory():
        for _ in range(300):
            t.tray.roll(f"d10={int(t.chance.integers(10))}")
            t.hear()
            time.sleep(0.001)
        t.settle_line()
        while t.tray.held:  # what it holds it sends by and by
            t.run(0.5)
            t.settle_line()
    t.run(6.0)
    t.answer()


def twice(t: Trial):
    """The same roll is told again and again, and old ones with it."""
    thrown = t.throw(seen=False)
    t.rolled(f"d10={thrown.face}")
    t.fault_begins()
    last = t.tray.tray.last
    for number in (last, last, max(1, last - 1), last):
        face = (thrown.face + int(t.chance.integers(0, 2))) % 10
        told = Rolled(t.tray.tray.epoch, number, 40, dice(f"d10={face}"))
        for _ in range(10):
            t.tray.say(framed(str(told)))
        t.settle_line()
        t.run(0.5)


def before_it_is_asked(t: Trial):
    """The tray tells a roll that came to rest before this one was asked for."""
    t.fault_begins()
    t.rolled(f"d10={int(t.chance.integers(10))}", age=float(t.chance.uniform(3.0, 60.0)))
    t.run(1.0)


def mid_line(t: Trial):
    """The line is cut in the middle of a roll, and comes back."""
    thrown = t.throw(seen=False)
    t.fault_begins()
    t.cut_mid_line(f"d10={thrown.face}", float(t.chance.uniform(0.1, 0.95)))
    t.wait_for(lambda: t.settled, "the roll never came")
    t.run(0.5)


def mid_line_and_typed(t: Trial):
    """The line is cut in the middle of a roll, the roll is typed, and the line comes back."""
    thrown = t.throw(seen=False)
    t.fault_begins()
    t.cut_mid_line(f"d10={thrown.face}", float(t.chance.uniform(0.1, 0.95)), plug=False)
    t.run(float(t.chance.uniform(0.2, 8.0)))
    t.type(str(thrown.face))
    t.run(float(t.chance.uniform(0.1, 8.0)))
    t.replug()
    t.run(1.0)


def other_dice(t: Trial):
    """The tray tells of dice that nobody asked for."""
    t.fault_begins()
    t.rolled("d6=3 d6=5")
    t.run(0.5)


def doubtful(t: Trial):
    """The tray itself doubts what it tells."""
    t.fault_begins()
    t.throw(seen=False)
    t.rolled(f"d10={t.current.face}?")
    t.run(0.5)


def die_falls_silent(t: Trial):
    """A Bluetooth die goes out of reach as it rolls; the roll is typed, and the die comes back."""
    t.radio.play(f"{DIE} is d10")
    thrown = t.throw(seen=False)
    t.fault_begins()
    t.radio.play(f"{DIE} rolling 1")
    t.radio.play(f"{DIE} lost")
    t.run(float(t.chance.uniform(1.0, 6.0)))
    t.tick()
    t.type(str(thrown.face))
    t.run(float(t.chance.uniform(0.5, 6.0)))
    t.radio.play(f"{DIE} back")
    t.radio.play(f"{DIE} on {thrown.face}")
    t.run(3.0)
    t.tick()


def die_told_twice(t: Trial):
    """Each message of a Bluetooth die comes twice."""
    t.radio.play(f"{DIE} is d10")
    t.radio.play("doubled on")
    thrown = t.throw(seen=False)
    t.fault_begins()
    t.radio.play(f"{DIE} roll {thrown.face}")
    t.run(3.0)
    t.tick()


_TRAY: Final = {"camera": False, "tray": True}
_BOTH: Final = {"tray": True}

LINE_FAULTS: Final = (
    Fault("camera and tray, the tray first", tray_before_camera, ANYTHING, **_BOTH),
    Fault("camera and tray, the camera first", camera_before_tray, ANYTHING, **_BOTH),
    Fault("camera and tray, a hand over the die", tray_and_a_hand, ANYTHING, **_BOTH),
    Fault("the tray differs from the camera", tray_against_camera, ANYTHING, "another", **_BOTH),
    Fault("the camera differs from the tray", camera_against_tray, ANYTHING, "another", **_BOTH),
    Fault("typed, then told by the tray", typed_and_tray, ANYTHING, **_TRAY),
    Fault("told by the tray, then typed", tray_and_typed, ANYTHING, "type it again", **_TRAY),
    Fault("read by the camera, then typed", camera_and_typed, ANYTHING, "type it again"),
    Fault("typed, then read by the camera", typed_and_camera, ANYTHING),
    Fault("tray: noise without a line's end", garbage, ANYTHING, **_TRAY),
    Fault("tray: whole lines of nonsense", nonsense, ANYTHING, "tray", **_TRAY),
    Fault("tray: thousands of troubles", troubles, ANYTHING, "check the tray", **_TRAY),
    Fault("tray: thousands of log lines", logs, ANYTHING, **_TRAY),
    Fault("tray: thousands of greetings", greetings, ANYTHING, "right port", **_TRAY),
    Fault("tray: thousands of new epochs", epochs, ANYTHING, "started anew", **_TRAY),
    Fault("tray: thousands of lost rolls claimed", lost_claims, ANYTHING, "rolls lost", **_TRAY),
    Fault("tray: hundreds of rolls at once", rolls, ANYTHING, "faster", **_TRAY),
    Fault("tray: the same roll again, and old ones", twice, ANYTHING, **_TRAY),
    Fault("tray: a roll from before it was asked", before_it_is_asked, ANYTHING, "before", **_TRAY),
    Fault("tray: cut in the middle of a line", mid_line, ANYTHING, "tried again|plugged", **_TRAY),
    Fault("tray: cut mid-line, roll typed", mid_line_and_typed, ANYTHING, "tried again", **_TRAY),
    Fault("tray: other dice than asked", other_dice, NOTHING_TAKEN, "expected", **_TRAY),
    Fault("tray: doubts its own reading", doubtful, NOTHING_TAKEN, "cocked", **_TRAY),
    Fault("Bluetooth die falls silent", die_falls_silent, ANYTHING, camera=False, radio=True),
    Fault("Bluetooth die tells twice", die_told_twice, ANYTHING, camera=False, radio=True),
)
