"""The rules as data, the switches, and how verdicts and history say them.

The card catalogue: read, refused in one line, and warned about (MD-S1b, MD-Q12).

Scenes worked out from the rulebook (scenarios.toml): which rule weighs how, and that all can be ruled.

The worked examples of the rules, each by its number (MD-EX1 to MD-EX8).
"""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from games_play import SHELF, header_of
from md_kit import (
    NAMES,
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
    read,
    rolled,
    shipped,
    sick,
    throw,
)
from sheet_kit import seen

from companion.core.actions import Roll, Ruling
from companion.core.catalogue import CatalogueError
from companion.core.chain import Chain
from companion.core.dice import DieFace
from companion.core.errors import UsageError
from companion.core.game import Depth, Setup
from companion.core.log import Match
from companion.core.steps import BEGINNING, Step
from companion.core.words import WordError
from companion.games.md import GAME
from companion.games.md.answers import offered
from companion.games.md.cards import read_catalogue
from companion.games.md.house import Combo
from companion.games.md.state import Stage
from companion.games.md.words import KINDS, Effect, HandCard, Special
from companion.record.grammar import Grammar
from models.workshop.invariants import invariants


def history(state, *lines):
    """What is told; a line of faces answers the open roll."""
    told = []
    for line in lines:
        if ":" in line:
            after, action = play(state, line), read(line)
        else:
            after, action = throw(state, line), None
        told.append(GAME.tell(state, action or _roll(state, line), after))
        state = after
    return told


def _roll(state, faces):
    request = GAME.pending(state)
    kinds = sorted(request.kinds, key=KINDS.index)
    dice = (DieFace(*one) for one in zip(kinds, faces.split(), strict=True))
    return Roll(request.roller, tuple(dice))


def test_the_history_of_a_beginning():
    told = history(
        new_game(2),
        "table: dealt",
        "S 2 2 2 2 2",
        "S 2 2 2 2 2",
        "2 2 2 2 2 2",
        "3 2 2 2 2 2",
        "Ben: draw",
    )
    assert told[0] == "Everybody draws two cards"
    assert told[2].endswith("sum 11 (MD-S3) · Ann and Ben tie and roll again (MD-S3a)")
    assert told[4].endswith("sum 13 (MD-S3) · Ben begins (MD-S3) · Round 1")
    assert told[5] == "Ben draws a card"


def test_the_history_of_a_turn():
    assert history(
        play(begun(), "Ann: draw"),
        "S S S S 5 S",
        "Ann: bite-two Ben eye Cleo teeth",
        "Ben: counter in_your_teeth",
        "Cleo: allow",
        "Ann: look Ben",
        "Ben: allow",
        "Ann: steal Cleo eye",
        "Cleo: allow",
        "3",
        "Cleo: surprise Ben",
        "Ann: end-turn",
    ) == [
        (
            "Ann rolls (turn) Teeth-Die S, Squi'Die S, Die'vil S, Spider-Die S, Die'mwit 5,"
            " D'eye S: sculpted: Teeth-Die, Squi'Die, Die'vil, Spider-Die, D'eye (MD-T2)"
        ),
        "Ann bites Ben's D'eye and Cleo's Teeth-Die (MD-C1)",
        "Ben plays In Your Teeth: nothing happens to Ben (MD-K6)",
        "Cleo lets it happen · Cleo's Teeth-Die goes to the infirmary (MD-I1)",
        "Ann looks at the hand of Ben (MD-E4)",
        "Ben lets it happen",
        "Ann takes Cleo's D'eye (MD-E3)",
        "Cleo lets it happen",
        "Ann rolls (stolen die) D'eye 3: no sculpted side (MD-E3a)",
        "Cleo plays Surprise: all dice change places with Ben",
        "Ann's turn ends",
    ]


def test_the_history_of_a_combo_that_asks_nobody_and_of_a_triple():
    state = rolled("S 3 S 4 5 6", counter_combos="off")
    assert history(state, "Ann: bite-two Ben eye Ben teeth")[0].startswith("Ann bites Ben's D'eye")
    state = play(begun(), "table: adjust-die eye@1 to infirmary of Ann", "Ann: draw")
    assert history(state, "3 3 3 4 5")[0].endswith("a triple brings the D'eye back from the infirmary (MD-I2)")


