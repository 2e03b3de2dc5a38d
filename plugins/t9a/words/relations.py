"""Sentences that packs of The 9th Age use beside those of every game: combat, formation, terrain, cover,
spells.

They ask the modules that own the rules and never change anything.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.geometry import touches
from tercio.kernel.places import things_within
from tercio.kernel.query import contains, has
from tercio.kernel.relations import owner_name
from tercio.kernel.state import Game, Held, Part, Player, Pool, Terrain, Unit, pool_of, unit_of
from tercio.kernel.vocabulary import Vocabulary

from .. import marks
from ..casualties import ENGAGED_WITH, WAS_SCORING
from ..characters import may_join
from ..engaging import ROUNDS, is_engaged
from ..melee.equipment import wielded
from ..melee.formations import is_solid, is_steadfast, is_steady, is_surrounded
from ..objectives import MARKERS
from ..psychology import decimated
from ..scoring import RANK_AND_FILE, scoring
from ..stands import stand_shape
from ..terrain import elevated, touching
from ..zones import touches_zone

WORDS = Vocabulary()
_FLANKS = ("left", "right")


# -- combat ----------------------------------------------------------------------------------------


@WORDS.relation("engaged", "{u:unit} is engaged")
def engaged(g: Game, u: Unit | None) -> bool:
    """In base contact with an enemy (Charge Phase 4)."""
    return u is not None and is_engaged(g, u)


@WORDS.relation("engaged-with", "{u:unit} is engaged with {v:unit}")
def engaged_with(g: Game, u: Unit | None, v: Unit | None) -> bool:
    """In base contact with each other."""
    return u is not None and v is not None and v.id in g.engagement.foes(u.id)


@WORDS.relation("may-join", "{u:unit} may join {v:unit}")
def joins(g: Game, u: Unit | None, v: Unit | None) -> bool:
    """Nothing forbids any of its models to join the other, wherever both stand (Attachable Models)."""
    return u is not None and v is not None and all(may_join(g, pool, v) for pool in u.pools)


@WORDS.relation("was-engaged-with", "{u:unit} was engaged with {v:unit}")
def was_engaged_with(g: Game, u: Unit | None, v: Unit | None) -> bool:
    """In base contact with each other, or so when the other was destroyed (Season Pack, Destroyed in
    Combat).
    """
    if u is None or v is None:
        return False
    return u.id in v.memory.get(ENGAGED_WITH, ()) or engaged_with(g, u, v)


@WORDS.relation("same-combat", "{u:unit} is in same combat as {v:unit}")
def same_combat(g: Game, u: Unit | None, v: Unit | None) -> bool:
    """Engaged in the same Combined Combat."""
    if u is None or v is None:
        return False
    combat = g.engagement.combat_of(u.id)
    return combat != 0 and combat == g.engagement.combat_of(v.id)


@WORDS.relation("fighting", "{u:unit} is fighting")
def fighting(g: Game, u: Unit | None) -> bool:
    """Engaged in the combat whose Round of Combat is being fought."""
    if u is None:
        return False
    now = g.memory.get("combat", 0)
    return bool(now) and g.engagement.combat_of(u.id) == now


@WORDS.relation("first-round", "{u:unit} is in first round [of combat]")
def first_round(g: Game, u: Unit | None) -> bool:
    """Engaged and fighting its First Round of Combat."""
    return u is not None and is_engaged(g, u) and not u.memory.get(ROUNDS, 0)


@WORDS.relation("steady", "{u:unit} is steady")
def steady(g: Game, u: Unit | None) -> bool:
    """More Proper Ranks than each enemy in contact (Melee Phase 2.A)."""
    return u is not None and is_steady(g, u)


@WORDS.relation("solid", "{u:unit} is solid")
def solid(g: Game, u: Unit | None) -> bool:
    """Enough Proper Ranks for its Height (Melee Phase 2.A)."""
    return u is not None and is_solid(g, u)


@WORDS.relation("steadfast", "{u:unit} is steadfast")
def steadfast(g: Game, u: Unit | None) -> bool:
    """Steady and Solid (Melee Phase 2.A)."""
    return u is not None and is_steadfast(g, u)


@WORDS.relation("surrounded", "{u:unit} is surrounded")
def surrounded(g: Game, u: Unit | None) -> bool:
    """Engaged on flank or rear (Melee Phase 2.A)."""
    return u is not None and is_surrounded(g, u)


@WORDS.relation("in-contact", "{a:any} is in contact with {b:any}")
def in_contact(g: Game, a: Any, b: Any) -> bool:
    """Their bases touch: of units the boundaries, of Attachable Models their own bases."""
    one, other = unit_of(a), unit_of(b)
    if one is None or other is None or one is other:
        return (isinstance(a, Terrain) or isinstance(b, Terrain)) and things_within(a, b, 0)
    if one.owner != other.owner and not engaged_with(g, one, other):
        return False
    return touches_each_other(a, b)


def touches_each_other(a: Any, b: Any) -> bool:
    """Return whether two units or models touch where they stand."""
    one, other = stand_shape(a), stand_shape(b)
    return one is not None and other is not None and touches(one, other)


# -- states ----------------------------------------------------------------------------------------


@WORDS.relation("decimated", "{x:any} is decimated")
def is_decimated(g: Game, x: Any) -> bool:
    """Down to a quarter of its Health Points (Psychology 3.A)."""
    thing = x.pool if isinstance(x, Part) else x
    return isinstance(thing, (Unit, Pool)) and decimated(g, thing)


@WORDS.relation("scoring", "{u:unit} is scoring")
def is_scoring(g: Game, u: Unit | None) -> bool:
    """A Scoring Unit now (Battle Preparations 2.C)."""
    return u is not None and scoring(g, u)


@WORDS.relation("was-scoring", "{u:unit} was scoring")
def was_scoring(g: Game, u: Unit | None) -> bool:
    """A Scoring Unit, or so when it was destroyed (Season Pack, Destroyed in Combat)."""
    told = None if u is None else u.memory.get(WAS_SCORING)
    return bool(told) if told is not None else u is not None and scoring(g, u)


@WORDS.relation("fleeing-voluntarily", "{u:unit} is fleeing voluntarily")
def fleeing_voluntarily(_g: Game, u: Unit | None) -> bool:
    """Shaken by a choice of its owner (Psychology 2.A)."""
    return u is not None and marks.FLED_VOLUNTARILY in u.marks


@WORDS.relation("active", "{p:any} is active")
def is_active(g: Game, p: Any) -> bool:
    """It is the turn of that player, or of the owner of that thing."""
    return p is not None and owner_name(p) == g.active


# -- models ----------------------------------------------------------------------------------------


@WORDS.relation("rank-and-file", "{m:any} is rank-and-file")
def rank_and_file(_g: Game, m: Any) -> bool:
    """A Rank-and-File model (Definitions 3)."""
    pool = pool_of(m)
    return pool is not None and pool.role == RANK_AND_FILE


@WORDS.relation("attachable", "{m:any} is attachable")
def attachable(_g: Game, m: Any) -> bool:
    """An Attachable Model (Attachable Models)."""
    pool = pool_of(m)
    return pool is not None and pool.role != RANK_AND_FILE


@WORDS.relation("all-attachable", "{u:unit} is all attachable")
def all_attachable(g: Game, u: Unit | None) -> bool:
    """A unit without Rank-and-File models."""
    return u is not None and all(attachable(g, pool) for pool in u.pools)


@WORDS.relation("character", "{m:any} is character")
def character(_g: Game, m: Any) -> bool:
    """A Character (Characters)."""
    return _own(m, "Character")


@WORDS.relation("general", "{m:any} is general")
def general(_g: Game, m: Any) -> bool:
    """The army's General (Characters 2)."""
    return _own(m, "General")


