"""Ready, Set, Fight at random: a hidden card may be any, and turns go round (INV-6, INV-7)."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rsf_play import NAMES, next_action, shipped

from companion.core.dice import RollRequest
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.rulebook import Rulebook
from companion.core.switches import specs
from companion.core.verdict import Question
from companion.core.words import UNNAMED, Cell
from companion.games.rsf import GAME
from companion.games.rsf import actions as act
from companion.games.rsf.house import RsfHouse
from companion.games.rsf.state import FIGHT, Stage
from companion.games.rsf.words import SPECIAL_MODE

ROOT = Path(__file__).parents[3] / "companion"
SPECS = {spec.name: spec for spec in specs(RsfHouse, "rsf") if spec.name != "rsf.players"}
FEW = settings(max_examples=12)


@cache
def rulebook():
    texts = (ROOT / "core" / "rules.toml", ROOT / "games" / "rsf" / "rules.toml")
    return Rulebook.parse(*(text.read_text("utf-8") for text in texts))


def new_match(setup):
    return Match.begin(GAME, rulebook(), setup)


@st.composite
def setups(draw, least=2):
    chosen = draw(st.dictionaries(st.sampled_from(sorted(SPECS)), st.integers(0, 2), max_size=4))
    house = {
        name: SPECS[name].choices[number % len(SPECS[name].choices)]
        for name, number in chosen.items()
    }
    depth = draw(st.sampled_from(Depth))
    seats = draw(st.integers(least, 6))
    return Setup(NAMES[:seats], depth, house, shipped() if depth is Depth.FULL else None)


def chance_of(seed):
    return random.Random(seed)


def play_on(match, chance, steps):
    """Play at random through the kernel; ends early when the game does."""
    for _ in range(steps):
        action = next_action(match.state, chance)
        if action is None:
            break
        match = match.apply(action)
    return match


def deep(setup, seed, least=120, most=420):
    """A match somewhere in its middle, usually in the Fight phase."""
    chance = chance_of(seed)
    return play_on(new_match(setup), chance, chance.randint(least, most)), chance


seeds = st.integers(0, 10_000)


@FEW
@given(seeds, st.integers(2, 6))
def test_inv6_until_it_is_connected_a_hidden_card_may_be_any(seed, seats):
    """What is kept and shown does not say which card it is: many may still be connected."""
    setup = Setup(NAMES[:seats], Depth.FULL, {"rsf.hand": "hidden"}, shipped())
    match, chance = deep(setup, seed, 60, 150)
    while match.state.stage is not Stage.DRAW:
        match = play_on(match, chance, 1)
        assume(match.state.stage is not Stage.OVER)
    state = match.state
    match = match.apply(act.Draw(state.turn, UNNAMED))
    cell = Cell(0, 0)
    if match.state.players[state.turn].monster:
        taken = {piece.cell for piece in match.state.players[state.turn].monster}
        cell = next(side for one in sorted(taken) for side in one.sides if side not in taken)
    able = [
        card
        for card in shipped().cards.values()
        if match.check(act.Connect(state.turn, card.id, cell, _mode(card))).legal
    ]
    assert len(able) > 1


def _mode(card):
    return SPECIAL_MODE if card.hybrid else None


@FEW
@given(setups(), seeds)
def test_inv7_one_living_player_is_in_turn_and_turns_go_round(setup, seed):
    chance = chance_of(seed)
    match = new_match(setup)
    before = match.state
    for _ in range(400):
        action = next_action(before, chance)
        if action is None:
            break
        match = match.apply(action)
        after = match.state
        asked = GAME.pending(after)
        actor = asked.roller if isinstance(asked, RollRequest) else None
        if isinstance(asked, Question):
            actor = asked.asks
        assert actor is None or after.players[actor].alive
        if after.stage in FIGHT:
            assert after.players[after.turn].alive
        same_pass = (before.phase, before.sd_round) == (after.phase, after.sd_round)
        if before.stage in FIGHT and after.stage in FIGHT and same_pass and before.phase:
            same_round = (before.stage is Stage.MUTATE) == (after.stage is Stage.MUTATE)
            if after.turn != before.turn and same_round:
                between = after.order[
                    after.order.index(before.turn) + 1 : after.order.index(after.turn)
                ]
                assert after.order.index(after.turn) > after.order.index(before.turn)
                assert not any(after.players[seat].alive for seat in between)
        before = after
