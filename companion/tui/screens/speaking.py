"""Out loud: what happens at the table is said by a voice, and marked by sounds, when wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual.widgets import Static

from companion.core.texts import tr
from companion.tui import keymap
from companion.tui.screens.rolling import RollingScreen
from companion.tui.settings import Settings
from companion.tui.speaker import Speaker

if TYPE_CHECKING:
    from companion.tui.boards.base import Board
    from companion.tui.live import Live


class SpeakingScreen(RollingScreen):
    """A screen that can say what happens."""

    def __init__(self, live: Live, board: Board) -> None:
        super().__init__(live, board)
        self.speaker = Speaker(live)
        self._sounds = False

    def heed(self, settings: Settings) -> None:
        """Speak, or be silent, as the settings have it."""
        self._sounds = settings.sounds == "on"
        wanted = settings.voice == "on"
        if wanted != self.speaker.on:
            self._turn_voice(on=wanted)

    def _settings(self) -> Settings:
        settings = getattr(self.app, "settings", None)
        return settings if isinstance(settings, Settings) else Settings()

    def action_voice(self) -> None:
        """Switch the voice on or off, for this table and those to come."""
        on = not self.speaker.on
        self._turn_voice(on=on)
        keep = getattr(self.app, "change", None)
        if keep is not None and self.speaker.on == on:
            keep(replace(self._settings(), voice="on" if on else "off"))

    def _turn_voice(self, *, on: bool) -> None:
        problem = self.speaker.turn(on=on)
        key = keymap.now(self.app, "table.voice", "F8")
        said = (
            tr("The voice is on. {key} switches it off.", key=key)
            if self.speaker.on
            else tr("The voice is off.")
        )
        self.remark(problem or said)

    def _speak(self) -> None:
        sign = self.query_one("#voice", Static)
        sign.display = self.speaker.on
        sign.update(tr("voice on ({now})", now=keymap.now(self.app, "table.voice", "F8")))
        self.speaker.catch_up()
        refused = self.speaker.refused(self.said.verdict if self.said.bad else None)
        doubted = self.speaker.doubted(self.live.desk.asking)
        if self._sounds and (refused or doubted):
            self.app.bell()
