"""Every place where bytes from outside come in, as a function that takes bytes.

Each either takes what it is handed or refuses it with one of the program's own errors, in one line.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.dice import DieSpec, RollRequest
from companion.core.errors import CompanionError
from companion.core.seats import Seat
from companion.record.grammar import Grammar
from companion.record.header import Header, parse_header
from companion.record.replay import replay
from companion.record.shelf import Shelf
from hardware.errors import HardwareError
from models.workshop.soak.files.mutate import Change

ROOT = Path(__file__).parents[4]
RECORDS = ROOT / "tests" / "records"
SHELF = Shelf()
LINES = 45
"""So many lines of a whole game are enough of a seed."""

Read = "Callable[[bytes], object]"


@dataclass(frozen=True, slots=True)
class Parser:
    """One place.

    Attributes:
        name: one word.
        seeds: sound inputs.
        change: as what they are changed.
        read: takes one input.
        refusals: what it may raise, with a line for people.
        cost: how many of the cheap ones' inputs one of its own takes as long as.
    """

    name: str
    seeds: tuple[bytes, ...]
    change: Change
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = (CompanionError,)
    cost: int = 1


class Broken(Exception):  # noqa: N818 - not an error of the program's
    """An input that was neither taken nor refused as promised."""


def attempt(parser: Parser, data: bytes) -> bool:
    """Hand an input in; say whether it was taken.

    Raises:
        Broken: the error is no line that people could read.
        Exception: what the program did not expect.
    """
    try:
        parser.read(data)
    except parser.refusals as error:
        line = str(error)
        if not line.strip() or "\n" in line:
            raise Broken(f"{parser.name}: an error of no line, or of several: {line!r}") from error
        return False
    return True


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="tableside-files-"))


def kept(name: str, data: bytes) -> Path:
    """Put bytes into a file."""
    path = _folder() / name
    path.write_bytes(data)
    return path


def said(data: bytes) -> str:
    """Return bytes as text that came from anywhere."""
    return data.decode("utf-8", "surrogateescape")


def must_show(*texts: str) -> None:
    """Make sure that what was taken for a name shows."""
    for text in texts:
        if not text.isprintable():
            raise Broken(f"a name that does not show was taken: {text!r}")


# ---------------------------------------------------------------- games


@cache
def _records() -> tuple[bytes, ...]:
    texts = [path.read_text("utf-8") for path in sorted(RECORDS.glob("*.record"))]
    return tuple("\n".join(text.split("\n")[:LINES]).encode() for text in texts)


def light_records() -> tuple[bytes, ...]:
    """Return those that name no cards."""
    return tuple(text for text in _records() if b"\ncatalogue:" not in text)


def read_record(data: bytes) -> object:
    """Check a record, as `tableside check` does."""
    path = kept("game.record", data)
    record, start = SHELF.read_record(path)
    must_show(*record.header.seats)
    if record.raw.encode() != data:
        raise Broken("a record is not kept as it was read")
    return replay(record, start)


def read_header(data: bytes) -> Header:
    """Read the header of a record or of a journal's table."""
    header, _ = parse_header(said(data).split("\n"), "a table")
    must_show(*header.seats)
    again, _ = parse_header(header.text().split("\n"), "again")
    if again.text() != header.text():
        raise Broken("a header is not written as it was read")
    return header


SEATS = ("Ann", "Ben")
ODD_SEATS = ("Änn, the 1st", "-", 'B"en')


@cache
def _grammar(game: str, seats: tuple[str, ...] = SEATS) -> Grammar:
    return Grammar(SHELF.game(game).actions, seats)


def _typed_lines() -> tuple[bytes, ...]:
    ids = SHELF.ids()
    return tuple(f"{at}{form.action.example}".encode() for at, game in enumerate(ids)
                 for form in _grammar(game).forms.values())  # fmt: skip


