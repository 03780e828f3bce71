"""Turns of Dominoes: put, attach, close, take a card, lose the turn (MON-D3 to D9a, MON-G2, G3)."""

from dataclasses import replace

from mon_kit import (
    A,
    B,
    C,
    attach,
    box,
    card,
    cards_of,
    findings,
    force,
    joints,
    midgame,
    play,
    refused,
)
from sheet_kit import seen

from companion.core.seats import Seat
from companion.core.verdict import Question
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from models.workshop.invariants import invariants

BOX = box(
    card("B1", "wwn", 4),
    card("B2", "wwn", 5),
    card("B3", "ww", 3, copies=2),
    card("H1", "w", 3),
    card("H2", "w", 2),
    card("L1", "n", 1),
    card("L2", "n", 1),
    card("T1", "w", 2),
    card("T2", "wn", 2),
)


def table(centre="B1", hands=("H1 L1", "H2 L2", "T1 LZ"), **more):
    return midgame(BOX, centre, hands, **more)


def put(seat, name):
    return act.Put(seat, CardId(name))


def test_mon_d3_the_beginner_puts_one_card_and_that_is_the_turn():
    state = play(table("", hands=("B1 H1", "L1")), put(A, "B1"))
    assert [part.word() for part in state.centre.parts] == ["B1"]
    assert state.players[A].hand == cards_of("H1")
    assert (state.stage, state.turn) == (Stage.TURN, B)


def test_mon_d3_only_into_the_empty_centre():
    assert findings(table(), put(A, "H1")) == ("MON-D3",)
    apart = force(table(), put(A, "H1"), "MON-D3")
    assert (apart.turn, apart.centre.size, apart.centre.joints) == (B, 2, ())
    assert findings(table("", hands=("B1", "H1")), put(B, "H1")) == ("MON-D3",)
    alone = force(table("", hands=("B1 L1", "H1")), attach(A, "B1"), "MON-D4")
    assert (alone.stage, alone.turn, alone.centre.size) == (Stage.TURN, B, 1)


def test_mon_d4_players_attach_their_own_cards():
    """002:23 "Players begin putting their cards": one of Ben's only by a ruling."""
    after = force(table(), attach(A, "H2"), "MON-D4")
    assert (after.players[A].hand, after.players[B].hand) == (cards_of("H1 L1"), cards_of("L2"))
    assert after.turn == B


def test_mon_d1_a_card_that_is_in_no_hand():
    assert refused(table(), attach(A, "B2")) == "MON-D1"
    assert refused(table(), attach(A, "card")) == "MON-D1"


def test_mon_d4_one_card_a_turn_then_the_next_player_clockwise():
    state = play(table(), attach(A, "H1", "B1.1"))
    assert state.turn == B
    second = force(state, attach(A, "L1", "B1.3"), "MON-D4")
    assert (second.stage, second.turn, second.centre.size) == (Stage.REFILL, A, 3)
    state = play(state, attach(B, "H2", "B1.2"))
    assert state.turn == C


def test_mon_d4_the_last_seat_is_followed_by_the_first():
    state = replace(table(), turn=C)
    assert play(state, attach(C, "T1")).turn == A


def test_mon_g2_wide_to_wide_and_narrow_to_narrow():
    state = table(hands=("H1 L1 T2", "H2"))
    assert findings(state, attach(A, "L1", "B1.1")) == ("MON-G2",)
    assert findings(state, attach(A, "H1", "B1.3")) == ("MON-G2",)
    assert not findings(state, attach(A, "T2", "B1.3"))
    only_wide = table("B3", hands=("L1", "H2"))
    assert findings(only_wide, attach(A, "L1")) == ("MON-G2",)


def test_a_table_may_rule_that_unlike_ports_join():
    state = force(table(), attach(A, "L1", "B1.1"), "MON-G2")
    assert state.ruled == 1
    assert joints(state.centre) == ["B1.1+L1.1"]
    mended = replace(state, ruled=0)
    assert any("MON-I2" in one for one in invariants(mended))


def test_mon_g3_each_port_is_in_one_connection():
    state = table("B1 H2>B1.1", hands=("H1", "L1"))
    twice = force(state, attach(A, "H1", "B1.1"), "MON-G3")
    assert joints(twice.centre) == ["B1.1+H2.1", "B1.1+H1.1"]
    assert any("MON-I2" in one for one in invariants(replace(twice, ruled=0)))
    assert refused(state, attach(A, "H1", "B1.9")) == "MON-D4"
    assert refused(state, attach(A, "H1", "B2.1")) == "MON-D4"


