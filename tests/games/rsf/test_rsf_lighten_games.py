"""X-8: whole games of which a part is played in full depth and the rest in light depth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rsf_kit import ref
from rsf_play import NAMES, play, playout, shipped

from companion.core.game import Depth, Setup
from companion.core.words import UNNAMED
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import FREE, Result, Stage
from companion.games.rsf.table import totals

pytestmark = pytest.mark.slow

CARD = ref("card")
SHEETS = {Stage.SET, Stage.DRAW, Stage.MUTATE, *FREE}


# ---------------------------------------------------------------- two tables side by side


def said_in_light(action, before):
    """What a light table declares where one in full depth declares this."""
    match action:
        case act.Draw() if before.stage is Stage.DEAL:
            return ()
        case act.DeclareMode():
            return ()
        case act.Connect(actor=seat):
            return (act.Connect(seat, UNNAMED),)
        case act.Exchange(actor=seat, cards=cards):
            return (act.Exchange(seat, (UNNAMED,) * len(cards)),)
        case act.Move(actor=seat):
            return (act.Move(seat, CARD),)
        case act.Swap(actor=seat, first=one, second=two):
            return (act.Swap(seat, one, CARD, two, CARD),)
        case act.Rearrange(actor=seat):
            return (act.Rearrange(seat, ()),)
        case act.Draw() | act.Take():
            return (replace(action, card=UNNAMED),)
        case act.Destroy() | act.Steal() | act.Replace() | act.Remove():
            return (replace(action, piece=CARD),)
        case _:
            return (action,)


def added_up(full, light):
    """The light table, where its players have written down what their cards add up to."""
    if light.stage not in SHEETS:
        return light
    for seat in full.living:
        now, count = totals(full, seat), len(full.players[seat].monster)
        late = light.stage is Stage.SET and full.players[seat].confirmed
        if light.players[seat].entered != now and count and not late:
            entered = act.EnterSheet(seat, now.attack, now.defense, now.special, count, now.race)
            light = play(light, entered)
    return light


def in_common(state, like):
    """What the two tables agree on.

    A light table takes a replacement from any of the others' discards, and a sheet that may not be
    entered at this stage is one behind.
    """
    known = tuple(
        replace(player, entered=other.entered, sheet_due=False)
        for player, other in zip(state.players, like.players, strict=True)
    )
    players = state.players if state.stage in {*SHEETS, Stage.OVER} - {Stage.SET} else known
    players = tuple(replace(player, sheet_due=False) for player in players)
    return replace(state, setup=like.setup, players=players, discard=len(state.discard))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_that_becomes_light_is_where_one_is_that_was_light_all_along(seats, seed):
    """After every action of a game: lightened, and declared from the start without names."""
    full = GAME.start(Setup(NAMES[:seats], Depth.FULL, {}, shipped()))
    light = GAME.start(Setup(NAMES[:seats], Depth.LIGHT, {}, shipped()))
    stages = set()
    for before, action, after in playout(full, seed, 1200):
        light = added_up(after, play(added_up(before, light), *said_in_light(action, before)))
        if after.stage is Stage.OVER:
            assert light.stage is Stage.OVER
            assert GAME.standing(light).winners == GAME.standing(after).winners
            break
        if (light.result, after.result) == (Result.MOVE, None):
            break  # a light table cannot know that no piece of this monster fits elsewhere
        lightened = GAME.lighten(after)
        assert in_common(lightened, light) == in_common(light, light)
        stages.add(after.stage)
    assert {Stage.DEAL, Stage.READY, Stage.SET, Stage.ATTACK_ROLL, Stage.HIT} <= stages
