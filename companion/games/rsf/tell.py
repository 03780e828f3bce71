"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import Action, Roll, Withdraw
from companion.games.rsf import actions as act
from companion.games.rsf.play_fight import attack_score, modifier
from companion.games.rsf.play_setup import face_value
from companion.games.rsf.play_special import TEXTS
from companion.games.rsf.state import Result, Stage, State
from companion.games.rsf.table import reshuffles, totals

if TYPE_CHECKING:
    from companion.games.rsf.words import PieceRef

_SIMPLE: Final[dict[type[Action], str]] = {
    act.Mixed: "Everybody mixes the pile",
    act.Mulligan: "{who} has a mulligan: the whole hand is discarded and drawn anew",
    act.Done: "{who}'s monster stands",
    act.Confirm: "{who} confirms the Player Sheet: {sheet}",
    act.BeginCombat: "{who} begins combat",
    act.Special: "{who} uses a special",
    act.EndCombat: "{who} ends combat",
    act.EndTurn: "{who}'s turn ends",
    act.Dodge: "{who} tries to dodge",
    act.Decline: "{who} takes the hit",
    act.Keep: "{who} keeps the card",
    act.Rearrange: "{who}'s monster mutates: {sheet}",
    act.Skip: "{who} leaves it as it is",
    act.Stalemate: "The table calls the game (RSF-E3)",
    Withdraw: "{who} takes that back",
}


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, after)])


def _who(state: State, action: Action) -> str:
    return "The table" if action.actor is None else state.name(action.actor)


def _sheet(state: State, action: Action) -> str:
    if action.actor is None:
        return ""
    sheet = totals(state, action.actor)
    race = f", {sheet.race}" if sheet.race else ""
    return f"ATK {sheet.attack}, DEF {sheet.defense}, SPC {sheet.special}{race}"


def _line(before: State, action: Action, after: State) -> str:
    simple = _SIMPLE.get(type(action))
    if simple is not None:
        return simple.format(who=_who(before, action), sheet=_sheet(after, action))
    if isinstance(action, Roll):
        return _roll(before, action, after)
    return _choice(before, action, after)


def _roll(before: State, action: Roll, after: State) -> str:
    who, face = _who(before, action), action.dice[0].face
    last = after.last_roll
    outcome = last.outcome if last else ""
    match before.stage:
        case Stage.ATTACK_ROLL if before.strike:
            target = before.strike.target
            sums = _attack_sum(before, after, face)
            return f"{who} attacks {before.name(target)}: {sums} (RSF-F3a)"
        case Stage.DODGE_ROLL:
            return f"{who} dodges with {outcome} (RSF-O2c)"
        case Stage.SPECIAL_ROLL:
            rule = last.rule if last else "RSF-F3d"
            return f"{who}'s special, die {face}: {outcome} ({rule})"
        case _:
            return outcome


def _attack_sum(before: State, after: State, face: str) -> str:
    if before.strike is None or after.last_roll is None:
        return ""
    target = before.strike.target
    plus = modifier(before, before.turn, target)[0]
    atk = attack_score(before, before.turn, target) - plus
    because = {1: " + 1 for dominance", -1: " - 1 for weakness", 0: ""}[plus]
    return f"{face_value(before, face)} + {atk}{because} = {after.last_roll.outcome}"


def _choice(before: State, action: Action, after: State) -> str:
    who = _who(before, action)
    match action:
        case act.Starter():
            return f"{before.name(action.seat)} is the starter and begins every round"
        case act.Draw():
            return f"{who} draws {before.called_card(action.card)}"
        case act.Take():
            return f"{who} takes {before.called_card(action.card)} from the discard"
        case act.Exchange():
            cards = ", ".join(before.called_card(card) for card in action.cards)
            return f"{who} exchanges {cards}"
        case act.Connect():
            mode = f" as {action.mode.word()}" if action.mode else ""
            return (
                f"{who} connects {before.called_card(action.card)}{mode}: {_sheet(after, action)}"
            )
        case act.DeclareMode():
            return (
                f"{who} uses {action.piece.card} as {action.mode.word()}: {_sheet(after, action)}"
            )
        case act.EnterSheet():
            return f"{who}'s sheet: {_sheet(after, action)}, {action.pieces} pieces"
        case act.Attack():
            return f"{who} goes for {before.name(action.target)}"
        case _:
            return _effect(before, action, who) or _adjustment(before, action)


def _called(state: State, ref: PieceRef) -> str:
    return state.called_card(ref.card)


def _effect(before: State, action: Action, who: str) -> str:
    match action:
        case act.Destroy():
            return f"{who} gives up {_called(before, action.piece)}: destroyed (RSF-F4)"
        case act.Steal():
            piece = _called(before, action.piece)
            return f"{who} steals {piece} from {before.name(action.target)}"
        case act.Move():
            where = f" to {action.cell.word()}" if action.cell else ""
            return f"{who} moves {_called(before, action.piece)}{where}"
        case act.Swap():
            one = f"{before.name(action.first)}'s {_called(before, action.first_piece)}"
            two = f"{before.name(action.second)}'s {_called(before, action.second_piece)}"
            return f"{who} swaps {one} with {two}"
        case act.Replace():
            return f"{who} discards {_called(before, action.piece)} for a new card"
        case act.Force():
            return f"{who} forces {before.name(action.target)}: {TEXTS[Result.FORCE]}"
        case act.Remove():
            return f"{who} removes {_called(before, action.piece)}"
        case _:
            return ""


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustCard():
            card = _called(before, action.piece)
            return (
                f"By ruling {card} goes from the {action.source.value} to the"
                f" {action.target.value} (X-7)"
            )
        case act.AdjustScore():
            column, points = action.column.value, action.points
            return f"By ruling {before.name(action.seat)}'s {column} changes by {points:+} (X-7)"
        case act.AdjustActions():
            return f"By ruling this turn has {action.actions:+} actions (X-7)"
        case _:
            return action.verb


def _news(before: State, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    if reshuffles(before) and after.discard[: len(before.discard)] != before.discard:
        news.append("the discard is shuffled into a new pile (RSF-F1a)")
    for group in after.fallen[len(before.fallen) :]:
        news += [f"{after.name(seat)}'s monster is dead (RSF-F4b)" for seat in group]
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news += _ending(after)
    elif after.sd_round != before.sd_round:
        news.append(f"Sudden Death, round {after.sd_round} (RSF-O4)")
    elif after.phase != before.phase:
        news.append(f"Phase {after.phase} begins (RSF-F0)")
    elif after.stage is Stage.MUTATE and before.stage is not Stage.MUTATE:
        news.append("monsters may mutate (RSF-O1)")
    return news


def _ending(after: State) -> list[str]:
    winners = [after.name(seat) for seat in after.living]
    if len(winners) == 1:
        return [f"{winners[0]} wins (RSF-E1)"]
    return ["the game is over"]
