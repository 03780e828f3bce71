"""From a key to the painted screen, and from the command to the first one.

Everything is measured from outside, on a pseudo-terminal, as people have it: the key goes in, and
the time is taken when the last byte of the picture that answers it has come out.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from companion.commands.bench import (
    SIZE,
    Figure,
    NotMeasuredError,
    machine,
    machine_line,
    row,
    table,
)
from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.errors import UsageError
from companion.core.game import Depth
from companion.record.shelf import Shelf
from models.workshop.bench.terminal import FIRST_WORDS, Terminal, first_screen, started

KEYS: Final = 20
"""Keys of a kind at a table of each mode, if not said otherwise."""

STARTS: Final = 5
SEATS: Final = ("Ann", "Ben", "Cleo")
ACTIONS: Final = 60
_MOST: Final = 500
_SPINS: Final = 200_000
_PATIENCE_S: Final = 60.0
_REST_S: Final = 0.15
"""Nothing has come for so long: the picture is complete."""

_PEER_WORDS: Final = b"Textual"
_PEER: Final = "import sys; sys.modules['httpx'] = None; from textual.demo.demo_app import DemoApp; DemoApp().run()"
"""Textual's own demonstration, kept from looking up anything in the net."""

ARROWS: Final = ("\x1b[B", "\x1b[A")
"""Down and up: what that demonstration does for a key."""

QUIET: Final = ("?", "?")
"""To the help and back: the screen changes, the game does not. No game has this key, as Monster Mayhem has `h`."""

CHANGING: Final = ("u", "U")
"""Undo and redo: the game is folded anew, journalled and drawn."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--keys", type=int, default=KEYS, metavar="N", help=f"{KEYS} if not said")
    parser.add_argument("--starts", type=int, default=STARTS, metavar="N", help=f"{STARTS} if not said")
    parser.add_argument("--game", choices=Shelf().ids(), metavar="GAME", help="one mode alone")


def run(args: argparse.Namespace) -> int:
    """Measure and print.

    Returns:
        0, or 1 when something could not be measured; it is named with the reason.
    """
    if not 2 <= args.keys <= _MOST or not 1 <= args.starts <= _MOST:
        raise UsageError(f"--keys: from 2, --starts: from 1 to {_MOST}")
    noise = sums(args.starts)
    keys: list[Figure] = []
    missing: dict[str, str] = {}
    for game in (args.game,) if args.game else Shelf().ids():
        try:
            keys += _table(game, args.keys)
        except NotMeasuredError as error:
            missing[game] = str(error)
    starts: tuple[Figure, ...] = ()
    try:
        keys.append(_peer_keys(args.keys))
        starts = cold_starts(args.starts)
    except NotMeasuredError as error:
        missing["starts"] = str(error)
    told = as_json(noise, keys, starts, missing)
    if args.json:
        print_json(told)
    else:
        _print(told)
    return FINDINGS if missing else FINE


# -- what is measured ------------------------------------------------------------------------------


def _table(game: str, count: int) -> tuple[Figure, Figure]:
    """Measure keys at a table of a game that is under way."""
    with TemporaryDirectory(prefix="tableside-bench-") as folder:
        before = _under_way(Path(folder), game)
        with started([sys.executable, "-m", "companion", "--home", folder]) as terminal:
            terminal.until(FIRST_WORDS)
            rest(terminal)
            press(terminal, "1")
            rest(terminal)
            quiet = _presses(terminal, QUIET, count)
            changing = _presses(terminal, CHANGING, count)
        declared = _version(Path(folder)) - before
    if declared != len(CHANGING) + count:
        raise NotMeasuredError(f"the keys did not change the game as they should: {declared} entries")
    named = game.replace("-", "_")
    return (
        Figure(f"key_{named}", f"{game}: a key that changes the view", "ms", quiet),
        Figure(f"change_{named}", f"{game}: a key that changes the game", "ms", changing),
    )


def _peer_keys(count: int) -> Figure:
    """Measure keys in Textual's own demonstration."""
    with started([sys.executable, "-c", _PEER]) as terminal:
        terminal.until(_PEER_WORDS)
        rest(terminal)
        name = "an arrow key in Textual's own demonstration"
        return Figure("key_demo", name, "ms", _presses(terminal, ARROWS, count))


def _presses(terminal: Terminal, keys: tuple[str, ...], count: int) -> tuple[float, ...]:
    for key in keys:  # the first of a kind loads what the others find loaded
        press(terminal, key)
    return tuple(press(terminal, keys[number % len(keys)]) for number in range(count))


