"""The Family rule (FGT-P6): Warriors of another Family than the last played Main, if one can.

Whether one can is seen from the backs; so people are asked for Families and never for Warriors, and
only when somebody repeats a Family (FGT-P6c).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.core.findings import YES, Findings, against
from companion.core.texts import tr, trn
from companion.core.verdict import Question
from companion.games.fgt.house import FamilyRule

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.fgt.state import State
    from companion.games.fgt.words import Family


def others(state: State, seat: Seat, family: Family, played: tuple[Family, ...]) -> int | None:
    """How many Warriors of the hand are not of a Family; None when that is not known.

    Args:
        state: before the Warriors are played.
        seat: whose hand.
        family: the Family that is to be avoided.
        played: Families about to be played, which need no asking when they are the whole hand.
    """
    player = state.players[seat]
    if player.told is not None:
        return player.hand - sum(one.count for one in player.told if one.family is family)
    if player.hand <= len(played):
        return sum(one is not family for one in played)
    return None


def check_families(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """FGT-P6 in the reading that `fgt.family_rule` has."""
    played = (main,) if boost is None else (main, boost)
    match state.house.family_rule:
        case FamilyRule.MAIN_AND_BOOST:
            return _both_differ(state, seat, played)
        case FamilyRule.MAIN_ONLY:
            return _main_differs(state, seat, main, played)
        case FamilyRule.CHAIN:
            wrong = _main_differs(state, seat, main, played)
            return wrong or _boost_differs(state, seat, main, boost)
        case _:
            assert_never(state.house.family_rule)


def _both_differ(state: State, seat: Seat, played: tuple[Family, ...]) -> Findings:
    """FGT-P6b: as many of the two as the hand allows are of another Family."""
    last = state.last_family
    if last is None or last not in played:
        return YES
    able = others(state, seat, last, played)
    if able is None:
        return _ask(state, seat)
    if sum(one is not last for one in played) >= min(able, len(played)):
        return YES
    what = "Main" if played[0] is last else "Boost"
    return against("FGT-P6b", _same(what, last, able))


def _main_differs(state: State, seat: Seat, main: Family, played: tuple[Family, ...]) -> Findings:
    """FGT-P6 for the Main alone."""
    last = state.last_family
    if main is not last:
        return YES
    able = others(state, seat, main, played)
    if able is None:
        return _ask(state, seat)
    return against("FGT-P6", _same("Main", main, able)) if able else YES


def _boost_differs(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """FGT-P6b as a chain: the Boost is of another Family than the own Main."""
    if boost is not main:
        return YES
    able = others(state, seat, main, (main, boost))
    if able is None:
        return _ask(state, seat)
    if not able:
        return YES
    text = tr(
        "Boost and own Main are {main}, and the hand has {cards}",
        main=main.value,
        cards=_cards(able),
    )
    return against("FGT-P6b", text)


def _same(what: str, family: Family, able: int) -> str:
    return tr(
        "{what} is {family}, last Main is {family}, and the hand has {cards}",
        what=what,
        family=family.value,
        cards=_cards(able),
    )


def _cards(count: int) -> str:
    return trn("{count} other card", "{count} other cards", count)


def _ask(state: State, seat: Seat) -> Findings:
    """FGT-P6c."""
    text = tr(
        "How many Warriors of each Family does {name} hold, by their backs?", name=state.name(seat)
    )
    return (Question(seat, text, "FGT-P6c", ("hand",)),)
