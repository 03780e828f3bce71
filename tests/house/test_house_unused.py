"""What nothing uses and what stands twice is found; `make style` looks at the whole code."""

import re
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools"))
import repeats  # noqa: E402 - a tool beside the package
import unused  # noqa: E402 - as above


def test_what_nothing_uses_is_found(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core/part.py").write_text(
        "import os\n\n\ndef used():\n    return 1\n\n\ndef left():\n    return used()\n",
        encoding="utf-8",
    )
    names = {(one.path, one.name) for one in unused.look(tmp_path, ("core",))}
    assert names == {("core/part.py", "os"), ("core/part.py", "left")}


def test_what_only_shares_its_name_with_something_used_is_found(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core/dice.py").write_text("KINDS = 3\nFACES = 6\n\n\nclass Voice:\n    pass\n", encoding="utf-8")
    (tmp_path / "core/cards.py").write_text(
        "from core.dice import FACES\n\n\nclass Voice:\n    pass\n\n\nKINDS = FACES\nprint(KINDS, Voice())\n",
        encoding="utf-8",
    )
    names = {(one.path, one.name) for one in unused.look(tmp_path, ("core",))}
    assert names == {("core/dice.py", "KINDS"), ("core/dice.py", "Voice")}


TEXTUALS = {"option-list--option-highlighted"}
"""Classes that Textual gives to parts of its own widgets."""

SEATS = {f"s{seat}" for seat in range(8)}
"""Classes that a page puts together from a seat's number."""


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ("companion/tui/app.tcss", "companion/tui/**/*.py"),
        ("companion/tui/spectator.tcss", "companion/tui/**/*.py"),
        ("companion/web/page.css", "companion/web/*.[hjp]*"),
    ],
)
def test_every_class_and_id_of_a_style_sheet_is_given_to_something(sheet, code):
    text = (REPOSITORY / sheet).read_text(encoding="utf-8")
    rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", text, flags=re.DOTALL)
    wanted = set(re.findall(r"[.#](-?[a-z][\w-]*)", rules)) - TEXTUALS
    made = "\n".join(path.read_text(encoding="utf-8") for path in REPOSITORY.glob(code))
    assert len(wanted) > 2
    if "s{{ place.seat % 8 }}" in made:
        wanted -= SEATS
    assert sorted(name for name in wanted if name not in made) == []


ONE = """
def add(cards: list[int]) -> int:
    \"\"\"Add.\"\"\"
    total = 0
    for card in cards:
        if card > 3:
            total += card
        else:
            total -= 1
    return total
"""
SAME = """
class Heap:
    def count(self, heap):
        # otherwise called
        result = 0
        for one in heap:
            if one > 3:
                result += one
            else:
                result -= 1
        return result
"""


@pytest.mark.parametrize(
    ("other", "places"),
    [
        (SAME, [("core/one.py add", "core/two.py Heap count")]),
        (SAME.replace("> 3", "> 4"), []),
        (SAME.replace("in heap", "in heap.cards"), []),
        (SAME.replace("result += one", "result += len(one)"), []),
    ],
)
def test_code_with_other_names_is_found_twice_and_other_code_is_not(tmp_path, other, places):
    (tmp_path / "core").mkdir()
    (tmp_path / "core/one.py").write_text(ONE, encoding="utf-8")
    (tmp_path / "core/two.py").write_text(other, encoding="utf-8")
    groups = repeats.repeats(tmp_path, ["core"])
    assert [tuple(one.place for one in group) for group in groups] == places
