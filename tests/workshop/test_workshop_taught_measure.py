"""The measurement itself: what it draws, counts and fits.

Which findings are dice: the fit that the finder's card holds.
"""

from dataclasses import astuple, replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from taught_stage import PixelEye, table

from models.labels import LABELS
from models.workshop.measure.is_die import fitted, to_be_found, told_apart
from models.workshop.measure.taught import Played, Tally, fit, play, play_pictures, tally
from models.workshop.measure.taught_pictures import FACES, KINDS, Photographer
from vision.errors import TaughtError
from vision.find import Found
from vision.network import open_session
from vision.taught.bank import TaughtDice
from vision.taught.recognise import Looks, Weights, evidence

CLASSES = (("teeth", "S"), ("teeth", "2"), ("squid", "S"), ("squid", "2"))
READ = np.full((60, len(LABELS)), 1 / len(LABELS))
WEIGHTS = Weights(base=-9.0, features=16.0)


@pytest.fixture(scope="module")
def trial():
    return Photographer(5).trial(examples=1, plays=8, strangers=4)


def test_every_face_is_taught_but_for_one_of_two_kinds(trial):
    every = {(kind, face) for kind in KINDS for face in FACES}
    left_out = every - {(shot.kind, shot.face) for shot in trial.taught}
    assert len(trial.taught) == len(every) - len(left_out)
    assert len({kind for kind, _ in left_out}) == len(left_out) == 2


def test_strangers_have_no_kind(trial):
    assert [bool(shot.kind) for shot in trial.played] == [True] * 8 + [False] * 4


def test_playing_gives_evidence_of_every_example():
    (played,) = play(open_session(None, "read", 1), 5, 1, 1)
    assert played.evidence.shape == (70, len(KINDS) * len(FACES) - 2, len(astuple(Weights())))
    assert np.isfinite(played.evidence).all()
    np.testing.assert_allclose(played.faces.sum(axis=1), 1.0)
    assert played.truth.count(("", "")) == 10
    assert (played.classes == len(played.taught.classes)).sum() >= 10


def pretended(truth, noise=0.0, seed=1):
    """Dice whose features are those of their class, more or less; -1 for strangers."""
    rng = np.random.default_rng(seed)
    owner = np.repeat(np.arange(len(CLASSES)), 3)

    def looks(places, turns):
        features = np.eye(8, dtype=np.float32)[places] + rng.normal(0, noise, (len(places), 8))
        features /= np.linalg.norm(features, axis=1, keepdims=True)
        return Looks(
            np.repeat(features[:, None], turns, axis=1).astype(np.float32),
            np.full((len(places), 34), 1 / 34, np.float32),
            np.zeros((len(places), 9), np.float32),
        )

    taught = TaughtDice("pretended", CLASSES, owner, looks(owner, 12), "0" * 64)
    truth = np.array(truth)
    seen = looks(np.where(truth < 0, 7, truth), 2)
    names = tuple((*CLASSES, ("", ""))[place] for place in truth.tolist())
    return Played(taught, evidence(taught.looks, seen), READ[: len(truth)], names)


class PixelReader(PixelEye):
    """Reads nothing on what it finds."""

    def examine(self, image):
        return [(None, SimpleNamespace(frame=f, log_faces=np.log(READ[0]))) for f in self.frames(image)]


def test_a_folder_of_pictures_is_taught_and_played(tmp_path):
    for kind in ("cat", "dog"):
        for face in ("S", "2"):
            (tmp_path / "teach" / kind / face).mkdir(parents=True)
            for angle in (3, 130, 255):
                image = table((160, 120, kind, face, angle), seed=angle)
                cv2.imwrite(str(tmp_path / "teach" / kind / face / f"{angle}.jpg"), image)
    dice = ((80, 120, "cat", "S", 20), (240, 120, "dog", "2", 70))
    cv2.imwrite(str(tmp_path / "two.jpg"), table(*dice, seed=9))
    rows = [f"two.jpg,{kind},{face},{x - 30},{y - 30},60,60" for x, y, kind, face, _ in dice]
    rows.append("two.jpg,dog,2,140,10,60,60")
    header = "path,physical_die,value,x,y,w,h"
    (tmp_path / "manifest.csv").write_text("\n".join([header, *rows]))
    seen = play_pictures(PixelReader(), tmp_path)
    found = tally([seen.played], WEIGHTS)
    assert (seen.missed, seen.left_out) == (1, 0)
    assert (found.dice, found.right, found.strangers) == (2, 2, 0)


