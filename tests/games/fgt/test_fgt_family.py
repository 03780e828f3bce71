"""Playing a Main and a Boost, and the Family rule (FGT-P)."""

from dataclasses import replace

import pytest
from fgt_kit import A, B, C, box, findings, force, house, play, powers, table, warrior

from companion.core.verdict import Question
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.house import FamilyRule
from companion.games.fgt.state import Arena, Player, Stage
from companion.games.fgt.words import Family, FamilyCount, Shown

CARDS = box(
    *(warrior(f"R{at}", 20 + at, "+50%") for at in range(1, 6)),
    *(warrior(f"H{at}", at) for at in range(1, 6)),
    *(warrior(f"X{at}", at) for at in range(1, 6)),
)
ROBOT, HUMAN, ALIEN = Family.ROBOT, Family.HUMAN, Family.ALIEN


def main(seat, card, boost=ALIEN):
    return act.Play(seat, Shown(CardId(card), None), boost)


def told(seat, **counts):
    return act.HandFamilies(seat, tuple(FamilyCount(Family(name), count) for name, count in counts.items()))


def hands(state, *counts):
    players = tuple(Player(hand=count) for count in counts)
    more = sum(player.hand for player in state.players) - sum(counts)
    return replace(state, players=players, reserves=state.reserves + more)


def second(**chosen):
    """The second player's turn after a Robot."""
    return play(table(CARDS, 3, **chosen), main(A, "R1"))


def test_fgt_p1_seven_rounds():
    state = replace(table(CARDS, 2, Stage.JUDGE), round=7)
    state = play(state, act.NobodyWins(None))
    assert state.stage is Stage.OVER
    sixth = play(replace(table(CARDS, 2, Stage.JUDGE), round=6), act.NobodyWins(None))
    assert sixth.stage is Stage.DRAW
    assert "of 7" in GAME.view(sixth).headline


def test_fgt_p2_a_main_and_a_boost():
    state = table(CARDS)
    assert findings(state, main(A, "R1", None)) == ("FGT-P2",)
    played = play(state, main(A, "R1"))
    assert played.players[A].hand == 3
    forced = force(state, main(A, "R1", None))
    assert (forced.players[A].hand, forced.players[A].boost, forced.turn) == (4, None, B)


def test_fgt_p3_a_main_counts_with_power_and_family_alone():
    state = table(CARDS)
    assert findings(state, act.Play(A, Shown(None, ROBOT), ALIEN)) == ("FGT-P3",)
    played = play(state, main(A, "R2"))
    assert (powers(played)[0], played.last_family) == (22, ROBOT)


def test_fgt_p5_clockwise_from_the_first_player():
    state = table(CARDS, 3, first=B)
    assert findings(state, main(A, "R1")) == ("FGT-P5",)
    state = play(state, main(B, "R1"))
    assert state.turn == C
    state = play(state, main(C, "H1"))
    assert state.turn == A
    assert findings(state, main(B, "X1")) == ("FGT-P5",)
    assert play(state, main(A, "X1", ROBOT)).turn == B
    resolving = play(state, main(A, "X1", ROBOT))
    assert resolving.stage is Stage.BOOST
    assert findings(resolving, main(A, "H2", HUMAN)) == ("FGT-P5",)


@pytest.mark.parametrize("rule", list(FamilyRule))
def test_fgt_p6_another_family(rule):
    state = play(second(family_rule=rule), told(B, Robot=3, Human=2))
    assert findings(state, main(B, "R2", HUMAN)) == ("FGT-P6",)
    one = play(second(family_rule=rule), told(B, Robot=4, Human=1))
    assert findings(one, main(B, "R2", ROBOT)) == ("FGT-P6",)
    assert findings(one, main(B, "H1", ROBOT)) == ()
    cannot = play(second(family_rule=rule), told(B, Robot=5))
    assert "FGT-P6" not in findings(cannot, main(B, "R2", ROBOT))


