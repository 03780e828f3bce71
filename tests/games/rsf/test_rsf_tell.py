"""What the table reads: history lines, headlines, questions, verdicts."""

import pytest
from rsf_kit import FILLER, A, B, at_stage, box, card, fight, hand, ref
from rsf_play import NAMES, new_game, play, roll, shipped

from companion.core.actions import Roll, Withdraw
from companion.core.dice import DieFace
from companion.core.game import Depth, Setup
from companion.core.seats import Seat
from companion.core.sheet import plain
from companion.core.verdict import Breach, Note
from companion.core.words import CardId, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.board import tile
from companion.games.rsf.state import Stage
from companion.games.rsf.words import SPECIAL_MODE, Mode, PieceRef, Placement
from companion.system.language import choose_language

CARDS = box(
    card("R1", 7, 1), card("P1", 0, 15), card("I1", 0, 15), card("H1"), card("P2", 1, 1),
)  # fmt: skip


def duel(target="P1@0,0 P2@1,0", phase=3, **more):
    return fight(CARDS, ["R1@0,0 H1@1,0=special", target], phase, **more)


def d10(seat, face):
    return Roll(seat, (DieFace("d10", str(face)),))


def told(state, action):
    return GAME.tell(state, action, GAME.apply(state, action))


def test_an_attack_is_told_with_its_sum_and_the_races():
    state = play(duel(), act.Attack(A, B))
    assert told(duel(), act.Attack(A, B)) == "Ann goes for Ben"
    assert told(state, d10(A, 8)) == "Ann attacks Ben: 8 + 8 = 16 against DEF 16: hit (RSF-F3a)"
    assert told(state, d10(A, 7)) == "Ann attacks Ben: 7 + 8 = 15 against DEF 16: miss (RSF-F3a)"
    assert told(state, d10(A, 0)).startswith("Ann attacks Ben: 10 + 8 = 18")
    strong = play(duel("I1@0,0"), act.Attack(A, B))
    assert "6 + 8 + 1 for dominance = 15 against DEF 15: hit" in told(strong, d10(A, 6))
    cards = box(card("I1", 7), card("R1", 0, 15))
    weak = play(fight(cards, ["I1@0,0", "R1@0,0"]), act.Attack(A, B))
    assert "7 + 8 - 1 for weakness = 14 against DEF 15: miss" in told(weak, d10(A, 7))


def test_what_follows_is_told_in_the_same_line_phases_and_sudden_death_too():
    state = roll(play(duel("P2@0,0"), act.Attack(A, B)), 9)
    assert told(state, act.Destroy(B, ref("P2"))) == (
        "Ben gives up P2 card P2: destroyed (RSF-F4) · Ben's monster is dead (RSF-F4b) · Ann wins (RSF-E1)"
    )
    state = at_stage(duel(phase=1), Stage.BEFORE, turn=B)
    assert told(state, act.EndTurn(B)) == "Ben's turn ends · Phase 2 begins (RSF-F0)"
    mutating = at_stage(duel(phase=4), Stage.BEFORE, turn=B)
    assert told(mutating, act.EndTurn(B)) == "Ben's turn ends · monsters may mutate (RSF-O1)"
    last = at_stage(duel(phase=4), Stage.MUTATE, turn=B)
    assert told(last, act.Skip(B)) == "Ben leaves it as it is · Sudden Death, round 1 (RSF-O4)"


@pytest.mark.parametrize(
    ("die", "action", "line"),
    [
        (1, act.Steal(A, B, ref("P2")), "Ann steals P2 card P2 from Ben"),
        (3, act.Move(A, ref("R1"), Cell(2, 0)), "Ann moves R1 card R1: right of H1"),
        (5, act.Swap(A, A, ref("R1"), B, ref("P2")),
         "Ann swaps Ann's R1 card R1 with Ben's P2 card P2"),
        (7, act.Replace(A, ref("R1")), "Ann discards R1 card R1 for a new card"),
        (9, act.Force(A, B), "Ann forces Ben: force another player to remove a piece"),
    ],
)  # fmt: skip
def test_specials_are_told(die, action, line):
    state = roll(play(duel(), act.Special(A)), die)
    assert told(state, action) == line