def read_typed(data: bytes) -> None:
    """Read a line that somebody types at the table of a game; its first sign says which."""
    ids = SHELF.ids()
    text = said(data[1:])
    game = ids[int(data[:1]) % len(ids) if data[:1].isdigit() else 0]
    for seats in (SEATS, ODD_SEATS):
        grammar = _grammar(game, seats)
        try:
            action = grammar.enter(text, lambda _: Seat(0))
        except CompanionError as error:
            if "\n" in str(error):
                raise
            continue
        written = grammar.write(action)
        if grammar.read(written) != action:
            raise Broken(f"a line is not read as it was written: {written!r}")


def catalogues(game: str) -> tuple[bytes, ...]:
    """Return the card list that comes with a game, cut to some cards."""
    cards = SHELF.shipped(game)
    assert cards is not None
    return (cards.text.encode(),)


def read_catalogue(game: str) -> Callable[[bytes], None]:
    """Read a card list of a game."""

    def read(data: bytes) -> None:
        cards = SHELF.open_cards(game, kept("cards.toml", data))
        must_show(cards.catalogue.title)

    return read


def read_spreadsheet(data: bytes) -> None:
    """Make a card list of a table of cells, as `tableside cards import` does."""
    from companion.commands.cards import imported
    from companion.record.cards_csv import MAX_BYTES
    from companion.record.file import read_text

    imported(SHELF, "rsf", read_text(kept("cells.csv", data), MAX_BYTES), "cells.csv", "Mine")


SHEETS = (
    b"id,name,attack,defense,races\nbolt,Bolt,1,2,Robot;Insect\nnip,Nip,2,2,Insect\n",
    b'\xef\xbb\xbfid;name;attack;defense;races\na-1;"Say ""hi""";1;2;Robot\n',
    b"id\tname\tattack\tdefense\tspecial\tedges\nx\ty\t1\t2\t\t\n",
)


# ---------------------------------------------------------------- dice that are typed or printed

REQUESTS = (
    RollRequest(Seat(0), (DieSpec("d10"),), "Attack", "RSF-F3"),
    RollRequest(Seat(0), (DieSpec("d10", 2), DieSpec("d6", 3)), "Boost", "FGT-1"),
    RollRequest(Seat(0), tuple(DieSpec(f"md.{name}") for name in ("teeth", "eye", "squid")), "x", "y"),
)  # fmt: skip


def read_dice(data: bytes) -> None:
    """Read dice that somebody types."""
    from companion.rolls.typed import parse_roll, typed_faces

    text = said(data)
    for request in REQUESTS:
        for read in (lambda r: typed_faces(text, r), lambda r: parse_roll(text, r.kinds)):
            try:
                read(request)
            except CompanionError as error:
                if "\n" in str(error):
                    raise


def read_kinds(data: bytes) -> None:
    """Read which dice are to be taught."""
    from companion.commands.teach import kinds_asked

    kinds_asked(said(data))


def read_printed_profiles(data: bytes) -> None:
    """Read a file of printed trays."""
    from hardware.printed.library import read

    try:
        found = read(kept("profiles.toml", data))
    except HardwareError as error:
        raise _told(error) from error
    for profile in found:
        must_show(profile.name, profile.what)
        for line in ("d10=7", "{" * 50, "roll 7 " * 40, "a" * 200):
            profile.read(line)


def printed_profiles() -> tuple[bytes, ...]:
    """Return the file that comes with the program."""
    return ((ROOT / "hardware" / "printed" / "profiles.toml").read_bytes(),)


def read_printed(data: bytes) -> None:
    """Hear a tray that prints in its maker's way."""
    from hardware.printed.library import shipped_profiles
    from hardware.printed.reader import Reader

    for reader in (
        Reader(profiles=shipped_profiles()),
        *(Reader(profile=one) for one in shipped_profiles()),
    ):
        now = reader.opened(0.0)
        for count in range(0, len(data), 37):
            now = now.hear(data[count : count + 37], 1.0 + count / 30).reader
        now.tick(1e6)


