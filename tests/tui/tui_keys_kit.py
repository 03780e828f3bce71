"""Any known game, played on the real app by nothing but keys.

What a record declares is found on the screen as a person finds it: the verb's key, answers in
dialogs, lists made up card by card, fields typed one by one, dice typed, and for what no dialog
offers the line of words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from known_games import Known

from companion.commands import memory
from companion.core.actions import Action, Redo, Roll, Undo
from companion.core.dice import RollRequest
from companion.core.game import Fill, Form, Option
from companion.core.words import Cell
from companion.games.rsf.verbs import Connect
from companion.record.header import Header
from companion.session.prompts import display_name
from companion.tui import roll_keys
from companion.tui.asking import choices
from companion.tui.asking.action import ALL, ELSE
from companion.tui.asking.dialogs import AskScreen, ChooseScreen
from companion.tui.asking.fields import NONE, OTHER, first_open
from companion.tui.asking.form import FormScreen, word_of
from companion.tui.editors import editor_for
from companion.tui.editors.rsf_pick import PickEditor
from companion.tui.host import Wish
from companion.tui.screens.grid import GridScreen
from companion.tui.screens.start import StartScreen
from companion.tui.screens.table import TableScreen

MOST_USES = 4
"""Ways in which a hybrid can be used; one more turn begins anew."""

LONGEST = 12
"""Letters that anybody types to find an answer, before the arrow keys are quicker."""

AGAIN = "Enter again keeps it anyway."


def settled(action: Action) -> Action:
    """Return an action with its dice in one order, whatever the order they were said in."""
    if not isinstance(action, Roll):
        return action
    return replace(action, dice=tuple(sorted(action.dice, key=lambda die: (die.kind, die.face))))


def played_last(home: Path, header: Header) -> None:
    """Let the people of a record have sat at such a table last time."""
    memory.remember(home, Wish(header.game, header.seats, header.depth, dict(header.switches)))


async def open_table(driver: Any, header: Header) -> None:
    """Go from the start screen to the table by one key, with last time's seats."""
    await driver.go(to=StartScreen)
    await driver.go("enter", to=TableScreen)
    assert (driver.table.header.game, driver.table.header.seats) == (header.game, header.seats)


async def read_through(driver: Any) -> str:
    """Leaf through a page that is longer than the screen; return all that stood there."""
    seen, now = [], driver.visible()
    while now not in seen:
        seen.append(now)
        await driver.press("space")
        await driver.pilot.pause()
        now = driver.visible()
    return " ".join(" ".join(seen).split())


def score_lines(known: Known) -> list[str]:
    """Return what the score sheet must say of everybody's totals."""
    columns = {key: said for key, said in known.said.items() if isinstance(said, dict)}
    return [f"{key} {said[seat]}" for key, said in columns.items() for seat in said if said[seat]]