@pytest.mark.parametrize("rule", list(FamilyRule))
def test_fgt_p6b_stands_where_another_reading_allows_it(rule):
    state = play(second(family_rule=rule), told(B, Robot=4, Human=1))
    free = rule is FamilyRule.MAIN_AND_BOOST
    assert findings(state, main(B, "R2", HUMAN)) == (() if free else ("FGT-P6b",))


def test_fgt_p6a_the_first_player_of_a_fight_is_free():
    state = replace(second(), stage=Stage.ARENA, arena=None, coming=None, round=2, first=B, turn=B)
    players = tuple(Player(hand=5) for _ in state.players)
    card = next(name for name in CARDS.arenas if name != state.entered[0].card)
    fresh = replace(state, players=players)
    state = play(fresh, act.EnterArena(None, card))
    assert findings(state, main(B, "R2", ALIEN)) == ()
    state = replace(state, house=house(family_memory="game"))
    assert findings(state, main(B, "R2", ALIEN)) == ("FGT-P6c",)
    assert findings(play(state, told(B, Robot=3, Alien=2)), main(B, "R2", ALIEN)) == ("FGT-P6a",)


def test_fgt_p6a_a_new_main_takes_the_place_of_the_old():
    state = play(second(), main(B, "H1", ALIEN))
    assert findings(state, main(C, "R2", ALIEN)) == ()
    assert findings(state, main(C, "H2", ALIEN)) == ("FGT-P6c",)


@pytest.mark.parametrize(
    ("hand", "robots_allowed"),
    [
        ({"Robot": 5}, 2),
        ({"Robot": 4, "Human": 1}, 1),
        ({"Robot": 3, "Human": 2}, 0),
        ({"Robot": 2, "Human": 3}, 0),
    ],
)
def test_fgt_p6b_both_cards_are_bound(hand, robots_allowed):
    state = play(second(), told(B, **hand))
    for tried in (main(B, "R2", ROBOT), main(B, "H1", ROBOT), main(B, "R2", HUMAN)):
        robots = (tried.main.card == "R2") + (tried.boost is ROBOT)
        if 2 - robots > hand.get("Human", 0):
            assert findings(state, tried) == ("FGT-P6c",)  # no such card was said
        else:
            rule = "FGT-P6" if tried.main.card == "R2" else "FGT-P6b"
            assert findings(state, tried) == (() if robots <= robots_allowed else (rule,))


def test_switch_family_rule_chain():
    state = table(CARDS, 3, family_rule="chain")
    state = play(state, told(A, Robot=2, Human=3))
    assert findings(state, main(A, "R1", ROBOT)) == ("FGT-P6b",)
    assert findings(state, main(A, "R1", HUMAN)) == ()
    alone = play(table(CARDS, 3, family_rule="chain"), told(A, Robot=5))
    assert findings(alone, main(A, "R1", ROBOT)) == ()
    unasked = table(CARDS, 3, family_rule="chain")
    assert findings(unasked, main(A, "R1", ROBOT)) == ("FGT-P6c",)
    after = play(state, main(A, "R1", HUMAN))
    assert findings(after, main(B, "H1", ROBOT)) == ()


def test_switch_family_rule_main_only():
    assert findings(second(family_rule="main_only"), main(B, "H1", ROBOT)) == ()
    assert findings(second(family_rule="main_only"), main(B, "R2", HUMAN)) == ("FGT-P6c",)


def test_fgt_p6c_families_are_asked_for_and_never_warriors():
    state = second()
    (asked,) = GAME.check(state, main(B, "R2"))
    assert isinstance(asked, Question)
    assert (asked.asks, asked.rule, asked.verbs) == (B, "FGT-P6c", ("hand",))
    assert "Family" in asked.text


@pytest.mark.parametrize(
    ("counts", "rule"),
    [
        ({"Robot": 4}, "FGT-P6c"),
        ({"Robot": 6}, "FGT-P6c"),
        ({}, "FGT-P6c"),
        ({"Robot": 3, "Human": 2}, None),
    ],
)
def test_fgt_p6c_what_is_said_adds_up_to_the_hand(counts, rule):
    assert findings(second(), told(B, **counts)) == ((rule,) if rule else ())


