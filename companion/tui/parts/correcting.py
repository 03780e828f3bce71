"""Correcting: earlier lines, rulings, house rules and the depth, each after a question or two."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from companion.core.actions import Action, Amend, Lighten, Roll, SetSwitch
from companion.core.dice import DieFace, DieSpec, RollRequest
from companion.core.errors import CompanionError
from companion.core.seats import Seat
from companion.core.switches import SwitchSpec, specs
from companion.core.texts import later, of, tr
from companion.core.whynot import why_not
from companion.rolls.typed import UnreadableRollError, typed_faces
from companion.session.attempts import Attempt
from companion.session.changes import changes
from companion.session.history import HistoryLine
from companion.session.prompts import answer_text
from companion.tui import roll_keys, roll_words
from companion.tui.asking.dialogs import (
    MAX_LENGTH,
    AskScreen,
    ChooseScreen,
    ListDialog,
    Talk,
    up_and_down,
)
from companion.tui.live import Live
from companion.tui.parts.announcing import Announcing
from companion.tui.screens.rules import RulesScreen
from companion.tui.widgets.said import Hanging


class Correcting:
    """Corrects, overrules and looks up; `done` is called after a correction: keys go to the game again."""

    def __init__(self, live: Live, talk: Talk, announcing: Announcing, done: Callable[[], None]) -> None:
        self.table = live.table
        self._live = live
        self._talk = talk
        self._announcing = announcing
        self._done = done

    # -- earlier lines ----------------------------------------------------------------------------

    def roll_of(self, line: HistoryLine | None) -> Roll | None:
        """Return the roll of a line that counts; None for any other line."""
        if line is None or line.undone:
            return None
        action = self.table.match.log[line.number - 1]
        return action if isinstance(action, Roll) else None

    def _instead(self, line: HistoryLine, roll: Roll) -> tuple[tuple[DieFace, ...], ...]:
        """Return what a roll may really have shown, likeliest first."""
        return self._live.desk.instead(line.number, roll.dice)

    def hint(self, line: HistoryLine) -> str:
        """Say which keys correct a line."""
        roll = self.roll_of(line)
        if roll is None:
            return tr("Enter corrects this line · Space marks where a stretch begins")
        return roll_words.mend_hint(roll.dice, self._instead(line, roll))

    def take_key(self, line: HistoryLine, roll: Roll, character: str) -> bool:
        """Take a key for a roll of the history; False when it is for something else."""
        dice = roll_keys.corrected_dice(roll.dice, self._instead(line, roll), character)
        if dice is not None:
            entries = (type(roll)(roll.actor, dice),)
            self._talk.hold(partial(self._put_right, [line], [roll], entries))
        # While a line is worked on no digit may fall through to the open roll.
        return dice is not None or character.isdecimal()

    def correct(self, lines: Sequence[HistoryLine], *, marked: bool = False) -> None:
        """Correct an earlier line, or a stretch; what no longer fits is shown before it goes.

        Of lines that people marked a single roll is written out, too.
        """
        self._talk.hold(partial(self._correct, lines, marked=marked))

    async def _correct(self, lines: Sequence[HistoryLine], *, marked: bool) -> None:
        history = self.table.history()
        counted = [line for line in lines if history.steps(line.number)]
        if not counted:
            text = tr("Pick a line that counts: one that is not struck out.")
            self._announcing.say(text, bad=True)
            return
        made = [step.action for line in counted for step in history.steps(line.number)]
        entries = await self._entries(counted, made, marked=marked)
        if entries is not None:
            await self._put_right(counted, made, entries)

    async def _entries(
        self, lines: list[HistoryLine], made: list[Action], *, marked: bool
    ) -> tuple[Action, ...] | None:
        """Ask what stands in the place of lines; None is a way back."""
        first, last, roll = lines[0], lines[-1], made[0]
        if isinstance(roll, Roll) and len(made) == 1 and not marked:
            dice = await self._talk.ask(CorrectRollScreen(first, roll, self._instead(first, roll)))
            return None if dice is None else (type(roll)(roll.actor, dice),)
        stretch = tr("Correct lines {first} to {last}", first=first.number, last=last.number)
        question = tr("Correct line {number}", number=first.number) if first is last else stretch
        notes = tr("Written as in a record; a semicolon between two lines. Empty takes it out.")
        grammar = self.table.grammar.before(first.number)
        text = "; ".join(map(grammar.write, made))
        if len(text) > MAX_LENGTH:
            self._announcing.say(tr("That is too long for one line: mark fewer lines."), bad=True)
            return None
        typed = await self._talk.ask(AskScreen(question, text, notes))
        try:
            return None if typed is None else grammar.read_all(typed)
        except CompanionError as error:
            self._announcing.say(tr("Not understood: {error}", error=error), bad=True)
            return None

    async def _put_right(self, lines: list[HistoryLine], made: list[Action], entries: tuple[Action, ...]) -> None:
        announcing, number = self._announcing, lines[0].number
        if entries == tuple(made):
            announcing.say(tr("Line {number} already says that.", number=number))
            return
        out = tuple(line.number for line in lines[1:])
        amend = Amend(None, number, next(iter(entries), None), out, entries[1:])
        amend = self.table.match.with_drops(amend)
        if not self.table.check(amend).legal:
            announcing.declare(amend)  # is refused, and kept as that
            return
        if not await self._agreed([one for one in amend.drops if one not in out]):
            return
        before = self.table.match
        if announcing.declare(amend):
            now = self.table.history()[number - 1]
            told = tr("taken out") if now.undone else now.told
            changed = changes(before, self.table.match).line()
            corrected = tr("Corrected line {number}: {told}", number=number, told=told)
            announcing.say(f"{corrected} · {changed}" if changed else corrected)
            self._done()

    async def _agreed(self, drops: Sequence[int]) -> bool:
        """Show what no longer fits, where there is something, and ask."""
        if not drops:
            return True
        history = self.table.history()
        gone = (of(str(number), history[number - 1].told) for number in drops)
        notes = "\n".join((tr("These later lines no longer fit and are dropped:"), *gone))
        labels = (tr("yes, correct it"), tr("no, leave everything as it is"))
        return await self._talk.ask(ChooseScreen(tr("Correct it?"), labels, notes, likely=None)) == 0

    # -- rulings ----------------------------------------------------------------------------------

    def attempt(self, attempt: Attempt) -> None:
        """Say the verdict on something that is refused, as though it had been declared."""
        verdict = self.table.check(attempt.action)
        if not verdict.legal:
            self._announcing.report(attempt.action, verdict)
            self._announcing.remark(self._answers())

    def _answers(self) -> str:
        """Say what would make legal what was refused last, an answer a line."""
        refused = self._announcing.reply.action
        answers = () if refused is None else why_not(self.table.match, refused)
        return "\n".join(answer_text(one, self.table.grammar) for one in answers)

    async def overrule(self) -> None:
        """Ask why the table allows what was refused last, and let it happen."""
        reply = self._announcing.reply
        if reply.action is None or reply.verdict is None or not reply.verdict.forceable:
            text = tr("There is nothing refused that a ruling could allow.")
            self._announcing.say(text, bad=True)
            return
        rules = ", ".join(dict.fromkeys(reason.rule for reason in reply.verdict.reasons))
        question = tr("The table allows: {write}", write=self.table.grammar.write(reply.action))
        notes = tr("In spite of {rules}. Why? The record keeps it.", rules=rules)
        note = await self._talk.ask(AskScreen(question, tr("the table agreed"), notes))
        if note is None:
            return
        try:
            verdict = self.table.allow(reply.action, note.strip() or tr("the table agreed"))
        except CompanionError as error:
            self._announcing.say_not_saved(error)
        else:
            self._announcing.report(reply.action, verdict)

    # -- rules and house rules --------------------------------------------------------------------

    async def look_up(self) -> None:
        """Show the rules: of what is asked first, then of the last verdict, then of what may be done."""
        asked, offered = self.table.pending(), self.table.options()
        first = () if asked is None else (asked.rule,)
        first = (*first, *self._announcing.reply.rules, *(option.rule for option in offered))
        rulebook = self.table.match.rulebook
        name = await self._talk.ask(RulesScreen(rulebook, first, self._values(), self._answers()))
        spec = next((one for one in self._specs() if one.name == name), None)
        if spec is not None:
            await self._set(spec)

    async def switch(self) -> None:
        """Change a house rule from here on."""
        offered = self._specs()
        labels = tuple(of(spec.name, spec.text) for spec in offered)
        at = await self._talk.ask(ChooseScreen(tr("Which house rule?"), labels))
        if at is not None:
            await self._set(offered[at])

    async def _set(self, spec: SwitchSpec) -> None:
        now = self._values()[spec.name]
        labels = tuple(roll_words.choice(value, spec.default, now) for value in spec.choices)
        at = await self._talk.ask(ChooseScreen(of(spec.name, spec.text), labels))
        if at is not None:
            self._announcing.declare(SetSwitch(None, spec.name, spec.choices[at]))

    def _specs(self) -> tuple[SwitchSpec, ...]:
        return specs(self.table.match.game.house, self.table.match.game.prefix)

    def _values(self) -> dict[str, str]:
        """Return the house rules in force, by name; a field is what stands behind the prefix."""
        match = self.table.match
        house = match.game.house_of(match.state)
        names = [spec.name for spec in self._specs()]
        return {name: str(getattr(house, name.rpartition(".")[2])) for name in names}

    # -- depth ------------------------------------------------------------------------------------

    async def lighten(self) -> None:
        """Go on in light depth, if people are sure of it."""
        undo = self._talk.key("table.undo", "u")
        notes = tr(
            "From here on cards are not named: you add up, Tableside keeps order and score."
            " What counts stays as it is. Only undo ({undo}) brings full depth back.",
            undo=undo,
        )
        labels = (tr("yes, from here on"), tr("no, leave everything as it is"))
        screen = ChooseScreen(tr("Go on in light depth?"), labels, notes, likely=None)
        if await self._talk.ask(screen) == 0 and self._announcing.declare(Lighten(None)):
            told = self.table.history()[-1].told
            self._announcing.say(tr("{told} · {undo} takes it back", told=told, undo=undo))


NUMBERED_OUTCOMES: Final = 9  # So many outcomes of several dice have a digit of their own


class CorrectRollScreen(ListDialog[tuple[DieFace, ...] | None]):
    """Asks for the faces of a roll; None is a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", later("Back"), id="mend.back"),
        *up_and_down("mend"),
    ]

    def __init__(self, line: HistoryLine, roll: Roll, instead: tuple[tuple[DieFace, ...], ...]) -> None:
        """Ask what the roll of a line showed; `instead` are other outcomes, likeliest first."""
        super().__init__()
        self.roll = roll
        self.instead = instead
        self.request = _as_request(roll)
        self.question = tr("Line {number}: what did the dice show?", number=line.number)
        self.notes = tr("It says: {told}", told=line.told)
        self.typed = ""

    def on_mount(self) -> None:
        """List what it may have been."""
        self.stand_beside()
        answers = self.query_one(OptionList)
        single = self.single
        for row, dice in enumerate(self.instead, 1):
            text = roll_words.differing_faces(dice, self.roll.dice)
            number = "" if single or row > NUMBERED_OUTCOMES else f"{row}"
            often = tr("  most likely") if row == 1 else ""
            answers.add_option(Option(Hanging(f"{number:>2} {text}{often}")))
        answers.highlighted = 0 if self.instead else None
        answers.focus()
        self._show_typed()

    @property
    def single(self) -> bool:
        """Whether one key says the whole roll."""
        return roll_keys.one_keystroke(self.request)

    def _show_typed(self, problem: str = "") -> None:
        how = roll_words.mend_how(self.request, self.typed, len(self.instead))
        self.query_one("#typed", Static).update("\n".join(part for part in (problem, how) if part))

    def on_key(self, event: events.Key) -> None:
        """Take faces; of several dice digits choose until a blank begins to type them."""
        character = event.character or ""
        if not self.single and not self.typed and character.isdecimal():
            event.stop()
            self._answer(int(character) - 1)
            return
        after = roll_keys.press(self.request, self.typed, event.key, character, doubtful=True)
        if after is None:
            return
        event.stop()
        self.typed = after.text
        if after.entered:
            self._enter(after.text)
        else:
            self._show_typed(after.problem)

    def _enter(self, text: str) -> None:
        try:
            dice = typed_faces(text, self.request)
        except UnreadableRollError as error:
            self._show_typed(str(error))
            return
        if dice:
            self.dismiss(dice)

    def _answer(self, row: int) -> None:
        if 0 <= row < len(self.instead):
            self.dismiss(self.instead[row])


def _as_request(roll: Roll) -> RollRequest:
    """Ask for the same dice again, in the roll's order."""
    kinds = groupby(die.kind for die in roll.dice)
    dice = tuple(DieSpec(kind, len(list(same))) for kind, same in kinds)
    roller = Seat(0) if roll.actor is None else roll.actor
    return RollRequest(roller, dice, tr("what the dice showed"), "X-10")
