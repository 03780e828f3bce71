"""A turn up to its effects: draw, roll, re-roll, triples, Die-molition (MD-T, MD-C5, MD-I, MD-X).

Seats, dice, cards and the roll-off (MD-S).
"""

from dataclasses import replace
from pathlib import Path

import pytest
from md_kit import (
    NOTHING,
    A,
    B,
    C,
    begun,
    findings,
    force,
    front,
    hands,
    ill,
    kinds,
    lie,
    new_game,
    play,
    read,
    rolled,
    seated,
    sick,
    text,
    throw,
    verbs,
)

from companion.core.actions import Roll
from companion.core.chain import Chain
from companion.core.dice import DieFace, RollRequest
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.rulebook import Rulebook
from companion.core.steps import BEGINNING, Step
from companion.core.switches import SwitchError
from companion.games.md import GAME
from companion.games.md.state import Die, Stage, arranged
from companion.games.md.words import KINDS, Special

CORE = Path(__file__).parents[3] / "companion" / "core"


def faces(state, seat):
    return [die.face for die in state.players[seat].pool]


def joined(state, seat, kind, owner):
    """The state with one more die in a pool, taken from its owner's."""
    line = f"table: adjust-die {kind}@{owner + 1} to pool of {state.name(seat)}"
    return play(state, line)


def test_md_t1_a_turn_begins_with_one_card():
    state = begun()
    assert GAME.pending(state).rule == "MD-T1"
    assert findings(state, "Ben: draw") == ("MD-T6",)
    assert text(state, "Ben: draw") == "it is Ann's turn"
    assert findings(state, "Ann: end-turn") == ("MD-T1",)
    after = play(state, "Ann: draw")
    assert (hands(after), after.deck, after.stage) == ([3, 2, 2], 33, Stage.ROLL)
    assert findings(after, "Ann: draw") == ("MD-T1",)
    assert text(after, "Ann: draw") == "a turn has one draw, at its beginning; now: Turn: roll"


def test_md_t1_an_empty_deck_gives_no_card():
    state = replace(rolled(NOTHING), deck=0)
    assert play(state, "Ann: end-turn").stage is Stage.ROLL


def test_md_t2_the_whole_pool_is_rolled_and_not_the_infirmary():
    state = play(ill(begun(), A, "spider"), "Ann: draw")
    request = GAME.pending(state)
    assert sorted(request.kinds) == ["md.devil", "md.dimwit", "md.eye", "md.squid", "md.teeth"]
    assert request.rule == "MD-T2"
    assert findings(state, "Ann: end-turn") == ("MD-T2",)


def match_at(state):
    book = "".join(path.read_text("utf-8") for path in (CORE / "rules.toml", CORE.parent / "games/md/rules.toml"))
    return Match(GAME, Rulebook.parse(book), state.setup, Chain(), Step(0, BEGINNING, state))


def test_a_die_that_is_elsewhere_is_explained():
    state = play(joined(ill(begun(), A, "eye"), B, "spider", A), "Ann: draw")
    assert dict(GAME.pending(state).elsewhere) == {
        "md.spider": "it is in Ben's pool (MD-E3)",
        "md.eye": "it is in Ann's infirmary (MD-I1)",
    }
    wrong = Roll(A, tuple(DieFace(kind, "2") for kind in GAME.dice))
    verdict = match_at(state).check(wrong)
    assert not verdict.legal
    assert verdict.reasons[0].rule == "MD-T2"


def test_md_t2a_without_dice_there_is_no_roll_and_the_turn_ends():
    state = ill(begun(), A, "teeth", "squid", "devil", "spider", "dimwit", "eye")
    state = play(state, "Ann: draw")
    assert state.stage is Stage.EFFECTS
    assert verbs(state) == {"end-turn", "surprise"}
    assert play(state, "Ann: end-turn").turn == B


def test_md_t3_dice_lie_as_they_are_until_the_next_roll():
    state = play(rolled("S 3 4 5 6 2"), "Ann: end-turn", "Ben: draw")
    state = throw(state, NOTHING)
    assert faces(state, A) == ["S", "3", "4", "5", "6", "2"]
    request = GAME.pending(play(rolled("2 3 S 5 6 2"), "Ann: end-turn", "Ben: draw"))
    assert request.roller == B


def test_md_t4_first_the_reroll_then_triples_then_die_molition_then_effects():
    state = ill(joined(begun(), A, "devil", B), A, "eye", "spider", "squid")
    state = throw(play(state, "Ann: draw"), "S S S S")
    assert state.stage is Stage.REROLL
    assert findings(state, "Ann: free eye") == ("MD-T4",)
    assert findings(state, "Ann: take Ben") == ("MD-T4", "MD-E2")
    state = play(state, "Ann: skip")
    assert state.stage is Stage.TRIPLE
    state = play(state, "Ann: free eye")
    assert state.stage is Stage.DEMOLITION
    assert play(state, "Ann: skip").stage is Stage.EFFECTS