def test_mon_g3_as_many_connections_as_the_card_has_ports():
    state = table("B2", hands=("H1 B3 T2", "L1"))
    odd = force(state, attach(A, "H1", "B2.1", "B2.2"), "MON-G3")
    assert joints(odd.centre) == ["B2.1+H1.1", "B2.2+H1.1"]
    assert findings(state, attach(A, "B3", "B2.1", "B2.1")) == ("MON-G3",)
    assert findings(state, attach(A, "T2", "B2.1", "B2.2")) == ("MON-G2",)
    both = play(state, attach(A, "B3", "B2.1", "B2.2"))
    assert len(both.centre.joints) == 2
    two = play(state, attach(A, "T2", "B2.1", "B2.3"))
    assert joints(two.centre) == ["B2.1+T2.1", "B2.3+T2.2"]


def test_the_port_need_not_be_said_where_it_makes_no_difference():
    state = play(table(), attach(A, "H1"))
    assert joints(state.centre) == ["B1.1+H1.1"]


def test_the_port_is_asked_for_where_it_does():
    state = table(hands=("T2", "H2"))
    (asked,) = DOMINOES.check(state, attach(A, "T2"))
    assert isinstance(asked, Question)
    assert asked.rule == "MON-D4"
    assert "port 1 of B1 part B1 or port 2 of B1 part B1 or port 3" in asked.text


def test_mon_d4a_whoever_is_able_to_attach_must():
    state = table()
    assert findings(state, act.Draw(A, CardId("LZ"))) == ("MON-D4a",)
    assert findings(replace(state, drew=True), act.LoseTurn(A)) == ("MON-D4a",)
    assert findings(table("", hands=("B1", "H1")), act.Draw(A, CardId("LZ"))) == ("MON-D4a",)
    forced = force(state, act.Draw(A, CardId("LZ")), "MON-D4a")
    assert forced.drew


def test_mon_d4a_the_word_of_a_player_with_a_closed_hand_is_taken():
    closed = table(hands=("card card", "card"), dominoes_hands="closed")
    assert not findings(closed, act.Draw(A, UNNAMED))
    start = table("", hands=("card card", "card"), dominoes_hands="closed")
    assert findings(start, act.Draw(A, UNNAMED)) == ("MON-D4a",)
    no_ports = table("", hands=("card card", "card"), dominoes_hands="closed", dominoes_deck="all")
    assert not findings(no_ports, act.Draw(A, UNNAMED))


def test_mon_d5_whoever_closes_takes_all_its_cards():
    state = play(table("B1 H2>B1.1 L2>B1.3", hands=("T1 L1", "H1")), attach(A, "T1"))
    player = state.players[A]
    assert player.collected == cards_of("B1 H2 L2 T1")
    assert player.monsters == (4,)
    assert not state.centre.parts


def test_mon_d5a_the_start_card_is_part_of_the_same_turn():
    state = play(table("B1 H2>B1.1 L2>B1.3", hands=("T1 L1", "H1")), attach(A, "T1"))
    assert (state.stage, state.turn) == (Stage.START, A)
    state = play(state, put(A, "L1"))
    assert (state.stage, state.turn) == (Stage.REFILL, A)
    after = play(table("B3 H2>B3.1", hands=("H1 L1 T1", "B1")), attach(A, "H1"), put(A, "L1"))
    assert (after.stage, after.turn) == (Stage.TURN, B)


def test_mon_d5_the_program_sees_whether_a_monster_is_closed():
    closed = force(table("B1 H2>B1.1", hands=("H1 L1", "")), act.Close(A, CardId("H1")), "MON-D5")
    assert closed.players[A].collected == cards_of("B1 H2 H1")


def test_mon_d6_a_monster_needs_no_head():
    state = play(table("B3 T1>B3.1", hands=("T2 L1", "L2 H1")), attach(A, "T2"), attach(B, "L2"))
    assert state.players[B].collected == cards_of("B3 T1 T2 L2")


def test_mon_d6_three_cards_are_enough():
    state = play(table("B3 H1>B3.1", hands=("H2 L1", "L2")), attach(A, "H2"))
    assert state.players[A].monsters == (3,)


