"""What Monstructor cites of the rules, its switches, and how its verdicts and lines read."""

from dataclasses import fields

import pytest
from games_play import new_match
from mon_classic_kit import FACTIONS, A, B, C, cards_of
from mon_kit import OPEN, attach

from companion.core.actions import Ruling
from companion.core.game import Depth, Setup
from companion.core.switches import SwitchError
from companion.core.verdict import VerdictKind
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import ARENA, CLASSIC
from companion.games.mon.classic.house import ArenaHouse, ClassicHouse, FightHouse
from companion.games.mon.dominoes import verbs as dominoes

FIRST = ("GM-B GM-H GM-L", "CW-B CW-H CW-L", "BB-B BB-H hidden")


def applied(match, *actions):
    for action in actions:
        match = match.apply(action)
    return match


def begun(game=CLASSIC):
    """Three cards each, and Ann has taken a card."""
    return applied(
        new_match(game.id, Depth.FULL, 3),
        *(act.PickFaction(seat, FACTIONS[seat]) for seat in (A, B, C)),
        act.Youngest(None, A),
        *(act.Dealt(seat, cards_of(FIRST[seat])) for seat in (A, B, C)),
        act.Draw(A, cards_of("GM-T")[0]),
    )


def centre():
    """Two open hands in Dominoes, and Ann has put a body."""
    return applied(
        new_match("mon-dominoes", Depth.FULL, 2, OPEN),
        dominoes.Youngest(None, A),
        dominoes.Dealt(A, cards_of("GM-B GM-H GM-L GM-T CW-B")),
        dominoes.Dealt(B, cards_of("CW-H CW-L BB-B BB-H SS-B")),
        dominoes.Put(A, cards_of("GM-B")[0]),
    )


def verdict(match, action):
    found = match.check(action)
    return found.kind, [reason.rule for reason in found.reasons]


def test_each_mode_has_the_switches_that_concern_it():
    common = {one.name for one in fields(FightHouse)}
    assert len(common) == 7
    assert {one.name for one in fields(ClassicHouse)} - common == {"forced_complete"}
    assert {one.name for one in fields(ArenaHouse)} - common == {"arena_locked"}
    with pytest.raises(SwitchError):
        CLASSIC.start(Setup(("Ann", "Ben"), Depth.LIGHT, {"mon.arena_locked": "off"}))


def test_a_stated_rule_forbids_and_a_default_ruling_leaves_it_to_the_table():
    match = begun()
    verdict = match.check(act.Draw(A, cards_of("GM-T")[0]))
    assert verdict.kind is VerdictKind.ILLEGAL
    waiting = begun(ARENA).apply(act.EnterArena(A, cards_of("GM-B GM-H GM-L GM-T")))
    assert waiting.state.arena is not None
    changed = act.ChangeArena(A, ())
    assert waiting.check(changed).kind is VerdictKind.NEEDS_RULING
    assert "mon.arena_locked" in waiting.check(changed).message()
    ruled = waiting.apply(Ruling(None, ("MON-A5a",), "let her"))
    assert ruled.apply(changed).state.arena is None


def test_in_dominoes_both_can_be_overruled():
    """MON-D4a is a default ruling, MON-G2 stated."""
    taken = dominoes.Draw(B, cards_of("RM-B")[0])
    assert verdict(centre(), taken) == (VerdictKind.NEEDS_RULING, ["MON-D4a"])
    crossed = attach(B, "CW-L", "GM-B.1")
    assert verdict(centre(), crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    ruled = centre().apply(Ruling(None, ("MON-D4a",), "let him"))
    assert ruled.check(taken).kind is VerdictKind.LEGAL


def test_x7_a_ruling_lifts_the_rules_that_it_names_and_no_other():
    """Ann attaches again, out of turn, and at a port of another width."""
    match = centre().apply(Ruling(None, ("MON-D4",), "two cards a turn, once"))
    assert match.check(attach(A, "GM-H", "GM-B.1")).kind is VerdictKind.LEGAL
    other = attach(A, "CW-L", "GM-B.1")
    for crossed in (attach(A, "GM-L", "GM-B.1"), other):
        assert verdict(match, crossed) == (VerdictKind.ILLEGAL, ["MON-G2"])
    assert len(match.check(other).notes) == 2


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (act.EndTurn(A), "Ann ends the turn"),
        (act.Draw(B, cards_of("hidden")[0]), "Ben takes a hidden card (MON-C6)"),
        (act.Rearrange(A, cards_of("GM-B")), "Ann puts together GM-B Gravemoss Ribs"),
        (act.Rearrange(A, ()), "Ann takes the monster apart"),
        (act.Challenge(A, B, cards_of("GM-B GM-H")),
         ("Ann challenges Ben (MON-C10) · void: Ann's monster lacks 3 cards (MON-C8); "
         "the turn goes on (MON-C10c)")),
        (act.AdjustCard(None, cards_of("GM-B")[0], A, B),
         "By ruling GM-B Gravemoss Ribs goes from Ann to Ben (X-7)"),
    ],
)  # fmt: skip
def test_history_lines(action, line):
    match = begun()
    assert CLASSIC.tell(match.state, action, match.apply(action).state) == line
