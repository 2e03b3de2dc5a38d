"""From rows to findings: how each metric and each thing that fires differs under each variant, and how the
lists of a round robin stand.

A pair counts where both of its games came to an end. Things that fire are many, so their intervals are wider:
all of them together hold the asked confidence (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean

from .conduct import Enough, Played
from .games import Row
from .measure import OF_FOE, SHARES, WIN, shown_by_default
from .paired import Difference, Mean, compare, mean_of
from .plan import BASE, Plan

_LEAST = 2


@dataclass(frozen=True, slots=True)
class Firing:
    """How often a thing happens in a game, and how that differs."""

    name: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """One match under one variant: each metric, and what fires more or less, the clearest first."""

    match: tuple[int, int]
    rules: int
    metrics: dict[str, Difference]
    firings: list[Firing] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Standing:
    """One list over all its matches: its metrics under the base, and how they differ under each variant."""

    one: int
    means: dict[str, Mean]
    differences: dict[int, dict[str, Difference]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be found out: which metrics (none: those told by default, of which `columns` are the game's
    own), how sure, and how narrow an interval is wanted.
    """

    metrics: tuple[str, ...] = ()
    confidence: float = 0.95
    half: float | None = None
    columns: tuple[str, ...] = ()

    @property
    def first(self) -> str:
        """The metric whose interval is to become narrow."""
        return self.metrics[0] if self.metrics else WIN

    def settled(self, known: Mapping[str, float]) -> Asked:
        """Return it with the metrics that are told, of those that a game has. Raises RulesError for one that
        it has not.
        """
        if not self.metrics:
            default = tuple(name for name in shown_by_default(self.columns) if name in known)
            return replace(self, metrics=default)
        for name in self.metrics:
            if name not in known:
                hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
                raise RulesError(Diagnostic(f"no metric {name!r} in this game", hint=hint))
        return self


@dataclass(slots=True)
class Findings:
    """All that an experiment found."""

    plan: Plan
    asked: Asked
    played: Played
    comparisons: list[Comparison]
    means: dict[tuple[int, int], dict[str, Mean]]
    standings: list[Standing]

    @property
    def failures(self) -> list[Row]:
        """The games that were not played to their end."""
        return [row for row in self.played.rows if row.error]


class Table:
    """Rows by place, so that the games of a pair are found together."""

    def __init__(self, plan: Plan, rows: Iterable[Row]) -> None:
        self.plan = plan
        self.rows = {row.number: row for row in rows if not row.error}

    def of(self, match: int, rules: int) -> dict[int, Row]:
        """Return the games of a match under a ruleset by pair."""
        plan = self.plan
        start = match * len(plan.rulesets) + rules
        numbers = range(start, plan.games, plan.together)
        return {pair: self.rows[number] for pair, number in enumerate(numbers) if number in self.rows}

    def pairs(self, match: int, rules: int) -> list[tuple[Row, Row]]:
        """Return the pairs of a match: the game under the base, and that under a variant."""
        base, variant = self.of(match, BASE), self.of(match, rules)
        return [(row, variant[pair]) for pair, row in base.items() if pair in variant]


def find(plan: Plan, played: Played, asked: Asked) -> Findings:
    """Return what the rows of an experiment tell. Raises RulesError if no game came to its end."""
    table = Table(plan, played.rows)
    asked = asked.settled(_any(played).metrics)
    comparisons = [
        made
        for match in range(len(plan.matches))
        for rules in range(BASE + 1, len(plan.rulesets))
        if (made := _comparison(table, match, rules, asked)) is not None
    ]
    means = {pair: _means(table.of(at, BASE).values(), asked) for at, pair in enumerate(plan.matches)}
    many = range(len(plan.texts)) if len(plan.matches) > 1 else ()
    standings = [_standing(table, one, asked) for one in many]
    return Findings(plan, asked, played, comparisons, means, standings)


def _any(played: Played) -> Row:
    """Return a game that came to its end."""
    row = next((row for row in played.rows if not row.error), None)
    if row is None:
        why = played.rows[0].error if played.rows else "none was begun"
        raise RulesError(f"no game came to its end: {why}")
    return row


