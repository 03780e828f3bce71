"""What comes up seldom: who dies at an odd moment, cards that nobody named, players out of turn."""

from dataclasses import replace

import pytest
from rsf_kit import A, B, C, at_stage, bare_ready, box, card, fight, hand, menu, ref
from rsf_lighten_kit import CARD
from rsf_play import findings, new_game, play, roll
from sheet_kit import seen

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.verdict import Note
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Stage
from companion.games.rsf.words import SPECIAL_MODE, Column, Mode, Zone
from models.workshop.invariants import invariants

P1, R1, Z0 = CardId("P1"), CardId("R1"), CardId("Z0")
CARDS = box(
    card("R1", 4), card("R2", 0, 3), card("I1", 2, 2, copies=2), card("P1", 1, 4), card("H1", 1, 1),
    card("H2", 1, 1), card("H3", 1, 1),
)  # fmt: skip
THREE = ["R1@0,0 R2@1,0", "I1@0,0", "P1@0,0"]


def trio(phase=3, hands=("", "", ""), **chosen):
    return fight(CARDS, THREE, phase, hands, **chosen)


def texts(state, action):
    return [one.text for one in GAME.check(state, action)]


def weaker(seat):
    """The table takes so much off a DEF that nothing is left of it."""
    return act.AdjustScore(None, seat, Column.DEF, -9)


def test_rsf_q5_what_was_under_way_goes_on_without_who_dies():
    state = at_stage(trio(2, death="def_zero"), Stage.MUTATE)
    after = play(state, weaker(A))
    assert (after.stage, after.turn, after.fallen) == (Stage.MUTATE, B, ((A,),))
    state = play(trio(death="def_zero"), act.Attack(A, B))
    after = play(state, weaker(B))
    assert (after.stage, after.strike, after.fallen) == (Stage.COMBAT, None, ((B,),))
    assert after.actions_used == 0
    other = play(state, weaker(C))
    assert (other.stage, other.strike, other.fallen) == (Stage.ATTACK_ROLL, state.strike, ((C,),))
    state = fight(CARDS, ["H1@0,0=special", "I1@0,0", "P1@0,0"], 3, death="def_zero")
    state = play(roll(play(state, act.Special(A)), 9), act.Force(A, B))
    after = play(state, weaker(B))
    assert (after.stage, after.victim, after.fallen) == (Stage.COMBAT, None, ((B,),))
    assert play(state, weaker(C)).victim == B


def test_rsf_e1_the_end_is_told_once_and_monsters_stay():
    over = play(fight(CARDS, THREE[:2], 3, death="def_zero"), weaker(B))
    assert over.stage is Stage.OVER
    more = act.AdjustScore(None, A, Column.ATK, 1)
    assert "wins" not in GAME.tell(over, more, play(over, more))
    over = play(fight(CARDS, THREE[:2], 3, death="def_zero"), weaker(B))
    aside = act.AdjustCard(None, CARD, Zone.PILE, Zone.DISCARD)
    assert findings(over, replace(aside, piece=ref("Z0"))) == ()
    grown = act.AdjustCard(None, ref("Z0"), Zone.PILE, Zone.MONSTER, None, A, Cell(5, 5))
    assert texts(over, grown) == ["the game is over and monsters stay as they are; undo instead"]


@pytest.mark.parametrize(
    ("chosen", "stage"),
    [
        ({}, Stage.DRAW),
        ({"reshuffle": "off"}, Stage.BEFORE),
        ({"reshuffle": "off", "fight_draw_from": "pile_or_discard"}, Stage.DRAW),
    ],
)
def test_rsf_f1_a_turn_begins_with_a_draw_if_there_is_anything_to_draw(chosen, stage):
    state = replace(trio(**chosen), pile=0, discard=(Discarded(Z0, A),), deck=5)
    assert play(state, act.EndTurn(A)).stage is stage
    bare = replace(state, discard=(), deck=4)
    assert play(bare, act.EndTurn(A)).stage is Stage.BEFORE


def test_rsf_f1a_a_draw_alone_reshuffles_in_light_depth_too():
    light = GAME.lighten(replace(trio(), stage=Stage.DRAW))
    light = replace(light, pile=0, discard=(Discarded(UNNAMED, B),), deck=5)
    draw = act.Draw(A, UNNAMED)
    assert [one.rule for one in GAME.check(light, draw) if isinstance(one, Note)] == ["RSF-F1a"]
    assert GAME.tell(light, draw, play(light, draw)) == (
        "Ann draws a card · the discard is shuffled into a new pile (RSF-F1a)"
    )
    state = replace(trio(hands=("Z0", "", "")), pile=0, discard=(Discarded(Z0, B),), deck=6)
    join = act.Connect(A, Z0, Cell(2, 0))
    after = play(state, join)
    assert (after.pile, after.discard) == (0, state.discard)
    assert "shuffled" not in GAME.tell(state, join, after)


