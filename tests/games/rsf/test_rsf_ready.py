"""The Ready and Set phases: mulligan, exchange, building, hybrids, the sheet.

Set-up: players, mixing, the starter, seven cards each.
"""

from dataclasses import replace

import pytest
from rsf_kit import FILLER, A, B, C, at_stage, box, card, hand, house, ref
from rsf_play import NAMES, findings, force, new_game, play, roll, shipped

from companion.core.actions import Roll
from companion.core.dice import DieFace, RollRequest
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.switches import SwitchError
from companion.core.verdict import Note
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Stage
from companion.games.rsf.words import SPECIAL_MODE, Mode
from models.workshop.invariants.rsf import cards_in_play

CARDS = box(
    card("R1", 3), card("R2", 0, 3), card("R3", 1, 1), card("P1", 2), card("P2", 0, 2),
    card("I1", 1), card("I2", 0, 1), card("A1", 1), card("H1"), card("H2"),
)  # fmt: skip
SEVEN = "R1 R2 R3 P1 P2 I1 I2"


def ready(held=SEVEN, other="A1", **chosen):
    state = new_game(2)
    state = replace(state, setup=replace(state.setup, catalogue=CARDS), house=house(**chosen))
    return hand(hand(at_stage(state, Stage.READY), A, held), B, other)


def connect(seat, name, x=0, y=0, mode=None):
    return act.Connect(seat, CardId(name), Cell(x, y), mode)


def cards(*names):
    return tuple(CardId(name) for name in names)


@pytest.mark.parametrize("held", ["R1 P1 I1", "R2 P2 I2", "Z0 Z0"])
def test_rsf_r1a_without_attack_or_defense_the_hand_is_redrawn(held):
    state = ready(held)
    assert GAME.options(state)[0].verb == "mulligan"
    assert findings(state, act.Done(A))[0] == "RSF-R1c"
    assert findings(state, connect(A, held.split()[0])) == ("RSF-R1c",)
    count = len(held.split())
    drawing = play(state, act.Mulligan(A))
    expected = (Stage.READY_DRAW, count, count)
    assert (drawing.stage, drawing.players[A].owed, len(drawing.discard)) == expected
    for _ in range(count):
        drawing = play(drawing, act.Draw(A, FILLER))
    assert drawing.stage is Stage.READY
    assert findings(drawing, act.Mulligan(A)) == ()  # it repeats until attack and defense are there
    assert cards_in_play(drawing) == 125


def test_rsf_r1b_one_card_may_be_both():
    assert findings(ready("R3"), act.Mulligan(A)) == ("RSF-R1c",)


def test_rsf_r1c_a_mulligan_comes_from_the_pile():
    state = play(replace(ready("R1"), discard=(Discarded(FILLER, B),), pile=116), act.Mulligan(A))
    assert findings(state, act.Take(A, FILLER)) == ("RSF-R1c",)


def test_rsf_r1c_connected_cards_go_too_and_after_an_exchange():
    state = play(ready("R1 R2"), connect(A, "R1"), act.Exchange(A, cards("R2")))
    state = play(state, act.Draw(A, FILLER))
    assert findings(state, act.Done(A))[0] == "RSF-R1c"
    state = play(state, act.Mulligan(A))
    assert state.players[A].monster == ()
    assert state.players[A].exchanged  # a used exchange is not given back
    assert state.players[A].owed == 2


def test_rsf_r1d_done_needs_attack_and_defense_in_the_monster():
    state = play(ready(), connect(A, "R1"))
    assert findings(state, act.Done(A)) == ("RSF-R1d",)
    assert findings(ready(), act.Done(A)) == ("RSF-R1d", "RSF-R1d")
    # Who can neither build nor redraw is not held up, but for a monster without a piece.
    stuck = replace(ready("R1"), pile=0, house=house(reshuffle="off"))
    assert findings(stuck, act.Done(A)) == ("RSF-R1d",)
    assert findings(play(stuck, connect(A, "R1")), act.Done(A)) == ()
    state = play(state, connect(A, "R2", 1), act.Done(A))
    assert state.turn == B


