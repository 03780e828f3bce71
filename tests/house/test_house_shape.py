"""Files and functions are small, checks look away for a reason, and every library has its own."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import quality  # noqa: E402 - a tool beside the package
import shape  # noqa: E402 - as above

FOLDERS = (*shape.PACKAGES, "tests", "tools")


@pytest.fixture(scope="module")
def known() -> list[shape.Room]:
    return shape.rooms(REPOSITORY)


def test_every_file_of_the_packages_is_in_one_room(known: list[shape.Room]) -> None:
    found = [name for room in known for name in room.files]
    paths = shape.sources(REPOSITORY, shape.PACKAGES)
    assert sorted(found) == sorted(shape.below(REPOSITORY, path) for path in paths)


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_stay_small(folder: str) -> None:
    lines = {str(path): shape.lines_of(path) for path in shape.sources(REPOSITORY, [folder])}
    assert {path: n for path, n in lines.items() if n > shape.MAX_FILE} == {}


def test_functions_stay_small(known: list[shape.Room]) -> None:
    long = [one for room in known for one in room.functions if one.lines > shape.MAX_FUNCTION]
    assert long == []


@pytest.mark.parametrize("package", shape.PACKAGES)
def test_the_function_in_the_middle_has_ten_lines_at_most(package: str) -> None:
    paths = shape.sources(REPOSITORY, [package])
    found = [one.lines for path in paths for one in shape.functions_of(REPOSITORY, path)]
    assert len(found) > 100
    assert median(found) <= shape.DRAWN.get(package, shape.MAX_MEDIAN)


def test_the_function_in_the_middle_of_all_has_ten_lines_at_most(known: list[shape.Room]) -> None:
    assert quality.together(known).median <= shape.MAX_MEDIAN


@pytest.mark.parametrize("folder", FOLDERS)
def test_wherever_a_check_looks_away_or_a_test_may_not_run_it_says_why(folder: str) -> None:
    found = shape.excuses(REPOSITORY, [folder])
    assert [one for one in found if not one.reason] == []


def test_there_are_such_places_and_none_lets_a_whole_file_pass() -> None:
    found = shape.excuses(REPOSITORY, FOLDERS)
    assert {one.sort for one in found} >= {"noqa", "type: ignore", "skip"}
    assert [one for one in found if one.code in {"everything", "a whole file"}] == []


def test_every_library_is_used_and_has_its_reason() -> None:
    found = quality.libraries(REPOSITORY)
    assert {one.name for one in found} >= {"numpy", "bleak", "torch", "ruff", "pytest-socket"}
    assert [one.name for one in found if not one.reason] == []
    assert [one.name for one in found if not one.files and not one.called] == []


def test_nothing_is_said_to_be_called_that_pyproject_does_not_ask_for() -> None:
    asked = {one.name for one in quality.libraries(REPOSITORY)}
    assert quality.CALLED.keys() - asked == set()
    assert quality.IMPORTED_AS.keys() - asked == set()


# ---------------------------------------------------------------- the checks themselves

EXCUSED = """\
# ruff: noqa
import pytest
a = 1  # noqa
b = 1  # noqa: E731, S101
c = 1  # noqa: E731 - told
d = 1  # type: ignore
e = 1  # type: ignore[misc]
f = 1  # type: ignore[misc]  # told
g = 1  # noqa: A001  # type: ignore[misc]  # told
h = 1  # pragma: no cover
text = "# noqa"


@pytest.mark.xfail
@pytest.mark.skipif(a, reason="told")
def test_it():
    pytest.skip("told")
    pytest.importorskip("c")
    pytest.importorskip("b")  # told
"""


def test_places_without_a_reason_are_found(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd/odd.py").write_text(EXCUSED, encoding="utf-8")
    found = shape.excuses(tmp_path, ["odd"])
    bare = sorted((one.line, one.code) for one in found if not one.reason)
    assert bare == [
        (1, "a whole file"),
        (3, "everything"),
        (4, "E731"),
        (4, "S101"),
        (6, "everything"),
        (7, "misc"),
        (9, "A001"),
        (10, "pragma: no cover"),
        (14, "xfail"),
        (18, "importorskip"),
    ]
    told = {one.line for one in found if one.reason}
    assert told == {5, 8, 9, 15, 17, 19}


def test_a_library_that_nobody_uses_is_found(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("check:\n\truff check .\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling>=1"]\n[project]\ndependencies = [\n'
        '  "numpy>=2",  # arrays\n  "idle>=1",  # rests\n]\n'
        '[dependency-groups]\nlint = [\n  "ruff>=0.17",\n]\n',
        encoding="utf-8",
    )
    (tmp_path / "vision").mkdir()
    (tmp_path / "vision/look.py").write_text("import numpy as np\n", encoding="utf-8")
    found = {one.name: one for one in quality.libraries(tmp_path)}
    assert found.keys() == {"numpy", "idle", "ruff"}
    assert (found["numpy"].files, found["numpy"].group) == (1, "runtime")
    assert (found["idle"].files, found["idle"].called) == (0, "")
    assert (found["ruff"].called, found["ruff"].reason) == ("Makefile", "")
