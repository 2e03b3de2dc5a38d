"""What a system works out from the rules that hold is brought up to date wherever they may have changed."""

from __future__ import annotations

import pytest

from tercio.kernel.context import Context
from tercio.kernel.decl import Clause, Do, Role, Rule, Trigger
from tercio.kernel.decl.clauses import Action, Instead
from tercio.kernel.sequence import advance
from tercio.kernel.signatures import UpkeepSignature, WindowSignature
from tercio.kernel.windows import open_window, replaced

from .toy import UNIT, drive, give, new_game, new_unit

CHEER = (Do("cheer", (("who", Role("bearer")),)),)
WORK = (UpkeepSignature("count", lambda g: g.battle.tokens.update(counted=cheers(g)), "Counts cheers."),)
RULES: dict[str, Clause] = {
    "trigger": Trigger("dashed", "after", CHEER),
    "action": Action("Shout", "dashed", "after", CHEER, forced=True),
    "replacement": Instead("fallen", CHEER),
}


def cheers(g):
    return sum(unit.tokens.get("cheers", 0) for unit in g.units.values())


@pytest.mark.parametrize("kind", RULES)
def test_it_knows_what_a_rule_did_as_soon_as_that_has_acted(kind):
    falls = WindowSignature("fallen", UNIT, "A unit falls.", replaceable=True)
    game = new_game(Rule(name="Loud", clauses=(RULES[kind],)), extra=[*WORK, falls])
    pikes = new_unit(game)
    give(game, pikes, "Loud")
    c = Context(unit=pikes)
    drive(replaced(game, "fallen", c) if kind == "replacement" else open_window(game, "after dashed", c))
    assert (cheers(game), game.battle.tokens["counted"]) == (1, 1)


def test_it_is_up_to_date_before_anything_acts_at_the_start_of_a_node():
    game = new_game(extra=WORK)
    new_unit(game).tokens["cheers"] = 3
    drive(advance(game))
    assert game.battle.tokens["counted"] == 3
