"""The page that documents the JSON of read and watch shows exactly what they print."""

import json
import re

import pytest

from companion.commands.watch import die_json, roll_json
from companion.rolls.readings import DieReading, RollReading, SourceKind


@pytest.fixture
def examples(repository):
    page = (repository / "docs" / "camera.md").read_text(encoding="utf-8")
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL)]


SEVEN = DieReading("d10", "7", 0.998, alternatives=(("1", 0.001),), box=(412, 310, 66, 71))


def test_the_picture_example_is_what_read_prints(examples):
    assert list(examples[0]) == ["image", "ms", "dice"]
    assert examples[0]["dice"] == [die_json(SEVEN)]


def test_the_roll_example_is_what_watch_prints(examples):
    key = "camera:clip.mp4#3"
    reading = RollReading(SourceKind.CAMERA, "camera:clip.mp4", key, (SEVEN,), 5.16, 3)
    assert examples[1] == roll_json(reading)
    assert list(examples[1]) == list(roll_json(reading))


@pytest.mark.parametrize(("face", "value"), [("0", 0), ("10", 10), ("00", 0), ("S", 1), ("90", 90)])
def test_values_are_the_printed_numbers(face, value):
    assert die_json(DieReading("d10", face))["value"] == value
