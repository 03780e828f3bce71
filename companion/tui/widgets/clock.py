"""The turn clock: how long everybody's turns took, a line that the settings switch on."""

from typing import Final

from companion.session.clock import TurnClock, clock_text
from companion.session.table import Table
from companion.tui.settings import Settings
from companion.tui.widgets.said import Said

TICK: Final = 1.0


class Clock(Said):
    """Shows each seat's time; whose turn runs has a mark."""

    def __init__(self, table: Table) -> None:
        super().__init__("clock")
        self.table = table
        self.times = TurnClock(table)
        self.display = False

    def on_mount(self) -> None:
        """Follow the settings, and tick once a second."""
        self._heed(getattr(self.app, "settings", Settings()))
        signal = getattr(self.app, "settings_signal", None)
        if signal is not None:
            signal.subscribe(self, self._heed)
        self.set_interval(TICK, self.tick)

    def _heed(self, settings: Settings) -> None:
        self.display = settings.clock == "on"
        self.tick()

    def tick(self) -> None:
        """Show the time as it is now."""
        if not self.display:
            return
        seconds, runs = self.times.seconds()
        names = self.table.seats
        self.say("   ".join(f"{'▶' if seat == runs else ' '}{names[seat]} {clock_text(one)}"
                            for seat, one in enumerate(seconds)))  # fmt: skip
