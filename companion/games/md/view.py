"""What the shared screen may show: everything on the table; hands and deck only as numbers.

The state knows no hidden fact (cards are counted, not named, until a hand is counted at the end),
so every audience sees the same. All fields are plain values, so a view can be written as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.dice import kind_name
from companion.core.game import View
from companion.core.texts import tr, trn
from companion.games.md.answers import answered_by, answering, declared_text, offered
from companion.games.md.score import standing, total
from companion.games.md.setup import contender
from companion.games.md.state import ENDED, PLAY, Stage
from companion.games.md.table import can_reroll, counts, ref_of, spent, spot
from companion.games.md.words import NEEDS, SPECIAL_NAMES, TEXTS, is_combo

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.md.state import Die, State
    from companion.games.md.words import Effect, Special


@dataclass(frozen=True, slots=True)
class DieView:
    """One die.

    Attributes:
        kind: such as `md.teeth`.
        name: what people call it: `Teeth-Die`.
        ref: how a record calls it in its pool: `teeth`, or `teeth@2` among several.
        face: side up, `S` or `2` to `6`; None when it has not been rolled since it came in.
        sculpted: whether the sculpted side is up.
        usable: whether that side can still be used this turn by the player in turn.
        used: whether that side has been used since it was rolled.
        owner: the seat that brought the die to the game; it lies where it is listed.
    """

    kind: str
    name: str
    ref: str
    face: str | None
    sculpted: bool
    usable: bool
    used: bool
    owner: Seat


@dataclass(frozen=True, slots=True)
class CardView:
    """A special card in front of a player.

    Attributes:
        card: as in a record: `squid_knot`.
        name: what is printed on it: `Squid Knot`.
    """

    card: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player.

    Attributes:
        seat: place at the table.
        name: the player's name.
        starter: whether this player begins every round.
        in_turn: whether it is this player's turn.
        asked: whether the game waits for this player now (a choice, an answer, a roll).
        rank: place in the standing as it is now.
        points: points as far as they are public: played cards, and the hand once it is counted.
        pool: dice in play, in a fixed order.
        infirmary: bitten dice.
        hand_count: cards in the hand.
        counted: whether the hand is counted (only while scoring and after).
        played: special cards in front, oldest first.
        turns: turns finished.
    """

    seat: Seat
    name: str
    starter: bool
    in_turn: bool
    asked: bool
    rank: int
    points: int
    pool: tuple[DieView, ...]
    infirmary: tuple[DieView, ...]
    hand_count: int
    counted: bool
    played: tuple[CardView, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class OfferView:
    """An effect or combo that the dice of the player in turn offer now.

    Attributes:
        rule: its rule, such as `MD-C1`.
        text: what it does.
        dice: names of the dice that it takes: `Teeth-Die`, `Die'vil`.
        combo: whether it takes two sides.
    """

    rule: str
    text: str
    dice: tuple[str, ...]
    combo: bool


@dataclass(frozen=True, slots=True)
class DeclaredView:
    """The effect that waits for its targets' answers.

    Attributes:
        rule: its rule.
        text: what was declared, for people: `Ann bites Ben's Spider-Die`.
        asked: who is to answer now.
        waiting: who is still to answer, the one asked now included.
        countered: who has stopped it for themselves.
    """

    rule: str
    text: str
    asked: Seat
    waiting: tuple[Seat, ...]
    countered: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FaceView:
    """One die of a roll: its kind, name and face."""

    kind: str
    name: str
    face: str


@dataclass(frozen=True, slots=True)
class RollView:
    """The last dice that counted.

    Attributes:
        roller: who threw.
        dice: what they showed.
        purpose: `roll-off`, `turn`, `re-roll` or `stolen die`.
        outcome: what came of it, for people.
        rule: the rule that asked for the roll.
    """

    roller: Seat
    dice: tuple[FaceView, ...]
    purpose: str
    outcome: str
    rule: str


@dataclass(frozen=True, slots=True)
class RolloffView:
    """One player's part in the current round of a roll-off; `total` is None until rolled."""

    seat: Seat
    total: int | None


@dataclass(frozen=True, slots=True)
class MdView(View):
    """The table of MonsterDice.

    Attributes:
        depth: `full` or `light`.
        step: the step of the turn, for people ("effects"); empty outside a turn.
        round: 0 before the first round.
        starter: who begins every round; None until the roll-off is decided.
        deck: cards in the deck.
        last_round: whether the deck is empty, so that this round is the last.
        seats: every player, by seat.
        offers: effects and combos that the dice offer now; empty when none can be declared.
        reroll: whether two sculpted Die'vil allow a re-roll now.
        triples: triples whose dice are still to come back from the infirmary.
        declared: the effect that waits for answers; None when none does.
        rolloff: the current round of a roll-off, of the beginning or of a tie at the end.
        last_roll: the last dice that counted.
    """

    depth: str
    step: str
    round: int
    starter: Seat | None
    deck: int
    last_round: bool
    seats: tuple[SeatView, ...]
    offers: tuple[OfferView, ...]
    reroll: bool
    triples: int
    declared: DeclaredView | None
    rolloff: tuple[RolloffView, ...]
    last_roll: RollView | None


# ---------------------------------------------------------------- from a state


def view(state: State, _audience: Seat | None) -> MdView:
    """Show the table; every audience sees the same."""
    ranks = {place.seat: place.rank for place in standing(state).places}
    playing = state.stage in PLAY
    begun = playing or state.stage in ENDED
    rolling_off = state.stage in {Stage.ROLLOFF, Stage.FINAL_ROLL}
    return MdView(
        headline=headline(state),
        stage=state.stage.value,
        turn=state.turn if playing else None,
        over=state.stage is Stage.OVER,
        depth=state.setup.depth.value,
        step=state.stage.said.rpartition(": ")[2] if playing else "",
        round=state.round,
        starter=state.starter if begun else None,
        deck=state.deck,
        last_round=playing and state.deck == 0,
        seats=tuple(_seat(state, seat, ranks[seat]) for seat in sorted(state.order)),
        offers=tuple(_offer(one) for one in offered(state)),
        reroll=state.stage in {Stage.REROLL, Stage.EFFECTS} and can_reroll(state),
        triples=state.triples if state.stage is Stage.TRIPLE else 0,
        declared=_declared(state),
        rolloff=tuple(RolloffView(*one) for one in state.rolloff[-1]) if rolling_off else (),
        last_roll=_last_roll(state),
    )


def headline(state: State) -> str:
    """Where the game stands, in one line."""
    match state.stage:
        case Stage.OVER:
            return state.who_won(standing(state))
        case Stage.SETUP | Stage.ROLLOFF | Stage.SCORING | Stage.FINAL_ROLL:
            return state.stage.said
        case _:
            step = state.stage.said.rpartition(": ")[2]
            deck = trn("{count} card in the deck", "{count} cards in the deck", state.deck)
            if state.deck == 0:
                deck = tr("the deck is empty: last round")
            return tr(
                "Round {round} · {name}'s turn: {step} · {deck}",
                round=state.round,
                name=state.name(state.turn),
                step=step,
                deck=deck,
            )


def asked(state: State) -> Seat | None:
    """The seat that the game waits for now; None when it is the table, or nobody."""
    match state.stage:
        case Stage.ROLLOFF | Stage.FINAL_ROLL:
            return contender(state)
        case Stage.COUNTER:
            return answering(state)
        case Stage.SETUP | Stage.SCORING | Stage.OVER:
            return None
        case _:
            return state.turn


def _seat(state: State, seat: Seat, rank: int) -> SeatView:
    player = state.players[seat]
    playing = state.stage in PLAY
    return SeatView(
        seat=seat,
        name=state.name(seat),
        starter=seat == state.starter and (playing or state.stage in ENDED),
        in_turn=playing and seat == state.turn,
        asked=seat == asked(state),
        rank=rank,
        points=total(state, seat),
        pool=tuple(_die(state, seat, die) for die in player.pool),
        infirmary=tuple(_die(state, seat, die) for die in player.infirmary),
        hand_count=player.hand,
        counted=player.points is not None,
        played=tuple(_card(card) for card in player.played),
        turns=player.turns,
    )


def _card(card: Special) -> CardView:
    return CardView(card.value, SPECIAL_NAMES[card])


def _die(state: State, seat: Seat, die: Die) -> DieView:
    at = spot(state, die.id)
    dice = state.players[seat].infirmary if at.infirmary else state.players[seat].pool
    alone, paired = spent(state, die, combo=False), spent(state, die, combo=True)
    mine = state.stage in PLAY and seat == state.turn
    return DieView(
        kind=die.kind,
        name=kind_name(die.kind),
        ref=ref_of(dice, die).word(),
        face=die.face,
        sculpted=die.sculpted,
        usable=mine and counts(state, die) and not (alone and paired),
        used=alone and paired,
        owner=die.owner,
    )


def _offer(effect: Effect) -> OfferView:
    names = tuple(kind_name(kind) for kind in NEEDS[effect])
    return OfferView(effect.value, TEXTS[effect], names, is_combo(effect))


def _declared(state: State) -> DeclaredView | None:
    if state.stage is not Stage.COUNTER:
        return None
    seat, declared = answered_by(state)
    return DeclaredView(
        rule=declared.effect.value,
        text=declared_text(state, declared),
        asked=seat,
        waiting=declared.waiting,
        countered=declared.countered,
    )


def _last_roll(state: State) -> RollView | None:
    last = state.last_roll
    if last is None:
        return None
    faces = tuple(FaceView(die.kind, kind_name(die.kind), die.face) for die in last.dice)
    return RollView(last.roller, faces, tr(last.purpose), last.outcome, last.rule)
