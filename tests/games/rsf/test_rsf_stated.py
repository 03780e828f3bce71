"""What the rulebook states blocks, what it leaves open only warns: moments of games, as data."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from games_play import SHELF, cards_of, header_of

from companion.core.game import Depth

KEPT = tomllib.loads(Path(__file__).with_name("stated.toml").read_text("utf-8"))
CASES = KEPT["case"]


@pytest.mark.parametrize("case", CASES, ids=[f"{at}-{one['rule']}" for at, one in enumerate(CASES)])
def test_the_stated_core_comes_before_the_ruling(case):
    depth = Depth(case.get("depth", "full"))
    header = header_of("rsf", depth, 2, case.get("switches", {}))
    match, grammar = SHELF.begin(header, cards_of("rsf", depth)), SHELF.grammar(header)
    for name in case.get("after", []):
        for line in KEPT["openings"][name]:
            match = match.apply(grammar.read(line))
    for line in case.get("lines", []):
        match = match.apply(grammar.read(line))
    verdict = match.check(grammar.read(case["last"]))
    assert verdict.kind == case["verdict"], verdict.message()
    cited = {one.rule for one in (*verdict.reasons, *verdict.asks)}
    assert case["rule"] in cited or verdict.legal
