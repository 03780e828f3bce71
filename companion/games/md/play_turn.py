"""The steps of a turn up to its effects: draw, roll, re-roll, triples, Die-molition (MD-T)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.dice import FACES, DieFace, kind_name
from companion.core.findings import YES, Findings, against, stop
from companion.core.texts import later, stage_text, tr
from companion.core.verdict import Note
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
from companion.games.md.state import Die, LastRoll, Stage, State
from companion.games.md.table import (
    add_to_hand,
    can_reroll,
    clear_die,
    devils,
    find_die,
    in_turn,
    move_die,
    pass_card,
    sides,
    spot,
    with_die,
)
from companion.games.md.words import DEVIL, DieId, Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.actions import Roll
    from companion.core.seats import Seat
    from companion.games.md.actions import Free, Reroll

# ---------------------------------------------------------------- draw and roll


def check_draw(state: State, seat: Seat) -> Findings:
    """MD-T1."""
    if state.stage is not Stage.DRAW:
        return stop(
            "MD-T1",
            tr(
                "a turn has one draw, at its beginning; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    return in_turn(state, seat, Stage.DRAW)


def apply_draw(state: State, seat: Seat) -> State:
    """The card goes into the hand; nobody says which."""
    state = add_to_hand(replace(state, deck=state.deck - 1), seat, 1)
    return settle(replace(state, stage=Stage.ROLL))


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


def _last(state: State, thrown: tuple[DieId, ...], purpose: str, rule: str) -> LastRoll:
    dice = [spot(state, wanted).die for wanted in thrown]
    faces = tuple(DieFace(die.kind, die.face) for die in dice if die.face is not None)
    up = [kind_name(die.kind) for die in dice if die.sculpted]
    outcome = tr("sculpted: {up}", up=", ".join(up)) if up else tr("no sculpted side")
    return LastRoll(state.turn, faces, purpose, outcome, rule)


def roll_turn(state: State, action: Roll) -> State:
    """MD-T2: the whole pool was rolled."""
    thrown = tuple(die.id for die in to_throw(state))
    state = land(state, action.dice)
    return after_roll(replace(state, last_roll=_last(state, thrown, later("turn"), "MD-T2")))


def roll_again(state: State, action: Roll) -> State:
    """MD-C5: new faces; of the two Die'vil those not rolled again count as used (MD-C5a)."""
    chosen = state.chosen
    pair = sorted(devils(state), key=lambda die: die not in chosen)[:2]
    for wanted in pair:
        state = with_die(state, replace(spot(state, wanted).die, paired=True))
    state = replace(land(state, action.dice), rerolled=True, chosen=())
    state = replace(state, last_roll=_last(state, chosen, later("re-roll"), "MD-C5"))
    return to_effects(state) if state.later else check_triples(state)


def roll_stolen(state: State, action: Roll) -> State:
    """MD-E3a: the stolen die counts like the roller's own; a Die'vil may bring the re-roll."""
    stolen = stolen_die(state)
    state = land(state, action.dice)
    state = replace(state, last_roll=_last(state, (stolen,), later("stolen die"), "MD-E3a"))
    return joined(replace(state, stolen=None), stolen)


def joined(state: State, stolen: DieId) -> State:
    """A stolen die lies in the pool and counts; a second sculpted Die'vil re-rolls (MD-T4)."""
    second = stolen.kind == DEVIL and spot(state, stolen).die.sculpted
    if second and can_reroll(state):
        return replace(state, stage=Stage.REROLL, later=True)
    return to_effects(state)


# ---------------------------------------------------------------- re-roll


def check_reroll(state: State, action: Reroll, seat: Seat) -> Findings:
    """MD-C5, C5a, C6."""
    late = state.stage is Stage.EFFECTS
    wrong = in_turn(state, seat, Stage.REROLL, Stage.EFFECTS)
    if wrong:
        return wrong
    if not action.dice:
        return stop("MD-C5", tr("say which dice are rolled again"))
    findings: Findings = YES
    if state.rerolled:
        findings = against("MD-C5a", tr("the one re-roll of this turn is used"))
    elif not can_reroll(state):
        findings = against("MD-C5", tr("a re-roll takes two sculpted Die'vil that are not used"))
    elif late and not anytime(state):
        findings = against("MD-C5a", tr("the re-roll comes before the other effects"))
    found = named_dice(state, action, seat)
    return findings + found if found and not isinstance(found[0], Die) else findings


