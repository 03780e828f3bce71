"""Random games of Ready, Set, Fight: turns go round, and a hidden card may be any.

What holds in every game (INV-1 to INV-12) is tried for all of them in `test_games_invariants.py`.
"""

from __future__ import annotations

import pytest
from rsf_play import findings, new_game, play, playout, shipped

from companion.core.game import Depth
from companion.core.verdict import Question
from companion.core.words import UNNAMED, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import FIGHT, Stage
from companion.games.rsf.words import SPECIAL_MODE

pytestmark = pytest.mark.slow

TABLES = [
    (0, 2, {}),
    (1, 6, {}),
    (2, 4, {"rsf.hand": "hidden"}),
    (3, 5, {"rsf.starter": "rolloff"}),
]


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize(("seed", "seats", "switches"), TABLES)
def test_inv7_one_living_player_is_in_turn_and_turns_go_round(seed, seats, switches, depth):
    for before, _, after in playout(new_game(seats, depth, switches), seed, 500):
        asked = GAME.pending(after)
        actor = asked.asks if isinstance(asked, Question) else getattr(asked, "roller", None)
        assert actor is None or after.players[actor].alive
        if after.stage not in FIGHT:
            continue
        assert after.players[after.turn].alive
        if before.stage in FIGHT and before.phase and of_one_round(before, after):
            here, there = after.order.index(before.turn), after.order.index(after.turn)
            assert here <= there
            assert not any(after.players[seat].alive for seat in after.order[here + 1 : there])


def of_one_round(before, after):
    """Tell whether no round, phase or sudden death began between two states."""
    return (before.phase, before.sd_round, before.stage is Stage.MUTATE) == (
        (after.phase, after.sd_round, after.stage is Stage.MUTATE)
    )


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 6)])
def test_inv6_until_it_is_connected_a_hidden_card_may_be_any(seed, seats):
    """The table keeps only that a card was drawn: many cards could still be that one."""
    start = new_game(seats, switches={"rsf.hand": "hidden"})
    drawing = [after for _, _, after in playout(start, seed, 400) if after.stage is Stage.DRAW]
    for state in drawing[3:6]:
        drawn = play(state, act.Draw(state.turn, UNNAMED))
        cell = free_cell(drawn.players[drawn.turn].monster)
        able = [
            card.id
            for card in shipped().cards.values()
            if not findings(drawn, connect(drawn, card, cell))
        ]
        assert len(able) > 1


def connect(state, card, cell):
    return act.Connect(state.turn, card.id, cell, SPECIAL_MODE if card.hybrid else None)


def free_cell(monster):
    taken = {piece.cell for piece in monster}
    beside = (side for one in sorted(taken) for side in one.sides if side not in taken)
    return next(beside, Cell(0, 0))
