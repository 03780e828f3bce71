"""Asking for what is missing in a declaration: cards by name, lists, grids, and fields one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.core.verdict import Question
from companion.core.words import UNNAMED
from companion.tui import choices, forms
from companion.tui.editors import editor_for
from companion.tui.screens.choose import ChooseScreen
from companion.tui.screens.fielding import Wish, fielded
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.pick_card import SEVERAL, PickScreen

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.game import Fill, Option
    from companion.tui.editors.base import Editor
    from companion.tui.screens.fielding import Answer
    from companion.tui.screens.talk import TalkingScreen
    from companion.tui.widgets.menu import Entry

ALL: Final = "that is all"
ELSE: Final = "something else: say it field by field"
NOT_NAMED: Final = "a card, without its name"


class Asking:
    """One conversation about one entry of the menu."""

    def __init__(self, screen: TalkingScreen, entry: Entry) -> None:
        self.screen = screen
        self.table = screen.table
        self.entry = entry
        self.match = screen.table.match

    async def run(self) -> tuple[Action, ...]:
        """Ask for everything; nothing comes back when people went back, or typed and declared."""
        option = await self._which_actor()
        if option is None:
            return ()
        answer = await self._answer(option)
        while isinstance(answer, Wish):
            if answer.line is not None:
                await self.screen.type_option(option, answer.line)
                return ()
            answer = await fielded(self.screen, self.entry.text, option)
        return answer

    async def _answer(self, option: Option) -> Answer:
        editor = editor_for(self.match, option)
        if editor is not None:
            return await self._arrange(option, editor)
        if option.fill is not None:
            return await self._fill(option, option.fill)
        if not option.complete and len(option.instances) < 2:  # noqa: PLR2004 - a mere example
            return Wish()
        return await self._narrow(option)

    async def _which_actor(self) -> Option | None:
        options = self.entry.options
        if len(options) == 1:
            return options[0]
        asked = self.table.pending()
        if isinstance(asked, Question):  # whoever is asked comes first
            options = tuple(sorted(options, key=lambda option: option.actor != asked.asks))
        labels = tuple(self.screen.called(option.actor) for option in options)
        at = await self._choose(ChooseScreen(f"{self.entry.verb}: who?", labels))
        return None if at is None else options[at]

    async def _choose(self, screen: ChooseScreen) -> int | None:
        return await self.screen.app.push_screen_wait(screen)

    def _label(self, field: str, value: object, action: Action) -> str:
        return self.screen.label_of(field, value, action)

    def _first(self, values: tuple[object, ...]) -> tuple[int, ...]:
        """Places of the cards used last at this table, which come first."""
        return choices.last_used((one.action for one in self.match.version.effective), values)

    # -- one of those that are listed ---------------------------------------------------------

    async def _narrow(self, option: Option) -> Answer:
        """Ask until one action is left."""
        trail: list[tuple[Action, ...]] = []
        actions = option.instances
        while (step := choices.next_step(actions)) is not None:
            labels = [self._label(step.field, one, actions[0]) for one in step.values]
            hidden = self._unnamed(actions[0], step)
            more: list[tuple[Action, ...] | Wish] = [(hidden,)] if hidden else []
            labels += [NOT_NAMED] if hidden else []
            if not option.complete:
                more.append(Wish())
                labels.append(ELSE)
            question = f"{self.entry.text}: {step.title}?"
            screen = ChooseScreen(question, tuple(labels), first=self._first(step.values))
            at = await self._choose(screen)
            if at is not None and at >= len(step.values):
                return more[at - len(step.values)]
            if at is not None:
                trail.append(actions)
                actions = choices.narrow(actions, step, step.values[at])
            elif trail:
                actions = trail.pop()
            else:
                return ()
        return actions[:1]

    def _unnamed(self, action: Action, step: choices.Step) -> Action | None:
        """The action with an unnamed card, where rules and house rules allow that just now."""
        if UNNAMED in step.values:
            return None
        hidden = forms.unnamed(action, step.field)
        return hidden if hidden is not None and self.table.check(hidden).legal else None

    # -- a grid ---------------------------------------------------------------------------------

    async def _arrange(self, option: Option, editor: Editor) -> Answer:
        screen = GridScreen(
            self.screen.called(option.actor),
            editor,
            lambda value: self.screen.board.label(value, option.actor),
            self._first,
        )
        edited = await self.screen.app.push_screen_wait(screen)
        if edited is None:
            return ()
        if not edited.in_words:
            return edited.actions
        shown = edited.actions[:1] or option.instances[:1]
        return Wish(self.table.grammar.write(shown[0]).partition(": ")[2])

    # -- a list -----------------------------------------------------------------------------------

    async def _fill(self, option: Option, fill: Fill) -> Answer:
        """Ask for a list entry by entry; a way back takes the last one out again."""
        blank = dict.fromkeys(choices.filled(one, fill.field, ()) for one in option.instances)
        bare = replace(option, instances=tuple(blank), complete=True)
        found = await self._narrow(bare)
        if isinstance(found, Wish) or not found:
            return found
        action = found[0]
        fill = self._with_unnamed(action, fill)
        chosen: list[object] = []
        remark = ""
        while len(chosen) < fill.most or remark:
            screen, offered = self._entry_question(action, fill, chosen, remark)
            done = screen.labels[:1] == (ALL,)
            at = await self._choose(screen)
            remark = ""
            if at == SEVERAL:
                remark = self._paste(screen.pasted, fill, chosen)
            elif at is None and not chosen:
                return ()
            elif at is None:
                chosen.pop()
            elif done and at == 0:
                break
            else:
                chosen.append(offered[at - int(done)])
        return (choices.filled(action, fill.field, tuple(chosen)),)

    def _with_unnamed(self, action: Action, fill: Fill) -> Fill:
        """Let cards be given without their names, where the rules allow that just now."""
        count = max(1, fill.least)
        hidden = choices.filled(action, fill.field, (UNNAMED,) * count)
        cards = [value for value in fill.values if type(value) is str]
        if UNNAMED in cards or not cards or not self.table.check(hidden).legal:
            return fill
        return replace(fill, values=(*fill.values, *(UNNAMED,) * fill.most))

    def _entry_question(
        self, action: Action, fill: Fill, chosen: list[object], remark: str
    ) -> tuple[PickScreen, list[object]]:
        offered = list(dict.fromkeys(_left(fill, chosen))) if len(chosen) < fill.most else []
        done = [ALL] if len(chosen) >= fill.least else []
        labels = [*done, *(self._label(fill.field, one, action) for one in offered)]
        so_far = [self._label(fill.field, one, action) for one in chosen]
        many = str(fill.most) if fill.least == fill.most else f"at most {fill.most}"
        question = f"{self.entry.text}: number {len(chosen) + 1} of {many}?"
        if not offered:
            question = f"{self.entry.text}: is that all?"
        notes = [remark] if remark else []
        notes += ["So far:", *so_far] if so_far else ["Several can be pasted at once."]
        used = tuple(at + len(done) for at in self._first(tuple(offered)))
        first = (*range(len(done)), *used)
        return PickScreen(question, tuple(labels), "\n".join(notes), first), offered

    def _paste(self, text: str, fill: Fill, chosen: list[object]) -> str:
        left = _left(fill, chosen)
        names = [self._name(value) for value in left]
        found = choices.pasted(text, left, names, fill.most - len(chosen))
        chosen += [left[place] for place in found.places]
        return found.remark()

    def _name(self, value: object) -> str:
        cards = getattr(self.match.setup.catalogue, "cards", {})
        return str(getattr(cards.get(choices.card_of(value)), "name", ""))


def _left(fill: Fill, chosen: list[object]) -> list[object]:
    left = list(fill.values)
    for value in chosen:
        left.remove(value)
    return left
