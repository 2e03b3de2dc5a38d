"""What odds come to, for people and programs: groups of distributions and chances, and the rules behind them.

    distribution   {"distribution": {"0": p, ...}, "at_least": {"1": p, ...}, "mean": m, "exact": true,
                    "fractions": {"distribution": {"0": "1/6", ...}, "mean": "7/2"}}
    chance         {"chance": p, "exact": true, "fractions": {"chance": "1/3"}}

What was sampled has `"exact": false`, the number of `samples`, and an `interval` in which a chance lies with
a confidence of 99%.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from tercio.kernel.odds.distribution import Distribution

_Z: Final = 2.5758
"""So many standard deviations hold 99% of a normal distribution."""


def interval(chance: float, samples: int) -> tuple[float, float]:
    """Return within what a chance lies that was found in so many samples (Wilson's interval, 99%)."""
    z2 = _Z * _Z / samples
    middle = (chance + z2 / 2) / (1 + z2)
    spread = _Z * sqrt(chance * (1 - chance) / samples + z2 / (4 * samples)) / (1 + z2)
    return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A random number by name; `samples` is how often it was played, 0 if it is exact."""

    name: str
    distribution: Distribution
    samples: int = 0

    @property
    def key(self) -> str:
        """The name as a key of data."""
        return key_of(self.name)

    def chances(self) -> list[tuple[int, float, float]]:
        """Return each number from the lowest to the highest with its chance and that of at least as much."""
        one = self.distribution
        rows, reached = [], one.total
        for number, weight in enumerate(one.weights, one.low):
            rows.append((number, weight / one.total, reached / one.total))
            reached -= weight
        return rows

    def plain(self) -> dict[str, Any]:
        """Return the distribution as plain data."""
        one = self.distribution
        told = [row for row in self.chances() if row[1]]
        least = [row for row in self.chances() if row[0] >= max(1, one.low)]
        plain: dict[str, Any] = {
            "distribution": {str(number): chance for number, chance, _ in told},
            "at_least": {str(number): chance for number, _, chance in least},
            "mean": float(one.mean),
            "exact": not self.samples,
        }
        if self.samples:
            bounds = {str(n): interval(chance, self.samples) for n, _, chance in least}
            return {**plain, "samples": self.samples, "interval": bounds}
        exact = {str(number): str(chance) for number, chance in one.items()}
        return {**plain, "fractions": {"distribution": exact, "mean": str(one.mean)}}


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely something is, by name."""

    name: str
    chance: Fraction
    samples: int = 0

    @property
    def key(self) -> str:
        """The name as a key of data."""
        return key_of(self.name)

    def plain(self) -> dict[str, Any]:
        """Return the chance as plain data."""
        plain = {"chance": float(self.chance), "exact": not self.samples}
        if self.samples:
            bounds = interval(float(self.chance), self.samples)
            return {**plain, "samples": self.samples, "interval": bounds}
        return {**plain, "fractions": {"chance": str(self.chance)}}


@dataclass(frozen=True, slots=True)
class Source:
    """A rule that took part: what it changed, and where it is declared and printed."""

    rule: str
    changed: tuple[str, ...]
    pack: str = ""
    cite: str = ""

    def __str__(self) -> str:
        where = ", ".join(filter(None, (self.pack, self.cite)))
        return f"{self.rule}: {', '.join(self.changed)}" + (f" ({where})" if where else "")


Entry = Quantity | Chance


@dataclass(slots=True)
class Group:
    """What is told of one unit, or of a roll (then `name` is "")."""

    name: str
    entries: list[Entry] = field(default_factory=list)

    def chances(self) -> list[Chance]:
        """Return what is told as a yes or no."""
        return [one for one in self.entries if isinstance(one, Chance)]

    def alike(self) -> list[tuple[str, Quantity]]:
        """Return each distribution once, with the names of all that have it."""
        found: dict[Distribution, list[Quantity]] = {}
        for one in self.entries:
            if isinstance(one, Quantity):
                found.setdefault(one.distribution, []).append(one)
        return [(", ".join(one.name for one in those), those[0]) for those in found.values()]

    def plain(self) -> dict[str, Any]:
        """Return all entries by key."""
        return {one.key: one.plain() for one in self.entries}


@dataclass(slots=True)
class Report:
    """Odds: a title, lines that say what was asked and how it was worked out, groups, rules."""

    title: str
    groups: list[Group]
    notes: list[str] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)

    def entries(self) -> Iterator[tuple[str, Entry]]:
        """Yield everything that is told with the name of its group."""
        for group in self.groups:
            yield from ((group.name, one) for one in group.entries)

    @property
    def samples(self) -> int:
        """How often it was played; 0 if all is exact."""
        return max((one.samples for _, one in self.entries()), default=0)

    def plain(self) -> dict[str, Any]:
        """Return everything as plain data: a single quantity as it is, several below their names."""
        single = [one for _, one in self.entries()]
        if len(single) == 1:
            plain = single[0].plain()
        elif len(self.groups) == 1 and not self.groups[0].name:
            plain = self.groups[0].plain()
        else:
            plain = {group.name: group.plain() for group in self.groups}
        told = {"asked": self.title, **plain, "exact": not self.samples}
        if self.notes:
            told["notes"] = self.notes
        if self.sources:
            told["rules"] = [
                {"rule": one.rule, "changed": list(one.changed), "pack": one.pack, "cite": one.cite}
                for one in self.sources
            ]
        return told

    def svg(self) -> str:
        """Return all distributions as one picture."""
        from .picture import svg

        return svg(self)

    def __str__(self) -> str:
        from .text import lines

        return "\n".join(lines(self))

    def _repr_html_(self) -> str:
        from .picture import html

        return html(self)


def key_of(name: str) -> str:
    """Return a name as a key of data: words joined by `_`."""
    return name.lower().replace(" ", "_").replace("-", "_")
