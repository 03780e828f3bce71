"""What is loaded before anything is asked for: a start is as quick as what it brings in."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools.installed import RECORD, Installed

REPOSITORY = Path(__file__).resolve().parents[2]
OURS = {"companion", "calibration"}
SMALL = {*OURS, "platformdirs"}

# A command -> the packages that it may load; whatever is of Python itself does not count.
MAY_LOAD = {
    "--help": OURS,
    "--version": OURS,
    **{f"{command} --help": OURS for command in ("play", "read", "watch", "serve")},
    f"check {RECORD}": SMALL,
    f"score {RECORD}": SMALL,
    "sessions": SMALL,
    "cards": SMALL,
    "tray known": SMALL,
    "doctor python libraries": {*SMALL, "hardware"},
}

# What the first screen may have loaded: what draws it, and what that stands on. The oldest rich
# that we admit looks for attrs, which is there only where the tests' own libraries brought it.
SCREEN = {
    *SMALL, "hardware", "textual", "rich", "pygments", "typing_extensions", "attr",
    "markdown_it", "mdurl", "linkify_it", "uc_micro", "mdit_py_plugins",
}  # fmt: skip

# The terminal is asked whether it draws pictures before the app takes what it says for keys; what
# reads its answer is in the extra `pictures`. What draws comes with the first picture.
PICTURES = {"textual_image"}

NOTE = """
import contextlib, io, json, pathlib, signal, sys
before = set(sys.modules)
note = pathlib.Path(sys.argv.pop(1))
def write(*_):
    names = {name for name, module in sys.modules.items() if module is not None}
    found = {name.partition(".")[0] for name in names - before}
    made = sorted(found - set(sys.stdlib_module_names))
    note.with_suffix(".part").write_text(json.dumps(made))
    note.with_suffix(".part").rename(note)
"""
COMMAND = """
from companion.cli import main
with contextlib.redirect_stdout(io.StringIO()):
    try:
        status = main(sys.argv[1:])
    except SystemExit as leaving:
        status = leaving.code
write()
raise SystemExit(status)
"""
APP = """
signal.signal(signal.SIGUSR1, write)
from companion.cli import main
raise SystemExit(main(sys.argv[1:]))
"""


def too_many(loaded, allowed):
    found = set(json.loads(loaded.read_text(encoding="utf-8")))
    assert "companion" in found
    return found - allowed


@pytest.mark.parametrize("words", MAY_LOAD, ids=lambda words: words.replace(str(RECORD), "RECORD"))
def test_a_command_loads_no_more_than_it_needs(words, tmp_path):
    note = tmp_path / "loaded.json"
    subprocess.run(
        [sys.executable, "-c", NOTE + COMMAND, str(note), *words.split(" ")],
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
    )
    heavy = too_many(note, MAY_LOAD[words])
    assert not heavy, (
        f"`tableside {words}` now loads {', '.join(sorted(heavy))} before it is needed: import it "
        "within the function that needs it"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("before", "allowed"),
    [("sys.modules['textual_image'] = None", SCREEN), ("", SCREEN | PICTURES)],
    ids=["without pictures", "with pictures"],
)
def test_the_first_screen_loads_what_draws_it_and_no_more(before, allowed, tmp_path):
    note = tmp_path / "loaded.json"
    program = "\n".join((NOTE, before, APP))
    app = Installed((sys.executable, "-c", program, str(note)), tmp_path)
    with app.painted(b"New table") as running:
        os.kill(running.pid, signal.SIGUSR1)
        while not note.exists():
            assert running.poll() is None
    heavy = too_many(note, allowed)
    assert not heavy, (
        f"the first screen now waits for {', '.join(sorted(heavy))}: import it within the "
        "function that needs it"
    )
