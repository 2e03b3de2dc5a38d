"""Both army books in play: every unit as plain as may be and with each of its options and items singly.

What is written in a book is not yet seen to work: here each thing that may be bought stands on a table, is
played with for two Game Turns, and each clause that it brings is asked for, in contact with an enemy.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tercio.kernel.attack import Attack
from tercio.kernel.context import Context, attribute
from tercio.kernel.decl.clauses import Action, Instead, Trigger
from tercio.kernel.dice import SeededDice
from tercio.kernel.effects import run as run_body
from tercio.kernel.naming import slug
from tercio.kernel.query import thing_of
from tercio.kernel.roster import check
from tercio.kernel.state import Arm, Held, Part, Thing
from tercio.plugins.agents.chance import RandomAgent
from tercio.plugins.regiments.formation import form_up
from tercio.plugins.regiments.listing import read
from tercio.plugins.t9a.magic.known import spells_of
from tercio.plugins.t9a.setup import swaps
from tercio.plugins.t9a.words.catalogue import SIGNATURES
from tests.hygiene.house import ROOT

from .books import Variant, put, shelf, table, turns, variants
from .ranges import ELVES, EMPIRE, Range, both_books, run

ARMIES = (EMPIRE, ELVES)
UNITS = [(army, unit) for army in ARMIES for unit in shelf(army).units]
AT_ONCE = 16


def chunks(found: list[Variant]) -> Iterator[list[Variant]]:
    return (found[start : start + AT_ONCE] for start in range(0, len(found), AT_ONCE))


@pytest.mark.parametrize(("army", "unit"), UNITS, ids=lambda name: name)
def test_a_unit_with_each_of_its_options_singly_plays_two_game_turns(army, unit):
    """Both books, every entry: nothing that can be bought breaks a battle."""
    for number, group in enumerate(chunks(variants(army, unit))):
        g = table(army, [one.entry for one in group], number)
        assert turns(g, RandomAgent(number, {}), 2) > 0
        assert g.clock.stamp("game-turn") is not None


class Contact(Range):
    """A unit of an army book flush before an enemy, with a friend beside it."""

    def __init__(self, army: str, variant: Variant) -> None:
        super().__init__({}, "melee")
        self.g.dice = SeededDice(7)
        self.foes = self.entry("B", EMPIRE, "20 State Infantry", 36, 22, 180, 5)
        self.friends = self.entry("A", EMPIRE, "20 State Infantry", 26, 10, 0, 5)
        (self.mine,) = put(self.g, army, [variant.entry], "A")
        form_up(self.mine, 36, 10, 0.0, 1.0, min(5, self.mine.models))
        self.against(self.mine, self.foes, charging=True)

    def holders(self) -> Iterator[Thing]:
        """Yield everything of the unit that may hold rules."""
        yield self.mine
        for pool in self.mine.pools:
            yield pool
            for part in pool.parts:
                yield part
                yield from part.arms

    def unasked(self, asked: set[tuple[str, str]]) -> tuple[Held, Any] | None:
        """Return the first clause that the unit holds and that was not asked for."""
        for holder in self.holders():
            for held in holder.held:
                for clause in held.instance.clauses:
                    if (held.instance.label, clause.number) not in asked:
                        return held, clause
        return None

    def context(self, held: Held) -> Context:
        """Return a situation in which every role of the catalogue is filled."""
        bearer = thing_of(self.g, held)
        pool = self.mine.pools[0]
        part = bearer if isinstance(bearer, Part) else pool.parts[0]
        arm = bearer if isinstance(bearer, Arm) else next(iter(part.arms), None)
        target = self.foes.pools[0]
        kinds = frozenset({"melee", "standard", *(arm.kinds if arm is not None else ())})
        attack = Attack("melee", kinds, target, unit=self.mine, attacker=part, arm=arm)
        by_kind: dict[str, Any] = {"part": part, "attack": attack, "pool": pool, "unit": self.mine}
        roles = {name: by_kind.get(kind) for signature in SIGNATURES for name, kind in roles_of(signature)}
        roles |= {"target": target, "target-unit": self.foes, "enemy": self.foes}
        roles |= {"player": self.g.players["A"], "opponent": self.g.players["B"]}
        return Context(**{attribute(name): thing for name, thing in roles.items()})


def roles_of(signature: Any) -> tuple[tuple[str, str], ...]:
    return tuple(getattr(signature, "roles", ()))


def ask_everything(army: str, variant: Variant, asked: set[tuple[str, str]]) -> None:
    """Ask for each clause that the unit holds, those asked before left out: its condition, its amounts, and
    what it does in its window. A unit that a window takes off the table is set up anew.
    """
    contact = Contact(army, variant)
    while (found := contact.unasked(asked)) is not None:
        held, clause = found
        asked.add((held.instance.label, clause.number))
        ask_clause(contact, held, clause)
        if contact.mine.destroyed:
            contact = Contact(army, variant)


def ask_clause(contact: Contact, held: Held, clause: Any) -> None:
    g, c = contact.g, contact.context(held)
    if clause.guard is not None:
        clause.guard(g, c, held)
    clause.amount(g, c, held)
    clause.limit(g, c, held)
    if isinstance(clause.clause, (Trigger, Action, Instead)):
        run(run_body(g, clause.clause.body, c, held))


@pytest.mark.parametrize(("army", "unit"), UNITS, ids=lambda name: name)
def test_each_clause_of_a_unit_and_its_options_can_be_asked_for(army, unit):
    """Both books, every entry: conditions, amounts and windows of all rules find what they speak of."""
    asked: set[tuple[str, str]] = set()
    for variant in variants(army, unit):
        ask_everything(army, variant, asked)
    assert asked


def brought(army: str) -> set[str]:
    """Return the names of all that an army's units bring to the table, each option and item taken singly."""
    found: set[str] = set()
    for unit in shelf(army).units:
        for variant in variants(army, unit):
            found |= {unit, *variant.names}
            contact = Contact(army, variant)
            for holder in contact.holders():
                found.add(holder.name)
                for held in holder.held:
                    found |= {held.source, held.instance.label.split(" (")[0]}
                    found |= {*(mention.name for mention in held.instance.mentions)}
                    found |= {clause.rule_name for clause in held.instance.clauses}
    return found


