"""The end of Dominoes: unused cards, points, ties (MON-D10 to D12)."""

from dataclasses import replace

import pytest
from mon_kit import A, B, C, attach, box, card, cards_of, midgame, play

from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Player, Stage

BOX = box(
    card("B1", "ww", 4),
    card("B2", "ww", 1, copies=9),
    card("H1", "w", 3),
    card("H2", "w", 9),
    card("L1", "n", 1),
    card("L2", "n", 7),
)


def last_turns(**more):
    """Nobody can go on: an empty deck, two hands of limbs, and a body with two wide ports."""
    return midgame(BOX, "B1", ("L1", "L2", ""), deck=0, **more)


def test_mon_d10_the_game_ends_when_nobody_can_go_on():
    state = play(last_turns(), act.LoseTurn(A))
    assert state.stage is Stage.TURN
    state = play(state, act.LoseTurn(B))
    assert state.stage is Stage.OVER
    assert DOMINOES.options(state) == ()
    assert DOMINOES.pending(state) is None
    (found,) = DOMINOES.check(state, act.LoseTurn(A))
    assert found.rule == "MON-D10"


def test_mon_d10_not_while_the_deck_has_a_card():
    state = midgame(BOX, "B1", ("L1", "L2"), deck=2)
    for seat in (A, B):
        state = replace(state, drew=True)
        state = play(state, act.LoseTurn(seat))
    assert state.stage is Stage.TURN
    assert state.lost == ()


def test_mon_d10a_a_card_played_breaks_the_circle():
    state = midgame(BOX, "B1", ("L1", "H1 L2", "LZ"), deck=0)
    state = play(state, act.LoseTurn(A), attach(B, "H1"))
    assert state.lost == ()
    state = play(state, act.LoseTurn(C), act.LoseTurn(A))
    assert state.stage is Stage.TURN
    assert play(state, act.LoseTurn(B)).stage is Stage.OVER


def test_mon_d10a_all_hands_empty():
    state = midgame(BOX, "B1 H1>B1.1", ("H2", ""), deck=0)
    state = play(state, attach(A, "H2"))
    assert state.stage is Stage.OVER
    assert state.players[A].collected == cards_of("B1 H1 H2")


def test_mon_d11_unused_cards_are_discarded():
    state = play(last_turns(), act.LoseTurn(A), act.LoseTurn(B))
    assert sorted(state.discarded) == ["B1", "L1", "L2"]
    assert all(player.hand == () for player in state.players)


def test_mon_d11a_an_unclosed_monster_counts_for_nobody():
    state = midgame(BOX, "B1 H1>B1.1", ("L1", "L2"), deck=0)
    state = play(state, act.LoseTurn(A), act.LoseTurn(B))
    assert not state.centre.parts
    assert {"B1", "H1"} <= set(state.discarded)
    assert DOMINOES.score(state).lines == ()


def over(*collected, **chosen):
    """A finished game with these collected cards."""
    state = midgame(BOX, "", ("",) * len(collected), deck=0, **chosen)
    players = tuple(
        Player(collected=cards_of(one), monsters=(len(cards_of(one)),)) for one in collected
    )
    return replace(state, stage=Stage.OVER, players=players)


def test_mon_d11_points_of_collected_cards_are_added():
    state = over("B1 H1 L1", "B2 B2 H2")
    sheet = DOMINOES.score(state)
    assert [sheet.total(seat, "points") for seat in (A, B)] == [8, 11]
    assert [sheet.total(seat, "cards") for seat in (A, B)] == [3, 3]
    rules = {line.column: line.rule for line in sheet.lines}
    assert rules == {"points": "MON-D11", "cards": "MON-D5"}
    assert {line.why for line in sheet.lines if line.seat == A} >= {"H1 part H1"}


def ranks(state):
    standing = DOMINOES.standing(state)
    assert standing.final
    assert standing.rule == "MON-D12"
    return {place.seat: place.rank for place in standing.places}


def test_mon_d12_most_points_win():
    state = over("B1 H1 L1", "B2 B2 H2")
    assert ranks(state) == {B: 1, A: 2}
    assert DOMINOES.standing(state).explanation == "Ben: 11 points, the most."
    assert DOMINOES.view(state).headline == "Game over · Ben won"


@pytest.mark.parametrize(
    ("tie", "expected", "said"),
    [
        ("cards_then_shared", {A: 2, B: 1}, "level with others, and with 6 cards collected more"),
        ("shared", {A: 1, B: 1}, "the first place is shared"),
    ],
)
def test_mon_d12_switch_dominoes_tie(tie, expected, said):
    """Eight points each, of three cards and of six."""
    state = over("B1 H1 L1", "H1 B2 B2 B2 B2 B2", dominoes_tie=tie)
    assert DOMINOES.score(state).total(B, "points") == 8
    assert ranks(state) == expected
    assert said in DOMINOES.standing(state).explanation


def test_mon_d12_equal_points_and_cards_share_the_place():
    state = over("B1 L1 H1", "B1 L1 H1", "L1")
    assert ranks(state) == {A: 1, B: 1, C: 3}
    places = DOMINOES.standing(state).places
    assert [place.why for place in places] == [
        "shared, 8 points, 3 cards", "shared, 8 points, 3 cards", "1 point, 1 card",
    ]  # fmt: skip
    assert DOMINOES.view(state).headline == "Game over · Ann and Ben won"


def test_until_the_end_the_standing_counts_cards():
    state = replace(over("B1 H1 L1", "H2"), stage=Stage.START)
    standing = DOMINOES.standing(state)
    assert not standing.final
    assert standing.winners == ()
    assert [place.why for place in standing.places] == ["3 cards collected", "1 card collected"]
    assert "Provisional" in standing.explanation
    assert "Nobody has closed" in DOMINOES.standing(last_turns()).explanation
