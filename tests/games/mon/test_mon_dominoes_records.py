"""A recorded game of Dominoes counted again from its text, without any rule of the program."""

from __future__ import annotations

import shlex
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from mon_kit import ROOM

RECORDS = Path(__file__).parents[2] / "records"
CARDS = {
    card["id"]: card for card in tomllib.loads((ROOM / "catalogue.toml").read_text("utf-8"))["card"]
}


def played(lines):
    """The lines that count: what was undone is left out, what was corrected is replaced."""
    log, kept, undone = [], [], []
    for line in lines:
        log.append(line)
        if line.startswith("table: undo"):
            undone.append(kept.pop())
        elif line.startswith("table: redo"):
            kept.append(undone.pop())
        elif line.startswith("table: amend"):
            _, _, number, corrected = shlex.split(line)
            kept = [corrected if one == log[int(number) - 1] else one for one in kept]
        else:
            kept.append(line)
    return kept


def counted(lines):
    """Who collected which cards, by laying the cards as the record says and counting free ports."""
    free, laid, won = {}, [], {}
    for line in lines:
        who, _, said = line.rpartition(": ")
        verb, *words = said.split()
        if verb not in {"put", "attach"}:
            continue
        card, *ports = [word for word in words if word != "to"]
        laid.append(card)
        name = card if laid.count(card) == 1 else f"{card}#{laid.count(card)}"
        mine = dict(enumerate(CARDS[card]["ports"], 1))
        for port in ports:
            width = free.pop(port)
            del mine[next(number for number, its in mine.items() if its == width)]
        free |= {f"{name}.{number}": width for number, width in mine.items()}
        if not free:
            won.setdefault(who.strip('"'), []).extend(laid)
            laid = []
    return won


@pytest.mark.parametrize("name", ["mon-dominoes-open", "mon-dominoes-closed"])
def test_mon_d11_points_counted_by_hand(name):
    lines = (RECORDS / f"{name}.record").read_text("utf-8").partition("---\n")[2].splitlines()
    known = tomllib.loads((RECORDS / f"{name}.toml").read_text("utf-8"))
    won = counted(played(lines))
    given = Counter()
    for line in lines:
        if "adjust-score" in line:
            *_, who, points = shlex.split(line)
            given[who] += int(points)
    for who, points in known["points"].items():
        cards = won.get(who, [])
        assert len(cards) == known["cards"][who]
        assert sum(CARDS[card]["points"] for card in cards) + given[who] == points
