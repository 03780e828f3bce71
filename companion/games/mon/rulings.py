"""What the table may put right in every mode, and how it is told (X-7)."""

from __future__ import annotations

from typing import Final

from companion.core.findings import YES, Findings, stop
from companion.core.texts import tr

MOST: Final = 99
"""Points or cards that one ruling may add or take away."""


def points_by(points: int) -> Findings:
    """Refuse a ruling about points that changes nothing, or too much."""
    if 0 < abs(points) <= MOST:
        return YES
    return stop("X-7", tr("say by how many points, from -{most} to {most}", most=MOST))


def deck_by(cards: int, deck: int) -> Findings:
    """Refuse a ruling about the deck that changes nothing, too much, or leaves fewer than none."""
    if 0 < abs(cards) <= MOST and deck + cards >= 0:
        return YES
    return stop("X-7", tr("say by how many; the deck has {deck} cards", deck=deck))


def tell_card(card: str, source: str, target: str) -> str:
    """Say that a card goes from one place to another."""
    return tr(
        "By ruling {card} goes from {source} to {target} (X-7)",
        card=card,
        source=source,
        target=target,
    )


def tell_deck(cards: int) -> str:
    """Say that the deck has so many cards more, or fewer."""
    return tr("By ruling the deck has {cards:+} cards (X-7)", cards=cards)