def read_tray(data: bytes) -> None:
    """Hear a tray that speaks DTP/1."""
    from hardware.dtp.lines import Framer
    from hardware.dtp.messages import MessageError, from_tray
    from hardware.simulators.tray_end import from_host

    framer = Framer()
    for count in range(0, len(data), 61):
        framer, lines = framer.feed(data[count : count + 61])
        for line in lines:
            must_show(line.body)
            for read in (from_tray, from_host):
                try:
                    read(line.body)
                except MessageError as error:
                    if "\n" in str(error):
                        raise


def tray_lines() -> tuple[bytes, ...]:
    """Return what a tray says."""
    from hardware.dtp.lines import framed

    bodies = ("HELLO,1,T-1,0123abcd,1,7", "ROLL,0123abcd,7,12,d10=7 mon.eye=S?", "MOVE", "BAT,40,1",
              "ERR,E7,the lid, is open", "PONG,3", "SYNC,0123abcd,3", "ACK,0123abcd,7")  # fmt: skip
    return (b"".join(map(framed, bodies)), b"$MOVE\nboot: ok\r\n", framed(bodies[1]))


def read_script(data: bytes) -> None:
    """Read a script of the simulated tray."""
    from companion.commands.tray_simulate import script_of

    script_of(kept("script.txt", data))


def read_faults(data: bytes) -> None:
    """Read how bad a simulated tray's line is to be."""
    from hardware.simulators.line import Faults

    try:
        Faults.read(said(data))
    except ValueError as error:
        raise _told(error) from error


def read_dice_script(data: bytes) -> None:
    """Read a script of simulated Bluetooth dice."""
    from hardware.simulators.dice import SimulatedRadio

    try:
        SimulatedRadio.of_file(str(kept("dice.txt", data)))
    except HardwareError as error:
        raise _told(error) from error


def read_advert(data: bytes) -> None:
    """Hear a Bluetooth die, or anything else that sends."""
    from hardware.ble import godice, pixels
    from hardware.ble.adverts import recognise

    at = data[0] % 30 if data else 0
    name, rest = data[1 : 1 + at].decode("utf-8", "replace"), data[1 + at :]
    for services in ([pixels.SERVICE], [pixels.LEGACY_SERVICE], [name], []):
        recognise(name, services, {0xFFFF: rest}, {pixels.INFORMATION: rest[:8]})
    for decode, wrong in ((pixels.decode, pixels.DecodeError), (godice.decode, ValueError)):
        for piece in (data, rest, name.encode()):
            try:
                decode(piece)
            except wrong as error:
                if "\n" in str(error):
                    raise


def adverts() -> tuple[bytes, ...]:
    """Return what dice have said."""
    found: list[bytes] = []
    for name in ("pixels_vectors.json", "godice_mit_vectors.json"):
        found += _hexes(json.loads((ROOT / "tests" / "captures" / name).read_text("utf-8")))
    return tuple(dict.fromkeys(found)) or (b"\x00",)


def _hexes(data: Any) -> list[bytes]:
    if isinstance(data, str):
        try:
            return [bytes.fromhex(data.removeprefix("0x"))] if data else []
        except ValueError:
            return []
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    if isinstance(data, list) and data and all(isinstance(one, int) for one in data):
        return [bytes(one % 256 for one in data)]
    return [one for part in parts for one in _hexes(part)]


# ---------------------------------------------------------------- the home folder


def read_profile(data: bytes) -> None:
    """Read a camera's profile."""
    from calibration.errors import ProfileError
    from calibration.store import load_profile, save_profile

    try:
        profile = load_profile(kept("kitchen.profile.json", data))
    except ProfileError as error:
        raise _told(error) from error
    must_show(profile.name, profile.provenance.source)
    save_profile(profile, _folder() / "again.profile.json")


def _told(error: Exception) -> CompanionError:
    return CompanionError(str(error))


