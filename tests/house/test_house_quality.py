"""docs/quality.md says what is so, as far as it does not change with every commit."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import quality  # noqa: E402 - a tool beside the package
import shape  # noqa: E402 - as above

if TYPE_CHECKING:
    import pytest

PAGE = quality.PAGE.read_text(encoding="utf-8")
TITLES = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)


def rows(title: str, page: str = PAGE) -> list[list[str]]:
    """The cells of the first table of a part, its head left out."""
    table = re.search(r"(?:^\|.*\n)+", quality.kept_part(page, title), re.MULTILINE)
    assert table is not None, title
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()[2:]
    ]


def near(told: str, now: float) -> bool:
    """A page need not be made anew for a few lines: a tenth more or less, or ten."""
    return abs(float(told) - now) <= max(10.0, now / 10)


def test_the_sizes_of_the_rooms_are_those_of_the_tree() -> None:
    told = {row[0]: row[1:] for row in rows("Size and shape")}
    known = shape.rooms(REPOSITORY)
    assert told.keys() == {"together", *(room.name for room in known)}, "make quality"
    for room in [*known, quality.together(known)]:
        files, lines, functions, median, _longest = told[room.name]
        assert near(files, len(room.files)), f"{room.name}: make quality"
        assert near(lines, room.lines), f"{room.name}: make quality"
        assert near(functions, len(room.functions)), f"{room.name}: make quality"
        assert abs(float(median) - room.median) <= 2, f"{room.name}: make quality"


def test_the_tests_are_as_many_as_there_are() -> None:
    (told,) = (row for row in rows("Tests") if row[0] == "together")
    again = quality.tests_part(REPOSITORY)
    (now,) = (row for row in rows("Tests", f"## Tests\n\n{again}") if row[0] == "together")
    for before, after in zip(told[1:], now[1:], strict=True):
        assert near(before, float(after)), "make quality"


def test_the_libraries_and_their_reasons_are_those_of_pyproject() -> None:
    told = [tuple(row[:3]) for row in rows("Libraries")]
    now = [(one.name, one.group, one.reason) for one in quality.libraries(REPOSITORY)]
    assert told == now, "make quality"


def test_the_contracts_are_kept_and_told() -> None:
    now = quality.contracts(REPOSITORY)
    assert len(now) > 5
    assert [name for name, kept in now if not kept] == []
    assert rows("Who may import whom") == [[name, "kept"] for name, _ in now], "make quality"


def test_what_is_unused_or_stands_twice_is_explained_on_the_page() -> None:
    assert "not explained" not in PAGE
    assert "broken" not in quality.kept_part(PAGE, "Who may import whom")


def test_what_people_wrote_and_what_was_measured_elsewhere_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(quality, "MEASURED", tmp_path / "coverage.json")
    before = (
        "# x\n\n## Coverage\n\n99.9 once\n\n## What was changed in the read\n\n"
        "<!-- read -->\nMuch.\n<!-- /read -->\n"
    )
    assert quality.coverage_part([], quality.kept_part(before, "Coverage")) == "99.9 once\n"
    assert "make coverage" in quality.coverage_part([], quality.kept_part("", "Coverage"))
    assert quality.written(before) == "Much.\n"
    assert quality.written("") == "\n"


def test_the_page_has_all_its_parts() -> None:
    assert TITLES[0] == "Size and shape"
    assert {"Coverage", "Mutations", "Nothing twice", "Nothing unused"} <= set(TITLES)
    assert TITLES[-1] == "What was changed in the read"
    assert PAGE.rstrip().endswith("<!-- /read -->")


def test_covered_lines_and_branches_are_added_up_room_by_room(tmp_path: Path) -> None:
    measured = tmp_path / "coverage.json"
    one = {"num_statements": 8, "covered_lines": 6, "num_branches": 4, "covered_branches": 1}
    two = {"num_statements": 2, "covered_lines": 2}
    measured.write_text(
        quality.json.dumps({"files": {"a/b.py": {"summary": one}, "a/c.py": {"summary": two}}}),
        encoding="utf-8",
    )
    known = [shape.Room("a", {"a/b.py": 9, "a/c.py": 3}, ()), shape.Room("d", {"d/e.py": 9}, ())]
    assert quality.coverage(measured, known) == [("a", 2, 80.0, 25.0)]
