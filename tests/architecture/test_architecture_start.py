"""A keyboard-only game starts without the camera, the network runtime, the screen or the cable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
HEAVY = ("cv2", "onnxruntime", "textual", "serial", "bleak", "torch")
RULES = ("numpy", "sqlite3", "asyncio", *HEAVY)
GAMES = sorted(path.parent.name for path in REPOSITORY.glob("companion/games/*/__init__.py"))


def loaded_by(program: str, suspects: tuple[str, ...]) -> list[str]:
    """Run a program in a fresh interpreter and return which suspects it brought in."""
    tail = f"\nimport sys\nprint('LOADED', *[name for name in {suspects!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program + tail],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1].split()[1:]


def run_command(*words: str) -> str:
    """Return a program that runs a command and is content with nothing but exit status 0."""
    return (
        "import contextlib, io\n"
        "from companion.cli import main\n"
        "status = 0\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    try:\n"
        f"        status = main({list(words)!r})\n"
        "    except SystemExit as leaving:\n"
        "        status = leaving.code\n"
        "assert not status, status"
    )


def test_the_search_sees_what_is_loaded() -> None:
    assert loaded_by("import sqlite3, random", ("sqlite3", "random", "cv2")) == [
        "sqlite3",
        "random",
    ]


def test_there_are_games_to_look_at() -> None:
    assert GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_pure(game: str) -> None:
    assert loaded_by(f"import companion.games.{game}", RULES) == []


def test_the_kernel_is_pure() -> None:
    modules = sorted(path.stem for path in REPOSITORY.glob("companion/core/*.py"))
    program = "\n".join(f"import companion.core.{name}" for name in modules if name != "__init__")
    assert loaded_by(program, RULES) == []


def test_help_is_quick() -> None:
    assert loaded_by(run_command("--help"), (*HEAVY, "numpy", "platformdirs")) == []


@pytest.mark.parametrize("command", ["check", "score", "sessions"])
def test_a_command_without_dice_needs_no_camera_library(command: str) -> None:
    assert loaded_by(run_command(command, "--help"), HEAVY) == []


@pytest.mark.parametrize("command", ["check", "score"])
def test_a_record_is_checked_without_camera_library(command: str) -> None:
    records = sorted((REPOSITORY / "tests/records").glob("*.record"))
    assert records
    assert loaded_by(run_command(command, str(records[0])), HEAVY) == []
