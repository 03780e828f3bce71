"""Setup (FGT-S) and the Arena that comes up at the beginning of each round (FGT-D7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, nobody_there, stop
from companion.core.texts import tr
from companion.core.verdict import Note
from companion.core.words import UNNAMED
from companion.games.fgt.cards import GLORY
from companion.games.fgt.flow import begin_fight
from companion.games.fgt.house import Players
from companion.games.fgt.state import HAND, OPENED, ROUNDS, Arena, Stage, State
from companion.games.fgt.table import check_card, check_different, stage_text

if TYPE_CHECKING:
    from companion.core.words import CardId
    from companion.games.fgt.actions import Dealt, EnterArena, EnterGlory, Starter

SAFE: Final = 5  # FGT-S6: up to five players never run short
MOST_GLORY: Final = 99


def check_dealt(state: State, action: Dealt) -> Findings:
    """FGT-S1 to S3, S6a."""
    if state.stage is not Stage.SETUP:
        return stop(
            "FGT-S1", tr("the Warriors are dealt already; {now}", now=stage_text(state.stage))
        )
    findings = check_opened(state, action.cards, OPENED, "FGT-S3")
    if findings:
        return findings
    if len(state.players) > SAFE and state.house.players is Players.TWO_TO_FIVE:
        return (Note("FGT-S6a", tr("Warriors may run out (FGT-D5)")),)
    return YES


def check_opened(state: State, cards: tuple[CardId, ...], count: int, rule: str) -> Findings:
    """So many Warriors are turned up for the Graveyard; in light depth they are not named."""
    if not state.full:
        return stop(rule, tr("in light depth Warriors are not named")) if cards else YES
    if len(cards) != count:
        return stop(
            rule,
            tr("{count} Warriors begin the Graveyard, not {cards}", count=count, cards=len(cards)),
        )
    return check_different(cards, rule) or next(
        (found for card in cards if (found := check_card(state, card, rule))), YES
    )


def apply_dealt(state: State, action: Dealt) -> State:
    """Five to each player (FGT-S1), three to the Graveyard (S3), the rest are the Reserves (S2)."""
    opened = action.cards or unnamed(OPENED)
    players = tuple(replace(player, hand=HAND) for player in state.players)
    reserves = state.reserves - HAND * len(players) - len(opened)
    return replace(state, players=players, reserves=reserves, graveyard=opened, stage=Stage.STARTER)


def unnamed(count: int) -> tuple[CardId, ...]:
    """So many Warriors that are not named."""
    return (UNNAMED,) * count


def check_starter(state: State, action: Starter) -> Findings:
    """FGT-S5; who is oldest, people know."""
    if state.stage is not Stage.STARTER:
        return stop(
            "FGT-S5", tr("the first player is not named now; {now}", now=stage_text(state.stage))
        )
    return YES if state.has_seats(action.seat) else nobody_there("FGT-S5")


def apply_starter(state: State, action: Starter) -> State:
    """The oldest player has the first-player card in the first Arena."""
    seat = action.seat
    return replace(state, starter=seat, first=seat, turn=seat, round=1, stage=Stage.ARENA)


# ---------------------------------------------------------------- Arenas


def check_arena(state: State, action: EnterArena) -> Findings:
    """FGT-S4, D7: one face-up pile of seven; only its top and the next face are seen."""
    if state.stage is not Stage.ARENA:
        return stop("FGT-D7", tr("no Arena comes up; {now}", now=stage_text(state.stage)))
    if not state.full:
        return stop("FGT-S4", tr("in light depth only the Arena's Glory is entered"))
    findings = check_different(tuple(card for card in _both(action) if card), "FGT-S4")
    for card in _both(action):
        findings = findings or (_check_unused(state, card) if card is not None else YES)
    if findings:
        return findings
    if action.coming is not None and state.round >= ROUNDS:
        return stop(
            "FGT-S4", tr("the pile has {rounds} Arenas and this is the last", rounds=ROUNDS)
        )
    if state.coming not in {None, action.arena}:
        return against("FGT-D7", tr("{coming} lies on top of the Arenas", coming=state.coming))
    return YES


def _both(action: EnterArena) -> tuple[CardId, CardId | None]:
    return action.arena, action.coming


def _check_unused(state: State, card: CardId) -> Findings:
    if state.arena_card(card) is None:
        return stop("FGT-S4", tr("there is no Arena {card}", card=card))
    if any(arena.card == card for arena in state.entered):
        return stop("FGT-S4", tr("{card} has come up already", card=card))
    return YES


def apply_arena(state: State, action: EnterArena) -> State:
    """The Fight begins in this Arena."""
    card = state.arena_card(action.arena)
    glory = card.glory if card else 0
    return begin_fight(state, Arena(action.arena, glory, state.round), action.coming)


def check_glory(state: State, action: EnterGlory) -> Findings:
    """FGT-S4 in light depth: an Arena is worth 4 to 8 (FGT-S0)."""
    if state.stage is not Stage.ARENA:
        return stop("FGT-D7", tr("no Arena comes up; {now}", now=stage_text(state.stage)))
    if state.full:
        return stop("FGT-S4", tr("say which Arena it is; its Glory stands on the card"))
    least, most = GLORY
    if not 1 <= action.glory <= MOST_GLORY:
        return stop(
            "FGT-S0",
            tr(
                "an Arena is worth {least} to {most} Glory, not {glory}",
                least=least,
                most=most,
                glory=action.glory,
            ),
        )
    if not least <= action.glory <= most:
        return against(
            "FGT-S0",
            tr(
                "an Arena is worth {least} to {most} Glory, not {glory}",
                least=least,
                most=most,
                glory=action.glory,
            ),
        )
    return YES


def apply_glory(state: State, action: EnterGlory) -> State:
    """The Fight begins in this Arena."""
    return begin_fight(state, Arena(None, action.glory, state.round), None)
