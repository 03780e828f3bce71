"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.gmm import actions as act
from companion.games.gmm.cards import DECK
from companion.games.gmm.table import called, monster, rating, title
from companion.games.gmm.words import SPECIALS

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.gmm.state import State


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    news = [f"{one.text} ({one.rule})" for one in after.news]
    return " · ".join([_line(before, action, after), *news])


def _line(before: State, action: Action, after: State) -> str:
    who = "The table" if action.actor is None else before.name(action.actor)
    match action:
        case act.Dealer():
            return f"{before.name(action.seat)} deals"
        case act.Dealt():
            each = DECK // len(before.players)
            return (
                f"{who} deals {each} cards to everybody: round {before.round},"
                f" {title(before.ability)} (GMM-R1)"
            )
        case act.Flip():
            return f"{who} turns up {_shown(before, action.card)}"
        case act.Call():
            return f"{who} calls {action.call.value} (GMM-B1)"
        case act.Rate():
            return _rated(after, action)
        case act.Count():
            return f"{who} counts {action.cards} cards"
        case act.Confirm():
            return "All winnings piles are counted"
        case act.ChooseAbility():
            return f"The table chooses {title(action.ability)}"
        case _:
            return _said(before, action)


def _shown(before: State, card: CardId) -> str:
    name = called(before, card)
    if card in SPECIALS and before.call is None:
        return f"{name}: 9 on high, 1 on low (GMM-B4)"
    value = rating(before, card, before.ability, before.call)
    return name if value is None else f"{name}: {title(before.ability)} {value}"


def _rated(after: State, action: act.Rate) -> str:
    known = monster(after, action.card)
    numbers = known.ratings if known else action.ratings
    said = " ".join("?" if one is None else str(one) for one in numbers)
    return f"{called(after, action.card)} is rated {said} (GMM-S2b)"


def _said(before: State, action: Action) -> str:
    match action:
        case act.Winner():
            return f"{before.name(action.seat)}'s card wins"
        case act.Tie():
            names = _names(before, action.seats)
            return f"The winning rating is shared{f' by {names}' if names else ''}"
        case act.Mashup():
            return "Two cards show the same monster"
        case act.AdjustCount():
            name = before.name(action.seat)
            return f"By ruling {name}'s winnings count {action.cards:+} cards (X-7)"
        case act.AdjustTrophy():
            name = before.name(action.seat)
            return f"By ruling the Trophy of round {action.round} goes to {name} (X-7)"
        case act.AdjustDeclarer():
            return f"By ruling {before.name(action.seat)} declares (X-7)"
        case _:
            return action.verb


def _names(state: State, seats: tuple[Seat, ...]) -> str:
    return " and ".join(state.name(seat) for seat in seats)
