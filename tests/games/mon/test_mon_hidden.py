"""INV-6: what is on the backs, and what is in closed hands, shows nowhere before its time."""

from dataclasses import replace

import mon_classic_kit as classic_kit
import pytest
from games_leaves import another_back
from mon_classic_kit import A, B, flipped, play, table
from mon_kit import OPEN, midgame, new_game, playout, shipped

from companion.core.findings import clear
from companion.core.sheet import plain
from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import verbs as fights
from companion.games.mon.classic.game import CLASSIC
from companion.games.mon.classic.state import Mode
from companion.games.mon.classic.state import Stage as Stages
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.words import HIDDEN, Kind
from models.workshop.invariants import invariants


class Locked(dict):
    """Backs of which some may not be looked up."""

    def __init__(self, seen=()):
        super().__init__(shipped().backs)
        self.seen = seen

    def get(self, key, default=None):
        assert key in self.seen, f"the back of {key} was looked up"
        return super().get(key, default)

    __getitem__ = get


def with_backs(state, backs):
    catalogue = replace(state.catalogue, backs=backs)
    return replace(state, setup=replace(state.setup, catalogue=catalogue))


def scrambled(state, seen=()):
    """The same pictures with other backs, but for those that were seen."""
    backs = shipped().backs
    return with_backs(state, {one: backs[one] if one in seen else another_back(backs[one]) for one in backs})


def shown(game, state):
    """Everything that a screen can get to see of a state."""
    what = (game.view, game.sheet, game.options, game.pending, game.score, game.standing)
    return (*(look(state) for look in what), invariants(state))


def public(state):
    """Cards whose backs may be looked up: those that fight, once they are flipped.

    Then those that might be played too: what a Power card or a Spell in the box is like everybody
    knows; who holds it, nobody.
    """
    if state.fight is None or state.fight.priority is None:
        return frozenset()
    secret = {card.id for card in state.cards.values() if card.kind in {Kind.POWER, Kind.SPELL}}
    return secret | {card for side in state.fight.sides for card in side.cards}


@pytest.mark.parametrize("mode", list(Mode))
def test_inv6_the_backs_show_nowhere_before_the_flip(mode):
    stages = set()
    for before, action, after in classic_kit.playout(classic_kit.new_game(mode), 4, 200):
        stages.add(after.stage)
        twin = scrambled(after, public(after))
        assert shown(CLASSIC, after) == shown(CLASSIC, twin)
        if public(before) == public(after):
            told = CLASSIC.tell(scrambled(before, public(before)), action, twin)
            assert CLASSIC.tell(before, action, after) == told
    assert {Stages.BUILD, Stages.REINFORCE, Stages.PRIZE} <= stages


@pytest.mark.parametrize("mode", list(Mode))
def test_inv6_the_backs_are_not_even_looked_up(mode):
    """MON-G6: neither to show a state nor to check or tell what leads to the flip."""
    blind = 0
    for before, action, after in classic_kit.playout(classic_kit.new_game(mode), 8, 200):
        shown(CLASSIC, with_backs(after, Locked(public(after))))
        if not public(before) and not public(after):
            locked = with_backs(before, Locked())
            assert clear(CLASSIC.check(locked, action))
            CLASSIC.tell(locked, action, CLASSIC.apply(locked, action))
            blind += 1
    assert blind > 50


def test_inv6_after_a_fight_the_points_are_gone_from_the_screen():
    state = table(("H3 B4 L2 L1 T2", "H1 BX L3 L1 T1"), hands=(1, 1))
    level = play(flipped(state), fights.AdjustPoints(None, A, 3), fights.Pass(A), fights.Pass(B))
    assert level.fights[-1].winner is None
    tiles = [tile for block in CLASSIC.sheet(level).blocks for tile in block.groups[0].tiles]
    assert len(tiles) == 10
    assert all(len(plain(tile.lines[0]).split()) == 1 for tile in tiles)  # the id alone


def test_mon_g5_hidden_cards_are_counted_and_never_named():
    for before, action, after in classic_kit.playout(classic_kit.new_game(), 3, 250):
        for player, block in zip(after.players, CLASSIC.sheet(after).blocks, strict=True):
            assert block.right[-1].endswith(f"hand {player.hand} ")
        if isinstance(action, fights.Draw) and action.card == HIDDEN:
            assert "takes a hidden card" in CLASSIC.tell(before, action, after)
    assert any(player.hand for player in after.players)


def test_inv6_tables_look_alike_whoever_could_fight():
    """MON-C10c: what is said and offered tells nobody who has a complete monster."""
    state, cannot = (table((cards, "H1 B0 L1")) for cards in ("H3 B4 L2 L1 T2", "H3 B4 L2 L1"))
    assert CLASSIC.pending(state) == CLASSIC.pending(cannot)
    assert "Ben" not in CLASSIC.pending(state).text
    verbs = [{one.verb for one in CLASSIC.options(each)} for each in (state, cannot)]
    assert verbs[0] == verbs[1]


@pytest.mark.parametrize("switches", [{}, OPEN])
def test_inv6_in_dominoes_the_backs_show_nowhere_before_the_end(switches):
    """Nor are they looked up before the game is over (MON-G6)."""
    steps = 0
    for before, action, after in playout(new_game(3, switches=switches), 4):
        other_after = scrambled(after)
        if after.stage is Stage.OVER:
            assert DOMINOES.score(after) != DOMINOES.score(other_after)
            break
        steps += 1
        assert shown(DOMINOES, after) == shown(DOMINOES, other_after)
        told = DOMINOES.tell(scrambled(before), action, other_after)
        assert DOMINOES.tell(before, action, after) == told
        locked = with_backs(before, Locked())
        DOMINOES.tell(locked, action, DOMINOES.apply(locked, action))
        shown(DOMINOES, with_backs(after, Locked()))
    assert steps > 80


def test_inv6_a_closed_hand_is_counted_and_never_named():
    """What a hidden card is shows nowhere: not in actions, options, view, history or score."""
    taken = 0
    for before, action, after in playout(new_game(4), 2):
        assert {one for player in after.players for one in player.hand} <= {UNNAMED}
        if isinstance(action, act.Draw):
            taken += 1
            assert action.card == UNNAMED
            assert "takes a card" in DOMINOES.tell(before, action, after)
        assert not isinstance(action, act.Refill) or action.cards == ()
        for player, block in zip(after.players, DOMINOES.sheet(after).blocks, strict=True):
            assert block.groups == ()
            over = after.stage is Stage.OVER
            assert over or f"hand {len(player.hand)} " in block.right[0]
    assert taken > 5


def test_inv6_closed_hands_that_differ_look_alike():
    """The list of what may be attached names every card not yet seen, whoever holds it."""
    state = midgame(shipped(), "GM-B", ("card card", "card"), dominoes_hands="closed")
    attach = next(one for one in DOMINOES.options(state) if one.verb == "attach")
    parts = {one for one, card in shipped().cards.items() if card.fits_monsters}
    assert {action.card for action in attach.instances} == {
        one for one in parts if not one.startswith("D") or one.startswith("DB")
    } - {CardId("GM-B")}


def test_an_open_hand_shows_its_pictures():
    ann = DOMINOES.sheet(midgame(shipped(), "GM-B", ("GM-H GM-L", "CW-B"))).blocks[0]
    assert [plain(tile.chips[0]).split()[0] for tile in ann.groups[0].tiles] == ["GM-H", "GM-L"]
