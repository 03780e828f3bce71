"""What a table shows: a game says what there is, never where it stands or how large it is drawn.

A sheet holds what everybody may see and nothing else. Styles are names that the theme maps to
colours (`$turn`, `$winner`); colour is never the only sign of anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.words import Word

DIM: Final = "dim"
BOLD: Final = "bold"
TURN: Final = "$turn"
DANGER: Final = "$danger"
HURT: Final = "$in-danger"
LEAD: Final = "$lead"
WINNER: Final = "$winner"
BRIGHT: Final = "$bright"
WAITED: Final = "$waited"
CROWN: Final = "♛"
"""Stands before whoever leads the game, on every board; nothing else has it."""

_OTHERS: Final = ("$orange", "$red", "$teal", "$cyan", "$mist")

Part = tuple[str, str]
"""A piece of text and its style."""

Line = tuple[Part, ...]
"""Pieces of text, one behind the other."""

Words = tuple[str, ...]
"""The same in several wordings, the fullest first."""


def colour(name: str, known: dict[str, str]) -> str:
    """Return the style of a name; a name that is not known keeps a colour of its own."""
    if not name:
        return ""
    return known.get(name.casefold()) or _OTHERS[sum(map(ord, name)) % len(_OTHERS)]


def bold(style: str) -> str:
    """Return a style in bold letters."""
    return f"bold {style}".strip()


def plain(line: Line) -> str:
    """Return a line without its styles."""
    return "".join(text for text, _ in line)


def joined(*parts: str) -> str:
    """Say what there is of some parts, with a dot between them."""
    return " · ".join(part for part in parts if part)


def plain_label(value: object) -> str:
    """Say a value of an action as a record would."""
    if value is None:
        return tr("not said")
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return " ".join(plain_label(one) for one in value) or tr("nothing")
    if callable(getattr(value, "word", None)):
        return cast("Word", value).word()
    return str(value)


@dataclass(frozen=True, slots=True)
class Merit:
    """What counts for one player.

    Attributes:
        seat: whose.
        name: the player's name.
        rank: place as it stands, shared by equals.
        number: what decides: `12`.
        more: what decides when that is equal: `3 scored`; may be empty.
        short: the same where room is short: `28`; empty for no other way to say it.
        out: whether the player has dropped out.
    """

    seat: Seat
    name: str
    rank: int
    number: str
    more: str = ""
    short: str = ""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads, and by what.

    Attributes:
        what: what the numbers count: `Glory`.
        how: how they are compared, for people.
        merits: of every player who has not left.
        nothing: what to say as long as nobody has anything; empty from then on.
        over: whether the game has ended.
    """

    what: str
    how: str
    merits: tuple[Merit, ...]
    nothing: str = ""
    over: bool = False

    @property
    def level(self) -> bool:
        """Whether everybody has the same."""
        return len({merit.rank for merit in self.merits}) == 1 and len(self.merits) > 1

    def crowned(self, seat: Seat) -> bool:
        """Tell whether a player leads, alone or with others."""
        if self.nothing or (self.level and not self.over):
            return False
        return any(merit.rank == 1 for merit in self.merits if merit.seat == seat)

    def crown(self, seat: Seat) -> str:
        """Return what stands behind a player's name in a title."""
        return f" {CROWN}" if self.crowned(seat) and not self.over else ""

    def wins(self, seat: Seat) -> str:
        """Return the title of a player who has won; empty for all others."""
        first = [one.name for one in self.merits if one.seat == seat and one.rank == 1]
        return tr("{crown} {seat} wins", crown=CROWN, seat=first[0]) if first and self.over else ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is drawn large where there is room.

    Attributes:
        text: the number, or a word that is never drawn large.
        label: what it counts; may be empty.
        style: its style.
        word: whether `text` is a word.
    """

    text: str
    label: str = ""
    style: str = BOLD
    word: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A card or die that lies among others.

    Attributes:
        lines: what stands on it, the most important first.
        chips: the same in one row, the fullest wording first.
        style: of its edge.
        big: what of its first line is drawn large where there is room; empty for nothing.
        at: its cell on a grid, to the right and upwards; None where there are no cells.
        word: its name among joined cards.
        chosen: whether it stands out by its edge: it was laid last, say.
        grows: whether several cards can be joined to it.
    """

    lines: tuple[Line, ...]
    chips: tuple[Line, ...]
    style: str = DIM
    big: str = ""
    at: tuple[int, int] | None = None
    word: str = ""
    chosen: bool = False
    grows: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What four cards count that form a square; `at` is the cell of the lower left one."""

    at: tuple[int, int]
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Two cards that are joined, by their words; `wide` is drawn as a double line."""

    one: str
    other: str
    wide: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """Placed cards: each in its cell, or joined to others.

    Attributes:
        tiles: the cards.
        marks: squares of four cards.
        links: which cards are joined; then the renderer finds a place for each.
    """

    tiles: tuple[Tile, ...]
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card in a frame, with a number that is as large as there is room for.

    Attributes:
        title: its name.
        style: of frame and name.
        chosen: shown by a double frame, never by colour alone.
        head: stands above the number.
        big: the number; may be empty.
        big_style: its style.
        lines: stand below the number; all of them, or none where room is short.
        foot: always stand at the bottom.
        short: the whole card in one row.
        hatched: whether its face is not known, so that it is drawn as a back.
    """

    title: str = ""
    style: str = DIM
    chosen: bool = False
    head: Line = ()
    big: str = ""
    big_style: str = BOLD
    lines: tuple[Line, ...] = ()
    foot: tuple[Line, ...] = ()
    short: Line = ()
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Cards or dice that belong together, under a label that may be empty."""

    tiles: tuple[Tile, ...]
    label: Line = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A seat, one side of a fight, a prize: whatever has a title of its own.

    Attributes:
        title: in several wordings, the fullest first.
        style: of the title.
        right: stands at the other end of the title, in several wordings.
        figures: large numbers.
        lines: the most important first; what has no room is left out.
        groups: cards or dice.
        grid: placed cards.
        card: one card in a frame.
        foot: the last line.
        short: all of it in one row, behind the last wording of the title.
    """

    title: Words
    style: str = BOLD
    right: Words = ()
    figures: tuple[Figure, ...] = ()
    lines: tuple[Line, ...] = ()
    groups: tuple[Group, ...] = ()
    grid: Grid | None = None
    card: Card | None = None
    foot: Line = ()
    short: Line = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """Two sides against each other, and a line that says how it stands."""

    head: Line
    sides: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Centre:
    """What lies in the middle of the table.

    Attributes:
        grid: joined cards.
        chips: pieces of text that stand below it.
        empty: what to say where nothing lies.
    """

    grid: Grid
    chips: tuple[Line, ...] = ()
    empty: str = ""


@dataclass(frozen=True, slots=True)
class Meter:
    """A row with a bar: `◆ Ann  ██████···· 21  draw 12  ★★`.

    Attributes:
        name: what stands before the bar.
        style: of that.
        filled: how much of the bar is filled.
        whole: how long it is.
        bar: the style of the filled part.
        number: what stands behind the bar.
        tail: stands at the right end.
    """

    name: str
    style: str
    filled: int
    whole: int
    bar: str
    number: str
    tail: Line


@dataclass(frozen=True, slots=True)
class Heading:
    """One or two words in large letters: `Endurance`, and at the other end `high`."""

    text: str
    more: str = ""
    mark: str = ""
    style: str = BOLD


@dataclass(frozen=True, slots=True)
class Page:
    """All there is to see of something: lines, below a block that is drawn at full size."""

    title: str
    lines: tuple[str, ...]
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole table.

    Attributes:
        blocks: the seats, by seat.
        lead: who leads.
        focus: the seat that matters most where not all fit.
        pages: everything there is to see, a page a seat first.
        heading: large words above all else.
        bar: who does what, in several wordings, and its style.
        notes: lines above the seats, the most important first.
        extra: lines that stand above the seats where there is room for all of them.
        extra_short: the same in one row.
        fight: a fight, above the seats.
        centre: what lies in the middle, below the seats.
        verdict: how something came out: a line, and the same in a word or two.
        verdict_style: styles of both.
        shelf: blocks of less weight; they stand in one row, or take the place of the seats.
        rests: whether the shelf takes the seats' place.
        shelf_words: what to call the seats and the shelf where people change between them.
        meters: rows with bars.
        rows: the last rows, each in several wordings.
        rows_style: their style.
    """

    blocks: tuple[Block, ...]
    lead: Lead | None = None
    focus: Seat | None = None
    pages: tuple[Page, ...] = ()
    heading: Heading | None = None
    bar: tuple[Words, str] | None = None
    notes: tuple[Line, ...] = ()
    extra: tuple[Line, ...] = ()
    extra_short: Line = ()
    fight: Fight | None = None
    centre: Centre | None = None
    verdict: Words = ()
    verdict_style: tuple[str, str] = ("", "")
    shelf: tuple[Block, ...] = ()
    rests: bool = False
    shelf_words: tuple[str, str] = ("", "")
    meters: tuple[Meter, ...] = ()
    rows: tuple[Words, ...] = ()
    rows_style: str = ""
