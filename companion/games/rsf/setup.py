"""Set-up (RSF-S): mixing, the starter, seven cards each. And drawing, wherever it happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import later, stage_text, tr
from companion.core.verbs import in_turn
from companion.core.verdict import Note, Question
from companion.core.words import UNNAMED, CardId
from companion.games.rsf.house import FightDrawFrom, HandKind, StarterBy
from companion.games.rsf.state import FIGHT, FREE, HAND, Stage, State
from companion.games.rsf.table import (
    RsfVerb,
    can_draw,
    draw_to_hand,
    from_discard,
    reshuffles,
    sure,
    takeable,
    to_hand,
    unknown_card,
)

WRITTEN_FOR: Final = 6  # RSF-S1

# ---------------------------------------------------------------- setup


@dataclass(frozen=True, slots=True)
class Mixed(RsfVerb):
    """Everybody has mixed the pile by hand, all cards face down."""

    verb, example, rule = "mixed", "table: mixed", "RSF-S6"
    menu, said = later("The pile is mixed"), later("Everybody mixes the pile")
    when, wrong = frozenset({Stage.SETUP}), later("the pile is mixed at the start of the game")
    by_table = True

    def check(self, state: State) -> Findings:
        """RSF-S6, RSF-S1a."""
        players = len(state.players)
        if players < WRITTEN_FOR:
            text = tr("the rulebook is written for six players, you are {players}", players=players)
            return (Note("RSF-S1a", text),)
        return YES

    def apply(self, state: State) -> State:
        """On to the starter; for a roll-off everybody is a contender."""
        contenders: tuple[tuple[Seat, int | None], ...] = ()
        if state.house.starter is StarterBy.ROLLOFF:
            contenders = tuple((seat, None) for seat in state.order)
        return replace(state, stage=Stage.STARTER, rolloff=contenders)


@dataclass(frozen=True, slots=True)
class Starter(RsfVerb):
    """The starter is named: the oldest player, or whoever the table chose."""

    verb, example, rule = "starter", "table: starter Ann", "RSF-S7"
    menu, said = later("Name the starter"), later("{seat} is the starter and begins every round")
    when = frozenset({Stage.STARTER})
    wrong = later("the starter is named once the pile is mixed")
    by_table = True

    seat: Seat

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Everybody, if there is no roll-off."""
        if not state.rolloff:
            yield cls.option(None, (cls(None, one) for one in sorted(state.order)), rule="RSF-S8")

    def check(self, state: State) -> Findings:
        """RSF-S8."""
        wrong = state.check_seat(self.seat, "RSF-S7")
        if wrong or not state.rolloff:
            return wrong
        return against("RSF-S8", tr("the starter is found by a roll-off"))

    def apply(self, state: State) -> State:
        """Everybody draws seven cards, the starter first."""
        return begin_deal(state, self.seat)


def begin_deal(state: State, seat: Seat) -> State:
    """The starter is known. In light depth everybody has seven cards at once."""
    state = replace(state, starter=seat, turn=seat, stage=Stage.DEAL, rolloff=())
    return state if state.full else all_dealt(state)


def all_dealt(state: State) -> State:
    """In light depth nobody says who has how many of the seven cards by now (RSF-S7)."""
    players = tuple(replace(player, hand=(UNNAMED,) * HAND) for player in state.players)
    drawn = sum(HAND - len(player.hand) for player in state.players)
    return replace(
        state, players=players, pile=state.pile - drawn, stage=Stage.READY, turn=state.starter
    )


# ---------------------------------------------------------------- drawing


