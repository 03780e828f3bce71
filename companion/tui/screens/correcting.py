"""Putting things right: corrections of earlier lines, rulings, the rules and their switches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from companion.core.actions import Amend, Lighten, Redo, Roll, SetSwitch, Undo
from companion.core.errors import CompanionError
from companion.core.switches import specs
from companion.core.texts import tr
from companion.session.changes import changes
from companion.tui import keymap, roll_words
from companion.tui.screens.ask import AskScreen
from companion.tui.screens.choose import ChooseScreen
from companion.tui.screens.correct_roll import CorrectRollScreen
from companion.tui.screens.declaring import DeclaringScreen, Reply
from companion.tui.screens.rules import RulesScreen

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.dice import DieFace
    from companion.core.switches import SwitchSpec
    from companion.session.attempts import Attempt
    from companion.session.history import AmendPlan, HistoryLine

LOG_WORK: Final = (Undo, Redo, Amend)


class CorrectingScreen(DeclaringScreen):
    """A screen that can correct, overrule and look up."""

    # -- corrections ------------------------------------------------------------------------------

    def rolled(self, line: HistoryLine | None) -> Roll | None:
        """Return the roll of a line that counts; None for any other line."""
        if line is None or line.undone:
            return None
        action = self.table.match.log[line.number - 1]
        return action if isinstance(action, Roll) else None

    def instead(self, line: HistoryLine) -> tuple[tuple[DieFace, ...], ...]:
        """Return what a roll may really have shown, likeliest first."""
        roll = self.rolled(line)
        return () if roll is None else self.live.desk.instead(line.number, roll.dice)

    def mend(self, line: HistoryLine, dice: tuple[DieFace, ...]) -> None:
        """Let a roll have shown something else."""
        roll = self.rolled(line)
        if roll is not None:
            self._converse(partial(self._put_right, line, type(roll)(roll.actor, dice)))

    def correct(self, line: HistoryLine) -> None:
        """Correct an earlier line; what no longer fits is shown before it goes."""
        self._converse(partial(self._correct, line))

    async def _correct(self, line: HistoryLine) -> None:
        action = self.table.match.log[line.number - 1]
        if line.undone or isinstance(action, LOG_WORK):
            self.say(Reply(tr("Pick a line that counts: one that is not struck out."), bad=True))
            return
        replacement = await self._replacement(line, action)
        if replacement is not None:
            await self._put_right(line, replacement)

    async def _replacement(self, line: HistoryLine, action: Action) -> Action | None:
        if isinstance(action, Roll):
            dice = await self.app.push_screen_wait(
                CorrectRollScreen(line, action, self.instead(line))
            )
            return None if dice is None else type(action)(action.actor, dice)
        typed = await self.app.push_screen_wait(
            AskScreen(
                tr("Correct line {number}", number=line.number),
                line.line,
                tr("Written as in a record."),
            )
        )
        try:
            return None if typed is None else self.table.grammar.read(typed)
        except CompanionError as error:
            self.say(Reply(tr("Not understood: {error}", error=error), bad=True))
            return None

    async def _put_right(self, line: HistoryLine, replacement: Action) -> None:
        if replacement == self.table.match.log[line.number - 1]:
            self.say(Reply(tr("Line {number} says that already.", number=line.number)))
            return
        plan = self.table.plan_amend(line.number, replacement)
        amend = Amend(None, plan.number, plan.replacement, plan.drops)
        if not plan.verdict.legal:
            self._tell(amend, plan.verdict)
            return
        if plan.drops and not await self._agreed(plan):
            return
        before = self.table.match
        if self.declare(amend):
            now = self.table.history()[plan.number - 1].told
            changed = changes(before, self.table.match).line()
            self.say(Reply(roll_words.corrected(plan.number, now, changed)))
            self.back_to_play()

    async def _agreed(self, plan: AmendPlan) -> bool:
        history = self.table.history()
        gone = (f"{number}: {history[number - 1].told}" for number in plan.drops)
        notes = "\n".join((tr("These later lines no longer fit and go:"), *gone))
        labels = (tr("yes, correct it"), tr("no, leave everything as it is"))
        answer = await self.app.push_screen_wait(ChooseScreen(tr("Correct it?"), labels, notes))
        return answer == 0

    def back_to_play(self) -> None:
        """Let keys go to the game again."""
        raise NotImplementedError

    # -- rulings ----------------------------------------------------------------------------------

    def attempt(self, attempt: Attempt) -> None:
        """Say the verdict on something that is refused, as though it had been declared."""
        verdict = self.table.check(attempt.action)
        if not verdict.legal:
            self._tell(attempt.action, verdict)

    def action_rule(self) -> None:
        """Let the table allow what was refused last."""
        self._converse(self.rule_on_refusal)

    async def rule_on_refusal(self) -> None:
        """Ask why the table allows what was refused last, and let it happen."""
        said = self.said
        if said.action is None or said.verdict is None or not said.verdict.forceable:
            self.say(Reply(tr("There is nothing refused that a ruling could allow."), bad=True))
            return
        rules = ", ".join(dict.fromkeys(reason.rule for reason in said.verdict.reasons))
        question = tr("The table allows: {write}", write=self.table.grammar.write(said.action))
        notes = tr("In spite of {rules}. Why? It is written down.", rules=rules)
        screen = AskScreen(question, tr("the table agreed"), notes)
        note = await self.app.push_screen_wait(screen)
        if note is None:
            return
        try:
            verdict = self.table.allow(said.action, note.strip() or tr("the table agreed"))
        except CompanionError as error:
            self.say(Reply(tr("Not written down, so not done: {error}", error=error), bad=True))
        else:
            self._tell(said.action, verdict)

    # -- rules and switches -----------------------------------------------------------------------

    def action_rules(self) -> None:
        """Show the rules; those of the last verdict first."""
        self._converse(self._look_up)

    async def _look_up(self) -> None:
        screen = RulesScreen(self.table.match.rulebook, self.said.rules, self._switches())
        name = await self.app.push_screen_wait(screen)
        spec = next((one for one in self._specs() if one.name == name), None)
        if spec is not None:
            await self._set(spec)

    def action_switch(self) -> None:
        """Change a house rule from here on."""
        self._converse(self._switch)

    async def _switch(self) -> None:
        offered = self._specs()
        labels = tuple(f"{spec.name}: {spec.text}" for spec in offered)
        at = await self.app.push_screen_wait(ChooseScreen(tr("Which house rule?"), labels))
        if at is not None:
            await self._set(offered[at])

    async def _set(self, spec: SwitchSpec) -> None:
        now = self._switches()[spec.name]
        marked = tuple(roll_words.choice(value, spec.default, now) for value in spec.choices)
        chosen = await self.app.push_screen_wait(ChooseScreen(f"{spec.name}: {spec.text}", marked))
        if chosen is not None:
            self.declare(SetSwitch(None, spec.name, spec.choices[chosen]))

    # -- depth ------------------------------------------------------------------------------------

    def action_lighten(self) -> None:
        """Go on in light depth, if people are sure of it."""
        self._converse(self._lighten)

    async def _lighten(self) -> None:
        undo = keymap.now(self.app, "table.undo", "u")
        notes = tr(
            "From here on cards are not named: you add up, Tableside keeps order and score."
            " What counts stays as it is. Only undo ({undo}) brings full depth back.",
            undo=undo,
        )
        labels = (tr("yes, from here on"), tr("no, leave everything as it is"))
        screen = ChooseScreen(tr("Go on in light depth?"), labels, notes)
        if await self.app.push_screen_wait(screen) == 0 and self.declare(Lighten(None)):
            told = self.table.history()[-1].told
            self.say(Reply(tr("{told} · {undo} takes it back", told=told, undo=undo)))

    def _specs(self) -> tuple[SwitchSpec, ...]:
        return specs(self.table.match.game.house, self.table.match.game.prefix)

    def _switches(self) -> dict[str, str]:
        """Return the house rules in force, by name."""
        match = self.table.match
        house = match.game.house_of(match.state)
        return {spec.name: str(getattr(house, _field(spec.name))) for spec in self._specs()}


def _field(name: str) -> str:
    """Return the field of a switch: what stands behind the game's prefix."""
    return name.rpartition(".")[2]
