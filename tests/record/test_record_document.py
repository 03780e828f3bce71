import re
from dataclasses import replace

import record_page
from record_page import page

from companion.core.switches import HouseRules, specs
from companion.record.grammar import Form, Grammar
from companion.record.header import parse_header
from companion.record.shelf import Shelf

SEATS = ("Ann", "Ben", "Cleo", "Mary Ann")


def test_the_page_about_records_is_the_one_that_the_program_writes(repository):
    written = (repository / "docs" / "record.md").read_text("utf-8")
    assert written == page(), "make rules"


def test_every_verb_has_a_summary_and_an_example_that_parses_and_is_canonical():
    shelf, written = Shelf(), page()
    for game_id in shelf.ids():
        grammar = Grammar(shelf.game(game_id).actions, SEATS)
        for form in grammar.forms.values():
            action = grammar.read(form.action.example)
            assert type(action) is form.action
            assert grammar.write(action) == form.action.example
            assert form.action.__doc__
            assert f"\n- `{form.usage()}`: " in written


def test_the_record_shown_on_the_page_is_one():
    example = re.search(r"(?:^    .*\n)+", page(), re.MULTILINE)[0]
    lines = [line.removeprefix("    ") for line in example.splitlines()]
    header, taken = parse_header(lines, "docs/record.md")
    grammar = Shelf().grammar(header)
    assert len([grammar.read(line) for line in lines[taken:]]) == 5


def sections():
    return {part.partition("\n")[0]: part for part in page().split("\n## ")}


def test_every_box_has_a_section_and_every_game_a_row_that_leads_there():
    shelf, found = Shelf(), sections()
    for box in shelf.boxes():
        (title,) = {title for title in found if all(title in game.title for game in box)}
        anchor = re.sub(r"[^a-z0-9 ]", "", title.lower()).replace(" ", "-")
        for game in box:
            assert f"| `{game.id}` | [{game.title}](#{anchor}) |" in found["Games"]


def test_what_several_modes_share_stands_there_once():
    shelf, found = Shelf(), sections()
    for box in shelf.boxes():
        (text,) = [one for title, one in found.items() if all(title in g.title for g in box)]
        shared = set.intersection(*(set(game.actions) for game in box))
        for action in shared:
            assert text.count(f"\n- `{Form.of(action).usage()}`: ") == 1
        for name in {one.name for game in box for one in specs(game.house, game.prefix)}:
            assert text.count(f"\n- `{name}`: ") == 1
        assert all((f"In `{game.id}`" in text) <= (len(box) > 1) for game in box)


def test_a_game_without_switches_has_no_section_for_them():
    game = Shelf().game("gmm")
    assert "### Switches of Monster Mayhem" in record_page._box((game,))
    assert "Switches" not in record_page._box((replace(game, house=HouseRules),))
