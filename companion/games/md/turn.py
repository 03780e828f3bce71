"""Verbs of a turn but its effects: deal, draw, roll, re-roll, triples, Die-molition, end (MD-T)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.core import verbs
from companion.core.actions import Roll, Withdraw
from companion.core.dice import FACES, DieFace, kind_name
from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, of, tr, trn
from companion.core.verbs import Verb
from companion.core.verdict import Note
from companion.games.md.flow import (
    all_sculpted,
    anytime,
    check_triples,
    go_back,
    in_order,
    is_demolition,
    joined,
    next_turn,
    pause,
    roll_off,
    settle,
    to_effects,
    triples,
    unthrown,
)
from companion.games.md.house import DimwitGive, Mercy, TripleFrees
from companion.games.md.state import DEALT, PLAY, ROLLING, Die, LastRoll, Stage, State, arranged
from companion.games.md.table import (
    Named,
    StepVerb,
    add_to_hand,
    called,
    can_reroll,
    check_sides,
    devils,
    each_named,
    in_turn,
    move_die,
    no_die,
    offers,
    pass_card,
    ref_of,
    short_ref,
    spot,
    which_die,
    with_die,
)
from companion.games.md.words import DieRef, Effect

REROLLS: Final = 64  # Most re-rolls that are listed; from seven dice on there are more

# ---------------------------------------------------------------- draw and roll


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """Everybody has drawn two cards."""

    verb, example, rule = "dealt", "table: dealt", "MD-S2"
    menu, said = later("Everybody has two cards"), later("Everybody draws two cards")
    when, wrong = frozenset({Stage.SETUP}), later("the first cards are dealt already")
    by_table = certain = True

    def facts(self, state: State) -> Findings:
        if state.deck >= DEALT * len(state.present):
            return YES
        text = trn("{count} card is in the deck", "{count} cards are in the deck", state.deck)
        return stop("MD-S2", text)

    def apply(self, state: State) -> State:
        for seat in state.present:
            state = add_to_hand(replace(state, deck=state.deck - DEALT), seat, DEALT)
        if state.stage is not Stage.SETUP:
            return settle(state)
        return replace(state, stage=Stage.ROLLOFF, rolloff=(unthrown(state.order),))


@dataclass(frozen=True, slots=True)
class Draw(Verb[State]):
    """A card is drawn from the deck at the beginning of a turn."""

    verb, example, rule = "draw", "Ann: draw", "MD-T1"
    menu, said = later("Draw a card"), later("{who} draws a card")
    when, wrong = frozenset({Stage.DRAW}), later("a turn has one draw, at its beginning")
    certain = True

    def facts(self, state: State) -> Findings:
        return YES if state.deck else stop("MD-T1", tr("the deck is empty"))

    def check(self, state: State) -> Findings:
        """MD-T1, T6."""
        return verbs.in_turn(state, self.me, "MD-T6") if state.stage in PLAY else YES

    def apply(self, state: State) -> State:
        """The card goes into the hand; nobody says which."""
        state = add_to_hand(replace(state, deck=state.deck - 1), self.me, 1)
        drawn = state.stage is Stage.DRAW and self.me == state.turn
        return settle(replace(state, stage=Stage.ROLL) if drawn else state)


@dataclass(frozen=True, slots=True)
class Throw(Roll, StepVerb):
    """The dice of the open roll: in a roll-off, or in a turn."""

    rule = "X-4"
    only, closed = ROLLING, later("no roll is asked for")
    by_table = after_end = True

    def apply(self, state: State) -> State:
        """The kernel has matched the dice with the open request."""
        match state.stage:
            case Stage.ROLL:  # MD-T2: the whole pool
                state = _landed(state, self.dice, later("turn"), "MD-T2")
                return settle(replace(state, stage=Stage.REROLL, later=False))
            case Stage.REROLLING:
                return _roll_again(state, self.dice)
            case Stage.STOLEN:  # MD-E3a: it counts like the roller's own
                (die,) = to_throw(state)
                state = _landed(state, self.dice, later("stolen die"), "MD-E3a")
                return joined(go_back(state), die.id)
            case _:
                return roll_off(state, self.me, self.dice)

    def tell(self, before: State, after: State) -> str:
        lying = in_order(self.dice)
        last = after.last_roll
        assert last is not None  # noqa: S101 - these dice
        return tr(
            "{who} rolls ({purpose}) {dice}: {outcome} ({rule})",
            who=before.name(last.roller),
            purpose=tr(last.purpose),
            dice=", ".join(f"{kind_name(die.kind)} {die.face}" for die in lying),
            outcome=last.outcome,
            rule=last.rule,
        )


def to_throw(state: State) -> tuple[Die, ...]:
    """The dice that the open roll of a turn is made with, in pool order."""
    match state.stage:
        case Stage.REROLLING:
            return arranged(spot(state, one).die for one in state.chosen)
        case Stage.STOLEN:
            assert state.stolen is not None  # noqa: S101 - stage STOLEN has one
            return (spot(state, state.stolen).die,)
        case _:
            return state.active.pool


def roller(state: State) -> Seat:
    """Who makes the open roll of a turn: whoever has the dice."""
    return spot(state, to_throw(state)[0].id).seat


def _landed(state: State, dice: Iterable[DieFace], purpose: str, rule: str) -> State:
    """Lay down the faces of a roll, and note what came of these dice.

    Dice of one kind cannot be told apart by a reading. They take the faces read for their kind in
    a fixed order: faces from the sculpted side up, dice in pool order (by owner's seat). So one
    multiset of faces always gives one state, in whatever order it was read; none of these dice
    had any other difference left, since a roll clears what was used.
    """
    faces: dict[str, list[str]] = {}
    for one in dice:
        faces.setdefault(one.kind, []).append(one.face)
    for kind, shown in faces.items():
        shown.sort(key=FACES[kind].index)
    who, thrown = roller(state), to_throw(state)
    rolled = [Die(die.kind, die.owner, faces[die.kind].pop(0)) for die in thrown if faces.get(die.kind)]
    for die in rolled:
        state = with_die(state, die)
    ids = [die.id for die in rolled]
    left = [die.id for die in thrown if die.id not in ids and state.stage is Stage.ROLL]
    new = [die for die in ids if die not in state.thrown and who == state.turn]
    up = [die.said for die in rolled if die.sculpted]
    outcome = tr("sculpted: {up}", up=", ".join(up)) if up else tr("no sculpted side")
    lying = tuple(DieFace(die.kind, die.face) for die in rolled if die.face is not None)
    return replace(
        state,
        thrown=(*state.thrown, *new),
        waiting=tuple(die for die in (*state.waiting, *left) if die not in ids),
        last_roll=LastRoll(who, lying, purpose, outcome, rule),
    )


def _roll_again(state: State, dice: tuple[DieFace, ...]) -> State:
    """MD-C5: new faces; of the two Die'vil those not rolled again count as used (MD-C5a)."""
    chosen = state.chosen
    pair = sorted(devils(state, roller(state)), key=lambda die: die not in chosen)[:2]
    for wanted in pair:
        state = with_die(state, replace(spot(state, wanted).die, paired=True))
    state = go_back(_landed(state, dice, later("re-roll"), "MD-C5"))
    return settle(replace(state, rerolled=True))


# ---------------------------------------------------------------- re-roll


@dataclass(frozen=True, slots=True)
class Reroll(StepVerb):
    """Two Die'vil: these of their own dice are rolled again."""

    verb, example, rule = "reroll", "Ann: reroll teeth devil", "MD-C5"
    menu, said = later("Roll dice again"), later("{who} rolls again: {dice} (MD-C5)")

    dice: tuple[DieRef, ...]

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Every choice of dice, up to a number; more can be typed."""
        late = state.stage is Stage.EFFECTS and anytime(state) and can_reroll(state)
        if state.stage is not Stage.REROLL and not late:
            return
        seat, pool = state.turn, state.active.pool
        dice = [die for die in pool if die.face is not None and die.id not in state.waiting]
        refs = tuple(short_ref(state, seat, die) for die in dice)
        every = [some for count in range(1, len(refs) + 1) for some in combinations(refs, count)]
        whole = len(every) <= REROLLS
        listed = every if whole else [*every[:REROLLS], every[-1]]
        fill = Fill("dice", refs, 1, len(refs))
        yield cls.option(seat, (cls(seat, some) for some in listed), complete=whole, fill=fill)

    def facts(self, state: State) -> Findings:
        """There is a turn, and dice that are named."""
        if not self.dice:
            return stop("MD-C5", tr("say which dice are rolled again"))
        named = (no_die(state, *one[:2], "MD-C5", one[2]) for one in self._named(state))
        return StepVerb.facts(self, state) or next(filter(None, named), YES)

    def check(self, state: State) -> Findings:
        """MD-C5, C5a, C6."""
        found = in_turn(state, self.me, Stage.REROLL, Stage.EFFECTS) + self._check_pair(state)
        for seat, ref, before in self._named(state):
            die = called(state, seat, ref, before)[0]
            found += which_die(state, seat, ref, "MD-C5", seat, before)
            if die.face is None:
                text = tr("the {die} has not been rolled since it came", die=die.said)
                found += against("MD-I2a", text)
            elif die.id in state.waiting:
                text = tr("the {die} waits for the next turn", die=die.said)
                found += against("MD-E3a", text)
        return found

    def _check_pair(self, state: State) -> Findings:
        """Two sculpted Die'vil re-roll once a turn, thrown in it, before the other effects."""
        wrong, pair = check_sides(state, self.me, Effect.REROLL), devils(state, self.me)
        if state.rerolled:
            once = against("MD-C5a", tr("the one re-roll of this turn is used"))
            text = tr("a re-roll takes two sculpted Die'vil that did not bring one already")
            return once + against("MD-C5", text) if wrong else once
        if wrong:
            return wrong
        if len(pair) < 2:  # noqa: PLR2004 - a pair
            text = tr("Die'vil that were not rolled this turn bring no re-roll")
            return against("MD-K1a", text)
        if state.stage is Stage.EFFECTS and not anytime(state):
            return against("MD-C5a", tr("the re-roll comes before the other effects"))
        return YES

    def _named(self, state: State) -> Iterator[tuple[Seat, DieRef, Named]]:
        return each_named(state, ((self.me, ref) for ref in self.dice))

    def apply(self, state: State) -> State:
        chosen = tuple(called(state, *one)[0].id for one in self._named(state))
        return replace(pause(state, Stage.REROLLING), chosen=chosen)


@dataclass(frozen=True, slots=True)
class TakeBack(Withdraw, StepVerb):
    """A re-roll is taken back before its dice are read."""

    rule = "MD-C5"
    menu, said = later("Take the re-roll back"), later("{who} takes the re-roll back")
    only, closed = frozenset({Stage.REROLLING}), later("there is no declared re-roll to take back")
    by_table = after_end = certain = True

    @classmethod
    def choices(cls, state: State) -> Iterator[Withdraw]:
        if state.stage is Stage.REROLLING:
            yield Withdraw(roller(state))

    def check(self, state: State) -> Findings:
        """Only the roller, or the table."""
        who = roller(state)
        if self.actor not in {None, who}:
            return against("MD-C5", tr("only {name} can take that back", name=state.name(who)))
        return YES

    def apply(self, state: State) -> State:
        return settle(go_back(state))


@dataclass(frozen=True, slots=True)
class Skip(StepVerb):
    """The player does not re-roll, or leaves Die-molition."""

    verb, example, rule = "skip", "Ann: skip", "MD-C5"
    only, closed = frozenset({Stage.REROLL, Stage.DEMOLITION}), later("there is no offer to leave")
    certain = True

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        me = (cls(state.turn),)
        if state.stage is Stage.REROLL:
            yield cls.option(state.turn, me, text=tr("Roll nothing again"))
        elif state.stage is Stage.DEMOLITION:
            yield cls.option(state.turn, me, text=tr("Leave it"), rule="MD-X1")

    def check(self, state: State) -> Findings:
        """Re-roll and Die-molition are offers (MD-T5)."""
        return verbs.in_turn(state, self.me, "MD-T6")

    def apply(self, state: State) -> State:
        if state.stage is Stage.DEMOLITION or state.later:
            return to_effects(state)
        return check_triples(state)

    def tell(self, before: State, after: State) -> str:
        left = tr("no re-roll") if before.stage is Stage.REROLL else tr("no Die-molition")
        return of(before.name(self.me), left)


# ---------------------------------------------------------------- infirmary, Die-molition, end


@dataclass(frozen=True, slots=True)
class Free(Verb[State]):
    """A triple brings a die back from the infirmary."""

    verb, example, rule = "free", "Ann: free teeth", "MD-I2"
    menu = later("Take a die back")
    said = later("{who}'s {die} is back from the infirmary (MD-I2)")

    die: DieRef

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat, ill = state.turn, state.active.infirmary
        some = dict.fromkeys(cls(seat, ref_of(ill, die)) for die in ill)
        if state.stage is Stage.TRIPLE:
            yield cls.option(seat, some, rule="MD-I2a")

    def facts(self, state: State) -> Findings:
        """The die is in the infirmary, which it leaves by itself where there is no choice."""
        if called(state, self.me, self.die, infirmary=True):
            return YES
        die, name = self.die.said, state.name(self.me)
        text = tr("there is no {die} in {name}'s infirmary", die=die, name=name)
        if called(state, self.me, self.die):
            text = tr("the {die} is in {name}'s pool already", die=die, name=name)
        return stop("MD-I2", text)

    def check(self, state: State) -> Findings:
        """MD-I2, I2a."""
        found = verbs.in_turn(state, self.me, "MD-T6") if state.stage in PLAY else YES
        if state.stage is Stage.TRIPLE:
            return found
        if not triples(state, Mercy.ALL_EQUAL):
            return found + against("MD-I2", tr("only a triple brings a die back"))
        if not triples(state, Mercy.OFF) and state.house.infirmary_mercy is Mercy.OFF:
            return found + against("MD-I4", tr("fewer than three dice are no triple"))
        if state.stage is Stage.EFFECTS and state.house.triple_frees is TripleFrees.ONE:
            return found + against("MD-Q6", tr("a triple brings one die back, which it did"))
        return found + in_turn(state, state.turn, Stage.TRIPLE)

    def apply(self, state: State) -> State:
        die = called(state, self.me, self.die, infirmary=True)[0]
        state = move_die(state, die.id, self.me)
        mine = self.me == state.turn
        return settle(replace(state, triples=max(0, state.triples - mine)))


@dataclass(frozen=True, slots=True)
class Demolish(StepVerb):
    """Die-molition: all opponents' hands are looked at and one card is taken from each."""

    verb, example, rule = "demolish", "Ann: demolish", "MD-X1"
    costly = True
    menu = later("Look at all hands and take a card from each")
    said = later("Die-molition: {who} looks at all hands and takes a card from each (MD-X1)")

    def check(self, state: State) -> Findings:
        """MD-X1, X1a, Q8."""
        wrong = in_turn(state, self.me, Stage.DEMOLITION)
        if not all_sculpted(state):
            why = tr("the roll shows other sides too") if state.thrown else tr("there is no roll")
            return wrong + against("MD-X1", why)
        if state.demolished:
            return wrong + against("MD-X1", tr("the Die-molition of this roll has been"))
        if state.house.diemolition is OnOff.OFF:
            return wrong + against("MD-X1a", tr("Die-molition is not played"))
        if not is_demolition(state):
            return wrong + against("MD-Q8", tr("that are too few dice for Die-molition"))
        return wrong

    def apply(self, state: State) -> State:
        for other in state.others(self.me):
            state = pass_card(state, other, self.me)
        state = replace(state, demolished=True)
        return to_effects(state) if state.stage is Stage.DEMOLITION else settle(state)


@dataclass(frozen=True, slots=True)
class EndTurn(StepVerb):
    """The turn ends; what was not used lapses."""

    verb, example, rule = "end-turn", "Ann: end-turn", "MD-T6"
    menu, said = later("End the turn"), later("{who}'s turn ends")

    def check(self, state: State) -> Findings:
        """MD-T6; draw and roll come first (MD-T1, MD-T2)."""
        wrong = in_turn(state, self.me, Stage.DRAW, Stage.ROLL, Stage.EFFECTS)
        match state.stage:
            case Stage.DRAW:
                return wrong + against("MD-T1", tr("a turn begins with a draw"))
            case Stage.ROLL:
                return wrong + against("MD-T2", tr("a turn has a roll"))
            case _:
                return wrong + _must_give(state)

    def apply(self, state: State) -> State:
        return next_turn(state.change(state.turn, turns=state.active.turns + 1))

    def tell(self, before: State, after: State) -> str:
        return tr(self.said, who=before.name(before.turn))


def _must_give(state: State) -> Findings:
    """MD-Q10: said to everybody alike; whether anybody has the Dimwit shows nowhere."""
    text = tr("whoever has the Dimwit must have handed it over by now (md.dimwit_give = must)")
    must = state.house.dimwit_give is DimwitGive.MUST
    return (Note("MD-Q10", text),) if must and offers(state, state.turn, Effect.HAND_OVER) else YES
