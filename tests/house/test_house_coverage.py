"""What `make coverage` holds at every branch is there, is all of it, and nothing in it is excused."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
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
}


def folder(package: str) -> Path:
    return REPOSITORY / package.replace(".", "/")


def test_every_branch_of_what_is_promised_is_demanded():
    assert set(HELD) == PROMISED
    assert COVERAGE["run"]["branch"] is True
    assert COVERAGE["report"]["fail_under"] == 100


@pytest.mark.parametrize("package", HELD)
def test_a_package_that_is_held_is_there(package):
    assert (folder(package) / "__init__.py").is_file()


def test_what_is_left_out_decodes_nothing():
    """It opens or keeps what bytes come through; whatever is pure is measured."""
    for name in COVERAGE["run"]["omit"]:
        if name != "tests/*":
            code = (REPOSITORY / name).read_text("utf-8")
            assert re.search(r"^import (asyncio|threading)$", code, re.MULTILINE), name


@pytest.mark.parametrize("package", HELD)
def test_nothing_is_excused_without_a_reason(package):
    for path in folder(package).rglob("*.py"):
        for line in path.read_text("utf-8").splitlines():
            assert "pragma: no" not in line or re.search(r"pragma: no \w+ - \w", line), (path, line)


def test_what_is_passed_over_is_what_the_types_prove():
    patterns = COVERAGE["report"]["exclude_also"]
    passed = ["            assert_never(action)"]
    code = [
        "    if x:",
        "    return assert_never(x) + 1",
        "    raise NotImplementedError",
        "    pass",
    ]
    assert all(any(re.search(one, line) for one in patterns) for line in passed)
    assert not any(re.search(one, line) for one in patterns for line in code)
    assert set(COVERAGE["report"]) & {"exclude_lines", "partial_also", "partial_branches"} == set()


def test_the_tests_that_it_runs_are_there():
    (said,) = re.findall(r"^COVERING := (.+)$", MAKEFILE, re.MULTILINE)
    for name in said.split():
        assert (REPOSITORY / name).exists(), name
