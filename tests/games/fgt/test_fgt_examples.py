"""The worked examples FGT-EX1 to EX7: those of the document, and those that the rulings add."""

from dataclasses import replace
from fractions import Fraction

import pytest
from fgt_kit import (
    ABILITIES,
    A,
    B,
    C,
    D,
    arena,
    box,
    fight,
    findings,
    force,
    house,
    play,
    power,
    powers,
    rulebook,
    table,
    warrior,
)

from companion.core.seats import Seat
from companion.core.verdict import grade
from companion.core.words import UNNAMED, CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind
from companion.games.fgt.flow import kills
from companion.games.fgt.powers import transform
from companion.games.fgt.state import Arena, Player, Scored, Stage
from companion.games.fgt.table import lead
from companion.games.fgt.words import Family, FamilyCount, Shown
from models.workshop.invariants import invariants

CARDS = box(
    warrior("H22", 22), warrior("A27", 27), warrior("R24", 24), warrior("D18", 18),
    warrior("X1", 5, "+10"), warrior("R1", 5), warrior("X2", 5, "humans"), warrior("A1", 5, "2>8"),
    arenas=[arena("P1", 6, Kind.CLOSEST_TO, 25)],
)  # fmt: skip


def test_fgt_ex1_joan():
    state = fight(CARDS, ["H22 X", "A27 R", "R24 X", "D18 A"])
    state = play(state, act.Activate(A, CardId("X1"), (C,)))
    assert powers(state) == [22, 27, 34, 18]
    state = play(state, act.ScoreBoost(B))
    best = lead(state)
    assert (best.seat, best.why) == (B, "Sofia is closest to 25: power 27, 2 away")
    drawn = tuple(CardId(card) for card in ("H100", "A100", "H101", "R100", "D100"))
    state = play(state, act.Activate(C, CardId("X2")), act.Reveal(C, drawn))
    assert [len(player.scored) for player in state.players] == [0, 1, 2, 0]
    assert state.graveyard[-3:] == tuple(CardId(card) for card in ("A100", "R100", "D100"))
    state = play(state, act.Activate(D, CardId("A1")))
    assert powers(state) == [88, 87, 34, 18]
    assert state.stage is Stage.JUDGE
    assert findings(state, act.Winner(None, (C,))) == ("FGT-A1",)
    before = len(state.graveyard)
    state = play(state, act.Winner(None, (D,)))
    assert [player.glory for player in state.players] == [0, 0, 0, 6]
    assert [player.score for player in state.players] == [0, 1, 2, 6]
    assert len(state.graveyard) == before + 7
    assert set(state.graveyard[before:]) == {"H22", "X1", "A27", "R24", "X2", "D18", "A1"}
    assert invariants(state) == ()


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("9>0", 19, 10), ("product", 14, 4), ("product", 54, 20), ("+50%", 32, 48),
        ("switch", 29, 92), ("switch", 46, 64), ("animals-10", 20, 10),
        ("9>0", 9, 0), ("product", 10, 0), ("product", 20, 0), ("product", 30, 0),
        ("switch", 30, 3), ("switch", 7, 7), ("product", 7, 7), ("+50%", 15, 22),
        ("animals-10", 10, 0), ("animals-10", 11, 1), ("switch", 10, 1), ("switch", 102, 201),
    ],
)  # fmt: skip
def test_fgt_ex2_transforms(name, before, after):
    found = transform(ABILITIES[name], Fraction(before), house())
    assert found == after
    assert kills(found) == (after == 0)


@pytest.mark.parametrize(
    ("printed", "first", "second", "after"),
    [
        (12, "2>8", "+10", 28),
        (12, "+10", "2>8", 88),
        (15, "+50%", "2>8", 88),
        (15, "2>8", "+50%", 22),
    ],
)
def test_fgt_ex3_order_matters(printed, first, second, after):
    cards = box(warrior("A1", printed), warrior("R2", 1), warrior("X1", 1, first),
                warrior("X2", 1, second))  # fmt: skip
    own = "+50%" in {first, second}
    plays = ["A1 X", "R2 X"] if first == "+50%" else ["R2 X", "A1 X"]
    state = fight(cards, plays if own else ["A1 X", "R2 X"])
    mine = A if state.players[A].main.card == "A1" else B
    for seat, card, name in ((A, "X1", first), (B, "X2", second)):
        on = (mine,) if name == "+10" else ()
        state = play(state, act.Activate(seat, CardId(card), on))
    assert power(state, mine) == after


@pytest.mark.parametrize(("third", "winner"), [(10, D), (24, C)])
def test_fgt_ex4_tie(third, winner):
    cards = box(warrior("H1", 1), warrior("A1", 24), warrior("R1", third), warrior("D1", 26))
    state = fight(cards, ["H1", "A1", "R1", "D1"], Stage.JUDGE, first=C)
    assert lead(state).seat == winner
    assert findings(state, act.Winner(None, (B,))) == ("FGT-A2",)
    tied = (B, C, D) if winner == C else (B, D)
    state = play(state, act.Winner(None, tied))
    assert state.award.winner == winner
    assert state.award.rule == "FGT-A2"


