"""Short records of Classic and Arena, each from a sentence of the rulebook, and what is found in it."""

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
TO_BEN = f"Ann: draw hidden / Ben: draw hidden / Ben: challenge Ann with {BEN}"
FIGHT = f"{TO_BEN} / Ann: ready with {ANN} / table: flip"
WON = f"{FIGHT} / Ann: pass / Ben: pass"
IN_ARENA = f"Ann: draw hidden / Ann: enter-arena with {ANN} / Ben: draw hidden"
MET = f"{IN_ARENA} / Ben: meet-arena with {BEN} / table: flip"
LACKING = "Ann: challenge Ben with GM-B GM-H GM-L"
RULED = 'Ann: draw hidden / table: ruling {} allow "it counts" / Ann: {}'

# The line of the rulebook and its sentence, what is played, what is found ("E" against the action,
# "W" a warning), and where play stands then. Moves that enter the Arena are of that mode.
SCENARIOS = [
    ("245: you can challenge another player", FIGHT, "", "Reinforce"),
    ("245: your opponent also has to have a complete monster",
     f"{TO_BEN.replace('Ann with', 'Cleo with')} / Ben: challenge Ann with {BEN}",
     "MON-C10 W", "Challenge"),
    ("245: once you have a complete monster", f"Ann: draw hidden / {LACKING}", "MON-C10 W", "Build"),
    ("245, ruled away: the table lets a monster fight that is not complete",
     RULED.format("MON-C10", LACKING.removeprefix("Ann: ")), "MON-C10 W", "Challenge"),
    ("303: a complete monster enters the Arena",
     "Ann: draw hidden / Ann: enter-arena with GM-B GM-H GM-L", "MON-A2 W", "Build"),
    ("303, ruled away",
     RULED.format("MON-A2", f"enter-arena with GM-B GM-H GM-L / {MET.split(' / ', 2)[2]}")
     .removesuffix(" / table: flip"), "MON-A2 W", "Flip"),
    ("247: next person quickly takes a card, you lost your opportunity",
     f"Ann: draw hidden / Ben: draw hidden / Ann: challenge Ben with {ANN}",
     "MON-C10a E", "Challenge"),
    ("249: the attacking monster cannot be changed during this fight",
     f"{TO_BEN} / Ben: rearrange CW-B CW-H", "MON-C11 E", "Challenge"),
    ("259: the monster with the least points reinforces first",
     f"{FIGHT} / Ben: power PBO-1", "MON-C15 E", "Reinforce"),
    ("259: after the table has changed points too",
     f"{FIGHT} / table: adjust-points Ann 9 / Ben: pass / Ann: pass", "", "Prize"),
    ("171, 183: anytime during a fight", f"{FIGHT} / Ann: pass / Ann: power PSW-1", "", "Reinforce"),
    ("49: every time you win a fight you pick a Dragon card of your faction",
     f"{WON} / Ben: take-dragon DC-1", "MON-C20a E", "Draw"),
    ("195: the players take turns taking cards clockwise",
     "Ann: end-turn / Ann: draw hidden / Cleo: draw hidden", "MON-C6 E, MON-C6 E", "Build"),
    ("79, 83: the first cards, then the first turn",
     "Ann: dealt hidden hidden hidden", "MON-C5 E, MON-C5 E", "Build"),
    ("307: your monster remains in the center",
     f"{IN_ARENA} / Ann: rearrange GM-B", "MON-A5 E", "Build"),
    ("313: it has to be fought to free up space",
     f"{IN_ARENA} / Ben: enter-arena with {BEN}", "MON-A5 E", "Build"),
    ("311: the battle goes as in the Classic Mode",
     f"{MET} / Ann: pass / Ben: pass / Ben: take-dragon DI-1", "", "Draw"),
    ("263: the winning player can pick one card",
     f"{WON} / Cleo: take-dragon DU-1 / Ben: take-dragon DI-1", "MON-C20 E", "Draw"),
    ("251: the attacker can construct the monster for you",
     f"{TO_BEN} / Ann: refuse / Ann: ready with {ANN} / table: flip", "MON-C12 E", "Reinforce"),
]  # fmt: skip


def played(mode, moves):
    lines = moves.replace(" / ", "\n")
    head = f"record: 1\ngame: mon-{mode}\ndepth: full\ncatalogue: invented\nseats: Ann, Ben, Cleo"
    text = f"{head}\n---\n{FACTIONS}{BEGUN}{lines}\n"
    record = parse_record(text, "some.record", SHELF.grammar)
    cards = SHELF.find_cards(record.header, "some.record", Path())
    return replay(record, SHELF.begin(record.header, cards))


@pytest.mark.parametrize(("sentence", "moves", "found", "stage"), SCENARIOS)
def test_a_sentence_of_the_rulebook(sentence, moves, found, stage):
    assert sentence
    after = played("arena" if "enter-arena" in moves else "classic", moves)
    said = [f"{one.rule} {'E' if one.against else 'W'}" for one in after.remarks]
    assert ", ".join(said) == found, [one.text for one in after.remarks]
    assert (after.unchecked, after.match.game.view(after.match.state).stage) == (0, stage)
    assert invariants(after.match.state) == ()
