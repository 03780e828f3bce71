"""A score chart as SVG: one line a seat, for the report and for sharing. Text in, text out."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.session.course import Course, Line

# Okabe and Ito's colours, which people with any colour vision tell apart; dashes tell the lines
# apart without colour.
COLOURS: Final = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999900",
)  # fmt: skip
_DASHES: Final = ("", "8 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 2", "6 2 2 2")

_MOST_MARKS: Final = 6


@dataclass(frozen=True, slots=True)
class Frame:
    """Where on the page the chart lies, in pixels.

    Attributes:
        width: of the whole picture.
        height: of the whole picture.
        left: room for the numbers of the scores.
        right: room for the names at the ends of the lines.
        top: room above.
        bottom: room for the numbers of the actions.
    """

    width: int = 860
    height: int = 320
    left: int = 46
    right: int = 150
    top: int = 14
    bottom: int = 34


@dataclass(frozen=True, slots=True)
class Scale:
    """Turns an action's number and a score into a place on the page."""

    frame: Frame
    last: int
    low: int
    high: int

    def x(self, number: float) -> float:
        """Place of an action, from the left."""
        frame = self.frame
        wide = frame.width - frame.left - frame.right
        return frame.left + wide * number / max(1, self.last)

    def y(self, total: float) -> float:
        """Place of a score, from the top."""
        frame = self.frame
        tall = frame.height - frame.top - frame.bottom
        return frame.top + tall * (self.high - total) / max(1, self.high - self.low)


def chart(course: Course, column: str, names: tuple[str, ...], frame: Frame = Frame()) -> str:
    """Draw one score of every seat over the game.

    Args:
        course: the game's course.
        column: which score.
        names: of the seats, clockwise.
        frame: where it lies.
    """
    lines = course.of(column)
    totals = [point.total for line in lines for point in line.points] or [0]
    scale = Scale(frame, course.last, min(0, *totals), max(1, *totals))
    title = escape(f"{column} over the game")
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame.width} {frame.height}"'
        f' role="img" aria-label="{title}" font-family="sans-serif" font-size="13">'
    )
    parts = [
        head,
        *_marks(scale),
        *(_line(line, scale) for line in lines),
        *_names(lines, names, scale),
        "</svg>",
    ]
    return "\n".join(parts)


def steps(low: int, high: int, most: int = _MOST_MARKS) -> tuple[int, ...]:
    """Return round numbers from `low` to `high`, at most `most` + 1 of them."""
    width = 1
    for factor in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000):
        width = factor
        if (high - low) / factor <= most:
            break
    first = -(-low // width) * width
    return tuple(range(first, high + 1, width))


def _marks(scale: Scale) -> list[str]:
    frame = scale.frame
    right, bottom = frame.width - frame.right, frame.height - frame.bottom
    parts = []
    for total in steps(scale.low, scale.high):
        y = scale.y(total)
        parts.append(
            f'<line x1="{frame.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>'
            f'<text x="{frame.left - 6}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor">'
            f"{total}</text>"
        )
    numbers = (
        f'<text x="{scale.x(number):.1f}" y="{bottom + 18}" text-anchor="middle"'
        f' fill="currentColor">{number}</text>'
        for number in steps(0, scale.last)
    )
    return [*parts, *numbers]


def _line(line: Line, scale: Scale) -> str:
    """Draw a line in steps: a score stands until it changes."""
    path, before = "", None
    for number, total in line.points:
        x, y = scale.x(number), scale.y(total)
        path += f"M{x:.1f},{y:.1f}" if before is None else f"L{x:.1f},{before:.1f}V{y:.1f}"
        before = y
    return f'<path d="{path}" fill="none" stroke-width="2.5" {_stroke(line.seat)}/>'


def _names(lines: tuple[Line, ...], names: tuple[str, ...], scale: Scale) -> list[str]:
    """Write names at the ends of their lines, moved apart where they would lie on each other."""
    frame = scale.frame
    x = frame.width - frame.right + 8
    ordered = sorted(lines, key=lambda line: scale.y(line.now))
    places = apart([scale.y(line.now) for line in ordered], frame.height - 6)
    parts = []
    for line, y in zip(ordered, places, strict=True):
        parts.append(
            f'<line x1="{x}" x2="{x + 18}" y1="{y:.1f}" y2="{y:.1f}" stroke-width="2.5"'
            f" {_stroke(line.seat)}/>"
            f'<text x="{x + 23}" y="{y + 4:.1f}" fill="currentColor">'
            f"{escape(names[line.seat])} {line.now}</text>"
        )
    return parts


def apart(places: list[float], lowest: float, gap: float = 16) -> list[float]:
    """Move places, sorted from the top, so far apart as `gap`, and none below `lowest`."""
    found = list(places)
    for at in range(1, len(found)):
        found[at] = max(found[at], found[at - 1] + gap)
    for at in reversed(range(len(found))):
        below = lowest if at == len(found) - 1 else found[at + 1] - gap
        found[at] = min(found[at], below)
    return found


def _stroke(seat: int) -> str:
    dash = _DASHES[seat % len(_DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{COLOURS[seat % len(COLOURS)]}"{dashed}'
