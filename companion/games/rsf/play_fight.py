"""Turns of the Fight phase (RSF-F): combat, attacks, dodges, hits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.core.findings import YES, Findings, against, blocked, nobody_there, stop
from companion.core.switches import OnOff
from companion.core.texts import stage_text, tr, trn
from companion.games.rsf.flow import back_to_combat, had_turn
from companion.games.rsf.house import DodgeCompare, DodgeFrom
from companion.games.rsf.play_setup import face_value
from companion.games.rsf.state import (
    ROLLING,
    SUDDEN_DEATH,
    LastRoll,
    Piece,
    Stage,
    State,
    Strike,
)
from companion.games.rsf.table import (
    find_piece,
    in_turn,
    leave,
    may_give_up,
    piece_meant,
    sure,
    totals,
)

if TYPE_CHECKING:
    from companion.core.actions import Roll
    from companion.core.seats import Seat
    from companion.games.rsf.actions import Attack, Destroy


# ---------------------------------------------------------------- budget


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


def check_combat(state: State, seat: Seat, what: str) -> Findings:
    """Attacks and specials belong to combat in one's own turn (RSF-F0, F1, F2a, F3)."""
    match state.stage:
        case Stage.BEFORE | Stage.COMBAT | Stage.AFTER | Stage.DRAW:
            wrong = in_turn(state, seat)
        case _:
            return stop(
                "RSF-F3",
                tr(
                    "{what} is not possible; {stage_text}",
                    what=what,
                    stage_text=stage_text(state.stage),
                ),
            )
    if wrong:
        return wrong
    if state.stage is Stage.DRAW:
        return against("RSF-F1", tr("the turn begins with drawing a card"))
    if state.stage is Stage.AFTER:
        return against("RSF-F2a", tr("combat has ended in this turn"))
    return YES


def spend(state: State, *, special: bool) -> State:
    """One action is used up as the die is read (RSF-F3g)."""
    return replace(
        state,
        actions_used=state.actions_used + 1,
        specials_used=state.specials_used + (1 if special else 0),
        beyond=state.beyond + (1 if state.actions_used >= state.budget + state.beyond else 0),
    )


# ---------------------------------------------------------------- attack


def check_attack(state: State, action: Attack, seat: Seat) -> Findings:
    """RSF-F3, F3y, F3z."""
    findings = check_combat(state, seat, tr("an attack"))
    if blocked(findings):
        return findings
    target = action.target
    if not state.has_seats(target):
        return nobody_there("RSF-F3z")
    if not state.players[target].alive:
        return stop("RSF-F3z", tr("{name}'s monster is out of the game", name=state.name(target)))
    if target == seat:
        findings += against("RSF-F3z", tr("an attack goes at another player's monster"))
    findings += check_budget(state)
    if state.house.attack_needs_points is OnOff.ON and totals(state, seat).attack_points < 1:
        findings += against("RSF-F3y", tr("a monster without attack points does not attack"))
    return findings


def apply_attack(state: State, target: Seat) -> State:
    """One d10 is asked for."""
    return replace(
        state, stage=Stage.ATTACK_ROLL, strike=Strike(target), resume=_resume(state.stage)
    )


def apply_special(state: State) -> State:
    """One d10 is asked for (RSF-F3d)."""
    return replace(state, stage=Stage.SPECIAL_ROLL, resume=_resume(state.stage))


def _resume(stage: Stage) -> Stage:
    return stage if stage in {Stage.DRAW, Stage.BEFORE, Stage.AFTER} else Stage.COMBAT


def check_special(state: State, seat: Seat) -> Findings:
    """RSF-F3d, F3e."""
    findings = check_combat(state, seat, tr("a special"))
    if blocked(findings):
        return findings
    findings += check_budget(state)
    number = totals(state, seat).special
    if state.specials_used >= number:
        used = tr(
            "SPC {number}, used {specials_used}", number=number, specials_used=state.specials_used
        )
        findings += against("RSF-F3d", tr("no special left: {used}", used=used))
    return findings


