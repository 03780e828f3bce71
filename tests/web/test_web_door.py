"""Who is let in: codes, how often they may be wrong, and the names of this machine."""

import pytest

from companion.core.errors import UsageError
from companion.web import door as module
from companion.web.door import Answer, Door, check_code, is_our_host, make_code

NAMES = frozenset({"localhost", "laptop", "laptop.local"})
HERE, THERE = "192.168.1.20", "192.168.1.21"


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def door(clock):
    return Door("K7QM-2XRD", clock)


def test_without_a_code_everybody_may_look():
    assert Door().open
    assert Door().knows("")


def test_codes_that_are_made_differ_and_have_no_sign_that_looks_like_another():
    codes = {make_code() for _ in range(200)}
    assert len(codes) == 200
    assert not set("".join(codes)) & set("0O1IL")
    assert all(check_code(code) == code for code in codes)


@pytest.mark.parametrize("typed", ["K7QM-2XRD", "k7qm2xrd", " k7qm 2xrd "])
def test_capitals_blanks_and_the_dash_do_not_matter(door, typed):
    assert door.enter(typed, HERE) is Answer.RIGHT


@pytest.mark.parametrize("typed", ["", "K7QM-2XRE", "K7QM-2XR", "K7QM-2XRDD", "é" * 10_000, "\0"])
def test_anything_else_is_wrong(door, typed):
    assert door.enter(typed, HERE) is Answer.WRONG


@pytest.mark.parametrize("code", ["12345", "a" * 65, "------", "é-é"])
def test_a_code_that_people_choose_has_some_length(code):
    with pytest.raises(UsageError, match="--code takes 6 to 64"):
        check_code(code)


def test_only_the_cookie_given_is_known(door):
    assert not door.knows("")
    assert not door.knows(door.code)
    assert not door.knows("é")
    assert door.knows(door.token)
    assert Door("K7QM-2XRD").token != door.token


def test_after_five_wrong_codes_an_address_waits_longer_each_time(door, clock):
    for _ in range(5):
        assert door.enter("wrong", HERE) is Answer.WRONG
    assert door.enter("K7QM-2XRD", HERE) is Answer.WAIT
    assert door.enter("K7QM-2XRD", THERE) is Answer.RIGHT
    clock.now += 31
    assert door.enter("wrong", HERE) is Answer.WRONG
    clock.now += 31
    assert door.enter("K7QM-2XRD", HERE) is Answer.WAIT
    clock.now += 30
    assert door.enter("K7QM-2XRD", HERE) is Answer.RIGHT


def test_waiting_ends_within_the_hour_however_often_it_was_wrong(door, clock):
    for _ in range(5000):
        clock.now += 3601
        assert door.enter("wrong", HERE) is Answer.WRONG
    clock.now += 3601
    assert door.enter("K7QM-2XRD", HERE) is Answer.RIGHT


def test_many_addresses_together_are_held_up_too(door, clock):
    for number in range(module.MOST_WRONG):
        assert door.enter("wrong", f"10.0.0.{number}") is Answer.WRONG
    assert door.enter("K7QM-2XRD", THERE) is Answer.WAIT
    clock.now += 61
    assert door.enter("K7QM-2XRD", THERE) is Answer.RIGHT


def test_one_household_counts_once_in_ipv6(door):
    for number in range(5):
        assert door.enter("wrong", f"2001:db8:0:1::{number}") is Answer.WRONG
    assert door.enter("wrong", "2001:db8:0:1:ffff::1") is Answer.WAIT
    assert door.enter("wrong", "2001:db8:0:2::1") is Answer.WRONG
    assert door.enter("wrong", "::ffff:192.168.1.20") is Answer.WRONG


def test_what_is_remembered_of_addresses_is_bounded(door, clock):
    for number in range(3 * module.MOST_ADDRESSES):
        clock.now += 10
        door.enter("wrong", f"10.1.{number // 256}.{number % 256}")
    assert len(door._tries) == module.MOST_ADDRESSES


@pytest.mark.parametrize(
    ("ours", "hosts"),
    [
        (True, "127.0.0.1:8642 192.168.1.20 [::1]:8642 [fe80::1] localhost:8642 LAPTOP.local"),
        (True, "[::1"),
        (False, "evil.example evil.example:8642 localhost.evil.example 127.0.0.1.evil.example"),
        (False, "laptop@evil.example 2130706433 a:b:c"),
    ],
)
def test_addresses_and_own_names_are_ours_and_other_names_are_not(ours, hosts):
    for host in hosts.split():
        assert is_our_host(host, NAMES) is ours, host
    assert not is_our_host("", NAMES)
