"""What people would try in vain: every verb that is not offered, with its reason.

What a family has played: wins, averages, head to head.
"""

import pytest
from played_kit import RECORDS, SHELF, played

from companion.session.attempts import attempts
from companion.session.people import Against, Played, finished, people

GAMES = sorted(
    path.stem for path in RECORDS.glob("*.record") if "growing" not in path.stem and "corrections" not in path.stem
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


def game(table, ranks, **totals):
    return Played(table, "md", "2026-11-21", ranks, {name: {"points": n} for name, n in totals.items()})


def test_only_finished_games_are_counted_and_with_their_own_ranking(journal):
    table = played(journal, "md-four-players")
    played(journal, "md-two-switches", 40)
    (found,), unread = finished(SHELF, journal)
    assert unread == ()
    assert found.table_id == table.table_id
    assert found.ranks == {table.seats[place.seat]: place.rank for place in table.standing().places}
    assert found.totals["Ben"] == {"points": 32}


def test_wins_averages_and_who_beats_whom():
    ann, ben, cleo = people(
        [
            game("1", {"Ann": 1, "Ben": 2}, Ann=10, Ben=4),
            game("2", {"ann": 1, "Ben": 1, "Cleo": 3}, ann=7, Ben=7, Cleo=1),
            game("3", {"Cleo": 2, "Ann": 1}, Cleo=2, Ann=4),
        ]
    )
    assert (ann.name, ann.played, ann.won) == ("Ann", 3, 3)
    assert ann.averages["md"]["points"] == 7
    assert ann.against == {"Ben": Against(1, 0, 1), "Cleo": Against(2, 0, 0)}
    assert (ben.name, ben.won) == ("Ben", 1)
    assert ben.against == {"Ann": Against(0, 1, 1), "Cleo": Against(1, 0, 0)}
    assert cleo.against == {"Ann": Against(0, 2, 0), "Ben": Against(0, 1, 0)}
