"""From probabilities of labels to a kind, a face and a status."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.labels import LABELS, Label, label_from
from vision.decide import Choices, status_of

CHOICES = Choices([label.text for label in LABELS])
POINT, LEANING = 0.97, 0.8
LOGITS = st.lists(st.floats(-20, 0), min_size=len(LABELS), max_size=len(LABELS)).map(np.array)


def said(**faces):
    """Chances over CHOICES.faces: `d10_7=0.9`; what is left goes to d6/1."""
    chances = np.zeros(len(CHOICES.faces))
    for name, share in faces.items():
        kind, face = name.split("_")
        chances[CHOICES.faces.index((kind, face))] += share
    chances[CHOICES.faces.index(("d6", "1"))] += 1 - chances.sum()
    return chances


def test_every_label_reads_back_from_its_text():
    assert [label_from(label.text) for label in LABELS] == list(LABELS)
    assert Label("d6", "3", "pips").text == "d6/3/pips"
    for text in ("", "d10", "/7", "d10/"):
        with pytest.raises(ValueError, match="no label"):
            label_from(text)


def test_pips_and_numerals_share_a_face_and_every_kind_stands_once():
    assert len(CHOICES.faces) == len(LABELS) - 6
    assert CHOICES.kinds == ("d10", "d00", "d6")


@given(LOGITS, st.floats(0.4, 4))
def test_chances_are_a_distribution(log_faces, temperature):
    chances = CHOICES.chances(log_faces, temperature)
    assert chances.sum() == pytest.approx(1)
    assert (chances >= 0).all()


@given(LOGITS, st.sampled_from([(), ("d10",), ("d10", "d00"), ("d6",), ("md.eye",)]))
def test_what_was_asked_for_never_makes_an_unlikely_kind_likely(log_faces, expect):
    before = CHOICES.chances(log_faces, 1.0)
    after = CHOICES.among(before, expect)
    assert after.sum() == pytest.approx(1)
    kinds = np.array([kind in expect for kind, _ in CHOICES.faces])
    if before[kinds].sum() < 0.2:
        assert after == pytest.approx(before)
    else:
        assert after[~kinds].sum() == pytest.approx(0)


def test_runners_up_are_of_the_same_kind_without_the_best_and_the_hopeless():
    chances = said(d10_7=0.7, d10_1=0.2, d10_2=0.0001, d00_70=0.05)
    assert CHOICES.likeliest(chances) == ("d10", "7", (("1", 0.2),))


def test_the_operating_point_itself_counts_as_read():
    assert status_of(0.97, 0.0, POINT, LEANING) == "read"
    assert status_of(0.9699, 0.0, POINT, LEANING) == "unsure"


@pytest.mark.parametrize(("cocked", "status"), [(0.39, "read"), (0.4, "unsure"), (0.79, "unsure"), (0.8, "cocked")])
def test_half_the_chance_of_being_cocked_is_doubt_enough(cocked, status):
    assert status_of(1.0, cocked, POINT, LEANING) == status
