"""Every `tableside ...` that a page shows is understood, and the quick ones are carried out."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from companion import cli
from companion.commands import tray
from companion.commands.output import FINDINGS, FINE
from companion.sources.opening import is_port

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = sorted(
    {REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "models/README.md")}
    | set((REPOSITORY / "docs").rglob("*.md"))
)
SHOWN = re.compile(
    r"^(?: {4}|\t)?(?P<prompt>\$ )?(?:LANGUAGE=\w+ )?(?:\.venv/bin/)?tableside(?P<words>|\s[^\n]*)$",
    re.MULTILINE,
)
INLINE = re.compile(r"`tableside((?: [^`\n]+)?)`")
BLOCK = re.compile(r"^```(?:console|sh|shell|text)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^(?: {4}|\t)[^\n]*\n)+", re.MULTILINE)

# What a word in capitals stands for, where the parser wants to know more of it.
STANDS_FOR = {"N": "3", "GAME": "rsf", "X,Y": "1,2", "X,Y,W,H": "1,2,30,40", "KIND:FACES": "d6:1-6"}


class Shown(NamedTuple):
    """One command line of a page."""

    page: str
    line: str

    def __str__(self):
        return f"{self.page}: tableside{self.line}"


def plain(line):
    """The words to be typed: without the remark beside them, and what lies behind a pipe."""
    said = re.split(r"\s{2,}(?![\[\-])|\s[|>]\s", line)[0]
    return said.replace("...", "").replace("…", "").strip()


def filled(words):
    """Words as somebody might type them: all that may be left out, and a value for each NAME."""
    found = shlex.split(re.sub(r"[\[\]]", "", words))
    found = [word if "://" in word else word.split("|")[0] for word in found]
    return [STANDS_FOR.get(word, word) for word in found]


def shown(page):
    """The command lines in blocks of a page."""
    text = page.read_text(encoding="utf-8")
    blocks = "".join(BLOCK.findall(text)) + "".join(INDENTED.findall(BLOCK.sub("", text)))
    name = page.relative_to(REPOSITORY).as_posix()
    for found in SHOWN.finditer(blocks):
        yield Shown(name, f" {plain(found['words'])}".rstrip())


def named(page):
    """The commands that a page names within a sentence; they may lack what they need."""
    name = page.relative_to(REPOSITORY).as_posix()
    for words in INLINE.findall(page.read_text(encoding="utf-8")):
        yield Shown(name, f" {plain(words)}".rstrip())


SHOWN_LINES = sorted({line for page in PAGES for line in shown(page)})
NAMED_LINES = sorted({line for page in PAGES for line in named(page)})


def parse_tray(rest):
    """Words behind `tableside tray` are taken apart once more, when it runs: a part, or ports."""
    word = rest[0] if rest else ""
    parser = tray.part_parser(word)
    if word in tray.PARTS:
        parser.parse_args(rest[1:])
        return
    for port in parser.parse_args(rest).ports:
        if not is_port(port) and port != "PORT":
            parser.error(f"{port} is no part of it, nor a port")


def refusal(words, capsys):
    """Why the program's own parser refuses these words; empty when it takes them."""
    words, chosen = cli._with_command(words)
    if chosen is not None and chosen not in cli.COMMANDS:
        return f"there is no command {chosen!r}"
    try:
        args = cli.build_parser(chosen).parse_args(words)
        if chosen == "tray":
            parse_tray(args.rest)
    except SystemExit as leaving:
        if leaving.code == 0:  # --help and --version
            return ""
        return capsys.readouterr().err.splitlines()[-1]
    return ""


def test_the_pages_show_and_name_many():
    assert len(SHOWN_LINES) > 60
    assert len(NAMED_LINES) > 20
    assert {line.page for line in SHOWN_LINES} >= {"README.md", "docs/camera.md"}


@pytest.mark.parametrize("line", SHOWN_LINES, ids=str)
def test_a_command_that_is_shown_is_understood(line, capsys):
    assert refusal(filled(line.line), capsys) == ""


@pytest.mark.parametrize("line", NAMED_LINES, ids=str)
def test_a_command_that_is_named_has_its_words_and_options(line, capsys):
    why = refusal(filled(line.line), capsys)
    assert why == "" or "the following arguments are required" in why


@pytest.mark.parametrize(
    "words",
    [
        "shuffle",
        "play rsf --roll",
        "tray fairnes",
        "tray known --perhaps",
        "bench --photo",
        "score",
    ],
)
def test_what_there_is_not_is_refused(words, capsys):
    assert refusal(filled(words), capsys) != ""


QUICK = ("check", "rule", "score", "read", "cards", "sessions", "--help", "--version")
NEEDS_A_TABLE = (
    "export ",
    "show rsf-",
    "grown gmm-",
    "rescue",
    "backup",
    "restore",
)  # docs/sharing.md has a test of its own
RECORD, PICTURES = "tests/records/gmm-corrections.record", "tests/independent/d10"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with what the pages' examples are called, and the program's home within it."""
    shutil.copy(REPOSITORY / RECORD, tmp_path / "evening.record")
    shutil.copy(min((REPOSITORY / PICTURES).glob("*.jpg")), tmp_path / "photo.jpg")
    shutil.copy(REPOSITORY / "companion/games/rsf/catalogue.toml", tmp_path / "mine.toml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def may_be_run(line):
    words = line.line.split()
    if not words or words[0] not in QUICK or any(part in line.line for part in NEEDS_A_TABLE):
        return False
    # A page's placeholders name nothing that is there; nor do options for a device or a set.
    return not re.search(r"\b[A-Z]{2,}\b|[\[<]|--set|--profile|pig|import|delete|resume", line.line)


RUNNABLE = [
    *(line for line in SHOWN_LINES if may_be_run(line)),
    *(line for line in NAMED_LINES if may_be_run(line) and "." in line.line),
]


def test_the_pages_show_some_that_can_be_run():
    assert {line.line.split()[0] for line in RUNNABLE} >= {"check", "score", "read", "sessions"}


@pytest.mark.parametrize("line", RUNNABLE, ids=str)
def test_a_quick_command_of_a_page_does_what_it_says(line, desk, capsys):
    words = filled(line.line)
    assert desk.is_dir()
    assert cli.main(words) in {FINE, FINDINGS}
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_explains_itself(name, capsys):
    with pytest.raises(SystemExit) as leaving:
        cli.main([name, "--help"])
    assert leaving.value.code == 0
    assert f"tableside {name}" in capsys.readouterr().out
