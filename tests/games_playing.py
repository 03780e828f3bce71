"""What tests of every game do at a table: look what stands against an action, play, force, play at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.actions import Action
from companion.core.game import Game
from companion.core.verdict import Breach, Question
from models.workshop.bench.random_play import Moment
from models.workshop.invariants import invariants

Steps = Iterator[tuple[Any, Action, Any]]


@dataclass(frozen=True)
class Playing:
    """Tables of one game."""

    game: Game[Any]  # the game
    # whether every state that is reached must hold what the game promises, and every action must
    # have its line; tables made by hand need not
    sound: bool = False
    # makes an action of a line, where tests write lines
    read: Callable[[str], Action] | None = None

    def action(self, said: str | Action) -> Action:
        """The action that was meant."""
        if isinstance(said, str):
            assert self.read is not None
            return self.read(said)
        return said

    def findings(self, state: Any, said: str | Action) -> tuple[str, ...]:
        """Rule ids of what stands against an action."""
        found = self.game.check(state, self.action(said))
        return tuple(one.rule for one in found if isinstance(one, Breach | Question))

    def refused(self, state: Any, said: str | Action) -> str:
        """The one rule that makes an action impossible."""
        (found,) = self.game.check(state, self.action(said))
        assert isinstance(found, Breach), found
        assert not found.forceable, found
        return found.rule

    def play(self, state: Any, *declared: str | Action) -> Any:
        """Play legal actions; a test that tries another fails here."""
        for said in declared:
            action = self.action(said)
            assert not self.findings(state, action), (action, self.game.check(state, action))
            state = self._apply(state, action)
        return state

    def force(self, state: Any, said: str | Action, rule: str = "") -> Any:
        """Play an action that some rule stands against, this one alone where it is named."""
        action = self.action(said)
        found = self.game.check(state, action)
        assert found, "nothing stands against it"
        assert not rule or [one.rule for one in found] == [rule]
        assert all(one.forceable for one in found if isinstance(one, Breach)), found
        return self._apply(state, action)

    def _apply(self, state: Any, action: Action) -> Any:
        after = self.game.apply(state, action)
        if self.sound:
            assert invariants(after) == ()
            assert self.game.tell(state, action, after)
        return after

    def _offered(self, state: Any, chance: random.Random) -> Action | None:
        return Moment.of(self.game, state).next_action(chance)

    def playout(
        self,
        state: Any,
        seed: int,
        steps: int = 4000,
        choose: Callable[[Any, random.Random], Action | None] | None = None,
    ) -> Steps:
        """Play at random until the game ends or the steps are used up.

        Args:
            state: to begin with.
            seed: of the chance.
            steps: at most so many actions.
            choose: chooses what happens next, None at the end; without it, whatever is on offer.
        """
        chance = random.Random(seed)
        for _ in range(steps):
            action = (choose or self._offered)(state, chance)
            if action is None:
                return
            assert not self.findings(state, action), (action, self.game.check(state, action))
            after = self.game.apply(state, action)
            yield state, action, after
            state = after
