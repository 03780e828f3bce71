"""Walk through the screens in the language that the environment names; print words left in English.

    PYTHONPATH=tests LANGUAGE=xx TABLESIDE_LOCALE=FOLDER python tests/tui/tui_other_words.py PART ...

A program of its own, for the walk is long. The invented language
has an accent on every vowel, so a word with plain vowels alone did not go through the list of texts.
With SMALL=1 every screen has 80x24, and words are printed that no text has: they are cut.
"""

from __future__ import annotations

import asyncio
import html
import json
import os
import re
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

from other_words import NAMES, VOWEL, WHO, Foreign, printed, typed, words

from companion.core.texts import tr
from companion.system.language import LOCALE, choose_language
from companion.tui.spectator_svg import bare

ROOT = Path(__file__).resolve().parents[2]
KEYS = {"Enter", "Esc", "Tab", "Del", "Shift", "Ctrl"}
TERMS = {"ATK", "DEF", "SPC", "Bluetooth", "JSON", "CSV"}
FIELDS = {"CELL", "CARD", "MODE", "PIECEREF", "SEAT", "TEXT"}
KEPT = WHO | KEYS | TERMS | FIELDS | {"palette", "auto", "tableside", "Die", "MON"}
"""Words that are typed as they stand, or are nobody's language; `palette` is Textual's own."""

SHORTENED = {
    "correct": 1,
    "grid": 1,
    "history": 1,
    "rules": 5,
    "say-it": 7,
    "settings": 2,
    "start": 1,
    "start-small": 1,
    "table-fgt": 1,
    "table-fgt-wall": 1,
    "table-md": 2,
    "table-md-small": 2,
    "table-mon-arena": 2,
    "table-mon-classic": 2,
    "table-mon-dominoes": 3,
}
"""How many lines end in `…` on a screen of 80x24 in the language that needs most; elsewhere none may."""


def ours():
    """Return the words that stay: names of games and cards, and the record's own words."""
    return {word for text in (*printed({*NAMES, "text"}), *typed()) for word in words(text)}


def look(app):
    """Yield each suspicious word of a screenshot with the line it stands in."""
    svg = bare(app.export_screenshot())
    for line in re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL):
        plain = html.unescape(line).replace("\xa0", " ").strip()
        for word in words(plain):
            if word.isascii() and VOWEL.search(word.lower()):
                yield word, plain


def lines(app):
    """Yield each line of a screen."""
    for strip in app.screen._compositor.render_strips():
        yield "".join(part.text for part in strip)


def whole_words(app):
    """Yield each word with its line, but for those that a dialog lies over or `…` shortens."""
    for line in lines(app):
        for word in re.findall(r"(?<![│…\w'@])[^\W\d_]{4,}(?![│…\w])", line):
            yield word, line.strip()


def said():
    """Return the words of every text, in the language of now and in English."""
    both = tr.__globals__["_chosen"]._said
    texts = [text for english, forms in both.items() for text in (english, *forms)]
    return {one for text in texts for word in words(text) for one in (word, word.capitalize(), word.upper())}


def stays(word, kept):
    """Tell whether a word may stay; a dialog may lie over a part of it."""
    return word in kept or any(one.startswith(word) or one.endswith(word) for one in kept)


def main():
    """Walk and print."""
    sys.path.insert(0, str(ROOT / "tools"))
    import tour
    import tour_hands

    choose_language(os.environ)  # last: no text may be fixed when its module is imported
    small, suspicious = os.environ.get("SMALL"), look
    if small:
        at = tour.app_at
        tour.app_at = tour_hands.app_at = lambda app, _size: at(app, tour.SMALL)
        suspicious = whole_words

    left = defaultdict(set)
    foreign = Foreign(os.environ["LANGUAGE"], Path(os.environ.get("TABLESIDE_LOCALE", LOCALE)))

    async def shoot(_tour, pilot, name, _title, _words):
        await pilot.pause(tour.PAINT)
        dots = [line for line in lines(pilot.app) if "…" in line]
        if small and len(dots) > SHORTENED.get(name, 0):
            left[f"{len(dots)} lines"] |= {f"{name}: {line.strip()}" for line in dots}
        for word, line in suspicious(pilot.app):
            left[word].add(f"{name}: {line}")
            if foreign.one_of_many(line):
                left["1 of many"].add(f"{name}: {line}")

    async def walk(home):
        one = tour.Tour(Path(home), "")
        for title, go, _names in tour.PARTS:
            if title in sys.argv[1:]:
                await go(one)

    tour.Tour.shoot = shoot
    with TemporaryDirectory() as home:
        asyncio.run(walk(home))
    kept = ours() | KEPT | (said() if small else set())
    stay = kept.__contains__ if small else lambda word: stays(word, kept)
    found = {word: sorted(where) for word, where in left.items() if not stay(word)}
    print(json.dumps(found))  # noqa: T201 - said to the test that started it


main()
