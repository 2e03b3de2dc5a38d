"""Ledgers for people: base, each rule with what it did and the running total, where it stands, and what was
rejected.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tercio.kernel.modifiers import Ledger, Step, show

from .common import table

if TYPE_CHECKING:
    from rich.console import Console


def print_why(ledgers: Iterable[Ledger], out: Console) -> None:
    """Print every ledger that rules had a say in; one line if no number was asked."""
    asked = list(ledgers)
    if not asked:
        out.print("no number that rules can change stands behind this event")
    told: list[Ledger] = []
    for ledger in asked:
        if ledger.steps and ledger not in told:
            told.append(ledger)
            out.print(_table(ledger))
    plain = [f"{one.name} {show(one.result, one.kind)}" for one in asked if not one.steps]
    if plain:
        out.print("no rule changed: " + ", ".join(dict.fromkeys(plain)))


def _table(ledger: Ledger) -> object:
    rows = [("base", "", show(ledger.base, ledger.kind), "")]
    rows += [_row(step, ledger.kind) for step in ledger.steps]
    rows.append(("result", "", show(ledger.result, ledger.kind), ""))
    return table(("rule", "change", "total", "where"), rows, title=ledger.name, right="change,total")


def _row(step: Step, kind: str) -> tuple[str, str, str, str]:
    where = ", ".join(filter(None, (step.pack, step.cite)))
    if step.rejected:
        return step.rule, "", "", f"does not count: {step.rejected}" + (f" ({where})" if where else "")
    return step.rule, step.did, show(step.total, kind), where
