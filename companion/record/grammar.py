"""The one grammar of all games: a line of text to an action and back.

    Ann: roll d10=7
    table: amend 12 "Ann: roll d10=1" drop 13 14

A line is an actor, a colon, a verb and its arguments; a game adds only its action classes. Reading
a record is strict. What people type at the table may leave out the actor and shorten verbs and
names as long as one meaning is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass

from companion.core.actions import SHARED_ACTIONS, Action, Amend
from companion.core.seats import TABLE, Seat
from companion.core.texts import later, tr
from companion.record.fields import Argument, LineCodec, arguments
from companion.record.text import (
    AmbiguousError,
    CannotParseError,
    Token,
    as_name,
    cut_actor,
    cut_comment,
    refuse_unprintable,
    words,
)


@dataclass(frozen=True, slots=True)
class Form:
    """How one verb is written."""

    action: type[Action]  # the class behind it
    arguments: tuple[Argument, ...]  # in the order they are written
    keywords: frozenset[str]  # of the arguments that have one

    @classmethod
    def of(cls, action: type[Action]) -> Form:
        """Read an action class."""
        found = arguments(action)  # type: ignore[arg-type] # mypy asks for the hash of an action
        return cls(action, found, frozenset(one.keyword for one in found if one.keyword))

    def usage(self) -> str:
        """Say how it is written: `amend NUMBER "LINE" [drop NUMBER...]`."""
        return " ".join([self.action.verb, *(one.usage() for one in self.arguments)])


class Grammar:
    """Lines of one table, with the names at one moment of it.

    Args:
        actions: the game's own action classes; those of every game are added.
        seats: names, clockwise.

    Raises:
        TypeError: two classes share a verb, or one cannot be written.
    """

    def __init__(self, actions: Iterable[type[Action]], seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.forms: dict[str, Form] = {}
        for action in dict.fromkeys((*actions, *SHARED_ACTIONS)):
            if action.verb in self.forms:
                raise TypeError(f"two actions are called {action.verb}")
            self.forms[action.verb] = Form.of(action)
        self._seats_before: Callable[[int], tuple[str, ...]] = lambda _: seats

    def with_seats(self, seats: tuple[str, ...], before: Callable[[int], tuple[str, ...]]) -> Grammar:
        """Return the grammar once somebody has joined (X-13).

        Args:
            seats: names now, clockwise.
            before: names before an action, by its number: a correction goes by those.
        """
        other = copy(self)
        vars(other).update(seats=seats, _seats_before=before)
        return other

    def before(self, number: object) -> Grammar:
        """Return the grammar of the line of an action, which may be older than a player."""
        assert isinstance(number, int)  # noqa: S101 - corrections alone have lines in them
        return self.with_seats(self._seats_before(number), self._seats_before)

    # -- writing ----------------------------------------------------------------------------------

    def write(self, action: Action) -> str:
        """Write an action as a line, without a comment.

        Raises:
            CannotParseError: a text in it has half a character.
        """
        form = self.forms[action.verb]
        actor = TABLE if action.actor is None else self.seat_word(action.actor)
        lines = self.before(action.number) if isinstance(action, Amend) else self
        said = [one.write(getattr(action, one.name), lines, form.keywords) for one in form.arguments]
        return " ".join([f"{actor}:", action.verb, *(text for text in said if text)])

    def seat_word(self, seat: Seat) -> str:
        """Return a seat's name, quoted where it needs that."""
        return as_name(self.seats[seat])

    # -- reading ----------------------------------------------------------------------------------

    def read(self, line: str) -> Action:
        """Read a line of a record; a comment is passed over.

        Raises:
            CannotParseError: it is no action.
        """
        refuse_unprintable(line)
        return self._read(cut_comment(line)[0], nested=False)

    def read_all(self, text: str) -> tuple[Action, ...]:
        """Read lines that stand in one, with semicolons between them; raises `CannotParseError`."""
        found: list[Action] = []
        while text:
            line, rest = cut_comment(text)
            if line.strip():
                found.append(self.read(line))
            text = rest[1:]
        return tuple(found)

    def read_nested(self, line: str) -> Action:
        """Read a line that stands within a line; raises `CannotParseError`."""
        refuse_unprintable(line)
        body, comment = cut_comment(line)
        if comment:
            raise CannotParseError(tr("a line in quotes cannot have a comment"))
        return self._read(body, nested=True)

    def _read(self, body: str, *, nested: bool) -> Action:
        cut = cut_actor(body)
        if cut is None:
            raise CannotParseError(tr("expected WHO: WHAT, such as Ann: roll d10=7"))
        who, rest = cut
        actor = None if who == Token(TABLE) else self.find_seat(who.text)
        found = words(rest)
        if not found:
            raise CannotParseError(tr("there is no verb after the colon"))
        form = self.form(found[0].text)
        if nested and any(isinstance(one.codec, LineCodec) for one in form.arguments):
            text = later("{verb} cannot be part of another line")
            raise CannotParseError(tr(text, verb=form.action.verb))
        return self.fill(form, actor, found[1:])

    def form(self, verb: str) -> Form:
        """Return how a verb is written; raises `LineError`."""
        if verb not in self.forms:
            text = later("there is no verb {verb!r}; known: {forms}")
            raise CannotParseError(tr(text, verb=verb, forms=", ".join(self.forms)))
        return self.forms[verb]

    def find_seat(self, name: str) -> Seat:
        """Return the seat called `name`; raises `LineError`."""
        if name not in self.seats:
            text = later("there is no seat called {name!r}; seats: {seats}")
            raise CannotParseError(tr(text, name=name, seats=", ".join(self.seats)))
        return Seat(self.seats.index(name))

    def fill(self, form: Form, actor: Seat | None, given: tuple[Token, ...]) -> Action:
        """Read the arguments; raises `LineError`."""
        shares = _share_out(form, given)
        values: dict[str, object] = {}
        for one in form.arguments:
            share = shares.get(one.name)
            if share is not None:
                corrects = isinstance(one.codec, LineCodec)
                lines = self.before(values["number"]) if corrects else self
                values[one.name] = one.read(share, lines)
            elif not one.optional:
                text = later("{usage} is missing in: {usage2}")
                raise CannotParseError(tr(text, usage=one.usage(), usage2=form.usage()))
        return form.action(actor, **values)

    # -- typing -----------------------------------------------------------------------------------

    def enter(self, text: str, actor_of: Callable[[type[Action]], Seat | None]) -> Action:
        """Read what somebody typed: verbs and seats may be shortened, the actor left out.

        Args:
            text: one line.
            actor_of: who is meant when no actor is given, for a class of action.

        Raises:
            CannotParseError: it is no action.
            AmbiguousError: it could be several.
        """
        refuse_unprintable(text)
        typed = _Typed(self)
        body = cut_comment(text)[0]
        cut = cut_actor(body)
        actor = typed.actor(cut[0]) if cut else ()
        found = words(cut[1] if cut and actor else body)
        if not found:
            raise CannotParseError(tr("nothing was typed"))
        if cut and not actor and found[0].text.endswith(":"):
            typed.find_seat(cut[0].text)
        form = typed.form(found[0].text)
        who = actor[0] if actor else actor_of(form.action)
        return typed.fill(form, who, found[1:])


