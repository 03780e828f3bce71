"""What is shown at this moment: the scene, its number and its pictures, for any number of browsers."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.session.scene import Notice

if TYPE_CHECKING:
    from companion.session.scene import Sight

    Draw = Callable[[str, Sight], Awaitable[str]]
    """Draws a picture by its name, as SVG; raises `CompanionError`."""

COMPRESSION: Final = 5
"""The level of gzip: a picture shrinks to a tenth, and more effort gains little."""

UNDRAWN: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 120">'
    '<text x="20" y="70" font-family="sans-serif" font-size="24" fill="#b3261e">'
    "This moment cannot be drawn; the words below say it.</text></svg>"
)


async def _undrawn(_name: str, _sight: Sight) -> str:
    return UNDRAWN


class Picture(NamedTuple):
    """A picture, as it is sent: the number of the sight it shows, as SVG in UTF-8 and compressed."""

    number: int
    svg: bytes
    gzipped: bytes


@dataclass(slots=True)
class _Slot:
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    picture: Picture | None = None


class Stage:
    """Holds what is shown now. A browser gets the newest, never a queue of old ones.

    Args:
        draw: draws it.
        names: of the pictures that can be drawn of it.
        first: number of the first sight; random, so that browsers notice a restarted server.
    """

    def __init__(self, draw: Draw = _undrawn, names: tuple[str, ...] = (), first: int | None = None) -> None:
        self._draw = draw
        self._slots = {name: _Slot() for name in names}
        self._drawing: set[asyncio.Task[Picture]] = set()
        self._wake = asyncio.Event()
        self.number = secrets.randbelow(1 << 40) if first is None else first
        self.sight: Any = Notice(tr("One moment, please."))
        self.message = (-1, b"")  # what browsers get of a sight, with its number
        self.closed = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pictures."""
        return tuple(self._slots)

    def show(self, sight: object) -> None:
        """Show another sight, or whatever else the site's pages are made of, to everybody."""
        self.sight = sight
        self.number += 1
        self._wake_all()

    def close(self) -> None:
        """End all waiting."""
        self.closed = True
        self._wake_all()

    async def other_than(self, number: int) -> None:
        """Wait until a sight of another number is shown, or the stage is closed."""
        while self.number == number and not self.closed:
            await self._wake.wait()

    async def picture(self, name: str) -> Picture:
        """Return the newest picture of a name, drawn once for everybody.

        A browser that leaves early does not stop it for the others.
        """
        drawing = asyncio.create_task(self._newest(name))
        self._drawing.add(drawing)
        drawing.add_done_callback(self._drawing.discard)
        return await asyncio.shield(drawing)

    async def _newest(self, name: str) -> Picture:
        slot = self._slots[name]
        async with slot.turn:
            number = self.number
            if slot.picture is None or slot.picture.number != number:
                try:
                    svg = await self._draw(name, self.sight)
                except CompanionError:
                    svg = UNDRAWN
                body = svg.encode()
                slot.picture = Picture(number, body, gzip.compress(body, COMPRESSION, mtime=0))
            return slot.picture

    def _wake_all(self) -> None:
        waking, self._wake = self._wake, asyncio.Event()
        waking.set()
