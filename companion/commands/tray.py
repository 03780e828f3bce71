"""`tableside tray`: the serial ports with the dice tray that answers there, and the known devices."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, assert_never

from companion.commands.common import open_shelf, tally_json
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_either, print_error, print_json
from companion.core.dice import kind_name
from companion.core.errors import CompanionError
from companion.core.texts import later, of, tr, trn
from companion.rolls.devicebook import FILE, DeviceBook
from companion.rolls.fairness import Counted, judge
from companion.rolls.source import KnownDevice, Sort, kinds_of
from companion.session.rolled import count_rolls
from companion.system.home import home_folder

if TYPE_CHECKING:
    from hardware.ports import Greeting, PortInfo


class TrayError(CompanionError):
    """A device that is not known, or a port that cannot be listed."""


# ---------------------------------------------------------------- the command and its parts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    wide = max(map(len, PARTS))
    parser.epilog = tr("instead of ports:\n") + "\n".join(
        f"  {word.ljust(wide)}  {tr(part.summary)}" for word, part in PARTS.items()
    )
    _add_options(parser)
    about = tr("ask only at these ports (also socket://HOST:PORT); else at each that is free")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="PORT...", help=about)


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    about = tr("list the ports and open none: opening one restarts some boards")
    parser.add_argument("--no-greet", action="store_true", help=about)


def run(args: argparse.Namespace) -> int:
    """Do what was asked; raises `CompanionError`."""
    word = args.rest[0] if args.rest else ""
    parser = part_parser(word)
    parser.set_defaults(home=args.home, json=args.json)
    if word in PARTS:
        return PARTS[word].run(parser.parse_args(args.rest[1:]))
    parser.set_defaults(no_greet=args.no_greet)
    return _find(parser.parse_args(args.rest))


def part_parser(word: str) -> argparse.ArgumentParser:
    """Return the parser of what stands behind `tableside tray`: of one part, else of ports."""
    if part := PARTS.get(word):
        parser = argparse.ArgumentParser(f"tableside tray {word}", description=tr(part.summary))
        part.add_arguments(parser)
    else:
        parser = argparse.ArgumentParser("tableside tray")
        _add_options(parser)
        parser.add_argument("ports", nargs="*", metavar="PORT")
    parser.add_argument("--home", metavar="DIR", help=argparse.SUPPRESS)
    return parser


# ---------------------------------------------------------------- ports


def _find(args: argparse.Namespace) -> int:
    from hardware.ports import Answer, greet

    book = open_book(args.home)
    found, failed, count = False, False, 0
    for port in _ports(args.ports):
        count += 1
        known = known_at(book, port)
        greeting = None if args.no_greet else greet(port.device)
        if greeting is not None and greeting.hello is not None:
            name = f"tray:{greeting.hello.serial}"
            book.met(KnownDevice(name, Sort.TRAY, where=port.device, identity=port.identity))
            known, found = book.get(name), True
        failed |= bool(args.ports) and greeting is not None and greeting.answer is Answer.REFUSED
        line = _port_line(port, known, greeting)
        print_either(_port_json(port, known, greeting), line, as_json=args.json)
    if not count and not args.json:
        print(tr("there is no serial port; plug the tray in, or pair it, and look again"))
    if failed:
        return FAILED
    return FINE if found or (count and args.no_greet) else FINDINGS


def _ports(named: list[str]) -> Iterator[PortInfo]:
    """Return the ports asked for, or all; their names come from the system's list."""
    from hardware.ports import PortError, PortInfo, list_in_time

    try:
        there = list_in_time()
    except PortError as error:
        if not named:
            raise TrayError(str(error)) from error
        there = ()
    by_device = {port.device: port for port in there}
    yield from there if not named else (by_device.get(p, PortInfo(p, "", "")) for p in named)


def known_at(book: DeviceBook, port: PortInfo) -> KnownDevice | None:
    """Return the tray known at a port: the same device, whatever its port is called today."""
    trays = [one for one in book.all() if one.sort in {Sort.TRAY, Sort.PRINTED}]
    same = [one for one in trays if port.identity and one.identity == port.identity]
    # A port's name tells nothing when both have an identity, and it differs.
    named = [one for one in trays if not (one.identity and port.identity) and one.where == port.device]
    return next(iter(same + named), None)


def _port_line(port: PortInfo, known: KnownDevice | None, greeting: Greeting | None) -> str:
    """Return in one line what is known of a port, and what answered there."""
    who = f"{port.device} ({port.name})" if port.name else port.device
    if greeting is not None:
        return of(who, _answer_text(greeting, known))
    if known is None:
        return tr("{who}: nothing is known there", who=who)
    return tr("{who}: {device} was last seen there", who=who, device=_device_name(known))


