"""What a fresh machine lacks is named in one line, with the command that installs it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "tools/venv.sh"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the script is for POSIX shells")

TOO_OLD = '[ "$1" = -c ] && case "$2" in *platform*) echo 3.9.18 ;; *) exit 1 ;; esac'
NO_VENV = 'case "$2" in *ensurepip*) exit 1 ;; *%d*) echo 3.12 ;; esac'
WHOLE = 'if [ "$1" = -m ]; then mkdir -p "$4/bin" && cp "$0" "$4/bin/python"; fi; echo Python 3.13'


@pytest.fixture
def machine(tmp_path):
    """A machine's folder of programs, with what every system has and no Python."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "id", "mkdir", "cp"):
        (programs / name).symlink_to(shutil.which(name) or name)
    return programs


def put(machine, name, body):
    (machine / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    (machine / name).chmod(0o755)


def make_venv(machine, *words):
    return subprocess.run(
        [str(machine / "sh"), str(SCRIPT), str(machine.parent / "venv"), *words],
        env={"PATH": str(machine)},
        capture_output=True,
        text=True,
        check=False,
    )


def the_one_line(done):
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("tableside: ")
    return line


def test_no_python(machine):
    line = the_one_line(make_venv(machine))
    assert "Python 3.11 or newer is missing" in line
    assert line.endswith("apt-get install python3 python3-venv")


def test_python_too_old(machine):
    put(machine, "python3", TOO_OLD)
    line = the_one_line(make_venv(machine))
    assert "python3 here is 3.9.18" in line
    assert line.endswith("apt-get install python3.11 python3.11-venv")


def test_no_venv_module(machine):
    put(machine, "python3", NO_VENV)
    line = the_one_line(make_venv(machine))
    assert "python3 has no venv module" in line
    assert line.endswith("apt-get install python3.12-venv")


def test_where_there_is_brew_it_is_brew(machine):
    put(machine, "brew", "exit 0")
    assert the_one_line(make_venv(machine)).endswith("install it with: brew install python@3.13")


def test_a_newer_python_is_found_behind_an_old_one(machine):
    put(machine, "python3", TOO_OLD)
    put(machine, "python3.13", WHOLE)
    done = make_venv(machine)
    assert done.returncode == 0, done.stderr
    assert "Python 3.13" in done.stdout


@pytest.mark.parametrize(("body", "reason"), [(None, "is not a program"), (TOO_OLD, "is older")])
def test_a_chosen_python_is_not_replaced_by_another(machine, body, reason):
    put(machine, "python3", WHOLE)
    if body is not None:
        put(machine, "mine", body)
    assert reason in the_one_line(make_venv(machine, "mine"))
