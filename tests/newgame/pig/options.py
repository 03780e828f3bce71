"""What may be declared now and by whom. Rolls are no options: dice are asked for by `pending`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.actions import Withdraw
from companion.core.findings import legal
from companion.core.game import Option
from companion.games.pig.actions import Go, Hold
from companion.games.pig.play import check

if TYPE_CHECKING:
    from companion.games.pig.state import State

_CHOICES: Final = (
    (Go, "throw the die", "PIG-4"),
    (Hold, "keep the pot", "PIG-7"),
    (Withdraw, "do not throw after all", "PIG-4"),
)


def options(state: State) -> tuple[Option, ...]:
    """List what is legal for the player in turn; nothing once the game is over."""
    found = []
    for action, text, rule in _CHOICES:
        instances = legal(check, state, (action(state.turn),))
        if instances:
            found.append(Option(state.turn, action.verb, text, rule, instances))
    return tuple(found)
