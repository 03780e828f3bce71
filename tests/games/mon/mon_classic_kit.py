"""Tables of Classic and Arena laid in the middle of a game, and random play that gets somewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from games_playing import Playing
from mon_kit import NAMES, PARTS, WIDTHS, card, cards_of, catalogue, shipped

from companion.core.actions import Action
from companion.core.game import Depth, Game, Setup
from companion.core.seats import Seat
from companion.core.verdict import Breach, Note, Question
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Back, Card, Effect, MonCatalogue, Op
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.state import Dragon, Mode, Player, Stage, State
from companion.games.mon.classic.table import hidden_left
from companion.games.mon.words import HIDDEN, Faction, Icon, Kind, Part
from models.workshop.bench.random_play import Moment
from models.workshop.invariants import invariants

A, B, C = Seat(0), Seat(1), Seat(2)
FACTIONS = tuple(Faction)
SHORT = tuple("".join(filter(str.isupper, faction)) for faction in FACTIONS)
GAMES: dict[Mode, Game[State]] = {Mode.CLASSIC: CLASSIC, Mode.ARENA: ARENA}


def power(name: str, icon: Icon, points: int, copies: int = 3) -> tuple[Card, Back]:
    return Card(CardId(name), Kind.POWER, f"power {name}", copies), Back(points, (icon,))


def spell(name: str, op: Op, part: Part | None = None, points: int = 0) -> tuple[Card, Back]:
    effect = Effect(op, part, points, f"what {name} says")
    return Card(CardId(name), Kind.SPELL, f"spell {name}", 3), Back(effect=effect)


_DRAGON_PARTS = (("H", "w"), ("B", "wwnn"), ("L", "n"), ("L", "n"), ("T", "w"))


def dragons() -> Iterator[tuple[Card, Back]]:
    """Five Dragon cards of each faction: DUE1 to DUE5 and so on; 1 head, 2 body, 3 and 4 limbs."""
    for faction, short in zip(FACTIONS, SHORT, strict=True):
        for number, (part, ports) in enumerate(_DRAGON_PARTS, 1):
            front = Card(
                CardId(f"D{short}{number}"),
                Kind.DRAGON,
                faction=faction,
                part=PARTS[part],
                ports=tuple(WIDTHS[port] for port in ports),
            )
            yield front, Back(2, (), skull=part == "H")


def box() -> MonCatalogue:
    """Parts of the worked examples, Power cards, Spells, and limbs that no test names."""
    sword, bow = Icon.SWORD, Icon.BOW
    return catalogue(
        card("H3", "w", 3, icons=(sword,)),
        card("H1", "w", 1, 4),
        card("B4", "wwnn", 4, icons=(sword,)),
        card("BX", "wwnn", 9, icons=(bow,)),
        card("B0", "wwnn", 0, 4),
        card("L3", "n", 3),
        card("L2", "n", 2, 2),
        card("L1", "n", 1, 6),
        card("T2", "w", 2),
        card("T1", "w", 1, 4),
        card("LZ", "n", 0, 20),
        power("PS2", sword, 2),
        power("PB3", bow, 3),
        spell("SBODY", Op.REMOVE_PART, Part.BODY),
        spell("SANY", Op.REMOVE_PART),
        spell("SADD", Op.ADD, points=3),
        spell("SODD", Op.CUSTOM),
        *dragons(),
    )


BOX = box()
TWELVE = "H3 B4 L2 L1 T2"
FIFTEEN = "H1 BX L3 L1 T1"


def new_game(
    mode: Mode = Mode.CLASSIC,
    seats: int = 3,
    depth: Depth = Depth.FULL,
    cards: MonCatalogue | None = None,
    **chosen: str,
) -> State:
    cards = (cards or shipped()) if depth is Depth.FULL else None
    named = {f"mon.{name}": value for name, value in chosen.items()}
    return GAMES[mode].start(Setup(NAMES[:seats], depth, named, cards))


def table(
    tables: Sequence[str],
    mode: Mode = Mode.CLASSIC,
    hands: Sequence[int] = (),
    won: Sequence[str] = (),
    **chosen: str,
) -> State:
    """The first seat's turn, a card taken: these cards on the tables, so many in hands.

    Seats destroy the factions in their order; `won` are the Dragon cards each has already, brought
    by the table so that the sheet adds up.
    """
    state = new_game(mode, len(tables), cards=BOX, **chosen)
    players: list[Player] = []
    for at, laid in enumerate(tables):
        parts = tuple(sorted(cards_of(laid)))
        hand = hands[at] if at < len(hands) else 0
        names = cards_of(won[at]) if at < len(won) else ()
        its = tuple(Dragon(BOX.cards[name].faction or FACTIONS[0], name) for name in names)
        mended = sum(1 for dragon in its if dragon.faction is FACTIONS[at])
        players.append(Player(FACTIONS[at], parts, its, hand, dealt=True, mended=mended))
    out = sum(len(player.parts) + player.hand for player in players)
    state = replace(state, players=tuple(players), stage=Stage.BUILD, deck=state.deck - out)
    assert invariants(state) == ()
    return state


def light(
    parts: Sequence[int],
    mode: Mode = Mode.CLASSIC,
    hands: Sequence[int] = (),
    won: Sequence[int] = (),
    deck: int = 80,
    **chosen: str,
) -> State:
    """The first seat's turn in light depth, a card taken, with that many cards everywhere."""
    state = new_game(mode, len(parts), Depth.LIGHT, **chosen)
    players = []
    for at, count in enumerate(parts):
        hand = hands[at] if at < len(hands) else 0
        number = won[at] if at < len(won) else 0
        its = (Dragon(FACTIONS[at]),) * number
        players.append(Player(FACTIONS[at], (UNNAMED,) * count, its, hand, dealt=True, mended=number))
    size = deck + sum(len(player.parts) + player.hand for player in players)
    state = replace(state, players=tuple(players), stage=Stage.BUILD, deck=deck, size=size)
    assert invariants(state) == ()
    return state


