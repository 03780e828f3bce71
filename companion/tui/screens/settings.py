"""Settings of the whole program, and the list of keys."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.texts import later, tr
from companion.system.language import SYSTEM
from companion.tui import keymap
from companion.tui.asking.dialogs import Dialog
from companion.tui.screens.base import ListPage
from companion.tui.screens.help import GuideScreen
from companion.tui.settings import CHOICES, Settings

KEYS_LINE, GUIDE_LINE = "keys", "guide"

SETTINGS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "theme": (
        later("Colours"),
        {
            "tableside": later("dark, calm"),
            "paper": later("light, like paper"),
            "contrast": later("high contrast"),
            "mono": later("no colours"),
        },
    ),
    "motion": (later("Movement"), {"full": later("things move"), "reduced": later("nothing glides or blinks")}),
    "voice": (later("Voice"), {"off": later("silent"), "on": later("says turns, rolls and results")}),
    "sounds": (later("Sounds"), {"off": later("no sounds"), "on": later("short sounds")}),
    "picture": (
        later("Pictures"),
        {"auto": later("as fine as this terminal can"), "blocks": later("made of blocks, in any terminal")},
    ),
    "learn": (
        later("Learning"),
        {"on": later("the camera remembers your dice"), "off": later("no dice are remembered")},
    ),
    "clock": (later("Turn clock"), {"off": later("no clock"), "on": later("how long everybody's turns took")}),
    "language": (
        later("Language"),
        {SYSTEM: later("that of the system"), "en": "English", "de": "Deutsch", "fr": "Français"},
    ),
}
"""Each setting's title, and each of its values in words."""

SETTINGS_KEYS: Final = {
    later("Settings"): [
        (later("Enter or →"), later("the next value, at once")),
        ("←", later("the value before")),
        (later("arrows"), later("from line to line")),
        ("Esc", later("back; everything is kept already")),
    ]
}


class SettingsScreen(ListPage):
    """Lists the settings and what they are."""

    heading = later("Settings")
    help_keys = SETTINGS_KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,right,space", "turn(1)", later("Change"), priority=True, id="settings.change"),
        Binding("left", "turn(-1)", later("Change back"), priority=True, id="settings.change-back"),
        Binding("question_mark", "help", later("Help"), id="settings.help"),
        Binding("escape,q", "back", later("Back"), id="settings.back"),
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

    def show(self, settings: Settings) -> None:
        """Show settings that were changed elsewhere."""
        self.settings = settings
        self.show_lines()

    def lines(self) -> Iterator[Option]:
        """Return a line for each setting, and those that lead to the keys and to the guide."""
        titles = (*(title for title, _ in SETTINGS.values()), later("Keys"), later("Guide"))
        wide = max(len(tr(title)) for title in titles)
        for name, (title, values) in SETTINGS.items():
            value = getattr(self.settings, name)
            line = f"{tr(title).ljust(wide)}  ◂ {tr(value).center(9)} ▸  {tr(values.get(value, value))}"
            yield Option(line, id=name)
        changed = len(self.settings.keys)
        said = tr("{changed} changed", changed=changed) if changed else tr("as they come")
        yield Option(f"{tr('Keys').ljust(wide)}  {said} …", id=KEYS_LINE)
        guide = tr("{word}  show it again …", word=tr("Guide").ljust(wide))
        yield Option(guide, id=GUIDE_LINE)

    def explained(self, name: str) -> Content:
        """Say what each value of a setting means."""
        if name not in SETTINGS:
            return Content()
        title, values = SETTINGS[name]
        now = getattr(self.settings, name)
        parts = [(f"{tr(title)}\n\n", "bold $accent")]
        for value, said in values.items():
            mark, style = ("▸", "bold") if value == now else (" ", "")
            parts.append((f"{mark} {tr(said)}\n", style))
        return Content.assemble(*parts)

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
        title, values = SETTINGS[name]
        changes: dict[str, Any] = {name: value}
        self.show(replace(self.settings, **changes))
        self.say(tr("{title}: {values}. Saved.", title=tr(title), values=tr(values.get(value, value))))
        self.post_message(self.Changed(self.settings))


