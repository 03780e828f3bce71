"""Equal merits share a place, and the places after it are counted on."""

from hypothesis import given
from hypothesis import strategies as st

from companion.core.score import ranked
from companion.core.seats import Seat


def test_a_shared_place_takes_up_as_many_as_share_it():
    merits = {Seat(0): (5, 1), Seat(1): (7, 0), Seat(2): (5, 1), Seat(3): (5, 0)}
    assert ranked(merits) == ((1, (1,)), (2, (0, 2)), (4, (3,)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6))
def test_inv12_ranks_are_a_total_preorder_of_the_merits(merits):
    places = {
        seat: place
        for place, seats in ranked({Seat(at): merit for at, merit in enumerate(merits)})
        for seat in seats
    }
    for one, mine in enumerate(merits):
        better = sum(other > mine for other in merits)
        assert places[Seat(one)] == 1 + better
