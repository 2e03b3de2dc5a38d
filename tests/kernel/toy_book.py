"""A small army book of an invented people, for rulings on army lists: every kind of limit once.

`RULES` is the ruleset, `fen(...)` a list of it, `entry(...)` one of its units. Sizes are small, so that sums
can be done in the head.
"""

from __future__ import annotations

from typing import Any

from tercio.kernel.decl import (
    Army,
    Category,
    Constant,
    Count,
    Grant,
    Group,
    Item,
    ItemSlot,
    Key,
    Limit,
    Literal,
    Name,
    Need,
    Offer,
    Option,
    Override,
    PartProfile,
    Path,
    Profile,
    Property,
    Row,
    Rule,
    RuleRef,
    Spell,
    Table,
    UnitEntry,
    Weapon,
)
from tercio.kernel.decl.book import MountEntry
from tercio.kernel.errors import Diagnostic
from tercio.kernel.roster import ITEM, SPELL, Entry, Pick, Roster, check
from tercio.kernel.ruleset import build
from tercio.kernel.signatures import Signatures

FEN = "Fen Folk"
IN_UNIT = {"scope": "unit"}


def word(name: str) -> RuleRef:
    return RuleRef(name)


GENERAL = Option(
    "General",
    0,
    grants=(Grant("rule", word("General")),),
    counts=(Count("general"),),
    limits=(Limit(("general",), 1),),
    groups=(Group("Options", options=(Option("Old Grudge", 40),)),),
)
EQUIPMENT = Group(
    "Equipment",
    item_points=50,
    overrides=(Override((Need(("general",)),), "item points", 100),),
    options=(
        Option("Cloak", 10, free_of_item_points=True),
        Option("Reed Shield", 5, groups=(Group(items=(ItemSlot(("shield",), 1, "Reed Shield"),)),)),
    ),
    groups=(
        Group("Weapons", at_most=1, options=(Option("Pike", 5), Option("Club", 15))),
        Group(items=(ItemSlot(("blade",), 1, "Hand Weapon"),)),
        Group(items=(ItemSlot(("charm",), 1),)),
    ),
)
CHIEF = UnitEntry(
    name="Chief",
    army=FEN,
    pack="fen",
    categories=("Leaders",),
    rarity="common",
    cost=100,
    profile=Profile(height=1, parts=(PartProfile("Chief", properties=("Mud",)),)),
    groups=(
        Group("Leadership", 0, 1, options=(GENERAL, Option("Banner, and Drum", 60))),
        Group(
            "Mount",
            1,
            1,
            options=(
                Option("On Foot", 0),
                Option(
                    "Heron",
                    80,
                    grants=(
                        Grant("mount", words=("Heron",)),
                        Grant("points", words=("at", "most", "points", "700")),
                    ),
                ),
            ),
        ),
        EQUIPMENT,
    ),
)
SEER = UnitEntry(
    name="Seer",
    army=FEN,
    pack="fen",
    categories=("Leaders",),
    rarity="rare",
    cost=120,
    counts=(Count("seer"),),
    groups=(
        Group(
            "Path",
            1,
            1,
            options=(
                Option("Mire", grants=(Grant("path", words=("Mire",)),)),
                Option("Mist", grants=(Grant("path", words=("Mist",)),)),
            ),
        ),
        Group(
            "Level",
            1,
            1,
            options=(
                Option("Novice", grants=(Grant("caster", words=("novice",)),)),
                Option("Sage", 60, grants=(Grant("caster", words=("sage",)),)),
            ),
        ),
        Group(items=(ItemSlot(("charm",), 1),)),
    ),
)
WARDENS = UnitEntry(
    name="Fen Wardens",
    army=FEN,
    pack="fen",
    categories=("Core",),
    rarity="regular",
    size=(10, 30),
    cost=140,
    cost_each=9,
    counts=(Count("bows", 1, each=True),),
    groups=(
        Group("Weapons", 0, 1, options=(Option("Spear", 1, each=True), Option("Bill", 2, each=True))),
        Group(
            "Command",
            options=(
                Option("Standard", 20, groups=(Group(items=(ItemSlot(("banner",), 1, "Banner"),)),)),
                Option("Drum", 10),
            ),
        ),
    ),
)
OTTERS = UnitEntry(
    name="Otter Riders",
    army=FEN,
    pack="fen",
    categories=("Beasts",),
    rarity="extraordinary",
    size=(5, 10),
    cost=200,
    cost_each=30,
    at_most_points=320,
    overrides=(
        Override((Need(("Chief",), "army"),), "rarity", "rare"),
        Override((Need(("Drum",)),), "size", "3 to 6"),
        Override((Need(("Drum",)),), "cost", "100, then 20 each"),
    ),
    groups=(Group("Command", options=(Option("Drum", 10, needs=(Need(("Chief",), "army"),)),)),),
)
SHRINE = UnitEntry(
    name="Shrine",
    army=FEN,
    pack="fen",
    categories=("Special",),
    cost=150,
    needs=(Need(("Seer",), "army"),),
    grants=(Grant("spells", words=("Bog", "Fog", "Frog"), amount=Literal(2)),),
    limits=(Limit(("Shrine",), 1, per_points=1000),),
)
TOADS = UnitEntry(
    name="Toads",
    army=FEN,
    pack="fen",
    cost=50,
    groups=(
        Group("Kind", 1, 1, options=(Option("Small", silent=True), Option("Big", 10))),
        Group("Collar", options=(Option("Collar", 5, mandatory=True),)),
        Group(items=(ItemSlot(("blade",), 1, "Teeth", times=2),)),
    ),
)
HERON = MountEntry(
    name="Heron", army=FEN, pack="fen", categories=("Beasts",), profile=Profile(height=4), rarity="rare"
)


