"""Attack sequences as data: play samples them here, odds enumerate the same stages.

An `Attack` is one kind of blow: who strikes with what at which pool. `resolve` runs any number of equal
attacks through the stages of a declared sequence: each stage finds the number it needs (its table, then
every modifier), rolls its dice as one pool, rerolls as the rules say, and lets natural results change what
follows. What differs splits into *strands* (two hits that need no save, three plain ones), so a stage never
rolls a die by itself. A natural result may take its attack out of the sequence: such strands go no further
and are reported as `ended`, by outcome.

Every stage is also a test by its roll's name: `to-hit always passes` skips the roll, and a permission of the
same name (`cannot armour-save`) takes a stopping stage away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from .choice import once_each
from .context import Context
from .decl.clauses import Which
from .decl.things import AttackSequence, Stage
from .dice import Histogram, histogram
from .effects import run
from .modifiers import gather, hits_of, live, value
from .permissions import may
from .rolls import outcome, purpose, rerolls
from .state import Arm, Game, Hit, Part, Pool, Thing, Unit

Roller = Callable[["Game", Stage, "Strand", Context, Any], Any]
Bundle = list["Strand"]
"""What equal attacks have become that went the same way: themselves, then the further hits that they made."""


@dataclass(slots=True)
class Attack:
    """One kind of blow. `kinds` are words that conditions ask for (melee, standard, shooting, spell ...),
    `facts` plain data of the situation.

    `given` holds rules that the attack has by itself (what a spell says of its hits); `fixed` numbers replace
    those of arm and attacker; `passed` stages are passed without a roll; `ignored` rules do not apply; the
    dice of `counted` stages are rolled even where none can pass, and kept; `ended` is the outcome as which it
    leaves the sequence ("": it goes on).
    """

    sequence: str
    kinds: frozenset[str]
    target: Pool
    unit: Unit | None = None
    attacker: Part | None = None
    arm: Arm | None = None
    given: Thing | None = None
    fixed: dict[str, Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    passed: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    extra_hits: int = 0
    ended: str = ""
    label: str = ""
    _context: Context | None = field(default=None, init=False, repr=False, compare=False)

    def number(self, name: str) -> Any:
        """Return a number that the attack itself fixes (spell, arm), None if it does not."""
        fixed = self.fixed.get(name)
        if fixed is not None or self.arm is None:
            return fixed
        return self.arm.numbers.get(name)

    def hits(self, g: Game, name: str) -> tuple[Hit, ...]:
        """Return the clauses for `name` that the attack's arm and its own rules hold."""
        found: tuple[Hit, ...] = ()
        if self.arm is not None and self.arm.held:
            found = hits_of(g, self.arm).get(name, ())
        if self.given is not None:
            found = found + hits_of(g, self.given).get(name, ())
        return found

    def context(self) -> Context:
        """Return the context in which the numbers of this attack are asked."""
        if self._context is None:
            self._context = self._new_context()
        return self._context

    def _new_context(self) -> Context:
        return Context(
            attack=self,
            attacker=self.attacker,
            unit=self.unit,
            target=self.target,
            target_unit=self.target.unit,
            model=self.attacker.pool if self.attacker is not None else None,
        )

    def variant(self) -> Attack:
        """Return a copy that natural results may change."""
        return replace(self, fixed=dict(self.fixed), extra_hits=0)


@dataclass(slots=True)
class Strand:
    """`count` equal attacks that have come this far."""

    attack: Attack
    count: Any


@dataclass(slots=True)
class Resolved:
    """What became of a batch of equal attacks: how many passed each stage, the strands that went through
    all, and those that a natural die ended, by outcome (they passed the stage of that die). `faces` holds the
    dice of the attack's `counted` stages, rerolls made.
    """

    attack: Attack
    rolled: Any
    passed: dict[str, Any]
    needed: dict[str, Any]
    through: list[Strand]
    ended: dict[str, list[Strand]] = field(default_factory=dict)
    faces: dict[str, list[Any]] = field(default_factory=dict)

    @property
    def unsaved(self) -> Any:
        """How many attacks went through every stage (an int; of `mean` a Fraction or float); none that a
        natural die ended.
        """
        return sum(strand.count for strand in self.through)


def resolve(g: Game, attack: Attack, count: int, upto: str = "") -> Resolved:
    """Run `count` equal attacks through their sequence, or through its stages up to the one named `upto`;
    nothing is applied to the target. Dice: one pool a stage and strand.
    """
    return _run(g, attack, count, _rolled, upto)


def mean(g: Game, attack: Attack, count: Any = 1) -> Resolved:
    """Return what `resolve` gives on average: the same stages with every die on all of its sides at once.
    Rolls nothing.

    Counts are Fractions (floats for a float `count`): `mean(g, attack, Fraction(3)).unsaved` are the wounds
    that three attacks cause on average.
    """
    return _run(g, attack, count if isinstance(count, float) else Fraction(count), _averaged)


def stagewise(g: Game, attack: Attack, count: int) -> Iterator[tuple[Stage, Resolved]]:
    """Run `count` equal attacks stage by stage: yields each stage with the report so far, of which the
    caller may change what goes `through` to the next.
    """
    yield from _stages(g, attack, count, _rolled)


def _stages(g: Game, attack: Attack, count: Any, roll: Roller) -> Iterator[tuple[Stage, Resolved]]:
    report = Resolved(attack, count, {}, {}, [Strand(attack, count)] if count > 0 else [])
    for stage in g.ruleset.get(AttackSequence, attack.sequence).stages:
        came = (through_stage(g, stage, strand, report, roll) for strand in report.through)
        report.through = [s for bundles in came for bundle in bundles for s in bundle if s.count > 0]
        report.passed[stage.roll] = sum(strand.count for strand in report.through)
        for strand in report.through:
            if strand.attack.ended:
                _take_out_ended(report)
                break
        yield stage, report