@pytest.mark.parametrize("army", ARMIES)
def test_what_the_book_is_said_to_hold_stands_on_the_table(army):
    """`coverage.toml` of the book: entries that name the test of clauses are among what was asked."""
    path = ROOT / "rulepacks" / slug(army) / "coverage.toml"
    entries = tomllib.loads(path.read_text("utf-8"))["entry"]
    clause_test = test_each_clause_of_a_unit_and_its_options_can_be_asked_for.__name__
    named = {one["name"] for one in entries if any(clause_test in test for test in one["tests"])}
    assert named - brought(army) == set()


def test_an_heirloom_lends_the_hereditary_spell_besides_those_learned():
    """Arcane Compendium, Magical Heirloom: known besides the others, and no swap takes it away."""
    range_ = Range({}, "magic")
    line = "Mage, Light Troops, Wizard Adept, Alchemy (Living Steel, Corruption of Tin, Wall of Lead){}"
    for more, known in (("", 3), (", Magical Heirloom", 4)):
        mage = range_.entry("A", ELVES, line.format(more), 36, 10, 0, 1)
        names = [one.spell for one in spells_of(range_.g, mage.pools[0])]
        assert len(names) == known
        assert (set(shelf(ELVES).army.hereditary) <= set(names)) is bool(more)
    lent = [swap for swap in swaps(range_.g, "A", {}) if swap["out"] in shelf(ELVES).army.hereditary]
    assert lent == []


@pytest.mark.parametrize("army", ARMIES)
def test_whoever_takes_an_heirloom_without_being_a_wizard_is_told_so(army):
    """Arcane Compendium, Magical Heirloom: needs a Wizard; a list without one is faulty, no more."""
    name = {EMPIRE: "Marshal, General, Imperial Authority, and +1 Cou", ELVES: "Commander, General"}[army]
    roster, told = read(both_books(), f"{army}\n1 - {name}, Light Troops, Magical Heirloom\n")
    assert told == []
    assert [one for one in check(both_books(), roster) if "Magical Heirloom needs wizard" in one.message]
