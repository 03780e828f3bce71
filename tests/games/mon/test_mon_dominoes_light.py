"""Dominoes in light depth: cards are counted, people say what is closed and what it counts."""

import pytest
from mon_kit import A, B, C, attach, findings, force, house, light, new_game, play, refused
from sheet_kit import seen

from companion.core.game import Depth
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.house import Deck
from companion.games.mon.dominoes.state import Stage


def put(seat):
    return act.Put(seat, UNNAMED)


def on(seat):
    return act.Attach(seat, UNNAMED)


def close(seat):
    return act.Close(seat, UNNAMED)


def test_the_deck_is_counted_by_people():
    state = new_game(2, Depth.LIGHT)
    assert DOMINOES.pending(state).verbs == ("deck",)
    assert refused(state, act.Youngest(None, A)) == "MON-D2"
    assert force(state, act.DeckSize(None, 9), "MON-D2").deck == 9
    assert refused(state, act.DeckSize(None, 1)) == "MON-D2"
    assert refused(state, act.DeckSize(None, 501)) == "MON-D2"
    state = play(state, act.DeckSize(None, 50), act.DeckSize(None, 40), act.Youngest(None, B))
    state = play(state, act.Dealt(None, ()))
    assert (state.deck, state.size, state.turn) == (30, 40, B)


def test_mon_d2a_another_deck_is_counted_anew():
    state = play(new_game(2, Depth.LIGHT), act.DeckSize(None, 50))
    shared = DOMINOES.rehouse(state, house(dominoes_tie="shared"))
    assert (shared.deck, shared.size) == (50, 50)
    state = DOMINOES.rehouse(state, house(dominoes_deck="all"))
    assert DOMINOES.pending(state).verbs == ("deck",)
    assert play(state, act.DeckSize(None, 90)).kinds is Deck.ALL


def test_mon_d2b_a_deck_too_small_is_warned_of_in_light_depth():
    state = play(new_game(3, Depth.LIGHT), act.DeckSize(None, 24))
    assert findings(state, act.Youngest(None, A)) == ("MON-D2b",)


def test_cards_are_not_named():
    state = light((3, 3), 1)
    assert refused(state, attach(A, "GM-H")) == "MON-D1"
    assert refused(state, attach(A, "card", "GM-B.1")) == "MON-D4"
    assert refused(state, act.Draw(A, CardId("GM-H"))) == "MON-D1"


def test_only_who_is_in_turn_acts():
    state = light((3, 3), 1)
    assert findings(state, on(B)) == ("MON-D4",)
    assert findings(state, close(B)) == ("MON-D4", "MON-D6")
    assert findings(state, act.Draw(B, UNNAMED)) == ("MON-D7",)


def test_mon_d4_attached_and_open():
    state = play(light((3, 3), 1), on(A))
    assert (state.turn, state.centre.size) == (B, 2)
    assert len(state.players[A].hand) == 2


def test_mon_d5_people_say_that_it_is_closed():
    state = play(light((3, 3), 2), close(A))
    assert state.players[A].monsters == (3,)
    assert len(state.players[A].collected) == 3
    assert (state.stage, state.turn) == (Stage.START, A)
    assert play(state, put(A)).turn == B


def test_mon_d6_two_cards_are_no_monster():
    state = light((3, 3), 1)
    assert findings(state, close(A)) == ("MON-D6",)
    assert force(state, close(A), "MON-D6").players[A].monsters == (2,)


def test_mon_d4a_nothing_fits_is_taken_at_the_players_word():
    state = play(light((3, 3), 1), act.Draw(A, UNNAMED))
    assert len(state.players[A].hand) == 4
    assert play(state, act.LoseTurn(A)).turn == B
    start = light((3, 3), 0)
    assert findings(start, act.Draw(A, UNNAMED)) == ("MON-D4a",)


def test_mon_d9_counts_alone():
    state = play(light((1, 3), 1, deck=4), on(A))
    assert state.stage is Stage.REFILL
    state = play(state, act.Refill(A, ()))
    assert (state.deck, len(state.players[A].hand), state.turn) == (0, 4, B)


def test_mon_d11_points_are_typed_at_the_end():
    state = play(light((1, 1, 1), 2, deck=0), close(A), put(B), act.LoseTurn(C))
    assert state.stage is Stage.COUNT
    assert len(state.discarded) == 2
    (counts,) = DOMINOES.options(state)
    assert (counts.actor, counts.verb, counts.rule) == (A, "points", "MON-D11")
    assert refused(state, act.Points(B, 3)) == "MON-D11"
    assert refused(state, act.Points(A, -1)) == "MON-D11"
    assert set(findings(state, act.LoseTurn(A))) == {"MON-D8"}
    assert findings(state, act.Draw(A, UNNAMED)) == ("MON-D7", "MON-D8")
    assert findings(state, close(A)) == ("MON-D4", "MON-D1")
    state = play(state, act.Points(A, 23))
    assert state.stage is Stage.OVER
    assert DOMINOES.score(state).total(A, "points") == 23
    assert DOMINOES.standing(state).winners == (A,)


def test_mon_d11_everybody_who_collected_counts():
    state = play(light((2, 1), 2, deck=0), close(A), put(A), on(B))
    assert state.stage is Stage.COUNT  # nobody has a card
    assert state.turn == A
    two = play(light((1, 1), 2, deck=0), close(A), put(B))
    assert two.stage is Stage.COUNT


def test_mon_d12_a_tie_on_typed_points_goes_by_cards():
    """Ann closes three cards, Ben four; both say 12."""
    state = play(light((3, 4), 2, deck=0), close(A), put(A), on(B), on(A), close(B), put(B))
    assert state.stage is Stage.TURN
    assert state.turn == B  # Ann has no card left and loses each turn at once (MON-D8)
    state = play(state, act.LoseTurn(B))
    assert (state.stage, state.turn) == (Stage.COUNT, A)
    state = play(state, act.Points(A, 12))
    assert (state.stage, state.turn) == (Stage.COUNT, B)
    state = play(state, act.Points(B, 12))
    assert DOMINOES.standing(state).winners == (B,)


def test_nobody_collected_anything():
    state = play(light((1, 1), 1, deck=0), act.LoseTurn(A), act.LoseTurn(B))
    assert state.stage is Stage.OVER
    assert [place.rank for place in DOMINOES.standing(state).places] == [1, 1]


def test_points_are_not_typed_in_the_middle_of_the_game():
    assert set(findings(light((2, 2), 2), act.Points(A, 3))) == {"MON-D11"}


def test_a_catalogue_is_not_needed_and_not_used():
    state = light((2, 2), 2)
    assert state.cards == {}
    assert "○" not in seen(DOMINOES, state)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_view_counts_the_cards_in_the_centre(count):
    tiles = DOMINOES.sheet(light((2, 2), count)).centre.grid.tiles
    assert len(tiles) == count
    assert all(tile.word.startswith("card") for tile in tiles)
