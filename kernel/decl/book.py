"""Army books as data: armies, entries (units and mounts), profiles, options and limits.

Limits are counted with *counters*: words that entries, options, mounts and items add to (`counts parent 1`),
over a unit or the whole army. Entries, options, mounts and items also count their own names (an item
`item:NAME` too), and a unit counts once each property, rule, weapon and category that it has as
`property:NAME`, `rule:NAME`, `weapon:NAME`, `category:NAME`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..source import NOWHERE, Span
from .clauses import Clause
from .expr import Expr, RuleRef
from .things import Declaration


@dataclass(frozen=True, slots=True)
class Category:
    """A share of the army's points in percent."""

    name: str
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """Adds `amount` to a counter, `each`: for every model."""

    name: str
    amount: int = 1
    each: bool = False


@dataclass(frozen=True, slots=True)
class Need:
    """The counters summed over `scope` (unit, army) reach at least / stay at most a number (negative need:
    forbids).
    """

    counters: tuple[str, ...]
    scope: str = "unit"
    at_least: int | None = 1
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """The counters summed over `scope` are at most `at_most`, for every started `per_points` of the army
    where given, plus `plus`.
    """

    counters: tuple[str, ...]
    at_most: int
    scope: str = "army"
    per_points: int | None = None
    plus: int = 0
    per_unit_highest: bool = False


@dataclass(frozen=True, slots=True)
class PartProfile:
    """A model part: name, characteristics by word (amounts; dice and `C+1` are kept as expressions or
    words), rules and arms. Each model has `count` of it; or only so many `models` of the unit are it (None:
    all of them).
    """

    name: str
    characteristics: tuple[tuple[str, Expr | str | None], ...] = ()
    rules: tuple[RuleRef, ...] = ()
    clauses: tuple[Clause, ...] = ()
    arms: tuple[RuleRef, ...] = ()
    properties: tuple[str, ...] = ()
    count: int = 1
    models: int | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """A model's profile: global and defence characteristics by word and its parts."""

    global_: tuple[tuple[str, Expr | str | None], ...] = ()
    defence: tuple[tuple[str, Expr | str | None], ...] = ()
    parts: tuple[PartProfile, ...] = ()
    base: tuple[int | Fraction, int | Fraction] | None = None
    height: int | str | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """What an option or entry gives. `what` is rule, arm, property, without, set, modify, mount, path,
    caster, spells, bound-spell, part, category ...; `to` names a part (empty: the model); `rule` or
    `words`/`amount` carry the content.
    """

    what: str
    rule: RuleRef | None = None
    words: tuple[str, ...] = ()
    amount: Expr | None = None
    to: str = ""
    clauses: tuple[Clause, ...] = ()
    part: PartProfile | None = None
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Override:
    """Where all `needs` hold, `field` has `value` instead: a number, or the words that stand there.

    Fields: `cost` (of an entry `150, then 30 each`), `size` (`5 to 10`), `rarity`, `category`, `item points`,
    `at least` and `at most` of a group, `at most` of a limit (`6 netter in army`), `counts` (`parent 2`).
    """

    needs: tuple[Need, ...]
    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class ItemSlot:
    """Items of these lists may be picked here, at most `at_most`, enchanting `on`, at `times` their price."""

    lists: tuple[str, ...]
    at_most: int | None = 1
    on: str = ""
    needs: tuple[Need, ...] = ()
    times: int = 1


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be taken, with its cost, what it gives, what it counts and needs, and options below
    it.
    """

    name: str
    cost: int = 0
    each: bool = False
    at_most: int | None = 1
    grants: tuple[Grant, ...] = ()
    counts: tuple[Count, ...] = ()
    needs: tuple[Need, ...] = ()
    limits: tuple[Limit, ...] = ()
    overrides: tuple[Override, ...] = ()
    groups: tuple[Group, ...] = ()
    free_of_item_points: bool = False
    rarity: str = ""
    mandatory: bool = False
    silent: bool = False
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Group:
    """Options and items of which between `at_least` and `at_most` are taken, those of its sub-groups left
    aside; `item_points` bounds the points of items and options anywhere below.
    """

    name: str = ""
    at_least: int = 0
    at_most: int | None = None
    options: tuple[Option, ...] = ()
    items: tuple[ItemSlot, ...] = ()
    groups: tuple[Group, ...] = ()
    item_points: int | None = None
    overrides: tuple[Override, ...] = ()
    needs: tuple[Need, ...] = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntry(Declaration):
    """An entry of an army book; a `mount` is an entry without size and cost whose values may refer to its
    rider (`C`, `C+2`).
    """

    kind: ClassVar[str] = "unit"
    army: str = ""
    is_mount: bool = False
    categories: tuple[str, ...] = ()
    rarity: str = ""
    size: tuple[int, int] = (1, 1)
    cost: int = 0
    cost_each: int = 0
    at_most_points: int | None = None
    profile: Profile = Profile()
    rules: tuple[RuleRef, ...] = ()
    clauses: tuple[Clause, ...] = ()
    properties: tuple[str, ...] = ()
    arms: tuple[RuleRef, ...] = ()
    grants: tuple[Grant, ...] = ()
    counts: tuple[Count, ...] = ()
    needs: tuple[Need, ...] = ()
    limits: tuple[Limit, ...] = ()
    overrides: tuple[Override, ...] = ()
    groups: tuple[Group, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MountEntry(UnitEntry):
    """An entry only taken as somebody's mount: its own kind, so that a unit may have the same name."""

    kind: ClassVar[str] = "mount"
    is_mount: bool = True


@dataclass(frozen=True, slots=True)
class Offer:
    """An item of the packs in use that an army may take, with its arguments, at the army's own price."""

    item: RuleRef
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Army(Declaration):
    """An army book's composition: categories, army-wide limits, items on offer, hereditary spells and open
    options.
    """

    kind: ClassVar[str] = "army"
    categories: tuple[Category, ...] = ()
    limits: tuple[Limit, ...] = ()
    overrides: tuple[Override, ...] = ()
    needs: tuple[Need, ...] = ()
    hereditary: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
