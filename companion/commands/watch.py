"""`tableside watch SOURCE`: each roll as it settles."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from companion.commands.common import add_profile, add_set, profile_for, profiles_folder, set_chosen
from companion.commands.output import FAILED, FINDINGS, FINE, add_json, print_either, print_error
from companion.core.dice import FACES
from companion.core.errors import UsageError
from companion.core.texts import number, tr
from companion.rolls.readings import (
    DieReading,
    DieStatus,
    Handed,
    RollReading,
    SourceFault,
    SourceKind,
    Spread,
)
from companion.rolls.source import RollSource
from companion.sources.opening import DEFAULT_RATE
from companion.system.files import TRAY_PROFILES
from companion.system.home import home_folder

if TYPE_CHECKING:
    from calibration.zone import RollZone

PRINTED = "printed:"
FASTEST = 1000.0  # Pictures a second; no camera gives more

_WAIT_S = 0.2  # so that Ctrl-C is heard at once also where a wait cannot be interrupted (Windows)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    about = tr(
        "a camera's number, a video file, a folder of pictures, an http or rtsp "
        "address; a dice tray: tray:PORT, tray:auto, printed:PORT?kind=d10; "
        "Bluetooth dice: dice, dice:simulate:FILE"
    )
    parser.add_argument("source", metavar="SOURCE", help=about)
    add_json(parser, tr("one JSON object a roll"))
    add_expect(parser)
    about = tr("count dice only in this rectangle, in fractions of the picture (0.2,0.1,0.6,0.8)")
    parser.add_argument("--zone", default="", metavar="X,Y,W,H", help=about)
    add_set(parser)
    add_profile(parser, tr("else the last one of that source; none: as it comes"))
    add_rate(parser)


def add_rate(parser: argparse.ArgumentParser) -> None:
    """Declare `--rate`."""
    about = tr("pictures a second, for a folder of pictures")
    parser.add_argument("--rate", type=float, default=DEFAULT_RATE, help=about)


def add_expect(parser: argparse.ArgumentParser) -> None:
    """Declare `--expect`."""
    about = tr("the dice asked for, such as d10,d10")
    parser.add_argument("--expect", default="", metavar="KINDS", help=about)


def run(args: argparse.Namespace) -> int:
    """Watch until the source ends or people stop it.

    Returns:
        0 when all rolls were read, also when stopped with Ctrl-C; 1 when a die was unsure or a
        clip showed no roll at all; 2 when the source failed for good.
    """
    from companion.sources.opening import is_device

    source = _device(args) if is_device(args.source) else _camera(args)
    try:
        return follow(source, as_json=args.json)
    except KeyboardInterrupt:
        return FINE
    finally:
        source.stop()


def _camera(args: argparse.Namespace) -> RollSource:
    from companion.sources.opening import make_camera, open_looker, open_source_frames

    check_rate(args.rate)
    taught, kinds = set_chosen(args)
    expect, zone = kinds_wanted(args.expect, kinds), zone_wanted(args.zone)
    profile = profile_for(profiles_folder(args.home), args.profile, args.source)
    reader = open_looker(taught)
    frames = open_source_frames(args.source, rate=args.rate)
    source = make_camera(frames, reader, profile, zone=zone)
    source.expect(expect)
    return source


def _device(args: argparse.Namespace) -> RollSource:
    """Open a tray or Bluetooth dice; a tray's rolls that a table has already are not printed."""
    from secrets import token_hex

    from companion.commands.dice_sources import tray_heads
    from companion.rolls.devicebook import FILE, DeviceBook
    from companion.sources.opening import open_watched

    aside = [f"--{name}" for name in ("expect", "zone", "set", "profile") if getattr(args, name)]
    if aside:
        print_error(tr("{aside}: only for cameras; ignored", aside=", ".join(aside)))
    home = home_folder(args.home)
    book, run = DeviceBook(home / FILE), token_hex(4)
    source = open_watched(args.source, tray_heads(home), book, run, home / TRAY_PROFILES)
    if source.kind is SourceKind.TRAY and not args.source.startswith(PRINTED):
        print_error(tr("rolls are taken from the tray as they are printed: no table will see them"))
    return source


def check_rate(rate: float) -> None:
    """Refuse a rate that no source can have; raises `UsageError`."""
    if not 0 < rate <= FASTEST:
        text = tr("--rate: pictures a second, above 0 and at most {most:g}", most=FASTEST)
        raise UsageError(text)