@WORDS.relation("battle-standard-bearer", "{m:any} is battle-standard-bearer")
def battle_standard_bearer(_g: Game, m: Any) -> bool:
    """The army's Battle Standard Bearer (Characters 3)."""
    return _own(m, "Battle Standard Bearer")


def _own(m: Any, name: str) -> bool:
    """A model holds a rule or has it as its role; of a unit any of its models."""
    pools = m.pools if isinstance(m, Unit) else [p for p in (pool_of(m),) if p is not None]
    return any(pool.role == name.lower() or _holds_itself(pool, name) for pool in pools)


def _holds_itself(pool: Pool, name: str) -> bool:
    return any(mention.name == name for held in pool.held for mention in held.instance.mentions)


@WORDS.relation("mounted", "{m:any} is mounted")
def mounted(g: Game, m: Any) -> bool:
    """One of the model's parts is a Mount (Model Rules, Weapons)."""
    pool = pool_of(m)
    return pool is not None and any(has(g, Context(attacker=part), part, "Mount") for part in pool.parts)


@WORDS.relation("joined", "{m:any} is joined to {u:unit}")
def joined(_g: Game, m: Any, u: Unit | None) -> bool:
    """An Attachable Model in a unit of others (Attachable Models 2)."""
    pool = pool_of(m)
    return pool is not None and pool.unit is u and pool.role != RANK_AND_FILE and len(pool.unit.pools) > 1


