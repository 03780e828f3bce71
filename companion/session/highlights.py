"""A few moments of a game that people would tell, found in its course alone. Pure.

Every sentence names its move, and every number in it can be looked up there. Nothing is said that
does not hold for any game: what a game calls its scores stands in the sentence as the sheet has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Any, Final

from companion.core.actions import Roll
from companion.core.dice import SCULPTED, sculpted
from companion.core.log import Match
from companion.core.score import ScoreSheet, Standing
from companion.core.seats import Seat
from companion.core.texts import later, listed, tr, trn
from companion.session.chart_svg import told_columns
from companion.session.course import Course, course
from companion.session.luck import once_in, side_chance, sum_chance, value_of, values_of

MOST: Final = 6  # So many are told at most
ENOUGH: Final = 3  # with so many nobody asks for the last move

_CLOSE: Final = 0.1  # of the winner's score: who comes so near was close behind
_FAR: Final = 2  # times the score of the next one: that was by far
_BIG: Final = 2  # points that a jump must have to be told
_SELDOM: Final = 0.05
_NUMBER: Final = re.compile(r"\d+")


class Sort(StrEnum):
    """What sort of moment it is, the most telling first."""

    FINISH = "finish"
    COMEBACK = "comeback"
    LEAD = "lead"
    ROLL = "roll"
    JUMP = "jump"
    FALL = "fall"
    LONGEST = "longest lead"
    FIRST = "first lead"
    LAST = "last move"


Moment = tuple[int, str]  # Number of a move, and a sentence with that number in it


@dataclass(frozen=True, slots=True)
class Highlight:
    """One moment: of what sort, the number of its move, and a sentence with that number in it."""

    sort: Sort
    number: int
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


def highlights(match: Match[Any]) -> tuple[Highlight, ...]:
    """Return up to `MOST` moments of a game, over or not, in the order they came."""
    game, state = match.game, match.state
    story = Story(match, course(match), game.score(state), game.standing(state))
    found: list[Highlight] = []
    for sort, find in _FINDERS.items():
        if sort is Sort.LAST and len(found) >= ENOUGH:
            break  # the end is told above, and who turned the game is worth more
        moment, told = find(story), {one.number for one in found}
        if moment is not None and not (sort is Sort.FIRST and moment[0] in told):
            found.append(Highlight(sort, *moment))
    return tuple(sorted(found[:MOST], key=lambda one: one.number))


# ---------------------------------------------------------------- how it ended


def _finish(story: Story) -> Moment | None:
    """Say how close the first two came, in a score that orders the ranking."""
    standing, number = story.standing, story.run.last
    if not standing.final or len(standing.places) < 2:  # noqa: PLR2004 - two to compare
        return None
    if len(standing.winners) > 1:
        who = listed([story.names[seat] for seat in standing.winners])
        return number, tr("{who} share the first place (move {number}).", who=who, number=number)
    first, second = (place.seat for place in standing.places[:2])
    margins = (_margin(story, first, second, column) for column in deciding(story.match))
    said = next(filter(None, margins), "")
    return (number, tr("{said} (move {number}).", said=said, number=number)) if said else None


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
        level = tr("{name} and {other} have {best} {column} each", **told)
        name = story.names[first]
        return tr("It ends level: {level}, and {name} is placed first", level=level, name=name)
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
    (winner,), word = story.standing.winners, tr("last")
    if len(story.names) == 2:  # noqa: PLR2004 - of two
        word = tr("behind")
    for step in reversed(story.match.settled()):
        places = story.match.game.standing(step.state).places
        worst = max(place.rank for place in places)
        last = [place.seat for place in places if place.rank == worst]
        if last == [winner] and 4 * step.number >= story.run.last:
            return step.number, tr(
                "On move {number} {name} is still {word}, and wins all the same.",
                number=step.number, name=story.names[winner], word=word,
            )  # fmt: skip
    return None


# ---------------------------------------------------------------- who led


def _lead(story: Story) -> Moment | None:
    """Say how often the lead went from one to another, and who has it for good."""
    alone = story.run.alone
    turns = story.run.turns
    changes = len(turns) - 1
    if changes < 1:
        return None
    often = {1: tr("once"), 2: tr("twice")}
    times = often.get(changes, tr("{changes} times", changes=changes))
    good = story.run.leads[-1] == alone[-1] and story.standing.final
    lead = alone[-1] if good else turns[-1]
    name, number = story.names[lead.seats[0]], lead.number
    if good:
        said = tr("for good on move {number}, to {name}", number=number, name=name)
    else:
        said = tr("last on move {number}, to {name}", number=number, name=name)
    return number, tr("The lead changes {times}: {said}.", times=times, said=said)


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
    return lead.number, tr(
        "The longest lead: {name} is ahead alone from move {number} until move {until}.",
        name=story.names[lead.seats[0]], number=lead.number, until=until,
    )  # fmt: skip


def _first(story: Story) -> Moment | None:
    lead = next((lead for lead in story.run.alone if lead.number > 0), None)
    if lead is None:
        return None
    text = later("{name} is the first to lead alone, on move {number}.")
    return lead.number, tr(text, name=story.names[lead.seats[0]], number=lead.number)


# ---------------------------------------------------------------- scores and dice


def _biggest(sign: int, story: Story) -> Moment | None:
    """Say which jump of a score was the biggest, or which fall, when one alone was.

    In a game with dice only between the first roll and the last: before, people build and enter,
    and behind, they count.
    """
    rolls = [one.number for one in story.match.settled() if isinstance(one.action, Roll)]
    first, last, span = 1, story.run.last, ""
    verb, what = (
        (tr("jumps"), tr("biggest jump")) if sign > 0 else (tr("falls"), tr("biggest fall"))
    )
    if rolls:
        first, last = rolls[0], rolls[-1]
        span = tr(" between the first roll and the last (moves {first} to {last})",
                  first=first, last=last)  # fmt: skip
    for column in told_columns(story.run):
        changes = {
            (line.seat, before.total, after): sign * (after.total - before.total)
            for line in story.run.of(column)
            for before, after in pairwise(line.points)
            if first <= after.number <= last
        }
        biggest = max(changes.values(), default=0)
        found = [change for change, size in changes.items() if size == biggest]
        if biggest < _BIG or len(found) > 1:
            continue
        ((seat, before, (number, after)),) = found
        return number, tr(
            "On move {number} {names} {verb} from {before} to {after} {column}, the "
            "{what} of that score{span}.",
            number=number, names=story.names[seat], verb=verb, before=before, after=after,
            column=tr(column), what=what, span=span,
        )  # fmt: skip
    return None


def _roll(story: Story) -> Moment | None:
    """Say which throw of several dice was the rarest, when it was rare."""
    throws = [
        (*_throw_chance(one.action), one.number, one.action.actor)
        for one in story.match.settled()
        if isinstance(one.action, Roll) and len(one.action.dice) > 1
    ]
    thrown = [throw for throw in throws if throw[3] is not None]
    chance, said, number, actor = min(
        thrown, key=lambda throw: (throw[0], throw[2]), default=(1.0, "", 0, None)
    )
    if actor is None or chance > _SELDOM:
        return None
    return number, tr(
        "The throw of the game: {name} on move {number}, {said} {once_in}.",
        name=story.names[actor], number=number, said=said, once_in=once_in(chance),
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
    return chance, tr(
        "{total} with {dice} {kind}; so {so} it comes", total=total, dice=dice, kind=kind, so=so
    )


def _last(story: Story) -> Moment | None:
    """Tell the move that ended the game."""
    steps = tuple(story.match.now.latest(1)) if story.standing.final else ()
    if not steps:
        return None
    step = steps[0]
    told = story.match.game.tell(step.origin.state, step.action, step.state)
    first = told.partition(" · ")[0].rstrip(".")
    return step.number, tr("The last move, {number}: {rstrip}.", number=step.number, rstrip=first)


_FINDERS: Final[dict[Sort, Callable[[Story], Moment | None]]] = {
    Sort.FINISH: _finish, Sort.COMEBACK: _comeback, Sort.LEAD: _lead, Sort.ROLL: _roll,
    Sort.JUMP: partial(_biggest, 1), Sort.FALL: partial(_biggest, -1), Sort.LONGEST: _longest, Sort.FIRST: _first,
    Sort.LAST: _last,
}  # fmt: skip
"""What looks for each sort of moment: its move and a sentence, or nothing."""
