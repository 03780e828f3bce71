"""Walk through the screens in the language that the environment names; print words left in English.

    LANGUAGE=xx TABLESIDE_LOCALE=FOLDER python tests/tui/tui_other_words.py PART ...

A program of its own, for the walk is long. The invented language
has an accent on every vowel, so a word with plain vowels alone did not go through the list of texts.
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.system.language import choose_language

ROOT = Path(__file__).resolve().parents[2]
WORD = re.compile(r"[^\W\d_]{3,}")
VOWEL = re.compile(r"[aeiou]")
NAMED = (
    "name",
    "id",
    "family",
    "races",
    "race",
    "title",
    "icons",
    "part",
    "kind",
    "faction",
    "text",
)
WHO = {"Ann", "Ben", "Cleo", "Dan"}
KEYS = {"Enter", "Esc", "Tab", "Del", "Shift", "Ctrl"}
TERMS = {"ATK", "DEF", "SPC", "Bluetooth", "JSON", "CSV"}
FIELDS = {"CELL", "CARD", "MODE", "PIECEREF", "SEAT", "TEXT"}
PRINTED = {"Teeth", "Squi", "Surprise", "Myopia", "Strength", "Endurance", "Fright", "Magic",
           "Mayhem", "Intelligence", "MON"}  # fmt: skip
KEPT = PRINTED | WHO | KEYS | TERMS | FIELDS | {"palette", "auto", "tableside", "Die"}
"""Words that are typed as they stand, or are nobody's language; `palette` is Textual's own."""


def words(text):
    """Return the words of a text that are long enough to tell their language."""
    return WORD.findall(text)


def ours():
    """Return the words that stay: names of games and cards, and the record's own words."""
    from companion.core.game import Depth
    from companion.record.shelf import Shelf

    shelf, found = Shelf(), []
    for game in shelf.ids():
        found.append(shelf.game(game).title)
        cards = shelf.shipped(game)
        found += [] if cards is None else list(_named(tomllib.loads(cards.text)))
        header = shelf.header(game, ("Ann", "Ben", "Cleo"), Depth.LIGHT)
        for verb, form in shelf.grammar(header).forms.items():
            found += [verb, form.usage(), form.action.example]
    return {word for text in found for word in words(text)}


def _named(value):
    """Yield what a list of cards calls things, and the sentences on its cards."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key in NAMED and isinstance(one, str):
                yield one
            elif key in NAMED and isinstance(one, list):
                yield from (str(each) for each in one)
            else:
                yield from _named(one)
    elif isinstance(value, list):
        for one in value:
            yield from _named(one)


def look(svg):
    """Yield each suspicious word of a screenshot with the line it stands in."""
    for line in re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL):
        plain = html.unescape(line).replace("\xa0", " ").strip()
        for word in words(plain):
            if word.isascii() and VOWEL.search(word.lower()):
                yield word, plain


def stays(word, kept):
    """Tell whether a word may stay; a dialog may lie over a part of it."""
    return word in kept or any(one.startswith(word) or one.endswith(word) for one in kept)


def main():
    """Walk and print."""
    sys.path.insert(0, str(ROOT / "tools"))
    import tour

    choose_language(os.environ)  # last: no text may be fixed when its module is imported

    left = defaultdict(set)

    async def shoot(_tour, pilot, name, _title, _words):
        await pilot.pause(tour.PAINT)
        for word, line in look(tour.bare(pilot.app.export_screenshot())):
            left[word].add(f"{name}: {line}")

    async def walk(home):
        one = tour.Tour(Path(home), "")
        for title, go, _names in tour.PARTS:
            if title in sys.argv[1:]:
                await go(one)

    tour.Tour.shoot = shoot
    with TemporaryDirectory() as home:
        asyncio.run(walk(home))
    kept = ours() | KEPT
    found = {word: sorted(where) for word, where in left.items() if not stays(word, kept)}
    print(json.dumps(found))  # noqa: T201 - said to the test that started it


main()
