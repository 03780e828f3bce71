"""The camera as a source: readings, lamp, faults. It never raises into the game."""

import threading
from queue import SimpleQueue

import cv2
import numpy as np
import pytest
from array_frames import ArrayFrames
from dice_stage import ColourLooker, Die, Stage, roll_in, unsure

from companion.core.dice import DieSpec, RollRequest
from companion.core.seats import Seat
from companion.rolls.arbiter import Accept, Arbiter, Ask, Unrequested, Wait
from companion.rolls.readings import DieStatus, RollReading, SourceFault
from companion.sources.camera import CameraSource, Lamp
from hardware.frames import EndOfFrames, Frame, FrameFault
from vision.errors import ModelError
from vision.health import Checkup, Health
from vision.settle import Settler

SEVEN = Die(640, 360, 7)
ONE_D10 = RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3a")


def throw(stage, target, rest=12):
    for die in roll_in(target):
        yield stage.draw(die)
    for _ in range(rest):
        yield stage.draw(target)


def one_throw():
    stage = Stage()
    for _ in range(8):
        yield stage.draw()
    yield from throw(stage, SEVEN)


class Scripted:
    """A live source of frames that does what a list says."""

    name, live = "pretend", True

    def __init__(self, events):
        self.events = list(events)
        self.closed = False

    def next_frame(self, _wait_s):
        return self.events.pop(0) if self.events else EndOfFrames(0)

    def close(self):
        self.closed = True


def all_of(source):
    heard = SimpleQueue()
    source.start(heard.put)
    assert source.wait(60)
    values = []
    while not heard.empty():
        values.append(heard.get())
    return values


def test_a_clip_becomes_one_reading_with_a_picture_of_the_die_and_its_end():
    source = CameraSource(ArrayFrames(one_throw(), "clip.mp4"), ColourLooker())
    reading, end = all_of(source)
    assert isinstance(reading, RollReading)
    assert reading.source_id == "camera:clip.mp4"
    assert reading.key == f"camera:clip.mp4#{reading.throw}"
    die = reading.dice[0]
    assert (die.kind, die.face, die.status, die.fresh) == ("d10", "7", DieStatus.READ, True)
    assert die.box is not None
    crop = cv2.imdecode(np.frombuffer(reading.evidence, np.uint8), cv2.IMREAD_COLOR)
    (seen,) = ColourLooker().look(crop)
    assert seen.face == "7"
    assert isinstance(end, SourceFault)
    assert (end.over, end.expected) == (True, True)


def test_what_is_expected_reaches_the_reader():
    looker = ColourLooker()
    source = CameraSource(ArrayFrames(one_throw(), "clip"), looker)
    source.expect(("d10",))
    all_of(source)
    assert set(looker.expected) == {("d10",)}


def test_what_holds_while_the_camera_stands_still_is_forgotten_when_it_moves_and_before_a_photograph():
    looker, told = ColourLooker(), []
    images = [Frame(Stage().draw(SEVEN), 1.0 + k, k, photograph=k > 0) for k in range(3)]
    source = CameraSource(Scripted(images), looker, moved=lambda: told.append(looker.looks))
    readings = all_of(source)
    assert [type(one) for one in readings[:2]] == [RollReading] * 2
    assert told == [0, 1], "before each of the photographs, and not for the film"
    source._meter.feed = lambda *_, **__: Checkup(Health.MOVED, fit=True)
    source._look(Settler(looker), images[0])
    assert len(told) == 3


def test_a_fault_is_a_value_and_the_rolls_go_on():
    fault = FrameFault("no picture for 2 seconds", "camera 0", "check the camera")
    images = list(one_throw())
    events = [Frame(image, 10 + k / 25, k) for k, image in enumerate(images)]
    source = CameraSource(Scripted([*events[:4], fault, *events[4:]]), ColourLooker())
    first, reading, _ = all_of(source)
    assert isinstance(first, SourceFault)
    assert str(first) == "camera 0: no picture for 2 seconds; check the camera"
    assert not first.over
    assert isinstance(reading, RollReading)


def test_a_stream_whose_times_go_back_is_read_all_the_same():
    images = list(one_throw())
    times = [(10 if k < 12 else -3600) + k / 25 for k in range(len(images))]
    events = [Frame(*pair, k) for k, pair in enumerate(zip(images, times, strict=True))]
    reading, _ = all_of(CameraSource(Scripted(events), ColourLooker()))
    assert [die.face for die in reading.dice] == ["7"]


