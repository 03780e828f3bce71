"""Pig has no cards; a game with cards has its catalogue's schema here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.catalogue import CatalogueError

if TYPE_CHECKING:
    from companion.core.catalogue import Catalogue


def read_catalogue(text: str) -> Catalogue:
    """Refuse every catalogue.

    Raises:
        CatalogueError: always.
    """
    del text
    raise CatalogueError("Pig has no cards")
