"""Talking with the table: dialogs that lead from a key to a declared action."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen

from companion.core.actions import Redo, Roll, SetSwitch, Undo
from companion.core.dice import FACES, DieFace
from companion.core.errors import CompanionError
from companion.core.switches import specs
from companion.tui import choices
from companion.tui.screens.ask import AskScreen
from companion.tui.screens.choose import ChooseScreen
from companion.tui.screens.rules import RulesScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.actions import Action
    from companion.core.game import Option
    from companion.core.seats import Seat
    from companion.core.verdict import Verdict
    from companion.tui.boards.base import Board
    from companion.tui.live import Correction, Live
    from companion.tui.widgets.history import Happened
    from companion.tui.widgets.menu import Entry

MANY_FACES = 100


@dataclass(frozen=True, slots=True)
class Said:
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


class TalkingScreen(Screen[None]):
    """A screen that can declare, correct, overrule and look up."""

    def __init__(self, live: Live, board: Board) -> None:
        super().__init__()
        self.live = live
        self.board = board
        self.said = Said("")

    def show_table(self) -> None:
        """Draw everything anew."""
        raise NotImplementedError

    # -- saying -------------------------------------------------------------------------------

    def say(self, said: Said) -> None:
        """Show a verdict or a notice."""
        self.said = said
        self.show_table()

    def declare(self, action: Action) -> bool:
        """Declare an action and say what came of it; True when it was taken."""
        verdict = self.live.declare(action)
        return self._tell(action, verdict)

    def _tell(self, action: Action, verdict: Verdict) -> bool:
        if verdict.legal:
            self.say(Said(verdict.message(), verdict=verdict))
            return True
        way = "  [r] let the table allow it" if verdict.forceable else ""
        text = f"{verdict.message()}  [w] why{way}"
        self.say(Said(text, bad=True, action=action, verdict=verdict))
        return False

    def called(self, seat: Seat | None) -> str:
        """Return a seat's name; the table's for None."""
        return "the table" if seat is None else self.live.seats[seat]

    # -- declaring ------------------------------------------------------------------------------

    @work(group="talk", exclusive=True)
    async def follow(self, entry: Entry) -> None:
        """Ask for what is missing, a question at a time, and declare."""
        option = await self._which_actor(entry)
        if option is None:
            return
        if option.complete:
            action = await self._narrow(entry.text, option.instances)
            if action is not None:
                self.declare(action)
        else:
            await self._type(option)

    async def _which_actor(self, entry: Entry) -> Option | None:
        if len(entry.options) == 1:
            return entry.options[0]
        labels = tuple(self.called(option.actor) for option in entry.options)
        at = await self.app.push_screen_wait(ChooseScreen(f"{entry.verb}: who?", labels))
        return None if at is None else entry.options[at]

    async def _narrow(self, text: str, actions: tuple[Action, ...]) -> Action | None:
        trail: list[tuple[Action, ...]] = []
        while True:
            step = choices.next_step(actions)
            if step is None:
                return actions[0] if actions else None
            labels = tuple(self._label(step.field, one, actions[0]) for one in step.values)
            at = await self.app.push_screen_wait(ChooseScreen(f"{text}: {step.title}?", labels))
            if at is not None:
                trail.append(actions)
                actions = choices.narrow(actions, step, step.values[at])
            elif trail:
                actions = trail.pop()
            else:
                return None

    def _label(self, field: str, value: object, action: Action) -> str:
        kinds = _hints(type(action))
        if value is not None and kinds.get(field) in {"Seat", "Seat | None"}:
            return self.live.seats[int(str(value))]
        return self.board.label(value, action.actor)

    async def _type(self, option: Option) -> None:
        example = (
            self.live.write(option.instances[0]).partition(": ")[2] if option.instances else ""
        )
        await self._type_until_read(
            example or option.verb,
            f"{self.called(option.actor)}: {option.text}",
            f"How to write it: {self.live.usage(option.verb)}",
            lambda _: option.actor,
        )

    async def _type_until_read(
        self,
        text: str,
        question: str,
        notes: str,
        actor_of: Callable[[type[Action]], Seat | None] | None,
    ) -> None:
        problem = ""
        while True:
            shown = f"{problem}\n{notes}" if problem else notes
            typed = await self.app.push_screen_wait(AskScreen(question, text, shown))
            if typed is None or not typed.strip():
                return
            try:
                action = self.live.read(typed, actor_of)
            except CompanionError as error:
                problem, text = f"Not understood: {error}", typed
                continue
            self.declare(action)
            return

    @work(group="talk", exclusive=True)
    async def type_line(self) -> None:
        """Let people type an action in the record's words."""
        notes = (
            "For example: attack Ben. Verbs and names may be shortened; Ann: before it says who."
        )
        await self._type_until_read("", "Declare in words", notes, None)

    # -- the log ----------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last change back."""
        if self.declare(Undo(None)):
            self.say(Said("Undone. U does it again."))

    def redo(self) -> None:
        """Do again what was undone."""
        if self.declare(Redo(None)):
            self.say(Said("Done again."))

    @work(group="talk", exclusive=True)
    async def rule(self) -> None:
        """Let the table allow what was refused last."""
        said = self.said
        if said.action is None or said.verdict is None or not said.verdict.forceable:
            self.say(Said("There is nothing refused that a ruling could allow.", bad=True))
            return
        rules = ", ".join(dict.fromkeys(reason.rule for reason in said.verdict.reasons))
        question = f"The table allows: {self.live.write(said.action)}"
        notes = f"In spite of {rules}. Why? It is written down."
        screen = AskScreen(question, "the table agreed", notes)
        note = await self.app.push_screen_wait(screen)
        if note is not None:
            verdict = self.live.allow(said.action, said.verdict, note.strip() or "the table agreed")
            self._tell(said.action, verdict)

    @work(group="talk", exclusive=True)
    async def correct(self, line: Happened) -> None:
        """Correct an earlier line; what no longer fits is shown before it goes."""
        if line.undone or isinstance(line.action, (Undo, Redo)):
            self.say(Said("That line no longer counts: pick one that is not struck out.", bad=True))
            return
        replacement = await self._replacement(line)
        if replacement is None or replacement == line.action:
            return
        plan = self.live.correct(line.number, replacement)
        if not plan.verdict.legal:
            self._tell(plan.action, plan.verdict)
            return
        if plan.drops and not await self._agreed(plan):
            return
        if self.declare(plan.action):
            gone = f" {len(plan.drops)} later lines were dropped." if plan.drops else ""
            self.say(Said(f"Line {line.number} corrected: {self.live.write(replacement)}.{gone}"))

    async def _replacement(self, line: Happened) -> Action | None:
        action = line.action
        if isinstance(action, Roll):
            options = list(product(*(FACES[die.kind] for die in action.dice)))
            if len(options) <= MANY_FACES:
                question = f"Line {line.number}: what did the dice show? It says {line.text}"
                at = await self.app.push_screen_wait(
                    ChooseScreen(question, tuple(" ".join(faces) for faces in options))
                )
                return None if at is None else _rerolled(action, options[at])
        typed = await self.app.push_screen_wait(
            AskScreen(f"Correct line {line.number}", self.live.write(action))
        )
        try:
            return None if typed is None else self.live.read(typed)
        except CompanionError as error:
            self.say(Said(f"Not understood: {error}", bad=True))
            return None

    async def _agreed(self, plan: Correction) -> bool:
        notes = "These later lines no longer fit and go:\n" + "\n".join(plan.drops)
        labels = ("yes, correct it", "no, leave everything as it is")
        answer = await self.app.push_screen_wait(ChooseScreen("Correct it?", labels, notes))
        return answer == 0

    @work(group="talk", exclusive=True)
    async def switch(self) -> None:
        """Change a house rule from here on."""
        offered = specs(self.live.game.house, self.live.game.prefix)
        labels = tuple(f"{spec.name}: {spec.text}" for spec in offered)
        at = await self.app.push_screen_wait(ChooseScreen("Which house rule?", labels))
        if at is None:
            return
        spec = offered[at]
        marked = tuple(
            f"{value} (default)" if value == spec.default else value for value in spec.choices
        )
        chosen = await self.app.push_screen_wait(ChooseScreen(f"{spec.name}: {spec.text}", marked))
        if chosen is not None:
            self.declare(SetSwitch(None, spec.name, spec.choices[chosen]))

    def open_rules(self) -> None:
        """Show the rules; those of the last verdict first."""
        self.app.push_screen(RulesScreen(self.live.rulebook, self.said.rules))


def _rerolled(action: Roll, faces: tuple[str, ...]) -> Roll:
    dice = tuple(DieFace(die.kind, face) for die, face in zip(action.dice, faces, strict=True))
    return type(action)(action.actor, dice)


def _hints(action: type[Action]) -> dict[str, str]:
    return {
        name: str(hint)
        for base in reversed(action.__mro__)
        for name, hint in vars(base).get("__annotations__", {}).items()
    }
