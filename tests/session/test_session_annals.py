"""What a family has played: wins, averages, head to head."""

from played_kit import SHELF, played

from companion.session.people import Against, Played, finished, people


def game(table, ranks, **totals):
    return Played(
        table, "md", "2026-11-21", ranks, {name: {"points": n} for name, n in totals.items()}
    )


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
