"""MonsterDice before the camera: pictures, a taught set, the request, the roll."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import groupby, starmap
from operator import itemgetter
from queue import SimpleQueue

import cv2
import pytest
from array_frames import ArrayFrames
from monster_table import STYLES, Lying, MonsterTable, row, taught_dice

from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, Refuse
from companion.rolls.readings import RollReading, SourceKind
from companion.sources.camera import CameraSource, die_reading
from companion.sources.lookers import TaughtLooker
from models.framing import Frame
from vision.reader import open_reader
from vision.taught.bank import make_ready
from vision.taught.eye import whole
from vision.taught.sets import Origin, TaughtSet, example_from

KINDS = tuple(STYLES)
ROLLED = tuple(zip(KINDS, "S24S56", strict=True))
NAMES = {
    "ember": "md.teeth", "tide": "md.squid", "thorn": "md.devil",
    "gloom": "md.spider", "storm": "md.dimwit", "bone": "md.eye",
}  # fmt: skip
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
    frames = thrown(*row(*reversed(ROLLED)))
    (decision,) = seen(asked(*KINDS), frames, TaughtLooker(reader, dice))
    assert isinstance(decision, Accept)
    assert [(face.kind, face.face) for face in decision.faces] == list(ROLLED)


def test_md_e3_a_pool_without_its_spider_die_and_with_a_second_devil(reader, dice):
    rolled = [one for one in ROLLED if one[0] != "md.spider"] + [("md.devil", "S")]
    request = asked(*(kind for kind, _ in rolled))
    (decision,) = seen(request, thrown(*row(*rolled)), TaughtLooker(reader, dice))
    assert isinstance(decision, Accept)
    assert Counter((f.kind, f.face) for f in decision.faces) == Counter(rolled)


def test_md_e3_a_die_of_another_pool_among_them_is_said(reader, dice):
    pool = [kind for kind in KINDS if kind != "md.spider"]
    request = asked(*pool, elsewhere=(("md.spider", "it is in Ben's pool (MD-E3)"),))
    (decision,) = seen(request, thrown(*row(*ROLLED)), TaughtLooker(reader, dice))
    assert isinstance(decision, Refuse)
    assert decision.text == "expected no Spider-Die: it is in Ben's pool (MD-E3)"


def test_md_t2_a_die_in_the_place_of_another_is_said(reader, dice):
    rolled = [one for one in ROLLED if one[0] != "md.eye"]
    request = asked(*(kind for kind in KINDS if kind != "md.spider"))
    (decision,) = seen(request, thrown(*row(*rolled)), TaughtLooker(reader, dice))
    assert isinstance(decision, Refuse)
    assert decision.text == "one Spider-Die too many; one D'eye missing (MD-T2)"


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


def test_dice_that_nobody_taught_need_no_question_while_none_is_sculpted(reader):
    plain = [(kind, face) for kind, face in zip(KINDS, "324356", strict=True)]
    (decision,) = seen(asked(*KINDS), thrown(*row(*plain)), reader)
    assert isinstance(decision, Accept)
    assert [face.face for face in decision.faces] == list("324356")


# ---------------------------------------------------------------- by another renderer


@pytest.fixture(scope="module")
def others(reader, repository):
    """The same six kinds as another renderer draws them, from three pictures of each face."""
    known = TaughtSet("others")
    for folder in sorted((repository / "tests/independent/monsters/teach").glob("*/*")):
        for path in sorted(folder.glob("*.jpg")):
            image = cv2.imread(str(path))
            frames = [reading.frame for _, reading in reader.examine(image)]
            frame = frames[0] if len(frames) == 1 else whole(image)
            frame = Frame(frame.x, frame.y, frame.half)
            example = example_from(image, frame, Origin.FOLDER)
            known = known.with_example(NAMES[folder.parent.name], folder.name, example)
    return make_ready(known, reader.embedder)


def test_pictures_of_twelve_dice_are_rolls_of_a_pool_of_twelve(reader, others, repository):
    """Taken or asked; what is taken is what lies there, and every sculpted side is known."""
    folder = repository / "tests/independent/monsters"
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    taken = 0
    for number, (name, group) in enumerate(groupby(rows, itemgetter("path"))):
        lying = [(NAMES[one["physical_die"]], one["value"]) for one in group]
        request = asked(*(kind for kind, _ in lying))
        sightings = reader.look(cv2.imread(str(folder / name)), request.kinds, None, others)
        found = tuple(die_reading(one) for one in sightings)
        reading = RollReading(SourceKind.CAMERA, "camera:0", f"#{number}", found, 0.0, 1)
        _, decision = Arbiter().arm(request, 1).hear(reading)
        if isinstance(decision, Accept):
            taken += 1
            assert _acting(decision.faces) == _acting(starmap(DieFace, lying))
            assert sorted(f.face for f in decision.faces) == sorted(face for _, face in lying)
        else:
            assert isinstance(decision, Ask | Refuse)
    assert taken >= 15


def _acting(faces):
    """Sculpted sides by their kinds; whose the plain ones are may be guessed, and acts nowhere."""
    return Counter(face.kind for face in faces if face.face == "S")
