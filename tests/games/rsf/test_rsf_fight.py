"""Turns, combat, attacks, dodges and hits."""

from dataclasses import replace

import pytest
from rsf_kit import FILLER, A, B, C, at_stage, box, card, fight, house, ref
from rsf_play import findings, force, play, roll

from companion.core.actions import Roll, Withdraw
from companion.core.dice import DieFace
from companion.core.seats import Seat
from companion.core.sheet import plain
from companion.core.verdict import Note
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Discarded, Stage
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE
from models.workshop.invariants import invariants

CARDS = box(
    card("R1", 8), card("R2", 0, 5), card("R3", 1, 1), card("P1", 0, 12), card("P2", 1), card("P3"),
    card("I1", 3, 3), card("H1"), card("A1", 0, 99), card("A2", 5, 5),
)  # fmt: skip
THREE = ["R1@0,0 R2@1,0", "P1@0,0 P2@1,0", "I1@0,0"]


def three(phase=1, **more):
    return fight(CARDS, THREE, phase, **more)


def connect(seat, name, x, y):
    return act.Connect(seat, CardId(name), Cell(x, y))


def test_rsf_f0_turns_go_clockwise_and_then_the_next_phase_begins():
    state, seen = three(), []
    while state.stage is not Stage.MUTATE:
        if state.stage is Stage.DRAW:
            state = play(state, act.Draw(state.turn, FILLER))
        seen.append((state.phase, state.turn))
        state = play(state, act.EndTurn(state.turn))
    assert seen == [(1, A), (1, B), (1, C), (2, A), (2, B), (2, C)]


def test_rsf_f0_only_the_player_in_turn_acts():
    for action in (act.Attack(B, A), act.Special(B), act.EndTurn(B), act.BeginCombat(B)):
        assert findings(three(), action)[0] == "RSF-F0"


def test_rsf_f1_the_turn_begins_with_a_draw():
    state = play(three(), act.EndTurn(A))
    assert state.stage is Stage.DRAW
    for action in (act.Attack(B, A), act.EndTurn(B), act.BeginCombat(B)):
        assert findings(state, action) == ("RSF-F1",)
    assert findings(state, act.Draw(A, FILLER)) == ("RSF-F0",)
    drawn = play(state, act.Draw(B, CardId("A2")))
    assert (drawn.stage, drawn.pile) == (Stage.BEFORE, state.pile - 1)
    assert findings(drawn, act.Draw(B, FILLER)) == ("RSF-F1",)
    assert len(force(drawn, act.Draw(B, FILLER)).players[B].hand) == 2


def test_rsf_f2_f2a_cards_are_connected_before_and_after_combat_only():
    state = three(hands=["R3 A2"])
    state = play(state, connect(A, "R3", 2, 0), act.Attack(A, B))
    assert findings(state, connect(A, "A2", 3, 0)) == ("RSF-F2",)
    state = roll(state, 1)
    assert state.stage is Stage.COMBAT
    assert findings(state, connect(A, "A2", 3, 0)) == ("RSF-F2a",)
    assert len(force(state, connect(A, "A2", 3, 0)).players[A].monster) == 4
    after = play(state, act.EndCombat(A), connect(A, "A2", 3, 0))
    assert findings(after, act.EndCombat(A)) == ("RSF-F2a",)
    assert findings(after, act.BeginCombat(A)) == ("RSF-F2a",)
    assert "RSF-F2a" in findings(after, act.Attack(A, B))


def test_rsf_f2_nobody_connects_in_another_players_turn():
    state = three(hands=["", "R3"])
    assert findings(state, connect(B, "R3", 2, 0)) == ("RSF-F2",)
    assert len(force(state, connect(B, "R3", 2, 0)).players[B].monster) == 3


def test_rsf_f2b_a_card_that_is_not_connected_stays_in_hand():
    state = play(three(hands=["R3"]), act.EndTurn(A))
    assert state.players[A].hand == ("R3",)


def test_rsf_f3x_actions_are_optional():
    assert play(three(4), act.EndTurn(A)).turn == B
    assert play(three(4), act.BeginCombat(A), act.EndTurn(A)).turn == B
    state = roll(play(three(2), act.Attack(A, B)), 1)
    assert findings(state, act.Attack(A, C)) == ()


