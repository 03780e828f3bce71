"""The command line: which command runs, and how trouble is told."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from companion import __version__, cli
from companion.core.errors import CompanionError


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
def test_the_command_that_was_asked_for_runs(
    command,
    words,
    expected,
    rest,
    home,
):
    ran = command()
    assert cli.main(words) == 0
    ((name, args),) = ran
    assert (name, args.words, args.home) == (expected, rest, home)


def test_an_unknown_command_is_refused_with_the_known_ones(
    capsys,
):
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
def test_trouble_is_one_line_and_exit_status_2(
    command,
    capsys,
    error,
    line,
):
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
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_version_is_said_and_no_command_loaded(monkeypatch, capsys):
    monkeypatch.setattr(cli, "_load", lambda name: pytest.fail(f"{name} was loaded"))
    with pytest.raises(SystemExit) as leaving:
        cli.main(["--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr() == (f"tableside {__version__}\n", "")
