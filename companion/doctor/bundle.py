"""The support bundle: one zip that can be sent to whoever helps, without names and pictures.

What goes in is chosen piece by piece, never a whole file of the user's, and then scrubbed. Names and
pictures go in only when they were asked for.
"""

import io
import json
import re
import sqlite3
import zipfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from companion.core.errors import CompanionError
from companion.core.printable import printable
from companion.core.texts import tr
from companion.doctor import program
from companion.doctor.case import Case, Data, Level, Result
from companion.doctor.errorlog import last_errors
from companion.doctor.journal import copied_journal, holders
from companion.doctor.private import Scrub, scrub_for, without_passwords
from companion.journal.rows import HELD, MANUAL, REPLAY
from companion.journal.store import FILE as JOURNAL
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.rolls.readings import SourceKind
from companion.tui.settings import CHOICES, Settings
from companion.tui.settings import FILE as SETTINGS

Rows = list[tuple[Any, ...]]

FORMAT: Final = 1
_ABOUT: Final = """This is what `tableside doctor --bundle` says of a machine that Tableside runs on.

report.txt    what was looked at, what was found, what would help
report.json   the same for programs (docs/json.md)
versions.json Tableside, Python, libraries, system
settings.json how the program looks and sounds, and keys that were changed
journal.json  tables: game, depth they began in, number of seats, of actions, of readings; no names, no moves
errors.json   the last errors that ended a command, without what was typed
pictures/     only when asked for: what the camera saw, and the last dice that were read
"""

_TABLES: Final = "SELECT table_id, header, opened, over FROM tables ORDER BY opened"
_JOINS: Final = "SELECT line FROM actions WHERE line LIKE '%: join %'"
_JOINED: Final = re.compile(r"\bjoin \\*\"?([^\"\\]+?)(?:\\*\"| after |$)")
_SOURCES: Final = "SELECT table_id, source, COUNT(*) FROM actions GROUP BY 1, 2"
_READINGS: Final = "SELECT table_id, kind, COUNT(*) FROM readings GROUP BY 1, 2"
_EVIDENCE: Final = "SELECT evidence FROM readings WHERE evidence IS NOT NULL ORDER BY rowid DESC LIMIT 20"
_ACTION: Final = re.compile(r"[A-Za-z_]+\.[A-Za-z_.]+")
_SORTS: Final = frozenset({*SourceKind, MANUAL.source, HELD.source, REPLAY.source})
_KEYS: Final = frozenset(
    {"enter", "escape", "tab", "space", "backspace", "delete", "up", "down", "left", "right", "home",
     "end", "pageup", "pagedown", "insert", *(f"f{number}" for number in range(1, 25))}
)  # fmt: skip


class Part(NamedTuple):
    """One file of a bundle; `what` says for people what it is."""

    name: str
    data: bytes
    what: str


class Bundle(NamedTuple):
    """A support bundle, not written yet."""

    parts: tuple[Part, ...]  # its files
    names: bool  # whether names stand in it
    pictures: int  # how many pictures it has
    replaced: int  # how often something of people's own was replaced

    def data(self) -> bytes:
        """Return the zip's bytes."""
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as box:
            for part in self.parts:
                box.writestr(part.name, part.data)
        return held.getvalue()


def bundle(case: Case, results: Sequence[Result], *, names: bool = False, pictures: bool = False) -> Bundle:
    """Gather a bundle; on request with names, and with what the camera saw and the last dice."""
    tables, joins, sources, readings = _query(case, _TABLES, _JOINS, _SOURCES, _READINGS)
    scrub = scrub_for(case, [str(header) for _, header, _, _ in tables], results)
    scrub.learn("seat", *(name for (line,) in joins for name in _JOINED.findall(str(line))))
    report = _report(scrub, results, names=names)
    listed = [_table(row, sources, readings) for row in tables]
    actions = sum(one["actions"] for one in listed)
    journal = {"tables": len(listed), "actions": actions, "list": listed}
    parts = [
        Part("about.txt", _ABOUT.encode(), tr("what is in this bundle")),
        Part("report.txt", _report_text(report).encode(), tr("what was found")),
        _json("report.json", report, tr("the same for programs")),
        _json("versions.json", _versions(case, results),
              tr("versions of program, libraries and system")),
        _json("settings.json", _settings(case), tr("colours, sounds and keys")),
        _json("journal.json", journal, tr("games and how many actions they have")),
        _json("errors.json", _errors(case, scrub, names=names), tr("the last errors")),
    ]  # fmt: skip
    shown = _pictures(case, results) if pictures else []
    return Bundle((*parts, *shown), names, len(shown), scrub.replaced)


