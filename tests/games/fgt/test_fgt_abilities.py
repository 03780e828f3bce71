"""The abilities that the document names, and the rulings about them (FGT-K)."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from fgt_kit import (
    ABILITIES,
    A,
    B,
    C,
    box,
    fight,
    findings,
    force,
    house,
    notes,
    play,
    powers,
    refused,
    reserves,
    warrior,
)
from sheet_kit import words

from companion.core.verdict import Question
from companion.core.words import CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Ability, Op
from companion.games.fgt.powers import transform
from companion.games.fgt.state import BoostState, Scored, Stage
from companion.games.fgt.table import said
from companion.games.fgt.words import Family
from models.workshop.invariants import invariants

CARDS = box(
    warrior("H1", 19), warrior("A1", 20), warrior("R1", 14), warrior("H2", 29), warrior("H3", 32),
    warrior("A2", 22), warrior("A3", 8), warrior("R2", 15), warrior("D1", 7), warrior("A4", 30),
    warrior("X1", 1, "9>0"), warrior("X2", 1, "steal"), warrior("X3", 1, "product"),
    warrior("X4", 1, "+50%"), warrior("X5", 1, "switch"), warrior("X6", 1, "aliens"),
    warrior("X7", 1, "humans"), warrior("X8", 1, "animals-10"), warrior("X9", 1, "+10"),
    warrior("X10", 1, "2>8"), warrior("X11", 1, "custom"), warrior("D2", 1, "+10"),
    warrior("X12", 1, "none"), warrior("H4", 1, "2>8"), warrior("X13", 1, "-10"),
)  # fmt: skip


def active(seat, card, *on, **more):
    return act.Activate(seat, CardId(card), on, **more)


def names(*cards):
    return tuple(CardId(card) for card in cards)


def after(plays, *actions, **more):
    return play(fight(CARDS, plays, **more), *actions)


@pytest.mark.parametrize(
    ("plays", "card", "become"),
    [
        (["H1 X", "H2 X"], "X1", [10, 20]),  # FGT-K1: every 9 becomes 0
        (["R1 X", "H2 X"], "X3", [4, 18]),  # FGT-K3: digits are multiplied
        (["H3 X", "A1 X"], "X4", [48, 20]),  # FGT-K4: half as much again
        (["H2 X", "R1 X"], "X5", [92, 41]),  # FGT-K5: digits are switched
        (["A1 X", "H1 X", "A2 X"], "X8", [10, 19, 12]),  # FGT-K7: ten less for all Animals
        (["A1 X", "A2 X"], "X10", [80, 88]),  # FGT-K9: every 2 becomes 8
    ],
)
def test_fgt_k1_to_k9_an_ability_makes_of_powers_what_its_card_says(plays, card, become):
    assert powers(after(plays, active(A, card))) == become


def test_fgt_k2_a_human_or_demon_boost_is_taken():
    state = fight(CARDS, ["H1 X", "A1 H", "R1 A"])
    (asked,) = GAME.check(state, active(A, "X2"))
    assert isinstance(asked, Question)
    assert (asked.asks, asked.rule) == (A, "FGT-K2")
    assert findings(state, active(A, "X2", steals=C)) == ("FGT-K2",)
    assert findings(state, active(A, "X2", steals=A)) == ("FGT-K2", "FGT-K2")  # own, and an Alien
    state = play(state, active(A, "X2", steals=B))
    assert state.players[A].scored == (Scored(Family.HUMAN),)
    assert state.players[B].boost.state is BoostState.STOLEN
    assert GAME.score(state).total(A, "Glory") == 1


def test_fgt_k2_without_such_a_boost_nothing_happens():
    state = fight(CARDS, ["H1 X", "A1 R"])
    assert notes(state, active(A, "X2")) == ("FGT-K12",)
    assert play(state, active(A, "X2")).players[A].scored == ()
    assert findings(fight(CARDS, ["H1 X", "A1"]), active(A, "X2", steals=B)) == ("FGT-K2",)


def test_fgt_k2_another_family_by_ruling():
    state = force(fight(CARDS, ["H1 X", "A1 R"]), active(A, "X2", steals=B))
    assert state.players[A].scored == (Scored(Family.ROBOT),)
    assert invariants(state) == ()


def test_fgt_k2a_only_a_boost_that_is_face_down():
    state = after(["H1 D", "A1 X"], active(A, "D2", A))
    assert findings(state, active(B, "X2", steals=A)) == ("FGT-K2a",)
    scored = after(["H1 D", "A1 X"], act.ScoreBoost(A))
    assert findings(scored, active(B, "X2", steals=A)) == ("FGT-K2",)


def test_switch_steal_active():
    state = after(["H1 D", "A1 X"], active(A, "D2", A), steal_active="on")
    assert powers(state) == [29, 20]
    assert findings(state, active(B, "X2")) == ("FGT-K2",)
    state = play(state, active(B, "X2", steals=A))
    assert powers(state) == [19, 20]
    assert state.players[B].scored == (Scored(Family.DEMON, CardId("D2")),)
    assert invariants(state) == ()


def test_switch_steal_active_what_came_after_still_counts():
    state = after(["A2 H", "H1 X", "R1 X"], active(A, "H4"), active(B, "X9", A), steal_active="on")
    assert powers(state)[0] == 98
    state = play(state, active(C, "X2", steals=A))
    assert powers(state)[0] == 32


def test_switch_steal_active_who_is_left_without_help_dies():
    cards = ["A3 D", "H1 X", "R1 X"]
    state = after(cards, active(A, "D2", A), active(B, "X13", A), steal_active="on")
    assert powers(state)[0] == 8
    state = play(state, active(C, "X2", steals=A))
    assert (powers(state)[0], state.players[A].main.alive) == (-2, False)
    assert invariants(state) == ()


@pytest.mark.parametrize(("how", "power"), [("down", "22"), ("up", "23"), ("exact", "22.5")])
def test_fgt_k4a_fractions_are_rounded_down(how, power):
    state = after(["R2 X", "A1 X"], active(A, "X4"), round=how)
    assert said(powers(state)[0]) == power
    assert GAME.sheet(state).blocks[A].card.big == power


def test_switch_round_exact_digits_are_those_of_the_whole_part():
    for name, becomes in (("switch", 42), ("product", 8), ("9>0", 24)):
        assert transform(ABILITIES[name], Fraction(49, 2), house(round="exact")) == becomes
    third = Fraction(1, 3)
    assert said(third) == "1/3"
    assert said(None) == ""


def test_fgt_k6_five_are_turned_up_and_aliens_scored():
    state = after(["H1 X", "A1 X"], active(A, "X6"))
    assert (state.stage, state.turn, state.players[A].owed) == (Stage.REVEAL, A, 5)
    assert GAME.pending(state).rule == "FGT-K6"
    five = names("X100", "H100", "X101", "R100", "D100")
    assert findings(state, act.Reveal(B, five)) == ("FGT-K6",)
    assert findings(state, act.Reveal(A, (*five, CardId("A100")))) == ("FGT-K6",)
    assert findings(state, act.Reveal(A, ())) == ("FGT-K6",)
    assert findings(state, act.Reveal(A, names("X100", "X100"))) == ("FGT-K6",)
    assert findings(state, act.Reveal(A, names("H1"))) == ("FGT-S0",)
    assert findings(state, act.Reveal(A, five, names("H100"))) == ("FGT-K6",)
    done = play(state, act.Reveal(A, five))
    assert [one.card for one in done.players[A].scored] == ["X100", "X101"]
    assert done.graveyard[-3:] == ("H100", "R100", "D100")
    assert (done.stage, done.turn) == (Stage.BOOST, B)


def test_fgt_k6a_the_same_for_humans():
    state = after(["H1 X", "A1 X"], active(A, "X7"))
    state = play(state, act.Reveal(A, names("X100", "H100", "H101", "R100", "H102")))
    assert [one.family for one in state.players[A].scored] == [Family.HUMAN] * 3


def test_fgt_k8_ten_more_for_a_main_that_is_chosen():
    state = fight(CARDS, ["A1 X", "H1 X"])
    assert findings(state, active(A, "X9")) == ("FGT-K8",)
    assert powers(play(state, active(A, "X9", B))) == [20, 29]
    assert powers(play(state, active(A, "X9", A))) == [30, 19]
    assert findings(state, active(A, "X9", A, B)) == ("FGT-K8",)


def test_fgt_k10_single_digits_and_zeros():
    assert powers(after(["D1 X", "A4 X"], active(A, "X5"))) == [7, 3]
    state = after(["D1 X", "A4 X"], active(A, "X3"))
    assert powers(state) == [7, 0]
    assert not state.players[B].main.alive


def test_switch_pad_digits():
    assert powers(after(["D1 X", "H1 X"], active(A, "X5"), pad_digits="on")) == [70, 91]
    state = after(["D1 X", "H1 X"], active(A, "X3"), pad_digits="on")
    assert powers(state) == [0, 9]


def test_fgt_k11_there_are_fewer_than_five():
    state = reserves(fight(CARDS, ["H1 X", "A1 X"]), 3, [])
    state = play(state, active(A, "X6"))
    assert findings(state, act.Reveal(A, names("H100", "H101", "R100", "D100"))) == ("FGT-K6",)
    state = play(state, act.Reveal(A, names("X100", "H101", "R100")))
    assert (state.stage, state.turn) == (Stage.BOOST, B)
    assert (len(state.players[A].scored), state.graveyard) == (1, ("H101", "R100"))


def test_fgt_k11_a_reshuffle_within_the_draw_leaves_them_out():
    pile = [f"D{at}" for at in range(100, 106)]
    state = play(reserves(fight(CARDS, ["H1 X", "A1 X"]), 2, pile), active(A, "X6"))
    state = play(state, act.Reveal(A, names("X100", "H100")))
    assert (state.stage, len(state.graveyard)) == (Stage.RESHUFFLE, 6)
    assert findings(state, act.Reshuffled(None, names("H100", "D101", "D102"))) == ("FGT-S0",)
    state = play(state, act.Reshuffled(None, names("D100", "D101", "D102")))
    assert (state.stage, state.reserves, state.players[A].owed) == (Stage.REVEAL, 3, 3)
    state = play(state, act.Reveal(A, names("D103", "D104", "D105")))
    assert state.stage is Stage.RESHUFFLE  # the last one left the Reserves once more
    state = play(state, act.Reshuffled(None, ()))
    assert (state.stage, state.turn, state.reserves) == (Stage.BOOST, B, 3)
    assert state.graveyard == ("H100", "D103", "D104", "D105")


def test_fgt_k11_with_nothing_at_all_the_draw_is_over():
    state = play(reserves(fight(CARDS, ["H1 X", "A1 X"]), 0, []), active(A, "X6"))
    assert (state.stage, state.turn) == (Stage.BOOST, B)


@pytest.mark.parametrize(
    ("card", "more", "powers_then"),
    [
        ("X1", {"targets": (B,)}, [19, 20]),
        ("X9", {"targets": (B,), "points": (5,)}, [19, 25]),
        ("X1", {"kills": (B,)}, [19, 20]),
        ("X1", {"draws": 5}, [19, 20]),
        ("X1", {"steals": B}, [19, 20]),
        ("X9", {"targets": (B,), "points": (7,), "steals": B}, [19, 27]),
    ],
)
def test_fgt_b2_what_the_card_says_happens_and_by_a_ruling_what_people_say(card, more, powers_then):
    state, ruled = fight(CARDS, ["H1 X", "A1 H"]), replace(active(A, card), **more)
    assert findings(state, ruled) == ("FGT-B2",)
    after = force(state, ruled)
    assert (powers(after), invariants(after)) == (powers_then, ())


@pytest.mark.parametrize(
    ("card", "more"),
    [
        ("X6", {"targets": (B,)}),
        ("X2", {"targets": (B,)}),
        ("X11", {"targets": (B,)}),
        ("X11", {"targets": (B, B), "points": (1, 2)}),
        ("X11", {"targets": (B,), "points": (0,)}),
        ("X11", {"draws": 21}),
        ("X11", {"draws": -1}),
    ],
)
def test_fgt_k12_what_people_carry_out_is_said_in_full(card, more):
    state = fight(CARDS, ["H1 X", "A1 H"])
    assert findings(state, replace(active(A, card), **more)) == ("FGT-K12",)
    assert refused(state, replace(active(A, card), **more))


def test_custom_changes_are_said_as_changes():
    state = fight(CARDS, ["H1 X", "A1 H", "R1 X"])
    state = play(state, act.Activate(A, CardId("X11"), (B, C), (5, -20)))
    assert powers(state) == [19, 25, -6]
    assert not state.players[C].main.alive
    assert re.search(r"\+5 \w+ = ", "\n".join(words(GAME.sheet(state).blocks[B])))


def test_custom_kills_takes_and_draws():
    state = fight(CARDS, ["H1 X", "A1 H", "R1 X"])
    state = play(state, active(A, "X11", kills=(C,), steals=B, draws=2))
    assert (state.stage, state.players[A].owed) == (Stage.REVEAL, 2)
    assert not state.players[C].main.alive
    two = names("H100", "X100")
    assert findings(state, act.Reveal(A, two, names("R100"))) == ("FGT-K6",)
    state = play(state, act.Reveal(A, two, names("H100")))
    assert [one.family for one in state.players[A].scored] == [Family.HUMAN] * 2
    assert invariants(state) == ()


@pytest.mark.parametrize("boost", ["keep", "lost"])
def test_custom_a_boost_is_taken_though_its_main_is_killed_with_it(boost):
    state = fight(CARDS, ["H1 X", "A1 H", "R1 X"], dead_boost=boost)
    state = play(state, active(A, "X11", kills=(B,), steals=B))
    assert [one.family for one in state.players[A].scored] == [Family.HUMAN]
    assert state.players[B].boost.state is BoostState.STOLEN
    assert not state.players[B].main.alive
    assert (state.turn, invariants(state)) == (C, ())


@pytest.mark.parametrize("op", [Op.STEAL_BOOST, Op.DRAW_SCORE, Op.CUSTOM])
def test_other_abilities_change_no_power(op):
    assert transform(Ability("other", op), Fraction(12), house()) == 12
