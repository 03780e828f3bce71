"""Helpers over the state: what a card counts, where cards can be, and who is to turn one up."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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


def grown(state: State) -> GmmCatalogue:
    """Return the catalogue with every monster known by now."""
    found = {card: monster(state, card) for card in named(state)}
    monsters = {card: one for card, one in found.items() if one is not None}
    if state.catalogue is not None:
        return replace(state.catalogue, monsters=monsters)
    title = tr("Monster Mayhem, as typed at the table")
    return GmmCatalogue(title=title, invented=False, warnings=(), monsters=monsters)


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
    text = card.replace("_", " ").replace("-", " ").strip()
    return text[:1].upper() + text[1:]


def title(ability: Ability) -> str:
    """Name an ability as the cards do."""
    return tr(_TITLES[ability])


_TITLES: Final = {
    Ability.STRENGTH: later("Strength"), Ability.ENDURANCE: later("Endurance"),
    Ability.FRIGHT: later("Fright"), Ability.MAGIC: later("Magic"),
    Ability.MAYHEM: later("Mayhem"), Ability.INTELLIGENCE: later("Intelligence"),
}  # fmt: skip


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
    cards = (card for card in state.flips[-1] if card is not None and card not in SPECIALS)
    return next((one for one in cards if rating(state, one, state.ability, None) is None), None)


# ---------------------------------------------------------------- which card


def open_cards(state: State) -> tuple[CardId, ...]:
    """The cards of the battle that is being fought."""
    return tuple(card for flip in state.flips for card in flip if card is not None)


def copies_left(state: State, cards: Iterable[CardId]) -> dict[CardId, int]:
    """Copies of cards that nobody has seen since they were shuffled (GMM-S2, GMM-S2b)."""
    if state.sudden is None:
        won = [card for player in state.players for card in player.won]
        used = Counter((*won, *state.discard, *state.out, *open_cards(state)))
    else:
        used = Counter(one for flip in (*state.sudden.spent, *state.flips) for one in flip if one)
    return {card: (1 if card in SPECIALS else COPIES) - used[card] for card in cards}


def own_winnings(state: State, sudden: Sudden, seat: Seat) -> tuple[CardId, ...]:
    """Cards of a winnings pile that lie face down again in sudden death (GMM-D1)."""
    rest = Counter(state.players[seat].won) - Counter(_turned_up(state, sudden, seat))
    return tuple(rest.elements())


def pile_left(state: State, sudden: Sudden, seat: Seat) -> int:
    """Cards that a seat can still turn up in a sudden death before shuffling again (GMM-D3)."""
    whole = DECK // len(sudden.tied) if sudden.final else state.players[seat].winnings
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
    able = tuple(card for card, left in copies_left(state, known).items() if left > 0)
    if all_known(state):
        return able
    names = (CardId(f"{NEWCOMER}{number}") for number in range(1, len(known)))
    return (*able, next(name for name in names if name not in known))


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
    if card in named(state) or not all_known(state):
        return YES
    wording = later("all {monsters} monsters are known and none is called {card}")
    return against("GMM-S2b", tr(wording, monsters=MONSTERS, card=card))


# ---------------------------------------------------------------- who


def waiting(state: State) -> tuple[Seat, ...]:
    """Who has yet to turn up a card in this flip, clockwise from the declarer."""
    if state.stage not in SHOWING:
        return ()
    order, shown = clockwise(len(state.players), state.declarer), state.flips[-1]
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


def ratings_of(state: State, flip: Flip, ability: Ability, call: Call) -> dict[Seat, int]:
    """What each card of a flip counts that lies open and has been read."""
    shown = ((seat, flip[seat]) for seat in state.seats)
    values = {seat: rating(state, card, ability, call) for seat, card in shown if card is not None}
    return {seat: value for seat, value in values.items() if value is not None}


def best(ratings: Mapping[Seat, int], call: Call) -> tuple[Seat, ...]:
    """Return the seats that share the winning rating of at least one, in seat order (GMM-B3).

    Whoever ties below the winning rating is not among them (GMM-T6).
    """
    wanted = max(ratings.values()) if call is Call.HIGH else min(ratings.values())
    return tuple(seat for seat in sorted(ratings) if ratings[seat] == wanted)


def same_monster(flips: Sequence[Flip], scope: MashupScope) -> CardId | None:
    """Return a monster that two cards of a battle show, by its scope (GMM-M3a), or None (GMM-M1).

    Slappy and Mastermind are single cards and cannot make one (GMM-M4).
    """
    looked_at = flips if scope is MashupScope.BATTLE else flips[-1:]
    shown = Counter(card for flip in looked_at for card in flip if card is not None)
    return next((card for card in shown if shown[card] > 1 and card not in SPECIALS), None)
