from __future__ import annotations

import re

from companion.record.document import page
from companion.record.grammar import Grammar
from companion.record.header import parse_header
from companion.record.shelf import Shelf

SEATS = ("Ann", "Ben", "Mary Ann")


def test_the_page_about_records_is_the_one_that_the_program_writes(repository):
    written = (repository / "docs" / "record.md").read_text("utf-8")
    assert written == page(), "run: python -m companion.record.document > docs/record.md"


def test_every_verb_has_a_summary_and_an_example_that_parses_and_is_canonical():
    shelf = Shelf()
    for game_id in shelf.ids():
        grammar = Grammar(shelf.game(game_id).actions, SEATS)
        for form in grammar.forms.values():
            action = grammar.read(form.action.example)
            assert type(action) is form.action
            assert grammar.write(action) == form.action.example
            assert form.action.__doc__
            assert f"\n    {form.usage()}\n" in page()


def test_the_record_shown_on_the_page_is_one():
    example = re.search(r"(?:^    .*\n)+", page(), re.MULTILINE)[0]
    lines = [line.removeprefix("    ") for line in example.splitlines()]
    header, taken = parse_header(lines, "docs/record.md")
    grammar = Shelf().grammar(header)
    assert len([grammar.read(line) for line in lines[taken:]]) == 5
