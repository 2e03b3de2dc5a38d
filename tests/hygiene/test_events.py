"""Events say whom they tell of by the names of their facts, and every kind has a sentence or an empty one."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.events import KINDS, ROLES
from tercio.plugins.cli.templates import TEMPLATES
from tests.hygiene.house import ROOT

SYSTEMS = {"t9a": "t9a", "spearhead": "spearhead", "regiments": "sovl"}
"""A system that each plugin with procedures plays."""

Emit = tuple[str, str, ast.Call]


@cache
def emits() -> tuple[Emit, ...]:
    """Every call of `emit` with a kind that is written there: (folder, place, call)."""
    return tuple(
        (path.relative_to(ROOT).parts[1], f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for folder in ("kernel", "dsl", "plugins")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit"
    )


def is_id(value: ast.expr) -> bool:
    """Whether an expression is the id of a thing, or a list of them."""
    match value:
        case ast.Attribute(attr="id"):
            return True
        case ast.ListComp(elt=inner) | ast.GeneratorExp(elt=inner):
            return is_id(inner)
        case ast.IfExp(body=body, orelse=other):
            return is_id(body) or is_id(other)
        case _:
            return False


def strangers() -> Iterator[str]:
    desk = Desk()
    desk.packs()
    roles = set().union(*(desk.host.telling(system).roles for system in SYSTEMS.values()))
    for _, place, call in emits():
        for fact in call.keywords:
            if fact.arg is not None and is_id(fact.value) and fact.arg not in roles:
                yield f"{place}: {fact.arg}"


def test_whatever_is_the_id_of_a_thing_stands_under_the_name_of_a_role():
    assert emits()
    assert list(strangers()) == []


def test_every_role_is_one_that_some_event_gives():
    given = {fact.arg for _, _, call in emits() for fact in call.keywords}
    told = given | {"targets", "joined"}  # attempts at spells and deployments write these as data
    assert told >= ROLES


def kinds(folder: str) -> set[str]:
    """The kinds that the modules of a plugin, or of the kernel, write out or name by a constant."""
    here = [(place, call.args[0]) for where, place, call in emits() if folder in (where, place.split("/")[0])]
    return {found for place, kind in here for found in _said(place, kind)}


def _said(place: str, kind: ast.expr) -> Iterator[str]:
    if isinstance(kind, ast.Constant):
        yield str(kind.value)
    elif isinstance(kind, ast.Name):
        module = place.partition(".py")[0].replace("/", ".")
        constant = getattr(importlib.import_module(f"tercio.{module}"), kind.id, None)
        yield from () if constant is None else (constant,)


@pytest.mark.parametrize(("folder", "system"), SYSTEMS.items())
def test_every_event_of_a_game_has_a_sentence(folder, system):
    desk = Desk()
    desk.packs()
    assert kinds(folder) - desk.host.telling(system).kinds == set()


def test_the_kernel_names_its_own_events_and_the_command_line_tells_them():
    assert kinds("kernel") <= KINDS
    assert set(TEMPLATES) == KINDS
