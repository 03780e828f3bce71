"""Whole games at random: what holds after every step, in every game (RSF-I1 to I8, INV-4)."""

from collections import Counter
from dataclasses import replace

import pytest
from rsf_kit import ref
from rsf_play import NAMES, findings, new_game, play, playout, shipped

from companion.core.dice import RollRequest
from companion.core.game import Depth, Setup
from companion.core.sheet import plain
from companion.core.verdict import Question
from companion.core.words import UNNAMED, Cell
from companion.games.rsf import GAME
from companion.games.rsf import verbs as act
from companion.games.rsf.state import FIGHT, FREE, Result, Stage
from companion.games.rsf.table import totals
from companion.games.rsf.words import SPECIAL_MODE
from models.workshop.invariants import invariants

pytestmark = pytest.mark.slow

GAMES = [(seed, seats) for seed, seats in enumerate([2, 3, 4, 5, 6, 2, 3, 6])]


def sound(before, action, after):
    """Everything that must hold from one state to the next."""
    assert invariants(after) == ()
    assert after.phase >= before.phase  # INV-9
    assert after.sd_round >= before.sd_round
    destroyed = len(after.destroyed) - len(before.destroyed)
    assert destroyed == isinstance(action, act.Destroy)  # RSF-I4
    assert after.destroyed[: len(before.destroyed)] == before.destroyed
    if isinstance(action, act.Dodge):
        assert before.phase >= int(before.house.dodge_from)  # RSF-I7
    if isinstance(action, act.Rearrange):  # RSF-I5
        for old, new in zip(before.players, after.players, strict=True):
            assert kept(old) == kept(new)
    elif not isinstance(action, act.Move | act.Swap):
        locked(before, after)


def kept(player):
    return Counter((piece.card, piece.mode) for piece in player.monster)


def locked(before, after):
    """RSF-I8: a piece that stays in a monster stays in its cell."""
    if before.stage not in FIGHT or not before.full:
        return
    for old, new in zip(before.players, after.players, strict=True):
        where = {piece.cell: piece.card for piece in old.monster}
        for piece in new.monster:
            assert where.get(piece.cell, piece.card) == piece.card
        moved = {piece.cell for piece in new.monster} - set(where)
        assert len(moved) <= 1


@pytest.mark.parametrize(("seed", "seats"), GAMES)
@pytest.mark.parametrize("depth", list(Depth))
def test_rsf_i1_to_i8_hold_in_random_games(seed, seats, depth):
    for before, action, after in playout(new_game(seats, depth), seed, 1500):
        sound(before, action, after)


def test_complete_options_leave_nothing_out():
    """Among all destroy, attack, force and remove actions only those offered are legal."""
    state = new_game(3)
    seen = set()
    for before, _, _ in playout(state, 5, 600):
        for option in GAME.options(before):
            if option.complete and option.verb in {"attack", "destroy", "force", "remove"}:
                seen.add(option.verb)
                assert everything(before, option) == set(option.instances)
    assert {"attack", "destroy"} <= seen


def everything(state, option):
    kind = type(option.instances[0])
    seat = option.actor
    if option.verb in {"attack", "force"}:
        tried = [kind(seat, other) for other in range(len(state.players))]
    else:
        tried = [
            kind(seat, type(option.instances[0].piece)(piece.card, cell))
            for piece in state.players[seat].monster
            for cell in (None, piece.cell)
        ]
    copies = Counter(piece.card for piece in state.players[seat].monster)
    legal = {action for action in tried if not findings(state, action)}
    if option.verb in {"destroy", "remove"}:  # the shortest name of each piece
        legal = {a for a in legal if (a.piece.cell is None) == (copies[a.piece.card] == 1)}
    return legal


def test_all_that_can_happen_happens():
    """The random games reach every verb that play can reach, every result and Sudden Death."""
    verbs, results = Counter(), set()
    for seed, depth in [(n, Depth.FULL) for n in range(10)] + [(3, Depth.LIGHT)]:
        for before, action, _after in playout(new_game(2 + seed % 4, depth), seed, 1500):
            verbs[action.verb] += 1
            if before.result:
                results.add(before.result)
    by_hand = {"take", "stalemate", "adjust-card", "adjust-score", "adjust-actions"}
    assert {kind.verb for kind in GAME.actions} - set(verbs) <= by_hand
    assert results == set(Result)


def test_inv6_a_hidden_hand_is_counted_and_never_named():
    """What a hidden card is shows nowhere: not in actions, options, view, history or score."""
    state = new_game(6, switches={"rsf.hand": "hidden"})
    drawn = 0
    for before, action, after in playout(state, 2, 900):
        if before.stage in FIGHT and isinstance(action, act.Draw):
            drawn += 1
            assert action.card == UNNAMED
            assert "a card" in GAME.tell(before, action, after)
        if isinstance(GAME.pending(after), RollRequest) or not after.phase:
            continue
        for player, block in zip(after.players, GAME.sheet(after).blocks, strict=True):
            named = plain(block.foot).partition(": ")[2].split()
            assert len(named) == len(player.hand) - player.hand.count(UNNAMED)
            assert UNNAMED not in named
    assert drawn > 20


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
        able = [card.id for card in shipped().cards.values() if not findings(drawn, connect(drawn, card, cell))]
        assert len(able) > 1


def connect(state, card, cell):
    return act.Connect(state.turn, card.id, cell, SPECIAL_MODE if card.hybrid else None)


def free_cell(monster):
    taken = {piece.cell for piece in monster}
    beside = (side for one in sorted(taken) for side in one.sides if side not in taken)
    return next(beside, Cell(0, 0))


CARD = ref("card")
SHEETS = {Stage.SET, Stage.DRAW, Stage.MUTATE, *FREE}


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
        if (light.players[seat].entered != now or light.players[seat].sheet_due) and count and not late:
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