def ready(cards, **chosen):
    return bare_ready(trio(**chosen), cards)


def test_rsf_r3f_replacements_are_taken_in_turn_and_without_a_pile_from_the_discard():
    state = play(replace(ready("R1 R2 Z0"), discard=(Discarded(Z0, C),)), act.Exchange(A, (Z0,)))
    assert findings(state, act.Take(B, Z0)) == ("RSF-R3f",)
    assert findings(state, act.Take(A, Z0)) == ()
    drawing = replace(trio(fight_draw_from="pile_or_discard"), stage=Stage.DRAW)
    drawing = replace(drawing, discard=(Discarded(Z0, C),))
    assert findings(drawing, act.Take(B, Z0)) == ("RSF-F0",)
    assert findings(drawing, act.Take(A, Z0)) == ()
    state = replace(ready("R1 R2 Z0 Z0", reshuffle="off"), pile=0, deck=5)
    others = replace(state, discard=(Discarded(P1, C),))
    after = play(others, act.Exchange(A, (Z0, Z0)))
    assert (after.stage, after.players[A].owed) == (Stage.READY_DRAW, 2)
    after = play(after, act.Take(A, P1))
    assert (after.stage, after.players[A].owed) == (Stage.READY, 0)  # the rest are Ann's own
    alone = play(replace(state, deck=4), act.Exchange(A, (Z0, Z0)))
    assert (alone.stage, alone.players[A].owed) == (Stage.READY, 0)


def test_rsf_r1b_r3e_a_card_that_nobody_named_neither_helps_nor_hinders():
    """By ruling a card may come unnamed into a hand; it neither helps nor hinders."""
    state = ready("R1 R2 Z0 Z0 Z0 Z0")
    unnamed = act.AdjustCard(None, CARD, Zone.PILE, Zone.HAND, None, A)
    state = play(state, unnamed)
    assert UNNAMED in state.players[A].hand
    assert findings(state, act.Exchange(A, (Z0,) * 4)) == ()
    assert findings(state, act.Exchange(A, (R1, Z0, Z0, Z0))) == ("RSF-R3b",)
    state = play(ready("R1"), act.AdjustCard(None, CARD, Zone.PILE, Zone.HAND, None, A))
    assert GAME.pending(state).rule == "RSF-R1c"
    assert GAME.pending(hand(state, A, "R2 card")).rule == "RSF-R1c"
    assert GAME.pending(hand(state, A, "R1 R2 card")) is None
    state = ready("H1 H2 H3 R1 R2 P1 Z0")
    assert findings(state, act.Exchange(A, (R1, CardId("R2"), P1, Z0))) == ()


def test_rsf_r1c_who_has_no_card_and_can_draw_none_goes_on():
    state = replace(ready(""), pile=0, deck=0)
    assert GAME.pending(state) is None
    assert findings(state, act.Mulligan(A)) == ("RSF-R1c",)
    assert findings(state, act.Done(A)) == ()


def test_light_a_sheet_may_be_entered_without_connecting_and_places_are_not_told():
    state = play(new_game(2, Depth.LIGHT), act.Mixed(None), act.Starter(None, A))
    state = play(state, act.Done(A), act.Done(B))
    assert menu(state)["sheet"].instances == (act.EnterSheet(A, 8, 12, 1, 7),)
    assert findings(state, act.Connect(A, CardId("R01"))) == ("RSF-S5",)
    early = play(new_game(2, Depth.LIGHT), act.Mixed(None), act.Starter(None, A))
    joined = act.Connect(A, UNNAMED)
    assert GAME.tell(early, joined, play(early, joined)) == ("Ann connects a card: ATK 0, DEF 0, SPC 0")
    empty = play(state, act.EnterSheet(A, 8, 12, 1, 7), act.Confirm(A))
    empty = play(empty, act.EnterSheet(B, 8, 12, 1, 7), act.Confirm(B), act.Draw(A, UNNAMED))
    empty = play(empty, act.Connect(A, UNNAMED))
    assert findings(empty, act.Connect(A, UNNAMED)) == ("RSF-F2",)
    light = GAME.lighten(special(3))
    move = act.Move(A, CARD)
    assert GAME.tell(light, move, play(light, move)) == "Ann moves a card"


def special(face, monsters=("H1@0,0=special R2@1,0", "I1@0,0", "P1@0,0"), hands=(), **chosen):
    state = fight(CARDS, list(monsters), 3, hands, **chosen)
    return roll(play(state, act.Special(A)), face)


@pytest.mark.parametrize("dead_at", [0, 1])
def test_rsf_x3_nothing_is_swapped_with_who_is_out(dead_at):
    state = special(5)
    state = replace(state.change(B, monster=(), alive=False), fallen=((B,),))
    seats = [(B, "I1", A, "H1"), (A, "H1", B, "I1")][dead_at]
    one, first, two, second = seats
    swap = act.Swap(A, one, ref(first), two, ref(second))
    assert texts(state, swap) == ["Ben's monster is out of the game"]
    assert texts(state, replace(swap, first=Seat(7))) == ["there is no such seat"]


