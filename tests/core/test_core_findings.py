"""What a game offers: only what nothing stands against, and everything once."""

from companion.core.actions import Withdraw
from companion.core.findings import YES, against, legal
from companion.core.seats import Seat
from companion.core.verdict import Note, Question

ANN, BEN, CLEO, DAN = (Withdraw(Seat(seat)) for seat in range(4))


def check(_state, action):
    return {
        ANN: YES,
        BEN: against("X-3", "not now"),
        CLEO: (Question(None, "which?", "X-3"),),
        DAN: (Note("X-3", "by default ruling"),),
    }[action]


def test_what_stands_against_or_asks_is_left_out_and_a_note_is_not():
    assert legal(check, None, [ANN, BEN, CLEO, DAN]) == (ANN, DAN)


def test_the_same_action_is_offered_once_and_the_order_stays():
    assert legal(check, None, [DAN, ANN, DAN, ANN]) == (DAN, ANN)
