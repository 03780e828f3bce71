"""Homes that are damaged at random and full of names, looked at by the doctor.

python -m models.workshop.soak.doctor [SCALE]
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import tempfile
import unicodedata
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.core.game import Depth
from companion.doctor import journal
from companion.doctor.bundle import bundle
from companion.doctor.case import Level, Result
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.rolls.devicebook import DeviceBook
from companion.rolls.source import KnownDevice, Sort
from companion.session.table import Table
from companion.tui.settings import Settings
from models.workshop.soak.doctor_home import ENVIRON, append, case_of, home_files, play, tree
from models.workshop.soak.figures import Figure, main

COMMAND = "python -m models.workshop.soak.doctor"
DAMAGED, FILES, BUNDLES = 250, 400, 150
"""How many are tried at scale 1."""

PAGE = 4096
ROWS = ("tables", "actions", "readings", "catalogues")
LETTERS = "".join(
    chr(letter)
    for first, last in (
        (0x61, 0x7A),
        (0xDF, 0xF6),
        (0x100, 0x17F),
        (0x410, 0x44F),
        (0x4E00, 0x4E20),
    )
    for letter in range(first, last + 1)
)
NEVER = frozenset(
    [
        *("seat", "device", "user", "machine", "folder", "profile", "card", "list", "source"),
        *("address", "name", "home", "left"),
    ]
)
"""What stands in for names; as a name of somebody's it could not be told from that."""


def run(scale: float) -> list[Figure]:
    """Try all of it; scale 1 takes some minutes."""
    return [
        damaged(max(4, round(DAMAGED * scale))),
        broken_files(max(6, round(FILES * scale))),
        bundles(max(3, round(BUNDLES * scale))),
    ]


# ---------------------------------------------------------------- damaged journals


def damaged(count: int) -> Figure:
    """Overwrite a page of a journal, or cut it: is it seen, and left as it is?"""
    chance, lost, seen = random.Random(1), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        case = case_of(Path(folder))
        case.home.mkdir()
        for name in ("fgt-light", "md-light-rolloff"):
            play(case.home, name)
        path = case.home / FILE
        whole, rows = path.read_bytes(), _rows(path)
        for _ in range(count):
            path.write_bytes(_damaged(chance, whole))
            before = tree(case.home)
            fine = _all_fine(list(journal.check(case)))
            seen += not fine
            lost += tree(case.home) != before or (fine and _rows(path) != rows)
            for beside in case.home.glob(f"{FILE}-*"):
                beside.unlink()  # left by reading the rows above
    promise = "a journal of which a page is destroyed is never called whole, nor touched"
    return Figure(promise, "damaged journals", count, lost, COMMAND, f"{seen} were found damaged")


def _damaged(chance: random.Random, whole: bytes) -> bytes:
    pages = len(whole) // PAGE
    if chance.random() < 0.15:
        return whole[: chance.randrange(1, len(whole))]
    torn = bytearray(whole)
    at = PAGE * chance.randrange(pages)
    torn[at : at + PAGE] = chance.choice((bytes(PAGE), b"\xff" * PAGE, chance.randbytes(PAGE)))
    return bytes(torn)


def _rows(path: Path) -> list[Any]:
    try:
        with closing(sqlite3.connect(path)) as base:
            return [base.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ROWS]  # noqa: S608 - the names stand in ROWS
    except sqlite3.Error as error:
        return [str(error)]


def _all_fine(results: list[Result]) -> bool:
    return all(result.level is not Level.PROBLEM for result in results)


# ---------------------------------------------------------------- broken files


