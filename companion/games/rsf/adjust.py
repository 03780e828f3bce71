"""What the table changes by its own rulings: cards, scores and actions of a turn (X-7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.findings import YES, Findings, points_by, stop
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.texts import later, tr
from companion.core.words import UNNAMED, Cell, argument, one_less
from companion.games.rsf.player_sheet import check_mode_of, no_such_mode
from companion.games.rsf.state import RESOLVING, Stage, State
from companion.games.rsf.table import RsfVerb, may_hold, unknown_card
from companion.games.rsf.words import Column, Mode, PieceRef, Zone


@dataclass(frozen=True, slots=True)
class AdjustCard(RsfVerb):
    """The table puts a card somewhere else by its own ruling."""

    verb, rule = "adjust-card", "X-7"
    example = "table: adjust-card R04 from discard to hand for Ann"
    said = later("By ruling {piece} goes from the {source} to the {target} (X-7)")
    when = frozenset(Stage) - RESOLVING - {Stage.SETUP, Stage.STARTER, Stage.DEAL}
    wrong = later("first finish or withdraw what is under way")
    by_table = after_end = True
    near = later("{piece} went from the {source} to the {target}")

    piece: PieceRef
    source: Zone = argument(keyword="from")
    target: Zone = argument(keyword="to")
    source_seat: Seat | None = argument(keyword="of", default=None)
    target_seat: Seat | None = argument(keyword="for", default=None)
    cell: Cell | None = argument(keyword="at", default=None)
    mode: Mode | None = argument(keyword="as", default=None)

    def facts(self, state: State) -> Findings:
        """X-7: the card must be where it is taken from, and there must be room where it goes."""
        if state.stage is Stage.OVER and Zone.MONSTER in {self.source, self.target}:
            return stop("X-7", tr("the game is over and monsters stay as they are; undo instead"))
        return self._check_source(state) or self._check_target(state)

    def _check_source(self, state: State) -> Findings:
        seat, card = self.source_seat, self.piece.card
        wrong = _check_whose(state, seat, self.source, "of")
        if wrong:
            return wrong
        match self.source:
            case Zone.PILE:
                there = state.pile > 0
                named = self.target in {Zone.MONSTER, Zone.DISCARD, Zone.DESTROYED}
                if there and (card != UNNAMED or (named and state.full)):
                    return unknown_card(state, card)
            case Zone.DISCARD:
                there = any(thrown.card == card for thrown in state.discard)
            case Zone.DESTROYED:
                there = card in state.destroyed
            case Zone.HAND:
                there = may_hold(state, sure(seat), card)
            case Zone.MONSTER:
                return self.has_piece(state, sure(seat), self.piece)
            case _:
                assert_never(self.source)
        if there:
            return YES
        return stop("X-7", tr("{card} is not in the {source}", card=card, source=self.source))

    def _check_target(self, state: State) -> Findings:
        wrong = _check_whose(state, self.target_seat, self.target, "for")
        if wrong or self.target is not Zone.MONSTER or not state.full:
            return wrong
        if self.piece.card == UNNAMED:
            return stop("X-7", tr("name the card that goes into the monster"))
        if self.cell is None:
            return stop("X-7", tr("say where in the monster: at and a cell"))
        monster = state.players[sure(self.target_seat)].monster
        if any(piece.cell == self.cell for piece in monster):
            return stop("RSF-R2", tr("a card lies there already"))
        return no_such_mode(state, self.piece.card, self.mode)

    def check(self, state: State) -> Findings:
        """RSF-T2a: the use of a hybrid that goes into a monster."""
        used = state.full and self.target is Zone.MONSTER and self.mode is not None
        return check_mode_of(state, self.piece.card, sure(self.mode)) if used else YES

    def apply(self, state: State) -> State:
        """The card lies somewhere else; deaths that follow are seen to as after any change."""
        return self._put_in(self._take_out(state))

    def _take_out(self, state: State) -> State:
        card, source = self.piece.card, self.source_seat
        match self.source:
            case Zone.PILE:
                return replace(state, pile=state.pile - 1)
            case Zone.DISCARD:
                at = next(at for at, thrown in enumerate(state.discard) if thrown.card == card)
                return state.from_discard(at)
            case Zone.DESTROYED:
                left = one_less(state.destroyed, card)
                return replace(state, destroyed=left, mended=state.mended - 1)
            case Zone.HAND:
                return state.from_hand(sure(source), card)
            case Zone.MONSTER:
                return state.take_piece(sure(source), state.piece(sure(source), self.piece))
            case _:
                assert_never(self.source)

    def _put_in(self, state: State) -> State:
        card, source, target = self.piece.card, self.source_seat, self.target_seat
        match self.target:
            case Zone.PILE:
                return replace(state, pile=state.pile + 1)
            case Zone.DISCARD:
                return state.to_discard(source if source is not None else state.turn, card)
            case Zone.DESTROYED:
                return replace(state, destroyed=(*state.destroyed, card), mended=state.mended + 1)
            case Zone.HAND:
                return state.to_hand(sure(target), card)
            case Zone.MONSTER:
                return state.put_piece(sure(target), card, self.cell, self.mode)
            case _:
                assert_never(self.target)


def _check_whose(state: State, seat: Seat | None, zone: Zone, word: str) -> Findings:
    owned = zone in {Zone.HAND, Zone.MONSTER}
    wrong = state.check_owner(zone, seat, word, owned=owned)
    if wrong or seat is None or state.players[seat].alive:
        return wrong
    name = state.name(seat)
    return stop("X-7", tr("{name}'s monster is out of the game; undo instead", name=name))


@dataclass(frozen=True, slots=True)
class AdjustScore(RsfVerb):
    """The table changes a score of the Player Sheet by so many points, by its own ruling."""

    verb, example, rule = "adjust-score", "table: adjust-score Ann DEF -2", "X-7"
    said = later("By ruling {seat}'s {column} changes by {points:+} (X-7)")
    by_table = after_end = True
    near = later("{seat} had {points:+} {column}")

    seat: Seat
    column: Column
    points: int

    def facts(self, state: State) -> Findings:
        if not state.has_seats(self.seat) or not state.players[self.seat].alive:
            return stop("X-7", tr("that player has no monster any more"))
        return points_by(self.points)

    def apply(self, state: State) -> State:
        """The score is changed by so many points until the end of the game."""
        adjusted = list(state.players[self.seat].adjusted)
        adjusted[list(Column).index(self.column)] += self.points
        return state.change(self.seat, adjusted=tuple(adjusted))


@dataclass(frozen=True, slots=True)
class AdjustActions(RsfVerb):
    """The table grants or takes actions for the turn being played, by its own ruling."""

    verb, example, rule = "adjust-actions", "table: adjust-actions 1", "X-7"
    said = later("By ruling this turn has {actions:+} actions (X-7)")
    by_table = after_end = True
    near = later("this turn had {actions:+} actions")

    actions: int

    def facts(self, state: State) -> Findings:
        if not state.playing:
            return stop("X-7", tr("no turn is being played"))
        if not 0 < abs(self.actions) <= 9:  # noqa: PLR2004 - one digit
            return stop("X-7", tr("say by how many actions, from -9 to 9"))
        return YES

    def apply(self, state: State) -> State:
        """The turn has so many actions more; what is used already stays used."""
        granted = max(-state.phase, state.granted + self.actions)
        beyond = max(state.beyond, state.actions_used - state.phase - granted)
        return replace(state, granted=granted, beyond=beyond)
