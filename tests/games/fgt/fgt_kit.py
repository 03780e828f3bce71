"""Small tables of Fight! made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

from games_play import SHELF
from games_playing import Playing

from companion.core import switches as kernel_switches
from companion.core.actions import Action
from companion.core.game import Depth, Setup
from companion.core.rulebook import Rulebook
from companion.core.seats import Seat
from companion.core.verdict import Breach, Note
from companion.core.words import UNNAMED, CardId
from companion.games.fgt import GAME
from companion.games.fgt.cards import (
    Ability,
    ArenaCard,
    Condition,
    FgtCatalogue,
    Kind,
    Op,
    Scope,
    Warrior,
    read_catalogue,
)
from companion.games.fgt.house import FgtHouse
from companion.games.fgt.state import Arena, Boost, Main, Player, Stage, State
from companion.games.fgt.words import Family
from companion.record.grammar import Grammar

ROOT = Path(__file__).parents[3]
ROOM = ROOT / "companion" / "games" / "fgt"
NAMES = ("Mark", "Sofia", "Phillip", "Joan", "Eve", "Fay", "Gus", "Hal")
A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
LETTERS = {family.value[0] if family is not Family.ALIEN else "X": family for family in Family}
"""A card's first letter tells its Family: Human, Animal, Robot, Demon, and X for Alien."""


@cache
def shipped() -> FgtCatalogue:
    return read_catalogue((ROOM / "catalogue.toml").read_text("utf-8"))


@cache
def rulebook() -> Rulebook:
    return SHELF.rulebook("fgt")


def new_game(seats: int = 3, depth: Depth = Depth.FULL, switches: dict[str, str] | None = None) -> State:
    catalogue = shipped() if depth is Depth.FULL else None
    return GAME.start(Setup(NAMES[:seats], depth, switches or {}, catalogue))


ABILITIES = {
    "none": Ability("nothing", Op.ADD, Scope.OWN_MAIN, 1),
    "+10": Ability("+10", Op.ADD, Scope.CHOSEN_MAIN, 10),
    "-10": Ability("-10", Op.ADD, Scope.CHOSEN_MAIN, -10),
    "all-10": Ability("all -10", Op.ADD, Scope.ALL_MAINS, -10),
    "animals-10": Ability("-10", Op.ADD, Scope.FAMILY_MAINS, -10, (0, 0), frozenset({Family.ANIMAL})),
    "+50%": Ability("+50%", Op.PERCENT, Scope.OWN_MAIN, 50),
    "9>0": Ability("9>0", Op.REPLACE_DIGIT, Scope.ALL_MAINS, 0, (9, 0)),
    "2>8": Ability("2>8", Op.REPLACE_DIGIT, Scope.ALL_MAINS, 0, (2, 8)),
    "product": Ability("product", Op.DIGIT_PRODUCT, Scope.ALL_MAINS),
    "switch": Ability("switch", Op.DIGIT_REVERSE, Scope.ALL_MAINS),
    "steal": Ability("steal", Op.STEAL_BOOST, None, 0, (0, 0), frozenset({Family.HUMAN, Family.DEMON})),
    "humans": Ability("draw", Op.DRAW_SCORE, None, 5, (0, 0), frozenset({Family.HUMAN})),
    "aliens": Ability("draw", Op.DRAW_SCORE, None, 5, (0, 0), frozenset({Family.ALIEN})),
    "custom": Ability("anything", Op.CUSTOM),
}  # fmt: skip


def warrior(name: str, power: int = 10, does: str = "none") -> Warrior:
    return Warrior(CardId(name), f"card {name}", power, LETTERS[name[0]], ABILITIES[does])


