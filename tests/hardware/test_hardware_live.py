"""Live sources: the newest frame wins, what breaks comes back, what stalls is said.

Clips, folders and pictures as frames, and the lines that people get when it cannot be done.

A clip at the pace of life: no frame early, none dropped, and a wait that ends when told to.
"""

import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from queue import SimpleQueue
from time import monotonic, sleep

import cv2
import numpy as np
import pytest
from array_frames import ArrayFrames

from hardware.cameras import LiveFrames, LiveSettings
from hardware.cameras import open_frames as open_with
from hardware.errors import NoSuchSourceError, NotAPictureError, NotAVideoError, StreamRefusedError
from hardware.frames import EndOfFrames, Frame, FrameFault
from hardware.recordings import PacedFrames, pictures_in


def load(path):
    """Read one picture, or say that it is none."""
    image = cv2.imread(str(path))
    if image is None:
        raise NotAPictureError(f"{path}: not a picture that can be read")
    return image


open_frames = partial(open_with, load=load)

QUICK = LiveSettings(stall=0.15, first_wait=0.02, longest_wait=0.1)


class Pretend:
    """A capture that gives what is put in; None breaks it."""

    def __init__(self):
        self.pictures = SimpleQueue()
        self.released = threading.Event()

    def read(self):
        while not self.released.is_set():
            if not self.pictures.empty():
                return self.pictures.get()
            sleep(0.002)
        return None

    def release(self):
        self.released.set()


def end(source, *captures):
    """Let the pretended drivers go first: one that hangs would be waited for."""
    for capture in captures:
        capture.pictures.put(None)
    source.close()


def picture(level):
    return np.full((4, 4, 3), level, np.uint8)


def until(source, wanted, seconds=20.0):
    """Return the first event that `wanted` accepts."""
    end = monotonic() + seconds
    while monotonic() < end:
        event = source.next_frame(0.05)
        if event is not None and wanted(event):
            return event
    raise AssertionError("it never came")


def is_frame(event):
    return isinstance(event, Frame)


def is_fault(event):
    return isinstance(event, FrameFault)


def test_the_newest_frame_wins_and_the_others_are_dropped():
    capture = Pretend()
    source = LiveFrames(capture, Pretend, "0", "camera 0", QUICK)
    before = monotonic()
    for level in range(20):
        capture.pictures.put(picture(level))
    while not capture.pictures.empty():
        sleep(0.002)
    sleep(0.05)
    frame = until(source, is_frame)
    assert frame.number == 19
    assert frame.image[0, 0, 0] == 19
    assert before <= frame.taken_at <= monotonic()
    assert source.live
    end(source, capture)
    source.close()
    assert isinstance(source.next_frame(0.01), EndOfFrames)


def test_a_stall_is_said_once_and_frames_may_follow():
    capture = Pretend()
    source = LiveFrames(capture, Pretend, "0", "camera 0", QUICK)
    fault = until(source, is_fault)
    assert fault.what.startswith("no picture for")
    quiet = monotonic() + 0.4
    while monotonic() < quiet:
        assert source.next_frame(0.05) is None
    capture.pictures.put(picture(1))
    until(source, is_frame)
    until(source, is_fault)
    end(source, capture)


def test_a_broken_device_is_opened_again():
    first, second = Pretend(), Pretend()
    source = LiveFrames(first, lambda: second, "0", "camera 0", QUICK)
    first.pictures.put(picture(1))
    until(source, is_frame)
    first.pictures.put(None)
    assert until(source, is_fault).what == "the pictures stopped"
    assert first.released.wait(5)
    second.pictures.put(picture(2))
    assert until(source, is_frame).image[0, 0, 0] == 2
    end(source, second)
    assert second.released.wait(5)


