"""Every text that people read, gathered in companion/locale/tableside.pot for translators.

    python tools/texts.py            writes the list anew
    python tools/texts.py --check    says whether it is what the code says; status 1 when not

A translation is made from it with any tool that knows gettext; CONTRIBUTING.md says how.
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
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion.record.shelf import Shelf

ROOT: Final = Path(__file__).resolve().parent.parent
POT: Final = ROOT / "companion" / "locale" / "tableside.pot"

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
    for text in of_actions():
        catalog.add(text, locations=[("companion/tui/typeahead.py", 0)])
    return catalog


def of_actions() -> list[str]:
    """Return what every action is about, and what its fields are called where people fill them."""
    shelf = Shelf()
    actions = [
        form.action
        for game in shelf.ids()
        for form in shelf.grammar(shelf.header(game, ("Ann", "Ben"))).forms.values()
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


def main() -> int:
    """Write the list, or check it."""
    fresh = written(gathered())
    if "--check" not in sys.argv[1:]:
        POT.parent.mkdir(parents=True, exist_ok=True)
        POT.write_bytes(fresh)
        return 0
    with POT.open("rb") as file:
        known = {message.id for message in read_po(file)}
    now = {message.id for message in read_po(BytesIO(fresh))}
    if known == now:
        return 0
    print(f"{POT.name} is {len(now - known)} texts behind and has {len(known - now)} too many:")
    print("make texts writes it anew")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
