"""Why not? What would make a refused action legal, on Pig and where cards are moved."""

import pytest
from games_play import SHELF, header_of, new_match
from pig_kit import ANN, BEN, begin, go, hold, on_the_shelf, play, roll

from companion.core.actions import Amend, Redo, SetSwitch, Undo, Withdraw
from companion.core.game import Depth
from companion.core.whynot import Answer, why_not

with on_the_shelf():
    from companion.games.pig.verbs import Adjust


def test_a_refusal_names_the_switch_that_lifts_it_and_a_correction_of_the_past_none():
    match = play(begin(), go(), roll(3))
    assert match.check(hold()).message().endswith("change with pig.low = yes")
    noted = play(match, SetSwitch(None, "pig.low", "yes")).check(hold()).notes
    assert [(one.switch, one.value) for one in noted] == [("pig.low", "no")]
    (past,) = play(begin(), go(), roll(3), go(), roll(7)).check(Amend(None, 3, hold())).reasons
    assert (past.rule, past.switch) == ("PIG-3", None)


def test_a_switch_is_an_answer_with_the_value_that_helps():
    match = play(begin(), go(), roll(3))
    told = Answer((SetSwitch(None, "pig.low", "yes"),), "allowed with pig.low = yes")
    assert why_not(match, hold()) == (told,)


def test_what_may_be_declared_now_is_tried_and_the_shortest_answer_comes_first():
    match = play(begin(), go(), roll(7), go())
    back, six = why_not(match, go())
    assert back == Answer((Withdraw(ANN),), "allowed after “do not throw after all”")
    assert six.text == "allowed after: Ann rolls 0: the pot is 17"  # not after a 1
    other = why_not(play(begin(), go(), roll(7)), go(BEN))
    assert other == (Answer((hold(),), "allowed after “keep the pot”"),)


def test_where_every_face_helps_the_roll_itself_is_the_answer():
    texts = [one.text for one in why_not(play(begin(), go()), Adjust(None, ANN, 7))]
    assert texts == ["allowed after the roll", "allowed after “do not throw after all”"]


def test_a_fact_that_is_nearly_so_is_tried_by_the_verb_that_puts_it_right():
    over = play(begin(), Adjust(None, ANN, 50))
    assert why_not(over, go()) == (Answer((Adjust(None, ANN, 1),), "allowed if Ann had 1 in all"),)


def test_nothing_is_answered_where_nothing_is_refused_or_nothing_near_would_help():
    assert why_not(begin(), go()) == ()
    assert why_not(begin(), hold()) == ()
    for action in (Undo(None), Redo(None), Amend(None, 1, go()), SetSwitch(None, "pig.x", "y")):
        assert why_not(begin(), action) == ()


FIGHT = """table: mixed
table: starter Ann
{seats}Ann: draw card
Ann: connect card"""
SEAT = "{seat}: connect card\n" * 7 + "{seat}: done\n"
SHEET = "{seat}: sheet atk 8 def 12 spc 1 pieces 7\n{seat}: confirm\n"


def test_a_card_that_is_missing_is_moved_and_no_other_one_is_named():
    match, grammar = (
        new_match("rsf", Depth.LIGHT, 2),
        SHELF.grammar(header_of("rsf", Depth.LIGHT, 2)),
    )
    seats = "".join(part.format(seat=seat) for part in (SEAT, SHEET) for seat in ("Ann", "Ben"))
    for line in FIGHT.format(seats=seats).splitlines():
        match = match.apply(grammar.read(line))
    (answer,) = why_not(match, grammar.read("Ann: connect card"))
    assert answer.text == "allowed if a card went from the pile to the hand"
    assert [grammar.write(one) for one in answer.actions] == ["table: adjust-card card from pile to hand for Ann"]


@pytest.mark.parametrize(
    ("game_id", "line"),
    [
        ("fgt", "Ann: play H07 boost Alien"),
        ("mon-dominoes", "Ann: put a.b"),
        ("rsf", "table: adjust-card R04 from discard to pile"),
    ],
)
def test_cards_that_nobody_could_move_yet_help_nothing(game_id, line):
    action = SHELF.grammar(header_of(game_id, Depth.FULL)).read(line)
    assert why_not(new_match(game_id, Depth.FULL), action) == ()
