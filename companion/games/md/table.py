"""Dice and cards changing places, who has what, and what the dice in a pool allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from companion.core import verbs
from companion.core.dice import kind_name
from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat
from companion.core.texts import later, listed, stage_text, tr
from companion.core.verbs import Verb, only_in
from companion.core.verdict import Question
from companion.core.words import one_less
from companion.games.md.house import Combo, StolenDie
from companion.games.md.state import ENDED, PLAY, Die, Stage, State, arranged
from companion.games.md.words import COUNTER_RULES, DEVIL, NEEDS, DieId, DieRef, Effect, Special, is_combo


class StepVerb(Verb[State]):
    """What could be about nothing outside of a turn, or of some of its steps."""

    __slots__ = ()
    only: ClassVar[frozenset[Stage]] = PLAY  # these steps
    closed: ClassVar[str] = later("there is no turn")  # what is missing elsewhere

    def facts(self, state: State) -> Findings:
        """Miss the step."""
        if state.stage in self.only:
            return YES
        text, now = tr(self.closed), stage_text(state.stage)
        return stop(self.rule, tr("{text}; {now}", text=text, now=now))


def in_turn(state: State, seat: Seat, *stages: Stage) -> Findings:
    """Find what comes at another step of a turn, and whoever is not in turn (MD-T6)."""
    early = {Stage.DRAW: "MD-T1", Stage.ROLL: "MD-T2"}  # stated; the later steps are MD-T4's
    rule = early.get(state.stage, "MD-T4")
    wrong = only_in(state, stages, rule, tr("not at this point of a turn"))
    return wrong + verbs.in_turn(state, seat, "MD-T6")


def opponent(seat: Seat, target: Seat, rule: str) -> Findings:
    """Refuse who goes at themselves: every effect is aimed at an opponent."""
    if target != seat:
        return YES
    return against(rule, tr("this is aimed at an opponent, not at yourself"))


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


def in_game(state: State, wanted: DieId) -> bool:
    """Tell whether a die is in the game; those of players who left are not (X-12)."""
    places = (dice for player in state.players for dice in (player.pool, player.infirmary))
    return any(die.id == wanted for dice in places for die in dice)


def alike(one: Die, two: Die) -> bool:
    """Tell whether two dice of a kind are interchangeable as they lie."""
    return replace(one, owner=two.owner) == two


Named = Sequence[DieId]  # Dice that were named before in the same breath


def no_die(state: State, seat: Seat, ref: DieRef, rule: str, without: Named = ()) -> Findings:
    """Miss a die that is not in a pool."""
    if called(state, seat, ref, without):
        return YES
    another = any(one.kind == ref.kind for one in without)
    what = tr("other {die}", die=ref.said) if another else ref.said
    return stop(rule, tr("there is no {what} in {name}'s pool", what=what, name=state.name(seat)))


def which_die(state: State, seat: Seat, ref: DieRef, rule: str, asks: Seat, without: Named = ()) -> Findings:
    """Ask which of several dice of a pool is meant, where they do not lie alike."""
    found = called(state, seat, ref, without)
    if all(alike(found[0], die) for die in found):
        return YES
    which = tr(" or ").join(
        tr("{die} (shows {face})", die=DieRef(*die.id).word(), face=die.face or tr("nothing yet")) for die in found
    )
    return (Question(asks, tr("Which {die}: {which}?", die=ref.said, which=which), rule),)


def each_named(state: State, marks: Iterable[tuple[Seat, DieRef]]) -> Iterator[tuple[Seat, DieRef, Named]]:
    """Yield whose dice are called and how, each with those that were meant before it."""
    before: list[DieId] = []
    for seat, ref in marks:
        yield seat, ref, tuple(before)
        before += [die.id for die in called(state, seat, ref, before)[:1]]


def called(state: State, seat: Seat, ref: DieRef, without: Named = (), *, infirmary: bool = False) -> list[Die]:
    """Every die of a pool, or of an infirmary, that can be called so; of those the first is meant."""
    player = state.players[seat]
    return [
        die
        for die in (player.infirmary if infirmary else player.pool)
        if die.kind == ref.kind and ref.owner in {None, die.owner} and die.id not in without
    ]


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


def repeats(die: Die, *, combo: bool) -> bool:
    """Tell whether a side has brought this very effect; a Die'vil is in several combos."""
    return die.paired and die.kind != DEVIL if combo else die.used


