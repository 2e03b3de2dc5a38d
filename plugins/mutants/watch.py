"""Which declarations a scenario touches: a ruleset that writes down what it is asked for.

What is asked for by name is touched, and all of a kind that is gone through. Army books and items are gone
through whenever a list is read: of those a scenario touches what it names, and what is named by what it
touches. Of a rule, a clause that is found by what it changes or waits for is touched where its guard is
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tercio.dsl.trials import Trial
from tercio.kernel.decl import (
    Declaration,
    Instead,
    Modify,
    Outcome,
    Permit,
    Reroll,
    Rule,
    Shape,
    Trigger,
)
from tercio.kernel.errors import RulesError
from tercio.kernel.expand import Flat
from tercio.kernel.instances import Compiled
from tercio.kernel.ruleset import Ruleset

Touched = frozenset[tuple[str, str]]
"""Kinds and names of declarations; of clauses of rules CLAUSE and `clause_name`."""

CLAUSE = "clause"
EVERYWHERE = frozenset(("characteristic", "roll", "stages", "attack-sequence", "sequence", "keyword"))
"""Kinds that are read whenever a game begins, whatever the scenario."""

_BY_NAME = frozenset(("unit", "mount", "item"))
_GONE_THROUGH = frozenset(("rule", "weapon"))
"""Kinds that are gone through for their names, or for rules that hold without being given."""
_FOUND = (Modify, Shape, Reroll, Outcome, Permit, Trigger, Instead)
"""Clauses that matter where their guard is asked; an action does wherever somebody asks what may be done."""


def touches(touched: Touched, before: Declaration, after: Declaration) -> bool:
    """Return whether a change of a declaration may matter to a scenario that touches so much."""
    if before.kind in EVERYWHERE:
        return True
    clause = _changed(before, after) if isinstance(before, Rule) and isinstance(after, Rule) else None
    if clause is not None:
        return (CLAUSE, clause_name(before.name, clause)) in touched
    held = isinstance(before, Rule) and bool(before.of)
    return held or (before.kind, before.name) in touched


def clause_name(rule: str, number: int) -> str:
    """Return how a clause of a rule is written down, counted from 0."""
    return f"{rule}.{number}"


def _changed(before: Rule, after: Rule) -> int | None:
    """Return the number of the one clause that differs, if it is one that is found by what it does."""
    if before.clauses == after.clauses:
        return None
    pairs = zip(before.clauses, after.clauses, strict=False)
    number = next((i for i, (old, new) in enumerate(pairs) if old != new), len(after.clauses))
    return number if isinstance(before.clauses[number], _FOUND) else None


class Watched(Ruleset):
    """A ruleset that knows which of its declarations were asked for, and which clauses of its rules."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.asked: set[tuple[str, str]] = set()
        self._by_kind = {kind: _Shelf(shelf, kind, self.asked) for kind, shelf in self._by_kind.items()}

    def _compiled(self, flat: Flat) -> Compiled:
        compiled = super()._compiled(flat)
        if isinstance(flat.declaration, Rule):
            key = CLAUSE, clause_name(flat.declaration.name, flat.number[0])
            compiled.guard = _noting(self.asked, key, compiled.guard)
        return compiled


def _noting(
    asked: set[tuple[str, str]], key: tuple[str, str], guard: Callable[..., Any] | None
) -> Callable[..., Any]:
    """Return a guard that notes that it is asked."""

    def ask(g: Any, c: Any, h: Any) -> Any:
        asked.add(key)
        return guard is None or guard(g, c, h)

    return ask


class _Shelf(dict[str, Declaration]):
    """Declarations of a kind; what is looked up by name is noted, or all where they are gone through."""

    def __init__(self, shelf: dict[str, Declaration], kind: str, asked: set[tuple[str, str]]) -> None:
        super().__init__(shelf)
        self._kind, self._asked = kind, asked

    def __getitem__(self, name: str) -> Declaration:
        self._asked.add((self._kind, name))
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._asked.add((self._kind, str(name)))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self._asked.add((self._kind, name))
        return super().get(name, default)

    def __iter__(self) -> Iterator[str]:
        self._all()
        return super().__iter__()

    def keys(self) -> Any:
        self._all()
        return super().keys()

    def values(self) -> Any:
        self._all()
        return super().values()

    def items(self) -> Any:
        self._all()
        return super().items()

    def _all(self) -> None:
        if self._kind not in _GONE_THROUGH:
            names = super().keys()
            self._asked.update((self._kind, name) for name in names)


def touched_by(trial: Trial, names: Names) -> Touched:
    """Return what a scenario touches when it is run by its own rules, of whose declarations `names` says
    which of them name which. Raises RulesError for a scenario that does not hold.
    """
    base = trial.ruleset
    watched = Watched(base.declarations, base.signatures, base.packs, base.changes)
    outcome = trial.under(watched).run()
    if not outcome.ok:
        raise RulesError(f"{outcome.message}\nchanges are tried once all scenarios hold")
    return frozenset(watched.asked | names.reached(trial.scenario, watched.asked))


class Names:
    """Which entries and items the declarations of a ruleset name, directly and through each other."""

    def __init__(self, declarations: Iterable[Declaration]) -> None:
        declarations = tuple(declarations)
        self._known = {(one.kind, one.name): one.name.lower() for one in declarations if one.kind in _BY_NAME}
        self._named = {(one.kind, one.name): self._in(one) for one in declarations}

    def _in(self, said: Declaration) -> set[tuple[str, str]]:
        text = repr(said).lower()
        return {key for key, name in self._known.items() if name in text}

    def reached(self, scenario: Declaration, asked: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return what a scenario names, or what it asks for does, or what is so named."""
        found: set[tuple[str, str]] = set()
        todo = [self._in(scenario), *(self._named.get(key, set()) for key in asked)]
        while todo:
            for key in todo.pop() - found:
                found.add(key)
                todo.append(self._named[key])
        return found
