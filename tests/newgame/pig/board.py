"""What everybody sees of a table: all of it, Pig hides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.game import View
from companion.core.seats import Seat
from companion.core.sheet import BOLD, TURN, Lead, Merit, Meter, Page, Sheet, plain_label
from companion.games.pig.state import GOAL

if TYPE_CHECKING:
    from companion.games.pig.state import State


def view(state: State) -> View:
    """Say where the game stands."""
    headline = f"{state.names[state.turn]}'s turn · pot {state.pot}"
    if state.over:
        best = max(state.totals)
        first = [n for n, total in zip(state.names, state.totals, strict=True) if total == best]
        headline = f"Game over · {' and '.join(first)} won"
    return View(headline, state.stage.value, None if state.over else state.turn, state.over)


def sheet(state: State) -> Sheet:
    """Show a bar a player, and the pot."""
    players = [(Seat(at), name, total) for at, (name, total) in enumerate(zip(state.names, state.totals, strict=True))]
    merits = tuple(
        Merit(seat, name, 1 + sum(total < other for other in state.totals), str(total)) for seat, name, total in players
    )
    turn = None if state.over else state.turn
    return Sheet(
        blocks=(),
        lead=Lead("points", "Points", merits, over=state.over),
        pages=tuple(Page(name, (f"{total} of {GOAL}",)) for _, name, total in players),
        meters=tuple(
            Meter(
                name=f"{'▸' if seat == turn else ' '} {name}",
                style=TURN if seat == turn else BOLD,
                filled=total,
                whole=GOAL,
                bar="$blue",
                number=f"{total:>3}",
                tail=(),
            )
            for seat, name, total in players
        ),
        rows=((f"pot {state.pot} · {GOAL} wins", f"pot {state.pot}"),),
    )


def label(state: State, value: object, actor: Seat | None, about: Seat | None) -> str:
    """Say a value as a record would: there are no cards to name."""
    del state, actor, about
    return plain_label(value)
