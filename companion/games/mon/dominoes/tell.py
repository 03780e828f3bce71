"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.words import UNNAMED
from companion.games.mon.dominoes import actions as act
from companion.games.mon.dominoes.score import counted, standing
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.monster import free_ports

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.words import CardId


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, action, after)])


def _cards(state: State, cards: tuple[CardId, ...]) -> str:
    return ", ".join(state.called_card(card) for card in cards)


def _line(before: State, action: Action, after: State) -> str:
    who = "The table" if action.actor is None else before.name(action.actor)
    match action:
        case act.Put():
            return f"{who} puts {before.called_card(action.card)} in the centre"
        case act.Attach():
            return f"{who} attaches {before.called_card(action.card)}{_where(before, after)}"
        case act.Close():
            return f"{who} attaches a card that leaves no port free"
        case act.Draw():
            card = "a card" if action.card == UNNAMED else before.called_card(action.card)
            return f"Nothing fits: {who} takes {card} (MON-D7)"
        case act.LoseTurn():
            return f"{who} loses the turn (MON-D8)"
        case act.Refill():
            named = f": {_cards(before, action.cards)}" if action.cards else ""
            new = counted(before.deck - after.deck, "new card")
            return f"{who} takes {new} (MON-D9){named}"
        case act.Points():
            return f"{who} counts {counted(action.points, 'point')} (MON-D11)"
        case _:
            return _setup(before, action) or _adjustment(before, action)


def _setup(before: State, action: Action) -> str:
    match action:
        case act.DeckSize():
            return f"The deck has {counted(action.count, 'card')}"
        case act.Youngest():
            return f"{before.name(action.seat)} is the youngest and begins (MON-D2b)"
        case act.Dealt(actor=seat) if seat is not None:
            return f"{before.name(seat)} is dealt {_cards(before, action.cards)} (MON-D2)"
        case act.Dealt():
            return "Everybody is dealt five cards (MON-D2)"
        case _:
            return ""


def _where(before: State, after: State) -> str:
    """Where the new card is joined, as long as the monster still lies there."""
    joints = after.centre.joints[len(before.centre.joints) :]
    if not before.full or not after.centre.parts:
        return ""
    ports = " and ".join(joint.one.word() for joint in joints)
    free = counted(len(free_ports(after.cards, after.centre)), "port")
    return f" to {ports}: {free} free"


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustCard():
            card = before.called_card(action.card.card)
            source = _place(before, action.source.value, action.source_seat)
            target = _place(before, action.target.value, action.target_seat)
            return f"By ruling {card} goes from {source} to {target} (X-7)"
        case act.AdjustDeck():
            return f"By ruling the deck has {action.cards:+} cards (X-7)"
        case act.AdjustScore():
            who = before.name(action.seat)
            return f"By ruling {who}'s points change by {action.points:+} (X-7)"
        case _:
            return action.verb


def _place(state: State, zone: str, seat: int | None) -> str:
    if seat is None:
        return f"the {zone}"
    name = state.setup.seats[seat]
    return f"{name}'s {'collected cards' if zone == act.Zone.COLLECTED else zone}"


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    for seat in before.order:
        new = after.players[seat].monsters[len(before.players[seat].monsters) :]
        news += [
            f"{after.name(seat)} closes the monster and collects {counted(size, 'card')} (MON-D5)"
            for size in new
        ]
    if before.deck and not after.deck and not isinstance(action, act.AdjustDeck):
        news.append("the deck is empty")
    ended = {Stage.COUNT, Stage.OVER}
    if after.stage in ended and before.stage not in ended:
        unused = len(after.discarded) - len(before.discarded)
        news.append(f"nobody can go on (MON-D10); {counted(unused, 'unused card')} discarded")
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation.rstrip("."))
    return news
