"""Turns of the Fight phase (RSF-F): combat, attacks, dodges, hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.actions import Action
from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.switches import OnOff
from companion.core.texts import later, stage_text, tr, trn
from companion.core.verbs import in_turn, only_in
from companion.games.rsf.flow import back_to_combat, end_turn
from companion.games.rsf.rolls import why_no_dodge
from companion.games.rsf.state import FREE, SUDDEN_DEATH, Stage, State, Strike
from companion.games.rsf.table import (
    RsfVerb,
    check_given,
    check_living,
    leave,
    piece_meant,
    refs,
    sure,
    totals,
)
from companion.games.rsf.words import PieceRef

TURN: Final = frozenset({Stage.DRAW, *FREE})
"""Stages of a turn, its draw included."""

# ---------------------------------------------------------------- combat


def check_budget(state: State) -> Findings:
    """RSF-F3, RSF-O4a: so many actions as the Phase has, five in Sudden Death."""
    if state.actions_used < state.budget:
        return YES
    if state.phase == SUDDEN_DEATH and not state.granted:
        return against("RSF-O4a", tr("Sudden Death allows 5 actions, all used"))
    used = {1: tr("used"), 2: tr("both used")}.get(state.budget, tr("all used"))
    actions = trn("{count} action", "{count} actions", state.budget)
    return against(
        "RSF-F3",
        tr("Phase {phase} allows {actions}, {used}", phase=state.phase, actions=actions, used=used),
    )


def check_combat(state: State, seat: Seat) -> Findings:
    """Attacks and specials belong to combat in one's own turn (RSF-F0, F1, F2a)."""
    wrong = in_turn(state, seat, "RSF-F0")
    if wrong:
        return wrong
    if state.stage is Stage.DRAW:
        return against("RSF-F1", tr("the turn begins with drawing a card"))
    if state.stage is Stage.AFTER:
        return against("RSF-F2a", tr("combat has ended in this turn"))
    return YES


@dataclass(frozen=True, slots=True)
class BeginCombat(RsfVerb):
    """Combat begins; an attack or special says so by itself."""

    verb, example, rule = "begin-combat", "Ann: begin-combat", "RSF-F2a"
    menu, said = later("Begin combat"), later("{who} begins combat")

    def check(self, state: State) -> Findings:
        """RSF-F2a."""
        if state.stage in {Stage.COMBAT, Stage.AFTER}:
            now = stage_text(state.stage)
            return stop("RSF-F2a", tr("combat has begun already; {now}", now=now))
        wrong = only_in(state, TURN, "RSF-F3", tr("combat is not possible"))
        return wrong or check_combat(state, self.me)

    def apply(self, state: State) -> State:
        """Nothing is connected until it ends."""
        return replace(state, stage=Stage.COMBAT)


@dataclass(frozen=True, slots=True)
class Attack(RsfVerb):
    """Another monster is attacked; one d10 follows."""

    verb, example, rule = "attack", "Ann: attack Ben", "RSF-F3"
    menu, said = later("Attack another monster"), later("{who} goes for {target}")
    when, wrong = TURN, later("an attack is not possible")

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Attack]:
        yield from (cls(state.turn, one) for one in sorted(state.living) if one != state.turn)

    def check(self, state: State) -> Findings:
        """RSF-F3, F3y, F3z."""
        findings = check_combat(state, self.me)
        if blocked(findings):
            return findings
        wrong = check_living(state, self.target, "RSF-F3z")
        if wrong:
            return wrong
        if self.target == self.me:
            findings += against("RSF-F3z", tr("an attack is aimed at another player's monster"))
        findings += check_budget(state)
        if state.house.attack_needs_points is OnOff.ON and totals(state, self.me).attack_points < 1:
            findings += against("RSF-F3y", tr("a monster without attack points does not attack"))
        return findings

    def apply(self, state: State) -> State:
        """One d10 is asked for."""
        return replace(
            state, stage=Stage.ATTACK_ROLL, strike=Strike(self.target), resume=_resume(state.stage)
        )


@dataclass(frozen=True, slots=True)
class Special(RsfVerb):
    """A special ability is used in place of an attack; one d10 says which."""

    verb, example, rule = "special", "Ann: special", "RSF-F3"
    menu, said = later("Use a special in place of an attack"), later("{who} uses a special")
    when, wrong = TURN, later("a special is not possible")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """As long as one is left (RSF-F3d)."""
        yield cls.option(state.turn, (cls(state.turn),), rule="RSF-F3d")

    def check(self, state: State) -> Findings:
        """RSF-F3d, F3e."""
        findings = check_combat(state, self.me)
        if blocked(findings):
            return findings
        findings += check_budget(state)
        number = totals(state, self.me).special
        if state.specials_used >= number:
            text = later("SPC {number}, used {specials_used}")
            used = tr(text, number=number, specials_used=state.specials_used)
            findings += against("RSF-F3d", tr("no special left: {used}", used=used))
        return findings

    def apply(self, state: State) -> State:
        """One d10 is asked for (RSF-F3d)."""
        return replace(state, stage=Stage.SPECIAL_ROLL, resume=_resume(state.stage))


