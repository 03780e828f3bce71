"""What a designer can learn from all tables of a game: rules in the way, wins, length, pace.

Only what everybody at the table could see is counted: nothing is said of hands.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from statistics import quantiles
from typing import Any, Final

from companion.core.actions import LOG_ACTIONS, Ruling, SetSwitch
from companion.core.game import Game, setup_of
from companion.core.switches import specs
from companion.core.texts import later, of, tr, trn
from companion.journal.rows import REPLAY
from companion.journal.store import Journal
from companion.record.shelf import Shelf
from companion.rolls.fairness import wilson
from companion.session.clock import PAUSE_S, turns
from companion.session.course import course
from companion.session.people import Unread, fold
from companion.session.table import Table

ENOUGH: Final = 10  # Below so many games, or turns, a figure says too little


_MOST: Final = 8  # So many of a sort are told to people; programs get all

_WORD: Final = re.compile(r"[\w-]+")

_COUNTS: Final = {
    "tried": later("tried against"),
    "undone": later("taken back"),
    "ruled": later("overruled"),
    "switched": later("house rules"),
}
_WINS: Final = {"seat": later("seat"), "card": later("card")}
_SPREADS: Final = {
    "actions": later("actions in a game"),
    "leads": later("changes of the lead in a game"),
    "seconds": later("seconds in a turn"),
}


@dataclass(slots=True)
class Playtest:
    """What the tables of one game show."""

    game: Game[Any]  # the game
    tables: int = 0  # how many there are
    finished: int = 0  # how many had a winner
    # by rule and verb or value: refusals, actions taken back or corrected away, rules overruled,
    # house rules that are not as the rulebook suggests
    counts: dict[str, Counter[tuple[str, str]]] = field(default_factory=lambda: defaultdict(Counter))
    # of each place in the order of play, and of those who named a card in full depth
    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    wins: Counter[tuple[str, str]] = field(default_factory=Counter)  # how many of these were won
    # how many would have been by chance alone
    chances: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    # of each finished game, and the seconds of each turn
    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, table: Table, journal: Journal) -> None:
        """Count a table."""
        self.tables += 1
        self._add_rules(table)
        for refusal in journal.refusals(table.table_id):
            verb = refusal.what.partition(" ")[0]
            self.counts["tried"].update((rule, verb) for rule in refusal.rules)
        self.values["seconds"] += _turns(table, journal)
        winners, seats = table.standing().winners, range(len(table.seats))
        if not winners:
            return
        self.finished += 1
        self.values["actions"].append(len(table.match.steps()))
        self.values["leads"].append(max(0, len(course(table.match).turns) - 1))
        named = _named(table)
        for seat in seats:
            cards = (("card", card) for card in named[table.seats[seat]])
            for key in (("seat", str(seat + 1)), *cards):
                self.games[key] += 1
                self.wins[key] += seat in winners
                self.chances[key] += len(winners) / len(seats)

    def _add_rules(self, table: Table) -> None:
        chosen = list(table.header.switches.items())
        effective = {step.number for step in table.match.steps()}
        for number, action in enumerate(table.match.log, start=1):
            if isinstance(action, Ruling):
                self.counts["ruled"].update((rule, "") for rule in action.rules)
            elif isinstance(action, SetSwitch):
                chosen.append((action.name, action.value))
            elif number not in effective and not isinstance(action, LOG_ACTIONS):
                self.counts["undone"][getattr(action, "rule", ""), action.verb] += 1
        for spec in specs(self.game.house, self.game.prefix):
            values = (value for name, value in chosen if name == spec.name != value != spec.default)
            self.counts["switched"].update((spec.question, f"{spec.name}={one}") for one in values)


def playtests(shelf: Shelf, journal: Journal, game: str | None) -> tuple[list[Playtest], list[Unread]]:
    """Go through all tables of a journal, or through those of one game."""
    unread: list[Unread] = []
    infos = (one for one in journal.tables() if game in {None, one.table_id.rsplit("-", 2)[0]})
    found: dict[str, Playtest] = {}
    for _, table in fold(shelf, journal, infos, unread):
        played = table.match.game
        found.setdefault(played.id, Playtest(played)).add(table, journal)
    return [found[name] for name in sorted(found)], unread


def _named(table: Table) -> Mapping[str, set[str]]:
    """Return the cards of the catalogue that each player has named, in the actions in effect."""
    catalogue = setup_of(table.match.state).catalogue
    held = [getattr(catalogue, one.name) for one in fields(catalogue)] if catalogue else []
    known = {key for one in held if isinstance(one, Mapping) for key in one if isinstance(key, str)}
    found: dict[str, set[str]] = defaultdict(set)
    for step in table.match.steps():
        if step.action.actor is not None:
            said = str([getattr(step.action, one.name) for one in fields(step.action)])
            found[step.origin.seats[step.action.actor]] |= known & set(_WORD.findall(said))
    return found


def _turns(table: Table, journal: Journal) -> Iterator[float]:
    """Return how many seconds each turn took; breaks, and records played again, are left out."""
    lines = journal.lines(table.table_id)
    at = {line.version: line.at for line in lines if line.provenance.source != REPLAY.source}
    for turn in turns(table.match, lambda number: at.get(number, "")):
        if turn.ended is not None and 0 <= (taken := turn.seconds(turn.ended)) <= PAUSE_S:
            yield taken


# ---------------------------------------------------------------- for programs, and for people


def playtest_json(found: Playtest) -> dict[str, Any]:
    """Return all of it as in docs/json.md."""
    return {
        "type": "playtest",
        "game": found.game.id,
        "title": found.game.title,
        "tables": found.tables,
        "finished": found.finished,
        **{
            name: [
                {"rule": rule, "what": what, "count": count} for (rule, what), count in found.counts[name].most_common()
            ]
            for name in _COUNTS
        },
        "wins": [
            {sort: name, "won": found.wins[sort, name], "of": of, **_share(found, (sort, name), of)}
            for (sort, name), of in found.games.most_common()
        ],
        **{name: _spread(found.values[name]) for name in _SPREADS},
    }


def _share(found: Playtest, key: tuple[str, str], of: int) -> dict[str, float]:
    won, chance = found.wins[key], found.chances[key]
    low, high = wilson(won, of)
    parts = {"share": won / of, "low": low, "high": high, "chance": chance / of}
    enough = min(of, found.finished) >= ENOUGH  # who named a card in one game hang together
    return {key: round(part, 3) for key, part in parts.items()} | {"enough": enough}


def _spread(values: Sequence[float]) -> dict[str, object]:
    """Return the quartiles of values; null where there are none."""
    cut = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [*values] * 3
    low, middle, high = [round(one, 1) for one in cut] if cut else [None] * 3
    enough = len(values) >= ENOUGH
    return {"count": len(values), "low": low, "middle": middle, "high": high, "enough": enough}


def playtest_lines(found: dict[str, Any]) -> Iterator[str]:
    """Say for people what `playtest_json` says, also what is too little to say anything."""
    tables = trn("{count} table", "{count} tables", found["tables"])
    yield tr("{title} ({game}): {count}, {finished} with a winner", **found, count=tables)
    for name, title in _COUNTS.items():
        told = ", ".join(
            " ".join(filter(None, (one["rule"], one["what"], str(one["count"])))) for one in found[name][:_MOST]
        )
        yield of(f"  {tr(title)}", told or tr("nothing"))
    for name, title in _SPREADS.items():
        spread = found[name]
        said = tr("{middle} in the middle, half of {count} from {low} to {high}", **spread)
        yield of(f"  {tr(title)}", said if spread["count"] else tr("none")) + _doubt(spread)
    for sort, title in _WINS.items():
        for one in [one for one in found["wins"] if sort in one][:_MOST]:
            said = tr("won {won} of {of}, {share:.0%} ({low:.0%} to {high:.0%}); by chance {chance:.0%}", **one)
            yield of(f"  {tr(title)} {one[sort]}", said) + _doubt(one)


def _doubt(figure: Mapping[str, Any]) -> str:
    return "" if figure["enough"] else tr("; too few to say")
