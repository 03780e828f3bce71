"""What is broken in a state of Classic or Arena is found and said (MON-I1, MON-I3 to MON-I5)."""

from dataclasses import replace

import pytest
from mon_classic_kit import (
    FACTIONS,
    FIFTEEN,
    TWELVE,
    A,
    B,
    cards_of,
    fight,
    light,
    play,
    table,
)

from companion.core.words import UNNAMED, CardId
from companion.games.mon.classic import verbs as act
from companion.games.mon.classic.state import (
    Claim,
    Dragon,
    Mode,
    Outcome,
    Played,
    Stage,
    Waiting,
)
from companion.games.mon.words import Kind
from models.workshop.invariants import invariants

SOUND = table((TWELVE, FIFTEEN), hands=(2, 2))
FIGHT = fight()
ARENA = table((TWELVE, FIFTEEN), Mode.ARENA)
LIGHT = light((5, 5))
PS2 = Played(CardId("PS2"), Kind.POWER, 2)


def player(seat, state=SOUND, **changed):
    """The sound state with one player changed."""
    return state.with_player(seat, replace(state.players[seat], **changed))


def side(state=FIGHT, **changed):
    """The sound fight with its attacker's side changed."""
    return replace(state, fight=state.fight.with_side(replace(state.fight.attacker, **changed)))


def won(*cards):
    return {"dragons": tuple(Dragon(FACTIONS[0], CardId(card)) for card in cards)}


def lead(count):
    """So many Dragon cards of their own faction, that the table has brought."""
    return player(A, **won(*(f"DUE{n}" for n in range(1, count + 1))), mended=count)


def test_the_states_to_begin_with_are_sound():
    for state in (SOUND, FIGHT, ARENA, LIGHT, lead(4)):
        assert invariants(state) == ()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (replace(SOUND, size=9), f"MON-I1: {SOUND.size} cards instead of 9"),
        (player(A, hand=-1), f"MON-I1: {SOUND.deck} cards in the deck, hands [-1, 2]"),
        (replace(LIGHT, deck=-1), "MON-I1: -1 cards in the deck, hands [0, 0]"),
        (player(A, parts=cards_of("H3 H3")), "MON-I1: 2 copies of H3"),
        (player(A, parts=cards_of("none")), "MON-I1: 1 copies of none"),
        (player(A, parts=cards_of("PS2")), "MON-I1: 1 copies of PS2"),
        (player(A, hand=40),
         f"MON-I1: {SOUND.deck - 38} cards unaccounted for, {SOUND.deck} in the deck"),
        (player(A, **won(*("DUE1",) * 6)), f"MON-I1: 6 Dragon cards of {FACTIONS[0]}"),
        (player(A, **won("DUE1", "DUE1")), "MON-I1: 2 copies of DUE1"),
        (player(A, **won("H3")), "MON-I1: 1 copies of H3"),
        (player(A, **won("DUE1")), "MON-I4: seat 0 has 1 Dragon cards, won 0"),
        (player(A, lost=1), "MON-I4: seat 0 has 0 Dragon cards, won 0"),
        (replace(SOUND, fights=(Outcome(A, B, (9, 1), A, Dragon(FACTIONS[0])),)),
         "MON-I4: seat 0 has 0 Dragon cards, won 1"),
        (player(A, monster=cards_of("BX")),
         "MON-C7: seat 0 has put together ('BX',) and does not have them"),
        (replace(SOUND, arena=Waiting(A, cards_of("H3"))), "MON-I5: a monster waits in the Arena"),
        (replace(ARENA, arena=Waiting(A, cards_of("BX"))), "MON-I5: ('BX',) wait in the Arena"),
        (replace(ARENA, arena=Waiting(A)), "MON-I5: () wait in the Arena"),
        (replace(FIGHT, fight=replace(FIGHT.fight, defender=FIGHT.fight.attacker)),
         "MON-C10: somebody fights alone"),
        (side(removed=cards_of("BX")), f"MON-I3: ('BX',) taken off {FIGHT.fight.attacker.cards}"),
        (side(cards=cards_of("BX")), "MON-C21: ('BX',) do not belong to seat 0"),
        (side(played=(replace(PS2, own=3),)), "MON-I3: seat 0 counts 15"),
        (replace(FIGHT, fight=replace(FIGHT.fight, priority=None)),
         "MON-C13: priority None at Reinforce"),
        (replace(FIGHT, stage=Stage.FLIP), "MON-C13: priority 0 at Flip"),
        (replace(FIGHT, fight=None), "MON-C13: fight None at Reinforce"),
        (replace(SOUND, claim=Claim(A, B, Stage.BUILD)),
         f"MON-C10c: claim {Claim(A, B, Stage.BUILD)} at Build"),
        (replace(SOUND, stage=Stage.VERIFY), "MON-C10c: claim None at Is it complete?"),
        (replace(LIGHT, stage=Stage.DRAW, deck=0),
         "MON-C6a: a card is to be taken from an empty deck"),
        (lead(5), "MON-I4: Build, and the Dragons are [5, 0]"),
        (replace(lead(4), stage=Stage.OVER), "MON-I4: Game over, and the Dragons are [4, 0]"),
    ],
)  # fmt: skip
def test_what_is_broken_is_said(broken, said):
    assert said in invariants(broken)


def test_mon_i5_in_light_depth_nobody_knows_what_waits():
    waits = replace(light((5, 5), Mode.ARENA), arena=Waiting(A))
    assert invariants(waits) == ()
    named = replace(waits, arena=Waiting(A, (UNNAMED,) * 6))
    assert invariants(named) == (f"MON-I5: {named.arena.cards} wait in the Arena",)


def test_mon_i3_a_sum_is_right_while_cards_come_and_go():
    state = play(FIGHT, act.Power(A, CardId("PS2")), act.AdjustPoints(None, A, -4))
    assert invariants(state) == ()
    assert invariants(side(state, removed=cards_of("H3"))) == ()
