"""Lengths, base sizes and target numbers as rulebooks print them: `24"`, `25x50mm`, `4+`.

Values are exact (`Fraction`, int); only `Inches.value` of geometry and `mm_to_inches` are floats, for they go
to the table. Text that is none of these raises `RulesError`, whose message names what was expected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from typing import Final

from .errors import Diagnostic, RulesError

MM_PER_INCH: Final = Fraction(254, 10)

_LENGTH = re.compile(r'(?:(\d+) )?(\d+)/(\d+)"|(\d+(?:\.\d+)?)"', re.ASCII)
_BASE = re.compile(r"(\d{1,4})x(\d{1,4})mm", re.ASCII)
_ROUND = re.compile(r"(\d{1,4})mm", re.ASCII)
_TARGET = re.compile(r"(\d{1,3})\+", re.ASCII)
_PERCENT = re.compile(r"(\d{1,4})%", re.ASCII)


@total_ordering
@dataclass(frozen=True, slots=True)
class Inches:
    """An exact length in inches; prints as `24"`, `3.5"` or `1/3"`."""

    exact: Fraction

    @classmethod
    def of(cls, amount: int | str | Fraction) -> Inches:
        """Return a length from a whole number, a Fraction or a numeral such as `3.5`."""
        return cls(Fraction(amount))

    @classmethod
    def parse(cls, text: str) -> Inches:
        """Read `24"`, `3.5"`, `1/2"` or `1 1/2"`. Raises RulesError for anything else."""
        match = _LENGTH.fullmatch(text.strip())
        if match is None or (match[3] and int(match[3]) == 0):
            raise _unreadable(text, "a length in inches", '24", 3.5" or 1/2"')
        if match[4]:
            return cls(Fraction(match[4]))
        return cls(int(match[1] or 0) + Fraction(int(match[2]), int(match[3])))

    @property
    def value(self) -> float:
        """The length as a float, for geometry."""
        return float(self.exact)

    def __add__(self, other: Inches) -> Inches:
        return Inches(self.exact + other.exact)

    def __sub__(self, other: Inches) -> Inches:
        return Inches(self.exact - other.exact)

    def __mul__(self, times: int | Fraction) -> Inches:
        return Inches(self.exact * times)

    def __lt__(self, other: Inches) -> bool:
        return self.exact < other.exact

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return format_inches(self.exact)


def format_inches(amount: Fraction | int) -> str:
    """Print a length: whole inches and short decimals as such (`3.5"`), other fractions as `1/3"`; 1/2 as
    `1/2"`.
    """
    exact = Fraction(amount)
    sign, size = ("-" if exact < 0 else ""), abs(exact)
    if size.denominator == 1:
        return f'{sign}{size.numerator}"'
    if size > 1 and 1000 % size.denominator == 0:
        return f'{sign}{float(size)}"'
    whole, rest = divmod(size, 1)
    return f'{sign}{f"{whole} " if whole else ""}{rest}"'


def mm_to_inches(mm: int) -> float:
    """Return millimetres as inches for geometry."""
    return float(mm / MM_PER_INCH)


@dataclass(frozen=True, slots=True)
class Base:
    """The size of a base in whole millimetres: `width` by `depth`, or `round` with both the same (its
    diameter).

    A base that is `round` with different width and depth is an oval.
    """

    width: int
    depth: int
    round: bool = False

    @classmethod
    def parse(cls, text: str) -> Base:
        """Read `25x50mm` or, for a round base, `40mm`; for an oval one `60x35mm oval`. Raises RulesError."""
        words = text.split()
        oval = len(words) == 2 and words[1] == "oval"
        match = _BASE.fullmatch(words[0]) if len(words) == 1 or oval else None
        disc = _ROUND.fullmatch(text.strip())
        sizes = match.groups() if match else (disc[1], disc[1]) if disc else ("0", "0")
        width, depth = int(sizes[0]), int(sizes[1])
        if not width or not depth:
            raise _unreadable(text, "a base size", "25x50mm, 40mm or 60x35mm oval")
        return cls(width, depth, oval or disc is not None)

    @property
    def inches(self) -> tuple[float, float]:
        """Width and depth in inches, for geometry."""
        return (mm_to_inches(self.width), mm_to_inches(self.depth))

    def __str__(self) -> str:
        if self.round and self.width == self.depth:
            return f"{self.width}mm"
        return f"{self.width}x{self.depth}mm" + (" oval" if self.round else "")


@dataclass(frozen=True, slots=True, order=True)
class TargetNumber:
    """A number to reach with one D6, printed `4+`. Nothing is clamped: 7 or more cannot be rolled, 1 or
    less always is.
    """

    needs: int

    @classmethod
    def parse(cls, text: str) -> TargetNumber:
        """Read `4+`. Raises RulesError for anything else."""
        match = _TARGET.fullmatch(text.strip())
        if match is None:
            raise _unreadable(text, "a target number", "4+")
        return cls(int(match[1]))

    @property
    def possible(self) -> bool:
        """Whether some face of a D6 reaches it."""
        return self.needs <= _FACES

    def met_by(self, face: int) -> bool:
        """Whether a face reaches it, natural 1s and 6s left aside."""
        return face >= self.needs

    def harder(self, by: int) -> TargetNumber:
        """Return the target that is `by` points harder (easier if negative)."""
        return TargetNumber(self.needs + by)

    def __str__(self) -> str:
        return f"{self.needs}+"


_FACES: Final = 6


def parse_percentage(text: str) -> int:
    """Read `40%` as 40. Raises RulesError for anything else."""
    match = _PERCENT.fullmatch(text.strip())
    if match is None:
        raise _unreadable(text, "a percentage", "40%")
    return int(match[1])


def format_percentage(percent: int) -> str:
    """Print a percentage: `40%`."""
    return f"{percent}%"


def at_least_percent(part: int, percent: int, whole: int) -> bool:
    """Whether `part` is at least `percent` hundredths of `whole`, exactly."""
    return part * 100 >= percent * whole


def _unreadable(text: str, expected: str, example: str) -> RulesError:
    return RulesError(Diagnostic(f'"{text}" is not {expected}', hint=f"write {example}"))
