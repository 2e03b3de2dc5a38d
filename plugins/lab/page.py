"""The report of an experiment: one page of HTML with everything in it, so that it can be sent and opened
anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from .conduct import looks
from .findings import Comparison, Findings, Table
from .measure import SHARES
from .paired import Difference, compare
from .svg import Bar, curve, forest
from .tell import HEADINGS, difference_row, enough, facing, headline, number, ranked, short, within

_STYLE = """
:root { color-scheme: light dark; --line: #8888; --mark: #2a6fb0; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1rem 0; } figcaption { font-weight: 600; }
svg { width: 100%; max-width: 40rem; font: 12px system-ui, sans-serif; }
svg text { fill: currentColor; } svg circle { fill: var(--mark); }
.axis { stroke: currentColor; } .zero { stroke: currentColor; stroke-dasharray: 3 3; }
.bar { stroke: var(--mark); stroke-width: 3; } .path { fill: none; stroke: var(--mark); }
code { overflow-wrap: anywhere; }
"""
_MOST_FIRINGS = 40


def page(findings: Findings) -> str:
    """Return the report as HTML."""
    body = "\n".join(_body(findings))
    title = escape(headline(findings))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(findings: Findings) -> Iterator[str]:
    confidence = f"{findings.asked.confidence * 100:g}%"
    yield f"<h1>{escape(' against '.join(map(short, findings.plan.paths)))}</h1>"
    yield f"<p>{escape(headline(findings))}. Intervals hold {confidence}.</p>"
    yield _table(
        ("ruleset", "overlays"),
        [(one.name, ", ".join(one.over) or "none") for one in findings.plan.rulesets],
    )
    for match in findings.means:
        found = [one for one in findings.comparisons if one.match == match]
        yield from _match(findings, match, found)
    if findings.standings:
        yield "<h2>All matches</h2>"
        yield _standings(findings)
    yield from _failures(findings)


def _match(findings: Findings, match: tuple[int, int], found: Sequence[Comparison]) -> Iterator[str]:
    yield f"<h2>{escape(facing(findings, match))}</h2>"
    if not found:
        means = findings.means[match]
        yield _table(
            ("metric", "mean", "low", "high"),
            [
                (name, *(number(name, n) for n in (one.mean, one.low, one.high)))
                for name, one in means.items()
            ],
        )
        return
    for name in found[0].metrics:
        yield from _figures(findings, name, found)
    for one in found:
        yield f"<h3>{escape(findings.plan.rulesets[one.rules].name)}</h3>"
        yield _table(HEADINGS, [difference_row(name, of) for name, of in one.metrics.items()])
        yield f"<p>{escape(enough(findings, one))}.</p>"
        yield _narrowing(findings, one)
        yield _firings(one)


def _figures(findings: Findings, name: str, found: Sequence[Comparison]) -> Iterator[str]:
    bars = [_bar(findings.plan.rulesets[one.rules].name, one.metrics[name]) for one in found]

    def show(tick: float) -> str:
        return number(name, tick, sign="+")

    title = f"difference of {name}"
    yield _figure(title, forest(bars, title, show))
    for knob, points in _sweeps(findings, found).items():
        title = f"{name} by {knob}"
        along = [(x, _bar("", one.metrics[name])) for x, one in points]
        yield _figure(title, curve(along, title, show, zero=True))


def _bar(label: str, one: Difference) -> Bar:
    return Bar(label, one.difference, one.low, one.high)


def _sweeps(findings: Findings, found: Sequence[Comparison]) -> dict[str, list[tuple[float, Comparison]]]:
    """Return comparisons by the constant that alone is set, where it is set to two values or more."""
    swept: dict[str, list[tuple[float, Comparison]]] = {}
    for one in found:
        knob, _, value = findings.plan.rulesets[one.rules].name.partition("=")
        try:
            swept.setdefault(knob, []).append((float(Fraction(value)), one))
        except (ValueError, ZeroDivisionError):
            continue
    return {knob: sorted(points, key=_x) for knob, points in swept.items() if len(points) > 1}


def _x(point: tuple[float, Comparison]) -> float:
    return point[0]


def _narrowing(findings: Findings, one: Comparison) -> str:
    """Return how the interval of the first metric narrowed as games were played."""
    name = next(iter(one.metrics))
    table = Table(findings.plan, findings.played.rows)
    pairs = table.pairs(findings.plan.matches.index(one.match), one.rules)
    base, variant = ([row.metrics[name] for row in rows] for rows in zip(*pairs, strict=True))
    points = []
    for look in (*looks(len(pairs)), len(pairs)):
        so_far = compare(base[:look], variant[:look], findings.asked.confidence, share=name in SHARES)
        points.append((float(look), _bar("", so_far)))
    title = f"difference of {name} after so many pairs"
    return _figure(title, curve(points, title, lambda tick: number(name, tick, sign="+"), zero=True))


def _firings(one: Comparison) -> str:
    rows = [(firing.name, *difference_row("", firing.difference)[1:5]) for firing in one.firings]
    more = f"<p>{len(rows) - _MOST_FIRINGS} more.</p>" if len(rows) > _MOST_FIRINGS else ""
    return _table(("happens in a game", *HEADINGS[1:5]), rows[:_MOST_FIRINGS]) + more


def _standings(findings: Findings) -> str:
    names = findings.asked.metrics
    shown = [findings.plan.rulesets[rules].name for rules in findings.standings[0].differences]
    rows: list[list[Any]] = [
        [
            short(findings.plan.paths[one.one]),
            *(number(name, one.means[name].mean) if one.means else "" for name in names),
            *(within(names[0], metrics[names[0]]) for metrics in one.differences.values()),
        ]
        for one in ranked(findings)
    ]
    return _table(("list", *names, *(f"{names[0]} under {rules}" for rules in shown)), rows)


def _failures(findings: Findings) -> Iterator[str]:
    if findings.failures:
        yield "<h2>Games that were not played to their end</h2>"
        yield "<ul>"
        for row in findings.failures:
            command = escape(findings.plan.command(row.number))
            yield f"<li>{escape(row.error)}<br><code>{command}</code></li>"
        yield "</ul>"


def _figure(title: str, plot: str) -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>{plot}</figure>"


def _table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f"<th>{escape(str(one))}</th>" for one in headings)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
