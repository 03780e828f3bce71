"""What a family has played: wins, averages and who beats whom, over the tables of a journal."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean as mean

from companion.core.errors import CompanionError
from companion.core.game import setup_of
from companion.core.seats import Seat
from companion.core.texts import later, number, tr, trn
from companion.journal.rows import TableInfo
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game."""

    table_id: str  # of the table
    game: str  # its id
    at: str  # when its last action was committed, UTC, ISO 8601
    # place of each player who stayed, by name, from 1; equal places are shared
    ranks: dict[str, int]
    totals: dict[str, dict[str, int]]  # what each player's scores came to, by name and column


@dataclass(frozen=True, slots=True)
class Against:
    """How two players did in the games that both played: who came out ahead how often."""

    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """One player over many games."""

    name: str  # as typed most lately; written larger or smaller it is the same player
    games: dict[str, int]  # finished games by game's id
    wins: dict[str, int]  # first places by game's id, shared ones included
    averages: dict[str, dict[str, float]]  # mean of each score by game's id and column
    against: dict[str, Against]  # every other player by name

    @property
    def played(self) -> int:
        """Finished games in all."""
        return sum(self.games.values())

    @property
    def won(self) -> int:
        """First places in all."""
        return sum(self.wins.values())


@dataclass(frozen=True, slots=True)
class Unread:
    """A table that this program cannot fold, and why."""

    table_id: str
    why: str


def finished(shelf: Shelf, journal: Journal) -> tuple[tuple[Played, ...], tuple[Unread, ...]]:
    """Fold every table of the journal whose game has ended, the oldest first."""
    unread: list[Unread] = []
    infos = sorted(journal.tables(), key=lambda one: (one.changed, one.table_id))
    over = (info for info in infos if info.over)
    folded = fold(shelf, journal, over, unread)
    # Nobody has won what was called off, so it counts for nobody.
    found = [_played(info, table) for info, table in folded if table.standing().final]
    return tuple(found), tuple(unread)


def fold(
    shelf: Shelf, journal: Journal, infos: Iterable[TableInfo], unread: list[Unread]
) -> Iterator[tuple[TableInfo, Table]]:
    """Fold tables one by one; those that cannot be folded are added to `unread`."""
    for info in infos:
        try:
            table = Table.resume(shelf, journal, info.table_id)
        except CompanionError as error:
            unread.append(Unread(info.table_id, str(error)))
        else:
            yield info, table


def _played(info: TableInfo, table: Table) -> Played:
    names, sheet, left = table.seats, table.score(), setup_of(table.match.state).left
    columns = dict.fromkeys(str(line.column) for line in sheet.lines)
    stayed = (place for place in table.standing().places if place.seat not in left)
    ranks = {names[place.seat]: place.rank for place in stayed}
    totals = {name: {column: sheet.total(Seat(seat), column) for column in columns} for seat, name in enumerate(names)}
    return Played(info.table_id, table.header.game, info.changed, ranks, totals)


def people(games: Iterable[Played]) -> tuple[Person, ...]:
    """Put finished games together by player: who won most comes first, then by name."""
    games = tuple(games)
    names: dict[str, str] = {}
    for game in games:
        names.update({name.casefold(): name for name in game.ranks})
    found = [_person(key, name, games, names) for key, name in names.items()]
    return tuple(sorted(found, key=lambda one: (-one.won, -one.played, one.name.casefold())))


def _person(key: str, name: str, games: tuple[Played, ...], names: dict[str, str]) -> Person:
    counts: dict[str, int] = defaultdict(int)
    wins: dict[str, int] = defaultdict(int)
    scores: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    against: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for game in games:
        ranks = {other.casefold(): rank for other, rank in game.ranks.items()}
        if key not in ranks:
            continue
        counts[game.game] += 1
        wins[game.game] += ranks[key] == 1
        for said, totals in game.totals.items():
            if said.casefold() == key:
                for column, total in totals.items():
                    scores[game.game][column].append(total)
        for other, rank in ranks.items():
            if other != key:
                against[names[other]][(rank < ranks[key]) + 2 * (rank == ranks[key])] += 1
    averages = {game: {column: mean(totals) for column, totals in columns.items()} for game, columns in scores.items()}
    met = {other: Against(*counted) for other, counted in sorted(against.items())}
    return Person(name, dict(counts), dict(wins), averages, met)


def person_lines(person: Person, titles: Mapping[str, str]) -> list[str]:
    """Say how many games somebody played and won, averages, and who came out ahead of whom.

    Games are called by `titles`, which has their ids.
    """
    games, won = _games(person.played), person.won
    return [
        tr("{person}: {games}, {won} won", person=person.name, games=games, won=won),
        *(_game_line(person, game, titles.get(game, game)) for game in person.games),
        *(_against_line(other, how) for other, how in person.against.items()),
    ]


def _game_line(person: Person, game: str, title: str) -> str:
    means = ", ".join(f"{tr(column)} {number(mean, '.1f')}" for column, mean in person.averages[game].items())
    games, wins = _games(person.games[game]), person.wins[game]
    about = tr("; on average {means}", means=means) if means else ""
    text = later("  {title}: {games}, {wins} won{about}")
    return tr(text, title=title, games=games, wins=wins, about=about)


def _against_line(other: str, how: Against) -> str:
    level = tr(", level {level}", level=how.level) if how.level else ""
    text = later("  against {other}: ahead {ahead}, behind {behind}{level}")
    return tr(text, other=other, ahead=how.ahead, behind=how.behind, level=level)


def _games(count: int) -> str:
    return trn("{count} game", "{count} games", count)
