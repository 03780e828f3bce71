"""Who has which cards in Classic and Arena, what is complete, and what a side counts."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import Final, NamedTuple

from companion.core.findings import YES, Findings, stop
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, tr, trn
from companion.core.words import CardId
from companion.games.mon.cards import DRAGON_CARDS, Back, Card
from companion.games.mon.classic.state import Fight, Side, Stage, State, minus
from companion.games.mon.monster import LEAST, can_close, choose_complete
from companion.games.mon.words import DRAGON, HIDDEN, Faction, Kind, Part

_FEW: Final = (8, 12, 16, 24)
_MOST: Final = 8

NOW: Final = {
    Stage.SETUP: later("the game is being set up"),
    Stage.DEAL: later("the first cards are being taken"),
    Stage.DRAW: later("a card is to be taken"),
    Stage.BUILD: later("a turn is being played"),
    Stage.VERIFY: later("people are to say whether a monster is complete"),
    Stage.CHALLENGE: later("a challenge has been said"),
    Stage.FLIP: later("the monsters are to be flipped"),
    Stage.REINFORCE: later("a fight is going on"),
    Stage.PRIZE: later("a Dragon card is to be taken"),
    Stage.OVER: later("the game is over"),
}


def not_now(state: State, wrong: str) -> str:
    """Say what is wrong, and what the table is busy with instead."""
    return tr("{wrong}; {now}", wrong=wrong, now=tr(NOW[state.stage]))


def owned(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Every card a player has on the table, Dragon cards included, sorted."""
    player = state.players[seat]
    return tuple(sorted((*player.parts, *(dragon.card for dragon in player.dragons))))


def committed(state: State, seat: Seat) -> tuple[CardId, ...]:
    """A player's cards that wait in the Arena or fight (MON-A5a, MON-C11)."""
    waits = state.arena.cards if state.arena and state.arena.seat == seat else ()
    fights = state.fight.side(seat).cards if state.fight and seat in state.fight.seats else ()
    return (*waits, *fights)


def free_cards(state: State, seat: Seat) -> tuple[CardId, ...]:
    """A player's cards that neither wait in the Arena nor fight, sorted."""
    return minus(owned(state, seat), committed(state, seat))


def cards_at_home(state: State, seat: Seat) -> tuple[tuple[CardId, ...], tuple[CardId, ...]]:
    """Return the cards that are put together at home, and those that are in no monster."""
    player, away = state.players[seat], committed(state, seat)
    built = minus(player.monster, away)
    return built, minus(player.parts, (*away, *built)) if state.full else ()


def check_owned(state: State, seat: Seat, cards: tuple[CardId, ...]) -> Findings:
    """Refuse cards that are not on a player's table (MON-C7)."""
    missing = minus(cards, owned(state, seat))
    if not missing:
        return YES
    text = tr("{missing} is not on {name}'s table", missing=missing[0], name=state.name(seat))
    return stop("MON-C7", text)


def cards_text(state: State, cards: tuple[CardId, ...]) -> str:
    """Say which cards these are; hidden ones are counted."""
    shown = state.called_cards(card for card in cards if card != HIDDEN)
    hidden = cards.count(HIDDEN)
    secret = trn("{count} hidden card", "{count} hidden cards", hidden) if hidden else ""
    return ", ".join(part for part in (shown, secret) if part)


def is_dragon(state: State, card: CardId) -> bool:
    """Whether a card of a monster is a Dragon card (MON-G4)."""
    known = state.cards.get(card)
    return card == DRAGON if known is None else known.kind is Kind.DRAGON


def regular(state: State, cards: Iterable[CardId]) -> tuple[CardId, ...]:
    """The cards that are no Dragon cards: those that a fight costs (MON-C21, MON-C21a)."""
    return tuple(card for card in cards if not is_dragon(state, card))


def unseen_parts(state: State) -> dict[CardId, int]:
    """Part cards in the deck, with how many of each, by id: parts are never hidden (MON-C5)."""
    laid = (card for player in state.players for card in player.parts)
    return state.remaining((Kind.PART,), laid)


def unplayed(state: State) -> dict[CardId, int]:
    """Power and Spell cards that were not played in this fight, with how many of each, by id."""
    sides = state.fight.sides if state.fight else ()
    played = (played.card for side in sides for played in side.played)
    return state.remaining((Kind.POWER, Kind.SPELL), played)


def hidden_left(state: State) -> int:
    """How many Power and Spell cards are in the deck (full depth)."""
    return sum(unplayed(state).values()) - sum(player.hand for player in state.players)


def aside(state: State) -> dict[CardId, int]:
    """Dragon cards set aside, with how many of each, by id (MON-C3); full depth."""
    won = (dragon.card for player in state.players for dragon in player.dragons)
    return state.remaining((Kind.DRAGON,), won)


def aside_of(state: State, faction: Faction) -> int:
    """How many Dragon cards of a faction are set aside."""
    won = (dragon.faction for player in state.players for dragon in player.dragons)
    return DRAGON_CARDS - sum(1 for one in won if one is faction)


