"""The program's colours in four themes: dark, light, high contrast, none. And the sizes of screens.

Boards and screens name what a thing means (`$turn`, `$winner`), never a colour. Besides the colours
that every Textual theme has, ours say these names. Some are a colour, which style sheets use too;
some are a whole style, which only text can have: `bold #ffffff on #2b5fd9`, without colours
`bold reverse`. Colour never stands alone: a mark or a word stands beside it, so that everything can
be read in every theme.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from textual.theme import Theme

HUES: Final = (
    "blue", "sand", "green", "violet", "red", "orange", "teal", "cyan", "mist",
)  # fmt: skip
"""Colours that tell things apart: families, races, players. `$blue` writes in one, `$on-blue` fills."""

_COLOURS: Final = {
    #                   tableside  paper      contrast
    "ink":             ("#e6e9f5", "#22201a", "#ffffff"),  # text on the background
    "paper":           ("#14161f", "#f7f4ec", "#000000"),  # the background
    "surface":         ("#1b1e2b", "#fffdf7", "#000000"),  # background of lists and dialogs
    "panel":           ("#252a3d", "#e8e2d2", "#1a1a1a"),  # background of bars
    "primary":         ("#7aa2f7", "#1f4fa3", "#8ec5ff"),  # lines around what is in front
    "secondary":       ("#3b4261", "#8d8672", "#9a9a9a"),  # lines between parts
    "accent":          ("#ffd75f", "#7a4a00", "#ffe14d"),  # what to look at
    "good":            ("#9ece6a", "#2c6014", "#8cff66"),  # success
    "warn":            ("#ffb454", "#854700", "#ffc266"),  # a warning
    "bad":             ("#f7768e", "#a3122f", "#ff9eae"),  # a failure
    "blue":            ("#7dcfff", "#0b5a86", "#8edcff"),
    "sand":            ("#e0af68", "#6f5100", "#ffd27a"),
    "green":           ("#9ece6a", "#2c6014", "#a8ff7a"),
    "violet":          ("#c9a0ff", "#6a35a8", "#dcc2ff"),
    "red":             ("#f7768e", "#a3122f", "#ffa8b6"),
    "orange":          ("#ff9e64", "#8a3d00", "#ffb98a"),
    "teal":            ("#73daca", "#00625a", "#7dffe6"),
    "cyan":            ("#b4f9f8", "#005e73", "#c8ffff"),
    "mist":            ("#c0caf5", "#454d6b", "#e0e6ff"),
    "filled":          ("#14161f", "#ffffff", "#000000"),  # text on a hue, on the accent, and on `good`
    "turn-text":       ("#ffffff", "#ffffff", "#000000"),  # whose turn it is
    "turn-ground":     ("#2b5fd9", "#1f4fa3", "#8ec5ff"),
    "danger-text":     ("#ffffff", "#ffffff", "#ffffff"),  # who is in danger
    "danger-ground":   ("#b3261e", "#a3122f", "#8f0000"),
    "ask":             ("#10235c", "#dde8fb", "#00104d"),  # background of what the table waits for
    "refuse-text":     ("#ffffff", "#5c0016", "#ffffff"),  # a refusal
    "refuse-ground":   ("#5c1a2b", "#ffd9de", "#7a0020"),
    "cursor-text":     ("#ffffff", "#000000", "#ffffff"),  # the chosen line of a list
    "cursor-ground":   ("#37477d", "#cddbf8", "#00337a"),
    "resting-text":    ("#ffffff", "#000000", "#ffffff"),  # the chosen line of a list that has no focus
    "resting-ground":  ("#2f3b63", "#dfe5f0", "#00245c"),
    "bright":          ("#ffffff", "#000000", "#ffffff"),  # what stands out without a meaning of its own
    "dim":             ("#a3a9bf", "#5a5444", "#d6d6d6"),  # what is of less weight, in style sheets
}  # fmt: skip
"""What the colours of a theme are: `-text` is written on `-ground`."""

_SHEETS: Final = {
    "ask": ("ask-background",),
    "refuse-text": ("refuse-foreground",),
    "refuse-ground": ("refuse-background",),
    "cursor-text": ("cursor-foreground", "block-cursor-foreground"),
    "cursor-ground": ("cursor-background", "block-cursor-background"),
    "resting-text": (
        "resting-foreground",
        "block-cursor-blurred-foreground",
        "input-selection-foreground",
    ),
    "resting-ground": (
        "resting-background",
        "block-cursor-blurred-background",
        "input-selection-background",
    ),
    "ink": (
        "text",
        "text-disabled",  # what cannot be chosen is faint already
        "input-cursor-background",
        "footer-foreground",
        "footer-description-foreground",
    ),
    "dim": ("text-muted",),
    "paper": ("input-cursor-foreground",),
    "primary": ("border", "scrollbar-hover"),
    "secondary": ("border-blurred", "scrollbar"),
    "accent": ("footer-key-foreground", "scrollbar-active"),
    "panel": (
        "footer-background",
        "scrollbar-background",
        "scrollbar-background-hover",
        "scrollbar-background-active",
        "scrollbar-corner-color",
    ),
}
"""Names that style sheets use for a colour, ours and those that Textual makes up otherwise."""


def _meant(c: Mapping[str, str]) -> dict[str, str]:
    """Return the names that mean something, for text."""
    filled = f"bold {c['filled']} on"
    return {
        **{hue: c[hue] for hue in HUES},
        **{f"on-{hue}": f"{filled} {c[hue]}" for hue in HUES},
        "turn": f"bold {c['turn-text']} on {c['turn-ground']}",
        "danger": f"bold {c['danger-text']} on {c['danger-ground']}",
        "in-danger": f"bold {c['bad']}",
        "lead": f"bold {c['accent']}",
        "winner": f"{filled} {c['accent']}",
        "won": f"{filled} {c['good']}",
        "has-won": f"bold {c['good']}",
        "tied": f"{filled} {c['orange']}",
        "has-tied": f"bold {c['orange']}",
        "called-high": f"{filled} {c['accent']}",
        "called-low": f"{filled} {c['blue']}",
        "high": f"bold {c['accent']}",
        "low": f"bold {c['blue']}",
        "bright": f"bold {c['bright']}",
        "waited": f"bold {c['primary']}",
    }


def _theme(name: str, at: int, *, dark: bool) -> Theme:
    c = {key: row[at] for key, row in _COLOURS.items()}
    sheets = {one: c[colour] for colour, names in _SHEETS.items() for one in names}
    return Theme(
        name=name,
        primary=c["primary"],
        secondary=c["secondary"],
        accent=c["accent"],
        success=c["good"],
        warning=c["warn"],
        error=c["bad"],
        foreground=c["ink"],
        background=c["paper"],
        surface=c["surface"],
        panel=c["panel"],
        dark=dark,
        variables={**_meant(c), **sheets, "cursor-style": "none"},
    )


TABLE: Final = _theme("tableside", 0, dark=True)  # Calm dark surfaces: the first choice

PAPER: Final = _theme("paper", 1, dark=False)  # Light, for a bright room

CONTRAST: Final = _theme("contrast", 2, dark=True)
"""Text on its ground is never nearer than 7 to 1 (WCAG 2.2, 1.4.6)."""


def _none() -> Theme:
    """Make the theme without colours: the terminal's own two, bold, underlined and reversed."""
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

MONO: Final = _none()  # No colours: for terminals without, and for who asks for none (NO_COLOR)

THEMES: Final = (TABLE, PAPER, CONTRAST, MONO)  # All themes, the first choice first

Breakpoints = list[tuple[int, str]]

WIDTHS: Final[Breakpoints] = [(0, "-narrow"), (100, "-wide"), (160, "-vast")]
HEIGHTS: Final[Breakpoints] = [(0, "-tiny"), (16, "-short"), (32, "-tall")]
SHEET_HEIGHTS: Final[Breakpoints] = [*HEIGHTS, (52, "-huge")]
"""Of the last screen, which has a score sheet."""

BOARD_HEIGHTS: Final[Breakpoints] = [(0, "-short"), (32, "-tall"), (52, "-huge")]
"""Of a table: a board is short already where other screens are tiny."""

WALL_WIDTHS: Final[Breakpoints] = [(0, "-narrow"), (80, "-wide"), (160, "-vast")]
WALL_HEIGHTS: Final[Breakpoints] = [(0, "-short"), (32, "-tall"), (48, "-huge")]
"""Of a screen that people look at from afar: nothing is asked there, the board has all of it."""
