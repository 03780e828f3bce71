"""Verbs: one class holds everything about one kind of action; what all share the kernel does.

A game's verb is a frozen dataclass: its words as class variables, its arguments as fields, and what
it checks, does, offers and tells as methods. A game lists its verbs in one `Verbs`, which judges,
carries out, offers and tells them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from companion.core.actions import Action, Roll, Withdraw
from companion.core.findings import YES, Findings, against, clear, legal, nobody_there, stop
from companion.core.game import Fill, Option
from companion.core.seats import Seat
from companion.core.state import GameState
from companion.core.texts import Wording, stage_text, tr


class TurnTable(Protocol):
    """A table at which one seat is in turn."""

    @property
    def turn(self) -> Seat:
        """Whose turn it is."""

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""


S = TypeVar("S", bound=GameState[Any, Any])


@dataclass(frozen=True, slots=True)
class Verb(Action, ABC, Generic[S]):
    """One kind of action of a game whose state is S.

    A verb that games share is taken up by a class with two bases: `class Throw(Roll, Verb[State])`
    says what a roll does in this game.
    """

    rule: ClassVar[str]  # the rule that allows it; also the rule that a wrong stage breaks
    menu: ClassVar[str] = ""  # what it does, for menus
    # its line of history; it may name who acts and each field (see `gaps`)
    said: ClassVar[str] = ""
    # the stages in which it is possible; empty for any
    when: ClassVar[frozenset[Wording]] = frozenset()
    wrong: ClassVar[str] = ""  # what is wrong in any other stage ("no piece is to be given up")
    # whether the whole table declares it, so that anybody may say it
    by_table: ClassVar[bool] = False
    after_end: ClassVar[bool] = False  # whether it is possible after the end of the game
    # whether `choices` are legal as they are, so that menus need not check each
    certain: ClassVar[bool] = False
    # what it would make so, where it puts right a fact that is nearly so ("{seat} had {points:+}
    # DEF"); it may name what `said` may. Answers to "why not?" try it.
    near: ClassVar[str] = ""
    # what one action does, where a menu has a line for each ("Attack {target}"); see `said`
    one: ClassVar[str] = ""

    @property
    def me(self) -> Seat:
        """The seat that acts, for an action of one player."""
        assert self.actor is not None  # noqa: S101 - the kernel has refused it otherwise
        return self.actor

    # -- what games say ---------------------------------------------------------------------------

    def facts(self, state: S) -> Findings:
        """Find what is missing so that nobody could carry it out, at whatever stage (see `stop`).

        What `check` and `apply` need at a stage that is not theirs: the table may rule it (X-7).
        """
        del state
        return YES

    def check(self, state: S) -> Findings:
        """Find what else stands against it; asked at any stage at which no fact is missing."""
        del state
        return YES

    @abstractmethod
    def apply(self, state: S) -> S:
        """Carry it out, checked or forced; never refuse."""

    @classmethod
    def choices(cls, state: S) -> Iterable[Action]:
        """Return the actions of this kind to choose from now; menus leave out what is illegal.

        Where a game says no more, a verb of menus without arguments is the table's or that of who
        is in turn.
        """
        if len(fields(cls)) > 1 or not cls.menu:
            return ()
        return (cls(None if cls.by_table else cast("TurnTable", state).turn),)

    @classmethod
    def options(cls, state: S) -> Iterable[Option]:
        """Return what a menu shows: one option for each who may act."""
        by_actor: dict[Seat | None, list[Action]] = {}
        for action in cls.choices(state):
            by_actor.setdefault(action.actor, []).append(action)
        return [cls.option(actor, actions) for actor, actions in by_actor.items()]

    def tell(self, before: S, after: S) -> str:
        """Return its line of history."""
        del after
        return tr(self.said, **self.gaps(before))

    def line(self, state: S) -> str:
        """Return its line in a menu that has one for each choice; empty where a game says no more."""
        return tr(self.one, **self.gaps(state)) if self.one else ""

    def allowed(self, state: S) -> bool:
        """Tell whether nothing stands against it now, and no question is open."""
        return clear(self.facts(state) or self.check(state))

    # -- helpers ----------------------------------------------------------------------------------

    @classmethod
    def option(
        cls,
        actor: Seat | None,
        actions: Iterable[Action],
        *,
        text: str = "",
        rule: str = "",
        complete: bool = True,
        fill: Fill | None = None,
    ) -> Option:
        """Return an option with the words of this verb, where no others are given."""
        text, rule = text or tr(cls.menu), rule or cls.rule
        return Option(actor, cls.verb, text, rule, tuple(actions), complete, fill)

    def gaps(self, state: S) -> dict[str, object]:
        """Return what `said` may name: `who` acts, and each field in words."""
        found: dict[str, object] = {"who": state.actor(self.actor)}
        for one in fields(self)[1:]:
            value = getattr(self, one.name)
            if one.type in {"Seat", "Seat | None"} and value is not None:
                value = state.name(value)
            found[one.name] = _in_words(value)
        return found


def _in_words(value: object) -> object:
    """Return a value as its `said` has it, where it has one; several with commas."""
    if isinstance(value, tuple):
        return ", ".join(str(_in_words(one)) for one in value)
    return getattr(value, "said", value)


def only_in(state: GameState[Any, Any], stages: Iterable[Wording], rule: str, wrong: str, now: str = "") -> Findings:
    """Refuse what comes at a wrong stage; `now` says what the table is busy with instead."""
    if state.stage in stages:
        return YES
    return against(rule, tr("{wrong}; {now}", wrong=wrong, now=now or stage_text(state.stage)))


def in_turn(state: TurnTable, seat: Seat, rule: str) -> Findings:
    """Refuse whoever is not in turn."""
    if seat == state.turn:
        return YES
    return against(rule, tr("it is {name}'s turn", name=state.name(state.turn)))


class Verbs(Generic[S]):
    """All verbs of one game.

    Args:
        title: what people call the game.
        over: the rule that ends the game.
        verbs: in the order in which they are listed.
        now: says what the table is busy with at a stage, where `now: Stage` does not do.
    """

    def __init__(
        self,
        title: str,
        over: str,
        verbs: Sequence[type[Verb[S]]],
        now: Callable[[Any], str] = stage_text,
    ) -> None:
        self.title = title
        self.over = over
        self.now = now
        self.verbs = tuple(verbs)
        self._by_name = {one.verb: one for one in verbs}

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """What a record names: shared verbs as all games know them; every game has `roll`."""
        found = [Withdraw if issubclass(one, Withdraw) else one for one in self.verbs]
        return tuple(one for one in found if not issubclass(one, Roll))

    def check(self, state: S, action: Action) -> Findings:
        """Find what stands against an action; an empty answer is a yes."""
        kind = self._kind(action)
        if kind is None and isinstance(action, Roll):
            return stop("X-4", tr("{title} has no dice", title=self.title))
        if state.over and not (kind and kind.after_end):
            return stop(self.over, tr("the game is over"))
        if action.actor is not None and not state.has_seats(action.actor):
            return nobody_there("X-4")
        if kind is None:
            text = tr("{title} has no action {verb}", title=self.title, verb=action.verb)
            return stop("X-3", text)
        if action.actor is None and not kind.by_table:
            return stop("X-3", tr("{verb} is one player's action: name the player", verb=action.verb))
        own = _own(kind, action)
        if not kind.when or state.stage in kind.when:
            return own.facts(state) or own.check(state)
        wrong = only_in(state, (), kind.rule, tr(kind.wrong), self.now(state.stage))
        return (*wrong, *(own.facts(state) or own.check(state)))

    def apply(self, state: S, action: Action) -> S:
        """Carry out an action that was checked, or that the table's ruling forced."""
        kind = self._kind(action)
        assert kind is not None  # noqa: S101 - check refused it otherwise
        return _own(kind, action).apply(state)

    def options(self, state: S, verbs: Iterable[type[Verb[S]]] | None = None) -> tuple[Option, ...]:
        """List what may be declared now; nothing that would be refused.

        Args:
            state: the table.
            verbs: those to be listed, in the order of a menu; all of them without.
        """
        return tuple(
            option
            for kind in (self.verbs if verbs is None else verbs)
            if not kind.when or state.stage in kind.when
            for option in self._listed(state, kind)
            if option.instances
        )

    def _listed(self, state: S, kind: type[Verb[S]]) -> Iterator[Option]:
        for option in kind.options(state):
            if kind.certain:
                yield option
            else:
                yield replace(option, instances=legal(self.check, state, option.instances))

    def tell(self, before: S, action: Action, after: S) -> str:
        """Return the line of history of an action."""
        kind = self._kind(action)
        return action.verb if kind is None else _own(kind, action).tell(before, after)

    def line(self, state: S, action: Action) -> str:
        """Return the line of a menu for one action; empty where its game says no more than its kind."""
        kind = self._kind(action)
        return "" if kind is None else _own(kind, action).line(state)

    def _kind(self, action: Action) -> type[Verb[S]] | None:
        """Return the verb of an action; an early roll that is taken up is a roll."""
        return self._by_name.get(Roll.verb if isinstance(action, Roll) else action.verb)


def _own(kind: type[Verb[S]], action: Action) -> Verb[S]:
    """Return an action as the game's own verb: a roll becomes what a roll is in this game."""
    if isinstance(action, kind):
        return action
    return kind(*(getattr(action, one.name) for one in fields(action)))
