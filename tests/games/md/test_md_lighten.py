"""X-8: MonsterDice from full to light depth, at every stage before the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games_leaves import without_catalogue
from md_kit import (
    NOTHING,
    A,
    B,
    begun,
    ending,
    findings,
    ill,
    new_game,
    play,
    read,
    rolled,
    shipped,
    throw,
)

from companion.games.md import GAME
from companion.games.md.game import lighten
from companion.games.md.state import Stage
from companion.games.md.words import Special
from models.workshop.invariants import invariants

SHOWS, TOTALS = "Ann: show 5 myopia", "Ann: total 5 specials 1"
LEVEL = {
    "full": ("Ann: show 5", "Ben: show 5", "Cleo: show dimwit"),
    "light": ("Ann: total 5", "Ben: total 5", "Cleo: total 0", "table: dimwit with Cleo"),
}


def two_devils(depth):
    """Ann has Ben's Die'vil too; both show their sculpted side."""
    state = play(begun(depth=depth), "table: adjust-die devil@2 to pool of Ann", "Ann: draw")
    return throw(state, "2 3 S S 4 5 6")


def back(depth):
    """Three equal numbers, and two dice that could come back."""
    state = play(ill(begun(depth=depth), A, "spider", "eye"), "Ann: draw")
    return throw(state, "4 4 4 2")


def spider(depth):
    return play(rolled("2 3 4 S 6 5", depth=depth), "Ann: steal Ben eye")


STAGES = {
    Stage.SETUP: lambda depth: new_game(depth=depth),
    Stage.ROLLOFF: lambda depth: throw(play(new_game(depth=depth), "table: dealt"), NOTHING),
    Stage.DRAW: lambda depth: begun(depth=depth),
    Stage.ROLL: lambda depth: play(begun(depth=depth), "Ann: draw"),
    Stage.REROLL: two_devils,
    Stage.REROLLING: lambda depth: play(two_devils(depth), "Ann: reroll teeth"),
    Stage.TRIPLE: back,
    Stage.DEMOLITION: lambda depth: rolled("S S S S S S", depth=depth),
    Stage.EFFECTS: lambda depth: play(rolled("S S 4 5 S 2", depth=depth), "Ben: hand-over"),
    Stage.COUNTER: spider,
    Stage.STOLEN: lambda depth: play(spider(depth), "Ben: allow"),
    Stage.SCORING: lambda depth: play(
        ending((2, 2, 0), ((Special.SURPRISE,),), depth), SHOWS if depth == "full" else TOTALS
    ),
    Stage.FINAL_ROLL: lambda depth: throw(
        play(ending((1, 1, 1), depth=depth, final_tie="rolloff"), *LEVEL[depth]), NOTHING
    ),
}
"""A table at each stage, in the depth that is asked for: the same has happened in both."""


def test_every_stage_before_the_end_is_looked_at():
    assert {*STAGES, Stage.OVER} == set(Stage)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_x8_at_every_stage_the_table_is_as_one_that_was_light_all_along(stage):
    full, light = STAGES[stage]("full"), STAGES[stage]("light")
    assert (full.stage, full.full) == (stage, True)
    state = lighten(full)
    assert without_catalogue(state) == light
    assert GAME.pending(state) == GAME.pending(light)
    assert GAME.options(state) == GAME.options(light)
    assert GAME.sheet(state) == GAME.sheet(light)
    assert invariants(state) == invariants(light)


# ---------------------------------------------------------------- hands laid open before


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
