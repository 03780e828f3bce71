"""What is broken in a state of Dominoes is found and said (MON-I1, I2, I6)."""

from dataclasses import replace

import pytest
from mon_kit import A, B, box, card, cards_of, findings, joint, light, midgame, play, refused

from companion.core.actions import Withdraw
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.state import Player, Stage
from companion.games.mon.monster import Monster
from companion.games.mon.words import PartRef
from models.workshop.invariants import invariants

BOX = box(card("B1", "wwn", 4), card("B3", "ww", 3), card("H1", "w", 3), card("T1", "w", 2))
ODD = "MON-I2: unlike ports, a port joined twice or cards apart, and no ruling"
SOUND = midgame(BOX, "B1 H1>B1.1", ("T1 LZ", "LY"))


def player(seat, **changed):
    """The sound state with one player changed."""
    players = list(SOUND.players)
    players[seat] = replace(players[seat], **changed)
    return replace(SOUND, players=tuple(players))


def centre(parts, joints=""):
    refs = tuple(PartRef.parse(word) for word in parts.split())
    laid = Monster(refs, tuple(map(joint, joints.split())))
    missing = SOUND.centre.size - laid.size
    return replace(SOUND, centre=laid, deck=SOUND.deck + missing)


def test_the_state_to_begin_with_is_sound():
    assert invariants(SOUND) == ()


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (replace(SOUND, deck=SOUND.deck - 1), "MON-I1: 43 cards instead of 44"),
        (replace(SOUND, deck=-1, size=4), "MON-I1: the deck holds -1 cards"),
        (player(B, hand=cards_of("T1")), "MON-I1: 2 copies of T1"),
        (player(B, hand=cards_of("none")), "MON-I1: 1 copies of none"),
        (centre("B1 H1"), ODD),
        (centre("B1 H1 B3", "B1.1+H1.1 B1.1+B3.1"), "MON-I2: B1.1 is joined twice"),
        (centre("B1 H1", "B1.3+H1.1"), ODD),
        (centre("B1 H1", "B1.1+H1.1 B1.2+B3.1"), "MON-I2: B3.1 is no port of this monster"),
        (centre("B1 H1", "B1.1+T1.1"), ODD),
        (centre("H1 B3 T1", "H1.1+B3.1 B3.2+T1.1"), "MON-D5: a closed monster was not collected"),
        (centre(""), "MON-D3: 0 cards in the centre at Turn"),
        (replace(SOUND, stage=Stage.START), "MON-D3: 2 cards in the centre at Start"),
        (replace(SOUND, stage=Stage.REFILL), "MON-D9: seat 0 needs no new cards"),
        (replace(SOUND, stage=Stage.OVER), "MON-D11: unused cards were not discarded"),
        (player(A, monsters=(3,)), "MON-I6: seat 0 has 0 cards of (3,)"),
        (player(A, collected=cards_of("LZ LZ"), monsters=(2,)),
         "MON-I6: 1 monsters of fewer than 3 cards"),
    ],
)  # fmt: skip
def test_what_is_broken_is_said(broken, said):
    assert said in invariants(broken)


def test_in_light_depth_only_numbers_can_be_wrong():
    state = light((2, 2), 2)
    assert invariants(state) == ()
    assert invariants(replace(state, size=1)) == (f"MON-I1: {state.size} cards instead of 1",)


def test_a_verb_of_another_game_is_refused():
    assert refused(SOUND, Withdraw(A)) == "X-3"


def test_a_player_without_cards_plays_none():
    empty = replace(SOUND, players=(Player(), SOUND.players[1]))
    assert refused(empty, act.Attach(A, CardId("T1"))) == "MON-D1"
    nobody = replace(light((1, 1), 2), players=(Player(), Player()))
    assert refused(nobody, act.Close(A, UNNAMED)) == "MON-D1"


def test_in_light_depth_a_closing_card_is_not_named_either():
    assert refused(light((2, 2), 2), act.Close(A, CardId("T1"))) == "MON-D1"


def test_a_player_without_cards_takes_one():
    """Only a ruling leaves somebody without cards while the deck has some."""
    empty = replace(SOUND, players=(Player(), SOUND.players[1]), size=SOUND.size - 2)
    assert findings(empty, act.LoseTurn(A)) == ("MON-D7",)
    assert play(empty, act.Draw(A, CardId("T1"))).players[A].hand == cards_of("T1")
