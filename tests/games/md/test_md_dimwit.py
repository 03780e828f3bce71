"""The Dimwit: offered to all alike, never betrayed before scoring (MD-E5, MD-C3, MD-K7, INV-6)."""

from dataclasses import replace

import pytest
from md_kit import NOTHING, A, B, C, ending, findings, force, hands, play, rolled, seated, shipped
from sheet_kit import seen

from companion.core.game import Depth
from companion.games.md import GAME
from companion.games.md.state import Stage
from companion.games.md.verbs import EndTurn
from companion.games.md.words import Special

SIDE, COMBO = "2 3 4 5 S 6", "2 3 S 4 S 5"


def test_md_e5_every_opponent_alike_may_hand_it_over():
    state = rolled(SIDE)
    offered = [one for one in GAME.options(state) if one.verb == "hand-over"]
    assert [one.actor for one in offered] == [B, C]
    assert {one.text for one in offered} == {"Anyone may hand over the Dimwit now"}
    after = play(state, "Cleo: hand-over")
    assert hands(after) == [4, 2, 1]
    assert findings(after, "Ben: hand-over") == ("MD-E5",)
    assert findings(state, "Ann: hand-over") == ("MD-E5",)
    assert findings(rolled(NOTHING), "Ben: hand-over") == ("MD-E5",)
    assert findings(seated(state, B, hand=0), "Ben: hand-over") == ("MD-E5",)


def test_md_e5_declined_it_leaves_no_trace():
    """A turn that ends after a Die'mwit reads like one that ends after none."""
    with_side, without = (play(rolled(faces), "Ann: end-turn") for faces in (SIDE, NOTHING))
    told = [
        GAME.tell(rolled(faces), type_end(), play(rolled(faces), "Ann: end-turn"))
        for faces in (SIDE, NOTHING)
    ]
    assert told[0] == told[1] == "Ann's turn ends"
    assert replace(with_side, players=without.players, last_roll=None) == replace(
        without, last_roll=None
    )


def type_end():
    return EndTurn(A)


def test_md_q10_switch_dimwit_give_must_is_said_to_all_alike():
    state = rolled(SIDE, dimwit_give="must")
    note = GAME.check(state, type_end())[0]
    assert note.rule == "MD-Q10"
    assert "whoever has the Dimwit" in note.text
    offered = {one.text for one in GAME.options(state) if one.verb == "hand-over"}
    assert offered == {"Whoever has the Dimwit must hand it over now"}
    assert GAME.check(rolled(SIDE), type_end()) == ()


def test_md_c3_from_whoever_has_it_to_a_player_of_choice():
    state = rolled(COMBO)
    after = play(state, "Ann: send-dimwit from Ben to Cleo")
    assert hands(after) == [3, 1, 3]
    assert findings(after, "Ann: send-dimwit") == ("MD-C3",)
    assert hands(play(state, "Ann: send-dimwit")) == [3, 2, 2]
    assert findings(state, "Ann: send-dimwit from Ben") == ("MD-C3",)
    assert findings(rolled(SIDE), "Ann: send-dimwit") == ("MD-C3",)
    assert findings(replace(state, deck=0), "Ann: send-dimwit") == ("MD-C3",)


def test_md_c3a_the_roller_may_give_but_not_get_it():
    state = rolled(COMBO)
    assert hands(play(state, "Ann: send-dimwit from Ann to Cleo")) == [2, 2, 3]
    assert findings(state, "Ann: send-dimwit from Ben to Ann") == ("MD-C3a",)
    assert hands(force(state, "Ann: send-dimwit from Ben to Ann")) == [4, 1, 2]


def test_md_q11_the_former_holder_may_get_it_back():
    assert hands(play(rolled(COMBO), "Ann: send-dimwit from Ben to Ben")) == [3, 2, 2]


def test_md_k7_the_dimwit_is_never_played_and_asked_for_at_the_end_only():
    state = play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye")
    assert findings(state, "Ben: counter dimwit") == ("MD-K7",)
    assert findings(state, "table: dimwit with Ben") == ("MD-K7",)
    state = play(ending((1, 1)), "Ann: total 3", "Ben: total 2")
    assert GAME.pending(state).rule == "MD-K7"
    state = play(state, "table: dimwit with Ben")
    line = next(one for one in GAME.score(state).lines if one.points == -15)
    assert (line.seat, line.rule) == (B, "MD-K7")


@pytest.mark.parametrize("faces", [NOTHING, SIDE, COMBO, "S S S S S S"])
def test_inv6_before_scoring_nothing_depends_on_what_the_cards_are(faces):
    """Two decks that differ in every card show the same in all that anybody can see."""
    states = [rolled(faces, depth=depth) for depth in ("full", "full")]
    other = replace(
        shipped(),
        points=dict.fromkeys(range(20, 46), 1),
        specials=dict.fromkeys(Special, 14),
    )
    states[1] = replace(states[1], setup=replace(states[1].setup, catalogue=other))
    for line in ("", "Ben: surprise Ann", "Ann: end-turn"):
        if line and states[0].stage in {Stage.EFFECTS, Stage.DRAW}:
            states = [play(state, line) for state in states]
        shown = [
            (
                seen(GAME, state),
                GAME.options(state),
                GAME.pending(state),
                GAME.score(state),
                GAME.standing(state),
            )
            for state in states
        ]
        assert shown[0] == shown[1]


def test_the_screen_never_names_a_holder_before_the_end():
    state = play(rolled(SIDE), "Ben: hand-over")
    assert "holder" not in seen(GAME, state)
    assert not any(player.dimwits for player in state.players)
    assert state.setup.depth is Depth.LIGHT