def test_rsf_r2x_a_side_must_touch():
    state = play(ready(), connect(A, "R1", 5, 5))
    assert findings(state, connect(A, "R2", 6, 6)) == ("RSF-R2x",)
    assert findings(state, connect(A, "R2", 5, 5)) == ("RSF-R2",)
    assert findings(state, connect(A, "R2", 5, 6)) == ()
    apart = force(state, connect(A, "R2", 6, 6))
    assert len(apart.players[A].monster) == 2
    assert findings(ready(), act.Connect(A, CardId("R1"))) == ("RSF-R2x",)
    assert findings(ready(), connect(A, "A1")) == ("RSF-F2",)


def test_rsf_r3f_players_build_side_by_side_but_exchange_in_order():
    state = ready(other="R3 A1", held="R1 R2")
    assert findings(state, connect(B, "R3")) == ()
    assert findings(state, act.Exchange(B, cards("A1"))) == ("RSF-R3f",)
    assert findings(state, act.Done(B)) == ("RSF-R3f", "RSF-R1d", "RSF-R1d")


def test_rsf_r3a_up_to_three_cards():
    state = play(ready(), act.Exchange(A, cards("P1", "P2", "I1")))
    assert (state.stage, state.players[A].owed) == (Stage.READY_DRAW, 3)
    for _ in range(3):
        state = play(state, act.Draw(A, FILLER))
    assert state.stage is Stage.READY
    assert len(state.players[A].hand) == 7
    five = act.Exchange(A, cards("R1", "P1", "P2", "I1", "I2"))
    assert findings(ready(), five) == ("RSF-R3a",)
    state = replace(ready(), pile=0, house=house(reshuffle="off"))
    state = play(state, act.Exchange(A, cards("P1")))
    assert (state.stage, state.players[A].owed) == (Stage.READY, 0)


def test_rsf_r3b_r3e_four_if_the_rest_is_of_one_kind():
    kin = ready("R1 R2 H1 P1 P2 I1 I2")
    assert findings(kin, act.Exchange(A, cards("P1", "P2", "I1", "I2"))) == ()
    assert findings(kin, act.Exchange(A, cards("R1", "P2", "I1", "I2"))) == ("RSF-R3b",)
    wild = ready("H1 H2 P1 R1 R2 I1 I2")
    assert findings(wild, act.Exchange(A, cards("R1", "R2", "I1", "I2"))) == ()


def test_rsf_r3c_r3f_replacements_from_what_others_discarded():
    state = replace(ready(), discard=(Discarded(CardId("P1"), A), Discarded(CardId("A1"), B)))
    state = hand(hand(state, B, ""), A, "R1 R2 R3 P2")
    state = replace(state, pile=119)
    state = play(state, act.Exchange(A, cards("R3")))
    assert findings(state, act.Take(A, CardId("P1"))) == ("RSF-R3c",)
    assert findings(state, act.Take(A, CardId("I1"))) == ("RSF-R3c",)
    taken = play(state, act.Take(A, CardId("A1")))
    assert taken.stage is Stage.READY
    assert "A1" in taken.players[A].hand
    assert [thrown.card for thrown in taken.discard] == ["P1", "R3"]


def test_rsf_r3d_one_exchange_a_game_in_the_ready_phase():
    state = play(ready(), act.Exchange(A, cards("P1")), act.Draw(A, FILLER))
    assert findings(state, act.Exchange(A, cards("P2"))) == ("RSF-R3d",)
    assert force(state, act.Exchange(A, cards("P2"))).players[A].owed == 1
    later = at_stage(state, Stage.BEFORE, phase=1)
    assert findings(later, act.Exchange(A, cards("P2"))) == ("RSF-R3a", "RSF-R3d")
    assert findings(ready(), act.Exchange(A, cards("A1"))) == ("RSF-R3a",)
    assert findings(ready(), act.Exchange(A, cards("R1", "R1"))) == ("RSF-R3a",)
    assert findings(ready(), act.Exchange(A, ())) == ("RSF-R3a",)


