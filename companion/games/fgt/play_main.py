"""Playing a Main and a Boost (FGT-P)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.fgt.flow import go_on
from companion.games.fgt.play_family import check_families
from companion.games.fgt.state import Boost, Main, Stage, State
from companion.games.fgt.table import check_family, check_from_hidden, in_turn, left, stage_text
from companion.games.fgt.words import FamilyCount

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.fgt.actions import HandFamilies, Play
    from companion.games.fgt.words import Family, Shown

PAIR = 2  # FGT-P2: a Main and a Boost


def check_hand(state: State, action: HandFamilies, seat: Seat) -> Findings:
    """FGT-P6c: Families are public, and must add up to the hand."""
    player = state.players[seat]
    if state.stage is not Stage.PLAY or player.main is not None:
        return stop(
            "FGT-P6c",
            tr("Families are asked for before one plays; {now}", now=stage_text(state.stage)),
        )
    families = [one.family for one in action.counts]
    if len(set(families)) != len(families):
        return stop("FGT-P6c", tr("a Family is said twice"))
    total = sum(one.count for one in action.counts)
    if total != player.hand:
        return stop(
            "FGT-P6c",
            tr(
                "that is {total}, but {name} holds {hand}",
                total=total,
                name=state.name(seat),
                hand=player.hand,
            ),
        )
    possible = left(state)
    for one in action.counts:
        if state.full and one.count > max(0, possible[one.family]):
            text = tr(
                "only {word} {family} can be in hands now",
                word=max(0, possible[one.family]),
                family=one.family.value,
            )
            return stop("FGT-S0", text)
    return YES


def apply_hand(state: State, action: HandFamilies, seat: Seat) -> State:
    """The Families of the hand are known until a card is drawn."""
    told = tuple(sorted(one for one in action.counts if one.count))
    return state.with_player(seat, replace(state.players[seat], told=told))


# ---------------------------------------------------------------- play


def check_play(state: State, action: Play, seat: Seat) -> Findings:
    """FGT-P2, P5, P6, P7."""
    findings = _check_ready(state, seat)
    if findings:
        return findings
    findings = _check_main(state, action.main)
    if findings:
        return findings
    main = _family(state, action.main)
    findings = _check_boost(state, seat, main, action.boost)
    if blocked(findings):
        return findings
    findings += in_turn(state, seat, "FGT-P5", "plays")
    findings += _check_told(state, seat, main, action.boost)
    if blocked(findings):
        return findings
    return findings + check_families(state, seat, main, action.boost)


def _check_ready(state: State, seat: Seat) -> Findings:
    if state.stage is not Stage.PLAY:
        return stop("FGT-P5", tr("no Warriors are played; {now}", now=stage_text(state.stage)))
    player = state.players[seat]
    if player.main is not None:
        return stop("FGT-P5", tr("{name} has played already", name=state.name(seat)))
    if player.hand < 1:
        return stop("FGT-P7", tr("{name} has no Warrior to play", name=state.name(seat)))
    return YES


def _check_main(state: State, main: Shown) -> Findings:
    """FGT-P3: power and Family count; in light depth only the Family is entered."""
    if not state.full:
        light = main.family is not None
        return YES if light else stop("FGT-P3", tr("in light depth say the Main's Family"))
    if main.card is None:
        return stop("FGT-P3", tr("say which Warrior is the Main"))
    return check_from_hidden(state, main.card, "FGT-P3")


def _family(state: State, main: Shown) -> Family:
    known = state.warrior(main.card)
    family = known.family if known else main.family
    assert family is not None  # noqa: S101 - `_check_main` refuses what is of no known Family
    return family


def _check_boost(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """FGT-P2: one Boost; a single card is the Main (FGT-P7)."""
    hand = state.players[seat].hand
    if boost is None:
        missing = hand >= PAIR
        return against("FGT-P2", tr("a Boost is played beneath the Main")) if missing else YES
    if hand < PAIR:
        return stop("FGT-P7", tr("a single Warrior is the Main, and there is no Boost"))
    return check_family(state, boost, beside=int(boost is main))


def _check_told(state: State, seat: Seat, main: Family, boost: Family | None) -> Findings:
    """What was said of the hand must hold what is played from it."""
    told = state.players[seat].told
    if told is None:
        return YES
    held = {one.family: one.count for one in told}
    for family, count in Counter(_played(main, boost)).items():
        if count > held.get(family, 0):
            text = tr(
                "the hand was said to hold {held} {family}; say it anew",
                held=held.get(family, 0),
                family=family.value,
            )
            return stop("FGT-P6c", text)
    return YES


def _played(main: Family, boost: Family | None) -> tuple[Family, ...]:
    return (main,) if boost is None else (main, boost)


def apply_play(state: State, action: Play, seat: Seat) -> State:
    """The Main lies open, the Boost beneath it; the next player plays."""
    family = _family(state, action.main)
    known = state.warrior(action.main.card)
    main = Main(known.id if known else UNNAMED, family, known.power if known else None)
    boost = Boost(action.boost) if action.boost is not None else None
    player = state.players[seat]
    played = _played(family, action.boost)
    left_over = player.hand - len(played)
    player = replace(
        player, hand=left_over, main=main, boost=boost, told=_less(player.told, played)
    )
    # A Boost kept in hand by a ruling leaves that hand a card ahead of the others.
    uneven = state.uneven or (boost is None and left_over > 0)
    state = replace(state, last_family=family, uneven=uneven)
    return go_on(state.with_player(seat, player))


def _less(
    told: tuple[FamilyCount, ...] | None, played: tuple[Family, ...]
) -> tuple[FamilyCount, ...] | None:
    if told is None:
        return None
    counts = Counter({one.family: one.count for one in told})
    counts.subtract(played)
    return tuple(FamilyCount(family, counts[family]) for family in sorted(counts) if counts[family])