def flipped(state: State, attacker: str = TWELVE, defender: str = FIFTEEN) -> State:
    """Ann challenges Ben, and both are flipped."""
    return play(
        state,
        act.Challenge(A, B, cards_of(attacker)),
        act.Ready(B, cards_of(defender)),
        act.Flip(None),
    )


def fight(hands: Sequence[int] = (5, 5, 0), **more: object) -> State:
    """Ann's twelve against Ben's fifteen, flipped; Cleo looks on."""
    return flipped(table((TWELVE, FIFTEEN, "LZ"), hands=hands, **more))  # type: ignore[arg-type]  # fields by their names


PLAYING = Playing(CLASSIC, sound=True)
findings, refused, play, force = PLAYING.findings, PLAYING.refused, PLAYING.play, PLAYING.force


def against(state: State, action: Action) -> str:
    """The rules that stand against an action that the table could still allow, and soundly (X-7)."""
    game = GAMES[state.mode]
    found = [one for one in game.check(state, action) if isinstance(one, Breach)]
    assert all(one.forceable for one in found), found
    after = game.apply(state, action)
    assert invariants(after) == ()
    assert game.tell(state, action, after)
    assert game.sheet(after)
    assert CLASSIC.pending(after) is not None or after.over
    game.options(after)
    return " ".join(dict.fromkeys(one.rule for one in found))


def asked(state: State, action: Action) -> str:
    """The rule that asks for what an action does not say."""
    (found,) = CLASSIC.check(state, action)
    assert isinstance(found, Question), found
    return found.rule


def noted(state: State, action: Action) -> str:
    """What is said of an action that goes on by the rules, with its rule (MON-C10c)."""
    (found,) = CLASSIC.check(state, action)
    assert isinstance(found, Note), found
    return f"{found.rule}: {found.text}"


def drawing(state: State, chance: random.Random) -> Action | None:
    """Whatever is on offer; a card that is drawn is hidden as often as in the box."""
    action = Moment.of(GAMES[state.mode], state).next_action(chance)
    if isinstance(action, act.Draw) and chance.random() < 0.4 and hidden_left(state) > 0:
        return replace(action, card=HIDDEN)
    return action


playout = partial(PLAYING.playout, choose=drawing)
