"""Tables of MonsterDice for tests: lines as people type them, dice as they lie."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

from companion.core.actions import Action, Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.verdict import Breach, Question
from companion.games.md import GAME
from companion.games.md.cards import MdCatalogue, read_catalogue
from companion.games.md.flow import begin_scoring
from companion.games.md.state import State
from companion.games.md.table import cards_in_play
from companion.games.md.words import KINDS, Special
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants

ROOM = Path(__file__).parents[3] / "companion" / "games" / "md"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
TYPED = Grammar(GAME.actions, NAMES)

NOTHING = "2 3 4 5 6 2"  # Faces of a full pool without a sculpted side or a triple


@cache
def shipped() -> MdCatalogue:
    return read_catalogue((ROOM / "catalogue.toml").read_text("utf-8"))


def new_game(seats: int = 3, depth: str = "light", **chosen: str) -> State:
    named = {f"md.{name}": value for name, value in chosen.items()}
    cards = shipped() if depth == "full" else None
    return GAME.start(Setup(NAMES[:seats], Depth(depth), named, cards))


FRESH = new_game(2)
"""Every field of a state that always has a value has one of the same class as here."""


def read(line: str) -> Action:
    return TYPED.read(line)


def findings(state: State, line: str) -> tuple[str, ...]:
    """Rule ids of what stands against a line; all of it is said whole, with no gap left open."""
    found = GAME.check(state, read(line))
    assert all(one.text and not re.search(r"[{}]|None", one.text) for one in found), found
    return tuple(one.rule for one in found if isinstance(one, Breach | Question))


def text(state: State, line: str | Action) -> str:
    """What the one thing that stands against an action says."""
    (found,) = GAME.check(state, read(line) if isinstance(line, str) else line)
    return found.text


def play(state: State, *lines: str) -> State:
    """Play legal lines; a test that tries another fails here."""
    for line in lines:
        action = read(line)
        assert not findings(state, line), (line, GAME.check(state, action))
        state = sound(GAME.apply(state, action))
    return state


def sound(state: State) -> State:
    """Demand that the state can be, but for cards and turns, which tests put as they need them."""
    broken = [one for one in invariants(state) if not one.startswith(("MD-I6", "MD-I10"))]
    assert broken == []
    for thing, fresh in ((state, FRESH), *((player, FRESH.players[0]) for player in state.players)):
        assert [
            (one.name, value)
            for one in fields(thing)
            if (first := getattr(fresh, one.name)) is not None
            and type(value := getattr(thing, one.name)) is not type(first)
        ] == []
    return state


def force(state: State, line: str) -> State:
    """Play a line as if the table had ruled it."""
    found = GAME.check(state, read(line))
    assert found, line
    assert all(one.forceable for one in found if isinstance(one, Breach)), found
    return GAME.apply(state, read(line))


def throw(state: State, faces: str) -> State:
    """Answer the open roll with faces in the order of its kinds, as the rulebook names dice."""
    request = GAME.pending(state)
    assert isinstance(request, RollRequest), request
    wanted = sorted(request.kinds, key=KINDS.index)
    dice = tuple(DieFace(kind, face) for kind, face in zip(wanted, faces.split(), strict=True))
    roll = Roll(request.roller, dice)
    assert GAME.check(state, roll) == ()
    return sound(GAME.apply(state, roll))


def begun(seats: int = 3, depth: str = "light", **chosen: str) -> State:
    """Ann has won the roll-off and is to draw."""
    state = throw(play(new_game(seats, depth, **chosen), "table: dealt"), "6 6 6 6 6 6")
    for _ in range(seats - 1):
        state = throw(state, "2 2 2 2 2 2")
    return state


def rolled(faces: str, seats: int = 3, depth: str = "light", **chosen: str) -> State:
    """Ann's first turn with these faces of teeth, squid, devil, spider, dimwit, eye."""
    return throw(play(begun(seats, depth, **chosen), "Ann: draw"), faces)


def lie(state: State, seat: Seat, faces: str) -> State:
    """The state with these faces of a pool, as left from an earlier turn."""
    player = state.players[seat]
    pool = tuple(replace(die, face=face) for die, face in zip(player.pool, faces.split(), strict=True))
    return seated(state, seat, pool=pool)


def seated(state: State, seat: Seat, **more: object) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **more)
    return replace(state, players=tuple(players))


def ill(state: State, seat: Seat, *kinds: str) -> State:
    """The state with these of their own dice of a seat in its infirmary, before a roll."""
    for kind in kinds:
        line = f"table: adjust-die {kind}@{seat + 1} to infirmary of {NAMES[seat]}"
        state = play(state, line)
    return state


def front(state: State, seat: Seat, *cards: Special) -> State:
    """The state with these special cards in front of a seat, out of the deck."""
    player = state.players[seat]
    state = seated(state, seat, played=(*player.played, *cards))
    return replace(state, deck=state.deck - len(cards))


def ending(
    hands: tuple[int, ...],
    fronts: tuple[tuple[Special, ...], ...] = (),
    depth: str = "light",
    **chosen: str,
) -> State:
    """Hands of that many cards, and cards in front, to be counted; the deck is taken to be empty."""
    state = begun(len(hands), depth, **chosen)
    for at, hand in enumerate(hands):
        played = fronts[at] if at < len(fronts) else ()
        state = seated(state, Seat(at), hand=hand, played=played)
    state = replace(state, deck=0)
    return begin_scoring(replace(state, cards=cards_in_play(state)))


def kinds(state: State, seat: Seat) -> str:
    """The pool's dice as words: `teeth squid`."""
    return " ".join(die.kind.removeprefix("md.") for die in state.players[seat].pool)


def sick(state: State, seat: Seat) -> str:
    """The infirmary's dice as words."""
    return " ".join(die.kind.removeprefix("md.") for die in state.players[seat].infirmary)


def hands(state: State) -> list[int]:
    return [player.hand for player in state.players]


def verbs(state: State, seat: Seat | None = A) -> set[str]:
    """What is offered to a seat."""
    return {one.verb for one in GAME.options(state) if one.actor == seat}
