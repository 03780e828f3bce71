"""Light depth: people say Families, winners and what abilities scored; from full to light (X-8)."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import pytest
from fgt_kit import NAMES, A, B, C, arena, box, fight, findings, force, new_game, play, warrior
from games_leaves import without_catalogue
from sheet_kit import seen

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED, CardId
from companion.games.fgt import GAME
from companion.games.fgt import verbs as act
from companion.games.fgt.cards import Ability, Kind
from companion.games.fgt.game import lighten
from companion.games.fgt.state import Arena, Boost, BoostState, Scored, Stage
from companion.games.fgt.words import Family, FamilyCount, Shown, Zone
from models.workshop.invariants import invariants

HUMAN, ROBOT, ALIEN = Family.HUMAN, Family.ROBOT, Family.ALIEN
ACTIVE = UNNAMED


def main(seat, family, boost=ALIEN):
    return act.Play(seat, Shown(None, family), boost)


def active(seat, **more):
    return act.Activate(seat, ACTIVE, **more)


def playing(seats=3, **chosen):
    switches = {f"fgt.{name}": value for name, value in chosen.items()}
    state = new_game(seats, Depth.LIGHT, switches)
    return play(state, act.Dealt(None, ()), act.Starter(None, A), act.EnterGlory(None, 6))


def resolving(seats=3, **chosen):
    state = playing(seats, **chosen)
    families = (HUMAN, ROBOT, HUMAN)
    for seat in range(seats):
        state = play(state, main(seat, families[seat]))
    return state


def test_light_what_an_ability_did_is_said():
    state = resolving()
    assert findings(state, active(A, targets=(B,), points=(3,))) == ("FGT-K12",)
    taken = play(state, active(A, steals=B))
    assert taken.players[B].boost.state is BoostState.STOLEN
    assert (len(taken.players[A].scored), taken.turn) == (1, C)
    killed = play(state, active(A, kills=(B, C)))
    assert [player.main.alive for player in killed.players] == [True, False, False]
    assert len(killed.graveyard) == 5
    assert findings(killed, active(B, kills=(C,))) == ("FGT-B4",)
    offered = {one.verb: one.instances for one in GAME.options(state)}["activate"]
    assert {active(A), active(A, steals=B), active(A, kills=(C,))} <= set(offered)


def test_light_an_active_boost_is_taken_under_the_switch_alone():
    state = play(resolving(), active(A))
    assert findings(state, active(B, steals=A)) == ("FGT-K2a",)
    allowed = play(resolving(steal_active="on"), active(A), active(B, steals=A))
    assert allowed.players[B].scored[0].card is None


def test_light_warriors_scored_from_the_reserves_are_counted():
    state = play(resolving(), active(A, draws=5))
    assert state.stage is Stage.REVEAL
    assert findings(state, act.Reveal(A, (UNNAMED,))) == ("FGT-K6",)
    assert findings(state, act.Drew(A, 6)) == ("FGT-K6",)
    assert findings(state, act.Drew(B, 5)) == ("FGT-K6",)
    assert findings(state, act.Drew(A, 1, (ALIEN, ALIEN))) == ("FGT-K6",)
    state = play(state, act.Drew(A, 5, (ALIEN, ALIEN)))
    assert [one.family for one in state.players[A].scored] == [ALIEN, ALIEN]
    assert (state.reserves, len(state.graveyard), state.turn) == (37, 6, B)
    assert invariants(state) == ()


def test_light_the_winner_is_said_and_ties_are_broken():
    state = resolving()
    state = play(state, active(A, kills=(A,)), act.ScoreBoost(B), act.ScoreBoost(C))
    assert findings(state, act.Winner(None, (A,))) == ("FGT-A1",)
    assert play(state, act.Winner(None, (C, B))).award.winner == B
    won = play(state, act.Winner(None, (C,)))
    assert [player.score for player in won.players] == [0, 1, 7]
    assert play(state, act.NobodyWins(None)).aside[0].glory == 6


def test_light_views_have_no_powers():
    assert GAME.sheet(resolving()).blocks[A].card.big == ""
    assert "ARENA 1 of 7   6 Glory" in seen(GAME, resolving())
    assert "nobody leads yet" in seen(GAME, resolving())


ALIEN, ANIMAL, DEMON, HUMAN, ROBOT = (
    Family.ALIEN, Family.ANIMAL, Family.DEMON, Family.HUMAN, Family.ROBOT,
)  # fmt: skip

# A box of sixteen: after dealing to two and opening three, the Reserves hold three.
CARDS = box(
    warrior("H1", 22), warrior("A1", 8), warrior("X1", 3, "all-10"), warrior("D1", 3, "humans"),
    arenas=[arena("P1", 6, Kind.CLOSEST_TO, 25), arena("P2", 4, Kind.HIGHEST)], size=16,
)  # fmt: skip


def cards(text):
    return tuple(CardId(card) for card in text.split())


FULL = (
    act.Dealt(None, cards("R100 D100 X100")),
    act.Starter(None, A),
    act.EnterArena(None, CardId("P1"), CardId("P2")),
    act.Play(A, Shown(CardId("H1"), None), ALIEN),
    act.Play(B, Shown(CardId("A1"), None), DEMON),
    act.Activate(A, CardId("X1")),  # 22 to 12, and 8 is killed
    act.Activate(B, CardId("D1")),
    act.Reveal(B, cards("H100")),
    act.Reveal(B, cards("A100 R101")),
    act.Reshuffled(None, cards("R100 D100 X100")),
    act.Reveal(B, cards("A1")),
    act.Reshuffled(None, ()),
    act.Reveal(B, cards("R100")),
    act.Winner(None, (A,)),
    act.Drew(A, 2),
    act.Reshuffled(None, cards("H1 X1 D1")),
    act.Drew(B, 2),
)
"""The first round in full depth; each action leads on to what the next one answers."""

LIGHT = (
    act.Dealt(None, ()),
    act.Starter(None, A),
    act.EnterGlory(None, 6),
    act.Play(A, Shown(None, HUMAN), ALIEN),
    act.Play(B, Shown(None, ANIMAL), DEMON),
    act.Activate(A, UNNAMED, kills=(B,)),
    act.Activate(B, UNNAMED, draws=5),
    act.Drew(B, 1, (HUMAN,)),
    act.Drew(B, 2),
    act.Reshuffled(None, ()),
    act.Drew(B, 1),
    act.Reshuffled(None, ()),
    act.Drew(B, 1),
    act.Winner(None, (A,)),
    act.Drew(A, 2),
    act.Reshuffled(None, ()),
    act.Drew(B, 2),
)
"""The same round as a light table would have said it."""


class Moment(NamedTuple):
    """What a table is asked that became light after so many actions, and what it may not say."""

    after: int
    seat: int | None
    asked: str
    verbs: str
    refused: act.Action
    why: str


UNNAMED_HERE = "in light depth Warriors are not named"
MOMENTS = {
    Stage.SETUP: Moment(
        0, None, "Are five Warriors dealt to each?", "dealt",
        FULL[0], UNNAMED_HERE),
    Stage.STARTER: Moment(
        1, None, "Who is the oldest player?", "starter",
        act.AdjustCard(None, CardId("R100"), Zone.GRAVEYARD, Zone.RESERVES),
        "no such Warrior is in the graveyard"),
    Stage.ARENA: Moment(
        2, None, "How much Glory is the new Arena worth for round 1?", "arena-glory",
        FULL[2], "in light depth enter only the Arena's Glory"),
    Stage.PLAY: Moment(
        4, B, "Sofia, play a Main and a Boost; the last Main is Human", "play hand",
        FULL[4], "in light depth say the Main's Family"),
    Stage.BOOST: Moment(
        6, B, "Sofia, activate the Boost or score it?", "activate score",
        FULL[6], UNNAMED_HERE),
    Stage.REVEAL: Moment(
        8, B, "Sofia, turn up 4 of the Reserves", "drew",
        FULL[8], "in light depth say how many were drawn and what was scored"),
    Stage.RESHUFFLE: Moment(
        9, None,
        "Shuffle the Graveyard into new Reserves and turn up 3 for the new Graveyard",
        "reshuffled", FULL[9], UNNAMED_HERE),
    Stage.JUDGE: Moment(
        13, None, "Who meets the Arena's condition best, or does nobody?", "winner nobody-wins",
        act.AdjustPower(None, A, 2),
        "powers are changed in a Fight, in full depth"),
    Stage.DRAW: Moment(
        14, A, "Mark, draw 2 of the Reserves", "drew all-drew",
        act.AdjustCard(None, CardId("H1"), Zone.GRAVEYARD, Zone.SCORED, None, A),
        "no such Warrior is in the graveyard"),
}  # fmt: skip
"""Every stage but the last, in which a table becomes light no more."""


def full_after(count):
    return play(new_game_of(CARDS), *FULL[:count])


def new_game_of(box_, depth=Depth.FULL):
    return GAME.start(Setup(NAMES[:2], depth, {}, box_))


def light_after(count):
    """A table that was light all along; its box has as many Warriors as the other's."""
    state = replace(new_game_of(None, Depth.LIGHT), deck=16, reserves=16)
    return play(state, *LIGHT[:count])