def zone_wanted(text: str) -> RollZone | None:
    """Read `0.2,0.1,0.6,0.8`; None for the whole picture. Raises `UsageError`."""
    if not text:
        return None
    from calibration.zone import RollZone

    try:
        x, y, w, h = (float(part) for part in text.split(","))
    except ValueError:
        text = tr("--zone {text}: four numbers are needed, such as 0.2,0.1,0.6,0.8", text=text)
        raise UsageError(text) from None
    try:
        return RollZone.rectangle(x, y, w, h)
    except ValueError as error:
        text = tr("--zone {text}: {error}; such as 0.2,0.1,0.6,0.8", text=text, error=error)
        raise UsageError(text) from None


def follow(source: RollSource, *, as_json: bool) -> int:
    """Print what `source` hands in until it is over; return the exit status."""
    heard: SimpleQueue[Handed] = SimpleQueue()
    source.start(heard.put)
    rolls, worst = 0, FINE
    while True:
        value = next_heard(heard)
        if isinstance(value, RollReading):
            rolls += 1
            if not all_read(value.dice):
                worst = FINDINGS
            _print_roll(value, as_json=as_json)
            source.kept(value.key)
            continue
        if not value.expected:
            print_error(value)
        if value.over:
            done = worst if rolls else FINDINGS
            return done if value.expected else FAILED


def next_heard(heard: SimpleQueue[Handed]) -> RollReading | SourceFault:
    """Wait for the next roll that a source hands in, or fault; Ctrl-C ends it."""
    while True:
        with suppress(Empty):
            value = heard.get(timeout=_WAIT_S)
            if not isinstance(value, Spread):
                return value


def _print_roll(reading: RollReading, *, as_json: bool) -> None:
    dice = "; ".join(die_text(die) for die in reading.dice)
    touched = "touched" if reading.nudged else ""
    owner = tr("dice of {owner}", owner=reading.owner) if reading.owner else ""
    notes = "; ".join(filter(None, (touched, reading.doubt, owner)))
    tail = f"  [{notes}]" if notes else ""
    line = tr("{at:9.2f} s  throw {throw}: {dice}{tail}",
              at=reading.taken_at, throw=reading.throw, dice=dice, tail=tail)  # fmt: skip
    print_either(roll_json(reading), line, as_json=as_json)


def roll_json(reading: RollReading) -> dict[str, Any]:
    """Return a roll as JSON.

    `at` is when the dice came to rest, in seconds of the source's clock (a clip's own time);
    `throw` grows with every throw and is 0 for dice that lay there from the start; `nudged` is the
    same throw again, touched; `owner` is the player whose dice these are, empty for anybody's;
    `fresh` says for each die whether it was thrown, `die` which one it is where it knows that.
    """
    return {
        "source": reading.source_id,
        "key": reading.key,
        "at": round(reading.taken_at, 3),
        "throw": reading.throw,
        "nudged": reading.nudged,
        "doubt": reading.doubt,
        "owner": reading.owner,
        "dice": [{**die_json(die), "fresh": die.fresh, "die": die.die} for die in reading.dice],
    }


# ---------------------------------------------------------------- dice, for `read` too


def die_json(die: DieReading) -> dict[str, Any]:
    """Return a die as JSON: kind, face, value, confidence, status, box, alternatives.

    `value` is the printed number as an integer (0 is 0, 10 is 10, 00 is 0, S is 1); `box` is x, y,
    width and height in pixels of the picture as given.
    """
    return {
        "kind": die.kind,
        "face": die.face,
        "value": int(die.face) if die.face.isdecimal() else 1,
        "confidence": round(die.confidence, 4),
        "status": die.status.value,
        "box": list(die.box) if die.box is not None else None,
        "alternatives": [[face, round(chance, 4)] for face, chance in die.alternatives],
    }


def die_text(die: DieReading) -> str:
    """Return one die as text: `d10=7 (99.8 %)`, with the next best faces when it is not sure."""
    sure = f"{die} ({number(die.confidence, '.1%')})"
    if die.status is DieStatus.READ:
        return sure
    others = tr(" or ").join(f"{face} ({number(chance, '.1%')})" for face, chance in die.alternatives[:3])
    return f"{sure} {tr(die.status.value)}" + (tr(", else {others}", others=others) if others else "")


def all_read(dice: Iterable[DieReading]) -> bool:
    """Tell whether there are dice and all may be used as they stand."""
    statuses = [die.status for die in dice]
    return bool(statuses) and all(status is DieStatus.READ for status in statuses)


def kinds_wanted(text: str, taught: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Read `d10,d10`: the usual kinds and those that are taught; raises `UsageError`."""
    kinds = tuple(kind.strip().lower() for kind in text.split(",") if kind.strip())
    known = tuple(dict.fromkeys((*FACES, *taught)))
    if strange := [kind for kind in kinds if kind not in known]:
        raise UsageError(tr("--expect: there is no die {kind!r}; known: {known}", kind=strange[0],
                            known=", ".join(known)))  # fmt: skip
    return kinds
