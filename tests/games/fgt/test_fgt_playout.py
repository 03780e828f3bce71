"""Whole games: at random, against real cards, and what is found broken in a state (FGT-I1 to I7, INV-4)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from fgt_kit import arena, box, fight, findings, new_game, play, playout, rulebook, shipped, warrior
from fgt_referee import Referee

from companion.core.actions import Lighten
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.words import WordError
from companion.games.fgt import GAME, score, table
from companion.games.fgt import verbs as act
from companion.games.fgt.state import BoostState, Stage, Step
from companion.games.fgt.words import Family, FamilyCount, Shown
from companion.record.grammar import Grammar
from models.workshop.invariants import fgt as fgt_invariants
from models.workshop.invariants import invariants


@pytest.mark.slow
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


NAMES = ("Ann", "Mary Ann", "Zoë", "Dan", "Eve", "Fay", "Gus", "Hal")


def played(people, names, *, light=False):
    """The end of a game from its lines; one that is not legal fails here."""
    grammar = Grammar((*GAME.actions, Lighten), names)
    depth, cards = (Depth.LIGHT, None) if light else (Depth.FULL, shipped())
    match = Match.begin(GAME, rulebook(), Setup(names, depth, {}, cards))
    for line in people.lines:
        action = grammar.read(line)
        assert match.check(action).legal, (line, match.check(action).reasons)
        match = match.apply(action)
        assert invariants(match.state) == ()
    return match.state


def as_counted(state, people):
    assert state.stage is Stage.OVER
    standing = GAME.standing(state)
    assert [player.score for player in state.players] == people.scores
    assert [(place.seat, place.rank) for place in standing.places] == people.ranking
    assert [len(player.scored) for player in state.players] == people.scored
    assert sum(arena.glory for arena in state.aside) == people.aside
    assert [player.hand for player in state.players] == [len(hand) for hand in people.hands]
    assert (state.reserves, len(state.graveyard)) == (len(people.deck), len(people.grave))


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("light", [False, True], ids=["full", "light"])
def test_the_program_counts_as_people_do(seed, light):
    names = NAMES[: 2 + seed % 5]
    people = Referee(names, seed, light=light)
    state = played(people, names, light=light)
    as_counted(state, people)
    if not light:
        assert sorted(state.graveyard) == sorted(people.grave)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_x8_people_go_on_in_light_depth_and_win_as_they_count(seed):
    names = NAMES[: 2 + seed % 5]
    count = len(Referee(names, seed).lines)
    for after in range(1 + seed % 3, count - 3, 5):
        people = Referee(names, seed, light_after=after)
        assert "table: light" in people.lines
        state = played(people, names)
        assert state.setup.depth is Depth.LIGHT
        as_counted(state, people)


def test_the_games_have_what_they_are_played_for():
    games = (Referee(NAMES[: 2 + seed % 5], seed) for seed in range(24))
    said = "\n".join(line for game in games for line in game.lines)
    for word in ("reveal", "reshuffled", "steals", " by ", "kills", "nobody-wins", ": hand "):
        assert word in said, word


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


@pytest.mark.parametrize("word", ["Robot", "Robot=", "Robot=x", "Pirate=3", "Robot=61", "=3", "Robot=-1"])
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
