"""Turns of the Fight phase (RSF-F): combat, attacks, dodges, hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.core.actions import Action
from companion.core.findings import YES, Findings, against
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.switches import OnOff
from companion.core.texts import later, stage_text, tr, trn
from companion.core.verbs import in_turn, only_in
from companion.games.rsf.flow import back_to_combat, end_turn, set_about
from companion.games.rsf.player_sheet import ask_sheets
from companion.games.rsf.rolls import needed, odds, why_no_dodge
from companion.games.rsf.state import SUDDEN_DEATH, TURN, Stage, State, Strike
from companion.games.rsf.table import RsfVerb, may_give_up, refs, totals
from companion.games.rsf.words import PieceRef

# ---------------------------------------------------------------- combat


def check_budget(state: State) -> Findings:
    """RSF-F3, RSF-O4a: so many actions as the Phase has, five in Sudden Death."""
    if state.actions_used < state.budget:
        return YES
    if state.phase == SUDDEN_DEATH and not state.granted:
        return against("RSF-O4a", tr("Sudden Death allows 5 actions, all used"))
    used = {1: tr("used"), 2: tr("both used")}.get(state.budget, tr("all used"))
    actions = trn("{count} action", "{count} actions", state.budget)
    text = later("Phase {phase} allows {actions}, {used}")
    return against("RSF-F3", tr(text, phase=state.phase, actions=actions, used=used))


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
    wrong = later("combat is not possible")

    def facts(self, state: State) -> Findings:
        return self.needs(state.playing)

    def check(self, state: State) -> Findings:
        if state.stage not in {Stage.DRAW, Stage.BEFORE}:
            now = stage_text(state.stage)
            return against("RSF-F2a", tr("combat has begun already; {now}", now=now))
        return check_combat(state, self.me)

    def apply(self, state: State) -> State:
        """Nothing is connected until it ends."""
        return replace(back_to_combat(state), stage=Stage.COMBAT)


@dataclass(frozen=True, slots=True)
class Attack(RsfVerb):
    """Another monster is attacked; one d10 follows."""

    verb, example, rule = "attack", "Ann: attack Ben", "RSF-F3"
    menu, said = later("Attack another monster"), later("{who} goes for {target}")
    one = later("Attack {target} (DEF {defense}, {needs})")
    when, wrong = TURN, later("an attack is not possible")

    target: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Attack]:
        yield from (cls(state.turn, one) for one in sorted(state.living) if one != state.turn)

    def facts(self, state: State) -> Findings:
        wrong = state.check_living(self.target, "RSF-F3z")
        return wrong or state.check_built((self.me, self.target), "RSF-F3z")

    def check(self, state: State) -> Findings:
        """RSF-F3, F3y, F3z; in light depth both sheets count (RSF-F4)."""
        findings = check_combat(state, self.me)
        if self.target == self.me:
            findings += against("RSF-F3z", tr("an attack is aimed at another player's monster"))
        findings += check_budget(state)
        due = ask_sheets(state, dict.fromkeys((self.me, self.target)), "RSF-F4")
        if due:
            return findings + due
        if state.house.attack_needs_points is OnOff.ON and totals(state, self.me).attack_points < 1:
            findings += against("RSF-F3y", tr("a monster without attack points does not attack"))
        return findings

    def apply(self, state: State) -> State:
        state = set_about(state, self.me)
        return replace(state, stage=Stage.ATTACK_ROLL, strike=Strike(self.target))

    def gaps(self, state: State) -> dict[str, object]:
        """The target's DEF, and what the die must show."""
        attack = odds(state, self.me, self.target)
        needs = needed(state, attack.defense - attack.score)
        return {**RsfVerb.gaps(self, state), "defense": attack.defense, "needs": needs}


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

    def facts(self, state: State) -> Findings:
        return state.check_built((self.me,), self.rule)

    def check(self, state: State) -> Findings:
        """RSF-F3d, F3e; in light depth by the sheet as it is now (RSF-F4)."""
        findings = check_combat(state, self.me) + check_budget(state)
        due = ask_sheets(state, (self.me,), "RSF-F4")
        if due:
            return findings + due
        number = totals(state, self.me).special
        if state.specials_used >= number:
            text = later("SPC {number}, used {specials_used}")
            used = tr(text, number=number, specials_used=state.specials_used)
            findings += against("RSF-F3d", tr("no special left: {used}", used=used))
        return findings

    def apply(self, state: State) -> State:
        return replace(set_about(state, self.me), stage=Stage.SPECIAL_ROLL)


