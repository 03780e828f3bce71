"""Verbs of a turn up to its effects: draw, roll, re-roll, triples, Die-molition, end (MD-T)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from companion.core.actions import Roll, Withdraw
from companion.core.dice import FACES, DieFace, kind_name
from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Fill, Option
from companion.core.texts import later, stage_text, tr
from companion.core.verbs import Verb
from companion.core.verdict import Note
from companion.games.md import setup
from companion.games.md.flow import (
    after_roll,
    anytime,
    check_triples,
    end_turn,
    settle,
    thrown_dice,
    to_effects,
)
from companion.games.md.house import DimwitGive
from companion.games.md.state import ROLLING, Die, LastRoll, Stage, State
from companion.games.md.table import (
    add_to_hand,
    can_reroll,
    clear_die,
    devils,
    find_die,
    in_turn,
    move_die,
    pass_card,
    ref_of,
    short_ref,
    sides,
    spot,
    with_die,
)
from companion.games.md.words import DEVIL, DieId, DieRef, Effect

REROLLS: Final = 64
"""Most re-rolls that are listed; from seven dice on there are more."""

# ---------------------------------------------------------------- draw and roll


@dataclass(frozen=True, slots=True)
class Draw(Verb[State]):
    """A card is drawn from the deck at the beginning of a turn."""

    verb, example, rule = "draw", "Ann: draw", "MD-T1"
    menu, said = later("Draw a card"), later("{who} draws a card")
    when, wrong = frozenset({Stage.DRAW}), later("a turn has one draw, at its beginning")
    certain = True

    def check(self, state: State) -> Findings:
        """MD-T1, T6."""
        return in_turn(state, self.me, Stage.DRAW)

    def apply(self, state: State) -> State:
        """The card goes into the hand; nobody says which."""
        state = add_to_hand(replace(state, deck=state.deck - 1), self.me, 1)
        return settle(replace(state, stage=Stage.ROLL))


@dataclass(frozen=True, slots=True)
class Throw(Roll, Verb[State]):
    """The dice of the open roll: in a roll-off, or in a turn."""

    rule = "X-4"
    when, wrong = ROLLING, later("no roll is asked for")
    by_table = after_end = True

    def apply(self, state: State) -> State:
        """The kernel has matched the dice with the open request."""
        match state.stage:
            case Stage.ROLL:  # MD-T2: the whole pool
                thrown = tuple(die.id for die in to_throw(state))
                return after_roll(_landed(state, self.dice, thrown, later("turn"), "MD-T2"))
            case Stage.REROLLING:
                return _roll_again(state, self.dice)
            case Stage.STOLEN:  # MD-E3a: it counts like the roller's own
                die = stolen_die(state)
                state = _landed(state, self.dice, (die,), later("stolen die"), "MD-E3a")
                return joined(replace(state, stolen=None), die)
            case _:
                return setup.roll_off(state, self.dice)

    def tell(self, before: State, after: State) -> str:
        seat = setup.contender(before)
        lying = setup.in_order(self.dice)
        last = after.last_roll
        assert last is not None  # noqa: S101 - these dice
        return tr(
            "{who} rolls ({purpose}) {dice}: {outcome} ({rule})",
            who=before.name(before.turn if seat is None else seat),
            purpose=tr(last.purpose),
            dice=", ".join(f"{kind_name(die.kind)} {die.face}" for die in lying),
            outcome=last.outcome,
            rule=last.rule,
        )


def to_throw(state: State) -> tuple[Die, ...]:
    """The dice that the open roll of a turn is made with, in pool order."""
    match state.stage:
        case Stage.REROLLING:
            return tuple(die for die in state.active.pool if die.id in state.chosen)
        case Stage.STOLEN:
            return (spot(state, stolen_die(state)).die,)
        case _:
            return state.active.pool


def stolen_die(state: State) -> DieId:
    """The die that is rolled at once, in the stage that rolls it (MD-E3a)."""
    assert state.stolen is not None  # noqa: S101 - stage STOLEN has one
    return state.stolen


def land(state: State, dice: Iterable[DieFace]) -> State:
    """Lay down the faces of a roll.

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
    thrown = to_throw(state)
    for die in thrown:
        state = with_die(state, Die(die.kind, die.owner, faces[die.kind].pop(0)))
    ids = tuple(die.id for die in thrown if die.id not in state.thrown)
    return replace(state, thrown=(*state.thrown, *ids))


