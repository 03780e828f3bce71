"""The board of Monster Mayhem: the ability, the call, the cards side by side, piles and Trophies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.gmm.cards import GmmCatalogue
from companion.games.gmm.view import GmmView
from companion.games.gmm.words import SPECIALS, Ability, Call
from companion.tui.boards import gmm_draw as draw
from companion.tui.boards.base import Board, plain_label
from companion.tui.boards.gmm_parts import number
from companion.tui.boards.lead import headed, lead_page

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue
    from companion.core.game import View
    from companion.core.seats import Seat

_CALLS: Final = {Call.HIGH: tr("▲ high"), Call.LOW: tr("▼ low")}
_NEWCOMER: Final = "monster-"


class GmmBoard(Board):
    """Draws a `GmmView`, and says cards and calls for the menus."""

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._view: GmmView | None = None
        self._page = draw.Page.BATTLE

    def show(self, view: View) -> None:
        """Draw another view; anything but a `GmmView` is a mistake of the program."""
        if not isinstance(view, GmmView):
            raise TypeError(f"the board of Monster Mayhem cannot draw {type(view).__name__}")
        self._view = view
        self.refresh()

    def turn_page(self) -> str:
        """Change between the battle and the Trophies with all piles."""
        battle = self._page is draw.Page.BATTLE
        self._page = draw.Page.PILES if battle else draw.Page.BATTLE
        self.refresh()
        return self._page.said

    def render(self) -> Content:
        """Draw the table at the size there is, below a row that says who leads."""
        view, page = self._view, self._page
        if view is None:
            return Content("")
        across, down = self.content_size
        key = self.key("table.page", "b")
        return headed(
            draw.lead(view),
            across,
            down,
            lambda rows: draw.draw_table(view, across, rows, page, key),
        )

    def detail(self) -> list[tuple[str, Content]]:
        """Return a page a player with the card that lies open, and one for the middle."""
        if self._view is None:
            return []
        view = self._view
        pages = [
            (seat.name, Content("\n".join(_seat_lines(view, seat.seat)))) for seat in view.seats
        ]
        middle = (tr("Trophies and discard"), Content("\n".join(_middle_lines(view))))
        return [*pages, middle, lead_page(draw.lead(view))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value for people: a card with the rating that counts, a call with its arrow."""
        del actor
        match value:
            case Call():
                return _CALLS[value]
            case Ability():
                return value.value.title()
            case str() if self._view is not None:
                return card_label(self._view, self.catalogue, CardId(value))
            case _:
                return plain_label(value)


def card_label(view: GmmView, catalogue: Catalogue | None, card: CardId) -> str:
    """Say a card for a menu: `Blob · Endurance 10 · 8 10 5 4 5 4`."""
    if card in SPECIALS:
        return tr("{specials} · 9 on high, 1 on low", specials=SPECIALS[card])
    if card == UNNAMED:
        return tr("a card")
    if card.startswith(_NEWCOMER):
        return tr("{card}: a monster not named yet; with : its own name can be typed", card=card)
    known = catalogue.monsters.get(card) if isinstance(catalogue, GmmCatalogue) else None
    if known is None:
        return card
    at = view.abilities.index(view.ability)
    return f"{known.name} · {view.ability} {number(known.ratings[at])}"


def _seat_lines(view: GmmView, seat: Seat) -> list[str]:
    player = view.seats[seat]
    lines = [
        tr("Trophies: {value}", value=", ".join(player.trophies) or tr("none")),
        tr("Winnings pile: {won} cards", won=player.won),
        tr("Draw pile: {draw} cards, face down", draw=player.draw),
        tr("Cards won in finished rounds: {total}", total=player.total),
    ]
    for at, flip in enumerate(view.battle, 1):
        card = flip[seat]
        if card is not None:
            lines += ["", tr("Flip {at}: {value}", at=at, value=card.name or tr("a card"))]
            lines += [
                f"  {name:<12} {number(value):>2}{' ◀' if name == view.ability else ''}"
                for name, value in zip(view.abilities, card.ratings, strict=False)
            ]
            if not card.ratings and card.rating is not None:
                lines.append(tr("  counts {rating}", rating=card.rating))
    return lines


def _middle_lines(view: GmmView) -> list[str]:
    lines = [tr("Trophies")]
    for one in view.trophies:
        who = tr("still to be won") if one.winner is None else view.seats[one.winner].name
        lines.append(f"  {one.ability}: {who}")
    lines += ["", tr("Discard of this round: {discard}", discard=view.discard)]
    lines += [f"  {name}" for name in reversed(view.discarded)]
    if view.outcome is not None:
        lines += [
            "",
            tr("Last: {outcome} ({rule})", outcome=view.outcome.text, rule=view.outcome.rule),
        ]
    return lines


BOARD = GmmBoard
