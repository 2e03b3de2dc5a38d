"""Modules and functions stay short: the budget of the house, printed in the header of each test run."""

from __future__ import annotations

import ast

from .house import CODE, Sizes, function_length, function_sizes, functions, module_sizes, sources, tree_of


def test_modules_stay_within_the_budget():
    sizes = module_sizes(sources(*CODE))
    assert sizes.is_held, sizes


def test_functions_stay_within_the_budget():
    sizes = function_sizes(map(tree_of, sources(*CODE)))
    assert sizes.is_held, sizes


def test_a_docstring_costs_a_function_nothing():
    (plain,) = functions(ast.parse("def f():\n    return 1"))
    (documented,) = functions(ast.parse('def f():\n    """One.\n\n    Source: none.\n    """\n    return 1'))
    assert function_length(plain) == function_length(documented) == 2


def test_one_in_ten_too_long_breaks_the_budget_and_one_in_twenty_does_not():
    assert not Sizes("functions", (5,) * 9 + (36,), 35, 8).is_held
    assert Sizes("functions", (5,) * 19 + (36,), 35, 8).is_held


def test_a_median_too_long_breaks_the_budget():
    assert not Sizes("functions", (9, 9, 9), 35, 8).is_held
