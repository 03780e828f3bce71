"""What a table shows: a game says what there is, never where it stands or how large it is drawn.

A sheet holds what everybody may see and nothing else. Styles are names that the theme maps to
colours (`$turn`, `$winner`); colour is never the only sign of anything.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, cast

from companion.core.seats import Seat
from companion.core.texts import Wording, tr
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
CROWN: Final = "♛"  # Stands before whoever leads the game, on every board; nothing else has it

SEAT_HUES: Final = ("blue", "orange", "green", "violet", "sand", "teal", "mist", "red")
"""Of the seats, clockwise: a seat has its colour and its number on every screen, all evening."""

_OTHERS: Final = ("$orange", "$red", "$teal", "$cyan", "$mist")

Part = tuple[str, str]  # A piece of text and its style

Line = tuple[Part, ...]  # Pieces of text, one behind the other

Words = tuple[str, ...]  # The same in several wordings, the fullest first


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
        return value.said if isinstance(value, Wording) else str(value.value)
    if isinstance(value, tuple):
        return " ".join(plain_label(one) for one in value) or tr("nothing")
    if callable(getattr(value, "word", None)):
        return cast("Word", value).word()
    return str(value)


@dataclass(frozen=True, slots=True)
class Merit:
    """What counts for one player."""

    seat: Seat  # whose
    name: str  # the player's name
    rank: int  # place as it stands, shared by equals
    number: str  # what decides: `12`
    more: str = ""  # what decides when that is equal: `3 scored`; may be empty
    short: str = ""  # the same where room is short: `28`; empty for no other way to say it
    out: bool = False  # whether the player has dropped out


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads, and by what."""

    what: str  # what the numbers count: `Glory`
    how: str  # how they are compared, for people
    merits: tuple[Merit, ...]  # of every player who has not left
    nothing: str = ""  # what to say as long as nobody has anything; empty from then on
    over: bool = False  # whether the game has ended

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
    """A number that is drawn large where there is room."""

    text: str  # the number, or a word that is never drawn large
    label: str = ""  # what it counts; may be empty
    style: str = BOLD  # its style
    word: bool = False  # whether `text` is a word


@dataclass(frozen=True, slots=True)
class Tile:
    """A card or die that lies among others."""

    lines: tuple[Line, ...]  # what stands on it, the most important first
    chips: tuple[Line, ...]  # the same in one row, the fullest wording first
    style: str = DIM  # of its edge
    big: str = ""  # what of its first line is drawn large where there is room; empty for nothing
    # its cell on a grid, to the right and upwards; None where there are no cells
    at: tuple[int, int] | None = None
    word: str = ""  # its name among joined cards
    chosen: bool = False  # whether it stands out by its edge: it was laid last, say
    grows: bool = False  # whether several cards can be joined to it


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
    """Placed cards: each in its cell, or joined to others."""

    tiles: tuple[Tile, ...]  # the cards
    marks: tuple[Mark, ...] = ()  # squares of four cards
    links: tuple[Link, ...] = ()  # which cards are joined; then the renderer finds a place for each


@dataclass(frozen=True, slots=True)
class Card:
    """One card in a frame, with a number that is as large as there is room for."""

    title: str = ""  # its name
    style: str = DIM  # of frame and name
    chosen: bool = False  # shown by a double frame, never by colour alone
    head: Line = ()  # stands above the number
    big: str = ""  # the number; may be empty
    big_style: str = BOLD  # its style
    lines: tuple[Line, ...] = ()  # stand below the number; all of them, or none where room is short
    foot: tuple[Line, ...] = ()  # always stand at the bottom
    short: Line = ()  # the whole card in one row
    hatched: bool = False  # whether its face is not known, so that it is drawn as a back


@dataclass(frozen=True, slots=True)
class Group:
    """Cards or dice that belong together, under a label that may be empty."""

    tiles: tuple[Tile, ...]
    label: Line = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A seat, one side of a fight, a prize: whatever has a title of its own."""

    title: Words  # in several wordings, the fullest first
    style: str = BOLD  # of the title
    right: Words = ()  # stands at the other end of the title, in several wordings
    figures: tuple[Figure, ...] = ()  # large numbers
    lines: tuple[Line, ...] = ()  # the most important first; what has no room is left out
    groups: tuple[Group, ...] = ()  # cards or dice
    grid: Grid | None = None  # placed cards
    card: Card | None = None  # one card in a frame
    foot: Line = ()  # the last line
    short: Line = ()  # all of it in one row, behind the last wording of the title
    hue: str = ""  # of the seat's number, with which each wording of the title begins


@dataclass(frozen=True, slots=True)
class Fight:
    """Two sides against each other, and a line that says how it stands."""

    head: Line
    sides: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Centre:
    """What lies in the middle of the table."""

    grid: Grid  # joined cards
    chips: tuple[Line, ...] = ()  # pieces of text that stand below it
    empty: str = ""  # what to say where nothing lies


@dataclass(frozen=True, slots=True)
class Meter:
    """A row with a bar: `◆ Ann  ██████···· 21  draw 12  ★★`."""

    name: str  # what stands before the bar
    style: str  # of that
    filled: int  # how much of the bar is filled
    whole: int  # how long it is
    bar: str  # the style of the filled part
    number: str  # what stands behind the bar
    tail: Line  # stands at the right end


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
    """A whole table."""

    blocks: tuple[Block, ...]  # the seats, by seat
    lead: Lead | None = None  # who leads
    focus: Seat | None = None  # the seat that matters most where not all fit
    pages: tuple[Page, ...] = ()  # everything there is to see, a page a seat first
    heading: Heading | None = None  # large words above all else
    bar: tuple[Words, str] | None = None  # who does what, in several wordings, and its style
    notes: tuple[Line, ...] = ()  # lines above the seats, the most important first
    # lines that stand above the seats where there is room for all of them
    extra: tuple[Line, ...] = ()
    extra_short: Line = ()  # the same in one row
    fight: Fight | None = None  # a fight, above the seats
    centre: Centre | None = None  # what lies in the middle, below the seats
    verdict: Words = ()  # how something came out: a line, and the same in a word or two
    verdict_style: tuple[str, str] = ("", "")  # styles of both
    # blocks of less weight; they stand in one row, or take the place of the seats
    shelf: tuple[Block, ...] = ()
    rests: bool = False  # whether the shelf takes the seats' place
    # what to call the seats and the shelf where people change between them
    shelf_words: tuple[str, str] = ("", "")
    meters: tuple[Meter, ...] = ()  # rows with bars
    rows: tuple[Words, ...] = ()  # the last rows, each in several wordings
    rows_style: str = ""  # their style
