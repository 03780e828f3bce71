"""The rules of Monstructor as data, and what Dominoes cites of them."""

from __future__ import annotations

from games_play import new_match
from mon_kit import OPEN, A, B, attach, cards_of

from companion.core.actions import Ruling
from companion.core.game import Depth
from companion.core.verdict import VerdictKind
from companion.core.words import CardId
from companion.games.mon.dominoes import verbs as act


def verdict(match, action):
    found = match.check(action)
    return found.kind, [reason.rule for reason in found.reasons]


def test_a_default_ruling_leaves_it_to_the_table_and_a_stated_rule_forbids():
    """MON-D4a is a default ruling, MON-G2 stated; both can be overruled."""
    match = new_match("mon-dominoes", Depth.FULL, 2, OPEN)
    for action in (
        act.Youngest(None, A),
        act.Dealt(A, cards_of("GM-B GM-H GM-L GM-T CW-B")),
        act.Dealt(B, cards_of("CW-H CW-L BB-B BB-H SS-B")),
        act.Put(A, CardId("GM-B")),
    ):
        match = match.apply(action)
    taken = act.Draw(B, CardId("RM-B"))
    assert verdict(match, taken) == (VerdictKind.NEEDS_RULING, ["MON-D4a"])
    crossed = attach(B, "CW-L", "GM-B.1")
    assert verdict(match, crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    ruled = match.apply(Ruling(None, ("MON-D4a",), "let him"))
    assert ruled.check(taken).kind is VerdictKind.LEGAL


def test_x7_a_ruling_lifts_the_rules_that_it_names_and_no_other():
    """Ann attaches again, out of turn, and at a port of another width."""
    match = new_match("mon-dominoes", Depth.FULL, 2, OPEN)
    for action in (
        act.Youngest(None, A),
        act.Dealt(A, cards_of("GM-B GM-H GM-L GM-T CW-B")),
        act.Dealt(B, cards_of("CW-H CW-L BB-B BB-H SS-B")),
        act.Put(A, CardId("GM-B")),
        Ruling(None, ("MON-D4",), "two cards a turn, once"),
    ):
        match = match.apply(action)
    assert match.check(attach(A, "GM-H", "GM-B.1")).kind is VerdictKind.LEGAL
    crossed = attach(A, "GM-L", "GM-B.1")
    assert verdict(match, crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    other = attach(A, "CW-L", "GM-B.1")
    both = verdict(match, other)
    assert both == (VerdictKind.ILLEGAL, ["MON-G2"])
    assert len(match.check(other).notes) == 2
