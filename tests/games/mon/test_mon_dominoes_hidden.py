"""INV-6 in Dominoes: what is on the backs, and what is in closed hands, shows nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mon_kit import OPEN, midgame, new_game, playout, shipped

from companion.core.game import Depth, Setup
from companion.core.sheet import plain
from companion.core.words import UNNAMED, CardId
from companion.games.mon.cards import Back, Effect, Op
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.words import Icon


class Locked(dict):
    """Backs that nobody may look up."""

    def __missing__(self, key):
        raise AssertionError(f"the back of {key} was looked up")


def scrambled(catalogue):
    """The same pictures with other backs: points, icons, skulls and Spells all different."""
    backs = {
        card: Back(
            points=97 - back.points,
            icons=tuple(Icon)[: (len(back.icons) + 2) % 5],
            skull=not back.skull,
            effect=Effect(Op.CUSTOM, text="something else"),
        )
        for card, back in catalogue.backs.items()
    }
    return replace(catalogue, backs=backs)


def with_backs(state, catalogue):
    return replace(state, setup=replace(state.setup, catalogue=catalogue))


def shown(state):
    """Everything that a screen can get to see of a state."""
    return (
        DOMINOES.view(state),
        DOMINOES.sheet(state),
        DOMINOES.options(state),
        DOMINOES.pending(state),
        DOMINOES.score(state),
        DOMINOES.standing(state),
    )


@pytest.mark.parametrize("switches", [{}, OPEN])
def test_inv6_the_backs_show_nowhere_before_the_end(switches):
    other = scrambled(shipped())
    steps = 0
    for before, action, after in playout(new_game(3, switches=switches), 4):
        if after.stage is Stage.OVER:
            assert DOMINOES.score(after) != DOMINOES.score(with_backs(after, other))
            break
        steps += 1
        assert shown(after) == shown(with_backs(after, other))
        assert DOMINOES.tell(before, action, after) == DOMINOES.tell(
            with_backs(before, other), action, with_backs(after, other)
        )
    assert steps > 80


@pytest.mark.parametrize("switches", [{}, OPEN])
def test_inv6_the_backs_are_not_even_looked_up(switches):
    """No points of a card are asked for before the game is over (MON-G6)."""
    blind = replace(shipped(), backs=Locked())
    state = DOMINOES.start(Setup(("Ann", "Ben"), Depth.FULL, switches, blind))
    seen = shipped().backs
    for before, action, after in playout(state, 8):
        if after.stage is Stage.OVER:
            assert DOMINOES.score(with_backs(after, replace(blind, backs=seen))).lines
            return
        shown(after)
        DOMINOES.tell(before, action, after)
    raise AssertionError("the game did not end")


def test_inv6_a_closed_hand_is_counted_and_never_named():
    """What a hidden card is shows nowhere: not in actions, options, view, history or score."""
    taken = 0
    for before, action, after in playout(new_game(4), 2):
        assert {one for player in after.players for one in player.hand} <= {UNNAMED}
        if isinstance(action, act.Draw):
            taken += 1
            assert action.card == UNNAMED
            assert "takes a card" in DOMINOES.tell(before, action, after)
        if isinstance(action, act.Refill):
            assert action.cards == ()
        for player, block in zip(after.players, DOMINOES.sheet(after).blocks, strict=True):
            assert block.groups == ()
            over = after.stage is Stage.OVER
            assert over or f"hand {len(player.hand)} " in block.right[0]
    assert taken > 5


def test_inv6_closed_hands_that_differ_look_alike():
    """The list of what may be attached names every card not yet seen, whoever holds it."""
    state = midgame(shipped(), "GM-B", ("card card", "card"), dominoes_hands="closed")
    offered = {
        action.card
        for option in DOMINOES.options(state)
        if option.verb == "attach"
        for action in option.instances
    }
    parts = {one for one, card in shipped().cards.items() if card.fits_monsters}
    assert offered == {one for one in parts if not one.startswith("D") or one.startswith("DB")} - {
        CardId("GM-B")
    }


def test_an_open_hand_shows_its_pictures():
    ann = DOMINOES.sheet(midgame(shipped(), "GM-B", ("GM-H GM-L", "CW-B"))).blocks[0]
    assert [plain(tile.chips[0]).split()[0] for tile in ann.groups[0].tiles] == ["GM-H", "GM-L"]
