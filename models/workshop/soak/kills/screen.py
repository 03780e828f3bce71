"""After a kill the real screen comes back at the same request: seen as text, beside a straight one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

from companion.commands.hosting import LocalHost
from companion.journal.store import FILE, Journal
from companion.tui.app import TablesideApp
from companion.tui.screens.table import TableScreen
from models.workshop.soak.kills import play as play_kit
from models.workshop.soak.kills.everywhere import At, Seated, Tally
from models.workshop.soak.kills.play import Play, Step
from models.workshop.soak.kills.tracer import Reporter, traced

SIZE = (120, 40)
PATIENCE_S = 30.0
AT_REST = 4
"""How many looks at the screen in a row must find it as it was."""


async def shown(home: Path, table: str) -> tuple[str, str]:
    """Resume a table as `tableside sessions resume` does.

    Returns:
        What the screen asks for, and all that stands on it.
    """
    app = TablesideApp(LocalHost(home), lambda: LocalHost(home).resume(table))
    async with app.run_test(size=SIZE) as pilot:
        end, before, still = monotonic() + PATIENCE_S, "", 0
        while still < AT_REST:
            await pilot.pause(0.03)
            screen = next((one for one in app.screen_stack if isinstance(one, TableScreen)), None)
            if screen is not None and app.live is not None:
                strips = app.screen._compositor.render_strips()
                now = "\n".join(strip.text for strip in strips)
                still = still + 1 if now == before and now.strip() else 0
                before = now
            assert monotonic() < end, "the table's screen never comes to rest"
        asked = "\n".join(screen.query_one("#request").wordings)
        app.exit()
    return asked, before


def killed_games(name: str, folder: Path, every: int, place_of: int = 0) -> Tally:
    """Kill a game at some places and look at the screen after each.

    Args:
        name: of the record.
        folder: an empty one.
        every: of how many steps one is tried.
        place_of: where in the step the first kill is; it wanders from there.
    """
    tally = Tally()
    play = play_kit.Play(name, folder / "home")
    for turn, step in enumerate(play.steps()):
        if turn % every == every // 2:
            _at_step(play, step, folder, tally, place_of + turn)
    play.close()
    return tally


def _at_step(play: Play, step: Step, folder: Path, tally: Tally, place: int) -> None:
    copy, table = folder / "copy", play.table.table_id

    def prepare() -> Seated:
        return Seated(play, copy)

    def act(seated: Seated, report: Reporter) -> None:
        seated.take(step, report)

    before = asyncio.run(shown(play.copy(folder / "before"), table))
    play.copy(copy)
    counted = At(None)
    traced(prepare, act, counted, copy)
    after = asyncio.run(shown(copy, table))
    play.copy(copy)
    killer = At(place % counted.seen)
    traced(prepare, act, killer, copy)
    assert killer.last is not None
    tally.add(killer.last)
    with Journal(copy / FILE) as journal:
        done = len(journal.lines(table)) > step.number
        waits = not done and step.reading is not None and bool(journal.last_reading(table))
    asked, seen = asyncio.run(shown(copy, table))
    wanted = after if done else before
    where = f"{play.name} {step.number}, killed at {place % counted.seen} ({killer.last.name})"
    if asked != wanted[0]:
        tally.losses.append(f"{where}: asks {asked!r}, not {wanted[0]!r}")
    elif seen != wanted[1] and not waits:  # a roll that was read may be taken up: that is shown too
        tally.losses.append(f"{where}: the screen is another")
