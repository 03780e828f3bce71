"""What a game is to the rest of the program: pure functions over its own frozen state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from companion.core.actions import Action
from companion.core.catalogue import Catalogue
from companion.core.dice import RollRequest
from companion.core.errors import UsageError
from companion.core.score import ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.sheet import Sheet
from companion.core.switches import HouseRules
from companion.core.texts import later, tr
from companion.core.verdict import Finding, Question
from companion.core.words import CardId, Cell

C = TypeVar("C", bound=Catalogue)
S = TypeVar("S")


class Depth(StrEnum):
    """How much people enter."""

    FULL = "full"  # cards are entered and the program computes
    LIGHT = "light"  # people enter the sums, the program keeps sequence, budgets and scores


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed before the first action."""

    seats: tuple[str, ...]  # names, clockwise
    depth: Depth = Depth.LIGHT  # full or light; a table may change from full to light as it plays
    # chosen house rules by switch name; what is absent has its default
    switches: Mapping[str, str] = field(default_factory=dict)
    catalogue: Catalogue | None = None  # the game's cards, or None
    # seats whose players went home, in that order; none at the start
    left: tuple[Seat, ...] = ()
    called_off: str = ""  # why the table ended the game before its end; empty at the start

    def lightened(self) -> Setup:
        """Return the same table in light depth (X-8)."""
        return replace(self, depth=Depth.LIGHT)


Lying = Mapping[Seat, tuple[tuple[CardId, Cell | None], ...]]
"""The cards that lie open in front of each player, with their cells where they have some."""


@dataclass(frozen=True, slots=True)
class Fill:
    """A list in an action that people make up entry by entry: its outcomes are too many to list."""

    field: str  # name of the action's field, a tuple
    values: tuple[object, ...]  # what there is to choose from, each as often as it is there
    least: int  # entries at least
    most: int  # entries at most


