"""A line in the record's words, with what may follow below it: verbs, names, cards, last used first.

The grammar alone decides what is a line; this only offers words while one is typed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList, Static

from companion.core.actions import SHARED_ACTIONS, Action
from companion.core.errors import CompanionError
from companion.core.seats import TABLE, Seat
from companion.core.texts import later, tr
from companion.record.fields import Argument, TextCodec
from companion.record.grammar import Form
from companion.record.text import cut_actor, words
from companion.session.table import Table
from companion.tui.asking import choices, fields
from companion.tui.asking.dialogs import AskScreen, up_and_down

Label = Callable[[object, "Seat | None"], str]
"""Says a card for people, who acts being named: a table's `label`."""

MOST: Final = 40  # Offers that anybody looks through; a letter more brings the others

LOOKED_AT: Final = 200
"""Instances of an option whose words are offered, and actions that tell what was used last."""

_SHARED: Final = frozenset(action.verb for action in SHARED_ACTIONS)


class Offer(NamedTuple):
    """One way to go on: the word as a record has it, and what is listed, which begins with it."""

    word: str
    label: str


@dataclass(frozen=True, slots=True)
class TypeAhead:
    """What may stand in a line at a table as it is now; `label` says a card."""

    table: Table
    label: Label

    def offers(self, line: str) -> tuple[Offer, ...]:
        """Return what the last word of a line, up to the cursor, may become, the likeliest first."""
        before, part = _cut(line)
        if '"' in part or before.count('"') % 2:
            return ()  # a note or a name with blanks: nothing is known of it
        try:
            cut = cut_actor(before)
            said = [token.text for token in words(cut[1] if cut else before)]
        except CompanionError:
            return ()
        if not said:
            names = (*fields.seat_words(self.table.grammar), TABLE)
            actors = [Offer(f"{name}:", f"{name}:") for name in names]
            known = self._verbs(cut[0].text) if cut else self._verbs(None) + actors
        else:
            form = self._form(said[0])
            known = [] if form is None else self._arguments(form, said[1:])
        return _found(known, part)

    def completed(self, line: str, offer: Offer) -> str:
        """Return the line with its last word replaced, ready for the next one."""
        return f"{_cut(line)[0]}{offer.word} "

    # -- the beginning ----------------------------------------------------------------------------

    def _verbs(self, actor: str | None) -> list[Offer]:
        """Return all verbs, first those of now, of whoever is named before, and used last."""
        forms, options = self.table.grammar.forms, self.table.options()
        last = {verb: at for at, verb in enumerate(dict.fromkeys(o.verb for o in self._used()))}
        theirs = {one.verb for one in options if actor in (None, self._name(one.actor))}
        texts = {one.verb: one.text for one in reversed(options)}
        ready = sorted(texts, key=lambda verb: (verb not in theirs, last.get(verb, len(last))))
        verbs = dict.fromkeys((*ready, *last, *forms))
        return [Offer(verb, f"{verb}  {texts.get(verb) or _meaning(forms[verb])}") for verb in verbs if verb in forms]

    def _name(self, seat: Seat | None) -> str:
        return TABLE if seat is None else self.table.seats[seat]

    def _used(self) -> Iterator[Action]:
        """Return what was declared and counts, the latest first."""
        counted = self.table.match.now.latest()
        return (one.action for one in islice(reversed(counted), LOOKED_AT))

    def _form(self, verb: str) -> Form | None:
        forms = self.table.grammar.forms
        meant = [name for name in forms if name.startswith(verb.casefold())]
        return forms.get(verb) or (forms[meant[0]] if len(meant) == 1 else None)

    # -- what follows a verb ----------------------------------------------------------------------

    def _arguments(self, form: Form, said: list[str]) -> list[Offer]:
        found = {word: Offer(word, word) for word in self._of_instances(form)}
        for one in form.arguments:
            for offer in self._of_argument(one, form):
                found[offer.word] = offer if offer.label != offer.word else found.get(offer.word, offer)
        left = list(found.values())
        last = choices.last_used(reversed(list(self._used())), [offer.word for offer in left])
        order = dict.fromkeys((*last, *range(len(left))))
        return sorted((left[at] for at in order), key=lambda offer: offer.word in said)

    def _of_instances(self, form: Form) -> Iterator[str]:
        """Return the words of what may be said now, as a record has them."""
        grammar, verb = self.table.grammar, form.action.verb
        for option in self.table.options():
            for action in option.instances[:LOOKED_AT] if option.verb == verb else ():
                for one in form.arguments:
                    text = one.write(getattr(action, one.name), grammar, form.keywords)
                    if '"' not in text:
                        yield from text.split()

    def _of_argument(self, one: Argument, form: Form) -> Iterator[Offer]:
        if one.keyword:
            yield Offer(one.keyword, one.keyword)
        for word in fields.fixed_words(one, self.table.grammar):
            yield Offer(word, word)
        if _names_cards(one, form):
            for card in getattr(self.table.catalogue, "cards", {}):
                label = self.label(card, self.table.view().turn)
                yield Offer(card, label if label.startswith(card) else f"{card}  {label}")


