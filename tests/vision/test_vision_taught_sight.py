"""How taught readings change what the reader saw."""

import pytest

from models.framing import Frame
from vision.taught.recognise import TaughtReading
from vision.taught.resolve import as_taught
from vision.types import Box, DieSighting

OWN = DieSighting("d6", "4", 0.7, "unsure", Box(0, 0, 40, 40), (("5", 0.2),))
NONE = TaughtReading("", "", 0.99, 0.99, sure=False)


def reading(*rows):
    (kind, face, best), *others = rows
    same = sum(row[2] for row in rows if row[1] == face)
    return TaughtReading(
        kind, face, best, same, sure=best >= 0.95,
        alternatives=tuple(others),
    )  # fmt: skip


def seen(*readings, expect=(), own=OWN):
    frames = [Frame(100.0 * n, 50, 30) for n in range(len(readings))]
    return as_taught([own] * len(readings), frames, readings, expect)


def test_a_die_of_the_set_has_its_kind_and_face():
    (one,) = seen(reading(("cat", "S", 0.98), ("cat", "2", 0.01), ("", "", 0.01)))
    assert (one.kind, one.face, one.status) == ("cat", "S", "read")
    assert one.confidence == pytest.approx(0.98)
    assert one.alternatives == (("2", 0.01),)
    assert one.box == OWN.box


def test_none_of_the_set_stays_as_it_was_read():
    assert seen(NONE) == (OWN,)


def test_a_doubtful_one_is_unsure():
    (one,) = seen(reading(("cat", "S", 0.6), ("cat", "2", 0.4)))
    assert one.status == "unsure"


def test_a_cocked_die_stays_cocked():
    cocked = DieSighting("d6", "4", 0.7, "cocked", OWN.box)
    (one,) = seen(reading(("cat", "S", 0.99)), own=cocked)
    assert (one.kind, one.status) == ("cat", "cocked")


def test_alike_kinds_nobody_asked_for_are_unsure():
    (one,) = seen(reading(("cat", "4", 0.5), ("dog", "4", 0.5)))
    assert one.status == "unsure"
    assert one.kind in {"cat", "dog"}
    assert one.alternatives == ()


def test_alike_kinds_both_asked_for_have_a_sure_face_and_no_kind():
    alike = reading(("cat", "4", 0.5), ("dog", "4", 0.5))
    both = seen(alike, alike, expect=("cat", "dog"))
    assert [(one.kind, one.face, one.status) for one in both] == [
        ("", "4", "read"),
        ("", "4", "read"),
    ]


def test_what_the_request_rules_out_is_no_runner_up():
    both = seen(reading(("cat", "2", 0.9), ("dog", "3", 0.09), ("cat", "4", 0.01)), expect=("cat",))
    assert [name for name, _ in both[0].alternatives] == ["4", "3"]
    assert both[0].confidence + sum(chance for _, chance in both[0].alternatives) <= 1.0001
