"""The Player Sheet (RSF-T): how hybrids are used, its sums, and that its player agrees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.core.findings import YES, Findings, against, stop
from companion.core.game import Form, Option
from companion.core.seats import Seat
from companion.core.state import sure
from companion.core.switches import OnOff
from companion.core.texts import later, listed, tr
from companion.core.verbs import in_turn
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId, argument
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import confirm_on
from companion.games.rsf.state import FREE, ROLLING, Piece, Sheet, Stage, State
from companion.games.rsf.table import SheetVerb, ref_of, undeclared
from companion.games.rsf.words import SPECIAL_MODE, Mode, PieceRef

RACES: Final = (later("Robot"), later("Insect"), later("Plant"), later("Alien"))
"""The rulebook's races; a box with others is typed in words."""
SHEET_LIMIT: Final = 999  # beyond any sum of 125 cards that a Player Sheet could show

# ---------------------------------------------------------------- how hybrids are used


@dataclass(frozen=True, slots=True)
class DeclareMode(SheetVerb):
    """A hybrid in play is used as one of its races or as its special ability."""

    verb, example, rule = "mode", "Ann: mode H01 special", "RSF-T2"
    menu = later("Say how a hybrid is used")
    said = later("{who} uses {card} as {mode}: {sheet}")

    piece: PieceRef
    mode: Mode

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """How hybrids may be used, other than now; in a turn only those that are owed."""
        owed = state.stage in FREE
        seats = state.living if owed else (state.turn,)
        if state.stage is Stage.SET:
            seats = tuple(seat for seat in state.living if not state.players[seat].confirmed)
        elif state.stage is Stage.MUTATE and state.house.mutate_redeclare is OnOff.OFF:
            return
        text, rule = (tr("Say how the hybrid is used"), "RSF-T2c") if owed else ("", "")
        for seat in seats if state.full else ():
            every = (
                cls(seat, ref_of(state, seat, piece), mode)
                for piece in (undeclared(state, seat) if owed else state.players[seat].monster)
                for mode in modes_of(state, piece.card)
                if mode != piece.mode
            )
            yield cls.option(seat, every, text=text, rule=rule)

    def facts(self, state: State) -> Findings:
        if not state.full:
            return stop("RSF-T2", tr("in light depth the sheet says how hybrids are used"))
        wrong = self.has_piece(state, self.me, self.piece)
        return wrong or no_such_mode(state, self.piece.card, self.mode)

    def check(self, state: State) -> Findings:
        """RSF-T2, T2c, O1a."""
        wrong = check_mode_of(state, self.piece.card, self.mode)
        return wrong + self._timing(state, state.piece(self.me, self.piece))

    def _timing(self, state: State, piece: Piece) -> Findings:
        if state.stage in ROLLING:
            return against("RSF-T2c", tr("a roll is open"))
        early = state.stage in {Stage.READY, Stage.READY_DRAW, Stage.SET}
        if (early and not state.players[self.me].confirmed) or piece in undeclared(state, self.me):
            return YES
        if state.stage is Stage.MUTATE:
            if state.house.mutate_redeclare is OnOff.OFF:
                return against("RSF-O1a", tr("a Mutate does not change how hybrids are used"))
            return in_turn(state, self.me, "RSF-O1")
        return against("RSF-T2c", tr("the use of a hybrid stays until it leaves the monster"))

    def apply(self, state: State) -> State:
        piece = state.piece(self.me, self.piece)
        pieces = tuple(one._replace(mode=self.mode) if one is piece else one for one in state.players[self.me].monster)
        return state.change(self.me, monster=pieces)

    def named_cards(self) -> tuple[CardId, ...]:
        """None; in light depth it is refused as such."""
        return ()

    def gaps(self, state: State) -> dict[str, object]:
        """The card by its id alone."""
        who = state.actor(self.actor)
        return {"who": who, "card": self.piece.card, "mode": self.mode.display_name()}


def no_such_mode(state: State, card: CardId, mode: Mode | None) -> Findings:
    """Only hybrids have uses, and their races are those of the catalogue (RSF-T2)."""
    if mode is None:
        return YES
    if not sure(state.card(card)).hybrid:
        return stop("RSF-T2", tr("{card} is no hybrid", card=card))
    if mode.race is not None and mode.race not in sure(state.box).races:
        return stop("RSF-T2a", tr("there is no race {race}", race=mode.race))
    return YES


def check_mode_of(state: State, card: CardId, mode: Mode) -> Findings:
    """A hybrid is used as one of its own two races or as its special ability (RSF-T2)."""
    known = sure(state.card(card))
    if mode.race is None or mode.race in known.races:
        return YES
    races = listed([*map(tr, known.races)])
    text = tr("{card} is {races}, not {race}", card=card, races=races, race=tr(mode.race))
    return against("RSF-T2a", text)


def modes_of(state: State, card: CardId) -> tuple[Mode, ...]:
    """The ways to use a hybrid; none for any other card (RSF-T2)."""
    known = sure(state.card(card))
    if not known.hybrid:
        return ()
    return (*(Mode(race) for race in known.races), SPECIAL_MODE)


def ask_modes(state: State, seats: Iterable[Seat], rule: str) -> tuple[Question, ...]:
    """Questions about hybrids in play whose use their owners have not declared."""
    text = later("How is {card} used: as a race or special?")
    return tuple(
        Question(seat, tr(text, card=piece.card), rule, ("mode",))
        for seat in seats
        for piece in undeclared(state, seat)
    )


