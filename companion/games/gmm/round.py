"""Verbs around the battles: the dealer, the deal, the count, the final tie, the table's rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.games.gmm import flow
from companion.games.gmm.cards import DECK
from companion.games.gmm.state import BATTLE, Stage, State, Sudden
from companion.games.gmm.table import title
from companion.games.gmm.words import ABILITIES, Ability

# ---------------------------------------------------------------- dealing


@dataclass(frozen=True, slots=True)
class Dealer(Verb[State]):
    """The table names who deals."""

    verb, example, rule = "dealer", "table: dealer Ann", "GMM-S4"
    menu, said = later("Name the dealer"), later("{seat} deals")
    when = frozenset({Stage.DEALER, Stage.DEAL})
    wrong = later("the dealer is named before the deal")
    by_table = certain = True

    seat: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[Dealer]:
        if state.stage is Stage.DEALER:
            yield from (cls(None, seat) for seat in state.present)

    def facts(self, state: State) -> Findings:
        """GMM-S4: who it is."""
        return state.check_seat(self.seat, "GMM-S4") or missing_deal(state)

    def check(self, state: State) -> Findings:
        """GMM-S4; later dealers follow from the rounds (GMM-R3)."""
        if not state.awards or self.seat == state.dealer:
            return YES
        text = later("{who} deals, to the left of the last round's winner")
        return against("GMM-R3", tr(text, who=state.name(state.dealer)))

    def apply(self, state: State) -> State:
        """The dealer is known, and will be Player 1 (GMM-R2); by a ruling of a round once more."""
        return flow.to_deal(replace(state, dealer=self.seat))


def missing_deal(state: State) -> Findings:
    """Refuse to deal when no round is left (GMM-E2)."""
    return stop("GMM-E2", tr("all six Trophies have been won")) if state.decided else YES


@dataclass(frozen=True, slots=True)
class Dealt(Verb[State]):
    """The dealer has shuffled all 60 cards and dealt them into face-down draw piles."""

    verb, example, rule = "dealt", "Ann: dealt", "GMM-S2"
    menu = later("All 60 cards are shuffled and dealt")
    when, wrong = frozenset({Stage.DEALER, Stage.DEAL}), later("nobody deals")

    @classmethod
    def choices(cls, state: State) -> Iterator[Dealt]:
        yield cls(state.dealer)

    def facts(self, state: State) -> Findings:
        """GMM-R1: a round to deal for."""
        return missing_deal(state)

    def check(self, state: State) -> Findings:
        if state.stage is Stage.DEALER:
            return against("GMM-S4", tr("first the table names the dealer"))
        if self.me != state.dealer:
            rule = "GMM-R3" if state.awards else "GMM-S4"
            return against(rule, tr("{name} deals this round", name=state.name(state.dealer)))
        return YES

    def apply(self, state: State) -> State:
        """Everybody has an even share; the dealer declares first (GMM-S2, GMM-R2)."""
        return flow.deal(replace(state, dealer=self.me))

    def tell(self, before: State, after: State) -> str:
        text = later("{who} deals {each} cards to everybody: round {round}, {title} (GMM-R1)")
        who, each = before.name(self.me), DECK // len(before.present)
        return tr(text, who=who, each=each, round=before.round, title=title(before.ability))


# ---------------------------------------------------------------- counting


@dataclass(frozen=True, slots=True)
class Confirm(Verb[State]):
    """All winnings piles have been counted and are as the program says."""

    verb, example, rule = "confirm", "table: confirm", "GMM-E1"
    menu, said = later("All winnings piles are as shown"), later("All winnings piles are counted")
    when = frozenset({Stage.COUNT})
    wrong = later("winnings are counted after the last battle")
    by_table = certain = True

    def facts(self, state: State) -> Findings:
        """GMM-E1: winnings piles."""
        return missing_piles(state, "GMM-E1")

    def apply(self, state: State) -> State:
        """All piles are as the program says."""
        players = tuple(replace(player, counted=True) for player in state.players)
        return flow.decide(replace(state, players=players))


@dataclass(frozen=True, slots=True)
class Count(Verb[State]):
    """A player has counted their own winnings pile."""

    verb, example, rule = "count", "Ann: count 21", "GMM-E1"
    menu, said = later("Say how many cards you count"), later("{who} counts {cards} cards")
    when, wrong, certain = Confirm.when, Confirm.wrong, True

    cards: int

    @classmethod
    def choices(cls, state: State) -> Iterator[Count]:
        for seat in state.present:
            if not state.players[seat].counted:
                yield cls(seat, state.players[seat].winnings)

    def facts(self, state: State) -> Findings:
        """GMM-E1: a pile, and a number of cards."""
        if 0 <= self.cards <= DECK:
            return missing_piles(state, "GMM-E1")
        return stop("GMM-E1", tr("a winnings pile has 0 to {deck} cards", deck=DECK))

    def check(self, state: State) -> Findings:
        """GMM-E1: the pile is counted against what the program expects."""
        player, name = state.players[self.me], state.name(self.me)
        if player.counted and state.stage is Stage.COUNT:
            return against("GMM-E1", tr("{name} has counted already", name=name))
        if self.cards == player.winnings:
            return YES
        text = later("{name} should have {winnings} cards, not {cards}")
        text = tr(text, name=name, winnings=player.winnings, cards=self.cards)
        text = tr("{text}: count once more, or correct what was entered", text=text)
        return against("GMM-E1", text)

    def apply(self, state: State) -> State:
        """The pile counts; after the last one the round is decided."""
        player = state.players[self.me]
        adjusted = player.adjusted + self.cards - player.winnings
        state = state.change(self.me, adjusted=adjusted, counted=True)
        everybody = all(state.players[seat].counted for seat in state.present)
        return flow.decide(state) if everybody else state


def missing_piles(state: State, rule: str) -> Findings:
    """Refuse to count winnings piles where there are none."""
    return YES if state.piled else stop(rule, tr("there are no winnings piles"))


# ---------------------------------------------------------------- the final tie


@dataclass(frozen=True, slots=True)
class ChooseAbility(Verb[State]):
    """The table chooses the ability of the battle that decides a final tie."""

    verb, example, rule = "ability", "table: ability fright", "GMM-E3"
    costly = True
    menu = later("Choose the ability that decides")
    by_table = True

    ability: Ability

    @classmethod
    def choices(cls, state: State) -> Iterator[ChooseAbility]:
        return (cls(None, ability) for ability in ABILITIES)

    def facts(self, state: State) -> Findings:
        """GMM-R1, GMM-E3: a final tie."""
        text = tr("every round has its own ability; only a final tie lets you choose")
        return YES if state.decided else stop("GMM-R1", text)

    def check(self, state: State) -> Findings:
        if state.stage is Stage.ABILITY:
            return YES
        return against("GMM-E3", tr("the ability is chosen already"))

    def apply(self, state: State) -> State:
        """All 60 cards are shuffled and dealt to those who share the first place."""
        first = flow.first_places(state)
        return flow.begin_sudden(state, Sudden(first, first, self.ability, final=True))

    def tell(self, before: State, after: State) -> str:
        return tr("The table chooses {title}", title=title(self.ability))


# ---------------------------------------------------------------- rulings of the table


@dataclass(frozen=True, slots=True)
class AdjustCount(Verb[State]):
    """By the table's ruling a winnings pile counts that many cards more or fewer."""

    verb, example, rule = "adjust-count", "table: adjust-count Ann -3", "X-7"
    said = later("By ruling {seat}'s winnings count {cards:+} cards (X-7)")
    by_table = True
    near = later("{seat}'s pile had {cards:+} cards")

    seat: Seat
    cards: int

    def facts(self, state: State) -> Findings:
        if wrong := state.check_seat(self.seat, "X-7") or missing_piles(state, "X-7"):
            return wrong
        now = state.players[self.seat].winnings
        if self.cards and 0 <= now + self.cards <= DECK:
            return YES
        text = later("{name}'s pile has {now} cards; a pile has 0 to {deck}")
        return stop("X-7", tr(text, name=state.name(self.seat), now=now, deck=DECK))

    def apply(self, state: State) -> State:
        """The pile counts otherwise; a sudden death is broken off and the piles counted again."""
        player = state.players[self.seat]
        adjusted = player.winnings + self.cards - len(player.won)
        state = state.change(self.seat, adjusted=adjusted)
        return state if state.stage in BATTLE else flow.to_count(state)


