"""What may be declared now and by whom."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, assert_never

from companion.core.findings import legal
from companion.core.game import Option
from companion.core.texts import tr
from companion.games.gmm import actions as act
from companion.games.gmm.cards import LEAST, MOST
from companion.games.gmm.house import Redraw
from companion.games.gmm.play import stands_against
from companion.games.gmm.state import Stage, State
from companion.games.gmm.table import (
    all_known,
    from_winnings,
    possible,
    standing_rule,
    title,
    unread,
    waiting,
)
from companion.games.gmm.words import ABILITIES, Call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.actions import Action
    from companion.core.seats import Seat
    from companion.core.words import CardId


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    return tuple(one for one in _options(state) if one.instances)


def _options(state: State) -> Iterator[Option]:
    card = unread(state)
    if card is not None:
        yield _rate(state, card)
        return
    match state.stage:
        case Stage.DEALER:
            named = tuple(act.Dealer(None, seat) for seat in state.seats)
            yield Option(None, act.Dealer.verb, tr("Name the dealer"), "GMM-S4", named)
        case Stage.DEAL:
            text = tr("All 60 cards are shuffled and dealt")
            done = (act.Dealt(state.dealer),)
            yield Option(state.dealer, act.Dealt.verb, text, "GMM-S2", done)
        case Stage.DECLARE:
            yield from _declare(state)
        case Stage.FLIP | Stage.SUDDEN_DEATH:
            yield from _cards(state) if state.full else _said(state)
        case Stage.COUNT:
            yield from _count(state)
        case Stage.ABILITY:
            every = tuple(act.ChooseAbility(None, ability) for ability in ABILITIES)
            text = tr("Choose the ability that decides")
            yield Option(None, act.ChooseAbility.verb, text, "GMM-E3", every)
        case Stage.OVER:
            return
        case _:
            assert_never(state.stage)


def _rate(state: State, card: CardId) -> Option:
    """This round's rating, any of them; all six can be typed as well."""
    some = tuple(act.Rate(None, card, (number,)) for number in range(LEAST, MOST + 1))
    text = tr("Enter its {title}, or all six ratings", title=title(state.ability))
    return Option(None, act.Rate.verb, text, "GMM-S2b", some, complete=False)


def _declare(state: State) -> Iterator[Option]:
    seat = state.declarer
    if state.full and state.flips[-1][seat] is None:
        yield _flip(state, seat, "GMM-B1")
        return
    calls = tuple(act.Call(seat, call) for call in Call)
    yield Option(seat, act.Call.verb, tr("Call high or low"), standing_rule(state), calls)


def _cards(state: State) -> Iterator[Option]:
    if state.sudden:
        rule = "GMM-E3" if state.sudden.final else "GMM-D1"
    else:
        rule = "GMM-T1" if len(state.flips) > 1 else "GMM-B2"
    for seat in waiting(state):
        yield _flip(state, seat, rule)


def _flip(state: State, seat: Seat, rule: str) -> Option:
    cards = tuple(act.Flip(seat, card) for card in possible(state, seat))
    known = all_known(state) or from_winnings(state) is not None
    return Option(seat, act.Flip.verb, tr("Turn up the top card"), rule, cards, complete=known)


def _said(state: State) -> Iterator[Option]:
    won = tuple(act.Winner(None, seat) for seat in state.showing)
    rule = "GMM-D1" if state.sudden else "GMM-B3"
    yield Option(None, act.Winner.verb, tr("Say who wins"), rule, won)
    ties = legal(stands_against, state, _ties(state))
    rule = "GMM-D2" if state.sudden else "GMM-T1"
    yield Option(None, act.Tie.verb, tr("The winning rating is shared"), rule, ties)
    both = legal(stands_against, state, (act.Mashup(None),))
    rule = "GMM-D3" if state.sudden else "GMM-M1"
    yield Option(None, act.Mashup.verb, tr("Two cards show the same monster"), rule, both)


def _ties(state: State) -> Iterator[Action]:
    """A tie; in sudden death, where only those still tied go on, each group that may be."""
    if state.sudden is None or state.house.sd_redraw is Redraw.ALL or len(state.showing) == 2:  # noqa: PLR2004 - two who show are one group
        yield act.Tie(None)
        return
    for count in range(2, len(state.showing) + 1):
        for group in combinations(state.showing, count):
            yield act.Tie(None, group)


def _count(state: State) -> Iterator[Option]:
    text = tr("All winnings piles are as shown")
    yield Option(None, act.Confirm.verb, text, "GMM-E1", (act.Confirm(None),))
    for seat in state.seats:
        player = state.players[seat]
        if not player.counted:
            text = tr("Say how many cards you count")
            sure = (act.Count(seat, player.winnings),)
            yield Option(seat, act.Count.verb, text, "GMM-E1", sure)