def test_a_special_roll_and_a_dodge_are_told():
    state = play(duel(), act.Special(A))
    assert told(state, d10(A, 1)) == ("Ann's special, die 1: steal an outside card of another monster (RSF-X1)")
    hit = roll(play(duel("P2@0,0 Z0@1,0", 4), act.Attack(A, B)), 4)
    dodging = play(hit, act.Dodge(B))
    assert told(hit, act.Dodge(B)) == "Ben tries to dodge"
    assert told(dodging, d10(B, 5)) == "Ben dodges with 5 against 4: dodged (RSF-O2c)"
    assert told(dodging, d10(B, 4)) == "Ben dodges with 4 against 4: the hit stands (RSF-O2c)"
    assert told(play(duel(), act.Attack(A, B)), Withdraw(A)) == "Ann takes that back"


def test_building_is_told_with_the_use_of_hybrids():
    assert told(hand(duel(), A, "P2"), act.Connect(A, CardId("P2"), Cell(0, 1))) == (
        "Ann connects P2 card P2: ATK 8, DEF 2, SPC 1"
    )
    mutate = at_stage(duel(), Stage.MUTATE)
    layout = (Placement(CardId("R1"), Cell(0, 0)), Placement(CardId("H1"), Cell(0, 1)))
    assert told(mutate, act.Rearrange(A, layout)).startswith("Ann's monster mutates: ATK 8")
    start = play(new_game(2), act.Mixed(None))
    assert told(start, act.Starter(None, B)) == "Ben is the starter and begins every round"
    dealing = play(start, act.Starter(None, B))
    assert told(dealing, act.Draw(B, CardId("R01"))) == "Ben draws R01 Piston Fist"
    setup = Setup(NAMES[:2], Depth.FULL, {}, shipped())
    state = hand(at_stage(GAME.start(setup), Stage.READY), Seat(0), "H01 R01 R02")
    action = act.Connect(A, CardId("H01"), Cell(0, 0), SPECIAL_MODE)
    assert told(state, action).startswith("Ann connects H01 Tin Cicada as special: ")


def test_a_removed_piece_a_hybrids_use_and_an_entered_sheet_are_told():
    forced = play(roll(play(duel(), act.Special(A)), 9), act.Force(A, B))
    assert told(forced, act.Remove(B, ref("P2"))) == "Ben removes P2 card P2"
    cards = box(card("H1", 2, 3), card("P1"))
    state = fight(cards, ["H1@0,0", "P1@0,0"])
    use = act.DeclareMode(A, ref("H1"), SPECIAL_MODE)
    assert told(state, use).startswith("Ann uses H1 as special: ATK ")
    light = play(new_game(2, Depth.LIGHT), act.Mixed(None), act.Starter(None, A))
    light = play(light, act.Done(A), act.Done(B))
    sheet = act.EnterSheet(A, 8, 12, 1, 6, None)
    assert told(light, sheet) == "Ann's sheet: ATK 8, DEF 12, SPC 1, 6 pieces"


def test_headlines_say_where_the_game_stands():
    assert GAME.view(duel(phase=2)).headline == "Phase 2 · Ann's turn · 2 actions left"
    assert GAME.view(duel(phase=1)).headline == "Phase 1 · Ann's turn · 1 action left"
    mutating = at_stage(duel(), Stage.MUTATE)
    assert GAME.view(mutating).headline == "Phase 3 · Ann may mutate"
    assert GAME.view(new_game(2)).headline == "Setup: mixing the pile"
    dealing = play(new_game(2), act.Mixed(None), act.Starter(None, A))
    assert GAME.view(dealing).headline == "Setup: drawing seven cards · Ann"


