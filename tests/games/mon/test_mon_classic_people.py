"""Players of Classic and Arena who leave, and who join before the first turn (X-12, X-13)."""

import pytest
from mon_classic_kit import (
    FACTIONS,
    FIFTEEN,
    TWELVE,
    A,
    B,
    C,
    cards_of,
    fight,
    findings,
    light,
    new_game,
    play,
    refused,
    table,
)
from mon_kit import join, leave

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.prize import Move
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import aside_of, unseen_parts

ATTACK = act.Challenge(A, B, cards_of(TWELVE))
YES, CARD = act.Complete(None, act.Answer.YES), CardId("card")


def tables(**more):
    return table((TWELVE, FIFTEEN, "H1 B0 L1"), hands=(2, 2, 0), **more)


def test_x12_the_cards_are_out_of_the_game_and_nobody_draws_or_takes_them():
    state = leave(CLASSIC, tables(won=("", "DIC1", "")), B)
    assert "BX" not in unseen_parts(state)
    assert aside_of(state, FACTIONS[1]) == 4
    state = play(state, act.EndTurn(A))
    assert state.turn == C  # turns pass over the seat
    assert refused(state, act.Draw(C, CardId("BX"))) == "MON-C5"


def test_x12_who_left_is_no_target_and_wins_nothing():
    state = leave(CLASSIC, tables(), B)
    targets = {one.target for one in act.Challenge.options(state).__next__().instances}
    assert targets == {C}
    five = "DIC1 DIC2 DIC3 DIC4"
    state = leave(CLASSIC, tables(won=("", five, "")), B)
    given = act.AdjustDragon(None, A, Move.TAKES, CardId("DIC5"))
    assert play(state, given).stage is Stage.BUILD


def spent():
    """Both have played a card in the fight."""
    sword, bow = (CardId(name) for name in ("PS2", "PB3"))
    return play(fight(), act.Power(A, sword), act.Yield(A), act.Power(B, bow))


@pytest.mark.parametrize(
    ("state", "seat", "expected"),
    [
        (tables(), A, (Stage.DRAW, B)),
        (tables(), C, (Stage.BUILD, A)),
        (play(tables(), act.EndTurn(A)), B, (Stage.DRAW, C)),
        (play(tables(), ATTACK), A, (Stage.DRAW, B)),
        (play(tables(), ATTACK), B, (Stage.BUILD, A)),
        (play(tables(), ATTACK), C, (Stage.CHALLENGE, A)),
        (play(tables(), ATTACK, act.Refuse(B)), B, (Stage.BUILD, A)),
        (spent(), A, (Stage.DRAW, B)),
        (spent(), B, (Stage.BUILD, A)),
        (play(fight(), act.Pass(A), act.Pass(B)), B, (Stage.DRAW, A)),  # a prize not taken
        (play(fight(), act.Pass(A), act.Pass(B)), A, (Stage.PRIZE, B)),
        (play(light((4, 4, 4)), act.Challenge(A, B)), A, (Stage.DRAW, B)),
        (play(light((4, 4, 4)), act.Challenge(A, B)), B, (Stage.BUILD, A)),
        (play(light((4, 4, 4)), act.Challenge(A, B)), C, (Stage.VERIFY, A)),
        (play(light((4, 4, 4)), act.EndTurn(A), act.Challenge(A, C)), C, (Stage.DRAW, B)),
        (play(light((4, 4, 4)), act.Challenge(A, B), YES), B, (Stage.BUILD, A)),
        (play(light((4, 4, 4), deck=1), act.Draw(B, CARD)), B, (Stage.BUILD, C)),
    ],
)
def test_x12_what_was_asked_of_the_seat_lapses(state, seat, expected):
    after = leave(CLASSIC, state, seat)
    assert (after.stage, after.turn) == expected
    assert after.claim is None or after.stage is Stage.VERIFY


def test_x12_the_loser_who_left_takes_no_turn_after_the_prize():
    state = leave(CLASSIC, play(fight(), act.Pass(A), act.Pass(B)), A)
    state = play(state, act.TakeDragon(B, CardId("DIC1")))
    assert (state.stage, state.turn) == (Stage.DRAW, B)


