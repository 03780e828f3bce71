"""The board of MonsterDice: everybody's dice as they lie, infirmaries, played cards, the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.dice import kind_name
from companion.core.texts import tr
from companion.games.md.view import MdView, SeatView
from companion.games.md.words import SPECIAL_NAMES, DieRef, HandCard, Special
from companion.tui.boards import md_draw as draw
from companion.tui.boards.base import plain_label
from companion.tui.boards.panels import Box
from companion.tui.boards.seated import SeatedBoard
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.md.view import DieView
    from companion.tui.boards.lead import Lead

PAGE: Final = 72


class MdBoard(SeatedBoard[MdView]):
    """Draws an `MdView`, and says dice, cards and players for the menus."""

    shows = MdView

    def draw(self, view: MdView, across: int, down: int, focus: Seat | None) -> Canvas:
        """Draw every player with dice as faces."""
        return draw.draw_table(view, across, down, focus)

    def lead(self, view: MdView) -> Lead:
        """Say who has most points of those that all can see (MD-Z2)."""
        return draw.lead(view)

    def pages(self, view: MdView) -> list[tuple[str, Content]]:
        """Return a page a player, and one for what the dice offer and the deck."""
        pages = [(seat.name, _seat_page(view, seat)) for seat in view.seats]
        return [*pages, (tr("Offers, deck and last roll"), _middle_page(view))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value for people: a die with its face, a card by what is printed on it."""
        match value:
            case DieRef():
                return _die_label(self._view, value, actor if self.about is None else self.about)
            case Special():
                return SPECIAL_NAMES[value]
            case HandCard():
                if value.special is None:
                    return tr("a point card worth {value}", value=value.value)
                return SPECIAL_NAMES[value.special]
            case tuple() if value:
                return ", ".join(self.label(one, actor) for one in value)
            case _:
                return plain_label(value)


def _die_label(view: MdView | None, ref: DieRef, owner: Seat | None) -> str:
    """Say a die by its name, with what it shows where it lies before its owner."""
    name = kind_name(ref.kind)
    if view is None or owner is None:
        return name
    if ref.owner is not None:
        name += tr(" brought by {seats}", seats=view.seats[ref.owner].name)
    seat = view.seats[owner]
    here = [die for die in seat.pool if _is_meant(die, ref)]
    if here:
        faces = tr(" or ").join(dict.fromkeys(die.face or tr("no face") for die in here))
        return tr("{name} showing {faces}", name=name, faces=faces)
    if any(_is_meant(die, ref) for die in seat.infirmary):
        return tr("{name} in the infirmary", name=name)
    return name


def _is_meant(die: DieView, ref: DieRef) -> bool:
    return die.kind == ref.kind and ref.owner in {None, die.owner}


def _seat_page(view: MdView, seat: SeatView) -> Content:
    down = draw.needs(Box(0, 0, PAGE, 0), draw.LARGE, len(seat.pool))
    canvas = Canvas(PAGE, down)
    draw.draw_seat(canvas, Box(0, 0, PAGE, down), view, seat)
    lines = [tr("Pool"), *(f"  {draw.die_line(view, seat, die)}" for die in seat.pool)]
    if seat.infirmary:
        lines += ["", tr("Infirmary")]
        lines += [f"  {draw.die_line(view, seat, die)}" for die in seat.infirmary]
    lines += [
        "",
        tr(
            "Hand: {hand_count}{word}",
            hand_count=seat.hand_count,
            word=tr(", counted") if seat.counted else tr(", face down"),
        ),
    ]
    if seat.played:
        lines += [tr("In front, 2 points each: {cards_text}", cards_text=draw.cards_text(seat))]
    lines += ["", tr("Turns finished: {turns}", turns=seat.turns)]
    return Content("\n").join([canvas.content(), Content("\n".join(lines))])


def _middle_page(view: MdView) -> Content:
    lines: list[str] = []
    if view.offers:
        lines += [tr("The dice offer"), *(f"  {draw.offer_line(one)}" for one in view.offers), ""]
    if view.declared is not None:
        lines += [
            tr(
                "Declared: {declared} ({rule})",
                declared=view.declared.text,
                rule=view.declared.rule,
            ),
            "",
        ]
    lines += [tr("Deck: {deck}, face down", deck=view.deck)]
    if view.last_roll is not None:
        roll = view.last_roll
        faces = ", ".join(f"{die.name} {die.face}" for die in roll.dice)
        name = view.seats[roll.roller].name
        lines += [
            "",
            tr(
                "Last roll, {purpose}: {name}: {faces}",
                purpose=roll.purpose,
                name=name,
                faces=faces,
            ),
        ]
        lines += [f"  {roll.outcome} ({roll.rule})"] if roll.outcome else []
    return Content("\n".join(lines))


BOARD: Final = MdBoard
