"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import Action, Roll, Withdraw
from companion.core.texts import tr
from companion.games.rsf import actions as act
from companion.games.rsf.play_fight import attack_score, modifier
from companion.games.rsf.play_setup import face_value
from companion.games.rsf.play_special import TEXTS
from companion.games.rsf.state import Result, Stage, State
from companion.games.rsf.table import reshuffles, sure, totals

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.rsf.state import LastRoll
    from companion.games.rsf.words import PieceRef

_SIMPLE: Final[dict[type[Action], str]] = {
    act.Mixed: tr("Everybody mixes the pile"),
    act.Mulligan: tr("{who} has a mulligan: the whole hand is discarded and drawn anew"),
    act.Done: tr("{who}'s monster stands"),
    act.Confirm: tr("{who} confirms the Player Sheet: {sheet}"),
    act.BeginCombat: tr("{who} begins combat"),
    act.Special: tr("{who} uses a special"),
    act.EndCombat: tr("{who} ends combat"),
    act.EndTurn: tr("{who}'s turn ends"),
    act.Dodge: tr("{who} tries to dodge"),
    act.Decline: tr("{who} takes the hit"),
    act.Keep: tr("{who} keeps the card"),
    act.Rearrange: tr("{who}'s monster mutates: {sheet}"),
    act.Skip: tr("{who} leaves it as it is"),
    act.Stalemate: tr("The table calls the game (RSF-E3)"),
    Withdraw: tr("{who} takes that back"),
}


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, after)])


def _sheet(state: State, action: Action) -> str:
    if action.actor is None:
        return ""
    sheet = totals(state, action.actor)
    race = f", {sheet.race}" if sheet.race else ""
    return tr(
        "ATK {attack}, DEF {defense}, SPC {special}{race}",
        attack=sheet.attack,
        defense=sheet.defense,
        special=sheet.special,
        race=race,
    )


def _line(before: State, action: Action, after: State) -> str:
    simple = _SIMPLE.get(type(action))
    if simple is not None:
        return simple.format(who=before.actor(action.actor), sheet=_sheet(after, action))
    if isinstance(action, Roll):
        return _roll(before, action, after)
    return _choice(before, action, after)


def _roll(before: State, action: Roll, after: State) -> str:
    who, face = before.actor(action.actor), action.dice[0].face
    last = sure(after.last_roll)
    match before.stage:
        case Stage.ATTACK_ROLL:
            target = sure(before.strike).target
            sums = _attack_sum(before, target, last)
            return tr(
                "{who} attacks {name}: {sums} (RSF-F3a)",
                who=who,
                name=before.name(target),
                sums=sums,
            )
        case Stage.DODGE_ROLL:
            return tr("{who} dodges with {outcome} (RSF-O2c)", who=who, outcome=last.outcome)
        case Stage.SPECIAL_ROLL:
            return tr(
                "{who}'s special, die {face}: {outcome} ({rule})",
                who=who,
                face=face,
                outcome=last.outcome,
                rule=last.rule,
            )
        case _:
            return last.outcome


def _attack_sum(before: State, target: Seat, last: LastRoll) -> str:
    plus = modifier(before, before.turn, target)[0]
    atk = attack_score(before, before.turn, target) - plus
    because = {1: tr(" + 1 for dominance"), -1: tr(" - 1 for weakness"), 0: ""}[plus]
    return f"{face_value(before, last.face)} + {atk}{because} = {last.outcome}"


