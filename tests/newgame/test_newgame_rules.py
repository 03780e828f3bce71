"""The rules of Pig, a test each."""

from hypothesis import given
from hypothesis import strategies as st
from pig_kit import ANN, BEN, begin, go, hold, play, roll

from companion.core.actions import Ruling, Withdraw
from companion.core.dice import RollRequest
from companion.core.seats import Seat
from companion.core.verdict import VerdictKind
from companion.games.pig.state import GOAL
from companion.games.pig.verbs import Adjust


def rules(verdict):
    return [reason.rule for reason in verdict.reasons]


def broken(state):
    """What does not hold in a state, as sentences."""
    found = []
    if len(state.totals) != len(state.names):
        found.append("every seat has one total")
    if min(state.totals) < 0 or state.pot < 0:
        found.append("points are never below 0")
    if not state.has_seats(state.turn):
        found.append("somebody is in turn")
    if state.over and (state.pot or state.waiting):
        found.append("after the end nothing is in the pot and no die is awaited")
    return found


def near_the_end():
    return play(begin(), Adjust(None, ANN, GOAL - 7))


def test_pig_1_only_the_player_in_turn_acts_and_turns_go_clockwise():
    match = begin()
    assert rules(match.check(go(BEN))) == ["PIG-1"]
    match = play(match, go(), roll(7), hold())
    assert match.state.turn == BEN
    assert rules(match.check(go(ANN))) == ["PIG-1"]
    assert play(match, go(BEN), roll(6, BEN), hold(BEN)).state.turn == ANN


def test_pig_2_nobody_holds_an_empty_pot():
    assert rules(begin().check(hold())) == ["PIG-2"]


def test_pig_3_a_pot_below_five_is_not_held_unless_the_house_lets_it():
    match = play(begin(), go(), roll(4))
    assert match.check(hold()).kind is VerdictKind.NEEDS_RULING
    assert rules(match.check(hold())) == ["PIG-3"]
    assert play(begin(), go(), roll(5)).check(hold()).legal
    low = play(begin(low="yes"), go(), roll(4))
    assert [note.rule for note in low.check(hold()).notes] == ["PIG-3"]


def test_pig_4_a_throw_is_declared_first_and_one_d10_is_asked_for():
    assert rules(begin().check(roll(7))) == ["X-4"]
    match = play(begin(), go())
    request = match.pending()
    assert isinstance(request, RollRequest)
    assert (request.roller, request.kinds, request.rule) == (ANN, ("d10",), "PIG-4")
    assert rules(match.check(go())) == ["PIG-4"]
    assert match.check(hold()).asks[0].rule == "PIG-4"
    assert play(match, roll(7)).state.pot == 7
    assert play(match, Withdraw(ANN)).pending() is None
    assert rules(begin().check(Withdraw(ANN))) == ["PIG-4"]


def test_pig_5_a_1_empties_the_pot_and_ends_the_turn():
    match = play(begin(), go(), roll(7), go(), roll(1))
    assert (match.state.pot, match.state.turn, match.state.totals) == (0, BEN, (0, 0))


def test_pig_6_a_0_counts_ten_unless_the_house_counts_it_as_nothing():
    assert play(begin(), go(), roll(0)).state.pot == 10
    assert play(begin(), go(), roll(10)).state.pot == 10
    assert play(begin(zero="nothing"), go(), roll(0)).state.pot == 0


def test_pig_7_who_holds_and_reaches_the_goal_wins_at_once():
    match = play(near_the_end(), go(), roll(6), hold())
    assert not match.game.standing(match.state).final
    match = play(near_the_end(), go(), roll(7), hold())
    standing = match.game.standing(match.state)
    assert (standing.final, standing.winners, standing.rule) == (True, (ANN,), "PIG-7")
    assert match.game.score(match.state).total(ANN, "points") == GOAL
    assert match.game.view(match.state).headline == "Game over · Ann won"
    assert match.game.options(match.state) == ()
    assert rules(match.check(go(ANN))) == ["PIG-7"]


def test_x7_the_table_mends_a_total_within_reason():
    match = play(begin(), Adjust(None, BEN, 12))
    assert match.state.totals == (0, 12)
    for seat, total in ((BEN, -1), (BEN, 100_000), (Seat(5), 3)):
        assert not match.check(Adjust(None, seat, total)).legal
    assert not play(match, go()).check(Adjust(None, BEN, 12)).legal


def test_a_forced_action_breaks_nothing():
    match = play(begin(), Ruling(None, ("PIG-2",), "so be it"), hold())
    assert broken(match.state) == []


FACES = st.sampled_from([str(face) for face in range(10)])
ACTIONS = st.one_of(
    st.sampled_from([one(seat) for one in (go, hold, Withdraw) for seat in (ANN, BEN, Seat(7))]),
    st.builds(roll, FACES, st.sampled_from((ANN, BEN))),
    st.builds(Adjust, st.sampled_from((None, ANN)), st.integers(-2, 9), st.integers(-9, 2000)),
)


@given(st.lists(ACTIONS, max_size=30))
def test_whatever_is_declared_is_judged_and_leaves_the_table_sound(actions):
    match = begin()
    for action in actions:
        verdict = match.check(action)
        if verdict.legal or verdict.forceable:
            match = match.force(action)
        assert broken(match.state) == []