def _take_out_ended(report: Resolved) -> None:
    for strand in report.through:
        if strand.attack.ended:
            report.ended.setdefault(strand.attack.ended, []).append(strand)
    report.through = [strand for strand in report.through if not strand.attack.ended]


def _run(g: Game, attack: Attack, count: Any, roll: Roller, upto: str = "") -> Resolved:
    report = Resolved(attack, count, {}, {}, [])
    for stage, so_far in _stages(g, attack, count, roll):
        report = so_far
        if stage.roll == upto:
            break
    return report


def needed(g: Game, stage: Stage, attack: Attack) -> Any:
    """Return the roll that a stage needs for an attack."""
    c = attack.context()
    return value(g, stage.roll, c, g.ruleset.function(stage.needs)(g, c, None))


def stage_of(g: Game, attack: Attack, roll: str) -> Stage:
    """Return the stage of a roll in the attack's sequence. Raises KeyError without one."""
    for stage in g.ruleset.get(AttackSequence, attack.sequence).stages:
        if stage.roll == roll:
            return stage
    raise KeyError(roll)


def through_stage(g: Game, stage: Stage, strand: Strand, report: Resolved, roll: Roller) -> list[Bundle]:
    """Return what comes through a stage of equal attacks, a bundle for each way that natural results send
    them. `roll` answers with counts by face, rerolls made; the report notes what was needed.
    """
    attack, c = strand.attack, strand.attack.context()
    if _skipped(g, stage, c):
        return [[strand]]
    decided = True if stage.roll in attack.passed else outcome(g, stage.roll, c)
    if decided is not None:
        return [[strand]] if decided != stage.stops else []
    need = needed(g, stage, attack)
    report.needed.setdefault(stage.roll, need)
    counted = stage.roll in attack.counted
    if stage.stops and need > stage.sides and not counted:
        return [[strand]]
    counts = roll(g, stage, strand, c, need)
    if counted:
        before = report.faces.get(stage.roll, [0] * len(counts))
        report.faces[stage.roll] = [a + b for a, b in zip(before, counts, strict=True)]
    return _split(g, stage, strand, c, need, counts)


def _skipped(g: Game, stage: Stage, c: Context) -> bool:
    if stage.guard is not None and not g.ruleset.function(stage.guard)(g, c, None):
        return True
    named = stage.roll in g.ruleset.signatures.permissions
    return stage.stops and named and not may(g, stage.roll, c)


def passes(stage: Stage, face: int, need: Any) -> bool:
    """Return whether a natural face passes a stage that needs `need`."""
    if face in stage.natural_fails:
        return False
    return face in stage.natural_passes or face >= need


def _rolled(g: Game, stage: Stage, strand: Strand, c: Context, need: Any) -> Histogram:
    why, sides = purpose(g, strand.attack.label, stage.roll), stage.sides
    counts = histogram(g.dice.faces(why, strand.count, sides), sides)
    again = to_reroll(g, stage, c, need)
    if not again:
        return counts
    number = sum(counts[face] for face in again)
    if number:
        kept = [0 if face in again else n for face, n in enumerate(counts)]
        fresh = histogram(g.dice.faces(f"{why}/reroll", number, sides), sides)
        counts = [a + b for a, b in zip(kept, fresh, strict=True)]
    return counts


def _averaged(g: Game, stage: Stage, strand: Strand, c: Context, need: Any) -> Any:
    sides = stage.sides
    share = strand.count / sides
    again = to_reroll(g, stage, c, need)
    spread = share * len(again) / sides
    return [0, *(spread if face in again else share + spread for face in range(1, sides + 1))]


def to_reroll(g: Game, stage: Stage, c: Context, need: Any) -> set[int]:
    """Return the faces that are rolled again, once: failed, successful or named ones."""
    hits = gather(g, f"reroll {stage.roll}", c)
    if not hits:
        return set()
    faces = range(1, stage.sides + 1)
    again: set[int] = set(rerolls(g, stage.roll, c, Which.NATURAL))
    if rerolls(g, stage.roll, c, Which.FAILED):
        again |= {face for face in faces if not passes(stage, face, need)}
    if rerolls(g, stage.roll, c, Which.SUCCESSFUL):
        again |= {face for face in faces if passes(stage, face, need)}
    return again


def _split(g: Game, stage: Stage, strand: Strand, c: Context, need: Any, counts: Any) -> list[Bundle]:
    naturals = once_each(live(g, c, gather(g, f"natural {stage.roll}", c)))
    groups: dict[tuple[int, ...], Any] = {}
    for face in range(1, stage.sides + 1):
        if counts[face] and passes(stage, face, need) != stage.stops:
            acting = tuple(
                i for i, (rule, _) in enumerate(naturals) if rule.clause.low <= face <= rule.clause.high
            )
            groups[acting] = groups.get(acting, 0) + counts[face]
    return [
        _changed(g, strand.attack, [naturals[i] for i in acting], number) for acting, number in groups.items()
    ]


def _changed(g: Game, attack: Attack, acting: list[Hit], number: Any) -> Bundle:
    if not acting:
        return [Strand(attack, number)]
    variant = attack.variant()
    for rule, held in acting:
        c = variant.context()
        for _ in run(g, rule.clause.effects, c, held):
            raise ValueError(f"{rule.rule_name}: what a natural die does cannot ask a player")
    if not variant.extra_hits:
        return [Strand(variant, number)]
    # One success that makes several hits: only the first of them is changed.
    return [Strand(variant, number), Strand(attack, number * variant.extra_hits)]
