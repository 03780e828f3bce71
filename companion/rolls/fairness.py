"""Whether dice show their faces as often as fair dice do. Pure: counts in, plain words out.

Pearson's chi-square test of equal frequencies, with k - 1 degrees of freedom for k faces. Two things
keep it honest:

- Below five rolls a face nothing is said: the approximation needs that many.
- No verdict after every roll. Whoever looks again after each roll sees any fair die cross the line
  sooner or later, so the verdict is taken at fixed points only, after 5k, 10k, 20k, 40k ... rolls,
  over exactly the rolls up to there, and stands still in between. Of 20,000 simulated fair d10s
  thrown 400 times each, 285 crossed the line at some roll, and 79 (0.4 %) at one of the four
  points; at the customary level of 0.05 nearly every third crosses it at some roll.

A verdict of "unusual" says how rare it is, and no more: with fifty dice at a table something rare
happens to one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import erfc, exp, pi, sqrt
from typing import Final

from companion.core.dice import FACES
from companion.core.texts import later, number, tr

ALPHA: Final = 0.001
"""How rare it must be among fair dice to be called unusual. A table has many dice and looks several
times at each, so the customary 0.05 would call every seventh fair d10 unusual within 400 rolls."""

ENOUGH: Final = 5  # Rolls a face before anything is said

_RAREST: Final = 1_000_000
_TWO_PLACES: Final = 0.01
_D10: Final = "d10"
_TEN: Final = "10"
_ZERO: Final = "0"

_KINDS: Final[dict[str, tuple[str, ...]]] = {
    **FACES,
    _D10: tuple(face for face in FACES[_D10] if face != _TEN),
    **{f"d{most}": tuple(map(str, range(1, most + 1))) for most in (4, 8, 12, 20)},
}
"""Faces by kind. A d10 prints its tenth face as 0 or as 10: it is one face, counted as 0."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each face came."""

    kind: str  # of the die
    faces: tuple[str, ...]  # that it has
    counts: tuple[int, ...]  # of all rolls, one a face
    # as they were at the last point where a verdict is taken; none before the first
    checked: tuple[int, ...] = ()

    @classmethod
    def of(cls, kind: str, faces: Iterable[str] = ()) -> Tally:
        """Count faces, in the order in which they came.

        Raises:
            ValueError: no die is called so, or it has no such face.
        """
        known = _KINDS.get(kind)
        if known is None:
            raise ValueError(f"there is no die called {kind!r}")
        tally = cls(kind, known, (0,) * len(known))
        for face in faces:
            tally = tally.plus(face)
        return tally

    @property
    def n(self) -> int:
        """So many rolls were counted."""
        return sum(self.counts)

    def plus(self, face: str) -> Tally:
        """Count one more roll.

        Raises:
            ValueError: the die has no such face.
        """
        face = _ZERO if (self.kind, face) == (_D10, _TEN) else face
        if face not in self.faces:
            raise ValueError(f"a {self.kind} has no face {face!r}")
        at = self.faces.index(face)
        counts = (*self.counts[:at], self.counts[at] + 1, *self.counts[at + 1 :])
        now = sum(counts)
        is_checkpoint = now == checkpoint(now, len(self.faces))
        return replace(self, counts=counts, checked=counts if is_checkpoint else self.checked)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What can be said of a tally."""

    n: int  # rolls counted so far
    expected: float  # times that each face of a fair die comes in `checked_at` rolls
    # chi-square over the first `checked_at` rolls; None before the first verdict
    statistic: float | None
    p: float | None  # how often a fair die departs so far or farther, in [0, 1]; None as above
    words: str  # all of it in a line for people
    checked_at: int  # the verdict is over so many rolls, the first ones; 0 before the first verdict
    again_at: int  # the next verdict is taken after so many

    @property
    def unusual(self) -> bool:
        """Whether fair dice seldom do this."""
        return self.p is not None and self.p < ALPHA


def checkpoint(n: int, faces: int) -> int:
    """Return the last point at or before `n` rolls where a verdict is taken; 0 before the first."""
    point = ENOUGH * faces
    if n < point:
        return 0
    while 2 * point <= n:
        point *= 2
    return point


def judge(tally: Tally) -> Fairness:
    """Say whether a tally is what a fair die does; the same until the next checkpoint."""
    sides = len(tally.faces)
    at = sum(tally.checked)
    again = 2 * at if at else ENOUGH * sides
    if not at:
        words = tr("not enough rolls: {n} of {again}", n=tally.n, again=again)
        return Fairness(tally.n, 0.0, None, None, words, 0, again)
    expected = at / sides
    statistic = sum((count - expected) ** 2 for count in tally.checked) / expected
    p = upper_tail(statistic, sides - 1)
    if p >= ALPHA:
        shown = number(p, ".2f" if p >= _TWO_PLACES else ".3f")
        words = tr("nothing unusual (p = {p_text} after {at:,} rolls)", p_text=shown, at=at)
    else:
        text, odd = (later("unusual: a fair die does this {once_in}; {oddest}"), _oddest(tally, expected))
        words = tr(text, once_in=_once_in(p), oddest=odd)
    return Fairness(tally.n, expected, statistic, p, words, at, again)


def _once_in(p: float) -> str:
    if p * _RAREST <= 1:
        return tr("less than once in {rarest:,} times", rarest=_RAREST)
    times = 1 / p
    digits = len(str(int(times))) - 1
    return tr("once in {times:,.0f} times", times=round(times, -digits))


def _oddest(tally: Tally, expected: float) -> str:
    """Name the face that is farthest off; of several the one that came too often, then the first."""
    face, count = max(  # the first of several that are equal
        zip(tally.faces, tally.checked, strict=True), key=lambda one: (abs(one[1] - expected), one[1] > expected)
    )
    shown = f"{_ZERO} or {_TEN}" if (tally.kind, face) == (_D10, _ZERO) else face
    times = tr("once") if count == 1 else tr("{count:,} times", count=count)
    text = later("{shown} came {times} instead of {expected:,.0f}")
    return tr(text, shown=shown, times=times, expected=expected)


# ---- many dice


@dataclass(frozen=True, slots=True)
class CountedDie:
    """One die of a roll that counted."""

    when: str  # when it was rolled, in a form that sorts by time (ISO 8601, one time zone)
    kind: str  # of the die
    face: str  # as printed
    die: str = ""  # which very die it is (`pixels:1a2b3c4d`); empty when nobody knows
    source: str = ""  # what read it (`camera`, `tray:T-1A2B`)
    player: str = ""  # who threw it; empty when nobody knows


@dataclass(frozen=True, slots=True)
class Counted:
    """The tally of somebody or something, for one kind of dice."""

    who: str  # a die's identity, a player's name, or a source
    tally: Tally  # of the dice of one kind


@dataclass(frozen=True, slots=True)
class Tallies:
    """Tallies by die, by player and by source, each sorted by who it is and by kind."""

    dice: tuple[Counted, ...]  # of dice that know who they are
    players: tuple[Counted, ...]  # of those who threw
    # of what read the dice: it may be the reader that is wrong about a face
    sources: tuple[Counted, ...]
    left_out: int = 0  # rolls of a kind, or with a face, that no die has


def tallies(rows: Iterable[CountedDie]) -> Tallies:
    """Count dice by die, by player and by source.

    Args:
        rows: in any order; those of the same time in the order in which the dice were read.
    """
    ordered = sorted(rows, key=lambda row: row.when)
    known = [row for row in ordered if _is_known(row)]
    return Tallies(
        _group(known, lambda row: row.die),
        _group(known, lambda row: row.player),
        _group(known, lambda row: row.source),
        left_out=len(ordered) - len(known),
    )


def _is_known(row: CountedDie) -> bool:
    faces = _KINDS.get(row.kind, ())
    return row.face in faces or (row.kind, row.face) == (_D10, _TEN)


def _group(rows: Iterable[CountedDie], who: Callable[[CountedDie], str]) -> tuple[Counted, ...]:
    faces: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if who(row):
            faces.setdefault((who(row), row.kind), []).append(row.face)
    return tuple(Counted(name, Tally.of(kind, of)) for (name, kind), of in sorted(faces.items()))


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the probability, in [0, 1], that chi-square is at least `statistic`.

    With h = statistic / 2 it is, for even degrees of freedom 2m, the Poisson sum
    exp(-h) * (1 + h/1! + ... + h^(m-1)/(m-1)!), and for odd ones 2m + 1
    erfc(sqrt(h)) + exp(-h) * (h^(1/2)/Gamma(3/2) + ... + h^(m-1/2)/Gamma(m+1/2)).

    Args:
        statistic: not negative.
        freedom: degrees of freedom, at least 1.
    """
    half = statistic / 2
    if freedom % 2 == 0:
        total, term, divisor = 0.0, exp(-half), 1.0
        terms = freedom // 2
    else:
        total = erfc(sqrt(half))
        term, divisor = exp(-half) * sqrt(half) * 2 / sqrt(pi), 1.5
        terms = (freedom - 1) // 2
    for _ in range(terms):
        if not term:  # vanished: so do all that follow
            break
        total += term
        term *= half / divisor
        divisor += 1
    return min(total, 1.0)


# ---------------------------------------------------------------- shares

Z95: Final = 1.959964  # Quantile of the normal distribution for 95 % on both sides


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return bounds of a share with 95 % confidence if every trial stood alone (Wilson, 1927).

    Args:
        hits: of the trials; from 0 to `of`.
        of: trials; (0, 1) when there are none.
    """
    if of == 0:
        return 0.0, 1.0
    share, weight = hits / of, Z95 * Z95 / of
    middle = (share + weight / 2) / (1 + weight)
    half = Z95 * sqrt(share * (1 - share) / of + weight / (4 * of)) / (1 + weight)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return (0.0 if hits == 0 else low), (1.0 if hits == of else high)
