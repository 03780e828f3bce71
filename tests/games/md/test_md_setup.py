"""Seats, dice, cards and the roll-off (MD-S)."""

import pytest
from md_kit import NOTHING, A, B, begun, findings, hands, kinds, new_game, play, rolled, text, throw

from companion.core.dice import RollRequest
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.switches import SwitchError
from companion.games.md import GAME
from companion.games.md.state import Stage
from companion.games.md.words import KINDS


def test_md_s1_everybody_has_one_die_of_each_kind_and_there_are_40_cards():
    state = new_game(4)
    assert {kinds(state, seat) for seat in range(4)} == {"teeth squid devil spider dimwit eye"}
    assert state.deck == 40
    assert GAME.dice == KINDS


@pytest.mark.parametrize("seats", [1, 7])
def test_md_s1a_two_to_six_may_play(seats):
    names = tuple("ABCDEFG"[:seats])
    with pytest.raises(UsageError, match="2 to 6 players"):
        GAME.start(Setup(names))
    assert len(new_game(2).players) == 2
    assert len(new_game(6).players) == 6


def test_md_s1a_switch_players_four_as_the_document_says():
    with pytest.raises(UsageError, match="for 4 players, not 3"):
        new_game(3, players="4")
    assert len(new_game(4, players="4").players) == 4


def test_an_unknown_switch_is_refused():
    with pytest.raises(SwitchError):
        new_game(3, no_such="on")


def test_full_depth_needs_a_catalogue():
    with pytest.raises(UsageError, match="needs a card catalogue"):
        GAME.start(Setup(("Ann", "Ben"), Depth.FULL))


def test_md_s2_two_cards_each_before_the_roll_off():
    state = new_game(3)
    assert GAME.pending(state).rule == "MD-S2"
    state = play(state, "table: dealt")
    assert (hands(state), state.deck, state.stage) == ([2, 2, 2], 34, Stage.ROLLOFF)
    assert state.rolloff == (((0, None), (1, None), (2, None)),)
    assert findings(state, "table: dealt") == ("MD-S2",)
    assert text(state, "table: dealt") == "the first cards are dealt already; now: Setup: roll-off"


def test_md_s3_all_six_dice_of_one_player_at_a_time_the_highest_begins():
    state = play(new_game(3), "table: dealt")
    request = GAME.pending(state)
    assert isinstance(request, RollRequest)
    assert (request.roller, request.kinds, request.rule) == (A, tuple(sorted(KINDS)), "MD-S3")
    state = throw(throw(state, "S 2 6 4 S 5"), "6 6 6 6 S 5")
    assert state.rolloff[-1][:2] == ((A, 19), (B, 30))
    state = throw(state, NOTHING)
    assert (state.starter, state.turn, state.stage) == (B, B, Stage.DRAW)
    assert state.order == (1, 2, 0)


def test_md_s3a_only_the_tied_roll_again_and_nothing_else_comes_of_it():
    state = play(new_game(3), "table: dealt")
    for faces in ("S S S S S S", "6 6 6 6 6 6", "6 6 6 6 6 6"):
        state = throw(state, faces)
    assert [seat for seat, _ in state.rolloff[-1]] == [1, 2]
    assert GAME.pending(state).rule == "MD-S3a"
    state = throw(throw(state, "2 2 2 2 2 2"), "3 2 2 2 2 2")
    assert state.starter == 2
    assert GAME.score(state).lines == ()
    assert all(die.face is None for player in state.players for die in player.pool)


def test_md_t6_turns_go_clockwise_and_a_round_is_one_turn_each():
    state = rolled(NOTHING)
    for turn in (1, 2):
        state = play(state, f"{['Ann', 'Ben'][turn - 1]}: end-turn")
        assert (state.turn, state.round) == (turn, 1)
        state = throw(play(state, f"{['Ann', 'Ben', 'Cleo'][turn]}: draw"), NOTHING)
    state = play(state, "Cleo: end-turn")
    assert (state.turn, state.round) == (A, 2)


def test_before_the_first_turn_no_card_can_be_played():
    state = play(new_game(3), "table: dealt")
    assert findings(state, "Ann: surprise Ben") == ("MD-K1a",)
    assert findings(begun(), "Ann: surprise Ben") == ()
