"""What the kernel does with a game's verbs, on a game of nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from pig_kit import PIG, begin, go

from companion.core.actions import Claim, Roll, SetSwitch, Withdraw
from companion.core.dice import DieFace
from companion.core.findings import YES, against
from companion.core.game import Setup
from companion.core.seats import Seat
from companion.core.state import GameState
from companion.core.switches import HouseRules
from companion.core.texts import Wording
from companion.core.verbs import Verb, Verbs, in_turn, only_in
from companion.core.words import argument

A, B, NOBODY = Seat(0), Seat(1), Seat(7)
DIE = (DieFace("d10", "7"),)


class Stage(Wording):
    EARLY = "early"
    LATE = "late"
    OVER = "over"


class Side(Wording):
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class State(GameState[HouseRules, int]):
    stage: Stage = Stage.EARLY
    turn: Seat = A


@dataclass(frozen=True, slots=True)
class Go(Verb[State]):
    """Go on."""

    verb, example, rule = "go", "Ann: go Ben left", "T-1"
    menu, said = "go on", "{who} goes {side} to {seat}, {steps:+}"
    one = "to {seat}, {side}"
    when, wrong = frozenset({Stage.EARLY}), "nobody goes"

    seat: Seat
    side: Side = argument(keyword="to", default=Side.LEFT)
    steps: int = argument(keyword="by", default=1)

    @classmethod
    def choices(cls, _state):
        return (cls(actor, target) for actor in (A, B) for target in (A, B))

    def check(self, _state):
        return YES if self.seat != self.me else against("T-2", "nobody goes to the own seat")

    def apply(self, state):
        return replace(state, stage=Stage.LATE, turn=self.me)


@dataclass(frozen=True, slots=True)
class End(Verb[State]):
    """It ends."""

    verb, example, rule, menu, said = "end", "table: end", "T-3", "end it", "It ends"
    by_table = after_end = certain = costly = True

    def apply(self, state):
        return replace(state, stage=Stage.OVER)


@dataclass(frozen=True, slots=True)
class Throw(Roll, Verb[State]):
    """A die fell."""

    rule, said = "T-4", "{who} throws"

    def apply(self, state):
        return state.with_player(self.me, int(self.dice[0].face))


@dataclass(frozen=True, slots=True)
class TakeBack(Withdraw, Verb[State]):
    """Nothing is thrown."""

    rule = "T-5"

    def apply(self, state):
        return replace(state, stage=Stage.EARLY)


VERBS = Verbs[State]("Nothing", "T-3", (Go, End, Throw, TakeBack))
START = State(Setup(("Ann", "Ben")), HouseRules(), (0, 0))


@pytest.mark.parametrize(
    ("stage", "action", "rule", "text"),
    [
        (Stage.OVER, Go(A, B), "T-3", "the game is over"),
        (Stage.EARLY, Go(NOBODY, B), "X-4", "there is no such seat"),
        (Stage.EARLY, Go(None, B), "X-3", "go is one player's action: name the player"),
        (Stage.LATE, Go(A, B), "T-1", "nobody goes; now: late"),
        (Stage.EARLY, Go(A, A), "T-2", "nobody goes to the own seat"),
    ],
)
def test_what_stands_against_an_action(stage, action, rule, text):
    (found,) = VERBS.check(replace(START, stage=stage), action)
    assert (found.rule, found.text) == (rule, text)


def test_what_nothing_stands_against():
    for stage, action in (
        (Stage.EARLY, Go(A, B)),
        (Stage.OVER, End(A)),
        (Stage.EARLY, End(None)),
        (Stage.LATE, Roll(A, DIE)),
        (Stage.LATE, Withdraw(B)),
    ):
        assert VERBS.check(replace(START, stage=stage), action) == YES


def test_a_verb_that_the_game_does_not_have():
    few = Verbs[State]("Nothing", "T-3", (End,))
    assert [one.text for one in few.check(START, Go(A, B))] == ["Nothing has no action go"]
    assert [one.rule for one in few.check(START, Roll(A, DIE))] == ["X-4"]
    assert few.tell(START, Go(A, B), START) == "go"


def test_shared_actions_are_carried_out_as_the_game_does():
    assert VERBS.apply(START, Roll(B, DIE)).players == (0, 7)
    assert VERBS.apply(START, Claim(B, DIE)).players == (0, 7)
    assert VERBS.apply(START, Withdraw(B)).stage is Stage.EARLY
    assert VERBS.apply(START, Go(B, A)).turn == B
    assert VERBS.actions == (Go, End, Withdraw)


def test_menus_list_what_is_legal_for_each_who_may_act():
    listed = [(one.actor, one.text, one.rule, one.instances) for one in VERBS.options(START)]
    assert listed == [
        (A, "go on", "T-1", (Go(A, B),)),
        (B, "go on", "T-1", (Go(B, A),)),
        (None, "end it", "T-3", (End(None),)),
    ]
    late = replace(START, stage=Stage.LATE)
    assert [one.verb for one in VERBS.options(late)] == ["end"]
    assert VERBS.options(late, (Go,)) == ()


def test_an_option_may_have_words_of_its_own():
    option = Go.option(A, [Go(A, B)], text="walk", rule="T-9", complete=False)
    assert (option.text, option.rule, option.complete, option.fill) == ("walk", "T-9", False, None)


def test_an_option_is_costly_where_one_of_its_actions_is():
    assert [one.costly for one in VERBS.options(START)] == [False, False, True]


def test_an_option_stands_for_one_action_only_where_nothing_is_left_to_choose_and_nothing_is_costly():
    assert [one.sole for one in VERBS.options(START)] == [Go(A, B), Go(B, A), None]
    assert Go.option(A, [Go(A, B), Go(A, A)]).sole is None
    assert Go.option(A, [Go(A, B)], complete=False).sole is None


def test_a_menu_has_a_line_for_an_action_where_its_verb_says_one():
    actions = (Go(A, B), End(None), Withdraw(A), SetSwitch(None, "x", "y"))
    assert [VERBS.line(START, action) for action in actions] == ["to Ben, left", "", "", ""]
    assert PIG.line(begin().state, go()) == ""


def test_history_names_who_acts_and_what_was_said():
    assert VERBS.tell(START, Go(A, B), START) == "Ann goes left to Ben, +1"
    assert VERBS.tell(START, End(None), START) == "It ends"
    assert VERBS.tell(START, Claim(B, DIE), START) == "Ben throws"


def test_whose_turn_and_which_stage():
    assert in_turn(START, A, "T-1") == only_in(START, {Stage.EARLY}, "T-1", "too late") == YES
    assert [one.text for one in in_turn(START, B, "T-1")] == ["it is Ann's turn"]
    wrong = only_in(START, {Stage.LATE}, "T-1", "too early")
    assert [(one.rule, one.text) for one in wrong] == [("T-1", "too early; now: early")]
    assert [one.rule for one in START.check_seat(NOBODY, "T-1")] == ["T-1"]
    assert START.check_seat(B, "T-1") == YES
