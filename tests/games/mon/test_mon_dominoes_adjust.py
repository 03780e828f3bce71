"""What a table mends by its own ruling in Dominoes (X-7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mon_kit import (
    A,
    B,
    attach,
    box,
    card,
    cards_of,
    force,
    light,
    midgame,
    new_game,
    play,
    refused,
)

from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.end import Zone
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.words import PartRef

BOX = box(card("B1", "wwn", 4), card("B3", "ww", 3), card("H1", "w", 3), card("H2", "w", 2))


def move(name, source, target, of=None, to=None):
    return act.AdjustCard(None, PartRef.parse(name), Zone(source), Zone(target), of, to)


def table(**more):
    return midgame(BOX, "B1 H1>B1.1", ("H2 LZ", "LZ"), **more)


def test_a_card_goes_from_the_deck_to_a_hand():
    state = play(table(), move("B3", "deck", "hand", to=B))
    assert state.players[B].hand == cards_of("B3 LZ")
    assert state.deck == table().deck - 1


def test_a_card_goes_from_a_hand_to_the_deck():
    state = play(table(), move("H2", "hand", "deck", of=A))
    assert state.players[A].hand == cards_of("LZ")
    assert refused(table(), move("B3", "hand", "deck", of=A)) == "X-7"


def test_a_card_goes_from_hand_to_hand():
    state = play(table(), move("H2", "hand", "hand", of=A, to=B))
    assert state.players[B].hand == cards_of("H2 LZ")


def test_a_card_is_taken_out_of_the_monster():
    state = play(table(), move("H1", "centre", "hand", to=A))
    assert [part.word() for part in state.centre.parts] == ["B1"]
    assert state.centre.joints == ()
    state = play(state, move("B1", "centre", "deck"))
    assert state.stage is Stage.START


def test_mon_g3_a_monster_falls_apart_only_by_a_ruling():
    state = midgame(BOX, "H1 B1>H1.1 LZ>B1.3", ("H2", "LZ"))
    apart = force(state, move("B1", "centre", "deck"), "MON-G3")
    assert [part.word() for part in apart.centre.parts] == ["H1", "LZ"]
    assert refused(state, move("H2", "centre", "deck")) == "X-7"


def test_what_a_ruling_leaves_closed_is_collected_by_whose_turn_it_is():
    """MON-D5: a second piece lay beside a monster without a free port, and is taken away."""
    state = midgame(BOX, "H1 B3>H1.1", ("H2 LZ", "LZ LY"))
    state = force(state, act.Put(A, CardId("LZ")), "MON-D3")
    state = replace(state, turn=A)
    state = play(state, attach(A, "H2", "B3.2"))
    assert state.stage is Stage.REFILL
    state = play(state, act.Refill(A, cards_of("LY LY LY LY LY")))
    after = play(state, move("LZ", "centre", "deck"))
    assert (after.stage, after.turn) == (Stage.START, B)
    assert after.players[B].collected == cards_of("H1 B3 H2")


def test_a_collected_card_changes_hands():
    state = play(table(), move("B3", "deck", "collected", to=B))
    assert state.players[B].collected == cards_of("B3")
    assert DOMINOES.score(state).total(B, "cards") == 1
    state = play(state, move("B3", "collected", "collected", of=B, to=A))
    assert (state.players[A].mended, state.players[B].mended) == (1, 0)
    assert refused(state, move("B3", "collected", "deck", of=B)) == "X-7"


def test_unused_cards_are_found_after_the_end():
    state = midgame(BOX, "B3", ("LZ", "LY"), deck=0)
    ended = play(state, act.LoseTurn(A), act.LoseTurn(B))
    assert ended.stage is Stage.OVER
    after = play(ended, move("B3", "discarded", "collected", to=B))
    assert DOMINOES.score(after).total(B, "points") == 3
    assert DOMINOES.standing(after).winners == (B,)
    assert refused(after, move("LZ", "discarded", "hand", to=A)) == "X-7"
    assert refused(after, move("H1", "discarded", "collected", to=A)) == "X-7"


@pytest.mark.parametrize(
    "action",
    [
        move("B3", "deck", "centre"),
        move("B3", "deck", "hand"),
        move("B3", "deck", "hand", to=7),
        move("B3", "deck", "deck"),
        move("H2", "hand", "deck"),
        move("card", "deck", "hand", to=A),
        move("B3", "deck", "discarded", of=A),
        move("card", "centre", "deck"),
        act.AdjustDeck(None, 3),
        act.AdjustScore(None, 7, 3),
        act.AdjustScore(None, A, 0),
        act.AdjustScore(None, A, 100),
    ],
)
def test_what_cannot_be_mended(action):
    assert refused(table(), action) == "X-7"


def test_a_copy_that_lies_elsewhere_does_not_come_from_the_deck():
    assert refused(table(), move("H1", "deck", "hand", to=A)) == "MON-D2"
    assert refused(table(), move("ZZ", "deck", "hand", to=A)) == "MON-D2"


def test_an_empty_deck_gives_nothing():
    state = midgame(BOX, "B1 H1>B1.1", ("H2 LZ", "LZ"), deck=0)
    assert refused(state, move("B3", "deck", "hand", to=A)) == "X-7"


def test_nothing_is_moved_before_the_cards_are_dealt():
    state = new_game(2, switches={"mon.dominoes_hands": "open"})
    early = force(state, move("GM-B", "deck", "hand", to=A), "X-7")
    assert early.players[A].hand == cards_of("GM-B")


def test_cards_of_closed_hands_stay_unnamed():
    state = table(dominoes_hands="closed")
    assert refused(state, move("B3", "deck", "hand", to=A)) == "X-7"
    state = replace(
        state, players=tuple(replace(p, hand=(UNNAMED,) * len(p.hand)) for p in state.players)
    )
    after = play(state, move("card", "deck", "hand", to=B))
    assert after.players[B].hand == (UNNAMED,) * 2
    after = play(after, move("card", "hand", "hand", of=B, to=A))
    after = play(after, move("B3", "hand", "collected", of=A, to=A))
    assert after.players[A].collected == cards_of("B3")
    assert refused(after, move("B3", "hand", "collected", of=A, to=A)) == "MON-D2"
    assert refused(after, move("card", "hand", "collected", of=A, to=A)) == "X-7"
    after = play(after, move("B3", "collected", "hand", of=A, to=B))
    assert after.players[B].hand == (UNNAMED,) * 2


def test_play_goes_on_in_good_order():
    """New cards are not owed any more when somebody has been given one; nor is a start card."""
    owed = play(midgame(BOX, "B1", ("H1", "LZ")), attach(A, "H1"))
    assert owed.stage is Stage.REFILL
    after = play(owed, move("H2", "deck", "hand", to=A))
    assert (after.stage, after.turn) == (Stage.TURN, B)
    start = midgame(BOX, "", ("H1", "LZ"), deck=0)
    after = play(start, move("H1", "hand", "hand", of=A, to=B))
    assert (after.stage, after.turn) == (Stage.START, B)
    lost = play(midgame(BOX, "B3", ("LZ", "LY"), deck=0), act.LoseTurn(A))
    assert play(lost, move("LZ", "hand", "hand", of=A, to=B)).lost == ()


def test_an_empty_hand_with_a_deck_takes_a_card_to_put():
    start = midgame(BOX, "", ("H1", "LZ"))
    state = play(start, move("H1", "hand", "deck", of=A))
    assert (state.stage, state.turn) == (Stage.START, A)
    state = play(state, act.Draw(A, CardId("H1")), act.Put(A, CardId("H1")))
    assert state.stage is Stage.REFILL


def test_a_miscounted_deck_in_light_depth():
    state = play(light((2, 2), 1, deck=5), act.AdjustDeck(None, 3))
    assert (state.deck, state.size) == (8, light((2, 2), 1, deck=5).size + 3)
    assert refused(state, act.AdjustDeck(None, -9)) == "X-7"
    assert refused(state, act.AdjustDeck(None, 0)) == "X-7"
    assert force(new_game(2, state.setup.depth), act.AdjustDeck(None, 3), "X-7").deck == 3
    assert refused(state, move("GM-B", "deck", "hand", to=A)) == "X-7"
    moved = play(state, move("card", "deck", "hand", to=A), move("card", "centre", "discarded"))
    assert len(moved.players[A].hand) == 3
    assert moved.stage is Stage.START


def test_points_are_counted_anew_when_a_collected_card_moves():
    state = play(light((1, 1), 2, deck=0), act.Close(A, UNNAMED), act.Put(B, UNNAMED))
    assert state.stage is Stage.COUNT
    state = play(state, act.Points(A, 9))
    assert state.stage is Stage.OVER
    state = play(state, move("card", "collected", "collected", of=A, to=B))
    assert (state.stage, state.turn) == (Stage.COUNT, A)
    state = play(state, act.Points(A, 6), act.Points(B, 2))
    assert state.stage is Stage.OVER


def test_points_are_given_or_taken():
    state = play(table(), act.AdjustScore(None, B, -2), act.AdjustScore(None, B, 5))
    assert state.players[B].adjusted == 3
    assert DOMINOES.score(state).lines == ()
    over = replace(state, stage=Stage.OVER)
    assert DOMINOES.score(over).total(B, "points") == 3
    assert DOMINOES.standing(over).winners == (B,)
