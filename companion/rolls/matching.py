"""Fitting the dice of a reading to the dice of a request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush, nsmallest
from itertools import combinations, islice
from math import comb, prod
from operator import ne
from typing import Final

from companion.core.dice import FACES, MONSTER_DIE, SCULPTED, DieFace, RollRequest, kind_name, named, sculpted
from companion.core.texts import later, listed, tr
from companion.rolls.readings import DieReading, DieStatus

MAX_OUTCOMES: Final = 4  # So many readings of the faces are offered

MAX_CANDIDATES: Final = 6
"""So many outcomes are offered in all: one sculpted side can be on any of six dice."""

_MOST_WAYS: Final = 1000
"""More ways to share sculpted sides out than this are not looked at; six dice have twenty."""

_PLAIN: Final = "d6"  # What a monster die that nobody taught looks like: any six-sided die

_FIRST: Final = "1"  # What a six-sided die shows where a monster die is sculpted


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible outcome of a doubtful roll: faces in the request's order, with a probability."""

    faces: tuple[DieFace, ...]
    probability: float

    def differs(self, other: Candidate) -> int:
        """Return how many dice show something else."""
        return sum(map(ne, self.faces, other.faces))


@dataclass(frozen=True, slots=True)
class Fit:
    """The dice of a reading, put in the request's order."""

    kinds: tuple[str, ...]  # the kinds of the request, one entry a die, in its order
    dice: tuple[DieReading, ...]  # the die that fills each place
    loose: tuple[int, ...] = ()  # places filled, in order, by dice of which the kind is not known

    @property
    def shown(self) -> list[tuple[str, str]]:
        """Each kind with the face that was read."""
        return [(kind, die.face) for kind, die in zip(self.kinds, self.dice, strict=True)]

    @property
    def guessed(self) -> bool:
        """Dice of unknown kind were spread over several kinds in the order they came."""
        return len({self.kinds[place] for place in self.loose}) > 1

    @property
    def hangs(self) -> bool:
        """It matters which of them is which: a sculpted side acts, other sides of such dice do not.

        Of kinds without a sculpted side it always matters.
        """
        if not self.guessed:
            return False
        shown = {self.dice[place].face for place in self.loose}
        alike = all(sculpted(self.kinds[place]) for place in self.loose)
        return not alike or (len(shown) > 1 and not shown.isdisjoint({SCULPTED, _FIRST}))


def places(request: RollRequest) -> tuple[str, ...]:
    """Return the kinds wanted in the request's own order, one entry a die."""
    return tuple(spec.kind for spec in request.dice for _ in range(spec.count))


def fit(dice: Sequence[DieReading], request: RollRequest) -> Fit | None:
    """Put `dice` in the request's order, or return None when the kinds differ (INV-8).

    Where more dice lie there than are asked for, those just thrown are taken when they alone are
    what was asked for: some dice are rolled again beside the others. Dice of a known kind take
    their places first; dice of unknown kind fill the remaining places in a fixed order, theirs and
    the request's. A six-sided die that nobody taught is of unknown kind where monster dice are
    asked for, and so is a monster die of which the camera is not sure, or the tray knows no more.
    """
    placed = _place(dice, request)
    thrown = [die for die in dice if die.fresh]
    if placed is None and 0 < len(thrown) < len(dice):
        return _place(thrown, request)
    return placed


def _place(dice: Sequence[DieReading], request: RollRequest) -> Fit | None:
    kinds = places(request)
    if len(dice) != len(kinds):
        return None
    surest = sorted(range(len(dice)), key=lambda n: dice[n].status is not DieStatus.READ)
    filled: list[int | None] = []
    for kind in kinds:
        known = next((n for n in surest if dice[n].kind == kind), None)
        if known is not None:
            surest.remove(known)
        filled.append(known)
    loose = tuple(place for place, n in enumerate(filled) if n is None)
    for place, n in zip(loose, sorted(surest), strict=True):
        if not _may_be(dice[n], kinds[place]):
            return None
        filled[place] = n
    return Fit(kinds, tuple(dice[n] for n in filled if n is not None), loose)


