"""Files and functions are small, and wherever a check looks away its line says why.

What `make coverage` holds at every branch is all of it, and nothing in it is excused.
"""

import ast
import io
import re
import tokenize
import tomllib
from dataclasses import fields, is_dataclass
from pathlib import Path
from statistics import median

import pytest

from companion.core.actions import Action
from companion.record.shelf import Shelf

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "hardware", "calibration", "models")
FOLDERS = (*PACKAGES, "tests", "tools")
MAX_FILE, MAX_FUNCTION, MAX_MEDIAN = 500, 50, 10
DRAWN = {"models": 12}
"""Lines of the function in the middle where pictures are drawn: a drawing is one list of strokes."""

LOOKS_AWAY = re.compile(r"#\s*(noqa|type:\s*ignore|pragma: no|ruff: noqa|mypy: |flake8: )")
NAMED = re.compile(r"#\s*(noqa: [A-Z]+\d+(, ?[A-Z]+\d+)*|type: ignore\[[a-z-]+(, ?[a-z-]+)*\]|pragma: no \w+)")
SKIPS = re.compile(r"pytest\.(mark\.)?(skip|skipif|xfail|importorskip)\b")


def sources(folder):
    return sorted((REPOSITORY / folder).rglob("*.py"))


def sizes(folder):
    """Lines of each function below a folder."""
    found = {}
    for path in sources(folder):
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (one.end_lineno or one.lineno) - one.lineno + 1
                found[f"{path}:{one.lineno} {one.name}"] = lines
    return found


def unexplained(text):
    """Lines on which a check looks away, or a test may not run, and nothing says why."""
    comments = {}
    if LOOKS_AWAY.search(text) or SKIPS.search(text):  # taking a file apart takes long
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        comments = {one.start[0]: one.string for one in tokens if one.type == tokenize.COMMENT}
    found = {line for line, comment in comments.items() if looks_away(comment)}
    nodes = list(ast.walk(ast.parse(text))) if SKIPS.search(text) else []
    calls = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and SKIPS.fullmatch(ast.unparse(node)):
            call = calls.get(id(node))
            given = call and [one for one in call.keywords if one.arg == "reason"]
            plain = call and node.attr == "skip" and call.args
            if not given and not plain and node.lineno not in comments:
                found.add(node.lineno)
    return sorted(found)


def looks_away(comment):
    """Whether a comment lets everything pass, or something without saying why."""
    rest = NAMED.sub("", comment)
    return bool(LOOKS_AWAY.search(comment)) and bool(LOOKS_AWAY.search(rest) or not re.search(r"\w", rest))


@pytest.mark.parametrize("folder", FOLDERS)
def test_files_stay_small(folder):
    lines = {str(path): len(path.read_text("utf-8").splitlines()) for path in sources(folder)}
    assert {path: n for path, n in lines.items() if n > MAX_FILE} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_stay_small(package):
    lines = sizes(package)
    assert {name: n for name, n in lines.items() if n > MAX_FUNCTION} == {}
    assert median(lines.values()) <= DRAWN.get(package, MAX_MEDIAN)


@pytest.mark.parametrize("folder", FOLDERS)
def test_wherever_a_check_looks_away_or_a_test_may_not_run_it_says_why(folder):
    found = {str(path): unexplained(path.read_text("utf-8")) for path in sources(folder)}
    assert {path: lines for path, lines in found.items() if lines} == {}


EXCUSED = """\
# ruff: noqa
import pytest
a = 1  # noqa
b = 1  # noqa: E731, S101
c = 1  # noqa: E731 - because
d = 1  # type: ignore
e = 1  # type: ignore[misc]
f = 1  # type: ignore[misc]  # because
g = 1  # noqa: A001 - because  # type: ignore
h = 1  # pragma: no cover
text = "# noqa"


@pytest.mark.xfail
@pytest.mark.skipif(a, reason="because")
def test_it():
    pytest.skip("because")
    pytest.importorskip("c")
    pytest.importorskip("b")  # because
"""


def test_places_without_a_reason_are_found():
    assert unexplained(EXCUSED) == [1, 3, 4, 6, 7, 9, 10, 14, 18]


COVERAGE = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["coverage"]
MAKEFILE = (REPOSITORY / "Makefile").read_text("utf-8")
HELD = COVERAGE["run"]["source_pkgs"]
PROMISED = {
    "companion.core",
    "companion.games",
    "companion.journal",
    "companion.record",
    "companion.rolls",
    "hardware.ble",
    "hardware.dtp",
    "hardware.printed",
    "hardware.simulators.tray_end",
    "models.workshop.invariants",
}


def test_every_branch_of_what_is_promised_is_demanded():
    assert set(HELD) == PROMISED
    assert COVERAGE["run"]["branch"] is True
    assert COVERAGE["report"]["fail_under"] == 100
    assert COVERAGE["report"]["exclude_also"] == ["^\\s*assert_never\\("]
    assert set(COVERAGE["report"]) & {"exclude_lines", "partial_also", "partial_branches"} == set()


def test_what_is_left_out_decodes_nothing():
    """It opens or keeps what bytes come through; whatever is pure is measured."""
    for name in COVERAGE["run"]["omit"]:
        if name != "tests/*":
            code = (REPOSITORY / name).read_text("utf-8")
            assert re.search(r"^import (asyncio|threading)$", code, re.MULTILINE), name


@pytest.mark.parametrize("package", HELD)
def test_nothing_is_excused_without_a_reason(package):
    for path in (REPOSITORY / package.replace(".", "/")).rglob("*.py"):
        for line in path.read_text("utf-8").splitlines():
            assert "pragma: no" not in line or re.search(r"pragma: no \w+ - \w", line), (path, line)


def test_the_tests_that_it_runs_are_there_and_only_slow_ones_and_chance_are_left_out():
    (said,) = re.findall(r"^COVERING := (.+)$", MAKEFILE, re.MULTILINE)
    for name in said.split():
        assert (REPOSITORY / name).exists(), name
    assert "-m 'not hypothesis and not slow'" in MAKEFILE


def every(kind):
    yield kind
    for one in kind.__subclasses__():
        yield from every(one)


def test_fields_of_actions_are_written_as_text_for_they_are_read_so():
    """`from __future__ import annotations` stands with each action: seats are found by a field's text."""
    for game_id in Shelf().ids():
        Shelf().game(game_id)
    kinds = [kind for kind in every(Action) if is_dataclass(kind) and kind.__module__.startswith("companion.")]
    assert len(kinds) > 50
    assert {kind for kind in kinds for one in fields(kind) if not isinstance(one.type, str)} == set()
