"""No option that nobody can reach: each is named on a page about its command, and tried by a test."""

from __future__ import annotations

import argparse
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from companion import cli
from companion.commands import tray
from companion.tui.settings import Settings

REPOSITORY = Path(__file__).resolve().parents[2]
EVERYWHERE = {"-h", "--help", "--home", "--version"}
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