def test_a_lesser_trouble_that_shows_while_a_graver_one_passes_is_not_told():
    source = CameraSource(Scripted([]), ColourLooker())
    told = []
    source._listener = told.append
    frame = Frame(Stage().draw(), 1.0, 0)
    settler = Settler(ColourLooker())
    for health in (Health.BLACK, Health.COVERED, Health.GOOD, Health.COVERED, Health.BLACK):
        source._meter.feed = lambda *_, now=health, **__: Checkup(now, fit=False)
        source._look(settler, frame)
    assert [fault.what for fault in told] == [
        Health.BLACK.words,
        Health.COVERED.words,
        Health.BLACK.words,
    ]


def test_who_waits_for_dice_that_cannot_be_seen_is_told_to_throw_or_to_type():
    texts, stage = [], Stage()
    images = [stage.draw() for _ in range(45)]
    for expect in ((), ("d10",)):
        events = [Frame(image, 10 + k / 5, k) for k, image in enumerate(images)]
        source = CameraSource(Scripted(events), ColourLooker())
        source.expect(expect)
        source._end = lambda _, now=source: texts.append(now.status.text)
        all_of(source)
    assert texts == ["no dice in the zone", "no dice in the zone: throw into it, or type the roll"]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ModelError("find.onnx: broken; install Tableside again"), "find.onnx"),
        (ZeroDivisionError("x"), ""),
    ],
)
def test_a_reader_that_fails_ends_the_camera_not_the_game(error, text):
    class Broken:
        def look(self, *_):
            raise error

    source = CameraSource(ArrayFrames(one_throw(), "clip"), Broken())
    (fault,) = all_of(source)
    assert isinstance(fault, SourceFault)
    assert (fault.over, fault.expected) == (True, False)
    assert text in str(fault)
    assert source.status.lamp is Lamp.FAULT


def test_stop_closes_the_device():
    frames = Scripted([Frame(image, k / 25, k) for k, image in enumerate(one_throw())])
    source = CameraSource(frames, ColourLooker())
    source.start(lambda _: None)
    source.stop()
    assert frames.closed


def test_live_runs_never_share_a_key_and_clips_always_do():
    live = {CameraSource(Scripted([]), ColourLooker(), run=run).source_id for run in ("a", "b")}
    assert len(live) == 2
    clips = {CameraSource(ArrayFrames([], "c"), ColourLooker()).source_id for _ in range(2)}
    assert clips == {"camera:c"}


def test_a_listener_that_waits_holds_a_clip_back():
    go, heard = threading.Event(), SimpleQueue()

    def listener(value):
        heard.put(value)
        go.wait(30)

    source = CameraSource(ArrayFrames(one_throw(), "clip"), ColourLooker())
    source.start(listener)
    heard.get(timeout=30)
    assert not source.wait(0.3)
    assert heard.empty()
    go.set()
    assert source.wait(30)


def game(images, arm_after=0):
    """Play a clip against one request; arm when that many readings came. Return the decisions."""
    source = CameraSource(ArrayFrames(images, "clip"), ColourLooker())
    arbiter, decisions, readings = Arbiter(), [], 0
    if arm_after == 0:
        arbiter = arbiter.arm(ONE_D10, 0, {source.source_id: source.at_rest})
    for value in all_of(source):
        if not isinstance(value, RollReading):
            continue
        arbiter, decision = arbiter.hear(value)
        decisions.append(decision)
        readings += 1
        if readings == arm_after:
            arbiter = arbiter.arm(ONE_D10, 0, {source.source_id: value.throw})
    return decisions


def test_a_roll_answers_and_the_die_left_lying_never_answers_the_next_request():
    def images():
        yield from one_throw()
        stage = Stage()
        for reach in [*range(40, 480, 60), *range(480, -160, -60)]:
            yield stage.draw(SEVEN, hand=(640, reach))
        for _ in range(20):
            yield stage.draw(SEVEN)
        for k in range(1, 6):
            yield stage.draw(Die(640 + 4 * k, 360, 7))
        for _ in range(15):
            yield stage.draw(Die(660, 360, 7))

    accepted, nudged = game(images())
    assert isinstance(accepted, Accept)
    assert isinstance(nudged, Wait)


def test_dice_that_lie_there_when_the_request_opens_do_not_answer():
    stage = Stage()
    (decision,) = game(stage.draw(SEVEN) for _ in range(20))
    assert isinstance(decision, Unrequested)


def test_an_unsure_die_is_asked():
    looker = ColourLooker()
    looker.spoil = unsure
    reading = all_of(CameraSource(ArrayFrames(one_throw(), "clip"), looker))[0]
    _, decision = Arbiter().arm(ONE_D10, 0).hear(reading)
    assert isinstance(decision, Ask)
    assert [c.faces[0].face for c in decision.candidates] == ["7", "0"]