def test_switch_discard_from():
    state = play(ready(), connect(A, "P1"))
    give = act.Exchange(A, cards("P1"))
    assert findings(state, give) == ("RSF-R3d",)
    anyhow = GAME.rehouse(state, house(discard_from="any"))
    assert findings(anyhow, give) == ()
    assert play(anyhow, give).players[A].monster == ()


def built(held="R1 R2 H1", **chosen):
    state = play(ready(held, "R3", **chosen), connect(A, "R1"), connect(A, "R2", 1))
    state = play(state, connect(A, "H1", 2), act.Done(A))
    return play(state, connect(B, "R3"), act.Done(B))


def test_rsf_t2_each_hybrid_is_declared_in_the_set_phase():
    state = built()
    assert state.stage is Stage.SET
    assert findings(state, act.Confirm(A)) == ("RSF-T2",)
    assert findings(state, act.Confirm(B)) == ("RSF-S8",)
    assert findings(state, act.DeclareMode(A, ref("R1"), SPECIAL_MODE)) == ("RSF-T2",)
    assert findings(state, act.DeclareMode(A, ref("H1"), Mode("Plant"))) == ("RSF-T2a",)
    state = play(state, act.DeclareMode(A, ref("H1"), Mode("Robot")))
    state = play(state, act.DeclareMode(A, ref("H1"), SPECIAL_MODE), act.Confirm(A))
    assert findings(state, act.DeclareMode(A, ref("H1"), Mode("Robot"))) == ("RSF-T2c",)
    state = play(state, act.Confirm(B))
    assert (state.stage, state.phase, state.turn) == (Stage.DRAW, 1, A)


def test_rsf_t2c_in_the_fight_phase_the_use_is_declared_at_once():
    state = play(built(), act.DeclareMode(A, ref("H1"), SPECIAL_MODE), act.Confirm(A))
    state = play(state, act.Confirm(B), act.Draw(A, CardId("H2")))
    assert findings(state, connect(A, "H2", 3)) == ("RSF-T2",)
    assert findings(state, connect(A, "H2", 3, mode=Mode("Alien"))) == ("RSF-T2a",)
    state = play(state, connect(A, "H2", 3, mode=Mode("Insect")))
    assert state.players[A].monster[-1].mode == Mode("Insect")


def test_rsf_t3_the_sheet_is_itemised():
    state = play(built(), act.DeclareMode(A, ref("H1"), SPECIAL_MODE))
    sheet = GAME.score(state)
    lines = [(line.column, line.points, line.rule) for line in sheet.lines if line.seat == Seat(0)]
    assert lines == [
        ("ATK", 3, "RSF-T3"),
        ("DEF", 3, "RSF-T3"),
        ("SPC", 1, "RSF-T2b"),
        ("ATK", 1, "RSF-R2c"),
        ("pieces", 3, "RSF-F4b"),
    ]
    assert sheet.total(A, "ATK") == 4


def test_rsf_r4_nothing_is_built_in_the_set_phase():
    state = hand(built(), A, "P1")
    assert findings(state, connect(A, "P1", 0, 1)) == ("RSF-R4",)
    state = play(ready(), connect(A, "R1"), connect(A, "R2", 1), act.Done(A))
    assert len(state.players[A].hand) == 5


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_rsf_s1a_two_to_six_players(seats):
    with pytest.raises(UsageError, match=r"2 to 6 players.*rsf\.players"):
        GAME.start(Setup((*NAMES, "Gus")[:seats]))


def test_rsf_s1a_below_six_is_said():
    (note,) = GAME.check(new_game(5), act.Mixed(None))
    assert isinstance(note, Note)
    assert note.rule == "RSF-S1a"
    assert GAME.check(new_game(6), act.Mixed(None)) == ()


