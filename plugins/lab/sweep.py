"""What `--over` and `--sweep` ask for, as rulesets: one for each variant, one for each value of a sweep."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from tercio.kernel.errors import Diagnostic, RulesError

from .plan import Rules

_SWEEP = re.compile(r"([a-z][a-z0-9-]*)=(-?[\d./]+?)\.\.(-?[\d./]+?)(?:\.\.([\d./]+))?")
_MOST = 1000
TOGETHER = "+"


def variant(over: str) -> Rules:
    """Return the ruleset of an `--over`: an overlay, or several that are laid on together: `a.rules+b=6`."""
    overlays = tuple(filter(None, over.split(TOGETHER))) if not Path(over).exists() else (over,)
    if not overlays:
        raise RulesError(Diagnostic("an overlay without a name", hint="--over house.rules"))
    return Rules(TOGETHER.join(_name(one) for one in overlays), overlays)


def _name(overlay: str) -> str:
    path = Path(overlay)
    return overlay if "=" in overlay else path.stem if path.suffix == ".rules" else path.name


def swept(sweep: str) -> Iterator[Rules]:
    """Yield the rulesets of a `--sweep`: `reach=2..8`, or in other steps than 1: `reach=2..8..1/2`. Raises
    RulesError for anything else.
    """
    hint = "write a constant, the first and the last value, and perhaps a step: reach=2..8, reach=2..8..0.5"
    match = _SWEEP.fullmatch(sweep)
    try:
        if match is None:
            raise ValueError
        name, low, high, step = match[1], *(Fraction(one) for one in (match[2], match[3], match[4] or "1"))
    except (ValueError, ZeroDivisionError):
        raise RulesError(Diagnostic(f"--sweep {sweep}: is no sweep", hint=hint)) from None
    if low > high or step <= 0 or (high - low) / step > _MOST:
        raise RulesError(Diagnostic(f"--sweep {sweep}: holds no value, or too many", hint=hint))
    for number in range(int((high - low) / step) + 1):
        one = f"{name}={low + number * step}"
        yield Rules(one, (one,))


def rulesets(overs: Iterable[str], sweeps: Iterable[str]) -> list[Rules]:
    """Return the base and every variant, none twice; where two would have one name, they are called as they
    were given.
    """
    found = [Rules("base"), *map(variant, overs), *(one for sweep in sweeps for one in swept(sweep))]
    once = list(dict.fromkeys(found))
    times = Counter(one.name for one in once)
    return [
        Rules(TOGETHER.join(one.over), one.over) if times[one.name] > 1 and one.over else one for one in once
    ]


def half_width(until: str) -> float:
    """Return how narrow an interval has to be, on either side: `1%` is 0.01, `0.5` is itself. Raises
    RulesError for anything that is no positive number.
    """
    try:
        number = Decimal(until.removesuffix("%")) / (100 if until.endswith("%") else 1)
        if not (number.is_finite() and number > 0):
            raise ValueError
    except (ArithmeticError, ValueError):
        hint = "write how far the interval may reach on either side: --until 1%, --until 0.5"
        raise RulesError(Diagnostic(f"--until {until}: is no width", hint=hint)) from None
    return float(number)