def _may_be(die: DieReading, kind: str) -> bool:
    """Tell whether a die that is of no kind still wanted may be of this one after all."""
    if die.kind == "":
        return True
    if not sculpted(kind):
        return False
    return die.kind in {_PLAIN, MONSTER_DIE} or (die.status is not DieStatus.READ and sculpted(die.kind))


def faces(placed: Fit) -> tuple[DieFace, ...] | None:
    """Return the faces as read, or None when a die shows a face that its kind does not have."""
    return None if _wrong(placed) else tuple(DieFace(*one) for one in placed.shown)


def wrong_face(placed: Fit, rule: str) -> str:
    """Say of the first die with a face that its kind does not have which it has; there is one."""
    return f"{no_such_face(*_wrong(placed)[0])} ({rule})"


def _wrong(placed: Fit) -> list[tuple[str, str]]:
    return [one for one in placed.shown if one[1] not in FACES.get(one[0], ())]


def candidates(placed: Fit) -> tuple[Candidate, ...]:
    """Return the likeliest outcomes, best first: faces, and which die shows a sculpted side.

    Only legal faces are offered. At most `MAX_OUTCOMES` readings of the faces are looked at, and at
    most `MAX_CANDIDATES` outcomes come of them.
    """
    found: dict[tuple[DieFace, ...], Candidate] = {}
    for outcome in _outcomes(placed):
        # The nearest to the fixed order first, so that few dice differ from the guess.
        ways = islice(_share_out(placed, outcome), _MOST_WAYS)
        for one in nsmallest(MAX_CANDIDATES, ways, key=outcome.differs):
            found.setdefault(tuple(sorted(one.faces)), one)
    likeliest = sorted(found.values(), key=lambda one: -one.probability)
    return tuple(likeliest[:MAX_CANDIDATES])


def _outcomes(placed: Fit) -> list[Candidate]:
    """Return the likeliest faces, best first.

    Best-first search over the product of each die's own list, so eight dice cost no more than one.
    """
    columns = [_column(placed, place) for place in range(len(placed.kinds))]
    if not columns or not all(columns):
        return []
    start = (0,) * len(columns)
    heap = [(-_probability(columns, start), start)]
    seen, found = {start}, list[Candidate]()
    while heap and len(found) < MAX_OUTCOMES:
        minus, picks = heappop(heap)
        outcome = tuple(column[i][0] for column, i in zip(columns, picks, strict=True))
        found.append(Candidate(outcome, -minus))
        for place, pick in enumerate(picks):
            step = (*picks[:place], pick + 1, *picks[place + 1 :])
            if pick + 1 < len(columns[place]) and step not in seen:
                seen.add(step)
                heappush(heap, (-_probability(columns, step), step))
    return found


def _share_out(placed: Fit, outcome: Candidate) -> Iterator[Candidate]:
    """Give the sculpted sides of dice of unknown kind to each of the open kinds in turn.

    The fixed order comes first; from it only the dice change that change places with a sculpted
    one. Whose the plain sides are changes nothing.
    """
    shown = [outcome.faces[place].face for place in placed.loose]
    acting = {n for n, face in enumerate(shown) if face == SCULPTED}
    ways = comb(len(shown), len(acting))
    if ways == 1 or not placed.guessed or not all(sculpted(placed.kinds[p]) for p in placed.loose):
        yield outcome
        return
    for chosen in combinations(range(len(shown)), len(acting)):
        swapped = list(shown)
        pairs = zip(sorted(acting - set(chosen)), sorted(set(chosen) - acting), strict=True)
        for one, other in pairs:
            swapped[one], swapped[other] = shown[other], shown[one]
        faces = list(outcome.faces)
        for place, face in zip(placed.loose, swapped, strict=True):
            faces[place] = DieFace(placed.kinds[place], face)
        yield Candidate(tuple(faces), outcome.probability / ways)


