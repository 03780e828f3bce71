"""Play at random, and what must hold after every action of any game.

What is declared comes from what the game offers, dice and choices come from a seed; so a whole game
is repeated by its number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from companion.core.actions import Action, Roll
from companion.core.dice import FACES, DieFace, RollRequest
from companion.core.game import Depth, Game, Option
from companion.core.log import Match
from companion.core.score import Standing
from companion.core.steps import take_step
from companion.core.verdict import Question
from companion.record.shelf import Cards, Shelf
from models.workshop.invariants import invariants

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
SHELF: Final = Shelf()
MODES: Final = [(game_id, depth) for game_id in SHELF.ids() for depth in Depth]

_PHYSICAL: Final = 10
"""A d10 prints 0 or 10, never both: the first ten faces are one die."""

_HESITATES: Final = 0.02
"""How often something else than the open roll is declared, such as taking the action back."""

_OVERLOOKS: Final = 0.3
"""How often a complete monster in their own hand is passed over."""

WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = {
    "rsf": {
        "withdraw": 0.05,
        "begin-combat": 0.1,
        "end-combat": 0.4,
        "end-turn": 0.6,
        "attack": 6.0,
        "special": 3.0,
        "connect": 3.0,
        "exchange": 0.5,
        "done": 0.7,
        "sheet": 0.2,
    },
    "mon-classic": {"rearrange": 0.05, "end-turn": 4.0, "draw": 4.0, "refuse": 0.3},
    "mon-arena": {"rearrange": 0.05, "end-turn": 4.0, "draw": 4.0, "change-arena": 0.1},
}
"""How often a verb is tried, by game; the rest counts 1. So games end, and all else happens too."""


def _sees_a_monster(state: Any, chance: random.Random) -> Action | None:
    """Mostly whoever holds a complete monster sees it, which no option may betray (MON-C10)."""
    from companion.games.mon.classic.arena import EnterArena, MeetArena
    from companion.games.mon.classic.challenge import Challenge
    from companion.games.mon.classic.state import Mode, Stage
    from companion.games.mon.classic.table import free_cards, pictures
    from companion.games.mon.monster import choose_complete

    if not state.full or state.stage is not Stage.BUILD or chance.random() < _OVERLOOKS:
        return None
    seat = state.turn
    cards = tuple(card.id for card in choose_complete(pictures(state, free_cards(state, seat))))
    if not cards:
        return None
    if state.mode is Mode.CLASSIC:
        return Challenge(seat, chance.choice([x for x in state.order if x != seat]), cards)
    return EnterArena(seat, cards) if state.arena is None else MeetArena(seat, cards)


HABITS: Final[Mapping[str, Callable[[Any, random.Random], Action | None]]] = {
    "mon-classic": _sees_a_monster,
    "mon-arena": _sees_a_monster,
}
"""What people would do who know their own hands; where nothing comes of it, chance chooses."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A state with what its game offers and waits for: some games take their time to say it."""

    game: Game[Any]
    state: Any
    pending: RollRequest | Question | None
    options: tuple[Option, ...]

    @classmethod
    def of(cls, game: Game[Any], state: Any) -> Moment:
        """Ask the game."""
        return cls(game, state, game.pending(state), game.options(state))

    def next_action(self, chance: random.Random) -> Action | None:
        """Return a legal action by chance, dice included; None when the game is over."""
        if isinstance(self.pending, RollRequest) and chance.random() > _HESITATES:
            return thrown(self.pending, chance)
        habit = HABITS.get(self.game.id)
        known = habit(self.state, chance) if habit else None
        if known is not None and not self.game.check(self.state, known):
            return known
        action = _offered(self.game.id, self.options, chance)
        if action is None and isinstance(self.pending, RollRequest):
            return thrown(self.pending, chance)
        return action


