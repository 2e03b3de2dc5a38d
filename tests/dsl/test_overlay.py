"""Overlays: what they change, what they expect, and who changed what."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import combine, load_text
from tercio.dsl.overlay import Result
from tercio.kernel.decl import Literal, UnitEntry
from tercio.kernel.errors import RulesError

from .words import base, signatures

BASE = base()


def declared(result: Result, kind: str, name: str) -> Any:
    """Return a declaration of a result."""
    return result.declarations[kind, name]


def overlaid(changes: str, *, name: str = "quick", on=None):
    """Return the result of laying a block of changes over the base (or over other packs)."""
    under = [BASE] if on is None else on
    text = f'pack "{name}" over "base"\n' + "".join(f"  {line}\n" for line in changes.splitlines())
    over = load_text(text, name, signatures=signatures(), bases=under)
    return combine([*under, over])


def test_a_constant_takes_its_new_value_and_the_change_is_noted():
    result = overlaid('set constant failed-charge-distance to 6"\n  expecting 4"')
    key = ("constant", "failed-charge-distance")
    assert declared(result, *key).value == Literal(6, '"')
    assert result.changes == {key: ("quick",)}


def test_the_base_itself_stays_as_it_was():
    overlaid('set constant failed-charge-distance to 6"\n  expecting 4"')
    assert combine([BASE]).changes == {}
    assert declared(combine([BASE]), "constant", "failed-charge-distance").value == Literal(4, '"')


def test_drift_of_the_base_names_both_values_and_the_place():
    with pytest.raises(RulesError) as caught:
        overlaid('set constant failed-charge-distance to 6"\n  expecting 5"')
    (fault,) = caught.value.diagnostics
    assert str(fault.span) == "quick.rules:2:3"
    assert 'is 4" in the base, the overlay expects 5"' in fault.message


def test_a_patch_that_expects_another_number_names_both():
    with pytest.raises(
        RulesError, match='range of weapon "Reed Bow" is 24" in the base, the overlay expects 30"'
    ):
        overlaid('patch weapon "Reed Bow"\n  expecting range 30"\n  set range 36"')


def test_every_drift_is_reported():
    with pytest.raises(RulesError) as caught:
        overlaid(
            'set constant failed-charge-distance to 6"\n  expecting 5"\n'
            'set constant scout-distance to 6"\n  expecting 5"'
        )
    assert len(caught.value.diagnostics) == 2


def test_a_patch_changes_only_what_it_sets():
    result = overlaid('patch weapon "Reed Bow"\n  expecting range 24"\n  set range 30"\n  has "Fearless"')
    bow, old = (declared(one, "weapon", "Reed Bow") for one in (result, combine([BASE])))
    assert dict(bow.numbers) == {**dict(old.numbers), "range": Literal(30, '"')}
    assert len(bow.clauses) == len(old.clauses) + 1
    assert (bow.cite, bow.text, bow.kinds) == (old.cite, old.text, old.kinds)


def test_a_patch_that_expects_nothing_is_refused():
    with pytest.raises(RulesError, match="what does the overlay expect range to be"):
        overlaid('patch weapon "Reed Bow"\n  set range 30"')


def test_a_patch_of_a_field_that_is_not_there_says_what_there_is():
    with pytest.raises(RulesError, match='weapon "Reed Bow" has no raneg'):
        overlaid('patch weapon "Reed Bow"\n  expecting raneg 24"\n  set raneg 30"')


def test_a_replaced_declaration_keeps_what_it_cites():
    result = overlaid("replace table wounding (difference)\n  1 or more: 2+\n  0 or less: 5+")
    table = declared(result, "table", "wounding")
    assert len(table.rows) == 2
    assert table.cite == declared(combine([BASE]), "table", "wounding").cite


def test_a_removed_declaration_is_gone():
    result = overlaid('remove rule "Guard"')
    assert ("rule", "Guard") not in result.declarations
    assert result.changes["rule", "Guard"] == ("quick",)


def test_a_step_is_inserted_before_another_and_one_is_removed():
    omens = "insert step omens before fight-combats\n  each units: unmark it as weary\n"
    result = overlaid(omens + "remove step declare-charges")
    phases = declared(result, "sequence", "player-turn").nodes
    assert [[step.name for step in phase.children] for phase in phases] == [[], ["omens", "fight-combats"]]


def test_a_step_that_an_overlay_inserts_may_be_named_by_what_stands_beside_it():
    omens = "insert step omens before fight-combats\n  each units: unmark it as weary\n"
    result = overlaid(omens + "insert step doom after omens\n  each units: unmark it as weary\n")
    phases = declared(result, "sequence", "player-turn").nodes
    assert [step.name for step in phases[1].children] == ["omens", "doom", "fight-combats"]


def test_two_overlays_apply_in_order_and_are_both_noted():
    first = 'set constant failed-charge-distance to 6"\n  expecting 4"'
    text = f'pack "one" over "base"\n  {first.splitlines()[0]}\n  {first.splitlines()[1]}\n'
    one = load_text(text, "one", signatures=signatures(), bases=[BASE])
    result = overlaid('set constant failed-charge-distance to 8"\n  expecting 6"', name="two", on=[BASE, one])
    assert result.changes["constant", "failed-charge-distance"] == ("one", "two")


def test_an_overlay_may_add_declarations_of_its_own():
    text = 'pack "more" over "base"\n\nrule "New"\n  cite "House"\n  modify mobility by 1\n'
    more = load_text(text, "more", signatures=signatures(), bases=[BASE])
    assert list(combine([BASE, more]).declarations)[-1] == ("rule", "New")


def test_entries_of_two_armies_may_share_a_name():
    books = [
        load_text(
            f'army "{army}"\n  cite "Fen"\n\nunit "Scouts" of "{army}"\n  cite "Fen"\n',
            army.lower(),
            signatures=signatures(),
            bases=[BASE],
        )
        for army in ("Fen", "Moor")
    ]
    found = combine([BASE, *books]).declarations.values()
    assert [one.army for one in found if isinstance(one, UnitEntry)] == ["Fen", "Moor"]


def book(name: str, clause: str):
    """Return a pack with a rule of the same name as other books have."""
    rule = f'rule "Old Pact"\n  cite "Fen"\n  {clause}\n'
    unit = f'unit "{name.title()} Guard"\n  cite "Fen"\n  has "Old Pact"\n'
    text = f"{rule}\n{unit}"
    return load_text(text, name, signatures=signatures(), bases=[BASE])


def test_one_name_for_two_rules_of_two_packs_is_told_apart_in_either_order():
    fen, moor = book("fen", "modify to-hit by 1"), book("moor", "modify to-hit by 2")
    for packs in ([BASE, fen, moor], [BASE, moor, fen]):
        result = combine(packs)
        assert ("rule", "Old Pact") not in result.declarations
        for name in ("fen", "moor"):
            assert declared(result, "rule", f"Old Pact ({name})").pack == name
            assert declared(result, "unit", f"{name.title()} Guard").rules[0].name == f"Old Pact ({name})"


def test_one_name_for_one_meaning_stays_one():
    result = combine([BASE, book("fen", "modify to-hit by 1"), book("moor", "modify to-hit by 1")])
    assert declared(result, "unit", "Moor Guard").rules[0].name == "Old Pact"


def test_two_tables_of_one_name_cannot_stand_on_one_table():
    packs = [
        load_text(f'table odds (n)\n  cite "Fen"\n  1: {n}\n', f"p{n}", signatures=signatures())
        for n in (1, 2)
    ]
    with pytest.raises(RulesError, match=r'table "odds" means something else in p1 at p1.rules:1:7'):
        combine(packs)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("D6", 'is 4" in the base; D6 is dice, not a distance'),
        ("6+", 'is 4" in the base; 6\\+ is a target number, not a distance'),
        ("6", 'is 4" in the base; 6 is a number, not a distance'),
    ],
)
def test_a_constant_keeps_its_kind_of_value_however_it_is_changed(value, message):
    with pytest.raises(RulesError, match=message):
        overlaid(f'set constant failed-charge-distance to {value}\n  expecting 4"')
    with pytest.raises(RulesError, match=message):
        overlaid(f"replace constant failed-charge-distance {value}")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1 or more: D6\n  0 or less: 2+", "D6 in table wounding is dice, not a number"),
        ('1 or more: 3+\n  0 or less: "never"', "never in table wounding is a word, not a number"),
        ("columns a, b\n  1 or more: 3+, 2\n  0 or less: 4+, 2", "table wounding has other columns"),
    ],
)
def test_a_table_keeps_its_columns_and_their_kind_of_value(rows, message):
    with pytest.raises(RulesError, match=message):
        overlaid(f"replace table wounding (difference)\n  {rows}")
    overlaid("replace table wounding (difference)\n  1 or more: 2+\n  0 or less: 6+")
