"""The history and the headline, and house rules that change in play."""

from __future__ import annotations

from dataclasses import replace

from gmm_kit import A, B, dealt, ending, fight, flip, new_game, play, read

from companion.games.gmm import GAME
from companion.games.gmm.house import Redraw


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
    assert GAME.view(state).headline == "Setup: finding the dealer"
    state = play(state, "table: dealer Ann")
    assert GAME.view(state).headline == "Round 1 · Strength · Ann deals"
    state = play(state, "Ann: dealt")
    assert GAME.view(state).headline == "Round 1 · Strength · Ann declares"
    state = fight(state, "high", "m9 slappy m1")
    assert GAME.view(state).headline == "Round 1 · Strength · high by Ann · tie-break"
    assert GAME.view(state).turn == A


def test_the_history_of_a_final_battle():
    state = play(ending(("", "m1 " * 60), 6, final_tie="sudden_death"), "table: confirm")
    assert history(state, "table: ability fright", "Ann: flip m3", "Ben: flip m2") == [
        "The table chooses Fright",
        "Ann turns up M3: Fright 3",
        "Ben turns up M2: Fright 2 · Ann wins the sudden death (GMM-E3)",
    ]


def test_x8_a_house_rule_counts_from_where_it_is_changed():
    house = replace(GAME.house_of(new_game()), sd_redraw=Redraw.STILL_TIED)
    state = GAME.rehouse(play(ending(("m5 m1", "m5 m2", "m3 m4")), "table: confirm"), house)
    assert GAME.house_of(state) is house
    assert flip(state, "m5 m5 m4").showing == (A, B)
