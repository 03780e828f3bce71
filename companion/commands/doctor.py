"""`tableside doctor`: is everything there and well, and what to do where it is not."""

import argparse
import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.commands import memory
from companion.commands.output import FINDINGS, FINE, add_json, print_either, refuse_taken, write_new
from companion.core.errors import UsageError
from companion.core.printable import printable
from companion.core.texts import retold, tr, trn
from companion.doctor.bundle import Bundle, bundle
from companion.doctor.case import NO_CAMERA, Case, Level, Result
from companion.doctor.examine import NAMES, chosen, examine
from companion.doctor.terminal import open_wire
from companion.system.home import home_folder

_WIDE: Final = max(map(len, NAMES))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    add("checks", nargs="*", metavar="CHECK", help=tr("only these; else all: {names}", names=", ".join(NAMES)))
    about = tr("look through this one: number, file or address, as for `play`; {none} for none", none=NO_CAMERA)
    add("--camera", default="", metavar="SOURCE", help=about)
    add("--tray", default="", metavar="PORT", help=tr("greet the dice tray there"))
    add("--bundle", metavar="FILE.zip", help=tr("write what was found for whoever helps"))
    add("--with-names", action="store_true", help=tr("leave names in the bundle"))
    about = tr("put what the camera saw and the last dice into the bundle")
    add("--with-pictures", action="store_true", help=about)
    add("--overwrite", action="store_true", help=tr("replace FILE.zip when it exists"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Look at everything, or at what was asked for.

    Returns:
        0 when no problem was found (there may be warnings), else 1.
    """
    if strange := [name for name in args.checks if name not in NAMES]:
        known = ", ".join(NAMES)
        text = tr("there is no check {name!r}; known: {known}", name=strange[0], known=known)
        raise UsageError(text)
    home = home_folder(args.home)
    _check_bundle(args)
    case = Case(
        home,
        camera=args.camera,
        remembered=_remembered(home),
        tray=args.tray,
        wire=None if args.json else open_wire(),
        encoding=sys.stdout.encoding or "ascii",
        size=_size(),
    )
    results = []
    for result in examine(chosen(args.checks), case):
        results.append(result)
        print_either(_json(result), *map(printable, _lines(result)), as_json=args.json)
    counts = Counter(result.level for result in results)
    line = tr("{checks} looked at: {ok} fine, {notes} notes, {warnings} warnings, {problems} problems",
              checks=counts.total(), ok=counts[Level.OK], notes=counts[Level.NOTE],
              warnings=counts[Level.WARNING], problems=counts[Level.PROBLEM])  # fmt: skip
    found = {level.value: counts[level] for level in Level}
    print_either({"type": "summary", **found}, line, as_json=args.json)
    if args.bundle is not None:
        _write_bundle(args, case, results)
    return FINDINGS if counts[Level.PROBLEM] else FINE


def _check_bundle(args: argparse.Namespace) -> None:
    """Refuse before the checks what would be refused after them."""
    if args.bundle is None:
        if args.with_names or args.with_pictures or args.overwrite:
            raise UsageError(tr("--with-names, --with-pictures and --overwrite belong to --bundle"))
        return
    path = Path(args.bundle)
    if path.suffix.lower() != ".zip":
        raise UsageError(tr("--bundle {path}: a bundle is written as .zip", path=path))
    refuse_taken(path, overwrite=args.overwrite)


def _write_bundle(args: argparse.Namespace, case: Case, results: list[Result]) -> None:
    """Print what a bundle holds, then write it."""
    made = bundle(case, results, names=args.with_names, pictures=args.with_pictures)
    parts = [{"name": part.name, "size": len(part.data)} for part in made.parts]
    value = {"type": "bundle", "file": args.bundle, "names": made.names, "pictures": made.pictures,
             "replaced": made.replaced, "parts": parts}  # fmt: skip
    print_either(value, *map(printable, _bundle_lines(args.bundle, made)), as_json=args.json)
    write_new(Path(args.bundle), made.data(), overwrite=args.overwrite)
    if not args.json:
        print(tr("written; check it before you send it: {file}", file=printable(args.bundle)))


def _bundle_lines(file: str, made: Bundle) -> list[str]:
    wide = max(len(part.name) for part in made.parts)
    lines = ["", tr("{file} will hold:", file=file)]
    lines += [
        f"  {part.name:<{wide}}  {tr('{size} kB', size=-(-len(part.data) // 1000)):>6}  {part.what}"
        for part in made.parts
    ]
    about = tr("it holds names of people and devices, because of --with-names")
    if not made.names:
        about = trn("names, folders, addresses and serial numbers are left out ({count} place)",
                    "names, folders, addresses and serial numbers are left out ({count} places)",
                    made.replaced)  # fmt: skip
    return [*lines, about, *([] if made.pictures else [tr("there are no pictures in it")])]


def _remembered(home: Path) -> str:
    """Return the camera of the table that was set up last; empty for none, or for a mere film."""
    camera = memory.recall(home, memory.last_played(home)).dice
    return camera if camera.isdecimal() or "://" in camera else ""


def _size() -> tuple[int, int] | None:
    """Return columns and rows of the terminal; None where there is none."""
    with suppress(OSError, ValueError, AttributeError):
        if sys.__stdout__:
            return os.get_terminal_size(sys.__stdout__.fileno())
    return None


def _json(result: Result) -> dict[str, object]:
    return {"type": "result", "check": result.check, "level": result.level.value,
            "found": result.found, "todo": result.todo, "data": dict(result.data)}  # fmt: skip


def _lines(result: Result) -> list[str]:
    marks = {Level.OK: tr("ok"), Level.NOTE: tr("note"), Level.WARNING: tr("WARNING"),
             Level.PROBLEM: tr("PROBLEM")}  # fmt: skip
    lines = [f"{marks[result.level]:<8} {result.check:<{_WIDE}}  {retold(result.found)}"]
    if result.todo:
        lines.append(f"{'':<8} {'':<{_WIDE}}  -> {retold(result.todo)}")
    return lines
