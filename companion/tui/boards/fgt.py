"""The board of Fight!: the Arena and who leads in it, every Main and Boost, the piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.cards import FgtCatalogue
from companion.games.fgt.view import FgtView
from companion.games.fgt.words import FamilyCount, Shown
from companion.tui.boards import fgt_draw as draw
from companion.tui.boards.base import plain_label
from companion.tui.boards.panels import Box
from companion.tui.boards.seated import SeatedBoard
from companion.tui.canvas import Canvas

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue
    from companion.core.seats import Seat
    from companion.games.fgt.view import SeatView
    from companion.tui.boards.lead import Lead

PAGE: Final = (60, 16)


class FgtBoard(SeatedBoard[FgtView]):
    """Draws an `FgtView`, and says Warriors, Arenas and players for the menus."""

    shows = FgtView

    def draw(self, view: FgtView, across: int, down: int, focus: Seat | None) -> Canvas:
        """Draw Arena, players and piles."""
        return draw.draw_table(view, across, down, focus)

    def lead(self, view: FgtView) -> Lead:
        """Say who has most Glory, then most scored Warriors (FGT-E2, E3)."""
        return draw.lead(view)

    def pages(self, view: FgtView) -> list[tuple[str, Content]]:
        """Return a page a player, and one for the middle of the table."""
        pages = [(seat.name, _seat_page(view, seat)) for seat in view.seats]
        return [*pages, (tr("Arenas, Reserves and Graveyard"), _middle_page(view))]

    def label(self, value: object, actor: Seat | None) -> str:
        """Say a value for people: a Warrior with power, Family and ability, an Arena with Glory."""
        del actor
        match value:
            case Shown():
                return value.family.value if value.family else self._card(value.card or UNNAMED)
            case FamilyCount():
                return f"{value.count} {value.family.value}"
            case tuple() if value:
                return ", ".join(self.label(one, None) for one in value)
            case str() if type(value) is str:
                return self._card(CardId(value))
            case _:
                return plain_label(value)

    def _card(self, card: CardId) -> str:
        return _card_label(self.catalogue, card)


def _card_label(catalogue: Catalogue | None, card: CardId) -> str:
    if isinstance(catalogue, FgtCatalogue):
        warrior = catalogue.warriors.get(card)
        if warrior is not None:
            return (
                f"{card} {warrior.name} · {warrior.family.value} {warrior.power}"
                f" · {warrior.ability.text}"
            )
        arena = catalogue.arenas.get(card)
        if arena is not None:
            return tr(
                "{card} {arena} · {glory} Glory · {condition}",
                card=card,
                arena=arena.name,
                glory=arena.glory,
                condition=arena.condition.text,
            )
    return tr("the card") if card == UNNAMED else card


def _seat_page(view: FgtView, seat: SeatView) -> Content:
    canvas = Canvas(*PAGE)
    draw.draw_seat(canvas, Box(0, 0, *PAGE), view, seat)
    lines: list[str] = []
    main, boost = seat.main, seat.boost
    if main is not None:
        named = f"{main.card} {main.name}".strip() if main.name else main.family
        lines += ["", tr("Main: {named} · {family}", named=named, family=main.family)]
        lines += [f"  {step}" for step in draw.step_line(view, main).split(", ") if step]
    if boost is not None:
        said = "".join(text for text, _ in draw.boost_parts(boost))
        lines += ["", tr("Boost: {said}", said=said)]
    lines += [
        "",
        tr(
            "Hand: {hand}, face down {families_text}",
            hand=seat.hand,
            families_text=draw.families_text(seat.hand_families),
        ).rstrip(),
    ]
    lines += [
        tr(
            "Scored: {scored}, 1 Glory each {families_text}",
            scored=seat.scored,
            families_text=draw.families_text(seat.scored_families),
        )
    ]
    lines += ["", tr("Arenas won: {arenas}", arenas=len(seat.arenas))]
    lines += [f"  {draw.arena_line(arena)}" for arena in seat.arenas]
    if seat.adjusted:
        lines += [tr("By a ruling of the table: {adjusted:+d} Glory", adjusted=seat.adjusted)]
    return Content("\n").join([canvas.content(), Content("\n".join(lines))])


def _middle_page(view: FgtView) -> Content:
    lines: list[str] = []
    if view.arena is not None:
        lines += [
            tr(
                "Arena {round} of {rounds}: {arena_line}",
                round=view.round,
                rounds=view.rounds,
                arena_line=draw.arena_line(view.arena),
            )
        ]
    if view.lead is not None:
        lines += [f"  {view.lead.why} ({view.lead.rule})"]
    if view.coming is not None:
        lines += [tr("Next: {arena_line}", arena_line=draw.arena_line(view.coming))]
    if view.award is not None:
        lines += [
            tr(
                "The last one, {arena_line}: {why}",
                arena_line=draw.arena_line(view.award.arena),
                why=view.award.why,
            )
        ]
    lines += [
        tr("Set aside: {arena_line}", arena_line=draw.arena_line(arena)) for arena in view.aside
    ]
    lines += ["", tr("Reserves: {reserves} cards, face down", reserves=view.reserves)]
    if view.revealed:
        lines += [
            tr("Turned up of them:"),
            *(f"  {draw.card_line(card)}" for card in view.revealed),
        ]
    lines += ["", tr("Graveyard: {graveyard}", graveyard=len(view.graveyard))]
    lines += [f"  {draw.card_line(card)}" for card in reversed(view.graveyard)]
    return Content("\n".join(lines))


BOARD: Final = FgtBoard
