"""The table: whose turn, what may be done, the roll that is awaited, the verdict, the history."""

from asyncio import sleep
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

from companion.core.actions import Action, Roll, Undo
from companion.core.dice import RollRequest
from companion.core.texts import later, tr
from companion.core.verdict import Question
from companion.rolls.readings import RollReading
from companion.session.attempts import attempts
from companion.session.prompts import question_text
from companion.session.table import Table
from companion.tui import keymap, roll_words
from companion.tui.asking.action import Asking
from companion.tui.asking.dialogs import Talk
from companion.tui.asking.lines import spread
from companion.tui.drawing.board import Board
from companion.tui.live import Live
from companion.tui.parts.announcing import Announcing
from companion.tui.parts.correcting import Correcting
from companion.tui.parts.deeds import BINDINGS, DEEDS, DICE_DEEDS, LETTERS, MORE_KEYS, VENUE_DEEDS, Deed, help_sections
from companion.tui.parts.hearing import LOOK_EVERY, Heard, Hearing
from companion.tui.parts.people import People
from companion.tui.parts.rolling import RollPanel
from companion.tui.parts.voice import Voice
from companion.tui.screens.base import Command, ScreenCommands
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.final import ChartScreen, FinalScreen
from companion.tui.screens.help import HelpScreen, PagesScreen
from companion.tui.theme import BOARD_HEIGHTS, WIDTHS
from companion.tui.widgets.chart import TableChart
from companion.tui.widgets.clock import Clock
from companion.tui.widgets.history import History
from companion.tui.widgets.key_line import KeyLine
from companion.tui.widgets.lamp import LampLine
from companion.tui.widgets.menu import Entry, Menu, Refused, entries
from companion.tui.widgets.said import Said

Autoplay = Callable[[Table], Action | None]
"""Declares the next action for the players; None lets them do it."""

PARTS: Final = 4
"""Rounds of messages until every part that a key changes has said so."""

EDGES: Final = 2
"""Columns beside the lamps."""