def test_opening_is_tried_with_growing_pauses_and_said_once():
    attempts = []
    capture = Pretend()

    def reopen():
        attempts.append(monotonic())
        if len(attempts) < 6:
            raise StreamRefusedError("http://x: no pictures come from this address; check it")
        return capture

    settings = LiveSettings(stall=60.0, first_wait=0.02, longest_wait=0.08)
    source = LiveFrames(None, reopen, "x", "http://x", settings)
    fault = until(source, is_fault)
    assert str(fault).startswith("http://x: no pictures come from this address; ")
    capture.pictures.put(picture(3))
    later = []
    until(source, lambda event: is_frame(event) or later.append(event))
    assert later == [], "the same trouble was said twice"
    gaps = [b - a for a, b in pairwise(attempts)]
    for gap, least in zip(gaps, (0.02, 0.04, 0.08, 0.08, 0.08), strict=True):
        assert gap >= least * 0.9
    end(source, capture)


class Phone(BaseHTTPRequestHandler):
    """Serves the pictures of `server.pictures` as motion JPEG."""

    def log_message(self, *_):
        """Keep quiet."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        while True:
            image = self.server.pictures.get()
            if image is None:
                return
            data = cv2.imencode(".jpg", image)[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return


@pytest.fixture
def phone():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    server.daemon_threads = True
    server.pictures = SimpleQueue()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.pictures.put(None)
    server.shutdown()
    server.server_close()
    thread.join()


def big(level):
    return np.full((240, 320, 3), level, np.uint8)


def test_a_phone_streams_over_http_breaks_off_and_comes_back(phone):
    address = f"http://127.0.0.1:{phone.server_port}/video"
    for level in (10, 20, 30):
        phone.pictures.put(big(level))
    source = open_frames(address, settings=LiveSettings(first_wait=0.05))
    for level in (60, 80):
        phone.pictures.put(big(level))
    assert until(source, is_frame).image.shape == (240, 320, 3)
    phone.pictures.put(None)
    assert "127.0.0.1" in str(until(source, is_fault))
    for _ in range(5):
        phone.pictures.put(big(200))
    assert until(source, lambda e: is_frame(e) and e.image.mean() > 150)
    phone.pictures.put(None)
    source.close()


def test_a_stream_that_is_not_there_yet_can_be_waited_for():
    source = open_frames("http://127.0.0.1:9/video", patient=True, settings=QUICK)
    assert "no pictures come from this address" in str(until(source, is_fault))
    source.close()


def test_a_driver_that_hangs_does_not_hang_the_program():
    capture = Pretend()
    source = LiveFrames(capture, Pretend, "0", "camera 0", QUICK)
    source.close()
    assert isinstance(source.next_frame(0.01), EndOfFrames)
    capture.released.set()


def grey(level, width=96, height=64):
    return np.full((height, width, 3), level, np.uint8)


def clip(path, levels, rate=20.0, fourcc="MJPG", size=(96, 64)):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*fourcc), rate, size)
    for level in levels:
        writer.write(grey(level, *size))
    writer.release()
    return path


def all_frames(source):
    frames = []
    while True:
        event = source.next_frame(0.1)
        if isinstance(event, EndOfFrames):
            return frames, event
        frames.append(event)


@pytest.mark.parametrize(("name", "fourcc"), [("c.avi", "MJPG"), ("c.mp4", "mp4v")])
def test_a_clip_delivers_every_frame_at_its_own_times(tmp_path, name, fourcc):
    levels = list(range(20, 220, 10))
    source = open_frames(str(clip(tmp_path / name, levels, fourcc=fourcc)))
    frames, end = all_frames(source)
    assert [frame.number for frame in frames] == list(range(20))
    assert [frame.taken_at for frame in frames] == pytest.approx([k / 20 for k in range(20)])
    assert [float(frame.image.mean()) for frame in frames] == pytest.approx(levels, abs=6)
    assert end == EndOfFrames(20)
    assert source.next_frame(0.1) == end
    assert not source.live
    source.close()
    source.close()


def test_a_folder_gives_its_pictures_in_the_order_people_expect(tmp_path):
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), grey(number))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_frames(str(tmp_path), rate=10)
    frames, _ = all_frames(source)
    assert [int(frame.image.mean()) for frame in frames] == [1, 9, 10]
    assert [frame.taken_at for frame in frames] == pytest.approx([0, 0.1, 0.2])


def test_a_broken_picture_in_a_folder_is_a_fault_and_the_next_follows(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), grey(1))
    (tmp_path / "b.png").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "c.png"), grey(3))
    frames, _ = all_frames(open_frames(str(tmp_path)))
    assert [type(frame) for frame in frames] == [Frame, FrameFault, Frame]
    assert "b.png" in str(frames[1])
    assert frames[2].number == 2


def test_one_picture_is_one_frame(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), grey(1))
    frames, end = all_frames(open_frames(str(tmp_path / "a.png")))
    assert len(frames) == 1
    assert end.frames == 1


def test_a_truncated_clip_says_where_it_breaks_off(tmp_path):
    path = clip(tmp_path / "c.avi", [50, 100] * 60, size=(640, 480))
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    frames, end = all_frames(open_frames(str(path)))
    assert 0 < len(frames) < 120
    assert end.problem.startswith(f"{path}: breaks off at frame ")


@pytest.mark.parametrize("content", [b"", b"just words\n" * 50, b"\0" * 999])
def test_a_file_that_is_no_video_is_refused(tmp_path, content):
    path = tmp_path / "clip.mp4"
    path.write_bytes(content)
    with pytest.raises(NotAVideoError, match=r"clip\.mp4: "):
        open_frames(str(path))


def test_a_video_cut_before_its_index_is_refused(tmp_path):
    path = clip(tmp_path / "c.mp4", [50, 100] * 30, fourcc="mp4v")
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(NotAVideoError):
        open_frames(str(path))


@pytest.mark.parametrize("spec", ["nowhere.mp4", "/no/where", "ftp://host/x", "97", "nowhere.png"])
def test_what_is_not_there_is_said_in_one_line(spec, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoSuchSourceError) as caught:
        open_frames(spec)
    assert "\n" not in str(caught.value)
    assert spec in str(caught.value)


def test_a_folder_without_pictures_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(NoSuchSourceError, match="no pictures"):
        open_frames(str(tmp_path))


def test_a_picture_that_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8nonsense")
    with pytest.raises(NotAPictureError):
        open_frames(str(tmp_path / "a.jpg"))


def test_a_stream_that_nobody_serves_is_refused():
    with pytest.raises(StreamRefusedError, match=r"http://127\.0\.0\.1:9/video: no pictures"):
        open_frames("http://user:secret@127.0.0.1:9/video")


def test_capitals_and_other_files_in_a_folder(tmp_path):
    cv2.imwrite(str(tmp_path / "B.PNG"), grey(1))
    cv2.imwrite(str(tmp_path / "a.JPG"), grey(1))
    (tmp_path / "c.gif").write_bytes(b"GIF89a")
    assert sorted(path.name for path in pictures_in(tmp_path)) == ["B.PNG", "a.JPG"]


PICTURES = [np.full((4, 4, 3), level, np.uint8) for level in range(4)]


class Clock:
    """Time that passes only when the test says so."""

    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_no_frame_comes_before_its_time_and_none_is_dropped(clock):
    source = PacedFrames(ArrayFrames(PICTURES, "clip", rate=10), clock)
    assert source.next_frame(0.001).number == 0
    assert source.next_frame(0.001) is None
    clock.now += 0.1
    assert source.next_frame(0.001).number == 1
    clock.now += 5.0
    late = [source.next_frame(0.001) for _ in range(3)]
    assert [event.number for event in late[:2]] == [2, 3]
    assert isinstance(late[2], EndOfFrames)


def test_it_waits_no_longer_than_it_was_told(clock):
    source = PacedFrames(ArrayFrames(PICTURES, "clip", rate=0.001), clock)
    assert isinstance(source.next_frame(0.001), Frame)
    assert source.next_frame(0.001) is None


def test_closing_ends_a_wait(clock):
    source = PacedFrames(ArrayFrames(PICTURES, "clip", rate=0.001), clock)
    source.next_frame(0.001)
    heard = []
    waiter = threading.Thread(target=lambda: heard.append(source.next_frame(60.0)))
    waiter.start()
    source.close()
    waiter.join(timeout=30)
    assert isinstance(heard[0], EndOfFrames)
