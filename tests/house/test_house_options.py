"""No option that nobody can reach: each is named on a page about its command, and tried by a test.

The command line: which command runs, and how trouble is told.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from companion import __version__, cli
from companion.commands import tray
from companion.core.errors import CompanionError
from companion.tui.settings import Settings

REPOSITORY = Path(__file__).resolve().parents[2]
EVERYWHERE = {"-h", "--help", "--home", "--language", "--version"}
"""Options of the program itself; they have tests of their own."""


class Known(NamedTuple):
    """One option of one command."""

    command: str
    names: tuple[str, ...]

    def __str__(self):
        return f"{self.command} {self.names[-1]}"


def parsers(command, parser):
    """A parser, and those of its parts."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, part in action.choices.items():
                if name not in cli.COMMANDS or command == "":
                    yield from parsers(name, part)


def declared(command):
    """All parsers of a command; `tray` takes its words apart when it runs."""
    chosen = cli.build_parser(command)
    (commands,) = (one for one in chosen._actions if isinstance(one, argparse._SubParsersAction))
    yield from parsers(command, commands.choices[command])
    if command == "tray":
        for word in ("", *tray.PARTS):
            yield tray.part_parser(word)


def options():
    found = {
        Known(command, tuple(action.option_strings))
        for command in cli.COMMANDS
        for parser in declared(command)
        for action in parser._actions
        if action.option_strings and not EVERYWHERE & set(action.option_strings)
    }
    return sorted(found)


@cache
def pages():
    beside = ("README.md", "models/README.md", "models/workshop/README.md")
    beside = (*beside, "hardware/dtp/README.md")
    found = [*(REPOSITORY / name for name in beside), *(REPOSITORY / "docs").rglob("*.md")]
    return {path: path.read_text(encoding="utf-8") for path in found}


@cache
def options_in(text):
    return frozenset(re.findall(r"(?<![\w-])--?\w[\w-]*", text))


@cache
def tried():
    """The options that any test gives."""
    here = Path(__file__)
    paths = [path for path in (REPOSITORY / "tests").rglob("*.py") if path != here]
    return frozenset().union(*(options_in(path.read_text(encoding="utf-8")) for path in paths))


def named(option, text):
    return not options_in(text).isdisjoint(option.names)


def test_there_are_many():
    assert len(options()) > 70
    assert {option.command for option in options()} >= {"bench", "play", "tray", "watch"}


@pytest.mark.parametrize("option", options(), ids=str)
def test_a_page_about_the_command_names_the_option(option):
    about = f"tableside {option.command}" if option.command != "app" else "tableside"
    assert [path for path, text in pages().items() if about in text and named(option, text)]


@pytest.mark.parametrize("option", options(), ids=str)
def test_a_test_gives_the_option(option):
    assert not tried().isdisjoint(option.names)


def runnable():
    """Modules that do something when they are run, as `python -m` names them."""
    packages = ("companion", "vision", "hardware", "calibration", "models")
    paths = [path for name in packages for path in (REPOSITORY / name).rglob("*.py")]
    found = [path for path in paths if '__name__ == "__main__"' in path.read_text("utf-8")]
    parts = [path.relative_to(REPOSITORY).with_suffix("").parts for path in found]
    board = ("hardware", "firmware", "main")  # copied to a tray, where it runs by itself
    return sorted(".".join(part).removesuffix(".__main__") for part in parts if part != board)


@pytest.mark.parametrize("module", runnable())
def test_a_module_that_can_be_run_is_run_by_somebody(module):
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    told = "\n".join([*pages().values(), makefile])
    if f"python -m {module}" in told or f"-m {module} " in told:
        return
    rooms = (REPOSITORY / "companion", REPOSITORY / "models")
    code = [path.read_text("utf-8") for room in rooms for path in room.rglob("*.py")]
    assert any(f'"{module}"' in text for text in code), module


def test_an_option_that_nothing_names_is_found():
    assert not named(Known("play", ("--seat",)), "tableside play rsf --seats Ann,Ben --no-seat")
    assert named(Known("play", ("-s", "--seats")), "tableside play rsf -s Ann,Ben")


@pytest.mark.parametrize("field", [field.name for field in fields(Settings)])
def test_each_setting_can_be_set_and_is_told_of(field):
    page = (REPOSITORY / "docs/settings.md").read_text(encoding="utf-8")
    assert f"`{field}`" in page


@pytest.fixture
def command(monkeypatch):
    """Stand-ins for all commands: they note that they ran, then do as they are told."""

    def stand_in(body=lambda: 0):
        ran = []

        def load(name):
            def run(args):
                ran.append((name, args))
                return body()

            def add_arguments(parser):
                parser.add_argument("words", nargs="*")

            return SimpleNamespace(add_arguments=add_arguments, run=run)

        monkeypatch.setattr(cli, "_load", load)
        return ran

    return stand_in


@pytest.mark.parametrize(
    ("words", "expected", "rest", "home"),
    [
        ([], "app", [], None),
        (["--home", "here"], "app", [], "here"),
        (["--home", "demo"], "app", [], "demo"),
        (["--home=here", "check", "a.txt"], "check", ["a.txt"], "here"),
        (["check", "score", "--home", "here"], "check", ["score"], "here"),
        (["score", "game.txt"], "score", ["game.txt"], None),
    ],
)
def test_the_command_that_was_asked_for_runs(command, words, expected, rest, home):
    ran = command()
    assert cli.main(words) == 0
    ((name, args),) = ran
    assert (name, args.words, args.home) == (expected, rest, home)


def test_an_unknown_command_is_refused_with_the_known_ones(capsys):
    with pytest.raises(SystemExit) as leaving:
        cli.main(["shuffle"])
    assert leaving.value.code == 2
    assert "'check'" in capsys.readouterr().err


def failing(error):
    def body():
        raise error

    return body


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (CompanionError("a.txt:3: not a verb"), "tableside: a.txt:3: not a verb\n"),
        (PermissionError(13, "Permission denied", "/x"), "tableside: /x: Permission denied\n"),
        (OSError(28, "No space left on device"), "tableside: No space left on device\n"),
    ],
)
def test_trouble_is_one_line_and_exit_status_2(command, capsys, error, line):
    command(failing(error))
    assert cli.main(["check"]) == 2
    assert capsys.readouterr() == ("", line)


def test_a_bug_is_not_hidden(command):
    command(failing(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["check"])


def test_an_interrupted_command_says_nothing(command, capsys):
    command(failing(KeyboardInterrupt()))
    assert cli.main(["check"]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_reader_who_has_seen_enough_is_no_trouble():
    program = (
        "from companion import cli\n"
        "from types import SimpleNamespace\n"
        "def run(args):\n"
        "    print('x' * 100)\n"
        "    return 1\n"
        "cli._load = lambda name: SimpleNamespace(add_arguments=lambda parser: None, run=run)\n"
        "raise SystemExit(cli.main(['check']))"
    )
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-c", program], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_version_is_said_and_no_command_loaded(monkeypatch, capsys):
    monkeypatch.setattr(cli, "_load", lambda name: pytest.fail(f"{name} was loaded"))
    with pytest.raises(SystemExit) as leaving:
        cli.main(["--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr() == (f"tableside {__version__}\n", "")
