"""The real screen over a long table: what a key costs, in work of this process."""

from __future__ import annotations

import asyncio
from time import process_time

from companion.commands.hosting import LocalHost
from companion.tui.app import TablesideApp
from companion.tui.widgets.history import History

SIZE = (120, 40)
PATIENCE = 2000


def painted(home, table_id, times=12):
    """Open a table on the screen, undo and redo so often; return seconds of work for each key.

    A key's work ends when the whole screen stands as it should, the history included.
    """
    return asyncio.run(_painted(home, table_id, times))


async def _painted(home, table_id, times):
    house = LocalHost(home)
    app = TablesideApp(opener=lambda: house.resume(table_id))
    app.animation_level = "none"
    spent = []
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(PATIENCE):
            if app.live is not None and app.screen.query(History):
                break
            await pilot.pause(0.01)
        await pilot.pause()
        table = app.live.table
        for at in range(times):
            before, began = table.version, process_time()
            await pilot.press("U" if at % 2 else "u")
            await pilot.pause()
            assert table.version > before, "the key did nothing"
            spent.append(process_time() - began)
    return spent
