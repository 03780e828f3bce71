"""`tableside teach`: show the program dice or cards it has never seen."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.commands.common import Decks, SetError, Sets, set_errors
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_either, print_error
from companion.commands.watch import add_rate, check_rate, zone_wanted
from companion.core.errors import UsageError
from companion.core.texts import retold, tr, trn
from companion.system.files import LEARNT
from companion.system.home import home_folder

if TYPE_CHECKING:
    from companion.commands.teach_live import Plan
    from vision.taught.eye import Eye
    from vision.taught.sets import TaughtSet

_VIEWS: Final = 6
_THROWS: Final = 20
_MOST: Final = 200
_MOST_FACES: Final = 120


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    about = tr("a camera's number, an address, a video file")
    add("source", nargs="?", metavar="SOURCE", help=about)
    add("--set", metavar="NAME", help=tr("the set of dice that is taught"))
    add("--deck", metavar="NAME", help=tr("a deck of cards, from SOURCE or --from FOLDER"))
    add("--game", metavar="GAME", help=tr("with --deck: whose card list has the ids"))
    about = tr("with --deck: the card list that has the ids; new makes one")
    add("--cards", metavar="LIST", help=about)
    about = tr("with --deck and --export: what you allow those who get it")
    add("--licence", metavar="TEXT", help=about)
    add("--kinds", default="", metavar="KIND:FACES", help=tr("what to show: cat:S,2-6;dog:S,2-6"))
    about = tr("how many views of each face ({views}) or card (1)", views=_VIEWS)
    add("--views", type=int, metavar="N", help=about)
    about = tr("throw one die N times ({throws}), then name the groups", throws=_THROWS)
    add("--throws", type=int, nargs="?", const=_THROWS, metavar="N", help=about)
    add("--names", metavar="FILE", help=tr("a file with the answers, one a line; default: ask"))
    add("--zone", default="", metavar="X,Y,W,H", help=tr("where the die lies, as with `watch`"))
    add_rate(parser)
    _add_whole_sets(parser)
    add_json(parser, tr("one JSON object a set"))


def _add_whole_sets(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--from",
        dest="folder",
        metavar="FOLDER",
        help=tr("pictures: KIND/FACE/*.jpg or tables; CARD/*.jpg, or one of many cards"),
    )
    what.add_argument("--export", metavar="FILE", help=tr("write the set as one file, to share"))
    what.add_argument("--import", dest="bring", metavar="FILE", help=tr("take a set that was shared"))
    what.add_argument("--list", action="store_true", help=tr("list the sets and decks"))
    what.add_argument("--show", action="store_true", help=tr("what a set knows, and what looks alike"))
    what.add_argument("--remove", action="store_true", help=tr("the set, or only its --kinds"))
    what.add_argument("--corrections", action="store_true", help=tr("learn from dice that people corrected"))
    what.add_argument("--forget", action="store_true", help=tr("all that tables learnt of their dice themselves"))


def run(args: argparse.Namespace) -> int:
    """Do what was asked.

    Returns:
        0 when it is done, 1 when faces lack views, 2 when a picture could not be used.
    """
    if args.licence is not None and not (args.deck and args.export):
        raise UsageError(tr("--licence goes with --deck NAME and --export FILE"))
    if args.deck:
        from companion.commands.teach_deck import run_deck

        return run_deck(args)
    args.views = _VIEWS if args.views is None else args.views
    if args.game or args.cards:
        raise UsageError(tr("a card list is for cards: --deck NAME"))
    if args.forget:
        return _forget(home_folder(args.home) / LEARNT)
    return _run_set(Sets(home_folder(args.home)), args)


def _run_set(sets: Sets, args: argparse.Namespace) -> int:
    if args.list:
        return _list(sets, as_json=args.json)
    if args.bring is not None:
        taught = sets.bring(Path(args.bring), args.set)
        return _print_summary(taught, as_json=args.json)
    return _with_set(sets, args)


def _with_set(sets: Sets, args: argparse.Namespace) -> int:
    if not args.set:
        raise UsageError(tr("which set of dice? --set NAME; --list shows all"))
    if args.export is not None:
        taught = sets.export(args.set, Path(args.export))
        return _print_summary(taught, as_json=args.json)
    if args.remove:
        return _remove(sets, args)
    if args.show:
        report(sets.load(args.set), open_eye(), as_json=args.json)
        return FINE
    sets.path(args.set)  # a name that cannot be used is refused before a camera opens
    if args.folder is not None:
        return _teach_folder(sets, args)
    if args.corrections:
        return _teach_corrections(sets, args)
    if args.source is None:
        raise UsageError(tr("which source? a camera's number, a video file, or --from FOLDER"))
    return _teach_live(sets, args)


def _teach_folder(sets: Sets, args: argparse.Namespace) -> int:
    from companion.commands.teach_live import Talk
    from companion.commands.teach_pictures import teach_folder

    kinds = tuple(kind for kind, _ in kinds_asked(args.kinds))
    talk, before, eye = Talk(args.names, aside=args.json), sets.load_or_new(args.set), open_eye()
    with set_errors():
        taught, skipped, whole = teach_folder(before, Path(args.folder), kinds, eye, talk)
    for line in skipped:
        print_error(line)
    if taught.count == before.count:
        print_error(tr("nothing was taught"))
        return FAILED if skipped else FINDINGS
    sets.save(taught)
    report(taught, eye, as_json=args.json)
    return FAILED if skipped else FINE if whole else FINDINGS


def _teach_live(sets: Sets, args: argparse.Namespace) -> int:
    from companion.commands.teach_live import Stage, Talk, teach_faces, teach_throws
    from companion.sources.opening import open_source_frames
    from vision.taught.eye import ViewTaker
    from vision.taught.sets import Origin

    plan = kinds_asked(args.kinds)
    _check_live(args, plan)
    check_rate(args.rate)
    zone, talk = zone_wanted(args.zone), Talk(args.names, aside=args.json)
    before, eye = sets.load_or_new(args.set), open_eye()
    shown = args.throws is None
    taker = ViewTaker(eye, zone, Origin.LIVE if shown else Origin.THROWS, once=shown)
    with closing(open_source_frames(args.source, rate=args.rate)) as frames, set_errors():
        stage = Stage(frames, taker, talk)
        if shown:
            taught, whole = teach_faces(before, plan, args.views, stage)
        else:
            kinds = tuple(kind for kind, _ in plan)
            taught, whole = teach_throws(before, kinds, args.throws, stage, eye)
    if taught.count == before.count:
        print_error(tr("nothing was taught"))
        return FINDINGS
    sets.save(taught)
    report(taught, eye, as_json=args.json)
    return FINE if whole else FINDINGS


def _teach_corrections(sets: Sets, args: argparse.Namespace) -> int:
    from companion.commands.teach_live import Talk
    from companion.commands.teach_pictures import decided_on, keep_decided, teach_corrections

    talk, home = Talk(args.names, aside=args.json), home_folder(args.home)
    before, eye = sets.load_or_new(args.set), open_eye()
    decided = decided_on(sets.folder)
    with set_errors():
        taught, offered = teach_corrections(before, home, eye, talk, decided.setdefault(args.set, []))
    if not offered:
        talk.say(tr("no corrected die is left to decide on"))
        return FINE
    if taught.count > before.count:
        sets.save(taught)
    keep_decided(sets.folder, decided)
    if taught.count:
        report(taught, eye, as_json=args.json)
    return FINE


def _check_live(args: argparse.Namespace, plan: Plan) -> None:
    from vision.taught.sets import check_face, check_name

    with set_errors():
        for kind, faces in plan:
            check_name(kind, "kind")
            for face in faces:
                check_face(face)
    if args.throws is None and not (plan and all(faces for _, faces in plan)):
        raise UsageError(tr("which faces will be shown? --kinds cat:S,2-6"))
    for name, value in (("--views", args.views), ("--throws", args.throws)):
        if value is not None and not 0 < value <= _MOST:
            raise UsageError(tr("{name}: a number from 1 to {most}", name=name, most=_MOST))


def open_eye() -> Eye:
    """Load the networks that find dice and tell them apart; raises `SetError`."""
    from vision.reader import open_reader

    with set_errors():
        return open_reader()


# ---------------------------------------------------------------- whole sets


def _list(sets: Sets, *, as_json: bool) -> int:
    from companion.commands.teach_deck import print_deck

    decks, worst = Decks(sets.folder.parent), FINE
    shown: list[tuple[Callable[[str], int], tuple[str, ...]]] = [
        (lambda name: _print_summary(sets.load(name), as_json=as_json), sets.names()),
        (lambda name: print_deck(decks.load(name), as_json=as_json), decks.names()),
    ]
    for show, names in shown:
        for name in names:
            try:
                show(name)
            except SetError as error:
                print_error(error)
                worst = FAILED
    return worst


def _forget(folder: Path) -> int:
    """Take away what tables learnt; one that is open begins anew."""
    from vision.taught.file import SUFFIX

    files = sorted(folder.glob(f"*{SUFFIX}"))
    for file in files:
        file.unlink()
    print(
        trn(
            "forgotten: the dice of one camera",
            "forgotten: the dice of {count} cameras",
            len(files),
        )
    )
    return FINE


def _remove(sets: Sets, args: argparse.Namespace) -> int:
    kinds = kinds_asked(args.kinds)
    if not kinds:
        sets.file(args.set).unlink()
        print(tr("{set} is removed", set=args.set))
        return FINE
    taught = sets.load(args.set)
    for kind, _ in kinds:
        if not taught.faces_of(kind):
            raise SetError(tr("set {set} has no kind {kind!r}", set=args.set, kind=kind))
        taught = taught.without(kind)
    sets.save(taught)
    return _print_summary(taught, as_json=args.json)


# ---------------------------------------------------------------- printing a set


def report(taught: TaughtSet, eye: Eye, *, as_json: bool) -> None:
    """Print what a set knows and what in it looks alike."""
    from vision.taught.alike import separation
    from vision.taught.bank import make_ready

    with set_errors():
        found = separation(make_ready(taught, eye.embedder))
    alike = [{"one": pair.one, "other": pair.other, "mixed": round(pair.mixed, 4)}
             for pair in found.alike]  # fmt: skip
    said = {"judged": found.judged, "right": round(found.right, 4), "alike": alike,
            "warnings": found.warnings()}  # fmt: skip
    lines = [summary(taught)]
    if found.judged:
        lines.append(tr("each picture judged by the others: {right:.0%} of {judged} right",
                        right=found.right, judged=found.judged))  # fmt: skip
    lines += [tr("note: {line}", line=retold(line)) for line in found.warnings()]
    print_either({**set_json(taught), **said}, *lines, as_json=as_json)


def set_json(taught: TaughtSet) -> dict[str, Any]:
    """Return a set as JSON: how many pictures there are of each face."""
    kinds = {kind.name: {face.face: len(face.examples) for face in kind.faces} for kind in taught.kinds}
    return {"set": taught.name, "kinds": kinds, "pictures": taught.count}


def summary(taught: TaughtSet) -> str:
    """Return a set as one line."""
    kinds = "; ".join(f"{kind.name}: {' '.join(face.face for face in kind.faces)}" for kind in taught.kinds)
    kinds = kinds or tr("empty")
    return tr("{set}: {count} pictures ({kinds})", set=taught.name, count=taught.count, kinds=kinds)


def _print_summary(taught: TaughtSet, *, as_json: bool) -> int:
    print_either(set_json(taught), summary(taught), as_json=as_json)
    return FINE


# ---------------------------------------------------------------- --kinds


def kinds_asked(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read `cat:S,2-6;dog:S,2-6`, or `cat,dog` without faces; raises `UsageError`.

    A comma before a new `KIND:` separates kinds too: `cat:S,2-6,dog:S`.
    """
    found: dict[str, list[str]] = {}
    kind = ""
    plain = ":" not in text
    for part in filter(None, map(str.strip, text.replace(";", ",").split(","))):
        name, sign, face = part.partition(":")
        if sign or plain:
            kind = name.strip()
            found.setdefault(kind, [])
        else:
            face = part
        if not kind:
            text = tr("--kinds {text}: expected KIND:FACES, such as cat:S,2-6", text=text)
            raise UsageError(text)
        if face.strip():
            found[kind] += _faces_asked(face.strip(), text)
    return tuple((kind, tuple(dict.fromkeys(faces))) for kind, faces in found.items())


def _faces_asked(part: str, text: str) -> list[str]:
    low, sign, high = part.partition("-")
    if not sign:
        return [part.upper()]
    if not (low.isdecimal() and high.isdecimal() and len(part) <= len("100-199")):
        raise UsageError(tr("--kinds {text}: {part!r} is no face and no row of faces such as 2-6",
                            text=text, part=part))  # fmt: skip
    if not int(low) <= int(high) < int(low) + _MOST_FACES:
        text = tr("--kinds {text}: {part!r} runs backwards or too far", text=text, part=part)
        raise UsageError(text)
    return [str(value) for value in range(int(low), int(high) + 1)]