def _comparison(table: Table, match: int, rules: int, asked: Asked) -> Comparison | None:
    pairs = table.pairs(match, rules)
    if len(pairs) < _LEAST:
        return None
    metrics = _differences([(base.metrics, variant.metrics) for base, variant in pairs], asked)
    return Comparison(table.plan.matches[match], rules, metrics, _firings(pairs, asked.confidence))


def _differences(
    pairs: Sequence[tuple[dict[str, float], dict[str, float]]], asked: Asked
) -> dict[str, Difference]:
    return {
        name: compare(
            [base[name] for base, _ in pairs],
            [variant[name] for _, variant in pairs],
            asked.confidence,
            share=name in SHARES,
        )
        for name in asked.metrics
    }


def _firings(pairs: Sequence[tuple[Row, Row]], confidence: float) -> list[Firing]:
    names = sorted({name for pair in pairs for row in pair for name in row.fired})
    each = 1 - (1 - confidence) / max(1, len(names))
    found = [
        Firing(
            name,
            compare(
                [base.fired.get(name, 0) for base, _ in pairs],
                [variant.fired.get(name, 0) for _, variant in pairs],
                each,
            ),
        )
        for name in names
    ]
    return sorted((one for one in found if one.difference.differing), key=_by_clearness)


def _by_clearness(one: Firing) -> tuple[float, str]:
    half = one.difference.half
    return -abs(one.difference.difference) / half if half else -inf, one.name


def _means(rows: Iterable[Row], asked: Asked) -> dict[str, Mean]:
    return _mean_table([row.metrics for row in rows], asked)


def _mean_table(metrics: Sequence[dict[str, float]], asked: Asked) -> dict[str, Mean]:
    if len(metrics) < _LEAST:
        return {}
    return {
        name: mean_of([one[name] for one in metrics], asked.confidence, share=name in SHARES)
        for name in asked.metrics
    }


def _standing(table: Table, one: int, asked: Asked) -> Standing:
    mine = [(at, pair[0] != one) for at, pair in enumerate(table.plan.matches) if one in pair]
    base = [_seen(row, swap) for at, swap in mine for row in table.of(at, BASE).values()]
    differences = {}
    for rules in range(BASE + 1, len(table.plan.rulesets)):
        pairs = [
            (_seen(base_row, swap), _seen(row, swap))
            for at, swap in mine
            for base_row, row in table.pairs(at, rules)
        ]
        if len(pairs) >= _LEAST:
            differences[rules] = _differences(pairs, asked)
    return Standing(one, _mean_table(base, asked), differences)


def _seen(row: Row, swap: bool) -> dict[str, float]:
    """Return the metrics of a game from the side of its first list, or of its second one."""
    if not swap:
        return row.metrics
    return {_of_other(name, row.metrics): value for name, value in row.metrics.items()}


def _of_other(name: str, metrics: dict[str, Any]) -> str:
    if name.endswith(OF_FOE):
        return name.removesuffix(OF_FOE)
    return name + OF_FOE if name + OF_FOE in metrics else name


def narrow_enough(plan: Plan, asked: Asked) -> Enough:
    """Return whether rows tell the first metric narrowly enough, for every match and variant; without a
    variant, its mean.
    """
    first = Asked((asked.first,), asked.confidence)
    wanted = asked.half or 0.0

    def enough(rows: Sequence[Row]) -> bool:
        table = Table(plan, rows)
        return all(
            half <= wanted for at in range(len(plan.matches)) for half in _halves(plan, table, at, first)
        )

    return enough


def _halves(plan: Plan, table: Table, match: int, first: Asked) -> Iterator[float]:
    """Yield how far the intervals of a match reach on either side; infinitely with too few games."""
    if len(plan.rulesets) == 1:
        means = _means(table.of(match, BASE).values(), first)
        yield means[first.first].half if means else inf
    for rules in range(BASE + 1, len(plan.rulesets)):
        pairs = [(base.metrics, variant.metrics) for base, variant in table.pairs(match, rules)]
        yield _differences(pairs, first)[first.first].half if len(pairs) >= _LEAST else inf