def rest(terminal: Terminal) -> None:
    """Wait until nothing more comes."""
    end = perf_counter() + _PATIENCE_S
    while perf_counter() < end and terminal.read(3 * _REST_S):
        pass


def press(terminal: Terminal, key: str) -> float:
    """Press a key; return the milliseconds until the last byte of the answer was there.

    Raises:
        NotMeasuredError: nothing was painted.
    """
    began = perf_counter()
    os.write(terminal.ours, key.encode())
    if not terminal.read(_PATIENCE_S):
        raise NotMeasuredError(f"nothing was painted after {key}")
    last = perf_counter()
    while terminal.read(_REST_S):
        last = perf_counter()
    return (last - began) * 1e3


def sums(repeats: int) -> Figure:
    """Time always the same sum: how much its times differ is the machine's noise."""
    times = []
    for _ in range(max(9, 3 * repeats)):
        began = perf_counter()
        sum(range(_SPINS))
        times.append((perf_counter() - began) * 1e3)
    return Figure("noise", "the same sum over and over (noise)", "ms", tuple(times))


def _version(home: Path) -> int:
    """Return how many entries the log of the only table of a home has."""
    from companion.commands.hosting import LocalHost

    house = LocalHost(home)
    (saved,) = house.saved()
    live = house.resume(saved.id)()
    try:
        return live.table.version
    finally:
        live.close()


def _under_way(home: Path, game: str) -> int:
    """Leave a table in a home, some turns into a game at random; return its entries."""
    from companion.commands.hosting import LocalHost
    from companion.tui.host import Wish
    from companion.tui.settings import Settings
    from models.workshop.bench.random_play import Moment

    depth = Depth.LIGHT if Shelf().shipped(game) is None else Depth.FULL
    house, chance = LocalHost(home), random.Random(1)
    house.keep_settings(Settings(guided=True, motion="reduced"))
    live = house.open(Wish(game, SEATS, depth.value))()
    for _ in range(ACTIONS):
        match = live.table.match
        action = Moment.of(match.game, match.state).next_action(chance)
        if action is None:
            break
        live.table.declare(action)
    live.close()
    return live.table.version


def cold_starts(count: int) -> tuple[Figure, Figure]:
    """Measure starts of this program and of Textual's demonstration, one after the other in turn.

    Raises:
        NotMeasuredError: there are no pseudo-terminals, or a first screen did not come.
    """
    ours, theirs = [], []
    with TemporaryDirectory(prefix="tableside-bench-") as folder:
        own = [sys.executable, "-m", "companion", "--home", folder]
        peer = [sys.executable, "-c", _PEER]
        for number in range(count + 1):  # the first reads the files that the others find read
            pair = first_screen(own, FIRST_WORDS), first_screen(peer, _PEER_WORDS)
            if number:
                ours.append(pair[0])
                theirs.append(pair[1])
    return (
        Figure("start", "from the command to the first screen", "s", tuple(ours)),
        Figure("start_demo", "the same of Textual's own demonstration", "s", tuple(theirs)),
    )


# -- telling it ------------------------------------------------------------------------------------


def as_json(
    noise: Figure,
    keys: list[Figure],
    starts: tuple[Figure, ...],
    missing: Mapping[str, str],
) -> dict[str, Any]:
    """Return all figures as one object; the ratios are of this program's medians to the other's."""
    figures = {one.name: row(one) for one in (noise, *keys, *starts)}
    told: dict[str, Any] = {"machine": machine(), "figures": figures, "missing": dict(missing)}
    told["noise"] = round(figures["noise"]["p95"] / figures["noise"]["median"], 2)
    if starts:
        ours, theirs = (figures[one.name]["median"] for one in starts)
        told["ratio"] = round(ours / theirs, 2)
    own = [one.name for one in keys if one.name != "key_demo"]
    if len(own) < len(keys):
        ours = fmean(figures[name]["median"] for name in own)
        told["key_ratio"] = round(ours / figures["key_demo"]["median"], 2)
    return told


def _print(told: Mapping[str, Any]) -> None:
    print(f"{machine_line()}, {SIZE[0]}x{SIZE[1]}")
    for line in table(told["figures"]):
        print(line)
    print(f"The machine itself: 95 of 100 equal sums took up to {told['noise']} times the median.")
    if "ratio" in told:
        print(f"The start takes {told['ratio']} times as long as that of Textual's demonstration.")
    if "key_ratio" in told:
        print(f"A key takes {told['key_ratio']} times as long as there.")
    for name, why in told["missing"].items():
        print(f"not measured: {name}: {why}")
