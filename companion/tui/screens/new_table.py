"""Setting up a table: who plays, how much is entered, house rules, cards and dice."""

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.suggester import Suggester, SuggestFromList
from textual.widgets import Input, OptionList, Static

from calibration.addresses import meant, without_secrets
from companion.core import switches
from companion.core.game import Depth, Game
from companion.core.switches import SwitchSpec
from companion.core.texts import later, tr
from companion.rolls.source import KnownDevice, Sort
from companion.tui import keymap
from companion.tui.asking.dialogs import hidden
from companion.tui.device_words import DICE, absent_device, label
from companion.tui.host import Preview, Wish
from companion.tui.screens.base import Command, MessageScreen, ScreenCommands
from companion.tui.theme import HEIGHTS, WIDTHS
from companion.tui.widgets.key_line import KeyLine
from companion.tui.widgets.picture import PreviewPane

MAX_LINE: Final = 1000
"""Characters of a path or an address: nobody means a megabyte that was pasted."""

DEPTHS: Final = {
    Depth.FULL.value: later("full: you name the cards, Tableside adds up"),
    Depth.LIGHT.value: later("light: you add up, Tableside keeps order and score"),
}

MOST_NAMED: Final = 3
"""Devices that are proposed by name where there is one line for them."""

MOST_NAMES: Final = 8
"""Names of people that are shown; all of them are proposed while one is typed."""

AUTO: Final = "auto"
"""Stands for whichever tray answers; see `Wish.tray`."""

KNOWN: Final = "known"
"""Stands for the Bluetooth dice that were met; see `Wish.bluetooth`."""

NAMES: Final = "names"
"""The line of who plays."""

_DICE_LINES: Final = ("dice", "tray", "bluetooth", "deck")
_TRAYS: Final = frozenset({Sort.TRAY, Sort.PRINTED})
_NONE: Final = frozenset({"none", "no", "-"})

FORM_KEYS: Final = {
    later("A new table"): [
        ("Enter", later("on the first line: open the table as it stands; else the next line")),
        (later("Ctrl+S or F10"), later("open the table from any line")),
        (later("Tab, arrows"), later("go from line to line")),
        ("→", later("take the grey rest of a name or a device")),
        ("F2", later("enter the cards (full), or add up yourselves (light); full may become light later")),
        ("F3", later("house rules: Enter changes one")),
        ("F1", later("this help")),
        ("Esc", later("back")),
    ],
    later("Dice"): [
        ("", later("A camera is shown as soon as its line is left.")),
        ("", later("Without any device you type what the dice show.")),
    ],
}


def seat_names(typed: str) -> tuple[str, ...]:
    """Return the names in a line, between commas or else blanks; a number is so many players."""
    if typed.strip().isdecimal():
        numbers = range(1, int(typed.strip()[:2]) + 1)  # 99 are too many for any game
        return tuple(tr("Player {number}", number=number) for number in numbers)
    parts = typed.split(",") if "," in typed else typed.split()
    return tuple(name for part in parts if (name := part.strip()))


