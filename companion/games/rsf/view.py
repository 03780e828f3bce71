"""What the shared screen may show: everything on the table, and hidden cards only as a number.

The state knows no hidden fact (a hidden card is counted, not named), so every audience sees the
same. All fields are plain values, so a view can be written as JSON as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.game import View
from companion.core.texts import tr, trn
from companion.core.words import UNNAMED
from companion.games.rsf.monster import squares
from companion.games.rsf.play_fight import attack_score
from companion.games.rsf.play_special import TEXTS
from companion.games.rsf.score import standing
from companion.games.rsf.state import FIGHT, Stage
from companion.games.rsf.table import is_outside, specials_left, sure, totals

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.rsf.state import State


@dataclass(frozen=True, slots=True)
class CardView:
    """A card lying open.

    Attributes:
        card: its id; `card` when it was not named.
        name: what is printed on it; empty when unknown.
        races: its race or races.
        hybrid: whether it is a Hybrid/Special card.
        attack: attack points.
        defense: defense points.
        special: special number.
    """

    card: str
    name: str
    races: tuple[str, ...]
    hybrid: bool
    attack: int
    defense: int
    special: int


@dataclass(frozen=True, slots=True)
class PieceView:
    """A card in play.

    Attributes:
        x: column of its cell, to the right.
        y: row of its cell, upwards.
        card: the card.
        mode: `special`, or the race a hybrid counts as; empty while it is not declared, and for
            other cards.
        outside: whether at least one side is free (RSF-X1a).
    """

    x: int
    y: int
    card: CardView
    mode: str
    outside: bool


@dataclass(frozen=True, slots=True)
class SquareView:
    """A completed square of four cards.

    Attributes:
        x: column of its lower left cell.
        y: row of its lower left cell.
        bonus: what it adds to DEF.
        race: the one race of its cards, or empty.
    """

    x: int
    y: int
    bonus: int
    race: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: place at the table.
        name: the player's name.
        alive: whether the monster still fights.
        rank: place in the standing as it is now.
        attack: ATK.
        defense: DEF.
        special: SPC.
        race: the monster's race, or empty.
        piece_count: pieces in play.
        pieces: the layout; empty in light depth.
        squares: squares that count; empty in light depth.
        hand: open cards in the hand.
        hand_count: all cards in the hand, hidden ones too.
        exchanged: whether the exchange is used up.
        ready: whether the player has finished the Ready phase.
        confirmed: whether the sheet is confirmed.
    """

    seat: Seat
    name: str
    alive: bool
    rank: int
    attack: int
    defense: int
    special: int
    race: str
    piece_count: int
    pieces: tuple[PieceView, ...]
    squares: tuple[SquareView, ...]
    hand: tuple[CardView, ...]
    hand_count: int
    exchanged: bool
    ready: bool
    confirmed: bool


@dataclass(frozen=True, slots=True)
class DiscardView:
    """A card in the discard, and the seat that discarded it."""

    card: CardView
    by: Seat


@dataclass(frozen=True, slots=True)
class StrikeView:
    """The attack being resolved.

    Attributes:
        attacker: who attacks.
        target: whose monster is attacked.
        score: ATK with dominance or weakness, without the die.
        defense: the target's DEF.
        face: the attacker's die; empty before it is read.
        total: score plus die; 0 before the die is read.
    """

    attacker: Seat
    target: Seat
    score: int
    defense: int
    face: str
    total: int


@dataclass(frozen=True, slots=True)
class RollView:
    """The last dice that counted.

    Attributes:
        roller: who threw.
        face: as printed.
        purpose: attack, dodge, special or starter.
        outcome: what came of it, for people.
        rule: the rule that decided it.
    """

    roller: Seat
    face: str
    purpose: str
    outcome: str
    rule: str


@dataclass(frozen=True, slots=True)
class RsfView(View):
    """The table of Ready, Set, Fight.

    Attributes:
        depth: `full` or `light`.
        phase: 0 before the Fight phase, then 1 to 5.
        sd_round: round of Sudden Death, 0 before Phase 5.
        starter: who begins every round; None until it is known.
        budget: actions of this turn.
        actions_left: actions not used yet.
        specials_left: specials that the player in turn may still use.
        pile: cards in the pile.
        discard: the discard, newest last.
        destroyed: destroyed cards, newest last.
        seats: every player, by seat.
        strike: the attack being resolved.
        special: what the special being resolved does, for people; else empty.
        victim: the seat that must give up a piece now, when there is one.
        owed: replacements still to be taken in the Ready phase.
        last_roll: the last dice that counted.
    """

    depth: str
    phase: int
    sd_round: int
    starter: Seat | None
    budget: int
    actions_left: int
    specials_left: int
    pile: int
    discard: tuple[DiscardView, ...]
    destroyed: tuple[CardView, ...]
    seats: tuple[SeatView, ...]
    strike: StrikeView | None
    special: str
    victim: Seat | None
    owed: int
    last_roll: RollView | None


