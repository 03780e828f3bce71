"""What may be declared now, each with its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Row

if TYPE_CHECKING:
    from companion.core.game import Option
    from companion.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu: a verb, with everybody who may say it.

    Attributes:
        verb: the verb.
        key: the letter that declares it; empty when it has none.
        text: what it does and who may, for people.
        rule: the rule that allows it.
        options: one a seat.
    """

    verb: str
    key: str
    text: str
    rule: str
    options: tuple[Option, ...]


def entries(
    options: tuple[Option, ...], keys: dict[str, str], seats: tuple[str, ...], turn: Seat | None
) -> tuple[Entry, ...]:
    """Group options by verb, in their order."""
    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option.verb, []).append(option)
    found = []
    for verb, same in by_verb.items():
        actors = [option.actor for option in same]
        who = "" if actors in ([turn], [None]) else _names(actors, seats) + ": "
        text = who + same[0].text
        found.append(Entry(verb, keys.get(verb, ""), text, same[0].rule, tuple(same)))
    return tuple(found)


def _names(actors: list[Seat | None], seats: tuple[str, ...]) -> str:
    if len(actors) > 2:  # noqa: PLR2004 - more names than a line should hold
        return "somebody"
    return " or ".join("table" if actor is None else seats[actor] for actor in actors)


class Menu(OptionList):
    """Lists entries; Enter or a click picks one."""

    class Picked(Message):
        """An entry was picked."""

        def __init__(self, entry: Entry) -> None:
            self.entry = entry
            super().__init__()

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        self.entries: tuple[Entry, ...] = ()

    def show(self, listed: tuple[Entry, ...]) -> None:
        """List other entries."""
        if listed == self.entries and self.option_count:
            return
        self.entries = listed
        self.clear_options()
        self.add_options(Row(_line(entry)) for entry in listed)
        if not listed:
            self.add_option(Row("nothing to declare just now", disabled=True))
        self.highlighted = 0 if listed else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say which entry it was."""
        event.stop()
        if event.option_index < len(self.entries):
            self.post_message(self.Picked(self.entries[event.option_index]))


def _line(entry: Entry) -> Content:
    return Content.assemble(
        (f" {entry.key or ' '} ", "bold $accent"), " ", entry.text, (f" ({entry.rule})", "dim")
    )