def test_mon_d6a_two_cards_may_not_be_closed():
    state = table("L1", hands=("L2 H1", "H2"))
    assert findings(state, attach(A, "L2")) == ("MON-D6a",)
    assert not findings(state, act.Draw(A, CardId("LZ")))
    forced = force(state, attach(A, "L2"), "MON-D6a")
    assert forced.players[A].monsters == (2,)
    assert any("MON-I6" in one for one in invariants(replace(forced, ruled=0)))


def test_mon_d6a_joining_twice_may_not_close_two_cards_either():
    state = table("B3", hands=("B3 L1", "L2"))
    assert findings(state, attach(A, "B3", "B3.1", "B3.2")) == ("MON-D6a",)
    after = play(state, attach(A, "B3", "B3.2"))
    assert [part.word() for part in after.centre.parts] == ["B3", "B3#2"]


def stuck(**more):
    return midgame(BOX, "B3", ("L1", "L2 H1", "H2"), **more)


def test_mon_d7_one_card_from_the_deck():
    state = stuck()
    after = play(state, act.Draw(A, CardId("LZ")))
    assert after.players[A].hand == cards_of("L1 LZ")
    assert after.deck == state.deck - 1
    assert after.turn == A
    assert findings(after, act.Draw(A, CardId("LY"))) == ("MON-D7",)
    assert findings(state, act.LoseTurn(A)) == ("MON-D7",)


def test_mon_d7a_the_new_card_is_attached_in_the_same_turn():
    state = play(stuck(), act.Draw(A, CardId("T1")))
    assert findings(state, act.LoseTurn(A)) == ("MON-D4a",)
    after = play(state, attach(A, "T1"))
    assert after.turn == B
    assert not after.drew


def test_mon_d8_still_nothing_the_turn_is_lost():
    state = play(stuck(), act.Draw(A, CardId("LZ")), act.LoseTurn(A))
    assert (state.stage, state.turn, state.drew) == (Stage.TURN, B, False)
    assert state.lost == ()


def test_mon_d8_with_an_empty_deck_at_once():
    state = stuck(deck=0)
    assert refused(state, act.Draw(A, CardId("LZ"))) == "MON-D8"
    after = play(state, act.LoseTurn(A))
    assert after.turn == B
    assert after.lost == (A,)


def test_mon_d1_a_card_taken_is_named_when_hands_are_open():
    unseen = force(stuck(), act.Draw(A, UNNAMED), "MON-D1")
    assert unseen.players[A].hand == (CardId("L1"), UNNAMED)
    assert refused(stuck(), act.Draw(A, CardId("L2"))) == "MON-D2"
    closed = midgame(BOX, "B3", ("card", "card"), dominoes_hands="closed")
    assert force(closed, act.Draw(A, CardId("LZ")), "MON-D1").players[A].hand == (UNNAMED,) * 2
    assert play(closed, act.Draw(A, UNNAMED)).players[A].hand == (UNNAMED,) * 2


def test_mon_d1_a_closed_hand_may_play_any_card_not_yet_seen():
    closed = midgame(BOX, "B3", ("card", "card"), dominoes_hands="closed")
    assert not findings(closed, attach(A, "H1"))
    assert not findings(closed, attach(A, "B3", "B3.1"))
    after = play(closed, attach(A, "B3", "B3.1"), act.Refill(A, ()))
    assert refused(after, attach(B, "B3", "B3.2")) == "MON-D2"  # both copies lie in the centre
    assert refused(closed, attach(A, "none")) == "MON-D2"


def test_mon_d9_whoever_has_used_all_cards_takes_five():
    state = play(table(hands=("H1", "H2 L2")), attach(A, "H1"))
    assert (state.stage, state.turn) == (Stage.REFILL, A)
    new = cards_of("LZ LZ LZ LY LY")
    assert findings(state, act.Refill(B, new)) == ("MON-D9",)
    assert force(state, act.Refill(B, new)).stage is Stage.REFILL
    assert findings(state, act.Refill(A, new[:4])) == ("MON-D9",)
    assert refused(state, act.Refill(A, ())) == "MON-D9"
    assert findings(state, act.Refill(A, (*new[:4], UNNAMED))) == ("MON-D1",)
    after = play(state, act.Refill(A, new))
    assert after.players[A].hand == tuple(sorted(new))
    assert (after.stage, after.turn) == (Stage.TURN, B)
    assert len(force(state, act.Refill(A, new[:2]), "MON-D9").players[A].hand) == 2


def test_mon_d9_not_before_the_last_card_is_used():
    more = force(table(), act.Refill(A, cards_of("LZ LZ LZ LY LY")), "MON-D9")
    assert (more.stage, more.turn, len(more.players[A].hand)) == (Stage.TURN, A, 7)


