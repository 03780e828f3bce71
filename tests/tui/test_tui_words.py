"""In another language no English word is left on the screen but those that people type or print."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from other_words import write_accented

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def locale(tmp_path_factory):
    """Make a language in which every text is told apart from English."""
    return write_accented(tmp_path_factory.mktemp("locale"))


PARTS = ("Before the game", "The roll", "Declaring", "Cards", "The boards", "Scores and the end")


def walked(*parts, **environ):
    """Walk through parts of the tour; return the words that should not stand there."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("tui_other_words.py"), *parts],
        env={**os.environ, "PYTHONPATH": str(ROOT / "tests"), **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("part", PARTS)
def test_no_english_is_left(locale, part):
    assert walked(part, LANGUAGE="xx", TABLESIDE_LOCALE=str(locale)) == {}


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("part", PARTS)
def test_no_word_is_cut_on_a_small_screen(language, part):
    assert walked(part, LANGUAGE=language, SMALL="1") == {}