def _landed(
    state: State, read: Iterable[DieFace], thrown: tuple[DieId, ...], purpose: str, rule: str
) -> State:
    """Lay down the faces of a roll, and note what came of these dice."""
    state = land(state, read)
    dice = [spot(state, wanted).die for wanted in thrown]
    faces = tuple(DieFace(die.kind, die.face) for die in dice if die.face is not None)
    up = [die.said for die in dice if die.sculpted]
    outcome = tr("sculpted: {up}", up=", ".join(up)) if up else tr("no sculpted side")
    return replace(state, last_roll=LastRoll(state.turn, faces, purpose, outcome, rule))


def _roll_again(state: State, dice: tuple[DieFace, ...]) -> State:
    """MD-C5: new faces; of the two Die'vil those not rolled again count as used (MD-C5a)."""
    chosen = state.chosen
    pair = sorted(devils(state), key=lambda die: die not in chosen)[:2]
    for wanted in pair:
        state = with_die(state, replace(spot(state, wanted).die, paired=True))
    state = _landed(state, dice, chosen, later("re-roll"), "MD-C5")
    state = replace(state, rerolled=True, chosen=())
    return to_effects(state) if state.later else check_triples(state)


def joined(state: State, stolen: DieId) -> State:
    """A stolen die lies in the pool and counts; a second sculpted Die'vil re-rolls (MD-T4)."""
    second = stolen.kind == DEVIL and spot(state, stolen).die.sculpted
    if second and can_reroll(state):
        return replace(state, stage=Stage.REROLL, later=True)
    return to_effects(state)


# ---------------------------------------------------------------- re-roll


@dataclass(frozen=True, slots=True)
class Reroll(Verb[State]):
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

    def check(self, state: State) -> Findings:
        """MD-C5, C5a, C6."""
        late = state.stage is Stage.EFFECTS
        if wrong := in_turn(state, self.me, Stage.REROLL, Stage.EFFECTS):
            return wrong
        if not self.dice:
            return stop("MD-C5", tr("say which dice are rolled again"))
        findings: Findings = YES
        if state.rerolled:
            findings = against("MD-C5a", tr("the one re-roll of this turn is used"))
        elif not can_reroll(state):
            text = tr("a re-roll takes two sculpted Die'vil that are not used")
            findings = against("MD-C5", text)
        elif late and not anytime(state):
            findings = against("MD-C5a", tr("the re-roll comes before the other effects"))
        found = self._named(state)
        return findings + found if found and not isinstance(found[0], Die) else findings

    def _named(self, state: State) -> tuple[Die, ...] | Findings:
        """The dice that are meant, or what is wrong with how they are called."""
        chosen: list[Die] = []
        for ref in self.dice:
            die = find_die(state, self.me, ref, "MD-C5", self.me, [one.id for one in chosen])
            if not isinstance(die, Die):
                return die
            if die.face is None:
                text = tr("the {die} came back just now: no roll this turn", die=die.said)
                return stop("MD-I2a", text)
            if die.id in state.waiting:
                return stop("MD-E3a", tr("the {die} waits for the next turn", die=die.said))
            chosen.append(die)
        return tuple(chosen)

    def apply(self, state: State) -> State:
        """The chosen dice are asked for."""
        chosen = tuple(die.id for die in self._named(state) if isinstance(die, Die))
        if not chosen:
            return state
        late = state.later or state.stage is Stage.EFFECTS
        return replace(state, stage=Stage.REROLLING, resume=state.stage, chosen=chosen, later=late)


@dataclass(frozen=True, slots=True)
class TakeBack(Withdraw, Verb[State]):
    """A re-roll is taken back before its dice are read."""

    rule = "MD-C5"
    menu, said = later("Take the re-roll back"), later("{who} takes the re-roll back")
    when, wrong = frozenset({Stage.REROLLING}), later("there is no declared re-roll to take back")
    by_table = after_end = certain = True

    @classmethod
    def choices(cls, state: State) -> Iterator[Withdraw]:
        yield Withdraw(state.turn)

    def check(self, state: State) -> Findings:
        """Only the roller, or the table."""
        if self.actor not in {None, state.turn}:
            return stop("MD-C5", tr("only {name} can take that back", name=state.name(state.turn)))
        return YES

    def apply(self, state: State) -> State:
        """Back to where the re-roll was declared."""
        late = state.later and state.resume is Stage.REROLL
        return replace(state, stage=state.resume, chosen=(), later=late)


