"""The shelf: every game the program knows, with its rulebook, its cards and its grammar.

A game is imported when it is first asked for, so that a table of one game does not load the others.
"""

import hashlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from companion import games
from companion.core.catalogue import Catalogue, CatalogueError, read_toml
from companion.core.errors import CompanionError, FileProblemError, UsageError
from companion.core.game import Depth, Game, Setup
from companion.core.log import Match
from companion.core.rulebook import Rulebook
from companion.core.texts import later, tr
from companion.record.file import Record, parse_record, read_text
from companion.record.grammar import Grammar
from companion.record.header import DIGEST, CatalogueRef, Header
from companion.record.text import LineError

MAX_CATALOGUE: Final = 1_000_000
RULES: Final = "rules.toml"  # Name of the rules within a game's own folder

SHIPPED: Final = "catalogue.toml"  # Name of the catalogue within a game's own folder

INVENTED: Final = "invented"  # What people and records call that catalogue


@dataclass(frozen=True, slots=True)
class Cards:
    """A catalogue with the text it was read from."""

    ref: CatalogueRef  # name and digest, as a header has them
    text: str  # the TOML text
    catalogue: Catalogue  # what it says


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games of `companion.games`, whatever folders are there, and where catalogues may lie."""

    folders: tuple[Path, ...] = ()  # searched for catalogues in this order, before the shipped ones

    # -- games ------------------------------------------------------------------------------------

    def ids(self) -> tuple[str, ...]:
        """Return the id of every game."""
        return tuple(game.id for box in self.boxes() for game in box)

    def boxes(self) -> tuple[tuple[Game[Any], ...], ...]:
        """Return the games box by box: the modes of one rulebook lie together."""
        return tuple(_games(folder) for folder in _folders())

    def game(self, game_id: str) -> Game[Any]:
        """Return a game.

        Raises:
            UsageError: there is none of that id; names those there are.
        """
        for folder in _folders():
            if _may_hold(folder, game_id):
                for game in _games(folder):
                    if game.id == game_id:
                        return game
        text = later("there is no game {game_id!r}; known: {ids}")
        raise UsageError(tr(text, game_id=game_id, ids=", ".join(self.ids())))

    def rulebook(self, game_id: str) -> Rulebook:
        """Return a game's rules together with those of all games.

        Raises:
            UsageError: there is no such game.
        """
        self.game(game_id)
        shared = (files("companion.core") / "rules.toml").read_text("utf-8")
        return Rulebook.parse(shared, (_home(game_id) / RULES).read_text("utf-8"))

    def grammar(self, header: Header) -> Grammar:
        """Return the grammar of a header's game and seats; raises `UsageError`."""
        return Grammar(self.game(header.game).actions, header.seats)

    # -- cards ------------------------------------------------------------------------------------

    def shipped(self, game_id: str) -> Cards | None:
        """Return the catalogue that comes with the program, if the game has one."""
        file = _home(game_id) / SHIPPED
        if not file.is_file():
            return None
        return self.read_cards(game_id, file.read_text("utf-8"), INVENTED, INVENTED)

    def read_cards(self, game_id: str, text: str, name: str, where: str) -> Cards:
        """Read the text of a catalogue.

        Raises:
            FileProblemError: it is no catalogue of this game.
        """
        try:
            catalogue = self.game(game_id).read_catalogue(text)
        except CatalogueError as error:
            raise FileProblemError(where, error.problem, error.line) from None
        except RecursionError:
            raise FileProblemError(where, tr("too many brackets within brackets")) from None
        digest = hashlib.sha256(text.encode("utf-8")).hexdigest()[:DIGEST]
        kept = replace(catalogue, source=text)
        return Cards(CatalogueRef(name, digest), text, kept)

    def open_cards(self, game_id: str, path: Path) -> Cards:
        """Read a catalogue that people name by its path, or `invented`.

        Raises:
            FileProblemError: it is missing, or no catalogue of this game.
        """
        if str(path) == INVENTED:
            shipped = self.shipped(game_id)
            if shipped is None:
                raise UsageError(tr("no catalogue comes with {game_id}", game_id=game_id))
            return shipped
        return self.read_cards(game_id, read_text(path, MAX_CATALOGUE), path.name, str(path))

    def game_of(self, path: Path) -> str:
        """Return the game that a catalogue says it is for; of several modes the first.

        Raises:
            FileProblemError: it says none that there is.
        """
        try:
            said = read_toml(read_text(path, MAX_CATALOGUE)).get("game")
        except CatalogueError as error:
            raise FileProblemError(str(path), error.problem, error.line) from None
        if not isinstance(said, str):
            raise FileProblemError(str(path), tr("does not say for which game; say --game"))
        found = next((one for one in self.ids() if _may_hold(said, one)), None)
        if found is None:
            known = ", ".join(self.ids())
            problem = tr("is for {said!r}; known: {ids}", said=said, ids=known)
            raise FileProblemError(str(path), problem)
        return found

    def find_cards(self, header: Header, where: str, beside: Path | None = None) -> Cards | None:
        """Find the catalogue that a header names; None when it names none.

        A file of that name with other contents is passed over, so that a record is never checked
        against cards it was not played with.

        Args:
            header: of the record.
            where: the record's name for messages.
            beside: the record's folder, searched first.

        Raises:
            FileProblemError: it is nowhere, or it cannot be read.
        """
        ref = header.catalogue
        if ref is None:
            return None
        others: list[str] = []
        folders = self.folders if beside is None else (beside, *self.folders)
        for path in (folder / ref.name for folder in folders if (folder / ref.name).is_file()):
            cards = self.open_cards(header.game, path)
            if _same(cards.ref, ref):
                return cards
            others.append(tr("{path} has sha256:{digest}", path=path, digest=cards.ref.digest))
        shipped = self.shipped(header.game) if ref.name in (INVENTED, SHIPPED) else None
        if shipped is not None:
            if shipped.ref.digest.startswith(ref.digest[:DIGEST]):
                return shipped
            text = later("the one that comes with the program has sha256:{digest}")
            others.append(tr(text, digest=shipped.ref.digest))
        raise FileProblemError(where, _missing(ref, others))

    # -- tables -----------------------------------------------------------------------------------

    def header(
        self,
        game_id: str,
        seats: Sequence[str],
        depth: Depth = Depth.LIGHT,
        switches: Mapping[str, str] | None = None,
        cards: Cards | None = None,
    ) -> Header:
        """Write the header of a new table; raises `UsageError`."""
        self.game(game_id)
        ref = None if cards is None else cards.ref
        return Header(game_id, tuple(seats), depth, ref, dict(switches or {}))

    def begin(self, header: Header, cards: Cards | None) -> Match[Any]:
        """Return the match before its first action.

        Raises:
            CompanionError: the game refuses the number of seats, a switch or the cards.
        """
        game = self.game(header.game)
        catalogue = None if cards is None else cards.catalogue
        setup = Setup(header.seats, header.depth, header.switches, catalogue)
        low, high = game.players
        if not low <= len(header.seats) <= high:
            text = later("{game} takes {low} to {high} seats, not {seats}")
            raise UsageError(tr(text, game=game.title, low=low, high=high, seats=len(header.seats)))
        return Match.begin(game, self.rulebook(header.game), setup)

    def read_record(self, path: Path) -> tuple[Record, Match[Any]]:
        """Read a record and set up its table, without playing any of it.

        Raises:
            FileProblemError: record or catalogue cannot be used; names file and line.
        """
        where = str(path)
        text = read_text(path)
        try:
            record = parse_record(text, where, self.grammar)
            cards = self.find_cards(record.header, where, path.parent)
            return record, self.begin(record.header, cards)
        except (FileProblemError, LineError):
            raise
        except CompanionError as error:
            raise FileProblemError(where, str(error)) from None


