"""How play goes on by itself: turns, who reinforces, how a fight ends, and when the game does."""

from dataclasses import replace

from companion.core.seats import FIRST, Seat
from companion.core.state import sure
from companion.core.words import CardId
from companion.games.mon.classic import table
from companion.games.mon.classic.house import DragonPick, DragonRemoved, RemovedInDraw
from companion.games.mon.classic.score import winner
from companion.games.mon.classic.state import Fight, Mode, Outcome, Player, Side, Stage, State, Waiting, common, minus
from companion.games.mon.words import Faction


def begin_turn(state: State, seat: Seat) -> State:
    """A player takes a card, or goes on without when the deck is empty (MON-C6, MON-C6a)."""
    stage = Stage.DRAW if state.deck else Stage.BUILD
    return replace(state, stage=stage, turn=seat, before=None, claim=None, fight=None)


def end_turn(state: State) -> State:
    """The next player clockwise (MON-C6); until a card is taken a challenge may be said (C10a)."""
    return replace(begin_turn(state, state.after(state.turn)), before=state.turn)


def lapse(state: State) -> State:
    """A fight comes to nothing: used cards are lost, the attacker's turn goes on."""
    fight = state.fight
    if fight is None:
        return state
    state = _used(replace(state, stage=Stage.BUILD, turn=fight.attacker.seat, fight=None), fight)
    for side in fight.sides:
        state = _back_home(state, side.seat, side.cards)
    return state


def to_fight(state: State, seat: Seat, cards: tuple[CardId, ...], target: Seat | None) -> State:
    """A complete monster challenges, meets the one in the Arena, or enters it without a target."""
    cards = tuple(sorted(cards))
    if target is None:  # it waits in the centre, and the turn goes on (MON-A2, MON-A3)
        return replace(at_home(withdraw(state), seat, ()), arena=Waiting(seat, cards))
    # The newcomer attacks what waits (MON-A4, MON-A4a); who is challenged builds yet (MON-C11).
    arena = state.mode is Mode.ARENA
    other = sure(state.arena) if arena else Waiting(target)
    fight = Fight(Side(seat, cards), Side(other.seat, other.cards))
    stage = Stage.FLIP if arena else Stage.CHALLENGE
    state = replace(state, stage=stage, turn=seat, fight=fight, arena=None)
    return at_home(state, seat, ())


def withdraw(state: State) -> State:
    """What waits in the Arena goes back to its owner, by a ruling or a house rule (MON-A5a)."""
    waits = state.arena
    if waits is None:
        return state
    return _back_home(replace(state, arena=None), waits.seat, waits.cards)