def _query(case: Case, *queries: str) -> list[Rows]:
    """Ask a copy of the journal; nothing of one that cannot be read."""
    path = case.home / JOURNAL
    try:
        with (
            copied_journal(path, holders(path, case.edges.proc)) as copied,
            closing(sqlite3.connect(copied)) as base,
        ):
            return [base.execute(query).fetchall() for query in queries]
    except (OSError, UnicodeError, sqlite3.Error):
        return [[] for _ in queries]


def _json(name: str, value: object, what: str) -> Part:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return Part(name, f"{text}\n".encode(), what)


def _report(scrub: Scrub, results: Sequence[Result], *, names: bool) -> list[Data]:
    found = []
    for one in results:
        words = {"found": one.found, "todo": one.todo, "data": dict(one.data)}
        clean = without_passwords(words) if names else scrub.value(words, one.quoted)
        found.append({"check": one.check, "level": one.level.value, **clean})
    return found


def _report_text(report: Sequence[Data]) -> str:
    lines = []
    for one in report:
        lines.append(f"{one['level']:<8} {one['check']}: {one['found']}")
        lines += [f"         -> {one['todo']}"] if one["todo"] else []
    counts = Counter(one["level"] for one in report)
    total = ", ".join(f"{level} {counts[level]}" for level in Level)
    return "\n".join([*map(printable, lines), total, ""])


def _versions(case: Case, results: Sequence[Result]) -> Data:
    """Return the versions that the checks met; nothing of these is anybody's own."""
    if not any(one.check == "python" for one in results):
        results = [*results, *program.check(case)]
    found: Data = {"format": FORMAT}
    for one in results:
        if one.check == "python":
            found |= one.data
        elif one.check in {"libraries", "extras"}:
            found[one.check] = one.data.get("libraries")
    return found


def _settings(case: Case) -> Data:
    """Return what can only be one of a few words, and keys: nothing that could be a name."""
    settings = asdict(Settings.read(case.home / SETTINGS))
    kept: Data = {name: settings[name] for name in CHOICES}
    keys = ((str(action), str(key)) for action, key in settings["keys"].items())
    kept["keys"] = {action: key for action, key in keys if _ACTION.fullmatch(action) and _is_key(key)}
    return kept


def _is_key(text: str) -> bool:
    last = text.rpartition("+")[2] or text
    return len(last) == 1 or last in _KEYS


def _table(row: tuple[Any, ...], sources: Rows, readings: Rows) -> Data:
    table, text, opened, over = row
    game, depth, seats, rules = None, None, None, 0
    with suppress(CompanionError):
        header, _ = parse_header(str(text).split("\n"), str(table))
        Shelf().game(header.game)  # the name of an unknown game may be anything
        game, depth = header.game, header.depth.value
        seats, rules = len(header.seats), len(header.switches)
    return {
        "game": game, "depth": depth, "seats": seats, "house_rules": rules,
        "day": str(opened)[:10], "over": bool(over),
        "actions": sum(count for name, _, count in sources if name == table),
        "sources": _counts(table, sources), "readings": _counts(table, readings),
    }  # fmt: skip


def _counts(table: object, rows: Rows) -> dict[str, int]:
    """Return a table's counts by sort of source; unknown sorts are counted together."""
    found: Counter[str] = Counter()
    for name, kind, count in rows:
        if name == table:
            found[kind if kind in _SORTS else "other"] += count
    return dict(found)


def _errors(case: Case, scrub: Scrub, *, names: bool) -> list[Data]:
    found = []
    for one in last_errors(case.home):
        text = without_passwords(one.text)
        if not names:  # between quotation marks, errors repeat what they were given
            parts = (part for mark in ("'", '"') for part in one.text.split(mark)[1::2])
            text = scrub.text(one.text, tuple(part for part in parts if part.strip()))
        found.append({**asdict(one), "text": text})
    return found


def _pictures(case: Case, results: Sequence[Result]) -> list[Part]:
    (dice,) = _query(case, _EVIDENCE)
    seen = [one.picture for one in results if one.picture]
    return [
        *(Part(f"pictures/camera-{number}.jpg", data, tr("what the camera saw"))
          for number, data in enumerate(seen, start=1)),
        *(Part(f"pictures/dice-{number}.jpg", bytes(row[0]), tr("dice that were read"))
          for number, row in enumerate(dice, start=1)),
    ]  # fmt: skip
