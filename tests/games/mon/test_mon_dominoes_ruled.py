"""What a table may rule away in Dominoes, at any stage: all but a fact that is missing (X-7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mon_kit import A, B, attach, box, card, cards_of, light, midgame, new_game, play

from companion.core.game import Depth
from companion.core.verdict import Breach
from companion.core.words import UNNAMED, CardId
from companion.games.mon.dominoes import verbs as act
from companion.games.mon.dominoes.end import Zone
from companion.games.mon.dominoes.game import DOMINOES
from companion.games.mon.dominoes.state import Stage
from companion.games.mon.words import PartRef
from models.workshop.bench.random_play import Moment
from models.workshop.invariants import invariants

BOX = box(
    card("B1", "wwn", 4),
    card("B3", "ww", 3, copies=2),
    card("H1", "w", 3),
    card("L1", "n", 1),
    card("T1", "wn", 2),
)


def table(centre="B1", hands=("H1 L1", "B3 T1", "LZ"), **more):
    return midgame(BOX, centre, hands, **more)


def set_up(hands, *declared):
    start = new_game(2, switches={"mon.dominoes_hands": hands})
    return play(start, *declared)


COUNTING = play(light((1, 1), 2, deck=0), act.Close(A, UNNAMED), act.Put(B, UNNAMED))
TABLES = {
    "setup": set_up("open"),
    "setup, closed": set_up("closed"),
    "setup, light": new_game(2, Depth.LIGHT),
    "deal": set_up("open", act.Youngest(None, B)),
    "deal, one has cards": set_up(
        "open", act.Youngest(None, B), act.Dealt(A, cards_of("GM-B GM-H GM-L GM-T CW-B"))
    ),
    "deal, closed": set_up("closed", act.Youngest(None, B)),
    "deal, light": play(
        new_game(2, Depth.LIGHT), act.DeckSize(None, 30), act.Youngest(None, A)
    ),
    "start": table(""),
    "turn": table(),
    "turn, taken": replace(table(), drew=True),
    "turn, empty deck": table(deck=0),
    "turn, closed": table(hands=("card card", "card", "card"), dominoes_hands="closed"),
    "turn, light": light((2, 1), 1),
    "refill": play(table(hands=("H1", "L1", "T1")), attach(A, "H1")),
    "refill, light": play(light((1, 2), 1, deck=4), act.Attach(A, UNNAMED)),
    "start, light": light((2, 1), 0),
    "count": COUNTING,
    "count, a card left": replace(COUNTING, deck=2, size=COUNTING.size + 2),
}  # fmt: skip
WORDS = ("card", "H1", "L1", "B3", "T1", "LZ", "GM-B", "CW-H", "PAX-1")


def moves(name):
    for source in Zone:
        for target in Zone:
            for of in (None, A):
                for to in (None, B):
                    yield act.AdjustCard(None, PartRef.parse(name), source, target, of, to)


def everything():
    """Actions of every kind, of whoever and with whatever."""
    for seat in (A, B):
        for word in WORDS:
            yield from (act.Put(seat, CardId(word)), act.Close(seat, CardId(word)))
            yield act.Draw(seat, CardId(word))
            for ports in ((), ("B1.1",), ("B1.3",), ("B1.1", "B1.1"), ("B1.1", "B1.3", "B1.2")):
                yield attach(seat, word, *ports)
        for some in (
            (),
            cards_of("LZ"),
            cards_of("LZ LY card"),
            cards_of("GM-L GM-T CW-L CW-T BB-B"),
        ):
            yield from (act.Refill(seat, some), act.Dealt(seat, some), act.Dealt(None, some))
        yield from (act.LoseTurn(seat), act.Points(seat, 3), act.Youngest(None, seat))
        yield act.AdjustScore(None, seat, 3)
    for count in (2, 9, 30):
        yield from (act.DeckSize(None, count), act.AdjustDeck(None, -count))
    for word in ("card", "B1", "H1"):
        yield from moves(word)


def usable(state):
    """Everything that is asked of a table is answered; a deck too small alone awaits a ruling."""
    moment = Moment.of(DOMINOES, state)
    DOMINOES.view(state)
    DOMINOES.sheet(state)
    DOMINOES.score(state)
    assert DOMINOES.standing(state).places
    assert state.over or moment.pending
    assert state.over or moment.options or state.stage is Stage.SETUP


@pytest.mark.parametrize("name", TABLES)
def test_x7_what_is_not_missing_is_carried_out_at_every_stage(name):
    state, ruled = TABLES[name], 0
    for action in dict.fromkeys(everything()):
        found = DOMINOES.check(state, action)
        if any(isinstance(one, Breach) and not one.forceable for one in found):
            continue
        after = DOMINOES.apply(state, action)
        assert invariants(after) == (), action
        assert DOMINOES.tell(state, action, after)
        usable(after)
        ruled += any(isinstance(one, Breach) for one in found)
    assert ruled
