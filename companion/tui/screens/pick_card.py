"""A question for one entry of a list; several at once can be pasted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.tui import choices
from companion.tui.screens.choose import ChooseScreen

if TYPE_CHECKING:
    from textual import events

SEVERAL: Final = -1
"""The answer when several entries were pasted: they stand in `pasted`."""


class PickScreen(ChooseScreen):
    """Asks for one entry; a pasted text with commas, lines or blanks gives several.

    Attributes:
        pasted: what was pasted, when the answer is `SEVERAL`.
    """

    pasted: str = ""

    def on_paste(self, event: events.Paste) -> None:
        """Answer with the whole text when it is a list, else search for it."""
        text = event.text[: choices.PASTED].strip()
        if self.is_list(text):
            event.stop()
            event.prevent_default()
            self.pasted = text
            self.dismiss(SEVERAL)

    @staticmethod
    def is_list(text: str) -> bool:
        """Tell whether a text holds several entries."""
        return any(sign in text for sign in ",;\t\n|") or len(text.split()) > 1
