"""X-7: what the table mends in Classic and Arena."""

from __future__ import annotations

from mon_classic_kit import (
    FIFTEEN,
    TWELVE,
    A,
    B,
    C,
    against,
    cards_of,
    fight,
    flipped,
    light,
    new_game,
    play,
    refused,
    table,
)

from companion.core.game import Depth
from companion.core.words import CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.prize import Move
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.classic.table import total

CARD, HIDDEN, DRAGON = CardId("card"), CardId("hidden"), CardId("dragon")
TAKES, RETURNS = Move.TAKES, Move.RETURNS


def test_a_part_goes_to_another_player_or_the_deck():
    state = play(table((TWELVE, FIFTEEN)), act.Rearrange(A, cards_of("H3 B4")))
    deck = state.deck
    state = play(state, act.AdjustCard(None, CardId("H3"), A, B))
    assert "H3" in state.players[B].parts
    assert state.players[A].monster == cards_of("B4")
    state = play(state, act.AdjustCard(None, CardId("H3"), B))
    assert state.deck == deck + 1
    state = play(state, act.AdjustCard(None, CardId("H3"), None, A))
    assert (state.deck, "H3" in state.players[A].parts) == (deck, True)


def test_a_hidden_card_goes_unnamed():
    state = play(table((TWELVE, FIFTEEN), hands=(1, 0)), act.AdjustCard(None, HIDDEN, A, B))
    assert [player.hand for player in state.players] == [0, 1]
    assert refused(state, act.AdjustCard(None, HIDDEN, A, B)) == "X-7"
    assert refused(state, act.AdjustCard(None, CardId("PS2"), None, A)) == "MON-G5"


def test_a_card_that_is_not_there_is_not_moved():
    state = table((TWELVE, FIFTEEN))
    assert refused(state, act.AdjustCard(None, CardId("BX"), A, B)) == "X-7"
    assert refused(state, act.AdjustCard(None, CardId("H3"), A, A)) == "X-7"
    assert refused(state, act.AdjustCard(None, CardId("H3"), A, 9)) == "X-7"
    assert against(fight(), act.AdjustCard(None, CardId("H3"), A, C)) == "X-7"


def test_a_card_that_waits_in_the_arena_is_not_moved():
    state = play(table((TWELVE, FIFTEEN), Mode.ARENA), act.EnterArena(A, cards_of(TWELVE)))
    assert against(state, act.AdjustCard(None, CardId("H3"), A, B)) == "X-7"


def test_the_last_card_of_the_deck_can_be_taken_away():
    state = play(light((3, 3), deck=1), act.EndTurn(A), act.AdjustCard(None, CARD, None, A))
    assert (state.deck, state.stage, state.turn) == (0, Stage.BUILD, B)
    assert refused(state, act.AdjustCard(None, CARD, None, A)) == "X-7"


def test_light_depth_moves_unnamed_cards_and_counts_the_deck():
    state = light((4, 3), hands=(1, 0))
    assert refused(state, act.AdjustCard(None, CardId("H3"), A, B)) == "X-7"
    state = play(state, act.AdjustCard(None, CARD, A, B), act.AdjustDeck(None, -3))
    assert (len(state.players[B].parts), state.deck) == (4, 77)
    assert refused(state, act.AdjustDeck(None, -78)) == "X-7"
    assert refused(state, act.AdjustDeck(None, 0)) == "X-7"
    assert refused(table((TWELVE, FIFTEEN)), act.AdjustDeck(None, 1)) == "X-7"
    empty = play(play(state, act.EndTurn(A)), act.AdjustDeck(None, -77))
    assert empty.stage is Stage.BUILD
    fighting = play(state, act.Challenge(A, B), act.Complete(None, act.Answer.YES))
    assert len(play(fighting, act.AdjustCard(None, CARD, B, A)).players[B].parts) == 3
    assert refused(new_game(depth=Depth.LIGHT), act.AdjustDeck(None, 1)) == "MON-C4"


def test_a_dragon_card_is_taken_or_returned_and_stands_on_the_sheet():
    state = table((TWELVE, FIFTEEN))
    state = play(state, act.AdjustDragon(None, A, TAKES, CardId("DUE1")))
    assert state.players[A].own_dragons == 1
    (line,) = CLASSIC.score(state).lines
    assert (line.seat, line.points, line.rule) == (A, 1, "X-7")
    assert refused(state, act.AdjustDragon(None, B, TAKES, CardId("DUE1"))) == "X-7"
    assert refused(state, act.AdjustDragon(None, B, RETURNS, CardId("DUE1"))) == "X-7"
    assert refused(state, act.AdjustDragon(None, 9, TAKES, CardId("DUE2"))) == "X-7"
    state = play(state, act.AdjustDragon(None, A, RETURNS, CardId("DUE1")))
    assert CLASSIC.score(state).lines == ()
    fighting = play(fight(), act.AdjustDragon(None, A, TAKES, CardId("DUE1")))
    assert (fighting.stage, fighting.players[A].own_dragons) == (Stage.REINFORCE, 1)


def test_the_fifth_dragon_card_ends_the_game_and_returning_it_goes_on():
    state = table((TWELVE, FIFTEEN), won=("DUE1 DUE2 DUE3 DUE4", ""))
    over = play(state, act.AdjustDragon(None, A, TAKES, CardId("DUE5")))
    assert over.stage is Stage.OVER
    assert refused(over, act.AdjustCard(None, CardId("H3"), A, B)) == "MON-C24"
    again = play(over, act.AdjustDragon(None, A, RETURNS, CardId("DUE5")))
    assert (again.stage, again.turn) == (Stage.DRAW, A)


def test_a_prize_that_is_taken_away_leaves_the_loser_the_turn():
    state = table((TWELVE, FIFTEEN, ""), won=("DIC1 DIC2 DIC3 DIC4", "", ""))
    state = play(flipped(state), act.Pass(A), act.Pass(B))
    assert state.stage is Stage.PRIZE
    state = play(state, act.AdjustDragon(None, C, TAKES, CardId("DIC5")))
    assert (state.stage, state.turn) == (Stage.DRAW, A)


def test_light_dragon_cards_are_of_the_own_faction_unless_said():
    state = play(light((3, 3)), act.AdjustDragon(None, A, TAKES, DRAGON))
    assert state.players[A].own_dragons == 1
    state = play(state, act.AdjustDragon(None, A, RETURNS, DRAGON))
    assert state.players[A].dragons == ()
    assert refused(state, act.AdjustDragon(None, A, TAKES, CARD)) == "X-7"


def test_a_side_of_a_fight_counts_more_or_less():
    state = play(fight(), act.AdjustPoints(None, A, 4), act.AdjustPoints(None, B, -1))
    assert [total(state, state.fight, side) for side in state.fight.sides] == [16, 14]
    assert refused(state, act.AdjustPoints(None, C, 1)) == "X-7"
    assert refused(state, act.AdjustPoints(None, A, 0)) == "X-7"
    assert refused(table((TWELVE, FIFTEEN)), act.AdjustPoints(None, A, 1)) == "X-7"
