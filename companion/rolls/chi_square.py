"""The chi-square distribution for whole degrees of freedom, by its closed forms.

Formulas: Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.4.4 for odd and 26.4.5
for even degrees of freedom.
"""

from __future__ import annotations

from math import erfc, exp, isinf, isnan, pi, sqrt


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
