"""Settings of the whole program: each line is one, Enter gives it its next value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.texts import tr
from companion.tui import start_words as words
from companion.tui.breakpoints import HEIGHTS
from companion.tui.screens.guide import GuideScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.message import MessageScreen
from companion.tui.settings import CHOICES
from companion.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from companion.tui.settings import Settings

KEYS_LINE, GUIDE_LINE = "keys", "guide"


class SettingsScreen(MessageScreen):
    """Lists the settings and what they are."""

    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,right,space",
            "turn(1)",
            tr("Change"),
            key_display="Enter",
            priority=True,
            id="settings.change",
        ),
        Binding("left", "turn(-1)", tr("Change back"), priority=True, id="settings.change-back"),
        Binding("question_mark", "help", tr("Help"), key_display="?", id="settings.help"),
        Binding("escape,q", "back", tr("Back"), key_display="Esc", id="settings.back"),
    ]

    class Changed(Message):
        """A setting was changed."""

        def __init__(self, settings: Settings) -> None:
            self.settings = settings
            super().__init__()

    class KeysWanted(Message):
        """The keys are to be shown and changed."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings

    def compose(self) -> ComposeResult:
        """Lay out the list and a line below it."""
        yield Static(tr("Settings"), classes="title", markup=False)
        with Vertical(classes="body"):
            yield OptionList(id="offers", markup=False)
        yield Static("", id="message", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the list."""
        self._show()
        self.query_one(OptionList).focus()

    def show(self, settings: Settings) -> None:
        """Show settings that were changed elsewhere."""
        self.settings = settings
        self._show()

    def _show(self) -> None:
        offers = self.query_one(OptionList)
        at = offers.highlighted or 0
        offers.clear_options()
        wide = max(len(title) for title, _ in words.SETTINGS.values())
        for name, (title, values) in words.SETTINGS.items():
            value = getattr(self.settings, name)
            line = f"{title.ljust(wide)}  ◂ {tr(value).center(9)} ▸  {values[value]}"
            offers.add_option(Option(line, id=name))
        changed = len(self.settings.keys)
        said = tr("{changed} changed", changed=changed) if changed else tr("as they come")
        offers.add_option(Option(f"{tr('Keys').ljust(wide)}  {said} …", id=KEYS_LINE))
        offers.add_option(
            Option(tr("{word}  show it again …", word=tr("Guide").ljust(wide)), id=GUIDE_LINE)
        )
        offers.highlighted = at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the mouse as Enter."""
        event.stop()
        self.action_turn(1)

    def action_turn(self, step: int) -> None:
        """Give the line in hand its next value, or open what it stands for."""
        if not self.is_active:
            return
        offers = self.query_one(OptionList)
        name = offers.get_option_at_index(offers.highlighted or 0).id or ""
        if name == KEYS_LINE:
            self.post_message(self.KeysWanted())
        elif name == GUIDE_LINE:
            self.app.push_screen(GuideScreen())
        else:
            self._turn(name, step)

    def _turn(self, name: str, step: int) -> None:
        choices = CHOICES[name]
        value = choices[(choices.index(getattr(self.settings, name)) + step) % len(choices)]
        title, values = words.SETTINGS[name]
        match name:
            case "theme":
                self.settings = replace(self.settings, theme=value)
            case "motion":
                self.settings = replace(self.settings, motion=value)
            case "voice":
                self.settings = replace(self.settings, voice=value)
            case "sounds":
                self.settings = replace(self.settings, sounds=value)
            case _:
                self.settings = replace(self.settings, picture=value)
        self._show()
        self.say(tr("{title}: {values}. It is kept.", title=title, values=values[value]))
        self.post_message(self.Changed(self.settings))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen(words.SETTINGS_KEYS))
