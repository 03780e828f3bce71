"""Activating and scoring Boosts, what kills (FGT-B), and who wins the Arena (FGT-A)."""

from dataclasses import replace

import pytest
from fgt_kit import (
    A,
    B,
    C,
    D,
    arena,
    box,
    fight,
    findings,
    force,
    notes,
    play,
    power,
    powers,
    reserves,
    warrior,
)
from sheet_kit import seen

from companion.core.seats import Seat
from companion.core.sheet import plain
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind
from companion.games.fgt.state import BoostState, Scored, Stage
from companion.games.fgt.table import ahead, lead
from companion.games.fgt.words import Family
from models.workshop.invariants import invariants

CARDS = box(
    warrior("H1", 12), warrior("A1", 9), warrior("R1", 25), warrior("D1", 30),
    warrior("X1", 1, "all-10"), warrior("X2", 1, "+10"), warrior("X3", 1, "2>8"),
    warrior("X4", 1, "+50%"), warrior("X5", 1, "steal"), warrior("X6", 1, "aliens"),
    warrior("D2", 1, "+10"), warrior("X7", 1, "switch"), warrior("X8", 1, "-10"),
)  # fmt: skip


def three(**more):
    return fight(CARDS, ["H1 X", "A1 D", "R1 X"], **more)


def active(seat, card, *on, **more):
    return act.Activate(seat, CardId(card), on, **more)


def test_fgt_b1_from_the_first_player_clockwise():
    state = three(first=B)
    assert findings(state, act.ScoreBoost(C)) == ("FGT-B1",)
    assert findings(state, active(C, "X1")) == ("FGT-B1",)
    state = play(state, act.ScoreBoost(B))
    assert state.turn == C
    assert findings(state, act.ScoreBoost(B)) == ("FGT-B1",)
    state = play(state, act.ScoreBoost(C), act.ScoreBoost(A))
    assert state.stage is Stage.JUDGE
    assert set(findings(state, act.ScoreBoost(A))) == {"FGT-B1"}


def test_fgt_b1_a_choice_out_of_order_by_ruling_is_kept():
    state = force(three(), act.ScoreBoost(C))
    assert (state.turn, state.players[C].boost.state) == (A, BoostState.SCORED)
    assert play(state, act.ScoreBoost(A), act.ScoreBoost(B)).stage is Stage.JUDGE


def test_fgt_b2_the_card_turned_up_has_the_family_of_its_back():
    state = three()
    assert findings(state, active(A, "D2", B)) == ("FGT-B2",)
    assert findings(state, active(A, "Z9")) == ("FGT-B2",)
    assert findings(state, active(A, "card")) == ("FGT-B2",)
    assert findings(state, active(A, "H1")) == ("FGT-S0",)
    assert force(state, active(A, "D2", B)).players[A].boost.family is Family.DEMON


def test_fgt_b2_an_active_boost_lies_open():
    state = play(three(), active(A, "X3"))
    mark, sofia, _ = GAME.sheet(state).blocks
    boost = plain(mark.card.foot[0])
    assert (boost[:5], boost[-7:]) == ("✦ X3 ", "card X3")
    assert plain(sofia.card.foot[0]).endswith(" face down")


def test_fgt_b2a_an_ability_works_on_powers_as_they_stand():
    state = play(three(), active(A, "X2", A), act.ScoreBoost(B), active(C, "X3"))
    assert power(state, A) == 88
    assert [step.power for step in state.players[A].main.steps] == [22, 88]


def test_fgt_b3_a_scored_boost_does_nothing_and_is_worth_one():
    state = play(three(), act.ScoreBoost(A))
    assert powers(state) == [12, 9, 25]
    assert state.players[A].scored == (Scored(Family.ALIEN),)
    assert GAME.score(state).total(A, "Glory") == 1


def test_fgt_b3a_it_counts_once():
    state = play(three(), act.ScoreBoost(A), act.ScoreBoost(B), act.ScoreBoost(C))
    assert [GAME.score(state).total(seat, "Glory") for seat in (A, B, C)] == [1, 1, 1]
    state = play(state, act.Winner(None, (C,)))
    assert [GAME.score(state).total(seat, "Glory") for seat in (A, B, C)] == [1, 1, 5]
    assert [player.score for player in state.players] == [1, 1, 5]


def test_fgt_b4_below_1_a_warrior_is_killed():
    state = play(three(), active(A, "X1"))
    assert powers(state) == [2, -1, 15]
    assert [player.main.alive for player in state.players] == [True, False, True]


