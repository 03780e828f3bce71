"""The tour shows every screen of the program, and every picture it names is there."""

from __future__ import annotations

import ast
import re

from companion.record.shelf import Shelf

MOST = 150_000
"""Bytes of a picture that a page can have forty of."""


def classes(repository):
    """Return the screen classes of the program, whoever they inherit from."""
    bases, found = {"Screen", "ModalScreen"}, {}
    rooms = [repository / "companion/tui" / room for room in ("asking", "parts", "screens")]
    for path in sorted(path for room in rooms for path in room.glob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = {re.match(r"\w+", ast.unparse(base))[0] for base in node.bases}
    while more := {name for name, above in found.items() if above & bases} - bases:
        bases |= more
    return bases - {"Screen", "ModalScreen"}


def test_every_picture_of_the_tour_is_there_and_small_and_no_other_lies_there(repository):
    page = (repository / "docs/tour.md").read_text("utf-8")
    named = re.findall(r"\]\(pictures/(tour-[\w-]+\.svg)\)", page)
    kept = {path.name: path for path in (repository / "docs/pictures").glob("tour-*")}
    assert named
    assert len(named) == len(set(named))
    assert set(named) == set(kept)
    for name, path in kept.items():
        assert path.stat().st_size < MOST, name


def test_pictures_of_the_tour_fetch_nothing(repository):
    for path in (repository / "docs/pictures").glob("tour-*.svg"):
        text = path.read_text("utf-8")
        assert text.startswith("<svg")
        assert "@font-face" not in text
        assert not re.search(r"""(href|src)\s*=|@import|url\(["']?(?!#)""", text), path.name


def test_the_tour_names_every_screen_and_says_why_one_is_not_shown(repository):
    page = (repository / "docs/tour.md").read_text("utf-8")
    told = dict(re.findall(r"^- `(\w+)`: (.+)$", page, re.MULTILINE))
    assert set(told) == classes(repository)
    assert all(len(why) > len("part of") for why in told.values())


def test_the_tour_shows_the_table_of_every_mode(repository):
    page = (repository / "docs/tour.md").read_text("utf-8")
    for game in Shelf().ids():
        assert f"tour-table-{game}.svg" in page