def modifier(state: State, attacker: Seat, target: Seat) -> tuple[int, str]:
    """Dominance +1 or weakness -1 of one attack, with its rule (RSF-F3b, F3c)."""
    mine, theirs = totals(state, attacker).race, totals(state, target).race
    if state.dominates(mine, theirs):
        return 1, "RSF-F3b"
    if state.dominates(theirs, mine):
        return -1, "RSF-F3c"
    return 0, "RSF-F3a"


def attack_score(state: State, attacker: Seat, target: Seat) -> int:
    """What is added to the attacker's die (RSF-F3a to F3c)."""
    return totals(state, attacker).attack + modifier(state, attacker, target)[0]


def roll_attack(state: State, action: Roll) -> State:
    """RSF-F3a: die + score against DEF; the same or higher is a hit."""
    strike = sure(state.strike)
    face = action.dice[0].face
    score = attack_score(state, state.turn, strike.target)
    defense = totals(state, strike.target).defense
    total = face_value(state, face) + score
    hit = total >= defense
    text = tr(
        "{total} against DEF {defense}: {word}",
        total=total,
        defense=defense,
        word=tr("hit") if hit else tr("miss"),
    )
    state = replace(
        spend(state, special=False),
        strike=replace(strike, face=face, score=score, total=total, defense=defense),
        last_roll=LastRoll(state.turn, face, "attack", text, "RSF-F3a"),
    )
    if not hit:
        return back_to_combat(state)
    return replace(state, stage=Stage.HIT if why_no_dodge(state) else Stage.DODGE)


# ---------------------------------------------------------------- dodge


def why_no_dodge(state: State) -> Findings:
    """What stands against dodging the hit that has landed (RSF-O2, O2a to O2c)."""
    strike = sure(state.strike)
    findings: Findings = YES
    if strike.dodged_at:
        findings += against("RSF-O2c", tr("there is one dodge roll an attack"))
    findings += _dodge_phase(state, strike.target)
    match state.house.dodge_compare:
        case DodgeCompare.ATK_WITH_DOMINANCE:
            compared, what = strike.score, tr("attack score")
        case DodgeCompare.ATK_SHEET:
            compared, what = totals(state, state.turn).attack, "ATK"
        case DodgeCompare.ATTACK_TOTAL:
            compared, what = strike.total, tr("attack total")
        case _:
            assert_never(state.house.dodge_compare)
    if strike.defense >= compared:
        findings += against(
            "RSF-O2",
            tr(
                "DEF {defense} is not lower than {what} {compared}",
                defense=strike.defense,
                what=what,
                compared=compared,
            ),
        )
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


def check_dodge(state: State, seat: Seat) -> Findings:
    """RSF-O2."""
    if state.stage not in {Stage.DODGE, Stage.HIT}:
        return stop(
            "RSF-O2",
            tr("there is no hit to dodge; {stage_text}", stage_text=stage_text(state.stage)),
        )
    wrong = _defends(state, seat, "RSF-O2")
    return wrong or (why_no_dodge(state) if state.stage is Stage.HIT else YES)


def _defends(state: State, seat: Seat, rule: str) -> Findings:
    if seat != sure(state.strike).target:
        return stop(rule, tr("{name} was not hit", name=state.name(seat)))
    return YES


def apply_dodge(state: State) -> State:
    """One d10 is asked for."""
    return replace(state, stage=Stage.DODGE_ROLL, resume=state.stage)


def check_decline(state: State, seat: Seat) -> Findings:
    """RSF-O2: dodging is the defender's choice."""
    if state.stage is not Stage.DODGE:
        return stop(
            "RSF-O2",
            tr("there is no dodge to decline; {stage_text}", stage_text=stage_text(state.stage)),
        )
    return _defends(state, seat, "RSF-O2")


