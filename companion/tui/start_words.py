"""The words of the screens around the table: first screen, guide, settings, keys, calibrating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

GUIDE: Final = (
    (
        "Your table, your dice",
        (
            "You play with your own cards and your own dice, as always.\n"
            "Tableside sits beside the game: it watches the dice, knows the rules,\n"
            "keeps the score, and says at the end who won.\n\n"
            "It never rolls, shuffles or deals. Chance belongs to the table."
        ),
    ),
    (
        "Who plays?",
        (
            "Press n on the first screen. Type a name for each seat, clockwise,\n"
            "and press Enter. Next time the names are there already:\n"
            "then Enter on the first line opens the table as it stands.\n\n"
            "Want to try first? p opens a practice table: its dice roll by themselves."
        ),
    ),
    (
        "The dice",
        (
            "Roll on the table as you always do.\n"
            "With a camera: name it in the line “Dice”, and look what it sees.\n"
            "With a dice tray or Bluetooth dice: name them in their lines.\n"
            "With neither: type what lies up on the dice. That always works."
        ),
    ),
    (
        "What the screen says",
        (
            "Large letters: who rolls, which dice, and what is needed.\n"
            "The list on the right: what may be done now. Each line has its key.\n"
            "The line at the bottom: what came of it, and the rule for it.\n"
            "w asks why: the rule in plain words."
        ),
    ),
    (
        "Anything wrong?",
        (
            "u takes the last thing back. Take back as much as you like.\n"
            "h shows all that happened; Enter on a line corrects it.\n"
            "? shows every key, and this guide again with g.\n\n"
            "Everything is kept at once: close the laptop, go on tomorrow."
        ),
    ),
)
"""Steps of the guide: a title and a few lines each."""

GUIDE_KEYS: Final = "Enter goes on · ← back · Esc leaves the guide"
GUIDE_LAST: Final = "Enter begins · ← back · Esc leaves the guide"

SETTINGS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "theme": (
        "Colours",
        {
            "tableside": "dark, calm",
            "paper": "light, like paper",
            "contrast": "high contrast",
            "mono": "no colours",
        },
    ),
    "motion": ("Movement", {"full": "things may move", "reduced": "nothing glides or blinks"}),
    "voice": ("Voice", {"off": "silent", "on": "says turns, rolls and results"}),
    "sounds": ("Sounds", {"off": "no sounds", "on": "short sounds"}),
    "picture": (
        "Pictures",
        {"auto": "as fine as this terminal can", "blocks": "made of blocks, in any terminal"},
    ),
}
"""Each setting's title, and each of its values in words."""

MAT_STEPS: Final = (
    "1  Print the mat: F2 writes it to a file. Print it at 100 %.",
    "2  Lay it flat where the dice are rolled. Fix the camera above it.",
    "3  Name the camera below and press Enter: Tableside looks at the mat.",
    "4  Read what it says. Move the camera or the lamp, and look again.",
    "5  When it is good, F5 keeps it. Every game with that camera uses it.",
)

# ---- help: titled lists of keys and what they do

START_KEYS: Final = [
    (
        "Start",
        [
            ("1 to 9", "take up a table again where it was left; 1 is the last one"),
            ("n", "open a new table of the game played last"),
            ("a letter", "open a new table of the game beside it"),
            ("p", "practise: a table with dice that roll by themselves"),
            ("c", "calibrate: how the camera stands, and what would help it"),
            ("h", "history: who won how often, and every table played"),
            ("s", "settings: colours, movement, voice, sounds, keys"),
            ("F4", "devices: the trays and dice that were met, and their names"),
            ("?", "this help"),
            ("arrows, Enter", "choose from the list"),
            ("Ctrl+P", "every command by name"),
            ("q", "leave"),
        ],
    ),
    (
        "What this is",
        [
            ("", "You play with your own cards and dice. Tableside watches the dice,"),
            ("", "knows the rules, keeps the score, and says at the end who won."),
            ("", "It never rolls, shuffles or deals: chance belongs to the table."),
        ],
    ),
]

FORM_KEYS: Final = [
    (
        "A new table",
        [
            ("Enter", "on the first line: open the table as it stands; else the next line"),
            ("Ctrl+S or F10", "open the table from any line"),
            ("Tab, arrows", "go from line to line"),
            ("→", "take the grey rest of a name or a device"),
            ("F2", "enter the cards (full), or add up yourselves (light)"),
            ("F3", "house rules: Enter changes one"),
            ("F1", "this help"),
            ("Esc", "back"),
        ],
    ),
    (
        "Dice",
        [
            ("", "A camera is shown as soon as its line is left."),
            ("", "Without any device you type what lies up on the dice."),
        ],
    ),
]

SETTINGS_KEYS: Final = [
    (
        "Settings",
        [
            ("Enter or →", "the next value; it holds at once"),
            ("←", "the value before"),
            ("arrows", "from line to line"),
            ("Esc", "back; everything is kept already"),
        ],
    )
]

CALIBRATE_KEYS: Final = [
    (
        "Calibrating",
        [
            ("Enter", "look at the mat through the camera that is named"),
            ("F2", "write the mat to a file, to be printed"),
            ("F5", "keep what was measured for the games to come"),
            ("arrows", "scroll what was found"),
            ("F1", "this help"),
            ("Esc", "back"),
        ],
    )
]

HISTORY_KEYS: Final = [
    (
        "History",
        [
            ("Enter", "look at the table, or go on with it"),
            ("e", "write the table as a page to share (HTML: scores, chart, dice)"),
            ("t", "write its score sheet as a table (CSV)"),
            ("j", "write everything about it (JSON)"),
            ("x", "write its record: the text from which the game can be replayed"),
            ("Tab", "between tables and players"),
            ("Esc", "back"),
        ],
    )
]

EXPORTS: Final = {"html": "page", "csv": "score sheet", "json": "data", "record": "record"}
