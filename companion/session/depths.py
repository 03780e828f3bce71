"""How much people enter at a table: as it began, as it is now, and since when (X-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.actions import Lighten
from companion.core.game import Depth
from companion.core.texts import tr

if TYPE_CHECKING:
    from companion.core.log import Match


def depth_now(match: Match[Any]) -> Depth:
    """Return the depth that a game is played in now; its header keeps the one it began with."""
    return match.game.depth_of(match.state)


def may_lighten(match: Match[Any]) -> bool:
    """Tell whether a game may go on in light depth now."""
    return match.check(Lighten(None)).legal


def depth_told(match: Match[Any]) -> str:
    """Say in which depth a game is played, and from which move on that is so."""
    if match.setup.depth is Depth.LIGHT:
        return tr("light depth")
    since = (one.number for one in match.version.newest() if isinstance(one.action, Lighten))
    number = next(since, None)
    if number is None:
        return tr("full depth")
    return tr("full depth, from move {number} on light depth", number=number)
