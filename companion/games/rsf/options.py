"""What may be declared now and by whom. Rolls are no options: dice are asked for by `pending`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final, assert_never

from companion.core.actions import Action, Withdraw
from companion.core.findings import legal
from companion.core.game import Fill, Option
from companion.core.switches import OnOff
from companion.core.texts import tr
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import actions as act
from companion.games.rsf import monster as arithmetic
from companion.games.rsf.house import DiscardFrom, FightDrawFrom
from companion.games.rsf.play import check
from companion.games.rsf.play_fight import roller_of
from companion.games.rsf.play_mutate import is_quiet
from companion.games.rsf.play_ready import needs_mulligan
from companion.games.rsf.play_setup import hides
from companion.games.rsf.play_special import example_swaps, moves, stealable
from companion.games.rsf.state import FREE, ROLLING, Result, Sheet, Stage, State
from companion.games.rsf.table import (
    can_draw,
    ref_of,
    refs,
    reshuffles,
    sure,
    unaccounted,
    undeclared,
)
from companion.games.rsf.words import SPECIAL_MODE, Mode, PieceRef, Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.core.seats import Seat
    from companion.games.rsf.state import Piece

LAYOUTS: Final = 3
EXCHANGES: Final = 12
MOST_GIVEN: Final = 4  # RSF-R3b


def options(state: State) -> tuple[Option, ...]:
    """List everything that rules allow now; each with legal actions of that kind."""
    if state.stage is Stage.OVER:
        return ()
    return tuple(one for one in _STAGES[state.stage](state) if one.instances)


# ---------------------------------------------------------------- setup


def _setup(_state: State) -> Iterator[Option]:
    text = tr("The pile is mixed")
    yield Option(None, act.Mixed.verb, text, "RSF-S6", (act.Mixed(None),))


def _starter(state: State) -> Iterator[Option]:
    if not state.rolloff:
        named = tuple(act.Starter(None, seat) for seat in sorted(state.order))
        yield Option(None, act.Starter.verb, tr("Name the starter"), "RSF-S8", named)


def _draw(state: State) -> Iterator[Option]:
    rule = {
        Stage.DEAL: "RSF-S7",
        Stage.READY_DRAW: "RSF-R3a",
        Stage.REPLACE_DRAW: "RSF-X4",
    }.get(state.stage, "RSF-F1")
    if can_draw(state):
        drawn = tuple(act.Draw(state.turn, card) for card in drawable(state))
        yield Option(state.turn, act.Draw.verb, tr("Draw a card from the pile"), rule, drawn)
    offered = state.house.fight_draw_from is FightDrawFrom.PILE_OR_DISCARD
    if state.from_discard or (state.stage is Stage.DRAW and offered):
        cards = sorted({thrown.card for thrown in state.discard})
        taken = legal(check, state, (act.Take(state.turn, card) for card in cards))
        yield Option(
            state.turn, act.Take.verb, tr("Take a card from the discard"), "RSF-R3c", taken
        )
    if state.stage is Stage.READY_DRAW:
        yield from _side_by_side(state)


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


# ---------------------------------------------------------------- Ready and Set


def _ready(state: State) -> Iterator[Option]:
    seat = state.turn
    player = state.players[seat]
    if needs_mulligan(state, seat) or not state.full:
        redraw = legal(check, state, (act.Mulligan(seat),))
        yield Option(seat, act.Mulligan.verb, tr("Discard the hand and redraw"), "RSF-R1a", redraw)
    if not needs_mulligan(state, seat):
        yield from _connects(state, seat)
        if not player.exchanged:
            text = tr("Exchange up to three cards")
            some = legal(check, state, islice(_exchanges(state, seat), EXCHANGES))
            yield Option(
                seat,
                act.Exchange.verb,
                text,
                "RSF-R3a",
                some,
                complete=False,
                fill=_given(state, seat),
            )
        yield from _modes(state, seat)
        done = legal(check, state, (act.Done(seat),))
        yield Option(seat, act.Done.verb, tr("The monster is built"), "RSF-R1d", done)
    yield from _side_by_side(state)


def _side_by_side(state: State) -> Iterator[Option]:
    """Players may build side by side (RSF-R3f): an example for each of the others."""
    for seat in state.order:
        player = state.players[seat]
        if seat == state.turn or player.ready or not player.hand or needs_mulligan(state, seat):
            continue
        for option in _connects(state, seat):
            yield Option(
                seat, option.verb, option.text, option.rule, option.instances[:1], complete=False
            )


def _given(state: State, seat: Seat) -> Fill:
    """What an exchange may give away (RSF-R3a, RSF-R3b, RSF-R3d)."""
    player = state.players[seat]
    given = player.hand
    if state.house.discard_from is DiscardFrom.ANY:
        given += tuple(piece.card for piece in player.monster)
    return Fill("cards", given, 1, min(MOST_GIVEN, len(given)))


def _exchanges(state: State, seat: Seat) -> Iterator[Action]:
    hand = state.players[seat].hand
    for card in dict.fromkeys(hand):
        yield act.Exchange(seat, (card,))
    for count in (2, 3, 4):
        if len(hand) >= count:
            yield act.Exchange(seat, hand[:count])
            yield act.Exchange(seat, hand[-count:])


def _connects(state: State, seat: Seat) -> Iterator[Option]:
    """Every card of the hand in every free place; a hidden hand only as an example."""
    hand = tuple(dict.fromkeys(state.players[seat].hand))
    text, rule = tr("Connect a card to the monster"), "RSF-F2" if state.phase else "RSF-R2"
    if not state.full:
        some = legal(check, state, (act.Connect(seat, card) for card in hand))
        yield Option(seat, act.Connect.verb, text, rule, some)
        return
    named = [card for card in hand if card != UNNAMED]
    places = arithmetic.open_cells(state.players[seat].monster)
    every = list(_placed(state, seat, named, places))
    hidden = UNNAMED in hand
    if hidden:
        possible = [card for card in sure(state.box).cards if unaccounted(state, card) > 0]
        every += islice(_placed(state, seat, possible, places), len(places))
    complete = not hidden and bool(state.players[seat].monster)
    yield Option(seat, act.Connect.verb, text, rule, legal(check, state, every), complete=complete)


def _placed(
    state: State, seat: Seat, cards: Iterable[CardId], places: Iterable[Cell]
) -> Iterator[Action]:
    for card in cards:
        modes = (None, *_modes_of(state, card)) if state.phase == 0 else _modes_of(state, card)
        for cell in places:
            for mode in modes or (None,):
                yield act.Connect(seat, card, cell, mode)


def _modes_of(state: State, card: CardId) -> tuple[Mode, ...]:
    known = sure(state.card(card))
    if not known.hybrid:
        return ()
    return (*(Mode(race) for race in known.races), SPECIAL_MODE)


def _modes(state: State, seat: Seat) -> Iterator[Option]:
    """How hybrids in play may be used, other than now."""
    every = [
        act.DeclareMode(seat, ref, mode)
        for piece, ref in (refs(state, seat) if state.full else ())
        for mode in _modes_of(state, piece.card)
        if mode != piece.mode
    ]
    text = tr("Say how a hybrid is used")
    yield Option(seat, act.DeclareMode.verb, text, "RSF-T2", legal(check, state, every))


def _set(state: State) -> Iterator[Option]:
    for seat in state.order:
        if not state.players[seat].confirmed:
            yield from _modes(state, seat)
    yield from _sheet(state, state.turn)
    sure = legal(check, state, (act.Confirm(state.turn),))
    yield Option(state.turn, act.Confirm.verb, tr("Confirm the Player Sheet"), "RSF-T1", sure)


def _sheet(state: State, seat: Seat) -> Iterator[Option]:
    """In light depth: the sheet as it stands, or a likely one, as an example to be changed."""
    if state.full:
        return
    player = state.players[seat]
    sheet = player.entered or Sheet(attack=8, defense=12, special=1)
    pieces = len(player.monster) or len(player.hand)
    example = act.EnterSheet(seat, sheet.attack, sheet.defense, sheet.special, pieces, sheet.race)
    text = tr("Enter the Player Sheet")
    some = legal(check, state, (example,))
    yield Option(seat, act.EnterSheet.verb, text, "RSF-T1", some, complete=False)


# ---------------------------------------------------------------- Fight


def _turn(state: State) -> Iterator[Option]:
    owing = [seat for seat in state.living if undeclared(state, seat)]
    if owing:
        yield from (_owed(state, seat) for seat in owing)
        return
    seat = state.turn
    targets = (act.Attack(seat, other) for other in sorted(state.living) if other != seat)
    if state.stage is not Stage.COMBAT:
        yield from _connects(state, seat)
    if state.stage is not Stage.AFTER:
        some = legal(check, state, targets)
        yield Option(seat, act.Attack.verb, tr("Attack another monster"), "RSF-F3", some)
        text = tr("Use a special in place of an attack")
        some = legal(check, state, (act.Special(seat),))
        yield Option(seat, act.Special.verb, text, "RSF-F3d", some)
    if state.stage is Stage.BEFORE:
        begun = (act.BeginCombat(seat),)
        yield Option(seat, act.BeginCombat.verb, tr("Begin combat"), "RSF-F2a", begun)
    if state.stage is Stage.COMBAT:
        ended = (act.EndCombat(seat),)
        yield Option(seat, act.EndCombat.verb, tr("End combat"), "RSF-F2a", ended)
    yield Option(seat, act.EndTurn.verb, tr("End the turn"), "RSF-F3x", (act.EndTurn(seat),))
    yield from _sheets(state)
    yield from _stalemate(state)


def _owed(state: State, seat: Seat) -> Option:
    every = tuple(
        act.DeclareMode(seat, ref_of(state, seat, piece), mode)
        for piece in undeclared(state, seat)
        for mode in _modes_of(state, piece.card)
    )
    return Option(seat, act.DeclareMode.verb, tr("Say how the hybrid is used"), "RSF-T2c", every)


def _sheets(state: State) -> Iterator[Option]:
    for seat in state.living:
        yield from _sheet(state, seat)


def _stalemate(state: State) -> Iterator[Option]:
    if is_quiet(state):
        called = legal(check, state, (act.Stalemate(None),))
        yield Option(None, act.Stalemate.verb, tr("Call the game"), "RSF-E3", called)


def _fight_draw(state: State) -> Iterator[Option]:
    yield from _draw(state)
    yield from _stalemate(state)


def _rolling(state: State) -> Iterator[Option]:
    roller = roller_of(state)
    text = tr("Take the declared action back")
    yield Option(roller, Withdraw.verb, text, "RSF-F3g", (Withdraw(roller),))


def _dodge(state: State) -> Iterator[Option]:
    seat = sure(state.strike).target
    yield Option(seat, act.Dodge.verb, tr("Try to dodge"), "RSF-O2", (act.Dodge(seat),))
    yield Option(seat, act.Decline.verb, tr("Take the hit"), "RSF-O2", (act.Decline(seat),))


def _hit(state: State) -> Iterator[Option]:
    seat = sure(state.strike).target
    every = legal(check, state, (act.Destroy(seat, ref) for _, ref in refs(state, seat)))
    yield Option(seat, act.Destroy.verb, tr("Give up a piece"), "RSF-F4", every)


def _forced(state: State) -> Iterator[Option]:
    seat = sure(state.victim)
    every = legal(check, state, (act.Remove(seat, ref) for _, ref in refs(state, seat)))
    yield Option(seat, act.Remove.verb, tr("Remove and discard a piece"), "RSF-X5", every)


def _resolve(state: State) -> Iterator[Option]:
    seat, result = state.turn, sure(state.result)
    match result:
        case Result.STEAL:
            stolen = tuple(
                act.Steal(seat, owner, ref_of(state, owner, piece))
                for owner, piece in stealable(state, seat)
            )
            yield Option(seat, act.Steal.verb, tr("Steal an outside card"), "RSF-X1", stolen)
        case Result.MOVE:
            moved = tuple(_moves(state, seat))
            yield Option(seat, act.Move.verb, tr("Move one of the own pieces"), "RSF-X2", moved)
        case Result.SWAP:
            text = tr("Swap two pieces between two players")
            swapped = tuple(act.Swap(seat, *swap) for swap in example_swaps(state))
            yield Option(seat, act.Swap.verb, text, "RSF-X3", swapped, complete=False)
        case Result.REPLACE:
            text = tr("Discard a piece and draw a replacement")
            given = legal(check, state, (act.Replace(seat, ref) for _, ref in refs(state, seat)))
            yield Option(seat, act.Replace.verb, text, "RSF-X4", given)
        case Result.FORCE:
            text = tr("Force another player to remove a piece")
            named = tuple(act.Force(seat, other) for other in state.living if other != seat)
            yield Option(seat, act.Force.verb, text, "RSF-X5", named)
        case _:
            assert_never(result)


def _moves(state: State, seat: Seat) -> Iterator[Action]:
    if not state.full:
        yield act.Move(seat, PieceRef(UNNAMED))
        return
    for piece, cell in moves(state, seat):
        yield act.Move(seat, ref_of(state, seat, piece), cell)


def _attach(state: State) -> Iterator[Option]:
    seat = state.turn
    yield from (replace(option, rule="RSF-X4a") for option in _connects(state, seat))
    kept = legal(check, state, (act.Keep(seat),))
    yield Option(seat, act.Keep.verb, tr("Keep the card in the hand"), "RSF-X4a", kept)


# ---------------------------------------------------------------- Mutate


def _mutate(state: State) -> Iterator[Option]:
    seat = state.turn
    layouts = legal(check, state, islice(_layouts(state, seat), LAYOUTS))
    text = tr("Lay the monster out anew")
    yield Option(seat, act.Rearrange.verb, text, "RSF-O1", layouts, complete=False)
    if state.house.mutate_redeclare is OnOff.ON:
        yield from _modes(state, seat)
    yield Option(seat, act.Skip.verb, tr("Leave it as it is"), "RSF-O1a", (act.Skip(seat),))
    yield from _sheet(state, seat)
    yield from _stalemate(state)


def _layouts(state: State, seat: Seat) -> Iterator[Action]:
    """Blocks two and three cards wide with races side by side, and the layout as it is."""
    if not state.box:
        yield act.Rearrange(seat, ())
        return
    cards, pieces = state.box.cards, state.players[seat].monster

    copies = Counter(piece.card for piece in pieces)

    def place(piece: Piece, cell: Cell) -> Placement:
        return Placement(piece.card, cell, piece.mode if copies[piece.card] > 1 else None)

    def kin(piece: Piece) -> tuple[str, ...]:
        return (*arithmetic.races_of(cards, state.house, piece), piece.card)

    for width in (2, 3):
        yield act.Rearrange(
            seat,
            tuple(
                place(piece, Cell(at % width, at // width))
                for at, piece in enumerate(sorted(pieces, key=kin))
            ),
        )
    yield act.Rearrange(seat, tuple(place(piece, piece.cell) for piece in pieces))


_STAGES: Final[dict[Stage, Callable[[State], Iterator[Option]]]] = {
    Stage.SETUP: _setup,
    Stage.STARTER: _starter,
    Stage.DEAL: _draw,
    Stage.READY: _ready,
    Stage.READY_DRAW: _draw,
    Stage.SET: _set,
    Stage.DRAW: _fight_draw,
    **dict.fromkeys(FREE, _turn),
    **dict.fromkeys(ROLLING, _rolling),
    Stage.DODGE: _dodge,
    Stage.HIT: _hit,
    Stage.RESOLVE: _resolve,
    Stage.FORCED: _forced,
    Stage.REPLACE_DRAW: _draw,
    Stage.ATTACH: _attach,
    Stage.MUTATE: _mutate,
}
