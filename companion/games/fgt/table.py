"""Questions asked of a state in many places: where Warriors are, whose move it is, who wins an Arena."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple, assert_never

from companion.core.findings import YES, Findings, against, no_card, stop
from companion.core.seats import Seat
from companion.core.texts import later, number, tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId
from companion.games.fgt.cards import Condition, Kind, Warrior
from companion.games.fgt.state import IN_FIGHT, BoostState, Power, State
from companion.games.fgt.words import Family

SOME: Final = 24  # How many examples are listed where there are too many to list them all


def in_turn(state: State, said: Verb[State], rule: str, order: str) -> Findings:
    """From the first player clockwise: those before this seat come first, at this stage."""
    if said.me == state.turn or state.stage not in said.when:
        return YES
    first, then = state.name(state.turn), state.name(said.me)
    return against(rule, tr(order, first=first, then=then))


# ---------------------------------------------------------------- where Warriors are


def fighting(state: State) -> int:
    """How many Warriors are in the Fight (FGT-I1)."""
    boosts = [player.boost for player in state.players if player.boost]
    return len(living(state)) + sum(boost.state in IN_FIGHT for boost in boosts)


def places(state: State) -> Iterator[tuple[CardId, str]]:
    """Every Warrior that was named and is not hidden again, with where it is, for people."""
    for card in state.graveyard:
        yield card, tr("lies in the Graveyard")
    for player, name in zip(state.players, state.setup.seats, strict=True):
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
    for card in state.turned_up:
        yield card, tr("was just turned up")


def named(state: State) -> Counter[CardId]:
    """Every Warrior in `places`, counted."""
    found = Counter(card for card, _ in places(state))
    del found[UNNAMED]
    return found


def unseen(state: State) -> tuple[Warrior, ...]:
    """Warriors that may still be face down somewhere, by the catalogue's order."""
    seen, box = named(state), state.catalogue.warriors if state.catalogue else {}
    return tuple(one for card, one in box.items() if card not in seen)


def left(state: State) -> Counter[Family]:
    """How many Warriors of each Family the hands and the Reserves may hold.

    Backs are public, so face-down Boosts and scored piles are left out as well.
    """
    found = Counter(one.family for one in unseen(state))
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
        return stop("FGT-S0", tr("every {family} of the box lies elsewhere", family=family))
    return YES


def check_different(cards: tuple[CardId, ...], rule: str) -> Findings:
    """No Warrior is there twice."""
    twice = [card for card, count in Counter(cards).items() if count > 1 and card != UNNAMED]
    return stop(rule, tr("{twice} is named twice", twice=twice[0])) if twice else YES


# ---------------------------------------------------------------- examples for menus


def able_cards(state: State) -> list[CardId]:
    """Warriors that may come up: of each Family some are not seen yet."""
    able = left(state)
    return [one.id for one in unseen(state) if able[one.family] > 0]


def some_cards(state: State, count: int) -> Iterator[tuple[CardId, ...]]:
    """Examples of as many different Warriors that may come up, spread over all of them."""
    cards = able_cards(state)
    for start in islice(range(len(cards)), 0, len(cards), max(1, len(cards) // SOME)):
        around = [*cards[start:], *cards[:start]]
        # Neighbours in a catalogue are often of one Family: take every third.
        spread = [*around[::3], *around[1::3], *around[2::3]]
        yield tuple(spread[:count])


# ---------------------------------------------------------------- who wins an Arena (FGT-A1 to A5)


class Lead(NamedTuple):
    """Who would take the Arena under its condition, with the rule that decides and why.

    `tied` is everybody who is equally good, nearest to the first player first.
    """

    seat: Seat
    tied: tuple[Seat, ...]
    why: str
    rule: str


def said(power: Power | None) -> str:
    """A power as people write it: `48`, `22.5`; empty when it is unknown."""
    if power is None:
        return ""
    text = f"{float(power):.4f}".rstrip("0").rstrip(".")
    return number(float(text), ".10g") if Fraction(text) == power else str(power)


class Showing(NamedTuple):
    """How far a Main is from the Arena's condition: the less, the better; and for people."""

    lacks: Power
    said: str


def showing(condition: Condition, power: Power) -> Showing | None:
    """How a power does under the condition; None when people must judge."""
    match condition.kind:
        case Kind.CLOSEST_TO:
            lacks = abs(power - condition.value)  # FGT-A5: over and under alike
            text = later("is closest to {value}: power {said}, {far} away")
            far = said(lacks)
            return Showing(lacks, tr(text, value=condition.value, said=said(power), far=far))
        case Kind.HIGHEST:
            return Showing(-power, tr("has the highest power, {said}", said=said(power)))
        case Kind.LOWEST:
            return Showing(power, tr("has the lowest power, {said}", said=said(power)))
        case Kind.CUSTOM:
            return None
        case _:
            assert_never(condition.kind)


def living(state: State) -> tuple[Seat, ...]:
    """Seats whose Mains fight, clockwise from the first player."""
    mains = ((seat, state.players[seat].main) for seat in state.order)
    return tuple(seat for seat, main in mains if main and main.alive)


def distance(state: State, seat: Seat) -> int:
    """FGT-A2a: seats clockwise from the first player, who has distance 0."""
    return (seat - state.first) % len(state.players)


def condition_of(state: State) -> Condition | None:
    """The condition of this Fight's Arena; None in light depth."""
    card = state.arena_card(state.arena.card) if state.arena else None
    return card.condition if card else None


def judged_by_people(state: State) -> bool:
    """Whether people must say who wins: in light depth, and where a condition is `custom`."""
    condition = condition_of(state)
    return condition is None or condition.kind is Kind.CUSTOM


def showings(state: State) -> Mapping[Seat, Showing]:
    """How every living Main does; of none when only people can tell."""
    condition = condition_of(state)
    if condition is None:
        return {}
    found = {seat: showing(condition, state.power_of(seat)) for seat in living(state)}
    return {seat: one for seat, one in found.items() if one is not None}


def lead(state: State) -> Lead | None:
    """Who is ahead; None when nobody fights or only people can tell."""
    found = showings(state)
    if not found:
        return None
    best = min(one.lacks for one in found.values())
    tied = tuple(seat for seat in found if found[seat].lacks == best)
    return ahead(state, tied, found[tied[0]].said)


def ahead(state: State, tied: Iterable[Seat], measure: str) -> Lead:
    """Of those who are equally good the fewest seats clockwise from the first player (FGT-A2)."""
    tied = tuple(sorted(tied, key=lambda seat: distance(state, seat)))
    winner, name = tied[0], state.name(tied[0])
    if len(tied) == 1:
        return Lead(winner, tied, f"{name} {measure}", "FGT-A1")
    text = later("{tie}; {name} is the first player")
    if winner != state.first:
        text = later("{tie}; {name} is closest clockwise to the first player {first}")
    tie = tr("{names} tie ({measure})", names=state.names(tied), measure=measure)
    return Lead(winner, tied, tr(text, tie=tie, name=name, first=state.name(state.first)), "FGT-A2")


def as_said(state: State, seats: tuple[Seat, ...]) -> Lead:
    """Whom people name as equally good, and of several the one that the tie-break takes."""
    return ahead(state, seats, tr("wins") if len(seats) == 1 else tr("as the table says"))
