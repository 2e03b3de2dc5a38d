"""Overlays: what a pack changes in another one, and the result with a note of who changed what.

An overlay says for each change what it expects to find; where the base has drifted, the error names both
values. Changes are plain data (`Change` and its kinds) and are applied to finished declarations, never to
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tercio.kernel.decl import (
    Clause,
    Constant,
    Declaration,
    Expr,
    Node,
    RuleRef,
    SequenceDecl,
)
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.source import NOWHERE, Span

from .fields import Drift, Field, field_title, get_field, same, set_field, shown
from .likeness import hold_to

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SetConstant:
    """Give a constant another value."""

    name: str
    value: Expr
    expecting: Expr | None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a whole declaration in the place of the base's."""

    declaration: Declaration
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Patch:
    """Change some fields of a declaration, and give or take rules and clauses."""

    kind: str
    name: str
    expecting: tuple[Field, ...] = ()
    fields: tuple[Field, ...] = ()
    clauses: tuple[Clause, ...] = ()
    rules: tuple[RuleRef, ...] = ()
    without: tuple[str, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a declaration away, or a node out of the sequences (kind `step`, `phase` ...)."""

    kind: str
    name: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Insert:
    """Put a node before or after another one."""

    node: Node
    beside: str
    after: bool = False
    span: Span = NOWHERE


Change = SetConstant | Replace | Patch | Remove | Insert
LEVELS = ("round", "turn", "phase", "step")


@dataclass(slots=True)
class Result:
    """Declarations by (kind, name) in order, and for each changed one the overlays that changed it."""

    declarations: dict[Key, Declaration]
    changes: dict[Key, tuple[str, ...]] = field(default_factory=dict)

    def note(self, key: Key, overlay: str) -> None:
        """Take down that an overlay changed a declaration."""
        self.changes[key] = (*self.changes.get(key, ()), overlay)


def apply(base: Iterable[Declaration], overlays: Mapping[str, Iterable[Change]]) -> Result:
    """Return the base with the changes of each overlay, in order. Raises RulesError with every fault."""
    result = Result({})
    for one in base:
        result.declarations[_free_key(result, one)] = one
    faults: list[Diagnostic] = []
    for overlay, changes in overlays.items():
        for change in changes:
            try:
                _apply(result, change, overlay)
            except Drift as drift:
                faults.append(Diagnostic(str(drift), change.span, hint=drift.hint))
    if faults:
        raise RulesError(faults)
    return result


def _free_key(result: Result, declaration: Declaration) -> Key:
    """Return the key of a declaration; entries of two armies may share a name, then the army tells them
    apart.
    """
    key = declaration.kind, declaration.name
    other = result.declarations.get(key)
    army = getattr(declaration, "army", "")
    if other is not None and army and getattr(other, "army", army) != army:
        return declaration.kind, f"{declaration.name} of {army}"
    return key


def _apply(result: Result, change: Change, overlay: str) -> None:
    match change:
        case SetConstant():
            _set_constant(result, change, overlay)
        case Replace(declaration):
            old = found(result, declaration.kind, declaration.name)
            hold_to(old, declaration)
            cited = replace(declaration, cite=declaration.cite or old.cite, text=declaration.text or old.text)
            _store(result, cited, overlay)
        case Patch():
            _store(result, _patched(found(result, change.kind, change.name), change), overlay)
        case Remove(kind, name):
            _remove(result, kind, name, overlay)
        case Insert():
            _insert(result, change, overlay)


def _store(result: Result, declaration: Declaration, overlay: str) -> None:
    key = declaration.kind, declaration.name
    result.declarations[key] = declaration
    result.note(key, overlay)


def found(result: Result, kind: str, name: str) -> Declaration:
    """Return a declaration of the base; drift if it has gone."""
    declaration = result.declarations.get((kind, name))
    if declaration is None:
        names = [known for of, known in result.declarations if of == kind]
        raise Drift(f'the base has no {kind} "{name}"', did_you_mean(name, names))
    return declaration


def _set_constant(result: Result, change: SetConstant, overlay: str) -> None:
    declaration = found(result, "constant", change.name)
    assert isinstance(declaration, Constant)
    if change.expecting is not None and declaration.value != change.expecting:
        raise Drift(
            f"constant {change.name} is {shown(declaration.value)} in the base, "
            f"the overlay expects {shown(change.expecting)}",
            "look whether the change is still wanted, then mend `expecting`",
        )
    changed = replace(declaration, value=change.value)
    hold_to(declaration, changed)
    _store(result, changed, overlay)


def _patched(declaration: Declaration, patch: Patch) -> Declaration:
    title = f'{patch.kind} "{patch.name}"'
    for expected in patch.expecting:
        present = get_field(declaration, expected)
        if not same(present, expected.value):
            raise Drift(
                f"{field_title(expected)} of {title} is {shown(present)} in the base, "
                f"the overlay expects {shown(expected.value)}",
                "look whether the change is still wanted, then mend `expecting`",
            )
    for change in patch.fields:
        declaration = set_field(declaration, change)
    return _with_rules(declaration, patch, title)


def _with_rules(declaration: Declaration, patch: Patch, title: str) -> Declaration:
    rules: tuple[RuleRef, ...] = getattr(declaration, "rules", ())
    clauses: tuple[Clause, ...] = getattr(declaration, "clauses", ())
    for name in patch.without:
        kept = tuple(ref for ref in rules if ref.name != name)
        left = tuple(one for one in clauses if getattr(getattr(one, "rule", None), "name", None) != name)
        if len(kept) == len(rules) and len(left) == len(clauses):
            raise Drift(
                f'{title} has no "{name}" in the base', did_you_mean(name, [ref.name for ref in rules])
            )
        rules, clauses = kept, left
    changes: dict[str, Any] = {}
    if hasattr(declaration, "rules"):
        changes["rules"] = (*rules, *patch.rules)
    if hasattr(declaration, "clauses"):
        changes["clauses"] = (*clauses, *patch.clauses)
    return replace(declaration, **changes) if changes else declaration


def _remove(result: Result, kind: str, name: str, overlay: str) -> None:
    if kind in LEVELS:
        return _edit_nodes(result, name, overlay, lambda node: ())
    found(result, kind, name)
    del result.declarations[kind, name]
    result.note((kind, name), overlay)
    return None


def _insert(result: Result, change: Insert, overlay: str) -> None:
    def beside(node: Node) -> tuple[Node, ...]:
        return (node, change.node) if change.after else (change.node, node)

    _edit_nodes(result, change.beside, overlay, beside)


def _edit_nodes(result: Result, name: str, overlay: str, edit: Any) -> None:
    """Replace every node of a name in all sequences by what `edit` returns for it; drift if there is none."""
    hit = False
    for key, declaration in list(result.declarations.items()):
        if isinstance(declaration, SequenceDecl):
            nodes = _edited(declaration.nodes, name, edit)
            if nodes != declaration.nodes:
                hit = True
                result.declarations[key] = replace(declaration, nodes=nodes)
                result.note(key, overlay)
    if not hit:
        raise Drift(f'no sequence of the base has a "{name}"', did_you_mean(name, _node_names(result)))


def _edited(nodes: tuple[Node, ...], name: str, edit: Any) -> tuple[Node, ...]:
    made: list[Node] = []
    for node in nodes:
        inner = replace(node, children=_edited(node.children, name, edit)) if node.children else node
        made += edit(inner) if node.name == name else (inner,)
    return tuple(made)


def _node_names(result: Result) -> list[str]:
    names: list[str] = []
    todo = [
        node for one in result.declarations.values() if isinstance(one, SequenceDecl) for node in one.nodes
    ]
    while todo:
        node = todo.pop()
        names.append(node.name)
        todo += node.children
    return names
