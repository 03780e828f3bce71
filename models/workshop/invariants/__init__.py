"""What must hold in every state of every game: what is broken, as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.games.fgt.state import State as Fgt
from companion.games.gmm.state import State as Gmm
from companion.games.md.state import State as Md
from companion.games.mon.classic.state import State as MonClassic
from companion.games.mon.dominoes.state import State as MonDominoes
from companion.games.rsf.state import State as Rsf
from models.workshop.invariants import fgt, gmm, md, mon_classic, mon_dominoes, rsf

INVARIANTS: Final[dict[type, Callable[[Any], tuple[str, ...]]]] = {
    Fgt: fgt.invariants,
    Gmm: gmm.invariants,
    Md: md.invariants,
    MonClassic: mon_classic.invariants,
    MonDominoes: mon_dominoes.invariants,
    Rsf: rsf.invariants,
}
"""By the state of a game."""


def invariants(state: object) -> tuple[str, ...]:
    """Say what is broken in a state, one sentence each; empty when it is sound, or of no game here."""
    found = INVARIANTS.get(type(state))
    return () if found is None else found(state)
