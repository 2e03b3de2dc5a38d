"""Answers of scenarios: those that are told, by kind of decision and in order; for all others passing, where
one may, else the first option.

A thing is told by its name in the scenario, or in quotes by the one it has in the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from ..decisions import Decision
from ..decl.expr import Literal, Name, Role, Word
from ..decl.scenario import AnswerTold, Told, ToldList, ToldPairs
from ..errors import Refusal, did_you_mean
from ..events import Event
from ..state import Part, Pool, Thing, Unit

Finder = Callable[[str], Any]
_TRUTH = {"yes": True, "no": False}
_SHOWN = 8
"""Options that are shown where an answer is refused."""


@dataclass(slots=True)
class Answers:
    """Told answers that have not been asked for yet, and the questions asked so far, as events: their kind,
    the player, and the facts.
    """

    told: list[AnswerTold] = field(default_factory=list)
    asked: list[Event] = field(default_factory=list)

    def knows(self, kind: str) -> bool:
        """Whether an answer to decisions of a kind was told and has not been asked for."""
        return any(one.kind == kind for one in self.told)

    def take(self, decision: Decision, is_of: Callable[[str, Event], bool]) -> AnswerTold | None:
        """Return the next answer told for a decision, which is used up; None if none was told. `is_of` says
        whether a question is put to, or is about, what has a name.
        """
        facts = {"player": decision.player, **decision.facts}
        asked = Event(len(self.asked), decision.kind, "", facts)
        self.asked.append(asked)
        fitting = (one for one in self.told if one.kind == decision.kind)
        found = next((one for one in fitting if not one.of or is_of(one.of, asked)), None)
        if found is not None:
            self.told.remove(found)
        return found


def resolved(told: Told, find: Finder, decision: Decision) -> Any:
    """Return a told answer as plain data: of what it may mean (a unit or one of its models, alone or as a
    list of one) the first thing that is legal.
    """
    found = list(meanings(told, find))
    lists = ([one] for one in found)
    return next((one for one in (*found, *lists) if decision.judge(one) is None), found[0])


def beside_options(refusal: Refusal, decision: Decision, names: Mapping[int, str]) -> Refusal:
    """Return a refusal that says what could have been answered, things by their `names`, and what may have
    been meant.
    """
    options = list(decision.options)
    ids = [one for one in options if isinstance(one, int) and not isinstance(one, bool)]
    known = names if all(one in names for one in ids) else {}
    shown = [str(known.get(one, one) if isinstance(one, int) else one) for one in options]
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    answer = refusal.facts.get("answer")
    hint = did_you_mean(answer, shown) if isinstance(answer, str) else ""
    could = f"{', '.join(shown[:_SHOWN])}{more}{'; ' if hint else ''}{hint}"
    return Refusal(refusal.code, {**refusal.facts, "options": could})


def meanings(told: Told, find: Finder) -> Iterator[Any]:
    """Yield what a told answer or fact may mean, as plain data."""
    match told:
        case Role(name):
            yield from ids_of(find(name))
        case ToldPairs(pairs):
            keys = [key for key, _ in pairs]
            yield from (dict(zip(keys, values, strict=True)) for values in _values(pairs, find))
            yield from _by_thing(pairs, find)
            if len(pairs) == 1:
                yield from ([keys[0].replace("_", "-"), *rest] for rest in map(list, _values(pairs, find)))
        case ToldList(items):
            yield from map(list, product(*(list(meanings(one, find)) for one in items)))
            if len(items) == 2 and isinstance(items[0], Role):
                yield from _by_thing([(items[0].name, items[1])], find)
        case Name(text):
            yield text
            yield from ids_of(find(text))
        case _:
            yield plain(told)


def _values(pairs: Iterable[tuple[str, Told]], find: Finder) -> Iterator[tuple[Any, ...]]:
    """Yield what the values of pairs may mean together."""
    return product(*(list(meanings(one, find)) for _, one in pairs))


def _by_thing(pairs: Iterable[tuple[str, Told]], find: Finder) -> Iterator[dict[Any, Any]]:
    """Yield pairs whose words are names of things (`cap 5, men 5`) by the ids of those."""
    keys = [list(ids_of(find(key.replace("_", "-")))) for key, _ in pairs]
    if all(keys):
        values = [next(meanings(one, find)) for _, one in pairs]
        yield from (dict(zip(map(str, ids), values, strict=True)) for ids in product(*keys))


def ids_of(thing: Any) -> Iterator[Any]:
    """Yield the ids of a thing, or of several, and of what belongs to it, or it to; a player's name too."""
    match thing:
        case Unit():
            yield thing.id
            yield from (pool.id for pool in thing.pools)
            yield from (part.id for part in thing.parts())
        case Pool():
            yield from (thing.id, thing.unit.id)
        case Part():
            yield from (thing.id, thing.pool.id)
        case Thing():
            yield from (thing.id, thing.name)
        case None:
            return
        case list():
            for one in thing:
                yield from ids_of(one)
        case _:
            yield thing


def plain(told: Literal | Word) -> Any:
    """Return a told number or word as plain data; `yes` and `no` are truth values."""
    match told:
        case Literal(value):
            return int(value) if Fraction(value).denominator == 1 else float(value)
        case Word(text):
            return _TRUTH.get(text, text)
