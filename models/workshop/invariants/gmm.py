"""What must hold in every state (GMM-I1, I2 and I5, as far as one state shows them)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.seats import Seat
from companion.games.gmm.cards import DECK, LEAST, MOST
from companion.games.gmm.state import BATTLE, ROUNDS, SHOWING, Result, Stage, State
from companion.games.gmm.table import open_cards


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_cards(state), *_trophies(state), *_declarer(state), *_open(state))


def _cards(state: State) -> Iterator[str]:
    """GMM-I1. Counts that the table adjusted stand beside the cards that were seen."""
    final = state.sudden is not None and state.sudden.final
    if final or state.stage not in {*BATTLE, Stage.COUNT, Stage.SUDDEN_DEATH}:
        return
    players, seats = state.players, len(state.players)
    lying = len(state.out) + (len(open_cards(state)) if state.stage in BATTLE else 0)
    total = lying + len(state.discard) + sum(one.draw + len(one.won) for one in players)
    if total != DECK:
        yield f"GMM-I1: {total} cards instead of {DECK}"
    piles = {
        players[seat].draw + (state.stage in BATTLE and state.flips[-1][seat] is not None) for seat in state.present
    }
    if len(piles) != 1 or min(one.draw for one in players) < 0:
        yield f"GMM-I1: draw piles of {sorted(piles)} cards between flips"
    for pile in (len(state.discard), *(len(player.won) for player in players)):
        if pile % seats and not state.setup.left:
            yield f"GMM-I1: a pile of {pile} cards among {seats} players"


def _trophies(state: State) -> Iterator[str]:
    """GMM-I2."""
    ended = state.stage in {Stage.OVER, Stage.ABILITY}
    ended = ended or (state.sudden is not None and state.sudden.final)
    finished = ROUNDS if ended else state.round - 1
    if len(state.awards) != finished:
        yield f"GMM-I2: {len(state.awards)} Trophies after {finished} rounds"
    if not 1 <= state.round <= ROUNDS:
        yield f"GMM-I2: round {state.round}"
    if state.champion is not None and state.stage is not Stage.OVER:
        yield "GMM-I2: a final battle was won and the game goes on"


def _declarer(state: State) -> Iterator[str]:
    """GMM-I5."""
    if state.stage is not Stage.DECLARE or state.ruled:
        return
    wanted = _expected(state)
    wanted = wanted if wanted in state.present else state.left(wanted)
    if state.declarer != wanted:
        yield f"GMM-I5: seat {state.declarer} declares instead of seat {wanted}"


def _expected(state: State) -> Seat:
    last = state.outcome
    if not state.fought or last is None:
        return state.dealer
    if last.result is Result.MASHUP:
        return state.left(last.declarer)
    return last.declarer if last.winner is None else last.winner


def _open(state: State) -> Iterator[str]:
    if bool(state.flips) != (state.stage in SHOWING):
        yield f"GMM-B2: {len(state.flips)} flips in stage {state.stage.value}"
    if (state.sudden is not None) != (state.stage is Stage.SUDDEN_DEATH):
        yield f"GMM-D1: a sudden death in stage {state.stage.value}"
    for card, ratings in state.typed:
        if any(one is not None and not LEAST <= one <= MOST for one in ratings):
            yield f"GMM-S2b: ratings of {card}"