def _meaning(form: Form) -> str:
    """Return what an action is, as the page on records has it."""
    return tr((form.action.__doc__ or "").strip().split("\n", maxsplit=1)[0])


def _names_cards(one: Argument, form: Form) -> bool:
    if isinstance(one.codec, TextCodec):
        return form.action.verb not in _SHARED
    return "card" in getattr(getattr(one.codec, "kind", None), "__slots__", ())


def _cut(line: str) -> tuple[str, str]:
    """Split a line before its last word; behind a blank or a name's colon a new one begins."""
    begin = max(line.rfind(" "), line.rfind(":")) + 1
    return line[:begin] + (" " if line[:begin].endswith(":") else ""), line[begin:]


def _found(known: list[Offer], part: str) -> tuple[Offer, ...]:
    labels = [offer.label for offer in known]
    places = choices.matching(labels, part)
    left = [known[at] for at in places[:MOST]]
    return () if len(left) == 1 and left[0].word == part else tuple(left)


class DeclareLineScreen(AskScreen):
    """Asks for a line; Tab takes the word that is offered, Enter declares the line as it stands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "take", later("Take the word"), priority=True, id="ask.take"),
        *up_and_down("ask"),
    ]

    def __init__(self, question: str, text: str, notes: str, ahead: TypeAhead) -> None:
        """Ask for a line, with a text in it; `ahead` knows what may follow."""
        super().__init__(question, text, notes)
        self.ahead = ahead
        self.offers: tuple[Offer, ...] = ()
        self._chosen = False

    def compose_keys(self) -> ComposeResult:
        """Lay out the list below the line."""
        yield OptionList(id="ahead", markup=False)
        keys = tr("Tab or ↓ takes a word · Enter declares the line · Esc back")
        yield Static(keys, id="typed", markup=False)

    def on_mount(self) -> None:
        """Begin to type."""
        super().on_mount()
        self._offer()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer what may follow."""
        event.stop()
        self._offer()

    def _offer(self) -> None:
        line = self.query_one(Input)
        self._chosen = False
        self.offers = self.ahead.offers(line.value) if line.cursor_at_end else ()
        listed = self.query_one("#ahead", OptionList)
        listed.clear_options().add_options(offer.label for offer in self.offers)
        listed.highlighted = 0 if self.offers else None
        listed.display = bool(self.offers)

    def action_move(self, step: int) -> None:
        """Choose another word of the list while the line keeps the focus."""
        if self.offers:
            if self._chosen or step < 0:  # the first word is highlighted from the beginning
                super().action_move(step)
            self._chosen = True

    def action_take(self) -> None:
        """Put the highlighted word into the line."""
        at = self.query_one("#ahead", OptionList).highlighted
        if at is not None and at < len(self.offers):
            line = self.query_one(Input)
            line.value = self.ahead.completed(line.value, self.offers[at])
            line.action_end()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a word by the mouse."""
        event.stop()
        self.action_take()
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the line; whoever chose a word by the arrows takes that first."""
        if self._chosen:
            event.prevent_default()
            self.action_take()
