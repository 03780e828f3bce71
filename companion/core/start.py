"""What a game looks at before its table is opened: how many sit there, and with which cards."""

from __future__ import annotations

from typing import TypeVar

from companion.core.catalogue import Catalogue
from companion.core.errors import UsageError
from companion.core.game import Setup
from companion.core.texts import later, tr

C = TypeVar("C", bound="Catalogue")


def check_players(setup: Setup, title: str, players: tuple[int, int], why: str) -> None:
    """Refuse a table at which too many or too few sit.

    Args:
        setup: the table.
        title: what people call the game.
        players: smallest and largest number of seats.
        why: the rule that says so, with the switch that changes it if there is one.

    Raises:
        UsageError: it is for another number of players.
    """
    least, most = players
    if least <= len(setup.seats) <= most:
        return
    wanted = str(most) if least == most else tr("{least} to {most}", least=least, most=most)
    text = later("{title} is for {wanted} players, not {seats} ({why})")
    raise UsageError(tr(text, title=title, wanted=wanted, seats=len(setup.seats), why=why))


def check_deck(deck: int, seats: int, needed: int, why: str) -> None:
    """Refuse a deck that is too small to deal from; `why` is the rule.

    Raises:
        UsageError: it has fewer cards than are needed.
    """
    if deck < needed:
        text = later("the catalogue has {deck} cards; {seats} players need {needed} ({why})")
        raise UsageError(tr(text, deck=deck, seats=seats, needed=needed, why=why))


def own_catalogue(setup: Setup, kind: type[C], game: str) -> C:
    """Return the cards of a table, which full depth cannot do without.

    Args:
        setup: the table.
        kind: the game's own class of catalogue.
        game: its id.

    Raises:
        UsageError: there are none, or they are those of another game.
    """
    if not isinstance(setup.catalogue, kind):
        raise UsageError(
            tr("full depth needs a card catalogue for {game}; or play in light depth", game=game)
        )
    return setup.catalogue
