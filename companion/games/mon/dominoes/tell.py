"""One history line an action, as somebody at the table would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.texts import listed, tr, trn
from companion.core.words import UNNAMED
from companion.games.mon.dominoes import actions as act
from companion.games.mon.dominoes.score import standing
from companion.games.mon.dominoes.state import Stage, State
from companion.games.mon.monster import free_ports
from companion.games.mon.rulings import tell_card, tell_deck

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.words import CardId


def tell(before: State, action: Action, after: State) -> str:
    """Tell what an action did, and what followed from it."""
    return " · ".join([_line(before, action, after), *_news(before, action, after)])


def _cards(state: State, cards: tuple[CardId, ...]) -> str:
    return ", ".join(state.called_card(card) for card in cards)


def _line(before: State, action: Action, after: State) -> str:
    who = before.actor(action.actor)
    match action:
        case act.Put():
            return tr(
                "{who} puts {called_card} in the centre",
                who=who,
                called_card=before.called_card(action.card),
            )
        case act.Attach():
            return tr(
                "{who} attaches {called_card}{where}",
                who=who,
                called_card=before.called_card(action.card),
                where=_where(before, after),
            )
        case act.Close():
            return tr("{who} attaches a card that leaves no port free", who=who)
        case act.Draw():
            card = tr("a card") if action.card == UNNAMED else before.called_card(action.card)
            return tr("Nothing fits: {who} takes {card} (MON-D7)", who=who, card=card)
        case act.LoseTurn():
            return tr("{who} loses the turn (MON-D8)", who=who)
        case act.Refill():
            named = f": {_cards(before, action.cards)}" if action.cards else ""
            new = trn("{count} new card", "{count} new cards", before.deck - after.deck)
            return tr("{who} takes {new} (MON-D9){named}", who=who, new=new, named=named)
        case act.Points():
            return tr(
                "{who} counts {counted} (MON-D11)",
                who=who,
                counted=trn("{count} point", "{count} points", action.points),
            )
        case _:
            return _setup(before, action) or _adjustment(before, action)


def _setup(before: State, action: Action) -> str:
    match action:
        case act.DeckSize():
            return tr(
                "The deck has {counted}", counted=trn("{count} card", "{count} cards", action.count)
            )
        case act.Youngest():
            return tr("{name} is the youngest and begins (MON-D2b)", name=before.name(action.seat))
        case act.Dealt(actor=seat) if seat is not None:
            return tr(
                "{name} is dealt {cards} (MON-D2)",
                name=before.name(seat),
                cards=_cards(before, action.cards),
            )
        case act.Dealt():
            return tr("Everybody is dealt five cards (MON-D2)")
        case _:
            return ""


def _where(before: State, after: State) -> str:
    """Where the new card is joined, as long as the monster still lies there."""
    joints = after.centre.joints[len(before.centre.joints) :]
    if not before.full or not after.centre.parts:
        return ""
    ports = listed([joint.one.word() for joint in joints])
    free = trn("{count} port", "{count} ports", len(free_ports(after.cards, after.centre)))
    return tr(" to {ports}: {free} free", ports=ports, free=free)


def _adjustment(before: State, action: Action) -> str:
    match action:
        case act.AdjustCard():
            card = before.called_card(action.card.card)
            source = _place(before, action.source.value, action.source_seat)
            target = _place(before, action.target.value, action.target_seat)
            return tell_card(card, source, target)
        case act.AdjustDeck():
            return tell_deck(action.cards)
        case act.AdjustScore():
            who = before.name(action.seat)
            return tr(
                "By ruling {who}'s points change by {points:+} (X-7)", who=who, points=action.points
            )
        case _:
            return action.verb


def _place(state: State, zone: str, seat: int | None) -> str:
    if seat is None:
        return tr("the {zone}", zone=zone)
    name = state.setup.seats[seat]
    if zone == act.Zone.COLLECTED:
        return tr("{name}'s collected cards", name=name)
    return tr("{name}'s {zone}", name=name, zone=tr(zone))


def _news(before: State, action: Action, after: State) -> list[str]:
    """What an action brought about beyond itself."""
    news: list[str] = []
    for seat in before.order:
        new = after.players[seat].monsters[len(before.players[seat].monsters) :]
        news += [
            tr(
                "{name} closes the monster and collects {counted} (MON-D5)",
                name=after.name(seat),
                counted=trn("{count} card", "{count} cards", size),
            )
            for size in new
        ]
    if before.deck and not after.deck and not isinstance(action, act.AdjustDeck):
        news.append(tr("the deck is empty"))
    ended = {Stage.COUNT, Stage.OVER}
    if after.stage in ended and before.stage not in ended:
        unused = len(after.discarded) - len(before.discarded)
        news.append(
            tr(
                "nobody can go on (MON-D10); {counted} discarded",
                counted=trn("{count} unused card", "{count} unused cards", unused),
            )
        )
    if after.stage is Stage.OVER and before.stage is not Stage.OVER:
        news.append(standing(after).explanation.rstrip("."))
    return news