def test_fgt_b4a_it_goes_to_the_graveyard_at_once_and_cannot_win():
    before = three()
    state = play(before, active(A, "X1"))
    assert state.graveyard == (*before.graveyard, "A1")
    assert state.turn == B
    state = play(state, act.ScoreBoost(B), act.ScoreBoost(C))
    assert findings(state, act.Winner(None, (B,))) == ("FGT-A1",)
    assert invariants(state) == ()


def test_switch_dead_boost():
    state = play(three(dead_boost="lost"), active(A, "X1"))
    assert state.players[B].boost.state is BoostState.LOST
    assert state.turn == C
    assert findings(state, act.ScoreBoost(B)) == ("FGT-B4a",)
    state = play(state, act.ScoreBoost(C), act.Winner(None, (C,)))
    assert "card" in state.graveyard
    assert invariants(state) == ()


def test_fgt_b4b_powers_have_no_upper_limit():
    state = fight(CARDS, ["D1 X", "A1 X"])
    state = play(state, active(A, "X2", A))
    assert power(state, A) == 40
    assert power(play(state, active(B, "X3")), A) == 40


def test_fgt_b4c_the_dead_are_no_target_and_change_no_more():
    state = play(three(), active(A, "X1"))
    assert findings(state, active(B, "D2", B)) == ("FGT-B4",)
    assert notes(state, active(B, "D2", B)) == ("FGT-B4c",)
    state = play(state, active(B, "D2", A), active(C, "X7"))
    assert powers(state) == [21, -1, 51]
    assert state.players[B].main.alive is False


def test_fgt_b4c_without_an_own_main_its_ability_does_nothing():
    state = fight(CARDS, ["H1 X", "A1 X"])
    state = play(state, active(A, "X1"))
    assert notes(state, active(B, "X4")) == ("FGT-B4c",)
    assert powers(play(state, active(B, "X4"))) == [2, -1]


def test_fgt_b4c_abilities_that_draw_or_take_work_without_an_own_main():
    state = play(fight(CARDS, ["H1 X", "A1 X", "R1 D"]), active(A, "X1"))
    taken = play(state, active(B, "X5", steals=C))
    assert len(taken.players[B].scored) == 1
    assert play(state, active(B, "X6")).stage is Stage.REVEAL


def test_fgt_b5_without_the_boost_there_is_nothing_to_decide():
    state = play(three(), active(A, "X5", steals=B))
    assert state.turn == C
    assert findings(state, act.ScoreBoost(B)) == ("FGT-B5",)
    assert play(state, act.ScoreBoost(C)).stage is Stage.JUDGE


def test_nothing_is_resolved_while_cards_are_turned_up():
    state = play(three(), active(A, "X6"))
    assert findings(state, act.ScoreBoost(B)) == ("FGT-B1",)
    assert findings(state, act.Drew(A, 1)) == ("FGT-D2",)
    empty = play(reserves(three(), 0, ["H2"]), active(A, "X6"))
    assert empty.stage is Stage.RESHUFFLE


def test_fgt_b2_a_boost_is_activated_as_boosts_are_resolved_by_who_has_one():
    playing = fight(CARDS, ["H1 X", "A1 D"], Stage.PLAY)
    (found,) = GAME.check(playing, active(A, "X1"))
    assert (found.rule, found.text) == (
        "FGT-B1", "no Boost is resolved; now: Playing Main and Boost"
    )  # fmt: skip
    alone = fight(CARDS, ["H1 X", "A1"])
    assert findings(alone, active(B, "X1")) == ("FGT-P7",)
    assert play(alone, active(A, "X2", B)).stage is Stage.JUDGE


@pytest.mark.parametrize("place", ["targets", "kills", "steals"])
def test_a_seat_where_nobody_sits_is_refused(place):
    said = {"targets": (9,), "kills": (9,), "steals": 9}[place]
    assert findings(three(), replace(active(A, "X2"), **{place: said})) == ("FGT-K12",)


MAINS = (warrior("H1", 20), warrior("A1", 29), warrior("R1", 7), warrior("D1", 26))
PLAYS = ["H1", "A1", "R1", "D1"]


def judged(kind=Kind.CLOSEST_TO, value=25, plays=PLAYS, **more):
    cards = box(*MAINS, warrior("X1", 1, "all-10"), arenas=[arena("P1", 6, kind, value)])
    return fight(cards, plays, Stage.JUDGE, **more)