@dataclass(frozen=True, slots=True)
class Skip(Verb[State]):
    """The player does not re-roll, or leaves Die-molition."""

    verb, example, rule = "skip", "Ann: skip", "MD-C5"
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
        return in_turn(state, self.me, Stage.REROLL, Stage.DEMOLITION)

    def apply(self, state: State) -> State:
        """On to the next step."""
        if state.stage is Stage.DEMOLITION or state.later:
            return to_effects(state)
        return check_triples(state)

    def tell(self, before: State, after: State) -> str:
        left = tr("no re-roll") if before.stage is Stage.REROLL else tr("no Die-molition")
        return f"{before.name(self.me)}: {left}"


# ---------------------------------------------------------------- infirmary, Die-molition, end


@dataclass(frozen=True, slots=True)
class Free(Verb[State]):
    """A triple brings a die back from the infirmary."""

    verb, example, rule = "free", "Ann: free teeth", "MD-I2"
    menu = later("Take a die back")
    said = later("{who}'s {die} is back from the infirmary (MD-I2)")
    when, wrong = frozenset({Stage.TRIPLE}), later("only a triple brings a die back")

    die: DieRef

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        seat, ill = state.turn, state.active.infirmary
        some = dict.fromkeys(cls(seat, ref_of(ill, die)) for die in ill)
        yield cls.option(seat, some, rule="MD-I2a")

    def check(self, state: State) -> Findings:
        """MD-I2, I2a."""
        if wrong := in_turn(state, self.me, Stage.TRIPLE):
            return wrong
        found = find_die(state, self.me, self.die, "MD-I2a", self.me, infirmary=True)
        return YES if isinstance(found, Die) else found

    def apply(self, state: State) -> State:
        """The die joins the pool without a face."""
        die = clear_die(state, self.me, self.die, infirmary=True)
        assert die is not None  # noqa: S101 - check refused it otherwise; all lie alike there
        state = move_die(state, die.id, self.me)
        return settle(replace(state, triples=max(0, state.triples - 1)))


@dataclass(frozen=True, slots=True)
class Demolish(Verb[State]):
    """Die-molition: all opponents' hands are looked at and one card is taken from each."""

    verb, example, rule = "demolish", "Ann: demolish", "MD-X1"
    menu = later("Look at all hands and take a card from each")
    said = later("Die-molition: {who} looks at all hands and takes a card from each (MD-X1)")

    def check(self, state: State) -> Findings:
        """MD-X1."""
        if state.stage is not Stage.DEMOLITION:
            up = thrown_dice(state) and all(die.sculpted for die in thrown_dice(state))
            why = tr("the roll shows other sides too") if not up else stage_text(state.stage)
            return stop("MD-X1", tr("there is no Die-molition: {why}", why=why))
        return in_turn(state, self.me, Stage.DEMOLITION)

    def apply(self, state: State) -> State:
        """One card from each opponent who has one."""
        for other in state.opponents:
            state = pass_card(state, other, self.me)
        return to_effects(state)


@dataclass(frozen=True, slots=True)
class EndTurn(Verb[State]):
    """The turn ends; what was not used lapses."""

    verb, example, rule = "end-turn", "Ann: end-turn", "MD-T6"
    menu, said = later("End the turn"), later("{who}'s turn ends")

    def check(self, state: State) -> Findings:
        """MD-T6; draw and roll come first (MD-T1, MD-T2)."""
        if wrong := in_turn(state, self.me, Stage.DRAW, Stage.ROLL, Stage.EFFECTS):
            return wrong
        match state.stage:
            case Stage.DRAW:
                return against("MD-T1", tr("a turn begins with a draw"))
            case Stage.ROLL:
                return against("MD-T2", tr("a turn has a roll"))
            case _:
                return _must_give(state)

    def apply(self, state: State) -> State:
        """Next clockwise."""
        return end_turn(state)


def _must_give(state: State) -> Findings:
    """MD-Q10: said to everybody alike; whether anybody has the Dimwit shows nowhere."""
    if state.house.dimwit_give is DimwitGive.MUST and sides(state, Effect.HAND_OVER):
        text = tr("whoever has the Dimwit must have handed it over by now (md.dimwit_give = must)")
        return (Note("MD-Q10", text),)
    return YES
