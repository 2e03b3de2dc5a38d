"""What one army may take, found by name: its entries, mounts, items with their prices, and spells.

Several army books may be in use at once and may share names, so things are looked up by army and pack,
never in the ruleset's own shelves. An item belongs to an army if the army's own pack declares it, or if the
army offers it (at its own price, with its arguments).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..decl import Army, Constant, Item, Option, RuleRef, Spell, UnitEntry, Weapon
from ..errors import Diagnostic, RulesError, did_you_mean

if TYPE_CHECKING:
    from ..ruleset import Ruleset

RARITY, LEVELS = "rarity", "caster-levels"
MARGIN, UNIT_POINTS = "army-size-margin", "unit-points-max"


@dataclass(frozen=True, slots=True)
class Ware:
    """An item at the price of an army. `reference` names it with its arguments; `option` is the item as
    something chosen.
    """

    item: Item
    option: Option
    reference: RuleRef

    @property
    def aims(self) -> tuple[str, ...]:
        """Names among its arguments, as lists print them: the spell of a scroll."""
        texts = (getattr(arg, "text", getattr(arg, "name", "")) for arg in self.reference.args)
        return tuple(dict.fromkeys(text for text in texts if text))


@dataclass(slots=True)
class Shelf:
    """An army with everything that its lists may name."""

    ruleset: Ruleset
    army: Army
    units: dict[str, UnitEntry] = field(default_factory=dict)
    mounts: dict[str, UnitEntry] = field(default_factory=dict)
    wares: dict[str, Ware] = field(default_factory=dict)
    spells: dict[str, Spell] = field(default_factory=dict)
    weapons: frozenset[str] = frozenset()

    def on_lists(self, lists: tuple[str, ...]) -> Iterator[Ware]:
        """Yield the items that stand on any of these lists."""
        for ware in self.wares.values():
            if any(name in lists for name in ware.item.lists):
                yield ware

    def mount_of(self, option: Option) -> UnitEntry | None:
        """Return the mount that an option brings, None if it brings none."""
        for grant in option.grants:
            if grant.what == "mount" and grant.words:
                return self.mounts.get(grant.words[0])
        return None

    def of_path(self, path: str) -> list[Spell]:
        """Return the spells of a path in order of number."""
        found = [spell for spell in self.spells.values() if spell.path == path]
        return sorted(found, key=lambda spell: spell.number)

    def constant(self, name: str) -> Any:
        """Return a number of the system, None where it has none of that name."""
        return self.ruleset.constant(name) if name in self.ruleset.of_kind(Constant) else None


def shelf_of(ruleset: Ruleset, army: str) -> Shelf:
    """Return what an army may take. Raises RulesError with a did-you-mean for an unknown army."""
    armies = {d.name: d for d in ruleset.declarations if isinstance(d, Army)}
    if army not in armies:
        known = ", ".join(sorted(armies)) or "none"
        message = f'no army "{army}" in the packs in use; known: {known}'
        raise RulesError(Diagnostic(message, hint=did_you_mean(army, armies)))
    shelf = Shelf(ruleset, armies[army], weapons=frozenset(ruleset.of_kind(Weapon)))
    offers = {offer.item.name: offer for offer in armies[army].offers}
    for one in ruleset.declarations:
        match one:
            case UnitEntry() if one.army == army:
                (shelf.mounts if one.is_mount else shelf.units)[one.name] = one
            case Spell():
                shelf.spells[one.name] = one
            case Item() if one.name in offers:
                offer = offers[one.name]
                shelf.wares[one.name] = Ware(one, _as_option(one, offer.cost), offer.item)
            case Item() if one.pack == armies[army].pack:
                shelf.wares[one.name] = Ware(one, _as_option(one, one.cost), RuleRef(one.name))
    return shelf


def _as_option(item: Item, cost: int) -> Option:
    below = item.option if isinstance(item.option, Option) else Option(item.name)
    return replace(below, name=item.name, cost=cost, at_most=None)
