"""Taking an opponent's Boost (FGT-K2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, stop
from companion.core.switches import OnOff
from companion.core.texts import tr
from companion.core.verdict import Note, Question
from companion.games.fgt.flow import to_scored, with_main
from companion.games.fgt.judge import living
from companion.games.fgt.play_powers import without
from companion.games.fgt.state import Boost, BoostState, Scored, State
from companion.games.fgt.words import Family

if TYPE_CHECKING:
    from companion.core.seats import Seat

_THERE = frozenset({BoostState.FACEDOWN, BoostState.ACTIVE})


def stealable(state: State, seat: Seat, victim: Seat) -> bool:
    """Tell whether a Boost lies there that could be taken at all."""
    boost = state.players[victim].boost
    return victim != seat and boost is not None and boost.state in _THERE


def candidates(state: State, seat: Seat, families: frozenset[Family]) -> tuple[Seat, ...]:
    """Opponents whose Boost the rules let this player take (FGT-K2, K2a)."""
    states = _THERE if state.house.steal_active is OnOff.ON else {BoostState.FACEDOWN}
    found = []
    for other in state.order:
        boost = state.players[other].boost
        if other != seat and boost and boost.state in states and boost.family in families:
            found.append(other)
    return tuple(found)


def check_steal(
    state: State, seat: Seat, victim: Seat | None, families: frozenset[Family]
) -> Findings:
    """FGT-K2: an opponent's Boost of one of these Families; K12: it must be taken if one can."""
    if victim is None:
        if candidates(state, seat, families):
            text = tr("Whose Boost does {name} take?", name=state.name(seat))
            return (Question(seat, text, "FGT-K2", ("activate",)),)
        return (Note("FGT-K12", tr("there is no Boost to take: nothing happens")),)
    findings = check_taken(state, seat, victim)
    boost = state.players[victim].boost
    if boost is not None and boost.family not in families and stealable(state, seat, victim):
        wanted = tr(" or ").join(family.value for family in Family if family in families)
        name, family = state.name(victim), boost.family.value
        what = (
            tr("{name}'s Boost is an {family}", name=name, family=family)
            if family[0] in "AEIOU"
            else tr("{name}'s Boost is a {family}", name=name, family=family)
        )
        findings += against(
            "FGT-K2", tr("{what}: only {wanted} can be taken", what=what, wanted=wanted)
        )
    return findings


def check_taken(state: State, seat: Seat, victim: Seat) -> Findings:
    """FGT-K2, K2a: an opponent's, and still face down."""
    boost: Boost | None = state.players[victim].boost
    if victim == seat:
        return stop("FGT-K2", tr("an opponent's Boost is taken, not one's own"))
    if boost is None or not stealable(state, seat, victim):
        gone = (
            tr("has no Boost")
            if boost is None
            else tr("has a Boost that is {state}", state=boost.state.value)
        )
        return stop(
            "FGT-K2",
            tr("{name} {gone}: there is nothing to take", name=state.name(victim), gone=gone),
        )
    if boost.state is BoostState.ACTIVE and state.house.steal_active is OnOff.OFF:
        return against("FGT-K2a", tr("{name}'s Boost is active already", name=state.name(victim)))
    return YES


def take(state: State, seat: Seat, victim: Seat) -> State:
    """It goes to the taker's scored pile; what an active one did to living Mains is undone.

    Warriors that it drew or took stay where they are, and who was killed stays killed (FGT-B4c).
    """
    boost = state.boost_of(victim)
    if boost.card is not None:
        for other in living(state):
            main = without(state.main_of(other), boost.card, victim, state.house)
            state = with_main(state, other, main)
    player = state.players[victim]
    stolen = replace(player, boost=replace(boost, state=BoostState.STOLEN, card=None))
    state = state.with_player(victim, stolen)
    card = boost.card if state.full else None
    return to_scored(state, seat, Scored(boost.family, card))
