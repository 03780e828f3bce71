"""Screens that are opened and closed over one table, again and again: does memory grow?

And while a tray rolls faster than anybody throws: is each roll kept, and does the program go on?

python -m models.workshop.soak.screens [SCALE]
"""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli import GARBAGE
from companion.commands.hosting import LocalHost
from companion.journal.store import FILE, Journal
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.screens.table import TableScreen
from hardware.simulators.tray_end import RING
from models.workshop.soak.figures import Figure, main
from models.workshop.soak.long.frames import resident
from models.workshop.soak.sources.tray import PtyTray

COMMAND = "python -m models.workshop.soak.screens"
TIMES = 350
"""How often each is opened at scale 1."""

LEAST = 40
"""Fewer times say nothing: memory grows until the first rubbish is collected."""

MOST = 12.0
"""Mebibytes that may be added after the first quarter."""

PAGES = {"the devices": "f4", "the score": "s", "the keys": "question_mark"}
"""Screens, and the key of each at the table."""

SIZE = (120, 40)
PATIENCE = 2000


def run(scale: float = 1.0) -> list[Figure]:
    """Open and close each, with rubbish collected as in the program."""
    gc.set_threshold(*GARBAGE)
    times = max(LEAST, round(TIMES * scale))
    with TemporaryDirectory(prefix="tableside-screens-") as folder:
        memory = asyncio.run(opened(Path(folder), times))
    with TemporaryDirectory(prefix="tableside-screens-") as folder:
        under_load = asyncio.run(rolled_meanwhile(Path(folder), times))
    return [*(_figure(page, memory[page]) for page in PAGES), under_load]


def _figure(page: str, memory: list[float]) -> Figure:
    quarter = len(memory) // 4
    before, after = max(memory[:quarter]), max(memory[-quarter:])
    return Figure(
        f"To open and close {page} takes no memory that is kept",
        "times opened",
        len(memory),
        int(after - before > MOST),
        COMMAND,
        f"{memory[0]:.0f} MiB at first, {before:.0f} after a quarter, {after:.0f} in the end",
    )


async def opened(home: Path, times: int) -> dict[str, list[float]]:
    """Open each page so often over a table; return the mebibytes in use after each time."""
    host = LocalHost(home)
    app = TablesideApp(opener=lambda: host.open(Wish("rsf", ("Ann", "Ben"), "light")))
    app.animation_level = "none"
    memory: dict[str, list[float]] = {}
    async with app.run_test(size=SIZE):
        await _until(lambda: app.live is not None and isinstance(app.screen, TableScreen))
        table = app.screen
        for page, key in PAGES.items():
            found = memory[page] = []
            for _ in range(times):
                app.simulate_key(key)
                await _until(lambda: app.screen is not table and app.screen.is_mounted)
                app.simulate_key("escape")
                await _until(lambda: app.screen is table)
                found.append(resident())
            print(f"{page}: {found[0]:.1f} to {found[-1]:.1f} MiB", file=sys.stderr, flush=True)
    return memory


async def rolled_meanwhile(home: Path, times: int) -> Figure:
    """Open and close the devices so often while a tray says a roll every 10 ms or so."""
    with PtyTray(home / "port") as tray:
        wish = Wish("rsf", ("Ann", "Ben"), "light", tray=tray.url)
        host = LocalHost(home)
        app = TablesideApp(opener=lambda: host.open(wish))
        app.animation_level = "none"
        rolled = 0
        async with app.run_test(size=SIZE):
            await _until(lambda: app.live is not None and isinstance(app.screen, TableScreen))
            table = app.screen
            await _until(lambda: tray.heard)  # rolls from before the greeting are another game's
            for time in range(times):
                app.simulate_key("escape" if time % 2 else "f4")
                if len(tray.held) < RING:  # a full tray forgets its oldest roll
                    tray.roll(f"d10={rolled % 10}")
                    rolled += 1
                await asyncio.sleep(0.01)
            for _ in range(PATIENCE):  # a tray asks again and again for what is not acknowledged
                if not tray.held:
                    break
                await asyncio.sleep(0.1)
            app.simulate_key("escape")
            await _until(lambda: app.screen is table)
    with Journal(home / FILE) as journal:
        kept = len(journal.readings(journal.tables()[0].table_id))
    return Figure(
        "A roll that comes while a page opens or closes is kept, and the table goes on",
        "rolls",
        rolled,
        rolled - kept,
        COMMAND,
        f"F4 and Esc pressed {times} times",
    )


async def _until(holds) -> None:
    """Wait until something is so, and until everything that follows from it is done."""
    for _ in range(PATIENCE):
        if holds():
            break
        await asyncio.sleep(0.001)
    assert holds(), "the screen does not change"
    for _ in range(30):
        await asyncio.sleep(0)


if __name__ == "__main__":
    main(run)
