"""What a source hands in: a roll that lies still, or a fault. Values, whatever the device."""

from dataclasses import dataclass
from enum import StrEnum
from math import dist
from typing import Final

from companion.core.texts import later, of, retold, tr

BACK: Final = "back"  # Stands for every card that lies face down

Place = tuple[float, float]
"""Pixels of a source's picture, to the right and downwards."""


class SourceKind(StrEnum):
    """Where a reading came from (X-5)."""

    CAMERA = "camera"
    TRAY = "tray"
    BLE = "ble"
    KEYBOARD = "keyboard"
    SCRIPT = "script"


class DieStatus(StrEnum):
    """How far one die of a reading may be trusted."""

    READ = "read"
    UNSURE = later("unsure")
    COCKED = later("cocked")


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die that lies still."""

    kind: str  # `d10`, `d6`, ... as the source knows it; empty when it cannot tell kinds apart.
    face: str  # the printed face, best guess when unsure
    confidence: float = 1.0  # calibrated probability in [0, 1] that `face` is right
    status: DieStatus = DieStatus.READ  # whether the face may be used as it stands
    # runners-up (face, probability), likeliest first, without `face`
    alternatives: tuple[tuple[str, float], ...] = ()
    # x, y, width, height in pixels of the source's picture, when it has one
    box: tuple[int, int, int, int] | None = None
    fresh: bool = True  # False for a die that lay there already and took no part in this throw
    # which die it is, of dice that know themselves (`pixels:1a2b3c4d`); empty for others
    die: str = ""

    def __str__(self) -> str:
        return f"{self.kind}={self.face}" if self.kind else self.face


@dataclass(frozen=True, slots=True)
class RollReading:
    """All dice of one roll, as they lie."""

    source_kind: SourceKind  # what sort of device
    source_id: str  # which one, unique among the sources of a session: `camera:clip.mp4`
    # unique for ever among readings of this source: `camera:clip.mp4#12`. A journal that has a key
    # refuses it the second time.
    key: str
    dice: tuple[DieReading, ...]  # the dice, in the source's order (a camera's: from left to right)
    taken_at: float  # when they came to rest, in seconds on the source's own clock
    # number of the throw on this source; grows with every true throw (not always by 1). 0 stands
    # for dice that lay there before the source began to look.
    throw: int
    nudged: bool = False  # the dice of an earlier reading of the same throw, touched but not thrown
    doubt: str = ""  # why it is not certain that this was a throw; empty when it is
    evidence: bytes | None = None  # JPEG crop of the dice, when the source has pictures
    # they came to rest before the source was told of the open request, and are handed in only now:
    # a link was down, or a tray held them
    late: bool = False
    owner: str = ""  # name of the player whose dice these are; empty when they are anybody's

    @property
    def confidence(self) -> float:
        """Probability in [0, 1] that every die is right, taking the dice as independent."""
        product = 1.0
        for die in self.dice:
            product *= die.confidence
        return product

    def faces_text(self) -> str:
        """Say the faces as in a record: `d10=7 d6=3`."""
        return " ".join(str(die) for die in self.dice)


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card that lies still."""

    card: str | None  # its id, best guess when unsure; `BACK` face down; None: none of the deck
    corners: tuple[Place, Place, Place, Place]  # clockwise from its own top left one
    confidence: float = 1.0  # calibrated probability in [0, 1] that `card` is right
    sure: bool = True  # whether it may be used as it stands
    # runners-up (card, probability), likeliest first, without `card`
    alternatives: tuple[tuple[str, float], ...] = ()
    evidence: bytes | None = None  # JPEG of the card
    # number of its group of cards side by side, and its place there: rightwards and upwards
    cell: tuple[int, int, int] | None = None

    @property
    def place(self) -> Place:
        """The card's middle."""
        across, down = zip(*self.corners, strict=True)
        return sum(across) / 4, sum(down) / 4

    @property
    def length(self) -> float:
        """The card's longer side, in pixels."""
        return max(dist(self.corners[0], self.corners[1]), dist(self.corners[1], self.corners[2]))


@dataclass(frozen=True, slots=True)
class Spread:
    """All cards that lie in one picture, once nothing in it moves."""

    source_id: str  # as that of a roll
    key: str  # as that of a roll
    cards: tuple[CardReading, ...]  # from top to bottom


@dataclass(frozen=True, slots=True)
class SourceFault:
    """A source that does not work just now. A value: the game goes on, the keyboard always works."""

    source_id: str  # which source
    what: str  # what happened ("no picture for 2 seconds")
    where: str  # device, file or address
    todo: str  # what people can do about it
    over: bool = False  # the source will not come back by itself
    expected: bool = False  # over because it has given all it had: a clip or a script at its end

    def __str__(self) -> str:
        what, todo = retold(self.what), retold(self.todo)
        return of(self.where, f"{what} {todo}" if what.endswith("?") else tr("{text}; {now}", text=what, now=todo))


Handed = RollReading | Spread | SourceFault  # What a source hands in
