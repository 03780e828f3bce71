"""Calibrating in the app: the steps, a look at the camera, and what was found in words."""

from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, Static

from calibration.addresses import meant, without_secrets
from companion.core.errors import CompanionError
from companion.core.texts import later, tr
from companion.tui import keymap
from companion.tui.host import Host, Judged
from companion.tui.screens.base import MessageScreen, call_home
from companion.tui.theme import HEIGHTS, WIDTHS
from companion.tui.widgets.key_line import KeyLine
from companion.tui.widgets.picture import PreviewPane

MAX_SPEC: Final = 500

MAT_STEPS: Final = (
    later("1  Print the mat: {mat} writes it to a file. Print it at 100 %."),
    later("2  Lay it flat where the dice are rolled. Fix the camera above it."),
    later("3  Name the camera below and press Enter: Tableside looks at the mat."),
    later("4  Read what it says. Move the camera or the lamp, and look again."),
    later("5  When it is good, {keep} keeps it. Every game with that camera uses it."),
)

CALIBRATE_KEYS: Final = {
    later("Calibrating"): [
        ("Enter", later("look at the mat through the camera that is named")),
        ("F2", later("write the mat to a file, to be printed")),
        ("F5", later("keep what was measured for the games to come")),
        (later("arrows"), later("scroll what was found")),
        ("F1", later("this help")),
        ("Esc", later("back")),
    ]
}


class CalibrateScreen(MessageScreen):
    """Judges a camera and keeps what was measured."""

    help_keys = CALIBRATE_KEYS
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "judge", later("Look"), priority=True, id="calibrate.look"),
        Binding("f2", "print", later("The mat to print"), priority=True, id="calibrate.print"),
        Binding("f5", "keep", later("Keep it"), priority=True, id="calibrate.keep"),
        Binding("f1", "help", later("Help"), priority=True, id="calibrate.help"),
        Binding("up", "scroll(-1)", later("Up"), show=False, id="calibrate.up"),
        Binding("down", "scroll(1)", later("Down"), show=False, id="calibrate.down"),
        Binding("escape", "back", later("Back"), id="calibrate.back"),
    ]

    def __init__(self, host: Host, camera: str = "") -> None:
        """Begin with the camera of last time; empty for none."""
        super().__init__()
        self.host = host
        self.camera = camera
        self.judged: Judged | None = None
        self._busy = False

    def compose(self) -> ComposeResult:
        """Lay out the steps, the camera's line and what was found."""
        yield Static(tr("Calibrate: how does the camera stand?"), classes="title", markup=False)
        with Horizontal(id="setting"):
            with Vertical(classes="body"):
                yield Static(self._steps(), id="steps", markup=False)
                with Horizontal(classes="row"):
                    yield Static(tr("Camera"), classes="tag", markup=False)
                    yield Input(
                        without_secrets(self.camera),
                        id="camera",
                        compact=True,
                        max_length=MAX_SPEC,
                        placeholder=tr("a number such as 0, http://..., a picture, a video file"),
                    )
                with VerticalScroll(id="found", can_focus=False):
                    yield Static("", id="findings", markup=False)
            yield PreviewPane(self.host.look)
        yield Static("", id="message", markup=False)
        yield KeyLine()

    def _steps(self) -> str:
        """Say what is to be done, with the keys as they are now."""
        mat = keymap.now(self.app, "calibrate.print", "F2")
        keep = keymap.now(self.app, "calibrate.keep", "F5")
        return "\n".join(map(tr, MAT_STEPS)).format(mat=mat, keep=keep)

    def fill(self) -> None:
        """Begin with the camera's line."""
        self.query_one(Input).focus()

    @on(Input.Changed, "#camera")
    def _named(self) -> None:
        self.judged = None  # what was found belongs to the camera that was named then

    def _camera(self) -> str:
        return meant(self.query_one(Input).value.strip(), self.camera)

    # -- in their own threads ---------------------------------------------------------------------

    def action_judge(self) -> None:
        """Look at the mat, away from the keys."""
        camera = self._camera()
        if self._busy:
            self.say(tr("Still looking at the mat: please wait."))
        elif not camera:
            self.say(tr("Which camera? Type its number, such as 0."), bad=True)
        else:
            self._busy = True
            shown = without_secrets(camera)
            self.say(tr("Looking through {camera} … this takes a few seconds.", camera=shown))
            self._judge(camera)

    @work(thread=True, group="calibrate")
    def _judge(self, camera: str) -> None:
        self.query_one(PreviewPane).stop()  # a camera serves one at a time
        try:
            judged = self.host.calibrate(camera)
        except CompanionError as error:
            call_home(self, self._show_judged, None, camera, str(error))
        else:
            call_home(self, self._show_judged, judged, camera)

    def _show_judged(self, judged: Judged | None, camera: str, problem: str = "") -> None:
        self._busy = False
        self.judged = judged if self._camera() == camera else None
        if judged is None:
            self.say(problem, bad=True)
            return
        key = keymap.now(self.app, "calibrate.keep", "F5")
        keeps = tr("{key} saves it.", key=key)
        self.say(keeps if judged.good else tr("It can be improved. {key} saves it anyway.", key=key))
        self.query_one("#findings", Static).update("\n".join(judged.lines))
        self.query_one("#found").scroll_home(animate=False)
        self.query_one(PreviewPane).look(camera)

    @work(thread=True, group="calibrate")
    def action_print(self) -> None:
        """Write the mat to a file."""
        try:
            path = self.host.print_mat()
        except CompanionError as error:
            call_home(self, self.say, str(error), bad=True)
        else:
            said = tr("The mat is written: {path}. Print it at 100 %.", path=path)
            call_home(self, self.say, said)

    def action_keep(self) -> None:
        """Keep what was measured."""
        if self.judged is None:
            said = tr("Nothing has been measured yet: name the camera and press Enter.")
            self.say(said, bad=True)
            return
        try:
            self.say(self.judged.keep())
        except CompanionError as error:
            self.say(str(error), bad=True)

    # -- the rest ---------------------------------------------------------------------------------

    def action_scroll(self, step: int) -> None:
        """Scroll what was found."""
        self.query_one("#found").scroll_relative(y=step, animate=False)
