"""What an experiment plays, as data: which lists meet, under which rulesets, on which seeds.

A *match* is two of the lists, a *pair* one seed of a match. Of each pair one game is played under every
ruleset, with the same dice and in the same seats: the first list sits in seat A in even pairs, in seat B in
odd ones. Every pair has a seed of its own, so pairs are independent of each other. Games are numbered pair by
pair, then match by match, then ruleset by ruleset; a number is all that a worker needs beside the plan.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from shlex import join
from typing import Any

from tercio.dsl.desk import Desk
from tercio.kernel.store import ListText

BASE = 0
"""The place of the base among the rulesets."""

_SEED_BYTES = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """One ruleset of an experiment: what it is called, and the overlays that it lays on."""

    name: str
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands in a plan."""

    match: int
    pair: int
    rules: int


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes a desk with further packs, in whichever process it is called; equal ones make equal desks."""

    kind: Callable[[tuple[Path, ...]], Desk] = Desk
    packs: tuple[str, ...] = ()

    def __call__(self) -> Desk:
        """Return a new desk."""
        return self.kind(tuple(map(Path, self.packs)))


@dataclass(frozen=True, slots=True)
class Plan:
    """An experiment. `paths` are the lists as they were named, `texts` what they hold; `agents` one for all
    or one for each list; `attacks` asks for a row for each attack; `digests` are those of the rules by match
    (twice, as a list sits in either seat) and ruleset, so that all workers play by the same ones.
    """

    system: str
    paths: tuple[str, ...]
    texts: tuple[ListText, ...]
    rulesets: tuple[Rules, ...]
    pairs: int
    seed: int
    agents: tuple[str, ...] = ("captain",)
    options: tuple[tuple[str, Any], ...] = ()
    attacks: bool = False
    maker: Maker = field(default_factory=Maker)
    digests: tuple[tuple[str, ...], ...] = ()

    @property
    def matches(self) -> tuple[tuple[int, int], ...]:
        """Which lists meet: every one every other."""
        return tuple(combinations(range(len(self.texts)), 2))

    @property
    def together(self) -> int:
        """How many games belong to one pair of all matches."""
        return len(self.matches) * len(self.rulesets)

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.pairs * self.together

    def place(self, number: int) -> Place:
        """Return where a game stands."""
        pair, rest = divmod(number, self.together)
        match, rules = divmod(rest, len(self.rulesets))
        return Place(match, pair, rules)

    def seed_of(self, place: Place) -> int:
        """Return the seed of a pair of a match: the same under every ruleset, and no other pair's, be it of
        this experiment or of one with another seed.
        """
        named = f"lab {self.seed} {place.match} {place.pair}"
        digest = blake2b(named.encode(), digest_size=_SEED_BYTES).digest()
        return int.from_bytes(digest)

    def seats(self, place: Place) -> tuple[int, int]:
        """Return the lists in seats A and B."""
        first, second = self.matches[place.match]
        return (first, second) if place.pair % 2 == 0 else (second, first)

    def digest(self, place: Place) -> str:
        """Return the digest of the rules that a game is played by."""
        return self.digests[2 * place.match + place.pair % 2][place.rules]

    def agent_of(self, one: int) -> str:
        """Return the agent that plays a list."""
        return self.agents[one % len(self.agents)]

    def command(self, number: int) -> str:
        """Return the command that plays one game again."""
        place = self.place(number)
        seats = self.seats(place)
        words = ["tercio", "play", *(self.paths[one] for one in seats), "--system", self.system]
        words += ["--seed", str(self.seed_of(place))]
        words += ["--agents", ",".join(map(self.agent_of, seats))]
        words += [word for over in self.rulesets[place.rules].over for word in ("--over", over)]
        words += [word for pack in self.maker.packs for word in ("--pack", pack)]
        words += [word for name, value in self.options for word in (f"--{name}", str(value))]
        return join(words)
