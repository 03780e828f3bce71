"""Sudden death: who turns up, from which pile, what breaks the tie; and the history in words."""

from dataclasses import replace

import pytest
from gmm_kit import (
    A,
    B,
    C,
    box,
    dealt,
    ending,
    fight,
    findings,
    flip,
    force,
    new_game,
    notes,
    pending_rule,
    play,
    read,
    text,
)

from companion.core.sheet import plain
from companion.games.gmm import GAME
from companion.games.gmm.flow import endless
from companion.games.gmm.house import Redraw
from companion.games.gmm.state import Result, Stage

PILES = ("m9 m5 m1", "m9 m5 m2", "m9 m5 m3")
TWINS = box(a9=9, b9=9, c2=2, d5=5, e5=5, f1=1, g1=1, h2=2, i3=3)
"""Different monsters with equal ratings."""


def tied(*piles, **chosen):
    """A sudden death among all players, who won these cards."""
    return play(ending(piles, **chosen), "table: confirm")


def test_gmm_d1_the_tied_turn_up_from_their_winnings():
    state = tied("m9 m5", "m4 m6", "m1", "")
    assert (state.stage, state.showing) == (Stage.SUDDEN_DEATH, (A, B))
    assert pending_rule(state) == "GMM-D1"
    assert findings(state, "Ben: flip m9") == ("GMM-D1",)
    assert text(state, "Ben: flip m9") == "M9 is not left in Ben's winnings pile"
    assert findings(state, "Cleo: flip m1") == ("GMM-D1",)
    state = play(state, "Ben: flip m4", "Ann: flip m5")
    assert (state.awards[-1].winner, state.awards[-1].rule) == (A, "GMM-D1")
    assert state.dealer == B
    assert GAME.score(state).lines[0].why == "round 1, Strength: sudden death after 2 cards each"


def test_gmm_d1_by_ruling_another_card_may_be_turned_up():
    state = force(tied("m9 m5", "m4 m6", ""), "Ben: flip m10")
    assert play(state, "Ann: flip m9").awards[-1].winner == B


def test_gmm_d1a_the_ability_of_the_round_and_always_high():
    state = tied("blob m5", "m7 slappy", "m1", number=2)
    assert findings(state, "Ann: call low") == ("GMM-D1a",)
    assert flip(state, "blob m7").awards[-1].winner == A  # Endurance 10, not Strength 8
    after = flip(tied("m8 m5", "m7 slappy", "m1"), "m8 slappy")
    assert after.outcome.winner == B
    assert GAME.view(state).headline == "Round 2 · Endurance · sudden death, Ann and Ben"


def test_gmm_d2_go_on_until_it_is_broken():
    state = flip(tied("a9 d5", "b9 c2", "", cards=TWINS), "a9 b9")
    assert state.outcome.result is Result.TIE
    assert state.stage is Stage.SUDDEN_DEATH
    assert flip(state, "d5 c2").awards[-1].winner == A


def test_gmm_d2a_all_of_them_turn_up_again():
    state = tied("a9 c2", "b9 f1", "d5 i3", cards=TWINS)
    assert notes(flip_two(state), "Cleo: flip d5") == ("GMM-D2a",)
    state = flip(state, "a9 b9 d5")
    assert state.showing == (A, B, C)
    assert flip(state, "c2 f1 i3").awards[-1].winner == C


def flip_two(state):
    return play(state, "Ann: flip a9", "Ben: flip b9")


def test_switch_sd_redraw():
    state = flip(tied("a9 c2", "b9 f1", "d5 i3", cards=TWINS, sd_redraw="still_tied"), "a9 b9 d5")
    assert state.showing == (A, B)
    assert findings(state, "Cleo: flip i3") == ("GMM-D1",)
    assert [one.card.title for one in GAME.sheet(state).blocks].count("stands aside") == 1
    assert flip(state, "c2 f1").awards[-1].winner == A


def test_gmm_d3_piles_used_up_are_shuffled_again():
    state = flip(tied("a9 d5", "b9 e5", "", cards=TWINS), "a9 b9")
    assert findings(state, "Ann: flip a9") == ("GMM-D1",)
    state = play(state, "Ann: flip d5")
    assert notes(state, "Ben: flip e5") == ("GMM-D3",)
    state = play(state, "Ben: flip e5")
    assert state.sudden.shuffles == 1
    assert [plain(one.tail).split()[1] for one in GAME.sheet(state).meters] == ["2", "2", "0"]
    assert flip(state, "a9 e5").awards[-1].winner == A


