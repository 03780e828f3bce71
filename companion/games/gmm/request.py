"""What the game waits for: it has no dice, so always somebody's word."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.core.texts import tr
from companion.core.verdict import Question
from companion.games.gmm.cards import DECK
from companion.games.gmm.play_battle import rate_first
from companion.games.gmm.state import Stage, State
from companion.games.gmm.table import standing_rule, title, waiting

if TYPE_CHECKING:
    from companion.core.seats import Seat


def pending(state: State) -> Question | None:
    """The fact or choice without which play does not go on; None once the game is over."""
    asked = rate_first(state)
    if asked:
        return asked[0]
    match state.stage:
        case Stage.DEALER:
            return Question(None, tr("Who deals?"), "GMM-S4", ("dealer",))
        case Stage.DEAL:
            return _deal(state)
        case Stage.DECLARE:
            return _declare(state)
        case Stage.FLIP | Stage.SUDDEN_DEATH:
            return _flip(state)
        case Stage.COUNT:
            text = tr("Count the winnings piles: are they as shown?")
            return Question(None, text, "GMM-E1", ("confirm", "count"))
        case Stage.ABILITY:
            text = tr("Which ability decides the final tie?")
            return Question(None, text, "GMM-E3", ("ability",))
        case Stage.OVER:
            return None
        case _:
            assert_never(state.stage)


def _deal(state: State) -> Question:
    each = DECK // len(state.players)
    text = tr(
        "{name}, shuffle all {deck} cards and deal {each} to everybody",
        name=state.name(state.dealer),
        deck=DECK,
        each=each,
    )
    return Question(state.dealer, text, "GMM-R3" if state.awards else "GMM-S2", ("dealt",))


def _declare(state: State) -> Question:
    seat = state.declarer
    if state.full and state.flips[-1][seat] is None:
        return Question(
            seat,
            tr("{name}, which card do you turn up?", name=state.name(seat)),
            "GMM-B1",
            ("flip",),
        )
    return Question(
        seat, tr("{name}, high or low?", name=state.name(seat)), standing_rule(state), ("call",)
    )


def _flip(state: State) -> Question:
    rule = _rule_of_flip(state)
    if state.full:
        seat = _next(state)
        return Question(
            seat, tr("{name}, which card do you turn up?", name=state.name(seat)), rule, ("flip",)
        )
    way = tr("Highest") if state.sudden or state.call == "high" else tr("Lowest")
    verbs = ("winner", "tie") if state.sudden else ("winner", "tie", "mashup")
    text = tr("{way} {title}: who wins?", way=way, title=title(state.ability))
    return Question(None, text, rule, verbs)


def _rule_of_flip(state: State) -> str:
    if state.sudden:
        return "GMM-E3" if state.sudden.final else "GMM-D1"
    return "GMM-T1" if len(state.flips) > 1 else "GMM-B2"


def _next(state: State) -> Seat:
    return waiting(state)[0]