def test_mon_d9_fewer_when_the_deck_has_fewer():
    state = play(table(hands=("H1", "H2 L2"), deck=3), attach(A, "H1"))
    after = play(state, act.Refill(A, cards_of("LZ LZ LY")))
    assert (after.deck, len(after.players[A].hand)) == (0, 3)


def test_mon_d9_with_an_empty_deck_play_goes_on_without_them():
    state = play(table(hands=("H1", "H2 L2", "T1"), deck=0), attach(A, "H1"))
    assert (state.stage, state.turn) == (Stage.TURN, B)
    state = play(state, attach(B, "H2"), act.LoseTurn(C))
    assert state.turn == B  # Ann has no card and has lost the turn at once (MON-D8)


def test_mon_d9_closed_hands_are_filled_up_unnamed():
    closed = midgame(BOX, "B1", ("card", "card"), dominoes_hands="closed")
    state = play(closed, attach(A, "H1"))
    named = force(state, act.Refill(A, cards_of("LZ LZ LZ LY LY")), "MON-D1")
    assert named.players[A].hand == (UNNAMED,) * 5
    assert play(state, act.Refill(A, ())).players[A].hand == (UNNAMED,) * 5


def closed_with_the_last(deck, others=("H2", "L2")):
    """Ann closes a monster of three with her last card."""
    return play(midgame(BOX, "B3 T1>B3.1", ("H1", *others), deck=deck), attach(A, "H1"))


def test_mon_d9a_new_cards_come_before_the_start_card():
    state = closed_with_the_last(20)
    assert state.stage is Stage.REFILL
    state = play(state, act.Refill(A, cards_of("LZ LZ LZ LY LY")))
    assert (state.stage, state.turn) == (Stage.START, A)


def test_mon_d9a_with_an_empty_deck_the_next_player_puts_the_start_card():
    state = closed_with_the_last(0)
    assert (state.stage, state.turn) == (Stage.START, B)
    after = play(state, put(B, "H2"))
    assert (after.stage, after.turn) == (Stage.TURN, C)
    skipped = closed_with_the_last(0, others=("", "L2"))
    assert (skipped.stage, skipped.turn) == (Stage.START, C)


def test_mon_d2a_power_cards_can_never_be_put_or_attached():
    """With all cards in the deck a player may hold nothing that can be put."""
    state = DOMINOES.start(replace(midgame(BOX, "", ("B1", "H1")).setup, switches={"mon.dominoes_deck": "all"}))
    assert state.kinds.value == "all"
    power = type(BOX.cards["B1"])(CardId("P1"), kind="power")
    with_power = replace(BOX, cards={**BOX.cards, power.id: power})
    held = midgame(with_power, "", ("P1", "H1"), dominoes_deck="all")
    assert refused(held, put(A, "P1")) == "MON-G2"
    drawn = play(held, act.Draw(A, CardId("LZ")))
    assert findings(drawn, act.LoseTurn(A)) == ("MON-D4a",)
    empty = midgame(with_power, "", ("P1", "H1"), deck=0, dominoes_deck="all")
    after = play(empty, act.LoseTurn(A))
    assert (after.stage, after.turn) == (Stage.START, B)


def test_mon_ex1_dominoes_close():
    """Head, limb and legs close a body of two wide and one narrow port; the fourth card collects."""
    state = midgame(BOX, "", ("B1", "H1", "L1", "T1"), deck=0)
    state = play(state, act.Put(A, CardId("B1")), attach(B, "H1"), attach(C, "L1"))
    assert state.turn == 3
    assert "free 1 wide, 0 narrow" in seen(DOMINOES, state)
    state = play(state, attach(Seat(3), "T1"))
    assert state.players[3].monsters == (4,)
    assert state.stage is Stage.OVER  # nobody holds a card
    assert DOMINOES.score(state).total(Seat(3), "points") == 4 + 3 + 1 + 2 == 10
    assert DOMINOES.standing(state).winners == (3,)


def test_mon_ex2_dominoes_illegal():
    """A limb closes a monster of two limbs; a head does not go on a narrow port."""
    state = midgame(BOX, "L1", ("L2 H1", "T1"))
    assert findings(state, attach(A, "L2")) == ("MON-D6a",)
    assert findings(state, attach(A, "H1", "L1.1")) == ("MON-G2", "MON-D6a")
    assert findings(state, attach(A, "H1")) == ("MON-G2", "MON-D6a")
