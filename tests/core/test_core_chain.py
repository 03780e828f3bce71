"""A chain is a tuple that grows cheaply: whoever holds the shorter one finds it as it was."""

import pytest

from companion.core.chain import Chain


def test_it_grows_and_the_shorter_one_stays_as_it_was():
    short = Chain("ab")
    one, two = short.append("c"), short.append("x")
    assert [tuple(chain) for chain in (short, one, two, one.append("d"))] == [
        ("a", "b"),
        ("a", "b", "c"),
        ("a", "b", "x"),
        ("a", "b", "c", "d"),
    ]
    assert (len(short), len(one)) == (2, 3)


def test_appending_copies_nothing_but_where_it_grows_a_second_time():
    short = Chain("ab")
    long = short.append("c").append("d")
    assert long._items is short._items
    assert short.append("x")._items is not short._items


def test_items_and_slices_are_found_from_both_ends():
    chain = Chain("abcd").append("e")
    assert (chain[0], chain[4], chain[-1]) == ("a", "e", "e")
    assert chain[1:4] == ("b", "c", "d")
    assert chain[::-2] == ("e", "c", "a")
    assert tuple(reversed(chain)) == ("e", "d", "c", "b", "a")
    shorter = Chain("ab")
    shorter.append("c")
    with pytest.raises(IndexError):
        shorter[2]


def test_it_equals_chains_and_tuples_of_the_same_items_and_nothing_else():
    chain = Chain("ab").append("c")
    assert chain == Chain("abc")
    assert chain == ("a", "b", "c")
    assert chain != ("a", "b")
    assert chain != ["a", "b", "c"]
    assert repr(chain) == "Chain(('a', 'b', 'c'))"
