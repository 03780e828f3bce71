"""Whole games at random: what holds after every step, in every game (FGT-I1 to I7, INV-4)."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace
from fractions import Fraction

import pytest
from fgt_kit import arena, box, fight, findings, new_game, play, playout, rulebook, warrior

from companion.core.actions import Undo
from companion.core.game import Depth
from companion.core.log import Match
from companion.core.switches import specs
from companion.core.words import WordError
from companion.games.fgt import GAME, invariants, judge, score
from companion.games.fgt import actions as act
from companion.games.fgt.flow import go_on
from companion.games.fgt.house import FgtHouse
from companion.games.fgt.judge import living
from companion.games.fgt.state import BoostState, Stage, Step
from companion.games.fgt.words import Family, FamilyCount, Shown

SWITCHES = [
    (spec.name, choice)
    for spec in specs(FgtHouse, "fgt")
    for choice in spec.choices
    if choice != spec.default
]
MOST = 60
"""Actions of one player in one game, and far above any: the game ends by itself (INV-10)."""


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert GAME.invariants(after) == ()
    assert after.round >= before.round  # INV-9
    for old, new in zip(before.players, after.players, strict=True):
        assert new.arenas[: len(old.arenas)] == old.arenas
        if old.boost and old.boost.state is BoostState.SCORED:  # FGT-I6
            assert new.boost is None or new.boost.state is BoostState.SCORED
    if isinstance(action, act.Winner):  # FGT-I7
        assert after.award.winner in living(before)
    if before.stage is Stage.OVER:
        assert after.stage is Stage.OVER
    line = GAME.tell(before, action, after)
    assert line
    assert "\n" not in line
    json.dumps(asdict(GAME.view(after, None)))


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("depth", list(Depth))
def test_fgt_i1_to_i7_hold_in_random_games_and_all_end(seats, depth):
    state, steps = new_game(seats, depth), 0
    for before, action, after in playout(state, seats):
        sound(before, action, after)
        state, steps = after, steps + 1
    assert state.stage is Stage.OVER
    assert steps < MOST * seats
    standing = GAME.standing(state)
    assert standing.final
    assert sorted(place.seat for place in standing.places) == list(range(seats))
    totals = [GAME.score(state).total(place.seat, "Glory") for place in standing.places]
    assert totals == sorted(totals, reverse=True)  # INV-12
    glory = sum(arena.glory for arena in state.decided)
    assert len(state.decided) == 7
    assert 28 <= glory <= 56  # FGT-I2


@pytest.mark.parametrize(("name", "choice"), SWITCHES)
def test_random_games_are_sound_under_every_switch(name, choice):
    seats = 2 + sum(map(ord, choice)) % 4
    state = new_game(seats, switches={name: choice})
    for before, action, after in playout(state, 7):
        sound(before, action, after)
        state = after
    assert state.stage is Stage.OVER


@pytest.mark.parametrize("seed", range(3))
def test_random_games_are_sound_under_mixed_switches(seed):
    chance = random.Random(seed)
    mixed = {spec.name: chance.choice(spec.choices) for spec in specs(FgtHouse, "fgt")}
    for before, action, after in playout(new_game(4, switches=mixed), seed):
        sound(before, action, after)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("depth", list(Depth))
def test_inv4_every_option_has_a_legal_instance_and_there_is_no_dead_end(seed, depth):
    state = new_game(2 + 3 * seed, depth)
    for before, _, after in playout(state, seed, 120):
        options = GAME.options(before)
        assert options
        assert GAME.pending(before) is not None
        for option in options:
            assert option.instances
            for action in option.instances[:: max(1, len(option.instances) // 12)]:
                assert (action.verb, action.actor) == (option.verb, option.actor)
                assert findings(before, action) == ()
        verbs = {option.verb for option in options}
        assert verbs & set(GAME.pending(before).verbs)
        state = after


def test_complete_options_leave_nothing_out():
    """Among all activations by a seat only those offered are legal."""
    seen = 0
    for before, _, _ in playout(new_game(3), 11):
        for option in GAME.options(before):
            if option.verb == "activate" and option.complete:
                offered = set(option.instances)
                for card in before.catalogue.warriors:
                    for on in ((), (0,), (1,), (2,)):
                        for taken in (None, 0, 1, 2):
                            tried = act.Activate(option.actor, card, on, steals=taken)
                            assert (findings(before, tried) == ()) == (tried in offered), tried
                            seen += 1
    assert seen


def test_inv2_undo_gives_back_the_state_before():
    match = Match.begin(GAME, rulebook(), new_game(3).setup)
    for before, action, _ in playout(match.state, 5, 60):
        after = match.apply(action)
        assert after.apply(Undo(None)).state == before
        match = after


def test_inv1_the_same_log_gives_the_same_state():
    log = [action for _, action, _ in playout(new_game(4), 9)]
    first = play(new_game(4), *log)
    assert first == play(new_game(4), *log)
    assert first.stage is Stage.OVER


# ---------------------------------------------------------------- invariants can fail


def halfway():
    for before, _, _ in playout(new_game(3), 4):
        if before.stage is Stage.BOOST and before.round == 3:
            return before
    raise AssertionError("no such moment")


def broken(**more):
    return " ".join(GAME.invariants(replace(halfway(), **more)))


def with_player(**more):
    state = halfway()
    one = replace(state.players[0], **more)
    return " ".join(GAME.invariants(replace(state, players=(one, *state.players[1:]))))


def test_what_is_broken_is_found():
    state = halfway()
    assert GAME.invariants(state) == ()
    assert "FGT-I1" in broken(reserves=state.reserves + 1)
    assert "FGT-I1" in broken(reserves=-1)
    assert "FGT-I1" in broken(graveyard=(*state.graveyard, state.graveyard[0]))
    assert "FGT-I2" in broken(entered=())
    assert "FGT-I4" in broken(first=(state.first + 1) % 3)
    assert "FGT-I4" in broken(round=4)
    done = play(state, act.ScoreBoost(state.turn))
    assert "INV-7" in " ".join(GAME.invariants(replace(done, turn=state.turn)))
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
        return " ".join(GAME.invariants(replace(state, players=players)))

    assert "FGT-I3" in with_turn(told=(FamilyCount(Family.ROBOT, 9),))
    weak = replace(player.main, steps=(Step(None, player.main.card, None, -99, Fraction(-3)),))
    assert "FGT-I5" in with_turn(main=weak)
    assert "FGT-I6" in with_turn(boost=replace(player.boost, state=BoostState.LOST))
    begun = next(after for _, _, after in playout(new_game(3), 4) if after.stage is Stage.ARENA)
    one = replace(begun.players[0], hand=4, owed=1)
    found = " ".join(
        GAME.invariants(replace(begun, players=(one, *begun.players[1:]), uneven=False))
    )
    assert "begins the round with 4" in found
    assert "still owes 1" in found
    played = next(
        before for before, _, _ in playout(new_game(3), 4)
        if before.stage is Stage.PLAY and before.turn != before.first
    )  # fmt: skip
    assert "has played" in " ".join(GAME.invariants(replace(played, turn=played.first)))


def test_a_score_sheet_that_leaves_something_out_is_found(monkeypatch):
    state = play(halfway(), act.AdjustGlory(None, 0, 2))
    assert GAME.invariants(state) == ()
    whole = score.score(state)
    short = replace(whole, lines=tuple(line for line in whole.lines if line.rule != "X-7"))
    monkeypatch.setattr(invariants, "score", lambda _: short)
    has = state.players[0].score
    assert GAME.invariants(state) == (f"FGT-I3: seat 0 has {has}, the sheet {has - 2}",)


def test_fgt_i7_a_leader_who_is_dead_or_worse_than_another_is_found(monkeypatch):
    cards = box(warrior("H1", 24), warrior("A1", 20), warrior("R1", 2), arenas=[arena("P1")])
    state = fight(cards, ["H1", "A1", "R1"], Stage.JUDGE)
    state = play(state, act.AdjustPower(None, 2, -5))
    assert GAME.invariants(state) == ()
    for seat, found in (
        (1, "FGT-I7: seat 0 is better than seat 1"),
        (2, "FGT-I7: seat 2 leads and does not fight"),
    ):
        wrong = judge.lead(state)._replace(seat=seat)
        monkeypatch.setattr(invariants, "lead", lambda _, wrong=wrong: wrong)
        assert GAME.invariants(state) == (found,)


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


def test_a_settled_state_stays_as_it_is():
    for _, _, after in playout(new_game(3), 6):
        assert go_on(after) == after
