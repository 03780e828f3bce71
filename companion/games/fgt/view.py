"""What the shared screen may show: everything on the table, and face-down Warriors by Family alone.

The state knows no hidden fact, so every audience sees the same. All fields are plain values, so a
view can be written as JSON as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.game import View
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.fgt.effects import step_text
from companion.games.fgt.judge import lead, said
from companion.games.fgt.score import standing
from companion.games.fgt.state import FIGHT, ROUNDS, BoostState, Stage

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.fgt.state import Arena, Boost, Main, State


@dataclass(frozen=True, slots=True)
class CardView:
    """A Warrior lying face up.

    Attributes:
        card: its id; `card` when it was not named.
        name: what is printed on it; empty when unknown.
        family: its Family; empty when unknown.
        power: printed power, 1 to 30; None when unknown.
        ability: what is printed; empty when unknown.
    """

    card: str
    name: str
    family: str
    power: int | None
    ability: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One change of a Main's power.

    Attributes:
        by: whose Boost did it; None for the table itself.
        card: id of that Boost; empty for the table itself.
        text: what it did, for people ("+10").
        power: the power that came of it, as people write it.
    """

    by: Seat | None
    card: str
    text: str
    power: str


@dataclass(frozen=True, slots=True)
class MainView:
    """A Main on the table.

    Attributes:
        card: its id; `card` in light depth.
        name: what is printed on it; empty in light depth.
        family: its Family, always known.
        printed: power on the card; None in light depth.
        power: current power as people write it ("48", "22.5"); empty in light depth.
        changed: whether the current power differs from the printed one.
        steps: what changed it, in order.
        alive: False once it was killed; then its last power is still shown.
    """

    card: str
    name: str
    family: str
    printed: int | None
    power: str
    changed: bool
    steps: tuple[StepView, ...]
    alive: bool


@dataclass(frozen=True, slots=True)
class BoostView:
    """A Boost beneath a Main.

    Attributes:
        family: from its back, always known.
        state: `facedown`, `active`, `scored`, `stolen` or `lost`.
        card: its id once it is active; else, and in light depth, empty.
        name: its name once it is active; else empty.
        ability: what it does, once it is active; else empty.
    """

    family: str
    state: str
    card: str
    name: str
    ability: str


@dataclass(frozen=True, slots=True)
class ArenaView:
    """An Arena.

    Attributes:
        card: its id; empty in light depth.
        name: what is printed on it; empty in light depth.
        condition: how it is won, for people; empty in light depth.
        kind: `closest_to`, `highest`, `lowest` or `custom`; empty in light depth.
        glory: what it is worth.
        round: 1 to 7; for the next one the round in which it will be fought for.
    """

    card: str
    name: str
    condition: str
    kind: str
    glory: int
    round: int


