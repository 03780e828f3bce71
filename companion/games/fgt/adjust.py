"""What the table puts right by its own ruling (X-7): a power, a score, a Warrior's place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, assert_never

from companion.core.findings import YES, Findings, against, stop
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, tr
from companion.core.verbs import Verb
from companion.core.words import UNNAMED, CardId, argument, one_less
from companion.games.fgt.flow import add_to_hand, bury, go_on, to_graveyard, to_scored
from companion.games.fgt.powers import change, missing_main, strike_out
from companion.games.fgt.state import DRAWING, Scored, Stage, State
from companion.games.fgt.table import check_card, check_from_hidden
from companion.games.fgt.words import Zone

MOST: Final = 999
OF_A_SEAT: Final = frozenset({Zone.HAND, Zone.SCORED})


@dataclass(frozen=True, slots=True)
class AdjustPower(Verb[State]):
    """The table changes the current power of a Main by its own ruling."""

    verb, example, rule = "adjust-power", "table: adjust-power Ann -3", "X-7"
    said = later("By ruling {seat}'s Main changes by {points:+} (X-7)")
    by_table = after_end = True
    near = later("{seat}'s Main had {points:+} power")

    seat: Seat
    points: int

    def facts(self, state: State) -> Findings:
        """A Main; in light depth powers are not known."""
        if not state.full or not state.in_fight:
            return stop("X-7", tr("powers are changed in a Fight, in full depth"))
        if wrong := state.check_seat(self.seat, "X-7"):
            return wrong
        if not 0 < abs(self.points) <= MOST:
            return stop("X-7", tr("a power changes by 1 to {most} points", most=MOST))
        return missing_main(state, self.seat)

    def check(self, state: State) -> Findings:
        """Between two actions, and not of a Main that was killed."""
        return _between_actions(state) + strike_out(state, self.seat)

    def apply(self, state: State) -> State:
        """The power changes; below 1 it kills (FGT-B4)."""
        return go_on(bury(change(state, self.seat, None, UNNAMED, self.points)))


@dataclass(frozen=True, slots=True)
class AdjustGlory(Verb[State]):
    """The table gives or takes Glory by its own ruling."""

    verb, example, rule = "adjust-glory", "table: adjust-glory Ann 2", "X-7"
    said = later("By ruling {seat} has {points:+} Glory (X-7)")
    by_table = after_end = True

    seat: Seat
    points: int

    def facts(self, state: State) -> Findings:
        """At any time."""
        if 0 < abs(self.points) <= MOST:
            return state.check_seat(self.seat, "X-7")
        return stop("X-7", tr("Glory changes by 1 to {most} points", most=MOST))

    def apply(self, state: State) -> State:
        """The score changes, with a line of its own."""
        return state.change(self.seat, adjusted=state.players[self.seat].adjusted + self.points)


def _between_actions(state: State) -> Findings:
    if state.stage not in {Stage.SETUP, *DRAWING}:
        return YES
    return against("X-7", tr("finish dealing, drawing or shuffling first"))


# ---------------------------------------------------------------- a card's place


@dataclass(frozen=True, slots=True)
class AdjustCard(Verb[State]):
    """The table puts a Warrior somewhere else by its own ruling; `card` is one not named."""

    verb, example = "adjust-card", "table: adjust-card H07 from graveyard to scored for Ann"
    rule, by_table, after_end = "X-7", True, True
    near = later("{card} went from the {source} to the {target}")

    card: CardId
    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)

    def facts(self, state: State) -> Findings:
        """From where such a card is to somewhere else."""
        for zone, seat, word in (
            (self.source, self.source_seat, "of"),
            (self.target, self.target_seat, "for"),
        ):
            if wrong := state.check_owner(zone, seat, word, owned=zone in OF_A_SEAT):
                return wrong
        if (self.source, self.source_seat) == (self.target, self.target_seat):
            return stop("X-7", tr("that moves nothing"))
        return _check_source(state, self)

    def check(self, state: State) -> Findings:
        """Between two actions."""
        return _between_actions(state)

    def apply(self, state: State) -> State:
        """The card is taken out and put in; then whoever is to act is found anew."""
        state, moved = _take_out(state, self)
        return go_on(_put_in(state, self, moved))

    def tell(self, before: State, after: State) -> str:
        return tr(
            "By ruling {card} goes from {source} to {target} (X-7)",
            card=before.called_card(self.card),
            source=_place(before, self.source, self.source_seat),
            target=_place(before, self.target, self.target_seat),
        )


def _place(state: State, zone: Zone, seat: Seat | None) -> str:
    if seat is None:
        return tr("the {zone}", zone=zone)
    if zone is Zone.HAND:
        return tr("{name}'s hand", name=state.name(seat))
    return tr("{name}'s scored pile", name=state.name(seat))


def _check_source(state: State, said: AdjustCard) -> Findings:
    """Such a card lies there; one that is face down need not be named."""
    seat = said.source_seat
    match said.source:
        case Zone.RESERVES | Zone.HAND:
            there = (state.reserves if seat is None else state.players[seat].hand) > 0
            if there and said.card != UNNAMED:
                return check_from_hidden(state, said.card, "X-7")
        case Zone.GRAVEYARD:
            there = said.card in state.graveyard
        case Zone.SCORED:
            there = _scored_at(state, said) is not None
        case _:
            assert_never(said.source)
    text = tr("no such Warrior is in the {source}", source=said.source)
    return YES if there else stop("X-7", text)


def _scored_at(state: State, said: AdjustCard) -> int | None:
    """Which card of the scored pile is meant: the one of that name or Family, else the last."""
    pile = state.players[sure(said.source_seat)].scored
    if said.card == UNNAMED:
        return len(pile) - 1 if pile else None
    for at, one in enumerate(pile):
        if one.card == said.card:
            return at
    known = state.warrior(said.card)
    if known is None or check_card(state, said.card, "X-7"):
        return None
    nameless = (at for at, one in enumerate(pile) if one.card is None)
    return next((at for at in nameless if pile[at].family in {None, known.family}), None)


def _take_out(state: State, said: AdjustCard) -> tuple[State, Scored]:
    known = state.warrior(said.card)
    moved = Scored(known.family, known.id) if known else Scored(None)
    match said.source:
        case Zone.RESERVES:
            return replace(state, reserves=state.reserves - 1), moved
        case Zone.GRAVEYARD:
            return replace(state, graveyard=one_less(state.graveyard, said.card)), moved
        case Zone.HAND:
            return replace(add_to_hand(state, sure(said.source_seat), -1), uneven=True), moved
        case Zone.SCORED:
            seat, at = sure(said.source_seat), sure(_scored_at(state, said))
            pile = state.players[seat].scored
            state = state.change(seat, scored=(*pile[:at], *pile[at + 1 :]))
            return state, moved if known else pile[at]
        case _:
            assert_never(said.source)


def _put_in(state: State, said: AdjustCard, moved: Scored) -> State:
    match said.target:
        case Zone.RESERVES:
            return replace(state, reserves=state.reserves + 1)
        case Zone.GRAVEYARD:
            return to_graveyard(state, moved.card or UNNAMED)
        case Zone.HAND:
            return replace(add_to_hand(state, sure(said.target_seat), 1), uneven=True)
        case Zone.SCORED:
            return to_scored(state, sure(said.target_seat), moved)
        case _:
            assert_never(said.target)