def at_home(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """These cards are put together on the player's own table."""
    return state.change(seat, monster=tuple(sorted(cards)))


def flip(state: State, fight: Fight) -> State:
    """The fight begins; the lower side reinforces first, at a tie the attacker (MON-C15, C15a)."""
    ahead = table.leader(state, fight)
    first = fight.attacker if ahead is None else fight.other(ahead.seat)
    fight = replace(fight, priority=first.seat, acted=False, passes=0)
    known = state.known
    if state.full:
        known = tuple(sorted({*known, *fight.attacker.cards, *fight.defender.cards}))
    return replace(state, stage=Stage.REINFORCE, fight=fight, known=known)


def change_fight(state: State, fight: Fight) -> State:
    """After the table has changed points, the side with fewer reinforces first (MON-C15)."""
    if fight.priority is None:
        return replace(state, fight=fight)
    anew = flip(state, fight)
    stays = table.leader(state, fight) is None or anew.fought.priority == fight.priority
    return replace(anew, fight=fight) if stays else anew


def keep_owned(state: State, seat: Seat) -> State:
    """What a player no longer has, by a ruling, stands in no monster of theirs (X-7)."""
    its, waits, fight = table.owned(state, seat), state.arena, state.fight
    if waits is not None and waits.seat == seat and waits.cards:
        cards = common(waits.cards, its)
        state = replace(state, arena=replace(waits, cards=cards) if cards else None)
    if fight is not None and seat in fight.seats:
        side = fight.side(seat)
        cards = common(side.cards, its)
        if cards != side.cards:
            side = replace(side, cards=cards, removed=common(side.removed, cards))
            state = change_fight(state, fight.with_side(side))
    return at_home(state, seat, common(state.players[seat].monster, table.free_cards(state, seat)))


def end_fight(state: State, fight: Fight) -> State:
    """Most points win (MON-C19); cards go where they belong, and somebody has the next turn."""
    ahead = table.leader(state, fight)
    one, other = (table.total(state, fight, side) for side in fight.sides)
    won = None if ahead is None else ahead.seat
    outcome = Outcome(*fight.seats, (one, other), won)
    state = _used(replace(state, fights=(*state.fights, outcome), fight=None), fight)
    for side in fight.sides:
        state = _lost_dragons(state, side)
        lost = table.regular(state, side.cards)  # but for its Dragon cards (MON-C21, MON-C21a)
        state = _drawn(state, side) if ahead is None else _to_deck(state, side.seat, lost)
    if ahead is None:
        return begin_turn(state, state.after(fight.attacker.seat))  # MON-C22
    loser = fight.other(ahead.seat).seat
    state = replace(state, stage=Stage.PRIZE, turn=ahead.seat, then=loser, before=None)
    return state if prize_left(state, ahead.seat) else begin_turn(state, loser)


def _used(state: State, fight: Fight) -> State:
    """Power and Spell cards that were played go into the deck (MON-C21, MON-C22)."""
    return replace(state, deck=state.deck + sum(len(side.played) for side in fight.sides))


def _drawn(state: State, side: Side) -> State:
    """The parts stay (MON-C22), but for those that Spells took off (MON-C18b)."""
    gone = side.removed
    if state.house.removed_in_draw is RemovedInDraw.RETURNED:
        gone = tuple(card for card in gone if table.is_dragon(state, card))
    state = _to_deck(state, side.seat, table.regular(state, gone))
    return _back_home(state, side.seat, minus(side.cards, gone))


def _back_home(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """A monster goes home, unless the owner has put other cards together (MON-A5a, MON-A6)."""
    if not state.full or state.players[seat].monster:
        return state
    return at_home(state, seat, common(cards, table.owned(state, seat)))


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
        if table.is_dragon(state, card):
            before = player.own_dragons
            player = without_dragon(player, card, None)
            player = replace(player, lost=player.lost + before - player.own_dragons)
    return state.with_player(side.seat, player)


def without_dragon(player: Player, card: CardId, faction: Faction | None) -> Player:
    """Take one Dragon card from a player: of this faction when it is said, the latest first."""
    at = max(
        at for at, dragon in enumerate(player.dragons) if dragon.card == card and faction in (None, dragon.faction)
    )
    kept = player.dragons[:at] + player.dragons[at + 1 :]
    there = (*player.parts, *(dragon.card for dragon in kept))
    return replace(player, dragons=kept, monster=common(player.monster, there))


def prize_left(state: State, seat: Seat) -> bool:
    """Whether a winner finds a Dragon card to take (MON-C20, MON-C20a)."""
    faction = state.players[seat].faction
    own_only = state.house.dragon_pick is DragonPick.OWN
    wanted = (faction,) if own_only and faction else tuple(Faction)
    return any(table.aside_of(state, one) > 0 for one in wanted)


def after_prize(state: State) -> State:
    """Five cards of their own faction end the game at once (MON-C24, MON-A7); else the loser's turn (C23)."""
    return settle(begin_turn(state, state.then))


def settle(state: State) -> State:
    """Play goes on in good order after the table has mended something or changed a house rule."""
    if winner(state) is not None:
        return replace(lapse(state), stage=Stage.OVER, before=None, claim=None)
    match state.stage:
        case Stage.OVER:
            return begin_turn(state, state.turn)
        case Stage.PRIZE if not prize_left(state, state.turn):
            return begin_turn(state, state.then)
        case Stage.DRAW if not state.deck:
            return replace(state, stage=Stage.BUILD)
        case _:
            return state


def dealt(state: State) -> State:
    """Once everybody has the first cards the youngest begins (MON-C6)."""
    if all(state.players[seat].dealt for seat in state.order):
        return begin_turn(state, state.order[0])
    return state


def leave(state: State, seat: Seat) -> State:
    """A player has left: nothing waits for them, and nobody takes up their cards (X-12)."""
    fight, claim, before = state.fight, state.claim, state.before
    if fight is not None and seat in fight.seats:
        side = fight.side(seat)
        state = state.change(seat, hand=state.players[seat].hand + len(side.played))
        state = lapse(replace(state, fight=fight.with_side(replace(side, played=()))))
    if claim is not None and seat in (claim.seat, claim.target):
        state = replace(state, stage=claim.back, claim=None)
    if state.arena is not None and state.arena.seat == seat:
        state = replace(state, arena=None)
    state = at_home(replace(state, before=None if before == seat else before), seat, ())
    if not state.order:
        return state
    if state.then == seat:
        state = replace(state, then=state.after(seat))
    match state.stage:
        case Stage.DEAL:
            state = dealt(replace(state, turn=state.order[0]))
        case Stage.PRIZE if state.turn == seat:
            state = begin_turn(state, state.then)
        case Stage.DRAW if state.turn == seat:  # until a card is taken (MON-C10a)
            state = replace(begin_turn(state, state.after(seat)), before=state.before)
        case Stage.BUILD | Stage.VERIFY if state.turn == seat:
            state = begin_turn(state, state.after(seat))
    return settle(state)


def join(state: State, seat: Seat) -> State | None:
    """One more player picks a faction and takes cards; who is the youngest is asked anew (X-13)."""
    if state.stage not in {Stage.SETUP, Stage.DEAL}:
        return None
    players = (*state.players[:seat], Player(), *state.players[seat:])
    return replace(state, players=players, stage=Stage.SETUP, turn=FIRST, youngest=FIRST)
