"""The support bundle: one zip that can be sent to whoever helps, without names and pictures.

What goes in is chosen piece by piece, never a whole file of the user's; what was chosen is scrubbed
besides. Names and pictures go in only when they were asked for.
"""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections import Counter
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import CompanionError
from companion.core.printable import printable
from companion.core.texts import tr
from companion.doctor import program
from companion.doctor.errorlog import last_errors
from companion.doctor.holders import holders
from companion.doctor.journal import copied_journal
from companion.doctor.names import headers, scrub_for
from companion.doctor.result import Level
from companion.doctor.scrub import without_passwords
from companion.journal.rows import MANUAL
from companion.journal.store import FILE as JOURNAL
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.rolls.readings import SourceKind
from companion.session.table import HELD, REPLAY
from companion.tui.settings import CHOICES, Settings
from companion.tui.settings import FILE as SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.doctor.case import Case
    from companion.doctor.names import Header
    from companion.doctor.result import Result
    from companion.doctor.scrub import Scrub

FORMAT: Final = 1
MOST_PICTURES: Final = 20
_ABOUT: Final = """This is what `tableside doctor --bundle` says of a machine that Tableside runs on.

report.txt    what was looked at, what was found, what would help
report.json   the same for programs (docs/json.md)
versions.json Tableside, Python, libraries, system
settings.json how the program looks and sounds, and keys that were changed
journal.json  tables: game, depth they began in, number of seats, of actions, of readings; no names, no moves
errors.json   the last errors that ended a command, without what was typed
pictures/     only when asked for: what the camera saw, and the last dice that were read
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a bundle.

    Attributes:
        name: within the zip.
        data: its bytes.
        what: what it is, for people.
    """

    name: str
    data: bytes
    what: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """A support bundle, not written yet.

    Attributes:
        parts: its files.
        names: whether names stand in it.
        pictures: how many pictures it has.
        replaced: how often something of people's own was replaced.
    """

    parts: tuple[Part, ...]
    names: bool
    pictures: int
    replaced: int

    def data(self) -> bytes:
        """Return the zip's bytes."""
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as box:
            for part in self.parts:
                box.writestr(part.name, part.data)
        return held.getvalue()


def bundle(
    case: Case, results: Sequence[Result], *, names: bool = False, pictures: bool = False
) -> Bundle:
    """Gather a bundle.

    Args:
        case: what was looked at.
        results: what was found.
        names: leave names in.
        pictures: put what the camera saw and the last dice that were read in.
    """
    tables = headers(case)
    scrub = scrub_for(case, tables, results)
    said = _results(scrub, results, names=names)
    parts = [
        Part("about.txt", _ABOUT.encode(), tr("what is in this bundle")),
        Part("report.txt", _report(said).encode(), tr("what was found")),
        _json("report.json", said, tr("the same for programs")),
        _json(
            "versions.json",
            _versions(case, results),
            tr("versions of program, libraries and system"),
        ),
        _json("settings.json", _settings(case), tr("colours, sounds and keys")),
        _json("journal.json", _journal(tables), tr("games and how many actions they have")),
        _json("errors.json", _errors(case, scrub, names=names), tr("the last errors")),
    ]
    shown = _pictures(case, results) if pictures else []
    return Bundle((*parts, *shown), names, len(shown), scrub.replaced)


def _json(name: str, value: object, what: str) -> Part:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return Part(name, f"{text}\n".encode(), what)


# ---------------------------------------------------------------- what goes in


def _results(scrub: Scrub, results: Sequence[Result], *, names: bool) -> list[dict[str, Any]]:
    found = []
    for one in results:
        said = {"found": one.found, "todo": one.todo, "data": dict(one.data)}
        clean = without_passwords(said) if names else scrub.value(said, one.quoted)
        found.append({"check": one.check, "level": one.level.value, **clean})
    return found


def _report(said: Sequence[dict[str, Any]]) -> str:
    lines = []
    for one in said:
        lines.append(f"{one['level']:<8} {one['check']}: {one['found']}")
        lines += [f"         -> {one['todo']}"] if one["todo"] else []
    counts = ", ".join(
        f"{level.value} {sum(one['level'] == level.value for one in said)}" for level in Level
    )
    return "\n".join([*map(printable, lines), counts, ""])


