"""The program's colours in four dresses: dark, light, high contrast, and none at all.

Boards and screens name what a thing means (`$turn`, `$winner`), never a colour. Besides the colours
that every Textual theme has, ours say these names; some are a colour, which style sheets use too,
and some a whole style, which only text can have: `bold #ffffff on #2b5fd9`, without colours
`bold reverse`. Colour is never alone: a mark or a word stands beside it, so that all can be read in
every dress.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from textual.theme import Theme

HUES: Final = (
    "blue", "sand", "green", "violet", "red", "orange", "teal", "cyan", "mist",
)  # fmt: skip
"""Colours that tell things apart: families, races, players. `$blue` writes in one, `$on-blue` fills."""


@dataclass(frozen=True, slots=True)
class Palette:
    """What the colours of a dress are, as `#rrggbb`.

    Attributes:
        ink: text on the background.
        paper: the background.
        surface: background of lists and dialogs.
        panel: background of bars.
        primary: lines around what is in front.
        secondary: lines between parts.
        accent: what to look at.
        good: success.
        warn: a warning.
        bad: a failure.
        hues: one for each of `HUES`.
        filled: text on a hue, on the accent, and on `good`.
        turn: text and ground of whose turn it is.
        danger: text and ground of who is in danger.
        ask: background of what the table waits for.
        refuse: text and ground of a refusal.
        cursor: text and ground of the chosen line of a list.
        resting: text and ground of the chosen line of a list that has no focus.
        bright: what stands out without a meaning of its own.
        dim: what is of less weight, in style sheets.
    """

    ink: str
    paper: str
    surface: str
    panel: str
    primary: str
    secondary: str
    accent: str
    good: str
    warn: str
    bad: str
    hues: tuple[str, ...]
    filled: str
    turn: tuple[str, str]
    danger: tuple[str, str]
    ask: str
    refuse: tuple[str, str]
    cursor: tuple[str, str]
    resting: tuple[str, str]
    bright: str
    dim: str


def _hued(palette: Palette) -> dict[str, str]:
    hues = dict(zip(HUES, palette.hues, strict=True))
    return {
        **hues,
        **{f"on-{name}": f"bold {palette.filled} on {hue}" for name, hue in hues.items()},
    }


def _meant(palette: Palette) -> dict[str, str]:
    """Return the names that mean something, for text."""
    high, low = palette.accent, palette.hues[HUES.index("blue")]
    tied = palette.hues[HUES.index("orange")]
    return {
        "turn": f"bold {palette.turn[0]} on {palette.turn[1]}",
        "danger": f"bold {palette.danger[0]} on {palette.danger[1]}",
        "in-danger": f"bold {palette.bad}",
        "lead": f"bold {palette.accent}",
        "winner": f"bold {palette.filled} on {palette.accent}",
        "won": f"bold {palette.filled} on {palette.good}",
        "has-won": f"bold {palette.good}",
        "tied": f"bold {palette.filled} on {tied}",
        "has-tied": f"bold {tied}",
        "called-high": f"bold {palette.filled} on {high}",
        "called-low": f"bold {palette.filled} on {low}",
        "high": f"bold {high}",
        "low": f"bold {low}",
        "bright": f"bold {palette.bright}",
        "waited": f"bold {palette.primary}",
    }


def _worn(palette: Palette) -> dict[str, str]:
    """Return the names that style sheets use, ours and those that Textual makes up otherwise."""
    return {
        "ask-background": palette.ask,
        "refuse-background": palette.refuse[1],
        "refuse-foreground": palette.refuse[0],
        "cursor-foreground": palette.cursor[0],
        "cursor-background": palette.cursor[1],
        "resting-foreground": palette.resting[0],
        "resting-background": palette.resting[1],
        "cursor-style": "none",
        "block-cursor-foreground": palette.cursor[0],
        "block-cursor-background": palette.cursor[1],
        "block-cursor-blurred-foreground": palette.resting[0],
        "block-cursor-blurred-background": palette.resting[1],
        "text": palette.ink,
        "text-muted": palette.dim,
        "text-disabled": palette.ink,  # what cannot be chosen is faint already
        "border": palette.primary,
        "border-blurred": palette.secondary,
        "input-cursor-foreground": palette.paper,
        "input-cursor-background": palette.ink,
        "input-selection-foreground": palette.resting[0],
        "input-selection-background": palette.resting[1],
        "footer-background": palette.panel,
        "footer-foreground": palette.ink,
        "footer-key-foreground": palette.accent,
        "footer-description-foreground": palette.ink,
        "scrollbar": palette.secondary,
        "scrollbar-hover": palette.primary,
        "scrollbar-active": palette.accent,
        "scrollbar-background": palette.panel,
        "scrollbar-background-hover": palette.panel,
        "scrollbar-background-active": palette.panel,
        "scrollbar-corner-color": palette.panel,
    }


def _theme(name: str, palette: Palette, *, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=palette.primary,
        secondary=palette.secondary,
        accent=palette.accent,
        success=palette.good,
        warning=palette.warn,
        error=palette.bad,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.surface,
        panel=palette.panel,
        dark=dark,
        variables={**_hued(palette), **_meant(palette), **_worn(palette)},
    )


TABLE: Final = _theme(
    "tableside",
    Palette(
        ink="#e6e9f5", paper="#14161f", surface="#1b1e2b", panel="#252a3d",
        primary="#7aa2f7", secondary="#3b4261",
        accent="#ffd75f", good="#9ece6a", warn="#ffb454", bad="#f7768e",
        hues=(
            "#7dcfff", "#e0af68", "#9ece6a", "#c9a0ff", "#f7768e",
            "#ff9e64", "#73daca", "#b4f9f8", "#c0caf5",
        ),
        filled="#14161f",
        turn=("#ffffff", "#2b5fd9"), danger=("#ffffff", "#b3261e"),
        ask="#10235c", refuse=("#ffffff", "#5c1a2b"),
        cursor=("#ffffff", "#37477d"), resting=("#ffffff", "#2f3b63"),
        bright="#ffffff", dim="#a3a9bf",
    ),
    dark=True,
)  # fmt: skip
"""Calm dark surfaces: the first choice."""

PAPER: Final = _theme(
    "paper",
    Palette(
        ink="#22201a", paper="#f7f4ec", surface="#fffdf7", panel="#e8e2d2",
        primary="#1f4fa3", secondary="#8d8672",
        accent="#7a4a00", good="#2c6014", warn="#854700", bad="#a3122f",
        hues=(
            "#0b5a86", "#6f5100", "#2c6014", "#6a35a8", "#a3122f",
            "#8a3d00", "#00625a", "#005e73", "#454d6b",
        ),
        filled="#ffffff",
        turn=("#ffffff", "#1f4fa3"), danger=("#ffffff", "#a3122f"),
        ask="#dde8fb", refuse=("#5c0016", "#ffd9de"),
        cursor=("#000000", "#cddbf8"), resting=("#000000", "#dfe5f0"),
        bright="#000000", dim="#5a5444",
    ),
    dark=False,
)  # fmt: skip
"""Light, for a bright room."""

CONTRAST: Final = _theme(
    "contrast",
    Palette(
        ink="#ffffff", paper="#000000", surface="#000000", panel="#1a1a1a",
        primary="#8ec5ff", secondary="#9a9a9a",
        accent="#ffe14d", good="#8cff66", warn="#ffc266", bad="#ff9eae",
        hues=(
            "#8edcff", "#ffd27a", "#a8ff7a", "#dcc2ff", "#ffa8b6",
            "#ffb98a", "#7dffe6", "#c8ffff", "#e0e6ff",
        ),
        filled="#000000",
        turn=("#000000", "#8ec5ff"), danger=("#ffffff", "#8f0000"),
        ask="#00104d", refuse=("#ffffff", "#7a0020"),
        cursor=("#ffffff", "#00337a"), resting=("#ffffff", "#00245c"),
        bright="#ffffff", dim="#d6d6d6",
    ),
    dark=True,
)  # fmt: skip
"""Text on its ground is never nearer than 7 to 1 (WCAG 2.2, 1.4.6)."""


def _none() -> Theme:
    """Make the dress without colours: the terminal's own two, bold, underlined and reversed."""
    bare = Theme(
        name="mono", ansi=True,
        primary=DEFAULT, secondary=DEFAULT, accent=DEFAULT,
        success=DEFAULT, warning=DEFAULT, error=DEFAULT,
        foreground=DEFAULT, background=DEFAULT, surface=DEFAULT, panel=DEFAULT, boost=DEFAULT,
    )  # fmt: skip
    known = {**bare.to_color_system().generate(), **TABLE.variables}
    said = {name: DEFAULT for name, value in known.items() if value not in _STYLES}
    filled = ("turn", "winner", "won", "tied", "called-high", "called-low")
    said |= dict.fromkeys((*filled, *(f"on-{hue}" for hue in HUES)), "bold reverse")
    said |= dict.fromkeys(("lead", "has-won", "has-tied", "high", "low", "bright"), "bold")
    said |= {"danger": "bold reverse underline", "in-danger": "bold underline", "waited": "bold"}
    said |= dict.fromkeys(("ansi-background", "ansi-foreground"), DEFAULT)
    # Textual loses `reverse` of parts of a widget, such as a list's chosen line.
    chosen = ("cursor-style", "block-cursor-text-style", "block-cursor-blurred-text-style")
    said |= dict.fromkeys(chosen, "bold underline")
    said |= {"input-cursor-text-style": "reverse"}
    return replace(bare, variables=said)


DEFAULT: Final = "ansi_default"
_STYLES: Final = frozenset({"none", "bold", "underline", "not underline", "reverse", "b reverse"})

MONO: Final = _none()
"""No colours: for terminals without, and for who asks for none (NO_COLOR)."""

THEMES: Final = (TABLE, PAPER, CONTRAST, MONO)
"""All dresses, the first choice first."""
