"""Light depth: people enter the sums, the program keeps sequence, budgets, hits and the end."""

import pytest
from rsf_kit import A, B, C, at_stage, hand, ref
from rsf_play import findings, force, new_game, play, roll

from companion.core.game import Depth
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Stage
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE
from models.workshop.invariants import invariants
from models.workshop.invariants.rsf import cards_in_play

CARD = ref("card")


def ready(seats=2, **chosen):
    switches = {f"rsf.{name}": value for name, value in chosen.items()}
    state = new_game(seats, Depth.LIGHT, switches)
    return play(state, act.Mixed(None), act.Starter(None, A))


def sheet(seat, attack=8, defense=12, special=1, pieces=6, race=None):
    return act.EnterSheet(seat, attack, defense, special, pieces, race)


def fighting(*sheets, **chosen):
    """The first seat's turn before combat, with these sheets."""
    state = ready(len(sheets), **chosen)
    for seat in range(len(sheets)):
        state = play(state, act.Done(Seat(seat)))
    for entered in sheets:
        state = play(state, entered, act.Confirm(entered.actor))
    return play(state, act.Draw(A, UNNAMED))


def test_light_everybody_has_seven_cards_at_once_without_names():
    state = ready(6)
    assert (state.stage, state.pile) == (Stage.READY, 83)
    assert [len(player.hand) for player in state.players] == [7] * 6
    state = fighting(sheet(A), sheet(B))
    assert findings(play(state, act.EndTurn(A)), act.Draw(B, CardId("R01"))) == ("RSF-S5",)
    assert findings(state, act.Connect(A, CardId("R01"), Cell(0, 0))) == ("RSF-S5",)


def test_light_exchange_and_mulligan_are_counted():
    state = play(ready(), act.Exchange(A, (UNNAMED,) * 3))
    assert (state.players[A].owed, len(state.discard)) == (3, 3)
    for _ in range(3):
        state = play(state, act.Draw(A, UNNAMED))
    assert findings(state, act.Exchange(A, (UNNAMED,))) == ("RSF-R3d",)
    assert findings(ready(), act.Exchange(A, (UNNAMED,) * 5)) == ("RSF-R3a",)
    state = play(state, act.Mulligan(A))
    assert state.players[A].owed == 7
    assert cards_in_play(state) == 125


def test_light_the_sheet_is_asked_for_before_it_is_confirmed():
    state = play(ready(), act.Done(A), act.Done(B))
    assert findings(state, act.Confirm(A)) == ("RSF-T1",)
    assert findings(state, sheet(A, pieces=8)) == ("RSF-T3",)
    assert findings(state, sheet(A, pieces=0)) == ("RSF-R1d",)
    assert findings(state, sheet(A, attack=-1)) == ("RSF-T3",)
    state = play(state, sheet(A), act.Confirm(A))
    assert (len(state.players[A].monster), len(state.players[A].hand)) == (6, 1)
    assert findings(hand(at_stage(new_game(2), Stage.READY), A, "R01"), sheet(A)) == ("RSF-T3",)
    state = play(ready(), act.Done(A), act.Done(B), sheet(A))
    assert findings(state, act.DeclareMode(A, CARD, SPECIAL_MODE)) == ("RSF-T2",)


@pytest.mark.parametrize(("die", "stage"), [(3, Stage.COMBAT), (4, Stage.HIT)])
def test_light_hit_and_miss_by_the_entered_sums(die, stage):
    state = fighting(sheet(A, 8), sheet(B, defense=12))
    assert roll(play(state, act.Attack(A, B)), die).stage is stage


@pytest.mark.parametrize(
    ("mine", "theirs", "plus"),
    [("Robot", "Insect", 1), ("insect", "robot", -1), ("Plant", "Robot", 0), (None, "Robot", 0)],
)
def test_light_dominance_is_the_one_pair_that_the_document_names(mine, theirs, plus):
    state = play(fighting(sheet(A, 8, race=mine), sheet(B, race=theirs)), act.Attack(A, B))
    state = roll(state, 9)
    assert state.strike.score == 8 + plus


def test_light_a_hit_costs_a_piece_and_a_new_sheet_or_the_game():
    state = fighting(sheet(A), sheet(B, defense=0, pieces=1))
    state = roll(play(state, act.Attack(A, B)), 1)
    assert findings(state, sheet(B)) == ("RSF-T3", "RSF-F2")
    over = play(state, act.Destroy(B, CARD))
    assert (over.stage, over.destroyed) == (Stage.OVER, ("card",))
    assert GAME.standing(over).winners == (A,)
    assert cards_in_play(over) == 125
    state = fighting(sheet(A), sheet(B))
    state = play(roll(play(state, act.Attack(A, B)), 9), act.Destroy(B, CARD))
    assert findings(state, sheet(B, defense=9, pieces=6)) == ("RSF-F2a",)
    state = play(state, sheet(B, defense=9, pieces=5))
    assert totals(state, B).defense == 9