class KeyAskScreen(Dialog[str]):
    """Waits for one key and answers with its name; Esc answers with none."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.question = tr("Press the new key for “{text}”", text=text)

    def compose_below(self) -> ComposeResult:
        """Lay out the way back."""
        yield Static(tr("Esc leaves it as it is"), id="typed", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Take the key, whatever it means elsewhere."""
        event.stop()
        event.prevent_default()
        self.dismiss("" if event.key == "escape" else event.key)


class KeysScreen(ListPage):
    """Lists the actions whose keys may be changed."""

    heading = later("Keys")
    hint = later("Enter, then the new key.")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "change", later("Change"), priority=True, id="keys.change"),
        Binding("delete,backspace,d", "restore", later("As it was"), id="keys.restore"),
        Binding("D", "restore_all", later("All as they were"), id="keys.restore-all"),
        Binding("escape,q", "back", later("Back"), id="keys.back"),
    ]

    class Changed(Message):
        """Keys were changed."""

        def __init__(self, changed: Mapping[str, str]) -> None:
            self.changed = changed
            super().__init__()

    def __init__(
        self, known: tuple[keymap.Changeable, ...], changed: Mapping[str, str], verbs: Mapping[str, str] | None = None
    ) -> None:
        """List the actions; `verbs` has the letters of what is declared at an open table."""
        super().__init__()
        self.known = known
        self.changed = dict(changed)
        self.verbs = {letter: verb for verb, letter in (verbs or {}).items()}

    def lines(self) -> Iterator[Option]:
        """Return a line for each action: its keys, what it does and where."""
        wide = max((len(tr(one.text)) for one in self.known), default=0)
        for one in self.known:
            keys = tr(" or ").join(keymap.shown(key) for key in keymap.keys_of(one, self.changed))
            first = tr("   (was {shown})", shown=keymap.shown(one.keys[0]))
            was = first if one.name in self.changed else ""
            where = tr(keymap.PLACES[one.place])
            yield Option(f"{keys.ljust(16)}  {tr(one.text).ljust(wide)}  {where}{was}", id=one.name)

    def _chosen(self) -> keymap.Changeable:
        return self.known[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the mouse as Enter."""
        event.stop()
        self.action_change()

    def action_change(self) -> None:
        """Ask for the new key of the line in hand."""
        if not self.is_active:
            return
        one = self._chosen()

        def taken(key: str | None) -> None:
            if key:
                self._give(one, key)

        self.app.push_screen(KeyAskScreen(tr(one.text)), taken)

    def _give(self, one: keymap.Changeable, key: str) -> None:
        if key in one.keys:
            self._restore(one)
            return
        why = keymap.refusal(one, key, self.changed, self.known)
        letter = keymap.character(key)
        if not why and one.place in ("table", keymap.EVERYWHERE) and letter in self.verbs:
            why = tr(
                "{letter} means “{verbs}” at the open table: choose another key.",
                letter=letter,
                verbs=self.verbs[letter],
            )
        if why:
            self.say(why, bad=True)
            return
        self.changed[one.name] = key
        shown, places = keymap.shown(key), tr(keymap.PLACES[one.place])
        self._tell(tr("{shown} now means “{one}” {places}.", shown=shown, one=tr(one.text), places=places))

    def _restore(self, one: keymap.Changeable) -> None:
        kept = {name: key for name, key in self.changed.items() if name != one.name}
        for key in one.keys:
            if why := keymap.refusal(one, key, kept, self.known):
                self.say(why, bad=True)
                return
        self.changed = kept
        shown = keymap.shown(one.keys[0])
        self._tell(tr("“{one}” has its first key again: {shown}.", one=tr(one.text), shown=shown))

    def _tell(self, text: str) -> None:
        self.show_lines()
        self.say(text)
        self.post_message(self.Changed(dict(self.changed)))

    def action_restore(self) -> None:
        """Give the line in hand its first key again."""
        self._restore(self._chosen())

    def action_restore_all(self) -> None:
        """Give every action its first key again."""
        self.changed.clear()
        self._tell(tr("Every key is as it was at first."))