# ---------------------------------------------------------------- sums and agreement


def ask_sheets(state: State, seats: Iterable[Seat], rule: str) -> tuple[Question, ...]:
    """In light depth, ask for the sums of sheets that are not entered, or not any more (RSF-F4)."""
    text = later("What does {name}'s Player Sheet say now?")
    return tuple(
        Question(seat, tr(text, name=state.name(seat)), rule, ("sheet",))
        for seat in seats
        if not state.full and (state.players[seat].entered is None or state.players[seat].sheet_due)
    )


@dataclass(frozen=True, slots=True)
class Confirm(SheetVerb):
    """The player has added up the Player Sheet and agrees with it."""

    verb, example, rule = "confirm", "Ann: confirm", "RSF-T1"
    menu = later("Confirm the Player Sheet")
    said = later("{who} confirms the Player Sheet: {sheet}")
    when, wrong = frozenset({Stage.SET}), later("sheets are confirmed in the Set phase")

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """Whoever is in turn; or everybody, one after the other."""
        option = cls.option(state.turn, (cls(state.turn),))
        yield replace(option, together=tr("Everybody confirms the Player Sheet"))

    def check(self, state: State) -> Findings:
        """RSF-T1, T2; the order is that of every ordered step (RSF-S8)."""
        findings = in_turn(state, self.me, "RSF-S8") + ask_sheets(state, (self.me,), "RSF-T1")
        return findings + ask_modes(state, (self.me,), "RSF-T2")

    def apply(self, state: State) -> State:
        """The next player confirms; after the last one the fight begins."""
        state = state.change(self.me, confirmed=True)
        return confirm_on(state) if state.stage is Stage.SET else state


@dataclass(frozen=True, slots=True)
class EnterSheet(SheetVerb):
    """The sums of the Player Sheet are entered (light depth)."""

    verb, example = "sheet", "Ann: sheet atk 8 def 12 spc 1 pieces 6 race Robot"
    rule, menu = "RSF-T3", later("Enter the Player Sheet")
    said = later("{who}'s sheet: {sheet}, {pieces} pieces")
    when = frozenset({Stage.READY, Stage.SET, Stage.DRAW, Stage.MUTATE, *FREE})
    wrong = later("a sheet cannot be entered")

    attack: int = argument(keyword="atk")
    defense: int = argument(keyword="def")
    special: int = argument(keyword="spc")
    pieces: int = argument(keyword="pieces")
    race: str | None = argument(keyword="race", default=None)

    @classmethod
    def options(cls, state: State) -> Iterator[Option]:
        """In light depth: the sheet as it stands, or a likely one, as an example to be changed."""
        if state.full:
            return
        for seat in state.living if state.stage in FREE else (state.turn,):
            player, setting = state.players[seat], state.stage is Stage.SET
            sheet = player.entered or Sheet(attack=8, defense=12, special=1)
            pieces = len(player.monster) or len(player.hand)
            example = cls(seat, sheet.attack, sheet.defense, sheet.special, pieces, sheet.race)
            form = Form(
                example if player.entered else cls(seat, 0, 0, 0, pieces),
                () if player.entered else ("attack", "defense"),
                {"race": RACES},
                Confirm.verb if setting else "",  # whoever writes the sums down agrees with them
            )
            option = cls.option(seat, (example,), rule="RSF-T1", complete=False)
            yield replace(option, form=form)

    def facts(self, state: State) -> Findings:
        if state.full:
            return stop("RSF-T3", tr("the sheet is added up from the cards"))
        sums = (self.attack, self.defense, self.special)
        if not all(0 <= points <= SHEET_LIMIT for points in sums):
            return stop("RSF-T3", tr("scores go from 0 to {sheet_limit}", sheet_limit=SHEET_LIMIT))
        name, cards = state.name(self.me), len(state.players[self.me].cards)
        if not 0 <= self.pieces <= cards:
            return stop("RSF-T3", tr("{name} has {held} cards in all", name=name, held=cards))
        return YES

    def check(self, state: State) -> Findings:
        """RSF-R1d, and what the fight allows."""
        if state.phase:
            return self._in_fight(state)
        if self.pieces or not state.players[self.me].cards:
            return YES
        return against("RSF-R1d", tr("a monster needs at least one piece"))

    def _in_fight(self, state: State) -> Findings:
        """Pieces on a sheet are connected by it, and no others than could be (RSF-F2)."""
        before = len(state.players[self.me].monster)
        if self.pieces < before:
            return against("RSF-R3", tr("{before} pieces are in play and locked", before=before))
        if self.pieces == before:
            return YES
        if state.stage is Stage.COMBAT:
            return against("RSF-F2a", tr("nothing is connected during combat"))
        if state.stage is Stage.MUTATE:
            return against("RSF-O1", tr("Mutate may not add cards"))
        if self.me == state.turn:
            return YES
        return against("RSF-F2", tr("cards are connected in one's own turn"))

    def apply(self, state: State) -> State:
        """The sums count from now on; pieces come from the hand, or go back there."""
        cards = len(state.players[self.me].cards)
        points = self.attack - arithmetic.race_bonus(state.house, self.race)
        return state.change(
            self.me,
            hand=(UNNAMED,) * (cards - self.pieces),
            monster=arithmetic.uncounted(self.pieces),
            entered=Sheet(self.attack, self.defense, self.special, self.race, points),
            sheet_due=False,
        )
