"""Clean-up, reshuffles, the passing of rounds and the end (FGT-D, FGT-E)."""

from dataclasses import replace

import pytest
from fgt_kit import A, B, C, arena, box, fight, findings, force, play, refused, table, warrior
from sheet_kit import seen

from companion.core.score import Place
from companion.core.seats import Seat
from companion.core.words import UNNAMED, CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Kind
from companion.games.fgt.state import Arena, Player, Scored, Stage
from companion.games.fgt.words import Family
from models.workshop.invariants import invariants

CARDS = box(
    warrior("H1", 20), warrior("A1", 19), warrior("R1", 7), warrior("X1", 1, "2>8"),
    arenas=[arena("P1", 6, Kind.HIGHEST)],
)  # fmt: skip


def drawing(seats=3, reserves=None, graveyard=None, **chosen):
    """The clean-up of the first round: everybody is to draw two."""
    state = table(None, seats, Stage.DRAW, hand=3, **chosen)
    players = tuple(replace(player, owed=2) for player in state.players)
    decided = (replace(state.arena),)
    state = replace(state, players=players, arena=None, aside=decided)
    if reserves is None:
        return state
    pile = (UNNAMED,) * graveyard
    held = 60 - reserves - graveyard - 3 * seats
    one = replace(players[0], scored=(Scored(None),) * held)
    return replace(state, players=(one, *players[1:]), reserves=reserves, graveyard=pile)


def test_fgt_d1_mains_and_active_boosts_go_to_the_graveyard():
    state = fight(CARDS, ["H1 X", "A1 X"])
    before = state.graveyard
    state = play(state, act.Activate(A, CardId("X1")), act.ScoreBoost(B))
    state = play(state, act.Winner(None, (A,)))
    assert state.graveyard == (*before, "H1", "X1", "A1")
    assert all(player.main is None and player.boost is None for player in state.players)
    assert state.stage is Stage.DRAW
    assert invariants(state) == ()


def test_fgt_d2_everybody_draws_two():
    state = drawing()
    assert GAME.pending(state).rule == "FGT-D2"
    assert findings(state, act.Drew(A, 3)) == ("FGT-D2",)
    assert findings(state, act.Drew(A, 0)) == ("FGT-D2",)
    assert findings(state, act.Drew(A, 99)) == ("FGT-D2",)
    assert findings(state, act.Drew(A, 2, (Family.HUMAN,))) == ("FGT-D2",)
    after = play(state, act.Drew(A, 2))
    assert (after.players[A].hand, after.reserves) == (5, state.reserves - 2)
    assert findings(after, act.Drew(A, 1)) == ("FGT-D2",)
    done = play(after, act.Drew(B, 1), act.Drew(B, 1), act.Drew(C, 2))
    assert [player.hand for player in done.players] == [5, 5, 5]
    assert done.stage is Stage.ARENA


def test_fgt_d2_more_by_ruling_is_remembered():
    state = force(drawing(), act.Drew(A, 3))
    state = play(state, act.Drew(B, 2), act.Drew(C, 2))
    assert state.players[A].hand == 6
    assert state.uneven
    assert invariants(state) == ()


def test_fgt_d2_all_at_once():
    state = drawing()
    done = play(state, act.AllDrew(None))
    one_by_one = play(state, act.Drew(A, 2), act.Drew(B, 2), act.Drew(C, 2))
    assert done == one_by_one
    assert findings(done, act.AllDrew(None)) == ("FGT-D2",)
    assert findings(drawing(3, 5, 20), act.AllDrew(None)) == ("FGT-D4",)
    assert play(drawing(3, 6, 20), act.AllDrew(None)).stage is Stage.RESHUFFLE


def test_fgt_d3_in_order_from_the_first_player():
    state = drawing()
    assert findings(state, act.Drew(B, 2)) == ("FGT-D3",)
    forced = force(state, act.Drew(B, 2))
    assert forced.turn == A
    assert play(forced, act.Drew(A, 2)).turn == C


def test_fgt_d4_the_graveyard_becomes_new_reserves():
    state = play(drawing(3, 2, 20), act.Drew(A, 2))
    assert state.stage is Stage.RESHUFFLE
    asked = GAME.pending(state)
    assert (asked.rule, asked.verbs) == ("FGT-D4", ("reshuffled",))
    assert refused(state, act.Drew(B, 2)) == "the Reserves hold 0, not 2"
    state = play(state, act.Reshuffled(None, ()))
    assert (state.reserves, len(state.graveyard), state.turn) == (17, 3, B)
    assert findings(state, act.Reshuffled(None, ())) == ("FGT-D4",)


