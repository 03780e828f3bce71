"""One line in letters for across the table, with ordinary lines below it."""

from textwrap import wrap
from typing import Final

from textual.content import Content
from textual.widget import Widget

from companion.core.texts import tr
from companion.tui import bigtext

_HEIGHTS: Final = (bigtext.ROWS, bigtext.SCALES[-1].rows)
"""Rows of letters that can be read from two metres, and of the smallest ones."""


def winners_said(names: list[str]) -> tuple[str, ...]:
    """Say who has won, for large letters: two wordings, the fuller first; none for nobody."""
    who = " + ".join(names)
    if len(names) > 1:
        return tr("{names} WIN", names=who), who
    return (tr("{name} WINS", name=who), who) if names else ()


class BigLines(Widget):
    """Draws the first of several wordings that fits in large letters; below it, plain lines."""

    DEFAULT_CSS = "BigLines { width: 1fr; height: 1fr; }"

    wordings: tuple[str, ...] = ()
    lines: tuple[str | tuple[str, ...], ...] = ()

    def show(self, wordings: tuple[str, ...], lines: tuple[str | tuple[str, ...], ...]) -> None:
        """Show other wordings, the fullest first, and lines below them, of which some have a shorter wording too."""
        if (wordings, lines) != (self.wordings, self.lines):
            self.wordings, self.lines = wordings, lines
            self.refresh()

    def render(self) -> Content:
        """Draw as large as the room allows; large letters keep the rows they need to be read."""
        across, down = self.content_size
        said = [line for line in self.lines if line]
        # Where there is no room for letters and one line below them, smaller letters must do.
        sizes = (size for size in _HEIGHTS if size < down and _drawn(self.wordings, across, size))
        kept = next(sizes, 1) if self.wordings else 0
        below = _rows(said, across, down - kept)
        large = _drawn(self.wordings, across, down - sum(map(len, below)))
        if not large and self.wordings:
            large = (self.wordings[0],)
        parts = [Content.styled("\n".join(large), "bold")] if large else []
        parts += [
            Content.styled("\n".join(rows), "" if at or not self.wordings else "bold $foreground")
            for at, rows in enumerate(below)
        ]
        return Content("\n").join(parts)


def _rows(lines: list[str | tuple[str, ...]], across: int, down: int) -> list[list[str]]:
    """Break lines into rows; short of room a shorter wording does, or they are cut; at last the later ones go."""
    said = [(line,) if isinstance(line, str) else line for line in lines]
    broken = [wrap(line[0], max(1, across)) or [""] for line in said]
    for at, rows in enumerate(broken):
        if sum(map(len, broken)) > down and len(rows) > 1:
            brief = said[at][-1]
            broken[at] = [brief if len(brief) <= across else f"{rows[0][: max(0, across - 1)].rstrip()}…"]
    while broken and sum(map(len, broken)) > down:
        broken.pop()
    return broken


def _drawn(wordings: tuple[str, ...], across: int, down: int) -> tuple[str, ...]:
    """Draw the wording whose letters come out tallest; the fuller one among equals."""
    fits = [(bigtext.fitting(text, across, down), text) for text in wordings]
    found = [(scale, text) for scale, text in fits if scale is not None]
    if not found:
        return ()
    readable = [pair for pair in found if pair[0].rows >= bigtext.ROWS]
    scale, text = (readable or found)[0]
    return bigtext.draw(text, scale)
