"""The cube as a solid, its numbering, and how six-sided dice look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from models.labels import LABELS, SCULPTED, Label
from models.workshop.rendering.geometry import Solid
from models.workshop.rendering.glyphs import HEIGHT, SIDE, Glyphs
from models.workshop.rendering.marks import Mark, numeral_mask
from models.workshop.rendering.pips import PLAIN_PIPS, PipLook, pip_mark, random_pips
from models.workshop.rendering.style import DieStyle, random_ink, random_material
from models.workshop.rendering.symbols import symbol_height, symbol_mask

SIDES: Final = 6
LEFT_HANDED: Final = (1, 2, 3, 5, 4, 6)
"""Values of faces +z, +x, +y, -x, -y, -z: opposite ones sum to 7; 1, 2, 3 turn anticlockwise
around their corner, as on most dice sold in the west."""
RIGHT_HANDED: Final = (1, 3, 2, 4, 5, 6)
"""The same numbering seen in a mirror."""
_NORMALS: Final = ((0, 0, 1), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1))
_SYMBOL_SHARE: Final = 0.94


@lru_cache(maxsize=1)
def cube_solid() -> Solid:
    """The cube of inradius 1: faces +z, +x, +y, -x, -y, -z; edges are 2 long."""
    normals = np.array(_NORMALS, np.float64)
    ups = np.roll(normals, 1, axis=1)
    rights = np.cross(ups, normals)
    kites = np.stack(
        [
            normals + ups - rights,
            normals + ups + rights,
            normals - ups + rights,
            normals - ups - rights,
        ],
        axis=1,
    )
    return Solid(normals, kites, ups)


@dataclass(frozen=True, slots=True)
class Sculpture:
    """How the sculpted sides of a die look.

    Attributes:
        symbol: its number, as of `symbol_mask`.
        faces: values whose sides show it.
        depth: of the relief; see `Mark`.
        inked: whether the symbol is painted; bare relief otherwise.
        ground: whether the paint fills the ground around the symbol instead.
        size: side of the symbol's square in inradii.
        colour: of its paint, None for the die's ink.
    """

    symbol: int
    faces: tuple[int, ...] = (1,)
    depth: float = 0.8
    inked: bool = False
    ground: bool = False
    size: float = 1.7
    colour: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class CubeStyle(DieStyle):
    """One six-sided die's looks.

    Attributes:
        values: of each face of the solid.
        glyphs: its numerals; None for pips.
        pips: how pips look.
        sculpture: its sculpted sides, if it has any.
        quarters: per face, quarter turns of what stands on it.
        numeral: numerals' height in inradii.
        mark: on 6: `bar`, `dash`, `dot` or `none`.
        askew: numerals and symbols turned in their face, degrees.
    """

    values: tuple[int, ...] = LEFT_HANDED
    glyphs: Glyphs | None = None
    pips: PipLook = PLAIN_PIPS
    sculpture: Sculpture | None = None
    quarters: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    numeral: float = 1.1
    mark: str = "none"
    askew: float = 0.0

    @property
    def solid(self) -> Solid:
        """The cube."""
        return cube_solid()

    def _sculpted(self, face: int) -> bool:
        return self.sculpture is not None and self.values[face] in self.sculpture.faces

    def number(self, face: int) -> int:
        """What a face counts, 0 for a sculpted one."""
        return 0 if self._sculpted(face) else self.values[face]

    def label(self, face: int) -> int:
        """A face's place in LABELS."""
        if self._sculpted(face):
            return SCULPTED
        style = "pips" if self.glyphs is None else "numeral"
        return _PLACES[Label("d6", str(self.values[face]), style)]

    def symbol(self, face: int) -> int:
        """The symbol on a face, -1 for none."""
        return self.sculpture.symbol if self.sculpture and self._sculpted(face) else -1

    def twin(self, face: int) -> int:
        """None: a d6 has no 9."""
        del face
        return -1

    def upright(self, face: int) -> float | None:
        """How the face's print is turned from the face's `up`, None where pips have no top."""
        if self.glyphs is None and not self._sculpted(face):
            return None
        return 90.0 * self.quarters[face] + self.askew

    def mark_on(self, face: int) -> Mark:
        """What stands on a face."""
        turn = 90.0 * self.quarters[face]
        value = self.values[face]
        if self.sculpture is not None and self._sculpted(face):
            return _symbol_mark(self.sculpture, turn + self.askew)
        if self.glyphs is None:
            return pip_mark(self.pips, value, turn)
        mask = numeral_mask(self.glyphs, str(value), self.mark if value == SIDES else "none")
        return Mark(mask, self.numeral / 2 * SIDE / HEIGHT, turn=turn + self.askew)


