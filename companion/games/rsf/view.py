"""What the shared screen may show: everything on the table, and hidden cards only as a number.

The state knows no hidden fact (a hidden card is counted, not named), so every audience sees the
same. All fields are plain values, so a view can be written as JSON as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import View
from companion.core.seats import Seat  # noqa: TC001 - part of the dataclasses


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
