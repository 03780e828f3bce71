"""Backups of a journal: made by SQLite while others play, looked through, the last few kept."""

from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Final

from calibration.files import make_folder, sync_folder
from companion.core.texts import tr
from companion.journal.errors import JournalError
from companion.journal.store import Journal

FOLDER: Final = "backups"  # Folder beside the journal

DAYS: Final = 3  # Of so many days of play the last backup is kept

_ONE: Final = Lock()


def backups(path: Path) -> tuple[Path, ...]:
    """Return the backups of a journal, the newest first."""
    return tuple(sorted((path.parent / FOLDER).glob("journal-*.sqlite3"), reverse=True))


def due(path: Path) -> bool:
    """Tell whether a journal was not backed up today."""
    made = backups(path)
    return not made or _day(made[0]) != datetime.now().astimezone().date().isoformat()


def back_up(path: Path) -> Path:
    """Copy a journal as it is now, and return the copy. Others may write to it meanwhile.

    A damaged journal is not copied: its copy would take the place of a sound one.

    Raises:
        JournalError: there is none, or it is damaged.
        OSError: the disk refuses.
    """
    if not path.exists():
        raise JournalError(tr("{path}: there is no such file", path=path))
    with _ONE:
        folder = path.parent / FOLDER
        make_folder(folder)
        there = backups(path)
        number = int(there[0].stem.rpartition("-")[2]) + 1 if there else 1
        made = folder / f"journal-{number:06d}.sqlite3"
        fresh = made.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        try:
            with Journal(path) as journal:
                journal.copy(fresh)
            with Journal(fresh, read_only=True) as copy:
                wrong = copy.fault()
            if wrong:
                raise JournalError(tr("{path}: not backed up: {wrong}", path=path, wrong=wrong))
            fresh.replace(made)
        finally:
            fresh.unlink(missing_ok=True)
        sync_folder(folder)
        _remove_old(path)
    return made


def delete_from_backups(path: Path, table_id: str) -> None:
    """Remove a table from the backups of a journal, too; raises `JournalError`."""
    for backup in backups(path):
        with Journal(backup) as journal:
            if any(info.table_id == table_id for info in journal.tables()):
                journal.delete_table(table_id)


def _remove_old(path: Path) -> None:
    days: set[str] = set()
    for backup in backups(path):
        day = _day(backup)
        if day in days or len(days) == DAYS:
            backup.unlink(missing_ok=True)
        days.add(day)


def _day(backup: Path) -> str:
    return datetime.fromtimestamp(backup.stat().st_mtime).astimezone().date().isoformat()
