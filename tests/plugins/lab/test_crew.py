"""Who plays the games makes no difference: one process, several, a cluster; dying workers do no harm."""

from __future__ import annotations

import os
import signal

import pytest

from tercio.kernel.errors import RulesError
from tercio.plugins.lab.cluster import Cluster
from tercio.plugins.lab.crew import Here

ASKED = {"games": 30}


def told(frame):
    return frame.to_dict("records")


def test_results_do_not_depend_on_the_number_of_workers(lab):
    asked = {"variants": [lab.hasty], **ASKED}
    alone, one, three = (lab.play(workers=number, **asked) for number in (0, 1, 3))
    assert told(alone) == told(one) == told(three)
    assert alone.attrs["result"] == one.attrs["result"] == three.attrs["result"]


def test_a_game_that_raises_is_recorded_with_its_command_and_the_others_go_on(lab):
    result = lab.result(variants=[lab.hasty], agents=["stumbler"], games=40)
    failures = result["failures"]
    lost = {one["seed"] for one in failures}
    assert 0 < len(lost) < 40
    assert all(seed % 5 == 0 for seed in lost)
    assert failures[0]["error"] == "ValueError: stumbled"
    assert f"--seed {failures[0]['seed']}" in failures[0]["command"]
    assert result["metrics"]["win"]["games"] == 40 - len(lost)


def test_a_game_that_kills_its_worker_is_recorded_and_all_others_are_played(lab):
    frame = lab.play(variants=[lab.hasty], agents=["killer"], games=20, workers=2)
    dead = frame[frame["error"] == "the worker died"]
    assert len(frame) == 40
    assert set(dead["seed"]) == {seed for seed in frame["seed"] if seed % 5 == 0}
    assert len(dead) > 0
    assert (frame["error"] == "").sum() == 40 - len(dead)


def test_an_interrupt_keeps_the_games_so_far(lab):
    result = lab.result(agents=["interrupting"], games=40, seed=2)
    assert result["interrupted"]
    assert 0 < result["metrics"]["win"]["games"] < 40


@pytest.fixture
def cluster(monkeypatch):
    distributed = pytest.importorskip("distributed")
    asked = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(processes=True, **asked) as made:
        yield made


@pytest.mark.filterwarnings("default")
def test_a_cluster_that_loses_a_worker_finds_the_same(lab, cluster):
    plan = lab.plan(variants=[str(lab.hasty)], games=60)
    with cluster.get_client() as client:
        doomed = next(iter(client.run(os.getpid).values()))
    playing = Cluster(cluster.scheduler_address).play(plan, range(plan.games))
    rows = next(playing)
    os.kill(doomed, signal.SIGKILL)
    rows += [row for batch in playing for row in batch]
    assert sorted(rows, key=by_number) == [
        row for batch in Here().play(plan, range(plan.games)) for row in batch
    ]


def by_number(row):
    return row.number


def test_a_cluster_that_is_not_there_is_told(lab, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("tercio.plugins.lab.cluster._PATIENCE", "200ms")
    with pytest.raises(RulesError, match="nobody answers"):
        lab.play(cluster="tcp://127.0.0.1:1")


@pytest.mark.soak
@pytest.mark.filterwarnings("default")
def test_a_game_that_kills_one_worker_after_the_other_is_recorded(lab, cluster):
    frame = lab.play(agents=["killer"], games=4, seed=3, cluster=cluster.scheduler_address)
    assert list(frame["error"]) == ["", "the worker died", "", ""]
