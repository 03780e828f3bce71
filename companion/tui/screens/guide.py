"""The guide of the first run: a few steps, to be left at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from companion.core.texts import tr
from companion.tui import keymap
from companion.tui import start_words as words
from companion.tui.screens.dialog import Dialog

if TYPE_CHECKING:
    from textual.app import ComposeResult


class GuideScreen(Dialog[None]):
    """Shows one step after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,right,n", "step(1)", tr("On"), priority=True, id="guide.on"),
        Binding("left,backspace,p", "step(-1)", tr("Back one"), priority=True, id="guide.back"),
        Binding("escape,q", "close", tr("Leave"), id="guide.leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def compose(self) -> ComposeResult:
        """Lay out a title, the step and the keys."""
        with Vertical(id="dialog"):
            yield Static("", id="question", markup=False)
            with VerticalScroll(id="page"):
                yield Static("", id="text", markup=False)
            yield Static("", id="typed", markup=False)

    def on_mount(self) -> None:
        """Show the first step; let the arrows scroll."""
        self._show()
        self.query_one("#page").focus()

    def _show(self) -> None:
        title, text = words.GUIDE[self.step]
        last = len(words.GUIDE) - 1
        self.query_one("#question", Static).update(
            tr("{step} of {last}  {title}", step=self.step + 1, last=last + 1, title=title)
        )
        self.query_one("#text", Static).update(text.format_map(self._keys()))
        keys = words.GUIDE_LAST if self.step == last else words.GUIDE_KEYS
        self.query_one("#typed", Static).update(keys)
        self.query_one("#page").scroll_home(animate=False)

    def _keys(self) -> dict[str, str]:
        """Return the keys that the guide names, as they are now."""
        app = self.app
        return {
            "new": keymap.now(app, "start.new", "n"),
            "practise": keymap.now(app, "start.practise", "p"),
            "rules": keymap.now(app, "table.rules", "w"),
            "undo": keymap.now(app, "table.undo", "u"),
            "history": keymap.now(app, "table.history", "h"),
            "help": keymap.now(app, "table.help", "?"),
            "guide": keymap.now(app, "help.guide", "g"),
        }

    def action_step(self, step: int) -> None:
        """Go on or back; from the last step on, the guide is over."""
        if self.step + step >= len(words.GUIDE):
            self.dismiss(None)
            return
        self.step = max(0, self.step + step)
        self._show()

    def on_click(self) -> None:
        """Go on with the mouse as with Enter."""
        self.action_step(1)

    def action_close(self) -> None:
        """Leave the guide."""
        self.dismiss(None)
