"""Asking for an action field by field, each checked in words; the record's grammar has the say."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.core.errors import CompanionError
from companion.core.game import Fill
from companion.core.seats import Seat
from companion.core.texts import tr
from companion.record.fields import SeatCodec
from companion.record.grammar import TABLE
from companion.tui import choices, forms
from companion.tui.screens.ask import AskScreen
from companion.tui.screens.choose import ChooseScreen
from companion.tui.screens.listing import Listing

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.game import Option
    from companion.record.fields import Argument
    from companion.tui.screens.declaring import DeclaringScreen

NONE: Final = "none"
OTHER: Final = tr("another: type it")
WHOLE: Final = tr("type the whole line")


@dataclass(frozen=True, slots=True)
class Otherwise:
    """People want to say it otherwise than by choosing.

    Attributes:
        line: what stands in the line at first when they want to type it; None to be asked field by
            field.
    """

    line: str | None = None


Answer = tuple["Action", ...] | Otherwise
"""What is to be declared, nothing after a way back, or a wish."""


@dataclass(frozen=True, slots=True)
class _Back:
    """People went a question back."""


@dataclass(frozen=True, slots=True)
class _Whole:
    """People want to type the whole line."""


@dataclass(frozen=True, slots=True)
class _Type:
    """People want to type what is not in the list."""


_Said = str | _Back | _Whole | _Type


async def by_field(screen: DeclaringScreen, text: str, option: Option) -> Answer:
    """Ask for every field of an option's action; nothing comes back after a way back."""
    return await _ByField(screen, text, option).run()