@dataclass(frozen=True, slots=True)
class AdjustTrophy(Verb[State]):
    """By the table's ruling a round's Trophy goes to this player; the round being played ends."""

    verb, example, rule = "adjust-trophy", "table: adjust-trophy 2 Ann", "X-7"
    menu = later("Rule who wins the Trophy")
    said = later("By ruling the Trophy of round {round} goes to {seat} (X-7)")
    by_table = after_end = True

    round: int
    seat: Seat

    @classmethod
    def choices(cls, state: State) -> Iterator[AdjustTrophy]:
        """Offered where no order of the piles can break a sudden death (GMM-D3)."""
        if state.sudden is not None and flow.endless(state, state.sudden):
            yield from (cls(None, state.round, seat) for seat in state.showing)

    def facts(self, state: State) -> Findings:
        if wrong := state.check_seat(self.seat, "X-7"):
            return wrong
        finished = len(state.awards)
        if not 1 <= self.round <= finished + (not state.decided):
            return stop("X-7", tr("round {round} has not been played", round=self.round))
        if self.round <= finished and state.awards[self.round - 1].winner == self.seat:
            return stop("X-7", tr("{name} has this Trophy", name=state.name(self.seat)))
        return YES

    def apply(self, state: State) -> State:
        """The Trophy changes hands; who deals or has won follows from that."""
        if self.round > len(state.awards):
            return flow.award(state, self.seat, "X-7")
        at = self.round - 1
        changed = replace(state.awards[at], winner=self.seat, rule="X-7")
        state = replace(state, awards=(*state.awards[:at], changed, *state.awards[at + 1 :]))
        if state.decided:
            return flow.finish(replace(state, champion=None, sudden=None))
        if state.stage is Stage.DEAL and self.round == len(state.awards):
            dealer = state.left(self.seat)
            return replace(state, dealer=dealer, declarer=dealer)
        return state


@dataclass(frozen=True, slots=True)
class AdjustDeclarer(Verb[State]):
    """By the table's ruling this player is the one who declares."""

    verb, example, rule = "adjust-declarer", "table: adjust-declarer Ann", "X-7"
    said = later("By ruling {seat} declares (X-7)")
    when, wrong, by_table = BATTLE, later("nobody declares"), True
    near = later("{seat} declared")

    seat: Seat

    def facts(self, state: State) -> Findings:
        """X-7: a battle, and somebody else than now."""
        if state.stage not in BATTLE:
            return stop("X-7", tr("there is no battle now"))
        if self.seat == state.declarer:
            return stop("X-7", tr("{name} declares already", name=state.name(self.seat)))
        return state.check_seat(self.seat, "X-7")

    def apply(self, state: State) -> State:
        """This player declares; cards that lie open stay."""
        return replace(state, declarer=self.seat, ruled=True)
