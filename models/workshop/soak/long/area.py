"""Ten hours of frames and ten thousand actions: does anything grow but the journal?

    python -m models.workshop.soak.long.area [SCALE]
    python -m models.workshop.soak.long.area 1 actions     the actions alone

Times are this process's own work, so that a busy machine does not count as a loss.
"""

from __future__ import annotations

import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from companion.journal.store import FILE, Journal
from models.workshop.soak.figures import Figure, main
from models.workshop.soak.long import actions, frames, screen

FRAMES = 540_000
"""Ten hours at fifteen a second."""

ACTIONS = 10_000
COMMAND = "python -m models.workshop.soak.long.area"
MOST_SLOPE = 5.0
"""Mebibytes that 100,000 frames may add, after the first quarter."""

WARMTH = 12.0
"""Mebibytes that a short run may add because it has only just begun."""

MOST_TIMES = 2.0
"""Times the work of the beginning that a frame, an action or a key may cost in the end."""

MOST_SECONDS = 2.0
"""Seconds of work to open a table of 10,000 actions again."""

WINDOW = 1000
PEOPLE = {
    "people who correct all the time": actions.Doubters,
    "people who never come to an end": actions.Endless,
}


def run(scale: float = 1.0) -> list[Figure]:
    """Run everything, or what is named behind the scale."""
    parts = {"frames": _frames, "actions": _actions}
    chosen = [word for word in sys.argv[2:] if word in parts] or list(parts)
    return [figure for part in chosen for figure in parts[part](scale)]


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# -- frames ---------------------------------------------------------------------------------------


def _frames(scale: float) -> list[Figure]:
    count = max(2000, round(FRAMES * scale))
    every = max(200, min(10_000, count // 20))

    def say(ledger: frames.Ledger) -> None:
        done, memory = ledger.memory[-1]
        _say(f"{done:,} frames, {ledger.throws:,} throws, {memory:.1f} MiB")

    ledger = frames.soak(count, every=every, say=say)
    tenth = len(ledger.work) // 10
    first, last = ledger.work[:tenth], ledger.work[-tenth:]
    shares = [f"{_ms(first, share)} to {_ms(last, share)}" for share in (0.5, 0.99)]
    slope = frames.slope(ledger.memory)
    times = frames.percentile(last, 0.5) / frames.percentile(first, 0.5)
    lost = len(ledger.wrong) + ledger.missed
    return [
        Figure(
            "In ten hours of frames every throw is taken, or people are asked, and none twice",
            "frames",
            ledger.frames,
            lost,
            f"{COMMAND} 1 frames",
            f"{ledger.throws:,} throws: {ledger.taken:,} taken, {ledger.asked:,} asked about",
        ),
        Figure(
            "Watching takes no more memory in the end",
            "frames",
            ledger.frames,
            int(slope * count / 1e5 > max(MOST_SLOPE * count / 1e5, WARMTH)),
            f"{COMMAND} 1 frames",
            f"{ledger.memory[-1][1]:.0f} MiB, {slope:+.1f} MiB for 100,000 frames;"
            f" {ledger.journal / 2**20:.1f} MiB on disk",
        ),
        Figure(
            "Watching costs no more work in the end",
            "frames",
            ledger.frames,
            int(times > MOST_TIMES),
            f"{COMMAND} 1 frames",
            f"work for a frame, first to last tenth: half below {shares[0]}, 99 in 100 below {shares[1]}",
        ),
    ]


def _ms(values: frames.np.ndarray, share: float) -> str:
    return f"{1000 * frames.percentile(values, share):.1f} ms"


# -- actions --------------------------------------------------------------------------------------


def _actions(scale: float) -> list[Figure]:
    count = max(4 * WINDOW, round(ACTIONS * scale))
    found = []
    for who in PEOPLE:
        # A process of its own: memory that another table has given back would hide what this takes.
        with ProcessPoolExecutor(1, get_context("spawn")) as alone:
            found += alone.submit(_grown, count, who).result()
    return found


def _grown(count: int, who: str) -> list[Figure]:
    people = PEOPLE[who]()
    with actions.memory_folder() as name:
        folder = Path(name)
        with Journal(folder / FILE) as journal:
            table = actions.opened(journal)
            actions.grown(table, people, 400)
            key_before = _key(folder, table.table_id)
            begin, begun = frames.resident(), table.version
            early = statistics.median(actions.timed(table, people, WINDOW))
            while table.version < count - WINDOW:
                actions.grown(table, people, min(count - WINDOW, table.version + 10_000))
                _say(f"{who}: {table.version:,} actions, {frames.resident():.1f} MiB")
            grew = (frames.resident() - begin) * 1e5 / (table.version - begun)
            late = statistics.median(actions.timed(table, people, WINDOW))
            key_after = _key(folder, table.table_id)
            other = actions.resumed(folder, table.table_id, read_only=True)[1]
            cost, lived = _resuming(folder, table.table_id)
            differs = actions.same(table, other)
            _say(f"{who}: opened again in {lived:.2f} s; {', '.join(differs) or 'all is the same'}")
            depth = len(table.match.steps())
    command = f"{COMMAND} 1 actions"
    return [
        Figure(
            f"A table of {who} is the same when it is opened again, in less than two seconds",
            "actions",
            table.version,
            len(differs) + int(cost > MOST_SECONDS),
            command,
            f"{cost:.2f} s of work ({lived:.2f} s by the clock); {depth:,} actions in effect",
        ),
        Figure(
            f"An action and a key cost {who} no more in the end",
            "actions",
            table.version,
            int(late > MOST_TIMES * early) + int(key_after > MOST_TIMES * key_before),
            command,
            f"an action {1e3 * early:.2f} to {1e3 * late:.2f} ms, a key to the painted screen"
            f" {1e3 * key_before:.0f} to {1e3 * key_after:.0f} ms;"
            f" {grew:.0f} MiB of memory for 100,000 actions",
        ),
    ]


def _resuming(folder: Path, table_id: str, times: int = 5) -> tuple[float, float]:
    """Return the least work that opening takes, and the seconds by the clock of the same time."""
    found = []
    for _ in range(times):
        work, clock = process_time(), perf_counter()
        journal, table = actions.resumed(folder, table_id, read_only=True)
        shown = table.history()[-40:]
        found.append((process_time() - work, perf_counter() - clock))
        assert shown[-1].told
        journal.close()
    return min(found)


def _key(folder: Path, table_id: str) -> float:
    """Return what a key costs on the screen of a copy of the table."""
    with actions.memory_folder() as name:
        copy = Path(name)
        for path in folder.iterdir():
            (copy / path.name).write_bytes(path.read_bytes())
        return statistics.median(screen.painted(copy, table_id))


if __name__ == "__main__":
    main(run)
