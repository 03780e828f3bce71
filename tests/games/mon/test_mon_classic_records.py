"""The kept games of Classic and Arena, counted by hand from their text alone."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest
from mon_classic_kit import FACTIONS

RECORDS = Path(__file__).parents[2] / "records"
GAMES = sorted([*RECORDS.glob("mon-classic-*.record"), *RECORDS.glob("mon-arena-*.record")])


def lines_in_effect(path):
    """Every line that counts, undone ones left out."""
    lines, undone = [], []
    for line in path.read_text("utf-8").partition("---\n")[2].splitlines():
        match line:
            case "table: undo":
                undone.append(lines.pop())
            case "table: redo":
                lines.append(undone.pop())
            case _:
                undone.clear()
                lines.append(line)
    return lines


def test_there_are_two_games_of_each_mode():
    assert Counter(path.stem.rpartition("-")[0] for path in GAMES) == {
        "mon-classic": 2,
        "mon-arena": 2,
    }


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_mon_c24_c25_whoever_takes_the_fifth_own_dragon_card_wins_and_the_rest_by_theirs(path):
    """A Dragon card's id begins with D and its faction's first letter; light depth names it."""
    picked, taken = {}, Counter()
    for line in lines_in_effect(path):
        who, _, said = line.partition(": ")
        verb, *words = said.split()
        if verb == "faction":
            picked[who] = words[0]
        if verb == "take-dragon":
            faction = words[-1] if "of" in words else picked[who]
            own = words[0] == "dragon" or words[0].startswith(f"D{picked[who][0]}-")
            taken[who] += own and faction == picked[who]
            if taken[who] == 5:
                winner = who
    assert set(picked.values()) <= {faction.value for faction in FACTIONS}
    known = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
    assert [place["seat"] for place in known["place"] if place["rank"] == 1] == [winner]
    assert {who: taken[who] for who in picked} == known["dragons"]
    order = [taken[place["seat"]] for place in known["place"]]
    assert order == sorted(order, reverse=True)
