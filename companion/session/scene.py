"""What everybody may see of a table, and who looks at one that another program plays.

It is all that a second screen is made of; the journal is only read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError
from companion.core.game import View
from companion.core.score import Standing
from companion.core.sheet import Sheet
from companion.core.steps import Held
from companion.core.texts import later, tr
from companion.core.verdict import Question
from companion.journal.errors import JournalError
from companion.journal.rows import TableInfo
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.history import HistoryLine
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a table. It holds no state of the game, so nothing hidden can be drawn from it."""

    table_id: str
    game: str  # id of the game
    title: str
    seats: tuple[str, ...]  # names, clockwise
    view: View
    sheet: Sheet  # what everybody may see of the table
    pending: RollRequest | Question | None
    held: Held | None
    # the last roll in effect with its line of the history, when there was one
    roll: tuple[Roll, HistoryLine] | None
    history: Sequence[HistoryLine]  # what happened, oldest first, undone lines marked
    standing: Standing
    dice: bool  # whether the game has dice at all


@dataclass(frozen=True, slots=True)
class Notice:
    """Stands for a scene where there is none, and says why: it names no folder of this machine."""

    text: str


Sight = Scene | Notice


def scene_of(table: Table) -> Scene:
    """Return what everybody may see of a table now (INV-6: made from its public view alone)."""
    game = table.match.game
    return Scene(
        table_id=table.table_id,
        game=game.id,
        title=game.title,
        seats=table.seats,
        view=table.view(),
        sheet=table.sheet(),
        pending=table.pending(),
        held=table.held(),
        roll=_last_roll(table),
        history=table.history(),
        standing=table.standing(),
        dice=bool(game.dice),
    )


def _last_roll(table: Table) -> tuple[Roll, HistoryLine] | None:
    for step in table.match.now.newest() if table.match.game.dice else ():
        if isinstance(step.action, Roll):
            return step.action, table.history()[step.number - 1]
    return None


NO_TABLE: Final = Notice(later("No table is open yet. Open one with Tableside and it appears here by itself."))


class Follower:
    """Looks at a table whenever it is asked to. Use it from one thread.

    Args:
        file: the journal, which need not be there yet.
        shelf: the games.
        wanted: id of the table to follow; empty for the one changed last, whichever that is.
    """

    def __init__(self, file: Path, shelf: Shelf, wanted: str = "") -> None:
        self._file = file
        self._shelf = shelf
        self._wanted = wanted
        self._journal: Journal | None = None
        self._identity: tuple[int, int] | None = None
        self._stamp: int | None = None
        self._seen: tuple[str, str, str] | None = None
        self._table: Table | None = None
        self._sight: Sight = NO_TABLE

    def make_sure(self) -> None:
        """Make sure that what is asked for can be followed.

        Raises:
            CompanionError: the journal is none of ours, or the table wanted is not in it.
        """
        if self._find_file():
            self._open()
        if self._wanted:
            self._open().table(self._wanted)

    def look(self) -> Sight:
        """Return what there is to see; the very same object as before when nothing changed.

        Troubles of journal and table come back as a `Notice`, and looking again may end them.
        """
        try:
            sight = self._look()
        except CompanionError as error:
            self.close()
            sight = self._notice(error)
        except Exception as error:  # noqa: BLE001 - a table that breaks must not end whoever looks at it
            self.close()
            sight = Notice(tr("This table cannot be shown: {name}.", name=type(error).__name__))
        if sight != self._sight:
            self._sight = sight
        return self._sight

    def close(self) -> None:
        """Let the journal go; twice is harmless, and looking again opens it anew."""
        if self._journal is not None:
            self._journal.close()
        self._journal = self._stamp = self._table = self._seen = None

    def _look(self) -> Sight:
        if not self._find_file():
            self.close()
            return NO_TABLE
        journal = self._open()
        stamp = journal.stamp()
        if stamp == self._stamp:
            return self._sight
        wanted = self._wanted
        info = journal.table(wanted) if wanted else next(iter(journal.tables()), None)
        try:
            sight = NO_TABLE if info is None else self._catch_up(journal, info)
        except JournalError:
            raise
        except CompanionError as error:
            # Folding it again would end the same way until something is committed.
            self._table = None
            sight = self._notice(error)
        self._stamp = stamp
        return sight

    def _notice(self, error: CompanionError) -> Notice:
        return Notice(str(error).replace(str(self._file), tr("the journal")))

    def _catch_up(self, journal: Journal, info: TableInfo) -> Sight:
        # A deleted table's id may come back for another table.
        seen = (info.table_id, info.opened, info.header)
        table = self._table
        if table is None or seen != self._seen or info.actions < table.version:
            table = Table.resume(self._shelf, journal, info.table_id)
        else:
            table.catch_up()
        self._table, self._seen = table, seen
        return scene_of(table)

    def _open(self) -> Journal:
        if self._journal is None:
            self._journal = Journal(self._file, read_only=True)
        return self._journal

    def _find_file(self) -> bool:
        """Tell whether there is a journal; let go of one that was moved away or replaced."""
        try:
            found = self._file.stat()
        except OSError:
            return False
        identity = (found.st_dev, found.st_ino)
        if identity != self._identity:
            self.close()
            self._identity = identity
        return True