@pytest.mark.parametrize(
    ("kind", "value", "winner"),
    [
        (Kind.CLOSEST_TO, 25, D),
        (Kind.CLOSEST_TO, 10, C),
        (Kind.CLOSEST_TO, 21, A),
        (Kind.HIGHEST, 0, B),
        (Kind.LOWEST, 0, C),
    ],
)
def test_fgt_a1_the_condition_decides(kind, value, winner):
    state = judged(kind, value)
    others = [(seat,) for seat in range(4) if seat != winner]
    assert [findings(state, act.Winner(None, one)) for one in others] == [("FGT-A1",)] * 3
    assert findings(state, act.NobodyWins(None)) == ("FGT-A1",)
    decided = play(state, act.Winner(None, (winner,)))
    assert decided.award.winner == winner
    assert [option.instances for option in GAME.options(state)] == [(act.Winner(None, (winner,)),)]


def test_fgt_a1_not_before_all_boosts_are_resolved():
    cards = box(*MAINS)
    assert set(findings(fight(cards, ["H1 X", "A1"]), act.Winner(None, (A,)))) == {"FGT-A1"}
    assert findings(fight(cards, ["H1 X", "A1"]), act.NobodyWins(None)) == ("FGT-A4", "FGT-A1")


@pytest.mark.parametrize("seats", [(), (A, A), (Seat(9),)])
def test_fgt_a1_winners_are_people_at_the_table(seats):
    assert findings(judged(), act.Winner(None, seats)) == ("FGT-A1",)


@pytest.mark.parametrize(("first", "winner"), [(A, A), (B, D), (C, D), (D, D)])
def test_fgt_a2_the_tied_player_closest_to_the_first(first, winner):
    state = judged(Kind.CLOSEST_TO, 23, first=first)
    best = lead(state)
    assert set(best.tied) == {A, D}
    assert best.seat == winner
    assert best.rule == "FGT-A2"
    other = D if winner == A else A
    assert findings(state, act.Winner(None, (other,))) == ("FGT-A2",)
    assert play(state, act.Winner(None, (A, D))).award.winner == winner
    assert play(state, act.Winner(None, (winner,))).award.tied == best.tied


def test_fgt_a2a_the_first_player_has_distance_0():
    state = judged(first=C)
    assert [ahead(state, some, "").seat for some in ((A, C), (A, B), (B, D))] == [C, A, D]
    shown = seen(GAME, judged(Kind.CLOSEST_TO, 23, first=A))
    assert "Mark is the first player (FGT-" in shown


def test_fgt_a3_the_winner_takes_the_arena():
    state = play(judged(), act.Winner(None, (D,)))
    assert [one.glory for one in state.players[D].arenas] == [6]
    assert GAME.score(state).total(D, "Glory") == 6
    assert state.arena is None


def test_fgt_a4_all_players_may_lose():
    cards = box(*MAINS, warrior("R2", 5), warrior("X1", 1, "all-10"))
    state = fight(cards, ["R1 X", "R2"])
    state = play(state, act.Activate(A, CardId("X1")))
    assert powers(state) == [-3, -5]
    assert (state.stage, lead(state)) == (Stage.JUDGE, None)
    assert GAME.pending(state).rule == "FGT-A4"
    assert findings(state, act.Winner(None, (A,))) == ("FGT-A1",)
    state = play(state, act.NobodyWins(None))
    assert [one.glory for one in state.aside] == [4]
    assert (state.award.winner, state.award.rule) == (None, "FGT-A4")


def test_fgt_a4_by_ruling_a_dead_player_wins():
    cards = box(*MAINS, warrior("R2", 5), warrior("X1", 1, "all-10"))
    state = play(fight(cards, ["R1 X", "R2"]), act.Activate(A, CardId("X1")))
    ruled = force(state, act.Winner(None, (B,)))
    assert (ruled.award.winner, ruled.award.rule) == (B, "X-7")
    other = force(judged(), act.Winner(None, (A,)))
    assert (other.award.winner, other.award.rule) == (A, "X-7")
    nobody = force(judged(), act.NobodyWins(None))
    assert (nobody.award.winner, nobody.award.rule) == (None, "X-7")
    assert invariants(nobody) == invariants(ruled) == ()


@pytest.mark.parametrize(("value", "winner"), [(24, D), (28, B), (27, D), (23, A)])
def test_fgt_a5_over_and_under_count_alike(value, winner):
    assert lead(judged(Kind.CLOSEST_TO, value)).seat == winner


def test_a_custom_condition_is_judged_by_people():
    state = judged(Kind.CUSTOM)
    assert lead(state) is None
    assert "nobody leads yet" in seen(GAME, state)
    assert GAME.pending(state).verbs == ("winner", "nobody-wins")
    for seat in range(4):
        assert findings(state, act.Winner(None, (seat,))) == ()
    assert play(state, act.Winner(None, (D, C))).award.winner == C
    assert play(state, act.NobodyWins(None)).award.rule == "FGT-A4"
    one = play(state, act.Winner(None, (B,)))
    assert (one.award.winner, one.award.rule) == (B, "FGT-A1")
