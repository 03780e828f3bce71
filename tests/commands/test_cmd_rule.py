"""`tableside rule`: what a rule says, the list of a game's rules, and what is near an unknown id."""

import json

import pytest

from companion.cli import main
from companion.record.shelf import Shelf


def said(capsys):
    out = capsys.readouterr()
    return out.out.splitlines(), out.err.splitlines()


def test_a_rule_is_told_with_its_standing_its_switch_and_what_names_it(capsys):
    assert main(["rule", "rsf-q11", "RSF-F3", "MD-E3a"]) == 0
    out, err = said(capsys)
    text = "\n".join(out)
    assert not err
    question, action, named = text.split("\n\n", 1)[0], *text.split("RSF-F3\n")[1].split("MD-E3a\n")
    assert question.startswith("RSF-Q11\n  ")
    assert "  rsf.edge_match, " in text
    assert ": catalogue, off; default: catalogue" in text
    assert "this is a default ruling" in text
    assert "The rulebook says so." in action
    assert "The program checks it" in action
    assert "lines 122-128" in action
    assert "Actions that it allows: attack, special" in action
    assert "Named by: MD-Q1" in named


@pytest.mark.parametrize(("word", "begins"), [("rsf", "RSF-"), ("mon-arena", "MON-"), ("X", "X-")])
def test_a_game_lists_its_rules_one_line_each(capsys, word, begins):
    assert main(["rule", word]) == 0
    out, _ = said(capsys)
    game = "rsf" if word == "X" else word
    assert [line.split()[0] for line in out] == [
        name for name in Shelf().rulebook(game).rules if name.startswith(begins)
    ]


@pytest.mark.parametrize(("word", "near"), [("RSF-F33", "RSF-F3"), ("moon", "mon"), ("%%%", "fgt, gmm, md, mon")])
def test_an_unknown_rule_names_near_ones_in_one_line_and_the_others_are_printed(capsys, word, near):
    assert main(["rule", word, "X-7"]) == 2
    out, err = said(capsys)
    assert out[0] == "X-7"
    assert len(err) == 1
    assert err[0].startswith(f"tableside: there is no rule {word!r}; near it: ")
    assert near in err[0]


def test_as_json_a_rule_and_a_list_are_one_object_a_line(capsys):
    assert main(["rule", "RSF-Q11", "md", "--json"]) == 0
    first, *rest = [json.loads(line) for line in said(capsys)[0]]
    rule = Shelf().rulebook("rsf")["RSF-Q11"]
    assert first == {
        "type": "rule", "rule": "RSF-Q11", "status": "D", "how": "enforced", "text": rule.text,
        "source": rule.source, "switch": "rsf.edge_match",
        "about": "whether edge marks of the catalogue must fit", "values": ["catalogue", "off"],
        "default": "catalogue", "named_by": [], "verbs": [],
    }  # fmt: skip
    assert {one["type"] for one in rest} == {"rule"}
    assert len(rest) > 60
