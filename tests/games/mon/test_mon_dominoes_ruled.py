"""What a table may rule away in Dominoes, at any stage: all but a fact that is missing (X-7)."""

from dataclasses import replace

import pytest
from mon_kit import (
    A,
    B,
    attach,
    box,
    card,
    cards_of,
    force,
    light,
    midgame,
    new_game,
    play,
    refused,
)

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


MENDED = box(card("B1", "wwn", 4), card("B3", "ww", 3), card("H1", "w", 3), card("H2", "w", 2))


def move(name, source, target, of=None, to=None):
    return act.AdjustCard(None, PartRef.parse(name), Zone(source), Zone(target), of, to)


def lying(**more):
    return midgame(MENDED, "B1 H1>B1.1", ("H2 LZ", "LZ"), **more)


@pytest.mark.parametrize(
    ("moved", "hands"),
    [
        (("B3", "deck", "hand", None, B), ("H2 LZ", "B3 LZ")),
        (("H2", "hand", "deck", A, None), ("LZ", "LZ")),
        (("H2", "hand", "hand", A, B), ("LZ", "H2 LZ")),
    ],
)
def test_a_card_goes_from_the_deck_to_a_hand_back_and_to_another(moved, hands):
    state = play(lying(), move(*moved))
    assert [player.hand for player in state.players] == [cards_of(hand) for hand in hands]
    assert invariants(state) == ()
    assert refused(lying(), move("B3", "hand", "deck", of=A)) == "X-7"


def test_a_card_is_taken_out_of_the_monster():
    state = play(lying(), move("H1", "centre", "hand", to=A))
    assert [part.word() for part in state.centre.parts] == ["B1"]
    assert state.centre.joints == ()
    state = play(state, move("B1", "centre", "deck"))
    assert state.stage is Stage.START


def test_mon_g3_a_monster_falls_apart_only_by_a_ruling():
    state = midgame(MENDED, "H1 B1>H1.1 LZ>B1.3", ("H2", "LZ"))
    apart = force(state, move("B1", "centre", "deck"), "MON-G3")
    assert [part.word() for part in apart.centre.parts] == ["H1", "LZ"]
    assert refused(state, move("H2", "centre", "deck")) == "X-7"


def test_what_a_ruling_leaves_closed_is_collected_by_whose_turn_it_is():
    """MON-D5: a second piece lay beside a monster without a free port, and is taken away."""
    state = midgame(MENDED, "H1 B3>H1.1", ("H2 LZ", "LZ LY"))
    state = force(state, act.Put(A, CardId("LZ")), "MON-D3")
    state = replace(state, turn=A)
    state = play(state, attach(A, "H2", "B3.2"))
    assert state.stage is Stage.REFILL
    state = play(state, act.Refill(A, cards_of("LY LY LY LY LY")))
    after = play(state, move("LZ", "centre", "deck"))
    assert (after.stage, after.turn) == (Stage.START, B)
    assert after.players[B].collected == cards_of("H1 B3 H2")


def test_a_collected_card_changes_hands():
    state = play(lying(), move("B3", "deck", "collected", to=B))
    assert state.players[B].collected == cards_of("B3")
    assert DOMINOES.score(state).total(B, "cards") == 1
    state = play(state, move("B3", "collected", "collected", of=B, to=A))
    assert (state.players[A].mended, state.players[B].mended) == (1, 0)
    assert refused(state, move("B3", "collected", "deck", of=B)) == "X-7"


def test_unused_cards_are_found_after_the_end():
    state = midgame(MENDED, "B3", ("LZ", "LY"), deck=0)
    ended = play(state, act.LoseTurn(A), act.LoseTurn(B))
    assert ended.stage is Stage.OVER
    after = play(ended, move("B3", "discarded", "collected", to=B))
    assert DOMINOES.score(after).total(B, "points") == 3
    assert DOMINOES.standing(after).winners == (B,)
    assert refused(after, move("LZ", "discarded", "hand", to=A)) == "X-7"
    assert refused(after, move("H1", "discarded", "collected", to=A)) == "X-7"


@pytest.mark.parametrize(
    "action",
    [
        move("B3", "deck", "centre"),
        move("B3", "deck", "hand"),
        move("B3", "deck", "hand", to=7),
        move("B3", "deck", "deck"),
        move("H2", "hand", "deck"),
        move("card", "deck", "hand", to=A),
        move("B3", "deck", "discarded", of=A),
        move("card", "centre", "deck"),
        act.AdjustDeck(None, 3),
        act.AdjustScore(None, 7, 3),
        act.AdjustScore(None, A, 0),
        act.AdjustScore(None, A, 100),
    ],
)
def test_what_cannot_be_mended(action):
    assert refused(lying(), action) == "X-7"