class SuggestNames(Suggester):
    """Proposes the rest of the last name in a line of names."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(case_sensitive=True)
        self.names = names

    async def get_suggestion(self, value: str) -> str | None:
        """Return the line with its last name complete; None where nobody is known by it."""
        begun = re.split(r"[,\s]", value)[-1]
        known = (name for name in self.names if name.casefold().startswith(begun.casefold()))
        name = next(known, None) if begun else None
        return None if name is None else value[: -len(begun)] + name


def tray_meant(typed: str, known: tuple[KnownDevice, ...]) -> str:
    """Return where the tray of that name is, as `Wish.tray` has it; else what was typed."""
    for one in known:
        named = typed.casefold() == label(absent_device(one)).casefold()
        if named and one.where and one.sort in _TRAYS:
            return f"printed:{one.where}" if one.sort is Sort.PRINTED else one.where
    return typed


def tray_shown(wished: str, known: tuple[KnownDevice, ...]) -> str:
    """Return the name of the tray that was wished for; else the wish as it stands."""
    names = (label(absent_device(one)) for one in known if one.sort in _TRAYS)
    return next((name for name in names if tray_meant(name, known) == wished), wished)


def form_row(tag: str, name: str, value: str, hint: str, offered: tuple[str, ...] = ()) -> Horizontal:
    """Return one row of the form: what it is about, and a line to type.

    An empty line shows a hint; what is offered is proposed while people type.
    """
    proposed = SuggestFromList(offered, case_sensitive=False) if offered else None
    suggester = SuggestNames(offered) if name == NAMES else proposed
    line = Input(value, id=name, compact=True, max_length=MAX_LINE, placeholder=hint, suggester=suggester)
    return Horizontal(Static(tag, classes="tag", markup=False), line, classes="row")


class NewTableScreen(MessageScreen):
    """A form that is right for last time's table as it stands."""

    help_keys = FORM_KEYS
    COMMANDS = {ScreenCommands}  # noqa: RUF012 - Textual declares it so
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f10", "open", later("Open the table"), priority=True, id="form.open"),
        Binding("f2", "depth", later("Full / light"), priority=True, id="form.depth"),
        Binding("f3", "house", later("House rules"), priority=True, id="form.house"),
        Binding("f1", "help", later("Help"), priority=True, id="form.help"),
        Binding("escape", "leave", later("Back"), id="form.back"),
        # First in line, like ctrl+s: letters that follow at once belong to the next line already.
        hidden("tab", "step(1)", later("Next"), "form.next"),
        hidden("shift+tab", "step(-1)", later("Back one"), "form.previous"),
        hidden("enter", "entered", later("Next"), "form.enter"),
        Binding("up", "step(-1)", later("Up"), show=False, id="form.up"),
        Binding("down", "step(1)", later("Down"), show=False, id="form.down"),
    ]

    class Wished(Message):
        """The form is filled in."""

        def __init__(self, wish: Wish) -> None:
            self.wish = wish
            super().__init__()

    def __init__(
        self,
        game: Game[Any],
        wish: Wish,
        known: tuple[KnownDevice, ...] = (),
        names: tuple[str, ...] = (),
        look: Callable[[str], Preview] | None = None,
    ) -> None:
        """Begin with the wish of last time; known devices and names are proposed.

        Without `look` no camera is looked through.
        """
        super().__init__()
        self.names = names
        self.look = look
        self._asked = False
        self.known = known
        self.game = game
        self.wish = wish
        self.depth = wish.depth
        self.specs: tuple[SwitchSpec, ...] = switches.specs(game.house, game.prefix)
        self.chosen: dict[str, str] = dict(wish.switches)

    def compose(self) -> ComposeResult:
        """Lay out the form beside what the camera sees."""
        yield Static(tr("New table: {game}", game=self.game.title), id="headline", markup=False)
        with Horizontal(id="setting"):
            with VerticalScroll(id="form", can_focus=False):
                yield from self._compose_seats()
                yield from self._compose_lines()
                yield Static("", id="depth", markup=False)
                yield Static("", id="house", markup=False)
                yield OptionList(id="switches", markup=False)
            yield PreviewPane(self.look)
        yield Static("", id="message", markup=False)
        yield KeyLine()

    def _compose_seats(self) -> ComposeResult:
        least, most = self.game.players
        text = tr(
            "Who plays? {least} to {most}, clockwise: names, or how many. Enter opens the table.",
            least=least,
            most=most,
        )
        if self.names:
            known = ", ".join(self.names[:MOST_NAMES])
            text += tr("\nKnown: {known}   (type a letter, then → takes the rest)", known=known)
        yield Static(text, id="who", markup=False)
        hint = tr("Ann, Ben, Cleo; or 3")
        yield form_row(tr("Players"), NAMES, ", ".join(self.wish.seats), hint, self.names)

    def _compose_lines(self) -> ComposeResult:
        cards = tr("the invented cards that come with Tableside, or a file")
        yield form_row(tr("Cards"), "catalogue", self.wish.catalogue, cards)
        for name, row in zip(_DICE_LINES, self._rows_about_dice(), strict=True):
            row.display = name in self._lines  # a game without dice is not asked for them
            yield row

    @property
    def _lines(self) -> tuple[str, ...]:
        """Return the lines about dice and cards that are of use."""
        found = _DICE_LINES[:-1] if self.game.dice else ()
        return tuple(dict.fromkeys((*found, "dice", "deck"))) if self._decks else found

    @property
    def _decks(self) -> tuple[str, ...]:
        host = getattr(self.app, "host", None)
        return host.decks() if host else ()

    def _rows_about_dice(self) -> tuple[Horizontal, ...]:
        """Return the rows for the camera, the tray and the dice of Bluetooth."""
        trays = [label(absent_device(one)) for one in self.known if one.sort in _TRAYS]
        dice = [label(absent_device(one)) for one in self.known if one.sort in DICE]
        ports = trays[:MOST_NAMED] or [tr("a port: COM5, /dev/ttyUSB0")]
        tray = tr("none; or {value}", value=tr(" or ").join([AUTO, *ports]))
        met = ", ".join(dice[:MOST_NAMED]) or tr("the dice that were met")
        bluetooth = tr("none; or known: {value}", value=met)
        decks = tr("none; or {value}, whose cards the camera reads", value=tr(" or ").join(self._decks))
        wished = tray_shown(self.wish.tray, self.known)
        host = getattr(self.app, "host", None)
        there = ", ".join(host.cameras()) if host else ""
        camera = tr("keyboard; or camera number, http://..., video file")
        if there:
            camera = tr("keyboard; or {cameras}, http://..., video file", cameras=there)
        return (
            form_row(tr("Dice") if self.game.dice else tr("Camera"), "dice", without_secrets(self.wish.dice), camera),
            form_row(tr("Tray"), "tray", wished, tray, (AUTO, *trays)),
            form_row("Bluetooth", "bluetooth", self.wish.bluetooth, bluetooth, (KNOWN,)),
            form_row(tr("Deck"), "deck", self.wish.deck, decks, self._decks),
        )

    def fill(self) -> None:
        """Fill in what is not typed."""
        self._show()
        self.query_one(f"#{NAMES}").focus()

    @on(Input.Blurred, "#dice")
    def _dice_named(self) -> None:
        """Show what the camera sees that was named."""
        self.query_one(PreviewPane).look(self._typed("dice"))

    def stop_preview(self) -> None:
        """Give the camera back; waits until it is free, so call it from a thread."""
        self.query_one(PreviewPane).stop()

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a line; after bad news the table can be asked for again."""
        self._asked = self._asked and not bad
        super().say(text, bad=bad)

    def _show(self) -> None:
        key = keymap.now(self.app, "form.depth", "F2")
        ask = tr("How much do you enter?   ({key} changes it; full may become light later)", key=key)
        depths = (f"  {'●' if one == self.depth else '○'} {tr(text)}" for one, text in DEPTHS.items())
        self.query_one("#depth", Static).update("\n".join((ask, *depths)))
        changed = tr("{count} changed", count=len(self.chosen))
        said = changed if self.chosen else tr("all as the rulebook suggests")
        key = keymap.now(self.app, "form.house", "F3")
        text = tr("House rules: {said}   ({key} shows and changes them)", said=said, key=key)
        self.query_one("#house", Static).update(text)
        listed = self.query_one("#switches", OptionList)
        at = listed.highlighted
        listed.clear_options().add_options(map(self._switch_line, self.specs))
        listed.highlighted = at or 0

    def _switch_line(self, spec: SwitchSpec) -> Content:
        value = self.chosen.get(spec.name, spec.default)
        parts: list[str | tuple[str, str]] = [f"{spec.text} ({spec.question})\n    "]
        for choice in spec.choices:
            shown = f"[{choice}]" if choice == value else f" {choice} "
            parts.append((shown, "bold $accent" if choice == value else "dim"))
        return Content.assemble(*parts)

    def action_depth(self) -> None:
        """Change between full and light."""
        order = list(DEPTHS)
        self.depth = order[(order.index(self.depth) + 1) % len(order)]
        self._show()

    def action_house(self) -> None:
        """Show or hide the house rules."""
        self.toggle_class("-house")
        (self.query_one("#switches") if self.has_class("-house") else self.query_one(f"#{NAMES}")).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the house rule its next value."""
        event.stop()
        spec = self.specs[event.option_index]
        value = self.chosen.pop(spec.name, spec.default)
        following = spec.choices[(spec.choices.index(value) + 1) % len(spec.choices)]
        if following != spec.default:
            self.chosen[spec.name] = following
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to the house rules where they are being chosen."""
        if action == "entered":
            return isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    def action_entered(self) -> None:
        """Go on to the next line; from the names and from the lines of dice, open the table."""
        line = self.focused
        if not isinstance(line, Input):
            return
        last = self._lines or ("catalogue",)

        def open_from_here() -> None:
            if line.id in (NAMES, *last):
                line.focus()
                self._open()

        self.focus_next()
        line.call_later(open_from_here)  # once it holds the letters typed before Enter

    def action_step(self, step: int) -> None:
        """Move through the lines with the arrows; within the house rules the list moves itself."""
        (self.focus_next if step > 0 else self.focus_previous)()

    def read_wish(self) -> Wish:
        """Return what the form says now."""
        return Wish(
            self.game.id,
            seat_names(self.query_one(f"#{NAMES}", Input).value),
            self.depth,
            dict(self.chosen),
            self.query_one("#catalogue", Input).value.strip(),
            *(self._typed(name) for name in _DICE_LINES),
        )

    def _typed(self, name: str) -> str:
        """Return what a line about dice says; nothing in a game without dice."""
        typed = self.query_one(f"#{name}", Input).value.strip() if name in self._lines else ""
        if name == "dice":
            return meant(typed, self.wish.dice)
        if typed.casefold() in _NONE:
            return ""
        plain = typed.casefold() if typed.casefold() in {AUTO, KNOWN} else typed
        return tray_meant(plain, self.known) if name == "tray" else plain

    def action_open(self) -> None:
        """Ask for the table once the line in hand holds what was typed."""
        (self.focused or self).call_later(self._open)

    def _open(self) -> None:
        """Ask for the table, unless something is plainly missing."""
        if self._asked:
            return  # a table is on its way already
        wish = self.read_wish()
        least, most = self.game.players
        if len(wish.seats) < least:
            text = tr("At least {least} players are needed: type their names.", least=least)
            self.say(text, bad=True)
        elif len(wish.seats) > most:
            self.say(tr("At most {most} players have room.", most=most), bad=True)
        elif len({name.casefold() for name in wish.seats}) < len(wish.seats):
            self.say(tr("Two players have the same name: make them different."), bad=True)
        else:
            self.say(tr("Opening the table …"))
            self._asked = True
            self.post_message(self.Wished(wish))

    def palette_commands(self) -> list[Command]:
        """List all that can be done, for the command palette."""
        return [
            Command(tr("open the table"), tr("as the form is now"), self.action_open),
            Command(tr("full or light"), tr("how much you enter"), self.action_depth),
            Command(tr("house rules"), tr("show and change them"), self.action_house),
            Command(tr("help"), tr("the keys of this form"), self.action_help),
            Command(tr("back"), tr("to the first screen"), self.action_leave),
        ]

    def action_leave(self) -> None:
        """Go back: from the house rules to the form, from the form to the start."""
        if self.has_class("-house"):
            self.action_house()
        else:
            self.action_back()
