"""Rolls of dice: who answers them, and the exact arithmetic of what was rolled.

Dice are inputs. Every roll has a *purpose* (a path such as `turn:3A/charge/12/charge-range`) and is answered
by a `DiceSource`: a seeded stream, a script, a person, or an enumerator. Sources never look at the game.

Maximised adds a die and drops the lowest, Minimised adds a die and drops the highest; instances add up and
cancel in pairs (`DiceAmount.extra`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from .decl.expr import DiceAmount
from .errors import RulesError
from .rng import Streams

Histogram = list[int]
"""Counts by face: index 0 is unused, index f holds how many dice show f."""


class DiceSource(Protocol):
    """Answers rolls; `clone` gives an independent copy at the same place."""

    def faces(self, purpose: str, count: int, sides: int) -> list[int]:
        """Return `count` results from 1 to `sides`."""
        ...

    def clone(self) -> DiceSource:
        """Return a copy that will give the same further results."""
        ...


class SeededDice:
    """Dice drawn from streams keyed by seed and purpose: a further roll elsewhere never shifts these."""

    __slots__ = ("streams",)

    def __init__(self, seed: int | str) -> None:
        self.streams = Streams(seed)

    def faces(self, purpose: str, count: int, sides: int) -> list[int]:
        """Return the next `count` results of the stream of `purpose`."""
        return self.streams.draw(purpose, count, sides)

    def clone(self) -> SeededDice:
        """Return a copy at the same place in every stream."""
        copy = SeededDice.__new__(SeededDice)
        copy.streams = self.streams.clone()
        return copy


class ScriptedDice:
    """Dice told beforehand: for each purpose (matched by its last part, or by `*`) a list of faces, used in
    order.

    A roll that the script does not cover goes to `beyond`, or raises RulesError if there is none: a test
    must not guess.
    """

    __slots__ = ("beyond", "script")

    def __init__(self, script: Mapping[str, Iterable[int]], beyond: DiceSource | None = None) -> None:
        self.script = {key: list(faces) for key, faces in script.items()}
        self.beyond = beyond

    def faces(self, purpose: str, count: int, sides: int) -> list[int]:
        """Return the next `count` faces told for this purpose; raises RulesError if they are impossible."""
        queue = self._queue(purpose)
        if queue is None or len(queue) < count:
            return self._unscripted(purpose, count, sides, queue)
        taken = _possible(purpose, queue[:count], count, sides)
        queue[:count] = []
        return taken

    def _queue(self, purpose: str) -> list[int] | None:
        last = purpose.rpartition("/")[2]
        for key in (purpose, last, "*"):
            if self.script.get(key):
                return self.script[key]
        return None

    def _unscripted(self, purpose: str, count: int, sides: int, queue: list[int] | None) -> list[int]:
        if self.beyond is not None and not queue:
            return self.beyond.faces(purpose, count, sides)
        left = len(queue) if queue else 0
        raise RulesError(f"the script holds {left} dice for {purpose!r}, {count} are rolled")

    def clone(self) -> ScriptedDice:
        """Return a copy with the same faces left."""
        return ScriptedDice(self.script, self.beyond.clone() if self.beyond else None)


class AskedDice:
    """Dice rolled by somebody else (a person with real dice, an enumerator): a callback answers each roll."""

    __slots__ = ("ask",)

    def __init__(self, ask: Callable[[str, int, int], Sequence[int]]) -> None:
        self.ask = ask

    def faces(self, purpose: str, count: int, sides: int) -> list[int]:
        """Return what the callback answers; raises RulesError if count or faces are impossible."""
        return _possible(purpose, list(self.ask(purpose, count, sides)), count, sides)

    def clone(self) -> AskedDice:
        """Return self: the callback owns the state."""
        return self


def _possible(purpose: str, faces: list[int], count: int, sides: int) -> list[int]:
    if len(faces) != count or not all(1 <= face <= sides for face in faces):
        raise RulesError(f"{purpose}: {count} results from 1 to {sides} are needed, got {faces}")
    return faces


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll: all `faces` in order, those `kept`, and the total with what was added."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]
    total: int


def keep(faces: Sequence[int], extra: int) -> tuple[int, ...]:
    """Return the faces that count after dropping |extra| lowest (extra > 0) or highest (extra < 0), in
    rolled order.
    """
    if not extra:
        return tuple(faces)
    order = sorted(range(len(faces)), key=lambda i: (faces[i], i))
    dropped = set(order[:extra]) if extra > 0 else set(order[extra:])
    return tuple(face for i, face in enumerate(faces) if i not in dropped)


def roll(source: DiceSource, purpose: str, dice: DiceAmount) -> Rolled:
    """Roll `dice`: count + |extra| dice, the surplus dropped, `plus` added."""
    faces = source.faces(purpose, dice.count + abs(dice.extra), dice.sides)
    kept = keep(faces, dice.extra)
    return Rolled(tuple(faces), kept, sum(kept) + dice.plus)


def histogram(faces: Iterable[int], sides: int) -> Histogram:
    """Return how many dice show each face."""
    counts = [0] * (sides + 1)
    for face in faces:
        counts[face] += 1
    return counts


def most(amount: int | DiceAmount) -> int:
    """Return the greatest result that an amount can have."""
    return amount.count * amount.sides + amount.plus if isinstance(amount, DiceAmount) else amount
