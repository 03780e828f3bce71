"""What the game waits for. Dominoes has no dice, so it is always somebody's word."""

from __future__ import annotations

from typing import assert_never

from companion.core.texts import tr, trn
from companion.core.verdict import Question
from companion.games.mon.dominoes import flow
from companion.games.mon.dominoes.state import HAND, Stage, State


def pending(state: State) -> Question | None:
    """The answer without which play does not go on."""
    seat, name = state.turn, state.name(state.turn)
    match state.stage:
        case Stage.SETUP:
            return _setup(state)
        case Stage.DEAL:
            return _deal(state)
        case Stage.START:
            text = tr("{name}, which card do you put in the centre?", name=name)
            return Question(seat, text, "MON-D3", ("put", "draw", "lose-turn"))
        case Stage.TURN:
            return _turn(state)
        case Stage.REFILL:
            cards = trn("{count} new card", "{count} new cards", flow.refill_size(state))
            return Question(
                seat, tr("{name}, take {cards}", name=name, cards=cards), "MON-D9", ("refill",)
            )
        case Stage.COUNT:
            text = tr("{name}, how many points are on the cards you collected?", name=name)
            return Question(seat, text, "MON-D11", ("points",))
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)


def _setup(state: State) -> Question:
    if not state.deck:
        return Question(None, tr("How many cards does the deck have?"), "MON-D2", ("deck",))
    return Question(None, tr("Who is the youngest?"), "MON-D2b", ("youngest", "deck"))


def _deal(state: State) -> Question:
    if not state.named:
        text = tr("Deal everybody {hand} cards; said when it is done", hand=HAND)
        return Question(None, text, "MON-D2", ("dealt",))
    waiting = next((seat for seat in state.order if not state.players[seat].hand), state.turn)
    text = tr("{name}, which {hand} cards were you dealt?", name=state.name(waiting), hand=HAND)
    return Question(waiting, text, "MON-D2", ("dealt",))


def _turn(state: State) -> Question:
    seat, name = state.turn, state.name(state.turn)
    verbs = ("attach",) if state.full else ("attach", "close")
    if state.drew:
        text = tr("{name}, does a card fit now?", name=name)
        return Question(seat, text, "MON-D7a", (*verbs, "lose-turn"))
    if not state.deck:
        text = tr("{name}, attach a card; if none fits the turn is lost", name=name)
        return Question(seat, text, "MON-D8", (*verbs, "lose-turn"))
    text = tr("{name}, attach a card; if none fits take one", name=name)
    return Question(seat, text, "MON-D4", (*verbs, "draw"))
