"""The Ready and Set phases (RSF-R, RSF-T): exchange, mulligan, building, hybrids, the sheet."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.findings import YES, Findings, against, blocked, stop
from companion.core.switches import OnOff
from companion.core.texts import listed, stage_text, tr
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.flow import begin_fight
from companion.games.rsf.house import DiscardFrom
from companion.games.rsf.play_setup import still_owed
from companion.games.rsf.state import (
    FIGHT,
    FREE,
    ROLLING,
    Piece,
    Sheet,
    Stage,
    State,
)
from companion.games.rsf.table import (
    find_piece,
    from_hand,
    has_in_hand,
    held,
    join,
    leave,
    piece_meant,
    remonster,
    sure,
    to_discard,
    undeclared,
)

if TYPE_CHECKING:
    from companion.core.seats import Seat
    from companion.games.rsf.actions import (
        Connect,
        DeclareMode,
        EnterSheet,
        Exchange,
    )
    from companion.games.rsf.words import Mode

EXCHANGE: Final = 3  # RSF-R3a
EXCHANGE_KIN: Final = 4  # RSF-R3b
SHEET_LIMIT: Final = 999  # beyond any sum of 125 cards that a Player Sheet could show


# ---------------------------------------------------------------- mulligan


def needs_mulligan(state: State, seat: Seat) -> bool:
    """Tell whether a player must redraw the hand (RSF-R1c), and can."""
    if not _lacks(state, seat):
        return False
    more = state.discard or held(state.players[seat])
    return state.pile > 0 or (state.house.reshuffle is OnOff.ON and bool(more))


def _lacks(state: State, seat: Seat) -> bool:
    """Tell whether a player's cards lack attack or defense (RSF-R1a); unknown in light depth."""
    if not state.full:
        return False
    cards = [state.card(card) for card in held(state.players[seat])]
    attack = any(card is not None and card.attack > 0 for card in cards)
    defense = any(card is not None and card.defense > 0 for card in cards)
    return not (attack and defense)


def check_mulligan(state: State, seat: Seat) -> Findings:
    """RSF-R1c."""
    wrong = _building(state, seat, "RSF-R1a")
    if wrong:
        return wrong
    if not held(state.players[seat]):
        return stop("RSF-R1c", tr("there is no hand to discard"))
    if state.full and not needs_mulligan(state, seat):
        return against("RSF-R1c", tr("the hand has attack and defense, so it is no mulligan"))
    return YES


def apply_mulligan(state: State, seat: Seat) -> State:
    """Everything goes to the discard; as many cards are owed from the pile."""
    player = state.players[seat]
    cards = held(player)
    state = state.with_player(seat, replace(player, hand=(), monster=()))
    state = replace(to_discard(state, seat, *cards), owed=len(cards), from_discard=False)
    return still_owed(state)


def _mulligan_first(state: State, seat: Seat) -> Findings:
    if needs_mulligan(state, seat):
        return against("RSF-R1c", tr("the cards lack attack or defense: a mulligan comes first"))
    return YES


def _building(state: State, seat: Seat, rule: str) -> Findings:
    """In the Ready phase, in order from the starter (RSF-R3f)."""
    if state.stage is not Stage.READY:
        return stop(
            rule,
            tr("this belongs to the Ready phase; {stage_text}", stage_text=stage_text(state.stage)),
        )
    if seat != state.turn:
        return stop(
            "RSF-R3f", tr("it is {name}'s turn to build and exchange", name=state.name(state.turn))
        )
    return YES


# ---------------------------------------------------------------- exchange


def check_exchange(state: State, action: Exchange, seat: Seat) -> Findings:
    """RSF-R3a to R3f."""
    wrong = _building(state, seat, "RSF-R3a")
    if wrong:
        return wrong
    player = state.players[seat]
    count = len(action.cards)
    if not count:
        return stop("RSF-R3a", tr("name the cards to discard"))
    missing = Counter(action.cards) - Counter(held(player))
    if missing:
        return stop(
            "RSF-R3a",
            tr("{name} does not have {next}", name=state.name(seat), next=next(iter(missing))),
        )
    findings = list(_mulligan_first(state, seat))
    if player.exchanged:
        findings += against("RSF-R3d", tr("the exchange is used up, there is one a game"))
    connected = Counter(action.cards) - Counter(player.hand)
    if connected and state.house.discard_from is DiscardFrom.UNCONNECTED:
        findings += against(
            "RSF-R3d", tr("{next} is connected and locked", next=next(iter(connected)))
        )
    if count > EXCHANGE_KIN:
        findings += against(
            "RSF-R3a", tr("up to three cards may be discarded, not {count}", count=count)
        )
    elif count > EXCHANGE and not _kin(state, held(player), action.cards):
        findings += against(
            "RSF-R3b", tr("four may be discarded only if the other three are of one race or hybrid")
        )
    return tuple(findings)


