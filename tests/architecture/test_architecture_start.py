"""Rules bring in nothing but rules; what commands may load is in tests/house."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
HEAVY = ("cv2", "onnxruntime", "textual", "serial", "bleak", "torch")
RULES = ("numpy", "sqlite3", "asyncio", *HEAVY)
GAMES = sorted(path.parent.name for path in REPOSITORY.glob("companion/games/*/__init__.py"))


def loaded_by(program, suspects):
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


def test_the_search_sees_what_is_loaded():
    assert loaded_by("import sqlite3, random", ("sqlite3", "random", "cv2")) == [
        "sqlite3",
        "random",
    ]


def test_there_are_games_to_look_at():
    assert GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_pure(game):
    assert loaded_by(f"import companion.games.{game}", RULES) == []


def test_the_kernel_is_pure():
    modules = sorted(path.stem for path in REPOSITORY.glob("companion/core/*.py"))
    program = "\n".join(f"import companion.core.{name}" for name in modules if name != "__init__")
    assert loaded_by(program, RULES) == []