def profiles() -> tuple[bytes, ...]:
    """Return two profiles."""
    from calibration.judge import Code, improve
    from calibration.profile import Profile, Provenance, Quality, Sheet, Trust
    from calibration.solve import CameraPose
    from calibration.store import save_profile
    from calibration.zone import RollZone

    made = Provenance("2026-01-02T03:04:05+00:00", "0", 1280, 720, 15, "A4-1", "5.0.0")
    whole = Profile(
        name="kitchen", zone=RollZone.rectangle(0.1, 0.2, 0.6, 0.5), gains=(1.2, 1.0, 0.9),
        camera=CameraPose(0.85, -0.02, (0.0, -0.28, -0.96), 0.3, 0.02),
        sheet=Sheet("A4-1", tuple(float(k) for k in range(9)), ((0, 0.1, 0.1),)),
        mm_per_pixel=0.31, quality=Quality(Trust.GOOD, (improve(Code.SOFT, "soft"),), 16.2, 0.3),
        provenance=made,
    )  # fmt: skip
    path = _folder() / "seed.profile.json"
    save_profile(whole, path)
    return (path.read_bytes(),)


def read_home(data: bytes) -> None:
    """Read the small files of a home folder: settings, devices, wishes, decisions."""
    from companion.commands import memory
    from companion.commands.teach_pictures import decided_on, keep_decided
    from companion.rolls.devicebook import DeviceBook
    from companion.rolls.source import KnownDevice
    from companion.tui.settings import Settings

    for name in ("settings.json", "devices.json", "last-tables.json", "corrections.json"):
        kept(name, data)
    home = _folder()
    settings = Settings.read(home / "settings.json")
    settings.write(home / "again.json")
    book = DeviceBook(home / "devices.json")
    for device in book.all():
        assert isinstance(device, KnownDevice)
        must_show(device.id, device.name, device.where)
    memory.last_played(home)
    for name in memory.names(home):
        must_show(name)
    for game in ("rsf", "md"):
        memory.knows(home, game)
        wish = memory.recall(home, game)
        must_show(*wish.seats)
        memory.remember(home, wish)
    decided = decided_on(home)
    decided.setdefault("pets", []).append("x")
    keep_decided(home, decided)


HOMES = (
    json.dumps({"format": 1, "theme": "paper", "motion": "reduced", "keys": {"table.undo": "x"},
                "guided": True}).encode(),
    json.dumps({"format": 1, "devices": [{"id": "tray:T-1", "sort": "tray", "name": "Red", "kind": "d10",
                "seat": "Ann", "where": "/dev/ttyACM0", "identity": "1:2", "begun": "x"}]}).encode(),
    json.dumps({"format": 1, "tables": {"rsf": {"seats": ["Ann", "Ben"], "depth": "light",
                "switches": {"rsf.zero_face": "zero"}, "catalogue": "a.toml", "dice": "0",
                "tray": "", "bluetooth": ""}}}).encode(),
    json.dumps({"format": 1, "sets": {"pets": ["a#1", "b#2"]}}).encode(),
)  # fmt: skip


def read_model_card(data: bytes) -> None:
    """Read the card of a network."""
    from vision.errors import ModelError
    from vision.network import read_card

    try:
        read_card(kept("read.toml", data))
    except ModelError as error:
        raise _told(error) from error


def model_cards() -> tuple[bytes, ...]:
    """Return the cards that come with the program."""
    return tuple(path.read_bytes() for path in sorted((ROOT / "models").glob("*.toml")))


def read_manifest(data: bytes) -> None:
    """Read what pictures to measure with show."""
    from models.workshop.measure.manifest import read_manifest
    from vision.errors import VisionError

    try:
        read_manifest(kept("manifest.csv", data))
    except VisionError as error:
        raise _told(error) from error


MANIFESTS = (
    b"path,die,value,x,y,w,h,clip\na.png,d10,7,10,10,40,40,\nb.png,d6,3,,,,,\n",
    (
        b"path,physical_die,die,value,split,lighting,background,camera,angle,clip,x,y,w,h\n"
        b"a.png,r1,d10,7,test,lamp,wood,c,30,k,1,2,3,4\n"
    ),
)