@pytest.mark.parametrize(
    ("piles", "never"),
    [
        (("a9", "b9", ""), True),
        (("a9", "b9", "slappy"), True),
        (("a9", "b9", "c2"), True),
        (("a9 d5", "b9 e5", ""), False),
        (("d5 f1", "e5 g1", "a9 h2"), False),
        (("a9", "d5", ""), False),
    ],
)
def test_gmm_d3_the_program_sees_a_tie_that_no_shuffle_can_break(piles, never):
    state = tied(*piles, cards=TWINS)
    assert endless(state, state.sudden) == never


def test_gmm_d3_a_tie_without_end_is_for_the_table_to_decide():
    state = flip(tied("a9", "b9", "", cards=TWINS), "a9 b9")
    assert "rule who wins with adjust-trophy, or call the game off" in state.news[-1].text
    assert play(state, "table: adjust-trophy 1 Ben").awards[-1].winner == B


def test_gmm_d3_no_mashup_in_sudden_death():
    state = flip(tied(*PILES), "m9 m5 m3")
    assert state.awards[-1].winner == A
    state = flip(tied("m9 m5", "m9 m4", ""), "m9 m9")
    assert state.outcome.result is Result.TIE
    assert state.discard == ()


@pytest.mark.parametrize(("scope", "result"), [("battle", Result.MASHUP), ("flip", Result.WON)])
def test_switch_sd_mashup(scope, result):
    chosen = {"sd_mashup": "on", "mashup_scope": scope}
    state = tied("m9 m5 m1", "m9 m5 m2", "", **chosen)
    again = play(state, "Ann: flip m9")
    assert notes(again, "Ben: flip m9") == ("GMM-D3",)
    again = play(again, "Ben: flip m9")
    assert (again.outcome.result, again.showing) == (Result.MASHUP, (A, B))
    assert again.players == state.players  # nobody's winnings change
    assert len(again.flips) == 1
    state = tied("slappy m5 m1", "m9 m5 m2", "", **chosen)
    assert flip(flip(state, "slappy m9"), "m5 m2").outcome.result is Result.WON
    state = flip(tied("slappy m5 m1", "m9 m5 m9", "", **chosen), "slappy m9")
    assert flip(state, "m5 m9").outcome.result is result


def test_a_mashup_with_the_last_cards_shuffles_again():
    state = flip(tied("m9", "m9", "", sd_mashup="on"), "m9 m9")
    assert state.sudden.shuffles == 1
    assert GAME.options(state)


def test_a_pile_counted_larger_than_seen_may_hold_anything():
    state = play(ending(("m9", "m4 m5", "")), "table: adjust-count Ann 1", "table: confirm")
    assert findings(state, "Ann: flip m7") == ()
    assert findings(state, "Ben: flip m7") == ("GMM-D1",)
    assert {option.actor for option in GAME.options(state)} == {A, B}


def test_an_unknown_monster_is_asked_for_here_too():
    state = play(ending(("m9", "m4", "")), "table: adjust-count Cleo 1", "table: confirm")
    state = play(state, "Ann: flip m9", "Ben: flip m4", "Cleo: flip ghost")
    assert pending_rule(state) == "GMM-S2b"
    assert play(state, "table: rate ghost 10").awards[-1].winner == C


def test_gmm_d3_a_pile_with_a_card_that_nobody_saw_may_still_break_the_tie():
    state = counted(("a9", "b9", ""), "table: adjust-count Cleo 1")
    state = flip(state, "a9 b9 c2")
    assert not endless(state, state.sudden)
    assert state.news[-1].text == "the piles are used up: shuffle them and turn up again"


def counted(piles, *lines):
    return play(ending(piles, cards=TWINS), *lines, "table: confirm")


def test_gmm_d1_a_card_forced_into_a_sudden_death_leaves_the_own_winnings_as_they_are():
    state = force(tied("m9 m5", "m4 m6", ""), "Ben: flip m9")
    state = play(state, "Ann: flip m9")
    (ben,) = (one for one in GAME.options(state) if one.actor == B)
    assert {action.card for action in ben.instances} == {"m4", "m6"}


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
        ("Cleo turns up Blob: Strength 8 · Monster Mashup, two of Blob: 3 cards to the discard, nobody wins (GMM-M1)"),
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
