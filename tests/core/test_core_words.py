"""The small words of the rules: cells, dice, sums, places, files that are wrong, languages.

Names and words as a sentence lists them.

What reaches a terminal or a page shows, and commands it nothing.

Equal merits share a place, and the places after it are counted on.
"""

import gettext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import texts
from companion.core.dice import (
    FACES,
    MONSTER_DIE,
    DieFace,
    DieSpec,
    RollRequest,
    kind_name,
    named,
    sculpted,
)
from companion.core.errors import FileProblemError
from companion.core.printable import (
    MOST_MARKS,
    markup_escaped,
    printable,
    printable_lines,
    without_unprintable,
)
from companion.core.score import Place, ScoreLine, ScoreSheet, Standing, ranked
from companion.core.seats import Seat
from companion.core.texts import listed, tr, trn
from companion.core.words import Cell, WordError


@pytest.mark.parametrize("word", ["0,0", "2,-1", "-999,999"])
def test_a_cell_is_read_as_it_is_written(word):
    assert Cell.parse(word).word() == word


@pytest.mark.parametrize("word", ["2", "2,b", "1,2,3", ""])
def test_what_is_no_cell_is_refused(word):
    with pytest.raises(WordError, match="expected a cell such as"):
        Cell.parse(word)


@pytest.mark.parametrize("word", ["1000,0", "0,-1000"])
def test_a_cell_off_any_table_is_refused(word):
    with pytest.raises(WordError, match="off any table"):
        Cell.parse(word)


def test_a_cell_has_four_sides_each_of_which_has_it_as_a_side():
    here = Cell(2, -1)
    assert here.sides == (Cell(2, 0), Cell(3, -1), Cell(2, -2), Cell(1, -1))
    assert all(here in side.sides for side in here.sides)


def test_a_die_is_read_as_it_is_written():
    assert DieFace.parse("d10=7") == DieFace("d10", "7")
    assert DieFace("md.teeth", "S").word() == "md.teeth=S"


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("d10", "expected a die such as d10=7, not 'd10'"),
        ("d4=1", "there is no die called 'd4'; known: d10, d00, d6"),
        ("d6=0", "a d6 has no face '0'; it has 1 2 3 4 5 6"),
    ],
)
def test_what_is_no_die_is_refused(word, why):
    with pytest.raises(WordError, match=why):
        DieFace.parse(word)


def test_only_monster_dice_have_a_sculpted_side_and_a_name():
    assert [kind for kind in FACES if sculpted(kind)] == [kind for kind in FACES if named(kind)]
    assert sculpted("md.teeth")
    assert not named(MONSTER_DIE)
    assert kind_name("md.teeth") == "Teeth-Die"
    assert kind_name("d10") == "d10"
    assert kind_name("") == "die"


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((DieSpec("d10"),), "one d10"),
        ((DieSpec("d6", 3),), "3 d6"),
        ((DieSpec("d6", 2), DieSpec("d10")), "2 d6 and one d10"),
        (
            (DieSpec("md.teeth"), DieSpec("d6"), DieSpec("md.spider", 2)),
            "Teeth-Die, one d6 and 2 Spider-Die",
        ),
    ],
)
def test_dice_that_are_asked_for_are_counted_and_named(dice, said):
    assert RollRequest(Seat(0), dice, "for a test", "X-4").dice_text() == said


def test_x11_a_column_is_added_up_seat_by_seat():
    lines = (
        ScoreLine(Seat(0), "VP", 3, "X-11", "a"),
        ScoreLine(Seat(0), "coins", 9, "X-11", "b"),
        ScoreLine(Seat(1), "VP", 5, "X-11", "c"),
        ScoreLine(Seat(0), "VP", -1, "X-11", "d"),
    )
    sheet = ScoreSheet(lines)
    assert [sheet.total(Seat(seat), "VP") for seat in (0, 1, 2)] == [2, 5, 0]


@pytest.mark.parametrize(("final", "winners"), [(True, (0, 2)), (False, ())])
def test_whoever_shares_the_first_place_has_won_once_the_game_is_over(final, winners):
    places = tuple(Place(Seat(seat), rank, "") for seat, rank in enumerate((1, 3, 1)))
    assert Standing(places, final, "X-11", "").winners == winners


def test_a_file_that_is_wrong_is_said_with_its_line_where_it_is_known():
    assert str(FileProblemError("a.record", "not UTF-8")) == "a.record: not UTF-8"
    assert str(FileProblemError("a.record", "no such verb", 7)) == "a.record:7: no such verb"


FRENCH = {
    "Ann": "Anna",
    "{name} wins": "{name} gagne",
    "{name} loses": "{nom} perd",
    "1,000.5%": "1 000,5 %",
    "{count} die": "{count} dé",
    "{count} dice": "{count} dés",
}


