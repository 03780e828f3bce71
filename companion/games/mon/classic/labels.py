"""Values of Classic and Arena in words: cards by their pictures, changes of a monster."""

from __future__ import annotations

from collections import Counter

from companion.core.seats import Seat
from companion.core.sheet import joined, plain_label
from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic.state import HIDDEN, State, minus
from companion.games.mon.classic.table import committed
from companion.games.mon.pictures import faction_name, part_name, ports_words
from companion.games.mon.words import Kind


def cards_at_home(state: State, seat: Seat) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
    """Return the cards that are put together at home, and those that are in no monster."""
    player, away = state.players[seat], committed(state, seat)
    built = minus(player.monster, away)
    return built, minus(player.parts, (*away, *built)) if state.full else ()


def label(state: State, value: object, actor: Seat | None, _about: Seat | None) -> str:
    """Say a value for people; of a card only what its picture shows, never its back."""
    match value:
        case tuple() if value:
            change = _change(state, value, actor)
            return change or " + ".join(
                one if type(one) is str else label(state, one, actor, None) for one in value
            )
        case str() if type(value) is str:
            return _picture(state, CardId(value))
        case _:
            return plain_label(value)


def _change(state: State, cards: tuple[object, ...], actor: Seat | None) -> str:
    """Say a monster that is one card more or fewer than the one on the table by that card."""
    if actor is None or not all(type(one) is str for one in cards):
        return ""
    before = Counter(str(card) for card in cards_at_home(state, actor)[0])
    after = Counter(str(one) for one in cards)
    more, fewer = list((after - before).elements()), list((before - after).elements())
    if len(more) + len(fewer) != 1:
        return ""
    card = _picture(state, CardId((more or fewer)[0]))
    return tr("with {card}", card=card) if more else tr("without {card}", card=card)


def _picture(state: State, card: CardId) -> str:
    known = state.cards.get(card)
    if known is None:
        unnamed = {UNNAMED: tr("the card"), HIDDEN: tr("hidden: a Power or Spell card")}
        return unnamed.get(card, card)
    if known.part is None:
        return joined(f"{card} {known.name}".strip(), known.kind.value)
    dragon = tr("Dragon card") if known.kind is Kind.DRAGON else ""
    named = f"{card} {known.name}".strip()
    return joined(named, dragon, faction_name(known), part_name(known), ports_words(known))
