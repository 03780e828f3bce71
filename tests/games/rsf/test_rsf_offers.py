"""What is offered, asked and counted where a table comes only now and then."""

from dataclasses import replace

from rsf_kit import A, B, C, bare_ready, box, card, fight, house, menu, ref
from rsf_lighten_kit import CARD, dealing
from rsf_play import findings, new_game, play, roll

from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.core.game import Depth
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.monster import race_of
from companion.games.rsf.setup import drawable
from companion.games.rsf.state import Discarded, Result, Stage
from companion.games.rsf.words import Zone
from models.workshop.invariants import invariants

P1, R1, Z0 = CardId("P1"), CardId("R1"), CardId("Z0")
CARDS = box(card("R1", 4), card("R2", 0, 3), card("I1", 2, 2), card("P1", 1, 4), card("H1", 1, 1))


def duel(phase=3, hands=("", ""), **chosen):
    return fight(CARDS, ["R1@0,0 R2@1,0", "I1@0,0"], phase, hands, **chosen)


def test_rsf_s7_s8_what_the_roll_off_and_the_deal_ask():
    named = play(new_game(2), act.Mixed(None))
    assert set(menu(named)) == {"starter"}
    rolled = play(new_game(2, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    assert GAME.options(rolled) == ()
    four = Roll(A, (DieFace("d10", "4"),))
    assert GAME.tell(rolled, four, play(rolled, four)) == "Ann rolls 4"
    state = dealing(3)
    question = GAME.pending(state)
    assert (question.asks, question.verbs, question.rule) == (A, ("draw",), "RSF-S7")
    assert question.text == "Ann, which card do you turn up?"
    assert "R03" in drawable(state)


def ready(cards, **chosen):
    return bare_ready(duel(**chosen), cards)


def test_rsf_r1c_before_a_mulligan_nothing_else_is_offered_and_the_hand_may_be_the_pile():
    assert set(menu(ready("R1 Z0"))) == {"mulligan"}
    assert {"connect", "exchange"} <= set(menu(ready("R1 R2 Z0")))
    assert "mulligan" not in menu(ready("R1 R2 Z0"))
    state = replace(ready("R1 Z0"), pile=0, deck=2)
    assert set(menu(state)) == {"mulligan"}
    after = play(state, act.Mulligan(A))
    assert (after.stage, after.players[A].owed, len(after.discard)) == (Stage.READY_DRAW, 2, 2)
    after = play(after, act.Draw(A, Z0), act.Draw(A, R1))
    assert (after.stage, after.pile, after.discard) == (Stage.READY, 0, ())
    never = GAME.rehouse(state, house(reshuffle="off"))
    assert "mulligan" not in menu(never)
    assert findings(never, act.Done(A)) == ("RSF-R1d",)
    assert findings(play(never, act.Connect(A, R1, Cell(0, 0))), act.Done(A)) == ()


def test_rsf_r3d_the_switch_says_what_an_exchange_may_give_away():
    state = play(ready("R1 R2 Z0"), act.Connect(A, R1, Cell(0, 0)))
    assert menu(state)["exchange"].fill.values == ("R2", "Z0")
    anything = GAME.rehouse(state, house(discard_from="any"))
    assert menu(anything)["exchange"].fill.values == ("R2", "Z0", "R1")
    both = play(anything, act.Connect(A, CardId("R2"), Cell(1, 0)))
    after = play(both, act.Exchange(A, (R1,)))
    assert [piece.card for piece in after.players[A].monster] == ["R2"]
    assert after.discard == (Discarded(R1, A),)
    assert "exchange" not in menu(play(after, act.Draw(A, P1)))


def test_rsf_r3c_what_is_taken_for_an_exchange_lies_in_the_box_and_is_told():
    state = replace(ready("R1 R2 Z0"), discard=(Discarded(P1, B),), pile=124 - 3)
    after = GAME.apply(state, act.Exchange(A, (Z0,)))
    assert GAME.tell(state, act.Exchange(A, (Z0,)), after) == "Ann exchanges Z0 filler"
    take = act.Take(A, P1)
    told = GAME.tell(after, take, play(after, take))
    assert told == "Ann takes P1 card P1 from the discard"
    state = ready("R1 R2 Z0").change(A, owed=1, from_discard=True)
    hidden = replace(state, stage=Stage.READY_DRAW, discard=(Discarded(UNNAMED, B),), pile=121)
    assert findings(hidden, act.Take(A, CardId("X9"))) == ("RSF-R3c",)
    assert findings(hidden, act.Take(A, P1)) == ()


def test_rsf_f1a_q22_what_a_draw_without_a_pile_may_turn_up():
    state = duel(fight_draw_from="pile_or_discard", reshuffle="off")
    state = replace(state, stage=Stage.DRAW, pile=0, discard=(Discarded(P1, B),), deck=4)
    assert set(menu(state)) == {"take"}
    assert menu(state)["take"].instances == (act.Take(A, P1),)
    assert play(state, act.Take(A, P1)).players[A].hand == (P1,)
    state = replace(duel(), stage=Stage.DRAW, discard=(Discarded(P1, B),))
    assert P1 not in drawable(state)
    empty = replace(state, pile=0)
    assert P1 in drawable(empty)
    assert R1 not in drawable(empty)
    after = GAME.apply(empty, act.Draw(A, P1))
    assert (after.pile, after.discard, after.players[A].hand) == (0, (), (P1,))


def test_rsf_r5_a_hidden_card_may_be_any_and_is_named_as_it_is_put_down():
    state = duel(hands=("card", ""), hand="hidden")
    offer = menu(state)["connect"]
    assert not offer.complete
    assert {action.card for action in offer.instances} <= set(CARDS.cards) - {R1, CardId("R2")}
    assert offer.instances
    open_hand = menu(duel(hands=("P1", "")))["connect"]
    assert open_hand.complete
    assert {action.card for action in open_hand.instances} == {P1}
    state = play(replace(duel(hand="hidden"), stage=Stage.DRAW), act.Draw(A, UNNAMED))
    opened = GAME.rehouse(replace(state, stage=Stage.DRAW), house(hand="open"))
    assert P1 in drawable(opened)
    named = play(opened, act.Draw(A, P1))
    assert sorted(named.players[A].hand) == [P1, UNNAMED]
    state = duel(hands=("card", ""), hand="hidden")
    put = act.AdjustCard(None, CARD, Zone.HAND, Zone.MONSTER, A, A, Cell(0, 1))
    found = GAME.check(state, put)
    assert [one.text for one in found] == ["name the card that goes into the monster"]
    after = play(state, replace(put, piece=ref("P1")))
    assert (after.players[A].hand, len(after.players[A].monster)) == ((), 3)


def test_rsf_x2a_a_piece_is_offered_no_place_where_its_edges_do_not_fit():
    marked = box(
        card("R1", 4, edges=("a",) * 4), card("R2", 0, 3, edges=("b", None) * 2), card("I1", 2, 2),
    )  # fmt: skip
    state = fight(marked, ["R1@0,0 R2@1,0", "I1@0,0"])
    state = replace(state, stage=Stage.RESOLVE, result=Result.MOVE)
    places = {(str(one.piece.card), one.cell) for one in menu(state)["move"].instances}
    assert places == {("R1", Cell(2, 0)), ("R2", Cell(-1, 0))}
    off = GAME.rehouse(state, house(edge_match="off"))
    assert len(menu(off)["move"].instances) == 6


def test_rsf_f0_who_is_out_enters_no_sheet():
    state = new_game(3, Depth.LIGHT)
    state = play(state, act.Mixed(None), act.Starter(None, A))
    state = play(state, *(act.Done(seat) for seat in (A, B, C)))
    for seat in (A, B, C):
        state = play(state, act.EnterSheet(seat, 8, 0, 0, 1), act.Confirm(seat))
    state = play(state, act.Draw(A, UNNAMED), act.Attack(A, B))
    state = play(roll(state, 3), act.Destroy(B, CARD))
    assert not state.players[B].alive
    assert findings(state, act.EnterSheet(B, 8, 0, 0, 0)) == ("RSF-F0",)
    assert findings(state, act.EnterSheet(C, 7, 0, 0, 1)) == ()


def test_rsf_r1d_who_has_no_card_at_all_confirms_an_empty_sheet():
    """Without a pile and without reshuffling a mulligan leaves nothing to draw."""
    state = play(new_game(2, Depth.LIGHT, {"rsf.reshuffle": "off"}), act.Mixed(None))
    state = replace(play(state, act.Starter(None, A)), pile=0, deck=14)
    state = play(state, act.Mulligan(A), act.Done(A), act.Done(B))
    assert findings(state, act.EnterSheet(A, 0, 0, 0, 1)) == ("RSF-T3",)
    assert menu(state)["sheet"].instances == (act.EnterSheet(A, 8, 12, 1, 0),)
    state = play(state, act.EnterSheet(A, 0, 0, 0, 0), act.Confirm(A))
    assert findings(state, act.EnterSheet(B, 5, 5, 0, 0)) == ("RSF-R1d",)
    state = play(state, act.EnterSheet(B, 5, 5, 0, 7), act.Confirm(B))
    assert (state.stage, GAME.standing(state).winners) == (Stage.OVER, (B,))


def test_rsf_r2a_each_square_is_a_line_of_the_score():
    layout = "R1@0,0 R2@1,0 I1@0,1 P1@1,1"
    mixed = GAME.score(fight(CARDS, [layout, "Z0@0,0"])).lines
    assert ("DEF", 1, "mixed square: R1, I1, R2 and P1") in {(x.column, x.points, x.why) for x in mixed}
    kin = box(card("R1", 1, 1, copies=4))
    robots = GAME.score(
        fight(kin, [layout.replace("R2", "R1").replace("I1", "R1").replace("P1", "R1"), "Z0@0,0"])
    ).lines
    assert ("DEF", 4, "square of Robot: R1, R1, R1 and R1") in {(x.column, x.points, x.why) for x in robots}


def test_switch_hybrid_race_best_gives_up_when_no_hybrid_can_step_aside():
    """Three Robots; of Alien, Insect and Plant one reaches three, however the two hybrids count."""
    cards = box(
        card("R1", copies=3), card("A1", copies=2), card("I1"), card("P1", copies=2),
        card("H1", races=("Alien", "Insect"), hybrid=True),
        card("H2", races=("Insect", "Plant"), hybrid=True),
    )  # fmt: skip
    row = ["R1", "R1", "R1", "A1", "A1", "I1", "P1", "P1", "H1", "H2"]

    def race(*names):
        layout = " ".join(
            f"{name}@{at},0" + ("=race:Insect" if name[0] == "H" else "") for at, name in enumerate(names)
        )
        monster = fight(cards, [layout, "Z0@0,0"]).players[A].monster
        return race_of(cards.cards, house(hybrid_race="best"), monster)

    assert race(*row) is None
    assert race(*row[:-1]) == "Robot"  # the one hybrid left counts as an Insect


def test_rsf_e3_a_called_game_is_told_as_over():
    state = replace(duel(5), pile=0, deck=3, quiet=3)
    assert invariants(state) == ()
    called = play(state, act.Stalemate(None))
    assert GAME.tell(state, act.Stalemate(None), called) == ("The table calls the game (RSF-E3) · the game is over")
    assert GAME.standing(called).winners == (A,)
