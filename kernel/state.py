"""What is on the table: plain mutable data with a cheap `clone()`.

A `Game` holds players, units and terrain. A `Unit` is a group of models that acts as one; its models stand
in *pools*: models that share a profile and one store of health. A `Pool` has *parts* (a rider, its mount),
each with its own offensive profile and arms. Everything that can hold rules is a `Thing`: `held` lists the
rule instances, `index` and `names` are lookups built from them on demand and dropped by `touch`.

State never holds a generator, a function or a random source other than the dice; plugins keep plain data in
`memory` and in `formation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from .events import Event

if TYPE_CHECKING:
    from .dice import DiceSource
    from .engagement import Engagement
    from .geometry import Rect, Shape
    from .instances import Compiled, Instance, Mention
    from .ruleset import Ruleset
    from .scheduler import Schedule
    from .sequence import Clock

Amount = Any
"""A profile value: int, decl.DiceAmount, or None for no value."""

Hit = tuple["Compiled", "Held"]
Named = tuple["Mention", "Held"]


@dataclass(frozen=True, slots=True)
class Held:
    """A rule instance held by the thing with id `bearer`, brought by `source`; `effect` is the id of a
    lasting effect (0: for good).

    What befell a unit holds for the `pools` (ids) that were in it then; without any for whoever is in it.
    """

    instance: Instance
    bearer: int
    source: str = ""
    effect: int = 0
    pools: tuple[int, ...] = ()

    def holds_for(self, pool: Pool) -> bool:
        """Return whether what a unit holds is held by one of its pools, too."""
        return not self.pools or pool.id in self.pools


@dataclass(slots=True, eq=False, repr=False)
class Thing:
    """Anything that can hold rules, marks and tokens. `id` is unique in a game; `owner` is the player's name
    or "".
    """

    id: int
    name: str
    owner: str = ""
    held: list[Held] = field(default_factory=list)
    marks: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    memory: dict[str, Any] = field(default_factory=dict)
    index: dict[str, tuple[Hit, ...]] | None = None
    names: dict[str, tuple[Named, ...]] | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id}, {self.name!r})"


@dataclass(slots=True, eq=False, repr=False)
class Arm(Thing):
    """A weapon in the hands of a part: its numbers by word and the rules that hold for attacks made with it.

    `part` is the id of the part that carries it (0: not carried yet). It never changes in play, so copies of
    a game share it: what happens to it is remembered by its part (`carrier_of`).
    """

    part: int = 0
    kinds: tuple[str, ...] = ("melee",)
    numbers: dict[str, Amount] = field(default_factory=dict)
    item: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Part(Thing):
    """A model part: its offensive profile by characteristic, its arms, the `pool` it belongs to, and how
    many of it each model has.
    """

    pool: Pool = None  # type: ignore[assignment]
    profile: dict[str, Amount] = field(default_factory=dict)
    arms: list[Arm] = field(default_factory=list)
    count: int = 1


@dataclass(slots=True, eq=False, repr=False)
class Model:
    """One model of a unit without ranks: `part` is the id of the part that it is, `shape` its base where it
    stands (None: not on the table). Shapes are replaced, never changed.
    """

    id: int
    part: int
    shape: Shape | None = None


@dataclass(slots=True, eq=False, repr=False)
class Pool(Thing):
    """Models that share a profile and one store of health.

    `models` are those alive of `starting`; `lost` is health lost that does not amount to a whole model.
    `role` is a word of the system (e.g. rank-and-file). `base` is width and depth in inches. `loose` lists
    the models one by one in games without ranks. `origin` is the id of the army list entry it was bought
    with, `cost` the points of that entry that this pool answers for.
    """

    unit: Unit = None  # type: ignore[assignment]
    entry: str = ""
    role: str = ""
    profile: dict[str, Amount] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    models: int = 1
    starting: int = 1
    lost: int = 0
    base: tuple[float, float] = (1.0, 1.0)
    height: int = 1
    cost: int = 0
    origin: int = 0
    loose: list[Model] = field(default_factory=list)

    @property
    def health(self) -> int:
        """Health left in the pool."""
        each = self.profile.get("health-points") or 1
        return int(self.models * each - self.lost)


class Formation(Protocol):
    """How a unit is arranged: the concern of a plugin. Plain data with a clone."""

    def clone(self) -> Formation:
        """Return an independent copy."""
        ...

    def plain(self) -> Any:
        """Return plain data (dicts, lists, numbers, strings) for hashing and display."""
        ...


@dataclass(slots=True, eq=False, repr=False)
class Unit(Thing):
    """Models that act as one. `rect` is its boundary on the table (None: not on the table)."""

    pools: list[Pool] = field(default_factory=list)
    rect: Rect | None = None
    formation: Formation | None = None
    destroyed: bool = False
    cost: int = 0

    @property
    def models(self) -> int:
        """Models alive in all its pools."""
        return sum(pool.models for pool in self.pools)

    def parts(self) -> Iterator[Part]:
        """All parts of all its pools, in order."""
        for pool in self.pools:
            yield from pool.parts


@dataclass(slots=True, eq=False, repr=False)
class Player(Thing):
    """A side of the battle; `army` is the name of its army book, `size` its points."""

    army: str = ""
    size: int = 0


@dataclass(slots=True, eq=False, repr=False)
class Terrain(Thing):
    """A piece of terrain: the feature it is by name, and its shape."""

    feature: str = ""
    shape: Shape = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False, repr=False)
class Area(Thing):
    """A named part of the table that nothing stands in the way of: `kinds` are words of the system
    (objective, road, territory). Never moved in play.
    """

    kinds: tuple[str, ...] = ()
    shape: Shape = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False, repr=False)
class Game:
    """A whole game. `active` is the name of the player whose turn it is; `things` finds everything by id in
    order of birth. `auras` to `reached` are lookups that spare work; `touched` counts how often the rules
    that are held have changed. While a game is `locked` nothing changes; `locks` counts how often it was.
    """

    ruleset: Ruleset
    dice: DiceSource
    clock: Clock
    schedule: Schedule
    engagement: Engagement
    players: dict[str, Player] = field(default_factory=dict)
    units: dict[int, Unit] = field(default_factory=dict)
    terrain: list[Terrain] = field(default_factory=list)
    areas: dict[str, Area] = field(default_factory=dict)
    things: dict[int, Thing] = field(default_factory=dict)
    width: float = 0.0
    depth: float = 0.0
    active: str = ""
    memory: dict[str, Any] = field(default_factory=dict)
    battle: Thing = field(default_factory=lambda: Thing(0, "battle"))
    auras: dict[str, tuple[Hit, ...]] | None = None
    heard: dict[str, tuple[Hit, ...]] | None = None
    spoken: set[str] | None = None
    reached: dict[Any, Any] = field(default_factory=dict)
    touched: int = 0
    work: int = 0
    next_id: int = 1
    events: list[Any] | None = None
    sequence_number: int = 0
    ledgers: list[Any] | None = None
    locked: int = 0
    locks: int = 0

    def new_id(self) -> int:
        """Return a fresh id."""
        number = self.next_id
        self.next_id += 1
        return number

    def opponent(self, name: str) -> str:
        """Return the other player's name (two-player games); raises KeyError without one."""
        for other in self.players:
            if other != name:
                return other
        raise KeyError(f"nobody plays against {name}")

    def add_unit(self, unit: Unit) -> None:
        """Register a unit with its pools, parts and arms."""
        self.units[unit.id] = unit
        self.things[unit.id] = unit
        for pool in unit.pools:
            self.add_pool(pool)
        for thing in (unit, *(arm for part in unit.parts() for arm in part.arms)):
            touch(self, thing)

    def add_pool(self, pool: Pool) -> None:
        """Register a pool with its parts and arms."""
        self.things[pool.id] = pool
        for part in pool.parts:
            self.things[part.id] = part
            for arm in part.arms:
                self.add_arm(part, arm)

    def add_arm(self, part: Part, arm: Arm) -> None:
        """Register a weapon that a part carries."""
        arm.part = part.id
        self.things[arm.id] = arm

    def emit(self, kind: str, **facts: Any) -> None:
        """Record that something happened, with plain facts. Raises RuntimeError inside a read-only query."""
        if self.locked:
            raise RuntimeError(f"a query must not change the game: {kind}")
        number = self.sequence_number
        self.sequence_number = number + 1
        if self.events is not None:
            why = () if not self.ledgers else tuple(self.ledgers)
            self.events.append(Event(number, kind, self.clock.path, facts, why))
        if self.ledgers:
            self.ledgers.clear()


