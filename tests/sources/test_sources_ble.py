"""Bluetooth dice as a source of rolls: what answers a request, what is late, what is never counted."""

import pytest
from ble_table import A, B, G, Strangers, Table, cut_off, two_d10
from hypothesis import given
from hypothesis import strategies as st

from companion.rolls.readings import DieStatus, SourceKind
from hardware.ble.events import Unlinked


@pytest.fixture
def table():
    return Table()


def test_a_roll_says_which_die_which_kind_and_whose(table):
    table.know(A, seat="Ann").play(f"{A} is d10")
    table.source.expect(("d10",))
    table.now += 2
    table.play(f"{A} roll 7")
    (roll,) = table.rolls
    assert (roll.source_kind, roll.source_id, roll.key) == (SourceKind.BLE, "ble:run", "ble:run#1")
    (die,) = roll.dice
    assert (die.die, die.kind, die.face, die.status) == (A, "d10", "7", DieStatus.READ)
    assert (roll.owner, roll.late, roll.doubt, roll.taken_at) == ("Ann", False, "", 102.0)


def test_the_kind_that_people_said_goes_before_the_dies_own(table):
    table.know(A, kind="md.teeth").play(f"{A} is d6", f"{A} roll 2")
    assert table.faces == ["md.teeth=2"]


def test_each_message_twice_is_one_roll(table):
    table.play(f"{A} is d10", "doubled on", f"{A} roll 7", f"{A} roll 7", f"{G} is here")
    assert table.faces == ["d10=7", "d10=7"]
    assert table.device(A).quality.resent == 2


def test_dice_of_one_request_are_one_roll_or_handed_in_as_they_are_after_four_seconds():
    table = two_d10()
    table.source.expect(("d10", "d10"))
    table.play(f"{A} roll 7")
    assert table.rolls == []
    table.play(f"{B} roll 3")
    assert table.faces == ["d10=7 d10=3"]
    table = two_d10()
    table.source.expect(("d10", "d10"))
    table.play(f"{A} roll 7").wait(3.9)
    assert table.rolls == []
    table.wait(0.2)
    assert (table.faces, table.rolls[0].late) == (["d10=7"], False)


def test_an_early_roll_is_handed_in_at_once_and_lies_there_for_the_request(table):
    table.play(f"{A} is d10", f"{A} roll 7")
    assert table.faces == ["d10=7"]
    at_rest = table.source.at_rest
    table.source.expect(("d10",))
    assert table.rolls[0].throw <= at_rest
    table.wait(10)
    assert len(table.rolls) == 1


def test_the_same_die_may_answer_one_request_after_the_other(table):
    table.play(f"{A} is d10")
    for face in "377":
        table.now += 1
        table.source.expect(("d10",))
        table.play(f"{A} roll {face}")
    assert table.faces == ["d10=3", "d10=7", "d10=7"]
    assert not any(roll.late for roll in table.rolls)


def test_a_die_that_leans_is_cocked(table):
    table.play(f"{A} is d4", f"{A} rolling 1", f"{A} crooked 3")
    assert table.rolls[0].dice[0].status is DieStatus.COCKED
    assert table.device(A).last == "d4=3?"


def test_a_godice_on_its_edge_is_unsure_and_offers_both(table):
    table.know(G, kind="d6").play(f"{G} is here").wait(2).play(f"{G} R", f"{G} S 0 45 46")
    (die,) = table.rolls[0].dice
    assert die.status is DieStatus.UNSURE
    assert {die.face, die.alternatives[0][0]} == {"2", "3"}


def test_a_roll_seen_by_advertisement_counts():
    table = cut_off().play(f"{A} seen on 0")
    table.source.expect(("d10",))
    table.now += 1
    table.play(f"{A} seen rolling 2")
    table.now += 1
    table.play(f"{A} seen rolled 7", f"{A} seen rolled 7")
    assert table.faces == ["d10=7"]
    assert not table.rolls[0].late


def test_an_advertised_roll_that_may_be_older_than_the_request_is_late():
    table = cut_off().play(f"{A} seen rolling 2")
    table.now += 1
    table.source.expect(("d10",))
    table.now += 1
    table.play(f"{A} seen rolled 7")
    assert [roll.late for roll in table.rolls] == [True]