def item(name: str, lists: tuple[str, ...], cost: int, per_army: int | None = 1, **more: Any) -> Item:
    return Item(name=name, pack="fen", lists=lists, cost=cost, per_army=per_army, option=Option(name, **more))


ITEMS = (
    item("Eel Blade", ("blade",), 40),
    item("Mud Skin", ("shield",), 30, grants=(Grant("height", words=("height", "at", "most", "3")),)),
    item("Frog Charm", ("charm",), 45, needs=(Need(("seer",)),)),
    item("Reed Charm", ("charm",), 20, per_army=2, needs=(Need(("property:Stone",), "unit", None, 0),)),
    item("Tall Banner", ("banner",), 30, per_army=2),
    Item(name="Scroll", pack="core", lists=("charm",), cost=10),
    Item(name="Foreign Idol", pack="elsewhere", lists=("charm",), cost=1),
)
SPELLS = tuple(
    Spell(name=name, path=path, number=number)
    for path, names in (
        ("Mire", ("Bog", "Sink", "Ooze", "Drown")),
        ("Mist", ("Fog", "Veil", "Haze")),
        ("", ("Frog",)),
    )
    for number, name in enumerate(names, 1)
)
ARMY = Army(
    name=FEN,
    pack="fen",
    categories=(Category("Leaders", None, 40), Category("Core", 25), Category("Beasts", None, 30)),
    limits=(Limit(("bows",), 20, per_points=1000),),
    offers=(Offer(RuleRef("Scroll", (Name("Fog"),)), 15),),
)


def table(name: str, columns: tuple[str, ...], **rows: tuple[int, ...]) -> Table:
    made = tuple(Row(Key(key), tuple(Literal(value) for value in values)) for key, values in rows.items())
    return Table(name=name, columns=columns, rows=made)


RULES = build(
    [
        Constant(name="army-size-margin", value=Literal(50)),
        Constant(name="unit-points-max", value=Literal(600)),
        table(
            "rarity", (), regular=(500,), common=(1000,), rare=(2500,), extraordinary=(5000,), legendary=(0,)
        ),
        table("caster-levels", ("spells", "highest"), novice=(1, 1), sage=(2, 3)),
        Rule(name="General"),
        Property(name="Mud"),
        Property(name="Stone"),
        Weapon(name="Hand Weapon"),
        Path(name="Mire"),
        Path(name="Mist"),
        *SPELLS,
        ARMY,
        CHIEF,
        SEER,
        WARDENS,
        OTTERS,
        SHRINE,
        TOADS,
        HERON,
        *ITEMS,
    ],
    Signatures(),
)


def opt(name: str, *below: Pick, count: int = 1) -> Pick:
    return Pick(name, count=count, below=below)


def thing(name: str, on: str = "") -> Pick:
    return Pick(name, ITEM, on=on)


def spell(name: str) -> Pick:
    return Pick(name, SPELL)


def entry(name: str, models: int = 1, *picks: Pick, cost: int | None = None) -> Entry:
    return Entry(name, models, picks, cost)


def fen(*entries: Entry, size: int = 1000, total: int | None = None) -> Roster:
    return Roster(FEN, size, entries, total)


def faults(*entries: Entry, size: int = 1000, total: int | None = None) -> list[str]:
    """What is wrong with a list, but for its total and shares of the army, which short lists never meet."""
    found: list[Diagnostic] = check(RULES, fen(*entries, size=size, total=total))
    apart = ("the list costs", "Core:", "Leaders:", "Beasts:")
    return [one.message for one in found if not one.message.startswith(apart)]
