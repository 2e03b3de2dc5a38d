"""The scenarios that pack authors wrote beside their rules, one test each."""

from __future__ import annotations

import pytest

from tercio.dsl.desk import Desk
from tercio.dsl.trials import Trial, collect

DESK = Desk()
TRIALS = collect(DESK)


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.id)
def test_a_scenario_of_a_pack_holds(trial: Trial):
    outcome = trial.run()
    if outcome.error is not None:
        raise outcome.error
    assert outcome.ok, outcome.message


def test_every_army_book_and_the_core_rules_have_scenarios():
    packs = {trial.scenario.pack for trial in TRIALS}
    runnable = [pack for pack in DESK.packs() if pack.manifest.system in DESK.host.trials]
    assert packs >= {pack.name for pack in runnable if not pack.manifest.over}
