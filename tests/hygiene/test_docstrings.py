"""Every public name of the kernel and the language says what it is."""

from __future__ import annotations

import ast

import pytest

from .house import name_of, sources, tree_of, undocumented


@pytest.mark.parametrize("folder", ["kernel", "dsl"])
def test_every_public_name_has_a_docstring_in(folder):
    assert [
        f"{name_of(path)}:{fault}" for path in sources(folder) for fault in undocumented(tree_of(path))
    ] == []


def test_every_plugin_module_says_what_it_owns():
    silent = [name_of(path) for path in sources("plugins") if not ast.get_docstring(tree_of(path))]
    assert silent == []


def test_the_check_finds_modules_classes_methods_and_functions():
    text = "class Base:\n    def front(self): ...\n\ndef wheel(): ...\n"
    assert list(undocumented(ast.parse(text))) == ["1: module", "1: Base", "2: Base.front", "4: wheel"]


def test_the_check_asks_nothing_of_private_names_dunders_and_setters():
    text = (
        '"""M."""\nclass _Hidden:\n    def front(self): ...\n\n'
        'class Base:\n    """B."""\n    def __len__(self): ...\n'
        "    @front.setter\n    def front(self, value): ...\n"
    )
    assert list(undocumented(ast.parse(text))) == []
