"""The host of a soak: a process that journals a tray's rolls until it is killed.

Everything between the port and the file is what a game uses: the source of rolls, and the journal
that says which rolls are kept. It writes what happens to its standard output, one line each.
"""

from __future__ import annotations

import os
import queue
import random
import signal
import sys
from pathlib import Path
from typing import Final

from companion.journal.store import Journal
from companion.rolls.readings import RollReading, SourceFault
from companion.session.rolldesk import journal_row
from companion.sources.tray import TraySource, heads
from hardware.trays import Time

READY: Final = "ready"


def host(url: str, path: Path, pace: float, crash: float, seed: str) -> None:
    """Journal what the tray at `url` throws, for ever.

    Args:
        url: the tray's port.
        path: of the journal.
        pace: how many times faster than real time.
        crash: chance that it kills itself after a roll is committed and before the tray is told.
        seed: of that chance.
    """
    chance = random.Random(seed)
    heard: queue.SimpleQueue[RollReading | SourceFault] = queue.SimpleQueue()
    with Journal(path) as journal:
        tables = journal.tables()
        table = tables[0].table_id if tables else journal.open_table("soak", "")
        known = heads(journal.keys("tray"))
        source = TraySource(url, known, history=True, time=Time(pace=pace))
        source.start(heard.put)
        _say(READY)
        while True:
            value = heard.get()
            if isinstance(value, SourceFault):
                _say(f"fault {value}")
                continue
            new = journal.keep_reading(table, journal_row(value))
            if chance.random() < crash:
                _die()
            source.kept(value.key)
            quality = source.devices()[0].quality
            counts = "" if quality is None else f"{quality.bad} {quality.resent} {quality.lost}"
            _say(f"{'kept' if new else 'again'} {value.key} {counts}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _die() -> None:
    """End as a crash does, without a word to anybody."""
    if hasattr(signal, "SIGKILL"):
        os.kill(os.getpid(), signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    host(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), sys.argv[5])