def _device_name(known: KnownDevice) -> str:
    sort, _, serial = known.id.partition(":")
    return f"{known.name} ({serial})" if known.name else f"{sort} {serial}"


def _answer_text(greeting: Greeting, known: KnownDevice | None) -> str:
    from hardware.dtp.messages import PROTOCOL
    from hardware.ports import Answer

    match greeting.answer:
        case Answer.TRAY:
            hello = greeting.hello
            assert hello is not None  # noqa: S101 - a tray is one that greeted
            count = hello.last + 1 - hello.first
            held = trn("{count} roll", "{count} rolls", count) if count else tr("no rolls")
            text = tr("dice tray {serial}, protocol {protocol}, holds {held}",
                      serial=hello.serial, protocol=hello.protocol, held=held)  # fmt: skip
            if known is None or not known.name:
                return text
            return tr("{tray}; you call it {name}", tray=text, name=known.name)
        case Answer.OTHER:
            return tr("{greeting}, not {protocol}; update the tray or Tableside",
                      greeting=greeting.text, protocol=PROTOCOL)  # fmt: skip
        case Answer.LINES:
            return tr("prints lines, but does not speak the dice tray's protocol ({greeting!r});"
                      " --tray printed:{url} may read it",
                      greeting=greeting.text, url=greeting.url)  # fmt: skip
        case Answer.SILENT:
            if known is None:
                return tr("no answer")
            return tr("no answer; {device} was last seen there", device=_device_name(known))
        case Answer.REFUSED:
            return greeting.text
        case _:
            assert_never(greeting.answer)


def _port_json(port: PortInfo, known: KnownDevice | None, greeting: Greeting | None) -> dict[str, Any]:
    hello = None if greeting is None else greeting.hello
    tray = dict.fromkeys(("serial", "protocol", "epoch", "held"))
    if hello is not None:
        tray = {"serial": hello.serial, "protocol": hello.protocol, "epoch": hello.epoch,
                "held": hello.last + 1 - hello.first}  # fmt: skip
    return {
        "type": "port", "port": port.device, "name": port.name, "identity": port.identity,
        "known": known and known.id, "called": known.name if known else "",
        "answer": greeting and greeting.answer.value, **tray, "text": greeting.text if greeting else "",
    }  # fmt: skip


# ---------------------------------------------------------------- known devices


def open_book(home: str | None) -> DeviceBook:
    """Open the book of devices; a damaged one is reported, and counts as empty."""
    book = DeviceBook(home_folder(home) / FILE)
    if book.problem:
        print_error(tr("{problem}; starting a new list", problem=book.problem))
    return book


def find_device(book: DeviceBook, text: str) -> KnownDevice:
    """Return the device of that id, name, or part of the id behind its colon; raises `TrayError`."""
    devices, folded = book.all(), text.casefold()
    found = (
        [one for one in devices if one.id == text]
        or [one for one in devices if one.name and one.name.casefold() == folded]
        or [one for one in devices if one.id.partition(":")[2].casefold() == folded]
    )
    if len(found) == 1:
        return found[0]
    listed = ", ".join(one.id for one in found or devices)
    if found:
        raise TrayError(tr("{text!r} may be {listed}; use the id", text=text, listed=listed))
    known = tr("known: {known}", known=listed) if listed else tr("none is known yet")
    raise TrayError(tr("there is no device {text!r}; {known}", text=text, known=known))


def _known(args: argparse.Namespace) -> int:
    devices = open_book(args.home).all()
    for one in devices:
        values = {"type": "device", **asdict(one)}
        del values["begun"]
        print_either(values, known_line(one), as_json=args.json)
    if not devices and not args.json:
        print(tr("no tray and no die is known yet; `tableside tray` looks for trays"))
    return FINE


def known_line(device: KnownDevice) -> str:
    """Return in one line what is known of a device."""
    name = device.name and tr("named {device}", device=device.name)
    seat = device.seat and tr("of {seat}", seat=device.seat)
    where = device.where and tr("last at {where}", where=device.where)
    return ", ".join(filter(None, (device.id, name, device.kind, seat, where)))


