"""A library that is not there is named in one line, with the command that adds it.

What is loaded before anything is asked for: a start is as quick as what it brings in.
"""

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import cli
from companion.system import libraries
from companion.system.libraries import PIPX, UV, add_command
from tools.installed import RECORD, Installed

REPOSITORY = Path(__file__).resolve().parents[2]

# What Python is told to do without, before the program begins.
WITHOUT = """
import sys
import tomllib
absent = set(sys.argv.pop(1).split(","))

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in absent else found(name, *rest)
from companion.cli import main
raise SystemExit(main(sys.argv[1:]))
"""


def run_without(absent, *words):
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, absent, *words],
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(done):
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_bluetooth_dice_without_their_library_are_refused():
    line = refused(run_without("bleak", "watch", "dice"))
    said, _, command = line.rpartition(": ")
    assert said == "tableside: Bluetooth dice need the library bleak; install it with"
    assert command.endswith("install bleak")


@pytest.mark.parametrize("absent", [["aiohttp", "segno"], ["aiohttp"], ["segno"]])
def test_the_second_screen_without_its_libraries_is_refused(absent):
    line = refused(run_without(",".join(absent), "serve"))
    said, _, command = line.rpartition(": ")
    assert said == f"tableside: serve needs {' and '.join(absent)}; install with"
    assert command.endswith(f"install {' '.join(absent)}")


@pytest.mark.parametrize("absent", ["textual_image", "PIL"])
def test_without_the_libraries_of_pictures_half_blocks_are_left(absent):
    program = (
        "import os, sys\n"
        "from companion.tui import pictures\n"
        f"sys.modules[{absent!r}] = None\n"
        "pictures._at_a_terminal = lambda environ: True\n"
        "assert pictures.find_graphics() is None"
    )
    subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, check=True)


def test_a_computer_without_a_voice_is_told_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr("hardware.voices.shutil.which", lambda _: None)
    assert cli.main(["doctor", "voice"]) == 0
    assert "install espeak-ng" in capsys.readouterr().out


def test_pip_adds_it_where_the_program_runs(tmp_path):
    command = add_command(["segno", "bleak>=3.0"], tmp_path)
    assert command == f'{sys.executable} -m pip install segno "bleak>=3.0"'


def test_a_python_in_a_folder_with_blanks_is_quoted(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/home/Ann B/bin/python")
    command = add_command(["segno"], tmp_path)
    assert command == '"/home/Ann B/bin/python" -m pip install segno'


def test_an_environment_without_pip_is_ones_of_uv(tmp_path, monkeypatch):
    monkeypatch.setattr(libraries, "find_spec", lambda _: None)
    command = add_command(["segno"], tmp_path)
    assert command == f"uv pip install --python {sys.executable} segno"


def test_pipx_injects_it(tmp_path):
    (tmp_path / "tableside").mkdir()
    (tmp_path / "tableside" / PIPX).write_text("{}", encoding="utf-8")
    assert add_command(["segno"], tmp_path / "tableside") == "pipx inject tableside segno"


@pytest.mark.parametrize(
    ("receipt", "words"),
    [
        ('{name="tableside", path="/x.whl"}', "tableside --with segno"),
        ('{name="tableside", extras=["ble"]}', '"tableside[ble]" --with segno'),
        ('{name="tableside"}, {name="bleak"}', "tableside --with bleak --with segno"),
        ('{name="tableside"}, {name="segno"}', "tableside --with segno"),
        ("nonsense", "tableside --with segno"),
        ("1", "tableside --with segno"),
    ],
)
def test_uv_is_told_again_what_it_shall_keep(tmp_path, receipt, words):
    folder = tmp_path / "tableside"
    folder.mkdir()
    (folder / UV).write_text(f"[tool]\nrequirements = [{receipt}]\n", encoding="utf-8")
    assert add_command(["segno"], folder) == f"uv tool install {words}"


def test_the_doctor_works_without_any_library_of_the_dice_and_names_the_way():
    absent = "numpy,cv2,onnxruntime,serial,textual,rich"
    done = run_without(absent, "doctor", "python", "libraries")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("absent", "words"),
    [("cv2", ["read", "tests/independent/d6/2012.jpg"]), ("platformdirs", ["sessions"])],
)
def test_a_library_that_went_missing_is_named_in_one_line(absent, words, monkeypatch):
    monkeypatch.delenv("TABLESIDE_HOME")
    line = refused(run_without(absent, *words))
    assert line.startswith(f"tableside: the library {absent} is missing; `tableside doctor ")


def test_a_module_of_our_own_that_is_missing_is_a_bug(monkeypatch):
    monkeypatch.setitem(sys.modules, "companion.commands.sessions", None)
    with pytest.raises(ModuleNotFoundError):
        cli.main(["sessions"])


def test_the_page_on_installing_names_each_extra_with_its_libraries():
    page = (REPOSITORY / "docs/install.md").read_text(encoding="utf-8").lower()
    page = page.partition("## linux")[0]
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for extra, wanted in project["optional-dependencies"].items():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{extra}` |")]
        assert [one for one in wanted if one.partition(">")[0] not in row] == []


def test_the_page_on_installing_shows_what_is_said(tmp_path):
    page = (REPOSITORY / "docs/install.md").read_text(encoding="utf-8")
    for tool, mark in (("pipx", PIPX), ("uv", UV)):
        folder = tmp_path / tool / "tableside"
        folder.mkdir(parents=True)
        (folder / mark).write_text('[tool]\nrequirements = [{name="tableside"}]', encoding="utf-8")
        assert add_command(["aiohttp", "segno"], folder) in page


OURS = {"companion", "calibration"}
SMALL = {*OURS, "platformdirs"}

# A command -> the packages that it may load; whatever is of Python itself does not count.
MAY_LOAD = {
    "--help": SMALL,
    "--version": SMALL,
    **{f"{command} --help": SMALL for command in ("play", "read", "watch", "serve")},
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
        f"the first screen now waits for {', '.join(sorted(heavy))}: import it within the function that needs it"
    )