def _resume(stage: Stage) -> Stage:
    return stage if stage in {Stage.DRAW, Stage.BEFORE, Stage.AFTER} else Stage.COMBAT


@dataclass(frozen=True, slots=True)
class EndCombat(RsfVerb):
    """Combat ends; cards may be connected again."""

    verb, example, rule = "end-combat", "Ann: end-combat", "RSF-F2a"
    menu, said = later("End combat"), later("{who} ends combat")
    when, wrong = frozenset({Stage.COMBAT}), later("there is no combat to end")

    def check(self, state: State) -> Findings:
        """RSF-F2a."""
        return in_turn(state, self.me, "RSF-F0")

    def apply(self, state: State) -> State:
        """The rest of the turn."""
        return replace(state, stage=Stage.AFTER)


@dataclass(frozen=True, slots=True)
class EndTurn(RsfVerb):
    """The turn ends; unused actions lapse."""

    verb, example, rule = "end-turn", "Ann: end-turn", "RSF-F3x"
    menu, said = later("End the turn"), later("{who}'s turn ends")
    when, wrong = TURN, later("no turn can end")

    def check(self, state: State) -> Findings:
        """RSF-F3x: unused actions lapse; the draw comes first (RSF-F1)."""
        wrong = in_turn(state, self.me, "RSF-F0")
        if not wrong and state.stage is Stage.DRAW:
            return against("RSF-F1", tr("the draw at the beginning of a turn is compulsory"))
        return wrong

    def apply(self, state: State) -> State:
        """The next living player's turn, or the end of the Phase."""
        return end_turn(state)


# ---------------------------------------------------------------- dodge and hit


class Defence(RsfVerb):
    """What the defender says about a hit."""

    __slots__ = ()

    @classmethod
    def choices(cls, state: State) -> Iterable[Action]:
        return (cls(sure(state.strike).target),)

    def not_hit(self, state: State) -> Findings:
        """Refuse anybody who was not hit."""
        if self.me == sure(state.strike).target:
            return YES
        return stop(self.rule, tr("{name} was not hit", name=state.name(self.me)))


@dataclass(frozen=True, slots=True)
class Dodge(Defence):
    """The defender wants to dodge the hit; one d10 follows."""

    verb, example, rule = "dodge", "Ben: dodge", "RSF-O2"
    menu, said = later("Try to dodge"), later("{who} tries to dodge")
    when, wrong = frozenset({Stage.DODGE, Stage.HIT}), later("there is no hit to dodge")

    def check(self, state: State) -> Findings:
        """RSF-O2."""
        wrong = self.not_hit(state)
        return wrong or (why_no_dodge(state) if state.stage is Stage.HIT else YES)

    def apply(self, state: State) -> State:
        """One d10 is asked for."""
        return replace(state, stage=Stage.DODGE_ROLL, resume=state.stage)


@dataclass(frozen=True, slots=True)
class Decline(Defence):
    """The defender does not try to dodge."""

    verb, example, rule = "decline", "Ben: decline", "RSF-O2"
    menu, said = later("Take the hit"), later("{who} takes the hit")
    when, wrong = frozenset({Stage.DODGE}), later("there is no dodge to decline")

    def check(self, state: State) -> Findings:
        """RSF-O2: dodging is the defender's choice."""
        return self.not_hit(state)

    def apply(self, state: State) -> State:
        """A piece is given up."""
        return replace(state, stage=Stage.HIT)


@dataclass(frozen=True, slots=True)
class Destroy(Defence):
    """The defender gives up one piece to a hit; it is out of the game."""

    verb, example, rule = "destroy", "Ben: destroy R04", "RSF-F4"
    menu, said = later("Give up a piece"), later("{who} gives up {piece}: destroyed (RSF-F4)")
    when, wrong = frozenset({Stage.HIT}), later("no piece is to be given up")

    piece: PieceRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Destroy]:
        seat = sure(state.strike).target
        yield from (cls(seat, ref) for _, ref in refs(state, seat))

    def check(self, state: State) -> Findings:
        """RSF-F4, F4a."""
        return self.not_hit(state) or check_given(state, self.me, self.piece, "RSF-F4")

    def apply(self, state: State) -> State:
        """The piece goes neither to the discard nor to the pile."""
        piece = piece_meant(state, self.me, self.piece)
        state = leave(state, self.me, piece)
        return back_to_combat(
            replace(state, destroyed=(*state.destroyed, piece.card), hits=state.hits + 1)
        )
