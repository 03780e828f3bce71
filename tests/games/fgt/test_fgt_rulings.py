"""What a ruling of the table lifts and carries out, at whatever stage (X-7), what it cannot; verdicts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

import pytest
from fgt_kit import (
    ROOM,
    A,
    B,
    C,
    box,
    fight,
    findings,
    force,
    house,
    new_game,
    play,
    power,
    powers,
    refused,
    reserves,
    rulebook,
    table,
    warrior,
)

from companion.core.actions import Roll, Ruling
from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.core.log import Match
from companion.core.rulebook import Status
from companion.core.verdict import grade
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.state import Boost, BoostState, Scored, Stage
from companion.games.fgt.words import Family, Shown
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants

CARDS = box(
    warrior("H1", 12), warrior("A1", 20), warrior("R1", 25), warrior("R2", 9),
    warrior("X1", 1, "aliens"), warrior("X2", 1, "+10"), warrior("D1", 1, "steal"),
    warrior("X3", 1, "all-10"), warrior("H2", 3),
)  # fmt: skip
TYPED = Grammar(GAME.actions, ("Mark", "Sofia", "Phillip"))
DEAL = "table: dealt H100 A100 R100"
BEGUN = (DEAL, "table: starter Mark", "table: arena N0")
PLAYED = (*BEGUN, "Mark: play R1 boost Alien", "Sofia: play H1 boost Human")


class Scenario(NamedTuple):
    """A sentence of the rulebook, the game until then, what is declared, and the rule it breaks."""

    sentence: str
    before: tuple[str, ...]
    declared: str
    rule: str


SCENARIOS = (
    Scenario("43: deal 5 to each player", (DEAL,), DEAL, "FGT-S1"),
    Scenario("55: the oldest player will be the 1st player", BEGUN, "table: starter Sofia", "FGT-S5"),
    Scenario("52: draw the first one", (), "table: arena N0", "FGT-D7"),
    Scenario("106: draw the first Arena from the deck", PLAYED, "table: arena N1", "FGT-D7"),
    Scenario("70: starting with the 1st player", BEGUN, "Sofia: play R1 boost Alien", "FGT-P5"),
    Scenario("71: in clockwise order", PLAYED, "Mark: play A1 boost Robot", "FGT-P5"),
    Scenario("76: again starting with the 1st player", PLAYED, "Mark: score", "FGT-B1"),
    Scenario("76: then", BEGUN[:2], "Mark: play R1 boost Alien", "FGT-P5"),
    Scenario("86: after all have resolved", PLAYED, "table: winner Mark", "FGT-A1"),
    Scenario("94: all players lose", PLAYED, "table: nobody-wins", "FGT-A4"),
    Scenario("97: then all players draw two", PLAYED, "Sofia: drew 2", "FGT-D2"),
    Scenario("97: all players draw two", PLAYED, "table: all-drew", "FGT-D2"),
    Scenario("98: if the Reserves are ever depleted", BEGUN, "table: reshuffled", "FGT-D4"),
)  # fmt: skip


@pytest.mark.parametrize("one", SCENARIOS, ids=lambda one: one.sentence)
def test_x7_what_comes_out_of_order_breaks_its_sentence_and_can_be_ruled(one):
    state = play(new_game_of(), *map(TYPED.read, one.before))
    declared = TYPED.read(one.declared)
    assert one.rule in findings(state, declared)
    after = force(state, declared)
    assert invariants(after) == ()
    assert GAME.tell(state, declared, after)
    assert GAME.options(after)


def new_game_of():
    return replace(new_game(), setup=replace(new_game().setup, catalogue=CARDS))


@pytest.mark.parametrize(
    ("declared", "missing"),
    [
        ("Mark: score", "there is no Fight now"),
        ("Mark: activate X2 on Mark", "there is no Fight now"),
        ("table: winner Mark", "there is no Fight now"),
        ("table: nobody-wins", "there is no Fight now"),
        ("Mark: reveal H1", "no ability turns up Warriors now"),
        ("Mark: play R1", "Mark has no Warrior to play"),
        ("table: reshuffled", "the Graveyard is empty"),
        ("table: adjust-power Mark 3", "powers are changed in a Fight, in full depth"),
    ],
)
def test_what_no_ruling_could_carry_out_misses_a_fact(declared, missing):
    assert refused(new_game_of(), TYPED.read(declared)) == missing


def test_fgt_s1_a_new_deal_takes_everything_but_the_scored_pile():
    state = fight(CARDS, ["H1 X", "A1 H"])
    state = play(state, act.Activate(A, CardId("X1")), act.Reveal(A, (CardId("X2"),)))
    state = state.change(A, scored=(Scored(Family.ALIEN),))
    state = force(replace(state, reserves=state.reserves - 1), TYPED.read(DEAL))
    assert (state.stage, state.turn) == (Stage.PLAY, A)
    assert [player.hand for player in state.players] == [5, 5]
    assert (state.players[A].scored, state.reserves) == ((Scored(Family.ALIEN),), 46)
    assert invariants(state) == ()


def test_fgt_s1_a_new_deal_after_the_award_is_the_draw():
    state = play(fight(CARDS, ["H1", "A1"], Stage.JUDGE), act.Winner(None, (B,)))
    state = force(state, TYPED.read(DEAL))
    assert (state.stage, state.round) == (Stage.ARENA, 2)
    assert invariants(state) == ()


def test_fgt_s1_too_few_to_deal():
    state = table(CARDS)
    scored = tuple(Scored(None) for _ in range(48))
    state = replace(state.change(A, scored=scored), reserves=-1)
    assert refused(state, TYPED.read(DEAL)) == "only 12 Warriors could be dealt"


def test_fgt_s3_two_warriors_may_begin_the_graveyard_by_ruling():
    two = TYPED.read("table: dealt H100 A100")
    assert findings(new_game_of(), two) == ("FGT-S3",)
    state = force(new_game_of(), two)
    assert (len(state.graveyard), state.reserves) == (2, 43)


def test_fgt_s5_the_first_player_named_before_the_deal_is_kept():
    state = force(new_game_of(), act.Starter(None, B))
    assert (state.stage, state.first) == (Stage.SETUP, B)
    assert play(state, TYPED.read(DEAL)).stage is Stage.ARENA


def test_fgt_s4_an_arena_may_lie_there_before_it_is_its_turn():
    state = force(play(new_game_of(), TYPED.read(DEAL)), TYPED.read("table: arena N3"))
    assert state.stage is Stage.STARTER
    assert play(state, act.Starter(None, B)).stage is Stage.PLAY


def test_fgt_s4_an_arena_in_a_fight_takes_the_place_of_the_one_there():
    state = force(fight(CARDS, ["H1 X", "A1 H"]), TYPED.read("table: arena N3"))
    assert ([one.card for one in state.entered], state.stage) == (["N3"], Stage.BOOST)
    again = force(state, TYPED.read("table: arena N3"))
    assert [one.card for one in again.entered] == ["N3"]
    assert invariants(again) == ()


def test_fgt_s4_an_arena_that_came_up_may_come_up_again_by_ruling():
    state = play(fight(CARDS, ["H1", "A1"], Stage.JUDGE), act.Winner(None, (B,)))
    state = play(state, act.AllDrew(None))
    state = force(state, TYPED.read("table: arena N0 next N1"))
    assert (state.arena.card, state.coming) == ("N0", "N1")
    assert invariants(state) == ()
    used = replace(state, stage=Stage.ARENA, arena=None, coming=CardId("N0"), entered=state.entered)
    assert findings(used, TYPED.read("table: arena N5")) == ()
    offered = {option.verb: option.instances for option in GAME.options(used)}["arena"]
    assert {one.arena for one in offered} == {f"N{at}" for at in range(1, 12)}


def test_fgt_p5_a_second_pair_sends_the_first_to_the_graveyard():
    state = fight(CARDS, ["H1 X", "A1 H"])
    state = force(state, act.Play(A, Shown(CardId("R1"), None), Family.DEMON))
    assert (state.players[A].main.card, state.players[A].hand) == ("R1", 1)
    assert state.graveyard[-2:] == ("H1", "card")
    assert (state.uneven, invariants(state)) == (True, ())


def test_fgt_p6c_what_is_played_against_what_was_said_of_the_hand():
    state = play(table(CARDS), TYPED.read("Mark: hand Robot=5"))
    state = force(state, TYPED.read("Mark: play H1 boost Alien"))
    assert (state.players[A].told, invariants(state)) == (None, ())


def test_fgt_p6c_families_may_be_said_late():
    state = play(table(CARDS, 3), TYPED.read("Mark: play R1 boost Alien"))
    assert findings(state, TYPED.read("Mark: hand Robot=3")) == ("FGT-P6c",)
    assert force(state, TYPED.read("Mark: hand Robot=3")).players[A].told


def test_fgt_b1_a_boost_that_was_scored_may_be_activated_after_all():
    state = play(fight(CARDS, ["H1 X", "A1 H"]), act.ScoreBoost(A))
    state = force(state, act.Activate(A, CardId("X2"), (A,)))
    assert (power(state, A), state.players[A].scored) == (22, ())
    back = force(state, act.ScoreBoost(A))
    assert (back.players[A].scored, invariants(back)) == ((Scored(Family.ALIEN, "X2"),), ())
    gone = play(back, TYPED.read("table: adjust-card X2 from scored of Mark to graveyard"))
    assert refused(gone, act.ScoreBoost(A)).endswith("was taken: there is nothing to decide")


def test_fgt_b1_an_ability_may_happen_again():
    state = play(fight(CARDS, ["H1 X", "A1 H"]), act.Activate(A, CardId("X2"), (A,)))
    state = force(state, act.Activate(A, CardId("X2"), (B,)))
    assert (powers(state), invariants(state)) == ([22, 30], ())


def test_fgt_b4_points_for_a_killed_main_bring_it_not_back():
    state = play(fight(CARDS, ["R2 X", "A1 A"]), act.Activate(A, CardId("X3")))
    assert not state.players[A].main.alive
    state = force(state, act.AdjustPower(None, A, 5))
    assert (power(state, A), state.players[A].main.alive) == (4, False)
    light = play_light()
    again = force(light, act.Activate(B, CardId("card"), kills=(A,)))
    assert (len(again.graveyard), invariants(again)) == (len(light.graveyard), ())


def play_light():
    state = new_game(2, Depth.LIGHT)
    lines = ("table: dealt", "table: starter Mark", "table: arena-glory 6",
             "Mark: play Robot boost Alien", "Sofia: play Human boost Demon",
             "Mark: activate card kills Mark")  # fmt: skip
    return play(state, *map(TYPED.read, lines))


def test_fgt_k2_the_own_boost_and_one_that_was_lost_may_be_taken_by_ruling():
    state = fight(CARDS, ["H1 D", "A1 H"])
    own = force(state, act.Activate(A, CardId("D1"), steals=A))
    assert own.players[A].scored == (Scored(Family.DEMON, "D1"),)
    lost = state.change(B, boost=Boost(Family.HUMAN, BoostState.LOST))
    taking = act.Activate(A, CardId("D1"), steals=B)
    assert findings(lost, taking) == ("FGT-B4a",)
    assert force(lost, taking).players[A].scored == (Scored(Family.HUMAN),)
    lost = replace(lost, turn=A, house=house(dead_boost="lost"))
    assert findings(lost, act.ScoreBoost(B)) == ("FGT-B4a",)


def test_fgt_k8_two_mains_by_ruling():
    state = fight(CARDS, ["H1 X", "A1 H"])
    both = act.Activate(A, CardId("X2"), (A, B))
    assert findings(state, both) == ("FGT-K8",)
    assert powers(force(state, both)) == [22, 30]


def test_fgt_k8_without_a_living_main_nothing_is_chosen():
    state = fight(CARDS, ["H1 X", "A1 H"])
    state = play(state, act.AdjustPower(None, A, -30), act.AdjustPower(None, B, -30))
    assert powers(play(state, act.Activate(A, CardId("X2")))) == powers(state)


def test_a_player_without_a_main_is_no_target():
    state = table(CARDS).change(A, boost=Boost(Family.ALIEN), hand=4)
    assert refused(state, act.Activate(A, CardId("X2"), (B,))) == "Sofia has no Main"


def test_fgt_k6_more_than_the_ability_says_and_by_another_player():
    state = play(fight(CARDS, ["H1 X", "A1 X"]), act.Activate(A, CardId("X1")))
    six = TYPED.read("Mark: reveal H100 H101 H102 H103 H104 X100")
    assert findings(state, six) == ("FGT-K6",)
    assert force(state, six).players[A].scored == (Scored(Family.ALIEN, "X100"),)
    other = TYPED.read("Sofia: reveal X100 H101 scores H101")
    assert findings(state, other) == ("FGT-K6", "FGT-K6")
    state = force(state, other)
    assert state.search.revealed == ("X100",)
    assert (state.players[A].owed, invariants(state)) == (3, ())


def test_fgt_k6_a_second_search_ends_the_first():
    state = play(fight(CARDS, ["H1 X", "A1 X"]), act.Activate(A, CardId("X1")))
    state = play(state, act.Reveal(A, (CardId("X100"), CardId("H100"))))
    state = force(state, act.Activate(A, CardId("X1")))
    assert (state.players[A].scored, state.players[A].owed) == ((Scored(Family.ALIEN, "X100"),), 5)
    assert invariants(state) == ()
    over = force(state, act.Winner(None, (A,)))
    assert (over.search, over.stage, invariants(over)) == (None, Stage.DRAW, ())


def test_fgt_d2_a_draw_in_a_search_goes_to_the_hand():
    state = play(fight(CARDS, ["H1 X", "A1 X"]), act.Activate(A, CardId("X1")))
    assert findings(state, act.Drew(A, 2)) == ("FGT-D2",)
    state = force(state, act.Drew(A, 2))
    assert (state.players[A].hand, state.players[A].owed, state.uneven) == (5, 5, True)


def test_fgt_d2_warriors_drawn_may_be_scored_by_ruling():
    state = play(fight(CARDS, ["H1", "A1"], Stage.JUDGE), act.Winner(None, (B,)))
    drew = act.Drew(A, 3, (Family.ALIEN,))
    assert findings(state, drew) == ("FGT-D2", "FGT-D2")
    state = force(state, drew)
    assert (state.players[A].hand, state.players[A].scored) == (5, (Scored(Family.ALIEN),))


def test_fgt_d4_a_reshuffle_that_is_not_due_leaves_the_stage():
    pile = ("H100", "A100", "R100", "D100")
    state = reserves(table(CARDS), 40, pile)
    state = force(state, TYPED.read("table: reshuffled H100 X100"))
    assert (state.stage, state.graveyard, state.reserves) == (Stage.PLAY, ("H100", "X100"), 42)


def test_fgt_d5_three_in_the_graveyard_may_begin_a_new_one_by_ruling():
    state = replace(reserves(table(CARDS), 0, ("H100", "A100")), stage=Stage.RESHUFFLE)
    one = TYPED.read("table: reshuffled H100")
    assert findings(state, one) == ("FGT-D5",)
    state = replace(state, players=tuple(replace(x, owed=2, hand=3) for x in state.players))
    assert force(state, one).reserves == 1


def test_x7_a_reshuffle_is_not_due_any_more_when_cards_come_back():
    state = replace(reserves(table(CARDS), 0, ("H100", "A100")), stage=Stage.RESHUFFLE)
    state = replace(state, players=tuple(replace(x, owed=2, hand=3) for x in state.players))
    state = force(state, TYPED.read("table: adjust-card H100 from graveyard to reserves"))
    assert (state.stage, state.reserves) == (Stage.DRAW, 1)


def test_a_play_before_the_arena_waits_for_it():
    state = replace(table(CARDS, 3), stage=Stage.ARENA, arena=None, entered=())
    state = force(state, TYPED.read("Sofia: play R1 boost Alien"))
    assert (state.stage, state.last_main, state.uneven) == (Stage.ARENA, Family.ROBOT, True)
    assert invariants(state) == ()
    state = play(state, TYPED.read("table: arena N4"))
    assert (state.stage, state.turn) == (Stage.PLAY, A)
    assert play(state, TYPED.read("Mark: play H1 boost Alien")).turn == C


FIVE = box(warrior("H1"), warrior("A1"), warrior("R1"), warrior("D1", 1, "+10"), warrior("X1", 1, "steal"))


def verdict(state, action):
    return grade(GAME.check(state, action), rulebook(), frozenset())


def test_dice_change_nothing():
    roll = Roll(A, (DieFace("d10", "7"),))
    assert not verdict(table(FIVE), roll).legal
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