def touch(game: Game, thing: Thing | None = None, *rules: Instance) -> None:
    """Forget lookups built from held rules: of one thing and its kin, or of everything. `rules` are those
    that came or went, if it was these alone.
    """
    game.touched += 1
    if not rules or any(rule.auras for rule in rules):
        game.auras = None
    if not rules or any(rule.listening for rule in rules):
        game.heard = None
    things = tuple(game.things.values() if thing is None else _kin(thing))
    for one in things:
        one.index = one.names = None
    if thing is None:
        game.spoken = None
    elif game.spoken is not None:
        # What is no longer spoken of may stay: the set only spares questions that nobody answers.
        game.spoken.update(name for one in things for held in one.held for name in held.instance.spoken)
    for player in game.players.values():
        player.index = player.names = None
    if thing is None:
        game.battle.index = game.battle.names = None


def _kin(thing: Thing) -> Iterator[Thing]:
    yield thing
    match thing:
        case Unit():
            for pool in thing.pools:
                yield pool
                yield from pool.parts
        case Pool():
            yield from thing.parts
            if thing.unit is not None:
                yield thing.unit
        case Part():
            if thing.pool is not None:
                yield thing.pool
                yield thing.pool.unit
        case _:
            return


def carrier_of(g: Game, thing: Thing) -> Thing:
    """Return the part that carries a weapon; any other thing itself."""
    return g.things.get(thing.part, thing) if isinstance(thing, Arm) else thing


def is_gone(g: Game, thing: Thing) -> bool:
    """Whether a thing is a destroyed unit or part of one, its weapons included."""
    unit = unit_of(carrier_of(g, thing))
    return unit is not None and unit.destroyed


def unit_of(thing: Any) -> Unit | None:
    """Return the unit of a part, pool or unit (None for other things; of a weapon ask its `carrier_of`)."""
    if type(thing) is Unit:
        return thing
    match thing:
        case Unit():
            return thing
        case Pool():
            return thing.unit
        case Part():
            return thing.pool.unit
        case _:
            return getattr(thing, "unit", None)


def pool_of(thing: Any) -> Pool | None:
    """Return the pool of a part or pool; of a unit its first pool."""
    match thing:
        case Pool():
            return thing
        case Part():
            return thing.pool
        case Unit():
            return thing.pools[0] if thing.pools else None
        case _:
            return getattr(thing, "target", None)
