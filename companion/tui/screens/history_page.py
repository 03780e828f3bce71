"""Looking back: who won how often, every table that was played, and files to share."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.core.texts import later, tr
from companion.session.people import person_lines
from companion.tui.asking.dialogs import ChooseScreen
from companion.tui.host import Host, Past, Saved
from companion.tui.screens.base import MessageScreen, call_home
from companion.tui.theme import HEIGHTS, WIDTHS
from companion.tui.widgets.key_line import KeyLine

EXPORTS: Final[Mapping[str, str]] = {
    "html": later("page for any browser: scores, chart, dice, history (HTML)"),
    "png": later("score sheet as a picture to send (PNG)"),
    "svg": later("score sheet as a drawing to print (SVG)"),
    "csv": later("score sheet, line by line, as a table (CSV)"),
    "totals.csv": later("totals and ranks as a table (CSV)"),
    "moves.csv": later("all moves as a table (CSV)"),
    "json": later("everything about the game as data (JSON)"),
    "record": later("record from which the game can be replayed"),
    "bgstats": later("link that adds the play to the app BG Stats"),
}
"""What a game can be written as, in words."""

HISTORY_KEYS: Final = {
    later("History"): [
        ("Enter", later("look at the table, or go on with it")),
        ("e", later("write the table as a page to share (HTML: scores, chart, dice)")),
        ("t", later("write its score sheet as a table (CSV)")),
        ("j", later("write everything about it (JSON)")),
        ("o", later("choose what to write: score sheet as a picture, moves, totals …")),
        ("x", later("write its record: the text from which the game can be replayed")),
        ("Tab", later("between tables and players")),
        ("Esc", later("back")),
    ]
}


class ExportScreen(ChooseScreen):
    """Asks for a form; answers with its place in `EXPORTS`, or None for a way back."""

    def __init__(self) -> None:
        notes = tr("The file goes into the folder “shared”; you are told where that is.")
        super().__init__(tr("Write the game to a file: which one?"), tuple(map(tr, EXPORTS.values())), notes)


class HistoryPage(MessageScreen):
    """Shows players and tables."""

    help_keys = HISTORY_KEYS
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", later("Look"), priority=True, id="history.look"),
        Binding("e", "export('html')", later("Page"), id="history.page"),
        Binding("t", "export('csv')", later("CSV"), id="history.csv"),
        Binding("j", "export('json')", later("JSON"), id="history.json"),
        Binding("o", "other", later("More forms"), id="history.other"),
        Binding("x", "export('record')", later("Record"), id="history.record"),
        Binding("question_mark", "help", later("Help"), id="history.help"),
        Binding("escape,q,h", "back", later("Back"), id="history.back"),
    ]

    class Wanted(Message):
        """A table is to be looked at."""

        def __init__(self, table: str) -> None:
            self.table = table
            super().__init__()

    def __init__(self, host: Host, saved: tuple[Saved, ...], games: tuple[Game[Any], ...]) -> None:
        super().__init__()
        self.host = host
        self.saved = saved
        self.titles = {game.id: game.title for game in games}

    def compose(self) -> ComposeResult:
        """Lay out the players above the tables."""
        yield Static(tr("History"), classes="title", markup=False)
        with Container(id="past"):
            with VerticalScroll(id="people"):
                yield Static(tr("Counting the games …"), id="counted", markup=False)
            with Vertical(id="played"):
                saved = tr("Tables ({saved})", saved=len(self.saved))
                yield Static(saved, id="tables", markup=False)
                yield OptionList(id="offers", markup=False)
        yield Static("", id="message", markup=False)
        yield KeyLine()

    def fill(self) -> None:
        """List the tables; the players follow when they are counted."""
        offers = self.query_one(OptionList)
        offers.clear_options()
        ended, still_open = tr("ended"), tr("open")
        wide = max(len(ended), len(still_open))
        for table in self.saved:
            what = ended if table.over else still_open
            offers.add_option(Option(f"{what.ljust(wide)}  {table.title}", id=table.id))
        if self.saved:
            offers.highlighted = 0
        else:
            self.say(tr("No table has been played yet."))
        offers.focus()
        self._count()

    @work(thread=True, group="history")
    def _count(self) -> None:
        try:
            past = self.host.past()
        except CompanionError as error:
            call_home(self, self.say, str(error), bad=True)
        else:
            counted = self.query_one("#counted", Static)
            call_home(self, counted.update, people_text(past, self.titles))

    def _table(self) -> str:
        at = self.query_one(OptionList).highlighted
        return "" if at is None else self.saved[at].id

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Look at the table."""
        event.stop()
        self.action_look()

    def action_look(self) -> None:
        """Look at the table in hand, or go on with it."""
        table = self._table()
        if table and self.is_active:
            self.say(tr("Opening the table …"))
            self.post_message(self.Wanted(table))

    def action_export(self, form: str) -> None:
        """Write the table in hand to a file."""
        table = self._table()
        if not table:
            self.say(tr("There is no table to write."), bad=True)
            return
        self.say(tr("Writing the {form} …", form=tr(EXPORTS[form])))
        self._export(table, form)

    def action_other(self) -> None:
        """Choose what to write."""
        if self._table() and self.is_active:
            self.app.push_screen(ExportScreen(), self._chosen)

    def _chosen(self, at: int | None) -> None:
        if at is not None:
            self.action_export(tuple(EXPORTS)[at])

    @work(thread=True, group="export")
    def _export(self, table: str, form: str) -> None:
        try:
            path = self.host.export(table, form)
        except CompanionError as error:
            call_home(self, self.say, str(error), bad=True)
        else:
            call_home(self, self.say, tr("Written: {path}", path=path))


def people_text(past: Past, titles: Mapping[str, str]) -> str:
    """Say of everybody how many games, wins, points on average, and who came out ahead of whom."""
    blocks = ["\n".join(person_lines(person, titles)) for person in past.people]
    if not blocks:
        blocks = [tr("No game has ended yet: then you see here who won how often.")]
    return "\n".join([*blocks, *(tr("Left out: {line}", line=line) for line in past.unread)])
