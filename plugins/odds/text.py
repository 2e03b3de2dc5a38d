"""Odds for a terminal: chances of at least so much, bars, averages, rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .report import Group, Quantity, Report, interval

BAR: Final = 30
"""Letters of the longest bar."""

_PARTS = " ▏▎▍▌▋▊▉█"
_LEAST: Final = 0.0005
"""Chances below are not told in lines of their own at the ends of a table."""


def percent(chance: float) -> str:
    """Return a chance in percent: `8.3%`; what is not quite sure never shows as sure."""
    if 0 < chance < _LEAST:
        return "<0.1%"
    if 1 - _LEAST < chance < 1:
        return ">99.9%"
    return f"{chance * 100:.1f}%"


def lines(report: Report) -> Iterator[str]:
    """Yield the lines of a report."""
    yield report.title
    yield from report.notes
    for group in report.groups:
        yield from _group(group)
    if report.sources:
        yield ""
        yield "rules that took part"
        yield from (f"  {source}" for source in report.sources)


def _group(group: Group) -> Iterator[str]:
    if group.name:
        yield ""
        yield group.name
    for one in group.chances():
        yield f"  {one.name}: {percent(float(one.chance))}{_doubt(float(one.chance), one.samples)}"
    for name, quantity in group.alike():
        yield ""
        yield from _table(name, quantity)


def _doubt(chance: float, samples: int) -> str:
    if not samples:
        return ""
    low, high = interval(chance, samples)
    return f" ({percent(low)} to {percent(high)})"


def _table(name: str, one: Quantity) -> Iterator[str]:
    mean = f"{float(one.distribution.mean):.2f}"
    if len(one.distribution.weights) == 1:
        yield f"  {name}: {one.distribution.low}"
        return
    yield f"  {name}"
    rows = one.chances()
    shown = [row for row in rows if row[2] >= _LEAST and 1 - row[2] + row[1] >= _LEAST]
    most = max(chance for _, chance, _ in rows)
    width = max(len(str(number)) for number, _, _ in shown) + 1
    yield f"  {'':>{width}}  at least  exactly"
    for number, chance, reached in shown:
        doubt = _doubt(reached, one.samples)
        bar = bar_of(chance / most)
        yield f"  {number:>{width}}  {percent(reached):>8}  {percent(chance):>7}  {bar}{doubt}".rstrip()
    yield f"  mean {mean}"


def bar_of(share: float) -> str:
    """Return a bar for a share of the longest one, in eighths of a letter."""
    eighths = round(share * BAR * 8)
    return "█" * (eighths // 8) + _PARTS[eighths % 8].strip()