@pytest.mark.parametrize("phase", [1, 2, 3, 4, 5])
def test_rsf_f3_o4a_as_many_actions_as_the_phase_says(phase):
    state = fight(CARDS, ["R1@0,0", "A1@0,0"], phase)
    for left in range(phase, 0, -1):
        assert state.actions_left == left
        state = roll(play(state, act.Attack(A, B)), 1)
    rule = "RSF-O4a" if phase == 5 else "RSF-F3"
    assert findings(state, act.Attack(A, B)) == (rule,)
    forced = roll(force(state, act.Attack(A, B)), 1)
    assert (forced.actions_used, forced.beyond, forced.actions_left) == (phase + 1, 1, 0)
    assert invariants(forced) == ()


def test_rsf_f3d_specials_are_as_many_as_spc_says():
    state = fight(CARDS, ["R1@0,0 H1@1,0=special", "A1@0,0 P3@1,0"], 4)
    assert findings(three(4), act.Special(A)) == ("RSF-F3d",)
    state = play(roll(play(state, act.Special(A)), 9), act.Force(A, B), act.Remove(B, ref("P3")))
    assert (state.actions_used, state.specials_used) == (1, 1)
    assert findings(state, act.Special(A)) == ("RSF-F3d",)


def test_rsf_f3e_spc_is_judged_at_the_moment():
    state = fight(CARDS, ["R1@0,0 H1@1,0=special", "A1@0,0 P3@1,0"], 4)
    state = roll(play(state, act.Special(A)), 7)
    state = play(state, act.Replace(A, ref("H1")), act.Draw(A, FILLER), act.Keep(A))
    assert totals(state, A).special == 0
    assert findings(state, act.Special(A)) == ("RSF-F3d",)


def test_rsf_f3g_an_attack_can_be_withdrawn_before_its_die():
    state = play(three(), act.Attack(A, B))
    assert findings(state, Withdraw(B)) == ("RSF-F3g",)
    assert findings(state, Withdraw(None)) == ()
    back = play(state, Withdraw(A))
    assert (back.stage, back.actions_used, back.strike) == (Stage.BEFORE, 0, None)
    assert findings(roll(state, 1), Withdraw(A)) == ("RSF-F3g",)
    assert roll(state, 1).actions_used == 1


@pytest.mark.parametrize("switch", ["on", "off"])
def test_switch_attack_needs_points(switch):
    state = fight(CARDS, ["R2@0,0", "P3@0,0"], attack_needs_points=switch)
    assert totals(state, A).attack == 1  # the race bonus is no attack point
    assert findings(state, act.Attack(A, B)) == (("RSF-F3y",) if switch == "on" else ())


def test_rsf_f3z_the_target_is_another_living_monster():
    state = three()
    assert findings(state, act.Attack(A, A)) == ("RSF-F3z",)
    assert findings(state, act.Attack(A, Seat(7))) == ("RSF-F3z",)
    state = state.change(B, alive=False, monster=())
    found = GAME.check(state, act.Attack(A, B))
    assert [one.rule for one in found] == ["RSF-F3z"]
    assert findings(state, act.EndTurn(B)) == ("RSF-F0",)


@pytest.mark.parametrize(("die", "stage"), [(3, Stage.COMBAT), (4, Stage.HIT), (5, Stage.HIT)])
def test_rsf_f3a_the_same_or_higher_is_a_hit(die, stage):
    state = fight(CARDS, ["R1@0,0", "P1@0,0 P2@1,0"])
    assert (totals(state, A).attack, totals(state, B).defense) == (9, 12)
    assert roll(play(state.change(B, adjusted=(0, 1, 0)), act.Attack(A, B)), die).stage is stage


def test_rsf_f3a_the_request_says_what_is_needed_and_no_other_dice_count():
    request = GAME.pending(play(three(), act.Attack(A, B)))
    assert request.purpose == "Attack on Ben: 9 + die against DEF 12"
    assert request.needs == "3 or more hits (0 counts as 10)"
    assert request.rule == "RSF-F3a"
    strong = GAME.pending(play(three(), act.Attack(A, C)))
    assert "10 (with dominance +1)" in strong.purpose
    assert strong.needs == "every roll hits"
    assert findings(three(), Roll(A, (DieFace("d10", "7"),))) == ("X-4",)


