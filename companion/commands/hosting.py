"""Composing a table: games, cards, journal, sources and desk, handed to the screens."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.commands import memory
from companion.core.errors import CompanionError, UsageError
from companion.core.game import Depth
from companion.journal.store import FILE, Journal
from companion.record.header import parse_header
from companion.record.shelf import Shelf
from companion.session.rolldesk import RollDesk
from companion.session.table import Table
from companion.tui.host import Saved, Wish
from companion.tui.live import Live
from companion.tui.widgets.lamp import Lamp, Light

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.game import Game
    from companion.record.shelf import Cards
    from companion.rolls.source import RollSource
    from companion.sources.camera import CameraSource
    from companion.tui.host import Seating
    from companion.tui.widgets.picture import Pixels

CATALOGUES: Final = "catalogues"
"""Folder within the home folder in which catalogues are looked for."""

# Digits of pi: known to everybody, so nobody can think that the program rolls dice.
PRACTICE: Final = (
    "3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342"
    "1170679821480865132823066470938446095505822317253594081284811174502841027019385211055596446229"
)
PRACTICE_SEATS: Final = ("Ann", "Ben", "Cleo")


class CameraEyes:
    """Shows a camera's lamp and its last picture."""

    def __init__(self, camera: CameraSource) -> None:
        self._camera = camera

    def lamp(self) -> Lamp:
        """Return its state in the screens' colours."""
        from companion.sources.camera import Lamp as Seen

        status = self._camera.status
        lights = {
            Seen.LOOKING: Light.LOOKING,
            Seen.OK: Light.LOOKING,
            Seen.MOVING: Light.UNSURE,
            Seen.FAULT: Light.FAULT,
            Seen.ENDED: Light.NONE,
        }
        return Lamp(lights[status.lamp], status.text)

    def picture(self) -> Pixels | None:
        """Return the dice read last while they lie there, else what the camera sees."""
        from companion.sources.camera import Lamp as Seen

        status = self._camera.status
        if status.lamp in (Seen.OK, Seen.ENDED) and status.crop is not None:
            return status.crop
        return status.preview if status.preview is not None else status.crop


@dataclass(frozen=True, slots=True)
class Dice:
    """Where rolls come from, apart from the keyboard.

    Attributes:
        camera: a camera's number, an address or a video file; empty for none.
        script: rolls written down beforehand.
    """

    camera: str = ""
    script: tuple[str, ...] = ()

    def open(self) -> tuple[tuple[RollSource, ...], CameraEyes | None]:
        """Open them; may take seconds. Raises `CompanionError`."""
        sources: list[RollSource] = []
        eyes = None
        if self.script:
            from companion.sources.script import ScriptSource

            sources.append(ScriptSource(self.script))
        if self.camera:
            from companion.sources.opening import open_camera

            camera = open_camera(self.camera)
            sources.append(camera)
            eyes = CameraEyes(camera)
        return tuple(sources), eyes


class House:
    """The program around the screens; see `companion.tui.host.Host`.

    Args:
        home: the folder of the user's data.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.shelf = Shelf((home / CATALOGUES,))

    # -- what there is ----------------------------------------------------------------------------

    def games(self) -> tuple[Game[Any], ...]:
        """Return the games on the shelf."""
        return tuple(self.shelf.game(game_id) for game_id in self.shelf.ids())

    def remembered(self, game: str) -> Wish:
        """Return what was wished for last time."""
        return memory.recall(self.home, game)

    def saved(self) -> tuple[Saved, ...]:
        """Return the tables of the journal, the one changed last first."""
        if not (self.home / FILE).is_file():
            return ()
        with Journal(self.home / FILE) as journal:
            infos = journal.tables()
        return tuple(
            Saved(info.table_id, _title(self.shelf, info.header, info.changed, info.actions))
            for info in infos
        )

    # -- opening ----------------------------------------------------------------------------------

    def open(self, wish: Wish, script: tuple[str, ...] = ()) -> Seating:
        """Prepare a new table: read its cards, open its camera, remember the wish."""
        depth = Depth(wish.depth)
        cards = self._cards(wish, depth)
        header = self.shelf.header(wish.game, wish.seats, depth, wish.switches, cards)
        self.shelf.begin(header, cards)  # refuses seats, switches and cards before a camera opens
        dice = Dice(wish.dice, script).open()
        memory.remember(self.home, wish)
        return lambda: self._seat(
            lambda journal: Table.open(self.shelf, journal, header, cards), dice, self.home / FILE
        )

    def resume(self, table: str, dice: Dice | None = None) -> Seating:
        """Prepare to take up a table; its dice come from where they came from last time."""
        opened = (dice or Dice()).open()
        return lambda: self._seat(
            lambda journal: Table.resume(self.shelf, journal, table), opened, self.home / FILE
        )

    def practise(self) -> Seating:
        """Prepare a table that leaves no trace, with dice from a script."""
        game = self.shelf.ids()[0]
        cards = self.shelf.shipped(game)
        depth = Depth.LIGHT if cards is None else Depth.FULL
        header = self.shelf.header(game, PRACTICE_SEATS, depth, None, cards)
        dice = Dice(script=tuple(PRACTICE)).open()
        return lambda: self._seat(
            lambda journal: Table.open(self.shelf, journal, header, cards), dice, None
        )

    def _cards(self, wish: Wish, depth: Depth) -> Cards | None:
        if depth is Depth.LIGHT:
            return None
        if not wish.catalogue:
            return self.shelf.shipped(wish.game)
        path = Path(wish.catalogue).expanduser()
        return self.shelf.open_cards(wish.game, path)

    def _seat(
        self,
        opener: Callable[[Journal], Table],
        dice: tuple[tuple[RollSource, ...], CameraEyes | None],
        file: Path | None,
    ) -> Live:
        sources, eyes = dice
        try:
            journal = Journal(file)
            try:
                table = opener(journal)
            except CompanionError:
                journal.close()
                raise
        except CompanionError:
            for source in sources:
                source.stop()
            raise
        desk = RollDesk(table, journal, sources=sources)
        return Live(table, desk, eyes, journal.close)


def _title(shelf: Shelf, header: str, changed: str, actions: int) -> str:
    try:
        read, _ = parse_header(header.split("\n"), "the journal")
        names = ", ".join(read.seats)
        game = shelf.game(read.game).title
    except CompanionError:
        return f"a table that this program cannot read ({actions} moves)"
    return f"{game} · {names} · {_when(changed)} · {actions} moves"


def _when(moment: str) -> str:
    try:
        local = datetime.fromisoformat(moment).astimezone()
    except ValueError:
        return moment
    return f"{local:%Y-%m-%d %H:%M}"


def read_switches(words: list[str]) -> dict[str, str]:
    """Read `rsf.zero_face=zero`, once each.

    Raises:
        UsageError: something that is not NAME=VALUE.
    """
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise UsageError(f"--switch {word}: expected NAME=VALUE, such as rsf.zero_face=zero")
        found[name.strip()] = value.strip()
    return found
