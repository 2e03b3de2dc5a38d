"""The names that a pack may use: what it declares itself and what the packs it uses declare.

Headers are collected before anything is lowered, so that declarations may stand in any order and in any file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from tercio.kernel.decl import (
    Action,
    Army,
    Card,
    Characteristic,
    Count,
    Declaration,
    Item,
    Keyword,
    Limit,
    Need,
    Node,
    Option,
    Override,
    Parameter,
    RollDecl,
    Rule,
    Scenario,
    SequenceDecl,
    Table,
    TableMap,
    UnitEntry,
    Weapon,
)
from tercio.kernel.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Header:
    """What others need to know of a declaration: its kind, name and place, parameters, columns of a table
    (of an item its lists, of a map its areas, of an army its categories), `of` of a characteristic, a roll,
    a keyword or a card (its deck).
    """

    kind: str
    name: str
    span: Span = NOWHERE
    parameters: tuple[Parameter, ...] = ()
    columns: tuple[str, ...] = ()
    of: str = ""
    broken: bool = False


NODE_WORDS = ("battle", "round", "turn", "phase", "step", "combat", "round-of-combat")


@dataclass(slots=True)
class Names:
    """Headers by kind and name; `nodes` are the names of sequence nodes, `actions` those of actions, whatever
    declares them; `counted` are the counters of army books that something adds to, `asked` those that a need
    or a limit looks at. A pack that stands on no other may have items for armies that only other packs have.
    `unread` are the names and words of lines that could not be read.
    """

    headers: dict[str, dict[str, Header]] = field(default_factory=dict)
    nodes: set[str] = field(default_factory=lambda: set(NODE_WORDS))
    actions: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    stands_alone: bool = True
    unread: set[str] = field(default_factory=set)

    def add(self, header: Header) -> Header | None:
        """Take a header; returns the earlier one of the same kind and name, if any, which is then kept."""
        shelf = self.headers.setdefault(header.kind, {})
        earlier = shelf.get(header.name)
        if earlier is None:
            shelf[header.name] = header
        return earlier

    def get(self, kind: str, name: str) -> Header | None:
        """Return a header, or None."""
        return self.headers.get(kind, {}).get(name)

    def of_kinds(self, *kinds: str) -> Iterator[str]:
        """Yield the names of some kinds."""
        for kind in kinds:
            yield from self.headers.get(kind, ())

    def find(self, name: str, *kinds: str) -> Header | None:
        """Return the header of the first kind that has this name, or None."""
        for kind in kinds:
            header = self.headers.get(kind, {}).get(name)
            if header is not None:
                return header
        return None

    def copy(self) -> Names:
        """Return an independent copy."""
        headers = {kind: dict(shelf) for kind, shelf in self.headers.items()}
        sets = (set(self.nodes), set(self.actions), set(self.counted), set(self.asked))
        return Names(headers, *sets, self.stands_alone, set(self.unread))


def header_of(declaration: Declaration) -> Header:
    """Return the header of a finished declaration."""
    parameters: tuple[Parameter, ...] = ()
    columns: tuple[str, ...] = ()
    of = ""
    match declaration:
        case Rule() | Weapon():
            parameters = declaration.parameters
        case Table():
            columns = declaration.columns
        case Characteristic() | RollDecl() | Keyword():
            of = declaration.of
        case Card():
            of = declaration.deck
        case Army():
            columns = tuple(category.name for category in declaration.categories)
        case UnitEntry(is_mount=True):
            return Header("mount", declaration.name, declaration.span)
        case Item():
            columns = declaration.lists
        case TableMap():
            columns = tuple(area.name for area in declaration.areas)
        case _:
            pass
    return Header(declaration.kind, declaration.name, declaration.span, parameters, columns, of)


def names_of(declarations: Iterable[Declaration], names: Names | None = None) -> Names:
    """Return the names of finished declarations, added to `names` where given; none refers to a scenario."""
    names = names if names is not None else Names()
    names.stands_alone = False
    for declaration in declarations:
        if not isinstance(declaration, Scenario):
            names.add(header_of(declaration))
            _take_down(declaration, names)
        if isinstance(declaration, SequenceDecl):
            names.nodes.add(declaration.name)
            names.nodes.update(node_names(declaration.nodes))
    return names


def _take_down(node: Any, names: Names) -> None:
    """Take down the actions and counters in a declaration, in any part of it."""
    if isinstance(node, tuple):
        for item in node:
            _take_down(item, names)
    elif is_dataclass(node) and not isinstance(node, Span):
        match node:
            case Action():
                names.actions.add(node.name)
            case Option() | Count():
                names.counted.add(node.name)
            case Override(field="counts"):
                names.counted.add(str(node.value).rpartition(" ")[0])
            case Need() | Limit():
                names.asked.update(node.counters)
            case _:
                pass
        for one in fields(node):
            _take_down(getattr(node, one.name), names)


def node_names(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the names of nodes of a sequence and of all below them."""
    for node in nodes:
        yield node.name
        yield from node_names(node.children)
