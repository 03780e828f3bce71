"""How play goes on by itself: whose turn, who takes new cards, and when the game is over."""

from dataclasses import replace

from companion.core.seats import FIRST, Seat, clockwise
from companion.games.mon.dominoes.state import HAND, Player, Stage, State
from companion.games.mon.monster import EMPTY, LEAST, is_closed


def refill_size(state: State) -> int:
    """How many cards a player without any takes (MON-D9)."""
    return min(HAND, state.deck)


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All players clockwise from the next one, the seat itself last, without those who left."""
    order = clockwise(len(state.players), seat)
    return tuple(at for at in (*order[1:], order[0]) if at in state.present)


def played(state: State, seat: Seat) -> State:
    """A card has left a hand: new cards when it was the last one, then play goes on (MON-D9)."""
    state = replace(state, turn=seat, drew=False, lost=())
    if not state.players[seat].hand and state.deck:
        return replace(state, stage=Stage.REFILL)
    return go_on(state, seat)


def go_on(state: State, seat: Seat) -> State:
    """After a seat's card: the start card if the centre is empty, else the next turn (MON-D5a)."""
    if state.centre.parts:
        return next_turn(state, seat)
    if state.players[seat].hand:
        return replace(state, stage=Stage.START, turn=seat, drew=False)
    return next_turn(state, seat)  # MON-D9a


def next_turn(state: State, seat: Seat) -> State:
    """The next player clockwise who can do anything has the turn; the end when nobody can."""
    for following in others(state, seat):
        # With an empty deck somebody without cards has lost the turn already (MON-D8).
        if state.players[following].hand or state.deck:
            stage = Stage.TURN if state.centre.parts else Stage.START
            return replace(state, stage=stage, turn=following, drew=False)
    return finish(state)


def turn_lost(state: State, seat: Seat) -> State:
    """A turn is lost; a full circle of them with an empty deck ends the game (MON-D10a)."""
    if not state.deck:
        state = replace(state, lost=(*(one for one in state.lost if one != seat), seat))
    return pass_on(state, seat)


def pass_on(state: State, seat: Seat) -> State:
    """The next player has the turn, if somebody with cards has not lost one yet (MON-D10a)."""
    holding = [at for at in state.present if state.players[at].hand]
    if not state.deck and all(at in state.lost for at in holding):
        return finish(state)
    return next_turn(state, seat)


def collect(state: State, seat: Seat) -> State:
    """The closed monster goes to whoever closed it (MON-D5); points are counted after that."""
    player, cards = state.players[seat], tuple(part.card for part in state.centre.parts)
    collected, monsters = (*player.collected, *cards), (*player.monsters, len(cards))
    state = state.change(seat, collected=collected, monsters=monsters, points=None)
    small = len(cards) < LEAST  # MON-D6: by the table's ruling alone
    return replace(state, centre=EMPTY, ruled=state.ruled + small)


def finish(state: State) -> State:
    """Unused cards are discarded, an unclosed monster's too; then points count (MON-D11)."""
    unused = [card for player in state.players for card in player.hand]
    unused += [part.card for part in state.centre.parts]  # MON-D11a
    players = tuple(replace(player, hand=()) for player in state.players)
    state = replace(
        state,
        players=players,
        centre=EMPTY,
        discarded=(*state.discarded, *unused),
        drew=False,
        turn=state.youngest,
    )
    return replace(state, stage=Stage.OVER) if state.full else count(state)


def count(state: State) -> State:
    """Whose points are still to be entered; nobody with an empty pile has any (MON-D11)."""
    for seat in state.order:
        player = state.players[seat]
        if player.points is None and player.collected:
            return replace(state, stage=Stage.COUNT, turn=seat)
    return replace(state, stage=Stage.OVER, turn=state.youngest)


def settle(state: State) -> State:
    """Play goes on in good order, also after what a ruling has allowed."""
    seat = state.turn
    match state.stage:
        case Stage.DEAL if not state.deck or all(state.players[at].hand for at in state.present):
            return settle(replace(state, stage=Stage.START, turn=state.youngest, drew=False))
        case Stage.REFILL if state.players[seat].hand or not state.deck:
            return go_on(state, seat)
        case Stage.START if not state.players[seat].hand and not state.deck:
            return next_turn(state, seat)
        case Stage.START | Stage.TURN if state.full and is_closed(state.cards, state.centre):
            return settle(collect(state, seat))
        case Stage.START | Stage.TURN:
            stage = Stage.TURN if state.centre.parts else Stage.START
            return replace(state, stage=stage)
        case Stage.COUNT | Stage.OVER:
            return finish(state)
        case _:
            return state


def leave(state: State, seat: Seat) -> State:
    """The player's cards are out of the game; the monster stays, and turns pass over (X-12)."""
    player, following = state.players[seat], next(iter(others(state, seat)), seat)
    gone = (*state.gone, *player.hand, *player.collected)
    state = replace(state.with_player(seat, Player()), gone=gone)
    if state.turn == seat and state.stage in {Stage.START, Stage.TURN, Stage.REFILL}:
        return pass_on(state, seat)
    if state.turn == seat and state.stage in {Stage.SETUP, Stage.DEAL}:
        state = replace(state, turn=following, youngest=following)
    return settle(state)


def join(state: State, seat: Seat) -> State | None:
    """One more player, until all cards are dealt; that may be the youngest (X-13, MON-D2b)."""
    if state.stage not in {Stage.SETUP, Stage.DEAL}:
        return None
    players = (*state.players[:seat], Player(), *state.players[seat:])
    return replace(state, players=players, stage=Stage.SETUP, turn=FIRST, youngest=FIRST)
