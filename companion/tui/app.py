"""The app: which screen follows which. What a screen does, it does itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.binding import Binding, BindingType

from companion.core.errors import CompanionError
from companion.tui.dressed import Dressed
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.new_table import NewTableScreen
from companion.tui.screens.start import (
    DEVICES,
    NEW,
    OPEN,
    PRACTISE,
    QUIT,
    RESUME,
    StartScreen,
)
from companion.tui.screens.table import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.game import Game
    from companion.tui.host import Host, Seating
    from companion.tui.live import Live
    from companion.tui.screens.table import Autoplay

    Opener = Callable[[], Seating]
    """Prepares a table; see `Host`."""

PACE = 0.6
"""Seconds between two declarations of a table that plays by itself."""


class TablesideApp(Dressed):
    """The program on screen.

    Args:
        host: the program around the screens.
        opener: opens the table to go straight to; None begins at the start screen.
        autoplay: declares for the players of that table.
        pace: seconds between two of its declarations.
        exit_when_over: leave by itself when that table's game has ended and been looked at.
    """

    TITLE = "Tableside"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True)
    ]

    def __init__(
        self,
        host: Host | None = None,
        opener: Opener | None = None,
        *,
        autoplay: Autoplay | None = None,
        pace: float = PACE,
        exit_when_over: float | None = None,
    ) -> None:
        super().__init__()
        self.host = host
        self.opener = opener
        self.autoplay = autoplay
        self.pace = pace
        self.exit_when_over = exit_when_over
        self.live: Live | None = None
        self.problem: CompanionError | None = None

    def on_mount(self) -> None:
        """Show the first screen."""
        if self.opener is not None:
            self._open(self.opener)
        else:
            self._start()

    @work(group="host")
    async def _start(self) -> None:
        start = StartScreen(self._saved(), self._games())
        await self.push_screen(start)

    def _saved(self) -> tuple[Any, ...]:
        return () if self.host is None else self.host.saved()

    def _games(self) -> tuple[Game[Any], ...]:
        return () if self.host is None else self.host.games()

    @on(StartScreen.Picked)
    def _picked(self, event: StartScreen.Picked) -> None:
        host, what = self.host, event.what
        if what == QUIT or host is None:
            self.exit()
        elif what == NEW:
            self._fill_in(host, host.games()[0])
        elif what.startswith(OPEN):
            named = what.removeprefix(OPEN)
            self._fill_in(host, next(game for game in host.games() if game.id == named))
        elif what == DEVICES:
            self.push_screen(DevicesScreen(None, host.book(), host.tallies))
        elif what == PRACTISE:
            self._open(host.practise)
        elif what.startswith(RESUME):
            self._open(lambda: host.resume(what.removeprefix(RESUME)))

    def _fill_in(self, host: Host, game: Game[Any]) -> None:
        book = host.book()
        known = () if book is None else book.all()
        self.push_screen(NewTableScreen(game, host.remembered(game.id), known))

    @on(NewTableScreen.Wished)
    def _wished(self, event: NewTableScreen.Wished) -> None:
        host = self.host
        if host is not None:
            self._open(lambda: host.open(event.wish))

    # -- tables -----------------------------------------------------------------------------------

    @work(group="host", exclusive=True, thread=True)
    def _open(self, opener: Opener) -> None:
        """Open a table away from the keys: a camera may take seconds to answer."""
        try:
            seating = opener()
        except CompanionError as error:
            self.call_from_thread(self._refuse, error)
        else:
            self.call_from_thread(self._take_seats, seating)

    def _refuse(self, error: CompanionError) -> None:
        screen = self.screen
        if isinstance(screen, (StartScreen, NewTableScreen)):
            screen.say(str(error), bad=True)
        else:
            self.problem = error
            self.exit(return_code=2)

    def _take_seats(self, seating: Seating) -> None:
        try:
            live = self.live = seating()
        except CompanionError as error:
            self._refuse(error)
            return
        table = TableScreen(live, self.autoplay, self.pace, self.exit_when_over)
        if isinstance(self.screen, NewTableScreen):
            self.switch_screen(table)
        else:
            self.push_screen(table)

    @on(TableScreen.Left)
    async def _left(self) -> None:
        self._close()
        if self.opener is not None:
            self.exit()
            return
        while not isinstance(self.screen, StartScreen):
            await self.pop_screen()
        self.screen.show_saved(self._saved(), self._games())

    def _close(self) -> None:
        live, self.live = self.live, None
        if live is not None:
            live.close()

    def on_unmount(self) -> None:
        """Give the devices back, however the app ends."""
        self._close()


def run_app(
    host: Host | None = None,
    opener: Opener | None = None,
    *,
    autoplay: Autoplay | None = None,
    pace: float = PACE,
    exit_when_over: float | None = None,
) -> None:
    """Run the app until people leave it.

    Args:
        host: the program around the screens; None when there is only the one table.
        opener: opens the table to go straight to; None begins at the start screen.
        autoplay: declares for the players of that table; dice still come from its sources.
        pace: seconds between two of its declarations.
        exit_when_over: seconds to look at the end before the app leaves by itself; None stays.

    Raises:
        CompanionError: the table could not be opened.
        SystemExit: the app broke, and has said how; a script must not take that for an end.
    """
    app = TablesideApp(host, opener, autoplay=autoplay, pace=pace, exit_when_over=exit_when_over)
    app.run()
    if app.problem is not None:
        raise app.problem
    if app.return_code:
        raise SystemExit(app.return_code)
