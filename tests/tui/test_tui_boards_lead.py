"""Every board says who leads and by what: in one row, in the titles, and on a page of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size
from tui_board_kit import SIZES, recorded

from companion.core.seats import Seat
from companion.core.sheet import CROWN, Lead, Merit, plain
from companion.tui.drawing.board import Board
from companion.tui.drawing.lead import lead_line, lead_page

GAMES = {
    "rsf-six-players": 6,
    "fgt-five-tied": 5,
    "gmm-three-shared": 3,
    "md-light-rolloff": 3,
    "mon-classic-corrections": 3,
    "mon-arena-four": 4,
    "mon-dominoes-closed": 4,
}
MOMENTS = (0.02, 0.35, 0.65, 0.95, 1.0)  # Early, in the middle, late, and at the end


def moments(name):
    """Return the game and its state at those moments of a record."""
    match = recorded(name)
    states = [step.state for step in match.steps()]
    return match.game, [states[int((len(states) - 1) * at)] for at in MOMENTS]


def board_at(game, state, size):
    """Return a board that shows a state at a size, outside any screen."""
    board = type("Sized", (Board,), {"content_size": Size(*size)})()
    board.show(game.sheet(state))
    return board


@pytest.mark.parametrize("size", [*SIZES, (48, 9), (30, 12)])
@pytest.mark.parametrize("name", GAMES)
def test_the_crown_is_with_whoever_the_standing_puts_first(name, size):
    game, states = moments(name)
    crowned = 0
    for state in states:
        names, standing = game.sheet(state).lead.merits, game.standing(state)
        row, *rest = board_at(game, state, size).render().plain.split("\n")
        first = [names[one.seat].name for one in standing.places if one.rank == 1]
        if CROWN not in row:
            assert CROWN not in "".join(rest)
            continue
        crowned += 1
        # The narrowest row may name only some of many who share the first place.
        assert f"{CROWN} {first[0]}"[: len(row)] in row or size[0] < 40
        for place in standing.places:
            other = names[place.seat].name
            assert place.rank == 1 or f"{CROWN} {other} " not in row
    assert crowned, "nobody ever leads"


@pytest.mark.parametrize("name", GAMES)
def test_the_row_and_the_page_say_the_numbers_that_decide(name):
    game, states = moments(name)
    names, standing = game.sheet(states[-1]).lead.merits, game.standing(states[-1])
    board = board_at(game, states[-1], (138, 51))
    row = board.render().plain.split("\n")[0]
    title, page = board.detail()[-1]
    assert title == "Who leads"
    for place in standing.places:
        name_of = names[place.seat].name
        assert name_of in row
        line = next(one for one in page.plain.split("\n") if one[5:].startswith(name_of))
        assert line.startswith(f"{place.rank}.")
        shared = sum(1 for one in standing.places if one.rank == place.rank) > 1
        assert ("shared" in line) is shared


def merit(number, rank, said, more="", *, out=False):
    return Merit(Seat(number), ["Ann", "Ben", "Cleo", "Dan"][number], rank, said, more, out=out)


def said(lead, across=200):
    return plain(lead_line(lead, across))


def test_equal_places_stand_with_an_equals_sign():
    lead = Lead("Glory", "Glory", (merit(0, 1, "9"), merit(1, 1, "9"), merit(2, 3, "4")))
    assert said(lead) == f"Glory: {CROWN} Ann 9 = {CROWN} Ben 9 · Cleo 4"


def test_where_all_have_the_same_nobody_has_the_crown_until_the_end():
    merits = (merit(0, 1, "9"), merit(1, 1, "9"))
    assert said(Lead("Glory", "Glory", merits)) == "Glory: Ann 9 = Ben 9"
    assert said(Lead("Glory", "Glory", merits, over=True)).count(CROWN) == 2


def test_nobody_leads_before_anybody_has_anything():
    lead = Lead("Glory", "Glory", (merit(0, 1, "0"), merit(1, 1, "0")), "Nobody has Glory yet")
    assert said(lead) == "Nobody has Glory yet"
    assert not lead.crowned(Seat(0))
    assert "Nobody has Glory yet" in lead_page(lead)[1].plain


def test_what_decides_between_equal_numbers_is_said_before_those_behind_are():
    merits = (
        merit(0, 1, "15", "5 scored"), merit(1, 2, "15", "3 scored"),
        merit(2, 3, "11", "4 scored"), merit(3, 4, "10", "4 scored"),
    )  # fmt: skip
    lead = Lead("Glory", "Glory, then scored Warriors", merits)
    assert said(lead).startswith("Glory, then scored Warriors: ")
    assert said(lead, 58) == f"{CROWN} Ann 15 (5 scored) · Ben 15 (3 scored) · Cleo 11 · Dan 10"
    assert said(lead, 57) == f"{CROWN} Ann 15 (5 scored) · Ben 15 (3 scored) · 2 behind: B"


def test_who_is_out_has_a_cross_and_no_number():
    lead = Lead("pieces", "Pieces", (merit(0, 1, "3"), merit(1, 2, "0", out=True)))
    assert said(lead) == f"Pieces: {CROWN} Ann 3 · ✝ Ben"


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(0, 999)), min_size=1, max_size=4),
    st.integers(0, 90),
)
def test_the_leaders_are_said_at_every_width_that_can_hold_them(places, across):
    best = min(rank for rank, _ in places)
    merits = tuple(merit(at, rank - best + 1, str(number), "more") for at, (rank, number) in enumerate(places))
    lead = Lead("points", "Points", merits)
    text = said(lead, across)
    assert all(one.name in text for one in merits if one.rank == 1)
    full = len(said(lead, 10_000))
    assert across < full or len(text) <= across


@pytest.mark.parametrize("size", [*SIZES, (48, 10)])
@pytest.mark.parametrize("moment", ["middle", "end"])
@pytest.mark.parametrize("name", GAMES)
def test_a_board_looks_as_it_did(text_snapshot, name, moment, size):
    game, states = moments(name)
    text = board_at(game, states[2 if moment == "middle" else -1], size).render().plain
    text_snapshot(text, f"board-{game.id}-{moment}-{size[0]}x{size[1]}")


@pytest.mark.parametrize("name", ["md-four-players", "md-two-switches", "md-light-rolloff"])
def test_a_tie_is_told_where_there_was_one(name):
    match = recorded(name)
    points = [int(one.number) for one in match.game.sheet(match.state).lead.merits]
    best = [one for one in points if one == max(points)]
    row = board_at(match.game, match.state, (138, 51)).render().plain.split("\n")[0]
    assert ("won the tie" in row) == (len(best) > 1)
