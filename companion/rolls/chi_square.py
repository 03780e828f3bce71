"""The chi-square distribution for whole degrees of freedom, by its closed forms.

Formulas: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.4.4 for odd and 26.4.5
for even degrees of freedom; 26.4.25 for the noncentral distribution, a Poisson mixture of central
ones.
"""

from __future__ import annotations

from math import erfc, exp, isinf, isnan, pi, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_HALVINGS: Final = 80
_NEGLIGIBLE: Final = 1e-15
_SUREST: Final = 0.999


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the probability, in [0, 1], that chi-square is at least `statistic`.

    With h = statistic / 2 it is, for even degrees of freedom 2m, the Poisson sum
    exp(-h) * (1 + h/1! + ... + h^(m-1)/(m-1)!), and for odd ones 2m + 1
    erfc(sqrt(h)) + exp(-h) * (h^(1/2)/Gamma(3/2) + ... + h^(m-1/2)/Gamma(m+1/2)).

    Args:
        statistic: not negative.
        freedom: degrees of freedom, at least 1.

    Raises:
        ValueError: an argument is out of its range.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if isnan(statistic) or statistic < 0:
        raise ValueError(f"chi-square is never {statistic}")
    if isinf(statistic):
        return 0.0
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


def critical(alpha: float, freedom: int) -> float:
    """Return the statistic that chi-square reaches with probability `alpha`, in (0, 1)."""
    if not 0 < alpha < 1:
        raise ValueError(f"a probability is never {alpha}")
    return _crossing(lambda statistic: upper_tail(statistic, freedom) <= alpha)


def noncentrality_for(alpha: float, freedom: int, wanted: float) -> float:
    """Return how far something must depart for a test to see it with some probability.

    Args:
        alpha: how often the test is wrong about what departs in nothing, in (0, 1).
        freedom: degrees of freedom.
        wanted: how likely the departure is to be seen, from `alpha` to 0.999.

    Returns:
        The noncentrality: of n rolls, n times the sum over faces of (p - p0)^2 / p0, where p0 is
        what p should be.

    Raises:
        ValueError: an argument is out of its range.
    """
    if not alpha <= wanted <= _SUREST:
        raise ValueError(f"a power from {alpha} to {_SUREST} can be had, not {wanted}")
    at = critical(alpha, freedom)
    return _crossing(lambda noncentrality: _power(at, freedom, noncentrality) >= wanted)


def _power(at: float, freedom: int, noncentrality: float) -> float:
    mean = noncentrality / 2
    weight, total, number = exp(-mean), 0.0, 0
    while number <= mean or weight > _NEGLIGIBLE:
        total += weight * upper_tail(at, freedom + 2 * number)
        number += 1
        weight *= mean / number
    return min(total, 1.0)


def _crossing(reached: Callable[[float], bool]) -> float:
    """Return where `reached` becomes true, above 0; it must stay true from there on."""
    low, high = 0.0, 1.0
    while not reached(high):
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
