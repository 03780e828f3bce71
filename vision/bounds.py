"""What a count of errors says of the share behind it."""

from __future__ import annotations

import math


def at_most(errors: int, of: int, confidence: float = 0.95) -> float:
    """The share that the true one stays below, by the counted errors (Clopper and Pearson 1934).

    Args:
        errors: seen.
        of: independent tries, `errors` among them.
        confidence: how surely, in (0, 1), one-sided.

    Returns:
        In [0, 1]; 1 where nothing was tried.
    """
    if of <= 0 or errors >= of:
        return 1.0
    low, high = errors / of, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _no_more_than(errors, of, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _no_more_than(errors: int, of: int, share: float) -> float:
    """Probability of so few errors, were the true share `share` (binomial)."""
    logs = [
        math.lgamma(of + 1)
        - math.lgamma(k + 1)
        - math.lgamma(of - k + 1)
        + k * math.log(share)
        + (of - k) * math.log1p(-share)
        for k in range(errors + 1)
    ]
    return math.fsum(math.exp(value) for value in logs)