@WORDS.relation("member", "{a:any} is in {b:any}")
def member(_g: Game, a: Any, b: Any) -> bool:
    """A part or model of a model or unit; a unit is in itself."""
    if a is None or b is None:
        return False
    return b in (a, getattr(a, "pool", None), unit_of(a))


@WORDS.relation("flanked", "{m:any} is flanked")
def flanked(_g: Game, m: Any) -> bool:
    """A Rank-and-File model of its unit touches one of its flanks (Model Rules, War Platform)."""
    pool = pool_of(m)
    return pool is not None and any(p.role == RANK_AND_FILE and p.models > 0 for p in pool.unit.pools)


@WORDS.relation("wielding", "{m:any} is wielding {n:name}")
def wielding(_g: Game, m: Any, n: str) -> bool:
    """A part of the model uses that melee weapon in this combat (Melee Phase 2.C)."""
    pool = pool_of(m)
    return pool is not None and any(_name_in_hand(part) == n for part in pool.parts)


def _name_in_hand(part: Part) -> str:
    arm = wielded(part)
    return arm.name if arm is not None else ""


# -- attacks ---------------------------------------------------------------------------------------


def _fact(a: Any, name: str) -> Any:
    return a.facts.get(name) if a is not None else None


@WORDS.relation("long-range", "{a:attack} is at long range")
def long_range(_g: Game, a: Any) -> bool:
    """The target is beyond half the weapon's Range (Definitions 1)."""
    return bool(_fact(a, "long-range"))


@WORDS.relation("against-facing", "{a:attack} is against the {facing:front|flank|rear}")
def against_facing(_g: Game, a: Any, facing: str) -> bool:
    """The facing of the target that the attacker is on: front, flank or rear."""
    found = _fact(a, "facing")
    return found in _FLANKS if facing == "flank" else bool(found == facing)


@WORDS.relation("restricted", "{a:attack} is restricted")
def restricted(_g: Game, a: Any) -> bool:
    """A Restricted Attack (Melee Phase 3.B.a)."""
    return bool(_fact(a, "restricted"))


@WORDS.relation("supporting", "{a:attack} is supporting")
def supporting(_g: Game, a: Any) -> bool:
    """A Supporting Attack (Melee Phase 3.B.a)."""
    return bool(_fact(a, "supporting"))


@WORDS.relation("across", "{a:attack} is across {n:name}")
def across(g: Game, a: Any, n: str) -> bool:
    """The striking models stand at a terrain feature of that name (Terrain 2.F)."""
    told = _fact(a, "across")
    if told is not None:
        return n in told
    return a is not None and a.unit is not None and any(piece.feature == n for piece in touching(g, a.unit))


@WORDS.relation("cover", "{a:attack} meets {cover:soft|hard} cover")
def meets_cover(_g: Game, a: Any, kind: str) -> bool:
    """The target has soft or hard Cover from the shooters (Shooting Phase 3.B)."""
    return bool(_fact(a, "cover") == kind)


# -- terrain and table -----------------------------------------------------------------------------


@WORDS.relation("touches", "{u:unit} touches {x:any}")
def touches_terrain(g: Game, u: Unit | None, x: Any) -> bool:
    """In contact with a piece of terrain, or with any piece of that name."""
    if u is None:
        return False
    if isinstance(x, str):
        return any(x in (piece.feature, piece.name) for piece in touching(g, u))
    return isinstance(x, Terrain) and x in touching(g, u)


@WORDS.relation("touched-by-scoring", "{t:terrain} is touched by scoring of {p:player}")
def touched_by_scoring(g: Game, t: Terrain, p: Player | None) -> bool:
    """A Scoring Unit of that player is in contact with it (Season Pack, Forage and Plunder)."""
    return any(
        p is not None and unit.owner == p.name and scoring(g, unit) and t in touching(g, unit)
        for unit in g.units.values()
    )


@WORDS.relation("elevated", "{u:unit} is elevated")
def is_elevated(g: Game, u: Unit | None) -> bool:
    """Fully on a Hill (Terrain 2.C)."""
    return u is not None and u.rect is not None and elevated(g, u.rect)


@WORDS.relation("own-zone", "{u:unit} is in own deployment zone")
def in_own_zone(g: Game, u: Unit | None) -> bool:
    """Its boundary touches its owner's Deployment Zone (Battle Preparations 2.D)."""
    return u is not None and _in_zone(g, u, u.owner)


@WORDS.relation("enemy-zone", "{u:unit} is in enemy deployment zone")
def in_enemy_zone(g: Game, u: Unit | None) -> bool:
    """Its boundary touches the opponent's Deployment Zone (Battle Preparations 2.D)."""
    return u is not None and any(name != u.owner and _in_zone(g, u, name) for name in g.players)


