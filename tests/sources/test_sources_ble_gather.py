"""Gathering dice that come to rest one by one: no roll twice, none from before the request."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rolls.readings import DieReading
from companion.sources.ble_gather import Gathering, OneRoll


def roll(die="a", kind="d10", face="7", at=1.0, owner="", since=None, *, unheard=False):
    since = at if since is None else since
    return OneRoll(DieReading(kind, face, die=die), owner, at, since, unheard)


def play(gathering, *steps):
    """Do steps: a roll, kinds to expect (with a time), or a time that passes."""
    handed = []
    for step in steps:
        match step:
            case OneRoll():
                gathering, batches = gathering.hear(step)
            case (kinds, now):
                gathering, batches = gathering.expect(kinds, now)
            case now:
                gathering, batches = gathering.tick(now)
        handed += batches
    return gathering, handed


def faces(batch):
    return [one.reading.face for one in batch.rolls]


@pytest.mark.parametrize("steps", [(), ((("d10",), 0.0),)], ids=["not asked for", "asked for"])
def test_a_die_that_leaves_nothing_to_wait_for_is_handed_in_at_once(steps):
    _, (batch,) = play(Gathering(), *steps, roll())
    assert (faces(batch), batch.late) == (["7"], False)


def test_kinds_fill_the_request_as_a_multiset():
    gathering, handed = play(Gathering(), (("d10", "d6"), 0.0), roll("a"), roll("b"))
    assert handed == []
    _, (batch,) = play(gathering, roll("c", "d6", "2"))
    # Which of the two d10 would count is not chosen: the arbiter sees one too many.
    assert [one.reading.die for one in batch.rolls] == ["a", "b", "c"]


def test_a_die_of_another_kind_waits_and_keeps_nothing_from_filling():
    gathering, handed = play(Gathering(), (("d10",), 0.0), roll("x", "d20", "20", at=1.0), roll("a", at=1.5))
    (batch,) = handed
    assert [one.reading.die for one in batch.rolls] == ["a"]
    _, (other,) = play(gathering, 6.0)
    assert [one.reading.die for one in other.rolls] == ["x"]


def test_after_some_seconds_they_are_handed_in_as_they_are():
    gathering, handed = play(Gathering(patience=4.0), (("d10", "d10"), 0.0), roll(at=1.0), 4.9)
    assert handed == []
    gathering, (batch,) = play(gathering, 5.0)
    assert faces(batch) == ["7"]
    assert not batch.late
    assert play(gathering, 100.0)[1] == []


def test_patience_begins_with_the_last_die():
    _, handed = play(Gathering(patience=4.0), (("d10",) * 3, 0.0), roll("a", at=1.0), roll("b", at=4.0), 5.5)
    assert handed == []


def test_a_die_that_rolls_again_replaces_its_own_roll_and_it_is_said():
    _, (batch,) = play(Gathering(), (("d10", "d10"), 0.0), roll("a", face="3"), roll("a", face="4"), roll("b"))
    assert faces(batch) == ["4", "7"]
    assert batch.doubt == "a d10 was rolled again before the others came to rest"


@pytest.mark.parametrize("between", [(), ((("d10", "d10"), 2.0),)], ids=["same", "another request"])
def test_a_doubt_ends_with_its_roll(between):
    first = ((("d10", "d10"), 0.0), roll("a"), roll("a"), roll("b"))
    _, handed = play(Gathering(), *first, *between, roll("a", at=3.0), roll("b", at=3.0))
    assert [bool(batch.doubt) for batch in handed] == [True, False]


def test_dice_rolled_before_the_request_opened_never_fill_it():
    gathering, handed = play(Gathering(), (("d10", "d10"), 0.0), roll("a", at=1.0))
    assert handed == []
    gathering, (late,) = play(gathering, (("d10", "d10"), 2.0))
    assert late.late
    _, handed = play(gathering, roll("b", at=3.0))
    assert handed == []


def test_a_roll_made_unheard_is_late_always():
    _, handed = play(Gathering(), roll(unheard=True), (("d10",), 2.0), roll(at=3.0, unheard=True))
    assert [batch.late for batch in handed] == [True, True]


@pytest.mark.parametrize(
    ("owners", "owner", "doubt"),
    [
        (("Ann", "Ann"), "Ann", ""),
        (("Ann", ""), "Ann", ""),
        (("", ""), "", ""),
        (("Ben", "Ann"), "", "these are dice of Ann and Ben together"),
    ],
)
def test_whose_dice_they_are(owners, owner, doubt):
    first, second = (roll(f"die {n}", owner=name) for n, name in enumerate(owners))
    _, (batch,) = play(Gathering(), (("d10", "d10"), 0.0), first, second)
    assert (batch.owner, batch.doubt) == (owner, doubt)


STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.just("roll"),
            st.sampled_from("abcd"),
            st.sampled_from(["d10", "d6", "d20"]),
            st.sampled_from([0.0, 0.0, 0.0, 3.0]),
            st.booleans(),
        ),
        st.tuples(st.just("expect"), st.lists(st.sampled_from(["d10", "d6"]), max_size=3).map(tuple)),
        st.just(("wait",)),
    ),
    max_size=40,
)


@given(STEPS, st.floats(0.1, 10.0))
def test_no_roll_is_handed_in_twice_and_none_fills_a_later_request(steps, patience):
    gathering, now = Gathering(patience), 0.0
    wanted, opened = (), float("-inf")
    made, handed, lost = [], [], []
    for step in steps:
        now += 1.0
        match step:
            case ("roll", die, kind, before, unheard):
                one = roll(die, kind, str(len(made)), now, "", now - before, unheard=unheard)
                waiting = gathering.waiting
                gathering, batches = gathering.hear(one)
                gone = {batch_roll for batch in batches for batch_roll in batch.rolls}
                lost += [w for w in waiting if w not in gathering.waiting and w not in gone]
                made.append(one)
            case ("expect", kinds):
                gathering, batches = gathering.expect(kinds, now)
                assert all(batch.late for batch in batches)
                wanted, opened = kinds, now
            case _:
                gathering, batches = gathering.tick(now)
        for batch in batches:
            assert batch.rolls
            if wanted and not batch.late:
                assert all(one.since >= opened and not one.unheard for one in batch.rolls)
            handed += batch.rolls
    _, batches = gathering.expect((), now)
    handed += [one for batch in batches for one in batch.rolls]
    assert Counter(handed).total() == len(set(handed))
    # What was not handed in was replaced by a later roll of the same die.
    assert Counter([*handed, *lost]) == Counter(made)
    for old in lost:
        assert any(new.reading.die == old.reading.die and new.at > old.at for new in made)


@given(st.permutations(["d10", "d10", "d6", "d20"]))
def test_whatever_order_they_come_to_rest_in_they_are_one_roll(kinds):
    rolls = [roll(f"die {n}", kind, at=float(n)) for n, kind in enumerate(kinds, 1)]
    _, handed = play(Gathering(), (("d10", "d10", "d20", "d6"), 0.0), *rolls)
    assert [len(batch.rolls) for batch in handed] == [4]
