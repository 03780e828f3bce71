"""Pictures that Textual exported, made fit for browsers elsewhere: nothing fetched, nothing torn.

Fonts become the looking machine's own, so letters are stretched to their cells, and letters made of
blocks become areas: drawn as text they would show gaps in every font but one.
"""

import re
from html import unescape
from itertools import groupby
from typing import Final

# The sizes that Rich draws with: of a cell, and from a line's foot up to its head.
ACROSS: Final = 12.2
DOWN: Final = 24.4
ASCENT: Final = 18.5
OVERLAP: Final = 0.25  # By so much an area reaches into the next line, as the backgrounds do

FONT: Final = (
    'font-family: "Cascadia Mono", "SF Mono", Menlo, "DejaVu Sans Mono", Consolas,'
    ' "Liberation Mono", monospace; font-size: 20px;'
)

# character -> where its area begins within the cell, and how large it is, in parts of the cell
BLOCKS: Final = {
    "█": (0.0, 0.0, 1.0, 1.0),
    "▀": (0.0, 0.0, 1.0, 0.5),
    "▄": (0.0, 0.5, 1.0, 0.5),
    "▌": (0.0, 0.0, 0.5, 1.0),
    "▐": (0.5, 0.0, 0.5, 1.0),
}
BLANK: Final = " \N{NO-BREAK SPACE}"

_TERMINAL: Final = re.compile(r'-clip-terminal">\s*<rect x="0" y="0" width="([\d.]+)" height="([\d.]+)"')
_INSIDE: Final = re.compile(r'<g transform="translate\(\S+ \S+\)"(?= clip-path=)')
_TEXT: Final = re.compile(r'<text class="([^"]*)" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>')


def bare(svg: str) -> str:
    """Return a picture of `App.export_screenshot` without foreign fonts, drawn window and margin."""
    svg = re.sub(r"<!--.*?-->|@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"(-matrix \{\s*)font-family:[^;]*;\s*font-size:[^;]*;", rf"\1{FONT}", svg)
    svg = re.sub(r"\.[\w-]+-title \{.*?\}", "", svg, flags=re.DOTALL)
    svg = _TEXT.sub(_as_areas, svg).replace(" textLength=", ' lengthAdjust="spacingAndGlyphs" textLength=')
    terminal, inside = _TERMINAL.search(svg), _INSIDE.search(svg)
    if terminal is None or inside is None:
        return svg
    size = f"0 0 {float(terminal[1]):.1f} {float(terminal[2]):.1f}"
    head = re.sub(r'viewBox="[^"]*"', f'viewBox="{size}"', svg[: svg.index("</defs>")], count=1)
    return f"{head}</defs><g{svg[inside.end() :]}"


def _as_areas(found: re.Match[str]) -> str:
    text = unescape(found[4])
    if not text.strip(BLANK):
        return ""
    if any(sign not in BLOCKS and sign not in BLANK for sign in text):
        return found[0]
    x, top = float(found[2]), float(found[3]) - ASCENT
    path, at = "", 0
    for sign, run in groupby(text):
        count = len(list(run))
        if sign in BLOCKS:
            path += _areas(sign, count, x + at * ACROSS, top)
        at += count
    return f'<path class="{found[1]}" shape-rendering="crispEdges" d="{path}"/>'


def _areas(sign: str, count: int, x: float, y: float) -> str:
    """Draw so many blocks side by side; those that fill their cells' width in one piece."""
    left, top, across, down = BLOCKS[sign]
    size = (ACROSS * (count if across == 1.0 else across), DOWN * down + OVERLAP)
    starts = [x] if across == 1.0 else [x + n * ACROSS for n in range(count)]
    return "".join(
        f"M{start + left * ACROSS:.1f} {y + top * DOWN:.2f}h{size[0]:.1f}v{size[1]:.2f}h{-size[0]:.1f}z"
        for start in starts
    )
