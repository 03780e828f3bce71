"""The words of the screens around the table: first screen, guide, settings, keys, calibrating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.core.texts import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

GUIDE: Final = (
    (
        tr("Your table, your dice"),
        (
            tr(
                "You play with your own cards and your own dice, as always.\n"
                "Tableside sits beside the game: it watches the dice, knows the rules,\n"
                "keeps the score, and says at the end who won.\n\n"
                "It never rolls, shuffles or deals. Chance belongs to the table."
            )
        ),
    ),
    (
        tr("Who plays?"),
        (
            tr(
                "Press {new} on the first screen. Type a name for each seat, clockwise,\n"
                "and press Enter. Next time the names are there already:\n"
                "then Enter on the first line opens the table as it stands.\n\n"
                "Want to try first? {practise} opens a practice table: its dice roll by "
                "themselves."
            )
        ),
    ),
    (
        tr("The dice"),
        (
            tr(
                "Roll on the table as you always do.\n"
                "With a camera: name it in the line “Dice”, and look what it sees.\n"
                "With a dice tray or Bluetooth dice: name them in their lines.\n"
                "With neither: type what lies up on the dice. That always works."
            )
        ),
    ),
    (
        tr("What the screen says"),
        (
            tr(
                "Large letters: who rolls, which dice, and what is needed.\n"
                "The list on the right: what may be done now. Each line has its key.\n"
                "The line at the bottom: what came of it, and the rule for it.\n"
                "{rules} asks why: the rule in plain words."
            )
        ),
    ),
    (
        tr("Anything wrong?"),
        (
            tr(
                "{undo} takes the last thing back. Take back as much as you like.\n"
                "{history} shows all that happened; Enter on a line corrects it.\n"
                "{help} shows every key, and this guide again with {guide}.\n\n"
                "Everything is kept at once: close the laptop, go on tomorrow."
            )
        ),
    ),
)
"""Steps of the guide: a title and a few lines each, with gaps for keys."""

GUIDE_KEYS: Final = tr("Enter goes on · ← back · Esc leaves the guide")
GUIDE_LAST: Final = tr("Enter begins · ← back · Esc leaves the guide")

SETTINGS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "theme": (
        tr("Colours"),
        {
            "tableside": tr("dark, calm"),
            "paper": tr("light, like paper"),
            "contrast": tr("high contrast"),
            "mono": tr("no colours"),
        },
    ),
    "motion": (
        tr("Movement"),
        {"full": tr("things may move"), "reduced": tr("nothing glides or blinks")},
    ),
    "voice": (tr("Voice"), {"off": tr("silent"), "on": tr("says turns, rolls and results")}),
    "sounds": (tr("Sounds"), {"off": tr("no sounds"), "on": tr("short sounds")}),
    "picture": (
        tr("Pictures"),
        {
            "auto": tr("as fine as this terminal can"),
            "blocks": tr("made of blocks, in any terminal"),
        },
    ),
}
"""Each setting's title, and each of its values in words."""

MAT_STEPS: Final = (
    tr("1  Print the mat: {mat} writes it to a file. Print it at 100 %."),
    tr("2  Lay it flat where the dice are rolled. Fix the camera above it."),
    tr("3  Name the camera below and press Enter: Tableside looks at the mat."),
    tr("4  Read what it says. Move the camera or the lamp, and look again."),
    tr("5  When it is good, {keep} keeps it. Every game with that camera uses it."),
)

# ---- help: titled lists of keys and what they do

START_KEYS: Final = [
    (
        tr("Start"),
        [
            (tr("1 to 9"), tr("take up a table again where it was left; 1 is the last one")),
            ("n", tr("open a new table of the game played last")),
            (tr("a letter"), tr("open a new table of the game beside it")),
            ("p", tr("practise: a table with dice that roll by themselves")),
            ("c", tr("calibrate: how the camera stands, and what would help it")),
            ("h", tr("history: who won how often, and every table played")),
            ("s", tr("settings: colours, movement, voice, sounds, keys")),
            ("F4", tr("devices: the trays and dice that were met, and their names")),
            ("?", tr("this help")),
            (tr("arrows, Enter"), tr("choose from the list")),
            ("Ctrl+P", tr("every command by name")),
            ("q", tr("leave")),
        ],
    ),
    (
        tr("What this is"),
        [
            ("", tr("You play with your own cards and dice. Tableside watches the dice,")),
            ("", tr("knows the rules, keeps the score, and says at the end who won.")),
            ("", tr("It never rolls, shuffles or deals: chance belongs to the table.")),
        ],
    ),
]

FORM_KEYS: Final = [
    (
        tr("A new table"),
        [
            ("Enter", tr("on the first line: open the table as it stands; else the next line")),
            (tr("Ctrl+S or F10"), tr("open the table from any line")),
            (tr("Tab, arrows"), tr("go from line to line")),
            ("→", tr("take the grey rest of a name or a device")),
            (
                "F2",
                tr(
                    "enter the cards (full), or add up yourselves (light); full may become light later"
                ),
            ),
            ("F3", tr("house rules: Enter changes one")),
            ("F1", tr("this help")),
            ("Esc", tr("back")),
        ],
    ),
    (
        tr("Dice"),
        [
            ("", tr("A camera is shown as soon as its line is left.")),
            ("", tr("Without any device you type what lies up on the dice.")),
        ],
    ),
]

SETTINGS_KEYS: Final = [
    (
        tr("Settings"),
        [
            (tr("Enter or →"), tr("the next value; it holds at once")),
            ("←", tr("the value before")),
            (tr("arrows"), tr("from line to line")),
            ("Esc", tr("back; everything is kept already")),
        ],
    )
]

CALIBRATE_KEYS: Final = [
    (
        tr("Calibrating"),
        [
            ("Enter", tr("look at the mat through the camera that is named")),
            ("F2", tr("write the mat to a file, to be printed")),
            ("F5", tr("keep what was measured for the games to come")),
            (tr("arrows"), tr("scroll what was found")),
            ("F1", tr("this help")),
            ("Esc", tr("back")),
        ],
    )
]

HISTORY_KEYS: Final = [
    (
        tr("History"),
        [
            ("Enter", tr("look at the table, or go on with it")),
            ("e", tr("write the table as a page to share (HTML: scores, chart, dice)")),
            ("t", tr("write its score sheet as a table (CSV)")),
            ("j", tr("write everything about it (JSON)")),
            ("o", tr("choose what to write: score sheet as a picture, moves, totals …")),
            ("x", tr("write its record: the text from which the game can be replayed")),
            ("Tab", tr("between tables and players")),
            ("Esc", tr("back")),
        ],
    )
]

EXPORTS: Final[Mapping[str, str]] = {
    "html": tr("page for any browser: scores, chart, dice, history (HTML)"),
    "png": tr("score sheet as a picture to send (PNG)"),
    "svg": tr("score sheet as a drawing to print (SVG)"),
    "csv": tr("score sheet, line by line, as a table (CSV)"),
    "totals.csv": tr("totals and ranks as a table (CSV)"),
    "moves.csv": tr("all moves as a table (CSV)"),
    "json": tr("everything about the game as data (JSON)"),
    "record": tr("record from which the game can be replayed"),
}
"""What a game can be written as, in words."""
