"""How far a share that was counted may be believed."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, fsum, lgamma, log, log1p
from typing import Final

import numpy as np

_DRAWS: Final = 2000
_SEED: Final = 17


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
        lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) + k * log(share) + (of - k) * log1p(-share)
        for k in range(errors + 1)
    ]
    return fsum(exp(value) for value in logs)


def clustered(trials: Iterable[tuple[str, bool, bool]]) -> tuple[float, float] | None:
    """Bounds of a share with 95 % confidence when trials come in clusters.

    Whole clusters are drawn with replacement (the cluster bootstrap, percentiles), since frames of
    one die say the same thing over and over. Where all trials agree there is nothing to draw: then
    Clopper and Pearson bound the share of clusters. With few clusters the bounds are too narrow.

    Args:
        trials: for each its cluster, whether it counts in the share's denominator, and whether it
            hit.

    Returns:
        Low and high; None with fewer than two clusters.
    """
    sums: dict[str, list[int]] = {}
    for cluster, counts, hit in trials:
        pair = sums.setdefault(cluster, [0, 0])
        pair[0] += hit and counts
        pair[1] += counts
    if len(sums) < 2:
        return None
    table = np.array(list(sums.values()), dtype=np.float64)
    counted = table[table[:, 1] > 0]
    if not counted[:, 0].any():
        return 0.0, at_most(0, len(counted), 0.975)
    if (counted[:, 0] == counted[:, 1]).all():
        return 1 - at_most(0, len(counted), 0.975), 1.0
    chance = np.random.default_rng(_SEED)
    drawn = table[chance.integers(0, len(table), (_DRAWS, len(table)))].sum(axis=1)
    kept = drawn[drawn[:, 1] > 0]
    low, high = np.percentile(kept[:, 0] / kept[:, 1], [2.5, 97.5])
    return float(low), float(high)
