"""The rules as data, the switches, and how verdicts and history say them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gmm_kit import (
    NAMES,
    ROOM,
    A,
    B,
    C,
    dealt,
    ending,
    fight,
    flip,
    new_game,
    play,
    read,
)

from companion.core.actions import Roll, SetSwitch
from companion.core.dice import DieFace
from companion.core.log import Match
from companion.core.rulebook import Rulebook
from companion.core.verdict import Breach, VerdictKind, grade
from companion.games.gmm import GAME
from companion.games.gmm.house import Redraw
from companion.games.gmm.state import Award, Stage

CORE = Path(__file__).parents[3] / "companion" / "core" / "rules.toml"


def rulebook():
    return Rulebook.parse(CORE.read_text("utf-8"), (ROOM / "rules.toml").read_text("utf-8"))


# ---------------------------------------------------------------- verdicts


def verdict(state, line):
    return grade(GAME.check(state, read(line)), rulebook(), frozenset())


def test_a_stated_rule_blocks_and_can_be_overruled():
    refused = verdict(play(dealt(number=2), "Ann: flip blob"), "table: rate blob 8")
    assert (refused.kind, refused.forceable) == (VerdictKind.ILLEGAL, True)
    assert refused.message() == "Not allowed: Round 2 uses Endurance: Blob 10 (GMM-R1)"


def test_an_inferred_rule_says_that_it_is_read_so():
    state = play(ending(("m1 m2", "m3 m4", "")), "table: confirm")
    assert verdict(state, "Ann: call low").message() == (
        "Not allowed as we read it: sudden death is always high (GMM-D1a, inferred)"
    )


def test_a_default_ruling_never_blocks():
    state = play(ending(("card " * 30, "card " * 30), depth="light"), "table: confirm")
    asked = verdict(state, "table: mashup")
    assert asked.kind is VerdictKind.NEEDS_RULING
    assert asked.message() == (
        "By default ruling GMM-D3: there is no Monster Mashup in sudden death;"
        " change with gmm.sd_mashup"
    )


def test_a_default_ruling_in_play_is_said_with_its_switch():
    state = ending(("m1 " * 60, "", ""), 6)
    awards = tuple(Award(seat, "GMM-E1", (20,) * 3) for seat in (A, A, C, C, C))
    final = verdict(replace(state, awards=awards), "table: confirm")
    assert final.legal
    assert final.message() == "Ann and Cleo share the first place (GMM-E3)"
    assert final.notes[0].message().endswith("change with gmm.final_tie")


def test_a_missing_fact_is_asked():
    state = play(dealt(), "Ann: flip m5", "Ann: call high")
    asked = verdict(state, "Ben: flip card")
    assert asked.kind is VerdictKind.NEEDS_FACT
    assert asked.message() == "Ben, which card is it? (GMM-B2)"


def test_an_action_of_nobody_is_refused():
    for line in ("table: dealt", "table: flip m1", "table: call high", "table: count 3"):
        assert GAME.check(dealt(), read(line))[0].rule == "X-3"


# ---------------------------------------------------------------- history


def history(state, *lines):
    told = []
    for line in lines:
        after = play(state, line)
        told.append(GAME.tell(state, read(line), after))
        state = after
    return told


def test_the_history_of_a_battle():
    assert history(
        new_game(cards=None),
        "table: dealer Ann",
        "Ann: dealt",
        "Ann: flip blob",
        "table: rate blob 8 10 5 4 5 4",
        "Ann: call low",
        "Ben: flip slappy",
        "Cleo: flip blob",
    ) == [
        "Ann deals",
        "Ann deals 20 cards to everybody: round 1, Strength (GMM-R1)",
        "Ann turns up Blob",
        "Blob is rated 8 10 5 4 5 4 (GMM-S2b)",
        "Ann calls low (GMM-B1)",
        "Ben turns up Slappy: Strength 1",
        (
            "Cleo turns up Blob: Strength 8 · Monster Mashup, two of Blob: 3 cards to the"
            " discard, nobody wins (GMM-M1)"
        ),
    ]


def test_the_history_of_a_round():
    state = ending(("m1 m2", "m3 m4", "m5"))
    assert history(
        state,
        "Ann: count 2",
        "table: adjust-count Ben -1",
        "table: adjust-count Ben 1",
        "table: confirm",
        "Ann: flip m1",
        "Ben: flip m4",
    ) == [
        "Ann counts 2 cards",
        "By ruling Ben's winnings count -1 cards (X-7)",
        "By ruling Ben's winnings count +1 cards (X-7)",
        "All winnings piles are counted · Ann and Ben have 2 cards each: sudden death (GMM-D1)",
        "Ann turns up M1: Strength 1",
        (
            "Ben turns up M4: Strength 4 · Ben wins the sudden death (GMM-D1) · Ben wins"
            " round 1: Strength Trophy (GMM-D1) · Cleo shuffles all 60 cards and deals (GMM-R3)"
        ),
    ]


def test_the_history_in_light_depth():
    assert history(
        dealt(depth="light"),
        "table: adjust-declarer Ben",
        "Ben: call high",
        "table: tie",
        "table: winner Cleo",
        "Cleo: call low",
        "table: mashup",
        "table: adjust-trophy 1 Ann",
    ) == [
        "By ruling Ben declares (X-7)",
        "Ben calls high (GMM-B1)",
        "The winning rating is shared · tied: everybody turns up a new card (GMM-T1)",
        "Cleo's card wins · Cleo wins the battle and takes 6 cards (GMM-T4)",
        "Cleo calls low (GMM-B1)",
        (
            "Two cards show the same monster · Monster Mashup, two of one monster: 3 cards"
            " to the discard, nobody wins (GMM-M1)"
        ),
        (
            "By ruling the Trophy of round 1 goes to Ann (X-7) · Ann wins round 1: Strength"
            " Trophy (X-7) · Ben shuffles all 60 cards and deals (GMM-R3)"
        ),
    ]


def test_a_special_before_the_call_says_both():
    state = dealt()
    line = GAME.tell(state, read("Ann: flip slappy"), play(state, "Ann: flip slappy"))
    assert line == "Ann turns up Slappy: 9 on high, 1 on low (GMM-B4)"


def test_the_headline_says_where_the_game_stands():
    state = new_game()
    assert GAME.view(state, None).headline == "Setup: finding the dealer"
    state = play(state, "table: dealer Ann")
    assert GAME.view(state, None).headline == "Round 1 · Strength · Ann deals"
    state = play(state, "Ann: dealt")
    assert GAME.view(state, None).headline == "Round 1 · Strength · Ann declares"
    state = fight(state, "high", "m9 slappy m1")
    assert GAME.view(state, None).headline == "Round 1 · Strength · high by Ann · tie-break"
    assert GAME.view(state, A).turn == A


def test_a_catalogue_of_the_kit_begins_a_match():
    match = Match.begin(GAME, rulebook(), new_game(3).setup)
    assert match.pending().rule == "GMM-S4"
    assert match.setup.seats == NAMES[:3]


def test_the_history_of_a_final_battle():
    state = play(ending(("", "m1 " * 60), 6, final_tie="sudden_death"), "table: confirm")
    assert history(state, "table: ability fright", "Ann: flip m3", "Ben: flip m2") == [
        "The table chooses Fright",
        "Ann turns up M3: Fright 3",
        "Ben turns up M2: Fright 2 · Ann wins the sudden death (GMM-E3)",
    ]


def test_what_no_verb_of_the_game_says_is_told_by_its_verb():
    state, switch = new_game(), SetSwitch(None, "gmm.sd_redraw", "still_tied")
    assert GAME.tell(state, switch, state) == "switch"


def test_x8_a_house_rule_counts_from_where_it_is_changed():
    house = replace(GAME.house_of(new_game()), sd_redraw=Redraw.STILL_TIED)
    state = GAME.rehouse(play(ending(("m5 m1", "m5 m2", "m3 m4")), "table: confirm"), house)
    assert GAME.house_of(state) is house
    assert flip(state, "m5 m5 m4").showing == (A, B)


def test_gmm_e2_after_the_end_nothing_can_be_said_but_whose_trophies_were_wrong():
    state = replace(new_game(), stage=Stage.OVER)
    for line in ("table: rate blob 4", "table: winner Ann", "table: dealer Ann"):
        assert [one.rule for one in GAME.check(state, read(line))] == ["GMM-E2"]


def test_there_are_no_dice():
    state = new_game()
    assert GAME.dice == ()
    (found,) = GAME.check(state, Roll(A, (DieFace("d10", "3"),)))
    assert isinstance(found, Breach)
    assert (found.rule, found.forceable) == ("X-4", False)
    assert len(NAMES) == GAME.players[1]
