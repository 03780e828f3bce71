"""Every text that people read, gathered in companion/locale/tableside.pot for translators.

    python tools/texts.py            writes the list anew, and puts new texts into every translation
    python tools/texts.py --check    names what is missing or wrong in them; status 1 when anything is

A translation is `companion/locale/<language>/LC_MESSAGES/tableside.po`; CONTRIBUTING.md says how one is made.
"""

from __future__ import annotations

import ast
import dataclasses
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from companion.record.cards_csv import examples_of, forms_of
from companion.record.shelf import Shelf

ROOT: Final = Path(__file__).resolve().parent.parent
POT: Final = ROOT / "companion" / "locale" / "tableside.pot"

OF_LIBRARIES: Final = {
    "companion/cli.py": (
        "usage: ", "positional arguments", "options", "show this help message and exit",
        "%(prog)s: error: %(message)s\n", "argument %(argument_name)s: %(message)s",
        "the following arguments are required: %s", "unrecognized arguments: %s",
        "expected one argument", "expected at least one argument",
        "invalid choice: %(value)r (choose from %(choices)s)", "invalid %(type)s value: %(value)r",
    ),
    "companion/commands/calibrate.py": ("good", "fair", "low"),
    "companion/system/language.py": ("; ", "known: {0}"),
    "companion/tui/app.py": (
        "palette", "Quit", "Quit the application as soon as possible", "Maximize",
        "Maximize the focused widget", "Minimize", "Minimize the widget and restore to normal size",
        "Screenshot", "Save an SVG 'screenshot' of the current screen",
    ),
}  # fmt: skip
"""What argparse and Textual say where we let them, how far a calibration is trusted, and what is short below."""

BELOW: Final = ("calibration", "hardware", "vision")
"""Packages that know nothing of languages; what they say is told again, sentence by sentence, by `retold`."""

NOT_SAID: Final = re.compile(
    r"[<>\\|]|/Type|%d|\bRg?\b|\brg\b|^q |http-equiv|;V|FFMPEG|Add-Type|^Write timeout|^timed out|RFC2217|let go"
    r"|^no port$|list of serial|^radio$|started once|\(H, W, 3\)|inside the line|mm long|four corners in the picture"
    r"|dice mat|how often things repeat|Speech Dispatcher|^no frame|^, |^an example$|^a card's picture$"
    r"|^tableside teach|^known: format|expected some text|^the file$|^taught (?:set|deck)$|^sha256|^size: |^format: "
    r"|^file: |:1: |model card (?:lacks|is broken)|\.toml: describes|must be a (?:list|table)|json: |faces: "
    r"|^no state has|is no direction"
    r"|is no list of \{\} numbers|manufacturer data|of its introduction|^an introduction of"
    r"|empty message|epoch of 8|^rolls are counted|^no tray says|^a greeting"
)
"""What stands in their code and is nothing to read on a screen."""

NEW_CARD: Final = "companion/tui/parts/new_card.py"
TYPED: Final = "companion/tui/asking/typeahead.py"

MOST_NAMED: Final = 20
"""Texts that a check names; the others are counted."""

BLANK: Final = " \n"
"""Blanks at an end of a text: whatever stands beside it needs them."""

LOOSE: Final = re.compile(r"\S[ \u00a0][;:!?»](?!\w)|«[ \u00a0]|\d[ \u00a0]?%(?![}%])")
"""In French a narrow no-break space stands before these signs and within quotation marks."""

SOME_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Always the same: the same texts make the same file."""

HEADER: Final = """\
# Texts of Tableside, in English, as they stand in the code.
# {names} in braces are gaps: a translation keeps each as it is, in whatever order it needs.
# Ids of rules (RSF-F3) and the games' own words stand as they are in the rulebooks.
#"""

Text = str | tuple[str, str]


def said(path: Path) -> Iterator[Text]:
    """Yield the texts of one module: what is given to `tr`, `later` and `trn`.

    Raises:
        ValueError: one is not a plain string, so that it cannot be gathered.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        words = [one.value if isinstance(one, ast.Constant) else None for one in node.args]
        match node.func.id, words:
            case (("tr" | "later"), [str(text)]):
                yield text
            case "trn", [str(one), str(several), *_]:
                yield one, several
            case "later" | "trn", _:
                raise ValueError(f"{path}:{node.lineno}: a text here is not a plain string")
            case _:
                pass


def below(path: Path) -> Iterator[Text]:
    """Yield the sentences of a module below the program; a gap has its number: `no picture for {0} seconds`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    silent |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr | ast.Constant) or id(node) in silent:
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        whole = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        for text in re.split(r"\s*; ", whole.strip()):
            told, numbers = text.removeprefix("{}: "), count()
            if len(re.findall(r"[A-Za-z]{2,}", told)) > 1 and " " in told and not NOT_SAID.search(told):
                yield re.sub(r"\{\}", lambda _, numbers=numbers: f"{{{next(numbers)}}}", told)


def ruled(path: Path) -> Iterator[Text]:
    """Yield the texts of one rules.toml."""
    for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rule"]:
        yield rule["text"]


