"""Tables of Monster Mayhem for tests: lines as people type them, decks as they lie on the table."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from games_playing import Playing

from companion.core import switches
from companion.core.actions import Action
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.verdict import Note
from companion.core.words import CardId
from companion.games.gmm import GAME
from companion.games.gmm import verbs as act
from companion.games.gmm.cards import GmmCatalogue, Monster, read_catalogue
from companion.games.gmm.house import GmmHouse
from companion.games.gmm.state import Award, Player, Stage, State
from companion.record.grammar import Grammar

ROOM = Path(__file__).parents[3] / "companion" / "games" / "gmm"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
TYPED = Grammar(GAME.actions, NAMES)


@cache
def shipped() -> GmmCatalogue:
    return read_catalogue((ROOM / "catalogue.toml").read_text("utf-8"))


def box(**ratings: int | tuple[int | None, ...]) -> GmmCatalogue:
    """A catalogue of these monsters; one number stands for all six ratings."""
    monsters = {}
    for name, given in ratings.items():
        six = (given,) * 6 if isinstance(given, int) else given
        monsters[CardId(name)] = Monster(CardId(name), name.title(), six)
    return GmmCatalogue(title="kit", invented=True, warnings=(), monsters=monsters)


PLAIN = box(**{f"m{number}": number for number in range(11)}, blob=(8, 10, 5, 4, 5, 4))
"""Monsters m0 to m10 with that rating in everything, and Blob."""


def house(**chosen: str) -> GmmHouse:
    named = {f"gmm.{name}": value for name, value in chosen.items()}
    return switches.choose(GmmHouse(), "gmm", named)


def new_game(seats: int = 3, depth: Depth = Depth.FULL, cards: GmmCatalogue | None = PLAIN, **chosen: str) -> State:
    named = {f"gmm.{name}": value for name, value in chosen.items()}
    depth = Depth(depth)
    return GAME.start(Setup(NAMES[:seats], depth, named, cards if depth is Depth.FULL else None))


def dealt(
    seats: int = 3,
    number: int = 1,
    dealer: Seat = A,
    depth: Depth = Depth.FULL,
    cards: GmmCatalogue | None = PLAIN,
    **chosen: str,
) -> State:
    """The first battle of a round; earlier Trophies went round the table."""
    state = new_game(seats, depth, cards, **chosen)
    each = 60 // seats
    awards = tuple(Award(Seat((dealer + at) % seats), "GMM-E1", (each,) * seats) for at in range(number - 1))
    state = replace(state, stage=Stage.DEAL, round=number, awards=awards, dealer=dealer)
    return play(state, f"{NAMES[dealer]}: dealt")


def ending(
    won: tuple[str, ...],
    number: int = 1,
    depth: Depth = Depth.FULL,
    discard: str = "",
    **chosen: str,
) -> State:
    """A round whose battles are over, with these winnings piles, before they are counted."""
    state = dealt(len(won), number, depth=depth, **chosen)
    players = tuple(Player(won=ids(pile)) for pile in won)
    return replace(state, stage=Stage.COUNT, players=players, flips=(), discard=ids(discard), fought=1)


def ids(words: str) -> tuple[CardId, ...]:
    return tuple(CardId(word) for word in words.split())


def last_cards(seats: int = 3, left: int = 1, number: int = 1, **chosen: str) -> State:
    """A round in which only that many cards are left in each draw pile; the rest is discarded."""
    state = dealt(seats, number, **chosen)
    players = tuple(replace(player, draw=left) for player in state.players)
    return replace(state, players=players, discard=ids("card " * (60 - seats * left)))


def read(line: str) -> Action:
    return TYPED.read(line)


PLAYING = Playing(GAME, read=read)
findings, play, force, playout = PLAYING.findings, PLAYING.play, PLAYING.force, PLAYING.playout


def notes(state: State, line: str) -> tuple[str, ...]:
    """Rule ids of default rulings that a legal action brings into play."""
    return tuple(f.rule for f in GAME.check(state, read(line)) if isinstance(f, Note))


def text(state: State, line: str) -> str:
    """What the first finding says."""
    return GAME.check(state, read(line))[0].text


def flip(state: State, cards: str) -> State:
    """Everybody who is waited for turns up a card, in seat order."""
    seats = [seat for seat in state.showing if state.flips[-1][seat] is None]
    for seat, card in zip(seats, cards.split(), strict=True):
        state = play(state, act.Flip(seat, CardId(card)))
    return state


def fight(state: State, call: str, cards: str) -> State:
    """A whole flip: the declarer's card, the call, the cards of the others in seat order."""
    by_seat = dict(zip(state.seats, cards.split(), strict=True))
    declarer = state.declarer
    state = play(state, act.Flip(declarer, CardId(by_seat.pop(declarer))))
    state = play(state, f"{state.name(declarer)}: call {call}")
    for seat, card in by_seat.items():
        state = play(state, act.Flip(seat, CardId(card)))
    return state


def won(state: State) -> tuple[int, ...]:
    """The winnings piles."""
    return tuple(player.winnings for player in state.players)


def pending_rule(state: State) -> str | None:
    asked = GAME.pending(state)
    return None if asked is None else asked.rule
