"""When an experiment looks, stops, and what it is asked for: plans, sweeps, looks, batches."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import RulesError
from tercio.plugins.lab.conduct import Conductor, looks
from tercio.plugins.lab.games import Row
from tercio.plugins.lab.pace import LEAST_SECONDS, Pace
from tercio.plugins.lab.plan import Place
from tercio.plugins.lab.svg import Bar, axis, curve, forest
from tercio.plugins.lab.sweep import half_width, rulesets, swept


class Shuffled:
    """Plays nothing, and hands in rows in a wild order."""

    def __init__(self, batch):
        self.batch = batch

    def play(self, plan, numbers):
        todo = list(numbers)
        while todo:
            batch, todo = todo[: self.batch], todo[self.batch :]
            yield [Row(number) for number in reversed(batch)]


def test_looks_come_ever_more_rarely_and_never_at_the_end():
    found = list(looks(200))
    assert found[:4] == [30, 40, 50, 60]
    assert found[-1] < 200
    assert list(looks(30)) == []


@pytest.mark.parametrize("batch", [1, 7, 500])
def test_where_it_stops_does_not_depend_on_who_ended_first(lab, batch):
    plan = lab.plan(variants=[str(lab.hasty)], games=200)
    played = Conductor(plan, enough=lambda rows: len(rows) >= 100).run(Shuffled(batch))
    assert played.enough
    assert played.pairs == 50
    assert [row.number for row in played.rows] == list(range(100))


def test_what_was_played_before_is_not_played_again(lab):
    plan = lab.plan(games=10)
    asked = []

    class Watched(Shuffled):
        def play(self, plan, numbers):
            for number in numbers:
                asked.append(number)
                yield [Row(number)]

    Conductor(plan, [Row(0), Row(3), Row(99)]).run(Watched(1))
    assert asked == [1, 2, 4, 5, 6, 7, 8, 9]


def test_games_are_numbered_pair_by_pair_then_match_by_match(lab):
    plan = lab.plan(variants=[str(lab.hasty)], games=3)
    assert [plan.place(number) for number in range(4)] == [
        Place(0, 0, 0),
        Place(0, 0, 1),
        Place(0, 1, 0),
        Place(0, 1, 1),
    ]
    assert plan.seats(Place(0, 0, 0)) == (0, 1)
    assert plan.seats(Place(0, 1, 0)) == (1, 0)


def test_no_two_pairs_share_a_seed_be_they_of_other_matches_or_experiments(lab):
    one, two = lab.plan(games=50), lab.plan(games=50, seed=2)
    seeds = [
        plan.seed_of(Place(match, pair, 0)) for plan in (one, two) for match in (0, 1) for pair in range(50)
    ]
    assert len(set(seeds)) == 200


def test_the_command_plays_a_game_again(lab):
    plan = lab.plan(variants=[f"{lab.hasty}+reach=6"], games=3, agents=["captain", "stumbler"])
    command = plan.command(3)
    assert command.startswith(f"tercio play {lab.b} {lab.a} --system toy --seed ")
    assert f"--agents stumbler,captain --over {lab.hasty} --over reach=6 --pack {lab.packs}" in command


@pytest.mark.parametrize(
    ("sweep", "values"),
    [
        ("reach=2..4", ["2", "3", "4"]),
        ("reach=0..1..1/2", ["0", "1/2", "1"]),
        ("reach=1..2..0.5", ["1", "3/2", "2"]),
        ("reach=-1..1..2", ["-1", "1"]),
    ],
)
def test_a_sweep_goes_from_value_to_value(sweep, values):
    assert [one.name for one in swept(sweep)] == [f"reach={value}" for value in values]


@pytest.mark.parametrize(
    "sweep", ["reach", "reach=2", "reach=2..", "=2..3", "reach=1..2..0", "reach=1..1/0", "r=0..1e9"]
)
def test_what_is_no_sweep_is_told(sweep):
    with pytest.raises(RulesError, match="--sweep"):
        list(swept(sweep))


def test_a_variant_that_is_asked_for_twice_is_one():
    assert [one.name for one in rulesets(["reach=3"], ["reach=2..3"])] == ["base", "reach=3", "reach=2"]


def test_two_files_of_one_name_are_named_in_full():
    assert [one.name for one in rulesets(["a/house.rules", "b/house.rules"], [])] == [
        "base",
        "a/house.rules",
        "b/house.rules",
    ]


@pytest.mark.parametrize(("until", "half"), [("1%", 0.01), ("0.5", 0.5), ("2.5%", 0.025)])
def test_a_width_is_a_number_or_percent(until, half):
    assert half_width(until) == pytest.approx(half)


@pytest.mark.parametrize("until", ["", "%", "0", "-1%", "nan", "inf", "x"])
def test_what_is_no_width_is_told(until):
    with pytest.raises(RulesError, match="--until"):
        half_width(until)


def test_batches_grow_until_they_last_long_enough():
    pace = Pace()
    sizes = []
    for _ in range(6):
        sizes.append(pace.size)
        pace.learn(pace.size, pace.size * 0.001)
    assert sizes[:3] == [1, 8, 64]
    assert LEAST_SECONDS <= pace.size * 0.001 <= 4 * LEAST_SECONDS


def test_slow_games_are_handed_out_one_by_one():
    pace = Pace()
    pace.learn(1, 3.0)
    assert pace.size == 1


def test_an_axis_has_round_ticks_within_its_ends():
    made = axis([-0.031, 0.052], 0, 100)
    assert [round(tick, 3) for tick in made.ticks()] == [-0.02, 0.0, 0.02, 0.04]
    assert made.at(made.low) == 0
    assert made.at(made.high) == 100


def test_plots_hold_without_any_spread():
    flat = Bar("a <b>", 0.0, 0.0, 0.0)
    assert "&lt;b&gt;" in forest([flat], "t", str)
    assert "<polyline" in curve([(1.0, flat)], "t", str)