def test_a_picture_that_teaches_nothing_is_left_out_and_counted(tmp_path):
    folder = tmp_path / "teach" / "cat" / "2"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "one.jpg"), table((160, 120, "cat", "2", 3), seed=3))
    both = table((80, 120, "cat", "2", 20), (240, 120, "cat", "2", 70), seed=4)
    cv2.imwrite(str(folder / "two.jpg"), both)
    cv2.imwrite(str(tmp_path / "played.jpg"), table((160, 120, "cat", "2", 90), seed=5))
    rows = ["path,physical_die,value,x,y,w,h", "played.jpg,cat,2,130,90,60,60"]
    (tmp_path / "manifest.csv").write_text("\n".join(rows))
    seen = play_pictures(PixelReader(), tmp_path)
    assert (seen.left_out, seen.missed, len(seen.played.truth)) == (1, 0, 1)


def test_a_folder_of_which_no_die_is_found_says_so(tmp_path):
    folder = tmp_path / "teach" / "cat" / "2"
    folder.mkdir(parents=True)
    for path in (folder / "one.jpg", tmp_path / "p.jpg"):
        cv2.imwrite(str(path), table((160, 120, "cat", "2", 3), seed=3))
    (tmp_path / "manifest.csv").write_text("path,physical_die,value,x,y,w,h\np.jpg,cat,2,0,0,9,9")
    with pytest.raises(TaughtError, match="none of its 1 dice is found"):
        play_pictures(PixelReader(), tmp_path)


def test_dice_that_are_plain_are_counted_right_and_sure():
    assert tally([pretended([0, 1, 2, 3, -1])], WEIGHTS) == Tally(
        dice=4, right=4, face=4, sure=4, silent=0, named=4, named_sure=4, named_silent=0,
        strangers=1, taken=0,
    )  # fmt: skip


def test_what_is_wrong_and_sure_is_counted_as_silent():
    played = pretended([0, 1, 2, 3])
    wrong = replace(played, truth=(CLASSES[1], CLASSES[0], CLASSES[3], ("", "")))
    found = tally([wrong], WEIGHTS)
    assert (found.dice, found.right, found.silent) == (3, 0, 3)
    assert (found.strangers, found.taken) == (1, 1)


def test_a_face_that_nobody_taught_is_counted_apart():
    played = pretended([0, 1])
    other = replace(played, truth=(("teeth", "3"), CLASSES[1]))
    found = tally([other], WEIGHTS)
    assert (found.dice, found.untaught, found.pressed) == (1, 1, 1)


def test_fitting_finds_weights_that_surprise_less():
    played = [pretended([0, 1, 2, 3, -1] * 8, noise=0.3)]
    blunt = Weights(base=0.0, features=0.5, light=0.0, colour=0.0)
    assert tally(played, blunt).sure == 0
    fitted = fit(played, blunt)
    assert tally(played, fitted).sure > 12


def drawn(count, weights, seed=0):
    """Evidence by chance, and dice as often as the weights say."""
    rng = np.random.default_rng(seed)
    evidence = rng.normal(0, 2, (count, 3))
    chance = 1 / (1 + np.exp(-(weights[0] + evidence @ weights[1:])))
    is_die = rng.random(count) < chance
    return [(tuple(row), bool(true)) for row, true in zip(evidence.tolist(), is_die, strict=True)]


def test_the_fit_finds_the_weights_again():
    found = fitted(drawn(20_000, np.array([-1.0, 2.0, 0.7, 0.3])))
    assert list(found) == ["bias", "by_score", "by_die", "by_face"]
    assert list(found.values()) == pytest.approx([-1.0, 2.0, 0.7, 0.3], abs=0.12)


@pytest.mark.parametrize("rows", [[], [((1.0, 1.0, 1.0), True)] * 3])
def test_nothing_is_fitted_to_one_sort_alone(rows):
    with pytest.raises(ValueError, match="dice and others"):
        fitted(rows)


def test_a_second_finding_of_one_die_counts_neither_way():
    truth = SimpleNamespace(middle=(50.0, 50.0), radius=10.0, shown=1.0)
    reading = SimpleNamespace(die=0.9, log_faces=np.log(np.array([0.8, 0.2])))
    seen = [
        (Found(51, 50, 20, 20, 0.9), reading),
        (Found(54, 50, 20, 20, 0.4), reading),
        (Found(90, 50, 20, 20, 0.3), reading),
    ]
    assert [is_die for _, is_die in told_apart(seen, [truth], (200, 200, 3))] == [True, False]
    truth.shown = 0.5
    assert [is_die for _, is_die in told_apart(seen, [truth], (200, 200, 3))] == [False]
    assert not to_be_found(SimpleNamespace(middle=(3, 50), radius=10.0, shown=1.0), (200, 200, 3))
