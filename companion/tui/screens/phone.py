"""The invitation of a phone: a code to scan, and what to do then."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from textual.content import Content

from companion.core.texts import tr
from companion.tui.screens.help import PagesScreen

if TYPE_CHECKING:
    from companion.tui.host import PhoneEyes

INK: Final = "#000000 on #ffffff"
"""Black on white in every theme: telephones read nothing else surely."""
LEAST_WORDS: Final = 24  # Columns beside the code below which the words stand under it


class PhoneScreen(PagesScreen):
    """Shows the code until people go on."""

    def __init__(self, eyes: PhoneEyes) -> None:
        super().__init__([("", Content(""))])
        self.eyes = eyes

    def show_page(self) -> None:
        """Write code and words."""
        across = self.query_one("#page").scrollable_content_region.width
        self.write(tr("Your phone is the camera"), self.text(across), tr("Esc goes back to the table"))

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show_page()

    def text(self, across: int) -> Content:
        """Return code and words in so many columns."""
        steps = [
            tr("1. Scan the code with the phone's camera. Both must be in the same network."),
            tr("2. Tap “Photograph the dice” after each throw; or choose the live picture, "
               "and stand the phone over the dice."),
            *([self.eyes.note] if self.eyes.note else []),
            tr("Without the code, type the address below into the phone's browser."),
        ]  # fmt: skip
        squares = self.eyes.squares()
        beside = across - len(squares[0]) - 2
        wide = beside if beside >= LEAST_WORDS else max(1, across)
        words = [line for step in steps for line in (*textwrap.wrap(step, wide), "")]
        pairs = [*zip_longest(squares, words, fillvalue="")]
        if wide != beside:
            pairs = [(square, "") for square in squares] + [("", word) for word in words]
        lines = [Content.assemble((square, INK), f"  {word}" if squares else word)
                 for square, word in pairs]  # fmt: skip
        return Content("\n").join([*lines, Content(self.eyes.address)])
