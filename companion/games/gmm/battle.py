"""Comparing cards: who wins a flip, and whether it is a Monster Mashup. Knows no state."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from companion.games.gmm.house import MashupScope
from companion.games.gmm.words import SPECIALS, Call

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.core.seats import Seat
    from companion.core.words import CardId
    from companion.games.gmm.state import Flip

BEST: Final = {Call.HIGH: 9, Call.LOW: 1}
"""What Slappy and Mastermind rate in every ability (GMM-B4, GMM-B4a)."""


def best(ratings: Mapping[Seat, int], call: Call) -> tuple[Seat, ...]:
    """Return the seats that share the winning rating, in seat order (GMM-B3).

    Whoever ties below the winning rating is not among them (GMM-T6).

    Args:
        ratings: what each card counts, 0 to 10; at least one.
        call: high or low.
    """
    wanted = max(ratings.values()) if call is Call.HIGH else min(ratings.values())
    return tuple(seat for seat in sorted(ratings) if ratings[seat] == wanted)


def same_monster(flips: Sequence[Flip], scope: MashupScope) -> CardId | None:
    """Return a monster that two cards show, or None (GMM-M1).

    Slappy and Mastermind are single cards and cannot make one (GMM-M4).

    Args:
        flips: of one battle, the newest last.
        scope: whether earlier flips are looked at as well (GMM-M3a).
    """
    looked_at = flips if scope is MashupScope.BATTLE else flips[-1:]
    shown = Counter(card for flip in looked_at for card in flip if card is not None)
    return next((card for card in shown if shown[card] > 1 and card not in SPECIALS), None)