@dataclass(frozen=True, slots=True)
class EndCombat(RsfVerb):
    """Combat ends; cards may be connected again."""

    verb, example, rule = "end-combat", "Ann: end-combat", "RSF-F2a"
    menu, said = later("End combat"), later("{who} ends combat")
    wrong = later("there is no combat to end")

    def facts(self, state: State) -> Findings:
        return self.needs(state.playing)

    def check(self, state: State) -> Findings:
        wrong = only_in(state, {Stage.COMBAT}, self.rule, tr(self.wrong))
        return wrong + in_turn(state, self.me, "RSF-F0")

    def apply(self, state: State) -> State:
        return replace(back_to_combat(state), stage=Stage.AFTER)


@dataclass(frozen=True, slots=True)
class EndTurn(RsfVerb):
    """The turn ends; unused actions lapse."""

    verb, example, rule = "end-turn", "Ann: end-turn", "RSF-F3x"
    menu, said = later("End the turn"), later("{who}'s turn ends")
    wrong = later("no turn can end")

    def facts(self, state: State) -> Findings:
        return self.needs(state.playing)

    def check(self, state: State) -> Findings:
        """RSF-F3x: unused actions lapse; the draw comes first (RSF-F1)."""
        wrong = only_in(state, TURN, self.rule, tr(self.wrong))
        wrong += in_turn(state, self.me, "RSF-F0")
        if not wrong and state.stage is Stage.DRAW:
            return against("RSF-F1", tr("the draw at the beginning of a turn is compulsory"))
        return wrong

    def apply(self, state: State) -> State:
        return end_turn(state)


# ---------------------------------------------------------------- dodge and hit


class Defence(RsfVerb):
    """What the defender says about a hit."""

    __slots__ = ()

    @classmethod
    def choices(cls, state: State) -> Iterable[Action]:
        return (cls(sure(state.strike).target),)

    stages: ClassVar[frozenset[Stage]] = frozenset({Stage.DODGE})

    def facts(self, state: State) -> Findings:
        return self.needs(state.strike is not None and state.strike.face is not None)

    def check(self, state: State) -> Findings:
        """Refuse another moment, and anybody who was not hit."""
        wrong = only_in(state, self.stages, self.rule, tr(self.wrong))
        if self.me == sure(state.strike).target:
            return wrong
        return wrong + against(self.rule, tr("{name} was not hit", name=state.name(self.me)))


@dataclass(frozen=True, slots=True)
class Dodge(Defence):
    """The defender wants to dodge the hit; one d10 follows."""

    verb, example, rule = "dodge", "Ben: dodge", "RSF-O2"
    menu, said = later("Try to dodge"), later("{who} tries to dodge")
    stages, wrong = frozenset({Stage.DODGE, Stage.HIT}), later("there is no hit to dodge")

    def check(self, state: State) -> Findings:
        wrong = Defence.check(self, state)
        return wrong + (why_no_dodge(state) if state.stage is Stage.HIT else YES)

    def apply(self, state: State) -> State:
        return replace(state, stage=Stage.DODGE_ROLL)


@dataclass(frozen=True, slots=True)
class Decline(Defence):
    """The defender does not try to dodge."""

    verb, example, rule = "decline", "Ben: decline", "RSF-O2"
    menu, said = later("Take the hit"), later("{who} takes the hit")
    wrong = later("there is no dodge to decline")

    def apply(self, state: State) -> State:
        return replace(state, stage=Stage.HIT)


@dataclass(frozen=True, slots=True)
class Destroy(Defence):
    """The defender gives up one piece to a hit; it is out of the game."""

    verb, example, rule = "destroy", "Ben: destroy R04", "RSF-F4"
    costly = True
    menu, said = later("Give up a piece"), later("{who} gives up {piece}: destroyed (RSF-F4)")
    stages, wrong = frozenset({Stage.HIT}), later("no piece is to be given up")

    piece: PieceRef

    @classmethod
    def choices(cls, state: State) -> Iterator[Destroy]:
        seat = sure(state.strike).target
        yield from (cls(seat, ref) for _, ref in refs(state, seat))

    def facts(self, state: State) -> Findings:
        return Defence.facts(self, state) or self.has_piece(state, self.me, self.piece)

    def check(self, state: State) -> Findings:
        """RSF-F4, F4a."""
        return Defence.check(self, state) + may_give_up(state, self.me, self.piece)

    def apply(self, state: State) -> State:
        """The piece goes neither to the discard nor to the pile."""
        piece = state.piece(self.me, self.piece)
        state = state.take_piece(self.me, piece)
        return back_to_combat(replace(state, destroyed=(*state.destroyed, piece.card), hits=state.hits + 1))
