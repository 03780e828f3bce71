"""What may be done about a refusal, in all modes: the switches that are named, and "why not?"."""

import random

import pytest
from games_play import MODES, new_match, played, playout

from companion.core.actions import SetSwitch
from companion.core.whynot import MOST, why_not

pytestmark = pytest.mark.parametrize(
    ("game_id", "depth"), MODES, ids=[f"{game_id}-{depth}" for game_id, depth in MODES]
)


def tried(game_id, depth, seed, moments, each):
    """Actions of a whole random game, tried at the moments of another one."""
    chance = random.Random(f"{game_id} {depth} {seed}")
    log = played(new_match(game_id, depth), seed, 400).log
    for match, _, _ in playout(new_match(game_id, depth), chance, moments):
        for action in chance.choices(log, k=each):
            yield match, action


def test_a_switch_is_named_only_where_the_value_named_changes_this_verdict(game_id, depth):
    for match, action in tried(game_id, depth, 3, 60, 4):
        verdict = match.check(action)
        for one in (*verdict.reasons, *verdict.notes):
            if one.switch is not None:
                there = match.apply(SetSwitch(None, one.switch, one.value)).check(action)
                assert there.message() != verdict.message(), (action, one)
                assert (there.kind, there.reasons, there.notes) != (
                    verdict.kind,
                    verdict.reasons,
                    verdict.notes,
                )
            elif match.rulebook[one.rule].switch:
                assert "no switch" not in one.message()


def test_doing_what_an_answer_says_makes_the_action_legal_and_the_shortest_comes_first(game_id, depth):
    found = 0
    for match, action in tried(game_id, depth, 4, 40, 1):
        answers = why_not(match, action)
        found += len(answers)
        assert not (answers and match.check(action).legal)
        assert len(answers) <= MOST
        assert answers == tuple(sorted(answers, key=lambda one: len(one.text)))
        for answer in answers:
            after = match
            for one in answer.actions:
                after = after.apply(one)
            assert after.check(action).legal, (action, answer)
    assert found
