"""Make `docs/tour.md` and its pictures: every screen and board, drawn by the app itself.

    python tools/tour.py
    python tools/tour.py --only table-rsf    pictures whose names begin so; the page is left as it is

The tables are those of `tests/records`, up to a moment worth a look, in a home of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from textual.pilot import Pilot
from textual.widgets import Input
from tour_hands import (
    LAPTOP,
    RECORDS,
    SMALL,
    WALL,
    after,
    app_at,
    app_of,
    dialog,
    live_of,
    rolling,
    screen_of,
    table_of,
    until,
)

from companion.commands import memory
from companion.commands.hosting import LocalHost
from companion.record.shelf import Shelf
from companion.rolls.readings import DieReading, DieStatus, RollReading, SourceKind
from companion.session.table import Table
from companion.system.language import choose_language
from companion.tui.app import TablesideApp
from companion.tui.host import Wish
from companion.tui.parts.hearing import Heard
from companion.tui.screens.help import GuideScreen
from companion.tui.spectator_svg import bare
from companion.tui.widgets.history import History

Part = tuple[str, Callable[["Tour"], Awaitable[None]], tuple[str, ...]]
"""A heading, who takes its pictures, and how their names begin."""

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "tour.md"
PICTURES: Final = ROOT / "docs" / "pictures"

PAINT: Final = 0.4
"""Seconds for what a screen works out beside the keys."""

HEAD: Final = """# A tour

Every screen and every board, as the program itself draws them. `python tools/tour.py` makes this
page anew. Most pictures are of a terminal of 120x40 cells, some of 80x24 and 200x60.
"""


@dataclass(frozen=True)
class Shot:
    """A picture that was taken."""

    name: str
    title: str
    words: str
    size: tuple[int, int]


@dataclass
class Tour:
    """What was seen on the way."""

    home: Path
    only: str
    out: Path = PICTURES
    shots: list[Shot] = field(default_factory=list)

    def wanted(self, *names: str) -> bool:
        """Tell whether any of these pictures is asked for."""
        return any(name.startswith(self.only) for name in names)

    async def shoot(self, pilot: Pilot[Any], name: str, title: str, words: str) -> None:
        """Take a picture of the screen as it is now."""
        await pilot.pause(PAINT)
        app = pilot.app
        self.shots.append(Shot(name, title, words, (app.size.width, app.size.height)))
        if self.wanted(name):
            svg = small(bare(app.export_screenshot()))
            self.out.mkdir(parents=True, exist_ok=True)
            (self.out / f"tour-{name}.svg").write_text(f"{svg}\n", encoding="utf-8")


def small(svg: str) -> str:
    """Return a picture without what only matters beside others on a page, or shows nowhere."""
    svg = re.sub(r"terminal-\d+", "t", svg)
    svg = re.sub(r'<clipPath id="t-line-\d+">.*?</clipPath>', "", svg, flags=re.DOTALL)
    svg = re.sub(r' clip-path="url\(#t-line-\d+\)"', "", svg)
    return "\n".join(line.strip() for line in svg.splitlines() if line.strip())


# -- before the game -------------------------------------------------------------------------------


def kept(home: Path) -> None:
    """Put games into a home, as people who played on some evenings have them."""
    house = LocalHost(home)
    for name, share in (("rsf-sudden-death", 1.0), ("md-four-players", 1.0), ("fgt-light", 0.4)):
        known, _ = Shelf().read_record(RECORDS / f"{name}.record")
        head = known.header
        wish = Wish(head.game, head.seats, head.depth, dict(head.switches))
        memory.remember(home, wish)
        live = house.open(wish)()
        for action in known.actions[: int(share * len(known.actions))]:
            live.table.declare(action)
        live.close()


async def before_the_game(tour: Tour) -> None:
    """Start, guide, new table, history, settings, keys, devices."""
    kept(tour.home / "played")
    async with app_at(TablesideApp(LocalHost(tour.home / "fresh"), guide=True), LAPTOP) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, GuideScreen), "the guide")
        await tour.shoot(pilot, "guide", "The guide", "Shown on the first start; Esc leaves it at any time.")
    for name, size in (("start", LAPTOP), ("start-small", SMALL)):
        async with app_at(TablesideApp(LocalHost(tour.home / "played")), size) as pilot:
            await tour.shoot(
                pilot,
                name,
                "The start screen",
                "Take up a table where it was left, play the last one again with one Enter, open a new one,"
                " practise, or look back.",
            )
    pages = (
        (
            "new-table",
            "m",
            "A new table",
            "Who plays stands in one line: names, or how many. Enter opens the table.",
        ),
        ("history", "h", "History", "Who won how often, and every table that was played."),
        ("settings", "s", "Settings", "Colours, movement, voice and sounds."),
        ("devices-none", "f4", "Devices", "Before anything is connected it says how to do that."),
        ("help", "question_mark", "Help", "Every key of the screen below it."),
    )
    for name, key, title, words in pages:
        async with app_at(TablesideApp(LocalHost(tour.home / "played")), LAPTOP) as pilot:
            await pilot.pause(PAINT)
            await dialog(pilot, key)
            await tour.shoot(pilot, name, title, words)
            if name == "settings":
                app_of(pilot).show_keys()
                said = "Most keys can be changed; the footer and the help follow."
                await tour.shoot(pilot, "keys", "Keys", said)


# -- the roll --------------------------------------------------------------------------------------


def doubtful() -> RollReading:
    """A camera's reading that it is not sure of."""
    die = DieReading("d10", "6", 0.6, DieStatus.UNSURE, (("9", 0.3),))
    return RollReading(SourceKind.CAMERA, "camera:0", "camera:0#1", (die,), 0.0, 1)


