"""An army as tables: its warscrolls, their weapons, its battle traits and what can be chosen for it.

Source: battlepack, 1.1 to 1.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tercio.dsl.fields import shown
from tercio.kernel.decl import Has, Rule, RuleRef, UnitEntry, Weapon
from tercio.kernel.roster import Roster
from tercio.kernel.ruleset import Ruleset, label
from tercio.kernel.system import Sheet

from .listing import ENHANCEMENT, REGIMENT_ABILITY, choices_of, copies_of, is_general, units_of

WARSCROLL = ("move", "health-points", "save", "control")
WEAPON = ("range", "attacks", "hit", "wound", "rend", "damage")
HEADINGS = ("units", "models", "unit", "move", "health", "save", "control", "keywords and abilities")
NONE = "-"


def sheets(ruleset: Ruleset, roster: Roster) -> tuple[Sheet, ...]:
    """Return the tables of an army: warscrolls, weapons, battle traits and choices; what the list has chosen
    is marked.
    """
    units = units_of(ruleset, roster.army)
    chosen = {pick.name for _, pick in roster.picks()}
    return (
        Sheet("warscrolls", HEADINGS, tuple(map(_warscroll, units))),
        Sheet("weapons", ("unit", "weapon", *WEAPON, "abilities"), tuple(_weapons(ruleset, units))),
        Sheet("choices", ("what", "name", "chosen", "text"), tuple(_choices(ruleset, roster.army, chosen))),
    )


def _warscroll(unit: UnitEntry) -> tuple[Any, ...]:
    numbers = {**dict(unit.profile.global_), **dict(unit.profile.defence)}
    told = ["general"] if is_general(unit) else []
    told += [*unit.properties, *(label(rule) for rule in unit.rules)]
    shown_numbers = (shown(numbers.get(name)) for name in WARSCROLL)
    return copies_of(unit), unit.size[0], unit.name, *shown_numbers, ", ".join(told)


def _weapons(ruleset: Ruleset, units: Iterable[UnitEntry]) -> Iterator[tuple[str, ...]]:
    for unit in units:
        arms = dict.fromkeys(ref.name for part in unit.profile.parts for ref in part.arms)
        for name in arms:
            weapon = ruleset.get(Weapon, name)
            numbers = dict(weapon.numbers)
            refs = (one.rule for one in weapon.clauses if isinstance(one, Has))
            has = (label(ref) for ref in refs if isinstance(ref, RuleRef))
            told = (shown(numbers[word]) if word in numbers else NONE for word in WEAPON)
            yield unit.name, name, *told, ", ".join(has) or NONE


def _choices(ruleset: Ruleset, army: str, chosen: set[str]) -> Iterator[tuple[str, ...]]:
    for rule in ruleset.of_kind(Rule).values():
        if rule.of == army:
            yield "battle trait", rule.name, NONE, rule.text
    for kind in (REGIMENT_ABILITY, ENHANCEMENT):
        for item in choices_of(ruleset, army, kind):
            yield kind.replace("-", " "), item.name, "yes" if item.name in chosen else "", item.text
