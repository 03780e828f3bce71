"""Pig with one d10: go, throw, hold. Small enough to see through, with every sort of rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from companion.core.actions import Action, Roll, Withdraw
from companion.core.catalogue import CatalogueError
from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.game import Game, Option, Setup, View
from companion.core.log import Match
from companion.core.rulebook import Rulebook
from companion.core.score import Place, ScoreLine, ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.switches import HouseRules, choose, switch
from companion.core.verdict import Breach, Note, Question

RULES = """
[[rule]]
id = "PIG-1"
status = "S"
text = "Only the player in turn acts."

[[rule]]
id = "PIG-2"
status = "S"
text = "Nobody holds an empty pot."

[[rule]]
id = "PIG-3"
status = "D"
text = "A pot below five is not held."
switch = "pig.low"

[[rule]]
id = "PIG-4"
status = "I"
text = "A throw is declared first."

[[rule]]
id = "X-4"
status = "I"
text = "Dice count only when asked for."
"""
SHARED = "\n".join(
    f'[[rule]]\nid = "X-{n}"\nstatus = "D"\ntext = "shared"\n' for n in (5, 6, 7, 8, 10)
)
BOOK = Rulebook.parse(RULES, SHARED)


class Low(StrEnum):
    NO = "no"
    YES = "yes"


@dataclass(frozen=True, slots=True)
class PigHouse(HouseRules):
    low: Low = switch(Low.NO, "PIG-3", "May a pot below five be held?")


@dataclass(frozen=True, slots=True)
class Go(Action):
    """The player will throw."""

    verb: ClassVar[str] = "go"
    example: ClassVar[str] = "Ann: go"


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """The pot is kept."""

    verb: ClassVar[str] = "hold"
    example: ClassVar[str] = "Ann: hold"


FIRST = Seat(0)


@dataclass(frozen=True, slots=True)
class State:
    names: tuple[str, ...]
    totals: tuple[int, ...]
    house: PigHouse = PigHouse()
    turn: Seat = FIRST
    pot: int = 0
    waiting: bool = False


def start(setup: Setup) -> State:
    house = choose(PigHouse(), "pig", setup.switches)
    return State(setup.seats, (0,) * len(setup.seats), house)


def check(state: State, action: Action):
    if isinstance(action, Roll):
        return ()
    if action.actor != state.turn:
        return (Breach("PIG-1", "it is not their turn", forceable=False),)
    match action:
        case Go():
            return (Breach("PIG-4", "a throw is open"),) if state.waiting else ()
        case Withdraw():
            return () if state.waiting else (Breach("PIG-4", "nothing", forceable=False),)
        case Hold():
            return tuple(_hold(state))
    return (Breach("PIG-1", "unknown", forceable=False),)


def _hold(state: State):
    if state.waiting:
        yield Question(state.turn, "what did the die show?", "PIG-4")
    if not state.pot:
        yield Breach("PIG-2", "the pot is empty")
    elif state.pot < 5:
        low = state.house.low is Low.YES
        yield (Note if low else Breach)("PIG-3", f"the pot is {state.pot}")


def apply(state: State, action: Action) -> State:
    match action:
        case Go():
            return replace(state, waiting=True)
        case Withdraw():
            return replace(state, waiting=False)
        case Roll(dice=(die,)):
            if die.face == "1":
                return _next(replace(state, pot=0, waiting=False))
            return replace(state, pot=state.pot + int(die.face), waiting=False)
        case Hold():
            totals = list(state.totals)
            totals[state.turn] += state.pot
            return _next(replace(state, totals=tuple(totals), pot=0))
    raise AssertionError(action)


def _next(state: State) -> State:
    return replace(state, turn=Seat((state.turn + 1) % len(state.names)))


def pending(state: State):
    if not state.waiting:
        return None
    return RollRequest(state.turn, (DieSpec("d10"),), "for the pot", "PIG-4")


def options(state: State):
    if state.waiting:
        acts: tuple[Action, ...] = (Withdraw(state.turn),)
    else:
        acts = (Go(state.turn), Hold(state.turn)) if state.pot >= 5 else (Go(state.turn),)
    return tuple(Option(a.actor, a.verb, a.verb, "PIG-1", (a,)) for a in acts)


def score(state: State) -> ScoreSheet:
    return ScoreSheet(
        tuple(ScoreLine(Seat(s), "points", p, "PIG-2", "held") for s, p in enumerate(state.totals))
    )


def standing(state: State) -> Standing:
    order = sorted(range(len(state.totals)), key=lambda s: -state.totals[s])
    places = tuple(Place(Seat(s), r, "points") for r, s in enumerate(order, start=1))
    return Standing(places, final=False, rule="PIG-2", explanation="by points")


def no_cards(_text: str):
    raise CatalogueError("Pig has no cards")


PIG = Game(
    id="pig",
    title="Pig",
    prefix="pig",
    players=(1, 6),
    dice=("d10",),
    actions=(Go, Hold, Withdraw),
    house=PigHouse,
    start=start,
    check=check,
    apply=apply,
    pending=pending,
    options=options,
    view=lambda s, _seat: View(f"pot {s.pot}", "turn", s.turn, over=False),
    score=score,
    standing=standing,
    tell=lambda before, action, after: f"{action.verb} {before.pot}->{after.pot}",
    rehouse=lambda s, house: replace(s, house=house),
    house_of=lambda s: s.house,
    read_catalogue=no_cards,
    invariants=lambda _s: (),
)

ANN, BEN = Seat(0), Seat(1)


def begin(**switches: str) -> Match[State]:
    chosen = {f"pig.{name}": value for name, value in switches.items()}
    return Match.begin(PIG, BOOK, Setup(("Ann", "Ben"), switches=chosen))


def roll(face: int, who: Seat = ANN) -> Roll:
    return Roll(who, (DieFace("d10", str(face)),))


def go(who: Seat = ANN) -> Go:
    return Go(who)


def hold(who: Seat = ANN) -> Hold:
    return Hold(who)


def play(match: Match[State], *actions: Action) -> Match[State]:
    for action in actions:
        match = match.apply(action)
    return match
