"""Letters for across the table: a small font of blocks, drawn at the largest size that fits."""

import unicodedata
from dataclasses import dataclass
from typing import Final

ROWS: Final = 5
GAP: Final = 1

# One glyph is five rows of pixels; a hash is a block. Lower case borrows from upper case.
_FONT: Final[dict[str, str]] = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# .#.#. .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "#### ...# .##. #... ####",
    "0": ".##. #..# #..# #..# .##.",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".### #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# ###.",
    "+": "... .#. ### .#. ...",
    "-": "... ... ### ... ...",
    "=": "... ### ... ### ...",
    ":": ". # . # .",
    "!": "# # # . #",
    "?": "###. ...# .##. .... .#..",
    ".": ". . . . #",
    ",": ".. .. .. .# #.",
    "/": "..# ..# .#. #.. #..",
    "%": "#..# ...# .##. #... #..#",
    "'": "# # . . .",
    "\N{MULTIPLICATION SIGN}": "... #.# .#. #.# ...",
    "→": "..#.. ...#. ##### ...#. ..#..",
    " ": ".. .. .. .. ..",
}
_UNKNOWN: Final = "#### #..# #..# #..# ####"
_HALVES: Final = {"##": "█", "#.": "▀", ".#": "▄", "..": " "}


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a pixel of the font is drawn."""

    # half cells across; with an odd number the strokes are a little wider than their distance,
    # which makes up for cells being taller than wide
    halves: int
    down: int  # cells down
    half: bool = False  # two rows of pixels are packed into one row of cells

    @property
    def stroke(self) -> int:
        """Cells across that one pixel takes."""
        return (self.halves + 1) // 2

    def place(self, column: int) -> int:
        """Return the cell at which a column of pixels begins."""
        return column * self.halves // 2

    @property
    def rows(self) -> int:
        """Rows that a line of text takes."""
        return (ROWS + 1) // 2 if self.half else ROWS * self.down


SCALES: Final = (
    Scale(8, 2),
    Scale(6, 2),
    Scale(4, 1),
    Scale(3, 1),
    Scale(2, 1),
    Scale(2, 1, half=True),
)
"""From the largest to the smallest."""


def width(text: str, scale: Scale) -> int:
    """Cells that one line of `text` takes across."""
    columns = [len(_rows(character)[0]) for character in _plain(text)]
    last = sum(columns) + GAP * (len(columns) - 1) - 1
    return scale.place(last) + scale.stroke


def fitting(text: str, across: int, down: int) -> Scale | None:
    """Return the largest scale at which `text` fits into so many cells, or None."""
    return next((scale for scale in SCALES if scale.rows <= down and width(text, scale) <= across), None)


def draw(text: str, scale: Scale) -> tuple[str, ...]:
    """Draw one line of text as rows of blocks, all of the same length."""
    glyphs = [_rows(character) for character in _plain(text)]
    pixels = [("." * GAP).join(glyph[row] for glyph in glyphs) for row in range(ROWS)]
    if scale.half:
        pairs = zip(pixels[::2], [*pixels[1::2], "." * len(pixels[0])], strict=True)
        return tuple("".join(_HALVES[top + bottom] for top, bottom in zip(*rows, strict=True)) for rows in pairs)
    return tuple(line for line in (_stretched(row, scale) for row in pixels) for _ in range(scale.down))


def _stretched(row: str, scale: Scale) -> str:
    cells = [" "] * (scale.place(len(row) - 1) + scale.stroke)
    for column, pixel in enumerate(row):
        if pixel == "#":
            start = scale.place(column)
            cells[start : start + scale.stroke] = "█" * scale.stroke
    return "".join(cells)


def _rows(character: str) -> list[str]:
    return _FONT.get(character, _UNKNOWN).split(" ")


def _plain(text: str) -> str:
    """Take accents off and raise to upper case, since the font has neither."""
    decomposed = unicodedata.normalize("NFKD", text.upper())
    return "".join(c for c in decomposed if not unicodedata.combining(c)) or " "
