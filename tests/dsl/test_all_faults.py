"""All faults of a pack in one run: none hides another, none is told twice, none is only what another left."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import RulesError

from .words import load

CASES = {
    "a faulty line hides nothing of the lines beside it": (
        'rule "Bold"\n  cite "F"\n  modify strength by == 2\n  cannot shooot\n  has "Fealess"\n',
        ["3: ==", "4: shooot", "5: Fealess"],
    ),
    "what stands below a faulty line is not told": (
        'rule "Bold"\n  cite "F"\n  after unit-moved ;\n    nonsense\n',
        ["3: ;"],
    ),
    "otherwise is no fault where its if could not be read": (
        'rule "Bold"\n  cite "F"\n  after unit-moved\n    if unit is ;\n      end this effect\n'
        "    otherwise\n      end this effect\n",
        ["4: ;"],
    ),
    "nothing is missing that stands in a line that could not be read": (
        'rule "Bold"\n  cite "F\n',
        ["2: closing quote"],
    ),
    "a faulty head hides nothing of other declarations": (
        'rule "Bold" (X\n  cite "F"\n\nrule "Sly"\n  cite "F"\n  has "Bold" (1), "Bolld"\n',
        ["1: closed", "6: Bolld"],
    ),
    "a name in a line that could not be read is known": (
        'unit "Carters"\n  cite "F"\n  needs "Oar" in unit\n  options\n    take "Oar" for ;\n',
        ["5: ;"],
    ),
    "of a line with several wrong names all are told": (
        'rule "Sly"\n  cite "F"\n  has "Bolld", "Fealess", "Fearless"\n  ignore "Hart", "Fearless", "Hurt"\n',
        ["3: Bolld", "3: Fealess", "4: Hart", "4: Hurt"],
    ),
    "a wrong name in a head hides nothing below it": (
        'unit "Carters" of "Fenn"\n  cite "F"\n  has "Fealess"\n  armed "Sper", "Bou"\n',
        ["1: Fenn", "3: Fealess", "4: Sper", "4: Bou"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_all_faults_are_told_and_no_others(case):
    text, expected = CASES[case]
    with pytest.raises(RulesError) as caught:
        load(text, "all")
    told = [f"{one.span.line}: {one.message}" for one in caught.value.diagnostics]
    assert len(told) == len(expected), told
    for found, wanted in zip(told, expected, strict=True):
        line, _, part = wanted.partition(" ")
        assert found.startswith(line)
        assert part in found


def test_faults_are_told_in_order_and_each_once():
    text = 'rule "B"\n  cite "F"\n  has "Xx"\n  modify to-hit by ==\n\nrule "A"\n  cite "F"\n  has "Xx"\n'
    with pytest.raises(RulesError) as caught:
        load(text, "all")
    assert [one.span.line for one in caught.value.diagnostics] == [3, 4, 8]