def _kin(state: State, cards: tuple[CardId, ...], discarded: tuple[CardId, ...]) -> bool:
    """Tell whether the cards that stay are of one race or hybrid (RSF-R3e); light cannot know."""
    if not state.full:
        return True
    rest = [state.card(card) for card in (Counter(cards) - Counter(discarded)).elements()]
    plain = [set(card.races) for card in rest if card is not None and not card.hybrid]
    return not plain or bool(set.intersection(*plain))


def apply_exchange(state: State, action: Exchange, seat: Seat) -> State:
    """The cards go face up to the discard; as many replacements are owed."""
    for card in action.cards:
        if card in state.players[seat].hand:
            state = from_hand(state, seat, card)
            continue
        pieces = state.players[seat].monster
        piece = next(piece for piece in reversed(pieces) if piece.card == card)
        state = replace(leave(state, seat, piece), stirred=False)
    player = replace(state.players[seat], exchanged=True)
    state = to_discard(state.with_player(seat, player), seat, *action.cards)
    return still_owed(replace(state, owed=len(action.cards), from_discard=True))


# ---------------------------------------------------------------- connecting


def check_connect(state: State, action: Connect, seat: Seat) -> Findings:
    """RSF-R2, R2x, F2, F2a, T2c, X4a."""
    timing = _connect_timing(state, action, seat)
    if blocked(timing):
        return timing
    if not has_in_hand(state, seat, action.card):
        return stop(
            "RSF-F2", tr("{name} has no {card} in hand", name=state.name(seat), card=action.card)
        )
    if not state.full:
        return timing
    if action.card == UNNAMED:
        return (*timing, Question(seat, tr("Which card is connected?"), "RSF-R5", ("connect",)))
    return (*timing, *_connect_place(state, action, seat), *_connect_mode(state, action, seat))


def _connect_timing(state: State, action: Connect, seat: Seat) -> Findings:
    mine = seat == state.turn
    match state.stage:
        case Stage.READY | Stage.READY_DRAW:
            if state.players[seat].ready:
                return against("RSF-R4", tr("the Ready phase is finished for this player"))
            if mine and state.stage is Stage.READY_DRAW:
                return stop("RSF-R3f", tr("replacements are taken first"))
            return _mulligan_first(state, seat)
        case Stage.SET:
            return against("RSF-R4", tr("monsters are built in the Ready phase"))
        case _:
            return _connect_in_fight(state, action, mine=mine)


def _connect_in_fight(state: State, action: Connect, *, mine: bool) -> Findings:
    match state.stage:
        case Stage.DRAW | Stage.BEFORE | Stage.AFTER | Stage.COMBAT if not mine:
            return against("RSF-F2", tr("it is {name}'s turn", name=state.name(state.turn)))
        case Stage.DRAW:
            return against("RSF-F1", tr("the turn begins with drawing a card"))
        case Stage.BEFORE | Stage.AFTER:
            return YES
        case Stage.COMBAT:
            return against("RSF-F2a", tr("nothing is connected during combat"))
        case Stage.MUTATE:
            return against("RSF-O1", tr("Mutate may not add cards"))
        case Stage.ATTACH if mine:
            if state.drawn in {action.card, UNNAMED}:
                return YES
            return against("RSF-F2a", tr("only {drawn} may be connected now", drawn=state.drawn))
        case _:
            return stop(
                "RSF-F2",
                tr("nothing can be connected; {stage_text}", stage_text=stage_text(state.stage)),
            )


