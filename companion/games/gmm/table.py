"""Helpers over the state: what a card counts, where cards can be, and who is to turn one up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.core.catalogue import WORD
from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat, clockwise
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, CardId
from companion.games.gmm.cards import (
    COPIES,
    DECK,
    MONSTERS,
    UNRATED,
    GmmCatalogue,
    Monster,
    write_catalogue,
)
from companion.games.gmm.house import MashupScope
from companion.games.gmm.state import SHOWING, Flip, State, Sudden
from companion.games.gmm.words import ABILITIES, SPECIALS, Ability, Call

BEST: Final = {Call.HIGH: 9, Call.LOW: 1}
"""What Slappy and Mastermind rate in every ability (GMM-B4, GMM-B4a)."""

NEWCOMER: Final = "monster-"
"""How a monster is called that the program offers without knowing its name."""


# ---------------------------------------------------------------- monsters


def monster(state: State, card: CardId) -> Monster | None:
    """What is known of a monster from the catalogue and from what was typed (GMM-S2b).

    A rating typed at the table counts in place of the catalogue's.
    """
    known = state.catalogue.monsters.get(card) if state.catalogue else None
    typed = next((ratings for one, ratings in state.typed if one == card), None)
    if typed is None:
        return known
    printed = known.ratings if known else UNRATED
    ratings = tuple(old if new is None else new for old, new in zip(printed, typed, strict=True))
    return Monster(card, known.name if known else _spoken(card), ratings)


def named(state: State) -> dict[CardId, None]:
    """The ids of all monsters that are known by now, those of the catalogue first."""
    printed = state.catalogue.monsters if state.catalogue else {}
    return dict.fromkeys([*printed, *(card for card, _ in state.typed)])


def monsters(state: State) -> dict[CardId, Monster]:
    """Every monster that is known by now, with what is known of it."""
    found = {card: monster(state, card) for card in named(state)}
    return {card: one for card, one in found.items() if one is not None}


def grown(state: State) -> GmmCatalogue:
    """Return the catalogue with every monster known by now."""
    known = state.catalogue
    if known is not None:
        return replace(known, monsters=monsters(state))
    title = tr("Monster Mayhem, as typed at the table")
    return GmmCatalogue(title=title, invented=False, warnings=(), monsters=monsters(state))


def grown_catalogue(state: State) -> str:
    """Write every monster known by now as the text of a TOML catalogue, to be kept."""
    cards = grown(state)
    return write_catalogue(cards.title, cards.monsters, invented=cards.invented)


def called(state: State, card: CardId) -> str:
    """A card's name, for people."""
    if card in SPECIALS:
        return SPECIALS[card]
    if card == UNNAMED:
        return tr("a card")
    known = monster(state, card)
    return known.name if known else _spoken(card)


def _spoken(card: CardId) -> str:
    """Make a name of an id: `sea_witch` to `Sea witch`."""
    text = card.replace("_", " ").replace("-", " ").strip() or card
    return text[:1].upper() + text[1:]


def title(ability: Ability) -> str:
    """Name an ability as the cards do."""
    return ability.value.title()


def rating(state: State, card: CardId, ability: Ability, call: Call | None) -> int | None:
    """What a card counts; None when nobody has read it yet, or for a special before the call."""
    if card in SPECIALS:
        return None if call is None else BEST[call]  # GMM-B4, GMM-B4a
    known = monster(state, card)
    return known.ratings[ABILITIES.index(ability)] if known else None


def unread(state: State) -> CardId | None:
    """The card that lies open and whose rating must be typed first, if there is one (GMM-S2b)."""
    if not state.full or state.stage not in SHOWING:
        return None
    return next(
        (
            card
            for card in state.flips[-1]
            if card is not None
            and card not in SPECIALS
            and rating(state, card, state.ability, state.call) is None
        ),
        None,
    )


# ---------------------------------------------------------------- which card


def seen(state: State) -> tuple[CardId, ...]:
    """Every card of this round's battles that lies anywhere by name."""
    cards = [card for player in state.players for card in player.won]
    return (*cards, *state.discard, *state.out, *open_cards(state))


def open_cards(state: State) -> tuple[CardId, ...]:
    """The cards of the battle that is being fought."""
    return tuple(card for flip in state.flips for card in flip if card is not None)


def used(state: State) -> tuple[CardId, ...]:
    """Cards that cannot come from the draw piles once more before all are shuffled again."""
    if state.sudden is None:
        return seen(state)
    return tuple(card for flip in (*state.sudden.spent, *state.flips) for card in flip if card)


def copies(card: CardId) -> int:
    """How many of a card the box holds (GMM-S2, GMM-S2b)."""
    return 1 if card in SPECIALS else COPIES


def copies_left(state: State, card: CardId) -> int:
    """Copies of a card that nobody has seen since the cards were shuffled."""
    return copies(card) - used(state).count(card)