def test_rsf_f3f_the_meaning_of_face_0_is_said_when_it_plays_a_part():
    state = play(duel(), act.Attack(A, B))
    (note,) = GAME.check(state, d10(A, 0))
    assert isinstance(note, Note)
    assert (note.rule, note.text) == ("RSF-F3f", "face 0 counts as 10")
    assert GAME.check(state, d10(A, 7)) == ()
    assert GAME.check(play(duel(), act.Special(A)), d10(A, 0)) == ()


@pytest.mark.parametrize(
    ("state", "action", "text"),
    [
        (duel(), act.DeclareMode(A, ref("H1"), Mode("Robot")), "the use of a hybrid stays"),
        (duel(), act.Destroy(B, ref("P1")), "no piece is to be given up"),
        (duel(), act.Attack(B, A), "it is Ann's turn"),
        (duel(), act.Draw(A, FILLER), "one card is drawn a turn, at its beginning"),
        (duel(hands=["Z0"]), act.Connect(A, FILLER, Cell(0, 0)), "a card lies there already"),
        (duel(), act.Confirm(A), "sheets are confirmed in the Set phase; now: Fight: before"),
    ],
)
def test_refusals_are_plain(state, action, text):
    (finding,) = GAME.check(state, action)
    assert isinstance(finding, Breach)
    assert text in finding.text
    assert finding.rule not in finding.text


def test_questions_name_who_is_asked_and_the_verbs_that_answer():
    hit = roll(play(duel(phase=4), act.Attack(A, B)), 9)
    question = GAME.pending(hit)
    assert (question.asks, question.verbs) == (B, ("destroy",))
    assert question.text == "Ben, which piece is destroyed?"
    forced = play(roll(play(duel(), act.Special(A)), 9), act.Force(A, B))
    question = GAME.pending(forced)
    assert question.verbs == ("remove",)
    attach = roll(play(duel(), act.Special(A)), 7)
    attach = play(attach, act.Replace(A, PieceRef(CardId("R1"))), act.Draw(A, FILLER))
    question = GAME.pending(attach)
    assert question.text == "Connect Z0 filler now?"


def test_the_view_shows_the_layout_the_squares_and_the_strike():
    state = play(duel("I1@0,0"), act.Attack(A, B))
    ann, ben = GAME.sheet(state).blocks
    assert [(tile.at, tile.word) for tile in ann.grid.tiles] == [((0, 0), "R1"), ((1, 0), "H1")]
    assert "✦" in plain(ann.grid.tiles[1].lines[1])
    assert [figure.text for figure in ann.figures] == ["8", "1", "1", "Robot"]
    assert ann.title[0].endswith("1 special left")
    assert ben.title[0] == "◎ Ben  under attack"
    assert GAME.sheet(roll(state, 9)).blocks[B].title[0] == "▼ Ben  gives up a piece"
    cards = box(*(card(f"R{n}", 1, 1) for n in range(1, 5)))
    state = fight(cards, ["R1@0,0 R2@1,0 R3@0,1 R4@1,1", "Z0@0,0"])
    (square,) = GAME.sheet(state).blocks[A].grid.marks
    assert (square.at, square.text) == ((0, 0), "★+4")


@pytest.mark.parametrize(
    ("die", "action", "line"),
    [
        (1, act.Steal(A, B, ref("P2")), "Steal from Ben (DEF 16, 2 pieces)"),
        (9, act.Force(A, B), "Force Ben to remove a piece (DEF 16, 2 pieces)"),
    ],
)
def test_a_target_of_a_special_is_listed_with_its_def_and_its_pieces(die, action, line):
    assert GAME.line(roll(play(duel(), act.Special(A)), die), action) == line


@pytest.mark.parametrize("code", ["de", "fr"])
@pytest.mark.parametrize("use", ["special", "race:Robot"])
def test_a_hybrid_in_use_keeps_sign_and_colour_in_every_language(code, use):
    state = fight(CARDS, [f"R1@0,0 H1@1,0={use}", "P1@0,0"])
    english = [tile(state, piece) for piece in state.players[A].monster]
    choose_language({}, code)
    assert [tile(state, piece) for piece in state.players[A].monster] == english