def broken_files(count: int) -> Figure:
    """Change the small files of a home: does each check end in words, and change nothing?"""
    chance, lost = random.Random(2), 0
    catalogue = Path(__file__).parents[3] / "companion" / "games" / "rsf" / "catalogue.toml"
    sound = {
        "settings.json": json.dumps({"format": 1, "theme": "paper", "keys": {}}).encode(),
        "last-tables.json": json.dumps({"format": 1, "tables": {"rsf": {"seats": ["A"]}}}).encode(),
        "devices.json": json.dumps({"format": 1, "devices": [{"id": "tray:1", "sort": "tray"}]}).encode(),
        "last-errors.json": json.dumps({"format": 1, "errors": [{"at": "2026", "frames": []}]}).encode(),
        "profiles/a.profile.json": b'{"format": 1, "name": "a", "zone": [[0, 0], [1, 0], [1, 1]]}',
        "catalogues/a.toml": catalogue.read_bytes(),
        "sets/a.dice": b"PK\x05\x06" + bytes(18),
        "printed.toml": b'format = 1\n[[profile]]\nname = "a"\n',
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        case = case_of(Path(folder))
        for _ in range(count):
            for name, data in sound.items():
                path = case.home / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(_changed(chance, data))
            before = tree(case.home)
            lost += not _ends_in_words(case) or tree(case.home) != before
    promise = "whatever stands in a home's files, the doctor says it in words and changes nothing"
    return Figure(promise, "homes of eight changed files", count, lost, COMMAND)


def _changed(chance: random.Random, data: bytes) -> bytes:
    torn = bytearray(data)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(torn) + 1)
        match chance.randrange(4):
            case 0:
                del torn[at:]
            case 1:
                torn[at : at + 1] = chance.randbytes(1)
            case 2:
                torn[at:at] = chance.choice((b"[" * 3000, b'"', b"\x00", b"\x1b[2J", b"9" * 400, b"null"))
            case _:
                del torn[at : at + chance.randrange(1, 9)]
    return bytes(torn)


def _ends_in_words(case: Any) -> bool:
    try:
        results = home_files(case)
    except Exception:  # noqa: BLE001 - whatever it is, it is what this run looks for
        return False
    return len(results) == 7 and all(
        result.found and (result.todo or result.level is not Level.WARNING) for result in results
    )


# ---------------------------------------------------------------- names


def bundles(count: int) -> Figure:
    """Fill a home with names and look for them in the bundle that is made of it."""
    chance, lost, planted = random.Random(3), 0, 0
    for _ in range(count):
        with tempfile.TemporaryDirectory() as folder:
            names = sorted({_name(chance) for _ in range(12)})
            case = _home_with(Path(folder), names, chance)
            results = [*home_files(case), *journal.check(case)]
            parts = bundle(case, results).parts
            text = "\n".join(part.data.decode() for part in parts)
            planted += len(names)
            lost += sum(_stands_in(name, text) for name in names) + (folder in text)
    promise = "no name of people, devices, files or folders stands in a support bundle"
    return Figure(promise, "names planted", planted, lost, COMMAND, f"in {count} bundles")


def _name(chance: random.Random) -> str:
    while True:
        letters = "".join(chance.choice(LETTERS) for _ in range(chance.randrange(4, 12)))
        if letters.lower() not in NEVER:
            return letters.title() if chance.random() < 0.7 else letters


def _home_with(folder: Path, names: list[str], chance: random.Random) -> Any:
    names = [*names, *names][:12]
    chance.shuffle(names)
    user, place, *seats = names[:6]
    home = folder / "home" / user / place / "tableside"
    home.mkdir(parents=True)
    shelf = Shelf()
    with Journal(home / FILE) as opened:
        header = shelf.header("fgt", list(dict.fromkeys(seats)), Depth.LIGHT)
        table = Table.open(shelf, opened, header).table_id
    append(home, table, f"{names[6]}: {seats[0]} was here")
    book = DeviceBook(home / "devices.json")
    book.met(KnownDevice(f"tray:{names[7]}", Sort.TRAY, where=f"/dev/{names[7]}"))
    book.rename(f"tray:{names[7]}", names[8])
    book.assign(f"tray:{names[7]}", "", names[9])
    for place_of, name, ending in (
        ("profiles", names[10], ".profile.json"), ("sets", names[11], ".dice"),
        ("catalogues", names[10], ".toml"),
    ):  # fmt: skip
        (home / place_of).mkdir()
        (home / place_of / f"{name}{ending}").write_text(f"{names[9]} broke this", encoding="utf-8")
    replace(Settings(), keys={"table.undo": names[9]}).write(home / "settings.json")
    environ = {**ENVIRON, "USER": user}
    return case_of(folder, home, machine={"environ": environ})


def _stands_in(name: str, text: str) -> bool:
    text = re.sub(r"<[^<>]*>", " ", unicodedata.normalize("NFC", text))
    known = re.escape(unicodedata.normalize("NFC", name))
    return re.search(rf"(?<!\w){known}(?!\w)", text, re.IGNORECASE) is not None


if __name__ == "__main__":
    main(run)
