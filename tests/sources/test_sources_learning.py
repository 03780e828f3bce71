"""A camera that remembers its dice: what it learns from, how long, where, and how it forgets."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from time import sleep

import cv2
import numpy as np
import pytest
from array_frames import ArrayFrames
from dice_stage import ColourLooker, Die, Stage, roll_in, unsure
from taught_stage import PixelEmbedder

import companion.demo
from companion.commands.hosting import LocalHost
from companion.core.dice import DieFace
from companion.rolls.readings import RollReading
from companion.sources.camera import CameraSource
from companion.sources.learning import Learns, Memory
from companion.tui.host import Wish
from companion.tui.settings import Settings
from hardware.recordings import VideoFrames
from vision.taught.file import read_set

SEVEN = DieFace("d10", "7")
CLIP = Path(companion.demo.__file__).parent / "clip.mp4"


class Home:
    def __init__(self, folder):
        self.folder, self.on = folder, True

    def memory(self, camera="0"):
        return Memory(Learns(self.folder, lambda: self.on), camera, PixelEmbedder())

    def kept(self):
        return [
            (kind.name, face.face, len(face.examples))
            for file in sorted(self.folder.glob("*"))
            for kind in read_set(file).kinds
            for face in kind.faces
        ]

    def play(self, said=SEVEN, spoil=None, memory=None):
        """Throw a 7 before a camera; then the table says what it shows."""
        memory, looker = memory or self.memory(), ColourLooker()
        looker.spoil, settled = spoil, threading.Event()
        heard = SimpleQueue()

        def frames():
            stage, target = Stage(), Die(640, 360, 7)
            for die in (*(None,) * 8, *roll_in(target), *(target,) * 12):
                yield stage.draw(*filter(None, (die,)))
            settled.wait(30)
            yield stage.draw(target)

        def listen(value):
            heard.put(value)
            if isinstance(value, RollReading):
                source.learn(value.key, (said,))
                settled.set()

        source = CameraSource(ArrayFrames(frames(), "clip"), looker, memory=memory)
        source.start(listen)
        assert source.wait(60)
        source.stop()
        return memory


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "learnt")


def owners(learnt):
    """Kind and face of each look."""
    return tuple((one.kind, one.face) for one in learnt.remembered)


def test_a_die_that_the_table_settled_is_there_the_next_evening(home):
    home.play()
    assert home.kept() == [("d10-0", "7", 1)]
    assert owners(home.memory().learnt) == (("d10", "7"),)


def test_each_camera_remembers_for_itself_and_its_file_does_not_name_it(home):
    home.play(memory=home.memory("http://ann:secret@cam/video"))
    (file,) = home.folder.glob("*")
    assert "cam" not in file.name
    assert not home.memory("0").learnt.remembered


def test_what_people_say_is_learnt_and_not_what_was_read(home):
    home.play(said=DieFace("d10", "1"), spoil=unsure)
    assert home.kept() == [("d10-0", "1", 1)]


def by_learning(sighting, _look):
    return replace(sighting, learnt=True)


def test_what_is_sure_only_by_what_was_learnt_does_not_confirm_itself(home):
    home.play(spoil=by_learning)
    assert home.kept() == []
    home.play(said=DieFace("d10", "1"), spoil=by_learning)
    assert home.kept() == [("d10-0", "1", 1)]


def cocked(sighting, _look):
    return replace(sighting, status="cocked")


@pytest.mark.parametrize(("said", "spoil"), [(None, None), (SEVEN, cocked)])
def test_of_a_die_that_leans_or_that_nobody_can_tell_nothing_is_learnt(home, said, spoil):
    home.play(said=said, spoil=spoil)
    assert home.kept() == []


def test_one_switch_ends_learning_and_using_what_was_learnt(home):
    memory = home.play()
    home.on = False
    assert memory.learnt is None
    home.play(said=DieFace("d10", "1"))
    assert home.kept() == [("d10-0", "7", 1)]
    home.on = True
    assert owners(memory.learnt) == (("d10", "7"),)


def test_a_table_that_is_open_forgets_what_was_taken_away(home):
    memory = home.play()
    for file in home.folder.glob("*"):
        file.unlink()
    home.play(said=DieFace("d10", "1"), memory=memory)
    assert home.kept() == [("d10-0", "1", 1)]


def test_a_file_that_is_damaged_is_begun_anew(home):
    home.play()
    (file,) = home.folder.glob("*")
    file.write_bytes(b"no zip")
    home.play()
    assert home.kept() == [("d10-0", "7", 1)]


def test_a_face_of_an_ordinary_die_that_stands_for_a_monster_dies_is_learnt_as_its_own(home):
    def six_sided(sighting, _look):
        return replace(sighting, kind="d6", face="2")

    home.play(said=DieFace("md.teeth", "2"), spoil=six_sided)
    assert home.kept() == [("d6-0", "2", 1)]


def test_pictures_are_balanced_as_those_that_are_read(home):
    memory, seen = home.memory(), []
    memory.balance = lambda image: seen.append(image.shape) or cv2.bitwise_not(image)
    home.play(memory=memory)
    assert len(seen) == 1


@pytest.mark.parametrize(("learn", "files"), [("on", 1), ("off", 0)])
def test_a_table_of_the_program_learns_before_its_camera_unless_it_is_switched_off(tmp_path, learn, files):
    host, heard = LocalHost(tmp_path), SimpleQueue()
    host.keep_settings(Settings(learn=learn))
    live = host.open(Wish("rsf", ("Ann", "Ben"), "light", dice=str(CLIP)))()
    live.start(heard.put)
    reading = heard.get(timeout=60)
    (camera,) = live.desk.devices.all
    camera.learn(reading.key, tuple(DieFace(die.kind, die.face) for die in reading.dice))
    live.close()
    assert len(list((tmp_path / "learnt").glob("*.dice"))) == files


def test_a_clip_is_not_closed_while_it_is_read():
    frames = VideoFrames(CLIP)
    reading, done = threading.Event(), []

    class Slow:
        promised, rate = 9, 25.0

        def read(self):
            reading.set()
            sleep(0.2)
            done.append("read")

        def release(self):
            done.append("closed")

    frames.close()
    frames._capture, frames._next = Slow(), np.zeros((4, 4, 3), np.uint8)
    thread = threading.Thread(target=frames.next_frame, args=(0.0,))
    thread.start()
    assert reading.wait(10)
    frames.close()
    thread.join()
    assert done == ["read", "closed"]