def _in_zone(g: Game, unit: Unit, player: str) -> bool:
    return touches_zone(g, unit, player)


@WORDS.relation("near", "{a:any} is near {n:name} within {d:amount}")
def near(g: Game, a: Any, n: str, d: int | Fraction) -> bool:
    """Something that holds that rule, or has that name, is at most that far away."""
    return any(things_within(a, unit, d) for unit in g.units.values() if _bears(g, unit, n))


def _bears(g: Game, unit: Unit, name: str) -> bool:
    return not unit.destroyed and (unit.name == name or contains(g, Context(unit=unit), unit, name))


@WORDS.relation("controls-marker", "{p:player} controls a marker within {d:amount}")
def controls_marker(g: Game, p: Player | None, d: int | Fraction) -> bool:
    """A marker with own Scoring Units that near and none of the enemy (Season Pack, Secure Target)."""
    spots: list[list[float]] = g.memory.get(MARKERS, [])
    return p is not None and any(_controllers(g, (spot[0], spot[1]), d) == {p.name} for spot in spots)


def _controllers(g: Game, spot: tuple[float, float], d: int | Fraction) -> set[str]:
    near_units = (u for u in g.units.values() if things_within(spot, u, d) and scoring(g, u))
    return {unit.owner for unit in near_units}


# -- rules and spells ------------------------------------------------------------------------------


@WORDS.relation("benefits", "{u:unit} benefits from {n:name}")
def benefits(g: Game, u: Unit | None, n: str) -> bool:
    """A rule of that name, held by a friend, reaches the unit now (Commanding Presence, the army's flag)."""
    if u is None:
        return False
    return any(
        held.instance.ref.name and _reaches(g, held, u, n)
        for unit in g.units.values()
        if unit.owner == u.owner and not unit.destroyed
        for thing in (unit, *unit.pools)
        for held in thing.held
    )


def _reaches(g: Game, held: Held, u: Unit, name: str) -> bool:
    c = Context(unit=u, target_unit=u, model=pool_of(u))
    return any(
        rule.rule_name == name
        and rule.reaches(g, c, held, u)
        and (rule.guard is None or rule.guard(g, c, held))
        for rule in held.instance.auras
    )


_VOICES = ("Commanding Presence", "Rally Around the Flag")


@WORDS.relation("hears", "{a:any} hears {b:any}")
def hears(g: Game, a: Any, b: Any) -> bool:
    """A unit is a model's own, or in reach of its Commanding Presence or flag (Empire of Sonnstahl,
    Orders).
    """
    unit, giver = unit_of(a), pool_of(b)
    if unit is None or giver is None:
        return False
    return unit is giver.unit or any(_reaches(g, held, unit, name) for held in giver.held for name in _VOICES)


@WORDS.relation("has-charged", "{u:unit} has charged {n:name} within {d:amount} of {b:thing}")
def has_charged(g: Game, u: Unit | None, n: str, d: int | Fraction, b: Any) -> bool:
    """A Charging unit in contact with a unit that contains that rule, so near to a thing."""
    if u is None or marks.CHARGING not in u.marks:
        return False
    foes = [g.units[number] for number in g.engagement.foes(u.id)]
    return any(_bears(g, foe, n) and things_within(foe, b, d) for foe in foes)


@WORDS.relation("enchanted", "{a:attack} is enchanted")
def enchanted(_g: Game, a: Any) -> bool:
    """The weapon used bears a Magic Item (Arcane Compendium, Magic Items)."""
    arm = getattr(a, "arm", None)
    return arm is not None and bool(arm.item)


@WORDS.relation("cast-as", "{s:any} was cast as {token:name}")
def cast_as(_g: Game, s: Any, token: str) -> bool:
    """The version of the spell that was named when it was cast (Arcane Compendium, Cosmology)."""
    return s is not None and getattr(s, "version", "") == token


@WORDS.relation("lost-by-this", "{x:any} has lost health by this", situated=True)
def lost_by_this(_g: Game, c: Context, _h: Held | None, x: Any) -> bool:
    """Health Points were lost to the hits of the present spell or effect."""
    unit = unit_of(x)
    losses = c.losses
    return unit is not None and losses is not None and losses.get(unit.id, 0) > 0


@WORDS.relation("blesses", "heaven blesses")
def heaven_blesses(g: Game) -> bool:
    """The last Divine Intervention was a blessing (Arcane Compendium, Thaumaturgy)."""
    return bool(g.memory.get("intervention") == "blessing")


@WORDS.relation("admonishes", "heaven admonishes")
def heaven_admonishes(g: Game) -> bool:
    """The last Divine Intervention was an admonition (Arcane Compendium, Thaumaturgy)."""
    return bool(g.memory.get("intervention") == "admonition")
