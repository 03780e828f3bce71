"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.games.gmm import actions as act
from companion.games.gmm.cards import DECK
from companion.games.gmm.table import called, monster, rating, title
from companion.games.gmm.words import SPECIALS

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.words import CardId
    from companion.games.gmm.state import State


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    news = [f"{one.text} ({one.rule})" for one in after.news]
    return " · ".join([_line(before, action, after), *news])


def _line(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Dealer():
            return tr("{name} deals", name=before.name(action.seat))
        case act.Dealt():
            each = DECK // len(before.players)
            return tr(
                "{who} deals {each} cards to everybody: round {round}, {title} (GMM-R1)",
                who=who,
                each=each,
                round=before.round,
                title=title(before.ability),
            )
        case act.Flip():
            return tr("{who} turns up {shown}", who=who, shown=_shown(before, action.card))
        case act.Call():
            return tr("{who} calls {call} (GMM-B1)", who=who, call=action.call.said)
        case act.Rate():
            return _rated(after, action)
        case act.Count():
            return tr("{who} counts {cards} cards", who=who, cards=action.cards)
        case act.Confirm():
            return tr("All winnings piles are counted")
        case act.ChooseAbility():
            return tr("The table chooses {title}", title=title(action.ability))
        case _:
            return _said(before, action)


def _shown(before: State, card: CardId) -> str:
    name = called(before, card)
    if card in SPECIALS and before.call is None:
        return tr("{name}: 9 on high, 1 on low (GMM-B4)", name=name)
    value = rating(before, card, before.ability, before.call)
    return name if value is None else f"{name}: {title(before.ability)} {value}"


def _rated(after: State, action: act.Rate) -> str:
    known = monster(after, action.card)
    numbers = known.ratings if known else action.ratings
    said = " ".join("?" if one is None else str(one) for one in numbers)
    return tr("{called} is rated {said} (GMM-S2b)", called=called(after, action.card), said=said)


def _said(before: State, action: Action) -> str:
    match action:
        case act.Winner():
            return tr("{name}'s card wins", name=before.name(action.seat))
        case act.Tie():
            names = before.names(action.seats)
            return tr("The winning rating is shared{value}", value=f" by {names}" if names else "")
        case act.Mashup():
            return tr("Two cards show the same monster")
        case act.AdjustCount():
            name = before.name(action.seat)
            return tr(
                "By ruling {name}'s winnings count {cards:+} cards (X-7)",
                name=name,
                cards=action.cards,
            )
        case act.AdjustTrophy():
            name = before.name(action.seat)
            return tr(
                "By ruling the Trophy of round {round} goes to {name} (X-7)",
                round=action.round,
                name=name,
            )
        case act.AdjustDeclarer():
            return tr("By ruling {name} declares (X-7)", name=before.name(action.seat))
        case _:
            return action.verb
