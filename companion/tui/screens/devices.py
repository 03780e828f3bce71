"""The devices: which there are, how they do, what they are called, and whether they work."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from calibration.addresses import without_secrets
from companion.core.dice import kind_name
from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.rolls.devicebook import DeviceBook
from companion.rolls.fairness import Tallies
from companion.rolls.readings import RollReading
from companion.rolls.source import Device, DeviceState, KnownDevice, Sort, kinds_of
from companion.tui import keymap
from companion.tui.asking.dialogs import AskScreen, ChooseScreen, Talk
from companion.tui.device_words import assigned_text, details, fairness_pages, label, last_text, list_devices, nobody
from companion.tui.host import PHONE
from companion.tui.live import Live, Opened
from companion.tui.screens.help import HelpScreen, PagesScreen
from companion.tui.screens.phone import PhoneScreen
from companion.tui.theme import HEIGHTS, WIDTHS
from companion.tui.widgets.device_list import DeviceList, heading
from companion.tui.widgets.key_line import KeyLine

LOOK_EVERY: Final = 0.25
"""Seconds between two looks at the devices."""

NOTHING: Final = later(
    "Nothing is connected. You can always type the dice on the keyboard.\n\n"
    "To connect something, open a new table and fill in its line:\n\n  "
    "Tray        auto   for a dice tray: plug in its cable "
    "first,\n                     or pair it like "
    "headphones.\n                     To see what is found, type:  "
    "tableside tray\n\n  Bluetooth   known  for dice with Bluetooth: shake "
    "them awake.\n                     New ones show up here: choose one and press "
    "{whose}\n                     to say which die it is, and whose.\n\n  "
    "Dice        0      for the first camera: plug it in first.\n\n  "
    "Phone       press {phone} here, at an open table.\n"
)

Camera = Callable[[str], Opened]
"""Opens a camera by what people type; see `Live`."""

KEYS: Final = {
    later("Devices"): [
        (later("arrows"), later("choose a device")),
        ("Enter", later("everything that can be done with it")),
        ("n", later("give it a name")),
        ("a", later("say which dice it is, and whose")),
        ("t", later("test roll: throw it and see what arrives; it does not count")),
        ("f", later("is it fair? what was rolled, die by die and player by player")),
        ("c", later("another camera, by its number or address")),
        ("p", later("your phone is the camera: it shows the code to scan")),
        ("o", later("no camera: type what the dice show")),
        ("x", later("forget it")),
        (later("Esc, q"), later("back")),
    ],
    later("The lamps"): [
        (later("green"), later("it works")),
        (later("yellow"), later("it is being looked for, or its battery is nearly empty")),
        (later("red"), later("something is wrong: read the line beside it")),
        (later("grey"), later("it is known, and not connected now")),
    ],
    later("Words"): [
        ("", later("A roll counts only when the rules ask for these dice.")),
        ("", later("A tray that numbers its rolls loses none and counts none twice.")),
        ("", later("Where it says 'no delivery guarantee' look at the dice, too.")),
    ],
}


class DevicesScreen(Screen[None]):
    """Lists the devices of an open table, or those that are remembered."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "about('rename')", later("Name"), id="devices.name"),
        Binding("a", "about('assign')", later("Whose"), id="devices.whose"),
        Binding("t", "test", later("Test roll"), id="devices.test"),
        Binding("f", "fairness", later("Fair?"), id="devices.fair"),
        Binding("c", "camera('other')", later("Camera"), id="devices.camera"),
        Binding("p", "camera('phone')", later("Phone"), id="devices.phone"),
        Binding("o", "camera('off')", later("Camera off"), id="devices.off"),
        Binding("x", "about('forget')", later("Forget"), id="devices.forget"),
        Binding("question_mark", "help", later("Help"), id="devices.help"),
        Binding("escape,q,f4", "back", later("Back"), id="devices.back"),
    ]

    def __init__(
        self, live: Live | None, book: DeviceBook | None, tallies: Callable[[], Tallies] | None = None
    ) -> None:
        """List devices; without a table, a book or tallies what needs them says so."""
        super().__init__()
        self.talk = Talk(self)
        self.tallies = tallies
        self.live = live
        self.book = book
        self._trying = ""
        self._said = ""
        self._news = ""

    def compose(self) -> ComposeResult:
        """Lay out list, details and a line for what came of it."""
        yield Static("", id="headline", markup=False)
        with Container(id="parts"):
            with Vertical(id="listed"):
                yield Static("", id="columns", markup=False)
                yield DeviceList(id="devices")
                with VerticalScroll(id="nothing", can_focus=False):
                    whose = keymap.now(self.app, "devices.whose", "a")
                    phone = keymap.now(self.app, "devices.phone", "p")
                    yield Static(tr(NOTHING, whose=whose, phone=phone), markup=False)
            with VerticalScroll(id="about", can_focus=False):
                yield Static("", id="details", markup=False)
        yield Static("", id="message", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """List them, now and a few times a second."""
        if self.query_one_optional(DeviceList) is None:  # Esc came first, and took it down
            return
        self.look()
        self.query_one(DeviceList).focus()
        self.set_interval(LOOK_EVERY, self.look)

    def on_unmount(self) -> None:
        """Let the next roll count again, however the screen is left."""
        self._end_test()

    # -- showing ----------------------------------------------------------------------------------

    @property
    def chosen(self) -> Device | None:
        """The device that the keys are about."""
        return self.query_one(DeviceList).chosen

    def look(self) -> None:
        """Show how the devices do; only what changed is drawn."""
        here = () if self.live is None else self.live.devices()
        found = list_devices(here, () if self.book is None else self.book.all())
        shown = self.query_one(DeviceList)
        shown.show(found)
        if self.has_class("-empty") == bool(found):
            self.refresh_bindings()
        self.set_class(not found, "-empty")
        if found and self.focused is None:  # an empty list cannot have it
            shown.focus()
        self._headline(found)
        self._show_details()
        self._show_message()

    def _headline(self, found: tuple[Device, ...]) -> None:
        well = sum(device.state is DeviceState.OK for device in found)
        count = tr("{well} of {found} connected", well=well, found=len(found))
        text = tr("Devices · {count}", count=count if found else tr("none yet"))
        self._put("#headline", Content(text))

    def _put(self, where: str, text: Content) -> None:
        static = self.query_one(where, Static)
        if static.content != text:
            static.update(text)

    @on(DeviceList.Wider)
    def _wider(self) -> None:
        self._put("#columns", heading(self.query_one(DeviceList).room))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the highlighted device."""
        event.stop()
        self._show_details()

    def _show_details(self) -> None:
        device = self.chosen
        if device is not None:
            parts = [details_text(device), Content.styled(self._next_step(device), "$accent")]
            self._put("#details", Content("\n").join(part for part in parts if part))

    def _next_step(self, device: Device) -> str:
        """Say which key helps now; the line of keys has the others."""
        if device.state is DeviceState.OVER and not nobody(device):
            key = keymap.now(self.app, "devices.forget", "x")
            return tr("{key} forgets it, if it does not come back.", key=key)
        if device.state is DeviceState.OK and not device.last and self.live is not None:
            key = keymap.now(self.app, "devices.test", "t")
            return tr("{key} tries it: throw it once and see what arrives.", key=key)
        return ""

    def _show_message(self) -> None:
        text = "\n".join(line for line in (self._said, self._news) if line)
        message = self.query_one_optional("#message", Static)
        if message is None:  # a roll came before the screen was composed: `on_mount` shows it
            return
        message.display = bool(text)
        message.set_class(bool(self._trying), "-waiting")
        self._put("#message", Content(text))

    def say(self, text: str) -> None:
        """Say something below the list."""
        self._said, self._news = text, ""
        self._show_message()

    def heard(self, tried: RollReading | None, news: str) -> None:
        """Take up a roll that arrived at the table.

        Args:
            tried: the roll, when it was one to try a device out.
            news: what the table says of it.
        """
        if tried is not None:
            faces = last_text(tried.faces_text()) or tr("nothing that can be read")
            self._trying = ""
            again = keymap.now(self.app, "devices.test", "t")
            self.say(tr("It arrived: {faces}. It does not count. ({again} tries again)", faces=faces, again=again))
        else:
            self._news = tr("At the table: {news}", news=news) if news else ""
            self._show_message()

    # -- keys -------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer nothing about a device where there is none."""
        if action in {"about", "test"} and self.has_class("-empty"):
            return False
        return super().check_action(action, parameters)

    def action_back(self) -> None:
        """End the test roll, or go back."""
        if self._trying:
            self._end_test()
            self.say(tr("The test has ended: the next roll counts again."))
        elif self.is_active:  # not what lies below, when Esc was pressed twice
            self.dismiss()

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(HelpScreen(KEYS))

    def action_about(self, what: str) -> None:
        """Give the device a name, say which dice it is and whose, or forget it."""
        talks = {"rename": self._rename, "assign": self._assign, "forget": self._forget}
        self._about_chosen(talks[what])

    def action_fairness(self) -> None:
        """Show what was rolled, and whether it can be told from chance."""
        self.talk.hold(self._fairness)

    def action_camera(self, what: str) -> None:
        """Let another camera read the dice, a phone, or none."""
        live = self.live
        sees = live is not None and (live.table.match.game.dice or live.desk.cards.in_use)
        if live is None or live.camera is None or not sees:
            self.say(tr("Open a table with dice first: then it can have another camera."))
        else:
            talks = {"other": self._other_camera, PHONE: self._phone}
            self.talk.hold(partial(talks.get(what, self._no_camera), live, live.camera))

    async def _other_camera(self, live: Live, opener: Camera) -> None:
        notes = tr("Its number, an address such as http://192.168.0.20:8080/video, or a video file.")
        spec = await self.talk.ask(AskScreen(tr("Which camera?"), "", notes))
        if spec and spec.strip() and await self._see_with(live, partial(opener, spec.strip())):
            self.say(tr("{camera} is the camera now.", camera=without_secrets(spec.strip())))

    async def _no_camera(self, live: Live, opener: Camera) -> None:
        if await self._see_with(live, partial(opener, "")):
            self.say(tr("No camera is used now: type what the dice show."))

    async def _phone(self, live: Live, opener: Camera) -> None:
        if live.invitation is None and await self._see_with(live, partial(opener, PHONE)):
            self.say("")
        if self.is_current and live.invitation is not None:
            await self.talk.ask(PhoneScreen(live.invitation))

    async def _see_with(self, live: Live, opener: Callable[[], Opened]) -> bool:
        """Use another camera; what comes of it is said where it cannot be had."""

        def begin() -> None:
            # Not undone when people leave the screen meanwhile: the table has the camera then.
            stop = self.app.call_from_thread(live.see_with, opener())
            stop()

        self.say(tr("One moment …"))
        try:
            await self.talk.work(begin)
        except CompanionError as error:
            self.say(str(error))
            return False
        return True

    def action_test(self) -> None:
        """Wait for a roll that does not count."""
        device = self.chosen
        if device is None:
            return
        name = label(device)
        if self.live is None:
            self.say(tr("Open a table first: dice are heard only while a table is open."))
        elif nobody(device) or device.state in {DeviceState.OVER, DeviceState.FAULT}:
            self.say(tr("{label} is not connected, so its roll would not arrive.", label=name))
        else:
            self._trying = device.id
            self.live.desk.devices.testing = device.id
            self.say(tr("Throw it now: {label}. It does not count. (Esc ends the test)", label=name))

    def _end_test(self) -> None:
        if self._trying and self.live is not None:
            self.live.desk.devices.testing = ""
        self._trying = ""

    @on(DeviceList.Picked)
    def _picked(self, event: DeviceList.Picked) -> None:
        event.stop()
        self._about_chosen(self._what_to_do)

    async def _what_to_do(self, device: Device) -> None:
        steps = {
            tr("show everything about it"): self._show_all,
            tr("give it a name"): self._rename,
            tr("say which dice it is, and whose"): self._assign,
            tr("test roll: it does not count"): self._test,
            tr("forget it"): self._forget,
        }
        question = tr("{label}: what?", label=label(device))
        at = await self.talk.ask(ChooseScreen(question, tuple(steps)))
        if at is not None:
            await [*steps.values()][at](device)

    async def _show_all(self, device: Device) -> None:
        self.app.push_screen(PagesScreen([(label(device), details_text(device))]))

    async def _test(self, _device: Device) -> None:
        self.action_test()

    # -- conversations ----------------------------------------------------------------------------

    def _about_chosen(self, talk: Callable[[Device], Awaitable[None]]) -> None:
        device = self.chosen
        if device is not None and nobody(device):
            self.say(tr("It is not known yet which one this is: it has to be found first."))
        elif device is not None:
            self.talk.hold(partial(talk, device))

    async def _fairness(self) -> None:
        if self.tallies is None:
            self.say(tr("Rolls are not counted here."))
            return
        try:
            found = await self.talk.work(self.tallies)
        except CompanionError as error:
            self.say(tr("Does not count: {error}", error=error))
            return
        known = () if self.book is None else self.book.all()
        if self.is_current:  # people may have gone on while it was counted
            await self.app.push_screen(PagesScreen(fairness_pages(found, known)))

    async def _write(self, device: Device, step: Callable[[DeviceBook], None], done: str) -> None:
        """Let the book take a step, away from the keys: a disk may be slow."""
        book = self.book
        if book is None:
            self.say(tr("This table remembers no devices."))
            return

        def written() -> None:
            if book.get(device.id) is None:
                book.met(KnownDevice(device.id, device.sort, where=device.where))
            step(book)

        try:
            await self.talk.work(written)
        except CompanionError as error:
            self.say(tr("Could not save it: {error}", error=error))
        else:
            self.say(done)
        self.look()

    async def _rename(self, device: Device) -> None:
        notes = tr("Its own name is {device}. A good name says which one it is: the red tray.", device=device.id)
        screen = AskScreen(tr("What should it be called?"), device.name, notes)
        typed = await self.talk.ask(screen)
        if typed is not None:
            name = " ".join(typed.split())
            named = tr("It is called {name} now.", name=name)
            done = named if name else tr("It has no name of its own now.")
            await self._write(device, lambda book: book.rename(device.id, name), done)

    async def _assign(self, device: Device) -> None:
        if device.sort is Sort.CAMERA:
            self.say(tr("A camera reads all dice that it sees, whoever throws them."))
            return
        # A tray that numbers its rolls also says which dice it reads.
        kind = device.kind if device.sort is Sort.TRAY else await self._which_kind(device)
        seat = None if kind is None else await self._whose(device)
        if kind is None or seat is None:
            return
        done = assigned_text(device, kind, seat)
        await self._write(device, lambda book: book.assign(device.id, kind, seat), done)

    async def _which_kind(self, device: Device) -> str | None:
        wanted = () if self.live is None else self.live.table.match.game.dice
        kinds = kinds_of(device.sort, wanted)
        names = {kind: kind_name(kind) if kind else tr("any: it says so itself") for kind in kinds}
        here = {kind: tr("{die} (in this game)", die=names[kind]) for kind in kinds if kind in wanted}
        labels = tuple({**names, **here}.values())
        notes = tr("Its rolls answer only when the rules ask for these dice.")
        question = tr("{label}: which dice?", label=label(device))
        at = await self.talk.ask(ChooseScreen(question, labels, notes))
        return None if at is None else kinds[at]

    async def _whose(self, device: Device) -> str | None:
        seats = () if self.live is None else self.live.table.seats
        known = () if self.book is None else tuple(one.seat for one in self.book.all())
        names = tuple(dict.fromkeys(name for name in (*seats, *known) if name))
        labels = (tr("everybody's"), *names, tr("somebody else: type the name"))
        notes = tr("Dice of one player do not answer when another player rolls.")
        question = tr("{label}: whose?", label=label(device))
        at = await self.talk.ask(ChooseScreen(question, labels, notes))
        if at is None or at <= len(names):
            return None if at is None else ("", *names)[at]
        typed = await self.talk.ask(AskScreen(tr("Whose is it?"), "", tr("As at the table.")))
        return None if typed is None else " ".join(typed.split())

    async def _forget(self, device: Device) -> None:
        labels = (tr("yes, forget it"), tr("no, keep it"))
        notes = tr("Its name and whose it is are forgotten. Rolls that were made stay.")
        question = tr("Forget {label}?", label=label(device))
        at = await self.talk.ask(ChooseScreen(question, labels, notes, likely=None))
        if at == 0:
            done = tr("{label} is forgotten.", label=label(device))
            await self._write(device, lambda book: book.forget(device.id), done)
            live = self.live
            if device.sort is Sort.CAMERA and live is not None and live.camera is not None:
                await self._see_with(live, partial(live.camera, ""))
                self.say(done)


def details_text(device: Device) -> Content:
    """Say everything about a device, a line each."""
    rows = details(device)
    wide = max(len(one.what) for one in rows)
    parts: list[str | tuple[str, str]] = [(f"{label(device)}\n", "bold $accent")]
    for one in rows:
        style = "$warning" if one.warns else ""
        parts += [(f"{one.what.ljust(wide)}  ", "dim"), (f"{one.said}\n", style)]
    return Content.assemble(*parts).rstrip()
