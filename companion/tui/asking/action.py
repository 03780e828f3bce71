"""Asking for an action: from a key or a line of words to what is declared, a question at a time."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.core.actions import LOG_ACTIONS, Action
from companion.core.errors import CompanionError
from companion.core.game import Fill, Form, Option
from companion.core.seats import Seat
from companion.core.texts import later, listed, of, tr
from companion.core.verdict import Question
from companion.record.fields import Argument, SeatCodec
from companion.session.prompts import display_name, field_question
from companion.session.table import Table
from companion.tui.asking import choices
from companion.tui.asking.dialogs import FIRST, SEVERAL, ChooseScreen, PickScreen, Talk
from companion.tui.asking.fields import FieldByField, first_open
from companion.tui.asking.form import FormScreen, in_words
from companion.tui.asking.lines import seat_keys
from companion.tui.asking.typeahead import DeclareLineScreen, TypeAhead
from companion.tui.editors import editor_for
from companion.tui.editors.base import Editor
from companion.tui.screens.grid import GridScreen
from companion.tui.widgets.menu import Entry

ActorOf = Callable[[type[Action]], Seat | None]
"""Who is meant when nobody is named, for a class of action."""

ELSE: Final = later("something else: say it field by field")
ALL: Final = later("that is all")


class Asking:
    """Asks for what is missing in an action, and declares it, or lets the table overrule a refusal."""

    def __init__(
        self,
        table: Table,
        talk: Talk,
        declare: Callable[[Action], bool],
        say: Callable[[str], None],
        overrule: Callable[[], Awaitable[None]],
        before: tuple[Action, ...] = (),
    ) -> None:
        self.table = table
        self.talk = talk
        self._declare = declare
        self._say = say
        self._overrule = overrule
        self._before = before
        self._seen = table.version
        talk.after = self.at_once

    # -- an entry of the menu ---------------------------------------------------------------------

    def follow(self, entry: Entry) -> None:
        """Ask for what is missing, a question at a time, and declare."""
        self.talk.hold(partial(self._follow, entry))

    async def _follow(self, entry: Entry) -> None:
        option = await self._which_actor(entry)
        if option is None or (entry.before and not self._declare(entry.before)):
            return
        editor = editor_for(self.table.match, option)
        if entry.together:
            self._declare_together(option.verb)
        elif editor is not None:
            await self._arrange(option, editor)
        elif option.form is not None:
            await self._write_down(option, option.form)
        else:
            self._declare_all(await self._complete(entry.text, option))

    def _declare_together(self, verb: str) -> None:
        """Declare the same for one player after the other, as long as it is offered so."""
        while found := [one for one in self.table.options() if one.verb == verb and one.together]:
            if not self._declare_all(found[0].instances):
                return

    def at_once(self) -> None:
        """Ask for sums as soon as something was declared that they follow from: once, then later.

        Not after an undo, so that another one can follow.
        """
        match, asked = self.table.match, self.table.pending()
        if self.table.version == self._seen or not self.talk.idle:
            return
        self._seen = self.table.version
        if isinstance(asked, Question) and not isinstance(match.log[-1], LOG_ACTIONS):
            for option in self.table.options():
                if option.form and option.verb in asked.verbs and option.actor == asked.asks:
                    self.talk.hold(partial(self._take_over_or_write, option, option.form))

    async def _take_over_or_write(self, option: Option, form: Form) -> None:
        """Offer everybody's numbers of last time, once, before the first are written down."""
        said, agreed = dict[Seat | None, Action](), set[Seat | None]()
        for action in self._before:
            agreed |= {action.actor} if action.verb == form.then else set()
            said |= {action.actor: action} if action.verb == option.verb and action.actor not in agreed else {}
        self._before = ()
        if any(one.verb == option.verb for one in self.table.match.log):  # somebody's stand here already
            said.clear()
        if len(said) < len(self.table.seats) or not await self._same_as(option.text, tuple(said.values())):
            await self._write_down(option, form)
            return
        for action in said.values():
            if not (self._declare(action) and self._declare_meant(action.actor, form)):
                return

    async def _same_as(self, text: str, said: tuple[Action, ...]) -> bool:
        """Show what was written down last time, and ask whether it holds again; Enter alone says nothing."""
        arguments, seats = self.table.grammar.forms[said[0].verb].arguments, self.table.seats
        shown = "\n".join(f"{display_name(one.actor, seats)}: {in_words(arguments, one)}" for one in said)
        ways = (tr("no: anew, player by player"), tr("yes: take all of it over"))
        question = tr("{text}: all as it was last time?", text=text)
        return await self.talk.ask(ChooseScreen(question, ways, shown, likely=None)) == 1

    async def _write_down(self, option: Option, form: Form) -> None:
        """Let people type all fields in one line, and declare what they mean with it as well."""
        screen = FormScreen(self.table, option, form)
        typed = await self.talk.ask(screen)
        if screen.whole_wanted:
            text = self.table.grammar.write(option.instances[0])
            await self.type_option(option, text.partition(": ")[2])
        elif typed is not None and self._declare(screen.action_of(typed)[0]):
            self._declare_meant(option.actor, form)

    def _declare_meant(self, actor: Seat | None, form: Form) -> bool:
        """Declare what a player means with the numbers, where there is such a thing."""
        meant = [one for one in self.table.options() if (one.verb, one.actor) == (form.then, actor)]
        return all(self._declare_all(one.instances[:1]) for one in meant)

    def _declare_all(self, actions: tuple[Action, ...]) -> bool:
        """Declare one after the other; stop at the first that is refused."""
        return all(self._declare(action) for action in actions)

    async def _which_actor(self, entry: Entry) -> Option | None:
        options = entry.options
        if len(options) == 1:
            return options[0]
        asked = self.table.pending()
        if isinstance(asked, Question):  # whoever is asked comes first
            options = tuple(sorted(options, key=lambda option: option.actor != asked.asks))
        labels = tuple(display_name(option.actor, self.table.seats) for option in options)
        actors = [option.actor for option in options]
        keys = seat_keys(actors, self.table.seats, len(actors))
        question = field_question(entry.text, choices.ACTOR)
        at = await self.talk.ask(ChooseScreen(question, labels, keys=keys))
        return None if at is None else options[at]

    async def _complete(self, text: str, option: Option) -> tuple[Action, ...]:
        """Return one action; none when people went back, or typed and declared it."""
        if option.fill is not None:
            return await self._fill(text, option, option.fill)
        if not option.complete and len(option.instances) < 2:  # noqa: PLR2004 - a mere example
            return await FieldByField(self, text, option).run()
        return await self._narrow(text, option)

    async def _narrow(self, text: str, option: Option) -> tuple[Action, ...]:
        """Ask until one of the listed actions is left."""
        trail: list[tuple[str, tuple[Action, ...]]] = []
        actions = option.instances
        while (step := choices.next_step(actions)) is not None:
            labels = [self._choice(actions, step, one) for one in step.values]
            labels += [] if option.complete else [tr(ELSE)]
            used = self.last_used(step.values)
            likely = None if option.costly else FIRST
            keys = self._seat_keys(actions[0].verb, step, len(labels))
            asked = field_question(text, step.field)
            screen = PickScreen(asked, tuple(labels), "", used, likely, keys)
            screen.ids = self._ids(step.values)
            at = await self.talk.ask(screen)
            if at == SEVERAL:
                self._declare_cards(actions[0], step.field, screen.pasted)
                return ()
            if at is not None and at >= len(step.values):
                return await FieldByField(self, text, option).run()
            if at is not None:
                trail.append((step.field, actions))
                actions = choices.narrow(actions, step, step.values[at])
            elif trail:
                _, actions = trail.pop()
            else:
                return ()
            editor = editor_for(self.table.match, replace(option, instances=actions))
            if editor is not None:  # of another player's monster, once it is said whose
                await self._arrange(option, editor)
                return ()
        known = [field for field, _ in trail]
        at = None if option.complete else first_open(self.table.grammar.forms[option.verb], option.instances, known)
        # Of an example nothing is taken that people have not chosen.
        some = replace(option, instances=actions[:1])
        return actions[:1] if at is None else await FieldByField(self, text, some).run(at)

    def _choice(self, actions: tuple[Action, ...], step: choices.Step, value: object) -> str:
        """Say one choice as the menu would, a player or the only one: `Ben (DEF 11, 3 or more)`."""
        left, match = choices.narrow(actions, step, value), self.table.match
        arguments = self.table.grammar.forms[actions[0].verb].arguments
        if isinstance(value, int) and step.field in _seat_fields(arguments):
            return self.player(left[0], Seat(value))
        said = match.game.line(match.state, left[0]) if len(arguments) == 1 else ""
        return said or self.label(step.field, value, actions[0])

    def player(self, action: Action, seat: Seat) -> str:
        """Say what the game says of a player at whom an action is aimed first; else the name."""
        match, aimed = self.table.match, _seat_fields(self.table.grammar.forms[action.verb].arguments)
        first: dict[str, Any] = {aimed[0]: seat}
        return match.game.line(match.state, replace(action, **first)) or self.table.seats[seat]

    def _ids(self, values: tuple[object, ...]) -> tuple[str, ...]:
        """Return the ids of cards of a list; none of a list of anything else."""
        cards = getattr(self.table.catalogue, "cards", {})
        return tuple(str(one) for one in values) if set(values) <= set(cards) else ()

    def _declare_cards(self, action: Action, field: str, text: str) -> None:
        """Declare one card after the other, each by whoever is asked for the next one then."""
        cards, _ = choices.spelled(text, getattr(self.table.catalogue, "cards", {}))
        for at, card in enumerate(cards):
            asked = self.table.pending()
            if at and not (isinstance(asked, Question) and action.verb in asked.verbs):
                left = ", ".join(cards[at:])
                self._say(tr("Enough: {left} was not asked for any more.", left=left))
                return
            actor = asked.asks if at and isinstance(asked, Question) else action.actor
            changes: dict[str, Any] = {"actor": actor, field: card}
            if not self._declare(replace(action, **changes)):
                return

    def _seat_keys(self, verb: str, step: choices.Step, most: int) -> tuple[str, ...]:
        """Return the digits of players to choose from, and those of other answers behind them."""
        seats = _seat_fields(self.table.grammar.forms[verb].arguments)
        if step.field not in {choices.ACTOR, *seats} or None in step.values[:-1]:
            return ()
        return seat_keys(step.values, self.table.seats, most)

    async def _arrange(self, option: Option, editor: Editor) -> None:
        """Let people arrange cards on a grid, and declare what they made."""
        edited = await self.talk.ask(
            GridScreen(
                display_name(option.actor, self.table.seats),
                editor,
                lambda value: self.table.label(value, option.actor),
                self.last_used,
            )
        )
        if edited is None:
            return
        if edited.in_words:
            shown = edited.actions[:1] or option.instances[:1]
            await self.type_option(option, self.table.grammar.write(shown[0]).partition(": ")[2])
        elif not self._declare_all(edited.actions) and edited.ruled:
            await self._overrule()

    # -- a list of cards --------------------------------------------------------------------------

    async def _fill(self, text: str, option: Option, fill: Fill) -> tuple[Action, ...]:
        blank = dict.fromkeys(choices.filled(one, fill.field, ()) for one in option.instances)
        bare = replace(option, instances=tuple(blank), complete=True)
        found = await self._narrow(text, bare)
        if not found:
            return ()
        chosen = await self.list_cards(text, found[0], fill)
        return () if chosen is None else (choices.filled(found[0], fill.field, chosen),)

    async def list_cards(self, text: str, action: Action, fill: Fill) -> tuple[object, ...] | None:
        """Ask for a list entry by entry, or several pasted at once.

        A way back takes the last entry out again, and from the first one gives None.
        """
        chosen: list[object] = []
        remark = ""
        while len(chosen) < fill.most or remark:
            left = _without(fill.values, chosen)
            offered = list(dict.fromkeys(left)) if len(chosen) < fill.most else []
            done = [tr(ALL)] if len(chosen) >= fill.least else []
            screen = self._pick(text, action, fill, chosen, offered, done, remark)
            at = await self.talk.ask(screen)
            remark = ""
            if at == SEVERAL:
                found = self._read_pasted(screen.pasted, left, fill.most - len(chosen))
                chosen += [left[place] for place in found.places]
                remark = found.remark()
            elif at is None and not chosen:
                return None
            elif at is None:
                chosen.pop()
            elif at < len(done):
                break
            else:
                chosen.append(offered[at - len(done)])
        return tuple(chosen)

    def _pick(  # noqa: PLR0913, PLR0917 - all that a question shows
        self,
        text: str,
        action: Action,
        fill: Fill,
        chosen: list[object],
        offered: list[object],
        done: list[str],
        remark: str,
    ) -> PickScreen:
        labels = (*done, *(self.label(fill.field, one, action) for one in offered))
        most = str(fill.most) if fill.least == fill.most else tr("at most {most}", most=fill.most)
        question = tr("{text}: is that all?", text=text)
        if offered:
            many = len(chosen) + 1
            question = tr("{text}: number {many} of {most}?", text=text, many=many, most=most)
        so_far = [self.label(fill.field, one, action) for one in chosen]
        notes = [remark] if remark else []
        notes += [tr("So far:"), *so_far] if so_far else [tr("Several can be pasted at once.")]
        used = self.last_used(tuple(offered))
        first = (*range(len(done)), *(at + len(done) for at in used))
        likely = None if action.costly else FIRST
        screen = PickScreen(question, labels, "\n".join(notes), first, likely)
        screen.ids = tuple(dict.fromkeys(choices.card_of(one) or "" for one in offered))
        return screen

    def _read_pasted(self, text: str, left: list[object], most: int) -> choices.Pasted:
        cards = getattr(self.table.catalogue, "cards", {})
        names = [str(getattr(cards.get(choices.card_of(one)), "name", "")) for one in left]
        return choices.pasted(text, left, names, most)

    # -- words for values -------------------------------------------------------------------------

    def label(self, field: str, value: object, action: Action) -> str:
        """Say a value of an action's field for people."""
        arguments = self.table.grammar.forms[action.verb].arguments
        seats = [one for one in arguments if isinstance(one.codec, SeatCodec)]
        if field == choices.ACTOR or field in {one.name for one in seats}:
            if isinstance(value, int):
                return self.table.seats[value]
            if isinstance(value, tuple) and value:
                return listed([self.table.seats[int(seat)] for seat in value])
        names = [one.name for one in arguments]
        before = names[: names.index(field)] if field in names else []
        aimed = [getattr(action, one.name) for one in seats if one.name in before and not one.many]
        # Whose die or card it is: of whoever was named last, as in `bite Ben eye`.
        return self.table.label(value, action.actor, aimed[-1] if aimed else None)

    def last_used(self, values: tuple[object, ...]) -> tuple[int, ...]:
        """Return the places of the cards used last at this table, which come first in a list."""
        counted = self.table.match.now.latest()
        return choices.last_used((one.action for one in counted), values)

    # -- in words ---------------------------------------------------------------------------------

    async def type_line(self) -> None:
        """Let people type an action in the record's words."""
        known = [one for option in self.table.options() for one in option.instances[:1]]
        example = ""
        if known:
            example = tr("For example: {write}\n", write=self.table.grammar.write(known[0]))
        notes = tr(
            "{example}You can shorten verbs and names. Without a name it is whoever can do it.",
            example=example,
        )
        await self._type_until_read("", tr("Declare in words"), notes, None)

    async def type_option(self, option: Option, text: str) -> None:
        """Let people type one of the actions of an option, beginning with a text, and declare it."""
        await self._type_until_read(
            text or option.verb,
            of(display_name(option.actor, self.table.seats), option.text),
            tr("How to write it: {usage}", usage=self.table.grammar.forms[option.verb].usage()),
            lambda _: option.actor,
        )

    async def _type_until_read(self, text: str, question: str, notes: str, actor_of: ActorOf | None) -> None:
        ahead, problem = TypeAhead(self.table, self.table.label), ""
        while True:
            shown = f"{problem}\n{notes}" if problem else notes
            typed = await self.talk.ask(DeclareLineScreen(question, text, shown, ahead))
            if typed is None or not typed.strip():
                return
            try:
                action = self.table.understand(typed) if actor_of is None else self.table.grammar.enter(typed, actor_of)
            except CompanionError as error:
                problem, text = tr("Not understood: {error}", error=error), typed
                continue
            self._declare(action)
            return


def _seat_fields(arguments: tuple[Argument, ...]) -> list[str]:
    """Return the fields that name one player each."""
    return [one.name for one in arguments if isinstance(one.codec, SeatCodec) and not one.many]


def _without(values: tuple[object, ...], chosen: list[object]) -> list[object]:
    left = list(values)
    for value in chosen:
        left.remove(value)
    return left
