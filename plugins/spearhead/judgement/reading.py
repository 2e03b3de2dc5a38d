"""What abilities do, read off their statements: harm, help, moves, points; on whom, and about how much.

An ability comes to *deeds*, each with the name by which its statements call whom it befalls: `unit` (who uses
the ability), a name that something is picked by, or a side for all of a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary, ref

from tercio.kernel.decl import Card, Item, Rule, TerrainFeature
from tercio.kernel.decl.clauses import (
    Action,
    Aura,
    Has,
    Instead,
    Modify,
    Mood,
    OnNatural,
    Op,
    Permit,
    Trigger,
)
from tercio.kernel.decl.expr import (
    Arith,
    Bundle,
    ConstantRef,
    DiceAmount,
    Literal,
    Name,
    Param,
    Role,
    RuleRef,
    SetExpr,
    Word,
)
from tercio.kernel.decl.statements import Choose, Do, Each, If, Options, Pick, RollAs, RollOn, Statement
from tercio.kernel.ruleset import Ruleset

from ..fighting import FIGHT, STRIKE_FIRST, STRIKE_LAST
from .estimate import mean_of
from .meaning import (
    ANYBODY,
    ENEMY,
    FRIENDLY,
    PERMISSIONS,
    TARGET,
    VALUES,
    VERBS,
    Deed,
    Sense,
    What,
    parts_of,
)

AGAINST: Final = frozenset({"put-in-reserve"})
_DEEP: Final = 3
"""How far rules that bring rules are followed."""
_UNREAD: Final = 2.0
"""What an amount is taken for that is known in play only."""
_SECOND_FIGHT: Final = 4.0
"""What a second fight counts for in changes of attacks."""
_LIKELY: Final = 0.6
"""The chance of a condition that is not looked at."""


@dataclass(slots=True)
class _Scope:
    """Names that statements know, and the chance that they come to them."""

    rolls: dict[str, float] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    picks: dict[str, tuple[str, str]] = field(default_factory=dict)


_readers: WeakKeyDictionary[Ruleset, Reader] = WeakKeyDictionary()


def reader_of(ruleset: Ruleset) -> Reader:
    """Return the reader of a ruleset; it reads each ability once."""
    known = _readers.get(ruleset)
    if known is None:
        known = _readers[ruleset] = Reader(ruleset)
    return known


class Reader:
    """Reads abilities of one ruleset, each once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ref(ruleset)
        self._named: dict[str, tuple[Sense, ...]] = {}
        self._read: dict[int, tuple[object, Sense]] = {}

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset; whoever reads has it in hand."""
        ruleset = self._ruleset()
        assert ruleset is not None
        return ruleset

    def named(self, label: str) -> tuple[Sense, ...]:
        """Return what the actions and triggers of a rule, item, card or terrain feature come to."""
        known = self._named.get(label)
        if known is None:
            known = self._named[label] = tuple(self.sense(clause) for clause in self._clauses(label))
        return known

    def _clauses(self, label: str) -> Iterator[Action | Trigger]:
        for kind in (Rule, Item, Card, TerrainFeature):
            found: Any = self.ruleset.of_kind(kind).get(label)
            for clause in found.clauses if found is not None else ():
                if isinstance(clause, Action | Trigger):
                    yield clause

    def sense(self, clause: Action | Trigger) -> Sense:
        """Return what an action or a trigger comes to."""
        known = self._read.get(id(clause))
        if known is None:
            scope = _Scope()
            declared = clause.declare if isinstance(clause, Action) else ()
            deeds = tuple(self._deeds((*declared, *clause.body), 1.0, scope))
            known = self._read[id(clause)] = clause, Sense(deeds, scope.picks)
        return known[1]

    # -- statements --------------------------------------------------------------------------------

    def _deeds(self, body: Iterable[Statement], chance: float, scope: _Scope) -> Iterator[Deed]:
        for statement in body:
            match statement:
                case Do():
                    yield from self._done(statement, chance, scope)
                case If(then=then, otherwise=otherwise):
                    yield from self._deeds(then, chance * _LIKELY, scope)
                    yield from self._deeds(otherwise, chance * (1.0 - _LIKELY), scope)
                case Each(among=among, body=inner, name=name):
                    scope.names[name] = self._whom(among, scope)
                    yield from self._deeds(inner, chance, scope)
                case Choose(among=among, body=inner, name=name):
                    scope.picks[name] = among.kind, among.side
                    yield from self._deeds(inner, chance, scope)
                case RollOn():
                    yield from self._rows(statement, chance, scope)
                case Options(rows=rows):
                    yield from self._deeds(rows[0][1], chance, scope)
                case Pick(among=among, name=name):
                    scope.picks[name] = among.kind, among.side
                case RollAs(dice=dice, name=name):
                    scope.rolls[name] = self.mean(dice, scope.rolls)

    def _rows(self, statement: RollOn, chance: float, scope: _Scope) -> Iterator[Deed]:
        dice = statement.dice
        sides = dice.sides if isinstance(dice, DiceAmount) else len(statement.rows)
        scope.rolls["result"] = self.mean(dice, scope.rolls)
        for row in statement.rows:
            low, high = row.low or 1, row.high or sides
            yield from self._deeds(row.body, chance * max(1, high - low + 1) / sides, scope)

    def _done(self, statement: Do, chance: float, scope: _Scope) -> Iterator[Deed]:
        args = dict(statement.args)
        if statement.verb == "grant":
            whom = self._whom(args["to"], scope)
            for what, size in self.given(args["what"]):
                yield Deed(what, whom, size * chance)
        elif statement.verb == "change":
            whom, word = self._whom(args["to"], scope), args["value"]
            what = VALUES.get(word.text if isinstance(word, Word) else "", What.OTHER)
            yield Deed(what, whom, self.mean(args["n"], scope.rolls) * chance)
        elif statement.verb in VERBS:
            what, on, many = VERBS[statement.verb]
            size = self.mean(args[many], scope.rolls) if many else 1.0
            size = -size if what is What.DAMAGE or statement.verb in AGAINST else size
            kind = args.get("kind")
            yield Deed(
                what, self._whom(args[on], scope), size * chance, kind.text if isinstance(kind, Word) else ""
            )
        else:
            yield Deed(What.OTHER, self._whom(args.get("x", args.get("u")), scope), chance)

    def _whom(self, expr: Any, scope: _Scope) -> str:
        if isinstance(expr, Role):
            return scope.names.get(expr.name, expr.name)
        if isinstance(expr, SetExpr):
            return ENEMY if expr.side == "enemy" else FRIENDLY if expr.side else ANYBODY
        return ""

    def mean(self, expr: Any, rolls: Mapping[str, float]) -> float:
        """Return about what an amount comes to."""
        match expr:
            case Literal(value=value):
                return float(value)
            case DiceAmount():
                return mean_of(expr)
            case ConstantRef(name=name):
                return mean_of(self.ruleset.constant(name))
            case Role(name=name):
                return rolls.get(name, _UNREAD)
            case Arith(op="-", left=left, right=right):
                return self.mean(left, rolls) - self.mean(right, rolls)
            case Arith(left=left, right=right):
                return self.mean(left, rolls) + self.mean(right, rolls)
            case _:
                return _UNREAD

    # -- rules that are given ----------------------------------------------------------------------

    def given(self, what: Any, depth: int = 0) -> Iterator[tuple[What, float]]:
        """Yield what rules that are given do for whom they are given to."""
        match what:
            case Bundle(clauses=clauses):
                yield from self.all_of(clauses, depth)
            case RuleRef(name=name):
                yield from self._rule(name, depth)
            case Name(text=name):
                yield from self._rule(name, depth)
            case _:
                return

    def all_of(self, clauses: Iterable[Any], depth: int = 0) -> Iterator[tuple[What, float]]:
        """Yield what clauses do for whoever holds them."""
        for clause in clauses:
            yield from self._clause(clause, depth)

    def _rule(self, name: str, depth: int) -> Iterator[tuple[What, float]]:
        if name in (STRIKE_FIRST, STRIKE_LAST):
            yield What.ORDER, 1.0 if name == STRIKE_FIRST else -1.0
            return
        rule = self.ruleset.of_kind(Rule).get(name)
        if rule is not None and depth < _DEEP:
            yield from self.all_of(rule.clauses, depth + 1)

    def _clause(self, clause: Any, depth: int) -> Iterator[tuple[What, float]]:
        match clause:
            case Modify():
                yield self._changed(clause)
            case Permit():
                yield self._allowed(clause)
            case Has(rule=rule) if not isinstance(rule, Param):
                yield from self.given(rule, depth)
            case Aura(reach=reach, clauses=clauses):
                sign = -1.0 if reach.side == "enemy" else 1.0
                yield from ((what, sign * size) for what, size in self.all_of(clauses, depth))
            case OnNatural():
                yield What.ATTACK, 1.0
            case Instead():
                yield What.DEFENCE, 1.0
            case Trigger():
                yield from ((d.what, d.size) for d in self.sense(clause).deeds if d.on in ("unit", "bearer"))
                yield What.OTHER, 1.0
            case _:
                return

    @staticmethod
    def _allowed(clause: Permit) -> tuple[What, float]:
        what = PERMISSIONS.get(clause.action, What.OTHER)
        if clause.mood is Mood.CANNOT:
            return what, -1.0 if what is What.SPEED else 1.0
        if what is What.SPEED and Word(FIGHT) in parts_of(clause.guard):
            return What.ATTACK, _SECOND_FIGHT
        return what, 1.0

    def _changed(self, clause: Modify) -> tuple[What, float]:
        what = VALUES.get(clause.value, What.OTHER)
        size = self.mean(clause.amount, {}) if clause.op is Op.ADD else 1.0
        if what is What.ATTACK and clause.role == TARGET:
            return What.DEFENCE, -1.0 if clause.op is Op.ADD and size > 0.0 else 1.0
        if what is What.CONTROL:
            return what, size
        return what, -1.0 if size < 0.0 else 1.0
