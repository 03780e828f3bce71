"""Which dice there are: everything that makes each physical die differ from the others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from models.workshop.independent import lettering, patterns, solids

SEED: Final = 20811
"""Every choice follows from this, the names of the typefaces, and a die's or a scene's number."""
D10S: Final = 64
D00S: Final = 10
D6S: Final = 12
MONSTERS: Final = ("ember", "tide", "thorn", "gloom", "storm", "bone")
TYPEFACES: Final = (
    "alfa-slab-one", "almendra", "archivo-black", "audiowide", "bangers", "barlow-condensed",
    "caesar-dressing", "cinzel", "crimson-pro", "exo-2", "fredoka", "grenze-gotisch",
    "ibm-plex-sans", "josefin-sans", "kanit", "libre-baskerville", "merriweather", "metamorphous",
    "orbitron", "oswald", "patua-one", "pirata-one", "righteous", "rubik", "russo-one", "signika",
    "space-grotesk", "teko", "titan-one", "uncial-antiqua", "work-sans", "zilla-slab",
)  # fmt: skip
"""Packages @fontsource/NAME of the npm registry, all under the SIL Open Font License 1.1."""
_WEIGHTS: Final = ("700", "400", "600", "500", "900")

_KINDS: Final = (
    ("plain", 18), ("marble", 11), ("speckle", 7), ("translucent", 13), ("pearl", 6), ("metal", 5),
    ("wood", 4),
)  # fmt: skip
_DARK: Final = (
    "#15151a", "#1b2a5c", "#5a1020", "#123c22", "#3a1854", "#4a2a16", "#0f4a55", "#8a1616",
    "#24347e", "#1d5c34", "#6a1e6e", "#343a40",
)  # fmt: skip
_LIGHT: Final = (
    "#efe9d8", "#f4f4f4", "#e9c46a", "#9fd3c7", "#f2b5c4", "#b9d7f2", "#d8d4ef", "#cfe8a9",
    "#ef8a3c", "#d9b98a", "#58b4d8", "#e2d43a",
)  # fmt: skip
_PALE_INK: Final = ("#f6f3ea", "#ffffff", "#f2cf4a", "#c8f0e4", "#ffb27a", "#f3d7e2")
_DEEP_INK: Final = ("#0d0d10", "#14204e", "#5c0f14", "#123a1f", "#2f1240", "#3a1c0a")
_METALLIC: Final = ((0.95, 0.72, 0.32), (0.88, 0.89, 0.9), (0.9, 0.52, 0.34))
_MONSTER_LOOKS: Final = {
    # symbol, kind of body, its two colours, ink of the pips, whether the symbol is painted too
    "ember": ("flame", "marble", "#7a1208", "#e8641c", "#f7dc8a", True),
    "tide": ("wave", "translucent", "#0b4a8a", "#2f8fd0", "#f4f7fa", False),
    "thorn": ("claw", "plain", "#2f7a34", "#2f7a34", "#f2efda", False),
    "gloom": ("eye", "speckle", "#3b1c58", "#7d5ba6", "#e9dcff", True),
    "storm": ("bolt", "pearl", "#3d4650", "#7d8894", "#f5e04a", True),
    "bone": ("skull", "plain", "#e8dfc8", "#e8dfc8", "#231a12", False),
}


@dataclass(frozen=True, slots=True)
class Die:
    """One physical die.

    Attributes:
        name: tells it from every other die.
        kind: `d10`, `d00` or `d6`, as the manifest has it.
        solid: its sharp shape.
        rounding: radius of its edges in millimetres.
        body: `plain`, `marble`, `speckle`, `translucent`, `pearl`, `metal` or `wood`.
        colours: of the body; some kinds use the first only.
        ink: its colour.
        metallic: the ink is of metal.
        gloss: roughness of the body's surface (the alpha of its microfacets), 0 is a mirror.
        carved: how deep numerals and pips are cut, in millimetres.
        hand: the lettering; None on a die of pips.
        typeface: its name; empty on a die of pips.
        pips: radius and spread of pips in parts of the half side.
        symbol: what side 1 bears in relief instead of its pip; empty on other dice.
        painted: the symbol is inked.
    """

    name: str
    kind: str
    solid: solids.Solid
    rounding: float
    body: str
    colours: tuple[patterns.Colour, patterns.Colour]
    ink: patterns.Colour
    metallic: bool
    gloss: float
    carved: float
    hand: lettering.Hand | None = None
    typeface: str = ""
    pips: tuple[float, float] = (0.2, 0.5)
    symbol: str = ""
    painted: bool = False

    def printed(self, number: int) -> str:
        """What the side counted as `number` shows: "7", "70", "S"."""
        if self.symbol and number == 1:
            return "S"
        return f"{number}0" if self.kind == "d00" else str(number)

    @property
    def numbers(self) -> tuple[int, ...]:
        """What its sides are counted as, in order."""
        return tuple(sorted(side.number for side in self.solid.sides))


def _chance(*name: int | str) -> np.random.Generator:
    """Chance that depends on the name alone."""
    letters = [part if isinstance(part, int) else sum(map(ord, part)) for part in name]
    return np.random.default_rng([SEED, *letters])


def _font(folder: Path, typeface: str, turn: int) -> Path:
    """A file of the typeface; another weight at another turn where there is one."""
    files = folder / "node_modules" / "@fontsource" / typeface / "files"
    found = [files / f"{typeface}-latin-{weight}-normal.woff2" for weight in _WEIGHTS]
    found = [path for path in found if path.exists()]
    if not found:
        raise FileNotFoundError(f"typeface {typeface} is not in {folder}: install it as README.md says")
    return found[turn % min(2, len(found))]


def family(path: Path) -> str:
    """What a font file calls its family, in small letters; empty where it cannot be read."""
    from PIL import ImageFont

    try:
        return str(ImageFont.truetype(str(path), 20).getname()[0]).lower()
    except OSError:
        return ""


def refuse_known(folder: Path, known: Path) -> None:
    """Raise ValueError if a typeface of the set is among the fonts under `known`, by family."""
    there = {family(path) for path in known.rglob("*") if path.suffix in {".ttf", ".otf", ".ttc"}}
    for typeface in TYPEFACES:
        name = family(_font(folder, typeface, 0))
        first = typeface.replace("-", " ")
        if name in there or any(other.startswith(first) for other in there):
            raise ValueError(f"typeface {name} is not new: {known} has it, and training draws on those")


def _looks(
    body: str, rng: np.random.Generator
) -> tuple[tuple[patterns.Colour, patterns.Colour], patterns.Colour, bool]:
    """Colours of body and ink that a maker would sell together, and whether the ink is of metal."""

    def pick(names: tuple[str, ...]) -> patterns.Colour:
        return patterns.linear(str(rng.choice(names)))

    if body == "metal":
        tint = _METALLIC[int(rng.integers(0, 3))]
        return (tint, tint), pick(_DEEP_INK), False
    if body == "wood":
        return (patterns.linear("#d2aa76"), patterns.linear("#a97c4c")), pick(_DEEP_INK[:1]), False
    dark = bool(rng.random() < (0.75 if body in {"translucent", "pearl"} else 0.55))
    first = pick(_DARK if dark else _LIGHT)
    second = pick(_DARK if dark else _LIGHT) if body == "marble" else pick(_LIGHT if dark else _DARK)
    metallic = dark and bool(rng.random() < (0.55 if body == "translucent" else 0.3))
    ink = _METALLIC[int(rng.integers(0, 3))] if metallic else pick(_PALE_INK if dark else _DEEP_INK)
    return (first, second), ink, metallic


def _ten_sided(kind: str, place: int, body: str, folder: Path) -> Die:
    rng = _chance(kind, place)
    colours, ink, metallic = _looks(body, rng)
    typeface = TYPEFACES[(place * 7 + (3 if kind == "d00" else 0)) % len(TYPEFACES)]
    radius = float(rng.uniform(8.2, 10.6))
    solid = solids.trapezohedron(radius, float(rng.uniform(0.84, 1.0)), mirrored=bool(place % 2))
    solids.check(solid, 9)
    mark = ("bar", "bar", "dot", "none", "bar")[place % 5]
    height = float(rng.uniform(0.95, 1.3))
    return Die(
        f"{kind}-{place:02d}-{body}",
        kind,
        solid,
        float(rng.choice([0.25, 0.5, 0.8, 1.2, 1.7])),
        body,
        colours,
        ink,
        metallic,
        float(rng.choice([0.04, 0.08, 0.15, 0.3])) if body != "wood" else 0.3,
        float(rng.choice([0.0, 0.15, 0.3])),
        lettering.Hand(_font(folder, typeface, place // 32), height, mark, tens=kind == "d00"),
        typeface,
    )


def _bodies(count: int, name: str) -> list[str]:
    """Kinds of body for so many dice, in the catalogue's proportions, shuffled."""
    total = sum(share for _, share in _KINDS)
    full = [kind for kind, share in _KINDS for _ in range(share)]
    chosen = [full[place * total // count] for place in range(count)]
    return [chosen[place] for place in _chance(name).permutation(count)]


def _six_sided(place: int, body: str) -> Die:
    rng = _chance("d6", place)
    colours, ink, metallic = _looks(body, rng)
    solid = solids.cube(float(rng.uniform(11.5, 17)), mirrored=bool(place % 2))
    solids.check(solid, 7)
    return Die(
        f"d6-{place:02d}-{body}",
        "d6",
        solid,
        solid.depth * float(rng.choice([0.08, 0.2, 0.35])),
        body,
        colours,
        ink,
        metallic,
        float(rng.choice([0.04, 0.1, 0.25])),
        float(rng.choice([0.0, 0.3, 0.5])),
        pips=(float(rng.uniform(0.15, 0.22)), float(rng.uniform(0.46, 0.54))),
    )


def _monster(name: str) -> Die:
    rng = _chance("monster", name)
    symbol, body, first, second, ink, painted = _MONSTER_LOOKS[name]
    solid = solids.cube(float(rng.uniform(15, 17)), mirrored=False)
    return Die(
        name,
        "d6",
        solid,
        solid.depth * float(rng.uniform(0.14, 0.26)),
        body,
        (patterns.linear(first), patterns.linear(second)),
        patterns.linear(ink),
        metallic=False,
        gloss=float(rng.choice([0.08, 0.15, 0.25])),
        carved=0.3,
        pips=(0.17, 0.47),
        symbol=symbol,
        painted=painted,
    )


def dice(group: str, folder: Path) -> list[Die]:
    """Every die of a group: `d10`, `d00`, `d6` or `monsters`; typefaces are found in the folder."""
    match group:
        case "d10":
            bodies = _bodies(D10S, group)
            return [_ten_sided("d10", place, body, folder) for place, body in enumerate(bodies)]
        case "d00":
            bodies = _bodies(D00S, group)
            return [_ten_sided("d00", place, body, folder) for place, body in enumerate(bodies)]
        case "d6":
            return [_six_sided(place, body) for place, body in enumerate(_bodies(D6S, group))]
        case "monsters":
            return [_monster(name) for name in MONSTERS]
        case _:
            raise ValueError(f"no group {group!r}: there are d10, d00, d6 and monsters")
