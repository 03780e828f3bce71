"""One history line an action, as somebody at the table would tell it.

Nothing is told that the table does not see: a declined Dimwit leaves no line, a look tells nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.core.actions import Action, Roll, Withdraw
from companion.core.dice import kind_name
from companion.core.switches import OnOff
from companion.core.texts import tr, trn
from companion.games.md import actions as act
from companion.games.md.play import apply
from companion.games.md.play_effects import declared_text
from companion.games.md.play_setup import contender
from companion.games.md.score import standing
from companion.games.md.state import PLAY, Declared, Stage, State
from companion.games.md.words import KINDS, SPECIAL_NAMES, Effect, Place

_SIMPLE: Final[dict[type[Action], str]] = {
    act.Dealt: tr("Everybody draws two cards"),
    act.Draw: tr("{who} draws a card"),
    act.Demolish: tr("Die-molition: {who} looks at all hands and takes a card from each (MD-X1)"),
    act.EndTurn: tr("{who}'s turn ends"),
    act.Allow: tr("{who} lets it happen"),
    act.HandOver: tr("{who} hands the Dimwit to {turn} (MD-E5)"),
    Withdraw: tr("{who} takes the re-roll back"),
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


def _line(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    simple = _SIMPLE.get(type(action))
    if simple is not None:
        return simple.format(who=who, turn=before.name(before.turn))
    if isinstance(action, Roll):
        return _roll(before, action, after)
    if isinstance(action, _DECLARES):
        return _declares(before, action, after)
    return _choice(before, action, who)


def _roll(before: State, action: Roll, after: State) -> str:
    seat = contender(before)
    who = before.name(before.turn if seat is None else seat)
    lying = sorted(action.dice, key=lambda die: (KINDS.index(die.kind), die.face))
    dice = ", ".join(f"{kind_name(die.kind)} {die.face}" for die in lying)
    last = after.last_roll
    assert last is not None  # noqa: S101 - these dice
    return tr(
        "{who} rolls ({purpose}) {dice}: {outcome} ({rule})",
        who=who,
        purpose=tr(last.purpose),
        dice=dice,
        outcome=last.outcome,
        rule=last.rule,
    )


def _declares(before: State, action: Action, after: State) -> str:
    """The declared effect in words; without counters it has happened already."""
    declared = after.declared or _as_declared(before, action)
    return f"{declared_text(before, declared)} ({declared.effect.value})"


def _as_declared(before: State, action: Action) -> Declared:
    """What a combo that asks nobody declared (md.counter_combos = off)."""
    asking = replace(before, house=replace(before.house, counter_combos=OnOff.ON))
    declared = apply(asking, action).declared
    assert declared is not None  # noqa: S101 - every effect has a target, and so it waits
    return declared


def _choice(before: State, action: Action, who: str) -> str:
    match action:
        case act.Reroll():
            dice = ", ".join(kind_name(ref.kind) for ref in action.dice)
            return tr("{who} rolls again: {dice} (MD-C5)", who=who, dice=dice)
        case act.Skip():
            left = tr("no re-roll") if before.stage is Stage.REROLL else tr("no Die-molition")
            return f"{who}: {left}"
        case act.Free():
            return tr(
                "{who}'s {kind_name} is back from the infirmary (MD-I2)",
                who=who,
                kind_name=kind_name(action.die.kind),
            )
        case act.Counter():
            return tr(
                "{who} plays {special_names}: nothing happens to {who} (MD-K6)",
                who=who,
                special_names=SPECIAL_NAMES[action.card],
            )
        case act.Surprise():
            return tr(
                "{who} plays Surprise: all dice change places with {name}",
                who=who,
                name=before.name(action.target),
            )
        case act.SendDimwit():
            return _send(before, action, who)
        case act.Show():
            return tr(
                "{who} lays the hand open: {cards}",
                who=who,
                cards=", ".join(one.word() for one in action.cards),
            )
        case act.HandTotal():
            left = trn(
                ", {count} special card left", ", {count} special cards left", action.specials
            )
            more = left if action.specials else ""
            return tr(
                "{who}'s hand: {points} points{more}", who=who, points=action.points, more=more
            )
        case act.DimwitHolder():
            holder = "Nobody" if action.seat is None else before.name(action.seat)
            return tr("{holder} has the Dimwit (MD-K7)", holder=holder)
        case _:
            return _adjustment(before, action)


def _send(before: State, action: act.SendDimwit, who: str) -> str:
    if action.giver is None or action.taker is None:
        return tr("{who} asks for the Dimwit; nobody has it (MD-C3)", who=who)
    giver, taker = before.name(action.giver), before.name(action.taker)
    return tr(
        "{who} sends the Dimwit from {giver} to {taker} (MD-C3)", who=who, giver=giver, taker=taker
    )


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustDie():
            where = tr("infirmary") if action.place is Place.INFIRMARY else tr("pool")
            whose = before.name(action.seat)
            return tr(
                "By ruling a {kind_name} goes to {whose}'s {where} (X-7)",
                kind_name=kind_name(action.die.kind),
                whose=whose,
                where=where,
            )
        case act.AdjustCard():
            return tr(
                "By ruling a card goes from the {source} to the {target} (X-7)",
                source=action.source.value,
                target=action.target.value,
            )
        case act.AdjustScore():
            return tr(
                "By ruling {name}'s points change by {points:+} (X-7)",
                name=before.name(action.seat),
                points=action.points,
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
        news.append(tr("only sculpted sides: Die-molition (MD-X1)"))
    if len(after.rolloff) > len(before.rolloff) > 0:
        tied = after.names(seat for seat, _ in after.rolloff[-1])
        news.append(tr("{tied} tie and roll again (MD-S3a)", tied=tied))
    if before.stage is Stage.ROLLOFF and after.stage in PLAY:
        news.append(tr("{name} begins (MD-S3)", name=after.name(after.starter)))
    if after.round > before.round:
        news.append(tr("Round {round}", round=after.round))
    return news + _ending(before, after)


def _outcome(before: State, after: State) -> list[str]:
    """What came of the effect, as the table sees it."""
    declared = before.declared
    if declared is None or declared.effect in {Effect.LOOK, Effect.LOOK_TWO}:
        return []
    return [
        tr(
            "{name}'s {kind_name} goes to the infirmary (MD-I1)",
            name=after.name(aim.seat),
            kind_name=kind_name(aim.die.kind),
        )
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
        tr(
            "a triple brings the {kind_name} back from the infirmary (MD-I2)",
            kind_name=kind_name(kind),
        )
        for kind, _ in sorted(old - now)
    ]


def _ending(before: State, after: State) -> list[str]:
    if after.stage is before.stage:
        return []
    match after.stage:
        case Stage.SCORING:
            return [tr("the deck is empty and the round is finished: hands are counted (MD-Z1)")]
        case Stage.FINAL_ROLL:
            return [standing(after).explanation]
        case Stage.OVER:
            winners = after.names(standing(after).winners)
            return [tr("{winners} won (MD-Z3)", winners=winners)]
        case _:
            return []