class Foreign(gettext.NullTranslations):
    """Knows a few texts, of which one has a gap that its English has not."""

    def info(self):
        return {"language": "pt_BR"}

    def gettext(self, message):
        return FRENCH.get(message, message)

    def ngettext(self, msgid1, msgid2, n):
        return FRENCH[msgid1 if n == 1 else msgid2]

    def begun(self, start):
        return {said for english, said in FRENCH.items() if english.casefold().startswith(start)}


@pytest.fixture
def foreign(monkeypatch):
    monkeypatch.setattr(texts, "_chosen", texts._chosen)
    texts.choose(Foreign())


def test_texts_are_said_in_english_until_a_language_is_chosen():
    assert texts.language() == "en"
    assert tr("{name} wins", name="Ann") == "Ann wins"
    assert trn("{count} die", "{count} dice", 1) == "1 die"
    assert trn("{count} die", "{count} dice", 2) == "2 dice"


@pytest.mark.usefixtures("foreign")
def test_texts_are_said_in_the_language_that_was_chosen():
    assert texts.language() == "pt-BR"
    assert tr("Ann") == "Anna"
    assert tr("{name} wins", name="Ann") == "Ann gagne"
    assert [trn("{count} die", "{count} dice", count) for count in (1, 2)] == ["1 dé", "2 dés"]


@pytest.mark.usefixtures("foreign")
def test_words_that_begin_as_typed_are_found_in_the_chosen_language():
    assert texts.begun("an") == {"Anna"}
    texts.choose(None)
    assert texts.begun("an") == set()


@pytest.mark.usefixtures("foreign")
def test_numbers_are_written_as_the_language_does():
    text = "{a:,} {b:.1f} {c:+d} {d} {a!r} {e} {d:.0%}"
    numbers = {"a": 12345, "b": -0.25, "c": 3, "d": 1.5, "e": True}
    assert tr(text, **numbers) == "12 345 -0,2 +3 1,5 12345 True 150 %"
    assert texts.number(0.998, ".1%") == "99,8 %"
    texts.choose(None)
    assert tr(text, **numbers) == "12,345 -0.2 +3 1.5 12345 True 150%"


@pytest.mark.usefixtures("foreign")
def test_a_translation_with_a_wrong_gap_stops_no_game():
    assert tr("{name} loses", name="Ann") == "Ann loses"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), ""),
        (("Ann",), "Ann"),
        (("Ann", "Ben"), "Ann and Ben"),
        (["Ann", "Ben", "Cem"], "Ann, Ben and Cem"),
    ],
)
def test_words_are_listed_with_an_and_before_the_last(words, said):
    assert listed(words) == said


ACUTE = "\u0301"
RIGHT_TO_LEFT = "\u202e"
WIDE_BLANK = "\u3000"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë", "Zoë"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc", "a\\nb\\tc"),
        (f"Ann{RIGHT_TO_LEFT}nnA", "Ann\\u202ennA"),
        (f"a{WIDE_BLANK}b", f"a{WIDE_BLANK}b"),
    ],
)
def test_what_does_not_show_becomes_an_escape(text, shown):
    assert printable(text) == shown


def test_ends_of_lines_and_tabs_stay_in_a_text_of_several_lines():
    assert printable_lines("one\ttwo\n\x07three") == "one\ttwo\n\\x07three"


@pytest.mark.parametrize(("text", "left"), [("Ann", "Ann"), ("A\x07nn", "Ann"), (f"Zo{RIGHT_TO_LEFT}ë", "Zoë")])
def test_where_there_is_no_room_for_escapes_what_does_not_show_goes(text, left):
    assert without_unprintable(text) == left


def test_a_few_marks_stay_on_a_letter_and_a_flood_does_not():
    assert printable("e" + MOST_MARKS * ACUTE + "a") == "e" + MOST_MARKS * ACUTE + "a"
    assert printable("e" + 50 * ACUTE + "a" + ACUTE) == "e" + MOST_MARKS * ACUTE + "a" + ACUTE


def test_in_markup_nothing_becomes_a_tag_or_leaves_its_attribute():
    assert markup_escaped("<b onload='x'>\x1b&\"") == ("&lt;b onload=&#x27;x&#x27;&gt;\\x1b&amp;&quot;")


def test_a_shared_place_takes_up_as_many_as_share_it():
    merits = {Seat(0): (5, 1), Seat(1): (7, 0), Seat(2): (5, 1), Seat(3): (5, 0)}
    assert ranked(merits) == ((1, (1,)), (2, (0, 2)), (4, (3,)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6))
def test_inv12_ranks_are_a_total_preorder_of_the_merits(merits):
    places = {
        seat: place for place, seats in ranked({Seat(at): merit for at, merit in enumerate(merits)}) for seat in seats
    }
    for one, mine in enumerate(merits):
        better = sum(other > mine for other in merits)
        assert places[Seat(one)] == 1 + better
