"""What people would try in vain: every verb that is not offered, with its reason."""

import pytest
from played_kit import RECORDS, played

from companion.session.attempts import attempts

GAMES = sorted(
    path.stem
    for path in RECORDS.glob("*.record")
    if "growing" not in path.stem and "corrections" not in path.stem
)


@pytest.mark.parametrize("moves", [0, 25, 60, 100])
@pytest.mark.parametrize("name", GAMES)
def test_each_is_refused_with_a_rule_and_none_is_offered(journal, name, moves):
    table = played(journal, name, moves)
    offered = {option.verb for option in table.options()}
    found = attempts(table)
    assert found or len(offered) == len(table.match.game.actions)
    assert len({one.action.verb for one in found}) == len(found)
    for one in found:
        assert one.action.verb not in offered
        assert not table.check(one.action).legal
        assert all(reason.rule in table.match.rulebook for reason in one.verdict.reasons)


def test_what_was_possible_last_comes_first_and_trying_changes_nothing(journal):
    table = played(journal, "rsf-light", 120)
    before = table.match
    used = [step.action.verb for step in before.steps()]
    found = [one.action.verb for one in attempts(table) if one.action.verb in used]
    assert table.match is before
    last = [len(used) - 1 - used[::-1].index(verb) for verb in found]
    assert last == sorted(last, reverse=True)
