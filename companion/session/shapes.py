"""Pictures made of words, lines and boxes: drawn as SVG here, and as pixels by whoever has a canvas.

Lengths are pixels, from the left and from the top. Colours are `#rrggbb`, or one of the inks, which
each way of drawing chooses for itself.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.core.printable import markup_escaped as escape

INK: Final = "ink"
SOFT: Final = "soft"
FAINT: Final = "faint"
ACCENT: Final = "accent"
PAPER: Final = "paper"

ON_PAPER: Final[dict[str, str]] = {
    INK: "#26221c",
    SOFT: "#6d665b",
    FAINT: "#ded8cc",
    ACCENT: "#b3541e",
    PAPER: "#fcfaf5",
}
"""Inks of a picture that stands for itself, on a light ground."""

ON_PAGE: Final[dict[str, str]] = {
    INK: "currentColor",
    SOFT: "currentColor",
    FAINT: "#8884",
    ACCENT: "currentColor",
    PAPER: "none",
}
"""Inks of a picture within a page, light or dark as that is."""


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text; `anchor` says which end of it stands at `x`: `start`, `middle` or `end`."""

    x: float
    y: float
    text: str
    size: float = 13
    anchor: str = "start"
    ink: str = INK
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: str = FAINT
    width: float = 1
    dash: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    ink: str
    width: float = 2.5
    dash: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """A filled box."""

    x: float
    y: float
    width: float
    height: float
    ink: str


Shape: TypeAlias = Word | Rule | Path | Box


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole picture: its size, what it shows for people who do not see it, and its shapes.

    They lie one on the other, from the ground up.
    """

    width: int
    height: int
    title: str
    shapes: tuple[Shape, ...]


def svg(drawing: Drawing, inks: Mapping[str, str]) -> str:
    """Write a drawing as SVG, each ink in its colour."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}"'
        f' role="img" aria-label="{escape(drawing.title)}" font-family="sans-serif">'
    )
    return "\n".join([head, *(_element(shape, inks) for shape in drawing.shapes), "</svg>"])


def _element(shape: Shape, inks: Mapping[str, str]) -> str:
    ink = inks.get(shape.ink, shape.ink)
    match shape:
        case Word():
            anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
            bold = ' font-weight="700"' if shape.bold else ""
            return (
                f'<text x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:g}"'
                f'{anchor}{bold} fill="{ink}">{escape(shape.text)}</text>'
            )
        case Rule():
            return (
                f'<line x1="{shape.x1:.1f}" y1="{shape.y1:.1f}" x2="{shape.x2:.1f}"'
                f' y2="{shape.y2:.1f}" {_stroke(shape, ink)}/>'
            )
        case Path():
            run = "L".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
            return f'<path d="M{run}" fill="none" {_stroke(shape, ink)}/>'
        case Box():
            return (
                f'<rect x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}"'
                f' height="{shape.height:.1f}" fill="{ink}"/>'
            )


def _stroke(shape: Rule | Path, ink: str) -> str:
    dash = f' stroke-dasharray="{" ".join(map(str, shape.dash))}"' if shape.dash else ""
    return f'stroke="{ink}" stroke-width="{shape.width:g}"{dash}'


# ---------------------------------------------------------------- how wide words are

_NARROW: Final = frozenset("iIljtf.,:;'|!()[]· ")
_BROAD: Final = frozenset("mMW@%—")
_ELLIPSIS: Final = "…"


def wide(text: str, size: float) -> float:
    """Return about how wide a text is in a sans-serif face; on the safe side."""
    return size * sum(map(_advance, text))


def _advance(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0
    if unicodedata.east_asian_width(sign) in "WF":
        return 1
    if sign in _NARROW:
        return 0.34
    if sign in _BROAD:
        return 0.92
    return 0.71 if sign.isupper() or sign == "w" else 0.59


def cut(text: str, size: float, room: float) -> str:
    """Return as much of a text as has room, with an ellipsis when that is not all."""
    if wide(text, size) <= room:
        return text
    kept = text
    while kept and wide(kept + _ELLIPSIS, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


def wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text at its blanks into lines that have room; a longer word is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and wide(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(cut(word, size, room))
    return lines
