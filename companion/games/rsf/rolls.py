"""One ten-sided die at a time: what it is asked for, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, assert_never

from companion.core.actions import Roll, Withdraw
from companion.core.dice import DieSpec, RollRequest
from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, stage_text, tr
from companion.core.verbs import Verb
from companion.core.verdict import Note
from companion.games.rsf.flow import back_to_combat, had_turn, spend
from companion.games.rsf.house import DodgeCompare, DodgeFrom, ZeroFace
from companion.games.rsf.setup import begin_deal
from companion.games.rsf.special import roll_special
from companion.games.rsf.state import ROLLING, LastRoll, Stage, State, Strike
from companion.games.rsf.table import totals

ONE_D10: Final = (DieSpec("d10"),)
TEN: Final = 10

# ---------------------------------------------------------------- the verbs


@dataclass(frozen=True, slots=True)
class Throw(Roll, Verb[State]):
    """The die that is asked for: in the roll-off, for an attack, a dodge or a special."""

    rule = "X-4"
    by_table = after_end = True

    def facts(self, state: State) -> Findings:
        """The kernel has matched the dice with the open request; here only that there is one."""
        if request(state) is None:
            text = tr("no roll is asked for; {stage_text}", stage_text=stage_text(state.stage))
            return stop("X-4", text)
        return YES

    def check(self, state: State) -> Findings:
        if self.dice[0].face == "0" and state.stage is not Stage.SPECIAL_ROLL:
            text = tr("face 0 counts as {face_value}", face_value=face_value(state, "0"))
            return (Note("RSF-F3f", text),)
        return YES

    def apply(self, state: State) -> State:
        face = self.dice[0].face
        match state.stage:
            case Stage.ATTACK_ROLL:
                return _attack(state, face)
            case Stage.DODGE_ROLL:
                return _dodge(state, face)
            case Stage.SPECIAL_ROLL:
                return roll_special(state, face)
            case _:
                return _roll_off(state, self.me, face)

    def tell(self, before: State, after: State) -> str:
        who, last = before.actor(self.actor), sure(after.last_roll)
        match before.stage:
            case Stage.ATTACK_ROLL:
                target = sure(before.strike).target
                name, sums = before.name(target), _attack_sum(before, target, last)
                return tr("{who} attacks {name}: {sums} (RSF-F3a)", who=who, name=name, sums=sums)
            case Stage.DODGE_ROLL:
                return tr("{who} dodges with {outcome} (RSF-O2c)", who=who, outcome=last.outcome)
            case Stage.SPECIAL_ROLL:
                text = later("{who}'s special, die {face}: {outcome} ({rule})")
                return tr(text, who=who, face=last.face, outcome=last.outcome, rule=last.rule)
            case _:
                return last.outcome


def _attack_sum(before: State, target: Seat, last: LastRoll) -> str:
    attack = odds(before, before.acting, target)
    because = {1: tr(" + 1 for dominance"), -1: tr(" - 1 for weakness"), 0: ""}[attack.plus]
    return f"{face_value(before, last.face)} + {attack.attack}{because} = {last.outcome}"


@dataclass(frozen=True, slots=True)
class TakeBack(Withdraw, Verb[State]):
    """A declared action is taken back before its roll."""

    rule, menu = "RSF-F3g", later("Take the declared action back")
    said = later("{who} takes that back")
    by_table = after_end = True

    @classmethod
    def choices(cls, state: State) -> Iterator[Withdraw]:
        yield Withdraw(sure(request(state)).roller)

    def facts(self, state: State) -> Findings:
        if state.stage in ROLLING:
            return YES
        return stop(self.rule, tr("there is no declared action to take back"))

    def check(self, state: State) -> Findings:
        """RSF-F3g: before the reading a declared action can be taken back."""
        roller = sure(request(state)).roller
        if self.actor in {None, roller}:
            return YES
        return against("RSF-F3g", tr("only {name} can take that back", name=state.name(roller)))

    def apply(self, state: State) -> State:
        """Back to where the action was declared."""
        if state.stage is Stage.DODGE_ROLL:
            return replace(state, stage=Stage.HIT if why_no_dodge(state) else Stage.DODGE)
        return replace(state, stage=state.resume, strike=None, by=None)


def face_value(state: State, face: str) -> int:
    """What a face counts in attack, dodge and roll-off (RSF-F3f)."""
    if face == "0":
        return TEN if state.house.zero_face is ZeroFace.TEN else 0
    return int(face)


# ---------------------------------------------------------------- the roll-off


def _roll_off(state: State, roller: Seat, face: str) -> State:
    """The highest begins; who ties for it rolls again (RSF-S8)."""
    value = face_value(state, face)
    rolls = tuple((seat, value if seat == roller else old) for seat, old in state.rolloff)
    text = tr("{name} rolls {value}", name=state.name(roller), value=value)
    last = LastRoll(face, text, "RSF-S8")
    return decide_starter(replace(state, rolloff=rolls, last_roll=last))


def decide_starter(state: State) -> State:
    """The starter is known once every contender has rolled, or only one is left."""
    rolls = dict(state.rolloff)
    if None in rolls.values() and len(rolls) > 1:
        return state
    best = max(rolled or 0 for rolled in rolls.values())
    first = [seat for seat, rolled in rolls.items() if (rolled or 0) == best]
    if len(first) == 1:
        return begin_deal(state, first[0])
    return replace(state, rolloff=tuple((seat, None) for seat in first))


# ---------------------------------------------------------------- attack and dodge


class Odds(NamedTuple):
    """What an attack adds and has to reach."""

    attack: int  # ATK of the attacker
    plus: int  # 1 for dominance, -1 for weakness, else 0 (RSF-F3b, F3c)
    defense: int  # DEF of the target

    @property
    def score(self) -> int:
        """What is added to the attacker's die (RSF-F3a)."""
        return self.attack + self.plus


