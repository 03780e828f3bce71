"""Teaching a deck card by card: before a camera, where each is taken when it lies still, or from one picture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from calibration.arrays import Array, Picture
from companion.commands.cards import card_rows, imported, values_text
from companion.commands.output import write_new
from companion.commands.teach_live import Stage, Talk, show_picture
from companion.core.errors import CompanionError, UsageError
from companion.core.texts import retold, tr
from companion.record.cards_csv import MAX_BYTES, SORT, examples_of, forms_of
from companion.record.file import read_text
from companion.record.shelf import Shelf
from companion.session.clock import clock_text
from vision.cards.alike import Alike, alike_cards, same_as
from vision.cards.compare import Ready
from vision.cards.deck import BACK, Deck, check_card, kept
from vision.cards.outlines import shape
from vision.cards.teach import CardTaker, aspect_of, turned
from vision.errors import VisionError

Rows = Mapping[str, Mapping[str, Any]]
"""What a card list says of each card."""

_BAR: Final = 20
_UNSAID: Final = frozenset({"name", "copies"})
"""What a list says of a card that is not one of its values."""
_NAMED: Final = 2
"""Values in which two cards differ, and cards like a new one, that are named."""


class Asked:
    """Cards that no list has: people say how each is called.

    Attributes:
        rows: what they said of each.
        question: what they are asked.
    """

    def __init__(self) -> None:
        self.rows: dict[str, Mapping[str, Any]] = {}
        self.question = tr("Which card is next? Its id, then Enter; q ends.")

    def add(self, line: str) -> str:
        """Take an answer; the card's id. Raises `VisionError` or `CompanionError`: it makes none."""
        check_card(line)
        return line


class NewList(Asked):
    """A card list of one's own that is made as its cards are taught: a line of a spreadsheet each.

    Args:
        shelf: the games.
        game: whose cards.
        path: of the list; the lines stand beside it, in a file that ends with .csv.
    """

    def __init__(self, shelf: Shelf, game: str, path: Path) -> None:
        super().__init__()
        shipped = shelf.shipped(shelf.game(game).id)
        if shipped is None:
            raise UsageError(tr("{game_id} has no card list whose columns could be used", game_id=game))
        sorts = forms_of(shipped.text).sorts
        every = dict.fromkeys(key for keys in sorts.values() for key in keys)
        keys = [*[SORT] * (len(sorts) > 1), *every]
        sort = next(iter(sorts))
        cells = {SORT: sort, **examples_of(shipped.text, sort)}
        self._shelf, self._game, self._path = shelf, game, path
        self._lines = [",".join(keys)]
        if path.with_suffix(".csv").exists():
            self._lines = read_text(path.with_suffix(".csv"), MAX_BYTES).splitlines()
            self._read()
        self.question = tr("The next card, a line with {keys}; such as {example} (q ends).",
                           keys=self._lines[0], example=",".join(cells.get(key, "") for key in keys))  # fmt: skip

    def _read(self, *more: str) -> str:
        text = "\n".join((*self._lines, *more)) + "\n"
        made, cards = imported(self._shelf, self._game, text, self._path.stem, self._path.stem)
        self.rows.update(card_rows(cards.catalogue))
        return made

    def add(self, line: str) -> str:
        """Take a card's line, and write the list with it."""
        before = set(self.rows)
        if line == BACK:
            return line
        made = self._read(line)
        self._lines.append(line)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_new(self._path.with_suffix(".csv"), "\n".join(self._lines) + "\n", overwrite=True)
        write_new(self._path, made, overwrite=True)
        return next(card for card in self.rows if card not in before)


class Shots:
    """The cards of one picture, as if each were laid before a camera when the one before it is taken."""

    began = at = 0.0

    def __init__(self, picture: Picture, quads: Sequence[Array], talk: Talk) -> None:
        self._left = list(quads)
        self._count = len(quads)
        self._picture = picture
        self._talk = talk
        self.ended = not quads
        self._show()

    def _show(self) -> None:
        if self._left:
            self._talk.say(tr("card {at} of {count} in the picture",
                              at=self._count - len(self._left) + 1, count=self._count))  # fmt: skip
            show_picture(cut_out(self._picture, self._left[0]), self._talk)

    def gather(self, count: int, what: str) -> list[tuple[Picture, Array]]:  # noqa: ARG002 - see `Stage`
        """Give the next card."""
        found = [(self._picture, self._left.pop(0))] if self._left else []
        self.ended = not self._left
        self._show()
        return found


