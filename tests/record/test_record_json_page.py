"""The page about JSON shows the fields that the commands print."""

import json
import re

from companion.cli import main

START = "record: 1\ngame: rsf\nseats: Ann, Ben\n---\ntable: mixed\n"


def shown(repository):
    text = (repository / "docs" / "json.md").read_text("utf-8")
    blocks = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
    decoder = json.JSONDecoder()
    found = []
    for block in blocks:
        rest = " ".join(line.strip() for line in block.splitlines())
        while rest:
            value, end = decoder.raw_decode(rest)
            found.append(value)
            rest = rest[end:].strip()
    return found


def test_every_example_is_json_and_has_the_fields_that_are_printed(repository, tmp_path, capsys):
    page = shown(repository)
    path = tmp_path / "a.record"
    path.write_text(START)
    main(["check", "--json", str(path)])
    main(["score", "--json", str(path)])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(printed) == 3
    for one in printed:
        assert any(set(one) == set(example) for example in page), one


def test_tables_and_actions_are_printed_as_the_page_shows_them(repository, capsys, home_of_its_own):
    from companion.journal.store import FILE, Journal
    from companion.record.shelf import Shelf
    from companion.session.table import Table

    with Journal(home_of_its_own / FILE) as journal:
        shelf = Shelf()
        table = Table.open(shelf, journal, shelf.header("rsf", ("Ann", "Ben")))
        assert table.enter("mixed").legal
    main(["sessions", "list", "--json"])
    main(["sessions", "show", table.table_id, "--json"])
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["type"] for one in printed] == ["table", "action"]
    for one in printed:
        assert any(set(one) == set(example) for example in shown(repository)), one


def test_card_lists_are_printed_as_the_page_shows_them(repository, capsys):
    path = repository / "companion" / "games" / "gmm" / "catalogue.toml"
    assert main(["cards", "list", "--json", "--game", "gmm"]) == 0
    assert main(["cards", "check", "--json", str(path)]) == 0
    assert main(["cards", "show", "--json", str(path)]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["type"] for one in printed} == {"game", "catalogue", "card"}
    for one in printed:
        assert any(set(one) == set(example) for example in shown(repository)), one
