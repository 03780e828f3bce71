"""X-8: Dominoes goes on in light depth from whatever point the table likes.

A light table is played beside each full one, and where the full table becomes light it must be the
same as that other one.
"""

from dataclasses import replace

import pytest
from games_leaves import without_catalogue
from mon_kit import (
    NAMES,
    OPEN,
    A,
    B,
    attach,
    box,
    card,
    cards_of,
    catalogue,
    force,
    match_of,
    midgame,
    names,
    new_game,
    play,
    play_lines,
    playout,
)

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES, lighten
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.words import PartRef
from models.workshop.invariants import invariants

HANDS = ("open", "closed")


def as_light(before, action, after):
    """What people in light depth would declare for what was declared in full depth."""
    match action:
        case act.Dealt():
            return (
                () if any(not player.hand for player in after.players) else (act.Dealt(None, ()),)
            )
        case act.Put():
            return (act.Put(action.actor, UNNAMED),)
        case act.Attach():
            closes = after.players[action.actor].monsters != before.players[action.actor].monsters
            return ((act.Close if closes else act.Attach)(action.actor, UNNAMED),)
        case act.Draw():
            return (act.Draw(action.actor, UNNAMED),)
        case act.Refill():
            return (act.Refill(action.actor, ()),)
        case _:
            return (action,)


def beside(state):
    """The light table next to a full one that has just been set up."""
    named = dict(state.setup.switches)
    light = new_game(len(state.players), Depth.LIGHT, named)
    return play(light, act.DeckSize(None, state.deck))


def followed(light, before, action, after):
    """The light table after the same; what a full table knows no better way for is said too."""
    for each in as_light(before, action, after):
        found = DOMINOES.check(light, each)
        assert {one.rule for one in found} <= {"MON-D4a"}, (each, found)
        light = DOMINOES.apply(light, each)
    return light


def the_same(full, light):
    """A full table that becomes light is the table that was light all along."""
    lighter = lighten(full)
    assert names(lighter) == set()
    assert invariants(lighter) == ()
    assert without_catalogue(lighter) == light
    assert DOMINOES.pending(lighter) == DOMINOES.pending(light)
    assert DOMINOES.options(lighter) == DOMINOES.options(light)


@pytest.mark.slow
@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("deck", ["parts", "all"])
@pytest.mark.parametrize("seed", range(3))
def test_x8_at_every_point_it_is_the_table_that_was_light_all_along(hands, deck, seed):
    chosen = {"mon.dominoes_hands": hands, "mon.dominoes_deck": deck}
    full = new_game(2 + seed, Depth.FULL, chosen)
    light = beside(full)
    stages = set()
    for before, action, after in playout(full, seed):
        light = followed(light, before, action, after)
        stages.add(after.stage)
        if after.stage not in {Stage.DEAL, Stage.OVER}:
            the_same(after, light)
    assert stages >= {Stage.DEAL, Stage.START, Stage.TURN, Stage.OVER}


def twenty():
    """Twenty cards, of which a head, a body and a limb close a monster of 10 points."""
    return catalogue(card("H3", "w", 3, 6), card("B5", "wn", 5, 7), card("L2", "n", 2, 7))


DEALS = "table: youngest Ann / Ann: dealt B5 H3 L2 B5 H3"
STARTS = f"{DEALS} / Ben: dealt H3 L2 B5 H3 L2"
TURNS = (
    f"{STARTS} / Ann: put B5 / Ben: attach H3 / Ann: attach L2 / Ann: put H3 / Ben: attach B5 / "
    "Ann: attach B5 / Ben: attach H3 / Ben: put L2 / Ann: draw B5"
)
REFILLS = f"{TURNS} / Ann: attach B5 / Ben: draw L2 / Ben: lose-turn / Ann: attach H3"

