"""docs/rules-coverage.md says what is so now.

The game that lives among the tests claims its rules like any other.
"""

import tomllib

from pig_kit import HERE, on_the_shelf
from rules_entries import Entry, groups, is_ambiguity, rules
from rules_off import missing, needless, problems
from rules_page import PAGE, WIDTH, cut, page


def test_the_page_is_what_the_rules_say_now():
    assert PAGE.read_text("utf-8") == page(), "make rules"


def test_every_rule_has_its_row():
    rows = [line.split(" | ")[0] for line in page().splitlines() if line.startswith("| ")]
    for group in groups():
        for rule in rules(group):
            assert rows.count(f"| {rule.id}") == 1, rule.id


def test_the_sums_are_those_of_the_rows():
    every = [rule for group in groups() for rule in rules(group) if not is_ambiguity(rule)]
    assert f"| together | {len(every)} | " in page()


def test_a_long_text_is_cut_between_words():
    assert cut("few words.") == "few words."
    assert cut("word, " * 40).endswith("word …")
    assert len(cut("word, " * 40)) <= WIDTH + 2
    assert cut("a | b") == "a \\| b"


def test_every_rule_of_pig_has_a_test_that_goes_red_without_it(tmp_path):
    said = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))["rule"]
    more = ("old", "new")
    claimed = [Entry(one["id"], one["test"], *(one.get(key, "") for key in more)) for one in said]
    with on_the_shelf():
        assert missing("pig", claimed) + needless("pig", claimed) == []
        assert problems("pig", claimed, tmp_path) == []
