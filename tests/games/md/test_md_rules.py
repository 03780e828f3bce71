"""The rules as data, the switches, and how verdicts and history say them."""

from dataclasses import replace

from md_kit import NOTHING, begun, ending, findings, new_game, play, read, rolled, throw
from sheet_kit import seen

from companion.core.actions import Roll
from companion.core.dice import DieFace
from companion.games.md import GAME
from companion.games.md.house import Combo
from companion.games.md.state import Stage
from companion.games.md.words import KINDS


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
    assert history(state, "3 3 3 4 5")[0].endswith(
        "a triple brings the D'eye back from the infirmary (MD-I2)"
    )


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
    state = play(
        state, *(f"table: adjust-die {die}@1 to infirmary of Ann" for die in ("eye", "squid"))
    )
    assert history(
        play(state, "Ann: draw"),
        "4 S S 4 5",
        "Ann: reroll dimwit",
        "4",
        "Ann: free squid",
    )[1:] == [
        "Ann rolls again: Die'mwit (MD-C5)",
        "Ann rolls (re-roll) Die'mwit 4: no sculpted side (MD-C5)",
        "Ann's Squi'Die is back from the infirmary (MD-I2)",
    ]
    assert history(throw(play(state, "Ann: draw"), "4 S S 4 5"), "Ann: skip") == ["Ann: no re-roll"]
    told = history(play(begun(), "Ann: draw"), "S S S S S S", "Ann: skip")
    assert told[0].endswith("(MD-T2) · only sculpted sides: Die-molition (MD-X1)")
    assert told[1] == "Ann: no Die-molition"


def test_the_history_of_the_dimwit_during_play():
    assert history(rolled("2 3 S 4 S 5"), "Ann: send-dimwit") == [
        "Ann asks for the Dimwit; nobody has it (MD-C3)"
    ]
    assert history(rolled("2 3 S 4 S 5"), "Ann: send-dimwit from Ben to Cleo") == [
        "Ann sends the Dimwit from Ben to Cleo (MD-C3)"
    ]
    assert history(rolled("2 3 4 5 S 6"), "Ben: hand-over") == [
        "Ben hands the Dimwit to Ann (MD-E5)"
    ]


def test_the_history_of_an_end_in_light_depth():
    state = ending((1, 2), final_tie="rolloff")
    assert history(
        state, "Ann: total 4", "Ben: total 19 specials 1", "table: dimwit with Ben", "2 2 2 2 2 2"
    ) == [
        "Ann's hand: 4 points",
        "Ben's hand: 19 points, 1 special card left",
        (
            "Ben has the Dimwit (MD-K7) · Ann and Ben tie for the first place and roll it off"
            " (MD-Z3, md.final_tie = rolloff)."
        ),
        (
            "Ann rolls (roll-off) Teeth-Die 2, Squi'Die 2, Die'vil 2, Spider-Die 2, Die'mwit 2,"
            " D'eye 2: sum 12 (MD-Z3)"
        ),
    ]
    nobody = play(state, "Ann: total 4", "Ben: total 5")
    ruled = GAME.apply(nobody, read("table: dimwit"))
    assert GAME.tell(nobody, read("table: dimwit"), ruled) == (
        "Nobody has the Dimwit (MD-K7) · Ben won (MD-Z3)"
    )
    assert GAME.view(ruled).headline == "Game over · Ben won"


def test_the_history_of_the_last_turn_and_of_open_hands():
    state = replace(begun(2, depth="full"), deck=0, stage=Stage.ROLL)
    told = history(state, NOTHING, "Ann: end-turn", NOTHING, "Ben: end-turn", "Ann: show 5 myopia")
    assert told[3] == (
        "Ben's turn ends · the deck is empty and the round is finished: hands are counted (MD-Z1)"
    )
    assert told[4] == "Ann lays the hand open: 5, myopia"


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