def statuses(source, frames):
    """Run a source to its end; return what it showed before every frame, and what it handed in."""
    seen, deliver = [], frames.next_frame
    frames.next_frame = lambda wait: (seen.append(source.status), deliver(wait))[1]
    return seen, all_of(source)


def test_the_lamp_follows_and_keeps_the_crop():
    frames = ArrayFrames(one_throw(), "clip")
    source = CameraSource(frames, ColourLooker())
    seen, _ = statuses(source, frames)
    lamps = [status.lamp for status in seen]
    assert lamps.index(Lamp.LOOKING) < lamps.index(Lamp.MOVING) < lamps.index(Lamp.OK)
    assert seen[-1].text == "d10=7"
    assert seen[-1].crop is not None
    assert seen[-1].preview.shape == (720, 1280, 3)
    assert source.status.lamp is Lamp.ENDED


@pytest.mark.parametrize(("level", "word", "health"), [(0, "black", Health.BLACK), (255, "white", Health.OVER_EXPOSED)])
def test_a_picture_that_shows_nothing_is_named_on_the_lamp_and_handed_in_once(level, word, health):
    frames = ArrayFrames([np.full((72, 128, 3), level, np.uint8)] * 15, "clip")
    looker = ColourLooker()
    seen, (fault, end) = statuses(CameraSource(frames, looker), frames)
    assert seen[-1].lamp is Lamp.FAULT
    assert seen[-1].health is health
    assert word in seen[-1].text
    assert word in str(fault)
    assert not fault.over
    assert end.expected
    assert looker.looks == 0, "nothing is read from it"


def test_a_throw_behind_a_covered_lens_is_read_when_the_picture_is_back():
    stage, black = Stage(), np.zeros((720, 1280, 3), np.uint8)
    images = [stage.draw() for _ in range(12)] + [black] * 20
    images += [stage.draw(SEVEN) for _ in range(45)]
    frames = ArrayFrames(images, "clip")
    seen, (fault, reading, _) = statuses(CameraSource(frames, ColourLooker()), frames)
    assert "black" in str(fault)
    assert reading.dice[0].face == "7"
    assert reading.taken_at >= 32 / 25
    assert seen[-1].lamp is Lamp.OK


def test_a_stream_that_freezes_in_mid_throw_is_never_read():
    stage = Stage()
    images = [stage.draw() for _ in range(170)]
    images += [stage.draw(die) for die in roll_in(SEVEN)[:6]]
    images += [images[-1]] * 75
    events = [Frame(image, 10 + k / 25, k) for k, image in enumerate(images)]
    frames = Scripted(events)
    seen, values = statuses(CameraSource(frames, ColourLooker()), frames)
    assert not [value for value in values if isinstance(value, RollReading)]
    assert seen[-1].health is Health.FROZEN
    assert "frozen" in seen[-1].text


def test_a_roll_out_of_focus_is_asked_and_then_named_on_the_lamp():
    def printed(image):
        for k in range(12):
            cv2.line(image, (60 + 100 * k, 560), (140 + 100 * k, 690), (250, 250, 250), 12)
        return image

    stage = Stage()
    images = [printed(stage.draw()) for _ in range(30)]
    images += [printed(stage.draw(die)) for die in roll_in(SEVEN)]
    still = [printed(stage.draw(SEVEN)) for _ in range(5)]
    soft = [cv2.GaussianBlur(image, (0, 0), 9.0) for image in still]
    images += [soft[k % 5] for k in range(60)]
    images += [still[k % 5] for k in range(40)]
    frames = ArrayFrames(images, "clip")
    seen, values = statuses(CameraSource(frames, ColourLooker()), frames)
    readings = [value for value in values if isinstance(value, RollReading)]
    assert all("out of focus" in one.doubt for one in readings if one.taken_at < 4.0)
    assert Health.DEFOCUSED in {status.health for status in seen}
    assert seen[-1].lamp is Lamp.OK


def test_a_hand_is_named_on_the_lamp():
    stage = Stage()
    images = [stage.draw(SEVEN) for _ in range(15)]
    images += [stage.draw(SEVEN, hand=(900, reach)) for reach in range(40, 480, 40)]
    frames = ArrayFrames(images, "clip")
    seen, _ = statuses(CameraSource(frames, ColourLooker()), frames)
    assert seen[-1].hand
    assert "hand" in seen[-1].text


def test_endless_motion_is_named_on_the_lamp():
    stage = Stage()
    images = [stage.draw(Die(300 + 30 * k, 300, k)) for k in range(10)] * 3
    frames = ArrayFrames(images, "clip", rate=1.0)
    seen, _ = statuses(CameraSource(frames, ColourLooker()), frames)
    assert seen[10].text == "moving"
    assert "always moving" in seen[-1].text