class _ByField:
    """One action on its way through its fields."""

    def __init__(self, screen: DeclaringScreen, text: str, option: Option) -> None:
        self.screen = screen
        self.table = screen.table
        self.grammar = screen.table.grammar
        self.text = text
        self.option = option
        self.form = self.grammar.forms[option.verb]
        self.answers: dict[str, str] = {}

    @property
    def _line(self) -> str:
        actor = self.option.actor
        who = TABLE if actor is None else self.grammar.seat_word(actor)
        return forms.line(self.form, who, self.answers)

    async def run(self) -> Answer:
        """Ask from the first field to the last."""
        at, arguments = 0, self.form.arguments
        while at < len(arguments):
            said = await self._ask(arguments[at])
            if isinstance(said, _Whole):
                return Otherwise(self._typed())
            if isinstance(said, _Back):
                at -= 1
                if at < 0:
                    return ()
                self.answers.pop(arguments[at].name, None)
            elif isinstance(said, str):
                self.answers[arguments[at].name] = said
                at += 1
        try:
            action = self.grammar.read(self._line)
        except CompanionError:
            return Otherwise(self._typed())
        return (action,)

    def _typed(self) -> str:
        """What stands in the line when people want to type it: what they said, else an example."""
        if self.answers:
            return self._line.partition(": ")[2]
        return self.grammar.write(self.option.instances[0]).partition(": ")[2]

    async def _ask(self, one: Argument) -> _Said:
        pool = self._pool(one)
        if pool:
            return await self._list(one, pool)
        listed = self._listed(one)
        if listed:
            said = await self._choose(one, listed)
            if not isinstance(said, _Type):
                return said
        return await self._type(one)

    # -- a list -------------------------------------------------------------------------------

    def _pool(self, one: Argument) -> tuple[object, ...]:
        """Cards of which a list is made up: those of the examples, each as often as it is there."""
        if not one.many:
            return ()
        pool: Counter[object] = Counter()
        for action in self.option.instances:
            pool |= Counter(getattr(action, one.name))
        cards = getattr(self.table.catalogue, "cards", {})
        return tuple(pool.elements()) if all(card in cards for card in pool) else ()

    async def _list(self, one: Argument, pool: tuple[object, ...]) -> _Said:
        action = choices.filled(self.option.instances[0], one.name, ())
        fill = Fill(one.name, pool, 0, len(pool))
        chosen = await Listing(self.screen, self.text, action, fill).run()
        if chosen is None:
            return _Back()
        return " ".join(forms.word(one, self.form, card, self.grammar) for card in chosen)

    def _listed(self, one: Argument) -> dict[str, str]:
        """Words that may be the answer, each with its label; empty where people just type."""
        fixed = forms.fixed(one, self.grammar)
        if fixed:
            if isinstance(one.codec, SeatCodec):
                return {self.grammar.seat_word(Seat(at)): name for at, name in enumerate(fixed)}
            return {word: word for word in fixed}
        if one.many:
            return {}
        values = self._values(one)
        action = self.option.instances[0]
        return {
            forms.word(one, self.form, value, self.grammar): self.screen.label_of(
                one.name, value, action
            )
            for value in values
        }

    def _values(self, one: Argument) -> list[Any]:
        """Values of the examples, and for a card all that are known: which of them it is, is said."""
        found = dict.fromkeys(getattr(action, one.name) for action in self.option.instances)
        values = [value for value in found if value is not None]
        cards = [value for value in values if type(value) is str and choices.card_of(value)]
        known = getattr(self.table.catalogue, "cards", {})
        if cards and all(card in known for card in cards):
            return [*cards, *(card for card in known if card not in found)]
        pieces = self._pieces(one)
        if pieces:
            return pieces
        return values if len(values) > 1 else []

    def _pieces(self, one: Argument) -> list[Any]:
        """Pieces that lie open before the player named last, or before whoever acts."""
        kind = getattr(one.codec, "kind", None)
        if kind is None or "card" not in getattr(kind, "__slots__", ()):
            return []
        seats = [
            self.answers[other.name]
            for other in self.form.arguments
            if isinstance(other.codec, SeatCodec) and other.name in self.answers
        ]
        names = [self.grammar.seat_word(Seat(seat)) for seat in range(len(self.table.seats))]
        seat = names.index(seats[-1]) if seats else self.option.actor
        view = self.table.view()
        lying = getattr(getattr(view, "seats", {})[seat], "pieces", ()) if seat is not None else ()
        ids = [piece.card.card for piece in lying]
        try:
            return [
                kind.parse(card if ids.count(card) == 1 else f"{card}@{piece.x},{piece.y}")
                for card, piece in zip(ids, lying, strict=True)
            ]
        except (ValueError, AttributeError):
            return []

    async def _choose(self, one: Argument, listed: dict[str, str]) -> _Said:
        extra = [NONE] if forms.may_be_empty(one) else []
        closed = bool(forms.fixed(one, self.grammar))
        extra += [WHOLE] if closed else [OTHER, WHOLE]
        labels = (*listed.values(), *extra)
        words = tuple(listed)
        used = self.screen.last_used(words)
        example = forms.example(one, self.form, self.option.instances[0], self.grammar) or NONE
        question = f"{self.text}: {forms.title(one)}?"
        likely = (*words, *extra).index(example) if example in (*words, *extra) else None
        screen = ChooseScreen(question, labels, self._so_far(), used, likely)
        at = await self.screen.app.push_screen_wait(screen)
        if at is None:
            return _Back()
        if at < len(words):
            return words[at]
        other: dict[str, _Said] = {NONE: "", OTHER: _Type(), WHOLE: _Whole()}
        return other[labels[at]]

    # -- a line -------------------------------------------------------------------------------

    async def _type(self, one: Argument) -> _Said:
        text = forms.example(one, self.form, self.option.instances[0], self.grammar)
        note, warned = "", ""
        while True:
            said = "\n".join(
                part
                for part in (note, tr("Expected: {kind}", kind=forms.kind(one)), self._so_far())
                if part
            )
            screen = AskScreen(f"{self.text}: {forms.title(one)}?", text, said, part=True)
            typed = await self.screen.app.push_screen_wait(screen)
            if screen.whole_wanted:
                return _Whole()
            if typed is None:
                return _Back()
            text = forms.tidied(one, typed)
            problem = forms.problem(one, text, self.grammar)
            if problem:
                note, warned = tr("Not understood: {problem}", problem=problem), ""
                continue
            doubt = "" if warned == text else self._doubt(one, text)
            if not doubt:
                return text
            note, warned = tr("{doubt}\nEnter again keeps it all the same.", doubt=doubt), text

    def _doubt(self, one: Argument, answer: str) -> str:
        """Say what the rules have against an answer, the rest being as in the example."""
        before = self._draft()
        after = before.with_answer(one, answer, self.grammar)
        if not self.table.check(before.action).legal:
            return ""
        verdict = self.table.check(after.action)
        return "" if verdict.legal else verdict.message()

    def _draft(self) -> forms.Draft:
        draft = forms.Draft(self.option.instances[0])
        for other in self.form.arguments:
            if other.name in self.answers:
                draft = draft.with_answer(other, self.answers[other.name], self.grammar)
        return draft

    def _so_far(self) -> str:
        return tr("So far: {line}", line=self._line) if self.answers else ""
