"""Pig with a d10, as small as a game can be: roll as often as you dare, a 1 loses the turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, cast

from companion.core.actions import Action, Roll
from companion.core.catalogue import Catalogue, CatalogueError
from companion.core.dice import DieSpec, RollRequest
from companion.core.game import Game, Option, Setup, View
from companion.core.rulebook import Rulebook
from companion.core.score import Place, ScoreLine, ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.switches import HouseRules, choose, switch
from companion.core.verdict import Breach, Finding, Note, Question

if TYPE_CHECKING:
    from companion.core.log import Match

GOAL = 20
MOST_ROLLS = 3
FIRST = Seat(0)

RULES = """
[[rule]]
id = "PIG-1"
status = "S"
text = "Who wants to roll says so, and rolls one d10; a 1 loses the turn's points."
[[rule]]
id = "PIG-2"
status = "D"
text = "At most three rolls a turn."
switch = "pig.zero"
[[rule]]
id = "PIG-3"
status = "I"
text = "Nobody holds without points."
[[rule]]
id = "PIG-4"
status = "S"
text = "Who reaches 20 wins."
"""


class Zero(StrEnum):
    """What face 0 counts."""

    TEN = "ten"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PigHouse(HouseRules):
    """Pig's one switch."""

    zero: Zero = switch(Zero.TEN, "PIG-2", "what face 0 counts")


@dataclass(frozen=True, slots=True)
class Again(Action):
    """The player will roll."""

    verb: ClassVar[str] = "again"
    example: ClassVar[str] = "Ann: again"


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """The player keeps the points of this turn."""

    verb: ClassVar[str] = "hold"
    example: ClassVar[str] = "Ann: hold"


@dataclass(frozen=True, slots=True)
class PigState:
    """Scores, whose turn, and whether the die is awaited."""

    seats: int
    house: PigHouse
    scores: tuple[int, ...]
    turn: Seat = FIRST
    kept: int = 0
    rolls: int = 0
    rolling: bool = False


def _start(setup: Setup) -> PigState:
    house = choose(PigHouse(), "pig", setup.switches)
    return PigState(len(setup.seats), house, (0,) * len(setup.seats))


def _over(state: PigState) -> bool:
    return max(state.scores) >= GOAL


def _check(state: PigState, action: Action) -> tuple[Finding, ...]:
    if isinstance(action, Roll):
        return ()
    if _over(state) or state.rolling:
        return (Breach("PIG-4", "the game does not wait for that", forceable=False),)
    if action.actor != state.turn:
        return (Breach("PIG-1", "it is somebody else's turn", forceable=False),)
    if isinstance(action, Again) and state.rolls >= MOST_ROLLS:
        return (Breach("PIG-2", "three rolls are used"),)
    if isinstance(action, Hold) and not state.kept:
        return (Breach("PIG-3", "there is nothing to hold"),)
    return (Note("PIG-2", "three rolls at most"),) if isinstance(action, Again) else ()


def _apply(state: PigState, action: Action) -> PigState:
    match action:
        case Again():
            return replace(state, rolling=True, rolls=state.rolls + 1)
        case Roll(dice=(die,)):
            ten = 10 if state.house.zero is Zero.TEN else 0
            points = int(die.face) or ten
            if points == 1:
                return _next(state)
            return replace(state, rolling=False, kept=state.kept + points)
        case _:
            scores = list(state.scores)
            scores[state.turn] += state.kept
            return _next(replace(state, scores=tuple(scores)))


def _next(state: PigState) -> PigState:
    turn = Seat((state.turn + 1) % state.seats)
    return replace(state, turn=turn, kept=0, rolls=0, rolling=False)


def _pending(state: PigState) -> RollRequest | Question | None:
    if not state.rolling:
        return None
    return RollRequest(state.turn, (DieSpec("d10"),), "points", "PIG-1")


def _options(state: PigState) -> tuple[Option, ...]:
    if state.rolling or _over(state):
        return ()
    able = [Again(state.turn)] if state.rolls < MOST_ROLLS else []
    held = [Hold(state.turn)] if state.kept else []
    return tuple(Option(state.turn, one.verb, one.verb, "PIG-1", (one,)) for one in [*able, *held])


def _view(state: PigState, _: Seat | None) -> View:
    return View(f"{state.scores}", "Play", state.turn, _over(state))


def _score(state: PigState) -> ScoreSheet:
    lines = (
        ScoreLine(Seat(seat), "points", points, "PIG-4", "kept")
        for seat, points in enumerate(state.scores)
    )
    return ScoreSheet(tuple(lines))


def _standing(state: PigState) -> Standing:
    ranked = sorted(range(state.seats), key=lambda seat: -state.scores[seat])
    places = tuple(
        Place(Seat(seat), 1 + sum(other > state.scores[seat] for other in state.scores), "points")
        for seat in ranked
    )
    return Standing(places, _over(state), "PIG-4", "by points")


def _tell(_: PigState, action: Action, after: PigState) -> str:
    return f"{action.verb}: {after.kept}"


def _read_catalogue(_: str) -> Catalogue:
    raise CatalogueError("Pig has no cards")


def _invariants(state: PigState) -> tuple[str, ...]:
    return () if all(score >= 0 for score in state.scores) else ("a score is negative",)


PIG: Game[PigState] = Game(
    id="pig",
    title="Pig",
    prefix="pig",
    players=(2, 6),
    dice=("d10",),
    actions=(Again, Hold),
    house=PigHouse,
    start=_start,
    check=_check,
    apply=_apply,
    pending=_pending,
    options=_options,
    view=_view,
    score=_score,
    standing=_standing,
    tell=_tell,
    rehouse=lambda state, house: replace(state, house=cast("PigHouse", house)),
    house_of=lambda state: state.house,
    read_catalogue=_read_catalogue,
    invariants=_invariants,
)


def pig_match(shared_rules: str) -> Match[PigState]:
    """A table of Ann and Ben."""
    from companion.core.log import Match

    return Match.begin(PIG, Rulebook.parse(shared_rules, RULES), Setup(("Ann", "Ben")))
