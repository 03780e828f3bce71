"""Live sources: the newest frame wins, what breaks comes back, what stalls is said."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from queue import SimpleQueue
from time import monotonic, sleep

import cv2
import numpy as np
import pytest

from hardware.cameras import LiveFrames, LiveSettings, open_frames
from hardware.errors import StreamRefusedError
from hardware.frames import EndOfFrames, Frame, FrameFault

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
