"""Whole games of Monstructor at random: what holds from one step to the next, and at the end.

That every state is sound and every game ends holds for all games (`test_games_invariants.py`).
"""

from dataclasses import replace

import mon_classic_kit as classic_kit
import pytest
from mon_kit import NAMES, OPEN, findings, new_game, playout, shipped

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED
from companion.games.mon.classic import verbs as fights
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.state import Mode
from companion.games.mon.classic.table import aside, total
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.monster import free_ports, width
from companion.games.mon.words import Kind

pytestmark = pytest.mark.slow

BOTH = [(mode, depth) for mode in Mode for depth in Depth]


@pytest.mark.parametrize(("mode", "depth"), BOTH)
@pytest.mark.parametrize("seats", [2, 5])
def test_mon_i4_dragon_cards_are_won_one_by_one_and_five_end_the_game(mode, depth, seats):
    for before, action, after in classic_kit.playout(classic_kit.new_game(mode, seats, depth), seats, 3000):
        ended = len(before.fights) - 1
        assert after.fights[:ended] == before.fights[:ended]
        if isinstance(action, fights.TakeDragon):
            old, new = (state.players[action.actor].dragons for state in (before, after))
            assert len(new) == len(old) + 1
        elif len(after.fights) == len(before.fights):  # else a Spell's loss, as a fight ends
            assert [x.dragons for x in after.players] == [x.dragons for x in before.players]
    standing, sheet = CLASSIC.standing(after), CLASSIC.score(after)
    assert [sheet.total(seat, "dragons") for seat in standing.winners] == [5]
    if depth is Depth.FULL:  # MON-I1: 25 Dragon cards in all
        out = sum(len(player.dragons) for player in after.players)
        assert out + sum(aside(after).values()) == 25


@pytest.mark.parametrize(("mode", "depth"), BOTH)
def test_the_sheet_shows_the_totals_of_a_flipped_fight(mode, depth):
    for _, _, state in classic_kit.playout(classic_kit.new_game(mode, 4, depth), 11, 300):
        sheet = CLASSIC.sheet(state)
        assert (sheet.fight is None) == (state.fight is None)
        if state.fight is not None and state.fight.priority is not None:
            for shown, side in zip(sheet.fight.sides, state.fight.sides, strict=True):
                assert shown.figures[0].text == str(total(state, state.fight, side))


def run(state, seed):
    """The end of a game in which nothing was lost on the way."""
    for before, _, after in playout(state, seed):
        assert before.stage is Stage.SETUP or after.deck <= before.deck  # INV-9
        for old, new in zip(before.players, after.players, strict=True):
            assert new.collected[: len(old.collected)] == old.collected
            assert all(size >= 3 for size in new.monsters)  # MON-I6
        for joint in after.centre.joints if after.full else ():  # MON-I2
            assert width(after.cards, joint.one) is width(after.cards, joint.other)
        state = after
    assert state.stage is Stage.OVER
    return state


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("depth", list(Depth))
def test_mon_i2_i6_hold_and_every_game_of_dominoes_ends(seats, depth):
    run(new_game(seats, depth), seats)


@pytest.mark.parametrize("seed", range(4))
def test_mon_i6_the_sum_of_scores_is_the_points_of_all_collected_cards(seed):
    state = run(new_game(2 + seed, switches=OPEN), seed)
    collected = [card for player in state.players for card in player.collected]
    assert len(collected) > 20
    total = sum(line.points for line in DOMINOES.score(state).lines if line.column == "points")
    assert total == sum(shipped().backs[card].points for card in collected)


def test_complete_options_leave_nothing_out():
    """Of all cards at all free ports, exactly those offered may be attached (MON-D4, MON-G2)."""
    seen = 0
    for state, _, _ in playout(new_game(3, switches=OPEN), 5, 120):
        found = [one.instances for one in DOMINOES.options(state) if one.verb == "attach"]
        offered = {action for some in found for action in some}
        tried = {
            act.Attach(state.turn, card, (port,))
            for card in state.players[state.turn].hand
            for port in free_ports(state.cards, state.centre)
            if state.stage is Stage.TURN
        }
        assert {one for one in tried if not findings(state, one)} == offered
        seen += len(offered)
    assert seen > 100


def test_a_deck_of_cards_that_never_fit_still_ends():
    """Two hands full of Power cards: nobody can ever put anything."""
    powers = {one.id: one for one in shipped().cards.values() if one.kind is Kind.POWER}
    only = replace(shipped(), cards=powers)
    setup = Setup(NAMES[:2], Depth.FULL, OPEN | {"mon.dominoes_deck": "all"}, only)
    state = run(DOMINOES.start(setup), 1)
    assert len(state.discarded) == state.size == 25
    assert UNNAMED not in state.discarded
