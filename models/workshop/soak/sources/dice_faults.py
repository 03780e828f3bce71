"""What can go wrong before a good camera, as data: hands, things, dice that lie badly, lost frames."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from calibration.zone import RollZone
from models.workshop.soak.film import STYLES
from models.workshop.soak.sources.fault import ANYTHING, NOTHING_TAKEN, Fault
from models.workshop.soak.sources.film import SIZE, hand_over, leaning, on_top, pixel, sized
from models.workshop.soak.sources.table import Trial

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


def _taken_from_the_table(t: Trial):
    """Throw a die, let it be taken for the roll, and remove it; return it and where it lay."""
    thrown = t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.run(0.8)
    t.fault_begins()
    x, y, _ = thrown.actor.at(1e9).position
    t.film.take(thrown.actor, t.now)
    return thrown, x, y


def nudged_after(t: Trial):
    """The die is pushed and turned on the spot after it was taken; the same face stays up."""
    thrown, x, y = _taken_from_the_table(t)
    dx, dy = (float(v) for v in t.chance.uniform(-0.5, 0.5, 2))
    t.film.lay(thrown.face, x + dx, y + dy, t.now, style=_style_of(thrown))
    t.run(3.0)


def turned_to_another_face(t: Trial):
    """The die is turned to another face after it was taken, and no hand was seen."""
    thrown, x, y = _taken_from_the_table(t)
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
    """The die is thrown while no roll is asked for, and lies there when one is."""
    t.hold = True
    t.throw()
    t.run(4.0, lambda: t.settled)
    t.answer()
    t.take_up()
    t.fault_begins()
    t.throw(counts=t.desk.armed is not None)
    t.run(2.5)
    t.hold = False
    t.play_on()
    t.run(3.0)


def _style_of(thrown):
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

DICE_FAULTS: Final = (
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
    Fault("thrown before it is asked for", early, ANYTHING, "claimed"),
)
