"""One history line an action, as somebody at the table would tell it.

Nothing is told that the table does not see: a declined Dimwit leaves no line, a look tells nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.core.actions import Action, Roll, Withdraw
from companion.core.dice import kind_name
from companion.core.switches import OnOff
from companion.games.md import actions as act
from companion.games.md.play import apply
from companion.games.md.play_effects import declared_text
from companion.games.md.play_setup import contender
from companion.games.md.score import standing
from companion.games.md.state import PLAY, Declared, Stage, State
from companion.games.md.words import KINDS, SPECIAL_NAMES, Effect, Place

_SIMPLE: Final[dict[type[Action], str]] = {
    act.Dealt: "Everybody draws two cards",
    act.Draw: "{who} draws a card",
    act.Demolish: "Die-molition: {who} looks at all hands and takes a card from each (MD-X1)",
    act.EndTurn: "{who}'s turn ends",
    act.Allow: "{who} lets it happen",
    act.HandOver: "{who} hands the Dimwit to {turn} (MD-E5)",
    Withdraw: "{who} takes the re-roll back",
}

_DECLARES: Final = (
    act.Bite,
    act.BiteTwo,
    act.Take,
    act.Fetch,
    act.Steal,
    act.Look,
    act.LookTwo,
)


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, action, after)])


def _who(state: State, action: Action) -> str:
    return "The table" if action.actor is None else state.name(action.actor)


def _line(before: State, action: Action, after: State) -> str:
    who = _who(before, action)
    simple = _SIMPLE.get(type(action))
    if simple is not None:
        return simple.format(who=who, turn=before.name(before.turn))
    if isinstance(action, Roll):
        return _roll(before, action, after)
    if isinstance(action, _DECLARES):
        return _declares(before, action, after, who)
    return _choice(before, action, who)


def _roll(before: State, action: Roll, after: State) -> str:
    seat = contender(before)
    who = before.name(before.turn if seat is None else seat)
    lying = sorted(action.dice, key=lambda die: (KINDS.index(die.kind), die.face))
    dice = ", ".join(f"{kind_name(die.kind)} {die.face}" for die in lying)
    last = after.last_roll
    if last is None:
        return f"{who} rolls {dice}"
    return f"{who} rolls ({last.purpose}) {dice}: {last.outcome} ({last.rule})"


def _declares(before: State, action: Action, after: State, who: str) -> str:
    """The declared effect in words; without counters it has happened already."""
    declared = after.declared or _as_declared(before, action)
    if declared is None:
        return f"{who}: {action.verb}"
    return f"{declared_text(before, declared)} ({declared.effect.value})"


def _as_declared(before: State, action: Action) -> Declared | None:
    """What a combo that asks nobody declared (md.counter_combos = off)."""
    asking = replace(before, house=replace(before.house, counter_combos=OnOff.ON))
    return apply(asking, action).declared


def _choice(before: State, action: Action, who: str) -> str:
    match action:
        case act.Reroll():
            dice = ", ".join(kind_name(ref.kind) for ref in action.dice)
            return f"{who} rolls again: {dice} (MD-C5)"
        case act.Skip():
            left = "no re-roll" if before.stage is Stage.REROLL else "no Die-molition"
            return f"{who}: {left}"
        case act.Free():
            return f"{who}'s {kind_name(action.die.kind)} is back from the infirmary (MD-I2)"
        case act.Counter():
            return f"{who} plays {SPECIAL_NAMES[action.card]}: nothing happens to {who} (MD-K6)"
        case act.Surprise():
            return f"{who} plays Surprise: all dice change places with {before.name(action.target)}"
        case act.SendDimwit():
            return _send(before, action, who)
        case act.Show():
            return f"{who} lays the hand open: {', '.join(one.word() for one in action.cards)}"
        case act.HandTotal():
            more = f", {action.specials} special cards left" if action.specials else ""
            return f"{who}'s hand: {action.points} points{more}"
        case act.DimwitHolder():
            holder = "Nobody" if action.seat is None else before.name(action.seat)
            return f"{holder} has the Dimwit (MD-K7)"
        case _:
            return _adjustment(before, action)


def _send(before: State, action: act.SendDimwit, who: str) -> str:
    if action.giver is None or action.taker is None:
        return f"{who} asks for the Dimwit; nobody has it (MD-C3)"
    giver, taker = before.name(action.giver), before.name(action.taker)
    return f"{who} sends the Dimwit from {giver} to {taker} (MD-C3)"


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustDie():
            where = "infirmary" if action.place is Place.INFIRMARY else "pool"
            whose = before.name(action.seat)
            return f"By ruling a {kind_name(action.die.kind)} goes to {whose}'s {where} (X-7)"
        case act.AdjustCard():
            return (
                f"By ruling a card goes from the {action.source.value} to the"
                f" {action.target.value} (X-7)"
            )
        case act.AdjustScore():
            return (
                f"By ruling {before.name(action.seat)}'s points change by {action.points:+} (X-7)"
            )
        case _:
            return action.verb


# ---------------------------------------------------------------- what followed


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    if isinstance(action, act.Allow | act.Counter) and before.declared and not after.declared:
        news += _outcome(before, after)
    if not isinstance(action, act.Free | act.AdjustDie):
        news += _back(before, after)
    if after.stage is Stage.DEMOLITION and before.stage is not Stage.DEMOLITION:
        news.append("only sculpted sides: Die-molition (MD-X1)")
    if len(after.rolloff) > len(before.rolloff) > 0:
        tied = " and ".join(after.name(seat) for seat, _ in after.rolloff[-1])
        news.append(f"{tied} tie and roll again (MD-S3a)")
    if before.stage is Stage.ROLLOFF and after.stage in PLAY:
        news.append(f"{after.name(after.starter)} begins (MD-S3)")
    if after.round > before.round:
        news.append(f"Round {after.round}")
    return news + _ending(before, after)


def _outcome(before: State, after: State) -> list[str]:
    """What came of the effect, as the table sees it."""
    declared = before.declared
    if declared is None or declared.effect in {Effect.LOOK, Effect.LOOK_TWO}:
        return []
    return [
        f"{after.name(aim.seat)}'s {kind_name(aim.die.kind)} goes to the infirmary (MD-I1)"
        for aim in declared.aims
        if aim.die and declared.effect is not Effect.STEAL and _is_ill(after, aim.seat, aim.die)
    ]


def _is_ill(state: State, seat: int, die: object) -> bool:
    return any(one.id == die for one in state.players[seat].infirmary)


def _back(before: State, after: State) -> list[str]:
    """Dice that a triple brought back without a choice."""
    old = {die.id for die in before.players[before.turn].infirmary}
    now = {die.id for die in after.players[before.turn].infirmary}
    return [
        f"a triple brings the {kind_name(kind)} back from the infirmary (MD-I2)"
        for kind, _ in sorted(old - now)
    ]


def _ending(before: State, after: State) -> list[str]:
    if after.stage is before.stage:
        return []
    match after.stage:
        case Stage.SCORING:
            return ["the deck is empty and the round is finished: hands are counted (MD-Z1)"]
        case Stage.FINAL_ROLL:
            return [standing(after).explanation]
        case Stage.OVER:
            winners = " and ".join(after.name(seat) for seat in standing(after).winners)
            return [f"{winners} won (MD-Z3)"]
        case _:
            return []
