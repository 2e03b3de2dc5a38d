"""Dice of scenarios: those that are told, seeded ones beyond them, and all of them at once for exact chances.

A told roll is known by its name, the last part of its purpose (`to-hit`, `to-hit/reroll`), and by whose it
is: the first part of the purpose that is the id of something of a unit on the table, else a player's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

from ..dice import DiceSource, ScriptedDice
from ..errors import RulesError

ANY = "*"


@dataclass(slots=True)
class ToldDice:
    """Told faces by `roll` or `owner:roll`, in order, and those that all dice of a roll show (`every`); what
    is not told goes to `beyond`. `owners` names the unit of each id, and the players; `rolled` are all rolls
    so far.
    """

    beyond: DiceSource
    owners: dict[str, str] = field(default_factory=dict)
    script: ScriptedDice = field(default_factory=lambda: ScriptedDice({}))
    every: dict[str, int] = field(default_factory=dict)
    rolled: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)

    def tell(self, roll: str, owner: str, faces: Sequence[int], *, every: bool = False) -> None:
        """Add faces for a roll, of a unit by name or ("") of anybody."""
        key = f"{owner}:{roll}" if owner else roll
        if every:
            self.every[key] = faces[0]
        else:
            self.script.script.setdefault(key, []).extend(faces)

    def faces(self, purpose: str, count: int, sides: int) -> list[int]:
        """Return told faces if the roll was told, else seeded ones. Raises RulesError if too few were told
        or one cannot be.
        """
        last = _last(purpose)
        self.rolled.append(last)
        for key in self._keys(purpose, last):
            if self.script.script.get(key):
                return self.script.faces(key, count, sides)
            if key in self.every:
                self.used.add(key)
                return self._all(key, count, sides)
        return self.beyond.faces(purpose, count, sides)

    def _all(self, key: str, count: int, sides: int) -> list[int]:
        return ScriptedDice({key: [self.every[key]] * count}).faces(key, count, sides) if count else []

    def _keys(self, purpose: str, last: str) -> Iterator[str]:
        parts = (part for part in purpose.split("/") if part in self.owners)
        owner = self.owners.get(min(parts, key=lambda part: not part.isdigit(), default=""), "")
        yield from (f"{owner}:{last}", f"{owner}:{ANY}", last, ANY) if owner else (last, ANY)

    def left(self) -> dict[str, list[int]]:
        """Return the faces that were told and never rolled."""
        never = {key: [face] for key, face in self.every.items() if key not in self.used}
        return {**{key: faces for key, faces in self.script.script.items() if faces}, **never}

    def clone(self) -> ToldDice:
        """Return a copy with the same faces left."""
        return ToldDice(
            self.beyond.clone(),
            dict(self.owners),
            self.script.clone(),
            dict(self.every),
            list(self.rolled),
            set(self.used),
        )


def _last(purpose: str) -> str:
    """What a purpose is for: the roll's name, behind it `reroll` where that stands beside it (stages say it
    after their name, tests before it).
    """
    *_, before, last = ("", *purpose.split("/"))
    if last == "reroll":
        return f"{before}/{last}"
    return f"{last}/{before}" if before == "reroll" else last


# -- all dice at once ------------------------------------------------------------------------------

Roll = tuple[tuple[int, ...], int]
"""Faces in rising order, and in how many orders they can fall."""


class EveryRoll:
    """Dice that fall in every way there is, one way in each pass. Dice of one roll are alike.

    for _ in dice.passes():
        happened = ...        # rolls dice
        chance += dice.weight if happened else 0
    """

    __slots__ = ("_choices", "_depth", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._choices: list[tuple[list[Roll], int, int]] = []
        self._depth = 0

    def passes(self) -> Iterator[int]:
        """Yield the number of each pass. Raises RulesError if there are more than `most`."""
        for number in range(self.most):
            self._depth = 0
            yield number
            del self._choices[self._depth :]
            while self._choices and self._choices[-1][1] + 1 == len(self._choices[-1][0]):
                self._choices.pop()
            if not self._choices:
                return
            rolls, at, total = self._choices[-1]
            self._choices[-1] = (rolls, at + 1, total)
        raise RulesError(
            f"these dice fall in more than {self.most} ways: ask for the chance of something smaller"
        )

    @property
    def weight(self) -> Fraction:
        """The chance of the present pass."""
        chance = Fraction(1)
        for rolls, at, total in self._choices[: self._depth]:
            chance *= Fraction(rolls[at][1], total)
        return chance

    def faces(self, _purpose: str, count: int, sides: int) -> list[int]:
        """Return how these dice fall in the present pass."""
        if self._depth == len(self._choices):
            self._choices.append((_rolls(count, sides, self.most), 0, sides**count))
        rolls, at, _ = self._choices[self._depth]
        self._depth += 1
        return list(rolls[at][0])

    def clone(self) -> EveryRoll:
        """Return self: a copied game goes on in the same pass."""
        return self


def _rolls(count: int, sides: int, most: int) -> list[Roll]:
    found: list[Roll] = []
    for faces in combinations_with_replacement(range(1, sides + 1), count):
        found.append((faces, _orders(Counter(faces))))
        if len(found) > most:
            break
    return found


def _orders(counts: Mapping[int, int]) -> int:
    ways = factorial(sum(counts.values()))
    for count in counts.values():
        ways //= factorial(count)
    return ways