@dataclass(frozen=True, slots=True)
class Form:
    """All numbers and words of an action in one line, typed over what stands there."""

    standing: Action  # what is declared where nothing else is typed
    asked: tuple[str, ...] = ()  # fields that nobody has said yet, which must be typed
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # what fields may be
    then: str = ""  # verb that the same player means with it, declared at once where it is legal


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be declared now."""

    actor: Seat | None  # who may; None is the table
    verb: str  # the action's verb
    text: str  # what it does, for people ("Attack another monster")
    rule: str  # the rule that allows it
    # legal actions of this kind. When `complete`, all of them; else at least one, as an example,
    # because there are too many to list (a rearranged layout).
    instances: tuple[Action, ...]
    complete: bool = True  # see `instances`
    # how the rest of the instances comes about, when they differ in one list
    fill: Fill | None = None
    form: Form | None = None  # how it is typed in one line, where people write numbers down
    together: str = ""  # what it does where everybody in turn declares the same at once

    @property
    def costly(self) -> bool:
        """Whether a mere Enter must not choose it, nor anything of it."""
        return any(action.costly for action in self.instances)

    @property
    def sole(self) -> Action | None:
        """The only action that it stands for, where nothing is left to choose and a mere Enter may do it."""
        open_to = self.costly or self.fill or self.form or not self.complete or len(self.instances) > 1
        return None if open_to else self.instances[0]


@dataclass(frozen=True, slots=True)
class View:
    """Where a game stands, in a few words."""

    headline: str  # where the game stands, in one line ("Phase 2 · Ann's turn · 1 action left")
    stage: str  # the stage by its rulebook name
    turn: Seat | None  # whose turn it is, when it is somebody's
    over: bool  # whether the game has ended
    called_off: str = ""  # why the table called it off; the kernel says that, no game
    when: str = ""  # the round, as people would tell it ("Phase 2"); empty in games without rounds


def _no_line(_state: Any, _action: Action) -> str:
    return ""


def _no_cards(_state: Any) -> Lying:
    return {}


def _rehouse(state: Any, house: HouseRules) -> Any:
    return replace(state, house=house)


def _house_of(state: Any) -> HouseRules:
    house: HouseRules = state.house
    return house


def setup_of(state: Any) -> Setup:
    """Return the setup that a state has now: every state has one."""
    setup: Setup = state.setup
    return setup


def _depth_of(state: Any) -> Depth:
    return setup_of(state).depth


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """One game of the shelf. All functions are pure; S is its frozen state."""

    id: str  # as in a record's header
    title: str  # the rulebook's title
    prefix: str  # of its switch names
    players: tuple[int, int]  # smallest and largest number of seats it accepts
    dice: tuple[str, ...]  # kinds that it may ask for; empty for a game without dice
    actions: tuple[type[Action], ...]  # its own verbs, in the order they should be listed
    house: type[HouseRules]  # its switches
    start: Callable[[Setup], S]  # setup to first state; raises `SwitchError` or `UsageError`
    # findings against an action; empty is a yes. `Roll` arrives here too, once the kernel has seen
    # that it answers the open request.
    check: Callable[[S, Action], tuple[Finding, ...]]
    # carries out an action that was checked or forced; never refuses
    apply: Callable[[S, Action], S]
    # the roll or the answer the game waits for
    pending: Callable[[S], RollRequest | Question | None]
    # what may be declared now and by whom, rolls excepted
    options: Callable[[S], tuple[Option, ...]]
    view: Callable[[S], View]  # where the game stands
    sheet: Callable[[S], Sheet]  # what everybody may see of the table
    # a value of an action for people; given who acts, and whom the action is aimed at once that is
    # settled
    label: Callable[[S, object, Seat | None, Seat | None], str]
    score: Callable[[S], ScoreSheet]  # itemised, valid at any time
    standing: Callable[[S], Standing]  # ranking, valid at any time
    # one history line about an action that led from one state to another
    tell: Callable[[S, Action, S], str]
    # a state of full depth, before the end, as light depth knows it: the sums stay as they stand,
    # cards lose their names. Possible at every moment.
    lighten: Callable[[S], S]
    # text of a TOML catalogue to cards; raises `CatalogueError`
    read_catalogue: Callable[[str], Catalogue]
    # what one action would do, where a menu has a line for each; empty where its kind says enough
    line: Callable[[S, Action], str] = _no_line
    # the state under changed house rules; without one they are exchanged, and count from then
    rehouse: Callable[[S, HouseRules], S] = _rehouse
    # the house rules in force in a state; without one, its `house`
    house_of: Callable[[S], HouseRules] = _house_of
    # the depth that a state is played in; without one, that of its `setup`
    depth_of: Callable[[S], Depth] = _depth_of
    # the catalogue as it has grown in a state, as the text of a file; None for a game whose cards
    # are all known beforehand
    grown: Callable[[S], str] | None = None
    # carries out an action that rules are lifted for, where that differs from `apply`: by the rules
    # it would come to nothing without being refused
    apply_ruled: Callable[[S, Action, frozenset[str]], S] | None = None
    # a state whose setup has a seat among `left` already, with that player's pieces, cards and dice
    # out of the game, what was asked of the seat lapsed, and turns passing over it; ended by the
    # game's own rule if it has one for a single player
    leave: Callable[[S, Seat], S] | None = None
    # a state with one more player at a seat, every seat from there on moved up by one (the setup
    # has the name already); None once set-up is over
    join: Callable[[S, Seat], S | None] | None = None
    # the cards that lie open, in full depth; none where a game is not compared with its table
    lying: Callable[[S], Lying] = _no_cards


# ---------------------------------------------------------------- before a table is opened


def check_players(setup: Setup, title: str, players: tuple[int, int], why: str) -> None:
    """Refuse a table at which too many or too few sit.

    Args:
        setup: the table.
        title: what people call the game.
        players: smallest and largest number of seats.
        why: the rule that says so, with the switch that changes it if there is one.

    Raises:
        UsageError: it is for another number of players.
    """
    least, most = players
    if least <= len(setup.seats) <= most:
        return
    wanted = str(most) if least == most else tr("{least} to {most}", least=least, most=most)
    text = later("{title} is for {wanted} players, not {seats} ({why})")
    raise UsageError(tr(text, title=title, wanted=wanted, seats=len(setup.seats), why=why))


def check_deck(deck: int, seats: int, needed: int, why: str) -> None:
    """Refuse a deck that is too small to deal from; `why` is the rule.

    Raises:
        UsageError: it has fewer cards than are needed.
    """
    if deck < needed:
        text = later("the catalogue has {deck} cards; {seats} players need {needed} ({why})")
        raise UsageError(tr(text, deck=deck, seats=seats, needed=needed, why=why))


def own_catalogue(setup: Setup, kind: type[C], game: str) -> C:
    """Return the cards of a table, which full depth cannot do without; `kind` is the game's class.

    Raises:
        UsageError: there are none, or they are those of another game.
    """
    if not isinstance(setup.catalogue, kind):
        text = later("full depth needs a card catalogue for {game}; or play in light depth")
        raise UsageError(tr(text, game=game))
    return setup.catalogue
