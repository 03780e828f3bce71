"""Whole games at random: what holds after every step, in every game (MD-I5 to MD-I10, INV-4)."""

import random

import pytest
from md_kit import new_game

from companion.core.actions import Roll
from companion.core.dice import FACES, SCULPTED, DieFace, RollRequest
from companion.core.game import Depth
from companion.core.verdict import Breach, Question
from companion.games.md import GAME
from companion.games.md import verbs as act
from companion.games.md.answers import offered
from companion.games.md.state import Stage
from companion.games.md.words import DEVIL, NEEDS
from models.workshop.invariants import invariants

pytestmark = pytest.mark.slow

STEPS = 3000
WEIGHTS = {"surprise": 0.05, "end-turn": 0.7, "hand-over": 0.2, "withdraw": 0.1}


def step(state, chance):
    """A legal action by chance, sculpted sides oftener than dice have them; None at the end."""
    request = GAME.pending(state)
    options = GAME.options(state)
    if isinstance(request, RollRequest) and (not options or chance.random() > 0.02):
        return Roll(request.roller, tuple(DieFace(kind, face(kind, chance)) for kind in request.kinds))
    if not options:
        return None
    weights = [WEIGHTS.get(option.verb, 1.0) for option in options]
    return chance.choice(chance.choices(options, weights)[0].instances)


def face(kind, chance):
    return SCULPTED if chance.random() < 0.35 else chance.choice(FACES[kind])


def playout(state, seed):
    chance = random.Random(seed)
    for _ in range(STEPS):
        action = step(state, chance)
        if action is None:
            return
        found = GAME.check(state, action)
        assert not [one for one in found if isinstance(one, Breach | Question)], (action, found)
        after = GAME.apply(state, action)
        yield state, action, after
        state = after
    raise AssertionError(f"no end after {STEPS} steps")  # INV-10


def sound(before, action, after):
    assert invariants(after) == ()  # MD-I5, MD-I6, MD-I7, MD-I10
    assert after.deck <= before.deck  # MD-I6
    assert before.deck - after.deck == isinstance(action, act.Draw) or action.verb == "dealt"
    assert after.round >= before.round  # INV-9
    freed(before, action, after)
    if isinstance(action, act.Surprise):  # MD-I8
        assert [one.infirmary for one in before.players] == [one.infirmary for one in after.players]
        seats = action.actor, action.target
        sizes = [len(before.players[seat].pool) for seat in seats]
        assert [len(after.players[seat].pool) for seat in reversed(seats)] == sizes


def freed(before, action, after):
    """MD-I8: a die leaves an infirmary by a triple of its player's roll only."""
    for old, new in zip(before.players, after.players, strict=True):
        left = {die.id for die in old.infirmary} - {die.id for die in new.infirmary}
        if left:
            assert isinstance(action, Roll | act.Free | act.Skip)
            assert old is before.players[before.turn]
            assert after.thrown


def offers_are_sound(state):
    """MD-I7: no offer without its unused sculpted sides; a Die'vil alone offers nothing."""
    up = [die for die in state.active.pool if die.sculpted]
    for effect in offered(state):
        needed = NEEDS[effect]
        assert needed != (DEVIL,)
        for kind in needed:
            assert kind in [die.kind for die in up if not (die.used and die.paired)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("depth", list(Depth))
def test_md_i5_to_i10_hold_in_random_games_and_every_game_ends(seats, depth):
    state = new_game(seats, depth)
    for before, action, after in playout(state, seats * 7):
        sound(before, action, after)
        offers_are_sound(after)
        state = after
    assert state.stage is Stage.OVER
    assert sum(one.points for one in GAME.score(state).lines if one.rule == "MD-K7") == -15


def test_md_i9_the_order_of_a_hand_does_not_matter():
    *_, (before, action, _) = playout(new_game(3, "full"), 3)
    assert isinstance(action, act.Show)
    turned = act.Show(action.actor, tuple(reversed(action.cards)))
    assert GAME.apply(before, turned) == GAME.apply(before, action)
