"""X-8: MonsterDice from full to light depth, at every stage before the end."""

from dataclasses import replace

import pytest
from games_leaves import without_catalogue
from md_kit import (
    A,
    B,
    ending,
    findings,
    new_game,
    play,
    read,
    rolled,
    shipped,
)
from md_stages import SHOWS, STAGES

from companion.games.md import GAME
from companion.games.md.game import lighten
from companion.games.md.state import Stage
from companion.games.md.words import Special
from models.workshop.invariants import invariants


def test_every_stage_before_the_end_is_looked_at():
    assert {*STAGES, Stage.OVER} == set(Stage)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_x8_at_every_stage_the_table_is_as_one_that_was_light_all_along(stage):
    full, light = STAGES[stage]("full"), STAGES[stage]("light")
    assert (full.stage, full.full) == (stage, True)
    state = lighten(full)
    bare = without_catalogue(state)
    assert replace(bare, held=state.held and without_catalogue(state.held)) == light
    assert GAME.pending(state) == GAME.pending(light)
    assert GAME.options(state) == GAME.options(light)
    assert GAME.sheet(state) == GAME.sheet(light)
    assert invariants(state) == invariants(light)


def test_md_z2_a_hand_laid_open_keeps_its_points_and_the_others_are_totals():
    state = lighten(play(ending((2, 1), depth="full", unplayed_special="2"), SHOWS))
    assert state.players[A].shown is None
    assert GAME.score(state).total(A, "points") == 7
    assert GAME.pending(state).verbs == ("total",)
    assert findings(state, "Ann: total 5") == ("MD-Z2",)
    (refused,) = GAME.check(state, read("Ben: show 3"))
    assert refused.text == "in light depth a hand is entered as a total (total)"


def test_md_k7_the_holder_is_asked_for_when_nobody_has_shown_it():
    state = lighten(play(ending((2, 1), depth="full"), SHOWS))
    state = play(state, "Ben: total 0")
    assert GAME.pending(state).text == "Who has the Dimwit?"
    state = play(state, "table: dimwit with Ben")
    assert [GAME.score(state).total(seat, "points") for seat in (A, B)] == [5, -15]


def test_md_k7_the_holder_is_not_asked_for_when_the_dimwit_was_shown():
    state = lighten(play(ending((2, 1), depth="full"), "Ann: show 5 dimwit"))
    assert {one.verb for one in GAME.options(state)} == {"total"}
    state = play(state, "Ben: total 3")
    assert state.stage is Stage.OVER
    assert [GAME.score(state).total(seat, "points") for seat in (A, B)] == [-10, 3]


def boxed(state, **specials):
    """The state with a box that has so many special cards, before its cards are dealt."""
    box = replace(
        shipped(), specials={Special(name): copies for name, copies in specials.items() if copies}
    )
    return GAME.start(replace(state.setup, catalogue=box))


def test_md_k7_nobody_is_asked_for_a_dimwit_that_the_box_does_not_have():
    state = lighten(with_box(ending((1, 1), depth="full"), dimwit=0))
    assert play(state, "Ann: total 3", "Ben: total 4").stage is Stage.OVER


def with_box(state, **specials):
    return replace(state, setup=boxed(state, **specials).setup)


def test_two_dimwits_of_one_box_stay_where_they_were_shown():
    state = with_box(ending((1, 1, 1), depth="full"), dimwit=2)
    state = lighten(play(state, "Ann: show dimwit", "Ben: show dimwit"))
    assert GAME.score(play(state, "Cleo: total 3")).total(B, "points") == -15
    assert [line for line in invariants(state) if "MD-I6" not in line] == []


def test_md_i6_a_deck_of_another_size_stays_as_large_as_it_was():
    state = play(boxed(new_game(depth="full"), surprise=5, dimwit=1), "table: dealt")
    assert state.cards == 26 + 6
    light = lighten(state)
    assert (light.deck, light.cards, invariants(light)) == (26, 32, ())


def test_md_s1b_nobody_knows_any_more_how_many_copies_are_left():
    state = play(rolled("S 3 4 5 6 2", depth="full"), "Ann: bite Ben eye")
    state = with_box(state, dimwit=1)
    assert findings(state, "Ben: counter in_your_teeth") == ("MD-S1b",)
    assert findings(lighten(state), "Ben: counter in_your_teeth") == ()