def _choice(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Starter():
            return tr("{name} is the starter and begins every round", name=before.name(action.seat))
        case act.Draw():
            return tr(
                "{who} draws {called_card}", who=who, called_card=before.called_card(action.card)
            )
        case act.Take():
            return tr(
                "{who} takes {called_card} from the discard",
                who=who,
                called_card=before.called_card(action.card),
            )
        case act.Exchange():
            cards = ", ".join(before.called_card(card) for card in action.cards)
            return tr("{who} exchanges {cards}", who=who, cards=cards)
        case act.Connect():
            mode = f" as {action.mode.word()}" if action.mode else ""
            return tr(
                "{who} connects {called_card}{mode}: {sheet}",
                who=who,
                called_card=before.called_card(action.card),
                mode=mode,
                sheet=_sheet(after, action),
            )
        case act.DeclareMode():
            return tr(
                "{who} uses {card} as {mode}: {sheet}",
                who=who,
                card=action.piece.card,
                mode=action.mode.word(),
                sheet=_sheet(after, action),
            )
        case act.EnterSheet():
            return tr(
                "{who}'s sheet: {sheet}, {pieces} pieces",
                who=who,
                sheet=_sheet(after, action),
                pieces=action.pieces,
            )
        case act.Attack():
            return tr("{who} goes for {name}", who=who, name=before.name(action.target))
        case _:
            return _effect(before, action, who) or _adjustment(before, action)


def _whose(state: State, seat: Seat, ref: PieceRef) -> str:
    return tr("{name}'s {piece}", name=state.name(seat), piece=_called(state, ref))


def _called(state: State, ref: PieceRef) -> str:
    return state.called_card(ref.card)


def _effect(before: State, action: Action, who: str) -> str:
    match action:
        case act.Destroy():
            return tr(
                "{who} gives up {called}: destroyed (RSF-F4)",
                who=who,
                called=_called(before, action.piece),
            )
        case act.Steal():
            piece = _called(before, action.piece)
            return tr(
                "{who} steals {piece} from {name}",
                who=who,
                piece=piece,
                name=before.name(action.target),
            )
        case act.Move():
            where = tr(" to {cell}", cell=action.cell.word()) if action.cell else ""
            return tr(
                "{who} moves {called}{where}",
                who=who,
                called=_called(before, action.piece),
                where=where,
            )
        case act.Swap():
            one = _whose(before, action.first, action.first_piece)
            two = _whose(before, action.second, action.second_piece)
            return tr("{who} swaps {one} with {two}", who=who, one=one, two=two)
        case act.Replace():
            return tr(
                "{who} discards {called} for a new card",
                who=who,
                called=_called(before, action.piece),
            )
        case act.Force():
            return tr(
                "{who} forces {name}: {texts}",
                who=who,
                name=before.name(action.target),
                texts=TEXTS[Result.FORCE],
            )
        case act.Remove():
            return tr("{who} removes {called}", who=who, called=_called(before, action.piece))
        case _:
            return ""


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustCard():
            card = _called(before, action.piece)
            return tr(
                "By ruling {card} goes from the {source} to the {target} (X-7)",
                card=card,
                source=action.source.value,
                target=action.target.value,
            )
        case act.AdjustScore():
            column, points = action.column.value, action.points
            return tr(
                "By ruling {name}'s {column} changes by {points:+} (X-7)",
                name=before.name(action.seat),
                column=column,
                points=points,
            )
        case _:
            assert isinstance(action, act.AdjustActions)  # noqa: S101 - all others are told by now
            return tr("By ruling this turn has {actions:+} actions (X-7)", actions=action.actions)


def _news(before: State, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    if reshuffles(before) and after.discard[: len(before.discard)] != before.discard:
        news.append(tr("the discard is shuffled into a new pile (RSF-F1a)"))
    for group in after.fallen[len(before.fallen) :]:
        news += [tr("{name}'s monster is dead (RSF-F4b)", name=after.name(seat)) for seat in group]
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news += _ending(after)
    elif after.sd_round != before.sd_round:
        news.append(tr("Sudden Death, round {sd_round} (RSF-O4)", sd_round=after.sd_round))
    elif after.phase != before.phase:
        news.append(tr("Phase {phase} begins (RSF-F0)", phase=after.phase))
    elif after.stage is Stage.MUTATE and before.stage is not Stage.MUTATE:
        news.append(tr("monsters may mutate (RSF-O1)"))
    return news


def _ending(after: State) -> list[str]:
    winners = [after.name(seat) for seat in after.living]
    if len(winners) == 1:
        return [tr("{winners} wins (RSF-E1)", winners=winners[0])]
    return [tr("the game is over")]