def test_x12_used_cards_of_who_stays_go_into_the_deck_and_those_of_the_leaver_do_not():
    before = spent()
    after = leave(CLASSIC, before, A)
    assert (after.deck, after.players[B].hand) == (before.deck + 1, before.players[B].hand)
    assert after.players[A].hand == before.players[A].hand + 1
    assert after.players[B].monster == tuple(sorted(cards_of(FIFTEEN)))


def test_x12_the_chance_to_challenge_goes_with_who_left_and_stays_with_others():
    state = play(tables(), act.EndTurn(A))
    assert leave(CLASSIC, state, A).before is None
    after = leave(CLASSIC, state, B)
    assert (after.turn, after.before) == (C, A)


def test_x12_a_monster_in_the_arena_goes_with_its_owner():
    state = play(tables(mode=Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    after = leave(CLASSIC, state, A)
    assert (after.arena, after.stage, after.turn) == (None, Stage.DRAW, B)
    assert leave(CLASSIC, state, B).arena == state.arena
    met = play(state, act.Draw(B, CardId("LZ")), act.MeetArena(B, cards_of(FIFTEEN)))
    after = leave(CLASSIC, met, A)
    assert (after.fight, after.arena, after.stage, after.turn) == (None, None, Stage.BUILD, B)
    asked = play(light((4, 4), Mode.ARENA), act.EnterArena(A), YES, act.Draw(B, CARD))
    asked = play(asked, act.MeetArena(B))
    assert (leave(CLASSIC, asked, A).stage, leave(CLASSIC, asked, A).claim) == (Stage.BUILD, None)


def test_x12_in_set_up_nobody_waits_for_who_left():
    state = new_game()
    for seat in (A, C):
        state = play(state, act.PickFaction(seat, FACTIONS[seat]))
    state = leave(CLASSIC, state, B)
    assert {one.seat for one in act.Youngest.choices(state)} == {A, C}
    state = play(state, act.Youngest(None, C))
    assert CLASSIC.pending(state).asks == C
    gone = leave(CLASSIC, state, C)
    assert (gone.stage, gone.turn, CLASSIC.pending(gone).asks) == (Stage.DEAL, A, A)
    state = play(state, act.Dealt(A, cards_of("hidden hidden hidden")))
    assert (leave(CLASSIC, state, C).stage, leave(CLASSIC, state, C).turn) == (Stage.DRAW, A)


def test_x12_one_who_is_left_alone_or_nobody():
    """The table calls a game off before that (X-14); the state is sound all the same."""
    alone = leave(CLASSIC, tables(), A, B)
    assert (alone.stage, alone.turn) == (Stage.DRAW, C)
    assert leave(CLASSIC, alone, C).order == ()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_x13_a_player_joins_while_the_factions_are_picked(seat):
    state = play(new_game(seats=2), act.PickFaction(A, FACTIONS[0]))
    after = join(CLASSIC, state, Seat(seat))
    assert [player.faction for player in after.players].count(FACTIONS[0]) == 1
    assert after.players[seat].faction is None
    assert after.setup.seats[seat] == "Zoe"
    assert findings(after, act.Youngest(None, Seat(seat))) == ("MON-C2",)


def test_x13_a_player_joins_while_the_first_cards_are_taken_and_the_youngest_is_asked_anew():
    state = new_game(seats=2)
    state = play(state, *(act.PickFaction(seat, FACTIONS[seat]) for seat in (A, B)))
    state = play(state, act.Youngest(None, B), act.Dealt(B, cards_of("hidden hidden hidden")))
    after = join(CLASSIC, state, A)
    assert (after.stage, after.players[C].hand) == (Stage.SETUP, 3)
    after = play(after, act.PickFaction(A, FACTIONS[2]), act.Youngest(None, A))
    after = play(after, act.Dealt(A, cards_of("hidden hidden hidden")))
    after = play(after, act.Dealt(B, cards_of("hidden hidden hidden")))
    assert (after.stage, after.turn) == (Stage.DRAW, A)


def test_x13_the_deck_is_counted_anew_where_it_was_too_small():
    state = play(new_game(seats=2, depth=Depth.LIGHT), act.DeckSize(None, 7))
    after = join(CLASSIC, state, C)
    assert CLASSIC.pending(after).rule == "MON-C4"
    assert refused(after, act.Youngest(None, A)) == "MON-C4"


def test_x13_nobody_joins_after_the_first_turn_has_begun():
    assert join(CLASSIC, tables(), C) is None
