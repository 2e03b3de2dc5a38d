"""The set-up at the table: who attacks, which zone, and the selections before deployment.

Steps: `roll_off`, `choose_deployment_zone`, `pre_game_selections`. Decisions: setup.role (attacker or
defender), deploy.zone (the name of a zone), deploy.third (Spearhead: 0 to 2, from west to east), spell.swap
({"caster", "swap", "out", "in"} or pass). Until the first Game Turn the Defender is the Active Player.
Source: T9A rulebook, Battle Preparations 3.A-3.C; Reference Handbook, Active Player; rulings 66.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tercio.kernel import rolls
from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.decl import Army
from tercio.kernel.dice import roll
from tercio.kernel.errors import RulesError
from tercio.kernel.permissions import may
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Pool

from .battle import SET_UP
from .deployment_types import type_of
from .muster import COULD_KNOW, PATH, SPELLS
from .objectives import set_out
from .zones import give_zones, zone_choices

ATTACKER, DEFENDER = "attacker", "defender"
SPEARHEAD, THIRDS = "Spearhead", "thirds"
HEREDITARY, UNIVERSAL = "hereditary", "universal"


def attacker(g: Game) -> str:
    """Return the Attacker's name. Raises RulesError before the roll-off."""
    return _role(g, ATTACKER)


def defender(g: Game) -> str:
    """Return the Defender's name. Raises RulesError before the roll-off."""
    return _role(g, DEFENDER)


def _role(g: Game, role: str) -> str:
    if role not in g.memory[SET_UP]:
        raise RulesError(f"nobody is the {role} yet: the sequence needs the step roll-off before this one")
    return str(g.memory[SET_UP][role])


def roll_off(g: Game) -> Procedure[None]:
    """Step roll-off: the higher roll decides who defends; ties are rolled again (Battle Preparations 3.A)."""
    winner, faces = rolls.roll_off(partial(_throw, g))
    role = yield from ask(
        Decision(
            "setup.role",
            winner,
            "Will you attack or defend?",
            [DEFENDER, ATTACKER],
            "Battle Preparations 3.A",
            {"rolled": faces},
        )
    )
    other = g.opponent(winner)
    g.memory[SET_UP] |= {role: winner, (ATTACKER if role == DEFENDER else DEFENDER): other}
    g.active = defender(g)
    g.emit("roles", attacker=attacker(g), defender=defender(g))


def _throw(g: Game, number: int) -> dict[str, int]:
    die = g.ruleset.constant("roll-off-die")
    faces = {name: roll(g.dice, purpose(g, number, name), die).total for name in g.players}
    g.emit("roll-off", rolled=faces)
    return faces


def choose_deployment_zone(g: Game) -> Procedure[None]:
    """Step choose-deployment-zone: the Defender chooses (Battle Preparations 3.B)."""
    chooser = defender(g)
    choices = zone_choices(g, type_of(g))
    answer = yield from ask(
        Decision(
            "deploy.zone",
            chooser,
            "Which Deployment Zone is yours?",
            list(choices),
            "Battle Preparations 3.B",
            {"deployment": type_of(g)},
        )
    )
    mine, other = choices[answer]
    give_zones(g, chooser, mine, other)
    g.emit("zones", **{chooser: mine.name, g.opponent(chooser): other.name})
    if type_of(g) == SPEARHEAD:
        yield from _choose_thirds(g, chooser)


def _choose_thirds(g: Game, chooser: str) -> Procedure[None]:
    """Spearhead: each player picks a third of the long edge, the second another than the first."""
    taken: dict[str, int] = {}
    for name in (chooser, g.opponent(chooser)):
        options = [third for third in range(3) if third not in taken.values()]
        taken[name] = yield from ask(
            Decision(
                "deploy.third", name, "Which third is your spearhead's?", options, "Season Pack, Spearhead"
            )
        )
    g.memory[SET_UP][THIRDS] = taken
    g.emit("thirds", **taken)


# -- selections ------------------------------------------------------------------------------------


def pre_game_selections(g: Game) -> Procedure[None]:
    """Step pre-game-selections: all of the Defender's, then all of the Attacker's (Battle Preparations
    3.C).
    """
    for name in (defender(g), attacker(g)):
        yield from swap_spells(g, name)
    yield from set_out(g, str(g.memory[SET_UP].get("objective", "")))


def swap_spells(g: Game, player: str) -> Procedure[None]:
    """Let a player swap spells: each Wizard one for the Hereditary Spell, and one Caster one for another it
    could know.
    """
    done: dict[tuple[int, str], int] = {}
    while True:
        options = list(swaps(g, player, done))
        if not options:
            return
        answer = yield from ask(
            Decision(
                "spell.swap",
                player,
                "Swap a spell?",
                [PASS, *options],
                "Battle Preparations 3.C",
                {"known": [[pool.id, list(pool.memory[SPELLS])] for pool in casters(g, player)]},
            )
        )
        if answer == PASS:
            return
        _swap(g, answer)
        key = (answer["caster"] if answer["swap"] == HEREDITARY else 0, answer["swap"])
        done[key] = done.get(key, 0) + 1


def casters(g: Game, player: str) -> list[Pool]:
    """Return the player's models that know Learned Spells and may swap, in order of id."""
    return [
        pool
        for unit in g.units.values()
        if unit.owner == player and not unit.destroyed
        for pool in unit.pools
        if pool.memory.get(SPELLS) and may(g, "swap-spells", Context(model=pool, unit=unit))
    ]


def swaps(g: Game, player: str, done: dict[tuple[int, str], int]) -> Iterator[dict[str, Any]]:
    """Yield the swaps that a player may still make; `done` counts those made by caster (0: the army) and
    kind.
    """
    hereditary = g.ruleset.get(Army, g.players[player].army).hereditary
    each = g.ruleset.constant("hereditary-swaps")
    free = done.get((0, UNIVERSAL), 0) < g.ruleset.constant("universal-swaps")
    for pool in casters(g, player):
        known, could = pool.memory[SPELLS], pool.memory.get(COULD_KNOW, [])
        if done.get((pool.id, HEREDITARY), 0) < each:
            # Whoever has a Path learns what is not of it; others only what they could have chosen.
            learnable = [name for name in hereditary if (PATH in pool.memory) != (name in could)]
            yield from _exchanges(pool, HEREDITARY, known, learnable)
        if free:
            yield from _exchanges(pool, UNIVERSAL, known, could)


def _exchanges(pool: Pool, kind: str, known: list[str], learnable: list[str]) -> Iterator[dict[str, Any]]:
    for new in learnable:
        if new not in known:
            yield from ({"caster": pool.id, "swap": kind, "out": old, "in": new} for old in known)


def _swap(g: Game, answer: dict[str, Any]) -> None:
    pool = g.things[answer["caster"]]
    known = pool.memory[SPELLS]
    known[known.index(answer["out"])] = answer["in"]
    g.emit("spell-swapped", **answer)
