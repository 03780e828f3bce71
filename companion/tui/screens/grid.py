"""A grid to arrange cards on by arrow keys: nothing is declared before people say so."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from companion.core.actions import Action
from companion.core.texts import later, of, tr
from companion.tui import keymap
from companion.tui.asking.dialogs import ChooseScreen, Dialog, Talk
from companion.tui.editors.base import XY, Editor, Look
from companion.tui.editors.draw import draw

Label = Callable[[object], str]
First = Callable[[tuple[object, ...]], tuple[int, ...]]

FARTHEST: Final = 99  # Cells from the middle that the cursor may go: no table is larger


@dataclass(frozen=True, slots=True)
class Edited:
    """What came of editing."""

    actions: tuple[Action, ...]  # what is to be declared, in this order
    in_words: bool = False  # whether people want to type it instead
    ruled: bool = False  # whether the last one is refused, and the table is to rule on it


class GridView(Widget):
    """Draws a draft at the size there is."""

    can_focus = True

    _shown: tuple[Look, XY] | None = None

    def show(self, look: Look, at: XY) -> None:
        """Draw another draft, or another place of the cursor."""
        self._shown = (look, at)
        self.refresh()

    def render(self) -> Content | str:
        """Draw it."""
        if self._shown is None:
            return ""
        across, down = self.content_size
        return draw(*self._shown, across, down).content()


class GridScreen(Dialog[Edited | None]):
    """Edits a draft; None is a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", later("Back"), id="grid.back"),
        Binding("up", "go(0, 1)", later("Up"), show=False, id="grid.up"),
        Binding("down", "go(0, -1)", later("Down"), show=False, id="grid.down"),
        Binding("left", "go(-1, 0)", later("Left"), show=False, id="grid.left"),
        Binding("right", "go(1, 0)", later("Right"), show=False, id="grid.right"),
        Binding("enter", "enter", later("Put"), id="grid.put"),
        Binding("r,R", "turn", later("Use"), id="grid.turn"),
        Binding("x,X,backspace,delete", "back", later("Take back"), id="grid.take-back"),
        Binding("a,A", "allow", later("Allow"), id="grid.allow"),
        Binding("d,D", "done", later("Done"), id="grid.done"),
        Binding("tab,n", "next(1)", later("Next card"), id="grid.next"),
        Binding("shift+tab,p", "next(-1)", later("Card before"), show=False, id="grid.previous"),
        Binding("slash", "find", later("Find"), id="grid.find"),
        Binding("f2", "words", later("In words"), id="grid.words"),
    ]

    def __init__(self, name: str, editor: Editor, label: Label, first: First) -> None:
        """Edit a draft of a player; `first` says which cards come first when one is searched."""
        super().__init__()
        self.player = name
        self.editor = editor
        self.label = label
        self.first = first
        self.cursor: XY = editor.start
        self.told = ""
        self.talk = Talk(self)

    def compose(self) -> ComposeResult:
        """Lay out title, grid, sums and what Enter would do."""
        with Vertical(id="editor"):
            yield Static("", id="question", markup=False)
            yield Static("", id="chosen", markup=False)
            yield GridView(id="grid")
            yield Static("", id="sums", markup=False)
            yield Static("", id="told", markup=False)
            yield Static("", id="typed", markup=False)

    def on_mount(self) -> None:
        """Show the draft."""
        self.query_one(GridView).focus()
        self._show()

    def on_resize(self) -> None:
        """Draw at another size."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        look = self.editor.look(self.cursor)
        self.query_one("#question", Static).update(of(self.player, tr(self.editor.title)))
        chosen = self.query_one("#chosen", Static)
        chosen.update(self._chosen_text(look))
        chosen.display = bool(look.hand)
        self.query_one(GridView).show(look, self.cursor)
        self.query_one("#sums", Static).update("  ".join(look.sums))
        told = self.query_one("#told", Static)
        told.update(self.told or f"{self._said(look)}{self._way()}")
        told.set_class(bool(self.told) or look.refused, "-bad")
        self.query_one("#typed", Static).update(self._keys())

    def _keys(self) -> str:
        """Say the keys, as they are now."""
        app = self.app
        find = tr("Tab next card · {now} find a card · ", now=keymap.now(app, "grid.find", "/"))
        turn, back = keymap.now(app, "grid.turn", "R"), keymap.now(app, "grid.take-back", "X")
        done, words = keymap.now(app, "grid.done", "D"), keymap.now(app, "grid.words", "F2")
        return tr(
            "{find}arrows go · Enter puts · {turn} turns a hybrid · {back} takes back "
            "· {done} declares · Esc leaves · {words} in words",
            find=find if self.editor.cards else "",
            turn=turn,
            back=back,
            done=done,
            words=words,
        )

    def _said(self, look: Look) -> str:
        wrong = "" if look.refused else look.wrong
        return " · ".join(part for part in (look.said, wrong) if part)

    def _way(self) -> str:
        """Say how the table lets something happen that the rules refuse here."""
        refused = self.editor.refused(self.cursor)
        if refused is None or not refused.verdict.forceable:
            return ""
        return tr("  [{key}] let the table allow it", key=keymap.now(self.app, "grid.allow", "a"))

    def _chosen_text(self, look: Look) -> str:
        count, cards = "", len(self.editor.cards)
        if cards:
            at = self.editor.chosen % cards + 1
            count = tr("{chosen} of {cards}: ", chosen=at, cards=cards)
        return f"▸ {count}{look.hand}" if look.hand else ""

    def _change(self, editor: Editor) -> None:
        self.editor = editor
        self._refuse("")

    def _refuse(self, text: str) -> None:
        self.told = text
        self._show()

    # -- keys -------------------------------------------------------------------------------------

    def action_go(self, across: int, up: int) -> None:
        """Move the cursor."""
        x, y = self.cursor[0] + across, self.cursor[1] + up
        if max(abs(x), abs(y)) <= FARTHEST:
            self.cursor = (x, y)
        self._refuse("")

    def action_enter(self) -> None:
        """Put the card down or take one up; when all is placed, declare."""
        look = self.editor.look(self.cursor)
        after = self.editor.enter(self.cursor)
        if after == self.editor and not look.refused and not look.hand and not look.wrong:
            self.action_done()
        else:
            self._change(after)

    def action_turn(self) -> None:
        """Use a hybrid in its next way."""
        after = self.editor.turn(self.cursor)
        if after == self.editor:
            self._refuse(tr("Nothing to turn: this does not change how a hybrid is used (RSF-O1a)."))
        else:
            self._change(after)

    def action_back(self) -> None:
        """Take a card back."""
        self._change(self.editor.back(self.cursor))

    def action_next(self, step: int) -> None:
        """Choose the next card."""
        if self.editor.cards:
            self._change(self.editor.choose(self.editor.chosen + step))

    def action_find(self) -> None:
        """Choose a card by typing its name."""
        if self.editor.cards:
            self.talk.hold(self._find)

    async def _find(self) -> None:
        cards = self.editor.cards
        labels = tuple(self.label(card) for card in cards)
        question = ChooseScreen(tr("Which card?"), labels, first=self.first(cards))
        place = await self.talk.ask(question)
        if place is not None:
            self._change(self.editor.choose(place))

    def action_done(self) -> None:
        """Answer with the draft, if it can be declared."""
        wrong = self.editor.look(self.cursor).wrong
        actions = self.editor.actions()
        if wrong or not actions:
            self._refuse(tr("Not yet: {value}", value=wrong or tr("put the card down first")))
        else:
            self.dismiss(Edited(actions))

    def action_allow(self) -> None:
        """Let the table rule on what is refused in the cell."""
        refused = self.editor.refused(self.cursor)
        if refused is None or not refused.verdict.forceable:
            said = "" if refused is None else f" {refused.verdict.message()}"
            self._refuse(tr("There is nothing here that a ruling could allow.") + said)
        else:
            self.dismiss(Edited(refused.actions, ruled=True))

    def action_words(self) -> None:
        """Say it in words instead."""
        self.dismiss(Edited(self.editor.actions(), in_words=True))
