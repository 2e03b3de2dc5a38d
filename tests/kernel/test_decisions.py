"""Decisions are data: options, judging, asking; contexts name who takes part (architecture 5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tercio.kernel.context import Context, attribute
from tercio.kernel.decisions import Decision, ask, is_number
from tercio.kernel.errors import Refusal

from .toy import drive


def decision(offered: Any = ("hold", "flee"), **more: Any) -> Decision:
    return Decision("react", "A", "Hold or flee?", offered, "Charge Phase 2", {"unit": 3}, **more)


def test_options_may_be_found_when_first_asked_for_and_only_once():
    asked = []

    def options() -> list[str]:
        asked.append(1)
        return ["hold"]

    one = decision(options)
    assert asked == []
    assert (one.options, one.options, asked) == (["hold"], ["hold"], [1])


def test_an_answer_is_one_of_the_options():
    assert decision().judge("hold") is None
    assert decision().judge("fight") == Refusal(
        "decision.not_an_option", {"kind": "react", "answer": "fight"}
    )


def test_where_answers_are_countless_a_test_judges_them():
    far = Refusal("move.too_far", {"inches": 9})
    one = decision([4], accepts=lambda answer: None if answer <= 5 else far)
    assert (one.judge(3), one.judge(9)) == (None, far)


@pytest.mark.parametrize("told", [2.0, True, [1, 2.0]])
def test_an_answer_that_equals_an_offered_one_is_that_one(told):
    one = decision([[1, 2], 2, 1])
    meant = one.meant(told)
    assert (one.judge(told), meant) == (None, told)
    assert json.dumps(meant) in ("2", "1", "[1, 2]")


def test_an_answer_that_was_not_offered_is_meant_as_it_is():
    one = decision(lambda: [4], accepts=lambda answer: None)
    assert (one.meant(4.0), one.meant([0.5])) == (4.0, [0.5])


@pytest.mark.parametrize("told", [float("nan"), float("inf"), 10**400, -(10**400), True, "1", None, [1]])
def test_a_number_to_reckon_with_is_finite(told):
    assert not is_number(told)
    assert is_number(-7.5)


def test_a_forced_answer_is_not_asked_unless_others_would_be_accepted():
    assert drive(ask(decision(["hold"]))) == ("hold", [])
    free = decision([4], accepts=lambda answer: None)
    assert drive(ask(free), 5) == (5, [free])


def test_an_illegal_answer_that_comes_through_is_a_broken_contract():
    procedure = ask(decision())
    next(procedure)
    with pytest.raises(ValueError, match="illegal answer came through to react"):
        procedure.send("fight")


def test_a_decision_is_plain_data():
    plain = decision(lambda: ("hold", "flee")).plain()
    assert json.loads(json.dumps(plain)) == {
        "kind": "react",
        "player": "A",
        "question": "Hold or flee?",
        "options": ["hold", "flee"],
        "rule": "Charge Phase 2",
        "facts": {"unit": 3},
    }


def test_a_context_knows_its_roles_and_reads_all_others_as_nothing():
    context = Context(unit="pikes", target_unit="knights")
    assert (context.unit, getattr(context, attribute("target-unit")), context.caster, context.attack) == (
        "pikes",
        "knights",
        None,
        None,
    )
    other = context.but(unit="archers", player="A")
    assert (other.unit, other.target_unit, other.player, context.unit) == ("archers", "knights", "A", "pikes")
    assert repr(context) == "Context(unit=pikes, target_unit=knights)"
