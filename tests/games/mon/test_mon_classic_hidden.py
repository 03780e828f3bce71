"""INV-6 in Classic and Arena: backs show nowhere before the flip, hidden cards are counted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mon_classic_kit import A, B, flipped, new_game, play, playout, table
from mon_kit import shipped

from companion.core.findings import clear
from companion.core.sheet import plain
from companion.games.mon.cards import Back, Effect, Op
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.state import Mode, Stage
from companion.games.mon.words import HIDDEN, Icon, Kind
from models.workshop.invariants import invariants


class Locked(dict):
    """Backs of which some may not be looked up."""

    def __init__(self, backs, seen):
        super().__init__(backs)
        self.seen = seen

    def get(self, key, default=None):
        assert key in self.seen, f"the back of {key} was looked up"
        return super().get(key, default)

    __getitem__ = get


def other(back):
    """A back with nothing of the real one."""
    return Back(
        points=97 - back.points,
        icons=tuple(Icon)[: (len(back.icons) + 2) % 5],
        skull=not back.skull,
        effect=Effect(Op.CUSTOM, text="something else"),
    )


def public(state):
    """Cards whose backs may be looked up: those that fight, once they are flipped.

    Then those that might be played too: what a Power card or a Spell in the box is like everybody
    knows; who holds it, nobody.
    """
    if state.fight is None or state.fight.priority is None:
        return frozenset()
    secret = {card.id for card in state.cards.values() if card.kind in {Kind.POWER, Kind.SPELL}}
    return secret | {card for side in state.fight.sides for card in side.cards}


def with_backs(state, backs):
    catalogue = replace(state.catalogue, backs=backs)
    return replace(state, setup=replace(state.setup, catalogue=catalogue))


def scrambled(state):
    seen = public(state)
    backs = shipped().backs
    return with_backs(
        state, {one: backs[one] if one in seen else other(backs[one]) for one in backs}
    )


def shown(state):
    """Everything that a screen can get to see of a state."""
    return (
        CLASSIC.view(state),
        CLASSIC.sheet(state),
        CLASSIC.options(state),
        CLASSIC.pending(state),
        CLASSIC.score(state),
        CLASSIC.standing(state),
        invariants(state),
    )


@pytest.mark.parametrize("mode", list(Mode))
def test_inv6_the_backs_show_nowhere_before_the_flip(mode):
    stages = set()
    for before, action, after in playout(new_game(mode), 4, 200):
        stages.add(after.stage)
        assert shown(after) == shown(scrambled(after))
        if public(before) == public(after):
            assert CLASSIC.tell(before, action, after) == CLASSIC.tell(
                scrambled(before), action, scrambled(after)
            )
    assert {Stage.BUILD, Stage.REINFORCE, Stage.PRIZE} <= stages


@pytest.mark.parametrize("mode", list(Mode))
def test_inv6_the_backs_are_not_even_looked_up(mode):
    """MON-G6: neither to show a state nor to check or tell what leads to the flip."""
    blind = 0
    for before, action, after in playout(new_game(mode), 8, 200):
        shown(with_backs(after, Locked(shipped().backs, public(after))))
        if not public(before) and not public(after):
            locked = with_backs(before, Locked(shipped().backs, ()))
            assert clear(CLASSIC.check(locked, action))
            CLASSIC.tell(locked, action, CLASSIC.apply(locked, action))
            blind += 1
    assert blind > 50


def test_inv6_after_a_fight_the_points_are_gone_from_the_screen():
    state = play(table(("H3 B4 L2 L1 T2", "H1 BX L3 L1 T1"), hands=(1, 1)))
    level = play(flipped(state), act.AdjustPoints(None, A, 3), act.Pass(A), act.Pass(B))
    assert level.fights[-1].winner is None
    tiles = [tile for block in CLASSIC.sheet(level).blocks for tile in block.groups[0].tiles]
    assert len(tiles) == 10
    assert all(len(plain(tile.lines[0]).split()) == 1 for tile in tiles)  # the id alone


def test_mon_g5_hidden_cards_are_counted_and_never_named():
    for before, action, after in playout(new_game(), 3, 250):
        for player, block in zip(after.players, CLASSIC.sheet(after).blocks, strict=True):
            assert block.right[-1].endswith(f"hand {player.hand} ")
        if isinstance(action, act.Draw) and action.card == HIDDEN:
            assert "takes a hidden card" in CLASSIC.tell(before, action, after)
    assert any(player.hand for player in after.players)


def test_inv6_tables_of_the_same_pictures_look_alike_whoever_could_fight():
    """MON-C10c: one more port on a card nobody has changes nothing that is said."""
    state = table(("H3 B4 L2 L1 T2", "H1 B0 L1"))
    asked = CLASSIC.pending(state)
    assert "Ben" not in asked.text
    verbs = {one.verb for one in CLASSIC.options(state)}
    cannot = table(("H3 B4 L2 L1", "H1 B0 L1"))
    assert verbs == {one.verb for one in CLASSIC.options(cannot)}
    assert CLASSIC.pending(cannot) == asked
