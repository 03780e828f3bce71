"""A few moments of a game that people would tell, found in its course alone. Pure.

Each says when it was, what was done, and why it counts; every number in it can be looked up there. Nothing is said that
does not hold for any game: what a game calls its scores stands in the sentence as the sheet has it.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Any, Final

from companion.core.actions import Roll
from companion.core.dice import SCULPTED, sculpted
from companion.core.log import Match
from companion.core.score import ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.steps import Step
from companion.core.texts import later, listed, tr, trn
from companion.session.chart_svg import told_columns
from companion.session.course import Course, course
from companion.session.luck import once_in, side_chance, sum_chance, value_of, values_of

MOST: Final = 6  # So many are told at most
_TOLD: Final = 4  # so many who led before are named, the last ones

_CLOSE: Final = 0.1  # of the winner's score: who comes so near was close behind
_FAR: Final = 2  # times the score of the next one: that was by far
_BIG: Final = 2  # points that a jump must have to be told
_SELDOM: Final = 0.05
_NUMBER: Final = re.compile(r"\d+")
_MORE: Final = re.compile(r"\s*[.;] ")  # Behind it stands how ties were broken
_RULE: Final = re.compile(r"\s*\([A-Z]+-[A-Z]?\d[^()]*\)")


class Sort(StrEnum):
    """What sort of moment it is, the most telling first."""

    FINISH = "finish"
    COMEBACK = "comeback"
    LEAD = "lead"
    ROLL = "roll"
    JUMP = "jump"
    LAST_OUT = "last out"
    END = "end"
    LONGEST = "longest lead"


Moment = tuple[int, str]  # Number of a move, and why it is told


@dataclass(frozen=True, slots=True)
class Highlight:
    """One moment: of what sort, the number of its move, when that was, what was done, and why it is told."""

    sort: Sort
    number: int
    when: str  # the round, and the number of the move
    deed: str  # in words for people; empty where it is no story
    text: str


@dataclass(frozen=True, slots=True)
class Story:
    """What is known of a game when its moments are looked for; scores are as they stand."""

    match: Match[Any]
    run: Course
    sheet: ScoreSheet
    standing: Standing

    @property
    def names(self) -> tuple[str, ...]:
        """Of the seats, clockwise."""
        return self.match.seats

    def step(self, number: int) -> Step[Any] | None:
        """Return the move of a number; None for the start."""
        return next((one for one in self.match.settled() if one.number == number), None)

    def round(self, number: int) -> str:
        """Say in which round a move was; by its number where a game has no rounds."""
        step = self.step(number)
        when = "" if step is None else self.match.game.view(step.origin.state).when
        return when or tr("move {number}", number=number)

    def when(self, number: int) -> str:
        """Say when a move was: in which round, and its number."""
        when, move = self.round(number), tr("move {number}", number=number)
        return move if when == move else f"{when}, {move}"

    def deed(self, number: int) -> str:
        """Say what was done, and what it answered when it was not the turn of whoever did it."""
        step = self.step(number)
        if step is None:
            return ""
        turn, told = self.match.game.view(step.origin.state).turn, [step]
        if turn is not None and step.action.actor not in {turn, None}:
            before = (one for one in self.match.settled() if one.number < number)
            told = [*[one for one in before if one.action.actor == turn][-1:], step]
        return " ".join(f"{self._said(one)}." for one in told)

    def _said(self, step: Step[Any]) -> str:
        """Say a move without its rules, and without what the table does by itself afterwards."""
        told = self.match.game.tell(step.origin.state, step.action, step.state)
        parts = _RULE.sub("", told).split(" · ")
        first, *others = (_MORE.split(part.strip().rstrip("."))[0] for part in parts)
        named = next((part for part in others if any(name in part for name in self.names)), "")
        return tr("{text}; {now}", text=first, now=named) if named else first


def highlights(match: Match[Any]) -> tuple[Highlight, ...]:
    """Return up to `MOST` moments of a game, over or not, in the order they came."""
    game, state = match.game, match.state
    story = Story(match, course(match), game.score(state), game.standing(state))
    found: list[Highlight] = []
    for sort, find in _FINDERS.items():
        moment = find(story)
        if moment is None or (sort is Sort.END and _has_its_end(found, moment[0])):
            continue
        number, text = moment
        deed = story.deed(number) if sort in _DONE else ""
        when = story.when(number)
        found.append(Highlight(sort, number, when[:1].upper() + when[1:], deed, text))
    return tuple(sorted(found[:MOST], key=lambda one: one.number))


def _has_its_end(found: list[Highlight], number: int) -> bool:
    """Tell whether how the game ended, or its last move, is told already."""
    return any(one.sort in {Sort.FINISH, Sort.LAST_OUT} or one.number == number for one in found)


def retold(found: tuple[Highlight, ...]) -> list[tuple[str, list[str]]]:
    """Return for each move when it was, and the sentences about it: what was done, and why it counts."""
    moves = [list(same) for _, same in groupby(found, key=lambda one: one.number)]
    return [(same[0].when, [*{one.deed: 0 for one in same if one.deed}, *(one.text for one in same)]) for same in moves]


# ---------------------------------------------------------------- how it ended


def _finish(story: Story) -> Moment | None:
    """Say how close the first two came, in a score that orders the ranking."""
    standing, number = story.standing, story.run.last
    if not standing.final or len(standing.places) < 2:  # noqa: PLR2004 - two to compare
        return None
    if len(standing.winners) > 1:
        who = listed([story.names[seat] for seat in standing.winners])
        return number, tr("{who} share the first place.", who=who)
    first, second = (place.seat for place in standing.places[:2])
    margins = (_margin(story, first, second, column) for column in deciding(story.match))
    said = next(filter(None, margins), "")
    return (number, f"{said}.") if said else None


def _margin(story: Story, first: Seat, second: Seat, column: str) -> str:
    """Say how far the first two are apart in one score; nothing when that is no story."""
    best, next_best = story.sheet.total(first, column), story.sheet.total(second, column)
    told: dict[str, object] = {
        "name": story.names[first],
        "other": story.names[second],
        "best": best,
        "next_best": next_best,
        "column": tr(column),
    }
    if best <= 0:
        return ""
    if best == next_best:
        text = later("It ends level: {name} and {other} have {best} {column} each, and {name} is placed first")
        return tr(text, **told)
    if best - next_best <= best * _CLOSE:
        return tr("It ends close: {name} with {best} {column}, {other} with {next_best}", **told)
    if 0 < next_best * _FAR <= best:
        return tr("{name} wins by far: {best} {column}, {other} {next_best}", **told)
    return ""


def deciding(match: Match[Any]) -> list[str]:
    """Return the scores that decide: never higher for a lower place, and given as its reason.

    A score that is no reason for anybody's place may be level by chance; nobody cared.
    """
    places, sheet = match.game.standing(match.state).places, match.game.score(match.state)
    columns = dict.fromkeys(str(line.column) for line in sheet.lines)
    given = [_NUMBER.findall(place.why) for place in places[:2]]  # for the first and the second
    found: list[tuple[int, str]] = []
    for column in columns:
        totals = [sheet.total(place.seat, column) for place in places]
        reasons = zip(totals, given, strict=False)
        if totals == sorted(totals, reverse=True) and all(str(x) in why for x, why in reasons):
            found.append((given[0].index(str(totals[0])), column))
    return [column for _, column in sorted(found)]


def _comeback(story: Story) -> Moment | None:
    """Say when the winner was last, later than in the first quarter of the game."""
    if len(story.standing.winners) != 1:
        return None
    (winner,), text = story.standing.winners, later("{name} is still last, and wins all the same.")
    if len(story.names) == 2:  # noqa: PLR2004 - of two
        text = later("{name} is still behind, and wins all the same.")
    for step in reversed(story.match.settled()):
        places = story.match.game.standing(step.state).places
        worst = max(place.rank for place in places)
        last = [place.seat for place in places if place.rank == worst]
        if last == [winner] and 4 * step.number >= story.run.last:
            return step.number, tr(text, name=story.names[winner])
    return None


# ---------------------------------------------------------------- who led


def _lead(story: Story) -> Moment | None:
    """Say who has the lead for good, how often it went from one to another, and who had it before."""
    turns, alone = story.run.turns, story.run.alone
    changes = len(turns) - 1
    good = bool(alone) and story.run.leads[-1] == alone[-1] and story.standing.final
    if changes < 1 and (not good or alone[-1] == alone[0]):
        return None
    lead = alone[-1] if good else turns[-1]
    name = story.names[lead.seats[0]]
    if changes < 1:
        return lead.number, tr("{name} leads again, and from here to the end.", name=name)
    before = [f"{story.names[one.seats[0]]} ({story.round(one.number)})" for one in turns[-1 - _TOLD : -1]]
    often = {1: tr("once"), 2: tr("twice")}
    told: dict[str, object] = {
        "name": name,
        "times": often.get(changes, tr("{changes} times", changes=changes)),
        "before": listed(before),
    }
    if good:
        text = later("{name} takes the lead for good; it changed {times}. Before, it went to {before}.")
    else:
        text = later("{name} takes the lead; it changed {times}. Before, it went to {before}.")
    return lead.number, tr(text, **told)


def _longest(story: Story) -> Moment | None:
    """Say who led alone for longest without a break, when the game did not end so."""
    spans = [
        (after.number - lead.number, lead, after.number)
        for lead, after in pairwise(story.run.leads)
        if len(lead.seats) == 1
    ]
    final = story.run.leads[-1]
    to_the_end = story.run.last - final.number if len(final.seats) == 1 else 0
    longest = max(spans, key=lambda span: span[0], default=None)
    if longest is None or longest[0] <= to_the_end:
        return None
    _, lead, until = longest
    text = later("{name} leads alone from here until {until}, the longest lead of the game.")
    return lead.number, tr(text, name=story.names[lead.seats[0]], until=story.when(until))


def _last_out(story: Story) -> Moment | None:
    """Say who was the last to go out: that decided it."""
    steps, sheet = story.match.settled(), story.match.game.sheet

    def gone(state: Any) -> set[Seat]:
        lead = sheet(state).lead
        return set() if lead is None else {one.seat for one in lead.merits if one.out}

    count = len(gone(story.match.state))
    if count < 1 or not story.standing.final:
        return None
    last = steps[bisect_left(steps, count, key=lambda step: len(gone(step.state)))]
    name = listed([story.names[seat] for seat in gone(last.state) - gone(last.origin.state)])
    winners = listed([story.names[seat] for seat in story.standing.winners])
    text = later("{name} is the last to go out: {winners} won.")
    return last.number, tr(text, name=name, winners=winners)


def _end(story: Story) -> Moment | None:
    """Say which deed of the winner's own ended the game."""
    last = story.step(story.run.last)
    winners = story.standing.winners
    if last is None or not story.standing.final or [last.action.actor] != list(winners):
        return None
    return last.number, tr("That ends the game: {name} won.", name=story.names[winners[0]])


