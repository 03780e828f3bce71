"""How play goes on by itself: turns, who reinforces, how a fight ends, and when the game does."""

from __future__ import annotations

from dataclasses import replace

from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.mon.classic.house import DragonPick, DragonRemoved, RemovedInDraw
from companion.games.mon.classic.score import winner
from companion.games.mon.classic.state import (
    Fight,
    Outcome,
    Player,
    Side,
    Stage,
    State,
    Waiting,
    common,
    minus,
)
from companion.games.mon.classic.table import aside_of, is_dragon, leader, owned, regular, total
from companion.games.mon.words import Faction

# ---------------------------------------------------------------- turns


def begin_turn(state: State, seat: Seat) -> State:
    """A player takes a card, or goes on without when the deck is empty (MON-C6, MON-C6a)."""
    stage = Stage.DRAW if state.deck else Stage.BUILD
    return replace(state, stage=stage, turn=seat, before=None, claim=None, fight=None)


def end_turn(state: State) -> State:
    """The next player clockwise (MON-C6); until a card is taken a challenge may be said (C10a)."""
    return replace(begin_turn(state, state.after(state.turn)), before=state.turn)


# ---------------------------------------------------------------- to the fight


def challenge(state: State, seat: Seat, cards: tuple[CardId, ...], target: Seat) -> State:
    """The attacker's monster is fixed, the defender's is not (MON-C11)."""
    fight = Fight(Side(seat, tuple(sorted(cards))), Side(target))
    state = replace(state, stage=Stage.CHALLENGE, turn=seat, claim=None, fight=fight)
    return at_home(state, seat, ())


def enter_arena(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """The monster waits in the centre, and the turn goes on (MON-A2, MON-A3)."""
    waits = Waiting(seat, tuple(sorted(cards)))
    state = replace(state, arena=waits, stage=Stage.BUILD, turn=seat, claim=None)
    return at_home(state, seat, ())


def meet_arena(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """The newcomer attacks the monster in the Arena (MON-A4, MON-A4a)."""
    waits = state.waits
    fight = Fight(Side(seat, tuple(sorted(cards))), Side(waits.seat, waits.cards))
    state = replace(state, stage=Stage.FLIP, turn=seat, claim=None, fight=fight, arena=None)
    return at_home(state, seat, ())


def at_home(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """These cards are put together on the player's own table."""
    return state.change(seat, monster=tuple(sorted(cards)))


def flip(state: State, fight: Fight) -> State:
    """The fight begins; the lower side reinforces first, at a tie the attacker (MON-C15, C15a)."""
    ahead = leader(state, fight)
    first = fight.attacker if ahead is None else fight.other(ahead.seat)
    fight = replace(fight, priority=first.seat, acted=False, passes=0)
    known = state.known
    if state.full:
        known = tuple(sorted({*known, *fight.attacker.cards, *fight.defender.cards}))
    return replace(state, stage=Stage.REINFORCE, fight=fight, known=known)


# ---------------------------------------------------------------- the end of a fight


def end_fight(state: State, fight: Fight) -> State:
    """Most points win (MON-C19); cards go where they belong, and somebody has the next turn."""
    ahead = leader(state, fight)
    one, other = (total(state, fight, side) for side in fight.sides)
    won = None if ahead is None else ahead.seat
    outcome = Outcome(*fight.seats, (one, other), won)
    state = replace(state, fights=(*state.fights, outcome), fight=None)
    for side in fight.sides:
        state = _used(state, side)
        state = _lost_dragons(state, side)
        state = _drawn(state, side) if ahead is None else _destroyed(state, side)
    if ahead is None:
        return begin_turn(state, state.after(fight.attacker.seat))  # MON-C22
    loser = fight.other(ahead.seat).seat
    state = replace(state, stage=Stage.PRIZE, turn=ahead.seat, then=loser, before=None)
    return state if prize_left(state, ahead.seat) else begin_turn(state, loser)


def _used(state: State, side: Side) -> State:
    """Power and Spell cards that were played go into the deck (MON-C21, MON-C22)."""
    return replace(state, deck=state.deck + len(side.played))


def _destroyed(state: State, side: Side) -> State:
    """The monster goes into the deck, but for its Dragon cards (MON-C21, MON-C21a)."""
    return _to_deck(state, side.seat, regular(state, side.cards))


def _drawn(state: State, side: Side) -> State:
    """The parts stay (MON-C22), but for those that Spells took off (MON-C18b)."""
    gone = side.removed
    if state.house.removed_in_draw is RemovedInDraw.RETURNED:
        gone = tuple(card for card in gone if is_dragon(state, card))
    state = _to_deck(state, side.seat, regular(state, gone))
    # In the Arena the owner may have put other cards together meanwhile (MON-A5a, MON-A6).
    if not state.full or state.players[side.seat].monster:
        return state
    back = common(minus(side.cards, gone), owned(state, side.seat))
    return at_home(state, side.seat, back)


def _to_deck(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    player = state.players[seat]
    left = minus(player.parts, cards)
    state = replace(state, deck=state.deck + len(player.parts) - len(left))
    return state.change(seat, parts=left)


def _lost_dragons(state: State, side: Side) -> State:
    """A Dragon card that a Spell took off stays, or is lost as the table wants (MON-C18b)."""
    if state.house.dragon_removed is DragonRemoved.STAYS:
        return state
    player = state.players[side.seat]
    for card in side.removed:
        if is_dragon(state, card):
            before = player.own_dragons
            player = without_dragon(player, card, None)
            player = replace(player, lost=player.lost + before - player.own_dragons)
    return state.with_player(side.seat, player)


def without_dragon(player: Player, card: CardId, faction: Faction | None) -> Player:
    """Take one Dragon card from a player: of this faction when it is said, the latest first."""
    at = max(
        at
        for at, dragon in enumerate(player.dragons)
        if dragon.card == card and faction in (None, dragon.faction)
    )
    kept = player.dragons[:at] + player.dragons[at + 1 :]
    there = (*player.parts, *(dragon.card for dragon in kept))
    return replace(player, dragons=kept, monster=common(player.monster, there))


# ---------------------------------------------------------------- prizes and the end


def prize_left(state: State, seat: Seat) -> bool:
    """Whether a winner finds a Dragon card to take (MON-C20, MON-C20a)."""
    faction = state.players[seat].faction
    own_only = state.house.dragon_pick is DragonPick.OWN
    wanted = (faction,) if own_only and faction else tuple(Faction)
    return any(aside_of(state, one) > 0 for one in wanted)


def after_prize(state: State) -> State:
    """Five cards of their own faction end the game at once (MON-C24, MON-A7); else the loser's turn (C23)."""
    state = begin_turn(state, state.then)
    return state if winner(state) is None else replace(state, stage=Stage.OVER)


def settle(state: State) -> State:
    """Play goes on in good order after the table has mended something or changed a house rule."""
    won = winner(state) is not None
    match state.stage:
        case Stage.DRAW | Stage.BUILD | Stage.PRIZE if won:
            return replace(state, stage=Stage.OVER, before=None)
        case Stage.OVER if not won:
            return begin_turn(state, state.turn)
        case Stage.PRIZE if not prize_left(state, state.turn):
            return begin_turn(state, state.then)
        case Stage.DRAW if not state.deck:
            return replace(state, stage=Stage.BUILD)
        case _:
            return state