def facts(thing, path="state"):
    """Every value within a state with where it is, the catalogue excepted."""
    yield path, thing
    if is_dataclass(thing):
        for field in fields(thing):
            if field.name != "catalogue":
                yield from facts(getattr(thing, field.name), f"{path}.{field.name}")
    elif isinstance(thing, tuple | frozenset):
        for at, one in enumerate(thing):
            yield from facts(one, f"{path}[{at}]")


def left_behind(state):
    """Paths of whatever names a card or tells a power."""
    box_ = state.setup.catalogue
    ids = {*box_.warriors, *box_.arenas}
    for path, value in facts(state):
        words = value if isinstance(value, str) and not path.endswith(".rule") else ""
        named = set(re.findall(r"\w+", words)) & {*ids, "power"}
        knows = isinstance(value, Fraction | Ability)
        printed = path.endswith((".printed", ".power")) and value is not None
        families = path.endswith("search.families") and value is not None
        if named or knows or printed or families:
            yield path


def test_x8_every_stage_has_its_moment():
    assert set(MOMENTS) == set(Stage) - {Stage.OVER}


@pytest.mark.parametrize("stage", MOMENTS, ids=lambda stage: stage.name)
def test_x8_at_every_stage_a_light_table_is_asked_the_same(stage):
    moment = MOMENTS[stage]
    full = full_after(moment.after)
    assert full.stage is stage
    light, twin = lighten(full), light_after(moment.after)
    assert light.stage is stage
    assert without_catalogue(light) == twin
    asked = GAME.pending(light)
    assert (asked.asks, asked.text) == (moment.seat, moment.asked)
    assert asked.verbs == tuple(moment.verbs.split())
    assert asked == GAME.pending(twin)
    assert GAME.options(light) == GAME.options(twin)
    assert GAME.sheet(light) == GAME.sheet(twin)
    assert invariants(light) == ()


