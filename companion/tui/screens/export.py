"""The question in which form a game is to be written to a file."""

from __future__ import annotations

from companion.core.texts import tr
from companion.tui import start_words as words
from companion.tui.screens.choose import ChooseScreen


class ExportScreen(ChooseScreen):
    """Asks for a form; answers with its place in `EXPORTS`, or None for a way back."""

    def __init__(self) -> None:
        notes = tr("The file goes into the folder “shared”; where that is, is said afterwards.")
        super().__init__(
            tr("Write the game to a file: which one?"), tuple(words.EXPORTS.values()), notes
        )
