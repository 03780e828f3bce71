"""What can be done at every table whatever is played: keys, names and words."""

from __future__ import annotations

from typing import Final

from companion.core.texts import tr

SHARED: Final = (
    ("u", tr("undo"), tr("take the last change back; its dice are kept"), "undo"),
    ("U", tr("redo"), tr("do again what was undone"), "redo"),
    (
        "Enter",
        tr("confirm"),
        tr("take the best guess of a doubtful roll"),
        "confirm",
    ),
    (
        "c",
        tr("claim"),
        tr("take up a roll made before it was asked for"),
        "claim",
    ),
    ("v", tr("void"), tr("roll again: a cocked, lost or doubtful die"), "void"),
    ("r", tr("ruling"), tr("the table allows what was refused"), "rule"),
    (tr("w or /"), tr("rules"), tr("why? the rules in plain words"), "rules"),
    (
        "h",
        tr("history"),
        tr("what happened; Enter on a line corrects it"),
        "history",
    ),
    ("b", tr("board"), tr("show the next player where not all fit"), "page"),
    ("B", tr("cards"), tr("every card in play at full size"), "detail"),
    ("s", tr("score"), tr("score sheet and standing"), "score"),
    ("F6", tr("chart"), tr("how the scores went over the game"), "chart"),
    ("S", tr("house rule"), tr("change a house rule from here on"), "switch"),
    (
        "F2",
        tr("light depth"),
        tr("from here on you add up, and cards are not named"),
        "lighten",
    ),
    (
        ":",
        tr("say it in words"),
        tr("type any action as a record has it"),
        "line",
    ),
    ("F5", tr("not now"), tr("what may not be declared now, and why"), "refused"),
    (
        "F8",
        tr("voice"),
        tr("say turns, rolls and results aloud, or be silent"),
        "voice",
    ),
    (
        "F4",
        tr("devices"),
        tr("tray, dice and camera: lamps, names, tests"),
        "devices",
    ),
    ("?", tr("help"), tr("keys and rules"), "help"),
    (
        "q",
        tr("leave"),
        tr("leave; the table is kept and can be taken up again"),
        "leave",
    ),
)
"""Key, name, what it does, and the action of the table's screen; in the order of the help page."""
