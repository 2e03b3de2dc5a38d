"""Dice of scenarios: those that are told, and seeded ones beyond them.

A told roll is known by its name, the last part of its purpose (`to-hit`, `to-hit/reroll`), and by whose it
is: the first part of the purpose that is the id of something of a unit on the table, else a player's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..dice import DiceSource, ScriptedDice
from ..naming import slug

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
    after their name, tests before it); of a roll that a rule makes the rule's name as a word.
    """
    *_, before, last = ("", *purpose.split("/"))
    if last.isdigit():
        return slug(next((part for part in reversed(purpose.split("/")) if not part.isdigit()), last))
    if last == "reroll":
        return f"{before}/{last}"
    return f"{last}/{before}" if before == "reroll" else last
