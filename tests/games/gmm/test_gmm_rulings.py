"""What a ruling of the table lifts, carries out and mends (X-7); who leaves and joins (X-12, X-13)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

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
    last_cards,
    new_game,
    notes,
    pending_rule,
    play,
    read,
    won,
)

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.games.gmm import GAME
from companion.games.gmm.state import Award, Result, Stage
from models.workshop.invariants import invariants

TWINS = box(a9=9, b9=9, c9=9, d5=5)
CALLED = ("Ann: flip m5", "Ann: call high")


def counting():
    return ending(("m9 m9 m9", "m4 m5 m6", ""), discard="card " * 54)


def tied():
    return play(counting(), "table: confirm")


def final():
    awards = tuple(Award(Seat(at % 2), "GMM-E1", (20, 20, 20)) for at in range(5))
    state = replace(ending(("", "m5", ""), 6, final_tie="sudden_death"), awards=awards)
    return play(state, "table: confirm")


class Scenario(NamedTuple):
    """A sentence of the rulebook, a table, what is declared, and the rule that it breaks."""

    sentence: str
    table: object
    declared: str
    rule: str


SCENARIOS = (
    Scenario("38: shuffle and deal all 60", lambda: play(dealt(), *CALLED), "Ann: dealt", "GMM-S2"),
    Scenario("77: who dealt goes first", dealt, "table: dealer Ben", "GMM-S4"),
    Scenario("77: the dealer is known", new_game, "Ben: dealt", "GMM-S4"),
    Scenario("79: Player 1 declares", dealt, "Ben: call low", "GMM-R2"),
    Scenario("81: all the other players flip", dealt, "Ben: flip m5", "GMM-B2"),
    Scenario("82: one card each", lambda: play(dealt(), *CALLED), "Ann: flip m7", "GMM-B2"),
    Scenario("107: when the round is over", dealt, "table: confirm", "GMM-E1"),
    Scenario("108: players count", dealt, "Ann: count 0", "GMM-E1"),
    Scenario("119: the tied players", tied, "Cleo: flip m5", "GMM-D1"),
    Scenario("121: the highest", tied, "Ann: call low", "GMM-D1a"),
    Scenario("163: what was declared", lambda: play(dealt(), *CALLED), "Ann: call high", "GMM-B1"),
)


@pytest.mark.parametrize("one", SCENARIOS, ids=lambda one: one.sentence)
def test_x7_what_comes_out_of_order_breaks_its_sentence_and_can_be_ruled(one):
    state, declared = one.table(), read(one.declared)
    assert one.rule in findings(state, declared)
    after = force(state, declared)
    assert invariants(after) == ()
    assert GAME.tell(state, declared, after)
    assert GAME.options(after)


def light():
    return dealt(depth=Depth.LIGHT)


def unlisted():
    return dealt(cards=None)


MISSING = [
    (new_game, "GMM-B2", "there is no battle now", ["Ann: flip m5"]),
    (new_game, "GMM-B1", "there is no battle now", ["Ann: call low"]),
    (new_game, "X-7", "there is no battle now", ["table: adjust-declarer Ben"]),
    (new_game, "GMM-E1", "there are no winnings piles", ["table: confirm", "Ann: count 3"]),
    (new_game, "X-7", "there are no winnings piles", ["table: adjust-count Ann 1"]),
    (final, "GMM-E2", "all six Trophies have been won", ["Ann: dealt", "table: dealer Ann"]),
    (lambda: play(dealt(), *CALLED), "GMM-B2", "Ann, which card is it?", ["Ann: flip card"]),
    (lambda: new_game(depth=Depth.LIGHT), "GMM-B3", "there is no battle now", ["table: tie"]),
    (dealt, "X-7", "Ann's pile has 0 cards; a pile has 0 to 60",
     ["table: adjust-count Ann 0", "table: adjust-count Ann -1", "table: adjust-count Ann 61"]),
    (dealt, "X-7", "has not been played",
     ["table: adjust-trophy 0 Ann", "table: adjust-trophy 2 Ann", "table: adjust-trophy 7 Ann"]),
    (dealt, "X-7", "there is no such seat",
     ["table: adjust-count Fay 1", "table: adjust-trophy 1 Fay", "table: adjust-declarer Fay"]),
    (dealt, "GMM-R1", "every round has its own ability; only a final tie lets you choose",
     ["table: ability magic"]),
    (dealt, "GMM-B3", "in full depth the cards themselves say who wins",
     ["table: winner Ann", "table: tie", "table: mashup"]),
    (counting, "GMM-E1", "a winnings pile has 0 to 60 cards", ["Ann: count -1", "Ann: count 61"]),
    (counting, "GMM-B2", "there is no battle now", ["Ann: flip m1"]),
    (counting, "GMM-B1", "there is no battle now", ["Ann: call low"]),
    (light, "GMM-T1", "there is no such seat", ["table: tie among Ann Fay"]),
    (light, "GMM-B3", "there is no such seat", ["table: winner Dan"]),
    (light, "GMM-T1", "a tie is among two or more", ["table: tie among Ann"]),
    (light, "GMM-S2b", "in light depth cards are not named", ["table: rate blob 5"]),
    (unlisted, "GMM-S2b", "cannot name a monster: one word of letters, digits, - and _",
     ['table: rate "7up" 4', 'Ann: flip "7up"', "table: rate card 4", 'table: rate "a.b" 4',
      f"table: rate {'x' * 30} 4"]),
    (unlisted, "GMM-S2b", "ratings go from 0 to 10",
     ["table: rate blob 11", "table: rate blob -1", "table: rate blob 1 2 3 4 5 11"]),
    (unlisted, "GMM-S2b", "give six ratings, or only the one for Strength; these are",
     ["table: rate blob 1 2", "table: rate blob 1 2 3 4 5", "table: rate blob 1 2 3 4 5 6 7",
      "table: rate blob"]),
]  # fmt: skip
"""A table, the rule and the fact that is missing so that no ruling could help, and what is declared."""


@pytest.mark.parametrize(
    ("table", "rule", "missing", "declared"),
    [(*row, line) for *row, lines in MISSING for line in lines],
)
def test_what_no_ruling_could_carry_out_misses_a_fact(table, rule, missing, declared):
    (found,) = (one for one in GAME.check(table(), read(declared)) if not one.forceable)
    assert found.rule == rule
    assert missing in found.text


def test_gmm_b2_a_second_card_takes_the_place_of_the_first():
    state = force(play(dealt(), *CALLED), "Ann: flip m7")
    assert (state.flips[-1][A], state.players[A].draw) == ("m7", 19)


def test_gmm_e1_a_round_may_be_counted_before_its_end():
    state = fight(dealt(), "high", "m5 m4 m3")
    state = force(play(state, "Ann: flip m9"), "table: confirm")
    assert (state.awards[-1].winner, state.stage) == (A, Stage.DEAL)
    assert force(tied(), "table: confirm").stage is Stage.SUDDEN_DEATH
    none = force(play(dealt(), *CALLED), "table: confirm")
    assert (none.replays, none.stage) == (1, Stage.DEAL)


def test_gmm_d1_another_may_turn_up_in_a_sudden_death():
    state = force(tied(), "Cleo: flip m10")
    assert state.showing == (A, B, C)
    light = play(ending(("card", "card", ""), depth=Depth.LIGHT), "table: confirm")
    assert findings(light, "table: winner Cleo") == ("GMM-D1",)
    assert force(light, "table: winner Cleo").awards[-1].winner == C
    assert findings(light, "table: tie among Ann Cleo") == ("GMM-T1",)
    assert force(light, "table: tie among Ann Cleo").showing == (A, B)


def test_gmm_e3_another_may_win_the_final_battle_by_ruling():
    state = replace(final(), setup=replace(final().setup, depth=Depth.LIGHT))
    state = play(state, "table: ability fright")
    assert findings(state, "table: ability magic") == ("GMM-E3",)
    assert force(state, "table: ability magic").ability == "magic"
    state = force(state, "table: winner Cleo")
    assert (state.stage, state.champion) == (Stage.OVER, C)
    assert GAME.standing(state).winners == (C,)


def test_gmm_e1_a_pile_never_counts_more_cards_than_there_are():
    state = force(dealt(), "Ann: count 59")
    state = fight(state, "high", "m5 m4 m3")
    assert won(state) == (60, 0, 0)


def test_gmm_d3_where_no_order_breaks_a_tie_the_table_is_asked():
    state = play(ending(("a9", "b9", ""), cards=TWINS), "table: confirm")
    asked = GAME.pending(state)
    assert (asked.asks, asked.rule, asked.verbs) == (None, "GMM-D3", ("adjust-trophy", "call-off"))
    assert "the rulebook knows no other way" in asked.text
    offered = {option.verb: option.instances for option in GAME.options(state)}
    assert [one.seat for one in offered["adjust-trophy"]] == [A, B]
    assert play(state, offered["adjust-trophy"][1]).awards[-1].winner == B


def leave(state, seat):
    gone = replace(state, setup=replace(state.setup, left=(*state.setup.left, seat)))
    after = GAME.leave(gone, seat)
    assert invariants(after) == ()
    assert GAME.sheet(after).blocks
    return after


def test_x12_the_battle_goes_on_without_the_players_card():
    state = play(dealt(), *CALLED, "Ben: flip m9")
    state = leave(state, B)
    assert len(state.out) == 20
    state = play(state, "Cleo: flip m4")
    assert (won(state), state.declarer) == ((2, 0, 0), A)


def test_x12_whoever_is_waited_for_alone_leaves_the_battle_settled():
    state = play(dealt(), *CALLED, "Cleo: flip m4")
    state = leave(state, B)
    assert (state.outcome.winner, won(state)) == (A, (2, 0, 0))


def test_x12_the_left_neighbour_declares():
    assert leave(dealt(), A).declarer == B
    state = leave(dealt(dealer=C), C)
    assert (state.dealer, state.declarer) == (A, A)
    state = fight(dealt(), "high", "m3 m9 m4")
    assert leave(state, B).declarer == C


def test_x12_after_a_mashup_the_left_neighbour_of_who_declared_declares():
    state = play(dealt(4), *CALLED, "Ben: flip m7", "Cleo: flip m7")
    state = leave(state, A)
    state = play(state, "Dan: flip m4")
    assert (state.outcome.result, state.declarer) == (Result.MASHUP, B)


def test_x12_a_tie_with_the_last_cards_ends_the_round():
    state = play(last_cards(4), *CALLED, "Ben: flip slappy", "Cleo: flip mastermind")
    state = play(leave(state, A), "Dan: flip m4")
    assert (state.outcome.result, state.stage) == (Result.SPENT, Stage.COUNT)


def test_x12_the_count_goes_on_without_the_player():
    state = play(counting(), "Ann: count 3", "Cleo: count 0")
    state = leave(state, B)
    assert (state.awards[-1].winner, state.dealer) == (A, C)


def test_x12_whoever_is_left_alone_has_won_the_sudden_death():
    assert leave(tied(), B).awards[-1].winner == A
    three = play(ending(("m9", "m8", "m7"), discard="card " * 57), "table: confirm")
    state = leave(play(three, "Ann: flip m9", "Ben: flip m8"), C)
    assert state.awards[-1].winner == A
    assert leave(three, C).showing == (A, B)


def test_x12_trophies_stay_counted_and_whoever_left_stands_last():
    state = leave(play(ending(("m9 m8", "m7", "")), "table: confirm"), A)
    assert GAME.score(state).total(A, "trophies") == 1
    assert [place.seat for place in GAME.standing(state).places][-1] == A
    state = play(state, "Ben: dealt")
    assert [player.draw for player in state.players] == [0, 30, 30]


def test_x12_a_final_tie_is_over_when_one_of_two_leaves():
    state = final()
    assert state.stage is Stage.ABILITY
    assert leave(state, A).stage is Stage.OVER
    battle = leave(play(state, "table: ability fright"), A)
    assert (battle.champion, battle.stage) == (B, Stage.OVER)


def join(state, seat):
    names = (*state.setup.seats[:seat], "Zoe", *state.setup.seats[seat:])
    return GAME.join(replace(state, setup=replace(state.setup, seats=names)), seat)


def test_x13_a_player_joins_before_the_first_deal():
    state = join(play(new_game(), "table: dealer Ben"), B)
    assert (state.dealer, len(state.players)) == (C, 4)
    state = play(state, read("Cleo: dealt"))
    assert [player.draw for player in state.players] == [15] * 4
    assert join(state, B) is None
    assert join(play(counting(), "Ann: count 3", "Ben: count 3", "Cleo: count 0"), B) is None
    assert pending_rule(join(new_game(), C)) == "GMM-S4"


def test_a_pile_counts_more_or_fewer():
    state = play(fight(dealt(), "high", "m5 m3 m1"), "table: adjust-count Ann -2")
    assert won(state) == (1, 0, 0)
    state = play(state, "table: adjust-count Ben 4")
    assert won(fight(state, "low", "m5 m3 m1")) == (1, 4, 3)
    assert invariants(state) == ()


def test_an_adjusted_count_breaks_a_sudden_death_off():
    state = play(ending(("m1 m2", "m3 m4", "")), "table: confirm", "Ann: flip m1")
    state = play(state, "table: adjust-count Ben 1")
    assert (state.stage, state.sudden, state.flips) == (Stage.COUNT, None, ())
    assert play(state, "table: confirm").awards[-1].winner == B


def test_the_round_being_played_may_be_given_away():
    state = play(dealt(), "table: adjust-trophy 1 Cleo")
    assert state.awards == (Award(C, "X-7", (0, 0, 0)),)
    assert (state.stage, state.round, state.dealer) == (Stage.DEAL, 2, A)
    assert GAME.score(state).lines[0].why.endswith("given by the table")


def test_a_trophy_changes_hands():
    state = play(ending(("m1 " * 60, "", "")), "table: confirm")
    assert state.dealer == B
    state = play(state, "table: adjust-trophy 1 Ben")
    assert (state.awards[0].winner, state.dealer) == (B, C)
    state = play(state, "Cleo: dealt", "table: adjust-trophy 1 Ann")
    assert (state.awards[0].winner, state.dealer) == (A, C)
    assert findings(state, "table: adjust-trophy 1 Ann") == ("X-7",)


def over(**chosen):
    state = ending(("m1 " * 60, "", ""), 6, **chosen)
    awards = tuple(Award(seat, "GMM-E1", (20,) * 3) for seat in (A, A, B, B, C))
    return play(replace(state, awards=awards), "table: confirm")


def test_a_trophy_may_change_hands_after_the_end():
    state = over()
    assert GAME.standing(state).winners == (A,)
    assert notes(state, "table: adjust-trophy 6 Cleo") == ("GMM-E3",)
    state = play(state, "table: adjust-trophy 6 Cleo")
    assert GAME.standing(state).winners == (A, B, C)
    assert invariants(state) == ()


def test_a_trophy_that_makes_a_tie_calls_for_the_final_battle():
    state = play(over(final_tie="sudden_death"), "table: adjust-trophy 6 Cleo")
    assert state.stage is Stage.ABILITY
    state = play(state, "table: ability magic")
    assert play(state, "table: adjust-trophy 6 Ann").stage is Stage.OVER
    state = flip(state, "m9 m1 m2")
    assert (state.stage, state.champion) == (Stage.OVER, A)
    assert play(state, "table: adjust-trophy 1 Ben").champion is None
    assert findings(state, "table: adjust-count Ann 1") == ("GMM-E2",)


def test_another_declares_by_ruling():
    state = play(dealt(), "table: adjust-declarer Ben")
    assert invariants(state) == ()
    state = play(state, "Ben: flip m4")
    assert GAME.pending(state).rule == "X-7"
    assert findings(state, "Ann: call low") == ("X-7",)
    assert play(state, "Ben: call low").declarer == B
    assert findings(state, "table: adjust-declarer Ben") == ("X-7",)
    assert set(findings(new_game(), "table: adjust-declarer Ben")) == {"X-7"}
