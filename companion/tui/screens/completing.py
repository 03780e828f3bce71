"""Asking for what is missing in a declaration: cards by name, lists, grids, and fields one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.texts import tr
from companion.core.verdict import Question
from companion.tui import choices
from companion.tui.editors import editor_for
from companion.tui.screens.by_field import Otherwise, by_field
from companion.tui.screens.choose import ChooseScreen
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.listing import Listing

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.game import Fill, Option
    from companion.tui.editors.base import Editor
    from companion.tui.screens.by_field import Answer
    from companion.tui.screens.declaring import DeclaringScreen
    from companion.tui.widgets.menu import Entry

ELSE: Final = tr("something else: say it field by field")


class Completing:
    """One conversation about one entry of the menu.

    Attributes:
        ruled: whether the last action that came of it is refused, and the table is to rule on it.
    """

    def __init__(self, screen: DeclaringScreen, entry: Entry) -> None:
        self.screen = screen
        self.table = screen.table
        self.entry = entry
        self.match = screen.table.match
        self.ruled = False

    async def run(self) -> tuple[Action, ...]:
        """Ask for everything; nothing comes back when people went back, or typed and declared."""
        option = await self._which_actor()
        if option is None:
            return ()
        answer = await self._answer(option)
        while isinstance(answer, Otherwise):
            if answer.line is not None:
                await self.screen.type_option(option, answer.line)
                return ()
            answer = await by_field(self.screen, self.entry.text, option)
        return answer

    async def _answer(self, option: Option) -> Answer:
        editor = editor_for(self.match, option)
        if editor is not None:
            return await self._arrange(option, editor)
        if option.fill is not None:
            return await self._fill(option, option.fill)
        if not option.complete and len(option.instances) < 2:  # noqa: PLR2004 - a mere example
            return Otherwise()
        return await self._narrow(option)

    async def _which_actor(self) -> Option | None:
        options = self.entry.options
        if len(options) == 1:
            return options[0]
        asked = self.table.pending()
        if isinstance(asked, Question):  # whoever is asked comes first
            options = tuple(sorted(options, key=lambda option: option.actor != asked.asks))
        labels = tuple(self.screen.called(option.actor) for option in options)
        at = await self._choose(ChooseScreen(tr("{verb}: who?", verb=self.entry.verb), labels))
        return None if at is None else options[at]

    async def _choose(self, screen: ChooseScreen) -> int | None:
        return await self.screen.app.push_screen_wait(screen)

    def _label(self, field: str, value: object, action: Action) -> str:
        return self.screen.label_of(field, value, action)

    # -- one of those that are listed ---------------------------------------------------------

    async def _narrow(self, option: Option) -> Answer:
        """Ask until one action is left."""
        trail: list[tuple[Action, ...]] = []
        actions = option.instances
        while (step := choices.next_step(actions)) is not None:
            labels = [self._label(step.field, one, actions[0]) for one in step.values]
            labels += [] if option.complete else [ELSE]
            question = f"{self.entry.text}: {step.title}?"
            screen = ChooseScreen(question, tuple(labels), first=self.screen.last_used(step.values))
            at = await self._choose(screen)
            if at is not None and at >= len(step.values):
                return Otherwise()
            if at is not None:
                trail.append(actions)
                actions = choices.narrow(actions, step, step.values[at])
            elif trail:
                actions = trail.pop()
            else:
                return ()
        return actions[:1]

    # -- a grid ---------------------------------------------------------------------------------

    async def _arrange(self, option: Option, editor: Editor) -> Answer:
        screen = GridScreen(
            self.screen.called(option.actor),
            editor,
            lambda value: self.screen.board.label(value, option.actor),
            self.screen.last_used,
        )
        edited = await self.screen.app.push_screen_wait(screen)
        if edited is None:
            return ()
        self.ruled = edited.ruled
        if not edited.in_words:
            return edited.actions
        shown = edited.actions[:1] or option.instances[:1]
        return Otherwise(self.table.grammar.write(shown[0]).partition(": ")[2])

    # -- a list -----------------------------------------------------------------------------------

    async def _fill(self, option: Option, fill: Fill) -> Answer:
        """Ask for a list entry by entry; a way back takes the last one out again."""
        blank = dict.fromkeys(choices.filled(one, fill.field, ()) for one in option.instances)
        bare = replace(option, instances=tuple(blank), complete=True)
        found = await self._narrow(bare)
        if isinstance(found, Otherwise) or not found:
            return found
        chosen = await Listing(self.screen, self.entry.text, found[0], fill).run()
        return () if chosen is None else (choices.filled(found[0], fill.field, chosen),)
