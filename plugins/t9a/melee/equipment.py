"""Choosing melee weapons, and Characters that make way.

A part keeps the weapon of its First Round of Combat (`memory["weapon"]`, the id of the arm); with Weapon
Master it chooses anew in each. What the weapon in hand means for the defence of its wielder (Two-Handed and
the like) is held by the model while it is in hand. Source: T9A rulebook, Melee Phase 2.C, Characters 1,
Model Rules (Weapon Master).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Decision, Procedure, ask
from tercio.kernel.decl import Bundle, Condition, Has, Modify, Rule, RuleRef
from tercio.kernel.instances import Instance
from tercio.kernel.permissions import may, must
from tercio.kernel.query import has
from tercio.kernel.state import Arm, Game, Held, Part, Pool, Unit, touch
from tercio.kernel.windows import listens, open_window
from tercio.plugins.regiments.formation import Place, RankedFormation, formation_of, spots

from ..armoury import INNATE
from ..engaging import ROUNDS, in_turn
from .contact import Contacts

WEAPON = "weapon"
_WIELDED, CHARACTER = "in hand: ", "Character"
_LEAST = 99


def choose_equipment(g: Game, units: Sequence[Unit]) -> Procedure[None]:
    """Let the players make their choices of the Set-Up, the Active Player all of them first."""
    for unit in units:
        yield from _window(g, "before", unit)
    for unit in in_turn(g, units):
        yield from _window(g, "after", unit)
        yield from make_way(g, unit)
        for pool in list(unit.pools):
            for part in pool.parts:
                yield from choose_weapon(g, part)


def _window(g: Game, timing: str, unit: Unit) -> Procedure[None]:
    if listens(g, f"{timing} choose-equipment"):
        yield from open_window(g, f"{timing} choose-equipment", Context(unit=unit))


# -- weapons ---------------------------------------------------------------------------------------


def wielded(part: Part) -> Arm | None:
    """Return the melee weapon that a part uses in this combat, None for bare hands."""
    chosen = part.memory.get(WEAPON)
    return next((arm for arm in part.arms if arm.id == chosen), None)


def weapons_to_choose(g: Game, part: Part) -> list[Arm]:
    """Return the melee weapons among which a part may choose now: those of the first priority that it has
    any of.

    With Weapon Master all but that an Enchanted Weapon, priority 1, stays a must.
    """
    arms = [arm for arm in part.arms if "melee" in arm.kinds]
    if not arms or must_use_innate(g, part):
        return [arm for arm in arms if arm.name == INNATE]
    first = min(_priority(arm) for arm in arms)
    free = may(g, "choose-weapon-freely", Context(attacker=part, unit=part.pool.unit), False)
    if free and first > 1:
        return arms
    return [arm for arm in arms if _priority(arm) == first]


def must_use_innate(g: Game, part: Part) -> bool:
    """Return whether a rule has a part fight with Innate Weapons, whatever else it is armed with."""
    return must(g, "use-innate-weapons", Context(attacker=part, unit=part.pool.unit))


def _priority(arm: Arm) -> int:
    number = arm.numbers.get("priority")
    return _LEAST if number is None else int(number)


def choose_weapon(g: Game, part: Part) -> Procedure[None]:
    """Choose a part's weapon if this is a round in which it chooses."""
    unit = part.pool.unit
    first = not unit.memory.get(ROUNDS, 0)
    free = may(g, "choose-weapon-freely", Context(attacker=part, unit=unit), False)
    keeps = wielded(part) is not None and not must_use_innate(g, part)
    if not first and not free and keeps:
        return
    arms = weapons_to_choose(g, part)
    names = sorted({arm.name for arm in arms})
    chosen = names[0] if names else ""
    if len(names) > 1:
        facts = {"unit": unit.id, "part": part.id, "name": part.name, "weapons": names}
        question = f"{unit.name}, {part.name}: which weapon?"
        chosen = yield from ask(
            Decision("combat.weapon", unit.owner, question, names, "Melee Phase 2.C", facts)
        )
    wield(g, part, next((arm for arm in arms if arm.name == chosen), None))


def wield(g: Game, part: Part, arm: Arm | None) -> None:
    """Take a weapon in hand, and with it what it means for the defence of the model."""
    old, new = part.memory.get(WEAPON), arm.id if arm is not None else 0
    if old == new:
        return
    part.memory[WEAPON] = new
    pool, source = part.pool, f"{_WIELDED}{part.id}"
    kept = [held for held in pool.held if held.source != source]
    given = [Held(instance, pool.id, source) for instance in defensive_rules(g, arm)] if arm else []
    if given or len(kept) != len(pool.held):
        pool.held = kept + given
        touch(g, pool)


