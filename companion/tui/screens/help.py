"""Help: the keys of the screen that asked for it, the way to the rules and to the guide."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from companion.core.texts import tr
from companion.tui import keymap
from companion.tui.screens.dialog import Dialog
from companion.tui.screens.guide import GuideScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult

TROUBLE: Final = (
    tr("Does anything not work?"),
    [("", tr("In a terminal, `tableside doctor` looks at everything and says what would help."))],
)
"""The last section of every help page."""

LEAST_WORDS: Final = 20
"""Columns beside the keys below which lines are broken wherever they end."""


class HelpScreen(Dialog[str | None]):
    """Lists keys; answers with `rules` when the rules are wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "close", tr("Back"), id="help.back"),
        Binding("slash,w", "rules", tr("Rules"), id="help.rules"),
        Binding("g", "guide", tr("Guide"), id="help.guide"),
    ]

    def __init__(
        self, sections: list[tuple[str, list[tuple[str, str]]]], *, rules: bool = False
    ) -> None:
        """Show sections of (key, what it does).

        Args:
            sections: titled lists of keys, as they are when nothing was changed.
            rules: whether there are rules to go to.
        """
        super().__init__()
        self.sections = sections
        self.rules = rules

    def compose(self) -> ComposeResult:
        """Lay out the sections."""
        with Vertical(id="sheet"):
            yield Static(tr("Help"), id="question", markup=False)
            with VerticalScroll(id="page"):
                yield Static("", id="text", markup=False)
            rules = keymap.now(self.app, "help.rules", "/")
            way = tr("{rules} the rules · ", rules=rules) if self.rules else ""
            guide = keymap.now(self.app, "help.guide", "g")
            keys = tr("{way}{guide} the guide · arrows scroll · Esc back", way=way, guide=guide)
            yield Static(keys, id="typed", markup=False)

    def on_resize(self) -> None:
        """Break lines so that what keys do stays beside the keys."""
        across = self.query_one("#page").scrollable_content_region.width
        self.query_one("#text", Static).update(self.text(across))

    def text(self, across: int) -> str:
        """Return the sections in lines of so many columns, where that leaves room for words."""
        moved = self._moved()
        blocks = []
        for title, listed in (*self.sections, TROUBLE):
            keys = [(moved.get(key, key), what) for key, what in listed]
            wide = max((len(key) for key, _ in keys), default=0)
            lines = [_hanging(f"  {key.ljust(wide)}  ", what, across) for key, what in keys]
            blocks.append("\n".join([title, *lines]))
        return "\n\n".join(blocks)

    def _moved(self) -> dict[str, str]:
        """Return the keys that people changed on the screen that asked for help."""
        below = self.app.screen_stack[:-1]
        changed = getattr(getattr(self.app, "settings", None), "keys", {})
        return keymap.moved(type(below[-1]).BINDINGS, changed) if below else {}

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one("#page").focus()

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)

    def action_guide(self) -> None:
        """Show the guide of the first run again."""
        if self.is_active:
            self.app.push_screen(GuideScreen())

    def action_rules(self) -> None:
        """Ask for the rules."""
        if self.rules:
            self.dismiss("rules")


def _hanging(key: str, what: str, across: int) -> str:
    """Put what a key does beside it, line by line; on a narrow screen the lines run on."""
    if across - len(key) < LEAST_WORDS:
        return key + what
    return textwrap.fill(
        what, across, initial_indent=key, subsequent_indent=" " * len(key), break_long_words=False
    )
