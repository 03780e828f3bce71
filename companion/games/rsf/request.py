"""What the game waits for: one d10 at a time, or one player's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.dice import DieSpec, RollRequest
from companion.core.texts import tr
from companion.core.verdict import Question
from companion.games.rsf.house import ZeroFace
from companion.games.rsf.play import owed_modes
from companion.games.rsf.play_fight import attack_score, modifier
from companion.games.rsf.play_ready import needs_mulligan
from companion.games.rsf.play_setup import face_value, next_contender
from companion.games.rsf.play_special import TEXTS
from companion.games.rsf.state import FREE, Result, Stage, State
from companion.games.rsf.table import sure, totals

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.rsf.state import Strike

ONE_D10: Final = (DieSpec("d10"),)
TOP: Final = 10

_RESULT_VERBS: Final = {
    Result.STEAL: "steal",
    Result.MOVE: "move",
    Result.SWAP: "swap",
    Result.REPLACE: "replace",
    Result.FORCE: "force",
}


def pending(state: State) -> RollRequest | Question | None:
    """The roll or the choice without which play does not go on."""
    match state.stage:
        case Stage.STARTER:
            return _starter(state)
        case Stage.ATTACK_ROLL:
            return _attack_roll(state, sure(state.strike))
        case Stage.DODGE_ROLL:
            return _dodge_roll(state, sure(state.strike))
        case Stage.SPECIAL_ROLL:
            purpose = tr("Special: 1-2 steal, 3-4 move, 5-6 swap, 7-8 replace, 9-0 force")
            return RollRequest(state.turn, ONE_D10, purpose, "RSF-F3d")
        case _ if state.stage in FREE:
            return next(iter(owed_modes(state)), None)
        case _:
            return _choice(state)


def _starter(state: State) -> RollRequest | Question:
    roller = next_contender(state)
    if roller is not None:
        return RollRequest(roller, ONE_D10, tr("Roll-off: the highest begins"), "RSF-S8")
    text = tr("Who is the starter ({starter})?", starter=state.house.starter.value)
    return Question(None, text, "RSF-S8", ("starter",))


def _attack_roll(state: State, strike: Strike) -> RollRequest:
    score = attack_score(state, state.turn, strike.target)
    defense = totals(state, strike.target).defense
    plus = modifier(state, state.turn, strike.target)[0]
    because = {1: tr(" (with dominance +1)"), -1: tr(" (with weakness -1)"), 0: ""}[plus]
    purpose = tr(
        "Attack on {name}: {score}{because} + die against DEF {defense}",
        name=state.name(strike.target),
        score=score,
        because=because,
        defense=defense,
    )
    return RollRequest(
        state.turn, ONE_D10, purpose, "RSF-F3a", _needs(state, defense - score, tr("hits"))
    )


def _dodge_roll(state: State, strike: Strike) -> RollRequest:
    theirs = face_value(state, sure(strike.face))
    purpose = tr(
        "Dodge: higher than the {theirs} that {name} rolled",
        theirs=theirs,
        name=state.name(state.turn),
    )
    return RollRequest(
        strike.target, ONE_D10, purpose, "RSF-O2", _needs(state, theirs + 1, tr("dodges"))
    )


def _needs(state: State, least: int, what: str) -> str:
    """Say what a d10 must show; a 0 may count as ten (RSF-F3f)."""
    zero = state.house.zero_face is ZeroFace.TEN
    if least <= (1 if zero else 0):
        return tr("every roll {what}", what=what)
    if least > TOP:
        return tr("no roll {what}", what=what)
    if least == TOP and not zero:
        return tr("only a printed 10 {what}", what=what)
    tens = tr(" (0 counts as 10)") if zero else tr(" (0 counts as 0)")
    return (
        tr("only a 10 {what}{tens}", what=what, tens=tens)
        if least == TOP
        else tr("{least} or more {what}{tens}", least=least, what=what, tens=tens)
    )


def _choice(state: State) -> Question | None:
    match state.stage:
        case Stage.READY if needs_mulligan(state, state.turn):
            text = tr("No attack or no defense in hand: a mulligan")
            return Question(state.turn, text, "RSF-R1c", ("mulligan",))
        case Stage.DODGE:
            seat = sure(state.strike).target
            text = tr("{name}, dodge?", name=state.name(seat))
            return Question(seat, text, "RSF-O2", ("dodge", "decline"))
        case Stage.HIT:
            seat = sure(state.strike).target
            return _give_up(state, seat, tr("is destroyed"), "RSF-F4", "destroy")
        case Stage.FORCED:
            return _give_up(state, sure(state.victim), tr("is discarded"), "RSF-X5", "remove")
        case Stage.RESOLVE:
            result = sure(state.result)
            text = f"{state.name(state.turn)}: {TEXTS[result]}"
            return Question(state.turn, text, result.value, (_RESULT_VERBS[result],))
        case Stage.ATTACH:
            drawn = state.called_card(sure(state.drawn))
            text = tr("Connect {called_card} now?", called_card=drawn)
            return Question(state.turn, text, "RSF-X4a", ("connect", "keep"))
        case Stage.DEAL | Stage.DRAW | Stage.REPLACE_DRAW | Stage.READY_DRAW:
            return _draw(state)
        case _:
            return None


def _give_up(state: State, seat: Seat, fate: str, rule: str, verb: str) -> Question:
    return Question(
        seat, tr("{name}, which piece {fate}?", name=state.name(seat), fate=fate), rule, (verb,)
    )


def _draw(state: State) -> Question:
    name = state.name(state.turn)
    match state.stage:
        case Stage.DEAL:
            return Question(
                state.turn, tr("{name}, which card do you turn up?", name=name), "RSF-S7", ("draw",)
            )
        case Stage.READY_DRAW:
            verbs = ("draw", "take") if state.from_discard else ("draw",)
            text = tr("{name}, take a replacement; {owed} to go", name=name, owed=state.owed)
            return Question(state.turn, text, "RSF-R3a", verbs)
        case Stage.REPLACE_DRAW:
            return Question(
                state.turn, tr("{name}, draw the replacement", name=name), "RSF-X4", ("draw",)
            )
        case _:
            return Question(
                state.turn, tr("{name}, draw a card", name=name), "RSF-F1", ("draw", "take")
            )
