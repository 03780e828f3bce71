"""Who plays: two cards each, the roll-off (MD-S), and players who leave and join (X-12, X-13)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace

from companion.core.dice import SCULPTED, DieFace
from companion.core.findings import YES, Findings, stop
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.core.verbs import Verb
from companion.games.md.flow import begin_round, next_turn, settle
from companion.games.md.state import (
    DEALT,
    PLAY,
    Die,
    LastRoll,
    Player,
    Stage,
    State,
    Throws,
)
from companion.games.md.table import add_to_hand
from companion.games.md.words import KINDS, DieId


def new_player(seat: Seat, hand: int = 0) -> Player:
    """Six dice, one of each kind (MD-S1)."""
    return Player(pool=tuple(Die(kind, seat) for kind in KINDS), hand=hand)


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """Everybody has drawn two cards."""

    verb, example, rule = "dealt", "table: dealt", "MD-S2"
    menu, said = later("Everybody has two cards"), later("Everybody draws two cards")
    when, wrong = frozenset({Stage.SETUP}), later("the first cards are dealt already")
    by_table = certain = True

    def facts(self, state: State) -> Findings:
        """There are cards enough."""
        if state.deck >= DEALT * len(state.present):
            return YES
        text = trn("{count} card is in the deck", "{count} cards are in the deck", state.deck)
        return stop("MD-S2", text)

    def apply(self, state: State) -> State:
        """Two cards each; then everybody rolls off."""
        for seat in state.present:
            state = add_to_hand(replace(state, deck=state.deck - DEALT), seat, DEALT)
        if state.stage is not Stage.SETUP:
            return settle(state)
        return replace(state, stage=Stage.ROLLOFF, rolloff=(unthrown(state.order),))


def unthrown(seats: Iterable[Seat]) -> Throws:
    """A round of a roll-off in which nobody has rolled."""
    return tuple((seat, None) for seat in seats)


def contender(state: State) -> Seat | None:
    """Who is to roll next in a roll-off, one player at a time; None outside of one."""
    newest = state.rolloff[-1] if state.rolloff else ()
    unrolled = (seat for seat, total in newest if total is None)
    return next(unrolled, None) if len(newest) > 1 else None


def worth(face: str) -> int:
    """What a face adds to a sum, or counts in a triple: a sculpted side is a 1 (MD-S3, MD-I2)."""
    return 1 if face == SCULPTED else int(face)


def roll_off(state: State, seat: Seat, dice: tuple[DieFace, ...]) -> State:
    """One player's six dice in a roll-off; after the last one it is decided or goes on."""
    total = sum(worth(die.face) for die in dice)
    throws = tuple((who, total if who == seat else old) for who, old in state.rolloff[-1])
    rule = "MD-S3" if state.stage is Stage.ROLLOFF else "MD-Z3"
    outcome = tr("sum {total}", total=total)
    last = LastRoll(seat, in_order(dice), later("roll-off"), outcome, rule)
    state = replace(state, rolloff=(*state.rolloff[:-1], throws), last_roll=last)
    return state if contender(state) is not None else _decide(state)


def in_order(dice: Iterable[DieFace]) -> tuple[DieFace, ...]:
    """Dice of a roll in pool order, whatever order they were read in."""
    return tuple(sorted(dice, key=lambda die: (KINDS.index(die.kind), die.face)))


def _decide(state: State) -> State:
    """The highest begins; tied players alone roll again (MD-S3a)."""
    best = max(total or 0 for _, total in state.rolloff[-1])
    first = tuple(seat for seat, total in state.rolloff[-1] if (total or 0) == best)
    if len(first) > 1:
        return replace(state, rolloff=(*state.rolloff, unthrown(first)))
    if state.stage is Stage.FINAL_ROLL:
        return replace(state, stage=Stage.OVER)
    return begin_round(replace(state, starter=first[0], rolloff=()))


# ---------------------------------------------------------------- players who come and go


def leave(state: State, seat: Seat) -> State:
    """The player's dice and cards go out of the game, and what was open with them lapses (X-12).

    Dice that others took from the player go too, and those that the player took from others.
    """
    gone = state.players[seat]
    lost = {die.id for die in (*gone.pool, *gone.infirmary)} | {DieId(one, seat) for one in KINDS}
    players = _with_dice(state, lambda dice: tuple(die for die in dice if die.id not in lost))
    players[seat] = Player()
    cards = state.cards - gone.hand - len(gone.played)
    rolloff = tuple(tuple(one for one in some if one[0] != seat) for some in state.rolloff)
    state = replace(state, nobody=state.nobody or bool(gone.dimwits))  # it went along
    state = replace(state, players=tuple(players), cards=cards, rolloff=rolloff)
    state = _without(state, seat, lost)
    if state.stage in PLAY and state.turn == seat:
        return next_turn(state)
    state = settle(state)
    return _decide(state) if state.rolloff and contender(state) is None else state


def _with_dice(state: State, change: Callable[[tuple[Die, ...]], tuple[Die, ...]]) -> list[Player]:
    return [
        replace(one, pool=change(one.pool), infirmary=change(one.infirmary))
        for one in state.players
    ]


def _without(state: State, seat: Seat, lost: Container[DieId | None]) -> State:
    """What is open, and what waits behind it, without a player and dice out of the game."""
    thrown = tuple(die for die in state.thrown if die not in lost)
    waiting = tuple(die for die in state.waiting if die not in lost)
    chosen = tuple(die for die in state.chosen if die not in lost)
    declared, held = state.declared, state.held
    if declared is not None:
        aims = (aim for aim in declared.aims if seat not in {aim.seat, declared.by})
        declared = replace(declared, aims=tuple(aim for aim in aims if aim.die not in lost))
        asked = tuple(one for one in declared.waiting if one in declared.targets)
        declared = replace(declared, waiting=asked)
    stolen = None if state.stolen in lost else state.stolen
    held = held and _without(held, seat, lost)
    state = replace(state, thrown=thrown, waiting=waiting, chosen=chosen)
    return replace(state, declared=declared, stolen=stolen, held=held)


def join(state: State, seat: Seat) -> State | None:
    """One more player, who rolls off with the others; None once the starter is found (X-13)."""
    hand = DEALT if state.stage is Stage.ROLLOFF else 0
    if state.stage not in {Stage.SETUP, Stage.ROLLOFF} or state.deck < hand:
        return None

    def moved(old: Seat) -> Seat:
        return Seat(old + (old >= seat))

    players = _with_dice(
        state, lambda dice: tuple(replace(die, owner=moved(die.owner)) for die in dice)
    )
    players.insert(seat, new_player(seat, hand))
    first = [(moved(who), total) for who, total in state.rolloff[0]] if state.rolloff else []
    rolloff = (tuple(sorted([*first, (seat, None)])),) if first else ()
    last = state.last_roll and replace(state.last_roll, roller=moved(state.last_roll.roller))
    state = replace(state, players=tuple(players), deck=state.deck - hand)
    return replace(state, rolloff=rolloff, last_roll=last)
