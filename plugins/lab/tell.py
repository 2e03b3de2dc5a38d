"""Findings as lines and tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tercio.kernel.commands import Terminal

from .findings import Comparison, Findings
from .measure import OF_FOE, SHARES
from .paired import Difference, Mean

_FIRINGS = 10
_IN_FULL = 3
_FAILURES = 5
HEADINGS = ("metric", "base", "variant", "difference", "interval", "pairs differ", "pairing saves")
RIGHT = ",".join(HEADINGS[1:])
_LEAST, _LEAST_SHARE = 0.005, 0.0005
"""What is nearer to zero is told as zero, without a sign."""


def tell(findings: Findings, out: Terminal, idle: Sequence[str] = ()) -> None:
    """Print what an experiment found."""
    out.print(headline(findings))
    for name in idle:
        out.print(f"{name} is the base over again and was not played")
    if len(findings.plan.rulesets) > 1 and not findings.comparisons:
        out.print("too few pairs came to their end to compare anything: two are the least")
    if len(findings.comparisons) > _IN_FULL:
        _tell_in_short(findings, out)
    else:
        for one in findings.comparisons:
            _tell_in_full(findings, one, out)
    if len(findings.plan.rulesets) == 1:
        _tell_means(findings, out)
    _tell_standings(findings, out)
    _tell_failures(findings, out)


def _tell_in_full(findings: Findings, one: Comparison, out: Terminal) -> None:
    out.print()
    out.print(title(findings, one))
    out.table(HEADINGS, [difference_row(name, of) for name, of in one.metrics.items()], right=RIGHT)
    out.print(enough(findings, one))
    _tell_firings(one, out)


def _tell_in_short(findings: Findings, out: Terminal) -> None:
    """Print the differences of many comparisons, a row for each."""
    for match in findings.means:
        found = [one for one in findings.comparisons if one.match == match]
        if not found:
            continue
        out.print()
        headings = ("variant", *found[0].metrics)
        rows = [
            (findings.plan.rulesets[one.rules].name, *(within(name, of) for name, of in one.metrics.items()))
            for one in found
        ]
        out.table(headings, rows, right=",".join(headings[1:]), title=facing(findings, match))


def within(name: str, one: Difference) -> str:
    """Return a difference with how far its interval reaches: `+1.20 ±0.30`."""
    return f"{number(name, one.difference, sign='+')} ±{number(name, one.half)}"


def headline(findings: Findings) -> str:
    """Return who played what how often: one line."""
    plan, played = findings.plan, findings.played
    lists = " against ".join(short(path) for path in plan.paths)
    end = "; interrupted" if played.interrupted else "; enough is known" if played.enough else ""
    whose = " and ".join(plan.agents)
    return (
        f"{lists} ({plan.system}, {whose}): {len(played.rows)} games, "
        f"{played.pairs} pairs of seed {plan.seed}{end}"
    )


def short(path: str) -> str:
    """Return a list's file without folder and ending."""
    return Path(path).stem


def title(findings: Findings, one: Comparison) -> str:
    """Return what is compared: `base against house: ann, facing bob`."""
    return f"base against {findings.plan.rulesets[one.rules].name}: {facing(findings, one.match)}"


def facing(findings: Findings, match: tuple[int, int]) -> str:
    """Return from whose side a match is seen: `ann, facing bob`."""
    first, second = (short(findings.plan.paths[at]) for at in match)
    return f"{first}, facing {second}"


def difference_row(name: str, one: Difference) -> Sequence[str]:
    """Return the cells of a difference, as `HEADINGS` has them."""
    return (
        name,
        number(name, one.base),
        number(name, one.variant),
        number(name, one.difference, sign="+"),
        f"{number(name, one.low, sign='+')} to {number(name, one.high, sign='+')}",
        f"{one.differing / one.games:.0%}",
        share(one.reduction),
    )


def number(name: str, value: float, *, sign: str = "") -> str:
    """Return a number of a metric: shares in percent, others with two digits."""
    spec, least = (".1%", _LEAST_SHARE) if name in SHARES else (".2f", _LEAST)
    return format(value, sign + spec) if abs(value) >= least else format(0.0, spec)


def share(reduction: float | None) -> str:
    """Return the share of the variance that pairing takes away; nothing where nothing varies."""
    return "" if reduction is None else f"{reduction:.0%}"


def enough(findings: Findings, one: Comparison) -> str:
    """Return how many games the interval of the first metric asks for, with and without pairing."""
    name = findings.asked.first if findings.asked.first in one.metrics else next(iter(one.metrics))
    found = one.metrics[name]
    half = findings.asked.half or found.half
    if not half:
        return f"{name}: {found.games} pairs"
    return (
        f"{name} to within {number(name, half)} takes {found.needed(half)} games of each ruleset as pairs, "
        f"{found.needed_unpaired(half)} without pairing; {found.games} were played"
    )


def _tell_firings(one: Comparison, out: Terminal) -> None:
    if not one.firings:
        out.print("nothing happened more or less often")
        return
    headings = ("happens in a game", "base", "variant", "difference", "interval")
    rows = [(firing.name, *difference_row("", firing.difference)[1:5]) for firing in one.firings[:_FIRINGS]]
    out.table(headings, rows, right=",".join(headings[1:]))
    clear = sum(firing.difference.is_clear for firing in one.firings)
    out.print(f"{len(one.firings)} things happen more or less often, {clear} of them clearly")


def _tell_means(findings: Findings, out: Terminal) -> None:
    for match, means in findings.means.items():
        out.print()
        out.print(facing(findings, match))
        headings = ("metric", "mean", "interval", "games")
        rows = [(name, *mean_row(name, one), one.games) for name, one in means.items()]
        out.table(headings, rows, right=",".join(headings[1:]))


def mean_row(name: str, one: Mean) -> tuple[str, str]:
    """Return the cells of a mean: itself and its interval."""
    return number(name, one.mean), f"{number(name, one.low)} to {number(name, one.high)}"


def _tell_standings(findings: Findings, out: Terminal) -> None:
    if not findings.standings:
        return
    out.print()
    names = [name for name in findings.asked.metrics if not name.endswith(OF_FOE)]
    shown = [findings.plan.rulesets[rules].name for rules in findings.standings[0].differences]
    headings = ("list", *names, *(f"{names[0]} under {rules}" for rules in shown))
    rows = [list(_standing(findings, one, names)) for one in ranked(findings)]
    out.table(headings, rows, title="all matches", right=",".join(headings[1:]))


def ranked(findings: Findings) -> list[Any]:
    """Return the standings, the best by the first metric first."""
    first = findings.asked.metrics[0]
    return sorted(findings.standings, key=lambda one: (-one.means[first].mean if one.means else 0.0, one.one))


def _standing(findings: Findings, one: Any, names: Sequence[str]) -> Iterator[str]:
    yield short(findings.plan.paths[one.one])
    for name in names:
        yield number(name, one.means[name].mean) if one.means else ""
    for metrics in one.differences.values():
        yield within(names[0], metrics[names[0]])


def _tell_failures(findings: Findings, out: Terminal) -> None:
    failures, plan = findings.failures, findings.plan
    if not failures:
        return
    out.print()
    out.print(f"{len(failures)} games were not played to their end:")
    for row in failures[:_FAILURES]:
        out.print(f"  {row.error}")
        out.print(f"    {plan.command(row.number)}")
