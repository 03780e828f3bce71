"""`tableside tray`: the serial ports, which of them a dice tray answers at, and what is known."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, assert_never

from companion.commands.printing import print_json
from companion.commands.status import FAILED, FINDINGS, FINE
from companion.commands.tray_known import TrayError, open_book
from companion.core.texts import tr, trn
from companion.rolls.source import KnownDevice, Sort

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.rolls.source import Book
    from hardware.ports import Greeting, PortInfo

PARTS: Final = {
    "known": tr("the trays and dice that were met"),
    "rename": tr("call one by another name"),
    "assign": tr("say which dice it is, or reads, and whose it is"),
    "forget": tr("forget one"),
    "fairness": tr("how often each face came up, of every die and of every player"),
    "simulate": tr("be a dice tray, on a pseudo-terminal or a TCP port"),
}
"""Words that are no port; each lives in companion.commands.tray_<word>."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    wide = max(map(len, PARTS))
    parser.epilog = tr("instead of ports:\n") + "\n".join(
        f"  {word.ljust(wide)}  {summary}" for word, summary in PARTS.items()
    )
    _add_options(parser)
    parser.add_argument(
        "rest",
        nargs=argparse.REMAINDER,
        metavar="PORT...",
        help=tr("ask only at these ports (also socket://HOST:PORT); else at each that is free"),
    )


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=tr("one JSON object a line"))
    parser.add_argument(
        "--no-greet",
        action="store_true",
        help=tr("list the ports and open none: opening one starts some boards anew"),
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked.

    Raises:
        CompanionError: it cannot be done.
    """
    word, *rest = args.rest or [""]
    if word in PARTS:
        part = import_module(f"companion.commands.tray_{word}")
        parser = argparse.ArgumentParser(
            prog=f"tableside tray {word}", description=PARTS[word], parents=[_shared()]
        )
        part.add_arguments(parser)
        parser.set_defaults(home=args.home, json=args.json)
        return int(part.run(parser.parse_args(rest)))
    parser = argparse.ArgumentParser(prog="tableside tray", parents=[_shared()])
    _add_options(parser)
    parser.add_argument("ports", nargs="*", metavar="PORT")
    parser.set_defaults(home=args.home, json=args.json, no_greet=args.no_greet)
    return _find(parser.parse_args(args.rest))


def _shared() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--home", metavar="DIR", help=argparse.SUPPRESS)
    return parser


def _find(args: argparse.Namespace) -> int:
    from hardware.ports import Answer, greet

    book = open_book(args.home)
    found, failed, count = False, False, 0
    for count, port in enumerate(_ports(args.ports), 1):  # noqa: B007 - how many there were
        known = known_at(book, port)
        greeting = None if args.no_greet else greet(port.device)
        if greeting is not None and greeting.hello is not None:
            known = _remember(book, port, greeting.hello.serial)
            found = True
        failed |= bool(args.ports) and greeting is not None and greeting.answer is Answer.REFUSED
        if args.json:
            print_json(port_json(port, known, greeting))
        else:
            print(port_line(port, known, greeting), flush=True)
    if not count and not args.json:
        print(tr("no serial port is there; plug the tray in, or pair it, and look again"))
    if failed:
        return FAILED
    return FINE if found or (count and args.no_greet) else FINDINGS


def _ports(named: list[str]) -> Iterator[PortInfo]:
    """Return the ports asked for, or all; what is said of them comes from the system's list."""
    from hardware.ports import PortError, PortInfo, listed

    try:
        there = listed()
    except PortError as error:
        if not named:
            raise TrayError(str(error)) from error
        there = ()
    by_device = {port.device: port for port in there}
    yield from there if not named else (by_device.get(p, PortInfo(p, "", "")) for p in named)


def known_at(book: Book, port: PortInfo) -> KnownDevice | None:
    """Return the tray that was met at a port: at the same device, whatever its name is today."""
    trays = [one for one in book.all() if one.sort in {Sort.TRAY, Sort.PRINTED}]
    for one in trays:
        if port.identity and one.identity == port.identity:
            return one
    # A port's name tells nothing when both have an identity, and it differs.
    named = (one for one in trays if one.where == port.device)
    return next((one for one in named if not (one.identity and port.identity)), None)


def _remember(book: Book, port: PortInfo, serial: str) -> KnownDevice | None:
    name = f"tray:{serial}"
    book.met(KnownDevice(name, Sort.TRAY, where=port.device, identity=port.identity))
    return book.get(name)


def port_line(port: PortInfo, known: KnownDevice | None, greeting: Greeting | None) -> str:
    """Say in one line what is known of a port, and what answered there."""
    who = f"{port.device} ({port.name})" if port.name else port.device
    if greeting is None:
        if known is None:
            return tr("{who}: nothing was met there yet", who=who)
        return tr("{who}: {called} was met there", who=who, called=_called(known))
    return f"{who}: {_answered(greeting, known)}"


def _called(known: KnownDevice) -> str:
    sort, _, serial = known.id.partition(":")
    return f"{known.name} ({serial})" if known.name else f"{sort} {serial}"


def _answered(greeting: Greeting, known: KnownDevice | None) -> str:
    from hardware.ports import Answer

    match greeting.answer:
        case Answer.TRAY:
            hello = greeting.hello
            assert hello is not None  # noqa: S101 - a tray is one that greeted
            count = hello.last + 1 - hello.first
            held = trn("{count} roll", "{count} rolls", count) if count else tr("no rolls")
            name = (
                tr("; you call it {known}", known=known.name)
                if known is not None and known.name
                else ""
            )
            return tr(
                "dice tray {serial}, protocol {protocol}, holds {held}{name}",
                serial=hello.serial,
                protocol=hello.protocol,
                held=held,
                name=name,
            )
        case Answer.OTHER:
            return tr(
                "{greeting}, not {protocol}; bring the tray or Tableside up to date",
                greeting=greeting.text,
                protocol=_protocol(),
            )
        case Answer.LINES:
            text = tr("prints lines, and does not speak as a dice tray does")
            return tr(
                "{text} ({greeting!r}); --tray printed:{url} may read it",
                text=text,
                greeting=greeting.text,
                url=greeting.url,
            )
        case Answer.SILENT:
            met = tr("; {called} was met there", called=_called(known)) if known is not None else ""
            return tr("nobody answers{met}", met=met)
        case Answer.REFUSED:
            return greeting.text
        case _:
            assert_never(greeting.answer)


def _protocol() -> int:
    from hardware.dtp.messages import PROTOCOL

    return PROTOCOL


def port_json(
    port: PortInfo, known: KnownDevice | None, greeting: Greeting | None
) -> dict[str, Any]:
    """Return a port as in docs/json.md."""
    hello = None if greeting is None else greeting.hello
    return {
        "type": "port",
        "port": port.device,
        "name": port.name,
        "identity": port.identity,
        "known": None if known is None else known.id,
        "called": "" if known is None else known.name,
        "answer": None if greeting is None else greeting.answer.value,
        "serial": None if hello is None else hello.serial,
        "protocol": None if hello is None else hello.protocol,
        "epoch": None if hello is None else hello.epoch,
        "held": None if hello is None else hello.last + 1 - hello.first,
        "text": "" if greeting is None else greeting.text,
    }
