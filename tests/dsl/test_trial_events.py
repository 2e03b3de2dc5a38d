"""`expect event K of X`: only what has a role in an event counts, and unknown kinds and facts are faults."""

from __future__ import annotations

import pytest

from tercio.dsl.desk import Desk
from tercio.dsl.trials import collect

BEFORE = """use "t9a"

scenario "rally"
  cite "Rally Phase 1"
  battlefield 72"x48"
  unit "Swordsmen" as men of A at 36", 24" facing north, files 5, models 20
  unit "Captain" as lone of A at 50", 24" facing north, files 1, models 1
  unit "Bowmen" as friends of A at 10", 10" facing north, files 5, models 10
  given men is shaken
  dice rally-test 1 1
  do men takes a rally test
"""


@pytest.fixture
def expecting(tmp_path):
    """What is said of one expectation behind a Rally Test of men, who need 7."""

    def run(line: str) -> str:
        path = tmp_path / "one.rules"
        path.write_text(f"{BEFORE}  {line}\n", "utf-8")
        (trial,) = collect(Desk(), [path])
        return trial.run().message

    return run


@pytest.mark.parametrize(
    "line",
    [
        "expect event tested of men",
        "expect event tested of A",
        "expect no event tested of friends",
        "expect no event tested of lone",
        "expect no event tested of B",
        "expect event tested of men with needed 7, passed yes",
        "expect no event unit-fled of men",
    ],
)
def test_an_event_is_of_whom_it_names_in_a_role(expecting, line):
    """A number that equals an id (7 is needed, and 7 is a model of friends) names nobody."""
    assert expecting(line) == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("expect event tested of friends", "found tested"),
        ("expect no event unit-fledd of men", 'no event is called "unit-fledd". did you mean "unit-fled"?'),
        (
            "expect no event tested of men with neded 7",
            'no fact of tested is called "neded". did you mean "needed"?',
        ),
    ],
)
def test_what_can_never_be_is_a_fault_and_no_passing_expectation(expecting, line, said):
    assert said in expecting(line)


LAID = """use "t9a"

scenario "laid out"
  cite "Definitions 4"
  battlefield 72"x48"
  unit "Swordsmen" as men of A at 36", 24" facing north, files 5, models 20
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('unit "Captain" as lone of A at 36", 23" facing north', "lone stands where men stands"),
        ('unit "Captain" as lone of A at 0.1", 23" facing north', "lone does not stand on the table"),
        ('unit "Captain" as lone of A at 46", 23" facing north', ""),
        ('unit "Captain" as lone of A at 36", 24" facing north\n  given lone is joined to men', ""),
    ],
)
def test_how_units_stand_is_looked_at_when_something_is_first_expected(tmp_path, line, said):
    path = tmp_path / "one.rules"
    path.write_text(f"{LAID}  {line}\n  expect files of men is 5\n", "utf-8")
    (trial,) = collect(Desk(), [path])
    told = trial.run().message
    assert said in told
    assert bool(said) == bool(told)


@pytest.mark.parametrize(
    ("lines", "holds"),
    [
        ('do men advances 9"', False),
        ('do men advances 9"\n  expect refusal', True),
        ('do men advances 9"\n  expect refusal "move.too_far"', True),
        ('do men advances 9"\n  expect refusal "move.may_not_move"', False),
        ('do men advances 2"\n  expect refusal', False),
        ('answer "charge.react" of A with hold\n  do men advances 2"', False),
    ],
)
def test_a_refused_deed_is_a_fault_unless_it_is_expected(tmp_path, lines, holds):
    path = tmp_path / "one.rules"
    path.write_text(f"{LAID}  {lines}\n", "utf-8")
    (trial,) = collect(Desk(), [path])
    assert trial.run().ok == holds


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('name "Captain" of A as late', 'no "Captain" of A is there that has no name in this scenario'),
        ('name "Swordsmen" as late', "without a name so far: nothing"),
    ],
)
def test_what_has_not_come_about_gets_no_name(tmp_path, lines, said):
    path = tmp_path / "one.rules"
    path.write_text(f"{LAID}  {lines}\n", "utf-8")
    (trial,) = collect(Desk(), [path])
    assert said in trial.run().message


def test_an_answer_that_is_not_allowed_is_told_with_those_that_are(tmp_path):
    path = tmp_path / "one.rules"
    foes = 'unit "Bowmen" as foes of B at 36", 32" facing south, files 5, models 10'
    path.write_text(f'{LAID}  {foes}\n  answer "charge.react" with fle\n  do men charges foes\n', "utf-8")
    (trial,) = collect(Desk(), [path])
    assert (
        'decision.not_an_option (kind charge.react, answer fle, options hold, flee; did you mean "flee"?)'
        in (trial.run().message)
    )


STEPS = """use "sovl"

scenario "steps"
  cite "Movement"
  battlefield 60"x40"
  unit "Foot" as men of A at 30", 15" facing north, files 5, models 10
  at strategic of A, game-turn 1
  answer "unit.move" with (advance 4)
  do men uses "Move"
  expect event unit-moved of men
"""


def test_steps_and_placements_are_told_in_parentheses(tmp_path):
    path = tmp_path / "one.rules"
    path.write_text(STEPS, "utf-8")
    (trial,) = collect(Desk(), [path])
    assert trial.run().message == ""


FOES = '  unit "Swordsmen" as foes of B at 36", 36" facing south, files 5, models 10\n'


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("men is joined to men", "cannot stand in"),
        ("foes is joined to men", "cannot stand in"),
        ("men is in contact with men", "cannot be in contact with itself"),
    ],
)
def test_nobody_joins_a_foe_or_touches_itself(tmp_path, line, why):
    path = tmp_path / "one.rules"
    path.write_text(f"{LAID}{FOES}  given {line}\n  expect models of men = 20\n", "utf-8")
    (trial,) = collect(Desk(), [path])
    assert why in trial.run().message
