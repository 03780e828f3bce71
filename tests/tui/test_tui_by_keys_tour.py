"""The tour shows the table of every mode, and every picture that it names is there."""

import re

from companion.record.shelf import Shelf

MOST = 160_000  # Bytes of a picture that a page can have forty of


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


def test_the_tour_shows_the_table_of_every_mode(repository):
    page = (repository / "docs/tour.md").read_text("utf-8")
    for game in Shelf().ids():
        assert f"tour-table-{game}.svg" in page