def test_fgt_d4_the_three_come_from_the_graveyard():
    pile = tuple(CARDS.warriors)[:20]
    state = replace(table(CARDS, 2, Stage.RESHUFFLE), resume=Stage.DRAW, reserves=0, graveyard=pile)
    for wrong in (pile[:2], (*pile[:2], CardId("Z9")), (*pile[:2], pile[0])):
        assert findings(state, act.Reshuffled(None, wrong)) == ("FGT-D4",)
    elsewhere = (*pile[:2], tuple(CARDS.warriors)[30])
    assert findings(state, act.Reshuffled(None, elsewhere)) == ("FGT-D4",)
    done = play(state, act.Reshuffled(None, pile[3:6]))
    assert (done.reserves, done.graveyard) == (17, pile[3:6])
    unnamed = replace(state, graveyard=(*pile[:-1], UNNAMED))
    assert findings(unnamed, act.Reshuffled(None, elsewhere)) == ()


def test_fgt_d4_warriors_that_nobody_named_are_named_as_they_are_turned_up():
    state = replace(table(CARDS, 2, Stage.RESHUFFLE), resume=Stage.DRAW, reserves=0)
    state = replace(state, graveyard=(UNNAMED,) * 5)
    (option,) = GAME.options(state)
    assert (option.fill.least, option.fill.most) == (3, 3)
    assert set(option.fill.values) == set(CARDS.warriors)
    done = play(state, option.instances[-1])
    assert done.graveyard == option.instances[-1].cards
    assert UNNAMED not in done.graveyard
    assert done.reserves == 2


def test_fgt_d4a_as_the_last_card_leaves():
    assert play(drawing(3, 6, 20), act.AllDrew(None)).stage is Stage.RESHUFFLE
    within = play(drawing(3, 1, 20), act.Drew(A, 1))
    assert (within.stage, within.players[A].owed) == (Stage.RESHUFFLE, 1)
    assert play(within, act.Reshuffled(None, ())).turn == A


def test_switch_reshuffle_at():
    state = drawing(3, 6, 20, reshuffle_at="needed")
    done = play(state, act.AllDrew(None))
    assert (done.stage, done.reserves) == (Stage.ARENA, 0)
    needed = play(drawing(3, 1, 20, reshuffle_at="needed"), act.Drew(A, 1))
    assert needed.stage is Stage.RESHUFFLE


@pytest.mark.parametrize(("graveyard", "reserves", "left"), [(4, 1, 3), (3, 3, 0), (1, 1, 0)])
def test_fgt_d5_three_or_fewer_form_no_new_graveyard(graveyard, reserves, left):
    state = play(drawing(3, 2, graveyard), act.Drew(A, 2), act.Reshuffled(None, ()))
    assert (state.reserves, len(state.graveyard)) == (reserves, left)


def test_fgt_d5_full_depth_names_no_card_then():
    pile = tuple(CARDS.warriors)[:3]
    state = replace(table(CARDS, 2, Stage.RESHUFFLE), resume=Stage.DRAW, reserves=0, graveyard=pile)
    assert findings(state, act.Reshuffled(None, pile)) == ("FGT-D5",)
    assert "no new Graveyard" in GAME.pending(state).text


def test_fgt_d5_with_nothing_left_the_draw_ends_short():
    state = play(drawing(3, 2, 0), act.Drew(A, 2))
    assert state.stage is Stage.ARENA
    assert [player.hand for player in state.players] == [5, 3, 3]
    assert state.uneven
    assert invariants(state) == ()


def test_fgt_d5_empty_reserves_are_tried_again():
    state = fight(CARDS, ["H1 X", "A1 X"])
    scored = (Scored(None),) * (state.reserves + 3)
    one = replace(state.players[A], scored=scored)
    state = replace(state, players=(one, state.players[B]), reserves=0, graveyard=())
    state = play(state, act.Activate(A, CardId("X1")), act.ScoreBoost(B), act.Winner(None, (A,)))
    assert (state.stage, state.graveyard) == (Stage.RESHUFFLE, ("H1", "X1", "A1"))
    state = play(state, act.Reshuffled(None, ()))
    assert (state.reserves, state.turn) == (3, A)


@pytest.mark.parametrize(("first", "after"), [(A, B), (B, C), (C, A)])
def test_fgt_d6_the_first_player_card_goes_clockwise(first, after):
    state = replace(drawing(), first=first, starter=first, turn=first)
    state = play(state, act.AllDrew(None))
    assert (state.first, state.turn) == (after, after)
    assert invariants(state) == ()


def test_fgt_d7_the_next_arena_comes_up():
    state = play(fight(CARDS, ["H1", "A1"], Stage.JUDGE), act.Winner(None, (A,)))
    state = play(replace(state, coming=CardId("N1")), act.AllDrew(None))
    assert (state.round, state.stage) == (2, Stage.ARENA)
    assert GAME.pending(state).rule == "FGT-D7"
    assert findings(state, act.EnterArena(None, CardId("P1"))) == ("FGT-S4", "FGT-D7")
    assert findings(state, act.EnterArena(None, CardId("N2"))) == ("FGT-D7",)
    assert "Next: N1 " in seen(GAME, state)
    state = play(state, act.EnterArena(None, CardId("N1")))
    assert (state.arena.round, state.stage, state.turn) == (2, Stage.PLAY, B)


