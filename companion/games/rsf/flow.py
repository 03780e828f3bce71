"""How play goes on by itself: order of seats, Phases, deaths and the end."""

from collections.abc import Collection
from dataclasses import replace
from typing import assert_never

from companion.core.seats import Seat
from companion.core.state import sure
from companion.games.rsf.house import Death, FightDrawFrom
from companion.games.rsf.state import RESOLVING, SUDDEN_DEATH, TURN, Player, Stage, State
from companion.games.rsf.table import totals

MUTATES_AFTER = frozenset({2, 4, SUDDEN_DEATH})  # RSF-O1, RSF-O3, RSF-O4c


def after(state: State, seat: Seat) -> Seat | None:
    """The next living seat of this round, or None when everybody had their turn (RSF-F0)."""
    later = state.order[state.order.index(seat) + 1 :]
    return next((other for other in later if state.players[other].alive), None)


def had_turn(state: State, seat: Seat) -> bool:
    """Tell whether a seat comes before the one in turn in this round."""
    return state.order.index(seat) < state.order.index(state.turn)


def has_draw(state: State) -> bool:
    """Tell whether the turn begins with a draw (RSF-F1, RSF-F1a)."""
    offered = state.house.fight_draw_from is FightDrawFrom.PILE_OR_DISCARD and state.discard
    return state.can_draw or bool(offered)


# ---------------------------------------------------------------- before the fight


def build_on(state: State) -> State:
    """Whoever is next builds, replacements first; after the last one come the sheets (RSF-R3f)."""
    seat = next((one for one in state.living if not state.players[one].ready), None)
    if seat is None:
        return confirm_on(state)
    player = state.players[seat]
    others = player.from_discard and any(thrown.by != seat for thrown in state.discard)
    if player.owed and (state.can_draw or others):
        return replace(state, stage=Stage.READY_DRAW, turn=seat)
    state = state.change(seat, owed=0, from_discard=False)
    return replace(state, stage=Stage.READY, turn=seat)


def confirm_on(state: State) -> State:
    """Whoever is next agrees with the Player Sheet; after the last one the fight begins (RSF-T1)."""
    seat = next((one for one in state.living if not state.players[one].confirmed), None)
    return begin_fight(state) if seat is None else replace(state, stage=Stage.SET, turn=seat)


# ---------------------------------------------------------------- turns and Phases


def begin_fight(state: State) -> State:
    """Phase 1 begins; a monster that has no piece is dead at once (RSF-F4b)."""
    return settle(begin_phase(replace(state, phase=0, turn=state.starter)))


def begin_phase(state: State) -> State:
    """The next pass of the Fight phase, or another round of Sudden Death (RSF-F0, RSF-O4)."""
    phase = min(state.phase + 1, SUDDEN_DEATH)
    rounds = state.sd_round + 1 if phase == SUDDEN_DEATH else 0
    state = replace(state, phase=phase, sd_round=rounds, stirred=False)
    return begin_turn(state, state.living[0])


def begin_turn(state: State, seat: Seat) -> State:
    """A turn begins with the draw, if there is a card to draw (RSF-F1)."""
    stage = Stage.DRAW if has_draw(state) else Stage.BEFORE
    return replace(state, turn=seat, stage=stage)


def end_turn(state: State) -> State:
    """The turn passes on, and what was half done lapses; after the last one the Phase ends."""
    state = replace(back_to_combat(state), actions_used=0, specials_used=0, granted=0, beyond=0)
    following = after(state, state.turn)
    return begin_turn(state, following) if following is not None else end_phase(state)


def end_phase(state: State) -> State:
    """A pass is complete: Mutate where the rules have it, then the next one."""
    if state.phase == SUDDEN_DEATH:
        state = replace(state, quiet=0 if state.stirred else state.quiet + 1)
    if state.phase not in MUTATES_AFTER:
        return begin_phase(state)
    return replace(state, stage=Stage.MUTATE, turn=state.living[0])


def end_mutate(state: State) -> State:
    """The next player may mutate; after the last one the next Phase begins."""
    following = after(state, state.turn)
    return replace(state, turn=following) if following is not None else begin_phase(state)


def set_about(state: State, seat: Seat) -> State:
    """A player sets about an attack or special; what was half done lapses.

    By ruling that may be out of turn or stage: then play goes back there afterwards, and no action
    of the turn is spent.
    """
    state = back_to_combat(state)
    own = seat == state.turn and state.stage in TURN
    return replace(state, by=None if own else seat, resume=state.stage)


def back_to_combat(state: State) -> State:
    """What is half done is done with, if there is such a thing."""
    if state.stage not in RESOLVING:
        return state
    stage = Stage.COMBAT if state.by is None else state.resume
    return replace(state, stage=stage, strike=None, result=None, victim=None, drawn=None, by=None)


def spend(state: State, *, special: bool) -> State:
    """One action is used up as the die is read (RSF-F3g), but for what a ruling put in between."""
    if state.by is not None:
        return state
    return replace(
        state,
        actions_used=state.actions_used + 1,
        specials_used=state.specials_used + (1 if special else 0),
        beyond=state.beyond + (1 if state.actions_used >= state.budget + state.beyond else 0),
    )


# ---------------------------------------------------------------- deaths


def settle(state: State) -> State:
    """Bury who is dead, end the game when one monster is left, pass a dead player's turn on."""
    if not state.phase or state.over:
        return state
    dead = tuple(seat for seat in state.living if _is_dead(state, seat))
    if not dead:
        return state
    for seat in dead:
        state = _bury(state, seat)
    state = replace(state, fallen=(*state.fallen, tuple(sorted(dead))))
    return pass_over(state, dead)


def pass_over(state: State, gone: Collection[Seat]) -> State:
    """Go on without some seats: what is half done lapses with them, and so does their turn."""
    struck = state.strike.target if state.strike else state.victim
    if len(state.living) <= 1:  # RSF-E1a
        return replace(back_to_combat(state), stage=Stage.OVER)
    if not {struck, state.acting, state.turn}.isdisjoint(gone):
        state = back_to_combat(state)
    if state.turn not in gone or not state.phase:
        return state
    return end_mutate(state) if state.stage is Stage.MUTATE else end_turn(state)


def _is_dead(state: State, seat: Seat) -> bool:
    """RSF-F4b, RSF-Q5. Whoever is about to connect a replacement is not judged yet (RSF-X4a)."""
    if seat == state.acting and state.stage in {Stage.REPLACE_DRAW, Stage.ATTACH}:
        return False
    player = state.players[seat]
    if not player.monster:
        return True
    match state.house.death:
        case Death.NO_PIECES:
            return False
        case Death.NO_DEFENSE_CARD:
            if not state.box:
                return _sums_known(state, player) and sure(player.entered).defense <= 0
            cards = state.box.cards
            return all(cards[piece.card].defense < 1 for piece in player.monster)
        case Death.DEF_ZERO:
            return _sums_known(state, player) and totals(state, seat).defense <= 0
        case _:
            assert_never(state.house.death)


def _sums_known(state: State, player: Player) -> bool:
    """Between a change and the new sums nobody knows DEF in light depth."""
    return state.full or not (player.sheet_due or state.stage in RESOLVING)


def _bury(state: State, seat: Seat) -> State:
    """The hand of a dead monster's player, and what is left of it, go to the discard (RSF-F4b).

    A sheet that people entered is void: what is not there adds up to nothing.
    """
    state = state.to_discard(seat, *state.players[seat].cards)
    return state.change(seat, hand=(), monster=(), entered=None, sheet_due=False, alive=False)
