"""A line of the record, put together field by field: what a field is, and whether an answer fits.

The record's grammar is the judge of every word and of the whole line; here is only how people are
asked. Knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.core.errors import CompanionError
from companion.core.texts import tr
from companion.record.errors import CannotParseError
from companion.record.fields import ChoiceCodec, SeatCodec, WholeCodec, WordCodec
from companion.record.text import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.actions import Action
    from companion.record.fields import Argument
    from companion.record.grammar import Form, Grammar

NONE = "-"


def title(one: Argument) -> str:
    """Return a field's name as a person would say it."""
    return one.name.replace("_", " ")


def kind(one: Argument) -> str:
    """Say in words what is expected."""
    codec = one.codec
    if isinstance(codec, WholeCodec):
        said = tr("whole numbers") if one.many else tr("a whole number")
    elif isinstance(codec, SeatCodec):
        said = tr("names of players") if one.many else tr("a player's name")
    elif isinstance(codec, ChoiceCodec):
        said = tr(" or ").join(member.value for member in codec.choices)
    else:
        said = f"{codec.form.lower()}{' ...' if one.many else ''}"
    several = tr(", with blanks between them") if one.many else ""
    empty = tr(". Leave it empty when there is none") if may_be_empty(one) else ""
    return f"{said}{several}{empty}."


def may_be_empty(one: Argument) -> bool:
    """Tell whether a field needs no answer."""
    return one.many or one.nothing or one.optional


def fixed(one: Argument, grammar: Grammar) -> tuple[str, ...]:
    """Return all words that a field may have, when they are few and known."""
    if one.many:
        return ()
    if isinstance(one.codec, SeatCodec):
        return tuple(grammar.seats)
    if isinstance(one.codec, ChoiceCodec):
        return tuple(member.value for member in one.codec.choices)
    return ()


def example(one: Argument, form: Form, action: Action, grammar: Grammar) -> str:
    """Return how an action answers a field, as people would type it."""
    text = one.write(getattr(action, one.name), grammar, form.keywords)
    behind = text.removeprefix(one.keyword).strip() if one.keyword else text
    return "" if behind == NONE else behind


def word(one: Argument, form: Form, value: object, grammar: Grammar) -> str:
    """Return one value of a field as a record has it."""
    return one.codec.write(value, grammar, form.keywords)


def read(one: Argument, answer: str, grammar: Grammar) -> Any:
    """Return the value that an answer stands for.

    Raises:
        CompanionError: it is none, said in words.
    """
    found = words(answer)
    if not found:
        if one.optional:
            return one.default
        if one.nothing:
            return None
        if not one.many:
            raise CannotParseError(tr("something is missing: {kind}", kind=kind(one)))
    if len(found) > 1 and not one.many:
        raise CannotParseError(
            tr("only one is asked for, not {found}: {kind}", found=len(found), kind=kind(one))
        )
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
            parts.append(NONE)
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Draft:
    """An action that is put together, the fields not answered yet as in an example.

    Attributes:
        action: the action as it is.
    """

    action: Action

    def with_answer(self, one: Argument, answer: str, grammar: Grammar) -> Draft:
        """Return the draft with another answer; the answer must have no problem."""
        changes: dict[str, Any] = {one.name: read(one, answer, grammar)}
        return Draft(replace(self.action, **changes))
