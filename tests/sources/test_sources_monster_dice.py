"""MonsterDice before the camera: pictures, a taught set, the request, the roll."""

from collections import Counter
from queue import SimpleQueue

import pytest
from array_frames import ArrayFrames
from monster_table import STYLES, Lying, MonsterTable, row, taught_dice

from companion.core.dice import DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask
from companion.rolls.readings import RollReading
from companion.sources.camera import CameraSource
from companion.sources.lookers import TaughtLooker
from vision.reader import open_reader

KINDS = tuple(STYLES)
ROLLED = tuple(zip(KINDS, "S24S56", strict=True))
"""Kinds of the pictures by another renderer, as dice of this game."""


@pytest.fixture(scope="module")
def reader():
    return open_reader(threads=1)


@pytest.fixture(scope="module")
def dice(reader):
    return taught_dice(reader)


def asked(*kinds, **more):
    specs = tuple(DieSpec(kind, count) for kind, count in Counter(kinds).items())
    return RollRequest(Seat(0), specs, "Turn roll", "MD-T2", **more)


def seen(request, frames, looker):
    """Let a camera watch frames while a roll is asked for; return what the arbiter says of each."""
    source = CameraSource(ArrayFrames(frames, "monsters"), looker)
    heard = SimpleQueue()
    source.expect(request.kinds)
    source.start(heard.put)
    assert source.wait(60)
    source.stop()
    arbiter, decisions = Arbiter().arm(request, 1), []
    while not heard.empty():
        value = heard.get()
        if isinstance(value, RollReading):
            arbiter, decision = arbiter.hear(value)
            decisions.append(decision)
    return decisions


def thrown(*lying, first=()):
    """Frames of a table on which dice come to lie."""
    table = MonsterTable()
    yield from table.still(*first)
    yield from table.still(*lying)


def words(faces):
    return {face.word() for face in faces}


def test_md_t2_six_taught_dice_are_one_roll(reader, dice):
    frames = thrown(*row(*reversed(ROLLED), turned=60.0))
    (decision,) = seen(asked(*KINDS), frames, TaughtLooker(reader, dice))
    assert isinstance(decision, Accept)
    assert [(face.kind, face.face) for face in decision.faces] == list(ROLLED)


def test_md_e3a_one_die_thrown_beside_five_that_lie_there(reader, dice):
    resting = row(*(one for one in ROLLED if one[0] != "md.eye"))
    frames = thrown(*resting, Lying("md.eye", "S", 3.0, 7.0), first=resting)
    *_, decision = seen(asked("md.eye"), frames, TaughtLooker(reader, dice))
    assert isinstance(decision, Accept)
    assert words(decision.faces) == {"md.eye=S"}


def test_dice_that_nobody_taught_are_asked_which_of_them_is_sculpted(reader):
    plain = [*ROLLED[:3], ("md.spider", "3"), *ROLLED[4:]]
    (decision,) = seen(asked(*KINDS), thrown(*row(*plain)), reader)
    assert isinstance(decision, Ask)
    assert [face.face for face in decision.guess] == ["S", "2", "4", "3", "5", "6"]
    sculpted = {f.kind for one in decision.candidates for f in one.faces if f.face == "S"}
    assert sculpted == set(KINDS)