@dataclass(frozen=True, slots=True)
class FamilyView:
    """So many Warriors of one Family; an empty `family` counts those whose Family is not known."""

    family: str
    count: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: place at the table.
        name: the player's name.
        rank: place in the standing as it is now.
        first: whether this player has the first-player card.
        glory: Glory of won Arenas.
        scored: Warriors in the scored pile, 1 Glory each.
        scored_families: their Families.
        adjusted: Glory that the table added by its own rulings.
        score: all of that together.
        arenas: Arenas won, oldest first.
        hand: Warriors in the hand.
        hand_families: Families in the hand, when they were asked for and still hold; else empty.
        main: the Main of this Fight.
        boost: the Boost of this Fight.
        leads: whether this player would take the Arena as powers stand.
        owed: Warriors still to be drawn.
    """

    seat: Seat
    name: str
    rank: int
    first: bool
    glory: int
    scored: int
    scored_families: tuple[FamilyView, ...]
    adjusted: int
    score: int
    arenas: tuple[ArenaView, ...]
    hand: int
    hand_families: tuple[FamilyView, ...]
    main: MainView | None
    boost: BoostView | None
    leads: bool
    owed: int


@dataclass(frozen=True, slots=True)
class LeadView:
    """Who is ahead under the Arena's condition as powers stand.

    Attributes:
        seat: who would take the Arena.
        tied: everybody equally good, nearest to the first player first; one seat without a tie.
        why: for people.
        rule: the rule that decides.
    """

    seat: Seat
    tied: tuple[Seat, ...]
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class AwardView:
    """How the last Arena was decided.

    Attributes:
        arena: which.
        winner: who took it; None when nobody did.
        why: for people.
        rule: the rule that decided.
    """

    arena: ArenaView
    winner: Seat | None
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class FgtView(View):
    """The table of Fight!.

    Attributes:
        depth: `full` or `light`.
        round: 0 during the setup, then 1 to 7.
        rounds: how many there are.
        first: who has the first-player card; None until it is known.
        order: all seats clockwise from the first player.
        arena: the Arena being fought for; None before it is entered and after it is decided.
        coming: the next face of the Arena pile, when it was named.
        reserves: cards in the Reserves.
        graveyard: the Graveyard, newest last.
        revealed: Warriors turned up by an ability and kept apart for the moment.
        last_family: Family that the next Main must differ from; empty when there is none.
        seats: every player, by seat.
        lead: who is ahead; None when nobody is or only people can tell.
        award: how the last Arena was decided.
        aside: Arenas that nobody took.
    """

    depth: str
    round: int
    rounds: int
    first: Seat | None
    order: tuple[Seat, ...]
    arena: ArenaView | None
    coming: ArenaView | None
    reserves: int
    graveyard: tuple[CardView, ...]
    revealed: tuple[CardView, ...]
    last_family: str
    seats: tuple[SeatView, ...]
    lead: LeadView | None
    award: AwardView | None
    aside: tuple[ArenaView, ...]


# ---------------------------------------------------------------- from a state


def view(state: State, _audience: Seat | None) -> FgtView:
    """Show the table; every audience sees the same."""
    ranks = {place.seat: place.rank for place in standing(state).places}
    ahead = lead(state)
    known = state.stage not in {Stage.SETUP, Stage.STARTER}
    in_turn = state.stage in FIGHT - {Stage.JUDGE} or state.stage is Stage.DRAW
    return FgtView(
        headline=headline(state),
        stage=state.stage.value,
        turn=state.turn if in_turn else None,
        over=state.stage is Stage.OVER,
        depth=state.setup.depth.value,
        round=state.round,
        rounds=ROUNDS,
        first=state.first if known else None,
        order=state.order,
        arena=_arena(state, state.arena) if state.arena else None,
        coming=_coming(state),
        reserves=state.reserves,
        graveyard=tuple(_card(state, card) for card in state.graveyard),
        revealed=_revealed(state),
        last_family=state.last_family.value if state.last_family else "",
        seats=tuple(
            _seat(state, seat, ranks[seat], leads=ahead is not None and ahead.seat == seat)
            for seat in sorted(state.order)
        ),
        lead=LeadView(ahead.seat, ahead.tied, ahead.why, ahead.rule) if ahead else None,
        award=_award(state),
        aside=tuple(_arena(state, arena) for arena in state.aside),
    )


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.stage is Stage.OVER:
        return state.who_won(standing(state))
    if not state.round:
        return state.stage.said
    where = tr("Round {round} of {rounds}", round=state.round, rounds=ROUNDS)
    name = state.name(state.turn)
    match state.stage:
        case Stage.PLAY:
            return tr("{where} · {name} plays a Main and a Boost", where=where, name=name)
        case Stage.BOOST:
            return tr("{where} · {name} activates or scores the Boost", where=where, name=name)
        case Stage.REVEAL:
            owed = state.players[state.turn].owed
            return tr(
                "{where} · {name} turns up {owed} of the Reserves",
                where=where,
                name=name,
                owed=owed,
            )
        case Stage.DRAW:
            return tr(
                "{where} · {name} draws {owed}",
                where=where,
                name=name,
                owed=state.players[state.turn].owed,
            )
        case _:
            return f"{where} · {state.stage.said}"


def _card(state: State, card: CardId) -> CardView:
    known = state.warrior(card)
    if known is None:
        return CardView(card, "", "", None, "")
    return CardView(card, known.name, known.family.value, known.power, known.ability.text)


def _revealed(state: State) -> tuple[CardView, ...]:
    if state.search is None:
        return ()
    scored = (one.card for one in state.search.scored if one.card is not None)
    return tuple(_card(state, card) for card in (*state.search.revealed, *scored))


def _arena(state: State, arena: Arena) -> ArenaView:
    card = state.arena_card(arena.card)
    if card is None:
        return ArenaView("", "", "", "", arena.glory, arena.round)
    condition = card.condition
    return ArenaView(
        card.id, card.name, condition.text, condition.kind.value, arena.glory, arena.round
    )


def _coming(state: State) -> ArenaView | None:
    card = state.arena_card(state.coming)
    if card is None:
        return None
    after = state.round if state.stage is Stage.ARENA else state.round + 1
    condition = card.condition
    return ArenaView(card.id, card.name, condition.text, condition.kind.value, card.glory, after)


def _families(state: State, seat: Seat) -> tuple[FamilyView, ...]:
    counts: dict[str, int] = {}
    for one in state.players[seat].scored:
        family = one.family.value if one.family else ""
        counts[family] = counts.get(family, 0) + 1
    return tuple(FamilyView(family, counts[family]) for family in sorted(counts))


def _seat(state: State, seat: Seat, rank: int, *, leads: bool) -> SeatView:
    player = state.players[seat]
    return SeatView(
        seat=seat,
        name=state.name(seat),
        rank=rank,
        first=bool(state.round) and seat == state.first,
        glory=player.glory,
        scored=len(player.scored),
        scored_families=_families(state, seat),
        adjusted=player.adjusted,
        score=player.score,
        arenas=tuple(_arena(state, arena) for arena in player.arenas),
        hand=player.hand,
        hand_families=tuple(
            FamilyView(one.family.value, one.count) for one in player.told or () if one.count
        ),
        main=_main(state, player.main) if player.main else None,
        boost=_boost(state, player.boost) if player.boost else None,
        leads=leads,
        owed=player.owed,
    )


def _main(state: State, main: Main) -> MainView:
    known = state.warrior(main.card)
    return MainView(
        card=main.card,
        name=known.name if known else "",
        family=main.family.value,
        printed=main.printed,
        power=said(main.power),
        changed=main.power != main.printed,
        steps=tuple(
            StepView(
                step.by,
                "" if step.card == UNNAMED else step.card,
                step_text(step),
                said(step.power),
            )
            for step in main.steps
        ),
        alive=main.alive,
    )


def _boost(state: State, boost: Boost) -> BoostView:
    open_ = boost.state is BoostState.ACTIVE and boost.card is not None
    known = state.warrior(boost.card) if open_ else None
    return BoostView(
        family=boost.family.value,
        state=boost.state.value,
        card=known.id if known else "",
        name=known.name if known else "",
        ability=known.ability.text if known else "",
    )


def _award(state: State) -> AwardView | None:
    award = state.award
    if award is None:
        return None
    return AwardView(_arena(state, award.arena), award.winner, award.why, award.rule)
