"""The measuring parts of `tableside bench`: each gives figures, or says why it has none."""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from companion.commands.bench_figures import Figure, NotMeasuredError, Part
from companion.commands.bench_terminal import started
from companion.commands.random_play import Moment
from companion.core.game import Depth
from companion.journal.rows import MANUAL
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from vision.reader import DiceReader

FRAME: Final = (720, 1280)
DICE: Final = (4, 7, 0, 9, 2, 5)
SEATS: Final = ("Ann", "Ben", "Cleo")
ACTIONS: Final = 400
APPENDS: Final = 300
LOOKS: Final = 12
RATE: Final = 25
_SIX: Final = "1280x720, six d10"
WATCHED: Final = 60
_SPINS: Final = 200_000
FIRST_WORDS: Final = b"New table"
"""The screen that the app begins with has them."""


# ---------------------------------------------------------------- the machine


def spin(_home: Path, repeats: int) -> tuple[Figure, ...]:
    """Measure always the same sum: how much its times differ is the machine's noise."""
    times = [_timed(lambda: sum(range(_SPINS)))[0] * 1e3 for _ in range(max(9, 3 * repeats))]
    return (Figure("noise", "the same sum over and over (noise)", "ms", tuple(times)),)


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = perf_counter()
    result = work()
    return perf_counter() - began, result


# ---------------------------------------------------------------- frames


def frames(_home: Path, repeats: int) -> tuple[Figure, ...]:
    """Measure frames of 1280x720 with six d10s, drawn by the project's own renderer."""
    from companion.sources.opening import open_dice_reader

    reader = open_dice_reader()
    still, moved = pictures()
    seen = reader.look(still)
    right = sum(one.face == str(face) for one, face in zip(seen, DICE, strict=False))
    note = f"{len(seen)} of {len(DICE)} dice found, {right} read right"
    looks = [_timed(lambda: reader.look(still))[0] * 1e3 for _ in range(LOOKS * repeats)]
    settled = [_until_settled(reader, still, moved) for _ in range(max(3, repeats))]
    fed = f"{settled[0][1]} frames at {RATE} a second"
    work = tuple(spent for spent, _ in settled)
    return (
        Figure("frame_look", f"{_SIX}: find and read all", "ms", tuple(looks), note),
        Figure("roll_settled", f"{_SIX}: all work from stillness to the roll", "ms", work, fed),
        *_watched(reader, still, moved),
    )


def _until_settled(
    reader: DiceReader, still: NDArray[np.uint8], moved: NDArray[np.uint8]
) -> tuple[float, int]:
    """Return the milliseconds of work from the first still frame to the roll, and its frames.

    Raises:
        NotMeasuredError: the dice do not come to rest.
    """
    from vision.settle import Settler

    settler, spent = Settler(reader), 0.0
    for number, picture in enumerate((still, moved)):
        settler.feed(picture, number / RATE)
    for number in range(2, 2 * RATE):
        began = perf_counter()
        step = settler.feed(still, number / RATE)
        spent += perf_counter() - began
        if step.roll is not None:
            return spent * 1e3, number - 1
    raise NotMeasuredError("the drawn dice do not settle")