def _versions(case: Case, results: Sequence[Result]) -> dict[str, Any]:
    """Return the versions that the checks met; nothing of these is anybody's own."""
    if not any(one.check == "python" for one in results):
        results = [*results, *program.check(case)]
    found: dict[str, Any] = {"format": FORMAT}
    for one in results:
        if one.check == "python":
            found |= one.data
        elif one.check in {"libraries", "extras"}:
            found[one.check] = one.data.get("libraries")
    return found


def _settings(case: Case) -> dict[str, Any]:
    """Return what may be one of a few words, and keys: nothing that could be a name."""
    settings = asdict(Settings.read(case.home / SETTINGS))
    kept: dict[str, Any] = {name: settings[name] for name in CHOICES}
    keys = {str(action): str(key) for action, key in settings["keys"].items()}
    kept["keys"] = {
        action: key for action, key in keys.items() if _is_action(action) and _is_key(key)
    }
    return kept


def _is_action(text: str) -> bool:
    return text.isascii() and text.replace(".", "").replace("_", "").isalpha() and "." in text


def _is_key(text: str) -> bool:
    last = text.rpartition("+")[2] or text
    return len(last) == 1 or last in _KEYS


_KEYS: Final = frozenset(
    {"enter", "escape", "tab", "space", "backspace", "delete", "up", "down", "left", "right", "home",
     "end", "pageup", "pagedown", "insert", *(f"f{number}" for number in range(1, 25))}
)  # fmt: skip


def _journal(tables: Sequence[Header]) -> dict[str, Any]:
    return {"tables": len(tables), "actions": sum(one.actions for one in tables),
            "list": [_table(one) for one in tables]}  # fmt: skip


def _table(one: Header) -> dict[str, Any]:
    game, depth, seats, rules = None, None, None, 0
    with suppress(CompanionError):
        header, _ = parse_header(one.text.split("\n"), one.table)
        Shelf().game(header.game)  # of a game that is not known here, the name may be anything
        game, depth, seats = header.game, header.depth.value, len(header.seats)
        rules = len(header.switches)
    return {
        "game": game, "depth": depth, "seats": seats, "house_rules": rules, "day": one.opened[:10],
        "over": one.over, "actions": one.actions, "sources": _kinds(one.sources),
        "readings": _kinds(one.readings),
    }  # fmt: skip


def _kinds(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts by sorts of source; what is none of those is counted together."""
    found: Counter[str] = Counter()
    for kind, count in counts.items():
        found[kind if kind in _SORTS else "other"] += count
    return dict(found)


_SORTS: Final = frozenset({*SourceKind, MANUAL.source, HELD.source, REPLAY.source})


def _errors(case: Case, scrub: Scrub, *, names: bool) -> list[dict[str, Any]]:
    found = []
    for one in last_errors(case.home):
        entry = asdict(one)
        entry["text"] = without_passwords(one.text)
        if not names:
            entry["text"] = scrub.text(one.text, _between_quotes(one.text))
        found.append(entry)
    return found


def _between_quotes(text: str) -> tuple[str, ...]:
    """Return what stands between quotation marks: errors repeat there what they were given."""
    parts = [part for mark in ("'", '"') for part in text.split(mark)[1::2]]
    return tuple(part for part in parts if part.strip())


# ---------------------------------------------------------------- pictures


def _pictures(case: Case, results: Sequence[Result]) -> list[Part]:
    seen = [one.picture for one in results if one.picture]
    parts = [
        Part(f"pictures/camera-{number}.jpg", data, tr("what the camera saw"))
        for number, data in enumerate(seen, start=1)
    ]
    dice = _evidence(case)
    return parts + [
        Part(f"pictures/dice-{number}.jpg", data, tr("dice that were read"))
        for number, data in enumerate(dice, start=1)
    ]


def _evidence(case: Case) -> list[bytes]:
    """Return the pictures of the dice that were read last."""
    path = case.home / JOURNAL
    try:
        held = holders(path, case.edges.proc)
        with copied_journal(path, held) as copied, closing(sqlite3.connect(copied)) as base:
            rows = base.execute(
                "SELECT evidence FROM readings WHERE evidence IS NOT NULL ORDER BY rowid DESC LIMIT ?",
                (MOST_PICTURES,),
            ).fetchall()
    except (OSError, UnicodeError, sqlite3.Error):
        return []
    return [bytes(row[0]) for row in rows]
