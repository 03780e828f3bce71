"""What the shared screen may show: all that was turned up, and draw piles only as a number.

The state knows no hidden fact (nobody knows what lies in a draw pile), so every audience sees the
same. All fields are plain values, so a view can be written as JSON as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from companion.core.game import View
from companion.core.texts import tr
from companion.core.words import UNNAMED
from companion.games.gmm.flow import cards_won
from companion.games.gmm.score import standing
from companion.games.gmm.state import BATTLE, SHOWING, Result, Stage
from companion.games.gmm.table import (
    best,
    called,
    monster,
    pile_left,
    rating,
    title,
    unread,
    waiting,
)
from companion.games.gmm.words import ABILITIES, SPECIALS, Call

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.gmm.state import Flip, Outcome, State
    from companion.games.gmm.words import Ability


@dataclass(frozen=True, slots=True)
class CardView:
    """A card lying open.

    Attributes:
        card: its id; `card` when it was not named.
        name: what is printed on it; empty when it was not named.
        rating: what it counts in the ability being compared; None while nobody has read it.
        ratings: all six, None where nobody has read them; empty for cards without (Slappy,
            Mastermind, and those not named).
        leads: whether it has the winning rating among the cards it was turned up with.
    """

    card: str
    name: str
    rating: int | None
    ratings: tuple[int | None, ...]
    leads: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: place at the table.
        name: the player's name.
        rank: place in the standing as it is now.
        draw: cards in the draw pile; in sudden death in the shuffled pile.
        won: what the winnings pile of this round counts.
        counted: whether it has been counted at the end of the round.
        trophies: names of the abilities whose Trophies the player has.
        total: cards won in all finished rounds.
        deals: whether the player deals this round.
        declares: whether the player declares this battle.
        waiting: whether a card of the player is waited for.
        out: whether the player stands aside from a sudden death.
    """

    seat: Seat
    name: str
    rank: int
    draw: int
    won: int
    counted: bool
    trophies: tuple[str, ...]
    total: int
    deals: bool
    declares: bool
    waiting: bool
    out: bool


@dataclass(frozen=True, slots=True)
class TrophyView:
    """One Trophy: its ability, and who won it; None while it is still to be won."""

    ability: str
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the last cards came out.

    Attributes:
        result: `won`, `tie`, `Monster Mashup`, or `tie, and no cards left`.
        winner: who won them, or None.
        cards: how many cards changed place.
        rule: the rule that decided it.
        text: the whole of it, for people.
    """

    result: str
    winner: Seat | None
    cards: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class GmmView(View):
    """The table of Monster Mayhem.

    Attributes:
        depth: `full` or `light`.
        round: 1 to 6.
        ability: the ability being compared.
        abilities: all six, in the order of the rounds.
        call: `high`, `low`, or empty before it is declared.
        dealer: who deals; None until one is named.
        declarer: who declares; None outside a battle.
        seats: every player, by seat.
        battle: the flips of this battle or sudden death, the newest last, one card a seat; while
            no new card lies open, those of the last one.
        fresh: whether `battle` is still being fought; False when it shows the last one.
        stake: cards lying open.
        outcome: how the last cards came out; None at the beginning of a round.
        sudden: whether a sudden death is going on.
        asked: name of the monster whose ratings are asked for, or empty.
        trophies: all six, in the order of the rounds.
        discard: cards of this round that nobody won.
        discarded: their names, newest last; empty in light depth.
        champion: who won the battle for a final tie.
    """

    depth: str
    round: int
    ability: str
    abilities: tuple[str, ...]
    call: str
    dealer: Seat | None
    declarer: Seat | None
    seats: tuple[SeatView, ...]
    battle: tuple[tuple[CardView | None, ...], ...]
    fresh: bool
    stake: int
    outcome: OutcomeView | None
    sudden: bool
    asked: str
    trophies: tuple[TrophyView, ...]
    discard: int
    discarded: tuple[str, ...]
    champion: Seat | None


# ---------------------------------------------------------------- from a state


def view(state: State, _audience: Seat | None) -> GmmView:
    """Show the table; every audience sees the same."""
    ranks = {place.seat: place.rank for place in standing(state).places}
    over = state.stage is Stage.OVER
    card = unread(state)
    fresh = any(one is not None for flip in state.flips for one in flip)
    return GmmView(
        headline=headline(state),
        stage=state.stage.value,
        turn=_turn(state),
        over=over,
        depth=state.setup.depth.value,
        round=state.round,
        ability=title(state.ability),
        abilities=tuple(title(one) for one in ABILITIES),
        call=state.call.value if state.call else "",
        dealer=None if state.stage is Stage.DEALER else state.dealer,
        declarer=state.declarer if state.stage in BATTLE else None,
        seats=tuple(_seat(state, seat, ranks[seat]) for seat in state.seats),
        battle=_battle(state, fresh=fresh),
        fresh=fresh,
        stake=sum(1 for flip in state.flips for one in flip if one is not None),
        outcome=_outcome(state, state.outcome) if state.outcome else None,
        sudden=state.sudden is not None,
        asked="" if card is None else called(state, card),
        trophies=_trophies(state),
        discard=len(state.discard),
        discarded=tuple(called(state, one) for one in state.discard) if state.full else (),
        champion=state.champion,
    )


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.stage is Stage.OVER:
        return state.who_won(standing(state))
    if state.stage in {Stage.DEALER, Stage.ABILITY}:
        return state.stage.said
    final = state.sudden is not None and state.sudden.final
    when = tr("Final tie") if final else tr("Round {round}", round=state.round)
    where = f"{when} · {title(state.ability)}"
    match state.stage:
        case Stage.DEAL:
            return tr("{where} · {name} deals", where=where, name=state.name(state.dealer))
        case Stage.DECLARE:
            return tr("{where} · {name} declares", where=where, name=state.name(state.declarer))
        case Stage.COUNT:
            return tr("{where} · count the winnings", where=where)
        case Stage.SUDDEN_DEATH:
            return tr(
                "{where} · sudden death, {names}", where=where, names=state.names(state.showing)
            )
        case _:
            again = tr(" · tie-break") if len(state.flips) > 1 else ""
            call = (
                tr("{call} by {name}", call=state.call.said, name=state.name(state.declarer))
                if state.call
                else tr("battle")
            )
            return f"{where} · {call}{again}"


def _turn(state: State) -> Seat | None:
    """Whose action is waited for, when it is one seat's."""
    match state.stage:
        case Stage.DEAL:
            return state.dealer
        case Stage.DECLARE:
            return state.declarer
        case Stage.FLIP | Stage.SUDDEN_DEATH if state.full:
            return next(iter(waiting(state)), None)
        case _:
            return None