@dataclass(slots=True)
class Course:
    """A deck that is taught card by card.

    Attributes:
        deck: what has been taught.
        listed: the cards to be asked for.
        views: pictures of each.
        keep: called with the deck after each card.
        talk: speaks with people.
        asked: how people say which card comes when no more is listed; None where they don't.
    """

    deck: Deck
    listed: Rows
    views: int
    keep: Callable[[Deck], None]
    talk: Talk
    asked: Asked | None = None
    _taken: list[str] = field(default_factory=list)  # in this sitting, the last one last

    def run(self, stage: Stage[tuple[Picture, Array]] | Shots, taker: CardTaker | None) -> bool:
        """Ask for one card after another; whether all are taught. The taker is the camera's."""
        known = {one.card: len(one.pictures) for one in self.deck.cards}
        wanted = (*self.listed, *[BACK] * (self.asked is None))
        left = [card for card in wanted if known.get(card, 0) < self.views]
        total, whole = len(left), True
        self.talk.listen()
        while not stage.ended:
            if not left and (card := self._next()):
                left.append(card)
            if not left:
                break
            self._ask(left[0], total - len(left), total, stage)
            word = self._take(left[0], stage)
            if word in {None, "s"}:
                left.pop(0)
                whole = whole and word is None
            elif taker and word in {"r", "w"} and self._taken:
                left.insert(0, self._taken.pop())
                self.deck = self.deck.without(left[0])
                self.keep(self.deck)
                taker.ratio = taker.ratio if self.deck.cards else None
                if word == "r":
                    taker.forget()
            elif word == "q":
                break
        return whole and not left

    def _next(self) -> str | None:
        """Ask which card comes next; None when people end it."""
        if self.asked is None:
            return None
        self.talk.say(self.asked.question)
        while (line := self.talk.wait()) not in {None, "q"}:
            try:
                return self.asked.add(str(line))
            except (CompanionError, VisionError) as error:
                self.talk.say(f"  {retold(error)}")
        return None

    def _ask(self, card: str, done: int, total: int, stage: Stage[Any] | Shots) -> None:
        """Say which card is wanted, and how far and how long it is."""
        full = _BAR * done // max(1, total)
        line = f"[{'#' * full}{'-' * (_BAR - full)}] {done}/{total}"
        if self._taken and stage.at > stage.began:
            spent = stage.at - stage.began
            left = clock_text((total - done) * spent / len(self._taken))
            line += tr(", {spent}, about {left} to go", spent=clock_text(spent), left=left)
        values = dict(self.listed.get(card, {}))
        name = values.pop("name", tr("a card face down") if card == BACK else "")
        said = values_text({key: one for key, one in values.items() if key not in _UNSAID})
        if self.asked is None:
            self.talk.say(line)
        self.talk.say(f"{card}  {name}" + (f": {said}" if said else ""))

    def _take(self, card: str, stage: Stage[tuple[Picture, Array]] | Shots) -> str | None:
        """Take the card that is asked for; None when it is done, else what was typed."""
        held: Ready | None = None
        while True:
            found = stage.gather(self.views, card)
            if found and (stage.ended or len(found) == self.views):
                held = Ready(self._with(card, found))
                if isinstance(stage, Stage):
                    show_picture(cut_out(*found[-1]), self.talk)
                if not (other := same_as(held, card)):
                    break
                self.talk.say(
                    tr("  this looks like {other}, which is taught: Enter if it is {card} all the"
                       " same; else lay {card} down", other=other, card=card)
                )  # fmt: skip
            elif self.talk.heard.empty():  # for long nothing came, or no more will
                return ""
            elif (word := self.talk.heard.get().lower()) or held is None:
                return word
            else:
                break
        self._have(card, held)
        return None

    def _with(self, card: str, found: Sequence[tuple[Picture, Array]]) -> Deck:
        """The deck with new pictures of a card; its first card says of which shape its cards are."""
        deck = self.deck
        if not deck.cards:
            quads = [quad for _, quad in found]
            deck = replace(deck, aspect=aspect_of(quads, shape(quads[0])))
        pictures = [kept(picture, turned(quad, deck.aspect), deck) for picture, quad in found]
        return deck.with_pictures(card, *pictures)

    def _have(self, card: str, ready: Ready) -> None:
        """Keep a deck that has got one more card, and say at once what the card looks like."""
        self.deck = ready.deck
        self.keep(self.deck)
        self._taken.append(card)
        self.talk.ring()
        for pair in alike_cards(ready, card)[:_NAMED]:
            self.talk.say("  " + alike_line(pair, self.listed))


def cut_out(picture: Picture, quad: Array) -> Picture:
    """The part of a picture in which a card lies."""
    (left, top), (right, low) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
    return picture[max(0, top) : low, max(0, left) : right]


def alike_line(pair: Alike, listed: Rows) -> str:
    """Return in what two cards differ, in words: where, and in which of the list's values."""
    if not pair.share:
        return tr("{one} and {other} look the same", one=pair.one, other=pair.other)
    places = {
        "top left": tr("at the top left"), "top": tr("at the top"), "top right": tr("at the top right"),
        "left": tr("on the left"), "middle": tr("in the middle"), "right": tr("on the right"),
        "bottom left": tr("at the bottom left"), "bottom": tr("at the bottom"),
        "bottom right": tr("at the bottom right"),
    }  # fmt: skip
    share = max(0.01, pair.share)
    one, other = listed.get(pair.one, {}), listed.get(pair.other, {})
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    keys = [key for key in keys if key not in _UNSAID]
    if one and other and 0 < len(keys) <= _NAMED:
        return tr("{one} and {other} look alike: they differ only in {values}, {where} ({share:.0%} of the card)",
                  one=pair.one, other=pair.other, values=", ".join(keys), where=places[pair.where],
                  share=share)  # fmt: skip
    return tr("{one} and {other} look alike: they differ only {where} ({share:.0%} of the card)",
              one=pair.one, other=pair.other, where=places[pair.where], share=share)  # fmt: skip