def test_a_table_that_cannot_begin_is_refused():
    with pytest.raises(SwitchError, match=r"rsf\.nonsense"):
        new_game(2, switches={"rsf.nonsense": "on"})
    with pytest.raises(UsageError, match="light depth"):
        GAME.start(Setup(NAMES[:2], Depth.FULL))
    small = box(card("R1"), size=20)
    with pytest.raises(UsageError, match="20 cards; 3 players need 21"):
        GAME.start(Setup(NAMES[:3], Depth.FULL, {}, small))
    assert new_game(6, switches={"rsf.players": "6"}).pile == 125
    with pytest.raises(UsageError, match="for 6 players, not 5"):
        new_game(5, switches={"rsf.players": "6"})


def test_rsf_s6_the_pile_is_mixed_once():
    state = play(new_game(2), act.Mixed(None))
    assert findings(state, act.Mixed(None)) == ("RSF-S6",)
    assert findings(new_game(2), act.Starter(None, A)) == ("RSF-S7",)


def test_rsf_s7_cards_are_drawn_in_order():
    state = play(new_game(3), act.Mixed(None), act.Starter(None, B))
    assert findings(state, act.Draw(A, CardId("R01"))) == ("RSF-S7",)
    order = []
    for _ in range(21):
        order.append(state.turn)
        state = play(state, GAME.options(state)[0].instances[0])
    assert order == [B, C, A] * 7
    assert state.stage is Stage.READY
    assert state.turn == B
    assert state.pile == 125 - 21


def test_rsf_s5_a_copy_cannot_be_drawn_twice():
    state = play(new_game(2), act.Mixed(None), act.Starter(None, A))
    state = play(state, act.Draw(A, CardId("R01")), act.Draw(B, CardId("R01")))
    assert shipped().cards[CardId("R01")].copies == 2
    assert findings(state, act.Draw(A, CardId("R01"))) == ("RSF-S5",)
    assert findings(state, act.Draw(A, CardId("nope"))) == ("RSF-S5",)


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_rsf_r5_a_card_that_is_not_named_is_asked_for(hands):
    state = new_game(2, switches={"rsf.hand": hands})
    state = play(state, act.Mixed(None), act.Starter(None, A))
    assert findings(state, act.Draw(A, CardId("card"))) == ("RSF-R5",)
    assert play(state, act.Draw(A, CardId("R01"))).players[A].hand == ("R01",)


@pytest.mark.parametrize("how", ["oldest", "chosen"])
def test_switch_starter_named(how):
    state = play(new_game(3, switches={"rsf.starter": how}), act.Mixed(None))
    question = GAME.pending(state)
    assert not isinstance(question, RollRequest)
    assert ("oldest" in question.text) is (how == "oldest")
    assert play(state, act.Starter(None, C)).order == (C, A, B)


def test_switch_starter_rolloff_repeats_among_the_tied_in_any_order():
    state = play(new_game(3, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    assert findings(state, act.Starter(None, A)) == ("RSF-S8",)
    for face in (4, 0, 10):
        state = roll(state, face)
    assert state.stage is Stage.STARTER
    request = GAME.pending(state)
    assert request.roller == B
    state = roll(roll(state, 9), 3)
    assert (state.stage, state.starter, state.turn) == (Stage.DEAL, B, B)
    state = play(new_game(3, switches={"rsf.starter": "rolloff"}), act.Mixed(None))
    state = play(state, Roll(C, (DieFace("d10", "7"),)), Roll(A, (DieFace("d10", "5"),)))
    request = GAME.pending(state)
    assert (request.roller, request.others, state.rolloff) == (B, (), ((A, 5), (B, None), (C, 7)))
    assert roll(state, 6).starter == C


def test_an_action_is_that_of_a_player_who_is_there():
    state = play(new_game(2), act.Mixed(None), act.Starter(None, A))
    assert findings(state, replace(act.Draw(A, CardId("R01")), actor=None)) == ("X-3",)
    state = play(new_game(2), act.Mixed(None))
    assert findings(state, act.Starter(None, Seat(5))) == ("RSF-S7",)
