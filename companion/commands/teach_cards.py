"""Teaching a deck before a camera: each card is asked for, and taken when it lies still."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from companion.commands.cards import values_text
from companion.commands.teach_live import Stage, Talk, show_picture
from companion.core.texts import tr
from hardware.frames import FrameSource

if TYPE_CHECKING:
    from calibration.arrays import Array, Picture
    from vision.cards.alike import Alike
    from vision.cards.compare import Ready
    from vision.cards.deck import Deck

Rows = Mapping[str, Mapping[str, Any]]
"""What a card list says of each card."""

_BAR: Final = 20
_UNSAID: Final = frozenset({"name", "copies"})
"""What a list says of a card that is not one of its values."""
_NAMED: Final = 2
"""Values in which two cards differ, and cards like a new one, that are named."""


@dataclass(slots=True)
class Course:
    """A deck that is taught before a camera.

    Attributes:
        deck: what has been taught.
        listed: the cards to be asked for.
        views: pictures of each.
        keep: called with the deck after each card.
        talk: speaks with people.
    """

    deck: Deck
    listed: Rows
    views: int
    keep: Callable[[Deck], None]
    talk: Talk
    _taken: list[str] = field(default_factory=list)  # in this sitting, the last one last

    def run(self, frames: FrameSource) -> bool:
        """Ask for one card after another; whether all are taught."""
        from vision.cards.deck import BACK
        from vision.cards.teach import CardTaker

        taker = CardTaker(self.deck.ratio if self.deck.cards else None)
        stage = Stage(frames, taker, self.talk)
        known = {one.card: len(one.pictures) for one in self.deck.cards}
        left = [card for card in (*self.listed, BACK) if known.get(card, 0) < self.views]
        total, whole = len(left), True
        self.talk.say(
            tr("Lay each card alone before the camera, its top up; it is taken when it lies still."
               " With Enter: s leaves it out, r takes the last one again, w the last one was a"
               " wrong card, q ends; what is taught stays.")
        )  # fmt: skip
        self.talk.listen()
        while left and not stage.ended:
            self._ask(left[0], total - len(left), total, stage)
            word = self._take(left[0], stage)
            if word in {None, "s"}:
                left.pop(0)
                whole = whole and word is None
            elif word in {"r", "w"} and self._taken:
                left.insert(0, self._taken.pop())
                self.deck = self.deck.without(left[0])
                self.keep(self.deck)
                taker.ratio = taker.ratio if self.deck.cards else None
                if word == "r":
                    taker.forget()
            elif word == "q":
                break
        return whole and not left

    def _ask(self, card: str, done: int, total: int, stage: Stage[Any]) -> None:
        """Say which card is wanted, and how far and how long it is."""
        full = _BAR * done // total
        line = f"[{'#' * full}{'-' * (_BAR - full)}] {done}/{total}"
        if self._taken:
            spent = stage.at - stage.began
            left = _clock((total - done) * spent / len(self._taken))
            line += tr(", {spent}, about {left} to go", spent=_clock(spent), left=left)
        values = dict(self.listed.get(card, {}))
        name = values.pop("name", tr("a card face down"))
        said = values_text({key: one for key, one in values.items() if key not in _UNSAID})
        self.talk.say(f"{line}\n{card}  {name}" + (f": {said}" if said else ""))

    def _take(self, card: str, stage: Stage[tuple[Picture, Array]]) -> str | None:
        """Take the card that is asked for; None when it is done, else what was typed."""
        from vision.cards.alike import same_as
        from vision.cards.compare import Ready

        held: Ready | None = None
        while True:
            found = stage.gather(self.views, card)
            if found and (stage.ended or len(found) == self.views):
                held = Ready(self._with(card, found))
                picture, quad = found[-1]
                (left, top), (right, low) = (
                    quad.min(axis=0).astype(int),
                    quad.max(axis=0).astype(int),
                )
                show_picture(picture[max(0, top) : low, max(0, left) : right], self.talk)
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
        from dataclasses import replace

        from vision.cards.deck import kept
        from vision.cards.outlines import shape
        from vision.cards.teach import aspect_of, turned

        deck = self.deck
        if not deck.cards:
            quads = [quad for _, quad in found]
            deck = replace(deck, aspect=aspect_of(quads, shape(quads[0])))
        pictures = [kept(picture, turned(quad, deck.aspect), deck) for picture, quad in found]
        return deck.with_pictures(card, *pictures)

    def _have(self, card: str, ready: Ready) -> None:
        """Keep a deck that has got one more card, and say at once what the card looks like."""
        from vision.cards.alike import alike_cards

        self.deck = ready.deck
        self.keep(self.deck)
        self._taken.append(card)
        self.talk.ring()
        for pair in alike_cards(ready, card)[:_NAMED]:
            self.talk.say("  " + alike_line(pair, self.listed))


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


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
