"""From an option with many instances to one action, a question at a time. Knows no game."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from companion.core.actions import Action
from companion.core.texts import begun, tr
from companion.core.words import UNNAMED

ACTOR = "actor"

_CARDS: Final = frozenset({"card", "cards"})

PASTED: Final = 20_000
"""Characters of a pasted text that are read: a list of cards is never as long."""

_APART: Final = ",;|\t\r\n "


@dataclass(frozen=True, slots=True)
class Step:
    """One question on the way to an action: the field that it settles, and its possible values."""

    field: str
    values: tuple[Any, ...]


def next_step(actions: tuple[Action, ...]) -> Step | None:
    """Return the first field in which the actions still differ; None when one action is left.

    The actions must be of one class.
    """
    if not actions:
        return None
    for one in fields(actions[0]):
        values = tuple(dict.fromkeys(getattr(action, one.name) for action in actions))
        if len(values) > 1:
            return Step(one.name, values)
    return None


def narrow(actions: tuple[Action, ...], step: Step, value: object) -> tuple[Action, ...]:
    """Keep the actions that have this value."""
    return tuple(action for action in actions if getattr(action, step.field) == value)


def filled(action: Action, field: str, entries: tuple[object, ...]) -> Action:
    """Return the action with another list in one of its fields."""
    changes: dict[str, Any] = {field: entries}
    return replace(action, **changes)


# ---------------------------------------------------------------- searching


def folded(text: str) -> str:
    """Return a text without accents and capitals, as it is searched."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(one for one in apart if not unicodedata.combining(one)).casefold()


def begins(typed: str, word: str) -> bool:
    """Tell whether a word, in the table's language or in English, begins with what was typed."""
    return any(folded(one).startswith(folded(typed)) for one in (word, tr(word)))


def in_english(typed: str, known: Iterable[str]) -> str:
    """Return what was typed with the known words in English that stand there in the table's language."""
    ours = {folded(tr(word)): word for word in known}
    return re.sub(r"[^\W\d_]+", lambda found: ours.get(folded(found[0]), found[0]), typed)