def named_dice(state: State, action: Reroll, seat: Seat) -> tuple[Die, ...] | Findings:
    """The dice of a declared re-roll, or what is wrong with how they are called."""
    chosen: list[Die] = []
    for ref in action.dice:
        die = find_die(state, seat, ref, "MD-C5", seat, [one.id for one in chosen])
        if not isinstance(die, Die):
            return die
        if die.face is None:
            return stop(
                "MD-I2a",
                tr(
                    "the {kind_name} came back just now: no roll this turn",
                    kind_name=kind_name(die.kind),
                ),
            )
        if die.id in state.waiting:
            return stop(
                "MD-E3a",
                tr("the {kind_name} waits for the next turn", kind_name=kind_name(die.kind)),
            )
        chosen.append(die)
    return tuple(chosen)


def apply_reroll(state: State, action: Reroll, seat: Seat) -> State:
    """The chosen dice are asked for."""
    dice = named_dice(state, action, seat)
    chosen = tuple(die.id for die in dice if isinstance(die, Die))
    if not chosen:
        return state
    late = state.later or state.stage is Stage.EFFECTS
    return replace(state, stage=Stage.REROLLING, resume=state.stage, chosen=chosen, later=late)


def check_withdraw(state: State, seat: Seat | None) -> Findings:
    """A re-roll can be taken back before its dice are read."""
    if state.stage is not Stage.REROLLING:
        return stop(
            "MD-C5",
            tr(
                "there is no declared re-roll to take back; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    if seat not in {None, state.turn}:
        return stop("MD-C5", tr("only {name} can take that back", name=state.name(state.turn)))
    return YES


def apply_withdraw(state: State) -> State:
    """Back to where the re-roll was declared."""
    later = state.later and state.resume is Stage.REROLL
    return replace(state, stage=state.resume, chosen=(), later=later)


def check_skip(state: State, seat: Seat) -> Findings:
    """Re-roll and Die-molition are offers (MD-T5)."""
    return in_turn(state, seat, Stage.REROLL, Stage.DEMOLITION)


def apply_skip(state: State) -> State:
    """On to the next step."""
    if state.stage is Stage.DEMOLITION or state.later:
        return to_effects(state)
    return check_triples(state)


# ---------------------------------------------------------------- infirmary, Die-molition, end


def check_free(state: State, action: Free, seat: Seat) -> Findings:
    """MD-I2, I2a."""
    if state.stage is not Stage.TRIPLE:
        rule = "MD-I2"
        return stop(
            rule,
            tr("only a triple brings a die back; {stage_text}", stage_text=stage_text(state.stage)),
        )
    wrong = in_turn(state, seat, Stage.TRIPLE)
    if wrong:
        return wrong
    found = find_die(state, seat, action.die, "MD-I2a", seat, infirmary=True)
    return YES if isinstance(found, Die) else found


def apply_free(state: State, action: Free, seat: Seat) -> State:
    """The die joins the pool without a face."""
    die = clear_die(state, seat, action.die, infirmary=True)
    assert die is not None  # noqa: S101 - check refused it otherwise; all lie alike there
    state = move_die(state, die.id, seat)
    return settle(replace(state, triples=max(0, state.triples - 1)))


def check_demolish(state: State, seat: Seat) -> Findings:
    """MD-X1."""
    if state.stage is not Stage.DEMOLITION:
        up = thrown_dice(state) and all(die.sculpted for die in thrown_dice(state))
        why = tr("the roll shows other sides too") if not up else stage_text(state.stage)
        return stop("MD-X1", tr("there is no Die-molition: {why}", why=why))
    return in_turn(state, seat, Stage.DEMOLITION)


def apply_demolish(state: State, seat: Seat) -> State:
    """One card from each opponent who has one."""
    for other in state.opponents:
        state = pass_card(state, other, seat)
    return to_effects(state)


def check_end_turn(state: State, seat: Seat) -> Findings:
    """MD-T6; draw and roll come first (MD-T1, MD-T2)."""
    wrong = in_turn(state, seat, Stage.DRAW, Stage.ROLL, Stage.EFFECTS)
    if wrong:
        return wrong
    match state.stage:
        case Stage.DRAW:
            return against("MD-T1", tr("a turn begins with a draw"))
        case Stage.ROLL:
            return against("MD-T2", tr("a turn has a roll"))
        case _:
            return _must_give(state)


def _must_give(state: State) -> Findings:
    """MD-Q10: said to everybody alike; whether anybody has the Dimwit shows nowhere."""
    if state.house.dimwit_give is DimwitGive.MUST and sides(state, Effect.HAND_OVER):
        text = tr("whoever has the Dimwit must have handed it over by now (md.dimwit_give = must)")
        return (Note("MD-Q10", text),)
    return YES


def apply_end_turn(state: State) -> State:
    """Next clockwise."""
    return end_turn(state)
