"""The table: whose turn, what may be done, the roll that is awaited, the verdict, the history."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import OptionList, Static

from companion.core.actions import Roll
from companion.core.dice import RollRequest
from companion.core.texts import tr
from companion.core.verdict import Question
from companion.session.asked import question_text
from companion.session.attempts import attempts
from companion.tui import keymap, keys, roll_words
from companion.tui.boards import board_for
from companion.tui.breakpoints import BOARD_HEIGHTS, WIDTHS
from companion.tui.palette import Command, TableCommands
from companion.tui.screens.chart import ChartScreen
from companion.tui.screens.devices import DevicesScreen
from companion.tui.screens.final import FinalScreen
from companion.tui.screens.help import HelpScreen
from companion.tui.screens.pages import PagesScreen
from companion.tui.screens.speaking import SpeakingScreen
from companion.tui.table_words import SHARED
from companion.tui.widgets.big_lines import BigLines
from companion.tui.widgets.history import History
from companion.tui.widgets.key_line import KeyLine
from companion.tui.widgets.lamp import LampLine
from companion.tui.widgets.menu import Entry, Menu, Refused, entries
from companion.tui.widgets.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

    from companion.core.actions import Action
    from companion.session.table import Table
    from companion.tui.live import Live
    from companion.tui.screens.declaring import Reply

    Autoplay = Callable[[Table], Action | None]
    """Declares the next action for the players; None lets them do it."""

DICE_VERBS: Final = frozenset({"confirm", "claim", "void"})  # of use with dice alone


class TableScreen(SpeakingScreen):
    """One open table, whatever the game."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = BOARD_HEIGHTS
    COMMANDS = {TableCommands}  # noqa: RUF012 - Textual declares it so
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", tr("Undo"), id="table.undo"),
        Binding("U", "redo", tr("Redo"), show=False, id="table.redo"),
        Binding("c", "claim", tr("Claim"), show=False, id="table.claim"),
        Binding("v", "void", tr("Roll again"), show=False, id="table.void"),
        Binding("r", "rule", tr("Ruling"), show=False, id="table.rule"),
        Binding("w,slash", "rules", tr("Why?"), key_display="w", id="table.rules"),
        Binding("h", "history", tr("History"), id="table.history"),
        Binding("b", "page", tr("Next seat"), show=False, id="table.page"),
        Binding("B", "detail", tr("Cards"), key_display="B", id="table.detail"),
        Binding("s", "score", tr("Score"), show=False, id="table.score"),
        Binding("S", "switch", tr("House rule"), show=False, id="table.switch"),
        Binding("f2", "lighten", tr("Light depth"), show=False, id="table.light"),
        Binding("colon", "line", tr("Say it"), key_display=":", id="table.line"),
        Binding("question_mark", "help", tr("Help"), key_display="?", id="table.help"),
        Binding("f4", "devices", tr("Devices"), id="table.devices"),
        Binding("f6", "chart", tr("Chart"), show=False, id="table.chart"),
        Binding("f5", "refused", tr("Not now?"), show=False, id="table.refused"),
        Binding("f8", "voice", tr("Voice"), show=False, id="table.voice"),
        Binding("q", "leave", tr("Leave"), id="table.leave"),
        Binding("escape", "menu", tr("Menu"), show=False, id="table.menu"),
    ]

    more_keys: ClassVar[tuple[str, ...]] = (
        "table.refused",
        "table.voice",
        "table.rule",
        "table.score",
        "table.chart",
        "table.redo",
        "table.switch",
        "table.page",
        "table.light",
    )
    """What the line of keys names where there is room, the most useful first."""

    class Left(Message):
        """People left the table; it can be taken up again."""

    def __init__(
        self,
        live: Live,
        autoplay: Autoplay | None = None,
        pace: float = 0.6,
        exit_when_over: float | None = None,
        reserved: str = "",
    ) -> None:
        """Open a table.

        Args:
            live: the table.
            autoplay: declares for the players.
            pace: seconds between two declarations of `autoplay`.
            exit_when_over: seconds after the end at which the screen leaves by itself.
            reserved: letters that people gave to other things, so that no verb gets them.
        """
        super().__init__(live, board_for(live.table.match.game.id)(id="board"))
        self.autoplay = autoplay
        self.pace = pace
        self.exit_when_over = exit_when_over
        verbs = (action.verb for action in live.table.match.game.actions)
        self.keys = keys.assign(verbs, keys.RESERVED | set(reserved))
        self.shows_refused = False
        self.may_lighten = False
        self._over_shown = False
        self._composed = False
        self.entries: tuple[Entry, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        with Horizontal(id="top"):
            yield Static("", id="headline", markup=False)
            yield Static("", id="voice", markup=False)
            yield LampLine(id="lamp")
        with Horizontal(id="roll"):
            yield BigLines(id="request")
            with Vertical(id="sight"):
                yield Picture(id="crop")
                yield Static("", id="reading", markup=False)
        with Horizontal(id="middle"):
            yield self.board
            with Vertical(id="side"):
                yield Static(tr("What may be done?"), id="ask", markup=False)
                yield Menu(id="menu")
                yield History(id="history")
                yield Static("", id="mend", markup=False)
        yield Static("", id="verdict", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to read dice."""
        if self.app.return_code is not None:
            # The app was told to end before this screen stood: its widgets are on their way out.
            return
        self._composed = True
        self.show_table()
        self.query_one(Menu).focus()
        self.hear_from_now_on()
        self.heed(self._settings())
        signal = getattr(self.app, "settings_signal", None)
        if signal is not None:
            signal.subscribe(self, self.heed)
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
        self.query_one("#headline", Static).update(f"{title}{view.headline}")
        self.board.show(view)
        pending = self.table.pending()
        asked = pending.asks if isinstance(pending, Question) else None
        options, seats = self.table.options(), self.table.seats
        listed = entries(options, self.keys, seats, view.turn, asked)
        lightens = self.table.may_lighten()
        before = {one.key for one in self.entries}, self.may_lighten
        self.entries, self.may_lighten = listed, lightens
        if ({one.key for one in listed}, lightens) != before:
            self.refresh_bindings()  # a verb's letter comes before that of anything else
        self.query_one(Menu).show(self.entries, self._refused())
        self.query_one(History).show(self.table.history())
        self.show_mending()
        self._show_question()
        self.show_roll()
        self._show_verdict()
        self.look()
        self._speak()
        if view.over and not self._over_shown:
            self._over_shown = True
            self.show_final()
            if self.exit_when_over is not None:
                self.set_timer(self.exit_when_over, self.action_leave)
        elif not view.over:
            self._over_shown = False

    def _show_question(self) -> None:
        pending = self.table.pending()
        text = tr("What may be done?")
        if isinstance(pending, Question):
            text = question_text(pending, self.table.seats)
        self.query_one("#ask", Static).update(text)

    def _refused(self) -> tuple[Refused, ...]:
        """Return what people might try in vain, while they want to see it."""
        if not self.shows_refused:
            return ()
        write = self.table.grammar.write
        return tuple(Refused(write(one.action), one) for one in attempts(self.table))

    def _show_verdict(self) -> None:
        verdict = self.query_one("#verdict", Static)
        early = self.live.desk.claimable
        text = "\n".join(part for part in (self.said.text, self.aside) if part)
        if not text and early is not None:
            text = roll_words.early_said(early)
        history = self.table.history()
        if not text and history and not isinstance(self.table.match.log[-1], Roll):
            text = history[-1].told
        verdict.update(text)
        verdict.display = bool(text)
        verdict.set_class(self.said.bad, "-bad")

    def say(self, said: Reply) -> None:
        """Show a verdict; what was typed of a roll is over with it."""
        self.typed = self.aside = ""
        super().say(said)

    def on_descendant_focus(self) -> None:
        """Say where keys go now."""
        self._where_keys_go()

    def on_descendant_blur(self) -> None:
        """Say where keys go now."""
        self._where_keys_go()

    def _where_keys_go(self) -> None:
        if self._composed and self.is_current:
            self.show_mending()
            self.show_roll()

    def on_unmount(self) -> None:
        """Hear no more of the table."""
        self.speaker.close()

    def on_resize(self) -> None:
        """Say as much as the new size allows."""
        self.call_after_refresh(self.show_table)

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer nothing about dice where there are none, and no depth that cannot be had."""
        if action in DICE_VERBS and not self.has_dice:
            return False
        if action == "lighten" and not self.may_lighten:
            return False
        if self._yields(action):
            return False
        return super().check_action(action, parameters)

    def _yields(self, action: str) -> bool:
        """Tell whether a verb that may be said now has the key of an action: the palette has it."""
        name, letters = LETTERS.get(action, ("", frozenset()))
        changed = self._settings().keys
        if name in changed:
            letters = frozenset({keymap.character(changed[name])})
        return bool(letters) and letters <= {one.key for one in self.entries if one.key}

    def on_key(self, event: events.Key) -> None:
        """Digits go to the open roll, letters to the verbs."""
        if self.roll_key(event):
            event.stop()
            return
        character = event.character or ""
        entry = next((one for one in self.entries if one.key and one.key == character), None)
        if entry is not None:
            event.stop()
            self.follow(entry)

    @on(Menu.Picked)
    def _picked(self, event: Menu.Picked) -> None:
        event.stop()
        self.follow(event.entry)

    @on(Menu.Tried)
    def _tried(self, event: Menu.Tried) -> None:
        event.stop()
        self.attempt(event.attempt)

    @on(OptionList.OptionHighlighted, "#history")
    def _history_moved(self) -> None:
        self.show_mending()
        self.show_roll()

    @on(History.Picked)
    def _history_picked(self, event: History.Picked) -> None:
        event.stop()
        self.correct(event.line)

    def action_history(self) -> None:
        """Go to the history, or back to the menu."""
        self.toggle_class("-history")
        (self.query_one(History) if self.has_class("-history") else self.query_one(Menu)).focus()

    def action_menu(self) -> None:
        """Go back to the menu."""
        self.remove_class("-history")
        self.query_one(Menu).focus()

    def back_to_play(self) -> None:
        """Let keys go to the game again: the next digit is the next roll."""
        self.action_menu()

    def action_page(self) -> None:
        """Show another part of the board."""
        shown = self.board.turn_page()
        if shown:
            self.remark(tr("The board shows {shown}.", shown=shown))

    def action_detail(self) -> None:
        """Show every card at full size."""
        pages = self.board.detail()
        if pages:
            turn = self.table.view().turn
            self.app.push_screen(PagesScreen(pages, turn or 0))

    def action_score(self) -> None:
        """Show score sheet and standing as they are now."""
        self.show_final()

    def action_chart(self) -> None:
        """Show how the scores went over the game."""
        if self.is_active:  # once, however often the key is pressed
            self.app.push_screen(ChartScreen(self.table.match))

    def action_devices(self) -> None:
        """Show tray, dice and camera; rolls go on counting meanwhile."""
        if self.is_active:  # once, however often the key is pressed
            live = self.live
            self.app.push_screen(DevicesScreen(live, live.book, live.tallies))

    def action_refused(self) -> None:
        """Show or hide what may not be declared now, with the reasons."""
        self.shows_refused = not self.shows_refused
        self.show_table()
        if self.shows_refused:
            self.action_menu()

    def action_leave(self) -> None:
        """Leave the table; everything is in the journal."""
        self.post_message(self.Left())

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen(self._help(), rules=True), self._after_help)

    def _after_help(self, answer: str | None) -> None:
        if answer == "rules":
            self.action_rules()

    def show_final(self) -> None:
        """Show ranking and score sheet."""
        table = self.table
        share = self.live.share
        screen = FinalScreen(table.seats, table.standing(), table.score(), table.match, share)
        self.app.push_screen(screen, self._after_final)

    def _after_final(self, answer: str | None) -> None:
        if answer == "undo":
            self.action_undo()
        elif answer == "leave":
            self.action_leave()

    # -- everything by name -------------------------------------------------------------------

    def palette_commands(self) -> list[Command]:
        """List all that can be done, for the command palette."""
        verbs = [
            Command(
                f"{one.verb}: {one.text}",
                tr("key {key} ({rule})", key=one.key, rule=one.rule),
                partial(self.follow, one),
            )
            for one in self.entries
        ]
        return verbs + [Command(name, what, run) for _, name, what, run in self._shared()]

    def _shared(self) -> list[tuple[str, str, str, Callable[[], Any]]]:
        left_out = set() if self.has_dice else DICE_VERBS
        left_out |= set() if self.may_lighten else {"lighten"}
        return [
            (key, name, what, getattr(self, f"action_{action}"))
            for key, name, what, action in SHARED
            if action not in left_out
        ]

    def _help(self) -> list[tuple[str, list[tuple[str, str]]]]:
        now = [(one.key or "·", f"{one.verb}: {one.text}") for one in self.entries]
        now = now or [("", tr("nothing to declare just now"))]
        taken = {one.key for one in self.entries}
        shared = [
            ("Ctrl+P" if key in taken else key, f"{name}: {what}")
            for key, name, what, _ in self._shared()
        ]
        dice = [("Ctrl+P", tr("every command by name")), ("Tab", tr("between menu and history"))]
        if self.has_dice:
            dice.insert(0, (tr("0 to 9, S"), tr("while a roll is open: what lies up on the die")))
            dice.insert(1, (tr("0 to 9, S"), tr("on a roll in the history: what it really showed")))
        else:
            dice.append(("", roll_words.no_dice(self.table.match.game.title)))
        return [
            (tr("What may be done now"), now),
            (tr("Always"), shared),
            (tr("Dice and screen"), dice),
        ]

    # -- playing by itself ------------------------------------------------------------------------

    def _play_on(self) -> None:
        if (
            self.autoplay is None
            or self.app.screen is not self
            or self.live.desk.asking is not None
        ):
            return
        if isinstance(self.table.pending(), RollRequest) or self.table.view().over:
            return
        action = self.autoplay(self.table)
        if action is not None:
            self.declare(action)


LETTERS: Final = {
    binding.action: (binding.id or "", frozenset(map(keymap.character, binding.key.split(","))))
    for binding in TableScreen.BINDINGS
    if isinstance(binding, Binding)
}
"""Name and letters of what can be done at every table, by its action; empty for other keys."""