@pytest.mark.parametrize(
    ("defense", "switch", "needs"),
    [
        (99, "ten", "no roll hits"),
        (19, "ten", "only a 10 hits (0 counts as 10)"),
        (19, "zero", "only a printed 10 hits"),
        (20, "ten", "no roll hits"),
        (10, "ten", "every roll hits"),
        (10, "zero", "1 or more hits (0 counts as 0)"),
    ],
)
def test_what_a_die_must_show(defense, switch, needs):
    cards = box(card("R1", 8), card("P1", 0, defense))
    state = fight(cards, ["R1@0,0", "P1@0,0"], zero_face=switch)
    request = GAME.pending(play(state, act.Attack(A, B)))
    assert request.needs == needs


def test_rsf_f3f_a_printed_ten_counts_ten_under_both_readings():
    for switch in ("ten", "zero"):
        cards = box(card("R1", 8), card("P1", 0, 19))
        state = fight(cards, ["R1@0,0", "P1@0,0"], zero_face=switch)
        assert roll(play(state, act.Attack(A, B)), 10).stage is Stage.HIT


def test_rsf_f4_the_defender_gives_up_a_piece_and_it_is_destroyed():
    hit = roll(play(three(), act.Attack(A, B)), 9)
    assert findings(hit, act.Destroy(A, ref("R1"))) == ("RSF-F4",)
    assert findings(hit, act.Destroy(B, ref("R1"))) == ("RSF-F4",)
    assert findings(hit, act.EndTurn(A)) == ("RSF-F3x",)
    state = play(hit, act.Destroy(B, ref("P1")))
    assert state.destroyed == ("P1",)
    assert state.discard == ()
    assert totals(state, B).defense == 0
    assert findings(three(), act.Destroy(B, ref("P1"))) == ("RSF-F4",)
    cards = box(card("R1", 8), card("P1", copies=2))
    hit = roll(play(fight(cards, ["R1@0,0", "P1@0,0 P1@1,0"]), act.Attack(A, B)), 1)
    (question,) = GAME.check(hit, act.Destroy(B, ref("P1")))
    assert "P1@0,0 or P1@1,0" in question.text
    state = play(hit, act.Destroy(B, ref("P1@0,0")))
    assert [piece.cell for piece in state.players[B].monster] == [Cell(1, 0)]


ROW = "R2@0,0 R3@1,0 P2@2,0"
RING = "R2@0,0 R3@1,0 P2@2,0 P3@1,1 A2@1,-1"


@pytest.mark.parametrize(
    ("switch", "layout", "barred"),
    [
        ("any", RING, set()),
        ("outside", RING, {"R3"}),
        ("outside", ROW, set()),
        ("keep_connected", ROW, {"R3"}),
        ("keep_connected", RING, {"R3"}),
    ],
)
def test_switch_removal(switch, layout, barred):
    hit = roll(play(fight(CARDS, ["R1@0,0", layout], removal=switch), act.Attack(A, B)), 9)
    if hit.stage is Stage.DODGE:
        hit = play(hit, act.Decline(B))
    refused = {
        piece.card for piece in hit.players[B].monster if findings(hit, act.Destroy(B, ref(piece.card))) == ("RSF-F4a",)
    }
    assert refused == barred
    offered = {action.piece.card for action in GAME.options(hit)[0].instances}
    assert offered == {piece.card for piece in hit.players[B].monster} - barred


def test_rsf_f4c_a_split_monster_stays_one_and_grows_anywhere():
    state = fight(CARDS, ["R1@0,0", ROW], hands=["", "A2"])
    state = play(roll(play(state, act.Attack(A, B)), 9), act.Destroy(B, ref("R3")))
    assert [piece.cell for piece in state.players[B].monster] == [Cell(0, 0), Cell(2, 0)]
    assert totals(state, B).defense == 5
    state = play(state, act.EndTurn(A), act.Draw(B, FILLER))
    assert findings(state, connect(B, "A2", 3, 0)) == ()
    assert findings(state, connect(B, "A2", -1, 0)) == ()


