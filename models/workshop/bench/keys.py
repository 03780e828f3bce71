"""Keys: how many it takes through the real app to do what tables do most, before and now."""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from companion.commands.output import FINDINGS, FINE, print_json

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from companion.tui.app import TablesideApp
    from companion.tui.live import Live

SEATS: Final = ("Ann", "Ben", "Cleo")
SIZE: Final = (80, 24)
_LOOKS: Final = 2
_MOMENT_S: Final = 0.01
"""So many looks in a row, each a moment after the other, must find the app at rest after a key."""

_HANDS: Final = ("a5 a6 a7 a8 a9 r1 r2", "i5 i6 i7 i8 i9 r3 r4", "p5 p6 p7 p8 p9 r6 r9")
DEALT: Final = tuple(card for turn in zip(*map(str.split, _HANDS), strict=True) for card in turn)
"""Cards of three hands of seven, as they are turned up; each of the first three makes a monster."""

SETUP: Final = ("table: mixed", "table: starter Ann")
SHEETS: Final = (
    *(f"{name}: done" for name in SEATS),
    *(
        line
        for name in SEATS
        for line in (f"{name}: sheet atk 7 def 12 spc 1 pieces 7 race Insect", f"{name}: confirm")
    ),
)
MAYHEM: Final = ("table: dealer Ann", "Ann: dealt")
HIT: Final = ("Ann: draw card", "Ann: attack Ben", "Ann: roll d10=7")


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that people do.

    Attributes:
        name: what it is.
        before: keys that it took when they were first counted.
        asked: keys that are asked for; 0 where nothing is.
        keys: what is pressed: characters, `<names>` of other keys, blanks for the eye.
        reached: the last line of the record afterwards.
        game: the game, three seats of which sit down.
        depth: its depth.
        lines: what was declared before; None begins without a table, at the start screen.
        script: dice that come without a key, as from a camera.
        last: whether people sat at such a table last time.
        played: what was declared there.
    """

    name: str
    before: int
    asked: int
    keys: str
    reached: str
    game: str = "rsf"
    depth: str = "light"
    lines: tuple[str, ...] | None = None
    script: tuple[str, ...] = ()
    last: bool = False
    played: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """Keys that it takes."""
        return len(self.pressed)

    def line(self) -> str:
        """Return it in words."""
        asked = f", asked {self.asked}" if self.asked else ""
        return f"{self.name:42} {self.count:4}   (before {self.before}{asked})"

    @property
    def pressed(self) -> tuple[str, ...]:
        """The keys, one after the other, as Textual names them."""
        found = re.findall(r"<(\w+)>|(\S)", self.keys)
        return tuple(name or _NAMES.get(sign, sign) for name, sign in found)


_NAMES: Final = {",": "comma"}

_SHEET: Final = "7<space>12i<enter>"
_FIGHT: Final = "27"
_ROLLED: Final = "Ann: roll d10=7"
_UNNAMED: Final = '"Player 1": roll d10=7'
_LIGHT: Final = f"1N{_SHEET}{_SHEET}{_SHEET}{_FIGHT}"
_DEAL: Final = f"d{''.join(DEALT)}<enter>"
_FULL: Final = f"1{_DEAL}1<enter>dn2<enter>dno<enter>dnFdr8<enter>27"
_LIGHT_AGAIN: Final = f"1N2{_FIGHT}"
_NAMED: Final = "Ann,Ben,Cleo"

CASES: Final = (  # first runs and "again" count from the first screen to the first scored roll
    Case("light: first run, 12 keys of names", 81, 25, f"R{_NAMED}<enter>{_LIGHT}", _ROLLED),
    Case("light: first run, players by their number", 81, 25, f"R3<enter>{_LIGHT}", _UNNAMED),
    Case("light: again, yesterday's Player Sheets", 66, 8, f"e{_LIGHT_AGAIN}", _ROLLED, last=True,
         played=(*SETUP, *SHEETS)),
    Case("light: again, other Player Sheets", 66, 0, f"e1N1{_SHEET * 3}{_FIGHT}", _ROLLED, last=True,
         played=(*SETUP, *SHEETS)),
    Case("light: first run, seats named by command", 64, 25, _LIGHT, _ROLLED, lines=()),
    Case("full: first run, 12 keys of names", 162, 70, f"r{_NAMED}<enter>{_FULL}", _ROLLED),
    Case("full: first run, players by their number", 162, 70, f"r3<enter>{_FULL}", _UNNAMED),
    Case("full: a deal of 21 cards", 105, 45, _DEAL, "Cleo: draw R09", depth="full", lines=SETUP),
    Case("Monster Mayhem: a battle", 4, 2, "h2", "table: winner Ben", "gmm", lines=MAYHEM),
    Case("a Player Sheet", 17, 0, f"S{_SHEET}", SHEETS[4], lines=(*SETUP, *SHEETS[:3])),
    Case("a loss, and the sheet after it", 18, 0, "yd9<enter>",
         "Ben: sheet atk 7 def 9 spc 1 pieces 6 race Insect", lines=(*SETUP, *SHEETS, *HIT)),
    Case("a loss, and the sums stay", 18, 0, "y<enter>",
         "Ben: sheet atk 7 def 12 spc 1 pieces 6 race Insect", lines=(*SETUP, *SHEETS, *HIT)),
    Case("a later attack, typed", 4, 3, _FIGHT, _ROLLED, lines=(*SETUP, *SHEETS)),
    Case("a later attack, by camera", 3, 2, _FIGHT[:-1], _ROLLED, lines=(*SETUP, *SHEETS), script=("7",)),
)  # fmt: skip
"""What is counted, in the order of an evening."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(args: argparse.Namespace) -> int:
    """Count and print.

    Returns:
        0, or 1 when keys did not lead where they should.
    """
    wrong = {}
    for case in CASES:
        found = asyncio.run(play(case))
        if found != case.reached:
            wrong[case.name] = found
        if not args.json:
            print(case.line(), flush=True)
            if found != case.reached:
                print(f"  broken: it came to {found!r} instead of {case.reached!r}")
    if args.json:
        rows = [{"name": one.name, "before": one.before, "asked": one.asked, "now": one.count} for one in CASES]
        print_json({"type": "keys", "cases": rows, "broken": wrong})
    return FINDINGS if wrong else FINE