def test_md_t5_a_side_is_used_once_and_a_combo_uses_both():
    state = play(rolled("S 3 S 4 5 6"), "Ann: bite Ben eye", "Ben: allow")
    assert findings(state, "Ann: bite Ben squid") == ("MD-E1",)
    assert findings(state, "Ann: bite-two Ben squid Ben teeth") == ("MD-T5",)
    state = play(rolled("S S S 4 5 6"), "Ann: bite-two Ben eye Ben squid", "Ben: allow")
    state = front(state, B, Special.MYOPIA)
    assert findings(state, "Ann: fetch Ben myopia") == ("MD-T5",)
    assert findings(state, "Ann: take Ben") == ()


def test_md_t5_a_roll_makes_sides_free_again():
    state = play(rolled("S 3 4 5 6 2", 2), "Ann: bite Ben eye", "Ben: allow", "Ann: end-turn")
    state = play(throw(play(state, "Ben: draw"), "2 3 4 5 6"), "Ben: end-turn", "Ann: draw")
    assert findings(throw(state, "S 3 4 5 6 2"), "Ann: bite Ben squid") == ()


def test_what_comes_at_the_wrong_time_is_refused():
    state = begun()
    for line in ("Ann: skip", "Ann: reroll eye", "Ann: bite Ben eye", "Ann: demolish"):
        assert findings(state, line), line
    assert findings(state, "Ann: withdraw") == ("MD-C5",)
    assert GAME.check(state, Roll(A, (DieFace("md.eye", "S"),)))[0].rule == "X-4"
    assert findings(rolled(NOTHING), "Ben: end-turn") == ("MD-T6",)


def two_devils(rest="2 3 4 5 6", **chosen):
    """Ann has Ben's Die'vil too; both show their sculpted side."""
    state = play(joined(begun(**chosen), A, "devil", B), "Ann: draw")
    teeth, squid, spider, dimwit, eye = rest.split()
    return throw(state, f"{teeth} {squid} S S {spider} {dimwit} {eye}")


def test_md_c5_two_devils_roll_any_dice_again():
    state = two_devils()
    assert GAME.pending(state).verbs == ("reroll", "skip")
    state = play(state, "Ann: reroll teeth eye devil@1")
    request = GAME.pending(state)
    assert (request.kinds, request.rule) == (("md.devil", "md.eye", "md.teeth"), "MD-C5")
    state = throw(state, "S 6 S")
    assert faces(state, A) == ["S", "3", "6", "S", "4", "5", "S"]
    assert findings(state, "Ann: bite Ben eye") == ()


def test_md_c5a_once_a_turn_and_the_pair_is_used_unless_rolled_again():
    state = throw(play(two_devils(), "Ann: reroll teeth"), "S")
    assert state.stage is Stage.EFFECTS
    assert findings(state, "Ann: reroll eye") == ("MD-C5a", "MD-C5")
    assert findings(state, "Ann: bite-two Ben eye Ben squid") == ("MD-T5",)
    again = throw(play(two_devils(), "Ann: reroll teeth devil@1 devil@2"), "S S S")
    assert again.stage is Stage.EFFECTS
    assert findings(again, "Ann: bite-two Ben eye Ben squid") == ()


def test_md_c5a_switch_reroll_timing():
    state = play(two_devils("S 3 4 5 6"), "Ann: skip", "Ann: bite Ben eye", "Ben: allow")
    assert findings(state, "Ann: reroll teeth") == ("MD-C5a",)
    state = play(
        two_devils("S 3 4 5 6", reroll_timing="anytime"),
        "Ann: skip",
        "Ann: bite Ben eye",
        "Ben: allow",
    )
    assert "reroll" in verbs(state)
    state = throw(play(state, "Ann: reroll teeth"), "S")
    assert findings(state, "Ann: bite Ben squid") == ()
    assert "reroll" not in verbs(state)


def test_md_c6_one_devil_rolls_nothing_again():
    state = rolled("2 3 S 4 5 6")
    assert state.stage is Stage.EFFECTS
    assert findings(state, "Ann: reroll eye") == ("MD-C5",)


def test_dice_of_one_kind_are_told_apart_when_they_lie_differently():
    state = throw(play(joined(begun(), A, "devil", B), "Ann: draw"), "2 3 S 5 4 5 6")
    line = "Ann: reroll devil"
    assert [one.rule for one in GAME.check(state, read(line))] == ["MD-C5", "MD-C5"]
    assert GAME.check(state, read(line))[1].asks == A
    assert "devil@1" in GAME.check(state, read(line))[1].text


