"""In another language no English word is left on the screen but those that people type or print."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import texts as gatherer  # noqa: E402 - a tool beside the package

ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")


def accented(text):
    """Put an accent on every vowel outside the gaps."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts))


@pytest.fixture(scope="module")
def locale(tmp_path_factory):
    """Make a language in which every text is told apart from English."""
    folder = tmp_path_factory.mktemp("locale")
    catalog = gatherer.gathered()
    catalog.locale = "de"
    for message in catalog:
        if message.id:
            message.string = (
                accented(message.id)
                if isinstance(message.id, str)
                else tuple(accented(form) for form in message.id)
            )
    home = folder / "xx" / "LC_MESSAGES"
    home.mkdir(parents=True)
    with (home / "tableside.po").open("wb") as file:
        write_po(file, catalog)
    return folder


PARTS = ("Before the game", "The roll", "Declaring", "Cards", "The boards", "Scores and the end")


def walked(*parts, **environ):
    """Walk through parts of the tour; return the words that should not stand there."""
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("tui_other_words.py"), *parts],
        env={**os.environ, **environ},
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