def _same(found: CatalogueRef, wanted: CatalogueRef) -> bool:
    return found.name == wanted.name and found.digest.startswith(wanted.digest[:DIGEST])


def _missing(ref: CatalogueRef, others: Sequence[str]) -> str:
    if others:
        text = later("the record was played with {ref} sha256:{digest}, but {others}")
        return tr(text, ref=ref.name, digest=ref.digest, others="; ".join(others))
    return tr("its catalogue {ref} is missing; put it beside the record", ref=ref.name)


def _folders() -> tuple[str, ...]:
    return tuple(sorted(one.name for one in pkgutil.iter_modules(games.__path__) if one.ispkg))


def _may_hold(folder: str, game_id: str) -> bool:
    """Tell whether a game may live in a folder by its id: `mon-arena` lives in `mon`."""
    return game_id == folder or game_id.startswith(f"{folder}-")


def _games(folder: str) -> tuple[Game[Any], ...]:
    module = import_module(f"{games.__name__}.{folder}")
    found = getattr(module, "GAMES", None) or (getattr(module, "GAME", None),)
    return tuple(game for game in found if isinstance(game, Game))


def _home(game_id: str) -> Traversable:
    """Return the folder of a game that there is."""
    folder = next(name for name in _folders() if _may_hold(name, game_id))
    return files(f"{games.__name__}.{folder}")