# ---------------------------------------------------------------- scores and dice


def _jump(story: Story) -> Moment | None:
    """Say which jump of a score was the biggest, when one alone was.

    In a game with dice only between the first roll and the last: before, people build and enter,
    and behind, they count.
    """
    rolls = [one.number for one in story.match.settled() if isinstance(one.action, Roll)]
    first, last = 1, story.run.last
    text = later("{name} jumps from {before} to {after} {column}, the biggest jump of that score.")
    if rolls:
        first, last = rolls[0], rolls[-1]
        text = later(
            "{name} jumps from {before} to {after} {column}, the biggest jump of that score "
            "between the first roll and the last."
        )
    for column in told_columns(story.run):
        changes = {
            (line.seat, before.total, after): after.total - before.total
            for line in story.run.of(column)
            for before, after in pairwise(line.points)
            if first <= after.number <= last
        }
        biggest = max(changes.values(), default=0)
        found = [change for change, size in changes.items() if size == biggest]
        if biggest < _BIG or len(found) > 1:
            continue
        ((seat, before, (number, after)),) = found
        return number, tr(text, name=story.names[seat], before=before, after=after, column=tr(column))
    return None


def _roll(story: Story) -> Moment | None:
    """Say which throw of several dice was the rarest, when it was rare."""
    throws = [
        (*_throw_chance(one.action), one.number, one.action.actor)
        for one in story.match.settled()
        if isinstance(one.action, Roll) and len(one.action.dice) > 1
    ]
    thrown = [throw for throw in throws if throw[3] is not None]
    chance, said, number, actor = min(thrown, key=lambda throw: (throw[0], throw[2]), default=(1.0, "", 0, None))
    if actor is None or chance > _SELDOM:
        return None
    return number, tr(
        "The throw of the game, by {name}: {said} {once_in}.",
        name=story.names[actor], said=said, once_in=once_in(chance),
    )  # fmt: skip