def matching(labels: Sequence[str], typed: str, first: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the places of the labels that hold every word typed; with none, of all of them.

    A card whose id was typed, noughts left out or not, comes first of all: `i3` finds I03. Those
    that begin with what was typed come next, then those of which it begins words, then those
    with it in their first word, which is a card's id, then the others. Among those that match as
    well, the places of `first` come first. Where nothing holds them, they are taken for English.
    """
    if found := _holding(labels, typed, first):
        return found
    ways = [{part, *begun(part)} for part in folded(typed).split()]
    return tuple(
        place
        for place, label in enumerate(map(folded, labels))
        if all(any(folded(one) in label for one in way) for way in ways)
    )


def _holding(labels: Sequence[str], typed: str, first: Sequence[int]) -> tuple[int, ...]:
    whole, order = folded(typed).strip(), {place: at for at, place in enumerate(first)}
    parts = whole.split()
    found: list[tuple[int, int, int]] = []
    for place, label in enumerate(map(folded, labels)):
        short = _short(label.partition(" ")[0])
        if parts == [short]:
            found.append((-1, order.get(place, len(order)), place))
        elif all(part in label for part in parts) or (parts and short.startswith(whole)):
            grade = _grade(label, whole, parts) if parts else 0
            found.append((grade, order.get(place, len(order)), place))
    return tuple(place for _, _, place in sorted(found))


def _short(word: str) -> str:
    """Return a card's id as people type it: `i3` for I03, `gmb` for GM-B."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", folded(word)).replace("-", "")


def spelled(text: str, ids: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Read ids one behind the other, with anything or nothing between: `i3r12p1`.

    Returns:
        The ids, each as often as it is there, and the rest from what is no id on.
    """
    known = tuple(filter(None, ids))
    ways = {_short(one): one for one in known} | {folded(one): one for one in known}
    found, rest = [], folded(text).lstrip(_APART)
    while rest:
        fit = [way for way in ways if re.match(rf"{re.escape(way)}(?<!\d)|{re.escape(way)}(?!\d)", rest)]
        if not fit:
            break
        longest = max(fit, key=len)
        found.append(ways[longest])
        rest = rest[len(longest) :].lstrip(_APART)
    return tuple(found), rest


def _grade(label: str, whole: str, parts: list[str]) -> int:
    if label.startswith(whole):
        return 0
    # A card's id stays one word, dash and all.
    words = "".join(one if one.isalnum() or one == "-" else " " for one in label).split()
    if all(any(word.startswith(part) for word in words) for part in parts):
        return 1
    return 2 if words and all(part in words[0] for part in parts) else 3


def card_of(value: object) -> str | None:
    """Return the card that a value names: an id, or a piece, a part or a placement of one."""
    if type(value) is str:
        return value
    card = getattr(value, "card", None)
    return card if isinstance(card, str) else None


def names_no_card(action: Action, *, asked: bool) -> bool:
    """Tell whether an action says `card`; where a fact is missing, an empty field for cards counts too."""
    for one in fields(action):
        value = getattr(action, one.name)
        if any(card_of(entry) == UNNAMED for entry in _entries_of(value)):
            return True
        if asked and one.name in _CARDS and value in (None, ()):
            return True
    return False


def _entries_of(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def last_used(actions: Iterable[Action], values: Sequence[object]) -> tuple[int, ...]:
    """Return the places of values whose cards the actions (oldest first) named, the last one first."""
    named: dict[str | None, int] = {}
    for number, action in enumerate(actions):
        for one in fields(action)[1:]:
            value = getattr(action, one.name)
            for entry in _entries_of(value):
                card = card_of(entry)
                if card is not None:
                    named[card] = number
    cards = [card_of(value) for value in values]
    used = sorted((-named[card], at) for at, card in enumerate(cards) if card in named)
    return tuple(place for _, place in used)


# ---------------------------------------------------------------- pasting


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a pasted text says.

    Attributes:
        places: places of the values it names, in its order, each as often as there is one.
        unknown: words that name nothing that may be chosen.
        spare: words that name something that is used up, or for which there is no room.
    """

    places: tuple[int, ...]
    unknown: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()

    def remark(self) -> str:
        """Say what was not taken; empty when everything was."""
        unknown = tr("Not understood: {some}.", some=_some(self.unknown))
        spare = tr("More than there is room or cards for: {some}.", some=_some(self.spare))
        pairs = ((unknown, self.unknown), (spare, self.spare))
        return " ".join(text for text, words in pairs if words)


def pasted(text: str, values: Sequence[object], names: Sequence[str], most: int) -> Pasted:
    """Read a list of cards: ids or whole names with commas, semicolons, tabs, lines or blanks.

    Args:
        text: what was pasted; only the first `PASTED` characters count.
        values: what may be chosen, each as often as it is there.
        names: a name for each value; empty where it has none.
        most: so many entries at most.
    """
    left: dict[str, list[int]] = {}
    for place, value in enumerate(values):
        for word in {folded(card_of(value) or str(value)), folded(names[place])} - {""}:
            left.setdefault(word, []).append(place)
    places: list[int] = []
    unknown: list[str] = []
    spare: list[str] = []
    for word in _entries(text[:PASTED], left):
        free = [place for place in left.get(folded(word), ()) if place not in places]
        if folded(word) not in left:
            unknown.append(word)
        elif not free or len(places) >= most:
            spare.append(word)
        else:
            places.append(free[0])
    return Pasted(tuple(places), tuple(unknown), tuple(spare))


def is_list(text: str) -> bool:
    """Tell whether a pasted text holds several entries."""
    return any(sign in text for sign in ",;\t\n|") or len(text.split()) > 1


def _entries(text: str, known: dict[str, list[int]]) -> list[str]:
    """Cut a text at lines, commas, semicolons and tabs, and at blanks where that gives no name."""
    for sign in _APART[:-1]:
        text = text.replace(sign, "\n")
    found: list[str] = []
    for entry in (part.strip().strip("\"'").strip() for part in text.split("\n")):
        if folded(entry) in known:
            found.append(entry)
        else:
            for word in entry.split():
                ids, rest = spelled(word, () if folded(word) in known else known)
                found += ids if ids and not rest else [word]
    return found


def _some(words: tuple[str, ...]) -> str:
    """Name a few of many words, none of them long."""
    shown = ", ".join(tr("“{word}”", word=word[:20]) for word in words[:4])
    more = len(words) - 4
    return tr("{shown} and {more} more", shown=shown, more=more) if more > 0 else shown
