"""What can be done at every table, whatever is played: keys, names and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.binding import Binding

from companion.core.texts import tr
from companion.tui import keymap
from companion.tui.screens.help import Sections
from companion.tui.widgets.menu import Entry


class Deed(NamedTuple):
    """Something that can be done at every table, whatever is played."""

    name: str  # names it; `table.` in front gives the name of its binding
    keys: str  # its keys; empty where it has none of its own
    label: str  # what the footer says
    title: str  # its name in palette and help
    text: str  # what it does
    footer: bool = False  # whether it always stands in the footer
    dice: bool = False  # whether it is of use with dice alone
    written: str = ""  # its key in the help, where that is not the key itself

    @property
    def key(self) -> str:
        """Its key, as the help writes it."""
        return self.written or keymap.shown(self.keys)


DEEDS: Final = (
    Deed("undo", "u", tr("Undo"), tr("undo"),
          tr("take the last change back; its dice are kept"), footer=True),
    Deed("redo", "U", tr("Redo"), tr("redo"), tr("do again what was undone")),
    Deed("confirm", "", "", tr("confirm"),
          tr("take the best guess of a doubtful roll"), dice=True, written="Enter"),
    Deed("claim", "c", tr("Claim"), tr("claim"),
          tr("take up a roll made before it was asked for"), dice=True),
    Deed("void", "v", tr("Roll again"), tr("void"),
          tr("roll again: a cocked, lost or doubtful die"), dice=True),
    Deed("rule", "r", tr("Ruling"), tr("ruling"), tr("the table allows what was refused")),
    Deed("rules", "w,slash", tr("Why?"), tr("rules"),
          tr("why? the rules in plain words"), footer=True, written=tr("w or /")),
    Deed("history", "h", tr("History"), tr("history"),
          tr("what happened; Enter on a line corrects it"), footer=True),
    Deed("page", "b", tr("Next seat"), tr("board"), tr("show the next player where not all fit")),
    Deed("detail", "B", tr("Cards"), tr("cards"),
          tr("every card in play at full size"), footer=True),
    Deed("score", "s", tr("Score"), tr("score"), tr("score sheet and standing")),
    Deed("switch", "S", tr("House rule"), tr("house rule"), tr("change a house rule from here on")),
    Deed("light", "f2", tr("Light depth"), tr("light depth"),
          tr("from here on you add up, and cards are not named")),
    Deed("people", "f3", tr("People"), tr("people and the table"),
          tr("somebody goes home or sits down, a card is not in the list, the game is called off")),
    Deed("line", "colon", tr("Say it"), tr("say it in words"),
          tr("type any action as a record has it"), footer=True),
    Deed("help", "question_mark", tr("Help"), tr("help"),
          tr("keys and rules"), footer=True),
    Deed("devices", "f4", tr("Devices"), tr("devices"),
          tr("tray, dice and camera: lamps, names, tests"), footer=True),
    Deed("chart", "f6", tr("Chart"), tr("chart"), tr("how the scores went over the game")),
    Deed("refused", "f5", tr("Not now?"), tr("not now"),
          tr("what may not be declared now, and why")),
    Deed("read", "f7", tr("Read out"), tr("read out"),
          tr("score, turn, last roll and what may be done: in plain lines, and aloud")),
    Deed("voice", "f8", tr("Voice"), tr("voice"),
          tr("say turns, rolls and results aloud, or be silent")),
    Deed("leave", "q", tr("Leave"), tr("leave"),
          tr("leave; the table is kept and can be taken up again"), footer=True),
)  # fmt: skip
"""In the order of footer and help."""

DICE_DEEDS: Final = frozenset(one.name for one in DEEDS if one.dice)

LETTERS: Final = {
    one.name: frozenset(map(keymap.character, one.keys.split(","))) for one in DEEDS if one.keys
}
"""Letters of what can be done at every table, by its name; empty for other keys."""

MORE_KEYS: Final = tuple(
    f"table.{name}"
    for name in ("refused", "voice", "rule", "score", "chart", "redo", "switch", "page",
                 "light", "people")
)  # fmt: skip
"""What the footer names where there is room, the most useful first."""

BINDINGS: Final = tuple(
    Binding(one.keys, f"do('{one.name}')", one.label, show=one.footer, id=f"table.{one.name}")
    for one in DEEDS
    if one.keys
)


def help_sections(entries: Sequence[Entry], deeds: Sequence[Deed], no_dice: str) -> Sections:
    """Return titled lists of keys and what they do; `no_dice` is said where a game uses none."""
    now = [(one.key or "·", f"{one.verb}: {one.text}") for one in entries]
    taken = {one.key for one in entries}
    shared = [
        ("Ctrl+P" if one.key in taken else one.key, f"{one.title}: {one.text}") for one in deeds
    ]
    dice = [
        (tr("0 to 9, S"), tr("while a roll is open: the number on top of the die")),
        (tr("0 to 9, S"), tr("on a roll in the history: what it really showed")),
    ]
    other = [("Ctrl+P", tr("every command by name")), ("Tab", tr("between menu and history"))]
    return {
        tr("What you can do now"): now or [("", tr("nothing to declare just now"))],
        tr("Always"): shared,
        tr("Dice and screen"): [*other, ("", no_dice)] if no_dice else [*dice, *other],
    }
