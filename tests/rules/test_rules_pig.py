"""The game that lives among the tests claims its rules like any other."""

import tomllib

from pig_kit import HERE, on_the_shelf
from rules_entries import Entry
from rules_off import missing, needless, problems


def test_every_rule_of_pig_has_a_test_that_goes_red_without_it(tmp_path):
    said = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))["rule"]
    more = ("old", "new")
    claimed = [Entry(one["id"], one["test"], *(one.get(key, "") for key in more)) for one in said]
    with on_the_shelf():
        assert missing("pig", claimed) + needless("pig", claimed) == []
        assert problems("pig", claimed, tmp_path) == []
