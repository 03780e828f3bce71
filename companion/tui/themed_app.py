"""An app that wears the program's colours, and says things plainly where a terminal knows no better."""

import os
import re
import sys
from collections.abc import Sequence

from rich import _wrap
from rich.console import Console
from textual._styles_cache import StylesCache
from textual.filter import DimFilter, LineFilter, Monochrome, NoColor
from textual.geometry import Offset

from companion.tui.caret import caret
from companion.tui.guarded_app import GuardedApp
from companion.tui.pictures import Graphics
from companion.tui.terminal import (
    UNOBEYED,
    Plainly,
    Undimmed,
    as_people_said,
    begun_with,
    is_colourless,
    is_dumb,
    knows_utf8,
)
from companion.tui.theme import CONTRAST, MONO, TABLE, THEMES

_wrap.re_word = re.compile(r"\s*[^ \n\t]+\s*")  # a line is not broken at a no-break space, as before a French colon


class ThemedApp(GuardedApp):
    """An app in one of our four dresses.

    NO_COLOR and a terminal that calls itself dumb have no colours, whatever was chosen.

    Attributes:
        bare: whether there are no colours.
        graphics: how the terminal draws pictures; None for half blocks.
        plain: whether everything is written in ASCII; None until there is a terminal to ask.
    """

    def __init__(self) -> None:
        bare = is_colourless(os.environ)  # Textual takes NO_COLOR out of the environment
        super().__init__()
        # What a broken program quotes is cleaned as it is printed, and colours would go with it.
        self.error_console = Console(markup=False, highlight=False, stderr=True, color_system=None)
        self.bare = bare
        self.plain: bool | None = None
        self.graphics: Graphics | None = None
        if is_dumb(os.environ):
            self.console = _with_attributes(self.console)
        for theme in THEMES:
            self.register_theme(theme)
        self.wear(TABLE.name)

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's cursor stands once the screen is painted."""
        return caret(self.screen) if self.is_running and self.screen_stack else Offset(0, 0)

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        """Textual's fields say where they are; `caret` knows."""

    def on_mount(self) -> None:
        """Let go of what removed widgets painted, whenever another screen is shown.

        Textual remembers the colours of a widget by the object that holds its painted lines, and so
        keeps the lines of up to 1,024 widgets that are gone.
        """
        self.screen_change_signal.subscribe(
            self, lambda _screen: StylesCache.get_inner_outer.cache_clear(), immediate=True
        )

    def wear(self, name: str) -> None:
        """Put on a dress by its name; one that there is not is the first choice."""
        known = {theme.name for theme in THEMES}
        self.theme = MONO.name if self.bare else name if name in known else TABLE.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Know our names in every theme, also in those that come with Textual."""
        return TABLE.variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Say how lines are changed on their way to the terminal."""
        filters = [*super().get_line_filters(), UNOBEYED]
        if self.theme == MONO.name:
            # What is faint, the terminal shows as it can: there are no colours to mix.
            mixing = (Monochrome, DimFilter)
            filters = [one for one in filters if not isinstance(one, mixing)] + [NoColor()]
        elif self.theme == CONTRAST.name:
            filters.insert(0, Undimmed())
        if self.plain is None:
            encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
            self.plain = not self.is_headless and not knows_utf8(as_people_said(os.environ, begun_with()), encoding)
        return [*filters, Plainly()] if self.plain else filters


def _with_attributes(console: Console) -> Console:
    """Let bold and underline through to a terminal that calls itself dumb: Rich drops them too."""
    return Console(
        color_system="standard",
        file=console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )
