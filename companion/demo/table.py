"""The table of the demo, and its clip."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.core.actions import Action
from companion.core.errors import UsageError
from companion.core.game import Depth
from companion.core.texts import later, tr
from companion.demo.clip_dice import ClipDice, DemoDesk
from companion.demo.players import next_action
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table
from companion.sources.opening import open_dice_reader, open_source_frames
from vision.settle import Looker

GAME: Final = "rsf"
SEATS: Final = ("Ann", "Ben", "Cleo")
HABITS: Final = 1  # The players' seed: with it their games are long enough to be worth watching
CLIP: Final = "clip.mp4"


@contextmanager
def shipped_clip() -> Iterator[Path]:
    """Give the path of the clip that comes with the program; raises `UsageError` without it."""
    clip = files("companion.demo") / CLIP
    if not clip.is_file():
        text = later("{clip} is missing here; install Tableside again, or name one with --clip")
        raise UsageError(tr(text, clip=CLIP))
    with as_file(clip) as path:
        yield path


@contextmanager
def demo_home() -> Iterator[Path]:
    """Give a folder for the demo's journal that is removed afterwards."""
    # Windows keeps a file that is still open somewhere; the demo does not fail for that.
    with TemporaryDirectory(prefix="tableside-demo-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


class DemoTable:
    """A new table with its journal in a folder, and the clip as its only dice.

    Args:
        home: folder for the journal.
        clip: path of the clip.
        paced: play the clip at its own pace.
        looker: finds and reads dice; None for the program's own.
    """

    def __init__(self, home: Path, clip: Path, *, paced: bool = False, looker: Looker | None = None) -> None:
        shelf = Shelf()
        cards = shelf.shipped(GAME)
        header = shelf.header(GAME, SEATS, Depth.FULL, None, cards)
        looker = looker or open_dice_reader()
        self.clip = ClipDice(open_source_frames(str(clip)), looker, paced=paced)
        self.journal = Journal(home / FILE)
        self.table = Table.open(shelf, self.journal, header, cards)
        self.desk = DemoDesk(self.table, self.journal, sources=(self.clip,))
        self.desk.clip = self.clip

    def close(self) -> None:
        """Give clip and journal back; twice is harmless."""
        self.clip.stop()
        self.journal.close()


def declared_next(table: Table) -> Action | None:
    """Return what the players declare next; None while dice are awaited and at the end."""
    return next_action(table.match, HABITS)