def defensive_rules(g: Game, arm: Arm) -> list[Instance]:
    """Return the rules of a weapon that concern its wielder rather than the blows struck with it:
    Two-Handed, Parry and the like.
    """
    found: list[Instance] = []
    for held in arm.held:
        one = held.instance.given
        clauses = one.clauses if isinstance(one, Bundle) else (Has(one),)
        found += [g.ruleset.instance(*given, by_weapon=True) for given in _given(clauses, one.name)]
    return [instance for instance in found if _concerns_wielder(g, instance)]


def _given(clauses: Iterable[object], name: str) -> Iterator[tuple[RuleRef | Bundle, Condition | None]]:
    for clause in clauses:
        if isinstance(clause, Has) and isinstance(clause.rule, RuleRef):
            yield clause.rule, clause.guard
        elif isinstance(clause, Modify):
            yield Bundle((clause,), name), None


def _concerns_wielder(g: Game, instance: Instance) -> bool:
    rule = g.ruleset.of_kind(Rule).get(instance.ref.name)
    if rule is not None and rule.default is not None:
        return False
    keys = [key for rule in instance.clauses for key in rule.keys if not key.startswith("ignore")]
    return not any(key.endswith(("@attacker", "@attack")) for key in keys)


# -- Make Way --------------------------------------------------------------------------------------


def make_way(g: Game, unit: Unit) -> Procedure[None]:
    """Let Characters of the first rank that touch no enemy change places with Rank-and-File models that do
    (Characters 1).
    """
    if not isinstance(unit.formation, RankedFormation) or len(unit.pools) < 2:
        return
    for pool in list(unit.pools):
        places = places_to_make_way(g, unit, pool)
        if places:
            options = [*[place.file for place in places], PASS]
            facts = {"unit": unit.id, "model": pool.id, "name": pool.name}
            question = f"{pool.name}: make way to which file?"
            answer = yield from ask(
                Decision("combat.make-way", unit.owner, question, options, "Characters 1", facts)
            )
            if answer != PASS:
                _change_places(g, unit, pool, next(place for place in places if place.file == answer))


def places_to_make_way(g: Game, unit: Unit, pool: Pool) -> list[Place]:
    """Return the places of the first rank to which a Character may make way, left to right."""
    formation = formation_of(unit)
    place, cells = formation.places.get(pool.id), formation.covers(pool.base)
    if not _is_character(g, pool) or place is None or place.side or place.rank or cells is None:
        return []
    if not may(g, "make-way", Context(model=pool, unit=unit)):
        return []
    contacts = Contacts(g, unit)
    touching = {contacts.spots[number].pool for number in contacts.direct}
    if pool.id in touching:
        return []
    others = _taken_by_others(unit, pool)
    meeting = {contacts.spots[n].file for n in contacts.direct if contacts.spots[n].rank == 0}
    return [
        Place(file, 0)
        for file in range(formation.files - cells[0] + 1)
        if not others & set(range(file, file + cells[0])) and meeting & set(range(file, file + cells[0]))
    ]


def _is_character(g: Game, pool: Pool) -> bool:
    return pool.role == CHARACTER.lower() or has(g, Context(model=pool, unit=pool.unit), pool, CHARACTER)


def _taken_by_others(unit: Unit, pool: Pool) -> set[int]:
    """The files of the first ranks that other placed models stand in, as deep as the base is."""
    formation = formation_of(unit)
    deep = (formation.covers(pool.base) or (1, 1))[1]
    taken: set[int] = set()
    for other in unit.pools:
        place = formation.places.get(other.id)
        if other is not pool and other.models and place is not None and not place.side and place.rank < deep:
            taken |= set(range(place.file, place.file + (formation.covers(other.base) or (1, 1))[0]))
    return taken


def _change_places(g: Game, unit: Unit, pool: Pool, place: Place) -> None:
    """Move a Character to its new place inside the frozen boundary; who stood there takes what it leaves."""
    formation = formation_of(unit)
    formation.places[pool.id] = place
    formation.cache = None
    if formation.frozen is not None:
        formation.frozen = None
        formation.frozen = spots(unit)
    g.emit("made-way", unit=unit.id, pool=pool.id, file=place.file)
