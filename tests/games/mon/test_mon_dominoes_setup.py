"""Before the first turn of Dominoes: players, deck, hands (MON-D1 to D2b).

The end of Dominoes: unused cards, points, ties (MON-D10 to D12).
"""

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
    midgame,
    new_game,
    play,
    refused,
    shipped,
)

from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.switches import SwitchError, choose
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Kind
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.house import DominoesHouse
from companion.games.mon.dominoes.state import Player, Stage
from models.workshop.invariants import invariants

FIVE = cards_of("GM-B GM-H GM-L GM-T CW-B")
OTHERS = cards_of("CW-H CW-L CW-L CW-T BB-B")


def full(catalogue, seats=2, **chosen):
    named = {f"mon.{name}": value for name, value in chosen.items()}
    return DOMINOES.start(Setup(NAMES[:seats], Depth.FULL, named, catalogue))


def begun(**more):
    return play(new_game(2, **more), act.Youngest(None, B))


@pytest.mark.parametrize("seats", [1, 6])
def test_mon_d2b_two_to_five_players(seats):
    with pytest.raises(UsageError, match="2 to 5 players"):
        DOMINOES.start(Setup(tuple("abcdef"[:seats]), Depth.LIGHT, {}, None))


def test_full_depth_needs_a_catalogue():
    with pytest.raises(UsageError, match="needs a card catalogue"):
        DOMINOES.start(Setup(NAMES[:2], Depth.FULL, {}, None))


def test_an_unknown_switch_is_refused():
    with pytest.raises(SwitchError):
        new_game(switches={"mon.same_faction": "on"})


@pytest.mark.parametrize(
    ("deck", "kinds"),
    [("parts", [Kind.PART]), ("parts_and_dragons", [Kind.PART, Kind.DRAGON]), ("all", list(Kind))],
)
def test_mon_d2a_switch_dominoes_deck(deck, kinds):
    state = new_game(switches={"mon.dominoes_deck": deck})
    assert state.deck == state.size == shipped().count(*kinds)


def test_mon_d2a_a_power_card_is_not_in_a_deck_of_parts():
    state = begun(switches=OPEN)
    power = (*FIVE[:4], CardId("PAX-1"))
    assert findings(state, act.Dealt(A, power)) == ("MON-D2a",)
    dragon = (*FIVE[:4], CardId("DU-1"))
    ruled = force(state, act.Dealt(A, dragon), "MON-D2a")
    assert "DU-1" in ruled.players[A].hand
    everything = begun(switches=OPEN | {"mon.dominoes_deck": "all"})
    assert not findings(everything, act.Dealt(A, (*FIVE[:3], CardId("PAX-1"), CardId("DU-1"))))


def test_mon_d2b_a_deck_too_small_is_warned_of():
    """21 cards: enough for two players and ten more, not for three."""
    small = box(card("B1", "ww"))
    assert not findings(full(small, 5), act.Youngest(None, A))
    few = type(small)(
        title="few", invented=True, warnings=(), backs=small.backs,
        cards={one: small.cards[one] for one in ("B1", "LZ")},
    )  # fmt: skip
    assert few.count(Kind.PART) == 21
    assert not findings(full(few, 2), act.Youngest(None, A))
    state = force(full(few, 3), act.Youngest(None, A), "MON-D2b")
    assert state.stage is Stage.DEAL
    with pytest.raises(UsageError, match="5 players need 25"):
        full(few, 5)


def test_mon_d2b_the_youngest_begins():
    state = play(begun(), act.Dealt(None, ()))
    assert (state.stage, state.turn, state.youngest) == (Stage.START, B, B)
    assert findings(state, act.Put(A, FIVE[0])) == ("MON-D3",)


def test_mon_d2b_the_youngest_sits_at_the_table_and_is_named_once():
    assert refused(new_game(2), act.Youngest(None, 2)) == "MON-D2b"
    assert findings(begun(), act.Youngest(None, A)) == ("MON-D2b",)
    assert force(begun(), act.Youngest(None, A)).turn == A
    dealt = force(play(begun(), act.Dealt(None, ())), act.Youngest(None, A))
    assert (dealt.stage, dealt.turn, dealt.youngest) == (Stage.START, B, A)


def test_mon_d2_five_cards_each():
    state = play(begun(), act.Dealt(None, ()))
    assert [len(player.hand) for player in state.players] == [5, 5]
    assert state.deck == 91 - 10
    four = begun(switches=OPEN)
    assert findings(four, act.Dealt(A, FIVE[:4])) == ("MON-D2",)
    assert len(force(four, act.Dealt(A, FIVE[:4]), "MON-D2").players[A].hand) == 4


