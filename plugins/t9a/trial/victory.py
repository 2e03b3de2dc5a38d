"""What a scenario's battle is fought for, and where its armies deployed: facts of the set-up."""

from __future__ import annotations

from tercio.kernel.context import Context
from tercio.kernel.decl import Objective
from tercio.kernel.decl.expr import Bundle
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.ruleset import hold
from tercio.kernel.state import Game, Player
from tercio.kernel.vocabulary import Vocabulary

from ..battle import SET_UP
from ..objectives import SECURE_TARGET, place_markers
from ..zones import give_zones, zone_choices

WORDS = Vocabulary()


@WORDS.given("objective", "the primary objective is {n:name}")
def objective_is(g: Game, _c: Context, n: str) -> None:
    """That Primary Objective is fought for from now on, its markers lie on the table (Battle Preparations
    2.C).
    """
    declared = g.ruleset.of_kind(Objective)
    if n not in declared:
        raise RulesError(Diagnostic(f'no objective "{n}"', hint=did_you_mean(n, list(declared))))
    hold(g, g.battle, Bundle(declared[n].clauses, n), n)
    g.memory[SET_UP]["objective"] = n
    if n == SECURE_TARGET:
        place_markers(g)


@WORDS.given(
    "zone",
    "{p:player} has the {side:south|north|south-east|south-west|north-east|north-west} [{part:near|far}] zone"
    " of {token:name}",
)
def has_zone(g: Game, _c: Context, p: Player, side: str, part: str = "", token: str = "") -> None:
    """A player has one of the Deployment Zones of a Deployment Type, the opponent the other (Battle
    Preparations 3.B).
    """
    choices = zone_choices(g, token)
    zone = f"{side}, {part} side" if part else side
    if zone not in choices:
        raise RulesError(Diagnostic(f'{token} has no zone "{zone}"', hint=f"its zones: {', '.join(choices)}"))
    give_zones(g, p.name, *choices[zone])
