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

C = TypeVar("C", bound=Catalogue)
S = TypeVar("S")


class Depth(StrEnum):
    """How much people enter."""

    FULL = "full"  # cards are entered and the program computes
    LIGHT = "light"  # people enter the sums, the program keeps sequence, budgets and scores


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed before the first action.

    Attributes:
        seats: names, clockwise.
        depth: full or light; a table may change from full to light as it plays.
        switches: chosen house rules by switch name; what is absent has its default.
        catalogue: the game's cards, or None.
        left: seats whose players went home, in that order (X-12); none at the start.
        called_off: why the table ended the game before its end (X-14); empty at the start.
    """

    seats: tuple[str, ...]
    depth: Depth = Depth.LIGHT
    switches: Mapping[str, str] = field(default_factory=dict)
    catalogue: Catalogue | None = None
    left: tuple[Seat, ...] = ()
    called_off: str = ""

    def lightened(self) -> Setup:
        """Return the same table in light depth (X-8)."""
        return replace(self, depth=Depth.LIGHT)


@dataclass(frozen=True, slots=True)
class Fill:
    """A list in an action that people make up entry by entry: its outcomes are too many to list.

    Attributes:
        field: name of the action's field, a tuple.
        values: what there is to choose from, each as often as it is there.
        least: entries at least.
        most: entries at most.
    """

    field: str
    values: tuple[object, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be declared now.

    Attributes:
        actor: who may; None is the table.
        verb: the action's verb.
        text: what it does, for people ("Attack another monster").
        rule: the rule that allows it.
        instances: legal actions of this kind. When `complete`, all of them; else at least one, as
            an example, because there are too many to list (a rearranged layout).
        complete: see `instances`.
        fill: how the rest of the instances comes about, when they differ in one list.
    """

    actor: Seat | None
    verb: str
    text: str
    rule: str
    instances: tuple[Action, ...]
    complete: bool = True
    fill: Fill | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Where a game stands, in a few words.

    Attributes:
        headline: where the game stands, in one line ("Phase 2 · Ann's turn · 1 action left").
        stage: the stage by its rulebook name.
        turn: whose turn it is, when it is somebody's.
        over: whether the game has ended.
        called_off: why the table called it off (X-14); the kernel says that, no game.
    """

    headline: str
    stage: str
    turn: Seat | None
    over: bool
    called_off: str = ""


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
    """One game of the shelf. All functions are pure; S is its frozen state.

    Attributes:
        id: as in a record's header.
        title: the rulebook's title.
        prefix: of its switch names.
        players: smallest and largest number of seats it accepts.
        dice: kinds that it may ask for; empty for a game without dice.
        actions: its own verbs, in the order they should be listed.
        house: its switches.
        start: setup to first state; raises `SwitchError` or `UsageError`.
        check: findings against an action; empty is a yes. `Roll` arrives here too, once the kernel
            has seen that it answers the open request.
        apply: carries out an action that was checked or forced; never refuses.
        pending: the roll or the answer the game waits for.
        options: what may be declared now and by whom, rolls excepted.
        view: where the game stands.
        sheet: what everybody may see of the table.
        label: a value of an action for people; given who acts, and whom the action is aimed at once
            that is settled.
        score: itemised, valid at any time.
        standing: ranking, valid at any time.
        tell: one history line about an action that led from one state to another.
        lighten: a state of full depth, before the end, as light depth knows it: the sums stay as
            they stand, cards lose their names. Possible at every moment (X-8).
        read_catalogue: text of a TOML catalogue to cards; raises `CatalogueError`.
        apply_ruled: carries out an action that rules are lifted for, where that differs from
            `apply`: by the rules it would come to nothing without being refused (X-7).
        leave: a state whose setup has a seat among `left` already, with that player's pieces, cards
            and dice out of the game, what was asked of the seat lapsed, and turns passing over it;
            ended by the game's own rule if it has one for a single player (X-12).
        join: a state with one more player at a seat, every seat from there on moved up by one (the
            setup has the name already); None once set-up is over (X-13).
        rehouse: the state under changed house rules; without one they are exchanged, and count from
            there on (X-8).
        house_of: the house rules in force in a state; without one, its `house`.
        depth_of: the depth that a state is played in; without one, that of its `setup`.
        grown: the catalogue as it has grown in a state, as the text of a file; None for a game
            whose cards are all known beforehand.
    """

    id: str
    title: str
    prefix: str
    players: tuple[int, int]
    dice: tuple[str, ...]
    actions: tuple[type[Action], ...]
    house: type[HouseRules]
    start: Callable[[Setup], S]
    check: Callable[[S, Action], tuple[Finding, ...]]
    apply: Callable[[S, Action], S]
    pending: Callable[[S], RollRequest | Question | None]
    options: Callable[[S], tuple[Option, ...]]
    view: Callable[[S], View]
    sheet: Callable[[S], Sheet]
    label: Callable[[S, object, Seat | None, Seat | None], str]
    score: Callable[[S], ScoreSheet]
    standing: Callable[[S], Standing]
    tell: Callable[[S, Action, S], str]
    lighten: Callable[[S], S]
    read_catalogue: Callable[[str], Catalogue]
    rehouse: Callable[[S, HouseRules], S] = _rehouse
    house_of: Callable[[S], HouseRules] = _house_of
    depth_of: Callable[[S], Depth] = _depth_of
    grown: Callable[[S], str] | None = None
    apply_ruled: Callable[[S, Action, frozenset[str]], S] | None = None
    leave: Callable[[S, Seat], S] | None = None
    join: Callable[[S, Seat], S | None] | None = None


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
