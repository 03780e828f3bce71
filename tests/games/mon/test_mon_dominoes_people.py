"""Players of Dominoes who leave, and who join before the first turn (X-12, X-13)."""

from dataclasses import replace

import pytest
from mon_kit import (
    NAMES,
    OPEN,
    A,
    B,
    C,
    attach,
    box,
    card,
    cards_of,
    findings,
    force,
    join,
    leave,
    light,
    midgame,
    new_game,
    play,
    refused,
)

from companion.core.game import Depth
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Player, Stage
from models.workshop.invariants import invariants

BOX = box(card("B1", "wwn", 4), card("H1", "w", 3), card("H2", "w", 2), card("T1", "w", 2))
FIVE = cards_of("GM-B GM-H GM-L GM-T CW-B")


def table(hands=("H1 LZ", "H2 LZ", "T1 LY"), **more):
    return midgame(BOX, "B1", hands, **more)


def test_x12_the_hand_is_out_of_the_game_and_the_monster_stays():
    state = table()
    after = leave(DOMINOES, state, B)
    assert after.players[B] == Player()
    assert sorted(after.gone) == ["H2", "LZ"]
    assert (after.deck, after.centre, after.discarded) == (state.deck, state.centre, ())


def test_x12_the_collected_cards_are_out_of_the_game_too():
    state = table()
    won = replace(state.players[C], collected=cards_of("LZ LZ LZ"), monsters=(3,))
    state = replace(state.with_player(C, won), size=state.size + 3)
    after = leave(DOMINOES, state, C)
    assert len(after.gone) == 5
    assert [line for line in DOMINOES.score(after).lines if line.seat == C] == []


def test_x12_cards_out_of_the_game_cannot_be_drawn():
    after = leave(DOMINOES, table(("LZ", "H2 T1", "LY"), deck=9), B)
    assert refused(after, act.Draw(A, CardId("H2"))) == "MON-D2"


def test_x12_turns_pass_over_who_left():
    state = play(leave(DOMINOES, table(), B), attach(A, "H1"))
    assert state.turn == C
    state = play(state, attach(C, "T1"))
    assert state.turn == A


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (table(), (Stage.TURN, B)),
        (replace(table(), drew=True), (Stage.TURN, B)),
        (midgame(BOX, "", ("B1 H1", "H2", "T1")), (Stage.START, B)),
        (play(table(("H1", "H2", "T1")), attach(A, "H1")), (Stage.TURN, B)),
        (play(light((1, 2, 2), 1), act.Attach(A, UNNAMED)), (Stage.TURN, B)),
    ],
)
def test_x12_what_was_asked_of_the_seat_lapses(state, expected):
    """A turn, a start card, new cards: the next player has the turn."""
    after = leave(DOMINOES, state, A)
    assert (after.stage, after.turn) == expected
    assert not after.drew


def test_mon_d10a_the_end_comes_when_the_last_who_had_not_lost_a_turn_leaves():
    state = table(("LZ LZ", "LZ", "H1"), deck=0)
    state = replace(state, lost=(A, B), turn=C)
    assert leave(DOMINOES, state, C).stage is Stage.OVER
    assert leave(DOMINOES, replace(state, lost=(A,), turn=B), C).stage is Stage.TURN


def test_mon_d10a_a_circle_of_lost_turns_is_that_of_those_who_still_sit_there():
    state = leave(DOMINOES, midgame(BOX, "T1", ("LZ", "H1", "LY"), deck=0), B)
    state = play(state, act.LoseTurn(A), act.LoseTurn(C))
    assert state.stage is Stage.OVER


def test_mon_d10_nobody_but_the_leaver_held_a_card():
    assert leave(DOMINOES, table(("H1", "", ""), deck=0), A).stage is Stage.OVER


def test_x12_nobody_counts_points_of_who_left():
    state = play(light((2, 2), 2, deck=0), act.Close(A, UNNAMED), act.Put(A, UNNAMED))
    state = play(state, act.Attach(B, UNNAMED), act.LoseTurn(B))
    assert (state.stage, state.turn) == (Stage.COUNT, A)
    assert leave(DOMINOES, state, A).stage is Stage.OVER
    assert leave(DOMINOES, state, B).stage is Stage.COUNT


def test_x12_who_left_is_not_dealt_to_and_does_not_begin():
    state = leave(DOMINOES, new_game(3, switches=OPEN), B)
    assert {one.seat for one in act.Youngest.choices(state)} == {A, C}
    state = leave(DOMINOES, play(new_game(3, switches=OPEN), act.Youngest(None, B)), B)
    assert (state.stage, state.turn, state.youngest) == (Stage.DEAL, C, C)
    state = play(state, act.Dealt(A, FIVE))
    assert DOMINOES.pending(state).asks == C
    assert leave(DOMINOES, state, C).stage is Stage.START
    closed = leave(DOMINOES, play(new_game(3), act.Youngest(None, A)), B)
    assert [len(one.hand) for one in play(closed, act.Dealt(None, ())).players] == [5, 0, 5]


def test_x12_the_game_is_over_when_everybody_has_left():
    """The table calls a game off before that (X-14); the state is sound all the same."""
    alone = leave(DOMINOES, leave(DOMINOES, table(), A), B)
    assert alone.turn == C
    assert leave(DOMINOES, alone, C).stage is Stage.OVER


def test_x8_cards_out_of_the_game_lose_their_names_too():
    light_now = DOMINOES.lighten(leave(DOMINOES, table(), B))
    assert light_now.gone == (UNNAMED, UNNAMED)
    assert invariants(light_now) == ()


def test_x13_one_more_player_while_the_game_is_set_up():
    state = join(DOMINOES, new_game(2), A)
    assert [state.name(seat) for seat in (A, B, C)] == ["Zoe", *NAMES[:2]]
    assert state.players == (Player(),) * 3
    counted = play(new_game(2, Depth.LIGHT), act.DeckSize(None, 22))
    assert findings(join(DOMINOES, counted, C), act.Youngest(None, A)) == ("MON-D2b",)


def test_x13_while_cards_are_dealt_and_the_new_player_may_be_the_youngest():
    state = play(new_game(2, switches=OPEN), act.Youngest(None, B), act.Dealt(A, FIVE))
    state = join(DOMINOES, state, B)
    assert state.stage is Stage.SETUP
    assert [len(one.hand) for one in state.players] == [5, 0, 0]
    state = play(state, act.Youngest(None, B))
    assert DOMINOES.pending(state).asks == B
    assert invariants(state) == ()


def test_mon_d2_a_deck_that_is_too_small_for_one_more_says_so():
    state = play(new_game(2, Depth.LIGHT), act.DeckSize(None, 20), act.Youngest(None, A))
    few = join(DOMINOES, replace(state, deck=14, size=14), C)
    dealt = play(force(few, act.Youngest(None, A), "MON-D2"), act.Dealt(None, ()))
    assert [len(one.hand) for one in dealt.players] == [5, 5, 4]
    assert force(join(DOMINOES, state, C), act.Youngest(None, A), "MON-D2b").turn == A


def test_x13_not_after_the_first_turn_has_begun():
    assert join(DOMINOES, midgame(BOX, "", ("B1", "H1")), C) is None
    assert join(DOMINOES, table(), C) is None
