"""Where the terminal's cursor stands: at the line that has the keys, for screen readers follow it."""

from typing import Any

from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input, OptionList


def caret(screen: Screen[Any]) -> Offset:
    """Return the place on the screen of the line that has the keys."""
    focused = screen.focused
    if focused is None:  # nothing to choose: what is asked or drawn there
        asked = screen.query("#question, #chart")
        return asked.first().content_region.offset if asked else Offset(0, 0)
    if isinstance(focused, Input):
        return focused.cursor_screen_offset
    place = focused.content_region.offset
    if isinstance(focused, OptionList) and focused.highlighted is not None:
        rows = focused._line_cache.index_to_line  # noqa: SLF001 - Textual tells it nowhere else
        down = rows.get(focused.highlighted, 0) - focused.scroll_offset.y
        return place + Offset(0, down)
    told = screen.query("#told")  # what the next key would do, where cards are put down
    return told.first().region.offset if told else place