def _connect_place(state: State, action: Connect, seat: Seat) -> Findings:
    """RSF-R2x."""
    if action.cell is None:
        return (
            Question(seat, tr("Where does {card} go?", card=action.card), "RSF-R2x", ("connect",)),
        )
    pieces = state.players[seat].monster
    filled = arithmetic.cells(pieces)
    xy = (action.cell.x, action.cell.y)
    if xy in filled:
        return stop("RSF-R2", tr("a card lies at {cell} already", cell=action.cell.word()))
    if filled and not any(side in filled for side in arithmetic.sides(xy)):
        return against(
            "RSF-R2x", tr("{cell} shares no side with the monster", cell=action.cell.word())
        )
    cards = sure(state.box).cards
    if not arithmetic.edges_fit(cards, state.house, pieces, action.card, action.cell):
        return against("RSF-Q11", tr("the edges of {card} do not fit there", card=action.card))
    return YES


def _connect_mode(state: State, action: Connect, seat: Seat) -> Findings:
    """RSF-T2, T2c: in the Fight phase a hybrid is declared as it is connected."""
    card = sure(state.card(action.card))
    if action.mode is None:
        if state.stage not in FIGHT or not card.hybrid:
            return YES
        text = tr(
            "Is {card} used as {races}, or as its special?",
            card=action.card,
            races=tr(" or ").join(card.races),
        )
        return (Question(seat, text, "RSF-T2", ("connect",)),)
    return check_mode_of(state, action.card, action.mode)


def check_mode_of(state: State, card: CardId, mode: Mode) -> Findings:
    """A hybrid is used as one of its own two races or as its special ability (RSF-T2)."""
    known = sure(state.card(card))
    if not known.hybrid:
        return stop("RSF-T2", tr("{card} is no hybrid", card=card))
    if mode.race is not None and mode.race not in known.races:
        return stop(
            "RSF-T2a",
            tr(
                "{card} is {races}, not {race}",
                card=card,
                races=listed(known.races),
                race=mode.race,
            ),
        )
    return YES


def apply_connect(state: State, action: Connect, seat: Seat) -> State:
    """The card leaves the hand and is locked into the monster (RSF-R3)."""
    state = from_hand(state, seat, action.card)
    state = join(state, seat, action.card, action.cell, action.mode)
    if state.stage is Stage.ATTACH:
        return replace(state, stage=Stage.COMBAT, drawn=None)
    return state


# ---------------------------------------------------------------- done, modes, sheet


def check_done(state: State, seat: Seat) -> Findings:
    """RSF-R1d."""
    wrong = _building(state, seat, "RSF-R1d")
    if wrong:
        return wrong
    findings = list(_mulligan_first(state, seat))
    if state.full and not _lacks(state, seat):
        cards = [sure(state.card(piece.card)) for piece in state.players[seat].monster]
        if not any(card.attack > 0 for card in cards):
            findings += against("RSF-R1d", tr("the monster has no attack card yet"))
        if not any(card.defense > 0 for card in cards):
            findings += against("RSF-R1d", tr("the monster has no defense card yet"))
    return tuple(findings)


def apply_done(state: State, seat: Seat) -> State:
    """The next player builds; after the last one the Set phase begins."""
    state = state.with_player(seat, replace(state.players[seat], ready=True))
    later = state.order[state.order.index(seat) + 1 :]
    if later:
        return replace(state, turn=later[0])
    return replace(state, stage=Stage.SET, turn=state.starter)


def check_mode(state: State, action: DeclareMode, seat: Seat) -> Findings:
    """RSF-T2, T2c, O1a."""
    if not state.full:
        return stop("RSF-T2", tr("in light depth the sheet says how hybrids are used"))
    piece = find_piece(state, seat, action.piece, "RSF-T2", seat)
    if not isinstance(piece, Piece):
        return piece
    wrong = check_mode_of(state, action.piece.card, action.mode)
    if wrong:
        return wrong
    if state.stage in ROLLING:
        return stop("RSF-T2c", tr("a roll is open"))
    early = state.stage in {Stage.READY, Stage.READY_DRAW, Stage.SET}
    if (early and not state.players[seat].confirmed) or piece in undeclared(state, seat):
        return YES
    if state.stage is Stage.MUTATE:
        if state.house.mutate_redeclare is OnOff.OFF:
            return against("RSF-O1a", tr("a Mutate does not change how hybrids are used"))
        return YES if seat == state.turn else stop("RSF-O1", tr("another player mutates"))
    return against("RSF-T2c", tr("the use of a hybrid stays until it leaves the monster"))