def box(*cards: Warrior, arenas: Sequence[ArenaCard] = (), size: int = 60) -> FgtCatalogue:
    """These cards, filled up with Warriors of all Families, and Arenas of many kinds."""
    rest = [warrior(f"{letter}{number}") for number in range(100, 100 + size) for letter in LETTERS][
        : size - len(cards)
    ]
    found = [*arenas, *(arena(f"N{at}", 4 + at % 5, Kind.CLOSEST_TO, 25) for at in range(12))]
    return FgtCatalogue(
        "kit", invented=True, warnings=(),
        warriors={one.id: one for one in (*cards, *rest)},
        arenas={one.id: one for one in found[:12]},
    )  # fmt: skip


def arena(name: str, glory: int = 6, kind: Kind = Kind.CLOSEST_TO, value: int = 25) -> ArenaCard:
    value = value if kind is Kind.CLOSEST_TO else 0
    return ArenaCard(CardId(name), f"arena {name}", glory, Condition(kind.value, kind, value))


def house(**chosen: str) -> FgtHouse:
    named = {f"fgt.{name}": value for name, value in chosen.items()}
    return kernel_switches.choose(FgtHouse(), "fgt", named)


def table(
    cards: FgtCatalogue | None = None,
    seats: int = 2,
    stage: Stage = Stage.PLAY,
    first: Seat = A,
    hand: int = 5,
    **chosen: str,
) -> State:
    """A Fight of the first round in the catalogue's first Arena; light depth without a catalogue."""
    depth = Depth.LIGHT if cards is None else Depth.FULL
    deck = 60 if cards is None else len(cards.warriors)
    card = None if cards is None else next(iter(cards.arenas.values()))
    there = Arena(card.id, card.glory, 1) if card else Arena(None, 6, 1)
    return State(
        setup=Setup(NAMES[:seats], depth, {}, cards),
        house=house(**chosen),
        players=(Player(hand=hand),) * seats,
        deck=deck,
        reserves=deck - hand * seats - 3,
        stage=stage,
        turn=first,
        starter=first,
        first=first,
        round=1,
        graveyard=opened(cards),
        arena=there,
        entered=(there,),
    )


def opened(cards: FgtCatalogue | None) -> tuple[CardId, ...]:
    return (UNNAMED,) * 3 if cards is None else tuple(cards.warriors)[-3:]


def fight(cards: FgtCatalogue, plays: Sequence[str], stage: Stage = Stage.BOOST, **more: object) -> State:
    """Everybody has played: `H1 X` is the Main H1 with an Alien Boost, `H1` a Main alone."""
    state = table(cards, len(plays), stage, **more)  # type: ignore[arg-type]  # fields by their names
    players = []
    for play_ in plays:
        main, _, boost = play_.partition(" ")
        known = cards.warriors[CardId(main)]
        lies = Boost(LETTERS[boost]) if boost else None
        players.append(Player(hand=3, main=Main(known.id, known.family, known.power), boost=lies))
    missing = sum(player.boost is None for player in players)
    return replace(state, players=tuple(players), reserves=state.reserves + missing)


def reserves(state: State, count: int, graveyard: Sequence[str]) -> State:
    """The state with so many Reserves and this Graveyard; the others are out of the box."""
    return replace(state, reserves=count, graveyard=tuple(CardId(card) for card in graveyard))


def power(state: State, seat: Seat) -> int | Fraction | None:
    main = state.players[seat].main
    return main.power if main else None


def powers(state: State) -> list[object]:
    return [power(state, seat) for seat in sorted(state.order)]


TYPED = Grammar(GAME.actions, NAMES)
PLAYING = Playing(GAME, read=TYPED.read)
findings, play, force, playout = PLAYING.findings, PLAYING.play, PLAYING.force, PLAYING.playout


def notes(state: State, action: Action) -> tuple[str, ...]:
    return tuple(found.rule for found in GAME.check(state, action) if isinstance(found, Note))


def refused(state: State, said: str | Action) -> str:
    """What is missing, so that no ruling makes the action possible."""
    found = GAME.check(state, PLAYING.action(said))
    missing = [x for x in found if isinstance(x, Breach) and not x.forceable]
    assert len(missing) == 1
    return missing[0].text
