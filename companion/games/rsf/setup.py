"""Set-up (RSF-S): mixing, the starter, seven cards each. And drawing, wherever it happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Option
from companion.core.seats import Seat, clockwise
from companion.core.texts import later, stage_text, tr
from companion.core.verbs import in_turn
from companion.core.verdict import Note, Question
from companion.core.words import UNNAMED, CardId
from companion.games.rsf.flow import build_on
from companion.games.rsf.house import FightDrawFrom, HandKind, StarterBy
from companion.games.rsf.state import FIGHT, FREE, HAND, Stage, State
from companion.games.rsf.table import RsfVerb, takeable, unaccounted, unknown_card

WRITTEN_FOR: Final = 6  # RSF-S1
_WAITS: Final = {
    Stage.DEAL: ("RSF-S7", later("{name}, which card do you turn up?")),
    Stage.READY_DRAW: ("RSF-R3a", later("{name}, take a replacement; {owed} to go")),
    Stage.DRAW: ("RSF-F1", later("{name}, draw a card")),
    Stage.REPLACE_DRAW: ("RSF-X4", later("{name}, draw the replacement")),
}
"""Stages that wait for a card: the rule, and what is asked."""

# ---------------------------------------------------------------- setup


@dataclass(frozen=True, slots=True)
class Mixed(RsfVerb):
    """Everybody has mixed the pile by hand, all cards face down."""

    verb, example, rule = "mixed", "table: mixed", "RSF-S6"
    menu, said = later("The pile is mixed"), later("Everybody mixes the pile")
    when, wrong = frozenset({Stage.SETUP}), later("the pile is mixed at the start of the game")
    by_table = True

    def check(self, state: State) -> Findings:
        players = len(state.players)
        if players < WRITTEN_FOR:
            text = tr("the rulebook is written for six players, you are {players}", players=players)
            return (Note("RSF-S1a", text),)
        return YES

    def apply(self, state: State) -> State:
        """On to the starter; for a roll-off everybody is a contender. Later it changes nothing."""
        if state.stage is not Stage.SETUP:
            return state
        contenders: tuple[tuple[Seat, int | None], ...] = ()
        if state.house.starter is StarterBy.ROLLOFF:
            contenders = tuple((seat, None) for seat in state.living)
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
            yield cls.option(None, (cls(None, one) for one in sorted(state.living)), rule="RSF-S8")

    def facts(self, state: State) -> Findings:
        return state.check_living(self.seat, "RSF-S7")

    def check(self, state: State) -> Findings:
        if not state.rolloff:
            return YES
        return against("RSF-S8", tr("the starter is found by a roll-off"))

    def apply(self, state: State) -> State:
        """Everybody draws seven cards, the starter first; later only the order changes."""
        if state.stage in {Stage.SETUP, Stage.STARTER}:
            return begin_deal(state, self.seat)
        return replace(state, starter=self.seat)


def begin_deal(state: State, seat: Seat) -> State:
    """The starter is known. In light depth everybody has seven cards at once."""
    state = replace(state, starter=seat, turn=seat, stage=Stage.DEAL, rolloff=())
    return state if state.full else all_dealt(state)


def all_dealt(state: State) -> State:
    """In light depth nobody says who has how many of the seven cards by now (RSF-S7)."""
    for seat in state.living:
        for _ in range(_lacks(state, seat)):
            state = replace(state.replenish(), pile=state.pile - 1).to_hand(seat, UNNAMED)
    return build_on(state)


def deal_on(state: State) -> State:
    """The next seat that lacks a card draws, until everybody has seven (RSF-S7)."""
    seats = clockwise(len(state.players), state.turn)
    lacking = [seat for seat in (*seats[1:], state.turn) if _lacks(state, seat)]
    if not lacking or not state.can_draw:
        return build_on(state)
    return replace(state, stage=Stage.DEAL, turn=lacking[0])


def _lacks(state: State, seat: Seat) -> int:
    """How many of the first seven cards a player has still to draw."""
    player = state.players[seat]
    if player.exchanged or not player.alive:
        return 0
    return max(0, HAND - len(player.cards) - player.owed)


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
        if state.can_draw:
            cards = (cls(state.turn, card) for card in drawable(state))
            yield cls.option(state.turn, cards, rule=_WAITS[state.stage][0])

    def facts(self, state: State) -> Findings:
        if not state.pile and not state.discard:
            return stop("RSF-F1a", tr("there is no card left to draw"))
        if not state.full or (self.card == UNNAMED and hides(state)):
            return YES
        if self.card == UNNAMED:
            return (Question(self.me, tr("Which card was drawn?"), "RSF-R5", ("draw",)),)
        return unknown_card(state.replenish(), self.card)

    def check(self, state: State) -> Findings:
        """RSF-F1a, R5, and who draws when."""
        findings = self._timing(state)
        if state.reshuffles:
            findings += (Note("RSF-F1a", tr("the discard is shuffled into a new pile first")),)
        elif not state.pile:
            findings += against("RSF-F1a", tr("the pile is empty, and the discard stays"))
        if state.full and hides(state) and self.card != UNNAMED:
            findings += against("RSF-R5", tr("hands are hidden, a drawn card is not named"))
        return findings

    def _timing(self, state: State) -> Findings:
        """RSF-S7, R3f, F0, F1: who draws when."""
        match state.stage:
            case Stage.DEAL:
                return in_turn(state, self.me, "RSF-S7")
            case Stage.DRAW | Stage.REPLACE_DRAW:
                return in_turn(state, self.me, "RSF-F0")
            case _ if state.stage is Stage.READY_DRAW or state.players[self.me].owed:
                return in_turn(state, self.me, "RSF-R3f")
            case _ if state.stage in FREE:
                once = tr("one card is drawn a turn, at its beginning")
                return in_turn(state, self.me, "RSF-F0") or against("RSF-F1", once)
            case _:
                now = stage_text(state.stage)
                return against("RSF-F1", tr("nobody draws a card; {now}", now=now))

    def apply(self, state: State) -> State:
        state = state.replenish()
        return _received(replace(state, pile=state.pile - 1), self.me, self.card)


def hides(state: State) -> bool:
    """Tell whether a card drawn now is counted and not named (RSF-R5)."""
    return not state.full or (state.house.hand is HandKind.HIDDEN and state.stage in FIGHT)


def drawable(state: State) -> tuple[CardId, ...]:
    """The cards that the next draw may turn out to be, by id."""
    return (UNNAMED,) if hides(state) else tuple(unaccounted(state.replenish()))


def ask_card(state: State) -> Question:
    """Ask who is in turn for the card that play waits for."""
    rule, text = _WAITS[state.stage]
    player = state.players[state.turn]
    text = tr(text, name=state.name(state.turn), owed=player.owed)
    replacing = state.stage is Stage.READY_DRAW
    may_take = player.from_discard if replacing else state.stage is Stage.DRAW
    return Question(state.turn, text, rule, ("draw", "take") if may_take else ("draw",))


def _received(state: State, seat: Seat, card: CardId) -> State:
    """A card has come to a hand; play goes on where it was waited for."""
    state = state.to_hand(seat, card)
    player, awaited = state.players[seat], seat == state.acting
    if player.owed and state.stage not in {Stage.DEAL, Stage.DRAW, Stage.REPLACE_DRAW}:
        state = state.change(seat, owed=player.owed - 1)
    match state.stage:
        case Stage.DEAL if awaited:
            return deal_on(state)
        case Stage.READY_DRAW:
            return build_on(state)
        case Stage.DRAW if awaited:
            return replace(state, stage=Stage.BEFORE)
        case Stage.REPLACE_DRAW if awaited:
            return replace(state, stage=Stage.ATTACH, drawn=card)
        case _:
            return state


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
        replacing = state.stage is Stage.READY_DRAW and state.players[state.turn].from_discard
        if replacing or (state.stage is Stage.DRAW and offered):
            for card in sorted({thrown.card for thrown in state.discard}):
                yield cls(state.turn, card)

    def facts(self, state: State) -> Findings:
        if takeable(state, self.me, self.card):
            return YES
        return stop("RSF-R3c", tr("{card} does not lie in the discard", card=self.card))

    def check(self, state: State) -> Findings:
        """RSF-R3c, R3f in the Ready phase; RSF-F1 at the start of a turn (RSF-Q22)."""
        if state.phase:
            wrong = in_turn(state, self.me, "RSF-F0")
            if wrong or state.house.fight_draw_from is not FightDrawFrom.PILE:
                return wrong
            return against("RSF-F1", tr("in the Fight phase cards are drawn from the pile"))
        findings = in_turn(state, self.me, "RSF-R3f")
        player = state.players[self.me]
        if player.owed and not player.from_discard:
            findings += against("RSF-R1c", tr("a hand is redrawn from the pile"))
        elif state.discard[takeable(state, self.me, self.card)[0]].by == self.me:
            others = tr("replacements are taken from what others discarded")
            findings += against("RSF-R3c", others)
        return findings

    def apply(self, state: State) -> State:
        at = takeable(state, self.me, self.card)[0]
        return _received(state.from_discard(at), self.me, self.card)
