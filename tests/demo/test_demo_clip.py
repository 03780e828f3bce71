"""The clip itself: what it shows is what was thrown, and the recipe makes it again."""

from queue import SimpleQueue

import numpy as np
import pytest

from companion.rolls.readings import DieStatus, RollReading
from companion.sources.camera import CameraSource
from companion.sources.opening import open_dice_reader, open_source_frames
from models.workshop.rendering import clip as recipe

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rolls(clip):
    """Every roll of the whole clip, as any camera's rolls are read."""
    heard = SimpleQueue()
    source = CameraSource(open_source_frames(str(clip)), open_dice_reader())
    source.start(heard.put)
    assert source.wait(100)
    found = []
    while not heard.empty():
        found.append(heard.get())
    assert found.pop().expected
    assert all(isinstance(one, RollReading) for one in found)
    return found


def test_every_throw_of_the_clip_is_one_roll_of_one_die_thrown(rolls, truth):
    assert [len(roll.dice) for roll in rolls] == [1] * len(truth["throws"])
    assert all(roll.dice[0].fresh and not roll.nudged and not roll.doubt for roll in rolls)


def test_every_die_of_the_clip_is_read_as_it_was_thrown_and_none_is_unsure(rolls, truth):
    read = [(roll.dice[0].face, roll.dice[0].status) for roll in rolls]
    assert read == [(str(one["face"]), DieStatus.READ) for one in truth["throws"]]


def test_no_die_is_read_before_it_lies_still(rolls, truth):
    for roll, thrown in zip(rolls, truth["throws"], strict=True):
        frame = round(roll.taken_at * truth["rate"])
        assert thrown["rest"] - 1 <= frame < thrown["stop"]


def test_all_ten_faces_are_thrown(truth):
    assert {one["face"] for one in truth["throws"]} == set(range(10))


@pytest.mark.parametrize("number", [0, 7])
def test_the_recipe_makes_the_shipped_frames_again(number, truth, pictures):
    thrown = truth["throws"][number]
    drawn = list(recipe.Clip(truth["seed"]).frames(number, thrown["owner"], thrown["face"]))
    shipped = pictures[thrown["start"] : thrown["stop"]]
    assert len(drawn) == len(shipped)
    apart = [np.abs(a.astype(int) - b).mean() for a, b in zip(drawn, shipped, strict=True)]
    assert max(apart) < 3.0


def test_the_same_seed_draws_the_same_pictures_and_another_seed_others():
    one, same, other = (list(recipe.Clip(seed).frames(1, "A", 4)) for seed in (5, 5, 6))
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one[0], other[0])


def test_the_recipe_writes_clip_and_truth_that_belong_together(tmp_path, capsys):
    out, truth = tmp_path / "small.mp4", tmp_path / "truth.json"
    words = ["--out", str(out), "--truth", str(truth), "--faces", "70", "--owners", "AB"]
    assert recipe.main(words) == 0
    assert "2 throws" in capsys.readouterr().out
    assert '"face": 7, "owner": "A"' in truth.read_text("utf-8")
    frames = open_source_frames(str(out))
    count = 0
    while getattr(frames.next_frame(0.0), "image", None) is not None:
        count += 1
    frames.close()
    assert f'"stop": {count}' in truth.read_text("utf-8")
