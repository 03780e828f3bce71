"""What the shared screen may show in Classic and Arena.

Pictures lie open; points, icons and skulls are on the backs and are here only of cards that lie
flipped in the fight going on (MON-C13). Hidden cards are counted. The state knows no hidden fact,
so every audience sees the same. All fields are plain values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from companion.core.game import View
from companion.core.texts import tr
from companion.games.mon.classic.score import standing
from companion.games.mon.classic.state import Stage, minus
from companion.games.mon.classic.table import (
    able,
    aside,
    aside_of,
    back,
    base,
    committed,
    flipped,
    is_dragon,
    lacking,
    leader,
    points_shown,
    total,
)
from companion.games.mon.words import Faction, Kind

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.mon.classic.state import Fight, Played, Side, State


@dataclass(frozen=True, slots=True)
class CardView:
    """A card on the table.

    Attributes:
        card: its id; in light depth `card`, or `dragon` for a Dragon card.
        name: what people call it; empty when unknown.
        monster: which monster it is part of; empty for Dragon cards.
        faction: its faction, or empty.
        part: head, body, limb or bottom, or empty.
        ports: its ports as drawn: wide or narrow.
        dragon: whether it is a Dragon card.
        flipped: whether its back may be seen; without that points and icons tell nothing.
        points: what it counts; None while that is not to be seen.
        icons: its power-up icons; empty while they are not to be seen.
    """

    card: str
    name: str
    monster: str
    faction: str
    part: str
    ports: tuple[str, ...]
    dragon: bool
    flipped: bool
    points: int | None
    icons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedView:
    """A Power or Spell card played in this fight.

    Attributes:
        card: its id; `card` in light depth.
        name: what people call it; empty in light depth.
        kind: `power` or `spell`.
        icon: the icon a Power card needs; empty for Spells and in light depth.
        text: what a Spell says; may be empty.
        own: points it brings to the side that played it.
        theirs: points it brings to the other side; negative takes away.
        off: ids of the cards it took off the other monster.
    """

    card: str
    name: str
    kind: str
    icon: str
    text: str
    own: int
    theirs: int
    off: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a fight.

    Attributes:
        seat: whose.
        name: the player's name.
        cards: the monster without what was taken off; empty until it is settled.
        removed: cards that Spells took off.
        played: Power and Spell cards, in order.
        cards_points: what the cards count; None until they are flipped.
        total: what everything together counts; None until the cards are flipped.
        settled: whether the monster is settled (the defender's is not before `ready`).
    """

    seat: Seat
    name: str
    cards: tuple[CardView, ...]
    removed: tuple[CardView, ...]
    played: tuple[PlayedView, ...]
    cards_points: int | None
    total: int | None
    settled: bool


@dataclass(frozen=True, slots=True)
class FightView:
    """The fight going on, from the challenge to the last pass.

    Attributes:
        attacker: who challenged or came to the Arena.
        defender: the other one.
        flipped: whether points can be seen.
        leader: who has more points; None when equal or not flipped.
        priority: who may play cards; None before the flip.
        acted: whether that player has played since getting priority.
        passes: passes in a row; two end the fight.
        refused: whether the defender refused to build.
    """

    attacker: SideView
    defender: SideView
    flipped: bool
    leader: Seat | None
    priority: Seat | None
    acted: bool
    passes: int
    refused: bool