@dataclass
class Fingers:
    """Plays a table by keys.

    Attributes:
        driver: the app under test.
        ways: how often each way of saying an action was needed.
    """

    driver: Any
    ways: Counter[str] = field(default_factory=Counter)
    _last: Any = None
    _ahead: list[Action] = field(default_factory=list)

    @property
    def table(self) -> Any:
        return self.driver.table

    async def play(self, actions: Sequence[Action]) -> None:
        """Declare one action after the other; each must stand in the log as it was meant."""
        driver = self.driver
        for action in actions:
            if action in self._ahead[:1]:
                self._ahead.pop(0)
                continue
            before = self.table.version
            await driver.pilot.pause()
            if isinstance(driver.screen, FormScreen) and not self._is_asked(action):
                await driver.press("escape")
            if not isinstance(driver.screen, FormScreen):
                await driver.go(to=TableScreen)
            way = await self._say(action)
            self.ways[way] += 1
            await driver.until(lambda was=before: self.table.version > was, f"{way}: {action}")
            found, *self._ahead = map(settled, self.table.match.log[before:])
            assert found == settled(action), f"{way}: {found} instead of {action}"

    async def _say(self, action: Action) -> str:
        if isinstance(action, Undo):
            await self.driver.press("u")
            return "undo"
        if isinstance(action, Redo):
            await self.driver.press("U")
            return "redo"
        if isinstance(action, Roll) and isinstance(self.table.pending(), RollRequest):
            await self._roll(action)
            return "dice"
        return await self._declare(action)

    # -- dice -------------------------------------------------------------------------------------

    async def _roll(self, action: Roll) -> None:
        """Type what the dice show, in the order in which the screen asks for it."""
        request = self.table.pending()
        each, left, faces = roll_keys.key_each(request), list(action.dice), []
        for kind in [spec.kind for spec in request.dice for _ in range(spec.count)]:
            die = next(one for one in left if one.kind == kind)
            left.remove(die)
            faces.append(die.face.lower())
        await self.driver.type("".join(faces) if each else " ".join(faces))
        if not roll_keys.one_keystroke(request):
            await self.driver.press("enter")

    def _is_asked(self, action: Action) -> bool:
        """Tell whether the line that lies open asks for an action."""
        asked = self.driver.screen.form.standing
        return (asked.verb, asked.actor) == (action.verb, action.actor)

    # -- declarations -----------------------------------------------------------------------------

    async def _declare(self, action: Action) -> str:
        """Press the keys that declare an action; return the way that was needed."""
        screen = self.driver.screen
        if isinstance(screen, FormScreen):
            return await self._line(action, screen.form)
        entry = next((one for one in screen.entries if one.verb == action.verb), None)
        options = () if entry is None else entry.options
        option = next((one for one in options if one.actor == action.actor), None)
        if entry is None or option is None or not entry.key:
            return await self._in_words(action)
        editor = editor_for(self.table.match, option)
        await self.driver.press(entry.key)
        if len(options) > 1:
            dialog = await self._question()
            await self._answer(dialog.labels.index(display_name(action.actor, screen.table.seats)))
        if editor is not None:
            return await self._on_grid(action)
        if option.form is not None:
            return await self._line(action, option.form)
        if option.fill is not None:
            return await self._listed(action, option, option.fill)
        if not option.complete and len(option.instances) < 2:  # a mere example
            return await self._fields(action)
        return await self._narrowed(action, option)

    async def _narrowed(self, action: Action, option: Option) -> str:
        left, asked = option.instances, []
        while (step := choices.next_step(left)) is not None:
            dialog, value = await self._question(), getattr(action, step.field)
            if action not in left and ELSE in dialog.labels:
                await self._answer(dialog.labels.index(ELSE))
                return await self._fields(action)
            await self._answer(step.values.index(value))
            left = choices.narrow(left, step, value)
            asked.append(step.field)
            if editor_for(self.table.match, replace(option, instances=left)) is not None:
                return await self._on_grid(action)
        at = None if option.complete else first_open(self.table.grammar.forms[action.verb], option.instances, asked)
        return "menu" if at is None else await self._fields(action, at)

    async def _listed(self, action: Action, option: Option, fill: Fill) -> str:
        """Make up a list, entry by entry."""
        blank = dict.fromkeys(choices.filled(one, fill.field, ()) for one in option.instances)
        await self._narrowed(action, replace(option, instances=tuple(blank), complete=True))
        values = list(fill.values)
        wanted = getattr(action, fill.field)
        for value in wanted:
            dialog = await self._question()
            done = 1 if dialog.labels[:1] == (ALL,) else 0
            offered = list(dict.fromkeys(values))
            await self._answer(done + offered.index(value))
            values.remove(value)
        if len(wanted) < fill.most:
            await self._question()
            await self._answer(0)
        return "list"

    async def _fields(self, action: Action, at: int = 0) -> str:
        """Type or choose field after field, as the record has them, from one on."""
        grammar = self.table.grammar
        form = grammar.forms[action.verb]
        for one in form.arguments[at:]:
            text = one.write(getattr(action, one.name), grammar, form.keywords)
            said = text.removeprefix(one.keyword or "").strip()
            said = "" if said == "-" else said
            dialog = await self._question(ChooseScreen, AskScreen)
            if isinstance(dialog, ChooseScreen):
                names = [label for label in dialog.labels if _means(label, said or NONE)]
                if len(names) == 1:
                    await self._answer(dialog.labels.index(names[0]))
                    continue
                assert OTHER in dialog.labels, f"{one.name} {said!r} is none of {dialog.labels}"
                await self._answer(dialog.labels.index(OTHER))
                dialog = await self._question(AskScreen)
            await self._type(said, dialog)
        return "fields"

    async def _line(self, action: Action, form: Form) -> str:
        """Type numbers and words in one line."""
        dialog = await self._question(FormScreen)
        said = []
        for one in dialog.arguments:
            value, number = getattr(action, one.name), one.name not in form.words
            said.append(f"{word_of(one)} {value}" if number else value or "-")
        await self._type(" ".join(said), dialog)
        return "line"

    async def _on_grid(self, action: Action) -> str:
        """Put a card down by arrow keys; what is arranged otherwise is typed, as the screen offers."""
        grid = await self._question(GridScreen)
        if isinstance(action, Connect) and action.card in grid.editor.cards:
            cards = grid.editor.cards
            places = abs(cards.index(action.card) - grid.editor.chosen % len(cards))
            await self.driver.press(*["tab"] * places)
            await self._walk(grid, action.cell)
            await self.driver.press("enter")
            for _ in range(MOST_USES):
                if settled(grid.editor.actions()[-1]) == action:
                    break
                await self.driver.press("r")
            await self.driver.press("d")
            return "grid"
        if isinstance(grid.editor, PickEditor):
            piece = self.table.match.state.piece(grid.editor.seat, action.piece)
            await self._walk(grid, piece.cell)
            await self.driver.press("enter", "enter")
            return "grid"
        await self.driver.press("f2")
        await self._type(self._words(action).partition(": ")[2], await self._question(AskScreen))
        return "grid in words"

    async def _walk(self, grid: GridScreen, cell: Cell) -> None:
        across, up = cell.x - grid.cursor[0], cell.y - grid.cursor[1]
        await self.driver.press(*["right" if across > 0 else "left"] * abs(across))
        await self.driver.press(*["up" if up > 0 else "down"] * abs(up))

    async def _in_words(self, action: Action) -> str:
        """Say it in the record's words, which no dialog offers."""
        await self.driver.press("colon")
        await self._type(self._words(action), await self._question(AskScreen))
        return "words"

    def _words(self, action: Action) -> str:
        return str(self.table.grammar.write(action))

    # -- dialogs ----------------------------------------------------------------------------------

    async def _question(self, *kinds: type) -> Any:
        """Wait for the next dialog."""
        kinds, driver, last = kinds or (ChooseScreen,), self.driver, self._last
        await driver.until(
            lambda: isinstance(driver.screen, kinds) and driver.screen is not last,
            f"one of {[one.__name__ for one in kinds]}",
        )
        self._last = driver.screen
        return driver.screen

    async def _answer(self, place: int) -> None:
        """Choose an answer by its digit, or by typing until it comes first, or by arrows."""
        screen, labels = self.driver.screen, self.driver.screen.labels
        if screen.keys:
            await self.driver.press(screen.keys[place])
            return
        label = labels[place]
        for end in range(1, min(len(label), LONGEST) + 1):
            if screen.found(label[:end])[:1] == (place,):
                await self.driver.type(label[:end])
                break
        else:
            await self.driver.press(*["down"] * screen.found("").index(place))
        await self.driver.press("enter")

    async def _type(self, text: str, dialog: Any) -> None:
        """Type a line over what stands in it; a doubt is answered by Enter once more."""
        driver = self.driver
        await driver.press("ctrl+a", "ctrl+k", "ctrl+u")
        await driver.type(text)
        await driver.press("enter")
        await driver.until(lambda: driver.screen is not dialog, f"an end of {text!r}")
        if isinstance(driver.screen, AskScreen) and AGAIN in driver.screen.notes:
            self._last = driver.screen
            await driver.press("enter")


def _means(label: str, said: str) -> bool:
    """Tell whether an answer is what the record says, or the card of which it says the id."""
    return label == said or label.split(" ", maxsplit=1)[0] == said