def gathered() -> Catalog:
    """Return every text with the files that say it."""
    catalog = Catalog(project="Tableside", header_comment=HEADER, fuzzy=False)
    catalog.creation_date = catalog.revision_date = SOME_TIME
    for path in sorted((ROOT / "companion").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for text in said(path):
            catalog.add(text, locations=[(where, 0)], flags=_flags(text))
    for path in sorted((ROOT / "companion").rglob("*.html")):
        where = path.relative_to(ROOT).as_posix()
        for text in re.findall(r'\btr\("([^"]*)"', path.read_text(encoding="utf-8")):
            catalog.add(text, locations=[(where, 0)], flags=_flags(text))
    for path in sorted((ROOT / "companion").rglob("rules.toml")):
        where = path.relative_to(ROOT).as_posix()
        for text in ruled(path):
            catalog.add(text, locations=[(where, 0)])
    for where, texts in [*OF_LIBRARIES.items(), (NEW_CARD, of_cards()), (TYPED, of_actions()), *of_packages_below()]:
        for text in texts:
            catalog.add(text, locations=[(where, 0)], flags=_flags(text))
    return catalog


def of_packages_below() -> Iterator[tuple[str, Iterator[Text]]]:
    """Yield every module below the program that ships, with what it says."""
    for path in sorted(one for package in BELOW for one in (ROOT / package).rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if not where.startswith(("hardware/firmware", "hardware/simulators")):
            yield where, below(path)


def of_cards() -> list[str]:
    """Return what sorts of cards there are, and what is printed on them."""
    shelf = Shelf()
    shipped = [cards for game in shelf.ids() if (cards := shelf.shipped(game)) is not None]
    sorts = [(cards.text, sort) for cards in shipped for sort in forms_of(cards.text).sorts]
    keys = {key for text, sort in sorts for key in examples_of(text, sort) if "." not in key}
    return sorted({*keys, *(sort for _, sort in sorts)})


def of_actions() -> list[str]:
    """Return what every action is about, and what its fields are called where people fill them."""
    shelf = Shelf()
    actions = [
        form.action for game in shelf.ids() for form in shelf.grammar(shelf.header(game, ("Ann", "Ben"))).forms.values()
    ]
    named = {one.name.replace("_", " ") for each in actions for one in dataclasses.fields(each)}
    told = {(each.__doc__ or "").strip().split("\n", maxsplit=1)[0] for each in actions}
    return sorted(named | told)


def _flags(text: Text) -> tuple[str, ...]:
    return ("python-brace-format",) if "{" in str(text) else ()


def written(catalog: Catalog) -> bytes:
    """Return the list as the bytes of a .pot file."""
    file = BytesIO()
    write_po(file, catalog, width=100, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def gaps(text: str) -> list[str]:
    """Return the names of the gaps of a text, in the order of the alphabet."""
    of_percent = re.findall(r"%(?:\(\w+\))?[sr]", text)  # those of argparse
    try:
        return sorted({name for _, name, _, _ in Formatter().parse(text) if name is not None} | {*of_percent})
    except ValueError:  # braces that stand for themselves
        return sorted(re.findall(r"\{\w*\}", text) + of_percent)


def wrong(message: Message, language: str) -> str:
    """Say what a translation of a text lacks; empty when nothing."""
    english, said = (one if isinstance(one, tuple) else (str(one or ""),) for one in (message.id, message.string))
    if message.fuzzy or not all(said):
        return "has no translation"
    may = {"count"} if len(english) > 1 else set()
    for one in said:
        if set(gaps(one)) - may != set(gaps(english[-1])) - may:
            return f"has other gaps: {one}"
        if one.strip(BLANK) != one and english[0].strip(BLANK) == english[0]:
            return f"begins or ends with a blank: {one!r}"
        if one.strip(BLANK) == one and english[0].strip(BLANK) != english[0]:
            return f"lacks a blank at an end: {one!r}"
        if language == "fr" and LOOSE.search(one):
            return f"has a sign that a line may break off; put U+202F before it: {one!r}"
    return ""


def translations() -> Iterator[tuple[Path, Catalog]]:
    """Yield every translation that there is."""
    for path in sorted(POT.parent.glob(f"*/LC_MESSAGES/{POT.stem}.po")):
        with path.open("rb") as file:
            yield path, read_po(file, locale=path.parents[1].name)


def problems(catalog: Catalog, known: set[Any]) -> Iterator[str]:
    """Yield what is wrong with a translation of these texts."""
    for message in catalog:
        if message.id and message.id in known and (why := wrong(message, str(catalog.locale))):
            yield f"{message.id!r} {why}"
    there = {message.id for message in catalog}
    yield from (f"{text!r} has no translation" for text in known - there if text)


def check() -> Iterator[str]:
    """Yield what is not as it should be."""
    now = {message.id for message in read_po(BytesIO(written(gathered())))}
    with POT.open("rb") as file:
        known = {message.id for message in read_po(file)}
    if known != now:
        yield f"{POT.name} is {len(now - known)} texts behind and has {len(known - now)} too many:"
        yield "make texts writes it anew"
    for path, catalog in translations():
        found = sorted(problems(catalog, now))
        yield from (f"{path.parents[1].name}: {one}" for one in found[:MOST_NAMED])
        if found[MOST_NAMED:]:
            yield f"{path.parents[1].name}: and {len(found) - MOST_NAMED} more"


def write() -> None:
    """Write the list, and put new texts into every translation; what nobody says any more goes."""
    fresh = written(gathered())
    POT.parent.mkdir(parents=True, exist_ok=True)
    POT.write_bytes(fresh)
    for path, catalog in translations():
        catalog.update(read_po(BytesIO(fresh)), no_fuzzy_matching=True)
        file = BytesIO()
        form: dict[str, Any] = {
            "width": 0,
            "no_location": True,
            "sort_output": True,
            "ignore_obsolete": True,
        }
        write_po(file, catalog, **form)
        path.write_bytes(file.getvalue())


def main() -> int:
    """Write the list, or check it."""
    if "--check" not in sys.argv[1:]:
        write()
        return 0
    found = [*check()]
    print(*found, sep="\n", end="\n" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
