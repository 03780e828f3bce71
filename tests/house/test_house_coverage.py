"""What `make coverage` holds at every branch is all of it, and nothing in it is excused."""

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