async def play(case: Case) -> str:
    """Press the keys of a case in the real app; return the last line of the record then."""
    with TemporaryDirectory(prefix="tableside-keys-") as folder:
        app = _app(case, Path(folder))
        async with app.run_test(size=SIZE) as pilot:
            await _rest(app, pilot)
            for key in case.pressed:
                await pilot.press(key)
                await _rest(app, pilot)
            table = None if app.live is None else app.live.table
            log = () if table is None else table.match.log
            last = "" if table is None or not log else table.grammar.write(log[-1])
            if app.live is not None:
                app.live.close()
    return last


def _app(case: Case, home: Path) -> TablesideApp:
    """Return the app as a case finds it: at the start, or at a table where all that was declared."""
    from companion.commands.hosting import LocalHost
    from companion.tui.app import TablesideApp
    from companion.tui.host import Wish

    host, wish = LocalHost(home), Wish(case.game, SEATS, case.depth)
    if case.last:
        before = host.open(wish)()
        for line in case.played:
            before.table.declare(before.table.understand(line))
        before.close()
    if case.lines is None:
        return TablesideApp(host, guide=not case.last)

    def opener() -> Callable[[], Live]:
        seating = host.open(wish, case.script)

        def seated() -> Live:
            live = seating()
            for line in case.lines or ():
                live.table.declare(live.table.understand(line))
            return live

        return seated

    return TablesideApp(host, opener)


async def _rest(app: TablesideApp, pilot: Pilot[None]) -> None:
    """Wait until a key has come to all that it comes to."""
    same, before = 0, None
    while same < _LOOKS:
        await pilot.pause(_MOMENT_S)
        log = None if app.live is None else app.live.table.version
        busy = any(one.is_running and one.group == "host" for one in app.workers)
        now = tuple(app.screen_stack), log, busy
        same, before = (same + 1 if now == before and not busy else 0), now
