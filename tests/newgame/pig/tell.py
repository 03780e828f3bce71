"""One line of history an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.actions import Action, Roll, Withdraw
from companion.games.pig.actions import Adjust, Go, Hold

if TYPE_CHECKING:
    from companion.games.pig.state import State


def tell(before: State, action: Action, after: State) -> str:
    """Say what an action did."""
    name = before.names[before.turn]
    match action:
        case Go():
            return f"{name} throws"
        case Roll(dice=(die,)) if die.face == "1":
            return f"{name} rolls a 1 and loses {before.pot} (PIG-5)"
        case Roll(dice=(die,)):
            return f"{name} rolls {die.face}: the pot is {after.pot}"
        case Hold():
            won = " and wins (PIG-7)" if after.over else ""
            return f"{name} keeps {before.pot}, {after.totals[before.turn]} in all{won}"
        case Withdraw():
            return f"{name} does not throw after all"
        case Adjust(seat=seat, total=total):
            return f"The table sets {before.names[seat]}'s total to {total}"
        case _:
            return action.verb
