"""The kernel's own words: near and far, sides, marks, kinds, counts, tokens, changes of an attack
(language).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.attack import resolve
from tercio.kernel.context import Context
from tercio.kernel.decl import (
    Boundary,
    Bundle,
    DiceAmount,
    Do,
    Duration,
    Has,
    Mark,
    Modify,
    Name,
    Op,
    Role,
    Rule,
    RuleRef,
    Word,
)
from tercio.kernel.dice import ScriptedDice
from tercio.kernel.effects import run
from tercio.kernel.geometry import Circle, Rect
from tercio.kernel.query import value_of
from tercio.kernel.scheduler import grant
from tercio.kernel.sequence import advance
from tercio.kernel.signatures import NounSignature, Slot, parse_pattern
from tercio.kernel.state import Area, Terrain
from tercio.kernel.vocabulary import Vocabulary, doc_of
from tercio.kernel.words import KERNEL_SIGNATURES

from .toy import blow, drive, give, new_game, new_unit, number

STRONG = Rule(name="Strong", clauses=(Modify("strength", Op.ADD, number(1)),))
SONG = Duration(name="song", until=Boundary("end", "turn"))


def table(*rules: Any, **more: Any):
    game = new_game(
        STRONG, SONG, Mark(name="tired"), Mark(name="singed", of="pool"), *rules, record=True, **more
    )
    pikes, foe = new_unit(game), new_unit(game, "B")
    pikes.rect = Rect(0.0, 0.0, 0.0, 1.0, 4.0, 2.0)
    foe.rect = Rect(0.0, 8.0, 0.0, -1.0, 4.0, 2.0)
    return game, pikes, foe


def said(game: Any, name: str, *slots: Any, held: Any = None, **roles: Any) -> Any:
    """Ask a relation or term of the kernel."""
    signatures = game.ruleset.signatures
    signature = signatures.relations.get(name) or signatures.terms[name]
    situation = (Context(**roles), held) if signature.situated else ()
    return signature.function(game, *situation, *slots)


def does(game: Any, verb: str, *, held: Any = None, roles: dict[str, Any] | None = None, **args: Any) -> None:
    drive(run(game, (Do(verb, tuple(args.items())),), Context(**(roles or {})), held))


def kinds(game: Any) -> list[str]:
    return [event.kind for event in game.events or ()]


# -- all of them -----------------------------------------------------------------------------------


@pytest.mark.parametrize("signature", KERNEL_SIGNATURES, ids=lambda s: f"{type(s).__name__} {s.name}")
def test_every_word_says_what_it_is(signature):
    assert signature.doc.endswith(".")


SENTENCES = [one for one in KERNEL_SIGNATURES if hasattr(one, "pattern")]


@pytest.mark.parametrize("signature", SENTENCES, ids=lambda s: f"{type(s).__name__} {s.name}")
def test_every_sentence_has_a_pattern_that_its_function_takes(signature):
    import inspect

    slots = [piece.item.name for piece in parse_pattern(signature.pattern) if isinstance(piece.item, Slot)]
    taken = [name.strip("_") for name in inspect.signature(signature.function).parameters]
    before = {"VerbSignature": ["g", "c"]}.get(type(signature).__name__) or (
        ["g", "c", "h"] if signature.situated else ["g"]
    )
    assert taken == [*before, *slots]


def test_a_noun_is_registered_beside_its_meaning():
    words = Vocabulary()

    @words.noun("territory", "area", plural="territories")
    def is_territory(_game, area):
        """Where an army stands at first."""
        return "territory" in area.kinds

    said_of_areas = "Where an army stands at first."
    assert words.signatures == [
        NounSignature("territory", "area", is_territory, said_of_areas, "territories")
    ]


def test_a_word_without_a_docstring_is_a_broken_contract():
    with pytest.raises(ValueError, match="has no docstring"):
        doc_of(lambda: None)


# -- near and far ----------------------------------------------------------------------------------


@given(st.integers(0, 12))
def test_within_and_farther_are_opposites_on_the_table(inches):
    game, pikes, foe = table()
    assert said(game, "within", pikes, inches, foe) is (inches >= said(game, "distance", pikes, foe))
    assert said(game, "farther", pikes, inches, foe) is not said(game, "within", pikes, inches, foe)


def test_fully_within_counts_the_farthest_point():
    game, pikes, foe = table()
    apart = said(game, "distance", pikes, foe)
    assert said(game, "within", pikes, apart, foe)
    assert not said(game, "fully-within", pikes, apart + 1, foe)
    assert said(game, "fully-within", pikes, apart + 2, foe)


def test_fully_inside_is_all_of_it_and_touching_any_of_it():
    game, pikes, foe = table()
    ford = Area(90, "Ford", shape=Rect(0.0, 3.0, 0.0, 1.0, 6.0, 8.0))
    assert [said(game, "fully-inside", unit, ford) for unit in (pikes, foe)] == [True, False]
    assert [said(game, "touching", unit, ford) for unit in (pikes, foe)] == [True, True]
    pikes.rect = Rect(0.0, 8.1, 0.0, 1.0, 4.0, 2.0)
    assert not said(game, "touching", pikes, ford)
    assert not said(game, "fully-inside", ford, None)


def test_near_to_several_is_near_to_any_and_far_from_several_is_far_from_all():
    game, pikes, foe = table()
    other = new_unit(game, "B")
    other.rect = Rect(0.0, 20.0, 0.0, -1.0, 4.0, 2.0)
    assert said(game, "within", pikes, 6, [foe, other])
    assert said(game, "fully-within", pikes, 8, [other, foe])
    assert not said(game, "farther", pikes, 6, [foe, other])
    assert said(game, "farther", pikes, 6, [other])
    assert said(game, "farther", pikes, 6, [])


def test_all_of_a_thing_is_fully_within_of_one_and_the_same_thing():
    game, pikes, _ = table()
    left, right = Circle(-2.0, 0.0, 0.1), Circle(2.0, 0.0, 0.1)
    assert not said(game, "fully-within", pikes, 3, [left, right])
    assert said(game, "fully-within", pikes, 6, [left, right])


def test_a_point_is_one_thing():
    game, pikes, _ = table()
    assert said(game, "wholly-within", pikes, 3, (0.0, 0.0))
    assert said(game, "more-than", pikes, 3, (0.0, 5.0))


def test_what_lies_on_several_that_are_one_is_wholly_on_them_and_inside_none():
    game, pikes, foe = table()
    halves = [Area(n, "Road", shape=Rect(x, 0.0, 0.0, 1.0, 4.0, 6.0)) for n, x in ((90, -2.0), (91, 2.0))]
    assert said(game, "wholly-on", pikes, halves)
    assert not said(game, "fully-inside", pikes, halves)
    assert not said(game, "wholly-on", foe, halves)
    assert not said(game, "wholly-on", pikes, halves[:1])


def test_who_is_destroyed_is_not_on_the_table():
    game, pikes, foe = table()
    foe.rect, foe.destroyed = None, True
    assert [said(game, "on-table", thing) for thing in (pikes, foe, None)] == [True, False, False]


def test_a_part_of_the_sequence_is_under_way_until_it_closes():
    game, *_ = table()
    assert not said(game, "under-way", "move")
    drive(advance(game))
    assert said(game, "under-way", "move")
    assert not said(game, "under-way", "shoot")


def test_what_is_not_on_the_table_is_near_nothing_and_far_from_nothing():
    game, pikes, foe = table()
    foe.rect, foe.destroyed = None, True
    assert not said(game, "within", pikes, 99, foe)
    assert not said(game, "farther", pikes, 0, foe)
    assert said(game, "distance", pikes, foe) > 1000


# -- who is who ------------------------------------------------------------------------------------


def test_friend_and_enemy_are_seen_from_whoever_holds_the_rule():
    game, pikes, foe = table()
    give(game, foe, "Strong")
    held = foe.held[0]
    assert said(game, "friendly", foe.pools[0], held=held)
    assert said(game, "enemy", pikes, held=held)
    assert not said(game, "enemy", game.terrain, held=held)
    assert said(game, "friendly", pikes, player=game.players["A"])


def test_same_compares_things_by_their_units_and_names():
    game, pikes, foe = table()
    part = pikes.pools[0].parts[0]
    assert said(game, "same", part, pikes)
    assert not said(game, "same", part, foe)
    assert said(game, "same", pikes, "Pikes")
    assert not said(game, "same", None, None)
    assert said(game, "same-side", part, pikes)
    assert not said(game, "same-side", part, foe)


def test_marks_of_a_unit_hold_for_its_models():
    game, pikes, _ = table()
    pikes.marks["tired"] = 0
    assert said(game, "marked", pikes.pools[0].parts[0], "tired")
    assert not said(game, "marked", pikes, "proud")
    assert not said(game, "marked", None, "tired")


def test_alive_means_models_left_on_the_table():
    game, pikes, _ = table()
    part = pikes.pools[0].parts[0]
    assert all(said(game, "alive", thing) for thing in (pikes, pikes.pools[0], part))
    pikes.pools[0].models = 0
    assert not any(said(game, "alive", thing) for thing in (pikes, pikes.pools[0], part))


def test_in_play_knows_units_terrain_and_rules_that_somebody_holds():
    game, pikes, _ = table()
    game.terrain.append(Terrain(90, "old mill", feature="Building", shape=Circle(9.0, 9.0, 1.0)))
    give(game, pikes.pools[0].parts[0], "Strong")
    assert [said(game, "in-play", name) for name in ("Pikes", "old mill", "Building", "Strong")] == [True] * 4
    assert not said(game, "in-play", "Knights")
    assert said(game, "of-feature", game.terrain[0], "Building")


def test_kinds_of_attack_and_its_weapon():
    game, pikes, foe = table()
    attack = blow(pikes, foe, kinds=frozenset({"shooting"}))
    assert said(game, "of-kind", attack, "shooting")
    assert not said(game, "of-kind", attack, "melee")
    assert not said(game, "made-with", attack, "Bow")


# -- counts ----------------------------------------------------------------------------------------


def test_models_and_health_are_counted_over_all_pools():
    game, pikes, _ = table()
    pool = pikes.pools[0]
    pool.profile["health-points"], pool.models, pool.lost = 3, 4, 2
    names = ("models", "starting-models", "health", "starting-health", "lost-health")
    assert [said(game, name, pikes) for name in names] == [4, 10, 10, 30, 20]
    assert [said(game, name, None) for name in names] == [0] * 5


@given(st.integers(-20, 20))
def test_half_is_rounded_up(amount):
    game, *_ = table()
    half = said(game, "half", amount)
    assert 2 * half - amount in (0, 1)
    assert said(game, "half", Fraction(amount, 3)) == -(-Fraction(amount, 6) // 1)


def test_extremes_of_a_set_and_of_nothing():
    game, pikes, foe = table()
    parts = [pikes.pools[0].parts[0], foe.pools[0].parts[0]]
    give(game, parts[1], "Strong")
    assert (said(game, "highest", "strength", parts), said(game, "lowest", "strength", parts)) == (4, 3)
    assert (said(game, "highest", "strength", []), said(game, "lowest", "strength", [])) == (0, 0)
    assert said(game, "unmodified", "strength", parts[1]) == 3
    assert said(game, "number", parts) == 2


def test_owners_units_and_the_size_of_an_army():
    game, pikes, _ = table()
    game.players["A"].size = 4500
    give(game, pikes, "Strong")
    assert said(game, "owner", pikes.pools[0]) is game.players["A"]
    assert said(game, "unit-of", pikes.pools[0].parts[0]) is pikes
    assert said(game, "army-size", held=pikes.held[0]) == 4500


# -- verbs -----------------------------------------------------------------------------------------


def test_granting_for_a_named_duration_is_taken_back_at_its_end():
    game, pikes, _ = table()
    part = pikes.pools[0].parts[0]
    what = Bundle((Has(RuleRef("Strong")),))
    does(game, "grant", what=what, to=Role("unit"), duration=Name("song"), roles={"unit": part})
    assert value_of(game, "strength", part) == 4
    game.schedule.cross(game, "end", ("turn",))
    assert value_of(game, "strength", part) == 3
    assert kinds(game) == ["rules-given", "effect-ended"]


def test_a_change_by_a_roll_adds_what_was_rolled_and_ends_with_its_duration():
    game, pikes, _ = table(dice=ScriptedDice({"*": [5, 2]}))
    part = pikes.pools[0].parts[0]
    before = value_of(game, "strength", part)
    rolled = DiceAmount(1, 6)
    does(
        game,
        "change",
        value=Word("strength"),
        to=Role("unit"),
        n=rolled,
        duration=Name("song"),
        roles={"unit": part},
    )
    assert value_of(game, "strength", part) == value_of(game, "strength", part) == before + 5
    game.schedule.cross(game, "end", ("turn",))
    assert value_of(game, "strength", part) == before


def test_granting_without_a_duration_is_for_good():
    game, pikes, _ = table()
    part = pikes.pools[0].parts[0]
    does(
        game,
        "grant",
        what=Bundle((Modify("strength", Op.ADD, number(2)),)),
        to=Role("unit"),
        roles={"unit": part},
    )
    assert value_of(game, "strength", part) == 5
    assert game.schedule.lasting == []


def test_a_rule_can_be_taken_away_by_name():
    game, pikes, _ = table()
    give(game, pikes.pools[0].parts[0], "Strong")
    does(game, "remove-rule", what=Name("Strong"), x=Role("unit"), roles={"unit": pikes.pools[0].parts[0]})
    assert value_of(game, "strength", pikes.pools[0].parts[0]) == 3


def test_a_rule_may_end_the_effect_that_it_is_part_of():
    game, pikes, _ = table()
    part = pikes.pools[0].parts[0]
    grant(game, part, RuleRef("Strong"), SONG, "a song")
    does(game, "end-effect", held=part.held[0])
    assert part.held == []
    assert game.schedule.lasting == []


def test_a_mark_lies_with_the_thing_that_it_is_declared_of():
    game, pikes, _ = table()
    part = pikes.pools[0].parts[0]
    does(game, "mark", x=Role("unit"), mark=Word("tired"), roles={"unit": part})
    does(game, "mark", x=Role("unit"), mark=Word("singed"), duration=Name("song"), roles={"unit": part})
    assert (list(pikes.marks), list(pikes.pools[0].marks), list(part.marks)) == (["tired"], ["singed"], [])
    does(game, "unmark", x=Role("unit"), mark=Word("tired"), roles={"unit": part})
    game.schedule.cross(game, "end", ("turn",))
    assert (pikes.marks, pikes.pools[0].marks) == ({}, {})


@given(st.integers(0, 9), st.integers(0, 9))
def test_tokens_are_given_taken_and_moved_and_never_owed(given_, taken):
    game, pikes, foe = table()
    roles = {"unit": pikes, "other": foe}
    does(game, "give-tokens", x=Role("unit"), n=number(given_), token=Name("spoils"), roles=roles)
    does(game, "take-tokens", n=number(taken), token=Name("spoils"), x=Role("unit"), roles=roles)
    left = max(given_ - taken, 0)
    assert said(game, "tokens", "spoils", pikes) == left
    does(game, "move-tokens", token=Name("spoils"), a=Role("unit"), b=Role("other"), roles=roles)
    assert (said(game, "tokens", "spoils", pikes), said(game, "tokens", "spoils", foe)) == (0, left)
    does(game, "take-all-tokens", token=Name("spoils"), x=Role("other"), roles=roles)
    assert said(game, "tokens", "spoils", foe) == 0


@pytest.mark.parametrize(
    ("verb", "args", "expected"),
    [
        ("set-value", {"value": Word("strength"), "n": number(9)}, 9),
        ("modify-value", {"value": Word("strength"), "n": number(2)}, 5),
    ],
)
def test_an_attack_may_get_a_number_of_its_own(verb, args, expected):
    game, pikes, foe = table()
    attack = blow(pikes, foe)
    does(game, verb, roles={"attack": attack}, **args)
    assert attack.number("strength") == expected


def test_an_attack_may_get_more_hits_and_ignore_a_rule():
    game, pikes, foe = table(dice=ScriptedDice({"to-hit": [6], "to-wound": [6]}))
    give(game, pikes.pools[0].parts[0], "Strong")
    attack = blow(pikes, foe)
    does(game, "add-hits", n=number(2), roles={"attack": attack})
    does(game, "ignore", what=Name("Strong"), roles={"attack": attack})
    assert attack.extra_hits == 2
    assert resolve(game, attack, 1).needed["to-wound"] == 4


def test_an_attack_may_end_as_something_or_pass_a_roll():
    game, pikes, foe = table()
    attack = blow(pikes, foe)
    does(game, "end-attack", outcome=Word("mortal"), roles={"attack": attack})
    does(game, "pass-roll", roll=Word("to-wound"), roles={"attack": attack})
    does(game, "pass-roll", roll=Word("save"), roles={"attack": attack})
    assert (attack.ended, sorted(attack.passed)) == ("mortal", ["save", "to-wound"])