async def the_roll(tour: Tour) -> None:
    """A roll that is open, one that is doubtful, one that is corrected."""
    for name, size in (("roll", LAPTOP), ("roll-small", SMALL), ("roll-wall", WALL)):
        async with table_of(tour.home, "rsf-sudden-death", rolling(120), size) as pilot:
            words = "Who rolls which die, for what, and what is needed, large enough for two metres."
            await tour.shoot(pilot, name, "A roll is asked for", words)
            if name != "roll":
                continue
            pilot.app.screen.post_message(Heard(doubtful()))
            await until(pilot, lambda: live_of(pilot).desk.asking is not None, "the doubt")
            words = "The camera is not sure: Enter takes its guess, a digit says what lies there."
            await tour.shoot(pilot, "doubt", "A doubtful roll", words)
            await pilot.press("6", "h")
            words = "A number typed on a roll of the history corrects it; what followed is counted anew."
            await tour.shoot(pilot, "correct", "A correction", words)
            await pilot.press("end")
            await mending(tour, pilot)


async def mending(tour: Tour, pilot: Pilot[Any]) -> None:
    """Open the dialog for a roll of the history."""
    for _ in range(12):
        line = screen_of(pilot).query_one(History).line
        if line is not None and screen_of(pilot).correcting.roll_of(line) is not None:
            await dialog(pilot, "enter")
            words = "What the die probably showed instead comes first."
            await tour.shoot(pilot, "mend", "Another face", words)
            return
        await pilot.press("up")


# -- declaring -------------------------------------------------------------------------------------


async def refusals(tour: Tour) -> None:
    """A refusal with its rule, the rule itself, what may not be done now."""
    async with table_of(tour.home, "rsf-sudden-death", can("attack"), LAPTOP) as pilot:
        await dialog(pilot, "colon")
        words = "Anything can be said in a record's words: Tab takes the verb, name or card that is offered."
        await tour.shoot(pilot, "say-it", "Say it in words", words)
        turn = live_of(pilot).table.view().turn or 0
        names = live_of(pilot).table.seats
        await type_line(pilot, f"{names[turn - 1]}: attack {names[turn]}")
        words = "What is refused is told with the rule; R lets the table overrule it."
        await tour.shoot(pilot, "refused", "A refusal", words)
        await dialog(pilot, "w")
        words = "Every rule in plain words: where it comes from, and what can be switched."
        await tour.shoot(pilot, "rules", "Why?", words)
        await dialog(pilot, "escape")
        await pilot.press("f5")
        words = (
            "F5 shows what people might try now in vain, each with its reason and rule. Trying one, or W"
            " after any refusal, says what would make it legal: a house rule, one action before it, a"
            " fact that the table puts right."
        )
        await tour.shoot(pilot, "not-now", "What may not be done", words)
        await pilot.press("f5")
        await dialog(pilot, "a")
        words = "What is still missing is asked for, one question at a time; a player has the same digit in every list."
        await tour.shoot(pilot, "choose", "A question", words)
        await dialog(pilot, "escape")
        await lighter(tour, pilot)


