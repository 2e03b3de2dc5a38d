"""Products and powers of polynomials with whole coefficients: sums of independent whole numbers.

A polynomial is a list of coefficients of at least 0, lowest power first, the last one not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

FEW: Final = 12
"""Up to this degree a power is worked out coefficient by coefficient."""


def product(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return the product of two polynomials."""
    if len(second) > len(first):
        first, second = second, first
    if len(second) <= FEW:
        return _term_by_term(first, second)
    return _packed(first, second)


def _term_by_term(first: Sequence[int], second: Sequence[int]) -> list[int]:
    found = [0] * (len(first) + len(second) - 1)
    for shift, factor in enumerate(second):
        if factor:
            for place, one in enumerate(first, shift):
                found[place] += one * factor
    return found


def _packed(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Multiply as two whole numbers whose digits are the coefficients."""
    bits = max(first).bit_length() + max(second).bit_length() + len(second).bit_length()
    size = bits // 8 + 1
    digits = (_packed_number(first, size) * _packed_number(second, size)).to_bytes(
        size * (len(first) + len(second)), "little"
    )
    ends = range(0, size * (len(first) + len(second)), size)
    return [int.from_bytes(digits[start:end], "little") for start, end in pairwise(ends)]


def _packed_number(coefficients: Sequence[int], size: int) -> int:
    return int.from_bytes(b"".join(one.to_bytes(size, "little") for one in coefficients), "little")


def power(base: Sequence[int], times: int) -> list[int]:
    """Return a polynomial to the power of `times`, 0 or more."""
    if not times:
        return [1]
    zeros = next(place for place, one in enumerate(base) if one)
    core = base[zeros:]
    if len(core) == 1:
        raised = [core[0] ** times]
    elif len(core) <= FEW + 1:
        raised = _by_recurrence(core, times)
    else:
        raised = _by_squaring(core, times)
    return [0] * (zeros * times) + raised


def _by_recurrence(base: Sequence[int], times: int) -> list[int]:
    """Each coefficient from those before it (base P, power Q: P Q' = times P' Q); every division is exact."""
    lowest, degree = base[0], len(base) - 1
    found = [lowest**times]
    if degree == 1:
        slope = base[1]
        for k in range(1, times + 1):
            found.append(found[-1] * (slope * (times - k + 1)) // (lowest * k))
        return found
    terms = [(i, (times + 1) * i * one, one) for i, one in enumerate(base) if i and one]
    for k in range(1, times * degree + 1):
        total = 0
        for i, whole, one in terms:
            if i > k:
                break
            total += (whole - k * one) * found[k - i]
        found.append(total // (lowest * k))
    return found


def _by_squaring(base: Sequence[int], times: int) -> list[int]:
    found: list[int] = [1]
    square = list(base)
    while times:
        if times & 1:
            found = product(found, square)
        times >>= 1
        if times:
            square = product(square, square)
    return found
