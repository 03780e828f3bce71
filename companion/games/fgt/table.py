"""Questions asked of a state in many places: where Warriors are, and whose move it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.core.findings import YES, Findings, against, no_card, stop
from companion.core.texts import tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.state import IN_FIGHT, BoostState, Player, State
from companion.games.fgt.words import Family

SOME: Final = 24
"""How many examples are listed where there are too many to list them all."""


def in_turn(state: State, said: Verb[State], rule: str, does: str) -> Findings:
    """From the first player clockwise: those before this seat come first, at this stage."""
    if said.me == state.turn or state.stage not in said.when:
        return YES
    first, then = state.name(state.turn), state.name(said.me)
    return against(rule, tr("{first} {does} before {then}", first=first, does=does, then=then))


# ---------------------------------------------------------------- where Warriors are


def fighting(state: State) -> int:
    """How many Warriors are in the Fight (FGT-I1)."""
    mains = sum(player.main is not None and player.main.alive for player in state.players)
    boosts = [player.boost for player in state.players if player.boost]
    return mains + sum(boost.state in IN_FIGHT for boost in boosts)


def places(state: State) -> Iterator[tuple[CardId, str]]:
    """Every Warrior that was named and is not hidden again, with where it is, for people."""
    for card in state.graveyard:
        yield card, tr("lies in the Graveyard")
    for seat, player in enumerate(state.players):
        yield from _of(player, state.setup.seats[seat])
    if state.search is not None:
        for card in state.search.revealed:
            yield card, tr("was just turned up")
        for one in state.search.scored:
            if one.card is not None:
                yield one.card, tr("was just turned up")


def _of(player: Player, name: str) -> Iterator[tuple[CardId, str]]:
    if player.main and player.main.alive:
        yield player.main.card, tr("is {name}'s Main", name=name)
    if player.boost and player.boost.state is BoostState.ACTIVE and player.boost.card:
        yield player.boost.card, tr("is {name}'s Boost", name=name)
    for one in player.scored:
        if one.card is not None:
            yield one.card, tr("is in {name}'s scored pile", name=name)
    for one in player.out:
        if one.card is not None:
            yield one.card, tr("is out of the game")


def named(state: State) -> Counter[CardId]:
    """Every Warrior in `places`, counted."""
    found = Counter(card for card, _ in places(state))
    del found[UNNAMED]
    return found


def unseen(state: State) -> tuple[CardId, ...]:
    """Warriors that may still be face down somewhere, by the catalogue's order."""
    seen, box = named(state), state.catalogue.warriors if state.catalogue else ()
    return tuple(card for card in box if card not in seen)


def left(state: State) -> Counter[Family]:
    """How many Warriors of each Family the hands and the Reserves may hold.

    Backs are public, so face-down Boosts and scored piles are left out as well.
    """
    if state.catalogue is None:
        return Counter()
    box, seen = state.catalogue.warriors, named(state)
    found = Counter(one.family for card, one in box.items() if card not in seen)
    for player in state.players:
        if player.boost and player.boost.state in {BoostState.FACEDOWN, BoostState.LOST}:
            found[player.boost.family] -= 1
        for one in (*player.scored, *player.out):
            if one.card is None and one.family is not None:
                found[one.family] -= 1
    return found


def check_card(state: State, card: CardId, rule: str) -> Findings:
    """A Warrior that is turned up must be one that could still be face down."""
    if not state.full:
        return YES if card == UNNAMED else stop(rule, tr("in light depth Warriors are not named"))
    if card == UNNAMED:
        return stop(rule, tr("say which Warrior it is"))
    if state.warrior(card) is None:
        return no_card(rule, tr("there is no Warrior {card}", card=card))
    where = next((text for one, text in places(state) if one == card), None)
    return stop("FGT-S0", f"{card} {where}") if where else YES


def check_from_hidden(state: State, card: CardId, rule: str) -> Findings:
    """A Warrior from a hand or the Reserves: besides, its Family must not be used up."""
    wrong, known = check_card(state, card, rule), state.warrior(card)
    return wrong if wrong or known is None else check_family(state, known.family)


def check_family(state: State, family: Family, beside: int = 0) -> Findings:
    """A Family of which every Warrior is elsewhere cannot come up; `beside` are taken already."""
    if state.full and left(state)[family] <= beside:
        return stop("FGT-S0", tr("every {family} of the box lies elsewhere", family=family.value))
    return YES


def check_different(cards: tuple[CardId, ...], rule: str) -> Findings:
    """No Warrior is there twice."""
    twice = [card for card, count in Counter(cards).items() if count > 1 and card != UNNAMED]
    return stop(rule, tr("{twice} is named twice", twice=twice[0])) if twice else YES


# ---------------------------------------------------------------- examples for menus


def able_cards(state: State) -> list[CardId]:
    """Warriors that may come up: of each Family some are not seen yet."""
    able = left(state)
    warriors = [state.warrior(card) for card in unseen(state)]
    return [one.id for one in warriors if one is not None and able[one.family] > 0]


def some_cards(state: State, count: int) -> Iterator[tuple[CardId, ...]]:
    """Examples of as many different Warriors that may come up, spread over all of them."""
    cards = able_cards(state)
    for start in islice(range(len(cards)), 0, len(cards), max(1, len(cards) // SOME)):
        around = [*cards[start:], *cards[:start]]
        # Neighbours in a catalogue are often of one Family: take every third.
        spread = [*around[::3], *around[1::3], *around[2::3]]
        yield tuple(spread[:count])
