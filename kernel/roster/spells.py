"""Which spells an entry knows: chosen from a path by its level, or from a list that an option or the entry
gives.

Levels are rows of the system's table `caster-levels`: how many spells are known, and the highest number
that may be chosen. Where there is nothing to choose (as many can be chosen as are known) the list need not
name them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..decl import Grant, Table
from ..errors import did_you_mean
from ..source import Span
from .choices import Bound, Choice
from .model import Pick
from .shelf import LEVELS, Shelf

KNOWS = "knows"
"""Leads what a `caster` grant without a level adds to the spells known otherwise."""


@dataclass(slots=True)
class Known:
    """A set of spells to be known: `count` of `among`, and the `picks` that name them; `source` is the
    path, level or option.
    """

    source: str
    count: int
    among: tuple[str, ...]
    picks: list[Pick] = field(default_factory=list)
    span: Span | None = None

    @property
    def spells(self) -> tuple[str, ...]:
        """The spells known: those picked, or all of them where nothing was to be chosen."""
        if not self.picks and len(self.among) <= self.count:
            return self.among
        return tuple(pick.name for pick in self.picks)


def known_of(shelf: Shelf, bound: Bound) -> list[Known]:
    """Return the spells that an entry knows, source by source."""
    return [*_learned(shelf, bound), *_given(bound)]


def _learned(shelf: Shelf, bound: Bound) -> Iterator[Known]:
    level = level_of(bound)
    paths = [(grant.words, choice) for grant, choice in bound.grants() if grant.what == "path"]
    if level is None or not paths or LEVELS not in shelf.ruleset.of_kind(Table):
        return
    count, highest = shelf.ruleset.table(LEVELS).row(level)[:2]
    names = [name for words, _ in paths for name in words]
    among = [spell.name for name in names for spell in shelf.of_path(name) if spell.number <= highest]
    picks = [pick for _, choice in paths for pick in (choice.spells if choice else bound.spells)]
    chosen = next((choice for _, choice in paths if choice is not None), None)
    yield Known(" and ".join(names), int(count), tuple(among), picks, chosen.pick.span if chosen else None)


def level_of(bound: Bound) -> str | None:
    """Return the level at which an entry learns spells, None if it learns none."""
    for grant, _ in bound.grants():
        if grant.what == "caster" and grant.words and grant.words[0] != KNOWS:
            return grant.words[0]
    return None


def _given(bound: Bound) -> Iterator[Known]:
    for grant, choice in bound.grants():
        if grant.what == "spells":
            times = choice.pick.count if choice is not None else 1
            picks = choice.spells if choice is not None else bound.spells
            yield Known(
                _source(bound, choice), spells_chosen(grant, times), grant.words, list(picks), _span(choice)
            )


def spells_chosen(grant: Grant, times: int = 1) -> int:
    """Return how many spells a grant lets one choose; all of them where it names no number."""
    amount = getattr(grant.amount, "value", None)
    return len(grant.words) if amount is None else int(amount) * times


def _source(bound: Bound, choice: Choice | None) -> str:
    return choice.option.name if choice is not None else bound.unit.name


def _span(choice: Choice | None) -> Span | None:
    return choice.pick.span if choice is not None else None


def faults_of(known: Known) -> Iterator[tuple[str, Span | None, str]]:
    """Yield what is wrong with a choice of spells: message, place and hint."""
    seen: set[str] = set()
    for pick in known.picks:
        if pick.name not in known.among:
            yield (
                f'"{pick.name}" is not among the spells of {known.source}',
                pick.span,
                did_you_mean(pick.name, known.among),
            )
        elif pick.name in seen and len(known.among) > known.count:
            yield f'"{pick.name}" is chosen twice', pick.span, "each spell is known once"
        seen.add(pick.name)
    found = sum(pick.count for pick in known.picks)
    forced = not known.picks and len(known.among) <= known.count
    if found != known.count and not forced:
        hint = f"known to choose from: {', '.join(known.among)}"
        yield f"{known.source}: {known.count} spells are chosen, the list names {found}", known.span, hint


__all__ = ["Known", "faults_of", "known_of", "level_of", "spells_chosen"]
