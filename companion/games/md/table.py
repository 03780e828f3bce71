"""Dice and cards changing places, who has what, and what the dice in a pool allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.core import verbs
from companion.core.findings import YES, Findings, stop
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.core.verbs import only_in
from companion.core.verdict import Question
from companion.core.words import one_less
from companion.games.md.house import Combo
from companion.games.md.state import BORDERS, Die, Stage, State, arranged
from companion.games.md.words import (
    COUNTER_RULES,
    DEVIL,
    NEEDS,
    DieId,
    DieRef,
    Effect,
    Special,
    is_combo,
)


def in_turn(state: State, seat: Seat, *stages: Stage) -> Findings:
    """Refuse whoever is not in turn, and what comes at another stage (MD-T6)."""
    wrong = only_in(state, stages, "MD-T4", tr("not at this point of a turn"))
    return wrong or verbs.in_turn(state, seat, "MD-T6")


def opponent(state: State, seat: Seat, target: Seat, rule: str) -> Findings:
    """Refuse a target that is nobody, or nobody else (MD-Q13)."""
    if target == seat:
        return stop("MD-Q13", tr("this is aimed at an opponent, not at yourself"))
    return state.check_seat(target, rule)


# ---------------------------------------------------------------- dice


class Spot(NamedTuple):
    """Where a die lies."""

    seat: Seat
    die: Die
    infirmary: bool


def spot(state: State, wanted: DieId) -> Spot:
    """Find a die; every die of the game lies in exactly one place (MD-I5)."""
    return next(
        Spot(Seat(at), die, infirmary)
        for at, player in enumerate(state.players)
        for infirmary, dice in ((False, player.pool), (True, player.infirmary))
        for die in dice
        if (die.kind, die.owner) == wanted
    )


def alike(one: Die, two: Die) -> bool:
    """Tell whether two dice of a kind are interchangeable as they lie."""
    return replace(one, owner=two.owner) == two


def find_die(  # noqa: PLR0913 - all of it says which die is meant
    state: State,
    seat: Seat,
    ref: DieRef,
    rule: str,
    asks: Seat,
    without: Iterable[DieId] = (),
    *,
    infirmary: bool = False,
) -> Die | Findings:
    """Find the die that is meant in a pool (or infirmary), or say why it is not clear.

    Dice of a kind that lie alike are interchangeable: the first in pool order is taken.

    Args:
        state: the table.
        seat: whose dice.
        ref: how the die was called.
        rule: the rule under which it was named.
        asks: who is asked when several could be meant.
        without: dice that were named before in the same breath.
        infirmary: look there and not in the pool.
    """
    named = tuple(without)
    found = _called(state, seat, ref, named, infirmary=infirmary)
    if not found:
        another = any(one.kind == ref.kind for one in named)
        what = tr("other {die}", die=ref.said) if another else ref.said
        where = tr("infirmary") if infirmary else tr("pool")
        name = state.name(seat)
        text = tr("there is no {what} in {name}'s {where}", what=what, name=name, where=where)
        return stop(rule, text)
    if not all(alike(found[0], die) for die in found):
        return (_which_die(found, asks, rule),)
    return found[0]


def clear_die(
    state: State, seat: Seat, ref: DieRef, without: Iterable[DieId] = (), *, infirmary: bool = False
) -> Die | None:
    """The die that `find_die` finds; None where it is not clear which, or there is none."""
    found = _called(state, seat, ref, tuple(without), infirmary=infirmary)
    return found[0] if found and all(alike(found[0], die) for die in found) else None


def _called(
    state: State, seat: Seat, ref: DieRef, without: tuple[DieId, ...], *, infirmary: bool
) -> list[Die]:
    """Every die there that can be called so."""
    player = state.players[seat]
    return [
        die
        for die in (player.infirmary if infirmary else player.pool)
        if die.kind == ref.kind and ref.owner in {None, die.owner} and die.id not in without
    ]


def _which_die(found: Sequence[Die], asks: Seat, rule: str) -> Question:
    """Ask which of several dice of a kind is meant."""
    which = tr(" or ").join(
        tr("{die} (shows {face})", die=DieRef(*die.id).word(), face=die.face or tr("nothing yet"))
        for die in found
    )
    return Question(asks, tr("Which {die}: {which}?", die=found[0].said, which=which), rule)


def ref_of(dice: tuple[Die, ...], die: Die) -> DieRef:
    """The shortest way to call a die among others."""
    plain = all(alike(die, other) for other in dice if other.kind == die.kind)
    return DieRef(die.kind, None if plain else die.owner)


def short_ref(state: State, seat: Seat, die: Die) -> DieRef:
    """The kind alone where the pool has no other of it; else with its owner."""
    kinds = [one.kind for one in state.players[seat].pool]
    return DieRef(die.kind, None if kinds.count(die.kind) == 1 else die.owner)


def with_die(state: State, die: Die) -> State:
    """Return the state with a die of somebody's pool changed; one in the infirmary never does."""
    seat = spot(state, die.id).seat
    pool = tuple(die if one.id == die.id else one for one in state.players[seat].pool)
    return state.change(seat, pool=pool)


