"""Small boxes of cards made by hand, tables laid in the middle of a game, and random play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from games_leaves import leaves, without_catalogue
from games_play import SHELF
from games_playing import Playing

from companion.core import switches as kernel_switches
from companion.core.game import Depth, Game, Setup
from companion.core.log import Match
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Back, Card, MonCatalogue, read_catalogue
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.house import DominoesHouse
from companion.games.mon.dominoes.state import Player, Stage, State
from companion.games.mon.monster import Monster, mismatched, with_card
from companion.games.mon.words import Faction, Icon, Joint, Kind, Part, PartRef, Port, PortRef
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants

ROOM = Path(__file__).parents[3] / "companion" / "games" / "mon"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
A, B, C = Seat(0), Seat(1), Seat(2)
OPEN = {"mon.dominoes_hands": "open"}
PARTS = {"H": Part.HEAD, "B": Part.BODY, "L": Part.LIMB, "T": Part.BOTTOM}
WIDTHS = {"w": Port.WIDE, "n": Port.NARROW}


@cache
def shipped() -> MonCatalogue:
    return read_catalogue((ROOM / "catalogue.toml").read_text("utf-8"))


def card(name: str, ports: str, points: int = 1, copies: int = 1, icons: tuple[Icon, ...] = ()) -> tuple[Card, Back]:
    """A part whose first letter says what it is: H head, B body, L limb, T bottom (tail)."""
    part, its = PARTS[name[0]], tuple(WIDTHS[port] for port in ports)
    faction = Faction.MECHANO_WAR
    front = Card(CardId(name), Kind.PART, f"part {name}", copies, "Testling", faction, part, its)
    return front, Back(points, icons, skull=name[0] == "H")


def catalogue(*both: tuple[Card, Back]) -> MonCatalogue:
    return MonCatalogue(
        title="kit",
        invented=True,
        warnings=(),
        cards={front.id: front for front, _ in both},
        backs={front.id: back for front, back in both},
    )


def box(*cards: tuple[Card, Back]) -> MonCatalogue:
    """A catalogue of these cards, with fillers that no test names: 40 limbs of one narrow port."""
    return catalogue(*cards, card("LZ", "n", 0, 20), card("LY", "n", 0, 20))


def monster(cards: MonCatalogue, text: str) -> Monster:
    """A monster laid card by card: `B1 H1>B1.1 L1>B1.3` joins H1 to port 1 of B1, and so on."""
    laid = Monster()
    for word in text.split():
        name, _, targets = word.partition(">")
        ports = [PortRef.parse(one) for one in targets.split("+") if one]
        laid = with_card(cards.cards, laid, CardId(name), ports)
        assert not mismatched(cards.cards, laid), word
    return laid


def joint(word: str) -> Joint:
    """`B1.1+H1.1`: two ports that are joined."""
    return Joint(*map(PortRef.parse, word.split("+")))


def joints(monster: Monster) -> list[str]:
    return ["+".join(end.word() for end in one.ends) for one in monster.joints]


def cards_of(words: str) -> tuple[CardId, ...]:
    return tuple(CardId(word) for word in words.split())


def new_game(seats: int = 3, depth: Depth = Depth.FULL, switches: dict[str, str] | None = None) -> State:
    cards = shipped() if depth is Depth.FULL else None
    return DOMINOES.start(Setup(NAMES[:seats], depth, switches or {}, cards))


def midgame(cards: MonCatalogue, centre: str, hands: Sequence[str], deck: int | None = None, **chosen: str) -> State:
    """The first seat's turn, hands open unless said, with this monster and these hands."""
    chosen = {"dominoes_hands": "open"} | chosen
    named = {f"mon.{name}": value for name, value in chosen.items()}
    start = DOMINOES.start(Setup(NAMES[: len(hands)], Depth.FULL, named, cards))
    laid = monster(cards, centre)
    players = tuple(Player(hand=tuple(sorted(cards_of(hand)))) for hand in hands)
    out = laid.size + sum(len(player.hand) for player in players)
    left = start.size - out if deck is None else deck
    return replace(
        start,
        players=players,
        stage=Stage.TURN if laid.parts else Stage.START,
        centre=laid,
        deck=left,
        size=left + out,
    )


def light(hands: Sequence[int], centre: int, deck: int = 30) -> State:
    """The first seat's turn in light depth, with that many cards everywhere."""
    start = DOMINOES.start(Setup(NAMES[: len(hands)], Depth.LIGHT, {}, None))
    players = tuple(Player(hand=(UNNAMED,) * count) for count in hands)
    parts = tuple(PartRef(UNNAMED, copy) for copy in range(1, centre + 1))
    return replace(
        start,
        players=players,
        stage=Stage.TURN if centre else Stage.START,
        centre=Monster(parts),
        deck=deck,
        size=deck + centre + sum(hands),
    )


def house(**chosen: str) -> DominoesHouse:
    named = {f"mon.{name}": value for name, value in chosen.items()}
    return kernel_switches.choose(DominoesHouse(), "mon", named)


PLAYING = Playing(DOMINOES, sound=True)
findings, refused, play, force = PLAYING.findings, PLAYING.refused, PLAYING.play, PLAYING.force


def attach(seat: Seat, name: str, *ports: str) -> act.Attach:
    return act.Attach(seat, CardId(name), tuple(PortRef.parse(port) for port in ports))


playout = PLAYING.playout


def leave(game: Game[Any], state: Any, *seats: Seat) -> Any:
    """The state after players went home, as the kernel asks for it."""
    for seat in seats:
        setup = replace(state.setup, left=(*state.setup.left, seat))
        assert game.leave is not None
        state = game.leave(replace(state, setup=setup), seat)
        assert invariants(state) == ()
        assert game.sheet(state)
    return state


def join(game: Game[Any], state: Any, seat: Seat) -> Any:
    """The state with Zoe at a seat."""
    names = state.setup.seats
    setup = replace(state.setup, seats=(*names[:seat], "Zoe", *names[seat:]))
    assert game.join is not None
    return game.join(replace(state, setup=setup), seat)


def names(state: Any) -> set[str]:
    """The cards of the catalogue that a state names."""
    cards = {str(card) for card in state.setup.catalogue.cards} - {UNNAMED}
    return {str(one) for one in leaves(without_catalogue(state)) if isinstance(one, str)} & cards


def match_of(game_id: str, setup: Setup) -> Match[Any]:
    return Match.begin(SHELF.game(game_id), SHELF.rulebook(game_id), setup)


def play_lines(match: Match[Any], text: str) -> Match[Any]:
    """Play a script, the lines of a record with / between them; all of it is legal."""
    grammar = Grammar(match.game.actions, match.setup.seats)
    for line in filter(None, text.split(" / ")):
        action = grammar.read(line)
        verdict = match.check(action)
        assert verdict.legal, (line, verdict.reasons)
        match = match.apply(action)
        assert invariants(match.state) == (), line
    return match