def test_a_copy_that_lies_elsewhere_does_not_come_from_the_deck():
    assert refused(lying(), move("H1", "deck", "hand", to=A)) == "MON-D2"
    assert refused(lying(), move("ZZ", "deck", "hand", to=A)) == "MON-D2"


def test_an_empty_deck_gives_nothing():
    state = midgame(MENDED, "B1 H1>B1.1", ("H2 LZ", "LZ"), deck=0)
    assert refused(state, move("B3", "deck", "hand", to=A)) == "X-7"


def test_nothing_is_moved_before_the_cards_are_dealt():
    state = new_game(2, switches={"mon.dominoes_hands": "open"})
    early = force(state, move("GM-B", "deck", "hand", to=A), "X-7")
    assert early.players[A].hand == cards_of("GM-B")


def test_cards_of_closed_hands_stay_unnamed():
    state = lying(dominoes_hands="closed")
    assert refused(state, move("B3", "deck", "hand", to=A)) == "X-7"
    state = replace(state, players=tuple(replace(p, hand=(UNNAMED,) * len(p.hand)) for p in state.players))
    after = play(state, move("card", "deck", "hand", to=B))
    assert after.players[B].hand == (UNNAMED,) * 2
    after = play(after, move("card", "hand", "hand", of=B, to=A))
    after = play(after, move("B3", "hand", "collected", of=A, to=A))
    assert after.players[A].collected == cards_of("B3")
    assert refused(after, move("B3", "hand", "collected", of=A, to=A)) == "MON-D2"
    assert refused(after, move("card", "hand", "collected", of=A, to=A)) == "X-7"
    after = play(after, move("B3", "collected", "hand", of=A, to=B))
    assert after.players[B].hand == (UNNAMED,) * 2


def test_play_goes_on_in_good_order():
    """New cards are not owed any more when somebody has been given one; nor is a start card."""
    owed = play(midgame(MENDED, "B1", ("H1", "LZ")), attach(A, "H1"))
    assert owed.stage is Stage.REFILL
    after = play(owed, move("H2", "deck", "hand", to=A))
    assert (after.stage, after.turn) == (Stage.TURN, B)
    start = midgame(MENDED, "", ("H1", "LZ"), deck=0)
    after = play(start, move("H1", "hand", "hand", of=A, to=B))
    assert (after.stage, after.turn) == (Stage.START, B)
    lost = play(midgame(MENDED, "B3", ("LZ", "LY"), deck=0), act.LoseTurn(A))
    assert play(lost, move("LZ", "hand", "hand", of=A, to=B)).lost == ()


def test_an_empty_hand_with_a_deck_takes_a_card_to_put():
    start = midgame(MENDED, "", ("H1", "LZ"))
    state = play(start, move("H1", "hand", "deck", of=A))
    assert (state.stage, state.turn) == (Stage.START, A)
    state = play(state, act.Draw(A, CardId("H1")), act.Put(A, CardId("H1")))
    assert state.stage is Stage.REFILL


def test_a_miscounted_deck_in_light_depth():
    state = play(light((2, 2), 1, deck=5), act.AdjustDeck(None, 3))
    assert (state.deck, state.size) == (8, light((2, 2), 1, deck=5).size + 3)
    assert refused(state, act.AdjustDeck(None, -9)) == "X-7"
    assert refused(state, act.AdjustDeck(None, 0)) == "X-7"
    assert force(new_game(2, state.setup.depth), act.AdjustDeck(None, 3), "X-7").deck == 3
    assert refused(state, move("GM-B", "deck", "hand", to=A)) == "X-7"
    moved = play(state, move("card", "deck", "hand", to=A), move("card", "centre", "discarded"))
    assert len(moved.players[A].hand) == 3
    assert moved.stage is Stage.START


def test_points_are_counted_anew_when_a_collected_card_moves():
    state = play(light((1, 1), 2, deck=0), act.Close(A, UNNAMED), act.Put(B, UNNAMED))
    assert state.stage is Stage.COUNT
    state = play(state, act.Points(A, 9))
    assert state.stage is Stage.OVER
    state = play(state, move("card", "collected", "collected", of=A, to=B))
    assert (state.stage, state.turn) == (Stage.COUNT, A)
    state = play(state, act.Points(A, 6), act.Points(B, 2))
    assert state.stage is Stage.OVER


def test_points_are_given_or_taken():
    state = play(lying(), act.AdjustScore(None, B, -2), act.AdjustScore(None, B, 5))
    assert state.players[B].adjusted == 3
    assert DOMINOES.score(state).lines == ()
    over = replace(state, stage=Stage.OVER)
    assert DOMINOES.score(over).total(B, "points") == 3
    assert DOMINOES.standing(over).winners == (B,)