@pytest.mark.parametrize("stage", MOMENTS, ids=lambda stage: stage.name)
def test_x8_at_every_stage_names_are_refused_from_then_on(stage):
    moment = MOMENTS[stage]
    light = lighten(full_after(moment.after))
    found = GAME.check(light, moment.refused)
    assert [one.text for one in found] == [moment.why]
    assert not any(one.forceable for one in found)
    assert findings(light, LIGHT[moment.after]) == ()


@pytest.mark.parametrize("after", range(len(FULL) + 1))
def test_x8_after_every_action_no_name_and_no_power_is_left(after):
    full = full_after(after)
    assert bool(list(left_behind(full))) == bool(after)
    light = lighten(full)
    assert list(left_behind(light)) == []
    assert without_catalogue(light) == light_after(after)
    assert play(light, *LIGHT[after:]) == replace(light_after(len(LIGHT)), setup=light.setup)


def test_x8_a_boost_stays_what_it_became():
    light = lighten(full_after(6))
    assert light.players[A].boost == Boost(ALIEN, BoostState.ACTIVE, UNNAMED)
    assert light.players[B].boost == Boost(DEMON)
    steals = box(warrior("H1"), warrior("A1"), warrior("R1"), warrior("X1", 1, "steal"))
    state = play(fight(steals, ["H1 X", "A1 H", "R1 D"]), act.Activate(A, CardId("X1"), steals=B))
    light = lighten(play(state, act.ScoreBoost(C)))
    assert [player.boost for player in light.players] == [
        Boost(ALIEN, BoostState.ACTIVE, UNNAMED),
        Boost(HUMAN, BoostState.STOLEN),
        Boost(DEMON, BoostState.SCORED),
    ]
    assert light.stage is Stage.JUDGE
    assert light.players[A].scored == (Scored(HUMAN),)


