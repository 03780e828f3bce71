"""What may be declared now, each with its key; and, when asked for, what may not, and why."""

from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Row

from companion.core.actions import Action
from companion.core.game import Option
from companion.core.seats import Seat
from companion.core.texts import of, tr
from companion.session.attempts import Attempt
from companion.tui import keymap
from companion.tui.widgets.said import Hanging


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu: a verb, its letter, what it does, its rule; an option for each seat."""

    verb: str
    key: str
    text: str
    rule: str
    options: tuple[Option, ...]
    together: bool = False  # whether everybody in turn declares it
    before: Action | None = None  # what is declared first: the only thing that could be

    @property
    def costly(self) -> bool:
        """Whether a mere Enter must not choose it."""
        return any(option.costly for option in self.options)


@dataclass(frozen=True, slots=True)
class Refused:
    """One line below the menu: what people might try in vain, in the record's words."""

    text: str
    attempt: Attempt


def entries(
    options: tuple[Option, ...],
    keys: dict[str, str],
    seats: tuple[str, ...],
    turn: Seat | None,
    asked: Seat | None = None,
) -> tuple[Entry, ...]:
    """Group options by verb, in their order.

    Whose turn it is need not be said; whom the table asks is named first.
    """
    found = []
    for verb in dict.fromkeys(option.verb for option in options):
        same = [option for option in options if option.verb == verb]
        actors = [option.actor for option in same]
        text = same[0].text
        text = text if actors in ([turn], [None]) else of(_names(actors, seats, asked), text)
        found.append(Entry(verb, keys.get(verb, ""), text, same[0].rule, tuple(same)))
    return tuple(found)


def _names(actors: list[Seat | None], seats: tuple[str, ...], asked: Seat | None) -> str:
    if len(actors) > 2:  # noqa: PLR2004 - more names than a line should hold
        if asked is not None and asked in actors:
            return tr("{name} or another", name=seats[asked])
        return tr("anybody") if len(actors) >= len(seats) else tr("somebody")
    first = sorted(actors, key=lambda actor: actor != asked)
    return tr(" or ").join(tr("table") if actor is None else seats[actor] for actor in first)


class Menu(OptionList):
    """Lists entries, and below them what is refused; Enter or a click picks one."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """What is listed changes nothing around the list: no need to lay the screen out anew."""

    class Picked(Message):
        """An entry was picked."""

        def __init__(self, entry: Entry) -> None:
            self.entry = entry
            super().__init__()

    class Tried(Message):
        """Something that is refused was picked: people want to know why."""

        def __init__(self, attempt: Attempt) -> None:
            self.attempt = attempt
            super().__init__()

    def __init__(self, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, markup=False)
        self.entries: tuple[Entry, ...] = ()
        self.refused: tuple[Refused, ...] = ()
        self.stuck = False

    def show(self, listed: tuple[Entry, ...], refused: tuple[Refused, ...], *, stuck: bool = False) -> None:
        """List other entries, and what is refused below them; `stuck` people are told how to see that."""
        if (listed, refused, stuck) == (
            self.entries,
            self.refused,
            self.stuck,
        ) and self.option_count:
            return
        self.stuck = stuck
        keep = self.highlighted if listed == self.entries else None
        self.entries, self.refused = listed, refused
        rows = [Row(_line(entry)) for entry in listed]
        if not listed:
            rows.append(Row(tr("nothing to declare just now"), disabled=True))
        key = keymap.now(self.app, "table.refused", "F5")
        if refused or stuck:
            hides = tr("Not now, and why ({key} hides)", key=key)
            shows = tr("{key}  what is not allowed", key=key)
            rows.append(Row(Content.styled(hides if refused else shows, "dim"), disabled=True))
        rows += [Row(_refused(one)) for one in refused]
        self.set_options(rows)
        first = 0 if listed else len(rows) - len(refused) if refused else None
        if listed and listed[0].costly:
            first = None  # it is chosen by its letter or the arrows, never by a mere Enter
        self.highlighted = keep if keep is not None and keep < len(listed) else first

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say which line it was."""
        event.stop()
        at = event.option_index
        if at < len(self.entries):
            self.post_message(self.Picked(self.entries[at]))
            return
        behind = at - (self.option_count - len(self.refused))
        if 0 <= behind < len(self.refused):
            self.post_message(self.Tried(self.refused[behind].attempt))


def _line(entry: Entry) -> Content:
    return Hanging.assemble((f"{entry.key or ' '} ", "bold $accent"), " ", entry.text, (f" ({entry.rule})", "dim"))


def _refused(one: Refused) -> Content:
    reason = one.attempt.verdict.reasons[0]
    why = of("", f"{reason.text} ({reason.rule})")
    return Hanging.assemble(("-  ", "dim"), (one.text, "dim strike"), (why, "dim"))
