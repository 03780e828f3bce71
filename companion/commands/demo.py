"""`tableside demo`: a whole game plays itself; every die is read from the pictures of a clip."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Final

from companion.commands.output import FINDINGS, FINE, on_terminal
from companion.commands.score import print_score
from companion.commands.watch import next_heard
from companion.core.dice import RollRequest
from companion.core.errors import CompanionError, UsageError
from companion.core.texts import number, sentence, tr
from companion.demo.table import DemoTable, declared_next, demo_home, shipped_clip
from companion.rolls.arbiter import Ask
from companion.rolls.readings import Handed, SourceFault
from companion.session.history import Change
from companion.session.table import Table

if TYPE_CHECKING:
    from companion.tui.live import Live

APP_PACE: Final = 0.3
LOOK_AT_THE_END: Final = 6.0


class StuckError(CompanionError):
    """The game waits for the players, but they have nothing to declare."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    add = parser.add_argument
    add("--plain", action="store_true", help=tr("plain lines also on a terminal"))
    add("--clip", metavar="FILE", help=tr("another clip of one die a throw"))
    add("--pace", type=float, metavar="SECONDS", help=tr("between two declarations of the players"))


def run(args: argparse.Namespace) -> int:
    """Play the game to its end.

    Returns:
        0 when the game was played to its end, or people left the app; 1 when a roll is asked for,
        no die is seen, and nobody is there to type it.
    """
    if args.pace is not None and not 0 <= args.pace <= 60:  # noqa: PLR2004 - a minute a roll is slow enough for anybody
        raise UsageError(tr("--pace: seconds, from 0 to 60"))
    with ExitStack() as stack:
        home = stack.enter_context(demo_home())
        clip = own_clip(args.clip) if args.clip else stack.enter_context(shipped_clip())
        plain = args.plain or not on_terminal() or os.environ.get("TERM") == "dumb"
        demo = stack.enter_context(closing(DemoTable(home, clip, paced=not plain)))
        if plain:
            return PlainDemo(demo, args.pace or 0.0).play()
        from companion.tui.app import TablesideApp, run_app

        pace = max(APP_PACE if args.pace is None else args.pace, 0.01)
        run_app(TablesideApp(opener=lambda: lambda: at_table(demo), autoplay=declared_next, pace=pace,
                             exit_when_over=LOOK_AT_THE_END))  # fmt: skip
        print_score(demo.table.match)
        return FINE


def own_clip(name: str) -> Path:
    """Return the path of a clip, or folder of pictures, that people named; raises `UsageError`."""
    path = Path(name)
    if not path.exists():  # also a camera's number
        raise UsageError(tr("{name}: there is no such file; --clip takes a video file", name=name))
    return path


def at_table(demo: DemoTable) -> Live:
    """Return the demo's table as the app shows it."""
    from companion.commands.dice_sources import CameraEyes
    from companion.commands.hosting import open_voice
    from companion.tui.live import Live

    return Live(demo.table, demo.desk, CameraEyes(demo.clip), voices=open_voice)


class PlainDemo:
    """The demo as plain lines, `pace` seconds apart, then score sheet and standing."""

    def __init__(self, demo: DemoTable, pace: float = 0.0) -> None:
        self._demo = demo
        self._table: Table = demo.table
        self._pace = pace
        self._rolls = 0
        self._heard: SimpleQueue[Handed] = SimpleQueue()
        self._table.subscribe(self._print)

    def play(self) -> int:
        """Play to the end of the game or of the dice; return the exit status."""
        began, table = perf_counter(), self._table
        title, seats = table.match.game.title, ", ".join(table.seats)
        print(tr("{game} · {seats} · dice from {name}", game=title, seats=seats, name=self._name))
        self._demo.clip.start(self._heard.put)
        while not table.view().over:
            if not self._step():
                return FINDINGS
        print()
        print_score(table.match)
        frames, took = self._demo.clip.status.frames, perf_counter() - began
        print(tr("\n{rolls} rolls read from {frames} pictures of {name} in {took:.0f} s",
                 rolls=self._rolls, frames=frames, name=self._name, took=took))  # fmt: skip
        return FINE

    @property
    def _name(self) -> str:
        return self._demo.clip.source_id.removeprefix("camera:")

    def _step(self) -> bool:
        """Take in one declaration or one roll; False when nobody can answer."""
        request = self._table.pending()
        if isinstance(request, RollRequest):
            return self._roll(request)
        action = declared_next(self._table)
        if action is None or not self._table.declare(action).legal:
            headline = self._table.view().headline
            raise StuckError(tr("the players cannot go on: {headline}", headline=headline))
        return True

    def _roll(self, request: RollRequest) -> bool:
        value = next_heard(self._heard)
        if isinstance(value, SourceFault):
            return not value.over or self._ask(request, value)
        heard = self._demo.desk.hear(value)
        if isinstance(heard.decision, Ask):
            why = heard.decision.why
            print(
                tr(
                    "      ? {dice}: {why} So it is thrown again.",
                    dice=value.faces_text(),
                    why=sentence(why),
                )
            )
        elif heard.message():
            print(f"      {heard.message()}")
        return True

    def _ask(self, request: RollRequest, fault: SourceFault) -> bool:
        """Ask for a roll that no picture shows; people type it, if there are any."""
        who = self._table.seats[request.roller]
        needs = f"; {request.needs}" if request.needs else ""
        print(tr("{who}, roll {dice}: {purpose} ({rule}){needs}", who=who, dice=request.dice_text(),
                 purpose=request.purpose, rule=request.rule, needs=needs))  # fmt: skip
        print(tr("No die is seen: {name} {what}.", name=self._name, what=fault.what), flush=True)
        return sys.stdin.isatty() and self._typed(fault)

    def _typed(self, fault: SourceFault) -> bool:
        try:
            text = input(tr("What does the die show? (nothing: end) ")).strip()
            if not text:
                return False
            said = self._demo.desk.enter(text).message()
        except EOFError:
            return False
        except CompanionError as error:
            said = str(error)
        if said:
            print(said)
        self._heard.put(fault)
        return True

    def _print(self, change: Change) -> None:
        seen = change.provenance.confidence
        if seen is not None:
            self._rolls += 1
        mark = "" if seen is None else f"  [{tr(change.provenance.source)} {number(seen, '.1%')}]"
        print(f"{change.number:>4}  {change.told}{mark}", flush=True)
        if self._pace:
            sleep(self._pace)
