"""Asking for an action field by field; the record's codecs say what each field may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import replace
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

from companion.core.errors import CompanionError
from companion.core.game import Fill
from companion.core.seats import TABLE, Seat
from companion.core.texts import later, tr
from companion.record.fields import ChoiceCodec, SeatCodec, WholeCodec, WordCodec
from companion.record.text import CannotParseError, words
from companion.session.prompts import field_question
from companion.tui.asking import choices
from companion.tui.asking.dialogs import AskScreen, ChooseScreen

if TYPE_CHECKING:
    from companion.core.actions import Action
    from companion.core.game import Option
    from companion.record.fields import Argument
    from companion.record.grammar import Form, Grammar
    from companion.tui.asking.action import Asking

NONE: Final = later("none")
OTHER: Final = later("another: type it")
WHOLE: Final = later("type the whole line")

_NOTHING: Final = "-"


class Way(Enum):
    """What people want instead of answering."""

    BACK = "go a question back"
    WHOLE = "type the whole line"
    TYPE = "type what is not in the list"


class FieldByField:
    """One action on its way through its fields."""

    def __init__(self, asking: Asking, text: str, option: Option) -> None:
        self.asking = asking
        self.table = asking.table
        self.grammar = asking.table.grammar
        self.text = text
        self.option = option
        self.form = self.grammar.forms[option.verb]
        self.example: Action = option.instances[0]
        self.answers: dict[str, str] = {}

    async def run(self, at: int = 0) -> tuple[Action, ...]:
        """Ask from a field to the last, those before being as in the example; nothing comes back after a way back."""
        arguments = self.form.arguments
        self.answers = {one.name: self._example(one) for one in arguments[:at]}
        while at < len(arguments):
            answer = await self._ask(arguments[at])
            if isinstance(answer, str):
                self.answers[arguments[at].name] = answer
                at += 1
            elif answer is Way.WHOLE:
                return await self._type_whole()
            elif at == 0:
                return ()
            else:
                at -= 1
                self.answers.pop(arguments[at].name, None)
        try:
            return (self.grammar.read(self._line),)
        except CompanionError:
            return await self._type_whole()

    @property
    def _line(self) -> str:
        actor = self.option.actor
        who = TABLE if actor is None else self.grammar.seat_word(actor)
        return line(self.form, who, self.answers)

    async def _type_whole(self) -> tuple[Action, ...]:
        """Let people type the line, beginning with their answers, else with an example."""
        text = self._line if self.answers else self.grammar.write(self.example)
        await self.asking.type_option(self.option, text.partition(": ")[2])
        return ()

    async def _ask(self, one: Argument) -> str | Way:
        if one.many and (pool := self._pool(one)):
            action = choices.filled(self.example, one.name, ())
            fill = Fill(one.name, pool, 0, len(pool))
            chosen = await self.asking.list_cards(self.text, action, fill)
            if chosen is None:
                return Way.BACK
            return " ".join(one.codec.write(c, self.grammar, self.form.keywords) for c in chosen)
        answer: str | Way = Way.TYPE
        if labels := self._labels(one):
            answer = await self._choose(one, labels)
        return await self._type(one) if answer is Way.TYPE else answer

    # -- what may be chosen -----------------------------------------------------------------------

    def _pool(self, one: Argument) -> tuple[object, ...]:
        """Cards of which a list is made up: those of the examples, each as often as it is there."""
        pool: Counter[object] = Counter()
        for action in self.option.instances:
            pool |= Counter(getattr(action, one.name))
        return tuple(pool.elements()) if all(card in self._cards for card in pool) else ()

    @property
    def _cards(self) -> Mapping[object, object]:
        found: Mapping[object, object] = getattr(self.table.catalogue, "cards", {})
        return found

    def _labels(self, one: Argument) -> dict[str, str]:
        """Words that may be the answer, each with its label; empty where people just type."""
        if one.many:
            return {}
        fixed = fixed_words(one, self.grammar)
        if fixed:
            if isinstance(one.codec, ChoiceCodec):
                return {word: tr(word) for word in fixed}
            return {word: self.asking.player(self.example, Seat(at)) for at, word in enumerate(fixed)}
        return {
            one.codec.write(value, self.grammar, self.form.keywords): self.asking.label(one.name, value, self.example)
            for value in self._values(one)
        }

    def _values(self, one: Argument) -> list[Any]:
        """Values of the examples, and of a card all that are known: people say which one it is."""
        found = dict.fromkeys(getattr(action, one.name) for action in self.option.instances)
        values = [value for value in found if value is not None]
        cards = [value for value in values if type(value) is str and choices.card_of(value)]
        if cards and all(card in self._cards for card in cards):
            return [*cards, *(card for card in self._cards if card not in found)]
        return self._pieces(one) or (values if len(values) > 1 else [])

    def _pieces(self, one: Argument) -> list[Any]:
        """Pieces that lie open before the player named last, or before whoever acts."""
        kind = getattr(one.codec, "kind", None)
        if kind is None or "card" not in getattr(kind, "__slots__", ()):
            return []
        seat = self.option.actor
        for other in self.form.arguments:
            if isinstance(other.codec, SeatCodec) and other.name in self.answers:
                seat = read(other, self.answers[other.name], self.grammar)
        if seat is None:
            return []
        grid = self.table.sheet().blocks[seat].grid
        lying = [(tile.word, tile.at) for tile in grid.tiles if tile.at] if grid else []
        ids = [card for card, _ in lying]
        try:
            return [kind.parse(card if ids.count(card) == 1 else f"{card}@{x},{y}") for card, (x, y) in lying]
        except (ValueError, AttributeError):
            return []

    # -- dialogs ----------------------------------------------------------------------------------

    async def _choose(self, one: Argument, labels: dict[str, str]) -> str | Way:
        ways: dict[str, str | Way] = {NONE: ""} if may_be_empty(one) else {}
        ways |= {} if fixed_words(one, self.grammar) else {OTHER: Way.TYPE}
        ways[WHOLE] = Way.WHOLE
        answers = (*labels, *ways)
        used = self.asking.last_used(tuple(labels))
        said_before = (self._example(one) or NONE) if self._said_before else ""
        likely = answers.index(said_before) if said_before in answers else None
        said = (*labels.values(), *map(tr, ways))
        screen = ChooseScreen(self._question(one), said, self._so_far(), used, likely)
        at = await self.asking.talk.ask(screen)
        if at is None:
            return Way.BACK
        return answers[at] if at < len(labels) else ways[answers[at]]

    async def _type(self, one: Argument) -> str | Way:
        example = self._example(one)
        such = "" if self._said_before or not example else tr("Such as {example}.", example=example)
        text, note, warned = example if self._said_before else "", "", ""
        while True:
            expected = tr("Expected: {kind}", kind=expectation(one))
            expected = f"{expected} {such}".strip()
            notes = "\n".join(part for part in (note, expected, self._so_far()) if part)
            screen = AskScreen(self._question(one), text, notes, part=True)
            typed = await self.asking.talk.ask(screen)
            if screen.whole_wanted:
                return Way.WHOLE
            if typed is None:
                return Way.BACK
            known = (*enum_words(one), *getattr(self.table.catalogue, "races", ()))
            text = tidied(one, choices.in_english(typed, known))
            wrong = problem(one, text, self.grammar)
            if wrong:
                note, warned = tr("Not understood: {problem}", problem=wrong), ""
                continue
            doubt = "" if warned == text else self._doubt(one, text)
            if not doubt:
                return text
            note, warned = tr("{doubt}\nEnter again keeps it anyway.", doubt=doubt), text

    def _example(self, one: Argument) -> str:
        return example_answer(one, self.form, self.example, self.grammar)

    @property
    def _said_before(self) -> bool:
        """Whether the values of the example were said, and not made up to show how it is written."""
        said = (step.action for step in self.table.match.now.latest())
        wanted = (self.option.actor, self.option.verb)
        return any((action.actor, action.verb) == wanted for action in said)

    def _doubt(self, one: Argument, answer: str) -> str:
        """Say what the rules have against an answer, the rest being as in the example."""
        if not self.table.check(self._draft(self.answers)).legal:
            return ""
        verdict = self.table.check(self._draft({**self.answers, one.name: answer}))
        return "" if verdict.legal else verdict.message()

    def _draft(self, answers: Mapping[str, str]) -> Action:
        """Return the example with the answers in place of its own fields."""
        said: dict[str, Any] = {
            one.name: read(one, answers[one.name], self.grammar) for one in self.form.arguments if one.name in answers
        }
        return replace(self.example, **said)

    def _question(self, one: Argument) -> str:
        return field_question(self.text, one.name, number=isinstance(one.codec, WholeCodec))

    def _so_far(self) -> str:
        return tr("So far: {line}", line=self._line) if self.answers else ""


# -- one field -------------------------------------------------------------------------------------


def expectation(one: Argument) -> str:
    """Say in words what is expected."""
    codec = one.codec
    if isinstance(codec, WholeCodec):
        said = tr("whole numbers") if one.many else tr("a whole number")
    elif isinstance(codec, SeatCodec):
        said = tr("names of players") if one.many else tr("a player's name")
    elif isinstance(codec, ChoiceCodec):
        said = tr(" or ").join(tr(member.value) for member in codec.choices)
    else:
        said = f"{codec.form.lower()}{' ...' if one.many else ''}"
    several = tr(", with blanks between them") if one.many else ""
    empty = tr(". Leave it empty when there is none") if may_be_empty(one) else ""
    return f"{said}{several}{empty}."


def first_open(form: Form, examples: tuple[Action, ...], asked: Container[str]) -> int | None:
    """Return the place of the first field that needs an answer, differs in the examples and was not asked.

    Examples have all players, so whoever is left of them is meant.
    """
    for at, one in enumerate(form.arguments):
        needed = not (one.name in asked or may_be_empty(one) or isinstance(one.codec, SeatCodec))
        if needed and len({getattr(some, one.name) for some in examples}) > 1:
            return at
    return None


def may_be_empty(one: Argument) -> bool:
    """Tell whether a field needs no answer."""
    return one.many or one.nothing or one.optional


def fixed_words(one: Argument, grammar: Grammar) -> tuple[str, ...]:
    """Return all words that one value of a field may be, when they are few and known."""
    if isinstance(one.codec, SeatCodec):
        return seat_words(grammar)
    if isinstance(one.codec, ChoiceCodec):
        return tuple(member.value for member in one.codec.choices)
    return ()


def enum_words(one: Argument) -> list[str]:
    """Return the words of a few that a value of a field is, or is made up of: `Robot` of `Robot=3`."""
    codec, kinds = one.codec, set[Any]()
    if isinstance(codec, ChoiceCodec):
        kinds = {codec.choices}
    elif isinstance(codec, WordCodec):
        hints = get_type_hints(codec.kind).values()
        kinds = {kind for hint in hints for kind in (hint, *get_args(hint))}
    enums = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, StrEnum)]
    return [word.value for kind in enums for word in kind]


def seat_words(grammar: Grammar) -> tuple[str, ...]:
    """Return the names of all seats as a record has them, clockwise."""
    return tuple(grammar.seat_word(Seat(at)) for at in range(len(grammar.seats)))


def example_answer(one: Argument, form: Form, action: Action, grammar: Grammar) -> str:
    """Return how an action answers a field, as people would type it."""
    text = one.write(getattr(action, one.name), grammar, form.keywords)
    behind = text.removeprefix(one.keyword).strip() if one.keyword else text
    return "" if behind == _NOTHING else behind


def read(one: Argument, answer: str, grammar: Grammar) -> Any:
    """Return the value that an answer stands for.

    Raises:
        CompanionError: it is none; says why in words.
    """
    found = words(answer)
    if not found and one.optional:
        return one.default
    if not found and one.nothing:
        return None
    if not found and not one.many:
        raise CannotParseError(tr("missing: {kind}", kind=expectation(one)))
    if len(found) > 1 and not one.many:
        text = tr("only one is asked for, not {found}: {kind}", found=len(found), kind=expectation(one))
        raise CannotParseError(text)
    return one.read(found, grammar)


def tidied(one: Argument, answer: str) -> str:
    """Return an answer as the record writes it: a list may be typed or pasted with commas."""
    if not one.many or isinstance(one.codec, WordCodec):  # cells have commas of their own
        return answer.strip()
    return " ".join(answer.replace(",", " ").replace(";", " ").split())


def problem(one: Argument, answer: str, grammar: Grammar) -> str:
    """Say what is wrong with an answer; empty when nothing is."""
    try:
        read(one, answer, grammar)
    except CompanionError as error:
        return str(error)
    return ""


def line(form: Form, actor: str, answers: Mapping[str, str]) -> str:
    """Put answers together to a line of the record; a name or word is quoted where it needs that."""
    parts = [f"{actor}:", form.action.verb]
    for one in form.arguments:
        answer = answers.get(one.name, "").strip()
        if answer:
            parts += [one.keyword] if one.keyword else []
            parts.append(answer)
        elif one.keyword is None and not one.many and one.nothing:
            parts.append(_NOTHING)
    return " ".join(parts)
