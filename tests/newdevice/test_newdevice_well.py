"""A further device is what its page says: the page is followed in a copy, and the copy tested."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
PAGE = (REPOSITORY / "docs/new-device.md").read_text(encoding="utf-8")
PACKAGES = ("companion", "vision", "hardware", "calibration", "models")
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
FILES = sorted(path for path in HERE.rglob("*.py") if path.parent != HERE)
RUBBISH = shutil.ignore_patterns("__pycache__", "independent", "training", "*.mp4", "snapshots")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w/]+\.py)`")


def blocks(language):
    return [text for name, text in BLOCK.findall(PAGE) if name == language]


def changes():
    """The page's changes, each with the file that it names last before."""
    found = [block for block in BLOCK.finditer(PAGE) if block[1] == "diff"]
    return [(NAMED.findall(PAGE[: block.start()])[-1], block[2]) for block in found]


def follow(tree, place, change):
    """Make one of the page's changes in the copy."""
    lines = change.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    text = (tree / place).read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{place}: {before}"
    (tree / place).write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the repository in which the page was followed."""
    tree = tmp_path_factory.mktemp("copy")
    for package in (*PACKAGES, "tests"):
        shutil.copytree(REPOSITORY / package, tree / package, ignore=RUBBISH)
    shutil.copy(REPOSITORY / "pyproject.toml", tree)
    for path in FILES:
        shutil.copy(path, tree / path.relative_to(HERE))
    for place, change in changes():
        follow(tree, place, change)
    return tree


def test_the_page_names_every_file_of_the_device():
    named = set(NAMED.findall(PAGE))
    assert {path.relative_to(HERE).as_posix() for path in FILES} <= named


def test_what_the_page_shows_stands_in_the_files():
    assert len(blocks("python")) == 2
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    assert [block for block in blocks("python") if block not in text] == []


def test_the_page_changes_four_files():
    assert sorted({place for place, _ in changes()}) == [
        "companion/rolls/source.py",
        "companion/sources/opening.py",
        "companion/tui/device_words.py",
        "tests/sources/test_sources_contract.py",
    ]


def test_a_repository_that_followed_the_page_passes_the_tests_of_the_device(tree):
    suites = [path.relative_to(HERE).as_posix() for path in FILES if path.name[:5] == "test_"]
    assert len(suites) == 3
    done = subprocess.run(
        [*PYTEST, "-k", "well or Well", *suites, "tests/sources/test_sources_contract.py"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^[12]\d passed", done.stdout.splitlines()[-1]), done.stdout
