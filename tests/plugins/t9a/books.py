"""Every unit of an army book with each of its options and items taken singly, and a table to try them on.

`variants(army)` yields the entries of an army list, the plain unit first; `melee_of(entries)` puts them on a
table in two lines that face each other, both armies from one book, at the start of the first Game Turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tercio.kernel.agents import Agent
from tercio.kernel.decl import Group, Option
from tercio.kernel.dice import SeededDice
from tercio.kernel.opening import bare_battle
from tercio.kernel.roster import ITEM, Entry, Pick, Roster, Shelf, muster, shelf_of
from tercio.kernel.roster.choices import options_in, slots_in
from tercio.kernel.sequence import advance, perform
from tercio.kernel.state import Game, Unit, touch
from tercio.plugins.regiments.formation import form_up
from tercio.plugins.t9a.battle import SET_UP
from tercio.plugins.t9a.muster import unit_of_entry
from tercio.plugins.t9a.originals import enrol
from tercio.plugins.t9a.steps import STEPS

from .ranges import both_books

Picks = tuple[Pick, ...]
BEFORE_THE_BATTLE = (
    "roll-off",
    "choose-deployment-zone",
    "pre-game-selections",
    "deploy-units",
    "defenders-advantage",
    "vanguard-moves",
)


@cache
def shelf(army: str) -> Shelf:
    """Return what the lists of an army may name."""
    return shelf_of(both_books(), army)


@dataclass(frozen=True, slots=True)
class Variant:
    """An entry with one thing taken beside what it has to take; `names` are the picks that make it so."""

    entry: Entry
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join((self.entry.name, *self.names))


def variants(army: str, unit: str) -> list[Variant]:
    """Return a unit as plain as may be, and with each of its options and items by itself."""
    book = shelf(army)
    declared = book.units[unit]
    models, groups = declared.size[0], declared.groups
    plain = Variant(Entry(unit, models, _plain(book, groups)))
    found = [Variant(Entry(unit, models, picks), names) for names, picks in _singly(book, groups)]
    return [plain, *found]


def _below(book: Shelf, option: Option) -> tuple[Group, ...]:
    mount = book.mount_of(option)
    return (*option.groups, *(mount.groups if mount else ()))


def _plain(book: Shelf, groups: tuple[Group, ...], but: Group | None = None) -> Picks:
    """Return the first options of all groups that ask for any, those of one group left out."""
    picks: list[Pick] = []
    for group in groups:
        if group is not but:
            wanted = group.options[: group.at_least]
            picks += [Pick(one.name, below=_plain(book, _below(book, one))) for one in wanted]
        picks += _plain(book, group.groups, but)
    return tuple(picks)


def _singly(book: Shelf, groups: tuple[Group, ...]) -> Iterator[tuple[tuple[str, ...], Picks]]:
    for path, option in options_in(groups):
        others = _plain(book, groups, path[-1])
        below = _below(book, option)
        yield (option.name,), (*others, Pick(option.name, below=_plain(book, below)))
        for names, picks in _singly(book, below):
            yield (option.name, *names), (*others, Pick(option.name, below=picks))
    for _, slot in slots_in(groups):
        for ware in book.on_lists(slot.lists):
            below_it = _plain(book, ware.option.groups)
            pick = Pick(ware.option.name, ITEM, on=slot.on, below=below_it)
            yield (ware.option.name,), (*_plain(book, groups), pick)


def put(g: Game, army: str, entries: Sequence[Entry], owner: str) -> list[Unit]:
    """Add units of an army book to a game, off the table. What their book does not know fails the test."""
    made = muster(g.ruleset, Roster(army, g.players[owner].size, tuple(entries)))
    assert made.faults == []
    units = [unit_of_entry(g, made.shelf, bound, owner, 100) for bound in made.bounds]
    for unit in units:
        g.add_unit(unit)
    return units


def table(army: str, entries: Sequence[Entry], seed: int) -> Game:
    """Return a battle before its first Game Turn: the entries by turns for A and B, in two lines."""
    g = bare_battle(both_books(), SeededDice(seed))
    g.width, g.depth, g.events = 72.0, 48.0, []
    for player in g.players.values():
        player.army, player.size = army, 4000
    for number, owner in enumerate(g.players):
        units = put(g, army, entries[number::2], owner)
        _line_up(units, *((16.0, 1.0) if number == 0 else (32.0, -1.0)))
    enrol(g)
    g.memory[SET_UP] = {"objective": "", "deployment": "Frontline Clash", "defender": "B"}
    touch(g)
    return g


def _line_up(units: Sequence[Unit], front: float, ahead: float) -> None:
    """Draw up units beside each other on the line at y = `front`, further ones behind them."""
    x, y, deepest = 1.0, front, 0.0
    for unit in units:
        wide, deep = unit.pools[0].base
        files = min(5, unit.models)
        ranks = -(-unit.models // files)
        if x + files * wide > 70.0:
            x, y, deepest = 1.0, y - ahead * (deepest + 2.0), 0.0
        form_up(unit, x + files * wide / 2, y - ahead * ranks * deep / 2, 0.0, ahead, files)
        x += files * wide + 1.5
        deepest = max(deepest, ranks * deep)


def turns(g: Game, agent: Agent, last: int) -> int:
    """Play Game Turns up to and with `last`, the set-up left out; returns how many answers were given."""
    walk, given = _walk(g, last), 0
    try:
        decision = next(walk)
        while True:
            answer = agent.choose(decision, g)
            assert decision.judge(answer) is None
            decision = walk.send(answer)
            given += 1
    except StopIteration:
        return given


def _walk(g: Game, last: int) -> Any:
    while True:
        node = yield from advance(g)
        turn = next((frame.turn for frame in g.clock.stack if frame.turn), 0)
        if node is None or turn > last:
            return
        if node.name not in BEFORE_THE_BATTLE:
            yield from perform(g, node, STEPS)


__all__ = ["BEFORE_THE_BATTLE", "Variant", "put", "shelf", "table", "turns", "variants"]