def apply_mode(state: State, action: DeclareMode, seat: Seat) -> State:
    """The hybrid counts from now on as declared."""
    piece = piece_meant(state, seat, action.piece)
    pieces = tuple(
        one._replace(mode=action.mode) if one is piece else one
        for one in state.players[seat].monster
    )
    return remonster(state, seat, pieces)


def check_confirm(state: State, seat: Seat) -> Findings:
    """RSF-T1, T2."""
    if state.stage is not Stage.SET:
        return stop(
            "RSF-T1",
            tr(
                "sheets are confirmed in the Set phase; {stage_text}",
                stage_text=stage_text(state.stage),
            ),
        )
    if seat != state.turn:
        return stop("RSF-T1", tr("it is {name}'s turn to confirm", name=state.name(state.turn)))
    player = state.players[seat]
    if not state.full and (player.entered is None or player.sheet_due):
        return (Question(seat, tr("What does the Player Sheet say?"), "RSF-T1", ("sheet",)),)
    return tuple(
        Question(
            seat,
            tr("How is {card} used: as a race or special?", card=piece.card),
            "RSF-T2",
            ("mode",),
        )
        for piece in undeclared(state, seat)
    )


def apply_confirm(state: State, seat: Seat) -> State:
    """The next player confirms; after the last one the fight begins."""
    state = state.with_player(seat, replace(state.players[seat], confirmed=True))
    later = state.order[state.order.index(seat) + 1 :]
    return replace(state, turn=later[0]) if later else begin_fight(state)


def check_sheet(state: State, action: EnterSheet, seat: Seat) -> Findings:
    """RSF-T3 in light depth."""
    if state.full:
        return stop("RSF-T3", tr("the sheet is added up from the cards"))
    if state.stage not in {Stage.READY, Stage.SET, Stage.DRAW, Stage.MUTATE, *FREE}:
        return stop(
            "RSF-T3",
            tr("a sheet cannot be entered; {stage_text}", stage_text=stage_text(state.stage)),
        )
    sums = (action.attack, action.defense, action.special)
    if not all(0 <= points <= SHEET_LIMIT for points in sums):
        return stop("RSF-T3", tr("scores go from 0 to {sheet_limit}", sheet_limit=SHEET_LIMIT))
    player = state.players[seat]
    if not 0 <= action.pieces <= len(held(player)):
        return stop(
            "RSF-T3",
            tr("{name} has {held} cards in all", name=state.name(seat), held=len(held(player))),
        )
    if state.stage in FIGHT:
        return _sheet_in_fight(state, action, seat)
    if action.pieces or not held(player):
        return YES
    return against("RSF-R1d", tr("a monster needs at least one piece"))


def _sheet_in_fight(state: State, action: EnterSheet, seat: Seat) -> Findings:
    """Pieces on a sheet are connected by it, and no others than could be (RSF-F2)."""
    before = len(state.players[seat].monster)
    if action.pieces < before:
        return against("RSF-R3", tr("{before} pieces are in play and locked", before=before))
    if action.pieces == before:
        return YES
    if state.stage is Stage.COMBAT:
        return against("RSF-F2a", tr("nothing is connected during combat"))
    if state.stage is Stage.MUTATE:
        return against("RSF-O1", tr("Mutate may not add cards"))
    if seat == state.turn:
        return YES
    return against("RSF-F2", tr("cards are connected in one's own turn"))


def apply_sheet(state: State, action: EnterSheet, seat: Seat) -> State:
    """The sums count from now on; pieces come from the hand, or go back there."""
    cards = len(held(state.players[seat]))
    points = action.attack - arithmetic.race_bonus(state.house, action.race)
    player = replace(
        state.players[seat],
        hand=(UNNAMED,) * (cards - action.pieces),
        monster=(),
        entered=Sheet(action.attack, action.defense, action.special, action.race, points),
        sheet_due=False,
    )
    state = state.with_player(seat, player)
    for _ in range(action.pieces):
        state = join(state, seat, UNNAMED, None, None)
    return state
