"""Short records of Classic and Arena, each from a sentence of the rulebook, and what is found in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record.file import parse_record
from companion.record.replay import replay
from companion.record.shelf import Shelf
from models.workshop.invariants import invariants

SHELF = Shelf()
BEGUN = """
table: youngest Ann
Ann: dealt GM-B GM-H GM-L
Ben: dealt CW-B CW-H CW-L
Cleo: dealt hidden hidden SN-H
Ann: draw GM-T
Ben: draw CW-T
Cleo: draw hidden
"""
FACTIONS = "Ann: faction MechanoWar\nBen: faction ImpClick\nCleo: faction UndeadEnd"
ANN, BEN = "GM-B GM-H GM-L GM-T", "CW-B CW-H CW-L CW-T"  # 9 and 11 points, both complete
TO_BEN = f"Ann: draw hidden\nBen: draw hidden\nBen: challenge Ann with {BEN}"
FIGHT = f"{TO_BEN}\nAnn: ready with {ANN}\ntable: flip"
IN_ARENA = f"Ann: draw hidden\nAnn: enter-arena with {ANN}\nBen: draw hidden"
MET = f"{IN_ARENA}\nBen: meet-arena with {BEN}\ntable: flip"

# The sentence, the mode, what is played, what is found ("E" against the action, "W" a warning), and
# where play stands then.
SCENARIOS = [
    ("245: you can challenge another player", "classic", FIGHT, "", "Reinforce"),
    (
        "245: your opponent also has to have a complete monster",
        "classic",
        f"{TO_BEN.replace('Ann with', 'Cleo with')}\nBen: challenge Ann with {BEN}",
        "MON-C10 W",
        "Challenge",
    ),
    (
        "245: once you have a complete monster",
        "classic",
        f"Ann: draw hidden\nAnn: challenge Ben with {ANN.removesuffix(' GM-T')}",
        "MON-C10 W",
        "Build",
    ),
    (
        "245, ruled away: the table lets a monster fight that is not complete",
        "classic",
        (
            'Ann: draw hidden\ntable: ruling MON-C10 allow "it counts as complete"\n'
            f"Ann: challenge Ben with {ANN.removesuffix(' GM-T')}"
        ),
        "MON-C10 W",
        "Challenge",
    ),
    (
        "303: a complete monster enters the Arena",
        "arena",
        "Ann: draw hidden\nAnn: enter-arena with GM-B GM-H GM-L",
        "MON-A2 W",
        "Build",
    ),
    (
        "303, ruled away",
        "arena",
        (
            'Ann: draw hidden\ntable: ruling MON-A2 allow "it counts"\n'
            f"Ann: enter-arena with GM-B GM-H GM-L\nBen: draw hidden\nBen: meet-arena with {BEN}"
        ),
        "MON-A2 W",
        "Flip",
    ),
    (
        "247: next person quickly takes a card, you lost your opportunity",
        "classic",
        f"Ann: draw hidden\nBen: draw hidden\nAnn: challenge Ben with {ANN}",
        "MON-C10a E",
        "Challenge",
    ),
    (
        "249: the attacking monster cannot be changed during this fight",
        "classic",
        f"{TO_BEN}\nBen: rearrange CW-B CW-H",
        "MON-C11 E",
        "Challenge",
    ),
    (
        "259: the monster with the least points reinforces first",
        "classic",
        f"{FIGHT}\nBen: power PBO-1",
        "MON-C15 E",
        "Reinforce",
    ),
    (
        "259: after the table has changed points too",
        "classic",
        f"{FIGHT}\ntable: adjust-points Ann 9\nBen: pass\nAnn: pass",
        "",
        "Prize",
    ),
    (
        "171, 183: anytime during a fight",
        "classic",
        f"{FIGHT}\nAnn: pass\nAnn: power PSW-1",
        "",
        "Reinforce",
    ),
    (
        "49: every time you win a fight you pick a Dragon card of your faction",
        "classic",
        f"{FIGHT}\nAnn: pass\nBen: pass\nBen: take-dragon DC-1",
        "MON-C20a E",
        "Draw",
    ),
    (
        "195: the players take turns taking cards clockwise",
        "classic",
        "Ann: end-turn\nAnn: draw hidden\nCleo: draw hidden",
        "MON-C6 E, MON-C6 E",
        "Build",
    ),
    (
        "79, 83: the first cards, then the first turn",
        "classic",
        "Ann: dealt hidden hidden hidden",
        "MON-C5 E, MON-C5 E",
        "Build",
    ),
    (
        "307: your monster remains in the center",
        "arena",
        f"{IN_ARENA}\nAnn: rearrange GM-B",
        "MON-A5 E",
        "Build",
    ),
    (
        "313: it has to be fought to free up space",
        "arena",
        f"{IN_ARENA}\nBen: enter-arena with {BEN}",
        "MON-A5 E",
        "Build",
    ),
    (
        "311: the battle goes as in the Classic Mode",
        "arena",
        f"{MET}\nAnn: pass\nBen: pass\nBen: take-dragon DI-1",
        "",
        "Draw",
    ),
    (
        "263: the winning player can pick one card",
        "classic",
        f"{FIGHT}\nAnn: pass\nBen: pass\nCleo: take-dragon DU-1\nBen: take-dragon DI-1",
        "MON-C20 E",
        "Draw",
    ),
    (
        "251: the attacker can construct the monster for you",
        "classic",
        f"{TO_BEN}\nAnn: refuse\nAnn: ready with {ANN}\ntable: flip",
        "MON-C12 E",
        "Reinforce",
    ),
]


def played(mode, lines):
    head = f"record: 1\ngame: mon-{mode}\ndepth: full\ncatalogue: invented\nseats: Ann, Ben, Cleo"
    text = f"{head}\n---\n{FACTIONS}{BEGUN}{lines}\n"
    record = parse_record(text, "some.record", SHELF.grammar)
    cards = SHELF.find_cards(record.header, "some.record", Path())
    return replay(record, SHELF.begin(record.header, cards))


@pytest.mark.parametrize(("sentence", "mode", "lines", "found", "stage"), SCENARIOS)
def test_a_sentence_of_the_rulebook(sentence, mode, lines, found, stage):
    assert sentence
    after = played(mode, lines)
    said = [f"{one.rule} {'E' if one.against else 'W'}" for one in after.remarks]
    assert ", ".join(said) == found, [one.text for one in after.remarks]
    assert (after.unchecked, after.match.game.view(after.match.state).stage) == (0, stage)
    assert invariants(after.match.state) == ()