def odds(state: State, attacker: Seat, target: Seat) -> Odds:
    """Add up both sides of an attack (RSF-F3a to F3c)."""
    mine, theirs = totals(state, attacker), totals(state, target)
    plus = state.dominates(mine.race, theirs.race) - state.dominates(theirs.race, mine.race)
    return Odds(mine.attack, plus, theirs.defense)


def _attack(state: State, face: str) -> State:
    """RSF-F3a: die + score against DEF; the same or higher is a hit."""
    strike = sure(state.strike)
    attack = odds(state, state.acting, strike.target)
    score, defense = attack.score, attack.defense
    total = face_value(state, face) + score
    hit = total >= defense
    word = tr("hit") if hit else tr("miss")
    text = tr("{total} against DEF {defense}: {word}", total=total, defense=defense, word=word)
    state = replace(
        spend(state, special=False),
        strike=replace(strike, face=face, score=score, total=total, defense=defense),
        last_roll=LastRoll(face, text, "RSF-F3a"),
    )
    if not hit:
        return back_to_combat(state)
    return replace(state, stage=Stage.HIT if why_no_dodge(state) else Stage.DODGE)


def why_no_dodge(state: State) -> Findings:
    """What stands against dodging the hit that has landed (RSF-O2, O2a to O2c)."""
    strike = sure(state.strike)
    findings = _dodge_phase(state, strike.target)
    if strike.dodged_at:
        findings = against("RSF-O2c", tr("there is one dodge roll an attack")) + findings
    match state.house.dodge_compare:
        case DodgeCompare.ATK_WITH_DOMINANCE:
            compared, what = strike.score, tr("attack score")
        case DodgeCompare.ATK_SHEET:
            compared, what = totals(state, state.acting).attack, "ATK"
        case DodgeCompare.ATTACK_TOTAL:
            compared, what = strike.total, tr("attack total")
        case _:
            assert_never(state.house.dodge_compare)
    if strike.defense >= compared:
        text = later("DEF {defense} is not lower than {what} {compared}")
        text = tr(text, defense=strike.defense, what=what, compared=compared)
        findings += against("RSF-O2", text)
    return findings