# ---------------------------------------------------------------- from a state


def view(state: State, _audience: Seat | None) -> RsfView:
    """Show the table; every audience sees the same."""
    ranks = {place.seat: place.rank for place in standing(state).places}
    over = state.stage is Stage.OVER
    in_turn = state.stage in FIGHT
    return RsfView(
        headline=headline(state),
        stage=state.stage.value,
        turn=None if over or state.stage in {Stage.SETUP, Stage.STARTER} else state.turn,
        over=over,
        depth=state.setup.depth.value,
        phase=state.phase,
        sd_round=state.sd_round,
        starter=None if state.stage in {Stage.SETUP, Stage.STARTER} else state.starter,
        budget=state.budget,
        actions_left=state.actions_left,
        specials_left=specials_left(state, state.turn) if in_turn else 0,
        pile=state.pile,
        discard=tuple(
            DiscardView(_card(state, thrown.card), thrown.by) for thrown in state.discard
        ),
        destroyed=tuple(_card(state, card) for card in state.destroyed),
        seats=tuple(_seat(state, seat, ranks[seat]) for seat in sorted(state.order)),
        strike=_strike(state),
        special=TEXTS[state.result] if state.result else "",
        victim=_victim(state),
        owed=state.owed,
        last_roll=_last_roll(state),
    )


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    if state.stage is Stage.OVER:
        return state.who_won(standing(state))
    if not state.phase:
        if state.stage in {Stage.SETUP, Stage.STARTER}:
            return state.stage.said
        return f"{state.stage.said} · {state.name(state.turn)}"
    where = tr("Phase {phase}", phase=state.phase)
    if state.sd_round:
        where = tr("Sudden Death, round {sd_round}", sd_round=state.sd_round)
    if state.stage is Stage.MUTATE:
        return tr("{where} · {name} may mutate", where=where, name=state.name(state.turn))
    left = state.actions_left
    return trn(
        "{where} · {name}'s turn · {count} action left",
        "{where} · {name}'s turn · {count} actions left",
        left,
        where=where,
        name=state.name(state.turn),
    )


def _card(state: State, card: CardId) -> CardView:
    known = state.card(card)
    if known is None:
        return CardView(card, "", (), hybrid=False, attack=0, defense=0, special=0)
    return CardView(
        card, known.name, known.races, known.hybrid, known.attack, known.defense, known.special
    )


def _seat(state: State, seat: Seat, rank: int) -> SeatView:
    player, sheet = state.players[seat], totals(state, seat)
    return SeatView(
        seat=seat,
        name=state.name(seat),
        alive=player.alive,
        rank=rank,
        attack=sheet.attack,
        defense=sheet.defense,
        special=sheet.special,
        race=sheet.race or "",
        piece_count=len(player.monster),
        pieces=_pieces(state, seat),
        squares=_squares(state, seat),
        hand=tuple(_card(state, card) for card in player.hand if card != UNNAMED),
        hand_count=len(player.hand),
        exchanged=player.exchanged,
        ready=player.ready,
        confirmed=player.confirmed,
    )


def _pieces(state: State, seat: Seat) -> tuple[PieceView, ...]:
    if not state.full:
        return ()
    return tuple(
        PieceView(
            x=piece.cell.x,
            y=piece.cell.y,
            card=_card(state, piece.card),
            mode="" if piece.mode is None else piece.mode.race or "special",
            outside=is_outside(state, seat, piece),
        )
        for piece in state.players[seat].monster
    )


def _squares(state: State, seat: Seat) -> tuple[SquareView, ...]:
    if not state.box:
        return ()
    found = squares(state.box.cards, state.house, state.players[seat].monster)
    return tuple(SquareView(one.x, one.y, one.bonus, one.race or "") for one in found)


def _strike(state: State) -> StrikeView | None:
    strike = state.strike
    if strike is None:
        return None
    if strike.face is not None:
        score, defense = strike.score, strike.defense
    else:
        score = attack_score(state, state.turn, strike.target)
        defense = totals(state, strike.target).defense
    return StrikeView(
        attacker=state.turn,
        target=strike.target,
        score=score,
        defense=defense,
        face=strike.face or "",
        total=strike.total,
    )


def _victim(state: State) -> Seat | None:
    if state.stage is Stage.HIT:
        return sure(state.strike).target
    return state.victim


def _last_roll(state: State) -> RollView | None:
    last = state.last_roll
    if last is None:
        return None
    return RollView(last.roller, last.face, last.purpose, last.outcome, last.rule)