def test_mon_d2_cards_are_dealt_once():
    state = play(begun(switches=OPEN), act.Dealt(A, FIVE))
    assert state.stage is Stage.DEAL
    assert findings(state, act.Dealt(A, OTHERS)) == ("MON-D2",)
    assert len(force(state, act.Dealt(A, OTHERS)).players[A].hand) == 10
    done = play(state, act.Dealt(B, OTHERS))
    assert done.stage is Stage.START
    assert findings(done, act.Dealt(B, ())) == ("MON-D2", "MON-D2")
    assert findings(new_game(2), act.Dealt(None, ())) == ("MON-D2",)


def test_mon_d2_somebody_is_left_a_card():
    """Who is dealt more than leaves one for each without cards needs a ruling."""
    few = box(card("B1", "ww"))
    state = play(full(few, 2, dominoes_hands="open"), act.Youngest(None, A))
    everything = (CardId("B1"), *[CardId("LZ")] * 20, *[CardId("LY")] * 20)
    ruled = force(state, act.Dealt(A, everything), "MON-D2")
    assert (ruled.stage, ruled.deck, ruled.players[B].hand) == (Stage.START, 0, ())
    assert refused(state, act.Dealt(A, ())) == "MON-D2"
    assert findings(state, act.Dealt(A, everything[:-1])) == ("MON-D2",)


def test_mon_d1_closed_hands_are_never_named():
    state = begun()
    assert findings(state, act.Dealt(A, FIVE)) == findings(state, act.Dealt(None, FIVE))
    assert force(state, act.Dealt(A, FIVE), "MON-D1") == play(state, act.Dealt(None, ()))
    dealt = play(state, act.Dealt(None, ()))
    assert {one for player in dealt.players for one in player.hand} == {UNNAMED}


def test_mon_d1_open_hands_are_named():
    state = begun(switches=OPEN)
    assert refused(state, act.Dealt(None, ())) == "MON-D2"
    for ruled in (act.Dealt(None, FIVE), act.Dealt(A, (UNNAMED,) * 5)):
        assert force(state, ruled, "MON-D1").players[A].hand == (UNNAMED,) * 5
    dealt = play(state, act.Dealt(A, FIVE), act.Dealt(B, OTHERS))
    assert set(dealt.players[A].hand) == set(FIVE)


def test_a_copy_cannot_be_dealt_twice():
    state = begun(switches=OPEN)
    assert refused(state, act.Dealt(A, (FIVE[0], *FIVE[:4]))) == "MON-D2"
    after = play(state, act.Dealt(A, FIVE))
    assert refused(after, act.Dealt(B, FIVE)) == "MON-D2"
    assert refused(after, act.Dealt(B, (*OTHERS[:4], CardId("none")))) == "MON-D2"


def test_the_deck_is_counted_by_the_catalogue_in_full_depth():
    assert refused(new_game(2), act.DeckSize(None, 60)) == "MON-D2"
    assert findings(begun(), act.DeckSize(None, 60)) == ("MON-D2", "MON-D2")


def switched(state, **chosen):
    named = {f"mon.{name}": value for name, value in chosen.items()}
    return DOMINOES.rehouse(state, choose(DOMINOES.house_of(state), "mon", named))


def test_another_deck_counts_until_the_cards_are_dealt():
    """X-8: a switch acts from where it is changed; a deck that is dealt stays as it is."""
    before = switched(new_game(2), dominoes_deck="all")
    assert before.deck == before.size == 150
    after = switched(begun(), dominoes_deck="all")
    assert after.deck == 91
    opened = switched(after, dominoes_hands="open")
    assert findings(opened, act.Dealt(A, (*FIVE[:4], CardId("DU-1")))) == ("MON-D2a",)
    assert switched(new_game(2, Depth.LIGHT), dominoes_deck="all").deck == 0


def test_hands_that_are_taken_up_are_forgotten():
    state = play(begun(switches=OPEN), act.Dealt(A, FIVE), act.Dealt(B, OTHERS))
    closed = switched(state, dominoes_hands="closed")
    assert {one for player in closed.players for one in player.hand} == {UNNAMED}
    assert invariants(closed) == ()
    opened = switched(closed, dominoes_hands="open")
    after = play(opened, act.Put(B, FIVE[0]))
    assert after.players[B].hand == (UNNAMED,) * 4
    assert DominoesHouse() == switched(opened, dominoes_hands="closed").house


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
    players = tuple(Player(collected=cards_of(one), monsters=(len(cards_of(one)),)) for one in collected)
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