REACHED = {
    Stage.SETUP: "",
    Stage.DEAL: DEALS,
    Stage.START: STARTS,
    Stage.TURN: TURNS,
    Stage.REFILL: REFILLS,
}
NEVER = {
    Stage.COUNT: "people add points up in light depth alone",
    Stage.OVER: "a game that is over does not become light",
}
REFUSED = {
    Stage.SETUP: (),
    Stage.DEAL: ((act.Dealt(B, cards_of("H3 L2 B5 H3 L2")), "MON-D1", "in light depth"),),
    Stage.START: (
        (act.Put(A, CardId("B5")), "MON-D1", "in light depth"),
        (act.Draw(A, CardId("B5")), "MON-D1", "in light depth"),
    ),
    Stage.TURN: (
        (act.Attach(A, CardId("B5")), "MON-D1", "in light depth"),
        (attach(A, "card", "L2.1"), "MON-D4", "in light depth"),
        (act.Draw(A, CardId("B5")), "MON-D1", "in light depth"),
    ),
    Stage.REFILL: ((act.Refill(A, cards_of("B5 B5 H3 L2 L2")), "MON-D1", "in light depth"),),
}
EACH = pytest.mark.parametrize("stage", list(REACHED), ids=[stage.name for stage in REACHED])


def reached(text):
    setup = Setup(NAMES[:2], Depth.FULL, OPEN, twenty())
    return play_lines(match_of("mon-dominoes", setup), text)


def test_every_stage_is_looked_at():
    assert {*REACHED, *NEVER} == set(Stage)
    assert set(REFUSED) == set(REACHED)


@EACH
def test_x8_each_stage_is_the_one_a_light_table_would_be_in(stage):
    match = reached(REACHED[stage])
    assert match.state.stage is stage
    lighter = lighten(match.state)
    assert lighter.stage is stage
    assert names(lighter) == set()
    if stage is Stage.DEAL:
        return  # a light table deals everybody at once
    light = beside(match.game.start(match.setup))
    for step in match.steps():
        light = followed(light, step.origin.state, step.action, step.state)
    the_same(match.state, light)


@EACH
def test_x8_no_card_is_named_from_then_on(stage):
    match = play_lines(reached(REACHED[stage]), "table: light")
    for action, rule, text in REFUSED[stage]:
        (found,) = DOMINOES.check(match.state, action)
        assert (found.rule, found.forceable) == (rule, False)
        assert text in found.text


def test_mon_d2_who_has_cards_already_is_not_dealt_more():
    """Ann named her five in full depth; the rest is dealt in one word."""
    state = play_lines(reached(DEALS), "table: light / table: dealt").state
    assert [player.hand for player in state.players] == [(UNNAMED,) * 5] * 2
    assert (state.deck, state.stage, state.turn) == (10, Stage.START, A)


def test_mon_d2_everybody_gets_a_card_where_somebody_was_dealt_too_many():
    """Ann took ten of twelve by a ruling; the rest is shared out so that nobody has none."""
    full = midgame(box(), "", ("", "", ""), deck=12)
    full = replace(full, stage=Stage.DEAL)
    full = force(full, act.Dealt(A, cards_of("LZ " * 10)), "MON-D2")
    state = play(lighten(full), act.Dealt(None, ()))
    assert [len(player.hand) for player in state.players] == [10, 1, 1]
    assert state.stage is Stage.START


def test_mon_d7_one_card_a_turn_also_across_the_change():
    state = play_lines(reached(TURNS), "table: light").state
    assert state.drew
    (found,) = DOMINOES.check(state, act.Draw(A, UNNAMED))
    assert found.rule == "MON-D7"
    assert play(state, act.LoseTurn(A)).turn == B


def test_mon_d10a_turns_lost_before_the_change_count():
    cards = box(card("B1", "ww", 4), card("L1", "n", 1), card("L9", "n", 1))
    full = play(midgame(cards, "B1", ("L1", "L9"), deck=0), act.LoseTurn(A))
    assert play(lighten(full), act.LoseTurn(B)).stage is Stage.OVER


def test_x7_cards_that_the_table_moved_are_moved_and_counted_alike():
    """A gap in the copies of a card in the centre is no gap among cards without a name."""
    moved = "table: adjust-card B5#3 from centre to discarded"
    lines = f"Ann: put B5 / Ben: attach B5 to B5.1 / Ann: attach B5 / {moved}"
    match = play_lines(reached(STARTS), lines)
    state = play_lines(match, "table: light / Ben: attach card").state
    assert state.discarded == (UNNAMED,)
    assert state.centre.parts == tuple(PartRef(UNNAMED, copy) for copy in (1, 2, 3))
    assert state.centre.joints == ()