def mismatch(dice: Sequence[DieReading], request: RollRequest, how: str = "seen") -> str:
    """Say why dice do not answer a request: `one d10 expected (RSF-F3a), 2 d10 seen`.

    Of dice with names of their own it says which is too many, and where it should be, and which is
    missing: `expected no Spider-Die: it is in Ben's pool (MD-E3); D'eye missing (MD-T2)`.

    Args:
        dice: what lies there, or was typed.
        request: what is asked for.
        how: how the dice are known.
    """
    thrown = [die for die in dice if die.fresh]
    lying = len(dice) - len(thrown)
    if not thrown:
        thrown, lying = list(dice), 0
    beside = tr("; {lying} more lay there before", lying=lying) if lying else ""
    parts = _too_many_and_missing(thrown, request)
    if parts:
        told = "; ".join(parts)
        # A reason ends with its own rule.
        return f"{told}{beside}" if told.endswith(")") else f"{told} ({request.rule}){beside}"
    counts = Counter(kind_name(die.kind) if die.kind else tr("dice") for die in thrown)
    seen = listed([f"{count} {kind}" for kind, count in sorted(counts.items())]) or tr("no dice")
    wanted, rule = request.dice_text(), request.rule
    text = later("{dice_text} expected ({rule}), {seen} {how}{beside}")
    return tr(text, dice_text=wanted, rule=rule, seen=seen, how=how, beside=beside)


def _too_many_and_missing(dice: Sequence[DieReading], request: RollRequest) -> list[str]:
    """Compare by kind; empty where that says nothing, as of dice without names of their own."""
    if not any(named(kind) for kind in request.kinds):
        return []
    wanted, known = Counter(request.kinds), Counter(die.kind for die in dice)
    unknown = known.pop("", 0) + known.pop(MONSTER_DIE, 0)
    unknown += 0 if _PLAIN in wanted else known.pop(_PLAIN, 0)
    parts = [
        request.misplaced(kind) or tr("{count} too many", count=_count(kind, count))
        for kind, count in (known - wanted).items()
    ]
    missing = wanted - known
    if not unknown:
        return parts + [tr("{count} missing", count=_count(*one)) for one in missing.items()]
    if missing.total() != unknown:
        text, kinds = later("{kinds} dice expected, {dice} there"), len(request.kinds)
        parts.append(tr(text, kinds=kinds, dice=len(dice)))
    return parts


def _count(kind: str, count: int) -> str:
    if count == 1:
        return tr("one {kind}", kind=kind_name(kind))
    return f"{count} {kind_name(kind)}"


def no_such_face(kind: str, face: str) -> str:
    """Say which faces a die has; a sculpted side is no 1 (MD-EX1)."""
    legal, hint = " ".join(FACES.get(kind, ())), ""
    if face == _FIRST and sculpted(kind):
        hint = tr("; {sculpted} is the sculpted one", sculpted=SCULPTED)
    text = later("a {kind_name} has no face {face!r}; it has {legal}{hint}")
    return tr(text, kind_name=kind_name(kind), face=face, legal=legal, hint=hint)


def _column(placed: Fit, place: int) -> list[tuple[DieFace, float]]:
    kind, die = placed.kinds[place], placed.dice[place]
    legal = FACES.get(kind, ())
    offered = {**dict(die.alternatives), die.face: die.confidence}
    if place in placed.loose and sculpted(kind):
        # What nobody taught has no S: a sculpture looks like a 1, or like nothing in particular.
        rest = max(0.0, 1.0 - sum(offered.values()))
        first = offered.pop(_FIRST, 0.0)
        doubtful = die.status is not DieStatus.READ
        if SCULPTED not in offered and (first or doubtful):
            offered[SCULPTED] = first + (rest if doubtful else 0.0)
    rows = [(DieFace(kind, face), p) for face, p in offered.items() if face in legal]
    return sorted(rows, key=lambda row: -row[1])


def _probability(columns: list[list[tuple[DieFace, float]]], picks: tuple[int, ...]) -> float:
    return prod(column[i][1] for column, i in zip(columns, picks, strict=True))
