"""Dominoes in light depth: cards are counted, people say what is closed and what it counts.

X-8: Dominoes goes on in light depth from whatever point the table likes.

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
    C,
    attach,
    box,
    card,
    cards_of,
    catalogue,
    findings,
    force,
    house,
    light,
    match_of,
    midgame,
    names,
    new_game,
    play,
    play_lines,
    playout,
    refused,
)
from sheet_kit import seen

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES, lighten
from companion.games.mon.dominoes.house import Deck
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.words import PartRef
from models.workshop.invariants import invariants


def put(seat):
    return act.Put(seat, UNNAMED)


def on(seat):
    return act.Attach(seat, UNNAMED)


def close(seat):
    return act.Close(seat, UNNAMED)


def test_the_deck_is_counted_by_people():
    state = new_game(2, Depth.LIGHT)
    assert DOMINOES.pending(state).verbs == ("deck",)
    assert refused(state, act.Youngest(None, A)) == "MON-D2"
    assert force(state, act.DeckSize(None, 9), "MON-D2").deck == 9
    assert refused(state, act.DeckSize(None, 1)) == "MON-D2"
    assert refused(state, act.DeckSize(None, 501)) == "MON-D2"
    state = play(state, act.DeckSize(None, 50), act.DeckSize(None, 40), act.Youngest(None, B))
    state = play(state, act.Dealt(None, ()))
    assert (state.deck, state.size, state.turn) == (30, 40, B)


def test_mon_d2a_another_deck_is_counted_anew():
    state = play(new_game(2, Depth.LIGHT), act.DeckSize(None, 50))
    shared = DOMINOES.rehouse(state, house(dominoes_tie="shared"))
    assert (shared.deck, shared.size) == (50, 50)
    state = DOMINOES.rehouse(state, house(dominoes_deck="all"))
    assert DOMINOES.pending(state).verbs == ("deck",)
    assert play(state, act.DeckSize(None, 90)).kinds is Deck.ALL


def test_mon_d2b_a_deck_too_small_is_warned_of_in_light_depth():
    state = play(new_game(3, Depth.LIGHT), act.DeckSize(None, 24))
    assert findings(state, act.Youngest(None, A)) == ("MON-D2b",)


def test_cards_are_not_named():
    state = light((3, 3), 1)
    assert refused(state, attach(A, "GM-H")) == "MON-D1"
    assert refused(state, attach(A, "card", "GM-B.1")) == "MON-D4"
    assert refused(state, act.Draw(A, CardId("GM-H"))) == "MON-D1"


def test_only_who_is_in_turn_acts():
    state = light((3, 3), 1)
    assert findings(state, on(B)) == ("MON-D4",)
    assert findings(state, close(B)) == ("MON-D4", "MON-D6")
    assert findings(state, act.Draw(B, UNNAMED)) == ("MON-D7",)


def test_mon_d4_attached_and_open():
    state = play(light((3, 3), 1), on(A))
    assert (state.turn, state.centre.size) == (B, 2)
    assert len(state.players[A].hand) == 2


def test_mon_d5_people_say_that_it_is_closed():
    state = play(light((3, 3), 2), close(A))
    assert state.players[A].monsters == (3,)
    assert len(state.players[A].collected) == 3
    assert (state.stage, state.turn) == (Stage.START, A)
    assert play(state, put(A)).turn == B


def test_mon_d6_two_cards_are_no_monster():
    state = light((3, 3), 1)
    assert findings(state, close(A)) == ("MON-D6",)
    assert force(state, close(A), "MON-D6").players[A].monsters == (2,)


def test_mon_d4a_nothing_fits_is_taken_at_the_players_word():
    state = play(light((3, 3), 1), act.Draw(A, UNNAMED))
    assert len(state.players[A].hand) == 4
    assert play(state, act.LoseTurn(A)).turn == B
    start = light((3, 3), 0)
    assert findings(start, act.Draw(A, UNNAMED)) == ("MON-D4a",)


def test_mon_d9_counts_alone():
    state = play(light((1, 3), 1, deck=4), on(A))
    assert state.stage is Stage.REFILL
    state = play(state, act.Refill(A, ()))
    assert (state.deck, len(state.players[A].hand), state.turn) == (0, 4, B)


def test_mon_d11_points_are_typed_at_the_end():
    state = play(light((1, 1, 1), 2, deck=0), close(A), put(B), act.LoseTurn(C))
    assert state.stage is Stage.COUNT
    assert len(state.discarded) == 2
    (counts,) = DOMINOES.options(state)
    assert (counts.actor, counts.verb, counts.rule) == (A, "points", "MON-D11")
    assert refused(state, act.Points(B, 3)) == "MON-D11"
    assert refused(state, act.Points(A, -1)) == "MON-D11"
    assert set(findings(state, act.LoseTurn(A))) == {"MON-D8"}
    assert findings(state, act.Draw(A, UNNAMED)) == ("MON-D7", "MON-D8")
    assert findings(state, close(A)) == ("MON-D4", "MON-D1")
    state = play(state, act.Points(A, 23))
    assert state.stage is Stage.OVER
    assert DOMINOES.score(state).total(A, "points") == 23
    assert DOMINOES.standing(state).winners == (A,)


def test_mon_d11_everybody_who_collected_counts():
    state = play(light((2, 1), 2, deck=0), close(A), put(A), on(B))
    assert state.stage is Stage.COUNT  # nobody has a card
    assert state.turn == A
    two = play(light((1, 1), 2, deck=0), close(A), put(B))
    assert two.stage is Stage.COUNT


def test_mon_d12_a_tie_on_typed_points_goes_by_cards():
    """Ann closes three cards, Ben four; both say 12."""
    state = play(light((3, 4), 2, deck=0), close(A), put(A), on(B), on(A), close(B), put(B))
    assert state.stage is Stage.TURN
    assert state.turn == B  # Ann has no card left and loses each turn at once (MON-D8)
    state = play(state, act.LoseTurn(B))
    assert (state.stage, state.turn) == (Stage.COUNT, A)
    state = play(state, act.Points(A, 12))
    assert (state.stage, state.turn) == (Stage.COUNT, B)
    state = play(state, act.Points(B, 12))
    assert DOMINOES.standing(state).winners == (B,)


def test_nobody_collected_anything():
    state = play(light((1, 1), 1, deck=0), act.LoseTurn(A), act.LoseTurn(B))
    assert state.stage is Stage.OVER
    assert [place.rank for place in DOMINOES.standing(state).places] == [1, 1]


def test_points_are_not_typed_in_the_middle_of_the_game():
    assert set(findings(light((2, 2), 2), act.Points(A, 3))) == {"MON-D11"}


def test_a_catalogue_is_not_needed_and_not_used():
    state = light((2, 2), 2)
    assert state.cards == {}
    assert "○" not in seen(DOMINOES, state)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_view_counts_the_cards_in_the_centre(count):
    tiles = DOMINOES.sheet(light((2, 2), count)).centre.grid.tiles
    assert len(tiles) == count
    assert all(tile.word.startswith("card") for tile in tiles)


HANDS = ("open", "closed")


def as_light(before, action, after):
    """What people in light depth would declare for what was declared in full depth."""
    match action:
        case act.Dealt():
            return () if any(not player.hand for player in after.players) else (act.Dealt(None, ()),)
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
