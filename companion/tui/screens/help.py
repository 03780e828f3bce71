"""Pages to read: help, the guide of the first run, and pages of a board or a rulebook."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from companion.core.texts import later, tr
from companion.tui import keymap
from companion.tui.asking.dialogs import Dialog, next_and_previous

Sections = Mapping[str, Sequence[tuple[str, str]]]
"""Titled lists of keys, as they are when nothing was changed, and what they do."""

T = TypeVar("T")

TROUBLE: Final[Sections] = {
    later("Something does not work?"): [
        ("", later("In a terminal, `tableside doctor` checks everything and says what would help."))
    ]
}
"""The last section of every help page."""

LEAST_WORDS: Final = 20
"""Columns beside the keys below which lines are broken wherever they end."""


class TextDialog(Dialog[T]):
    """A title, a page to read, which arrows scroll, and a line about the keys."""

    frame: ClassVar[str] = "sheet"
    scroller: ClassVar[type[ScrollableContainer]] = VerticalScroll

    def compose_below(self) -> ComposeResult:
        """Lay out page and keys."""
        with self.scroller(id="page"):
            yield Static("", id="text", markup=False)
        yield from super().compose_below()

    def on_mount(self) -> None:
        """Show the page; let the arrows scroll."""
        self.show_page()
        self.query_one("#page").focus()

    def show_page(self) -> None:
        """Write the page."""
        raise NotImplementedError

    def write(self, title: str, text: Content | str, keys: str) -> None:
        """Show a page from its beginning."""
        for name, said in (("question", title), ("text", text), ("typed", keys)):
            self.query_one(f"#{name}", Static).update(said)
        self.query_one("#page").scroll_home(animate=False)


class HelpScreen(TextDialog[str | None]):
    """Lists keys; answers with `rules` when the rules are wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark", "cancel", later("Back"), id="help.back"),
        Binding("slash,w", "rules", later("Rules"), id="help.rules"),
        Binding("g", "guide", later("Guide"), id="help.guide"),
    ]

    def __init__(self, sections: Sections, *, rules: bool = False) -> None:
        """Show keys; `rules` tells whether there are rules to go to."""
        super().__init__()
        self.sections = sections
        self.rules = rules

    def show_page(self) -> None:
        """Write the keys; lines are broken so that what keys do stays beside the keys."""
        rules = keymap.now(self.app, "help.rules", "/")
        way = tr("{rules} the rules · ", rules=rules) if self.rules else ""
        guide = keymap.now(self.app, "help.guide", "g")
        keys = tr("{way}{guide} the guide · arrows scroll · Esc back", way=way, guide=guide)
        across = self.query_one("#page").scrollable_content_region.width
        self.write(tr("Help"), self.text(across), keys)

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show_page()

    def text(self, across: int) -> Content:
        """Return the sections in lines of so many columns, where that leaves room for words."""
        moved = self._moved()
        blocks = list[Content]()
        for title, listed in {**self.sections, **TROUBLE}.items():
            keys = [(tr(moved.get(key, key)), tr(what)) for key, what in listed]
            wide = max((len(key) for key, _ in keys), default=0)
            lines = [_hanging(f"  {key.ljust(wide)}  ", what, across) for key, what in keys]
            blocks.append(Content("\n").join([Content.styled(tr(title), "bold"), *map(Content, lines)]))
        return Content("\n\n").join(blocks)

    def _moved(self) -> dict[str, str]:
        """Return the keys that people changed on the screen that asked for help."""
        below = self.app.screen_stack[:-1]
        changed = getattr(getattr(self.app, "settings", None), "keys", {})
        return keymap.moved(type(below[-1]).BINDINGS, changed) if below else {}

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
    return textwrap.fill(what, across, initial_indent=key, subsequent_indent=" " * len(key), break_long_words=False)


