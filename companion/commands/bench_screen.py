"""`tableside bench screen`: from a key to the painted screen, and from the command to the first one.

Everything is measured from outside, on a pseudo-terminal, as people have it: the key goes in, and
the time is taken when the last byte of the picture that answers it has come out.
"""

from __future__ import annotations

import random
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from companion.commands.bench_figures import Figure, NotMeasuredError
from companion.commands.bench_parts import FIRST_WORDS, spin
from companion.commands.bench_terminal import SIZE, Terminal, started
from companion.commands.output import FINDINGS, FINE, print_json
from companion.core.errors import UsageError
from companion.core.game import Depth
from companion.record.shelf import Shelf

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

KEYS: Final = 20
"""Keys of a kind at a table of each mode, if not said otherwise."""

STARTS: Final = 5
SEATS: Final = ("Ann", "Ben", "Cleo")
ACTIONS: Final = 60
_MOST: Final = 500

_PEER_WORDS: Final = b"Textual"
_PEER: Final = (
    "import sys; sys.modules['httpx'] = None;"
    " from textual.demo.demo_app import DemoApp; DemoApp().run()"
)
"""Textual's own demonstration, kept from looking up anything in the net."""

QUIET: Final = ("h", "h")
"""To the history and back: the screen changes, the game does not."""

CHANGING: Final = ("u", "U")
"""Undo and redo: the game is folded anew, journalled and drawn."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--keys", type=int, default=KEYS, metavar="N", help=f"{KEYS} if not said")
    parser.add_argument(
        "--starts", type=int, default=STARTS, metavar="N", help=f"{STARTS} if not said"
    )
    parser.add_argument("--game", choices=Shelf().ids(), metavar="GAME", help="one mode alone")


def run(args: argparse.Namespace, about: Mapping[str, Any]) -> int:
    """Measure and print.

    Args:
        args: the command's options.
        about: what is measured on.

    Returns:
        0, or 1 when something could not be measured; it is named with the reason.
    """
    if not 2 <= args.keys <= _MOST or not 1 <= args.starts <= _MOST:  # noqa: PLR2004 - a key and its undoing
        raise UsageError(f"--keys: from 2, --starts: from 1 to {_MOST}")
    (noise,) = spin(Path(), args.starts)
    keys: list[Figure] = []
    missing: dict[str, str] = {}
    for game in (args.game,) if args.game else Shelf().ids():
        try:
            keys += _table(game, args.keys)
        except NotMeasuredError as error:
            missing[game] = str(error)
    starts: tuple[Figure, ...] = ()
    try:
        starts = cold_starts(args.starts)
    except NotMeasuredError as error:
        missing["starts"] = str(error)
    told = as_json(about, noise, keys, starts, missing)
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
            terminal.rest()
            terminal.press("1")
            terminal.rest()
            quiet = _presses(terminal, QUIET, count)
            changing = _presses(terminal, CHANGING, count)
        declared = _version(Path(folder)) - before
    if declared != len(CHANGING) + count:
        raise NotMeasuredError(
            f"the keys did not change the game as they should: {declared} entries"
        )
    named = game.replace("-", "_")
    return (
        Figure(f"key_{named}", f"{game}: a key that changes the view", "ms", quiet),
        Figure(f"change_{named}", f"{game}: a key that changes the game", "ms", changing),
    )


def _presses(terminal: Terminal, keys: tuple[str, ...], count: int) -> tuple[float, ...]:
    for key in keys:  # the first of a kind loads what the others find loaded
        terminal.press(key)
    return tuple(terminal.press(keys[number % len(keys)]) for number in range(count))


def _version(home: Path) -> int:
    """Return how many entries the log of the only table of a home has."""
    from companion.commands.hosting import House

    house = House(home)
    (saved,) = house.saved()
    live = house.resume(saved.id)()
    try:
        return live.table.version
    finally:
        live.close()


def _under_way(home: Path, game: str) -> int:
    """Leave a table in a home, some turns into a game at random; return its entries."""
    from companion.commands.hosting import House
    from companion.commands.random_play import Moment
    from companion.tui.host import Wish
    from companion.tui.settings import Settings

    depth = Depth.LIGHT if Shelf().shipped(game) is None else Depth.FULL
    house, chance = House(home), random.Random(1)  # noqa: S311 - seeded play, nothing secret
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
        for number in range(count + 1):  # the first reads the files that the others find read
            pair = _first(own, FIRST_WORDS), _first([sys.executable, "-c", _PEER], _PEER_WORDS)
            if number:
                ours.append(pair[0])
                theirs.append(pair[1])
    return (
        Figure("start", "from the command to the first screen", "s", tuple(ours)),
        Figure("start_demo", "the same of Textual's own demonstration", "s", tuple(theirs)),
    )


def _first(words: list[str], said: bytes) -> float:
    with started(words) as terminal:
        return terminal.until(said)


# -- telling it ------------------------------------------------------------------------------------


def row(figure: Figure) -> dict[str, Any]:
    """Return a figure's least, median, 95th percentile (nearest rank) and most."""
    ranked = sorted(figure.values)
    return {
        "what": figure.what,
        "unit": figure.unit,
        "samples": len(ranked),
        "min": round(ranked[0], 3),
        "median": round(statistics.median(ranked), 3),
        "p95": round(ranked[max(0, -(-len(ranked) * 95 // 100) - 1)], 3),
        "max": round(ranked[-1], 3),
    }


def as_json(
    about: Mapping[str, Any],
    noise: Figure,
    keys: list[Figure],
    starts: tuple[Figure, ...],
    missing: Mapping[str, str],
) -> dict[str, Any]:
    """Return all figures as one object; `ratio` is this program's median start by the other's."""
    figures = {one.name: row(one) for one in (noise, *keys, *starts)}
    told: dict[str, Any] = {"machine": dict(about), "figures": figures, "missing": dict(missing)}
    told["noise"] = round(figures["noise"]["p95"] / figures["noise"]["median"], 2)
    if starts:
        ours, theirs = (figures[one.name]["median"] for one in starts)
        told["ratio"] = round(ours / theirs, 2)
    return told


def _print(told: Mapping[str, Any]) -> None:
    about = told["machine"]
    print(f"{about['system']}, {about['cores']} cores, load {about['load']}, {SIZE[0]}x{SIZE[1]}")
    print(f"{'':<46} {'min':>8} {'median':>8} {'p95':>8} {'max':>8}")
    for one in told["figures"].values():
        numbers = " ".join(f"{one[name]:>8.2f}" for name in ("min", "median", "p95", "max"))
        print(f"{one['what']:<46} {numbers} {one['unit']}")
    print(f"The machine itself: 95 of 100 equal sums took up to {told['noise']} times the median.")
    if "ratio" in told:
        print(f"The start takes {told['ratio']} times as long as that of Textual's demonstration.")
    for name, why in told["missing"].items():
        print(f"not measured: {name}: {why}")