def test_rsf_f4b_without_a_piece_the_player_is_out():
    state = three(hands=["", "", "R3"])
    state = play(roll(play(state, act.Attack(A, C)), 1), act.Destroy(C, ref("I1")))
    assert not state.players[C].alive
    assert state.players[C].hand == ()
    assert state.discard == (Discarded(CardId("R3"), C),)
    assert state.fallen == ((C,),)
    state = play(state, act.EndTurn(A), act.Draw(B, FILLER), act.EndTurn(B))
    assert (state.phase, state.turn) == (2, A)
    assert findings(at_stage(state, Stage.BEFORE), act.Attack(A, C)) == ("RSF-F3z",)


@pytest.mark.parametrize(
    ("death", "given", "dead"),
    [
        ("no_pieces", "P1", False),
        ("no_defense_card", "P1", True),
        ("no_defense_card", "P2", False),
        ("def_zero", "P1", True),
        ("def_zero", "P2", False),
    ],
)
def test_switch_death(death, given, dead):
    hit = roll(play(three(death=death), act.Attack(A, B)), 9)
    state = play(hit, act.Destroy(B, ref(given)))
    assert state.players[B].alive is not dead
    if dead:
        assert [thrown.card for thrown in state.discard] == ["P2"]
        assert invariants(state) == ()


def test_rsf_f1a_switch_reshuffle():
    empty = replace(three(), pile=0, discard=tuple(Discarded(FILLER, A) for _ in range(118)))
    drawing = play(empty, act.EndTurn(A))
    (note,) = GAME.check(drawing, act.Draw(B, FILLER))
    assert isinstance(note, Note)
    assert note.rule == "RSF-F1a"
    state = play(drawing, act.Draw(B, FILLER))
    assert (state.pile, state.discard) == (117, ())
    assert "shuffled" in GAME.tell(drawing, act.Draw(B, FILLER), state)
    off = replace(empty, house=house(reshuffle="off"))
    assert play(off, act.EndTurn(A)).stage is Stage.BEFORE
    state = replace(three(), pile=0, destroyed=(FILLER,) * 118, hits=118)
    assert play(state, act.EndTurn(A)).stage is Stage.BEFORE


@pytest.mark.parametrize("switch", ["pile", "pile_or_discard"])
def test_switch_fight_draw_from(switch):
    state = replace(three(fight_draw_from=switch), discard=(Discarded(CardId("A2"), A),), pile=119)
    state = play(state, act.EndTurn(A))
    wrong = ("RSF-F1",) if switch == "pile" else ()
    assert findings(state, act.Take(B, CardId("A2"))) == wrong
    taken = GAME.apply(state, act.Take(B, CardId("A2")))
    assert (taken.stage, taken.players[B].hand) == (Stage.BEFORE, ("A2",))


def test_switch_hand_hidden_draws_are_counted():
    state = play(three(hand="hidden"), act.EndTurn(A))
    assert findings(state, act.Draw(B, CardId("A2"))) == ("RSF-R5",)
    state = play(state, act.Draw(B, CardId("card")))
    assert plain(GAME.sheet(state).blocks[B].foot) == "Hand 1"
    assert findings(state, act.Connect(B, CardId("card"), Cell(2, 0))) == ("RSF-R5",)
    assert findings(state, connect(B, "R1", 2, 0)) == ("RSF-F2",)  # everybody sees it elsewhere
    state = play(state, connect(B, "A2", 2, 0))
    assert state.players[B].hand == ()
    assert invariants(state) == ()


def struck(phase=4, die=4, **more):
    state = roll(play(fight(CARDS, ["R1@0,0", "R2@0,0 P3@1,0"], phase, **more), act.Attack(A, B)), die)
    assert state.stage in {Stage.DODGE, Stage.HIT}
    return state


def test_rsf_o2_dodge_is_the_defenders_choice():
    state = struck()
    assert findings(state, act.Dodge(A)) == ("RSF-O2",)
    assert findings(state, act.Decline(A)) == ("RSF-O2",)
    assert play(state, act.Decline(B)).stage is Stage.HIT
    request = GAME.pending(play(state, act.Dodge(B)))
    assert (request.roller, request.needs) == (B, "5 or more dodges (0 counts as 10)")
    back = play(play(state, act.Dodge(B)), Withdraw(B))
    assert back.stage is Stage.DODGE