def _throw_chance(roll: Roll) -> tuple[float, str]:
    """Return how rare it is that dice show so many sculpted sides, or so high a sum."""
    kinds, dice = {die.kind for die in roll.dice}, len(roll.dice)
    if all(sculpted(kind) for kind in kinds):
        came = sum(die.face == SCULPTED for die in roll.dice)
        if came * 6 < dice:
            return 1.0, ""
        sides = trn("{count} sculpted side", "{count} sculpted sides", came)
        said = tr("{sides} with {dice} monster dice; so many or more come", sides=sides, dice=dice)
        return side_chance(dice, came, 6), said
    if len(kinds) > 1:
        return 1.0, ""
    (kind,) = kinds
    total = sum(map(value_of, roll.dice))
    values = values_of(kind)
    chance = sum_chance(values, dice, total)
    so = tr("high or higher") if total * len(values) >= dice * sum(values) else tr("low or lower")
    return chance, tr("{total} with {dice} {kind}; so {so} it comes", total=total, dice=dice, kind=kind, so=so)


_FINDERS: Final[dict[Sort, Callable[[Story], Moment | None]]] = {
    Sort.FINISH: _finish, Sort.COMEBACK: _comeback, Sort.LEAD: _lead, Sort.ROLL: _roll,
    Sort.JUMP: _jump, Sort.LAST_OUT: _last_out, Sort.END: _end, Sort.LONGEST: _longest,
}  # fmt: skip
"""What looks for each sort of moment: its move and a sentence, or nothing."""
_DONE: Final = frozenset(Sort) - {Sort.FINISH, Sort.COMEBACK, Sort.ROLL}
"""Where the move itself is the story."""
