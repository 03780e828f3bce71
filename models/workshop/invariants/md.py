"""What must hold in every state (MD-I5 to MD-I10, as far as one state shows them)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.md.state import PLAY, ROLLING, Player, Stage, State, arranged
from companion.games.md.table import cards_in_play
from companion.games.md.words import KINDS, DieId


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one sentence each; empty when the state is sound."""
    return (*_dice(state), *_cards(state), *_turn(state), *_left_over(state), *_end(state))


def _dice(state: State) -> Iterator[str]:
    """MD-I5: six dice each, every die in one place; who left took some out of the game (X-12)."""
    lying = [die.id for player in state.players for die in (*player.pool, *player.infirmary)]
    wanted = {DieId(kind, seat) for seat in state.present for kind in KINDS}
    lost = bool(state.setup.left) and wanted.issuperset(lying) and len({*lying}) == len(lying)
    if not lost and sorted(lying) != sorted(wanted):
        yield f"MD-I5: {len(lying)} dice lie where {len(wanted)} belong"
    named = (*state.thrown, *state.waiting, *state.chosen)
    if {*named, *([state.stolen] if state.stolen else [])} - {*lying}:
        yield "X-12: a die is named that is out of the game"
    for seat, player in enumerate(state.players):
        for dice in (player.pool, player.infirmary):
            if dice != arranged(dice):
                yield f"MD-I5: the dice of seat {seat} are out of order"
        if any(die.face is not None or die.used or die.paired for die in player.infirmary):
            yield f"MD-I1: a die in the infirmary of seat {seat} shows something"
        for die in player.pool:
            if (die.used or die.paired) and not die.sculpted:
                yield f"MD-I7: a side of seat {seat} was used that is not sculpted"


def _cards(state: State) -> Iterator[str]:
    """MD-I6: no card comes in or gets lost."""
    total = cards_in_play(state)
    if total != state.cards:
        yield f"MD-I6: {total} cards instead of {state.cards}"
    if state.deck < 0 or any(player.hand < 0 for player in state.players):
        yield "MD-I6: fewer than no cards"


def _turn(state: State) -> Iterator[str]:
    if (state.stage is Stage.COUNTER) != (state.declared is not None):
        yield f"MD-K6: a declared effect does not fit stage {state.stage.value}"
    if state.declared is not None and not {*state.declared.waiting} <= {*state.present}:
        yield "MD-K6: an effect waits for who has left"
    for seat in state.setup.left:
        if state.players[seat] != Player():
            yield f"X-12: seat {seat} has left and still has something"
    if state.stage in PLAY and state.turn not in state.present:
        yield "X-12: it is the turn of who has left"
    if state.stage is Stage.STOLEN and state.stolen is None:
        yield "MD-E3a: no stolen die to roll"
    if state.stage is Stage.REROLLING and not state.chosen:
        yield "MD-C5: no dice to roll again"
    if state.stage is Stage.ROLL and not state.active.pool:
        yield "MD-T2a: a roll without dice"
    if state.stage in ROLLING - {Stage.ROLL, Stage.REROLLING, Stage.STOLEN} and not state.rolloff:
        yield "MD-S3: a roll-off of nobody"


def _left_over(state: State) -> Iterator[str]:
    """Nothing stays of a step once it is done."""
    stage = state.stage
    held: tuple[tuple[str, object, object, bool], ...] = (
        ("chosen", state.chosen, (), stage is Stage.REROLLING),
        ("stolen", state.stolen, None, stage is Stage.STOLEN),
        ("triples", state.triples, 0, stage is Stage.TRIPLE),
        ("later", state.later, False, stage in {Stage.REROLL, Stage.REROLLING}),
        ("thrown", state.thrown, (), stage in PLAY),
        ("waiting", state.waiting, (), stage in PLAY),
        ("rolloff", state.rolloff, (), stage in {Stage.ROLLOFF, Stage.FINAL_ROLL, Stage.OVER}),
    )
    for name, value, nothing, wanted in held:
        if value != nothing and not wanted:
            yield f"MD-T4: {name} is left over in stage {stage.value}"


def _end(state: State) -> Iterator[str]:
    turns = {state.players[seat].turns for seat in state.present} or {0}
    ended = state.stage in {Stage.SCORING, Stage.FINAL_ROLL, Stage.OVER}
    if ended and (len(turns) != 1 or state.deck):
        yield f"MD-I10: turns {sorted(turns)} at the end"
    if max(turns) - min(turns) > 1:
        yield f"MD-I10: turns {sorted(turns)}"
    for seat, player in enumerate(state.players):
        if player.shown is not None and len(player.shown) != player.hand:
            yield f"MD-Z2: a hand of seat {seat} was counted that is another by now"
