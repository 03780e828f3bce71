"""Languages for tests: an invented one with an accent on every vowel, and what no language changes."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.pofile import write_po

from companion.core.game import Depth
from companion.core.texts import tr
from companion.record.shelf import Shelf
from companion.system.language import choose_language

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))
import texts as gatherer

ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
ACCENTED = "xx"
"""The code of the invented language."""

WORD = re.compile(r"[^\W\d_]{3,}")
VOWEL = re.compile(r"[aeiou]")
WHO = {"Ann", "Ben", "Cleo", "Dan"}
NAMES = {"name", "id", "title", "faction"}
PRINTED = {
    *("Teeth-Die", "Squi'Die", "Die'vil", "Spider-Die", "Die'mwit", "D'eye", "Surprise", "Myopia"),
    *("teeth", "squid", "devil", "spider", "dimwit", "eye"),
    *("Pshhhhht", "Dimwit", "Slappy", "Mastermind", "ATK", "DEF", "SPC", "WWnn"),
}


def words(text: str) -> list[str]:
    """Return the words of a text that are long enough to tell their language."""
    return WORD.findall(text)


def accented(text: str) -> str:
    """Put an accent on every vowel outside the gaps."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))


def write_accented(folder: Path) -> Path:
    """Write the invented language into a folder of translations, and return the folder."""
    catalog = gatherer.gathered()
    catalog.locale = "de"
    for message in catalog:
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            said = tuple(accented(form) for form in forms)
            message.string = said if isinstance(message.id, tuple) else said[0]
    home = folder / ACCENTED / "LC_MESSAGES"
    home.mkdir(parents=True)
    with (home / "tableside.po").open("wb") as file:
        write_po(file, catalog)
    return folder


def printed(keys: set[str]) -> set[str]:
    """Return what the cards of every shipped list and the titles of games say under these keys."""
    shelf, found = Shelf(), set(PRINTED)
    for game in shelf.ids():
        found.add(shelf.game(game).title)
        cards = shelf.shipped(game)
        found |= set() if cards is None else set(_under(tomllib.loads(cards.text), keys))
    return found


def _under(value: Any, keys: set[str]) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            if key in keys and isinstance(one, str):
                yield one
            elif key in keys and isinstance(one, list):
                yield from (str(each) for each in one)
            else:
                yield from _under(one, keys)
    elif isinstance(value, list):
        for one in value:
            yield from _under(one, keys)


def typed() -> Iterator[str]:
    """Yield what a record is written with."""
    shelf = Shelf()
    for game in shelf.ids():
        header = shelf.header(game, ("Ann", "Ben", "Cleo"), Depth.LIGHT)
        for verb, form in shelf.grammar(header).forms.items():
            yield from (verb, form.usage(), form.action.example)


class Foreign:
    """A language that is spoken from now on; finds the words that are left in English."""

    def __init__(self, code: str, folder: Path) -> None:
        choose_language({"TABLESIDE_LOCALE": str(folder)}, code)
        texts = tr.__globals__["_chosen"]._said
        its = {word.lower() for forms in texts.values() for form in forms for word in words(form)}
        english = {word.lower() for text in texts for word in words(text)}
        pairs = [(forms[0], forms[-1]) for forms in texts.values() if len(forms) > 1]
        several = re.compile(r"\{count\} (\w{3,})")
        one, many = ({word for text in texts for word in several.findall(text)} for texts in zip(*pairs, strict=True))
        self._many = re.compile(rf"(?<![\w.,:+/\u00d7-])1 (?:{'|'.join(sorted(many - one))})\b")
        self._left = None if code == ACCENTED else english - its
        names = sorted(printed({*NAMES, "text"}) | WHO, key=len, reverse=True)
        kept = "|".join(map(re.escape, names))
        self._names = re.compile(rf"(?<!\w)(?:{kept}|[A-Z]+-[A-Z]\d+\w?)(?!\w)")

    def english(self, text: str) -> list[str]:
        """Return the English words of a text that are no names."""
        found = words(self._names.sub("", text))
        if self._left is None:
            return [word for word in found if word.isascii() and VOWEL.search(word.lower())]
        return [word for word in found if word.lower() in self._left]

    def one_of_many(self, text: str) -> bool:
        """Tell whether something that is there once is said as if there were several: `1 cards`."""
        return bool(self._many.search(text))