def why_void(state: State, seat: Seat, cards: tuple[CardId, ...], target: Seat | None) -> str:
    """Why nothing comes of what `seat` has said; empty when something does (MON-C10c).

    A `target` is challenged and must be able too; in the Arena there is none.
    """
    lack = lacking(state, cards)
    if lack is not None:
        text = later("{name}'s monster lacks {what} ({rule})")
        return tr(text, name=state.name(seat), what=lack.what, rule=lack.rule)
    if target is not None and not able(state, target):
        text = later("{name} is not able to build a complete monster (MON-C12a)")
        if len(pictures(state, free_cards(state, target))) > _FEW[-1]:
            text = later("{name} is not able to build a monster of up to {most} cards (MON-C12a)")
        return tr(text, name=state.name(target), most=_MOST)
    return ""


def pictures(state: State, cards: Iterable[CardId]) -> tuple[Card, ...]:
    """The picture sides of cards that are known."""
    return tuple(state.cards[card] for card in cards if card in state.cards)


class Lack(NamedTuple):
    """Why cards put together are no complete monster: a rule, and what is missing ("a head")."""

    rule: str
    what: str


def lacking(state: State, cards: tuple[CardId, ...]) -> Lack | None:
    """What cards put together lack to be complete (MON-C8, MON-C9, MON-C9a); None when nothing."""
    if len(cards) < LEAST:
        return Lack("MON-C8", tr("{least} cards", least=LEAST))
    shown = pictures(state, cards)
    its = {card.part for card in shown}
    if Part.HEAD not in its:
        return Lack("MON-C9", tr("a head"))
    if Part.BODY not in its:
        return Lack("MON-C9", tr("a body"))
    if can_close(shown):
        return None
    # If no other port counted, could all connections of a body be closed (MON-C9)?
    wide, narrow = sum(card.wide for card in shown), sum(card.narrow for card in shown)
    bodies = (card for card in shown if card.part is Part.BODY)
    closes = any(2 * one.wide <= wide and 2 * one.narrow <= narrow for one in bodies)
    return Lack("MON-C9a" if closes else "MON-C9", tr("a way to join all ports"))


def able(state: State, seat: Seat) -> bool:
    """Whether a player could be made fight with the cards on the table (MON-C12a)."""
    cards = pictures(state, free_cards(state, seat))
    return bool(some_complete(cards)) or (state.short and _short(cards))


def some_complete(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Some of these cards that make a complete monster, as few as are easily found; () if none do.

    The exact search takes long on a table of many cards, where it is hardly ever needed: it looks
    at a few of each sort first, and of more than 24 cards only for monsters of up to 8.
    """
    its = {card.part for card in cards}
    if not {Part.HEAD, Part.BODY} <= its:
        return ()
    simple = sorted(cards, key=lambda card: (len(card.ports), card.id))
    sorts = [[card for card in simple if card.part is part] for part in Part]
    mixed = [card for some in zip_longest(*sorts) for card in some if card]
    for few in _FEW:
        found = choose_complete(mixed[:few])
        if found or few >= len(mixed):
            return found
    return choose_complete(mixed, _MOST)


def unfit(state: State, cards: tuple[CardId, ...]) -> Lack | None:
    """What a challenged monster lacks to fight (MON-C12, MON-C12a); None when nothing."""
    if state.short and _short(pictures(state, cards)):
        return None
    return lacking(state, cards)


def _short(cards: tuple[Card, ...]) -> bool:
    return len(cards) >= LEAST and any(card.part is Part.HEAD for card in cards)


def back(state: State, card: CardId) -> Back | None:
    """The back of a card that lies flipped; nobody else may be asked about (MON-C13)."""
    return state.catalogue.backs.get(card) if state.full and state.catalogue else None


def flipped(state: State) -> bool:
    """Whether the cards of both monsters show their points (MON-C13)."""
    return state.fight is not None and state.fight.priority is not None


def base(state: State, side: Side) -> int:
    """Points of the cards of a flipped monster, without those taken off (MON-C14, MON-C18)."""
    if not state.full:
        return side.points or 0
    backs = (back(state, card) for card in side.standing)
    return sum(one.points for one in backs if one is not None)


def total(state: State, fight: Fight, side: Side) -> int:
    """What a side counts: its cards, and what has been played (MON-C14, MON-C16, MON-C18)."""
    brought = sum(played.own for played in side.played)
    suffered = sum(played.theirs for played in fight.other(side.seat).played)
    return base(state, side) + brought + suffered + side.mended


def leader(state: State, fight: Fight) -> Side | None:
    """The side with more points (MON-C14, MON-C19); None when they are equal."""
    one, other = (total(state, fight, side) for side in fight.sides)
    if one == other:
        return None
    return fight.attacker if one > other else fight.defender


def shown_back(state: State, card: CardId, *, fighting: bool) -> Back | None:
    """A card's back, if it lies flipped, or did and the table wants to see it (MON-C13)."""
    seen = state.house.show_known_points is OnOff.ON and card in state.known
    return back(state, card) if seen or (fighting and flipped(state)) else None
