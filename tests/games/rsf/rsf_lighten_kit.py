"""Tables in full depth at every point at which they might become light (X-8)."""

from __future__ import annotations

from dataclasses import replace

from rsf_kit import A, B, box, card, fight, hand, ref
from rsf_play import new_game, play, roll

from companion.core.words import CardId, Cell
from companion.games.rsf import verbs as act
from companion.games.rsf.state import Stage, State

CARD = ref("card")
BOX = box(
    card("R1", 4), card("R2", 0, 3), card("R3", 3, 1), card("I1", 2, 2), card("I2", 3, 3),
    card("P1", 1, 4, copies=5), card("H1", 1, 1), card("H2", 2),
)  # fmt: skip


def duel(phase: int = 4, **chosen: str) -> State:
    """Ann: a Robot, ATK 6, DEF 4, SPC 1. Ben: an Insect, ATK 6, DEF 5. Ann dominates Ben."""
    monsters = ["R1@0,0 R2@1,0 H1@0,1=special", "I1@0,0 I2@1,0"]
    return fight(BOX, monsters, phase, ["P1 R3", "P1"], **chosen)


def dealing(turned_up: int = 3) -> State:
    """So many of the first cards lie on the table."""
    state = play(new_game(2), act.Mixed(None), act.Starter(None, B))
    for name in ("R01", "R02", "H01", "I01", "R03", "I02")[:turned_up]:
        state = play(state, act.Draw(state.turn, CardId(name)))
    return state


def building() -> State:
    """Ann has seven cards and connects two of them, one a hybrid that she has not declared."""
    state = replace(duel(), stage=Stage.READY, phase=0)
    bare = tuple(replace(x, monster=(), exchanged=False, ready=False) for x in state.players)
    bare = tuple(replace(player, confirmed=False) for player in bare)
    state = replace(state, players=bare, pile=125 - 3)
    state = hand(hand(state, A, "R1 R2 R3 H1 H2 P1 Z0"), B, "I1 I2 P1 Z0 Z0 Z0 Z0")
    state = play(state, act.Connect(A, CardId("R1"), Cell(0, 0)))
    return play(state, act.Connect(A, CardId("H1"), Cell(0, 1)))


def replacing() -> State:
    """Ann has exchanged two cards and taken one of the replacements."""
    state = play(building(), act.Exchange(A, (CardId("P1"), CardId("Z0"))))
    return play(state, act.Draw(A, CardId("P1")))


def setting() -> State:
    """Both have built; Ann's hybrid is not declared."""
    state = play(building(), act.Connect(A, CardId("R2"), Cell(1, 0)), act.Done(A))
    for at, name in enumerate(("I1", "I2")):
        state = play(state, act.Connect(B, CardId(name), Cell(at, 0)))
    return play(state, act.Done(B))


def resolving(face: int, **chosen: str) -> State:
    return roll(play(duel(**chosen), act.Special(A)), face)


def hit(phase: int = 3) -> State:
    return roll(play(duel(phase), act.Attack(A, B)), 2)


def drawing() -> State:
    return play(resolving(7), act.Replace(A, ref("R2")))


def mutating() -> State:
    state = play(duel(2), act.EndTurn(A), act.Draw(B, CardId("Z0")))
    return play(state, act.EndTurn(B))
