"""What may be declared now and by whom.

With closed hands every card that could be in a hand is offered, so that the list says nothing about
any hand.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from companion.core.findings import legal
from companion.core.game import Fill, Option
from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import actions as act
from companion.games.mon.dominoes.flow import refill_size
from companion.games.mon.dominoes.play import check
from companion.games.mon.dominoes.state import HAND, SPARE, Stage, State
from companion.games.mon.dominoes.table import fits_monsters, places, unaccounted
from companion.games.mon.monster import free_ports

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.core.actions import Action


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    return tuple(one for one in _STAGES[state.stage](state) if one.instances)


def _setup(state: State) -> Iterator[Option]:
    if not state.full:
        sizes = legal(check, state, (act.DeckSize(None, HAND * len(state.players) + SPARE),))
        text = tr("Say how many cards the deck has")
        yield Option(None, act.DeckSize.verb, text, "MON-D2", sizes, complete=False)
    named = legal(check, state, (act.Youngest(None, seat) for seat in sorted(state.order)))
    yield Option(None, act.Youngest.verb, tr("Name the youngest player"), "MON-D2b", named)


def _deal(state: State) -> Iterator[Option]:
    text = tr("The cards are dealt")
    if not state.named:
        yield Option(None, act.Dealt.verb, text, "MON-D2", (act.Dealt(None, ()),))
        return
    for seat in state.order:
        if not state.players[seat].hand:
            some = legal(check, state, (act.Dealt(seat, _first(state, HAND)),))
            fill = Fill("cards", _first(state, None), HAND, HAND)
            yield Option(seat, act.Dealt.verb, text, "MON-D2", some, complete=False, fill=fill)


def _first(state: State, count: int | None) -> tuple[CardId, ...]:
    """Some cards that may have come from the deck, for an example; all of them for None."""
    left = (card for card, copies in unaccounted(state).items() for _ in range(copies))
    return tuple(islice(left, count))


def could_have(state: State) -> tuple[CardId, ...]:
    """The cards that the player in turn may have in the hand, by id."""
    hand = state.players[state.turn].hand
    if not state.full:
        return (UNNAMED,) if hand else ()
    named = {card for card in hand if card != UNNAMED}
    hidden = set(unaccounted(state)) if UNNAMED in hand else set()
    return tuple(card for card in sorted(named | hidden) if fits_monsters(state, card))


def _start(state: State) -> Iterator[Option]:
    seat = state.turn
    put = legal(check, state, (act.Put(seat, card) for card in could_have(state)))
    yield Option(seat, act.Put.verb, tr("Put a card in the centre"), "MON-D3", put)
    yield from _nothing_fits(state)


def _turn(state: State) -> Iterator[Option]:
    seat = state.turn
    if not state.full:
        attached = legal(check, state, (act.Attach(seat, card) for card in could_have(state)))
        text = tr("Attach a card; the monster stays open")
        yield Option(seat, act.Attach.verb, text, "MON-D4", attached)
        closed = legal(check, state, (act.Close(seat, card) for card in could_have(state)))
        text = tr("Attach a card and close the monster")
        yield Option(seat, act.Close.verb, text, "MON-D5", closed)
    else:
        yield _attach(state)
    yield from _nothing_fits(state)


def _attach(state: State) -> Option:
    """Every card at every port; `places` keeps to the same rules as the check, at less cost."""
    free = free_ports(state.cards, state.centre)
    attached: list[Action] = []
    alone = True
    for card in could_have(state):
        ports = places(state, card, free)
        attached += [act.Attach(state.turn, card, (port,)) for port in ports]
        # A card with several ports may go to several at once: too many ways to list.
        alone = alone and (len(ports) < 2 or len(state.cards[card].ports) < 2)  # noqa: PLR2004 - two
    text = tr("Attach a card")
    return Option(state.turn, act.Attach.verb, text, "MON-D4", tuple(attached), complete=alone)


def _nothing_fits(state: State) -> Iterator[Option]:
    seat = state.turn
    drawable = tuple(unaccounted(state)) if state.named else (UNNAMED,)
    drawn = legal(check, state, (act.Draw(seat, card) for card in drawable))
    yield Option(seat, act.Draw.verb, tr("Nothing fits: take a card"), "MON-D7", drawn)
    lost = legal(check, state, (act.LoseTurn(seat),))
    yield Option(seat, act.LoseTurn.verb, tr("Nothing fits: the turn is lost"), "MON-D8", lost)


def _refill(state: State) -> Iterator[Option]:
    cards = _first(state, refill_size(state)) if state.named else ()
    taken = legal(check, state, (act.Refill(state.turn, cards),))
    text = tr("Take new cards")
    complete = not state.named
    fill = None if complete else Fill("cards", _first(state, None), len(cards), len(cards))
    yield Option(state.turn, act.Refill.verb, text, "MON-D9", taken, complete=complete, fill=fill)


def _count(state: State) -> Iterator[Option]:
    for seat in state.order:
        said = legal(check, state, (act.Points(seat, len(state.players[seat].collected)),))
        text = tr("Say the points of the collected cards")
        yield Option(seat, act.Points.verb, text, "MON-D11", said, complete=False)


_STAGES: Final[dict[Stage, Callable[[State], Iterator[Option]]]] = {
    Stage.SETUP: _setup,
    Stage.DEAL: _deal,
    Stage.START: _start,
    Stage.TURN: _turn,
    Stage.REFILL: _refill,
    Stage.COUNT: _count,
    Stage.OVER: lambda _state: iter(()),
}