async def lighter(tour: Tour, pilot: Pilot[Any]) -> None:
    """Go on in light depth."""
    await dialog(pilot, "f2")
    words = "Who gets tired of naming cards goes on in light depth: F2 asks once."
    await tour.shoot(pilot, "light", "Light depth?", words)
    await dialog(pilot, "1")
    words = "The sums stay as they are, cards have no names any more; undo brings them back."
    await tour.shoot(pilot, "light-on", "Light depth", words)
    await dialog(pilot, "S")
    await dialog(pilot, "1")
    await pilot.press("d", "9")
    words = (
        "A Player Sheet is one line: 7 12 insect, or d9 for DEF alone; what is not typed stays. After a loss,"
        " gain or swap it is asked for at once."
    )
    await tour.shoot(pilot, "sheet", "A Player Sheet", words)


async def type_line(pilot: Pilot[Any], text: str) -> None:
    """Type a line into the open dialog and enter it."""
    pilot.app.screen.query_one(Input).value = text
    await dialog(pilot, "enter")


def can(verb: str) -> Callable[[Table, int], bool]:
    """Stop where a verb is on offer."""
    return lambda table, _: any(option.verb == verb for option in table.options())


async def cards(tour: Tour) -> None:
    """Cards by name, and on a grid."""
    async with table_of(tour.home, "rsf-sudden-death", can("connect")) as pilot:
        await dialog(pilot, press_of(pilot, "connect"))
        if type(pilot.app.screen).__name__ == "ChooseScreen":
            await dialog(pilot, "1")
        await pilot.press("enter", "up", "enter", "right")
        words = "Cards are put down by arrow keys; squares light up as they form. D declares it all."
        await tour.shoot(pilot, "grid", "The grid", words)
    async with table_of(tour.home, "rsf-sudden-death", can("destroy")) as pilot:
        await dialog(pilot, press_of(pilot, "destroy"))
        await pilot.press("right")
        words = "Arrow keys go to a piece; what the monster would lose is shown before Enter picks it."
        await tour.shoot(pilot, "lose", "Which piece?", words)
    async with table_of(tour.home, "mon-arena-four", can("dealt")) as pilot:
        await dialog(pilot, press_of(pilot, "dealt"))
        if type(pilot.app.screen).__name__ == "ChooseScreen":
            await dialog(pilot, "1")
        await pilot.press("b", "e")
        words = (
            "A few letters of a card's name or its id find it; several ids are typed one after the other"
            " (i3r12p1), and whole lists can be pasted."
        )
        await tour.shoot(pilot, "pick-card", "Which card?", words)


def press_of(pilot: Pilot[Any], verb: str) -> str:
    """Return the key of a verb."""
    return str(next(one.key for one in screen_of(pilot).entries if one.verb == verb))


# -- the boards and the end ------------------------------------------------------------------------

BOARDS: Final = (
    (
        "rsf",
        "rsf-sudden-death",
        200,
        "Ready, Set, Fight",
        "Each monster as it lies, with its sums.",
    ),
    (
        "fgt",
        "fgt-four-players",
        43,
        "Fight!",
        "Who fights in the Arena, and who has how much Glory.",
    ),
    (
        "mon-dominoes",
        "mon-dominoes-open",
        107,
        "Monstructor Dominoes",
        "Monsters grow part by part.",
    ),
    (
        "mon-classic",
        "mon-classic-corrections",
        106,
        "Monstructor Classic",
        "Two monsters in a fight.",
    ),
    (
        "mon-arena",
        "mon-arena-four",
        160,
        "Monstructor Arena",
        "One waits in the Arena for another.",
    ),
    ("md", "md-four-players", 90, "MonsterDice", "Everybody's dice as they lie, and the points."),
    ("gmm", "gmm-three-shared", 250, "Monster Mayhem", "Who called which battle, and who wins it."),
)