def test_x8_families_told_of_a_hand_still_bind_it():
    told = act.HandFamilies(B, (FamilyCount(ANIMAL, 2), FamilyCount(HUMAN, 3)))
    light = lighten(play(full_after(4), told))
    assert light.players[B].told == told.counts
    assert findings(light, act.Play(B, Shown(None, HUMAN), ANIMAL)) == ("FGT-P6",)
    assert findings(light, act.Play(B, Shown(None, ANIMAL), ANIMAL)) == ()


def test_x8_nothing_is_left_to_undo_when_an_active_boost_is_taken():
    steals = box(warrior("H1", 20), warrior("A1", 20), warrior("X1", 1, "all-10"))
    state = play(fight(steals, ["H1 X", "A1 R"], steal_active="on"), act.Activate(A, CardId("X1")))
    light = play(lighten(state), act.Activate(B, UNNAMED, steals=A))
    assert light.players[B].scored == (Scored(ALIEN),)
    assert [player.main.power for player in light.players] == [None, None]
    assert light.players[A].boost.state is BoostState.STOLEN
    assert light.stage is Stage.JUDGE


@pytest.mark.parametrize("size", [16, 75])
def test_x8_a_box_of_another_size_stays_whole(size):
    cards_ = box(size=size)
    light = lighten(new_game_of(cards_))
    assert (light.deck, light.reserves) == (size, size)
    light = play(light, act.Dealt(None, ()))
    assert light.reserves == size - 13
    assert invariants(light) == ()
    assert "FGT-I1" in " ".join(invariants(replace(light, reserves=light.reserves + 1)))


def decided(*mains, seats, ruled=False, first=A):
    powers = box(*(warrior(name, power) for name, power in mains), arenas=[arena("P1", 6)])
    state = fight(powers, [name for name, _ in mains], Stage.JUDGE, first=first)
    won = act.Winner(None, seats)
    return force(state, won) if ruled else play(state, won)


def test_x8_who_won_stays_and_powers_are_said_no_more():
    full = decided(("H1", 24), ("A1", 20), seats=(A,))
    assert full.award.why == "Mark is closest to 25: power 24, 1 away"
    award = lighten(full).award
    assert (award.winner, award.why, award.rule) == (A, "Mark wins", "FGT-A1")
    assert award.arena == Arena(None, 6, 1)


def test_x8_a_tie_stays_a_tie_though_the_first_player_card_was_passed():
    full = decided(("H1", 24), ("A1", 26), seats=(B,), first=B)
    said = "Sofia and Mark tie (as the table says); Sofia is the first player"
    assert (lighten(full).award.why, lighten(full).award.rule) == (said, "FGT-A2")
    passed = play(full, act.AllDrew(None))
    assert passed.first == A
    light = lighten(passed).award
    assert (light.winner, light.tied, light.why) == (B, (B, A), said)


def test_x8_a_ruling_stays_a_ruling():
    full = decided(("H1", 24), ("A1", 20), seats=(B,), ruled=True)
    award = lighten(full).award
    assert (award.winner, award.why, award.rule) == (B, "Sofia wins by ruling", "X-7")


def test_x8_an_arena_that_nobody_took_stays_aside():
    state = play(fight(CARDS, ["H1", "A1"], Stage.JUDGE), act.AdjustPower(None, A, -30))
    full = play(state, act.AdjustPower(None, B, -30), act.NobodyWins(None))
    award = lighten(full).award
    assert (award.winner, award.why) == (None, "no Main fights any more")
    assert list(left_behind(lighten(full))) == []
