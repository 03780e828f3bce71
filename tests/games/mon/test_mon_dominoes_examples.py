"""The worked examples of Dominoes."""

from __future__ import annotations

from mon_kit import A, B, C, attach, box, card, findings, midgame, play
from sheet_kit import seen

from companion.core.seats import Seat
from companion.core.words import CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage

BOX = box(
    card("B1", "wwn", 4),
    card("H1", "w", 3),
    card("L1", "n", 1),
    card("L2", "n", 1),
    card("T1", "w", 2),
)
D = Seat(3)


def test_mon_ex1_dominoes_close():
    """Head, limb and legs close a body of two wide and one narrow port; the fourth card collects."""
    state = midgame(BOX, "", ("B1", "H1", "L1", "T1"), deck=0)
    state = play(state, act.Put(A, CardId("B1")), attach(B, "H1"), attach(C, "L1"))
    assert state.turn == D
    assert "free 1 wide, 0 narrow" in seen(DOMINOES, state)
    state = play(state, attach(D, "T1"))
    assert state.players[D].monsters == (4,)
    assert state.stage is Stage.OVER  # nobody holds a card
    assert DOMINOES.score(state).total(D, "points") == 4 + 3 + 1 + 2 == 10
    assert DOMINOES.standing(state).winners == (D,)


def test_mon_ex2_dominoes_illegal():
    """A limb closes a monster of two limbs; a head does not go on a narrow port."""
    state = midgame(BOX, "L1", ("L2 H1", "T1"))
    assert findings(state, attach(A, "L2")) == ("MON-D6a",)
    assert findings(state, attach(A, "H1", "L1.1")) == ("MON-G2", "MON-D6a")
    assert findings(state, attach(A, "H1")) == ("MON-G2", "MON-D6a")
