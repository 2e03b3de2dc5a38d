"""Plots as SVG text: intervals in rows, a curve with intervals, an interval that narrows. Colours follow the
page (`currentColor`), so they are read on light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

WIDTH, ROW, MARGIN, LABELS, TICKS = 640, 26, 18, 200, 5
HEIGHT = 240
Show = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval, and what stands beside it."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Axis:
    """From what to what an axis goes, and where on the page that is."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return where a value is on the page, to a tenth."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> Iterator[float]:
        """Yield round values along the axis."""
        rough = (self.high - self.low) / TICKS
        power = 10.0 ** floor(log10(rough))
        step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
        number = -floor(-self.low / step)
        while number * step <= self.high:
            yield number * step
            number += 1


def axis(values: Sequence[float], start: float, end: float) -> Axis:
    """Return an axis that holds some values with a little room."""
    low, high = min(values), max(values)
    room = (high - low) * 0.05 or 1.0
    return Axis(low - room, high + room, start, end)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def _drawn(height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def forest(bars: Sequence[Bar], title: str, show: Show) -> str:
    """Return intervals below each other, with a line at zero."""
    across = axis([0.0, *(end for bar in bars for end in (bar.low, bar.high))], LABELS, WIDTH - MARGIN)
    bottom = MARGIN + ROW * len(bars)
    parts = [_line(across.at(0), MARGIN / 2, across.at(0), bottom, "zero")]
    for number, bar in enumerate(bars):
        y = MARGIN + ROW * number + ROW / 2
        parts += [
            _text(LABELS - MARGIN, y + 4, bar.label, "end"),
            _line(across.at(bar.low), y, across.at(bar.high), y, "bar"),
            f'<circle cx="{across.at(bar.value)}" cy="{y}" r="4"/>',
        ]
    parts += _ticked(across, bottom, show)
    return _drawn(bottom + 2 * MARGIN, parts, title)


def _ticked(across: Axis, bottom: float, show: Show) -> list[str]:
    parts = [_line(across.start, bottom, across.end, bottom, "axis")]
    for tick in across.ticks():
        parts.append(_line(across.at(tick), bottom, across.at(tick), bottom + 4, "axis"))
        parts.append(_text(across.at(tick), bottom + MARGIN, show(tick)))
    return parts


def curve(points: Sequence[tuple[float, Bar]], title: str, show: Show, *, zero: bool = False) -> str:
    """Return values along a number, each with its interval, joined by a line; `zero` draws a line there."""
    ends = [end for _, bar in points for end in (bar.low, bar.high)]
    across = axis([x for x, _ in points], LABELS / 2, WIDTH - MARGIN)
    up = axis([*ends, *([0.0] if zero else [])], HEIGHT - 2 * MARGIN, MARGIN)
    parts = [_line(across.start, up.at(0), across.end, up.at(0), "zero")] if zero else []
    path = " ".join(f"{across.at(x)},{up.at(bar.value)}" for x, bar in points)
    parts.append(f'<polyline class="path" points="{path}"/>')
    for x, bar in points:
        parts.append(_line(across.at(x), up.at(bar.low), across.at(x), up.at(bar.high), "bar"))
        parts.append(f'<circle cx="{across.at(x)}" cy="{up.at(bar.value)}" r="3"/>')
    parts += _ticked(across, HEIGHT - 2 * MARGIN, lambda tick: f"{tick:g}")
    for tick in up.ticks():
        parts.append(_line(across.start - 4, up.at(tick), across.start, up.at(tick), "axis"))
        parts.append(_text(across.start - 8, up.at(tick) + 4, show(tick), "end"))
    return _drawn(HEIGHT, parts, title)