GUIDE: Final = (
    (
        later("Your table, your dice"),
        later(
            "You play with your own cards and your own dice, as always.\n"
            "Tableside sits beside the game: it watches the dice, knows the rules,\n"
            "keeps the score, and says at the end who won.\n\n"
            "It never rolls, shuffles or deals. Chance belongs to the table."
        ),
    ),
    (
        later("Who plays?"),
        later(
            "Press {new} on the first screen. Type a name for each seat, clockwise,\n"
            "and press Enter. Next time the names are there already:\n"
            "then Enter on the first line opens the table as it stands.\n\n"
            "Want to try first? {practise} practises any game: nothing is kept, and\n"
            "dice roll by themselves."
        ),
    ),
    (
        later("The dice"),
        later(
            "Roll on the table as you always do.\n"
            "With a camera: name it in the line “Dice”, and see its picture.\n"
            "With a dice tray or Bluetooth dice: name them in their lines.\n"
            "With neither: type what the dice show. That always works."
        ),
    ),
    (
        later("What the screen says"),
        later(
            "Large letters: who rolls, which dice, and what is needed.\n"
            "The list on the right: what may be done now. Each line has its key.\n"
            "The line at the bottom: what came of it, and the rule for it.\n"
            "{rules} asks why: the rule in plain words."
        ),
    ),
    (
        later("Anything wrong?"),
        later(
            "{undo} takes the last thing back. Take back as much as you like.\n"
            "{history} shows all that happened; Enter on a line corrects it.\n"
            "{help} shows every key, and this guide again with {guide}.\n\n"
            "Everything is kept at once: close the laptop, go on tomorrow."
        ),
    ),
)
"""Steps of the guide: a title and a few lines each, with gaps for keys."""

GUIDE_KEYS: Final = later("Enter goes on · ← back · Esc leaves the guide")
GUIDE_LAST: Final = later("Enter begins · ← back · Esc leaves the guide")


class GuideScreen(TextDialog[None]):
    """Shows one step after the other."""

    frame = "dialog"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,right", "step(1)", later("On"), priority=True, id="guide.on"),
        Binding("left,backspace", "step(-1)", later("Back one"), priority=True, id="guide.back"),
        Binding("escape,q", "cancel", later("Leave"), id="guide.leave"),
    ]

    def __init__(self, *, first: bool = False) -> None:
        """Show the guide; over the `first` screen that screen's keys do there what they always do."""
        super().__init__()
        self.step = 0
        self.first = first

    def show_page(self) -> None:
        """Write the step."""
        title, text = map(tr, GUIDE[self.step])
        last = len(GUIDE)
        self.write(
            tr("{step} of {last}  {title}", step=self.step + 1, last=last, title=title),
            text.format_map(self._keys()),
            tr(GUIDE_LAST if self.step + 1 == last else GUIDE_KEYS),
        )

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
        self.step = max(0, self.step + step)
        if self.step < len(GUIDE):
            self.show_page()
        else:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Leave the guide for what a key of the first screen does."""
        if self.first and event.is_printable:
            event.stop()
            self.dismiss(None)
            self.app.post_message(events.Key(event.key, event.character))

    def on_click(self) -> None:
        """Go on with the mouse as with Enter."""
        self.action_step(1)


class PagesScreen(TextDialog[None]):
    """Shows titled pages, one at a time, each scrolling both ways."""

    scroller = ScrollableContainer

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,B", "cancel", later("Back"), id="pages.back"),
        *next_and_previous("pages", "n", "p"),
    ]

    def __init__(self, pages: list[tuple[str, Content]], start: int = 0) -> None:
        super().__init__()
        self.pages = pages
        self.page = start if start < len(pages) else 0

    def show_page(self) -> None:
        """Write the page."""
        title, text = self.pages[self.page]
        number, count = self.page + 1, len(self.pages)
        self.write(
            tr("{title}  ({page} of {pages})", title=title, page=number, pages=count),
            text,
            tr("Tab next · arrows scroll · Esc back"),
        )

    def action_turn(self, step: int) -> None:
        """Turn the page."""
        self.page = (self.page + step) % len(self.pages)
        self.show_page()
