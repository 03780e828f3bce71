"""Set-up (RSF-S): mixing, the starter, seven cards each. And drawing, wherever it happens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, blocked, nobody_there, stop
from companion.core.texts import stage_text, tr
from companion.core.verdict import Note, Question
from companion.core.words import UNNAMED, CardId
from companion.games.rsf.house import FightDrawFrom, HandKind, StarterBy, ZeroFace
from companion.games.rsf.state import FIGHT, FREE, HAND, LastRoll, Stage, State
from companion.games.rsf.table import (
    can_draw,
    draw_to_hand,
    from_discard,
    in_turn,
    reshuffles,
    sure,
    takeable,
    to_hand,
    unknown_card,
)

if TYPE_CHECKING:
    from companion.core.actions import Roll
    from companion.core.seats import Seat
    from companion.games.rsf.actions import Draw, Starter, Take

WRITTEN_FOR: Final = 6  # RSF-S1
TEN: Final = 10


def face_value(state: State, face: str) -> int:
    """What a face counts in attack, dodge and roll-off (RSF-F3f)."""
    if face == "0":
        return TEN if state.house.zero_face is ZeroFace.TEN else 0
    return int(face)


# ---------------------------------------------------------------- setup


def check_mixed(state: State) -> Findings:
    """RSF-S6, RSF-S1a."""
    if state.stage is not Stage.SETUP:
        return stop(
            "RSF-S6",
            tr("the pile is mixed at the start of the game; {now}", now=stage_text(state.stage)),
        )
    players = len(state.players)
    if players < WRITTEN_FOR:
        return (
            Note(
                "RSF-S1a",
                tr("the rulebook is written for six players, you are {players}", players=players),
            ),
        )
    return YES


def apply_mixed(state: State) -> State:
    """On to the starter; for a roll-off everybody is a contender."""
    contenders: tuple[tuple[Seat, int | None], ...] = ()
    if state.house.starter is StarterBy.ROLLOFF:
        contenders = tuple((seat, None) for seat in state.order)
    return replace(state, stage=Stage.STARTER, rolloff=contenders)


def check_starter(state: State, action: Starter) -> Findings:
    """RSF-S8."""
    if state.stage is not Stage.STARTER:
        return stop(
            "RSF-S7",
            tr("the starter is named once the pile is mixed; {now}", now=stage_text(state.stage)),
        )
    if not state.has_seats(action.seat):
        return nobody_there("RSF-S7")
    if state.rolloff:
        return against("RSF-S8", tr("the starter is found by a roll-off"))
    return YES


def apply_starter(state: State, seat: Seat) -> State:
    """The starter is known. In light depth everybody has seven cards at once."""
    state = replace(state, starter=seat, turn=seat, stage=Stage.DEAL, rolloff=())
    return state if state.full else all_dealt(state)


def all_dealt(state: State) -> State:
    """In light depth nobody says who has how many of the seven cards by now (RSF-S7)."""
    players = tuple(replace(player, hand=(UNNAMED,) * HAND) for player in state.players)
    drawn = sum(HAND - len(player.hand) for player in state.players)
    return replace(
        state, players=players, pile=state.pile - drawn, stage=Stage.READY, turn=state.starter
    )


def next_contender(state: State) -> Seat | None:
    """Who rolls next for the starter."""
    return next((seat for seat, rolled in state.rolloff if rolled is None), None)


def roll_for_starter(state: State, action: Roll) -> State:
    """The highest begins; who ties for it rolls again (RSF-S8)."""
    roller = sure(next_contender(state))
    face = action.dice[0].face
    value = face_value(state, face)
    rolls = tuple((seat, value if seat == roller else old) for seat, old in state.rolloff)
    seen = LastRoll(
        roller,
        face,
        "starter",
        tr("{name} rolls {value}", name=state.name(roller), value=value),
        "RSF-S8",
    )
    state = replace(state, rolloff=rolls, last_roll=seen)
    if next_contender(state) is not None:
        return state
    best = max(sure(rolled) for _, rolled in rolls)
    first = tuple(seat for seat, rolled in rolls if rolled == best)
    if len(first) == 1:
        return apply_starter(state, first[0])
    return replace(state, rolloff=tuple((seat, None) for seat in first))


# ---------------------------------------------------------------- drawing


def check_draw(state: State, action: Draw, seat: Seat) -> Findings:
    """RSF-S7, R3a, F1, X4: who draws when; and which card it can be."""
    match state.stage:
        case Stage.DEAL:
            timing = in_turn(state, seat, "RSF-S7")
        case Stage.READY_DRAW:
            timing = in_turn(state, seat, "RSF-R3f")
        case Stage.DRAW | Stage.REPLACE_DRAW:
            timing = in_turn(state, seat, "RSF-F0")
        case _ if state.stage in FREE:
            wrong = in_turn(state, seat, "RSF-F0")
            timing = wrong or against("RSF-F1", tr("one card is drawn a turn, at its beginning"))
        case _:
            timing = stop("RSF-F1", tr("nobody draws a card; {now}", now=stage_text(state.stage)))
    if blocked(timing):
        return timing
    if not can_draw(state):
        return stop("RSF-F1a", tr("there is no card left to draw"))
    return (*timing, *_check_drawn(state, action.card, seat))


def _check_drawn(state: State, card: CardId, seat: Seat) -> Findings:
    """Whether this card can come from the pile, and whether it is to be named (RSF-R5)."""
    note: Findings = YES
    if reshuffles(state):
        note = (Note("RSF-F1a", tr("the discard is shuffled into a new pile first")),)
        state = replace(state, discard=())
    hidden = hides(state)
    if state.full and card == UNNAMED:
        if hidden:
            return note
        return (Question(seat, tr("Which card was drawn?"), "RSF-R5", ("draw",)),)
    unknown = unknown_card(state, card)
    if unknown or not state.full:
        return unknown or note
    if hidden:
        return against("RSF-R5", tr("hands are hidden, a drawn card is not named"))
    return note


def hides(state: State) -> bool:
    """Tell whether a card drawn now is counted and not named (RSF-R5)."""
    return not state.full or (state.house.hand is HandKind.HIDDEN and state.stage in FIGHT)


def apply_draw(state: State, card: CardId, seat: Seat) -> State:
    """The card goes to the hand, and play goes on."""
    state = draw_to_hand(state, seat, card)
    match state.stage:
        case Stage.DEAL:
            return _deal_on(state)
        case Stage.READY_DRAW:
            return replaced_one(state)
        case Stage.DRAW:
            return replace(state, stage=Stage.BEFORE)
        case Stage.REPLACE_DRAW:
            return replace(state, stage=Stage.ATTACH, drawn=card)
        case _:
            return state


def _deal_on(state: State) -> State:
    """The next seat draws, until everybody has seven (RSF-S7)."""
    order = state.order
    following = order[(order.index(state.turn) + 1) % len(order)]
    if len(state.players[following].hand) >= HAND:
        return replace(state, stage=Stage.READY, turn=state.starter)
    return replace(state, turn=following)


def check_take(state: State, action: Take, seat: Seat) -> Findings:
    """RSF-R3c, R3f in the Ready phase; RSF-Q22 at the start of a turn."""
    where = takeable(state, seat, action.card)
    match state.stage:
        case Stage.READY_DRAW:
            findings = in_turn(state, seat, "RSF-R3f")
            if not findings and not state.from_discard:
                findings = against("RSF-R1c", tr("a hand is redrawn from the pile"))
            if not findings and where and state.discard[where[0]].by == seat:
                findings = against(
                    "RSF-R3f", tr("replacements are taken from what others discarded")
                )
        case Stage.DRAW:
            findings = in_turn(state, seat, "RSF-F0")
            if not findings and state.house.fight_draw_from is FightDrawFrom.PILE:
                findings = against(
                    "RSF-Q22", tr("in the Fight phase cards are drawn from the pile")
                )
        case _:
            return stop(
                "RSF-R3c",
                tr("nothing is taken from the discard; {now}", now=stage_text(state.stage)),
            )
    if not where:
        return stop("RSF-R3c", tr("{card} does not lie in the discard", card=action.card))
    return findings


def apply_take(state: State, card: CardId, seat: Seat) -> State:
    """The card comes from the discard into the hand, and play goes on."""
    at = takeable(state, seat, card)[0]
    state = to_hand(from_discard(state, at), seat, card)
    if state.stage is Stage.READY_DRAW:
        return replaced_one(state)
    return replace(state, stage=Stage.BEFORE)


def replaced_one(state: State) -> State:
    """One replacement fewer is owed; back to building when that was the last (RSF-R3a)."""
    return still_owed(replace(state, owed=state.owed - 1))


def still_owed(state: State) -> State:
    """Back to building when nothing is owed, or when there is nothing to take it from."""
    others = any(thrown.by != state.turn for thrown in state.discard)
    if state.owed > 0 and (can_draw(state) or (state.from_discard and others)):
        return replace(state, stage=Stage.READY_DRAW)
    return replace(state, stage=Stage.READY, owed=0, from_discard=False)