def _watched(
    reader: DiceReader, still: NDArray[np.uint8], moved: NDArray[np.uint8]
) -> tuple[Figure, Figure]:
    """Measure the frames in which nothing is read: dice that lie there, and dice that move."""
    from vision.settle import Settler, SettleState

    settler = Settler(reader)
    times: dict[SettleState, list[float]] = {state: [] for state in SettleState}
    pictures = [still] * (RATE + WATCHED) + [moved, still] * (WATCHED // 2)
    for number, picture in enumerate(pictures):
        began = perf_counter()
        step = settler.feed(picture, number / RATE)
        times[step.state].append((perf_counter() - began) * 1e3)
    # The first frame after a look at rest is the one that settled: it is measured elsewhere.
    at_rest, moving = times[SettleState.SETTLED][1:], times[SettleState.MOVING]
    if not at_rest or not moving:
        raise NotMeasuredError("the drawn dice do not settle, or do not move")
    return (
        Figure("frame_at_rest", f"{_SIX}: watch them lie", "ms", tuple(at_rest)),
        Figure("frame_moving", f"{_SIX}: watch them move", "ms", tuple(moving)),
    )


def pictures() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Six dice at rest, and the same a little further on: (720, 1280, 3) uint8 each."""
    import numpy as np

    from models.training.clip import dice
    from models.training.render.scene import Scene, lying, render_scene, table_camera

    camera = table_camera(FRAME, 26.0, 6.0, 70.0)
    ground = np.random.default_rng(1).normal(0, 2.0, (*FRAME, 1)) + np.array([62.0, 92.0, 52.0])
    felt = np.clip(ground, 0, 255).astype(np.uint8)
    styles = tuple(dice().values())

    def picture(shift: float) -> NDArray[np.uint8]:
        placed = [
            lying(styles[at % 3], face, 47.0 * at, -15.0 + 6.0 * at + shift, (-1) ** at * 3.0)
            for at, face in enumerate(DICE)
        ]
        return render_scene(Scene(placed, camera), felt)[0]

    return picture(0.0), picture(0.7)


# ---------------------------------------------------------------- play


def play(_home: Path, repeats: int) -> tuple[Figure, ...]:
    """Measure random legal play of every game, three seats, with its cards where it has any."""
    shelf = Shelf()
    return tuple(figure for one in shelf.ids() for figure in _game(shelf, one, repeats))


def _game(shelf: Shelf, game_id: str, repeats: int) -> tuple[Figure, Figure]:
    cards = shelf.shipped(game_id)
    depth = Depth.LIGHT if cards is None else Depth.FULL
    header = shelf.header(game_id, SEATS, depth, None, cards)
    rates, whole, ended = [], [], 0
    for repeat in range(repeats):
        chance = random.Random(repeat)  # noqa: S311 - seeded play, nothing secret
        match, spent, began, taken = shelf.begin(header, cards), 0.0, perf_counter(), 0
        while taken < ACTIONS:
            action = Moment.of(match.game, match.state).next_action(chance)
            if action is None:
                match, ended = shelf.begin(header, cards), ended + 1
                continue
            took, match = _timed(partial(match.apply, action))
            spent, taken = spent + took, taken + 1
        rates.append(taken / spent)
        whole.append(taken / (perf_counter() - began))
    note = f"{depth.value}, {ACTIONS} actions a repeat, {ended} games played to their end"
    named = game_id.replace("-", "_")
    return (
        Figure(f"actions_{named}", f"{game_id}: checked and applied", "1/s", tuple(rates), note),
        Figure(
            f"listed_{named}", f"{game_id}: the same, options listed first", "1/s", tuple(whole)
        ),
    )


# ---------------------------------------------------------------- journal


def journal(home: Path, repeats: int) -> tuple[Figure, ...]:
    """Measure appends of one action, each on the disk before it returns, where the tables live."""
    times = []
    home.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="bench-", dir=home) as folder,
        Journal(Path(folder) / FILE) as store,
    ):
        table = store.open_table("rsf", "record: 1\ngame: rsf\nseats: Ann, Ben\n")
        for version in range(1, APPENDS * repeats + 1):
            line = ((f"Ann: roll d10={version % 10}", MANUAL),)
            took, _ = _timed(partial(store.append, table, version, line))
            times.append(took * 1e3)
    what = "journal: append one action, on the disk"
    return (Figure("journal_append", what, "ms", tuple(times), f"in {home}", tail=True),)


# ---------------------------------------------------------------- screen


def screen(_home: Path, repeats: int) -> tuple[Figure, ...]:
    """Measure the app from its process's start to its first painted screen."""
    with TemporaryDirectory(prefix="tableside-bench-") as folder:
        times = [first_screen(Path(folder)) for _ in range(max(3, repeats))]
    what = "from the command to the first screen"
    return (Figure("first_screen", what, "s", tuple(times)),)


def first_screen(home: Path) -> float:
    """Start the app on a terminal of its own; return the seconds until its first words are there.

    Raises:
        NotMeasuredError: this system has no such terminals, or the screen did not come.
    """
    with started([sys.executable, "-m", "companion", "--home", str(home)]) as terminal:
        return terminal.until(FIRST_WORDS)


PARTS: Final[dict[str, Part]] = {
    "noise": spin,
    "frame": frames,
    "play": play,
    "journal": journal,
    "screen": screen,
}
