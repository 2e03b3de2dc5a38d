"""Experiments from question to answer, on a toy game."""

from __future__ import annotations

import pytest

from tercio.kernel.errors import RulesError

from .toys import ToyDesk


def games(frame):
    return frame.drop(columns="state").to_dict("records")


def test_a_house_rule_shows_in_the_metric_that_it_moves(lab):
    metrics = lab.result(variants=[lab.hasty], games=60)["metrics"]
    points = metrics["victory-points"]
    assert points["low"] <= points["difference"] <= points["high"]
    assert points["low"] > 0
    assert points["games"] == 60
    assert metrics["turns"]["difference"] == 0


def test_the_same_seed_finds_the_same_and_another_one_confirms_it(lab):
    asked = {"variants": [lab.hasty], "games": 60}
    one, again = lab.result(seed=1, **asked), lab.result(seed=1, **asked)
    other = lab.result(seed=2, **asked)
    assert one == again
    first, second = (found["metrics"]["victory-points"] for found in (one, other))
    assert first["difference"] != second["difference"]
    assert first["low"] < second["high"]
    assert second["low"] < first["high"]


def test_sharing_dice_takes_variance_away(lab):
    points = lab.result(variants=[lab.hasty], games=60)["metrics"]["victory-points"]
    assert points["variance_reduction"] > 0.8
    assert points["games_needed"] == points["games"]
    assert points["games_needed_unpaired"] > 5 * points["games"]


def test_a_pair_has_one_seed_and_one_seating_and_lists_change_seats(lab):
    rows = games(lab.play(variants=[lab.hasty], games=4))
    assert [row["ruleset"] for row in rows] == ["base", "hasty"] * 4
    assert [row["seat"] for row in rows] == ["A", "A", "B", "B"] * 2
    assert len({row["seed"] for row in rows}) == 4
    assert all(rows[at]["seed"] == rows[at + 1]["seed"] for at in range(0, 8, 2))


def test_a_variant_that_changes_nothing_is_named_and_not_played(lab):
    result = lab.result(sweeps=["haste=1..3"], games=2)
    assert [one["name"] for one in result["rulesets"]] == ["base", "haste=1", "haste=3"]
    assert result["idle"] == ["haste=2"]


def test_a_sweep_moves_the_metric_step_by_step(lab):
    found = lab.result(sweeps=["haste=0..4..2"], games=30)["comparisons"]
    moved = {one["variant"]: one["metrics"]["victory-points"]["difference"] for one in found}
    assert moved["haste=0"] < 0 < moved["haste=4"]


def test_a_swept_distance_is_a_distance(lab):
    ready = ToyDesk([lab.packs]).rules("toy", over=["reach=6"])
    assert ready.constant("reach") == 6
    with pytest.raises(RulesError, match="not a distance"):
        ToyDesk([lab.packs]).rules("toy", over=["reach=6+"])


def test_variants_may_be_laid_on_together(lab):
    result = lab.result(variants=[f"{lab.hasty}+reach=6"], games=2)
    assert result["rulesets"][1]["name"] == "hasty+reach=6"
    assert len(result["rulesets"][1]["over"]) == 2


def test_every_list_plays_every_other_and_stands_by_all_its_matches(lab):
    result = lab.result(lab.a, lab.b, lab.c, variants=[lab.hasty], games=20)
    assert len(result["comparisons"]) == 3
    a, b, c = result["standings"]
    assert a["metrics"]["win"]["games"] == 40
    assert c["metrics"]["win"]["base"] < a["metrics"]["win"]["base"]
    assert set(b["variants"]) == {"hasty"}


def test_without_a_variant_the_base_is_measured(lab):
    result = lab.result(games=30)
    win = result["metrics"]["win"]
    assert result["comparisons"] == []
    assert win["low"] < win["base"] < win["high"]


def test_a_mirrored_list_wins_about_half_of_what_is_not_drawn(lab):
    frame = lab.play(lab.a, lab.a, games=200)
    first, second = frame["win"].sum(), frame["win-of-foe"].sum()
    assert first + second + frame["draw"].sum() == 200
    assert abs(first - second) < 40


def test_what_fires_more_or_less_is_told(lab):
    result = lab.result(sweeps=["haste=4..4"], games=10)
    assert result["comparisons"][0]["fired"] == []


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"metrics": ["wins"]}, "did you mean"),
        ({"variants": ["haste=x"]}, "x"),
        ({"variants": ["hastee=3"]}, "hastee"),
        ({"sweeps": ["haste=3"]}, "no sweep"),
        ({"sweeps": ["haste=3..1"]}, "no value"),
        ({"agents": ["captain"] * 3}, "agent"),
        ({"agents": ["nobody"]}, "nobody"),
        ({"games": 0}, "at least one"),
        ({"confidence": 1.0}, "confidence"),
    ],
    ids=str,
)
def test_what_cannot_be_played_is_told_before_it_is(lab, asked, says):
    with pytest.raises(RulesError, match=says):
        lab.play(**asked)


def test_one_list_alone_is_no_experiment(lab):
    with pytest.raises(RulesError, match="two lists"):
        lab.play(lab.a)