def test_one_multiset_of_faces_gives_one_state_in_whatever_order_it_is_read():
    state = play(joined(begun(), A, "eye", B), "Ann: draw")
    dice = [DieFace(kind, "4") for kind in GAME.dice[:5]] + [DieFace("md.eye", "S")]
    one = GAME.apply(state, Roll(A, (*dice, DieFace("md.eye", "6"))))
    two = GAME.apply(state, Roll(A, (DieFace("md.eye", "6"), *dice)))
    assert one == two
    assert [die.face for die in one.players[A].pool if die.kind == "md.eye"] == ["S", "6"]


def test_md_i2_a_triple_brings_a_die_back_sculpted_sides_count_1():
    state = play(ill(begun(), A, "spider"), "Ann: draw")
    assert sick(throw(state, "S 2 S 4 S"), A) == ""
    assert sick(throw(state, "S 2 S 4 5"), A) == "spider"
    assert findings(begun(), "Ann: free teeth") == ("MD-I2",)


def test_md_i2a_one_die_of_choice_for_each_triple_without_a_face():
    state = play(ill(begun(), A, "spider", "eye"), "Ann: draw")
    state = throw(state, "4 4 4 2")
    assert GAME.pending(state).rule == "MD-I2"
    assert findings(state, "Ann: free teeth") == ("MD-I2",)
    state = play(state, "Ann: free eye")
    assert (sick(state, A), state.stage) == ("spider", Stage.EFFECTS)
    assert state.players[A].pool[-1] == Die("md.eye", A)


def test_md_i2a_faces_after_the_reroll_count_and_a_freed_die_is_not_rolled():
    state = play(ill(joined(begun(), A, "devil", B), A, "eye", "squid"), "Ann: draw")
    state = throw(play(throw(state, "4 S S 4 5"), "Ann: reroll dimwit"), "4")
    state = play(state, "Ann: free squid")
    assert kinds(state, A) == "teeth squid devil devil spider dimwit"
    state = replace(state, stage=Stage.REROLL, rerolled=False)
    assert "MD-I2a" in findings(state, "Ann: reroll squid")


def test_md_i4_two_dice_are_no_triple_without_mercy():
    def two(**chosen):
        state = ill(begun(**chosen), A, "spider", "eye", "dimwit", "devil")
        return throw(play(state, "Ann: draw"), "4 4")

    assert (sick(two(), A), two().stage) == ("devil spider dimwit eye", Stage.EFFECTS)
    assert two(infirmary_mercy="all_equal").stage is Stage.TRIPLE
    state = ill(begun(infirmary_mercy="all_equal"), A, "spider", "eye")
    assert sick(throw(play(state, "Ann: draw"), "4 4 3 2"), A) == "spider eye"


def test_md_q6_switch_triple_frees_all():
    def after(**chosen):
        return throw(play(ill(begun(**chosen), A, "spider", "eye"), "Ann: draw"), "4 4 4 2")

    assert sick(after(triple_frees="all"), A) == ""
    assert sick(after(), A) == "spider eye"


def test_md_x1_only_sculpted_sides_take_a_card_from_everybody():
    state = rolled("S S S S S S")
    assert GAME.pending(state).rule == "MD-X1"
    after = play(state, "Ann: demolish")
    assert hands(after) == [5, 1, 1]
    assert findings(rolled(NOTHING), "Ann: demolish") == ("MD-T4", "MD-X1")


def test_md_x1_a_hand_without_cards_gives_none_and_the_offer_can_be_left():
    state = seated(rolled("S S S S S S"), B, hand=0)
    assert hands(play(state, "Ann: demolish")) == [4, 0, 1]
    assert hands(play(state, "Ann: skip")) == [3, 0, 2]
    none = seated(seated(begun(), B, hand=0), C, hand=0)
    assert throw(play(none, "Ann: draw"), "S S S S S S").stage is Stage.EFFECTS


def test_md_x1a_final_faces_count_and_sides_keep_their_effects():
    state = two_devils("S S S S 6")
    state = throw(play(state, "Ann: reroll eye"), "S")
    assert state.stage is Stage.DEMOLITION
    assert {"bite", "take", "look"} <= verbs(play(state, "Ann: demolish"))
    assert rolled("S S S S S S", diemolition="off").stage is Stage.EFFECTS