def test_the_headline_says_where_the_game_stands():
    assert GAME.view(new_game()).headline == "Setup: two cards each"
    state = begun()
    assert GAME.view(state).headline == "Round 1 · Ann's turn: draw · 34 cards in the deck"
    empty = GAME.view(replace(state, deck=0)).headline
    assert empty == "Round 1 · Ann's turn: draw · the deck is empty: last round"
    counter = play(rolled("S 3 4 5 6 2"), "Ann: bite Ben eye")
    assert GAME.sheet(counter).blocks[1].title[0] == "◎ Ben answers"
    assert "Ann bites Ben's D'eye" in seen(GAME, counter)


def test_the_history_of_a_reroll_a_triple_and_die_molition():
    state = play(begun(), "table: adjust-die devil@2 to pool of Ann")
    state = play(state, *(f"table: adjust-die {die}@1 to infirmary of Ann" for die in ("eye", "squid")))
    assert history(play(state, "Ann: draw"), "4 S S 4 5", "Ann: reroll dimwit", "4", "Ann: free squid")[1:] == [
        "Ann rolls again: Die'mwit (MD-C5)",
        "Ann rolls (re-roll) Die'mwit 4: no sculpted side (MD-C5)",
        "Ann's Squi'Die is back from the infirmary (MD-I2)",
    ]
    assert history(throw(play(state, "Ann: draw"), "4 S S 4 5"), "Ann: skip") == ["Ann: no re-roll"]
    told = history(play(begun(), "Ann: draw"), "S S S S S S", "Ann: skip")
    assert told[0].endswith("(MD-T2) · only sculpted sides: Die-molition (MD-X1)")
    assert told[1] == "Ann: no Die-molition"


def test_the_history_of_the_dimwit_during_play():
    assert history(rolled("2 3 S 4 S 5"), "Ann: send-dimwit") == ["Ann asks for the Dimwit; nobody has it (MD-C3)"]
    assert history(rolled("2 3 S 4 S 5"), "Ann: send-dimwit from Ben to Cleo") == [
        "Ann sends the Dimwit from Ben to Cleo (MD-C3)"
    ]
    assert history(rolled("2 3 4 5 S 6"), "Ben: hand-over") == ["Ben hands the Dimwit to Ann (MD-E5)"]


def test_the_history_of_an_end_in_light_depth():
    state = ending((1, 2), final_tie="rolloff")
    assert history(state, "Ann: total 4", "Ben: total 19 specials 1", "table: dimwit with Ben", "2 2 2 2 2 2") == [
        "Ann's hand: 4 points",
        "Ben's hand: 19 points, 1 special card left",
        (
            "Ben has the Dimwit (MD-K7) · Ann and Ben tie for the first place and roll it off"
            " (MD-Z3, md.final_tie = rolloff)."
        ),
        ("Ann rolls (roll-off) Teeth-Die 2, Squi'Die 2, Die'vil 2, Spider-Die 2, Die'mwit 2, D'eye 2: sum 12 (MD-Z3)"),
    ]
    nobody = play(state, "Ann: total 4", "Ben: total 5")
    ruled = GAME.apply(nobody, read("table: dimwit"))
    assert GAME.tell(nobody, read("table: dimwit"), ruled) == ("Nobody has the Dimwit (MD-K7) · Ben won (MD-Z3)")
    assert GAME.view(ruled).headline == "Game over · Ben won"


def test_the_history_of_the_last_turn_and_of_open_hands():
    state = replace(begun(2, depth="full"), deck=0, stage=Stage.ROLL)
    told = history(state, NOTHING, "Ann: end-turn", NOTHING, "Ben: end-turn", "Ann: show 5 myopia")
    assert told[3] == ("Ben's turn ends · the deck is empty and the round is finished: hands are counted (MD-Z1)")
    assert told[4] == "Ann lays the hand open: 5, Myopia"


def test_the_history_of_what_the_table_puts_right():
    assert history(
        begun(),
        "table: adjust-die eye@2 to infirmary of Ann",
        "table: adjust-die eye@2 to pool of Ben",
        "table: adjust-card from deck to hand for Ann",
        "table: adjust-score Ben -3",
    ) == [
        "By ruling a D'eye goes to Ann's infirmary (X-7)",
        "By ruling a D'eye goes to Ben's pool (X-7)",
        "By ruling a card goes from the deck to the hand (X-7)",
        "By ruling Ben's points change by -3 (X-7)",
    ]


def test_x8_a_house_rule_counts_from_where_it_is_changed():
    house = replace(GAME.house_of(begun()), combo=Combo.ADDS)
    state = GAME.rehouse(play(begun(), "Ann: draw"), house)
    assert GAME.house_of(state) is house
    state = play(throw(state, "S 3 S 4 5 6"), "Ann: bite-two Ben spider Ben eye", "Ben: allow")
    assert findings(state, "Ann: bite Ben teeth") == ()