def move_die(state: State, wanted: DieId, to: Seat, *, infirmary: bool = False) -> State:
    """Put a die into a pool or infirmary; one that goes or comes there shows nothing (MD-I1)."""
    at = spot(state, wanted)
    giver, die = state.players[at.seat], at.die
    state = state.change(
        at.seat,
        pool=tuple(one for one in giver.pool if one.id != wanted),
        infirmary=tuple(one for one in giver.infirmary if one.id != wanted),
    )
    if infirmary or at.infirmary:
        die = Die(die.kind, die.owner)
    taker = state.players[to]
    if infirmary:
        return state.change(to, infirmary=arranged((*taker.infirmary, die)))
    return state.change(to, pool=arranged((*taker.pool, die)))


# ---------------------------------------------------------------- sides


def counts(state: State, die: Die) -> bool:
    """Tell whether a die of the active pool shows a sculpted side that counts this turn."""
    return die.sculpted and die.id not in state.waiting


def spent(state: State, die: Die, *, combo: bool) -> bool:
    """Tell whether a side is used up: each once, alone or in one combo (MD-T5, MD-Q3)."""
    if state.house.combo is Combo.ADDS:
        return die.paired if combo else die.used
    return die.used or die.paired


def sides(state: State, effect: Effect) -> tuple[DieId, ...]:
    """The dice that would bring an effect now; empty when the roll does not offer it."""
    found: list[DieId] = []
    for kind in NEEDS[effect]:
        die = next(
            (
                die
                for die in state.active.pool
                if die.kind == kind
                and die.id not in found
                and counts(state, die)
                and not spent(state, die, combo=is_combo(effect))
            ),
            None,
        )
        if die is None:
            return ()
        found.append(die.id)
    return tuple(found)


def spend(state: State, effect: Effect) -> State:
    """Mark the sides of an effect as used; a forced one uses what is there (MD-T5)."""
    combo = is_combo(effect)
    for wanted in sides(state, effect):
        die = spot(state, wanted).die
        state = with_die(state, replace(die, paired=True) if combo else replace(die, used=True))
    return state


def devils(state: State) -> tuple[DieId, ...]:
    """Sculpted Die'vil thrown this turn, in the roller's pool and unused (MD-C5, MD-C6)."""
    return tuple(
        die.id
        for die in state.active.pool
        if die.kind == DEVIL
        and die.id in state.thrown
        and counts(state, die)
        and not spent(state, die, combo=True)
    )


def can_reroll(state: State) -> bool:
    """Tell whether two Die'vil allow the turn's one re-roll (MD-C5, MD-C5a)."""
    return not state.rerolled and len(devils(state)) > 1


# ---------------------------------------------------------------- cards


def has_card(state: State, seat: Seat, card: Special) -> Findings:
    """Refuse a card that cannot come out of a hand: hands are counted, not known (MD-S1b)."""
    if card is Special.DIMWIT:
        return stop("MD-K7", tr("the Dimwit cannot be played"))
    return holds_card(state, seat, COUNTER_RULES[card]) or has_copy(state, card)


def holds_card(state: State, seat: Seat, rule: str) -> Findings:
    """Refuse what takes a card from an empty hand."""
    if state.players[seat].hand > 0:
        return YES
    return stop(rule, tr("{name} has no card in hand", name=state.name(seat)))


def has_copy(state: State, card: Special) -> Findings:
    """Refuse a card every copy of which lies face up (MD-S1b)."""
    if state.catalogue is None:
        return YES
    lying = sum(player.played.count(card) for player in state.players)
    if lying < state.catalogue.specials.get(card, 0):
        return YES
    return stop("MD-S1b", tr("every copy of {card} lies on the table already", card=card.said))


def lay_down(state: State, seat: Seat, card: Special) -> State:
    """A card from the hand is played and stays in front (MD-K8)."""
    player = state.players[seat]
    return state.change(seat, hand=player.hand - 1, played=(*player.played, card))


def pass_card(state: State, giver: Seat, taker: Seat) -> State:
    """A card goes from hand to hand, face down; from an empty hand none goes."""
    if state.players[giver].hand < 1:
        return state
    state = add_to_hand(state, giver, -1)
    return add_to_hand(state, taker, 1)


def add_to_hand(state: State, seat: Seat, cards: int) -> State:
    """Change how many cards a hand has."""
    return state.change(seat, hand=state.players[seat].hand + cards)


def pick_up(state: State, owner: Seat, taker: Seat, card: Special) -> State:
    """A played card goes from in front of its player into another's hand (MD-C4)."""
    played = one_less(state.players[owner].played, card)
    return add_to_hand(state.change(owner, played=played), taker, 1)


def cards_in_play(state: State) -> int:
    """Cards in deck and hands, and played ones (MD-I6)."""
    return state.deck + sum(player.hand + len(player.played) for player in state.players)


def border(state: State, seat: Seat) -> Findings:
    """Refuse what only fits between two steps of a turn (MD-K1a)."""
    text = tr("{name} can do that between two steps of a turn", name=state.name(seat))
    return only_in(state, BORDERS, "MD-K1a", text)
