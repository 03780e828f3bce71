"""The score sheet and the standing of Dominoes (MON-D11, MON-D12).

Points are on the backs: they are looked up when the game is over and the collected cards are
flipped, never before. Until then the cards are counted.
"""

from collections.abc import Iterator
from typing import Final

from companion.core.score import Place, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import later, tr, trn
from companion.games.mon.dominoes.house import Tie
from companion.games.mon.dominoes.state import Stage, State

POINTS: Final = later("points")
CARDS: Final = later("cards")


def score(state: State) -> ScoreSheet:
    """Every monster collected and, once the game is over, every card's points."""
    return ScoreSheet(tuple(line for seat in state.order for line in _lines(state, seat)))


def _lines(state: State, seat: Seat) -> Iterator[ScoreLine]:
    player = state.players[seat]
    for size in player.monsters:
        yield ScoreLine(seat, CARDS, size, "MON-D5", tr("closed a monster of {size} cards", size=size))
    if player.mended:
        yield ScoreLine(seat, CARDS, player.mended, "X-7", tr("moved by the table"))
    if state.stage is not Stage.OVER:
        return
    if state.full and state.catalogue:
        for card in player.collected:
            points = state.catalogue.backs[card].points
            yield ScoreLine(seat, POINTS, points, "MON-D11", state.called_card(card))
    elif player.points is not None:
        yield ScoreLine(seat, POINTS, player.points, "MON-D11", tr("as the player added them up"))
    if player.adjusted:
        yield ScoreLine(seat, POINTS, player.adjusted, "X-7", tr("adjusted by the table"))


def points_of(state: State, seat: Seat) -> int:
    """A player's points; 0 while the game goes on and they lie face down."""
    return sum(line.points for line in _lines(state, seat) if line.column == POINTS)


def standing(state: State) -> Standing:
    """The ranking: by points at the end (MON-D12), by collected cards until then."""
    over = state.stage is Stage.OVER
    ranks = ranked({seat: _merit(state, seat) for seat in state.order})
    places = [place for rank in ranks for place in rank.places(lambda seat: _why(state, seat))]
    return Standing(
        places=tuple(places),
        final=over,
        rule="MON-D12",
        explanation=_explanation(state, places) if over else _so_far(state),
    )


def _merit(state: State, seat: Seat) -> tuple[int, ...]:
    cards = len(state.players[seat].collected)
    if state.stage is not Stage.OVER:
        return (cards,)
    by_cards = state.house.dominoes_tie is Tie.CARDS_THEN_SHARED
    return (points_of(state, seat), cards) if by_cards else (points_of(state, seat),)


def _why(state: State, seat: Seat) -> str:
    cards = trn("{count} card", "{count} cards", len(state.players[seat].collected))
    if state.stage is not Stage.OVER:
        return tr("{cards} collected", cards=cards)
    return f"{trn('{count} point', '{count} points', points_of(state, seat))}, {cards}"


def _so_far(state: State) -> str:
    if not any(player.collected for player in state.players):
        return tr("Nobody has closed a monster yet.")
    return tr("Provisional, by cards collected; points are counted at the end.")


def _explanation(state: State, places: list[Place]) -> str:
    first = [place.seat for place in places if place.rank == 1]
    best = points_of(state, first[0])
    level = [seat for seat in state.order if points_of(state, seat) == best]
    names = state.names(sorted(first))
    said = f"{names}: {trn('{count} point', '{count} points', best)}"
    if len(level) == 1:
        return tr("{said}, the most.", said=said)
    if len(first) == 1:
        cards = trn("{count} card", "{count} cards", len(state.players[first[0]].collected))
        text = later("{said}, level with others, and with {cards} collected more than they.")
        return tr(text, said=said, cards=cards)
    return tr("{said}, and the first place is shared.", said=said)
