"""Hearing the dice: what sources hand in, how they do, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual import on
from textual.message import Message
from textual.widgets import Static

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.rolls.readings import SourceFault
from companion.tui import roll_words
from companion.tui.desk_words import Told, told
from companion.tui.outages import Outages
from companion.tui.screens.correcting import CorrectingScreen
from companion.tui.screens.declaring import Reply
from companion.tui.screens.devices import DevicesScreen
from companion.tui.widgets.lamp import NO_DICE, Lamp, LampLine, Light, worst_first
from companion.tui.widgets.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.rolls.readings import RollReading
    from companion.tui.boards.base import Board
    from companion.tui.live import Live

LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the devices: eyes see no more, and keys go first."""

EDGES: Final = 2
"""Columns beside the lamps."""


class HearingScreen(CorrectingScreen):
    """A screen to which dice report."""

    class Heard(Message):
        """A source handed something in, from its own thread."""

        def __init__(self, value: RollReading | SourceFault) -> None:
            self.value = value
            super().__init__()

    def __init__(self, live: Live, board: Board) -> None:
        super().__init__(live, board)
        self.has_dice = bool(live.table.match.game.dice)
        self.aside = ""
        self.outages = Outages()
        self.devices = live.devices()

    def hear_from_now_on(self) -> None:
        """Begin to read dice."""
        self.look_after()
        self.live.start(self._hand_in)
        self.set_interval(LOOK_EVERY, self.look_after)

    def _hand_in(self, value: RollReading | SourceFault) -> None:
        # Runs in the sources' threads, where posting is the one thing that may be done.
        self.post_message(self.Heard(value))

    @on(Heard)
    def _on_heard(self, event: Heard) -> None:
        event.stop()
        value = event.value
        if isinstance(value, SourceFault):
            text = self.outages.begin(value)
            if text:
                self.remark(text)
        else:
            back = self.outages.heard(value.source_id)
            tried = self.live.desk.testing
            self.settle(lambda: told(self.live.desk.hear(value)))
            if back:
                self.remark("\n".join(text for text in (back, self.aside) if text))
            self._pass_on(value if tried and not self.live.desk.testing else None)

    def _pass_on(self, tried: RollReading | None) -> None:
        """Tell the devices' screen, where it lies over the table, what came of a roll."""
        history = self.table.history()
        # A roll that went well leaves nothing to say but what happened.
        news = self.said.text or self.aside or (history[-1].told if history else "")
        for screen in self.app.screen_stack:
            if isinstance(screen, DevicesScreen):
                screen.heard(tried, news)

    def settle(self, step: Callable[[], Told]) -> None:
        """Let the desk take a step, and say what came of it."""
        try:
            text, bad, verdict = step()
        except CompanionError as error:
            self.say(Reply(tr("Not done: {error}", error=error), bad=True))
        else:
            if verdict is None and not bad:
                self.remark(text)
            else:
                self.say(Reply(text, bad=bad, verdict=verdict))

    def remark(self, text: str) -> None:
        """Say something in passing: what was refused last stays on the screen beside it."""
        self.aside = text
        self.show_table()

    def look_after(self) -> None:
        """See how the devices do; say what works again."""
        self.devices = self.live.devices()
        back = self.outages.look(self.devices) if self.has_dice else ""
        if back:
            self.remark(back)
        else:
            self.look()

    def look(self) -> None:
        """Draw lamps and picture; only what changed costs anything."""
        self.query_one(LampLine).show(self._lamps(), self.size.width // 2 - EDGES)
        # Where no dice are used a camera has nothing to see.
        seen = self.live.lamp().light if self.has_dice else Light.NONE
        crop = self.query_one("#sight")
        crop.display = seen is not Light.NONE
        if crop.display and self.query_one("#roll").display:
            self.query_one(Picture).show(self.live.picture())
            self.query_one("#reading", Static).update(self.reading())

    def reading(self) -> str:
        """Say what stands beside the picture: what is read, or why nothing is."""
        asking = self.live.desk.asking
        if asking is not None:
            return roll_words.reading_said(asking.reading)
        lamp = self.live.lamp()
        return lamp.short or lamp.text

    def _lamps(self) -> tuple[Lamp, ...]:
        if not self.has_dice:
            return (NO_DICE,)
        lamps, faults = self.live.lamps(self.devices), self.outages.lamps()
        return worst_first(faults if faults and lamps == (Lamp(),) else (*lamps, *faults))