HEAD = 'game = "md"\ntitle = "t"\n'
POINT = "[[point]]\nvalue = 5\ncopies = 26\n"
SPECIALS = '[[special]]\nid = "surprise"\ncopies = 13\n[[special]]\nid = "dimwit"\n'


def test_md_s1b_what_ships_is_an_invented_deck_of_26_and_14():
    box = shipped()
    assert box.invented
    assert (sum(box.points.values()), sum(box.specials.values())) == (26, 14)
    assert box.copies(HandCard(special=Special.DIMWIT)) == 1
    assert set(box.specials) == set(Special)
    assert box.warnings == ()
    assert new_game(3, "full").deck == box.size == 40


def test_a_deck_that_differs_is_warned_about():
    box = read_catalogue(HEAD + "[[point]]\nvalue = 5\n" + '[[special]]\nid = "myopia"\n')
    assert box.warnings == (
        "1 point cards; the rulebook speaks of 26 (MD-S1b)",
        "1 special cards; the rulebook speaks of 14 (MD-S1b)",
        "0 Dimwit cards; the rulebook speaks of one (MD-K7)",
    )
    with pytest.raises(UsageError, match="2 players need 4"):
        GAME.start(Setup(("Ann", "Ben"), Depth.FULL, {}, box))
    assert read_catalogue(HEAD + POINT + SPECIALS).warnings == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title = 3", "no points"),
        (HEAD + POINT, "no specials"),
        (HEAD + "[[point]]\nvalue = 100\n" + SPECIALS, "from 0 to 99"),
        (HEAD + "[[point]]\nvalue = true\n" + SPECIALS, "whole number"),
        (HEAD + "[[point]]\ncopies = 2\n" + SPECIALS, "value must be"),
        (HEAD + POINT + POINT + SPECIALS, "value 5 appears twice"),
        (HEAD + POINT + SPECIALS + SPECIALS, "surprise appears twice"),
        (HEAD + POINT + '[[special]]\nid = "boo"\n', "must be one of"),
        (HEAD + POINT + "[[special]]\nid = 7\n", "must be one of"),
        (HEAD + POINT + SPECIALS + "copies = 0\n", "from 1 to 99"),
        (HEAD + POINT + SPECIALS + "colour = 3\n", "unknown key 'colour'"),
        ("cards = 3\n" + POINT, "unknown key 'cards'"),
        ('game = "rsf"\n' + POINT, "not for md"),
        ("= 3", "not TOML"),
    ],
)
def test_a_catalogue_is_refused_in_one_line(text, problem):
    with pytest.raises(CatalogueError, match=problem) as error:
        read_catalogue(text)
    assert "\n" not in str(error.value)


def test_a_refusal_names_the_line():
    with pytest.raises(CatalogueError) as error:
        read_catalogue(HEAD + POINT + "[[point]]\nvalue = -1\n" + SPECIALS)
    assert error.value.line == 6


SCENES = tomllib.loads(Path(__file__).with_name("scenarios.toml").read_text("utf-8"))["scene"]
GRAMMAR = Grammar(GAME.actions, NAMES[:3])


def at_the_table(scene):
    """A match of three in which Ann has won the roll-off, and what the scene plays."""
    state = begun(3)
    rulebook = SHELF.begin(header_of("md", state.setup.depth), None).rulebook
    match = Match(GAME, rulebook, state.setup, Chain(), Step(0, BEGINNING, state))
    for line in scene["plays"]:
        match = match.apply(GRAMMAR.read(line))
    return match


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["rule"])
def test_a_scene_is_judged_by_its_rule_and_the_table_can_rule_it_away(scene):
    match = at_the_table(scene)
    for line, rules in scene["judged"].items():
        action = GRAMMAR.read(line)
        verdict = match.check(action)
        assert [one.rule for one in verdict.reasons] == rules, (line, verdict.message())
        assert (verdict.kind.value, verdict.forceable) == (scene["kind"], True), line
        ruled = match.apply(Ruling(None, tuple(rules), "the table wants it so")).apply(action)
        assert invariants(ruled.state) == ()
        assert GAME.tell(match.state, action, ruled.state)


def test_every_scene_is_of_a_rule_that_it_shows():
    assert all(any(scene["rule"] in rules for rules in scene["judged"].values()) for scene in SCENES)


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
