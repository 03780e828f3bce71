"""One line in letters for across the table, with ordinary lines below it."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from companion.tui import bigtext


class BigLines(Widget):
    """Draws the first of several wordings that fits in large letters; below it, plain lines."""

    DEFAULT_CSS = "BigLines { width: 1fr; height: 1fr; }"

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.wordings: tuple[str, ...] = ()
        self.lines: tuple[str, ...] = ()

    def show(self, wordings: tuple[str, ...], lines: tuple[str, ...]) -> None:
        """Show something else.

        Args:
            wordings: what to draw large, the fullest first; later ones are for less room.
            lines: said below in ordinary letters.
        """
        if (wordings, lines) == (self.wordings, self.lines):
            return
        self.wordings, self.lines = wordings, lines
        self.refresh()

    def render(self) -> Content:
        """Draw as large as the room allows; the plain lines go first when room is short."""
        across, down = self.content_size
        below = [line for line in self.lines if line]
        room = down - len(below)
        large = _drawn(self.wordings, across, room)
        if not large and self.wordings:
            large = (self.wordings[0],)
        parts = [Content.styled("\n".join(large), "bold")] if large else []
        parts += [
            Content.styled(line, "" if row or not self.wordings else "bold $foreground")
            for row, line in enumerate(below)
        ]
        return Content("\n").join(parts)


def _drawn(wordings: tuple[str, ...], across: int, down: int) -> tuple[str, ...]:
    """Draw the wording whose letters come out tallest; the fuller one among equals."""
    fits = [(bigtext.fitting(text, across, down), text) for text in wordings]
    found = [(scale, text) for scale, text in fits if scale is not None]
    if not found:
        return ()
    readable = [pair for pair in found if pair[0].rows >= bigtext.ROWS]
    scale, text = (readable or found)[0]
    return bigtext.draw(text, scale)
