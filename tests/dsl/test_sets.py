"""Sets of areas and by registered nouns: what they say, and what they choose in a game."""

from __future__ import annotations

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.context import Context
from tercio.kernel.decl import And, Choose, Do, Each, Relation, Role, Rule, SetExpr, Term
from tercio.kernel.errors import RulesError
from tercio.kernel.geometry import Circle, Rect
from tercio.kernel.modifiers import value
from tercio.kernel.signatures import NounSignature
from tercio.kernel.state import Area, Terrain
from tests.kernel.toy import give, new_game, new_unit, ruleset

from .test_rules import clause, guard

IT = Role("it")


def among(text: str) -> SetExpr:
    """Return the set of `number of SET`."""
    found = clause(f"modify to-hit by number of {text}").amount
    assert isinstance(found, Term)
    (only,) = found.args
    assert isinstance(only, SetExpr)
    return only


def statement(text: str):
    """Return the only statement of a trigger."""
    body = text.replace("\n", "\n  ")
    (only,) = clause(f"at end of player-turn\n  {body}").body
    return only


# -- what is written -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["area", "areas"])
def test_areas_are_a_kind_of_things(word):
    assert among(f"friendly {word}") == SetExpr("area", "friendly")


@pytest.mark.parametrize(
    ("text", "kind", "noun"),
    [
        ("relics", "terrain", "relic"),
        ("relic", "terrain", "relic"),
        ("shrines", "area", "shrine"),
        ("territories", "area", "territory"),
        ("territory", "area", "territory"),
    ],
)
def test_a_noun_means_the_things_of_its_kind_of_which_it_is_true(text, kind, noun):
    assert among(text) == SetExpr(kind, "", Relation(noun, (IT,)))


def test_a_noun_takes_side_relations_and_where():
    found = among('(enemy shrines within 3" of unit where it is not road)')
    assert (found.kind, found.side) == ("area", "enemy")
    assert isinstance(found.where, And)
    assert [getattr(one, "name", "not") for one in found.where.items] == ["shrine", "within", "not"]


def test_a_noun_is_a_sentence_of_things_of_its_kind():
    condition = "number of (areas where it is shrine or road) = 0 and number of relics >= 1"
    assert isinstance(guard(condition), And)


def test_a_noun_is_chosen_counted_and_gone_through():
    chosen = statement("choose 1 shrines\n  unmark it as weary")
    assert isinstance(chosen, Choose)
    assert (chosen.among.kind, chosen.count.value) == ("area", 1)
    each = statement('each relics within 3" of bearer\n  unmark it as weary')
    assert isinstance(each, Each)
    assert each.among.kind == "terrain"


def test_a_plural_stands_where_a_thing_does():
    done = statement('unmark territories within 3" of bearer as weary')
    assert isinstance(done, Do)
    assert isinstance(dict(done.args)["x"], SetExpr)


def test_a_set_may_stand_in_parentheses_where_a_thing_does():
    done = statement("unmark (relics where it is not bearer) as weary")
    assert isinstance(dict(done.args)["x"], SetExpr)


@pytest.mark.parametrize("word", ["destroyed-unit", "destroyed-units"])
def test_units_that_were_destroyed_are_a_kind_of_things_whose_it_is_a_unit(word):
    found = among(f"(enemy {word} where it is weary)")
    assert (found.kind, found.side) == ("destroyed", "enemy")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("each shrimes: unmark it as weary", 'did you mean "shrines"'),
        ("each relcs: unmark it as weary", 'did you mean "relics"'),
        ("each aras: unmark it as weary", 'did you mean "areas"'),
    ],
)
def test_a_misspelt_noun_is_told_with_the_nearest(text, message):
    with pytest.raises(RulesError, match=message):
        statement(text)


# -- what it chooses -----------------------------------------------------------------------------------------


def is_relic(_game, piece):
    return piece.feature == "Cairn"


def is_shrine(_game, area):
    return "shrine" in area.kinds


NOUNS = (NounSignature("relic", "terrain", is_relic, "d"), NounSignature("shrine", "area", is_shrine, "d"))
PILGRIM = """
rule "Pilgrim"
  cite "Fen 1"
  modify strength by number of shrines within 3" of attacker
    when number of (relics where it is touching attacker) = 0
"""


def test_sets_by_nouns_choose_what_lies_there():
    words = ruleset(extra=NOUNS).signatures
    (rule,) = load_text(PILGRIM.strip() + "\n", "fen", signatures=words).declarations
    assert isinstance(rule, Rule)
    game = new_game(rule, extra=NOUNS)
    pikes = new_unit(game)
    part = pikes.pools[0].parts[0]
    pikes.rect = Rect(10.0, 10.0, 0.0, 1.0, 4.0, 2.0)
    for number, (name, x, kinds) in enumerate(
        (("Well", 14.0, ("shrine",)), ("Path", 14.0, ("road",)), ("Mill", 16.01, ("shrine",))), 80
    ):
        shape = Circle(x, 10.0, 1.0)
        game.areas[name] = game.things[number] = Area(number, name, kinds=kinds, shape=shape)
    give(game, part, "Pilgrim")

    def strength():
        return value(game, "strength", Context(attacker=part, unit=pikes), 3)

    assert strength() == 4
    game.areas["Mill"].shape = Circle(16.0, 10.0, 1.0)
    assert strength() == 5
    game.terrain.append(Terrain(90, "Cairn", feature="Cairn", shape=Circle(10.0, 12.0, 1.0)))
    assert strength() == 3


def test_a_where_behind_a_guard_belongs_to_the_set_before_it():
    written = guard("unit is in contact with enemy units where it is engaged")
    assert isinstance(written, Relation)
    assert written.args[1] == SetExpr("unit", "enemy", Relation("engaged", (IT,)))


MOURNER = """
rule "Mourner"
  cite "Fen 2"
  modify strength by number of friendly destroyed-units
    when number of (friendly destroyed-units where it has "Fleet") >= 1
rule "Fleet"
  cite "Fen 3"
"""


def test_destroyed_units_are_counted_with_the_rules_that_they_held_and_others_are_not():
    declared = load_text(MOURNER.strip() + "\n", "fen", signatures=ruleset().signatures).declarations
    game = new_game(*declared)
    pikes, lost = new_unit(game), new_unit(game)
    part = pikes.pools[0].parts[0]
    give(game, part, "Mourner")
    give(game, lost, "Fleet")

    def strength():
        return value(game, "strength", Context(attacker=part, unit=pikes), 3)

    assert strength() == 3
    lost.destroyed = True
    assert strength() == 4
    lost.owner = "B"
    assert strength() == 3