def test_rsf_o2c_one_dodge_an_attack_and_equal_is_none():
    state = roll(play(struck(), act.Dodge(B)), 4)
    assert state.stage is Stage.HIT
    assert findings(state, act.Dodge(B)) == ("RSF-O2c",)
    assert roll(force(state, act.Dodge(B)), 9).stage is Stage.COMBAT
    state = roll(play(struck(), act.Dodge(B)), 5)
    assert (len(state.players[B].monster), state.actions_used, state.hits) == (2, 1, 0)


def test_rsf_o2a_a_dodge_comes_earlier_by_ruling_or_after_ones_own_turn():
    state = struck(phase=3)
    assert findings(state, act.Dodge(B)) == ("RSF-O2a",)
    assert roll(force(state, act.Dodge(B)), 9).stage is Stage.COMBAT
    layouts = ["R2@0,0 P3@1,0", "R1@0,0", "R3@0,0 P2@1,0"]
    state = replace(fight(CARDS, layouts, 3, dodge_from="3"), turn=B)
    assert roll(play(state, act.Attack(B, A)), 4).stage is Stage.DODGE
    assert roll(play(state, act.Attack(B, C)), 4).stage is Stage.HIT


@pytest.mark.parametrize(("switch", "phases"), [("4", {4, 5}), ("3", {4, 5}), ("1", {1, 2, 3, 4, 5})])
def test_switch_dodge_from(switch, phases):
    able = {phase for phase in range(1, 6) if struck(phase, dodge_from=switch).stage is Stage.DODGE}
    assert able == phases


@pytest.mark.parametrize(
    ("switch", "die", "stage"),
    [
        ("atk_with_dominance", 9, Stage.HIT),
        ("atk_sheet", 9, Stage.HIT),
        ("attack_total", 4, Stage.DODGE),
        ("attack_total", 3, Stage.HIT),
    ],
)
def test_switch_dodge_compare(switch, die, stage):
    # DEF 12 is not lower than ATK 9, but lower than a total of 13.
    state = fight(CARDS, ["R1@0,0", "P1@0,0 P3@1,0"], 4, dodge_compare=switch)
    assert roll(play(state, act.Attack(A, B)), die).stage is stage


@pytest.mark.parametrize("zero", ["ten", "zero"])
def test_rsf_i6_larger_dice_hit_and_dodge_as_well_and_more_defense_never_helps_the_attacker(zero):
    def value(face):
        return 10 if face == "10" or (face == "0" and zero == "ten") else int(face)

    faces = sorted(map(str, range(11)), key=value)
    hits = {}
    for defense in (0, 5, 9, 12, 15, 19, 25):
        cards = box(card("R1", 8), card("P1", 0, defense), card("P2"))
        state = fight(cards, ["R1@0,0", "P1@0,0 P2@1,0"], 3, zero_face=zero)
        declared = play(state, act.Attack(A, B))
        hits[defense] = [roll(declared, face).stage is Stage.HIT for face in faces]
        assert hits[defense] == sorted(hits[defense])
    for lower, higher in zip(list(hits)[:-1], list(hits)[1:], strict=True):
        assert all(low or not high for low, high in zip(hits[lower], hits[higher], strict=True))
    for theirs in faces:
        hit = struck(die=theirs, zero_face=zero)
        declared = play(hit, act.Dodge(B))
        dodged = [roll(declared, face).stage is Stage.COMBAT for face in faces]
        assert dodged == sorted(dodged)


def test_rsf_t2c_hybrids_without_a_use_are_declared_before_play_goes_on():
    state = fight(CARDS, ["R1@0,0 H1@1,0", "P1@0,0"])
    assert findings(state, act.Attack(A, B)) == ("RSF-T2c",)
    (option,) = GAME.options(state)
    expected = ["race:Robot", "race:Insect", "special"]
    assert [action.mode.word() for action in option.instances] == expected
    state = play(state, act.DeclareMode(A, ref("H1"), SPECIAL_MODE))
    assert findings(state, act.Attack(A, B)) == ()
