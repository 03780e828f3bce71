"""Which game has something to arrange on a grid, and how it is edited there."""

from __future__ import annotations

from typing import Any

from companion.core.game import Option
from companion.core.log import Match
from companion.tui.editors.base import Editor


def editor_for(match: Match[Any], option: Option) -> Editor | None:
    """Return the editor for an option; None where nothing lies on a grid.

    Only Ready, Set, Fight has cells: the parts of a Monstructor are joined by ports, and how they
    are joined is not entered.
    """
    if match.game.id != "rsf":
        return None
    from companion.tui.editors.rsf import editor

    return editor(match, option)
