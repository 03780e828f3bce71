"""docs/rules-coverage.md says what is so now."""

from rules_entries import groups, is_ambiguity, rules
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
