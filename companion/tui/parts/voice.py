"""The voice at a table: whether it is on, what it says, and the whole moment read out on one key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.texts import tr
from companion.session.announcer import read_out
from companion.tui import keymap
from companion.tui.live import Live
from companion.tui.parts.announcing import Announcing, Speaker
from companion.tui.settings import Settings
from companion.tui.widgets.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterable


class Voice(Said):
    """A sign in the top line while the voice is on; who it is told says it."""

    def __init__(self, live: Live, announcing: Announcing) -> None:
        super().__init__("voice")
        self.live = live
        self.announcing = announcing
        self.speaker = Speaker(live)
        self._sounds = False

    def on_unmount(self) -> None:
        """Hear no more of the table."""
        self.speaker.close()

    @property
    def settings(self) -> Settings:
        """What people chose."""
        found = getattr(self.app, "settings", None)
        return found if isinstance(found, Settings) else Settings()

    def heed(self, settings: Settings) -> None:
        """Speak, or be silent, as the settings have it."""
        self._sounds = settings.sounds == "on"
        wanted = settings.voice == "on"
        if wanted != self.speaker.on:
            self._turn(on=wanted)

    def change(self) -> None:
        """Switch the voice on or off, for this table and those to come."""
        on = not self.speaker.on
        self._turn(on=on)
        keep = getattr(self.app, "change", None)
        if keep is not None and self.speaker.on == on:
            keep(replace(self.settings, voice="on" if on else "off"))

    def _turn(self, *, on: bool) -> None:
        text = self.speaker.turn(on=on)
        if not text and self.speaker.on:
            key = keymap.now(self.app, "table.voice", "F8")
            text = tr("The voice is on. {key} switches it off.", key=key)
        self.announcing.remark(text or tr("The voice is off."))

    def speak(self) -> None:
        """Say everything new since the last time."""
        self.display = self.speaker.on
        self.say(tr("voice on ({now})", now=keymap.now(self.app, "table.voice", "F8")))
        reply = self.announcing.reply
        news = self.speaker.speak(reply.verdict if reply.bad else None, self.live.desk.asking)
        if news and self._sounds:
            self.app.bell()

    def read_out(self, choices: Iterable[str]) -> None:
        """Say where the game stands and what may be done: aloud while the voice is on, and as lines."""
        said = read_out(self.live.table, choices)
        self.live.say(said)
        self.announcing.say("\n".join(said))
