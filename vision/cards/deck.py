"""A taught deck: its cards' names, and one to three pictures of each, as one file."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from calibration.arrays import Picture
from vision import archive
from vision.archive import Form, Opened, number, rows, word
from vision.cards.patches import Pyramid, Size, size_for
from vision.errors import TaughtError
from vision.pictures import as_jpeg, picture_from
from vision.taught.sets import check_name

SUFFIX: Final = ".deck"
BACK: Final = "back"
"""The card that stands for every card's back."""
MAX_CARDS: Final = 600
MAX_PICTURES: Final = 1200
"""Of a whole deck: recognising compares with each."""
MAX_PICTURE_BYTES: Final = 200_000
_SIDE: Final = 300.0
"""Side of a square of a kept picture's area, pixels."""
_JPEG_QUALITY: Final = 92
_CARD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_PICTURE: Final = re.compile(r"pictures/[0-9]{5}\.jpg")
_FORM: Final = Form("taught deck", "deck.json", {_PICTURE: MAX_PICTURE_BYTES}, MAX_PICTURES)
_LONGEST: Final = 200
_ASPECTS: Final = (0.25, 4.0)


@dataclass(frozen=True, slots=True)
class TaughtCard:
    """One card.

    Attributes:
        card: its id.
        pictures: JPEGs of the card alone, upright, all of the deck's size.
    """

    card: str
    pictures: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that are played together, to be told apart.

    Attributes:
        name: of the deck.
        aspect: width over height of its cards.
        cards: in the order in which they were taught.
        game: whose card list has their ids; empty for none.
        licence: what its owner allows those who get it; empty where nothing was said.
    """

    name: str
    aspect: float
    cards: tuple[TaughtCard, ...] = ()
    game: str = ""
    licence: str = ""

    def __post_init__(self) -> None:
        """Refuse names that make no file name or card, repetitions, and far too much."""
        check_name(self.name, "deck")
        if not _ASPECTS[0] <= self.aspect <= _ASPECTS[1]:
            raise TaughtError(f"deck {self.name}: cards of such a shape are not read")
        if len(self.licence) > _LONGEST or not self.licence.isprintable():
            raise TaughtError(f"deck {self.name}: a licence is one line of at most {_LONGEST} signs")
        names = [card.card for card in self.cards]
        if repeated := next((name for name in names if names.count(name) > 1), None):
            raise TaughtError(f"card {repeated!r} appears twice")
        for name in names:
            check_card(name)
        if len(names) > MAX_CARDS or self.count > MAX_PICTURES:
            raise TaughtError(
                f"deck {self.name}: {len(names)} cards with {self.count} pictures; "
                f"at most {MAX_CARDS} with {MAX_PICTURES}"
            )

    @property
    def count(self) -> int:
        """How many pictures there are."""
        return sum(len(card.pictures) for card in self.cards)

    @property
    def size(self) -> Size:
        """Of the pictures kept."""
        return size_for(self.aspect, _SIDE)

    @property
    def ratio(self) -> float:
        """Long over short side of its cards."""
        return max(self.aspect, 1 / self.aspect)

    def names(self) -> tuple[str, ...]:
        """The cards' ids."""
        return tuple(card.card for card in self.cards)

    def with_pictures(self, card: str, *pictures: bytes) -> Self:
        """The deck with pictures added, and their card where it is new; `TaughtError`."""
        known = {one.card: one.pictures for one in self.cards}
        known[card] = (*known.get(card, ()), *pictures)
        return replace(self, cards=tuple(TaughtCard(*both) for both in known.items()))

    def without(self, card: str) -> Self:
        """The deck without a card."""
        return replace(self, cards=tuple(one for one in self.cards if one.card != card))

    def pictures(self) -> list[tuple[str, Picture]]:
        """Every picture, decoded, with its card; raises `TaughtError`: one is none, or of another size."""
        return [(card.card, _decoded(data, self.size)) for card in self.cards for data in card.pictures]


def check_card(name: str) -> None:
    """Make sure that a card can be called so; raises `TaughtError`."""
    if not _CARD.fullmatch(name):
        raise TaughtError(f"card {name!r}: letters, digits, '-' and '_' make an id, 40 at most")


def kept(picture: Picture, quad: np.ndarray[Any, np.dtype[np.float64]], deck: Deck) -> bytes:
    """A card cut out of a picture as it is kept; raises `TaughtError`."""
    cut = Pyramid(picture).cut(quad, deck.size)
    return as_jpeg(np.round(cut * 255).astype(np.uint8), _JPEG_QUALITY)


def _decoded(data: bytes, size: Size) -> Picture:
    if not data.startswith(b"\xff\xd8"):
        raise TaughtError("a card's picture is no JPEG picture")
    picture = picture_from(data, "a card's picture", 4 * size.width * size.height)
    if picture.shape[:2] != (size.height, size.width):
        raise TaughtError("a card's picture is not of its deck's size")
    return picture


# ---------------------------------------------------------------- as a file


def deck_bytes(deck: Deck) -> bytes:
    """A deck as a file's bytes; the same deck always gives the same bytes."""
    cards: list[dict[str, Any]] = []
    parts: list[tuple[str, bytes]] = []
    for card in deck.cards:
        names = [f"pictures/{len(parts) + at:05d}.jpg" for at in range(len(card.pictures))]
        parts += list(zip(names, card.pictures, strict=True))
        cards.append({"card": card.card, "pictures": [{"picture": name} for name in names]})
    index = {"name": deck.name, "aspect": round(deck.aspect, 6), "game": deck.game,
             "licence": deck.licence, "cards": cards}  # fmt: skip
    return archive.packed(_FORM, index, parts)


def write_deck(path: Path, deck: Deck) -> None:
    """Write a deck, all or nothing; raises `TaughtError`: the disk refuses."""
    archive.write(_FORM, path, deck_bytes(deck))


def read_deck(path: Path) -> Deck:
    """Read a deck and check all of it but the pictures' insides, which `Deck.pictures` checks.

    Raises:
        TaughtError: missing, no taught deck, damaged, of a newer program, or far too large.
    """
    box = archive.opened(_FORM, path)
    try:
        index = box.index
        cards = tuple(
            TaughtCard(word(_FORM, row, "card"), tuple(_part(entry, box) for entry in
                       rows(_FORM, row, "pictures")))
            for row in rows(_FORM, index, "cards")
        )  # fmt: skip
        aspect = number(_FORM, index, "aspect", _ASPECTS[1])
        licence = word(_FORM, index, "licence") if "licence" in index else ""
        return Deck(word(_FORM, index, "name"), aspect, cards, word(_FORM, index, "game"), licence)
    except TaughtError as error:
        raise TaughtError(f"{path}: {error}") from error


def _part(entry: dict[str, Any], box: Opened) -> bytes:
    return box.take(word(_FORM, entry, "picture"))


def again(deck: Deck) -> Deck:
    """A deck from elsewhere with every picture encoded anew: only pixels come in; `TaughtError`."""
    cards = tuple(
        TaughtCard(card.card, tuple(as_jpeg(_decoded(data, deck.size), _JPEG_QUALITY) for data in card.pictures))
        for card in deck.cards
    )
    return replace(deck, cards=cards)
