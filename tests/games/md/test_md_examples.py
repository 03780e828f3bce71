"""The worked examples of the rules, each by its number (MD-EX1 to MD-EX8)."""

import pytest
from md_kit import (
    NOTHING,
    A,
    B,
    begun,
    ending,
    findings,
    ill,
    lie,
    new_game,
    play,
    rolled,
    sick,
    throw,
)

from companion.core.dice import DieFace
from companion.core.words import WordError
from companion.games.md import GAME
from companion.games.md.answers import offered
from companion.games.md.state import Stage
from companion.games.md.words import Effect, Special
from models.workshop.invariants import invariants


def offers(state):
    return {one.value for one in offered(state)}


def test_md_ex1_roll_off():
    state = play(new_game(3), "table: dealt")
    state = throw(throw(throw(state, "S 2 6 4 S 5"), "S S 3 6 6 2"), "2 2 2 2 2 2")
    assert [total for _, total in state.rolloff[0]] == [19, 19, 12]
    assert [seat for seat, _ in state.rolloff[1]] == [A, B]
    with pytest.raises(WordError, match="no face '1'"):
        DieFace("md.eye", "1")


def test_md_ex2_triple():
    state = play(ill(begun(), A, "spider"), "Ann: draw")
    state = throw(state, "S 4 S 5 S")
    assert sick(state, A) == ""
    assert {Effect.BITE, Effect.LOOK, Effect.BITE_TWO, Effect.LOOK_TWO} == offers(state)
    after = play(state, "Ann: bite Ben eye", "Ben: allow")
    assert offers(after) == {Effect.LOOK, Effect.LOOK_TWO}
    after = play(state, "Ann: bite-two Ben eye Ben teeth", "Ben: allow")
    assert offers(after) == {Effect.LOOK}
    one = throw(play(ill(begun(), A, "spider"), "Ann: draw"), "4 4 4 4 2")
    assert sick(one, A) == ""
    state = play(begun(), "table: adjust-die spider@2 to pool of Ann")
    state = play(ill(state, A, "spider", "devil", "eye"), "table: adjust-die eye@3 to pool of Ann")
    state = play(state, "table: adjust-die devil@3 to pool of Ann", "Ann: draw")
    assert throw(state, "3 3 3 5 5 5").triples == 2
    assert throw(state, "3 3 3 5 5 6").triples == 1
    assert throw(state, "5 5 5 5 5 5").triples == 2


def test_md_ex3_choice():
    state = rolled("S 3 S 4 5 S")
    two = play(state, "Ann: bite-two Ben eye Ben spider", "Ben: allow")
    assert offers(two) == {Effect.LOOK}
    one = play(state, "Ann: bite Ben eye", "Ben: allow")
    assert offers(one) == {Effect.LOOK, Effect.LOOK_TWO}
    assert findings(two, "Ann: look-two Ben and Cleo") == ("MD-T5",)


def test_md_ex4_counter():
    state = play(rolled("S 3 S 4 5 6"), "Ann: bite-two Ben eye Ben spider")
    state = play(state, "Ben: counter in_your_teeth")
    assert sick(state, B) == ""
    assert state.players[B].played == (Special.IN_YOUR_TEETH,)
    assert GAME.score(state).total(B, "points") == 2


@pytest.mark.parametrize(("holder", "total"), [("Ann", 5), ("Ben", 20)])
def test_md_ex5_score(holder, total):
    fronts = ((Special.SURPRISE, Special.SQUID_KNOT), ())
    light = ending((5 if holder == "Ann" else 4, 1), fronts)
    lines = "Ann: total 16 specials 1", "Ben: total 0", f"table: dimwit with {holder}"
    full = ending((5 if holder == "Ann" else 4, 1), fronts, depth="full")
    rest = ("dimwit", "1") if holder == "Ann" else ("", "dimwit")
    shown = play(full, f"Ann: show 5 3 8 myopia {rest[0]}", f"Ben: show {rest[1]}")
    for state in (play(light, *lines), shown):
        assert GAME.score(state).total(A, "points") == total


@pytest.mark.parametrize(("seats", "rounds", "last"), [(4, 8, 4), (3, 12, 1), (5, 6, 5)])
def test_md_ex6_length(seats, rounds, last):
    state, draws = begun(seats), 0
    while state.stage is not Stage.SCORING:
        if state.stage is Stage.DRAW:
            state = play(state, f"{state.name(state.turn)}: draw")
            draws += state.round == rounds
        state = play(throw(state, NOTHING), f"{state.name(state.turn)}: end-turn")
    assert (state.round, draws) == (rounds, last)
    assert {player.turns for player in state.players} == {rounds}
    assert invariants(state) == ()


def test_md_ex7_stolen_devil():
    state = play(rolled("2 3 S S 4 5"), "Ann: steal Ben devil", "Ben: allow")
    state = throw(state, "S")
    assert state.stage is Stage.REROLL
    every = "Ann: reroll teeth squid devil@1 devil@2 spider dimwit eye"
    assert len(GAME.pending(play(state, every)).kinds) == 7
    state = throw(play(state, "Ann: reroll teeth"), "S")
    assert (state.stage, offers(state)) == (Stage.EFFECTS, {Effect.BITE})


def test_md_ex7_stolen_devil_under_the_other_readings():
    waits = lie(rolled("2 3 S S 4 5", stolen_die="next_roll"), B, "2 3 S 4 5 6")
    waits = play(waits, "Ann: steal Ben devil", "Ben: allow")
    assert waits.stage is Stage.EFFECTS
    assert len(waits.players[A].pool) == 7
    counts = lie(rolled("2 3 S S 4 5", stolen_die="face_counts"), B, "2 3 S 4 5 6")
    assert play(counts, "Ann: steal Ben devil", "Ben: allow").stage is Stage.REROLL


def test_md_ex8_dice_count():
    state = play(rolled("2 3 S S 4 5", 4), "Ann: steal Ben devil", "Ben: allow")
    state = play(throw(state, "4"), "Ann: end-turn", "Ben: draw")
    assert [len(player.pool) for player in state.players] == [7, 5, 6, 6]
    state = play(throw(state, "S 2 3 4 5"), "Ben: bite Ann eye", "Ann: allow")
    assert [len(player.pool) for player in state.players] == [6, 5, 6, 6]
    assert [len(player.infirmary) for player in state.players] == [1, 0, 0, 0]
    assert invariants(state) == ()
