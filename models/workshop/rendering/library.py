"""Every hand that numerals can be drawn in, split into those for training and those kept back."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.workshop.rendering.glyphs import Glyphs, font_files, font_glyphs, stroke_glyphs

FONT_ROOTS: Final = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"))
MORE_FONTS: Final = Path("build/fonts")
"""Typefaces that only training uses, where `models.workshop.training.typefaces` has fetched some."""
_PER_FAMILY: Final = 5
_HELD_OUT: Final = 5
"""One family in so many is never trained on."""
_STROKE_HANDS: Final = 240


def _thickened(masks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Hairlines made as thick as a mould can cut."""
    if float((masks > 127).mean()) > 0.085:
        return masks
    kernel = np.ones((3, 3), np.uint8)
    return np.stack([np.asarray(cv2.dilate(mask, kernel), dtype=np.uint8) for mask in masks])


def load_glyphs(*, held_out: bool) -> list[Glyphs]:
    """Numerals of every usable font and of drawn hands, on one side of the split.

    Args:
        held_out: the families kept back for measuring and calibrating, or the others.
    """
    families: dict[str, list[Glyphs]] = {}
    for path in font_files(FONT_ROOTS if held_out else (*FONT_ROOTS, MORE_FONTS)):
        glyphs = font_glyphs(path)
        if glyphs is not None:
            families.setdefault(glyphs.family.split("-")[0].strip(), []).append(glyphs)
    chosen = [stroke_glyphs(2 * seed + held_out) for seed in range(_STROKE_HANDS)]
    for family, members in sorted(families.items()):
        if (zlib.crc32(family.encode()) % _HELD_OUT == 0) == held_out:
            step = max(1, len(members) // _PER_FAMILY)
            chosen += [Glyphs(member.family, _thickened(member.masks)) for member in members[::step][:_PER_FAMILY]]
    return chosen
