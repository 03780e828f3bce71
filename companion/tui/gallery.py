"""Pictures of scenes at a few sizes, dark and light, drawn by spectator apps that run without a terminal."""

import asyncio
from typing import Final

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.session.scene import Sight
from companion.tui.spectator import SpectatorApp
from companion.tui.spectator_svg import bare
from companion.tui.theme import PAPER, TABLE

SIZES: Final = {"phone": (46, 40), "laptop": (120, 38), "wall": (176, 50)}
"""Cells across and down; a cell is about twice as high as it is wide."""
DRESSES: Final = {"": TABLE.name, "-light": PAPER.name}
"""What a picture wears, by the end of its name."""
PICTURES: Final = {
    f"{size}{dress}": (cells, theme) for size, cells in SIZES.items() for dress, theme in DRESSES.items()
}
"""Every picture there can be, by its name: its cells, and its theme."""

PATIENCE: Final = 20.0
"""Seconds for one picture; a machine that is busier than that shows the one before."""


class PictureError(CompanionError):
    """A scene that could not be drawn."""


class Gallery:
    """Draws scenes at the sizes that somebody asks for; an app starts when it is first needed."""

    def __init__(self) -> None:
        self._frames: dict[str, _Frame] = {}

    async def picture(self, name: str, sight: Sight) -> str:
        """Return a picture of `PICTURES` as SVG.

        Raises:
            PictureError: it could not be drawn.
        """
        frame = self._frames.get(name)
        if frame is None or frame.ended:
            frame = self._frames[name] = _Frame(*PICTURES[name])
        return await frame.picture(sight)

    async def close(self) -> None:
        """End the apps; twice is harmless."""
        frames, self._frames = self._frames, {}
        for frame in frames.values():
            await frame.close()


class _Frame:
    """One app that draws one picture at a time."""

    def __init__(self, size: tuple[int, int], dress: str) -> None:
        self._app = SpectatorApp(dress)
        self._turn = asyncio.Lock()
        self._running = asyncio.create_task(self._app.run_async(headless=True, size=size))

    @property
    def ended(self) -> bool:
        return self._running.done()

    async def picture(self, sight: Sight) -> str:
        async with self._turn:
            drawing = asyncio.create_task(self._draw(sight))
            await asyncio.wait({drawing, self._running}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if not drawing.done():
                drawing.cancel()
                raise PictureError(tr("this moment could not be drawn"))
            problem = drawing.exception()
            if problem is not None:
                raise PictureError(tr("this moment could not be drawn: {problem}", problem=problem))
            return bare(self._app.export_screenshot())

    async def _draw(self, sight: Sight) -> None:
        await self._app.ready.wait()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._app.call_later(self._app.paint, sight, done)
        await done

    async def close(self) -> None:
        self._app.exit()
        await asyncio.wait({self._running}, timeout=PATIENCE)