class TableScreen(Screen[None]):
    """One open table, whatever the game: its parts, what they show, and which key goes to which."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = BOARD_HEIGHTS
    COMMANDS = {ScreenCommands}  # noqa: RUF012 - Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        *BINDINGS,
        Binding("escape", "menu", later("Menu"), show=False, id="table.menu"),
    ]

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """Who has the keys draws itself anew: no need to paint the whole screen for that."""

    more_keys: ClassVar[tuple[str, ...]] = MORE_KEYS
    """What the line of keys names where there is room, the most useful first."""

    class Left(Message):
        """People left the table; it can be taken up again. Or they play the same once more."""

        def __init__(self, *, again: bool = False) -> None:
            self.again = again
            super().__init__()

    def __init__(
        self,
        live: Live,
        autoplay: Autoplay | None = None,
        pace: float = 0.6,
        exit_when_over: float | None = None,
        reserved: str = "",
    ) -> None:
        """Open a table; no verb gets a letter of `reserved`. For the rest see `TablesideApp`."""
        super().__init__()
        self.live = live
        self.table = live.table
        self.board = Board(id="board")
        self.autoplay = autoplay
        self.pace = pace
        self.exit_when_over = exit_when_over
        verbs = (action.verb for action in live.table.match.game.actions)
        self.keys = keymap.assign(verbs, keymap.RESERVED | set(reserved))
        self.talk = talk = Talk(self)
        self.announcing = Announcing(live, talk, self.show_table)
        self.correcting = Correcting(live, talk, self.announcing, self.action_menu)
        self.people = People(live, talk, self.announcing)
        declare, remark = self.announcing.declare, self.announcing.remark
        self.asking = Asking(live.table, talk, declare, remark, self.correcting.overrule, live.before)
        self.rolling = RollPanel(live, talk, self.announcing)
        self.hearing = Hearing(live, self.announcing, self._rolled)
        self.voice = Voice(live, self.announcing)
        self.entries: tuple[Entry, ...] = ()
        self.lines: tuple[Entry, ...] = ()
        self.shows_refused = False
        self.may_lighten = False
        self._over_shown = self._composed = False

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        with Horizontal(id="top"):
            yield Said("headline")
            yield self.voice
            yield LampLine(id="lamp")
        yield Clock(self.table)
        yield self.rolling
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield Said("ask")
                yield Menu(id="menu")
                yield TableChart()
                yield History(id="history")
        yield Said("verdict")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to read dice."""
        if self.app.return_code is not None:
            # The app was told to end before this screen stood: its widgets are on their way out.
            return
        self._composed = True
        self.show_table()
        self.query_one(Menu).focus()
        self._look_after()
        self.hearing.start(self)
        self.set_interval(LOOK_EVERY, self._look_after)
        self.voice.heed(self.voice.settings)
        signal = getattr(self.app, "settings_signal", None)
        if signal is not None:
            signal.subscribe(self, self.voice.heed)
        if self.autoplay is not None:
            self.set_interval(self.pace, self._play_on)

    # -- showing ----------------------------------------------------------------------------------

    def show_table(self) -> None:
        """Draw everything that may have changed."""
        if not self._composed:
            return
        view = self.table.view()
        # On a narrow screen every word of the headline counts more than the game's name.
        title = "" if self.has_class("-narrow") else f"{self.table.match.game.title} · "
        self.query_one("#headline", Said).say(f"{title}{view.headline}")
        self.board.show(self.table.sheet())
        pending = self.table.pending()
        asked = pending.asks if isinstance(pending, Question) else None
        options, seats = self.table.options(), self.table.seats
        self._list_entries(entries(options, self.keys, seats, view.turn, asked))
        self.query_one(History).show(self.table.history())
        self.query_one(TableChart).follow(self.table.match)
        text = tr("What can be done?")
        if isinstance(pending, Question):
            text = question_text(pending, seats)
        self.query_one("#ask", Said).say(text)
        self._show_where_keys_go()
        self._look()
        self.voice.speak()
        if view.over and not self._over_shown:
            self.show_final()
            if self.exit_when_over is not None:
                self.set_timer(self.exit_when_over, self._leave)
        self._over_shown = view.over
        self.query_one(KeyLine).bindings_changed(self)
        if self.autoplay is None:
            self.asking.at_once()

    async def retell(self) -> None:
        """Say everything in another language, also aloud."""
        self.query_one(History).retell()
        if self.voice.speaker.on:
            self.voice.speaker.turn(on=True)
        self.announcing.say("")

    @property
    def urgent_keys(self) -> tuple[str, ...]:
        """What a short line of keys names before all else: what may be done about the last thing said."""
        if not self.has_class("-narrow"):
            return ()
        log = self.table.match.log
        ruling = ("table.rule",) if self.announcing.reply.action is not None else ()
        return (*ruling, "table.redo") if log and isinstance(log[-1], Undo) else ruling

    def _list_entries(self, listed: tuple[Entry, ...]) -> None:
        lightens = self.table.may_lighten()
        before = self._letters(), self.may_lighten
        self.entries, self.may_lighten = listed, lightens
        self.lines = spread(listed, self.table)
        if (self._letters(), lightens) != before:
            self.refresh_bindings()  # a verb's letter comes before that of anything else
        refused: tuple[Refused, ...] = ()
        if self.shows_refused:
            write = self.table.grammar.write
            refused = tuple(Refused(write(one.action), one) for one in attempts(self.table))
        rolls = isinstance(self.table.pending(), RollRequest)  # then the banner says what to do
        stuck = self.announcing.reply.bad or not (listed or rolls)
        self.query_one(Menu).show(self.lines, refused, stuck=stuck)

    def _letters(self) -> frozenset[str]:
        """Return the keys of the menu's lines: they come before any other."""
        return frozenset(one.key for one in self.lines if one.key)

    def _show_verdict(self) -> None:
        """Say the last verdict, or which keys correct the highlighted line of the history."""
        verdict = self.query_one("#verdict", Said)
        text, early = self.announcing.text, self.live.desk.claimable
        line, bad = self.query_one(History).line, self.announcing.reply.bad
        if line is not None:
            text = f"{text}\n{self.correcting.hint(line)}".lstrip()
        elif not text and early is not None:
            text = roll_words.early_text(early)
        history = self.table.history()
        if not text and history and not isinstance(self.table.match.log[-1], Roll):
            text = history[-1].told
        verdict.say(text)
        verdict.set_class(bad, "-bad")
        verdict.set_class(line is not None and not bad, "-mends")

    def _show_where_keys_go(self) -> None:
        """Draw the roll, and say which keys correct the highlighted line of the history."""
        line = self.query_one(History).line
        self.rolling.show_roll(line if self.correcting.roll_of(line) else None)
        self._show_verdict()

    @on(OptionList.OptionHighlighted, "#history")
    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _focus_moved(self) -> None:
        """Show where keys go now."""
        if self._composed and self.is_current:
            self._show_where_keys_go()

    async def on_idle(self) -> None:
        """Let all parts say what they paint anew, so that one key is painted once."""
        for _ in range(PARTS):
            await sleep(0)

    def on_resize(self) -> None:
        """Say as much as the new size allows; the lines of the history stay where they have the keys."""
        if not self._composed:  # `on_mount` shows everything; an app that ends now has no parts left
            return
        self.query_one("#side").set_class(isinstance(self.focused, History), "-history")
        self.call_after_refresh(self.show_table)

    # -- dice -------------------------------------------------------------------------------------

    @on(Heard)
    def _heard(self, event: Heard) -> None:
        event.stop()
        self.hearing.take(event.value)

    def _rolled(self, tested: RollReading | None, news: str) -> None:
        """Tell the devices' screen, where it lies over the table, what came of a roll."""
        for screen in self.app.screen_stack:
            if isinstance(screen, DevicesScreen):
                screen.heard(tested, news)

    def _look_after(self) -> None:
        """See how the devices do; say what works again."""
        back = self.hearing.look() or self.live.venue_news()
        if back:
            self.announcing.remark(back)
        else:
            self._look()

    def _look(self) -> None:
        self.query_one(LampLine).show(self.hearing.lamps(), self.size.width // 2 - EDGES)
        self.rolling.look()

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer nothing about dice where there are none, and no depth that cannot be had."""
        if action == "do" and not self._offers(str(parameters[0])):
            return False
        return super().check_action(action, parameters)

    def _offers(self, name: str) -> bool:
        if name in self._left_out():
            return False
        # A verb that may be declared now has its letter before anything else: the palette has that.
        changed = self.voice.settings.keys.get(f"table.{name}")
        letters = LETTERS[name] if changed is None else {keymap.character(changed)}
        return not letters or not letters <= self._letters()

    def _left_out(self) -> frozenset[str]:
        """What is of no use at this table just now."""
        found = frozenset() if self.hearing.has_dice else DICE_DEEDS
        found |= VENUE_DEEDS if self.live.venue is None else frozenset()
        return found if self.may_lighten else found | {"light"}

    def on_key(self, event: events.Key) -> None:
        """Keys go to a highlighted roll of the history, or to the open roll; letters to verbs."""
        line = self.query_one(History).line
        roll = self.correcting.roll_of(line)
        character = event.character or ""
        if line is not None and roll is not None:
            taken = self.correcting.take_key(line, roll, character)
        else:
            taken = self.rolling.take_key(event)
        known = (*self.lines, *self.entries)
        entry = next((one for one in known if one.key and one.key == character), None)
        if taken or entry is not None:
            event.stop()
        if not taken and entry is not None:
            self.asking.follow(entry)

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        event.stop()
        self.asking.follow(event.entry)

    @on(Menu.Tried)
    def _tried(self, event: Menu.Tried) -> None:
        event.stop()
        self.correcting.attempt(event.attempt)

    @on(History.Picked)
    def _history_picked(self, event: History.Picked) -> None:
        event.stop()
        self.correcting.correct(event.lines, marked=event.marked)

    def action_menu(self) -> None:
        """Go back to the menu: keys go to the game again, and what is refused is hidden."""
        if self.shows_refused:
            self.shows_refused = False
            self.show_table()
        self._turn_to(self.query_one(Menu))

    def action_do(self, name: str) -> None:
        """Do one of the things that can be done at every table."""
        steps: dict[str, Callable[[], object]] = {
            "undo": self.announcing.undo,
            "redo": self.announcing.redo,
            "confirm": self.rolling.confirm,
            "claim": self.rolling.claim,
            "void": self.rolling.void,
            "history": self._go_to_history,
            "page": self._turn_page,
            "detail": self._show_detail,
            "score": self.show_final,
            "help": self._show_help,
            "devices": self._show_devices,
            "chart": self._show_chart,
            "refused": self._show_refused,
            "voice": self.voice.change,
            "read": self._read_out,
            "judge": lambda: self._tell_venue(self.live.call_judge),
            "apart": lambda: self._tell_venue(self.live.leave_venue),
            "leave": self._leave,
        }
        talks = {
            "rule": self.correcting.overrule,
            "rules": self.correcting.look_up,
            "switch": self.correcting.switch,
            "light": self.correcting.lighten,
            "people": self.people.change,
            "line": self.asking.type_line,
        }
        if name in talks:
            self.talk.hold(talks[name])
        else:
            steps[name]()

    def _tell_venue(self, tell: Callable[[], str]) -> None:
        self.announcing.remark(tell())
        self.refresh_bindings()

    def _read_out(self) -> None:
        self.voice.read_out(one.text for one in self.lines)

    # -- other screens ----------------------------------------------------------------------------

    def _go_to_history(self) -> None:
        """Go to the history, or back to the menu."""
        menu, history = self.query_one(Menu), self.query_one(History)
        self._turn_to(menu if self.focused is history else history)

    def _turn_to(self, chosen: Menu | History) -> None:
        """Give the keys to one of the lists; a short screen shows this one alone."""
        if self.has_class("-short"):
            self.query_one("#side").set_class(isinstance(chosen, History), "-history")
        self.set_focus(chosen)
        self._show_where_keys_go()

    def _turn_page(self) -> None:
        """Show another part of the board."""
        shown = self.board.turn_page()
        if shown:
            self.announcing.remark(tr("The board shows {shown}.", shown=shown))

    def _show_detail(self) -> None:
        pages = self.board.detail()
        if pages:
            self.app.push_screen(PagesScreen(pages, self.table.view().turn or 0))

    def _show_chart(self) -> None:
        if self.is_active:  # once, however often the key is pressed
            self.app.push_screen(ChartScreen(self.table.match))

    def _show_devices(self) -> None:
        """Show tray, dice and camera; rolls go on counting meanwhile."""
        if self.is_active:  # once, however often the key is pressed
            self.app.push_screen(DevicesScreen(self.live, self.live.book, self.live.tallies))

    def _show_refused(self) -> None:
        """Show or hide what may not be declared now, with the reasons."""
        shows = not self.shows_refused
        self.action_menu()
        self.shows_refused = shows
        self.show_table()

    def _leave(self) -> None:
        """Leave the table; everything is in the journal."""
        self.post_message(self.Left())

    def show_final(self) -> None:
        """Show ranking and score sheet as they are now."""
        screen = FinalScreen(self.table.match, self.live.share)

        def after(answer: str | None) -> None:
            if answer == "rematch":
                self.post_message(self.Left(again=True))
            elif answer in {"undo", "leave"}:
                self.action_do(answer)

        self.app.push_screen(screen, after)

    def _show_help(self) -> None:
        game = self.table.match.game
        no_dice = "" if game.dice else roll_words.no_dice(game.title)
        sections = help_sections(self.lines, self._deeds(), no_dice)

        def after(answer: str | None) -> None:
            if answer == "rules":
                self.action_do(answer)

        self.app.push_screen(HelpScreen(sections, rules=True), after)

    # -- everything by name -----------------------------------------------------------------------

    def palette_commands(self) -> list[Command]:
        """List all that can be done, for the command palette."""
        verbs = [
            Command(one.text, tr("key {key} ({rule})", key=one.key, rule=one.rule), partial(self.asking.follow, one))
            for one in self.entries
        ]
        return verbs + [
            Command(tr(one.title), tr(one.text), partial(self.action_do, one.name)) for one in self._deeds()
        ]

    def _deeds(self) -> list[Deed]:
        left_out = self._left_out()
        return [one for one in DEEDS if one.name not in left_out]

    # -- playing by itself ------------------------------------------------------------------------

    def _play_on(self) -> None:
        """Declare for the players, while nothing is asked of people."""
        waits = isinstance(self.table.pending(), RollRequest) or self.live.desk.asking is not None
        if self.autoplay is None or self.app.screen is not self or waits or self.table.view().over:
            return
        action = self.autoplay(self.table)
        if action is not None:
            self.announcing.declare(action)