def sculpted(state: State, seat: Seat, effect: Effect) -> tuple[Die, ...]:
    """The sculpted sides of a pool for an effect, the freest; not all it takes if they are not up."""
    found: list[Die] = []
    for kind in NEEDS[effect]:
        up = [die for die in state.players[seat].pool if die.kind == kind and die.sculpted]
        up = [die for die in up if die not in found]
        found += sorted(up, key=lambda die: _hindrances(state, die, effect))[:1]
    return tuple(found)


def _hindrances(state: State, die: Die, effect: Effect) -> tuple[bool, bool, bool]:
    """Why a sculpted side does not bring an effect, the strongest reason first."""
    combo = is_combo(effect)
    waits, used = not counts(state, die), spent(state, die, combo=combo)
    return (repeats(die, combo=combo), waits, used)


def offers(state: State, seat: Seat, effect: Effect) -> bool:
    """Tell whether the dice of a pool bring an effect now."""
    up = sculpted(state, seat, effect)
    return len(up) == len(NEEDS[effect]) and not any(any(_hindrances(state, die, effect)) for die in up)


def check_sides(state: State, seat: Seat, effect: Effect) -> Findings:
    """Say why the dice of a pool do not bring an effect; each does once (MD-T5)."""
    up, wanted = sculpted(state, seat, effect), listed([kind_name(one) for one in NEEDS[effect]])
    if len(up) < len(NEEDS[effect]):
        text = tr("that takes a sculpted side of {wanted}", wanted=wanted)
        return against(effect.value, text)
    reasons = [_hindrances(state, die, effect) for die in up]
    again, waits, used = (any(some) for some in zip(*reasons, strict=True))
    if again:
        text = tr("the sculpted side of {wanted} did that already this turn", wanted=wanted)
        return against(effect.value, text)
    if waits:
        swapped = state.house.stolen_die is not StolenDie.NEXT_ROLL
        text = tr("a side of {wanted} does not count before its next roll", wanted=wanted)
        return against("MD-K1a" if swapped else "MD-E3a", text)
    text = tr("the sculpted side of {wanted} is used", wanted=wanted)
    return against("MD-T5", text) if used else YES


def spend(state: State, seat: Seat, effect: Effect) -> State:
    """Mark the sides of an effect as used; a forced one uses what is there (MD-T5)."""
    for die in sculpted(state, seat, effect):
        used = replace(die, paired=True) if is_combo(effect) else replace(die, used=True)
        state = with_die(state, used)
    return state


def devils(state: State, seat: Seat) -> tuple[DieId, ...]:
    """Sculpted Die'vil of a pool that were thrown this turn and are unused (MD-C5, MD-C6)."""
    return tuple(
        die.id
        for die in state.players[seat].pool
        if die.kind == DEVIL and die.id in state.thrown and counts(state, die) and not spent(state, die, combo=True)
    )


def can_reroll(state: State) -> bool:
    """Tell whether two Die'vil allow the turn's one re-roll (MD-C5, MD-C5a)."""
    return not state.rerolled and len(devils(state, state.turn)) > 1


# ---------------------------------------------------------------- cards


def has_card(state: State, seat: Seat, card: Special) -> Findings:
    """Miss a card that cannot come out of a hand: hands are counted, not known (MD-S1b)."""
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
    played = (*state.players[seat].played, card)
    return add_to_hand(state.change(seat, played=played), seat, -1)


def pass_card(state: State, giver: Seat, taker: Seat) -> State:
    """A card goes from hand to hand, face down; from an empty hand none goes."""
    if state.players[giver].hand < 1:
        return state
    state = add_to_hand(state, giver, -1)
    return add_to_hand(state, taker, 1)


def add_to_hand(state: State, seat: Seat, cards: int) -> State:
    """Change how many cards a hand has; one that was counted is to be counted anew."""
    hand = state.players[seat].hand + cards
    points = 0 if state.stage in ENDED and not hand else None
    return state.change(seat, hand=hand, points=points, shown=None, specials=0, dimwits=0)


def pick_up(state: State, owner: Seat, taker: Seat, card: Special) -> State:
    """A played card goes from in front of its player into another's hand, if it is still there."""
    played = state.players[owner].played
    if card not in played:
        return state
    return add_to_hand(state.change(owner, played=one_less(played, card)), taker, 1)


def dimwit_drawn(state: State) -> bool:
    """Tell whether somebody must have the Dimwit in hand: the deck is empty, and nobody left."""
    in_front = any(Special.DIMWIT in player.played for player in state.players)
    return not (state.deck or state.setup.left or in_front)


def cards_in_play(state: State) -> int:
    """Cards in deck and hands, and played ones (MD-I6)."""
    return state.deck + sum(player.hand + len(player.played) for player in state.players)