def test_fgt_p6c_a_family_is_said_once_and_before_playing():
    twice = act.HandFamilies(B, (FamilyCount(ROBOT, 2), FamilyCount(ROBOT, 3)))
    assert findings(second(), twice) == ("FGT-P6c",)
    assert findings(second(), told(A, Robot=3)) == ("FGT-P6c",)


def test_fgt_p6c_what_is_played_must_be_among_what_was_said():
    state = play(second(), told(B, Robot=5))
    assert findings(state, main(B, "H1", ROBOT)) == ("FGT-P6c",)
    state = play(state, told(B, Robot=4, Human=1))
    assert findings(state, main(B, "H1", ROBOT)) == ()
    played = play(state, main(B, "H1", ROBOT))
    assert played.players[B].told == (FamilyCount(ROBOT, 3),)


def test_fgt_p6c_a_hand_that_is_played_whole_needs_no_question():
    state = hands(second(), 3, 2, 5)
    assert findings(state, main(B, "R2", ROBOT)) == ()
    assert findings(state, main(B, "H1", ROBOT)) == ()


def test_fgt_p6c_what_was_said_lasts_until_a_card_is_drawn():
    state = play(second(), told(B, Robot=4, Human=1), main(B, "H1", ROBOT))
    assert state.players[B].told
    state = replace(state, stage=Stage.DRAW, players=tuple(
        replace(player, main=None, boost=None, owed=2) for player in state.players
    ), reserves=state.reserves + 4)  # fmt: skip
    assert play(state, act.AllDrew(None)).players[B].told is None


def test_fgt_p7_one_card_is_the_main_and_none_is_nothing():
    state = hands(table(CARDS, 3), 1, 0, 5)
    assert findings(state, main(A, "R1", ALIEN)) == ("FGT-P7",)
    state = play(state, main(A, "R1", None))
    assert state.turn == C
    assert findings(state, main(B, "H1")) == ("FGT-P7",)
    state = play(state, main(C, "H1"))
    assert state.turn == C
    assert findings(state, act.ScoreBoost(A)) == ("FGT-P7",)
    state = play(state, act.ScoreBoost(C))
    assert findings(state, act.Winner(None, (B,))) == ("FGT-A1",)


def test_fgt_p7_nobody_has_a_card():
    state = hands(replace(table(CARDS), stage=Stage.ARENA, arena=None, entered=()), 0, 0)
    state = play(state, act.EnterArena(None, next(iter(CARDS.arenas))))
    assert state.stage is Stage.JUDGE
    assert findings(state, act.Winner(None, (A,))) == ("FGT-A1",)
    assert play(state, act.NobodyWins(None)).aside == (Arena(CardId("N0"), 4, 1),)


def test_a_family_that_lies_elsewhere_cannot_be_played():
    few = box(warrior("H1"), warrior("H2"), *(warrior(f"R{at}") for at in range(58)))
    state = table(few)
    state = play(state, main(A, "H1", HUMAN))
    assert findings(state, main(B, "R1", HUMAN)) == ("FGT-S0",)
    assert findings(state, main(B, "H2", ROBOT)) == ("FGT-S0",)
    assert findings(state, told(B, Human=1, Robot=4)) == ("FGT-S0",)


def test_a_family_that_lies_elsewhere_is_not_offered():
    state = table(CARDS)
    robots = tuple(card for card in CARDS.warriors if card.startswith("R"))
    state = replace(state, graveyard=robots, reserves=60 - 10 - len(robots))
    offered = {option.verb: option.instances for option in GAME.options(state)}
    mains = {CARDS.warriors[one.main.card].family for one in offered["play"]}
    assert mains == set(Family) - {ROBOT}
    assert {one.boost for one in offered["play"]} == set(Family) - {ROBOT}
    held = [{one.family: one.count for one in hand.counts} for hand in offered["hand"]]
    assert held
    assert all(sum(hand.values()) == 5 and ROBOT not in hand for hand in held)
