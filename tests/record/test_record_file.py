"""What a record bounds and refuses: odd names, quotes and escapes, long corrections, odd files."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pig_kit import PIG, on_the_shelf
from record_lines import extended, new_record

from companion.core.errors import CompanionError, FileProblemError, UsageError
from companion.core.game import Depth
from companion.core.seats import MAX_SEATS
from companion.record import file
from companion.record.cards_csv import toml
from companion.record.file import MAX_BYTES, parse_record, read_text
from companion.record.header import MAX_SWITCHES, CatalogueRef, Header, parse_header
from companion.record.replay import replay
from companion.record.shelf import INVENTED, Shelf
from companion.record.text import CannotParseError, as_word, cut_actor, quote, unquote, words

SHELF = Shelf()
START = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\n"


def read(text):
    return parse_record(text, "some.record", SHELF.grammar)


def problem(text):
    with pytest.raises(CompanionError) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_record_is_kept_byte_for_byte_with_comments_and_layout():
    text = (
        "; a fine evening\nrecord: 1\r\ngame:   rsf ; yes\n\nseats: Ann,Ben\ndepth: light\n"
        "switch: rsf.zero_face=zero\n---\n\n; begins\n  table:  mixed\t; all of us\r\n"
        'table: starter "Ann"'
    )
    record = read(text)
    assert record.raw == text
    assert [entry.text for entry in record.entries] == ["table:  mixed", 'table: starter "Ann"']
    assert [entry.line for entry in record.entries] == [11, 12]
    assert record.entries[0].comment == "all of us"
    assert record.header.switches == {"rsf.zero_face": "zero"}


def test_a_header_reads_back_as_it_was_written():
    header = Header(
        "rsf",
        ("Ann", "Mary Ann", 'O"Neil, jr', "Zoë: x"),
        Depth.FULL,
        CatalogueRef("my cards.toml", "0123456789abcdef"),
        {"rsf.hand": "hidden"},
    )
    text = header.text()
    assert parse_header(text.split("\n"), "x") == (header, text.count("\n"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "some.record: not a record: no line --- ends its header"),
        ("hello\n---\n", "some.record:1: expected KEY: VALUE"),
        ("game: rsf\n---\n", "some.record:1: not a record: the first line must be record: 1"),
        ("record: 2\n---\n", "some.record:1: this is a record of format '2'"),
        ("record: 1\n---\n", "some.record:2: the header has no line game:"),
        ("record: 1\ngame: rsf\n---\n", "some.record:3: the header has no line seats:"),
        ("record: 1\ngame: ../x\n---\n", "some.record:2: '../x' is not the id of a game"),
        (
            "record: 1\ngame: rsf\ngame: rsf\n---\n",
            "some.record:3: game appears twice in the header",
        ),
        ("record: 1\nplayers: 2\n---\n", "some.record:2: a header has no line 'players'"),
        ("record: 1\ndepth: deep\n---\n", "some.record:2: depth is full or light"),
        ("record: 1\nseats: Ann, ann\n---\n", "some.record:2: two seats have the same name"),
        ("record: 1\nseats: Ann,\n---\n", "some.record:2: '' cannot be a seat's name"),
        ("record: 1\nseats: Table, B\n---\n", "some.record:2: a seat cannot be called table"),
        ("record: 1\nseats: " + "x" * 50 + "\n---\n", "cannot be a seat's name"),
        ('record: 1\nseats: "Ann\n---\n', "some.record:2: a quote is not closed"),
        ("record: 1\nswitch: zero\n---\n", "some.record:2: expected switch: NAME = VALUE"),
        ("record: 1\nswitch: a = b\nswitch: a = c\n---\n", "some.record:3: switch a appears twice"),
        ("record: 1\ncatalogue: ../x.toml\n---\n", "some.record:2: expected catalogue: FILE"),
        ("record: 1\ncatalogue: x.toml md5:12\n---\n", "some.record:2: expected catalogue: FILE"),
        ("record: 1\ncatalogue:\n---\n", "some.record:2: expected catalogue: FILE"),
        (START + "table: dance\n", "some.record:5: there is no verb 'dance'"),
        (START + "table: mixed\n\nCleo: done\n", "some.record:7: there is no seat called 'Cleo'"),
        (START + "Ann: roll d10=\x1b[2J\n", "some.record:5: the character U+001B"),
        (
            START.replace("rsf", "chess"),
            f"there is no game 'chess'; known: {', '.join(SHELF.ids())}",
        ),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(text, says):
    assert says in problem(text)


def test_a_file_is_bounded_validated_and_named(tmp_path):
    cases = {
        "missing": None,
        "large": b"x" * (MAX_BYTES + 1),
        "latin": "record: 1\nseats: Zo\xeb\n".encode("latin-1"),
    }
    says = {
        "missing": "missing: there is no such file",
        "large": f"large: larger than {MAX_BYTES} bytes",
        "latin": "latin:2: not UTF-8 text",
    }
    for name, data in cases.items():
        if data is not None:
            (tmp_path / name).write_bytes(data)
        with pytest.raises(FileProblemError) as caught:
            read_text(tmp_path / name)
        assert says[name] in str(caught.value)
    with pytest.raises(FileProblemError, match="this is not a file"):
        read_text(tmp_path)


def test_the_shelf_finds_games_without_importing_the_others():
    assert "rsf" in SHELF.ids()
    assert SHELF.game("rsf").id == "rsf"
    assert "X-7" in SHELF.rulebook("rsf")
    assert "RSF-F3" in SHELF.rulebook("rsf")
    with pytest.raises(UsageError, match="there is no game 'go'"):
        SHELF.game("go")


def with_catalogue(tmp_path, ref, text=None):
    (tmp_path / "r.record").write_text(
        f"record: 1\ngame: rsf\ndepth: full\ncatalogue: {ref}\nseats: Ann, Ben\n---\n", "utf-8"
    )
    if text is not None:
        (tmp_path / "mine.toml").write_bytes(text.encode())
    return tmp_path / "r.record"


def test_the_catalogue_lies_beside_the_record_and_is_the_one_played_with(tmp_path):
    text = SHELF.shipped("rsf").text
    digest = hashlib.sha256(text.encode()).hexdigest()
    path = with_catalogue(tmp_path, f"mine.toml sha256:{digest[:12]}", text)
    record, match = SHELF.read_record(path)
    assert record.header.catalogue.name == "mine.toml"
    assert match.setup.catalogue.title


def test_another_catalogue_of_the_same_name_is_refused(tmp_path):
    path = with_catalogue(tmp_path, "mine.toml sha256:00000000", SHELF.shipped("rsf").text)
    with pytest.raises(FileProblemError, match=r"played with mine\.toml sha256:00000000, but"):
        SHELF.read_record(path)


def test_catalogues_are_also_looked_for_in_the_home_folder(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "mine.toml").write_bytes(SHELF.shipped("rsf").text.encode())
    path = with_catalogue(tmp_path, "mine.toml")
    assert Shelf(folders=(home,)).read_record(path)
    with pytest.raises(FileProblemError, match=r"r\.record: its catalogue mine\.toml is missing"):
        SHELF.read_record(path)


def test_the_shipped_catalogue_is_called_invented(tmp_path):
    digest = SHELF.shipped("rsf").ref.digest
    assert SHELF.read_record(with_catalogue(tmp_path, f"invented sha256:{digest}"))
    with pytest.raises(FileProblemError, match="comes with the program has sha256"):
        SHELF.read_record(with_catalogue(tmp_path, "invented sha256:12345678"))


def test_a_broken_catalogue_is_named_with_its_line(tmp_path):
    path = with_catalogue(tmp_path, "mine.toml", 'title = "x"\n[[card\n')
    with pytest.raises(FileProblemError, match=r"mine\.toml:?\d*: "):
        SHELF.read_record(path)


def test_a_catalogue_of_brackets_without_end_is_refused_in_one_line(tmp_path):
    path = with_catalogue(tmp_path, "mine.toml", f"a = {'[' * 100_000}")
    with pytest.raises(FileProblemError, match=r"mine\.toml"):
        SHELF.read_record(path)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("switch: rsf.nothing = on", "there is no switch 'rsf.nothing'"),
        ("switch: rsf.zero_face = eleven", "rsf.zero_face cannot be 'eleven'"),
        ("depth: full", "needs a card catalogue"),
    ],
)
def test_a_setup_that_the_game_refuses_names_the_record(tmp_path, line, says):
    path = tmp_path / "r.record"
    path.write_text(f"record: 1\ngame: rsf\nseats: Ann, Ben\n{line}\n---\n", "utf-8")
    with pytest.raises(FileProblemError) as caught:
        SHELF.read_record(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize("seats", ["Ann", "A, B, C, D, E, F, G"])
def test_too_few_or_too_many_seats_are_refused(tmp_path, seats):
    path = tmp_path / "r.record"
    path.write_text(f"record: 1\ngame: rsf\nseats: {seats}\n---\n", "utf-8")
    with pytest.raises(FileProblemError, match="2 to 6"):
        SHELF.read_record(path)


LINES = st.sampled_from(
    [
        "table: mixed",
        "Ann: done ; so",
        "   ",
        "; nothing",
        'table: ruling RSF-F3 allow "a; b"',
        "Ben: roll d10=7\r",
        "\tAnn: attack Ben",
    ]
)


@given(st.lists(LINES), st.booleans())
def test_reading_then_writing_gives_the_same_text(lines, ended):
    text = START + "\n".join(lines) + ("\n" if ended else "")
    record = read(text)
    assert record.raw == text
    kept = text.split("\n")
    assert all(entry.text in kept[entry.line - 1] for entry in record.entries)


@given(st.text(max_size=200) | st.text(max_size=100).map(lambda text: START + text))
def test_any_text_is_a_record_or_one_line_of_complaint(text):
    said = ""
    try:
        assert read(text).raw == text
    except CompanionError as error:
        said = str(error)
    assert "\n" not in said
    assert said.startswith(("some.record", "there is no game")) or not said


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


@pytest.mark.parametrize(("line", "name", "rest"), [('"Ann: B": go', "Ann: B", " go"), ("Ann : go", "Ann", " go")])
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
        record = extended(record, grammar.read(line), line)
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