class _Typed(Grammar):
    """The same grammar, with names found by their beginnings."""

    def __init__(self, exact: Grammar) -> None:
        vars(self).update(vars(exact))

    def actor(self, token: Token) -> tuple[Seat | None, ...]:
        """Return the one actor that is meant, or nothing when it is no actor."""
        if not token.quoted and token.text.casefold() == TABLE:
            return (None,)
        meant = _meant(token.text, self.seats)
        return (Seat(self.seats.index(meant[0])),) if len(meant) == 1 else ()

    def find_seat(self, name: str) -> Seat:
        """Find a seat by its name's beginning; raises `LineError`."""
        meant = _meant(name, self.seats)
        if len(meant) > 1:
            raise AmbiguousError(tr("{name!r} could be", name=name), meant)
        return super().find_seat(meant[0] if meant else name)

    def form(self, verb: str) -> Form:
        """Find a verb by its beginning; raises `LineError`."""
        meant = _meant(verb, tuple(self.forms))
        if len(meant) > 1:
            raise AmbiguousError(tr("{verb!r} could be", verb=verb), meant)
        return super().form(meant[0] if meant else verb)


def _meant(beginning: str, names: tuple[str, ...]) -> tuple[str, ...]:
    if beginning in names:
        return (beginning,)
    folded = beginning.casefold()
    same = tuple(name for name in names if name.casefold() == folded)
    if same or not folded:
        return same
    return tuple(name for name in names if name.casefold().startswith(folded))


def _share_out(form: Form, given: tuple[Token, ...]) -> dict[str, tuple[Token, ...]]:
    """Give each argument its words: first those in order, then those behind a keyword."""
    shares: dict[str, tuple[Token, ...]] = {}
    rest = list(given)
    for one in form.arguments:
        if one.keyword is None:
            taken = _take(form, rest, many=one.many)
            if taken or one.many:
                shares[one.name] = taken
    by_keyword = {one.keyword: one for one in form.arguments if one.keyword}
    while rest:
        word = rest.pop(0)
        named = None if word.quoted else by_keyword.get(word.text)
        if named is None or named.name in shares:
            text = later("{word!r} is not expected in: {usage}")
            text = later("{word} appears twice in: {usage}") if named else text
            raise CannotParseError(tr(text, word=word.text, usage=form.usage()))
        shares[named.name] = _take(form, rest, many=named.many)
    return shares


def _take(form: Form, rest: list[Token], *, many: bool) -> tuple[Token, ...]:
    taken: list[Token] = []
    while rest and (many or not taken):
        if not rest[0].quoted and rest[0].text in form.keywords:
            break
        taken.append(rest.pop(0))
    return tuple(taken)
