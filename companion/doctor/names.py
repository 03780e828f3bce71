"""Whose words stand in a home folder: names of people, devices, files, and of this machine."""

from __future__ import annotations

import getpass
import json
import platform
import socket
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import CompanionError
from companion.doctor.holders import holders
from companion.doctor.journal import copied_journal
from companion.doctor.scrub import Scrub
from companion.journal.store import FILE as JOURNAL
from companion.record.header import parse_header
from companion.sources.devicebook import FILE as DEVICES
from companion.sources.devicebook import DeviceBook
from companion.system.files import CATALOGUES, LAST_TABLES, PROFILES, SETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.doctor.case import Case
    from companion.doctor.result import Result

_MOST_BYTES: Final = 1_000_000
_FOLDERS: Final = ((PROFILES, "profile"), (SETS, "set"), (CATALOGUES, "card list"))
_SECRET_FIELDS: Final = frozenset({"serial", "identity"})


@dataclass(frozen=True, slots=True)
class Header:
    """What the journal says of one table, read without judging it.

    Attributes:
        table: its id.
        text: of its header.
        opened: when.
        over: whether its game has ended.
        actions: how many it has.
        sources: how many of them came from which sort of source.
        readings: how many readings of which sort of device there are.
    """

    table: str
    text: str
    opened: str
    over: bool
    actions: int
    sources: dict[str, int]
    readings: dict[str, int]


def headers(case: Case) -> tuple[Header, ...]:
    """Read what the journal has of its tables; nothing of one that cannot be read."""
    path = case.home / JOURNAL
    try:
        held = holders(path, case.edges.proc)
        with copied_journal(path, held) as copied, closing(sqlite3.connect(copied)) as base:
            return tuple(_headers(base))
    except (OSError, UnicodeError, sqlite3.Error):
        return ()


def _headers(base: sqlite3.Connection) -> Iterator[Header]:
    rows = base.execute(
        "SELECT table_id, header, opened, over FROM tables ORDER BY opened"
    ).fetchall()
    for table, text, opened, over in rows:
        sources = base.execute(
            "SELECT source, COUNT(*) FROM actions WHERE table_id = ? GROUP BY source", (table,)
        ).fetchall()
        readings = base.execute(
            "SELECT kind, COUNT(*) FROM readings WHERE table_id = ? GROUP BY kind", (table,)
        ).fetchall()
        yield Header(
            str(table), str(text), str(opened), bool(over), sum(count for _, count in sources),
            dict(sources), dict(readings),
        )  # fmt: skip


def scrub_for(case: Case, tables: Sequence[Header], results: Sequence[Result]) -> Scrub:
    """Return what takes everything that is people's own out of a report.

    Args:
        case: what was looked at.
        tables: of the journal.
        results: of the checks: serial numbers that they met.
    """
    scrub = Scrub()
    for path in (case.home, case.home.absolute(), case.home.resolve()):
        if len(path.parts) > 1:
            scrub.name(str(path), "tableside's home folder")
    for path in (Path.home(), Path.cwd()):
        if len(path.parts) > 1:
            scrub.learn("folder", str(path))
    scrub.learn("user", *_user(case))
    scrub.learn("machine", *_machine())
    scrub.learn("source", case.camera, case.tray, case.remembered)
    for table in tables:
        scrub.learn("seat", *_seats(table))
    _of_files(scrub, case.home)
    _of_results(scrub, results)
    numbers = (one for one in (case.camera, case.remembered) if one.isdecimal())
    scrub.forget("none", "auto", "known", *numbers)  # numbers of cameras, and words of our own
    return scrub


def _seats(table: Header) -> tuple[str, ...]:
    with suppress(CompanionError):
        header, _ = parse_header(table.text.split("\n"), table.table)
        named = () if header.catalogue is None else (header.catalogue.name,)
        return (*header.seats, *named)
    # A header of another version: every word behind a colon or comma may be a name.
    return tuple(
        word for line in table.text.splitlines() for word in line.replace(":", ",").split(",")
    )


def _of_files(scrub: Scrub, home: Path) -> None:
    for device in DeviceBook(home / DEVICES).all():
        scrub.learn("seat", device.seat)
        scrub.learn("device", device.name, device.id, device.id.partition(":")[2], device.identity)
        scrub.learn("address", device.where, device.begun)
        scrub.learn("device", *(part for part in device.identity.split(":") if len(part) > 4))  # noqa: PLR2004 - shorter parts are no names, and stand everywhere
    for seats, others in _remembered(home / LAST_TABLES):
        scrub.learn("seat", *seats)
        scrub.learn("source", *others)
    for folder, kind in _FOLDERS:
        with suppress(OSError):
            for path in sorted((home / folder).iterdir()):
                scrub.learn(kind, path.name, path.name.partition(".")[0])


def _remembered(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Give the seats and the sources of each table that was set up last."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return
        tables = json.loads(path.read_text("utf-8"))["tables"].values()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return
    for table in tables:
        if isinstance(table, dict):
            seats = table.get("seats")
            others = [table.get(name) for name in ("dice", "tray", "bluetooth", "catalogue")]
            yield (
                [one for one in seats if isinstance(one, str)] if isinstance(seats, list) else [],
                [one for one in others if isinstance(one, str)],
            )


def _of_results(scrub: Scrub, results: Sequence[Result]) -> None:
    def visit(value: Any, name: str) -> None:
        match value:
            case dict():
                for key, one in value.items():
                    visit(one, str(key))
            case list() | tuple():
                for one in value:
                    visit(one, name)
            case str() if name in _SECRET_FIELDS:
                scrub.learn("device", value)
            case _:
                return

    for result in results:
        visit(dict(result.data), "")


def _user(case: Case) -> tuple[str, ...]:
    environ = case.edges.environ
    names = [environ.get(word, "") for word in ("USER", "LOGNAME", "USERNAME")]
    with suppress(OSError, KeyError, ImportError):
        names.append(getpass.getuser())
    return tuple(names)


def _machine() -> tuple[str, ...]:
    names = []
    with suppress(OSError):
        names = [socket.gethostname(), platform.node()]
    return tuple(part for name in names for part in (name, name.partition(".")[0]))
