"""The rules as data: every id that code cites stands there, with status, source and switch."""

from __future__ import annotations

import re

from fgt_kit import ROOM, A, B, box, new_game, rulebook, table, warrior

from companion.core.actions import Roll, Ruling
from companion.core.dice import DieFace
from companion.core.log import Match
from companion.core.rulebook import Status
from companion.core.verdict import grade
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.words import Family, Shown
from models.workshop.invariants import invariants

# ---------------------------------------------------------------- verdicts

CARDS = box(
    warrior("H1"), warrior("A1"), warrior("R1"), warrior("D1", 1, "+10"), warrior("X1", 1, "steal")
)


def verdict(state, action):
    return grade(GAME.check(state, action), rulebook(), frozenset())


def test_dice_change_nothing():
    roll = Roll(A, (DieFace("d10", "7"),))
    assert not verdict(table(CARDS), roll).legal
    match = Match.begin(GAME, rulebook(), new_game().setup)
    assert not match.check(roll).legal


def test_a_ruling_licenses_the_next_action():
    match = Match.begin(GAME, rulebook(), new_game(2).setup)
    cards = tuple(CardId(card) for card in ("H01", "A02", "R03"))
    match = match.apply(act.Dealt(None, cards)).apply(act.Starter(None, A))
    match = match.apply(act.EnterArena(None, CardId("P01")))
    early = act.Play(B, Shown(CardId("H02"), None), Family.ALIEN)
    assert not match.check(early).legal
    match = match.apply(Ruling(None, ("FGT-P5",), "Sofia was quicker")).apply(early)
    assert match.state.turn == A
    assert invariants(match.state) == ()


def test_only_default_rulings_are_noted_beside_a_legal_action():
    """A note of a stated rule would read as if the table had lifted it."""
    noted = set()
    for module in ROOM.glob("*.py"):
        noted |= set(re.findall(r'Note\("(FGT-[A-Z0-9a-z]+)"', module.read_text("utf-8")))
    assert noted == {"FGT-S6a", "FGT-K12", "FGT-B4c"}
    assert {rulebook()[rule].status for rule in noted} == {Status.DEFAULT_RULING}