_PLACES: Final = {label: place for place, label in enumerate(LABELS)}


def _symbol_mark(look: Sculpture, turn: float) -> Mark:
    mask = symbol_mask(look.symbol)
    ink = mask if look.inked else np.zeros_like(mask)
    if look.ground:
        ink = np.asarray(255 - mask, dtype=np.uint8)
        rim = round(0.5 * mask.shape[0] * (1 - _SYMBOL_SHARE))
        ink[:rim], ink[-rim:], ink[:, :rim], ink[:, -rim:] = 0, 0, 0, 0
    height = symbol_height(look.symbol) if look.depth else None
    return Mark(ink, look.size / 2, height, look.depth, turn=turn, colour=look.colour)


def _base(rng: np.random.Generator) -> dict[str, Any]:
    """Material, edges and numbering of any cube: sharp as in casinos, or strongly rounded."""
    looks = random_material(rng)
    looks["rounding"] = float(rng.uniform(0.03, 0.1) if rng.random() < 0.3 else rng.uniform(0.1, 0.6))
    looks["ball"] = float(rng.uniform(0.8, 1.08)) if rng.random() < 0.4 else 0.0
    looks["values"] = LEFT_HANDED if rng.random() < 0.7 else RIGHT_HANDED
    looks["quarters"] = tuple(int(v) for v in rng.integers(0, 4, SIDES))
    return looks


def random_pip_cube(rng: np.random.Generator) -> CubeStyle:
    """A die with pips."""
    looks = _base(rng)
    return CubeStyle(**looks, pips=random_pips(rng))


def random_numeral_cube(rng: np.random.Generator, glyphs: Glyphs) -> CubeStyle:
    """A six-sided die with numerals."""
    looks = _base(rng)
    mark = str(rng.choice(["bar", "dash", "dot", "none"], p=[0.3, 0.12, 0.2, 0.38]))
    askew = float(rng.normal(0, 3)) if rng.random() < 0.85 else 45.0
    numeral = float(rng.uniform(0.8, 1.45))
    return CubeStyle(**looks, glyphs=glyphs, mark=mark, askew=askew, numeral=numeral)


def random_sculpted_cube(rng: np.random.Generator, glyphs: Glyphs, symbol: int) -> CubeStyle:
    """A die with a symbol on one side or several, and pips, or numerals, on the others."""
    looks = _base(rng)
    count = 1 if rng.random() < 0.75 else int(rng.integers(2, 4))
    faces = (
        (1,)
        if count == 1 and rng.random() < 0.8
        else tuple(int(v) for v in rng.choice(np.arange(1, SIDES + 1), count, replace=False))
    )
    how = rng.random()
    raised = float(rng.choice([-1.0, 1.0])) * float(rng.uniform(0.6, 1.5))
    sculpture = Sculpture(
        symbol,
        faces,
        depth=0.0 if how < 0.2 else raised,
        inked=bool(how < 0.6),
        ground=bool(how > 0.9),
        size=float(rng.uniform(1.25, 1.85)),
        colour=random_ink(rng, looks["body"]) if rng.random() < 0.4 else None,
    )
    numerals = glyphs if rng.random() < 0.2 else None
    return CubeStyle(
        **looks,
        glyphs=numerals,
        pips=random_pips(rng),
        sculpture=sculpture,
        mark=str(rng.choice(["bar", "dot", "none"])),
        numeral=float(rng.uniform(0.8, 1.4)),
        askew=float(rng.normal(0, 3)),
    )