def _dodge_phase(state: State, defender: Seat) -> Findings:
    """RSF-O2a; from Phase 3 means: once the defender has had its turn of Phase 3 (RSF-Q6)."""
    match state.house.dodge_from:
        case DodgeFrom.ONE:
            return YES
        case DodgeFrom.THREE:
            if state.phase > 3 or (state.phase == 3 and had_turn(state, defender)):  # noqa: PLR2004 - the number of the phase that the switch names
                return YES
            return against("RSF-O2a", tr("dodge starts after one's turn in Phase 3"))
        case DodgeFrom.FOUR:
            if state.phase >= 4:  # noqa: PLR2004 - the switch's own number
                return YES
            return against("RSF-O2a", tr("dodge starts in Phase 4"))
        case _:
            assert_never(state.house.dodge_from)


def _dodge(state: State, face: str) -> State:
    """RSF-O2, O2c: only a higher number than the attacker's dodges."""
    strike = sure(state.strike)
    mine, theirs = face_value(state, face), face_value(state, sure(strike.face))
    dodged = mine > theirs
    word = tr("dodged") if dodged else tr("the hit stands")
    text = tr("{mine} against {theirs}: {word}", mine=mine, theirs=theirs, word=word)
    state = replace(state, strike=replace(strike, dodged_at=True), last_roll=LastRoll(face, text, "RSF-O2c"))
    return back_to_combat(state) if dodged else replace(state, stage=Stage.HIT)


# ---------------------------------------------------------------- what is asked for


def request(state: State) -> RollRequest | None:
    """Return the roll without which play does not go on, if it waits for one."""
    match state.stage:
        case Stage.STARTER if state.rolloff:
            first, *others = (seat for seat, rolled in state.rolloff if rolled is None)
            text = tr("Roll-off: the highest begins")
            return RollRequest(first, ONE_D10, text, "RSF-S8", others=tuple(others))
        case Stage.ATTACK_ROLL:
            return _attack_request(state, sure(state.strike))
        case Stage.DODGE_ROLL:
            return _dodge_request(state, sure(state.strike))
        case Stage.SPECIAL_ROLL:
            purpose = tr("Special: 1-2 steal, 3-4 move, 5-6 swap, 7-8 replace, 9-0 force")
            return RollRequest(state.acting, ONE_D10, purpose, "RSF-F3d")
        case _:
            return None


def _attack_request(state: State, strike: Strike) -> RollRequest:
    attack = odds(state, state.acting, strike.target)
    because = {1: tr(" (with dominance +1)"), -1: tr(" (with weakness -1)"), 0: ""}[attack.plus]
    text = later("Attack on {name}: {score}{because} + die against DEF {defense}")
    name, defense = state.name(strike.target), attack.defense
    purpose = tr(text, name=name, score=attack.score, because=because, defense=defense)
    needs = _needs(state, attack.defense - attack.score, tr("hits"))
    return RollRequest(state.acting, ONE_D10, purpose, "RSF-F3a", needs)


def _dodge_request(state: State, strike: Strike) -> RollRequest:
    theirs = face_value(state, sure(strike.face))
    text = later("Dodge: higher than the {theirs} that {name} rolled")
    purpose = tr(text, theirs=theirs, name=state.name(state.acting))
    needs = _needs(state, theirs + 1, tr("dodges"))
    return RollRequest(strike.target, ONE_D10, purpose, "RSF-O2", needs)


def needed(state: State, least: int) -> str:
    """Say in a few words what a d10 must show to hit (RSF-F3f)."""
    zero = state.house.zero_face is ZeroFace.TEN
    if least <= (1 if zero else 0):
        return tr("every roll")
    return tr("no roll") if least > TEN else tr("{least} or more", least=least)


def _needs(state: State, least: int, what: str) -> str:
    """Say what a d10 must show; a 0 may count as ten (RSF-F3f)."""
    zero = state.house.zero_face is ZeroFace.TEN
    if least <= (1 if zero else 0):
        return tr("every roll {what}", what=what)
    if least > TEN:
        return tr("no roll {what}", what=what)
    if least == TEN and not zero:
        return tr("only a printed 10 {what}", what=what)
    tens = tr(" (0 counts as 10)") if zero else tr(" (0 counts as 0)")
    if least == TEN:
        return tr("only a 10 {what}{tens}", what=what, tens=tens)
    return tr("{least} or more {what}{tens}", least=least, what=what, tens=tens)
