"""Calibrating in the app: the steps, a look at the camera, and what was found in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from companion.core.errors import CompanionError
from companion.tui import start_words as words
from companion.tui.screens.help import HelpScreen
from companion.tui.widgets.looking import Looking

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from companion.tui.host import Host, Judged

MAX_SPEC: Final = 500


class CalibrateScreen(Screen[None]):
    """Judges a camera and keeps what was measured."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (16, "-short"), (32, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "judge", "Look", priority=True),
        Binding("f2", "print", "The mat to print", priority=True),
        Binding("f5", "keep", "Keep it", priority=True),
        Binding("f1", "help", "Help", priority=True),
        Binding("up", "scroll(-1)", "Up", show=False),
        Binding("down", "scroll(1)", "Down", show=False),
        Binding("escape", "back", "Back"),
    ]

    def __init__(self, host: Host, camera: str = "") -> None:
        """Begin with a camera.

        Args:
            host: looks through cameras.
            camera: the one of last time; empty for none.
        """
        super().__init__()
        self.host = host
        self.camera = camera
        self.judged: Judged | None = None
        self._busy = False

    def compose(self) -> ComposeResult:
        """Lay out the steps, the camera's line and what was found."""
        yield Static("Calibrate: how does the camera stand?", classes="title", markup=False)
        with Horizontal(id="setting"):
            with Vertical(classes="body"):
                yield Static("\n".join(words.MAT_STEPS), id="steps", markup=False)
                with Horizontal(classes="row"):
                    yield Static("Camera", classes="tag", markup=False)
                    yield Input(
                        self.camera,
                        id="camera",
                        compact=True,
                        max_length=MAX_SPEC,
                        placeholder="a number such as 0, http://..., a picture, a video file",
                    )
                with VerticalScroll(id="found", can_focus=False):
                    yield Static("", id="findings", markup=False)
            yield Looking(self.host.look)
        yield Static("", id="message", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin with the camera's line."""
        self.query_one(Input).focus()

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a line at the bottom."""
        message = self.query_one("#message", Static)
        message.update(text)
        message.set_class(bad, "-bad")

    @on(Input.Changed, "#camera")
    def _named(self) -> None:
        self.judged = None  # what was found belongs to the camera that was named then

    # -- in their own threads ---------------------------------------------------------------------

    def action_judge(self) -> None:
        """Look at the mat, away from the keys."""
        camera = self.query_one(Input).value.strip()
        if self._busy:
            self.say("One thing after the other: still looking …")
        elif not camera:
            self.say("Which camera? Type its number, such as 0.", bad=True)
        else:
            self._busy = True
            self.say(f"Looking through {camera} … this takes a few seconds.")
            self._judge(camera)

    @work(thread=True, group="calibrate")
    def _judge(self, camera: str) -> None:
        looking = self.query_one(Looking)
        looking.stop()  # a camera serves one at a time
        try:
            judged = self.host.calibrate(camera)
        except CompanionError as error:
            self._tell(str(error), None, camera, bad=True)
        else:
            text = (
                "F5 keeps it." if judged.good else "It can be improved; F5 keeps it all the same."
            )
            self._tell(text, judged, camera)

    def _tell(self, text: str, judged: Judged | None, camera: str, *, bad: bool = False) -> None:
        if self.app.is_running:
            self.app.call_from_thread(self._told, text, judged, camera, bad)

    def _told(self, text: str, judged: Judged | None, camera: str, bad: bool) -> None:  # noqa: FBT001
        self._busy = False
        if not self.is_attached:
            return
        self.say(text, bad=bad)
        same = self.query_one(Input).value.strip() == camera
        self.judged = judged if same else None
        if judged is not None:
            self.query_one("#findings", Static).update("\n".join(judged.lines))
            self.query_one("#found").scroll_home(animate=False)
            self.query_one(Looking).look(camera)

    @work(thread=True, group="calibrate")
    def action_print(self) -> None:
        """Write the mat to a file."""
        try:
            path = self.host.print_mat()
        except CompanionError as error:
            text, bad = str(error), True
        else:
            text, bad = f"The mat is written: {path}. Print it at 100 %.", False
        if self.app.is_running:
            self.app.call_from_thread(self._said_later, text, bad)

    def _said_later(self, text: str, bad: bool) -> None:  # noqa: FBT001
        if self.is_attached:
            self.say(text, bad=bad)

    def action_keep(self) -> None:
        """Keep what was measured."""
        if self.judged is None:
            self.say("Nothing was measured yet: name the camera and press Enter.", bad=True)
            return
        try:
            self.say(self.judged.keep())
        except CompanionError as error:
            self.say(str(error), bad=True)

    # -- the rest ---------------------------------------------------------------------------------

    def action_scroll(self, step: int) -> None:
        """Scroll what was found."""
        self.query_one("#found").scroll_relative(y=step, animate=False)

    def action_help(self) -> None:
        """Show the keys."""
        if self.is_active:
            self.app.push_screen(HelpScreen(words.CALIBRATE_KEYS))

    def action_back(self) -> None:
        """Go back; the camera is given back meanwhile."""
        if self.is_active:
            self.app.pop_screen()
