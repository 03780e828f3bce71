"""Who wins an Arena (FGT-A1 to A5), from powers alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple, assert_never

from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.games.fgt.cards import Condition, Kind
from companion.games.fgt.state import Power, State


class Lead(NamedTuple):
    """Who is ahead under the Arena's condition.

    Attributes:
        seat: who would take the Arena.
        tied: everybody who is equally good, nearest to the first player first.
        why: for people.
        rule: the rule that decides between them.
    """

    seat: Seat
    tied: tuple[Seat, ...]
    why: str
    rule: str


def said(power: Power | None) -> str:
    """A power as people write it: `48`, `22.5`; empty when it is unknown."""
    if power is None:
        return ""
    if power.denominator == 1:
        return str(power.numerator)
    text = f"{float(power):.4f}".rstrip("0")
    return text if Fraction(text) == power else f"{power.numerator}/{power.denominator}"


class Showing(NamedTuple):
    """How a Main does under the Arena's condition.

    Attributes:
        lacks: how far it is from the condition: the less, the better.
        said: the same for people.
    """

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


def nearest(state: State, seats: Iterable[Seat]) -> Seat:
    """FGT-A2, A2a: of these the fewest seats clockwise from the first player."""
    return min(seats, key=lambda seat: distance(state, seat))


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
    """Let the tie-break decide between those who are equally good."""
    tied = tuple(sorted(tied, key=lambda seat: distance(state, seat)))
    winner = nearest(state, tied)
    if len(tied) == 1:
        return Lead(winner, tied, f"{state.name(winner)} {measure}", "FGT-A1")
    names, name, first = state.names(tied), state.name(winner), state.name(state.first)
    whose = tr("the first player")
    if winner != state.first:
        whose = tr("closest clockwise to the first player {name}", name=first)
    tie = tr("{names} tie ({measure})", names=names, measure=measure)
    why = tr("{tie}; {name} is {whose}", tie=tie, name=name, whose=whose)
    return Lead(winner, tied, why, "FGT-A2")


def as_said(state: State, seats: tuple[Seat, ...]) -> Lead:
    """Whom people name as equally good, and of several the one that the tie-break takes."""
    return ahead(state, seats, tr("wins") if len(seats) == 1 else tr("as the table says"))