@dataclass(frozen=True, slots=True)
class Draw(RsfVerb):
    """A card is drawn from the pile; `card` when it is not named."""

    verb, example, rule = "draw", "Ann: draw R04", "RSF-F1"
    menu, said = later("Draw a card from the pile"), later("{who} draws {card}")
    certain = True

    card: CardId

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Every card that it may be; the rule is that of the stage."""
        rule = {
            Stage.DEAL: "RSF-S7",
            Stage.READY_DRAW: "RSF-R3a",
            Stage.REPLACE_DRAW: "RSF-X4",
        }.get(state.stage, cls.rule)
        if can_draw(state):
            cards = (cls(state.turn, card) for card in drawable(state))
            yield cls.option(state.turn, cards, rule=rule)

    def check(self, state: State) -> Findings:
        """RSF-S7, R3a, F1, X4: who draws when; and which card it can be."""
        match state.stage:
            case Stage.DEAL:
                timing = in_turn(state, self.me, "RSF-S7")
            case Stage.READY_DRAW:
                timing = in_turn(state, self.me, "RSF-R3f")
            case Stage.DRAW | Stage.REPLACE_DRAW:
                timing = in_turn(state, self.me, "RSF-F0")
            case _ if state.stage in FREE:
                wrong = in_turn(state, self.me, "RSF-F0")
                once = tr("one card is drawn a turn, at its beginning")
                timing = wrong or against("RSF-F1", once)
            case _:
                now = stage_text(state.stage)
                timing = stop("RSF-F1", tr("nobody draws a card; {now}", now=now))
        if blocked(timing):
            return timing
        if not can_draw(state):
            return stop("RSF-F1a", tr("there is no card left to draw"))
        return (*timing, *self._check_card(state))

    def _check_card(self, state: State) -> Findings:
        """Whether this card can come from the pile, and whether it is to be named (RSF-R5)."""
        note: Findings = YES
        if reshuffles(state):
            note = (Note("RSF-F1a", tr("the discard is shuffled into a new pile first")),)
            state = replace(state, discard=())
        hidden = hides(state)
        if state.full and self.card == UNNAMED:
            if hidden:
                return note
            return (Question(self.me, tr("Which card was drawn?"), "RSF-R5", ("draw",)),)
        unknown = unknown_card(state, self.card)
        if unknown or not state.full:
            return unknown or note
        if hidden:
            return against("RSF-R5", tr("hands are hidden, a drawn card is not named"))
        return note

    def apply(self, state: State) -> State:
        """The card goes to the hand, and play goes on."""
        state = draw_to_hand(state, self.me, self.card)
        match state.stage:
            case Stage.DEAL:
                return _deal_on(state)
            case Stage.READY_DRAW:
                return replaced_one(state)
            case Stage.DRAW:
                return replace(state, stage=Stage.BEFORE)
            case Stage.REPLACE_DRAW:
                return replace(state, stage=Stage.ATTACH, drawn=self.card)
            case _:
                return state


def hides(state: State) -> bool:
    """Tell whether a card drawn now is counted and not named (RSF-R5)."""
    return not state.full or (state.house.hand is HandKind.HIDDEN and state.stage in FIGHT)


def drawable(state: State) -> tuple[CardId, ...]:
    """The cards that the next draw may turn out to be, by id."""
    if hides(state):
        return (UNNAMED,)
    left = {card.id: card.copies for card in sure(state.box).cards.values()}
    seen = [piece.card for player in state.players for piece in player.monster]
    seen += [card for player in state.players for card in player.hand]
    seen += state.destroyed
    if not reshuffles(state):
        seen += [thrown.card for thrown in state.discard]
    for card in seen:
        if card != UNNAMED:
            left[card] -= 1
    return tuple(card for card, copies in left.items() if copies > 0)


def _deal_on(state: State) -> State:
    """The next seat draws, until everybody has seven (RSF-S7)."""
    order = state.order
    following = order[(order.index(state.turn) + 1) % len(order)]
    if len(state.players[following].hand) >= HAND:
        return replace(state, stage=Stage.READY, turn=state.starter)
    return replace(state, turn=following)


@dataclass(frozen=True, slots=True)
class Take(RsfVerb):
    """A face-up card is taken from the discard."""

    verb, example, rule = "take", "Ann: take R04", "RSF-R3c"
    menu, said = later("Take a card from the discard"), later("{who} takes {card} from the discard")
    when = frozenset({Stage.READY_DRAW, Stage.DRAW})
    wrong = later("nothing is taken from the discard")

    card: CardId

    @classmethod
    def choices(cls, state: State) -> Iterator[Take]:
        offered = state.house.fight_draw_from is FightDrawFrom.PILE_OR_DISCARD
        if state.from_discard or (state.stage is Stage.DRAW and offered):
            for card in sorted({thrown.card for thrown in state.discard}):
                yield cls(state.turn, card)

    def check(self, state: State) -> Findings:
        """RSF-R3c, R3f in the Ready phase; RSF-Q22 at the start of a turn."""
        where = takeable(state, self.me, self.card)
        if not where:
            return stop("RSF-R3c", tr("{card} does not lie in the discard", card=self.card))
        if state.stage is Stage.DRAW:
            wrong = in_turn(state, self.me, "RSF-F0")
            if wrong or state.house.fight_draw_from is not FightDrawFrom.PILE:
                return wrong
            return against("RSF-Q22", tr("in the Fight phase cards are drawn from the pile"))
        wrong = in_turn(state, self.me, "RSF-R3f")
        if wrong:
            return wrong
        if not state.from_discard:
            return against("RSF-R1c", tr("a hand is redrawn from the pile"))
        if state.discard[where[0]].by == self.me:
            return against("RSF-R3f", tr("replacements are taken from what others discarded"))
        return YES

    def apply(self, state: State) -> State:
        """The card comes from the discard into the hand, and play goes on."""
        at = takeable(state, self.me, self.card)[0]
        state = to_hand(from_discard(state, at), self.me, self.card)
        if state.stage is Stage.READY_DRAW:
            return replaced_one(state)
        return replace(state, stage=Stage.BEFORE)


def replaced_one(state: State) -> State:
    """One replacement fewer is owed; back to building when that was the last (RSF-R3a)."""
    return still_owed(replace(state, owed=state.owed - 1))


def still_owed(state: State) -> State:
    """Back to building when nothing is owed, or when there is nothing to take it from."""
    others = any(thrown.by != state.turn for thrown in state.discard)
    if state.owed > 0 and (can_draw(state) or (state.from_discard and others)):
        return replace(state, stage=Stage.READY_DRAW)
    return replace(state, stage=Stage.READY, owed=0, from_discard=False)
