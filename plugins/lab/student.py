"""Quantiles of Student's distribution, worked out exactly with the standard library.

The probability of -t to t with n degrees of freedom is a finite sum of powers of a cosine (Abramowitz and
Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4); the quantile is found by halving. Beyond
`_NORMAL` degrees of freedom the normal quantile differs by less than a thousandth and is taken.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

_NORMAL = 5000
_STEPS = 100


def within(t: float, freedom: int) -> float:
    """Return the probability of a value from -t to t, t not negative, at 1 or more degrees of freedom."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    if freedom % 2 == 0:
        term = total = 1.0
        for power in range(2, freedom - 1, 2):
            term *= square * (power - 1) / power
            total += term
        return sin(angle) * total
    term = total = cos(angle) if freedom > 1 else 0.0
    for power in range(3, freedom - 1, 2):
        term *= square * (power - 1) / power
        total += term
    return 2 / pi * (angle + sin(angle) * total)


@lru_cache(maxsize=256)
def quantile(confidence: float, freedom: int) -> float:
    """Return t such that -t to t holds `confidence`, between 0 and 1, of the distribution. Raises ValueError
    for less than 1 degree of freedom.
    """
    if freedom < 1:
        raise ValueError("at least 1 degree of freedom is needed")
    normal = NormalDist().inv_cdf((1 + confidence) / 2)
    if freedom > _NORMAL:
        return normal
    low, high = normal, 2 * normal
    while within(high, freedom) < confidence:
        high *= 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < confidence else (low, middle)
    return high
