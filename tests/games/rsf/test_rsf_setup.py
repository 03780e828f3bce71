"""Set-up: players, mixing, the starter, seven cards each."""

from dataclasses import replace

import pytest
from rsf_kit import A, B, C, box, card
from rsf_play import NAMES, findings, new_game, play, roll, shipped

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.switches import SwitchError
from companion.core.verdict import Note
from companion.core.words import CardId
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Stage


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_rsf_s1a_two_to_six_players(seats):
    with pytest.raises(UsageError, match=r"2 to 6 players.*rsf\.players"):
        GAME.start(Setup((*NAMES, "Gus")[:seats]))


def test_rsf_s1a_below_six_is_said():
    (note,) = GAME.check(new_game(5), act.Mixed(None))
    assert isinstance(note, Note)
    assert note.rule == "RSF-S1a"
    assert GAME.check(new_game(6), act.Mixed(None)) == ()


def test_a_table_that_cannot_begin_is_refused():
    with pytest.raises(SwitchError, match=r"rsf\.nonsense"):
        new_game(2, switches={"rsf.nonsense": "on"})
    with pytest.raises(UsageError, match="light depth"):
        GAME.start(Setup(NAMES[:2], Depth.FULL))
    small = box(card("R1"), size=20)
    with pytest.raises(UsageError, match="20 cards; 3 players need 21"):
        GAME.start(Setup(NAMES[:3], Depth.FULL, {}, small))
    assert new_game(6, switches={"rsf.players": "6"}).pile == 125
    with pytest.raises(UsageError, match="for 6 players, not 5"):
        new_game(5, switches={"rsf.players": "6"})


def test_rsf_s6_the_pile_is_mixed_once():
    state = play(new_game(2), act.Mixed(None))
    assert findings(state, act.Mixed(None)) == ("RSF-S6",)
    assert findings(new_game(2), act.Starter(None, A)) == ("RSF-S7",)


def test_rsf_s7_cards_are_drawn_in_order():
    state = play(new_game(3), act.Mixed(None), act.Starter(None, B))
    assert findings(state, act.Draw(A, CardId("R01"))) == ("RSF-S7",)
    order = []
    for _ in range(21):
        order.append(state.turn)
        state = play(state, GAME.options(state)[0].instances[0])
    assert order == [B, C, A] * 7
    assert state.stage is Stage.READY
    assert state.turn == B
    assert state.pile == 125 - 21


def test_rsf_s5_a_copy_cannot_be_drawn_twice():
    state = play(new_game(2), act.Mixed(None), act.Starter(None, A))
    state = play(state, act.Draw(A, CardId("R01")), act.Draw(B, CardId("R01")))
    assert shipped().cards[CardId("R01")].copies == 2
    assert findings(state, act.Draw(A, CardId("R01"))) == ("RSF-S5",)
    assert findings(state, act.Draw(A, CardId("nope"))) == ("RSF-S5",)


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_rsf_r5_a_card_that_is_not_named_is_asked_for(hands):
    state = new_game(2, switches={"rsf.hand": hands})
    state = play(state, act.Mixed(None), act.Starter(None, A))
    assert findings(state, act.Draw(A, CardId("card"))) == ("RSF-R5",)
    assert play(state, act.Draw(A, CardId("R01"))).players[A].hand == ("R01",)


@pytest.mark.parametrize("how", ["oldest", "chosen"])
def test_switch_starter_named(how):
    state = play(new_game(3, switches={"rsf.starter": how}), act.Mixed(None))
    question = GAME.pending(state)
    assert not isinstance(question, RollRequest)
    assert how in question.text
    assert play(state, act.Starter(None, C)).order == (C, A, B)


def test_switch_starter_rolloff_repeats_among_the_tied_in_any_order():
    state = play(new_game(3, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    assert findings(state, act.Starter(None, A)) == ("RSF-S8",)
    for face in (4, 0, 10):
        state = roll(state, face)
    assert state.stage is Stage.STARTER
    request = GAME.pending(state)
    assert request.roller == B
    state = roll(roll(state, 9), 3)
    assert (state.stage, state.starter, state.turn) == (Stage.DEAL, B, B)
    state = play(new_game(3, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    state = play(state, Roll(C, (DieFace("d10", "7"),)), Roll(A, (DieFace("d10", "5"),)))
    request = GAME.pending(state)
    assert (request.roller, request.others, state.rolloff) == (B, (), ((A, 5), (B, None), (C, 7)))
    assert roll(state, 6).starter == C


def test_an_action_is_that_of_a_player_who_is_there():
    state = play(new_game(2), act.Mixed(None), act.Starter(None, A))
    assert findings(state, replace(act.Draw(A, CardId("R01")), actor=None)) == ("X-3",)
    state = play(new_game(2), act.Mixed(None))
    assert findings(state, act.Starter(None, Seat(5))) == ("RSF-S7",)
