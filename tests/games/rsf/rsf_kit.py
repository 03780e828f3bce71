"""Small tables made by hand: a few cards, monsters laid out, a fight at any Phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from rsf_play import NAMES

from companion.core import switches as kernel_switches
from companion.core.game import Depth, Option, Setup
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.rsf import GAME
from companion.games.rsf.cards import DECK, Card, RsfCatalogue
from companion.games.rsf.house import RsfHouse
from companion.games.rsf.state import Piece, Player, Stage, State, sort_pieces
from companion.games.rsf.words import PieceRef, Placement

A, B, C = Seat(0), Seat(1), Seat(2)
RACES = ("Robot", "Insect", "Plant", "Alien")
FILLER = CardId("Z0")


def card(name: str, attack: int = 0, defense: int = 0, **more: object) -> Card:
    """A card whose race is told by its first letter; H is a Robot/Insect hybrid with special 1."""
    race = {"R": "Robot", "I": "Insect", "P": "Plant", "A": "Alien"}
    fields: dict[str, object] = {"races": (race[name[0]],)} if name[0] in race else {}
    if name[0] == "H":
        fields = {"races": ("Robot", "Insect"), "hybrid": True, "special": 1}
    return Card(CardId(name), f"card {name}", attack=attack, defense=defense, **(fields | more))


def box(*cards: Card, size: int = DECK) -> RsfCatalogue:
    """A catalogue of these cards, filled up with one that is worth nothing."""
    rest = size - sum(one.copies for one in cards)
    filler = Card(FILLER, "filler", copies=rest, races=("Alien",))
    cards = {one.id: one for one in (*cards, filler)}
    dominance = frozenset({("Robot", "Insect")})
    return RsfCatalogue(title="kit", invented=True, warnings=(), races=RACES, dominance=dominance, cards=cards)


def pieces(layout: str) -> tuple[Piece, ...]:
    """A monster from placements: `R1@0,0 H1@1,0=special`."""
    placed = [Placement.parse(word) for word in layout.split()]
    return sort_pieces(Piece(one.cell, one.card, one.mode) for one in placed)


def house(**chosen: str) -> RsfHouse:
    named = {f"rsf.{name}": value for name, value in chosen.items()}
    return kernel_switches.choose(RsfHouse(), "rsf", named)


def fight(
    cards: RsfCatalogue,
    monsters: Sequence[str],
    phase: int = 1,
    hands: Sequence[str] = (),
    **chosen: str,
) -> State:
    """The first seat's turn in a Phase, before combat, with these monsters and hands."""
    built = dict.fromkeys(("exchanged", "ready", "confirmed"), True)
    players = tuple(
        Player(tuple(CardId(word) for word in sorted(hand.split())), pieces(layout), **built)
        for layout, hand in zip_longest(monsters, hands, fillvalue="")
    )
    out = sum(len(player.hand) + len(player.monster) for player in players)
    return State(
        setup=Setup(NAMES[: len(monsters)], Depth.FULL, {}, cards),
        house=house(**chosen),
        players=players,
        stage=Stage.BEFORE,
        phase=phase,
        sd_round=1 if phase == 5 else 0,
        deck=cards.size,
        pile=cards.size - out,
    )


def at_stage(state: State, stage: Stage, **more: object) -> State:
    return replace(state, stage=stage, **more)


def hand(state: State, seat: Seat, cards: str) -> State:
    """The state with these cards in a hand, out of the pile."""
    named = tuple(CardId(word) for word in sorted(cards.split()))
    state = replace(state, pile=state.pile + len(state.players[seat].hand) - len(named))
    return state.change(seat, hand=named)


def bare_ready(state: State, cards: str) -> State:
    """The Ready phase of this table: nothing is connected, and the first seat has these cards."""
    for seat in state.order:
        state = state.change(seat, monster=(), exchanged=False, ready=False)
    return hand(replace(state, stage=Stage.READY, phase=0, pile=125), A, cards)


def menu(state: State) -> dict[str, Option]:
    """What is offered, by verb."""
    return {one.verb: one for one in GAME.options(state)}


def ref(word: str) -> PieceRef:
    return PieceRef.parse(word)