def test_fgt_d7_under_the_seventh_nothing_lies():
    state = replace(table(CARDS, 2, Stage.ARENA), round=7, arena=None)
    named = act.EnterArena(None, CardId("N1"), CardId("N2"))
    assert findings(state, named) == ("FGT-S4",)


def ended(*players, **chosen):
    return replace(table(None, len(players), Stage.OVER, **chosen), players=players, arena=None, round=7)


def seat(glory, scored, **more):
    return Player(arenas=(Arena(None, glory, 1),) if glory else (), scored=(Scored(None),) * scored, **more)


def test_fgt_e1_after_the_seventh_fight_nothing_is_drawn():
    state = replace(fight(CARDS, ["H1", "A1"], Stage.JUDGE), round=7)
    state = play(state, act.Winner(None, (A,)))
    assert state.stage is Stage.OVER
    assert (state.first, [player.owed for player in state.players]) == (A, [0, 0])
    assert findings(state, act.AllDrew(None)) == ("FGT-E1",)
    assert (GAME.options(state), GAME.pending(state)) == ((), None)
    assert GAME.view(state).over


def test_fgt_e2_glory_of_arenas_and_one_a_scored_warrior():
    state = ended(seat(8, 3), seat(4, 0), seat(0, 2))
    sheet = GAME.score(state)
    assert [sheet.total(Seat(at), "Glory") for at in range(3)] == [11, 4, 2]
    lines = [(line.seat, line.points, line.rule, line.why) for line in sheet.lines]
    assert lines[:2] == [
        (A, 8, "FGT-E2", "Arena of round 1"),
        (A, 3, "FGT-E2", "3 scored Warriors"),
    ]
    assert [place.seat for place in GAME.standing(state).places] == [A, B, C]


def test_fgt_e3_most_scored_warriors_break_a_tie():
    standing = GAME.standing(ended(seat(8, 2), seat(6, 4), seat(7, 0)))
    assert [(place.seat, place.rank) for place in standing.places] == [(B, 1), (A, 2), (C, 3)]
    assert standing.rule == "FGT-E3"
    assert "scored Warriors: Sofia 4, Mark 2 (FGT-E3)" in standing.explanation


def test_fgt_e4_still_tied_is_shared():
    standing = GAME.standing(ended(seat(6, 2), seat(6, 2), seat(4, 4)))
    assert standing.winners == (C,)
    standing = GAME.standing(ended(seat(6, 2), seat(6, 2), seat(4, 1)))
    assert standing.winners == (A, B)
    assert standing.rule == "FGT-E4"
    assert standing.explanation == (
        "Mark and Sofia win together with 8 Glory (FGT-E2). Mark and Sofia tie on 8; scored"
        " Warriors: Mark 2, Sofia 2 (FGT-E3). Mark and Sofia share the place (FGT-E4)."
    )
    assert standing.places[0] == Place(A, 1, "shared, 8 Glory: 6 of Arenas, 2 scored")


def test_fgt_e4_every_tie_is_told():
    standing = GAME.standing(ended(seat(6, 3), seat(7, 2), seat(7, 2), seat(1, 0)))
    assert [place.rank for place in standing.places] == [1, 2, 2, 4]
    assert standing.rule == "FGT-E3"
    assert standing.explanation == (
        "Mark wins with 9 Glory (FGT-E2). Mark, Sofia and Phillip tie on 9; scored Warriors: Mark"
        " 3, Sofia 2, Phillip 2 (FGT-E3). Sofia and Phillip share the place (FGT-E4)."
    )


def test_switch_final_tie():
    state = ended(seat(6, 2), seat(6, 2), seat(4, 1), final_tie="closest_to_first")
    standing = GAME.standing(replace(state, first=B))
    assert (standing.winners, standing.rule) == ((B,), "FGT-E4")
    assert "Clockwise from the first player Sofia: Sofia, then Mark (FGT-E4)." in (standing.explanation)
    assert GAME.standing(replace(state, first=C)).winners == (A,)


def test_fgt_e5_cards_in_hand_score_nothing():
    state = ended(seat(6, 2, hand=3), seat(6, 2, hand=1))
    assert GAME.standing(state).winners == (A, B)
    assert GAME.score(state).total(A, "Glory") == 8


def test_a_standing_before_the_end_is_provisional():
    assert GAME.standing(table(None)).explanation == "No Arena is decided yet."
    state = replace(ended(seat(6, 2), seat(4, 0)), stage=Stage.ARENA)
    standing = GAME.standing(state)
    assert (standing.final, standing.winners) == (False, ())
    assert standing.explanation == "Provisional after 2 of 7 Arenas: Mark with 8 Glory (FGT-E2)."
