"""What can be done at every table, whatever is played: keys, names and words."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.binding import Binding

from companion.core.texts import later, of, tr
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
    venue: bool = False  # whether it is of use at a venue alone
    written: str = ""  # its key in the help, where that is not the key itself

    @property
    def key(self) -> str:
        """Its key, as the help writes it."""
        return self.written or keymap.shown(self.keys)


DEEDS: Final = (
    Deed("undo", "u", later("Undo"), later("undo"),
          later("take the last change back; its dice are kept"), footer=True),
    Deed("redo", "U", later("Redo"), later("redo"), later("do again what was undone")),
    Deed("confirm", "", "", later("confirm"),
          later("take the best guess of a doubtful roll"), dice=True, written="Enter"),
    Deed("claim", "c", later("Claim"), later("claim"),
          later("take up a roll made before it was asked for; look at the cards"), dice=True),
    Deed("void", "v", later("Roll again"), later("void"),
          later("roll again: a cocked, lost or doubtful die; leave the cards on offer"), dice=True),
    Deed("rule", "r", later("Ruling"), later("ruling"), later("the table allows what was refused")),
    Deed("rules", "w,slash", later("Why?"), later("rules"),
          later("why? the rules in plain words"), footer=True, written=later("w or /")),
    Deed("history", "h", later("History"), later("history"),
          later("what happened; Enter on a line corrects it"), footer=True),
    Deed("page", "b", later("Next seat"), later("board"), later("show the next player where not all fit")),
    Deed("detail", "B", later("Cards"), later("cards"),
          later("every card in play at full size"), footer=True),
    Deed("score", "s", later("Score"), later("score"), later("score sheet and standing")),
    Deed("switch", "S", later("House rule"), later("house rule"), later("change a house rule from here on")),
    Deed("light", "f2", later("Light depth"), later("light depth"),
          later("from here on you add up, and cards are not named")),
    Deed("people", "f3", later("People"), later("people and the table"),
          later("somebody goes home or sits down, a card is not in the list, the game is called off")),
    Deed("line", "colon", later("Say it"), later("say it in words"),
          later("type any action as a record has it"), footer=True),
    Deed("help", "question_mark", later("Help"), later("help"),
          later("keys and rules"), footer=True),
    Deed("devices", "f4", later("Devices"), later("devices"),
          later("tray, dice and camera: lamps, names, tests"), footer=True),
    Deed("chart", "f6", later("Chart"), later("chart"), later("how the scores went over the game")),
    Deed("refused", "f5", later("Not now?"), later("not now"),
          later("what may not be declared now, and why")),
    Deed("read", "f7", later("Read out"), later("read out"),
          later("score, turn, last roll and what may be done: in plain lines, and aloud")),
    Deed("voice", "f8", later("Voice"), later("voice"),
          later("say turns, rolls and results aloud, or be silent")),
    Deed("judge", "f9", later("Judge"), later("judge"),
          later("call a judge to this table, or take the call back"), venue=True),
    Deed("apart", "f12", later("Leave the venue"), later("leave the venue"),
          later("the venue sees this table no more; the game goes on"), venue=True),
    Deed("leave", "q", later("Leave"), later("leave"),
          later("the table is kept and can be taken up again"), footer=True),
)  # fmt: skip
"""In the order of footer and help."""

DICE_DEEDS: Final = frozenset(one.name for one in DEEDS if one.dice)

VENUE_DEEDS: Final = frozenset(one.name for one in DEEDS if one.venue)

LETTERS: Final = {one.name: frozenset(map(keymap.character, one.keys.split(","))) for one in DEEDS if one.keys}
"""Letters of what can be done at every table, by its name; empty for other keys."""

MORE_KEYS: Final = tuple(
    f"table.{name}"
    for name in ("judge", "refused", "voice", "rule", "score", "chart", "redo", "switch", "page",
                 "light", "people", "read")
)  # fmt: skip
"""What the footer names where there is room, the most useful first."""

BINDINGS: Final = tuple(
    Binding(one.keys, f"do('{one.name}')", one.label, show=one.footer, id=f"table.{one.name}")
    for one in DEEDS
    if one.keys
)


def help_sections(entries: Sequence[Entry], deeds: Sequence[Deed], no_dice: str) -> Sections:
    """Return titled lists of keys and what they do; `no_dice` is said where a game uses none."""
    now = [(one.key or "·", one.text) for one in entries]
    taken = {one.key for one in entries}
    shared = [("Ctrl+P" if one.key in taken else tr(one.key), of(tr(one.title), tr(one.text))) for one in deeds]
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