def test_advertisements_say_nothing_while_it_is_connected(table):
    table.play(f"{A} is d10", f"{A} roll 7", f"{A} seen rolling 1", f"{A} seen rolled 3")
    assert table.faces == ["d10=7"]


def test_a_roll_made_while_disconnected_may_be_claimed_and_never_answers():
    table = cut_off(f"{A} roll 7")
    table.source.expect(("d10",))
    table.now += 1
    table.play(f"{A} seen rolled 3", f"{A} seen rolled 3")
    first, late = table.rolls
    assert (first.late, late.late) == (False, True)
    assert late.faces_text() == "d10=3"
    assert "not heard" in late.doubt
    table.play(f"{A} back", f"{A} rolled 3")
    assert len(table.rolls) == 2


def test_what_a_godice_says_right_after_connecting_can_only_be_claimed(table):
    table.know(G, kind="d10").play(f"{G} roll d10=7")
    assert [roll.late for roll in table.rolls] == [True]
    table.wait(2).play(f"{G} roll d10=8")
    assert [roll.late for roll in table.rolls] == [True, False]


def test_rolling_by_advertisement_and_rolled_on_a_new_connection_can_only_be_claimed():
    table = cut_off().play(f"{A} seen rolling 2", f"{A} rolled 3")
    assert [roll.late for roll in table.rolls] == [True]


def test_old_firmware_heard_too_seldom_is_not_counted():
    table = Table().play(f"{A} is d10 old", f"{A} lost", f"{A} seen rolling 1")
    table.wait(30).play(f"{A} seen rolled 3")
    assert not any(not roll.late for roll in table.rolls)


def test_a_lost_connection_is_said_once_and_only_of_dice_in_use():
    table = Table().know(A, name="red").play(f"{A} is d10", f"{A} lost")
    (fault,) = table.faults
    assert fault.where == "red"
    assert "may be lost" in fault.what
    table.radio.tell(Unlinked(A, "again", first=False))
    assert len(table.faults) == 1
    stranger = Table(Strangers()).play(f"{A} is d10", f"{A} lost")
    assert stranger.faults == []


LINES = [
    f"{A} roll 7", f"{A} rolling 1", f"{A} rolled 3", f"{A} handling", f"{A} on 4", f"{A} crooked 5",
    f"{A} seen rolling 2", f"{A} seen rolled 3", f"{A} seen on 4", f"{A} lost", f"{A} back",
    f"{B} roll 2", f"{B} rolled 2", f"{B} lost", f"{B} seen rolled 6", f"{B} says 03",
    f"{G} R", f"{G} S 0 0 64", f"{G} S 64 0 0", f"{G} T 0 0 64", f"{G} lost", f"{G} roll d6=3",
    "doubled on", "doubled off", "radio off", "radio on",
]  # fmt: skip
STEPS = st.lists(
    st.one_of(
        st.sampled_from(LINES),
        st.sampled_from([("d10",), ("d10", "d6"), ("d6", "d6"), ()]),
        st.sampled_from([0.0, 1.5, 5.0]),
        st.sampled_from(["Ann", "Ben", ""]).map(lambda seat: {"seat": seat}),
    ),
    max_size=40,
)


@given(STEPS)
def test_whatever_happens_no_roll_is_twice_and_none_from_before_answers(steps):
    table = Table().know(G, kind="d6").play(f"{A} is d10", f"{B} is d6 old")
    opened, begun = float("-inf"), 0
    for step in steps:
        table.now += 0.01
        before = len(table.rolls)
        match step:
            case str():
                begun += 2  # no line makes more than one roll, and one may be shown late as well
                table.play(step)
            case tuple():
                table.source.expect(step)
                opened = table.now if step else float("-inf")
            case dict():
                table.book.assign(G, "d6", step["seat"])
            case _:
                table.wait(step)
        for roll in table.rolls[before:]:
            assert roll.dice
            assert len({die.die for die in roll.dice}) == len(roll.dice)
            assert roll.late or roll.taken_at >= opened
            assert roll.owner in {"Ann", "Ben", ""}
    keys = [roll.key for roll in table.rolls]
    assert len(set(keys)) == len(keys)
    assert sum(len(roll.dice) for roll in table.rolls) <= begun
    assert len(table.source.devices()) == 3
