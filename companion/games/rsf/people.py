"""Players who leave a game that goes on, and one who joins while it is set up (X-12, X-13)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.seats import Seat
from companion.games.rsf.flow import build_on, confirm_on, pass_over
from companion.games.rsf.rolls import decide_starter
from companion.games.rsf.setup import all_dealt, deal_on
from companion.games.rsf.state import RESOLVING, Player, Stage, State
from companion.games.rsf.table import held


def leave(state: State, seat: Seat) -> State:
    """Return the state without a player; all cards of theirs are out of the game (X-12)."""
    cards = held(state.players[seat])
    state = replace(
        state.with_player(seat, Player(alive=False)),
        destroyed=(*state.destroyed, *cards),
        mended=state.mended + len(cards),
        rolloff=tuple(one for one in state.rolloff if one[0] != seat),
    )
    state = state if state.over else pass_over(state, (seat,))
    match state.stage:
        case Stage.STARTER if state.rolloff:
            return decide_starter(state)
        case Stage.DEAL if state.turn == seat:
            return deal_on(state)
        case Stage.READY | Stage.READY_DRAW:
            return build_on(state)
        case Stage.SET:
            return confirm_on(state)
        case _:
            return state


def join(state: State, seat: Seat) -> State | None:
    """Return the state with one more player, who draws seven cards; None once the fight is on."""
    if state.phase or state.over or state.stage in RESOLVING:
        return None

    def moved(old: Seat) -> Seat:
        return Seat(old + (old >= seat))

    rolloff = tuple((moved(one), rolled) for one, rolled in state.rolloff)
    last = state.last_roll
    state = replace(
        state,
        players=(*state.players[:seat], Player(), *state.players[seat:]),
        starter=moved(state.starter),
        turn=moved(state.turn),
        discard=tuple(replace(thrown, by=moved(thrown.by)) for thrown in state.discard),
        rolloff=(*rolloff, (seat, None)) if rolloff else (),
        last_roll=last and replace(last, roller=moved(last.roller)),
    )
    if state.stage in {Stage.SETUP, Stage.STARTER, Stage.DEAL}:
        return state
    return deal_on(state) if state.full else all_dealt(state)