def own_winnings(state: State, sudden: Sudden, seat: Seat) -> tuple[CardId, ...]:
    """Cards of a winnings pile that lie face down again in sudden death (GMM-D1)."""
    rest = list(state.players[seat].won)
    for card in _turned_up(state, sudden, seat):
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def pile_left(state: State, sudden: Sudden, seat: Seat) -> int:
    """Cards that a seat can still turn up in a sudden death before shuffling again (GMM-D3)."""
    final = DECK // len(sudden.tied)
    whole = final if sudden.final else state.players[seat].winnings
    return whole - len(_turned_up(state, sudden, seat))


def _turned_up(state: State, sudden: Sudden, seat: Seat) -> list[CardId]:
    return [card for flip in (*sudden.spent, *state.flips) if (card := flip[seat]) is not None]


def from_winnings(state: State) -> Sudden | None:
    """The sudden death for which cards are turned up from the winnings piles (GMM-D1)."""
    return None if state.sudden is None or state.sudden.final else state.sudden


def possible(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Cards that a seat may turn up next: those the program knows of, then a newcomer."""
    known = (*named(state), *SPECIALS)
    sudden = from_winnings(state)
    if sudden is not None:
        # A pile that counts more than was seen to go there may hold anything.
        strange = state.players[seat].adjusted > 0
        return known if strange else tuple(dict.fromkeys(own_winnings(state, sudden, seat)))
    gone = Counter(used(state))
    able = tuple(card for card in known if copies(card) > gone[card])
    return able if all_known(state) else (*able, newcomer(state))


def newcomer(state: State) -> CardId:
    """A name for a monster that nobody has named."""
    known = named(state)
    number = next(n for n in range(1, len(known) + 2) if f"{NEWCOMER}{n}" not in known)
    return CardId(f"{NEWCOMER}{number}")


def all_known(state: State) -> bool:
    """Tell whether all 29 monsters are known, so that there is no newcomer (GMM-S2b)."""
    return len(named(state)) >= MONSTERS


def no_monster(card: CardId) -> Findings:
    """Refuse a word that can name no monster (GMM-S2b)."""
    if WORD.match(card) and card != UNNAMED:
        return YES
    text = tr("{card} cannot name a monster: one word of letters, digits, - and _", card=card)
    return stop("GMM-S2b", text)


def unknown_monster(state: State, card: CardId) -> Findings:
    """Refuse a word that names no monster of this box (GMM-S2b)."""
    if card in named(state):
        return YES
    if all_known(state):
        wording = later("all {monsters} monsters are known and none is called {card}")
        return against("GMM-S2b", tr(wording, monsters=MONSTERS, card=card))
    return YES


# ---------------------------------------------------------------- who


def waiting(state: State) -> tuple[Seat, ...]:
    """Who has yet to turn up a card in this flip, clockwise from the declarer."""
    if state.stage not in SHOWING:
        return ()
    order = clockwise(len(state.players), state.declarer)
    shown = state.flips[-1]
    return tuple(seat for seat in order if seat in state.showing and shown[seat] is None)


def standing_rule(state: State) -> str:
    """The rule by which the declarer declares (GMM-R2, GMM-R3, GMM-B5, GMM-M2)."""
    last = state.outcome
    if state.ruled:
        return "X-7"
    if state.fought and last is not None and not last.sudden:
        return "GMM-B5" if last.winner is not None else "GMM-M2"
    return "GMM-R2" if state.round == 1 else "GMM-R3"


def draws_left(state: State) -> bool:
    """Tell whether there are cards left in the draw piles (GMM-B6)."""
    return any(player.draw > 0 for player in state.players)


def put(state: State, seat: Seat, card: CardId) -> State:
    """Lay a card open in front of a seat, off its draw pile, or its shuffled winnings pile.

    A card that lies there goes back in exchange.
    """
    flip = state.flips[-1]
    flips = (*state.flips[:-1], (*flip[:seat], card, *flip[seat + 1 :]))
    state = replace(state, flips=flips)
    if state.sudden is not None or flip[seat] is not None:  # in its place, by a ruling
        return state
    return state.change(seat, draw=state.players[seat].draw - 1)


# ---------------------------------------------------------------- comparing


def best(ratings: Mapping[Seat, int], call: Call) -> tuple[Seat, ...]:
    """Return the seats that share the winning rating, in seat order (GMM-B3).

    Whoever ties below the winning rating is not among them (GMM-T6).

    Args:
        ratings: what each card counts, 0 to 10; at least one.
        call: high or low.
    """
    wanted = max(ratings.values()) if call is Call.HIGH else min(ratings.values())
    return tuple(seat for seat in sorted(ratings) if ratings[seat] == wanted)


def same_monster(flips: Sequence[Flip], scope: MashupScope) -> CardId | None:
    """Return a monster that two cards show, or None (GMM-M1).

    Slappy and Mastermind are single cards and cannot make one (GMM-M4).

    Args:
        flips: of one battle, the newest last.
        scope: whether earlier flips are looked at as well (GMM-M3a).
    """
    looked_at = flips if scope is MashupScope.BATTLE else flips[-1:]
    shown = Counter(card for flip in looked_at for card in flip if card is not None)
    return next((card for card in shown if shown[card] > 1 and card not in SPECIALS), None)
