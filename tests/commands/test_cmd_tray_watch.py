"""`tableside watch tray:PORT`, as a process of its own beside a tray on a real line."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tray_kit import PATIENCE, PtyTray, until

from companion.core.game import Depth
from companion.journal.rows import KeptReading
from companion.journal.store import FILE, Journal
from companion.record.shelf import Shelf
from companion.session.table import Table


@pytest.fixture
def tray(tmp_path):
    with PtyTray(tmp_path / "port") as tray:
        yield tray


class Watching:
    """The command, running."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "watch", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ),
        )

    def line(self):
        return self.process.stdout.readline()

    def end(self):
        """End it as Ctrl-C does; return its status and what it said on stderr."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said


@pytest.fixture
def watching():
    running = []

    def start(*words):
        running.append(Watching(*words))
        return running[-1]

    yield start
    for one in running:
        one.process.kill()
        one.process.wait()


def greeted(tray):
    until(lambda: any(b"SYNC" in said for said in tray.heard), "nobody greeted the tray")


@pytest.mark.parametrize("prefix", ["tray:", ""])
def test_rolls_are_printed_as_json_and_taken_from_the_tray(tray, watching, prefix):
    bare = str(Path(tray.url).resolve())  # /dev/pts/N, as /dev/ttyUSB0 would be
    watched = watching("--json", f"{prefix}{tray.url}" if prefix else bare)
    greeted(tray)
    tray.roll("d10=7 mon.eye=S?")
    roll = json.loads(watched.line())
    assert roll["key"] == "tray:T-1/0000abcd#1"
    assert (roll["throw"], roll["doubt"], roll["owner"]) == (1, "", "")
    faces = [(die["kind"], die["face"], die["value"], die["status"]) for die in roll["dice"]]
    assert faces == [("d10", "7", 7, "read"), ("md.eye", "S", 1, "cocked")]
    until(lambda: tray.held == [])
    status, said = watched.end()
    assert status == 0
    assert "no table will see them" in said


def test_rolls_in_words_and_faults_beside_them(tray, watching):
    watched = watching(f"tray:{tray.url}")
    greeted(tray)
    tray.roll("d10=0")
    assert "throw 1: d10=0 (100.0%)" in watched.line()
    tray.body("ERR,low,battery is nearly empty")
    tray.roll("d10=4")
    assert "d10=4" in watched.line()
    status, said = watched.end()
    assert status == 0
    assert "the tray says: battery is nearly empty (low)" in said


def test_what_a_table_has_is_not_printed_again(tray, watching, home_of_its_own):
    shelf = Shelf()
    with Journal(home_of_its_own / FILE) as journal:
        header = shelf.header("rsf", ("Ann", "Ben"), Depth.LIGHT, None, None)
        table = Table.open(shelf, journal, header, None)
        kept = KeptReading("tray:T-1/0000abcd#2", "tray:x", "tray", 2, "d10=2", 1.0)
        journal.keep_reading(table.table_id, kept)
    for face in "123":
        tray.roll(f"d10={face}")
    watched = watching("--json", f"tray:{tray.url}")
    assert json.loads(watched.line())["key"] == "tray:T-1/0000abcd#3"
    assert watched.end()[0] == 0


def test_a_tray_that_is_not_there_is_waited_for(tmp_path, watching):
    link = tmp_path / "port"
    watched = watching("--json", f"tray:{link}")
    assert "no such port" in watched.process.stderr.readline() + watched.process.stderr.readline()
    with PtyTray(link) as tray:
        greeted(tray)
        tray.roll("d10=9")
        assert json.loads(watched.line())["dice"][0]["face"] == "9"
    assert watched.end()[0] == 0
