"""Findings as plain data: what `--json` prints and `result.json` holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .findings import Comparison, Findings, Standing
from .paired import Difference, Mean
from .plan import BASE

FORMAT = 1


def plain(findings: Findings, digests: Sequence[str], idle: Sequence[str] = ()) -> dict[str, Any]:
    """Return findings as plain data. `metrics` are those of the first comparison; without a variant, means of
    the base.
    """
    plan, played = findings.plan, findings.played
    return {
        "lab": FORMAT,
        "system": plan.system,
        "lists": list(plan.paths),
        "agents": list(plan.agents),
        "seed": plan.seed,
        "rulesets": [
            {"name": one.name, "over": list(one.over), "digest": digest}
            for one, digest in zip(plan.rulesets, digests, strict=True)
        ],
        "idle": list(idle),
        "confidence": findings.asked.confidence,
        "pairs": played.pairs,
        "enough": played.enough,
        "interrupted": played.interrupted,
        "metrics": _first(findings),
        "comparisons": [_comparison(findings, one) for one in findings.comparisons],
        "matches": [
            {"lists": _lists(findings, match), "metrics": _means(means)}
            for match, means in findings.means.items()
        ],
        "standings": [_standing(findings, one) for one in findings.standings],
        "failures": [
            {
                "game": row.number,
                "ruleset": plan.rulesets[plan.place(row.number).rules].name,
                "seed": plan.seed_of(plan.place(row.number)),
                "error": row.error,
                "command": plan.command(row.number),
            }
            for row in findings.failures
        ],
    }


def _first(findings: Findings) -> dict[str, Any]:
    if findings.comparisons:
        return _differences(findings, findings.comparisons[0].metrics)
    return _means(next(iter(findings.means.values())))


def _differences(findings: Findings, metrics: Mapping[str, Difference]) -> dict[str, Any]:
    asked = findings.asked
    return {name: one.plain(asked.half if name == asked.first else None) for name, one in metrics.items()}


def _means(means: Mapping[str, Mean]) -> dict[str, Any]:
    return {name: one.plain() for name, one in means.items()}


def _lists(findings: Findings, match: Sequence[int]) -> list[str]:
    return [findings.plan.paths[one] for one in match]


def _comparison(findings: Findings, one: Comparison) -> dict[str, Any]:
    return {
        "lists": _lists(findings, one.match),
        "base": findings.plan.rulesets[BASE].name,
        "variant": findings.plan.rulesets[one.rules].name,
        "metrics": _differences(findings, one.metrics),
        "fired": [
            {"name": firing.name, "clear": firing.difference.is_clear, **_short(firing.difference)}
            for firing in one.firings
        ],
    }


def _short(one: Difference) -> dict[str, Any]:
    keys = ("base", "variant", "difference", "low", "high")
    return {key: value for key, value in one.plain().items() if key in keys}


def _standing(findings: Findings, one: Standing) -> dict[str, Any]:
    return {
        "list": findings.plan.paths[one.one],
        "metrics": _means(one.means),
        "variants": {
            findings.plan.rulesets[rules].name: _differences(findings, metrics)
            for rules, metrics in one.differences.items()
        },
    }
