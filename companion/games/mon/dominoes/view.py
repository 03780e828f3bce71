"""What the shared screen may show: the monster, piles as numbers, and hands only when open.

Points, icons and skulls are on the backs; nothing of them is here before the game is over. The
state knows no hidden fact, so every audience sees the same. All fields are plain values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from companion.core.game import View
from companion.core.texts import tr, trn
from companion.core.words import UNNAMED
from companion.games.mon.dominoes.score import points_of, standing
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.monster import free_ports, ports_of, width
from companion.games.mon.words import Port

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.mon.dominoes.state import State
    from companion.games.mon.words import PartRef, PortRef


@dataclass(frozen=True, slots=True)
class CardView:
    """The picture side of a card lying open.

    Attributes:
        card: its id; `card` when it was not named.
        name: what people call it; empty when unknown.
        monster: which monster it is part of.
        faction: its faction, or empty.
        part: head, body, limb or bottom, or empty.
        ports: its ports as drawn: wide or narrow.
    """

    card: str
    name: str
    monster: str
    faction: str
    part: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PortView:
    """A port of a card in the centre.

    Attributes:
        word: how a record calls it, such as `GM-B.2`.
        width: wide or narrow.
        joined: the port it is joined to; empty while it is free.
    """

    word: str
    width: str
    joined: str


@dataclass(frozen=True, slots=True)
class PieceView:
    """A card of the monster in the centre.

    Attributes:
        word: how a record calls it, such as `GM-B` or `RM-L#2`.
        card: its picture side.
        ports: its ports; empty in light depth.
    """

    word: str
    card: CardView
    ports: tuple[PortView, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: place at the table.
        name: the player's name.
        rank: place in the standing as it is now.
        hand: cards of an open hand.
        hand_count: all cards in the hand.
        collected: cards won, newest last; empty in light depth.
        collected_count: how many cards were won.
        monsters: how many monsters were closed.
        points: what they count; None until the game is over.
    """

    seat: Seat
    name: str
    rank: int
    hand: tuple[CardView, ...]
    hand_count: int
    collected: tuple[CardView, ...]
    collected_count: int
    monsters: int
    points: int | None


@dataclass(frozen=True, slots=True)
class DominoesView(View):
    """The table of Dominoes.

    Attributes:
        depth: `full` or `light`.
        hands: `open` or `closed`.
        youngest: who began; None until it is known.
        deck: cards in the deck.
        centre: the monster, in the order in which it was laid.
        wide: its free wide ports.
        narrow: its free narrow ports.
        drew: whether the player in turn has taken a card.
        discarded: how many cards lie unused at the end.
        seats: every player, by seat.
    """

    depth: str
    hands: str
    youngest: Seat | None
    deck: int
    centre: tuple[PieceView, ...]
    wide: int
    narrow: int
    drew: bool
    discarded: int
    seats: tuple[SeatView, ...]


def view(state: State, _audience: Seat | None) -> DominoesView:
    """Show the table; every audience sees the same."""
    ranks = {place.seat: place.rank for place in standing(state).places}
    over = state.stage is Stage.OVER
    free = [width(state.cards, port) for port in free_ports(state.cards, state.centre)]
    return DominoesView(
        headline=headline(state),
        stage=state.stage.value,
        turn=None if over or state.stage in {Stage.SETUP, Stage.DEAL} else state.turn,
        over=over,
        depth=state.setup.depth.value,
        hands=state.house.dominoes_hands.value,
        youngest=None if state.stage is Stage.SETUP else state.youngest,
        deck=state.deck,
        centre=_centre(state),
        wide=free.count(Port.WIDE),
        narrow=free.count(Port.NARROW),
        drew=state.drew,
        discarded=len(state.discarded),
        seats=tuple(_seat(state, seat, ranks[seat]) for seat in sorted(state.order)),
    )


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    name = state.name(state.turn)
    match state.stage:
        case Stage.OVER:
            return state.who_won(standing(state))
        case Stage.SETUP | Stage.DEAL:
            return state.stage.said
        case Stage.START:
            return tr("New monster · {name} puts a card in the centre", name=name)
        case Stage.REFILL:
            return tr("{name} takes new cards", name=name)
        case Stage.COUNT:
            return tr("Counting points · {name}", name=name)
        case Stage.TURN:
            taken = tr(" · has taken a card") if state.drew else ""
            return tr(
                "{name}'s turn{taken} · {monster}", name=name, taken=taken, monster=_monster(state)
            )
        case _:
            assert_never(state.stage)


def _monster(state: State) -> str:
    size = tr(
        "monster of {counted}", counted=trn("{count} card", "{count} cards", state.centre.size)
    )
    if not state.full:
        return size
    return f"{size}, {trn('{count} free port', '{count} free ports', len(free_ports(state.cards, state.centre)))}"


def _card(state: State, card: CardId) -> CardView:
    known = state.cards.get(card)
    if known is None:
        return CardView(card, "", "", "", "", ())
    return CardView(
        card=card,
        name=known.name,
        monster=known.monster,
        faction="" if known.faction is None else known.faction.value,
        part="" if known.part is None else known.part.value,
        ports=tuple(port.value for port in known.ports),
    )


def _centre(state: State) -> tuple[PieceView, ...]:
    joined: dict[PortRef, str] = {}
    for joint in state.centre.joints:
        joined[joint.one], joined[joint.other] = joint.other.word(), joint.one.word()
    return tuple(_piece(state, part, joined) for part in state.centre.parts)


def _piece(state: State, part: PartRef, joined: dict[PortRef, str]) -> PieceView:
    ports = tuple(
        PortView(port.word(), str(width(state.cards, port) or ""), joined.get(port, ""))
        for port in ports_of(state.cards, part)
    )
    return PieceView(part.word(), _card(state, part.card), ports)


def _seat(state: State, seat: Seat, rank: int) -> SeatView:
    player = state.players[seat]
    return SeatView(
        seat=seat,
        name=state.name(seat),
        rank=rank,
        hand=tuple(_card(state, card) for card in player.hand if card != UNNAMED),
        hand_count=len(player.hand),
        collected=tuple(_card(state, card) for card in player.collected if card != UNNAMED),
        collected_count=len(player.collected),
        monsters=len(player.monsters),
        points=points_of(state, seat) if state.stage is Stage.OVER else None,
    )
