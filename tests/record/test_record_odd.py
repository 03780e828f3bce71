"""What a record bounds and refuses: odd names, quotes and escapes, long corrections, odd files."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pig_kit import PIG, on_the_shelf

from companion.core.errors import FileProblemError, UsageError
from companion.core.seats import MAX_SEATS
from companion.record import file
from companion.record.cards_csv import toml
from companion.record.file import new_record, parse_record, read_text
from companion.record.header import MAX_SWITCHES, CatalogueRef, Header, parse_header
from companion.record.replay import replay
from companion.record.shelf import INVENTED, Cards, Shelf
from companion.record.text import CannotParseError, as_word, cut_actor, quote, unquote, words

SHELF = Shelf()
START = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"


def read(text):
    return parse_record(text, "some.record", SHELF.grammar)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("one", "one"),
        ("two words", '"two words"'),
        ("-", '"-"'),
        ('say "so"', r'"say \"so\""'),
        ("a\nb\tc\\d", r'"a\nb\tc\\d"'),
        ("\x1b", r'"\u001b"'),
        ("\U000e0001", r'"\U000e0001"'),
    ],
)
def test_every_text_is_written_as_one_word_and_read_back(text, written):
    assert as_word(text) == written
    (token,) = words(written)
    assert token.text == text


def test_half_a_character_is_never_written():
    with pytest.raises(CannotParseError, match="U\\+D800 is not a character"):
        quote("\ud800")


@pytest.mark.parametrize("escape", ["\\x", "\\ud800", "\\U00110000"])
def test_an_escape_that_stands_for_no_character_is_refused(escape):
    with pytest.raises(CannotParseError, match="there is no escape"):
        unquote(escape)


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ('"Ann: B": go', "Ann: B", " go"),
        ("Ann : go", "Ann", " go"),
    ],
)
def test_the_actor_stands_before_the_colon_also_in_quotes(line, name, rest):
    token, said = cut_actor(line)
    assert (token.text, said) == (name, rest)


@pytest.mark.parametrize("line", ['"Ann" go', '"Ann', "go"])
def test_without_a_colon_nobody_is_named(line):
    assert cut_actor(line) is None


def test_a_file_with_a_byte_order_mark_is_refused_with_what_to_do():
    with pytest.raises(FileProblemError, match=r":1: .*save it as plain UTF-8"):
        read("\ufeff" + START)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ('say "so"', r'"say \"so\""'),
        ("a\\b", r'"a\\b"'),
        ("a\x07", r'"a\U00000007"'),
        ({"a key": [1, True]}, '{ "a key" = [1, true] }'),
    ],
)
def test_a_value_of_a_card_list_is_written_as_toml(value, written):
    assert toml(value) == written


@pytest.mark.parametrize("seats", [(), tuple(f"P{n}" for n in range(MAX_SEATS + 1))])
def test_a_table_has_at_least_one_seat_and_not_too_many(seats):
    with pytest.raises(UsageError, match=f"1 to {MAX_SEATS} seats, not {len(seats)}"):
        Header("rsf", seats)


@pytest.mark.parametrize("name", ["../x.toml", "..", "", "a/b"])
def test_a_catalogue_is_named_by_the_plain_name_of_a_file(name):
    with pytest.raises(UsageError, match="not the plain name of a file"):
        Header("rsf", ("Ann", "Ben"), catalogue=CatalogueRef(name, "0" * 64))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('seats: "Ann" Ben, Cleo', 'expected one name in quotes, not "Ann" Ben'),
        (
            "\n".join(f"switch: rsf.s{n} = yes" for n in range(MAX_SWITCHES + 1)),
            f"more than {MAX_SWITCHES} switches",
        ),
    ],
)
def test_what_is_wrong_in_a_header_is_said(line, says):
    with pytest.raises(FileProblemError, match=says):
        parse_header(["record: 1", *line.split("\n"), "---"], "some.record")


@pytest.mark.parametrize("name", ['Ann, "the" Great', "\\", "a:b"])
def test_a_name_in_quotes_may_have_commas_quotes_and_colons(name):
    header = Header("rsf", (name, "Ben"))
    assert parse_header(header.text().split("\n"), "x")[0].seats == (name, "Ben")


def test_a_record_is_bounded_in_lines(monkeypatch):
    monkeypatch.setattr(file, "MAX_LINES", 5)
    read(START + "\n")
    with pytest.raises(FileProblemError, match=r"^some.record: more than 5 lines$"):
        read(START + "\n\n")


def test_a_record_is_bounded_in_actions_and_says_where_the_first_one_too_many_stands(monkeypatch):
    monkeypatch.setattr(file, "MAX_ACTIONS", 2)
    with pytest.raises(FileProblemError, match=r"^some.record:7: more than 2 actions$"):
        read(START + "Ann: done\n" * 3)


def test_a_record_is_bounded_in_what_its_corrections_play_again(monkeypatch):
    monkeypatch.setattr(file, "MAX_AGAIN", 5)
    corrections = 'table: amend 1 "Ann: done"\n'
    read(START + "Ann: done\n" * 5 + corrections)
    with pytest.raises(FileProblemError, match=r":11: corrections that play more than 5 actions"):
        read(START + "Ann: done\n" * 5 + corrections * 2)


@pytest.mark.parametrize(
    "turned",
    ["table: undo\n" * 4 + "table: redo\n" * 4, 'table: amend 9 "Ann: done"\n', "table: redo\n"],
)
def test_lines_that_turn_back_further_than_the_game_goes_are_read_all_the_same(turned):
    """Whether they are legal is for the rules to say."""
    record = read(START + turned + "Ann: done\n")
    assert len(record.entries) == turned.count("\n") + 1
    assert record.actions == tuple(entry.action for entry in record.entries)
    assert record.actions[-1].verb == "done"


def test_a_file_that_the_system_does_not_let_read_is_named_in_one_line(tmp_path, monkeypatch):
    (tmp_path / "a.record").write_text(START)

    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refused)
    with pytest.raises(FileProblemError, match=r"a\.record: permission denied$"):
        read_text(tmp_path / "a.record")


def test_a_record_that_does_what_no_ruling_allows_is_checked_up_to_there():
    header = SHELF.header("rsf", ("Ann", "Ben"))
    record, grammar = new_record(header), SHELF.grammar(header)
    for line in ("table: undo", "table: mixed"):
        record = record.extend([(grammar.read(line), line, "")])
    found = replay(record, SHELF.begin(header, None))
    assert (found.checked, found.unchecked) == (1, 1)
    assert not found.sound
    assert [remark.rule for remark in found.remarks] == ["X-6"]


def test_a_game_that_a_box_does_not_hold_is_not_found_in_it():
    with pytest.raises(UsageError, match=r"there is no game 'mon-chess'; known: .*mon-classic"):
        SHELF.game("mon-chess")


def test_a_game_without_cards_ships_none():
    with on_the_shelf():
        assert SHELF.shipped("pig") is None
        with pytest.raises(UsageError, match="no catalogue comes with pig"):
            SHELF.open_cards("pig", Path(INVENTED))


def test_cards_that_come_with_the_program_are_opened_by_their_name():
    cards = SHELF.open_cards("rsf", Path(INVENTED))
    assert cards == SHELF.shipped("rsf")
    assert cards.ref.name == INVENTED


def test_cards_nested_without_end_are_refused_in_one_line(monkeypatch):
    def endless(_text):
        raise RecursionError

    monkeypatch.setattr(Shelf, "game", lambda _self, _id: replace(PIG, read_catalogue=endless))
    with pytest.raises(FileProblemError, match="too many brackets within brackets"):
        SHELF.read_cards("pig", "", "a.toml", "a.toml")


def test_other_cards_of_the_same_name_are_told_with_their_digests(tmp_path):
    text = SHELF.shipped("rsf").text
    (tmp_path / "mine.toml").write_text(text + "\n# another\n", encoding="utf-8")
    header = SHELF.header("rsf", ("Ann", "Ben"), cards=SHELF.shipped("rsf"))
    wanted = replace(header, catalogue=CatalogueRef("mine.toml", "0" * 64))
    with pytest.raises(FileProblemError, match=r"was played with mine.toml .*mine.toml has sha256"):
        SHELF.find_cards(wanted, "some.record", tmp_path)
    wanted = replace(header, catalogue=CatalogueRef(INVENTED, "0" * 64))
    with pytest.raises(FileProblemError, match="the one that comes with the program has sha256"):
        SHELF.find_cards(wanted, "some.record")


def test_cards_at_hand_are_taken_only_when_they_are_the_same():
    cards = SHELF.shipped("rsf")
    other = Cards(CatalogueRef(INVENTED, "0" * 64), "", cards.catalogue)
    header = SHELF.header("rsf", ("Ann", "Ben"), cards=cards)
    assert SHELF.find_cards(header, "some.record", kept=(other, cards)) is cards


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 'x'", "does not say for which game; say --game"),
        ('game = "chess"', "is for 'chess'; known: "),
        ("game = [", "not TOML: "),
        ("game = 1e999999", "does not say for which game"),
    ],
)
def test_cards_for_no_game_are_refused(tmp_path, text, said):
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(FileProblemError, match=re.escape(said)):
        SHELF.game_of(path)


def test_cards_for_several_modes_are_for_the_first(repository):
    games = repository / "companion" / "games"
    assert SHELF.game_of(games / "mon" / "catalogue.toml") == "mon-dominoes"