ROBOTS = box(*(warrior(f"R{at}") for at in range(1, 9)), warrior("X1"), warrior("H1"))


def after_robot(hand, **chosen):
    """The second player's turn after a Robot, with a hand told by its Families."""
    state = play(table(ROBOTS, 2, **chosen), act.Play(A, Shown(CardId("R1"), None), Family.ALIEN))
    told = tuple(FamilyCount(Family(name), count) for name, count in hand.items())
    return play(state, act.HandFamilies(B, told))


def plays(state, main, boost):
    return findings(state, act.Play(B, Shown(CardId(main), None), Family(boost)))


def test_fgt_ex5_family():
    hand = {"Robot": 3, "Alien": 1, "Human": 1}
    state = after_robot(hand)
    assert plays(state, "X1", "Human") == plays(state, "H1", "Alien") == ()
    assert plays(state, "X1", "Robot") == ("FGT-P6b",)
    assert plays(state, "R2", "Alien") == plays(state, "R2", "Robot") == ("FGT-P6",)
    one = after_robot({"Robot": 4, "Alien": 1})
    assert plays(one, "X1", "Robot") == plays(one, "R2", "Alien") == ()
    assert plays(one, "R2", "Robot") == ("FGT-P6",)
    assert plays(after_robot({"Robot": 5}), "R2", "Robot") == ()
    assert plays(after_robot(hand, family_rule="main_only"), "X1", "Robot") == ()


@pytest.mark.parametrize("full", [False, True])
def test_fgt_ex6_reshuffle(full):
    cards = box() if full else None
    state = table(cards, 4, Stage.DRAW, hand=9)
    pile = tuple(cards.warriors)[:21] if full else (UNNAMED,) * 21
    players = tuple(replace(player, owed=2) for player in state.players)
    state = replace(state, players=players, reserves=3, graveyard=pile)
    state = play(state, act.Drew(A, 2))
    assert state.reserves == 1
    state = play(state, act.Drew(B, 1))
    assert state.stage is Stage.RESHUFFLE
    state = play(state, act.Reshuffled(None, pile[4:7] if full else ()))
    assert (state.reserves, len(state.graveyard), state.turn) == (18, 3, B)
    state = play(state, act.Drew(B, 1))
    assert state.reserves == 17
    state = play(state, act.Drew(C, 2))
    assert state.reserves == 15
    state = play(state, act.Drew(D, 2))
    assert (state.reserves, len(state.graveyard)) == (13, 3)
    assert [player.hand for player in state.players] == [11] * 4


def test_fgt_ex7_final():
    glory = (8, 5, 6, 4, 7, 4, 6)
    arenas = [Arena(None, worth, at + 1) for at, worth in enumerate(glory)]
    scored = (Scored(Family.ROBOT),)
    players = (
        Player(arenas=(arenas[0], arenas[1]), scored=scored * 3),
        Player(arenas=(arenas[2], arenas[3]), scored=scored * 6),
        Player(arenas=(arenas[4],), scored=scored * 2),
    )
    state = replace(table(None, 3, Stage.OVER), players=players, aside=(arenas[5], arenas[6]), arena=None)
    sheet, standing = GAME.score(state), GAME.standing(state)
    assert [sheet.total(Seat(seat), "Glory") for seat in range(3)] == [16, 16, 9]
    assert standing.winners == (B,)
    assert standing.rule == "FGT-E3"
    assert standing.explanation == (
        "Sofia wins with 16 Glory (FGT-E2). Mark and Sofia tie on 16; scored Warriors: Sofia 6, Mark 3 (FGT-E3)."
    )
    assert sum(player.glory for player in players) + sum(x.glory for x in state.aside) == 40


def said(state, action):
    return grade(GAME.check(state, action), rulebook(), frozenset()).message()


def test_messages_as_specified():
    state = after_robot({"Robot": 3, "Alien": 1, "Human": 1})
    refused = said(state, act.Play(B, Shown(CardId("R2"), None), Family.ALIEN))
    assert refused == ("Not allowed: Main is Robot, last Main is Robot, and the hand has 2 other cards (FGT-P6)")
    cards = box(warrior("H1"), warrior("A1"), warrior("R1"), warrior("D1", 3, "steal"))
    state = fight(cards, ["H1 D", "A1 R", "R1 H"])
    taken = said(state, act.Activate(A, CardId("D1"), steals=B))
    assert taken == ("Not allowed: Sofia's Boost is a Robot: only Human or Demon can be taken (FGT-K2)")
    state = play(state, act.ScoreBoost(A))
    assert said(state, act.ScoreBoost(C)) == "Not allowed: Sofia resolves before Phillip (FGT-B1)"
    assert force(state, act.ScoreBoost(C)).turn == B
