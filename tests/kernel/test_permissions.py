"""May, cannot, must: prohibitions beat permissions unless the permission is declared an exception
(architecture 3).
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.context import Context
from tercio.kernel.decl import Compare, Ignore, Mood, Permit, Role, Rule, RuleRef, Term
from tercio.kernel.permissions import may, must

from .toy import give, new_game, new_unit, number


def rule(name: str, mood: Mood, despite: str = "", **more) -> Rule:
    return Rule(name=name, clauses=(Permit("dash", mood, despite, **more),))


def asked(*rules: Rule, extra: tuple[Rule, ...] = ()):
    game = new_game(*rules, *extra)
    unit = new_unit(game)
    give(game, unit, *(one.name for one in (*rules, *extra)))
    return game, Context(unit=unit)


@pytest.mark.parametrize("default", [True, False])
def test_where_no_rule_speaks_the_default_counts(default):
    game, context = asked()
    assert may(game, "dash", context, default) is default
    assert not must(game, "dash", context)


def test_a_permission_allows_what_is_not_allowed_by_default():
    game, context = asked(rule("Swift", Mood.MAY))
    assert may(game, "dash", context, default=False)


def test_a_prohibition_beats_a_permission_whichever_came_first():
    for rules in (
        (rule("Swift", Mood.MAY), rule("Slow", Mood.CANNOT)),
        (rule("Slow", Mood.CANNOT), rule("Swift", Mood.MAY)),
    ):
        game, context = asked(*rules)
        assert not may(game, "dash", context)


def test_a_permission_despite_a_rule_overrules_that_rule_and_no_other():
    slow, swift = rule("Slow", Mood.CANNOT), rule("Swift", Mood.MAY, "Slow")
    game, context = asked(slow, swift)
    assert may(game, "dash", context)
    game, context = asked(slow, swift, rule("Rooted", Mood.CANNOT))
    assert not may(game, "dash", context)


def test_a_prohibition_counts_only_while_its_condition_holds():
    slow = rule("Slow", Mood.CANNOT, guard=Compare("<", Term("pace", (Role("unit"),)), number(4)))
    game, context = asked(slow)
    assert may(game, "dash", context)
    context.unit.pools[0].profile["pace"] = 3
    assert not may(game, "dash", context)


def test_an_ignored_prohibition_does_not_count():
    game, context = asked(
        rule("Slow", Mood.CANNOT), extra=(Rule(name="Free", clauses=(Ignore(RuleRef("Slow")),)),)
    )
    assert may(game, "dash", context)


def test_a_requirement_requires_unless_it_is_forbidden():
    game, context = asked(rule("Eager", Mood.MUST))
    assert must(game, "dash", context)
    assert may(game, "dash", context, default=False)
    game, context = asked(rule("Eager", Mood.MUST), rule("Slow", Mood.CANNOT))
    assert not must(game, "dash", context)


MOODS = st.tuples(st.sampled_from(Mood), st.sampled_from(["", "R0", "R1", "R2"]))


@given(st.lists(MOODS, max_size=4), st.booleans())
def test_the_whole_law_of_permissions(said, default):
    game, context = asked(*(rule(f"R{i}", mood, despite) for i, (mood, despite) in enumerate(said)))
    excepted = {despite for mood, despite in said if mood is not Mood.CANNOT}
    forbidden = any(mood is Mood.CANNOT and f"R{i}" not in excepted for i, (mood, _) in enumerate(said))
    allowed = default or any(mood is not Mood.CANNOT for mood, _ in said)
    assert may(game, "dash", context, default) is (allowed and not forbidden)
    assert must(game, "dash", context) is (any(m is Mood.MUST for m, _ in said) and not forbidden)