def _seat(state: State, seat: Seat, rank: int) -> SeatView:
    player = state.players[seat]
    return SeatView(
        seat=seat,
        name=state.name(seat),
        rank=rank,
        draw=_to_turn_up(state, seat),
        won=player.winnings,
        counted=player.counted,
        trophies=tuple(
            title(ABILITIES[at]) for at, one in enumerate(state.awards) if one.winner == seat
        ),
        total=cards_won(state, seat),
        deals=state.stage is not Stage.DEALER and seat == state.dealer,
        declares=state.stage in BATTLE and seat == state.declarer,
        waiting=seat in waiting(state)
        and (state.stage is not Stage.DECLARE or _first(state, seat)),
        out=state.sudden is not None and seat not in state.showing,
    )


def _to_turn_up(state: State, seat: Seat) -> int:
    if state.sudden and seat in state.showing:
        return pile_left(state, state.sudden, seat)
    return state.players[seat].draw


def _first(state: State, seat: Seat) -> bool:
    """Whoever declares turns up the own card before all others (GMM-B1)."""
    return seat == state.declarer


def _trophies(state: State) -> tuple[TrophyView, ...]:
    won = [award.winner for award in state.awards]
    return tuple(
        TrophyView(title(ability), won[at] if at < len(won) else None)
        for at, ability in enumerate(ABILITIES)
    )


def _battle(state: State, *, fresh: bool) -> tuple[tuple[CardView | None, ...], ...]:
    last = state.outcome
    if fresh and state.stage in SHOWING:
        return tuple(_flip(state, flip, state.ability, state.call) for flip in state.flips)
    if last is None:
        return ()
    return tuple(_flip(state, flip, last.ability, last.call) for flip in last.flips)


def _flip(
    state: State, flip: Flip, ability: Ability, call: Call | None
) -> tuple[CardView | None, ...]:
    counts = {
        seat: value
        for seat, card in zip(state.seats, flip, strict=True)
        if card is not None and (value := rating(state, card, ability, call)) is not None
    }
    shown = sum(1 for card in flip if card is not None)
    # Who leads is said once all cards of the flip can be compared.
    leading = best(counts, call) if call and counts and len(counts) == shown else ()
    return tuple(
        None if card is None else _card(state, card, counts.get(seat), leads=seat in leading)
        for seat, card in zip(state.seats, flip, strict=True)
    )


def _card(state: State, card: CardId, value: int | None, *, leads: bool) -> CardView:
    if card == UNNAMED:
        return CardView(card, "", None, (), leads=False)
    known = None if card in SPECIALS else monster(state, card)
    return CardView(card, called(state, card), value, known.ratings if known else (), leads=leads)


def _outcome(state: State, last: Outcome) -> OutcomeView:
    match last.result:
        case Result.WON:
            who = state.name(last.winner) if last.winner is not None else "nobody"
            what = (
                tr("wins the sudden death")
                if last.sudden
                else tr("wins {cards} cards", cards=last.cards)
            )
            text = f"{who} {what}"
        case Result.TIE:
            text = tr("Tie: turn up again")
        case Result.MASHUP if last.sudden:
            text = tr("Monster Mashup: turn up again")
        case Result.MASHUP:
            text = tr("Monster Mashup: {cards} cards to the discard", cards=last.cards)
        case Result.SPENT:
            text = tr("Tie, no cards left: {cards} cards to the discard", cards=last.cards)
        case _:
            assert_never(last.result)
    return OutcomeView(last.result.value, last.winner, last.cards, last.rule, text)
