"""What a Caster can cast: the spells that it learned, those bound in it, those lent for a time; forgotten
and forbidden ones.

Spells are names in a pool's memory: `spells` (learned), `bound` (each with its own Casting Value), `lent`
and `forgotten`. Source: T9A rulebook, Magic Phase 5-6, Battle Preparations 1.B.a and 3.C; Arcane
Compendium, Scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import Duration, Mark, Spell
from tercio.kernel.permissions import may
from tercio.kernel.scheduler import mark
from tercio.kernel.state import Game, Pool

from ..muster import BOUND, LENT, SPELLS

FORGOTTEN, FORBIDDEN = "forgotten", "forbidden-spells"
AMNESIA = "amnesia"


@dataclass(frozen=True, slots=True)
class Known:
    """One instance of a spell that a Caster can cast; `number` tells instances of a Bound Spell apart."""

    caster: int
    spell: str
    bound: bool = False
    cast: int | None = None
    number: int = 0

    @property
    def key(self) -> list[Any]:
        """What is noted when it has been tried."""
        return [self.caster, self.spell, self.number if self.bound else -1]


def spells_of(g: Game, pool: Pool) -> list[Known]:
    """Return the instances of spells that a pool knows and has not forgotten, learned ones first."""
    forgotten = pool.memory.get(FORGOTTEN, ())
    found = [Known(pool.id, name) for name in dict.fromkeys(_learned(g, pool)) if name not in forgotten]
    for number, row in enumerate(pool.memory.get(BOUND, ())):
        found.append(Known(pool.id, row["spell"], True, row.get("cast"), number))
    return [known for known in found if not _is_forbidden(g, known)]


def _learned(g: Game, pool: Pool) -> Iterator[str]:
    yield from pool.memory.get(SPELLS, ())
    lasting = {effect.id for effect in g.schedule.lasting}
    for row in pool.memory.get(LENT, ()):
        if not row["effect"] or row["effect"] in lasting:
            yield row["spell"]


def casters(g: Game, player: str) -> list[Pool]:
    """Return a player's models that may cast now, in order of id: on the table, knowing something, and
    allowed to.
    """
    return [
        pool
        for unit in g.units.values()
        if unit.owner == player and not unit.destroyed and unit.rect is not None
        for pool in unit.pools
        if pool.models > 0 and may_cast(g, pool)
    ]


def may_cast(g: Game, pool: Pool) -> bool:
    """Return whether a model may cast spells: it knows some, and rules let it (Shaken Casters may not)."""
    memory = pool.memory
    if not (memory.get(SPELLS) or memory.get(BOUND) or memory.get(LENT)):
        return False
    return may(
        g, "cast", Context(model=pool, unit=pool.unit), bool(memory.get(BOUND)) and not _is_shaken(pool)
    )


def _is_shaken(pool: Pool) -> bool:
    return "shaken" in pool.unit.marks


def lend(g: Game, pool: Pool, spell: str, duration: Duration | None, label: str) -> None:
    """Let a Caster know a spell for a time. Raises RulesError for a spell that is not declared."""
    g.ruleset.get(Spell, spell)
    effect = g.schedule.begin(g, label, duration.until, pool).id if duration is not None else 0
    pool.memory.setdefault(LENT, []).append({"spell": spell, "effect": effect})
    g.emit("spell-lent", pool=pool.id, spell=spell)


def forget(g: Game, pool: Pool, spell: str) -> None:
    """Let a Caster forget a Learned Spell for good (Magic Phase 6, Amnesia)."""
    pool.memory.setdefault(FORGOTTEN, []).append(spell)
    if AMNESIA in g.ruleset.of_kind(Mark):
        mark(g, pool, AMNESIA)
    g.emit("spell-forgotten", pool=pool.id, spell=spell)


def forbid(g: Game, who: str, whose: str, duration: Duration | None, label: str) -> Procedure[None]:
    """Let a player close one spell of one Caster of another player for a time (Binding Scroll)."""
    options = [
        {"caster": pool.id, "spell": known.spell}
        for pool in casters(g, whose)
        for known in spells_of(g, pool)
    ]
    if not options:
        return
    answer = yield from ask(Decision("magic.forbid", who, "Which spell is closed?", options, label))
    effect = g.schedule.begin(g, label, duration.until if duration is not None else None).id
    g.memory.setdefault(FORBIDDEN, []).append({**answer, "effect": effect})
    g.emit("spell-forbidden", **answer)


def _is_forbidden(g: Game, known: Known) -> bool:
    rows: list[dict[str, Any]] = g.memory.get(FORBIDDEN, [])
    if not rows:
        return False
    lasting = {effect.id for effect in g.schedule.lasting}
    return any(
        row["effect"] in lasting and (row["caster"], row["spell"]) == (known.caster, known.spell)
        for row in rows
    )
