"""What a camera is told of the dice that it read, once the table has settled what they show."""

from __future__ import annotations

import pytest
from session_kit import Camera, faces, play_until, rolling, seated

from companion.core.actions import Amend, Roll
from companion.core.dice import DieFace
from companion.session.rolldesk import RollDesk
from companion.session.rolled import shown


class Learner(Camera):
    def __init__(self, source_id="camera:test"):
        super().__init__(source_id)
        self.learnt = []

    def learn(self, key, dice):
        self.learnt.append((key, dice))


@pytest.fixture
def camera():
    return Learner()


@pytest.fixture
def desk(journal, camera):
    table, _, _ = seated(journal)
    return RollDesk(table, journal, sources=(camera,))


SEVEN, ONE = (DieFace("d10", "7"),), (DieFace("d10", "1"),)


def test_a_roll_that_was_sure_and_was_asked_for_is_learnt(desk, camera):
    desk.hear(camera.throw(7))
    assert camera.learnt == [("camera:test#1", SEVEN)]


def test_of_a_doubtful_roll_is_learnt_what_people_say(desk, camera):
    desk.hear(camera.throw(7, 0.6, 1))
    assert camera.learnt == []
    desk.confirm(faces(1))
    assert camera.learnt == [("camera:test#1", ONE)]


def test_a_roll_that_is_put_right_later_is_learnt_anew(desk, camera):
    desk.hear(camera.throw(7))
    number = desk.table.version
    desk.table.declare(Amend(None, number, Roll(desk.table.match.log[-1].actor, ONE)))
    assert camera.learnt == [("camera:test#1", SEVEN), ("camera:test#1", ONE)]


def test_dice_that_nobody_asked_for_are_not_learnt(desk, camera):
    desk.hear(camera.throw(7))
    desk.hear(camera.throw(3))
    play_until(desk.table, rolling)
    assert [key for key, _ in camera.learnt] == ["camera:test#1"]


def test_another_camera_is_told_nothing(journal, desk, camera):
    other = Learner("camera:other")
    RollDesk(desk.table, journal, sources=(camera, other)).hear(camera.throw(7))
    assert (len(camera.learnt), other.learnt) == (1, [])


@pytest.mark.parametrize(
    ("seen", "said", "told"),
    [
        ("3 8", "8 3", "3 8"),
        ("3 8", "8 5", "5 8"),
        ("3 3", "8 3", "- -"),  # which of the two was it?
        ("3 3 7", "8 3 7", "- - 7"),
        ("3 4", "8 9", "- -"),
        ("3 4", "3", "- -"),
    ],
)
def test_which_die_of_several_shows_what(seen, said, told):
    dice = [[("d10", face) for face in text.split()] for text in (seen, said)]
    wanted = tuple(None if face == "-" else ("d10", face) for face in told.split())
    assert shown(*dice) == wanted
