"""Whether the models of a unit stand together, and who has to go when they no longer do.

A unit is coherent if its models form one group and each stands within reach of enough others; a single model
always is. A set of models is held here as the bits of an int: bit `i` is the model with index `i`. Where
several sets of models would do, the one that keeps the earlier models stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tercio.kernel.geometry import EPSILON, Circle, Shape, within


@dataclass(frozen=True, slots=True)
class Coherency:
    """How a unit has to stand together: each model within `reach` inches of at least `neighbours` others, or
    of `large_neighbours` others in a unit of `large` or more models.
    """

    reach: float
    neighbours: int
    large: int
    large_neighbours: int

    def needed(self, models: int) -> int:
        """Return how many others each model of a unit of that many models has to be near to."""
        if models <= 1:
            return 0
        return self.large_neighbours if models >= self.large else self.neighbours


def is_coherent(bases: Sequence[Shape], rule: Coherency) -> bool:
    """Whether models on these bases form one group in which each has enough others within reach."""
    count = len(bases)
    if count <= 1:
        return True
    return _hold(_links(bases, rule.reach), (1 << count) - 1, rule)


def removals(bases: Sequence[Shape], rule: Coherency, gone: int) -> list[int]:
    """Return which further models have to go after the one with index `gone`, as few as possible.

    Indices are those of `bases`, which holds the lost model still, and rise; [] if those left are coherent.
    """
    links = _links(bases, rule.reach)
    left = (1 << len(bases)) - 1 & ~(1 << gone)
    return [] if _hold(links, left, rule) else _indices(left & ~_largest(links, left, rule))


def expendable(bases: Sequence[Shape], rule: Coherency, order: Sequence[int]) -> int:
    """Return the index of the model to lose: the first in `order` whose loss costs the fewest further models.

    `order` lists the indices that may be taken, at least one.
    """
    links = _links(bases, rule.reach)
    everyone = (1 << len(bases)) - 1
    for index in order:
        if _hold(links, everyone & ~(1 << index), rule):
            return index
    return max(order, key=lambda index: _largest(links, everyone & ~(1 << index), rule).bit_count())


def _links(bases: Sequence[Shape], reach: float) -> list[int]:
    """Return for each model the set of others within reach."""
    links = [0] * len(bases)
    limit = reach + EPSILON
    for i, base in enumerate(bases):
        x, y, r = base.x, base.y, base.radius + limit
        round_base = type(base) is Circle
        for j in range(i):
            other = bases[j]
            dx, dy, far = other.x - x, other.y - y, other.radius + r
            if dx * dx + dy * dy > far * far:
                continue
            if (round_base and type(other) is Circle) or within(base, other, reach):
                links[i] |= 1 << j
                links[j] |= 1 << i
    return links


def _hold(links: Sequence[int], models: int, rule: Coherency) -> bool:
    """Whether these models, and no others, are coherent."""
    needed = rule.needed(models.bit_count())
    if not needed:
        return True
    left = models
    while left:
        low = left & -left
        if (links[low.bit_length() - 1] & models).bit_count() < needed:
            return False
        left ^= low
    return _group(links, models) == models


def _group(links: Sequence[int], models: int) -> int:
    """Return the earliest of some models with all that hang together with it, from one to the next."""
    group = fresh = models & -models
    while fresh:
        low = fresh & -fresh
        found = links[low.bit_length() - 1] & models & ~group
        group |= found
        fresh = (fresh | found) ^ low
    return group


def _largest(links: Sequence[int], models: int, rule: Coherency) -> int:
    """Return the largest coherent set among some models; of equal ones that with the earliest model.

    A coherent set of `large` or more lies in one group of those who keep `large_neighbours` when all who have
    fewer are left out in turn, and such a group is itself coherent; so the largest is one of them.
    """
    if not models:
        return 0
    best = _largest_group(links, models, rule.large_neighbours)
    if best.bit_count() >= rule.large:
        return best
    best = _largest_group(links, models, rule.neighbours)
    while best.bit_count() >= rule.large:
        best = _trimmed(links, best, rule.neighbours)
    return best or models & -models


def _largest_group(links: Sequence[int], models: int, needed: int) -> int:
    left = _core(links, models, needed)
    best = 0
    while left:
        group = _group(links, left)
        left &= ~group
        if group.bit_count() > best.bit_count():
            best = group
    return best


def _core(links: Sequence[int], models: int, needed: int) -> int:
    """Return who is left of some models when all with too few neighbours among those left have gone."""
    while True:
        core = models
        for i in _indices(models):
            if (links[i] & models).bit_count() < needed:
                core &= ~(1 << i)
        if core == models:
            return core
        models = core


def _trimmed(links: Sequence[int], group: int, needed: int) -> int:
    """Return the largest group that is left when one model goes; the latest goes if it is all the same."""
    best = 0
    for i in reversed(_indices(group)):
        rest = _largest_group(links, group & ~(1 << i), needed)
        if rest.bit_count() > best.bit_count():
            best = rest
    return best


def _indices(models: int) -> list[int]:
    found = []
    while models:
        low = models & -models
        found.append(low.bit_length() - 1)
        models ^= low
    return found