def test_md_q8_switch_diemolition_min_dice():
    def four(**chosen):
        state = ill(begun(**chosen), A, "eye", "dimwit")
        state = throw(play(state, "Ann: draw"), "S S S S")
        return play(state, "Ann: free eye").stage

    assert four() is Stage.DEMOLITION
    assert four(diemolition_min_dice="4") is Stage.DEMOLITION
    assert four(diemolition_min_dice="5") is Stage.EFFECTS


def test_a_forced_end_of_turn_skips_what_was_compulsory():
    assert force(begun(), "Ann: end-turn").turn == B
    assert force(play(begun(), "Ann: draw"), "Ann: end-turn").turn == B


def test_pools_have_a_fixed_order():
    state = lie(new_game(2), A, NOTHING)
    assert arranged(reversed(state.players[A].pool)) == state.players[A].pool


@pytest.mark.parametrize("faces_", ["2 2 2 3 3 3", "S S S S 2 3"])
def test_nothing_comes_back_to_who_has_everything(faces_):
    assert rolled(faces_).stage is Stage.EFFECTS


def test_md_s1_everybody_has_one_die_of_each_kind_and_there_are_40_cards():
    state = new_game(4)
    assert {kinds(state, seat) for seat in range(4)} == {"teeth squid devil spider dimwit eye"}
    assert state.deck == 40
    assert GAME.dice == KINDS


@pytest.mark.parametrize("seats", [1, 7])
def test_md_s1a_two_to_six_may_play(seats):
    names = tuple("ABCDEFG"[:seats])
    with pytest.raises(UsageError, match="2 to 6 players"):
        GAME.start(Setup(names))
    assert len(new_game(2).players) == 2
    assert len(new_game(6).players) == 6


def test_md_s1a_switch_players_four_as_the_document_says():
    with pytest.raises(UsageError, match="for 4 players, not 3"):
        new_game(3, players="4")
    assert len(new_game(4, players="4").players) == 4


def test_an_unknown_switch_is_refused():
    with pytest.raises(SwitchError):
        new_game(3, no_such="on")


def test_full_depth_needs_a_catalogue():
    with pytest.raises(UsageError, match="needs a card catalogue"):
        GAME.start(Setup(("Ann", "Ben"), Depth.FULL))


def test_md_s2_two_cards_each_before_the_roll_off():
    state = new_game(3)
    assert GAME.pending(state).rule == "MD-S2"
    state = play(state, "table: dealt")
    assert (hands(state), state.deck, state.stage) == ([2, 2, 2], 34, Stage.ROLLOFF)
    assert state.rolloff == (((0, None), (1, None), (2, None)),)
    assert findings(state, "table: dealt") == ("MD-S2",)
    assert text(state, "table: dealt") == "the first cards are dealt already; now: Setup: roll-off"


def test_md_s3_all_six_dice_of_one_player_at_a_time_the_highest_begins():
    state = play(new_game(3), "table: dealt")
    request = GAME.pending(state)
    assert isinstance(request, RollRequest)
    assert (request.roller, request.kinds, request.rule) == (A, tuple(sorted(KINDS)), "MD-S3")
    state = throw(throw(state, "S 2 6 4 S 5"), "6 6 6 6 S 5")
    assert state.rolloff[-1][:2] == ((A, 19), (B, 30))
    state = throw(state, NOTHING)
    assert (state.starter, state.turn, state.stage) == (B, B, Stage.DRAW)
    assert state.order == (1, 2, 0)


def test_md_s3a_only_the_tied_roll_again_and_nothing_else_comes_of_it():
    state = play(new_game(3), "table: dealt")
    for faces in ("S S S S S S", "6 6 6 6 6 6", "6 6 6 6 6 6"):
        state = throw(state, faces)
    assert [seat for seat, _ in state.rolloff[-1]] == [1, 2]
    assert GAME.pending(state).rule == "MD-S3a"
    state = throw(throw(state, "2 2 2 2 2 2"), "3 2 2 2 2 2")
    assert state.starter == 2
    assert GAME.score(state).lines == ()
    assert all(die.face is None for player in state.players for die in player.pool)


def test_md_t6_turns_go_clockwise_and_a_round_is_one_turn_each():
    state = rolled(NOTHING)
    for turn in (1, 2):
        state = play(state, f"{['Ann', 'Ben'][turn - 1]}: end-turn")
        assert (state.turn, state.round) == (turn, 1)
        state = throw(play(state, f"{['Ann', 'Ben', 'Cleo'][turn]}: draw"), NOTHING)
    state = play(state, "Cleo: end-turn")
    assert (state.turn, state.round) == (A, 2)


def test_before_the_first_turn_no_card_can_be_played():
    state = play(new_game(3), "table: dealt")
    assert findings(state, "Ann: surprise Ben") == ("MD-K1a",)
    assert findings(begun(), "Ann: surprise Ben") == ()