def _add_device(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("device", metavar="ID", help=tr("as `known` lists it, or its name"))


def _add_rename(parser: argparse.ArgumentParser) -> None:
    _add_device(parser)
    parser.add_argument("name", metavar="NAME", help=tr("such as 'the red one'; '' for none"))


def _rename(args: argparse.Namespace) -> int:
    book = open_book(args.home)
    device = find_device(book, args.device)
    name = " ".join(args.name.split())
    for one in book.all():
        if name and one.id != device.id and one.name.casefold() == name.casefold():
            text = tr("{device} has the name {name} already", device=one.id, name=one.name)
            raise TrayError(text)
    book.rename(device.id, name)
    print(known_line(book.get(device.id) or device))
    return FINE


def _add_assign(parser: argparse.ArgumentParser) -> None:
    _add_device(parser)
    parser.add_argument("--kind", metavar="KIND", help=tr("such as d10; '' for unknown"))
    parser.add_argument("--seat", metavar="NAME", help=tr("whose it is; '' for everybody's"))


def _assign(args: argparse.Namespace) -> int:
    """Say which dice a device is, or reads, and whose it is; what is not said stays."""
    book = open_book(args.home)
    device = find_device(book, args.device)
    if args.kind is None and args.seat is None:
        raise TrayError(tr("nothing to assign: add --kind d10, --seat Ann, or both"))
    if args.kind and device.sort is Sort.TRAY:
        raise TrayError(tr("this tray reports its dice itself; it takes no --kind"))
    known = [one for one in kinds_of(device.sort) if one]
    if args.kind and args.kind not in known:
        raise TrayError(tr("--kind: there is no die {kind!r}; known: {known}", kind=args.kind,
                           known=", ".join(known)))  # fmt: skip
    kind = device.kind if args.kind is None else args.kind
    seat = device.seat if args.seat is None else " ".join(args.seat.split())
    book.assign(device.id, kind, seat)
    print(known_line(book.get(device.id) or device))
    return FINE


def _forget(args: argparse.Namespace) -> int:
    """Forget a device; its rolls stay in the journal."""
    book = open_book(args.home)
    device = find_device(book, args.device)
    book.forget(device.id)
    print(tr("{device} is forgotten", device=device.id))
    return FINE


# ---------------------------------------------------------------- fairness


def _fairness(args: argparse.Namespace) -> int:
    """Count all rolls of the journal and judge whether chance explains them."""
    book = open_book(args.home)
    found = count_rolls(home_folder(args.home), open_shelf(args))
    groups = (
        ("die", tr("Die by die"), found.dice),
        ("player", tr("Player by player"), found.players),
        ("source", tr("By what read them"), found.sources),
    )
    if args.json:
        for by, _, group in groups:
            for counted in group:
                print_json(_tally_json(by, counted, book))
        return FINE
    blocks = ["\n".join((title, *_tally_lines(group, book))) for _, title, group in groups if group]
    print("\n\n".join(blocks) or tr("no roll has counted yet"))
    if left := found.left_out:
        print(tr("\n{left_out} dice of unknown kinds or faces are left out", left_out=left))
    return FINE


def _name_of(who: str, book: DeviceBook) -> str:
    known = book.get(who)
    return known.name if known is not None else ""


def _tally_lines(group: Iterable[Counted], book: DeviceBook) -> Iterator[str]:
    for counted in group:
        tally, name = counted.tally, _name_of(counted.who, book)
        who = f"{name} ({counted.who})" if name else counted.who
        rolls = trn("{count:,} roll", "{count:,} rolls", tally.n)
        yield f"  {who}, {kind_name(tally.kind)}, {rolls}: {judge(tally).words}"
        faces = zip(tally.faces, tally.counts, strict=True)
        yield "    " + " ".join(f"{face}:{count}" for face, count in faces)


def _tally_json(by: str, counted: Counted, book: DeviceBook) -> dict[str, Any]:
    tally = counted.tally
    found = judge(tally)
    return {
        "type": "tally", "by": by, "who": counted.who, "called": _name_of(counted.who, book),
        "checked": found.checked_at, "again": found.again_at,
        "statistic": None if found.statistic is None else round(found.statistic, 3),
        **tally_json(tally),
    }  # fmt: skip


def _simulator() -> ModuleType:
    from companion.commands import tray_simulate

    return tray_simulate


class Part(NamedTuple):
    """One word that may stand behind `tableside tray`: as a command, with a summary for people."""

    summary: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


_SIMULATE: Final = Part(
    later("act as a dice tray, on a pseudo-terminal or a TCP port"),
    lambda parser: _simulator().add_arguments(parser),
    lambda args: int(_simulator().run(args)),
)

PARTS: Final = {
    "known": Part(later("list the known trays and dice"), add_json, _known),
    "rename": Part(later("give one another name"), _add_rename, _rename),
    "assign": Part(later("set which dice it is or reads, and whose it is"), _add_assign, _assign),
    "forget": Part(later("forget one"), _add_device, _forget),
    "fairness": Part(later("how often each face came up, for every die and every player"), add_json, _fairness),
} | ({"simulate": _SIMULATE} if find_spec(f"{__package__}.tray_simulate") else {})  # a wheel has none
