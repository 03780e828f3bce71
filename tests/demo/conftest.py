"""The shipped clip, what was thrown in it, and the demo played to it once for all tests."""

import json
from pathlib import Path

import cv2
import pytest
from demo_kit import play, write_clip

from companion.demo.table import shipped_clip

TRUTH = Path(__file__).parent / "clip_truth.json"


@pytest.fixture(scope="session")
def truth():
    return json.loads(TRUTH.read_text("utf-8"))


@pytest.fixture(scope="session")
def clip():
    with shipped_clip() as path:
        yield path


@pytest.fixture(scope="session")
def pictures(clip):
    """Every frame of the shipped clip."""
    capture, found = cv2.VideoCapture(str(clip)), []
    while True:
        fine, frame = capture.read()
        if not fine:
            return found
        found.append(frame)


@pytest.fixture(scope="session")
def played(tmp_path_factory, clip):
    """The whole demo, played to the shipped clip."""
    return play(tmp_path_factory.mktemp("demo"), clip)


@pytest.fixture
def blank(tmp_path, pictures):
    """A clip of the empty table."""
    return write_clip(tmp_path / "blank.mp4", [pictures[-1]] * 30)
