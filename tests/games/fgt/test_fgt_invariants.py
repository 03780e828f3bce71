"""What is broken in a state of Fight! is found, whatever broke it; and words that are no words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from fgt_kit import arena, box, fight, new_game, play, playout, warrior

from companion.core.words import WordError
from companion.games.fgt import score, table
from companion.games.fgt import verbs as act
from companion.games.fgt.state import BoostState, Stage, Step
from companion.games.fgt.words import Family, FamilyCount, Shown
from models.workshop.invariants import fgt as fgt_invariants
from models.workshop.invariants import invariants


def halfway():
    for before, _, _ in playout(new_game(3), 4):
        if before.stage is Stage.BOOST and before.round == 3:
            return before
    raise AssertionError("no such moment")


def broken(**more):
    return " ".join(invariants(replace(halfway(), **more)))


def with_player(**more):
    state = halfway()
    one = replace(state.players[0], **more)
    return " ".join(invariants(replace(state, players=(one, *state.players[1:]))))


def test_what_is_broken_is_found():
    state = halfway()
    assert invariants(state) == ()
    assert "FGT-I1" in broken(reserves=state.reserves + 1)
    assert "FGT-I1" in broken(reserves=-1)
    assert "FGT-I1" in broken(graveyard=(*state.graveyard, state.graveyard[0]))
    assert "FGT-I2" in broken(entered=())
    assert "FGT-I4" in broken(first=(state.first + 1) % 3)
    assert "FGT-I4" in broken(round=4)
    done = play(state, act.ScoreBoost(state.turn))
    assert "INV-7" in " ".join(invariants(replace(done, turn=state.turn)))
    assert "FGT-I6" in broken(stage=Stage.JUDGE)
    assert "FGT-D1" in broken(stage=Stage.DRAW)
    assert "FGT-P2" in with_player(main=None)
    assert "FGT-K11" in broken(stage=Stage.REVEAL)
    assert "FGT-E1" in broken(stage=Stage.OVER)
    assert "FGT-I3" in broken(stage=Stage.ARENA)


def test_what_is_broken_in_a_hand_or_a_fight_is_found():
    state = halfway()
    seat = state.turn
    player = state.players[seat]

    def with_turn(**more):
        one = replace(player, **more)
        players = (*state.players[:seat], one, *state.players[seat + 1 :])
        return " ".join(invariants(replace(state, players=players)))

    assert "FGT-I3" in with_turn(told=(FamilyCount(Family.ROBOT, 9),))
    weak = replace(player.main, steps=(Step(None, player.main.card, None, -99, Fraction(-3)),))
    assert "FGT-I5" in with_turn(main=weak)
    assert "FGT-I6" in with_turn(boost=replace(player.boost, state=BoostState.LOST))
    begun = next(after for _, _, after in playout(new_game(3), 4) if after.stage is Stage.ARENA)
    one = replace(begun.players[0], hand=4, owed=1)
    found = " ".join(invariants(replace(begun, players=(one, *begun.players[1:]), uneven=False)))
    assert "begins the round with 4" in found
    assert "still owes 1" in found
    played = next(
        before for before, _, _ in playout(new_game(3), 4)
        if before.stage is Stage.PLAY and before.turn != before.first
    )  # fmt: skip
    assert "has played" in " ".join(invariants(replace(played, turn=played.first)))


def test_a_score_sheet_that_leaves_something_out_is_found(monkeypatch):
    state = play(halfway(), act.AdjustGlory(None, 0, 2))
    assert invariants(state) == ()
    whole = score.score(state)
    short = replace(whole, lines=tuple(line for line in whole.lines if line.rule != "X-7"))
    monkeypatch.setattr(fgt_invariants, "score", lambda _: short)
    has = state.players[0].score
    assert invariants(state) == (f"FGT-I3: seat 0 has {has}, the sheet {has - 2}",)


def test_fgt_i7_a_leader_who_is_dead_or_worse_than_another_is_found(monkeypatch):
    cards = box(warrior("H1", 24), warrior("A1", 20), warrior("R1", 2), arenas=[arena("P1")])
    state = fight(cards, ["H1", "A1", "R1"], Stage.JUDGE)
    state = play(state, act.AdjustPower(None, 2, -5))
    assert invariants(state) == ()
    for seat, found in (
        (1, "FGT-I7: seat 0 is better than seat 1"),
        (2, "FGT-I7: seat 2 leads and does not fight"),
    ):
        wrong = table.lead(state)._replace(seat=seat)
        monkeypatch.setattr(fgt_invariants, "lead", lambda _, wrong=wrong: wrong)
        assert invariants(state) == (found,)


@pytest.mark.parametrize(
    "word", ["Robot", "Robot=", "Robot=x", "Pirate=3", "Robot=61", "=3", "Robot=-1"]
)
def test_words_that_count_no_family_are_refused(word):
    with pytest.raises(WordError):
        FamilyCount.parse(word)


def test_words_are_read_back():
    assert FamilyCount.parse("Robot=3") == FamilyCount(Family.ROBOT, 3)
    assert FamilyCount(Family.ROBOT, 3).word() == "Robot=3"
    assert Shown.parse("R04").word() == "R04"
    assert Shown.parse("Robot") == Shown(None, Family.ROBOT)
    with pytest.raises(WordError):
        Shown.parse("")
