"""What the table says of the deck in every mode, what it may put right, and how that is told (X-7)."""

from __future__ import annotations

from typing import Final

from companion.core.findings import YES, Findings, stop
from companion.core.texts import tr

MOST_DECK: Final = 500
"""Cards that no deck exceeds."""

MOST: Final = 99
"""Cards that one ruling may add or take away."""


def deck_counted(rule: str, count: int, players: int, least: int) -> Findings:
    """Refuse a deck that cannot be dealt from, or that nobody has.

    Args:
        rule: the rule by which cards are dealt.
        count: cards of the deck, as people say.
        players: how many play.
        least: cards that are dealt to all of them.
    """
    if least <= count <= MOST_DECK:
        return YES
    return stop(
        rule,
        tr(
            "a deck for {players} has {least} to {most} cards",
            players=players,
            least=least,
            most=MOST_DECK,
        ),
    )


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
    """Say that the deck has that many cards more, or fewer."""
    return tr("By ruling the deck has {cards:+} cards (X-7)", cards=cards)
