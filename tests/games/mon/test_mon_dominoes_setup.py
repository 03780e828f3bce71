"""Before the first turn of Dominoes: players, deck, hands (MON-D1 to D2b)."""

import pytest
from mon_kit import (
    NAMES,
    OPEN,
    A,
    B,
    box,
    card,
    cards_of,
    findings,
    force,
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
from companion.games.mon.dominoes.state import Stage
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
    [
        ("parts", [Kind.PART]),
        ("parts_and_dragons", [Kind.PART, Kind.DRAGON]),
        ("all", list(Kind)),
    ],
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
