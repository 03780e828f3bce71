"""Cards changing places in Dominoes, who has what, and what could be attached."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from companion.core.findings import YES, Findings, against, all_elsewhere, no_card, no_names, stop
from companion.core.seats import Seat, clockwise
from companion.core.texts import later, tr, trn
from companion.core.words import UNNAMED, CardId, one_less
from companion.games.mon.dominoes.house import Deck
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.monster import LEAST, free_ports, width
from companion.games.mon.words import Kind, PortRef


def called_port(state: State, port: PortRef) -> str:
    """Say a port by its number and its card."""
    card, copy = state.called_card(port.part.card), port.part.copy
    if copy > 1:
        return tr("port {port} of {card}, copy {copy}", port=port.port, card=card, copy=copy)
    return tr("port {port} of {card}", port=port.port, card=card)


KINDS: Final[Mapping[Deck, tuple[Kind, ...]]] = {
    Deck.PARTS: (Kind.PART,),
    Deck.PARTS_AND_DRAGONS: (Kind.PART, Kind.DRAGON),
    Deck.ALL: tuple(Kind),
}
"""What each deck is made of (MON-D2a)."""


def known_places(state: State) -> Counter[CardId]:
    """How many copies of each card lie somewhere by name."""
    named: Counter[CardId] = Counter(part.card for part in state.centre.parts)
    named.update((*state.discarded, *state.gone))
    for player in state.players:
        named.update(player.hand)
        named.update(player.collected)
    del named[UNNAMED]
    return named


def unaccounted(state: State) -> dict[CardId, int]:
    """Cards of the deck in use that lie nowhere by name, with how many of each, by id."""
    return state.remaining(KINDS[state.kinds], known_places(state).elements())


def check_known(state: State, cards: tuple[CardId, ...]) -> Findings:
    """Refuse cards that cannot come from where nobody sees them: the list has no such copy."""
    elsewhere = known_places(state)
    for card in dict.fromkeys(cards):
        known = state.cards.get(card)
        if known is None:
            return no_card("MON-D2", tr("there is no card {card}", card=card))
        if elsewhere[card] + cards.count(card) > known.copies:
            return all_elsewhere("MON-D2", card, known.copies)
    return YES


def check_kinds(state: State, cards: tuple[CardId, ...]) -> Findings:
    """Refuse cards of a kind that the deck has none of (MON-D2a)."""
    for card in cards:
        if card != UNNAMED and state.cards[card].kind not in KINDS[state.kinds]:
            text = later("{card} is a {kind} card and not in this deck")
            return against("MON-D2a", tr(text, card=card, kind=state.cards[card].kind))
    return YES


def holders(state: State, seat: Seat, card: CardId) -> tuple[Seat, ...]:
    """In whose hand a card may be: the player's own before those of others, clockwise."""
    first, *rest = clockwise(len(state.players), seat)
    places = [(first, card), (first, UNNAMED)]
    places += [(at, sort) for sort in (card, UNNAMED) for at in rest]
    return tuple(at for at, sort in places if sort in state.players[at].hand)


def taken_facts(state: State, cards: tuple[CardId, ...], rule: str) -> Findings:
    """Refuse cards that cannot come from the deck, and names where cards have none."""
    named = tuple(card for card in cards if card != UNNAMED)
    if state.named and not cards:
        return stop(rule, tr("hands are open: say which cards"))
    if max(1, len(cards)) > state.deck:
        return stop(rule, trn("the deck has {count} card", "the deck has {count} cards", state.deck))
    return check_known(state, named) if state.full or not named else no_names("MON-D1", named[0])


def check_taken(state: State, cards: tuple[CardId, ...]) -> Findings:
    """Cards that go into a hand are named when hands are open, and only then (MON-D1)."""
    wrong = check_kinds(state, cards)
    if state.named and UNNAMED in cards:
        wrong += against("MON-D1", tr("hands are open: name the card"))
    if not state.named and any(card != UNNAMED for card in cards):
        wrong += against("MON-D1", tr("hands are closed: say {unnamed}", unnamed=UNNAMED))
    return wrong


def places(state: State, card: CardId, free: Sequence[PortRef]) -> tuple[PortRef, ...]:
    """Which of the monster's free ports a card may be attached to (MON-G2, MON-D4, MON-D6a)."""
    ports = state.cards[card].ports
    if state.centre.size + 1 < LEAST and len(free) + len(ports) == 2:  # noqa: PLR2004 - joined
        return ()
    return tuple(port for port in free if width(state.cards, port) in ports)


def usable(state: State, seat: Seat) -> tuple[CardId, ...]:
    """The cards of a hand that are known and could be played now (MON-D4a)."""
    hand = tuple(card for card in dict.fromkeys(state.players[seat].hand) if card != UNNAMED)
    if state.stage is Stage.START:
        return tuple(card for card in hand if state.cards[card].fits_monsters)
    free = free_ports(state.cards, state.centre)
    return tuple(card for card in hand if places(state, card, free))


def to_hand(state: State, seat: Seat, *cards: CardId) -> State:
    """Put cards into a hand."""
    return state.change(seat, hand=tuple(sorted((*state.players[seat].hand, *cards))))


def from_hand(state: State, seat: Seat, card: CardId) -> State:
    """Take a card out of the hand where it may be, or one that is not known in its place."""
    whose = holders(state, seat, card)[0]
    hand = state.players[whose].hand
    return state.change(whose, hand=one_less(hand, card if card in hand else UNNAMED))


def take(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """Take cards from the deck into a hand; a hand that is not open forgets their names."""
    kept = cards if state.named else (UNNAMED,) * len(cards)
    state = replace(state, deck=state.deck - len(cards))
    return to_hand(state, seat, *kept)


def first_cards(state: State, count: int | None) -> tuple[CardId, ...]:
    """Some cards that may have come from the deck, for an example; all of them for None."""
    left = (card for card, copies in unaccounted(state).items() for _ in range(copies))
    return tuple(islice(left, count))