async def boards(tour: Tour) -> None:
    """The board of every mode, at three sizes for one of them."""
    for game, record, actions, title, words in BOARDS:
        async with table_of(tour.home, record, after(actions)) as pilot:
            await tour.shoot(pilot, f"table-{game}", title, words)
            if game == "mon-arena":
                await dialog(pilot, "B")
                said = "Every card in play at full size, a page a player."
                await tour.shoot(pilot, "pages", "Cards", said)
    for game, size, name in (("md", SMALL, "small"), ("fgt", WALL, "wall")):
        record, actions, title = next(one[1:4] for one in BOARDS if one[0] == game)
        async with table_of(tour.home, record, after(actions), size) as pilot:
            words = f"The same table on {size[0]}x{size[1]} cells."
            await tour.shoot(pilot, f"table-{game}-{name}", title, words)


async def the_end(tour: Tour) -> None:
    """The chart while the game goes on, and the pages of the final screen."""
    async with table_of(tour.home, "md-four-players", after(150)) as pilot:
        await dialog(pilot, "f6")
        await tour.shoot(pilot, "chart", "The scores so far", "F6 shows them at any time.")
    async with table_of(tour.home, "rsf-sudden-death", lambda *_: False) as pilot:
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "FinalScreen", "the end")
        said = (
            ("final", "1", "The end", "Who won, and how ties were settled."),
            ("final-sheet", "2", "The score sheet", "Every point, with the reason and the rule."),
            ("final-chart", "3", "The game as a chart", "Every score over the whole game."),
            (
                "final-dice",
                "4",
                "The dice",
                "Whose dice came up high, against what fair dice bring.",
            ),
            ("final-moments", "5", "Highlights", "Moments that people will tell."),
        )
        for name, key, title, words in said:
            await pilot.press(key)
            await tour.shoot(pilot, name, title, words)
        await dialog(pilot, "e")
        words = "The game as a page for any browser, its score sheet as a picture, or all its moves."
        await tour.shoot(pilot, "export", "Written to a file", words)


# -- the page --------------------------------------------------------------------------------------

PARTS: Final[tuple[Part, ...]] = (
    (
        "Before the game",
        before_the_game,
        ("guide", "start", "new", "hist", "sett", "dev", "help", "keys"),
    ),
    ("The roll", the_roll, ("roll", "doubt", "correct", "mend")),
    ("Declaring", refusals, ("say", "refused", "rules", "not-now", "choose", "light", "sheet")),
    ("Cards", cards, ("grid", "lose", "pick")),
    ("The boards", boards, ("table", "pages")),
    ("Scores and the end", the_end, ("chart", "final", "export")),
)


def page(parts: list[tuple[str, list[Shot]]]) -> str:
    """Write the page."""
    lines = [HEAD]
    for title, shots in parts:
        lines.append(f"## {title}\n")
        for shot in shots:
            lines.append(f"### {shot.title} ({shot.size[0]}x{shot.size[1]})\n")
            lines.append(f"{shot.words}\n")
            lines.append(f"![{shot.title}](pictures/tour-{shot.name}.svg)\n")
    return "\n".join(lines)


async def walk(only: str, out: Path, *, paged: bool) -> int:
    """Take all pictures and write the page, if one is wanted."""
    parts = []
    with TemporaryDirectory(prefix="tableside-tour-") as folder:
        tour = Tour(Path(folder), only, out)
        for title, go, names in PARTS:
            if only and not any(name.startswith(only) or only.startswith(name) for name in names):
                continue
            first = len(tour.shots)
            await go(tour)
            parts.append((title, tour.shots[first:]))
    if paged and not only:
        wanted = {f"tour-{shot.name}.svg" for shot in chain.from_iterable(s for _, s in parts)}
        for old in PICTURES.glob("tour-*.svg"):
            if old.name not in wanted:
                old.unlink()
        PAGE.write_text(page(parts), encoding="utf-8")
    print(f"{len(tour.shots)} pictures")
    return 0


def main() -> int:
    """Take the tour."""
    parser = argparse.ArgumentParser(description="Make docs/tour.md and its pictures.")
    parser.add_argument("--only", default="", metavar="NAME", help="pictures that begin so")
    parser.add_argument("--language", default="en", metavar="CODE", help="draw them in another language, and no page")
    parser.add_argument("--out", type=Path, default=PICTURES, metavar="DIR", help="where the pictures go")
    options = parser.parse_args()
    choose_language({}, options.language)
    return asyncio.run(walk(options.only, options.out, paged=options.out == PICTURES))


if __name__ == "__main__":
    sys.exit(main())