def _offered(game_id: str, options: tuple[Option, ...], chance: random.Random) -> Action | None:
    """Return one of the actions on offer by chance; None when there is none."""
    options = tuple(option for option in options if option.instances)
    if not options:
        return None
    weights = WEIGHTS.get(game_id, {})
    often = [weights.get(option.verb, 1.0) for option in options]
    return chance.choice(chance.choices(options, often)[0].instances)


def thrown(request: RollRequest, chance: random.Random) -> Roll:
    """Return a throw of the dice that are asked for."""
    faces = ((kind, FACES[kind][:_PHYSICAL]) for kind in request.kinds)
    dice = tuple(DieFace(kind, chance.choice(shown)) for kind, shown in faces)
    return Roll(request.roller, dice)


# ---------------------------------------------------------------- what must hold


def faults(match: Match[Any], moment: Moment) -> Iterator[str]:
    """Say what is broken at a moment (INV-4, INV-5, INV-12, and the game's own invariants)."""
    game, state, options, pending = match.game, match.state, moment.options, moment.pending
    yield from invariants(state)
    view, standing = game.view(state), game.standing(state)
    if view.over != (standing.final or bool(view.called_off)):
        yield f"INV-4: the view says over: {view.over}, the standing final: {standing.final}"
    if view.over and (options or pending is not None):
        yield "INV-4: the game is over and goes on"
    if not view.over and not options and pending is None:
        yield "INV-4: nothing can be declared and nothing is asked"
    rules = [standing.rule, *(option.rule for option in options)]
    rules += [line.rule for line in game.score(state).lines]
    rules += [] if pending is None else [pending.rule]
    for rule in rules:
        if rule not in match.rulebook:
            yield f"INV-5: there is no rule {rule!r}"
    yield from _unranked(standing, len(match.seats))


def _unranked(standing: Standing, seats: int) -> Iterator[str]:
    """INV-12: every seat has one place, and equal ranks take up as many places as they are."""
    if sorted(place.seat for place in standing.places) != list(range(seats)):
        yield "INV-12: the standing does not have every seat once"
    ranks = [place.rank for place in standing.places]
    if ranks != sorted(ranks) or any(rank != ranks.index(rank) + 1 for rank in ranks):
        yield f"INV-12: the ranks {ranks} are no ranking"


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game that was played.

    Attributes:
        match: as it stands in the end, or where something broke.
        ended: whether the rules ended it, rather than the limit.
        broken: what did not hold after the last action; empty when all is well.
    """

    match: Match[Any]
    ended: bool
    broken: tuple[str, ...] = ()


def play_game(match: Match[Any], chance: random.Random, most: int) -> Played:
    """Play on to the end, or for at most so many actions, looking after every one of them."""
    now = Moment.of(match.game, match.state)
    for _ in range(most):
        action = now.next_action(chance)
        if action is None:
            break
        try:
            after = match.apply(action)
            now = Moment.of(after.game, after.state)
            broken = (*_untold(match, action, after), *faults(after, now))
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is looked for
            broken, after = (f"{action.verb}: {type(error).__name__}: {error}",), match
        match = after
        if broken:
            return Played(match, ended=False, broken=broken)
    return Played(match, match.game.view(match.state).over, tuple(_folds(match)))


def _untold(before: Match[Any], action: Action, after: Match[Any]) -> Iterator[str]:
    line = before.game.tell(before.state, action, after.state)
    if not line or "\n" in line:
        yield f"{action.verb} is told as {line!r}"


def _folds(match: Match[Any]) -> Iterator[str]:
    """INV-1: the log folds to the same state again."""
    again = Match.begin(match.game, match.rulebook, match.setup).now
    for step in match.steps():
        again = take_step(match.game, again, step.number, step.action)
    if again.state != match.state:
        yield "INV-1: the log does not fold to the same state again"


@cache
def cards_of(game_id: str, depth: Depth) -> Cards | None:
    """Return the catalogue that comes with a game, where the depth needs one."""
    return SHELF.shipped(game_id) if depth is Depth.FULL else None