def test_rsf_x3_copies_are_offered_with_their_cells():
    state = special(5, ["H1@0,0=special", "I1@0,0 I1@1,0", "P1@0,0"])
    with_ben = next(one for one in menu(state)["swap"].instances if one.second == B)
    assert (with_ben.first_piece.word(), with_ben.second_piece.word()) == ("H1", "I1@1,0")
    with_cleo = next(one for one in menu(state)["swap"].instances if one.first == B)
    assert with_cleo.first_piece.word() == "I1@0,0"


def test_rsf_x4a_q15_only_the_replacement_is_connected_and_it_may_be_kept():
    state = special(7, hands=["Z0"])
    state = play(state, act.Replace(A, ref("R2")), act.Draw(A, CardId("R1")))
    offer = menu(state)["connect"]
    assert {action.card for action in offer.instances} == {R1}
    assert offer.rule == "RSF-X4a"
    assert findings(state, act.Connect(A, Z0, Cell(1, 0))) == ("RSF-F2a",)
    state = special(7, steal_to="monster")
    state = play(state, act.Replace(A, ref("R2")), act.Draw(A, R1))
    assert play(state, act.Keep(A)).players[A].hand == (R1,)


def test_switch_mutate_redeclare_is_for_who_mutates_and_the_view_says_how_a_hybrid_is_used():
    layout = ["H1@0,0=special", "H2@0,0=race:Robot", "P1@0,0"]
    state = at_stage(fight(CARDS, layout, 2, mutate_redeclare="on"), Stage.MUTATE)
    assert findings(state, act.DeclareMode(A, ref("H1"), Mode("Robot"))) == ()
    assert findings(state, act.DeclareMode(B, ref("H2"), SPECIAL_MODE)) == ("RSF-O1",)
    layout = ["H1@0,0=special H2@1,0=race:Robot R1@2,0", "H3@0,0", "P1@0,0"]
    shown = seen(GAME, fight(CARDS, layout))
    assert "· left of H2 · used as special" in shown
    assert "· left of R1, right of H1 · used as Robot" in shown
    assert shown.count("used as") == 2


def test_rsf_f3_a_granted_action_in_sudden_death_is_counted():
    state = replace(trio(5), stage=Stage.COMBAT, actions_used=5)
    assert texts(state, act.Attack(A, B)) == ["Sudden Death allows 5 actions, all used"]
    more = play(state, act.AdjustActions(None, 1))
    assert findings(more, act.Attack(A, B)) == ()
    used = replace(more, actions_used=6)
    assert texts(used, act.Attack(A, B)) == ["Phase 5 allows 6 actions, all used"]


@pytest.mark.parametrize("stage", [Stage.SETUP, Stage.STARTER, Stage.DEAL, Stage.ATTACK_ROLL])
def test_x7_no_card_is_put_elsewhere_before_the_deal_or_while_dice_are_out(stage):
    state = replace(new_game(2), stage=stage)
    aside = act.AdjustCard(None, ref("R01"), Zone.PILE, Zone.DISCARD)
    assert [(one.rule, one.forceable) for one in GAME.check(state, aside)] == [("X-7", True)]
    assert findings(replace(state, stage=Stage.READY), aside) == ()


def test_x7_rulings_name_seats_that_are_taken_and_cards_that_lie_open_whoever_says_them():
    put = act.AdjustCard(None, ref("Z0"), Zone.PILE, Zone.HAND, None, Seat(7))
    assert texts(trio(), put) == ["say whose hand: for and a name"]
    assert texts(trio(), act.AdjustScore(None, Seat(7), Column.ATK, 1)) == ["that player has no monster any more"]
    light = GAME.lighten(trio())
    put = act.AdjustCard(None, CARD, Zone.PILE, Zone.MONSTER, None, B)
    after = play(light, put)
    assert (len(after.players[B].monster), after.pile) == (2, light.pile - 1)
    assert invariants(after) == ()
    for to in (Zone.DISCARD, Zone.DESTROYED):
        assert findings(trio(), act.AdjustCard(None, CARD, Zone.PILE, to)) == ("RSF-S5",)
        light = GAME.lighten(trio())
        assert findings(light, act.AdjustCard(None, CARD, Zone.PILE, to)) == ()
    state = replace(trio(), discard=tuple(Discarded(one, B) for one in (Z0, P1, Z0)))
    back = act.AdjustCard(None, ref("P1"), Zone.DISCARD, Zone.HAND, None, C)
    after = play(replace(state, pile=state.pile - 3), back)
    assert after.discard == (Discarded(Z0, B), Discarded(Z0, B))
    assert findings(new_game(2), act.Mixed(B)) == ()
    quiet = replace(fight(CARDS, THREE, 5), pile=0, deck=4, quiet=3)
    assert play(quiet, act.Stalemate(B)).called