def test_light_rsf_f2_pieces_are_connected_in_ones_own_turn():
    state = fighting(sheet(A, pieces=5), sheet(B, pieces=5))
    assert findings(state, sheet(A, pieces=7)) == ()
    assert findings(state, sheet(B, pieces=6)) == ("RSF-F2",)
    assert findings(state, sheet(A, pieces=4)) == ("RSF-R3",)
    joined = play(state, act.Connect(A, UNNAMED))
    assert len(joined.players[A].monster) == 6
    assert findings(play(state, act.BeginCombat(A)), sheet(A, pieces=6)) == ("RSF-F2a",)
    state = fighting(sheet(A, pieces=5), sheet(B, pieces=5))
    while state.stage is not Stage.MUTATE:
        state = next_step(state)
    assert findings(state, sheet(A, pieces=6)) == ("RSF-O1",)
    assert findings(state, sheet(A, attack=9, pieces=5)) == ()
    state = force(fighting(sheet(A), sheet(B)), sheet(A, pieces=4))
    assert (len(state.players[A].monster), len(state.players[A].hand)) == (4, 4)
    assert cards_in_play(state) == 125


def test_light_budgets_and_specials_by_the_entered_sheet():
    state = fighting(sheet(A, special=1), sheet(B))
    state = play(roll(play(state, act.Special(A)), 9), act.Force(A, B), act.Remove(B, CARD))
    assert findings(state, act.Attack(A, B)) == ("RSF-F3", "RSF-F4")
    assert findings(state, act.Special(A)) == ("RSF-F3", "RSF-F3d")
    assert len(state.discard) == 1


@pytest.mark.parametrize(
    ("die", "actions", "pieces"),
    [
        (1, (act.Steal(A, B, CARD),), (6, 5)),
        (3, (act.Move(A, CARD),), (6, 6)),
        (5, (act.Swap(A, A, CARD, B, CARD),), (6, 6)),
        (7, (act.Replace(A, CARD), act.Draw(A, UNNAMED), act.Connect(A, UNNAMED)), (6, 6)),
        (7, (act.Replace(A, CARD), act.Draw(A, UNNAMED), act.Keep(A)), (5, 6)),
        (9, (act.Force(A, B), act.Remove(B, CARD)), (6, 5)),
    ],
)
def test_light_specials_are_counted(die, actions, pieces):
    state = roll(play(fighting(sheet(A), sheet(B)), act.Special(A)), die)
    assert GAME.options(state)[0].instances[0] == actions[0]
    state = play(state, *actions)
    assert (state.stage, state.actions_used) == (Stage.COMBAT, 1)
    assert tuple(len(player.monster) for player in state.players) == pieces
    assert invariants(state) == ()


def test_light_switch_steal_to_monster():
    state = roll(play(fighting(sheet(A), sheet(B), steal_to="monster"), act.Special(A)), 1)
    state = play(state, act.Steal(A, B, CARD))
    assert findings(state, act.Keep(A)) == ("RSF-Q15",)
    assert len(play(state, act.Connect(A, UNNAMED)).players[A].monster) == 7


def test_light_dodge_and_mutate_and_sudden_death():
    state = fighting(sheet(A, 8), sheet(B, defense=5), sheet(C))
    while state.phase < 4:
        state = next_step(state)
    state = play(state, act.Draw(A, UNNAMED), act.Attack(A, B))
    state = roll(state, 4)
    assert state.stage is Stage.DODGE
    state = roll(play(state, act.Dodge(B)), 5)
    while state.sd_round < 2:
        state = next_step(state)
    assert state.phase == 5


def next_step(state):
    if state.stage is Stage.DRAW:
        return play(state, act.Draw(state.turn, UNNAMED))
    if state.stage is Stage.MUTATE:
        assert findings(state, act.Rearrange(state.turn, ())) == ()
        return play(state, act.Skip(state.turn))
    return play(state, act.EndTurn(state.turn))


def test_light_switch_death_goes_by_the_new_sums():
    state = fighting(sheet(A), sheet(B, defense=3), sheet(C), death="def_zero")
    state = play(roll(play(state, act.Attack(A, B)), 9), act.Destroy(B, CARD))
    assert state.players[B].alive
    state = play(state, sheet(B, defense=0, pieces=5))
    assert not state.players[B].alive
    state = fighting(sheet(A), sheet(B), sheet(C), death="no_defense_card")
    assert not play(state, sheet(C, defense=0)).players[C].alive


def test_light_attacks_go_by_the_entered_sums():
    request = GAME.pending(play(fighting(sheet(A), sheet(B)), act.Attack(A, B)))
    assert request.purpose == "Attack on Ben: 8 + die against DEF 12"
    assert findings(fighting(sheet(A, 1, race="Robot"), sheet(B)), act.Attack(A, B)) == ("RSF-F3y",)
    assert findings(fighting(sheet(A, 1), sheet(B)), act.Attack(A, B)) == ()


def test_light_score_says_what_was_entered():
    lines = GAME.score(fighting(sheet(A), sheet(B))).lines
    assert {(line.column, line.points, line.rule) for line in lines if line.seat == A} == {
        ("ATK", 8, "RSF-T1"),
        ("DEF", 12, "RSF-T1"),
        ("SPC", 1, "RSF-T1"),
        ("pieces", 6, "RSF-F4b"),
    }


@pytest.mark.parametrize(
    ("defense", "said"),
    [(40, "DEF 40, no roll"), (5, "DEF 5, every roll"), (14, "DEF 14, 5 or more")],
)
def test_f3a_the_menu_says_what_an_attack_needs(defense, said):
    state = fighting(sheet(A, 9), sheet(B, 6, defense))
    assert GAME.line(state, act.Attack(A, B)) == f"Attack {state.name(B)} ({said})"
