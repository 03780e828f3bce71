"""A chain is a tuple that grows cheaply: whoever holds the shorter one finds it as it was."""

from __future__ import annotations

import pytest

from companion.core.chain import BLOCK, Chain

LONG = 2 * BLOCK + 3


def grown(items, first=()):
    chain = Chain(first)
    for item in items:
        chain = chain.append(item)
    return chain


@pytest.mark.parametrize("length", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, LONG])
def test_it_holds_what_was_appended_in_its_order(length):
    chain = grown(range(length))
    assert len(chain) == length
    assert tuple(chain) == tuple(range(length))
    assert tuple(reversed(chain)) == tuple(reversed(range(length)))


def test_the_shorter_one_stays_as_it_was():
    chain = grown(range(BLOCK - 1))
    longer = chain.append("new")
    assert tuple(chain) == tuple(range(BLOCK - 1))
    assert tuple(longer) == (*range(BLOCK - 1), "new")


def test_what_is_popped_is_the_last_item_also_at_the_end_of_a_block():
    chain = grown(range(LONG))
    for length in reversed(range(LONG)):
        chain = chain.pop()
        assert tuple(chain) == tuple(range(length))


def test_nothing_is_popped_of_what_it_began_with():
    with pytest.raises(IndexError, match="nothing was appended"):
        Chain((1, 2)).pop()


def test_items_are_found_from_both_ends_and_in_what_it_began_with():
    chain = grown(range(3, LONG), first=(0, 1, 2))
    assert [chain[at] for at in range(LONG)] == list(range(LONG))
    assert [chain[at - LONG] for at in range(LONG)] == list(range(LONG))
    assert tuple(reversed(chain)) == tuple(reversed(range(LONG)))


@pytest.mark.parametrize("at", [3, -4])
def test_an_item_that_is_not_there_is_an_error_of_index(at):
    with pytest.raises(IndexError, match="among 3"):
        grown("abc")[at]


def test_a_slice_is_a_tuple():
    chain = grown("cdef", first="ab")
    assert chain[1:4] == ("b", "c", "d")
    assert chain[::-2] == ("f", "d", "b")


def test_it_equals_chains_and_tuples_of_the_same_items_and_nothing_else():
    chain = grown("abc")
    assert chain == chain  # noqa: PLR0124 - what is the same object is not compared item by item
    assert chain == grown("c", first="ab")
    assert chain == ("a", "b", "c")
    assert chain != ("a", "b", "x")
    assert chain != ("a", "b")
    assert chain != ["a", "b", "c"]


def test_equal_chains_are_one_in_a_set():
    assert len({grown("abc"), grown("bc", first="a")}) == 1
    assert len({grown("abc"), Chain()}) == 2


def test_it_shows_its_items_where_a_test_fails():
    assert repr(grown("ab")) == "Chain(('a', 'b'))"
