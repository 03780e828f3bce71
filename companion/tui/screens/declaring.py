"""Talking with the table: dialogs that lead from a key to a declared action."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING

from companion.core.actions import Action, Redo, Undo
from companion.core.errors import CompanionError
from companion.core.texts import listed, tr
from companion.session.asked import called
from companion.tui import choices, keymap
from companion.tui.screens.completing import Completing
from companion.tui.screens.conversing import ConversingScreen
from companion.tui.screens.declare_line import DeclareLineScreen
from companion.tui.typeahead import TypeAhead

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.game import Option
    from companion.core.seats import Seat
    from companion.core.verdict import Verdict
    from companion.tui.boards.base import Board
    from companion.tui.live import Live
    from companion.tui.widgets.menu import Entry

    ActorOf = Callable[[type[Action]], Seat | None]
    """Who is meant when nobody is named, for a class of action."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The last verdict: shown until something else is declared.

    Attributes:
        text: for people, with rule ids.
        bad: whether it was refused.
        action: what was refused, so that the table may overrule it.
        verdict: why.
    """

    text: str
    bad: bool = False
    action: Action | None = None
    verdict: Verdict | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that were cited."""
        if self.verdict is None:
            return ()
        verdict = self.verdict
        graded = tuple(reason.rule for reason in (*verdict.reasons, *verdict.notes))
        return graded + tuple(ask.rule for ask in verdict.asks)


class DeclaringScreen(ConversingScreen):
    """A screen that can declare, undo and redo."""

    def __init__(self, live: Live, board: Board) -> None:
        super().__init__()
        self.live = live
        self.board = board
        self.table = live.table
        board.catalogue = live.table.match.setup.catalogue
        self.said = Reply("")

    def show_table(self) -> None:
        """Draw everything anew."""
        raise NotImplementedError

    # -- saying -------------------------------------------------------------------------------

    def say(self, said: Reply) -> None:
        """Show a verdict or a notice."""
        self.said = said
        self.show_table()

    def declare(self, action: Action) -> bool:
        """Declare an action and say what came of it; True when it was taken."""
        try:
            verdict = self.table.declare(action)
        except CompanionError as error:
            self.say(Reply(tr("Not written down, so not done: {error}", error=error), bad=True))
            return False
        return self._tell(action, verdict)

    def _tell(self, action: Action, verdict: Verdict) -> bool:
        if verdict.legal:
            self.say(Reply(verdict.message(), verdict=verdict))
            return True
        rule = keymap.now(self.app, "table.rule", "r")
        way = tr("  [{rule}] let the table allow it", rule=rule) if verdict.forceable else ""
        nameless = choices.leaves_unnamed(action) or (verdict.asks and choices.leaves_out(action))
        if nameless and self.table.may_lighten():
            key = keymap.now(self.app, "table.light", "F2")
            way += tr("  [{key}] go on in light depth, where cards are not named", key=key)
        text = tr(
            "{message}  [{now}] why{way}",
            message=verdict.message(),
            now=keymap.now(self.app, "table.rules", "w"),
            way=way,
        )
        self.say(Reply(text, bad=True, action=action, verdict=verdict))
        return False

    def called(self, seat: Seat | None) -> str:
        """Return a seat's name; the table's for None."""
        return called(seat, self.table.seats)

    # -- declaring ------------------------------------------------------------------------------

    def follow(self, entry: Entry) -> None:
        """Ask for what is missing, a question at a time, and declare."""
        self._converse(partial(self._follow, entry))

    async def _follow(self, entry: Entry) -> None:
        asking = Completing(self, entry)
        for action in await asking.run():
            if not self.declare(action):
                if asking.ruled:
                    await self.rule_on_refusal()
                return

    async def rule_on_refusal(self) -> None:
        """Ask why the table allows what was refused last, and let it happen."""
        raise NotImplementedError

    def label_of(self, field: str, value: object, action: Action) -> str:
        """Say a value of an action's field for people."""
        kinds = _hints(type(action))
        kind = kinds.get(field, "").removesuffix(" | None")
        if isinstance(value, int) and kind in {"Seat", "tuple[Seat, ...]"}:
            return self.table.seats[value]
        if isinstance(value, tuple) and value and kind == "tuple[Seat, ...]":
            return listed([self.table.seats[int(seat)] for seat in value])
        self.board.about = _aimed_at(action, field, kinds)
        return self.board.label(value, action.actor)

    def last_used(self, values: tuple[object, ...]) -> tuple[int, ...]:
        """Return the places of the cards used last at this table, which come first in a list."""
        counted = self.table.match.now.latest()
        return choices.last_used((one.action for one in counted), values)

    async def type_option(self, option: Option, text: str) -> None:
        """Let people type one of the actions of an option, and declare it.

        Args:
            option: what is to be typed.
            text: what stands in the line at first.
        """
        await self._type_until_read(
            text or option.verb,
            f"{self.called(option.actor)}: {option.text}",
            tr("How to write it: {usage}", usage=self.table.grammar.forms[option.verb].usage()),
            lambda _: option.actor,
        )

    async def _type_until_read(
        self,
        text: str,
        question: str,
        notes: str,
        actor_of: ActorOf | None,
    ) -> None:
        problem = ""
        while True:
            shown = f"{problem}\n{notes}" if problem else notes
            screen = DeclareLineScreen(
                question, text, shown, TypeAhead(self.table, self.board.label)
            )
            typed = await self.app.push_screen_wait(screen)
            if typed is None or not typed.strip():
                return
            try:
                action = self._read(typed, actor_of)
            except CompanionError as error:
                problem, text = tr("Not understood: {error}", error=error), typed
                continue
            self.declare(action)
            return

    def _read(self, typed: str, actor_of: ActorOf | None) -> Action:
        if actor_of is None:
            return self.table.understand(typed)
        return self.table.grammar.enter(typed, actor_of)

    def action_line(self) -> None:
        """Let people type an action in the record's words."""
        self._converse(self._type_line)

    async def _type_line(self) -> None:
        known = [one for option in self.table.options() for one in option.instances[:1]]
        example = (
            tr("For example: {write}\n", write=self.table.grammar.write(known[0])) if known else ""
        )
        notes = tr(
            "{example}Verbs and names may be shortened; without a name it is whoever may.",
            example=example,
        )
        await self._type_until_read("", tr("Declare in words"), notes, None)

    # -- the log ----------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take the last change back."""
        if self.declare(Undo(None)):
            again = keymap.now(self.app, "table.redo", "U")
            self.say(
                Reply(
                    tr(
                        "{told} · {again} does it again",
                        told=self.table.history()[-1].told,
                        again=again,
                    )
                )
            )

    def action_redo(self) -> None:
        """Do again what was undone."""
        if self.declare(Redo(None)):
            self.say(Reply(self.table.history()[-1].told))


def _aimed_at(action: Action, field: str, kinds: dict[str, str]) -> Seat | None:
    """Return the seat that an action names last before a field: whose die it is in `bite Ben eye`."""
    names = [one.name for one in fields(action)]
    before = names[1 : names.index(field)] if field in names[1:] else []
    seats = [getattr(action, name) for name in before if kinds.get(name, "").startswith("Seat")]
    return seats[-1] if seats else None


def _hints(action: type[Action]) -> dict[str, str]:
    return {
        name: str(hint)
        for base in reversed(action.__mro__)
        for name, hint in vars(base).get("__annotations__", {}).items()
    }