@dataclass(frozen=True, slots=True)
class ArenaView:
    """The monster waiting in the Arena.

    Attributes:
        seat: whose.
        name: the owner's name.
        cards: its cards by picture; empty in light depth.
    """

    seat: Seat
    name: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """The last fight that is over.

    Attributes:
        attacker: who attacked.
        defender: who was attacked.
        attacker_total: the attacker's points.
        defender_total: the defender's points.
        winner: who won; None after a draw.
        dragon: id of the Dragon card taken for it; empty when none was.
    """

    attacker: Seat
    defender: Seat
    attacker_total: int
    defender_total: int
    winner: Seat | None
    dragon: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: place at the table.
        name: the player's name.
        rank: place in the standing as it is now.
        faction: the faction to destroy; empty until it is picked.
        dragons: Dragon cards won, oldest first.
        own_dragons: how many of them count: those of the own faction, five win.
        monster: cards the player has put together, Dragon cards too. How they are joined is not
            entered. Empty in light depth, and while they fight.
        loose: part cards on the table that are in no monster; empty in light depth.
        table_count: part cards on the table, wherever they stand.
        hand_count: hidden Power and Spell cards.
        complete: whether `monster` is complete; None unless the table wants to be told.
        able: whether a complete monster could be built; None unless the table wants to be told.
    """

    seat: Seat
    name: str
    rank: int
    faction: str
    dragons: tuple[CardView, ...]
    own_dragons: int
    monster: tuple[CardView, ...]
    loose: tuple[CardView, ...]
    table_count: int
    hand_count: int
    complete: bool | None
    able: bool | None


@dataclass(frozen=True, slots=True)
class FactionView:
    """The Dragon of one faction.

    Attributes:
        faction: which.
        left: how many of its five cards are set aside.
        cards: these cards; empty in light depth.
    """

    faction: str
    left: int
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class MonView(View):
    """The table of Classic or Arena.

    Attributes:
        mode: `classic` or `arena`.
        depth: `full` or `light`.
        youngest: who began; None until it is known.
        deck: cards in the deck.
        dragons: the Dragon cards set aside, by faction.
        arena: the monster in the Arena, or None.
        fight: the fight going on, or None.
        last: the last fight that is over, or None.
        fights: how many are over.
        seats: every player, by seat.
    """

    mode: str
    depth: str
    youngest: Seat | None
    deck: int
    dragons: tuple[FactionView, ...]
    arena: ArenaView | None
    fight: FightView | None
    last: OutcomeView | None
    fights: int
    seats: tuple[SeatView, ...]


def view(state: State, _audience: Seat | None) -> MonView:
    """Show the table; every audience sees the same."""
    ranks = {place.seat: place.rank for place in standing(state).places}
    over, early = state.stage is Stage.OVER, state.stage in {Stage.SETUP, Stage.DEAL}
    return MonView(
        headline=headline(state),
        stage=state.stage.value,
        turn=None if over or early else state.turn,
        over=over,
        mode=state.mode.value,
        depth=state.setup.depth.value,
        youngest=None if state.stage is Stage.SETUP else state.youngest,
        deck=state.deck,
        dragons=tuple(_faction(state, faction) for faction in Faction),
        arena=_arena(state),
        fight=_fight(state, state.fight) if state.fight else None,
        last=_last(state),
        fights=len(state.fights),
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
        case Stage.DRAW:
            return tr("{name}'s turn · takes a card", name=name)
        case Stage.BUILD | Stage.VERIFY:
            asked = tr(" · is the monster complete?") if state.stage is Stage.VERIFY else ""
            return tr("{name}'s turn{asked}", name=name, asked=asked)
        case Stage.PRIZE:
            return tr("{name} has won the fight · takes a Dragon card", name=name)
        case Stage.CHALLENGE | Stage.FLIP | Stage.REINFORCE:
            return _fight_line(state, state.fought)
        case _:
            assert_never(state.stage)


def _fight_line(state: State, fight: Fight) -> str:
    one, other = (state.name(side.seat) for side in fight.sides)
    if fight.priority is None:
        return tr("{stage} · {one} against {other}", stage=state.stage.said, one=one, other=other)
    sums = " : ".join(str(total(state, fight, side)) for side in fight.sides)
    return tr(
        "{one} against {other} {sums} · {name} may reinforce",
        one=one,
        other=other,
        sums=sums,
        name=state.name(fight.priority),
    )


def _card(state: State, card: CardId, *, fighting: bool = False) -> CardView:
    known = state.cards.get(card)
    dragon = is_dragon(state, card)
    if known is None:
        return CardView(card, "", "", "", "", (), dragon, flipped=False, points=None, icons=())
    its = back(state, card) if points_shown(state, card, fighting=fighting) else None
    return CardView(
        card=card,
        name=known.name,
        monster=known.monster,
        faction=known.faction.value if known.faction else "",
        part=known.part.value if known.part else "",
        ports=tuple(port.value for port in known.ports),
        dragon=dragon,
        flipped=its is not None,
        points=its.points if its else None,
        icons=tuple(icon.value for icon in its.icons) if its else (),
    )


def _cards(
    state: State, cards: tuple[CardId, ...], *, fighting: bool = False
) -> tuple[CardView, ...]:
    return tuple(_card(state, card, fighting=fighting) for card in cards)


def _faction(state: State, faction: Faction) -> FactionView:
    left = [card for card, count in aside(state).items() for _ in range(count)]
    cards = tuple(card for card in left if state.cards[card].faction is faction)
    return FactionView(faction.value, aside_of(state, faction), _cards(state, cards))


def _arena(state: State) -> ArenaView | None:
    waits = state.arena
    if waits is None:
        return None
    return ArenaView(waits.seat, state.name(waits.seat), _cards(state, waits.cards))


def _fight(state: State, fight: Fight) -> FightView:
    ahead = leader(state, fight) if flipped(state) else None
    return FightView(
        attacker=_side(state, fight, fight.attacker),
        defender=_side(state, fight, fight.defender),
        flipped=flipped(state),
        leader=ahead.seat if ahead else None,
        priority=fight.priority,
        acted=fight.acted,
        passes=fight.passes,
        refused=fight.refused,
    )


def _side(state: State, fight: Fight, side: Side) -> SideView:
    seen = flipped(state)
    return SideView(
        seat=side.seat,
        name=state.name(side.seat),
        cards=_cards(state, side.standing, fighting=True),
        removed=_cards(state, side.removed, fighting=True),
        played=tuple(_played(state, played) for played in side.played),
        cards_points=base(state, side) if seen else None,
        total=total(state, fight, side) if seen else None,
        settled=bool(side.cards) or (not state.full and state.stage is not Stage.CHALLENGE),
    )


def _played(state: State, played: Played) -> PlayedView:
    known, its = state.cards.get(played.card), back(state, played.card)
    icon = its.icons[0].value if its and its.icons and played.kind is Kind.POWER else ""
    return PlayedView(
        card=played.card,
        name=known.name if known else "",
        kind=played.kind.value,
        icon=icon,
        text=its.effect.text if its and its.effect else "",
        own=played.own,
        theirs=played.theirs,
        off=tuple(played.off),
    )


def _last(state: State) -> OutcomeView | None:
    if not state.fights:
        return None
    last = state.fights[-1]
    dragon = last.dragon.card if last.dragon else ""
    return OutcomeView(last.attacker, last.defender, *last.points, last.winner, dragon)


def _seat(state: State, seat: Seat, rank: int) -> SeatView:
    player = state.players[seat]
    away = committed(state, seat)
    built = minus(player.monster, away)
    loose = minus(player.parts, (*away, *built))
    told = state.shown and state.full
    return SeatView(
        seat=seat,
        name=state.name(seat),
        rank=rank,
        faction=player.faction.value if player.faction else "",
        dragons=_cards(state, tuple(dragon.card for dragon in player.dragons)),
        own_dragons=player.own_dragons,
        monster=_cards(state, built),
        loose=_cards(state, loose) if state.full else (),
        table_count=len(player.parts),
        hand_count=player.hand,
        complete=not lacking(state, built) if told else None,
        able=able(state, seat) if told else None,
    )