def roll_dodge(state: State, action: Roll) -> State:
    """RSF-O2, O2c: only a higher number than the attacker's dodges."""
    strike = sure(state.strike)
    face = action.dice[0].face
    mine, theirs = face_value(state, face), face_value(state, sure(strike.face))
    dodged = mine > theirs
    text = tr(
        "{mine} against {theirs}: {word}",
        mine=mine,
        theirs=theirs,
        word=tr("dodged") if dodged else tr("the hit stands"),
    )
    state = replace(
        state,
        strike=replace(strike, dodged_at=True),
        last_roll=LastRoll(strike.target, face, "dodge", text, "RSF-O2c"),
    )
    return back_to_combat(state) if dodged else replace(state, stage=Stage.HIT)


# ---------------------------------------------------------------- hit


def check_destroy(state: State, action: Destroy, seat: Seat) -> Findings:
    """RSF-F4, F4a."""
    if state.stage is not Stage.HIT:
        return stop(
            "RSF-F4",
            tr("no piece is to be given up; {stage_text}", stage_text=stage_text(state.stage)),
        )
    wrong = _defends(state, seat, "RSF-F4")
    if wrong:
        return wrong
    piece = find_piece(state, seat, action.piece, "RSF-F4", seat)
    return may_give_up(state, seat, piece) if isinstance(piece, Piece) else piece


def apply_destroy(state: State, action: Destroy, seat: Seat) -> State:
    """The piece goes neither to the discard nor to the pile."""
    piece = piece_meant(state, seat, action.piece)
    state = leave(state, seat, piece)
    return back_to_combat(
        replace(state, destroyed=(*state.destroyed, piece.card), hits=state.hits + 1)
    )


# ---------------------------------------------------------------- turn


def check_begin_combat(state: State, seat: Seat) -> Findings:
    """RSF-F2a."""
    if state.stage in {Stage.COMBAT, Stage.AFTER}:
        return stop(
            "RSF-F2a",
            tr("combat has begun already; {stage_text}", stage_text=stage_text(state.stage)),
        )
    return check_combat(state, seat, "combat")


def check_end_combat(state: State, seat: Seat) -> Findings:
    """RSF-F2a."""
    if state.stage is not Stage.COMBAT:
        return stop(
            "RSF-F2a",
            tr("there is no combat to end; {stage_text}", stage_text=stage_text(state.stage)),
        )
    return in_turn(state, seat)


def check_end_turn(state: State, seat: Seat) -> Findings:
    """RSF-F3x: unused actions lapse; the draw comes first (RSF-F1)."""
    if state.stage not in {Stage.DRAW, Stage.BEFORE, Stage.COMBAT, Stage.AFTER}:
        return stop(
            "RSF-F3x", tr("no turn can end; {stage_text}", stage_text=stage_text(state.stage))
        )
    wrong = in_turn(state, seat)
    if not wrong and state.stage is Stage.DRAW:
        return against("RSF-F1", tr("the draw at the beginning of a turn is compulsory"))
    return wrong


def roller_of(state: State) -> Seat:
    """Whose die is asked for in a fight: the defender's for a dodge, else that of who is in turn."""
    return sure(state.strike).target if state.stage is Stage.DODGE_ROLL else state.turn


def check_withdraw(state: State, seat: Seat | None) -> Findings:
    """RSF-F3g: before the reading a declared action can be taken back."""
    if state.stage not in ROLLING:
        return stop(
            "RSF-F3g",
            tr("there is no declared action to take back; {stage}", stage=state.stage.said),
        )
    roller = roller_of(state)
    if seat not in {None, roller}:
        return stop("RSF-F3g", tr("only {name} can take that back", name=state.name(roller)))
    return YES


def apply_withdraw(state: State) -> State:
    """Back to where the action was declared."""
    if state.stage is Stage.DODGE_ROLL:
        return replace(state, stage=state.resume)
    return replace(state, stage=state.resume, strike=None)
