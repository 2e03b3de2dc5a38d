"""Setting up units: all models at once, coherent, where every base fits (core rules 6, 15.1)."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Rect, Shape, beyond, inside_table, overlaps
from tercio.plugins.warbands.bodies import bases_from, bases_of, places_of, take_off
from tercio.plugins.warbands.coherency import is_coherent
from tercio.plugins.warbands.placing import MOST, set_up_near, set_up_places
from tests.plugins.warbands.muster import COHERENCY, block, first_unit, muster, row, scatter, table


@pytest.fixture
def game():
    return table()


def off_table(game, bases):
    unit = muster(game, "A", bases)
    take_off(unit)
    return unit


def anywhere(base):
    return True


def near(*asked: Any) -> list[Shape]:
    """The bases of a unit that can be set up near a point."""
    found = set_up_near(*asked)
    assert found is not None
    return found


def stands_free(game, unit, bases):
    others = [b for other in game.units.values() if other is not unit for b in bases_of(other)]
    return (
        len(bases) == len(unit.pools[0].loose)
        and all(inside_table(base, game.width, game.depth) for base in bases)
        and not any(overlaps(a, b) for a, b in combinations(bases, 2))
        and not any(overlaps(base, other) for base in bases for other in others)
    )


@pytest.mark.parametrize("bases", [row(0, 0, 1), row(0, 0, 2), row(0, 0, 5), block(0, 0, 5, 2)])
def test_a_unit_is_set_up_coherent_and_close_round_a_point(game, bases):
    unit = off_table(game, bases)
    found = near(game, unit, (15.0, 11.0), anywhere, COHERENCY)
    assert found[0] == Circle(15.0, 11.0, 0.5)
    assert stands_free(game, unit, found)
    assert is_coherent(found, COHERENCY)
    assert all(abs(b.x - 15.0) < 3.0 and abs(b.y - 11.0) < 3.0 for b in found)


def test_setting_up_asks_and_does_not_do_it(game):
    unit = off_table(game, row(0, 0, 5))
    set_up_near(game, unit, (15.0, 11.0), anywhere)
    assert bases_of(unit) == []


def test_a_unit_is_set_up_beside_others_and_within_the_table(game):
    muster(game, "B", row(10, 11, 8))
    unit = off_table(game, block(0, 0, 5, 2))
    for anchor in ((12.0, 11.0), (0.0, 0.0), (30.0, 22.0)):
        found = near(game, unit, anchor, anywhere, COHERENCY)
        assert stands_free(game, unit, found)
        assert is_coherent(found, COHERENCY)


def test_every_base_has_to_fit(game):
    unit = off_table(game, row(0, 0, 5))

    def in_territory(base: Shape) -> bool:
        return base.y + base.radius <= 6.0

    found = near(game, unit, (15.0, 6.5), in_territory, COHERENCY)
    assert all(map(in_territory, found))
    assert set_up_near(game, unit, (15.0, 16.0), in_territory, COHERENCY) is None


def test_a_strip_of_one_base_holds_five_models_but_not_seven(game):
    def in_strip(base: Shape) -> bool:
        return base.y + base.radius <= 1.1

    five, seven = off_table(game, row(0, 0, 5)), off_table(game, row(0, 0, 7))
    assert set_up_near(game, five, (15.0, 0.5), in_strip, COHERENCY) is not None
    assert set_up_near(game, seven, (15.0, 0.5), in_strip, COHERENCY) is None


def test_without_a_rule_every_model_stands_beside_two(game):
    unit = off_table(game, row(0, 0, 7))
    found = near(game, unit, (15.0, 11.0), anywhere)
    assert is_coherent(found, COHERENCY)


def test_a_large_oval_base_turns_to_where_it_fits(game):
    unit = off_table(game, [Oval(0.0, 0.0, 0.0, 1.0, 1.0, 2.0)])

    def in_strip(base: Shape) -> bool:
        return isinstance(base, Oval) and base.y + base.extent(0.0, 1.0) <= 2.2

    (base,) = near(game, unit, (15.0, 1.1), in_strip, COHERENCY)
    assert (abs(base.ux), abs(base.uy)) == (1.0, 0.0)


def test_several_oval_bases_stand_in_a_drawn_out_grid(game):
    unit = off_table(game, [Oval(0.0, 0.0, 0.0, 1.0, 0.8, 1.5)] * 3)
    found = near(game, unit, (15.0, 11.0), anywhere, COHERENCY)
    assert stands_free(game, unit, found)
    assert is_coherent(found, COHERENCY)


def test_a_unit_that_is_taken_up_does_not_stand_in_its_own_way(game):
    unit = muster(game, "A", row(12, 11, 5))
    assert near(game, unit, (14.4, 11.0), anywhere, COHERENCY)[0] == Circle(14.4, 11.0, 0.5)


def test_a_unit_with_more_models_than_a_grid_has_places_is_not_set_up(game):
    unit = off_table(game, row(0, 0, MOST + 1, 0.2))
    assert set_up_near(game, unit, (15.0, 11.0), anywhere) is None


def test_places_are_spread_over_all_that_is_allowed(game):
    unit = off_table(game, row(0, 0, 5))
    found = set_up_places(game, unit, anywhere, lambda bases: True, 12, rule=COHERENCY)
    assert len(found) == 12
    quarters = {(bases[0].x > 15.0, bases[0].y > 11.0) for bases in found}
    assert len(quarters) == 4
    assert all(stands_free(game, unit, bases) and is_coherent(bases, COHERENCY) for bases in found)


def test_places_are_found_in_a_small_corner_too(game):
    unit = off_table(game, row(0, 0, 5))
    found = set_up_places(
        game, unit, lambda b: b.x < 5.0 and b.y < 5.0, lambda bases: True, 4, rule=COHERENCY
    )
    assert len(found) >= 2


def test_places_are_legal_as_a_whole_and_different(game):
    unit = off_table(game, row(0, 0, 5))
    found = set_up_places(game, unit, anywhere, lambda bases: bases[0].x > 20.0, 6, rule=COHERENCY)
    assert len(found) == 6
    assert all(bases[0].x > 20.0 for bases in found)
    assert not any(a == b for a, b in combinations(found, 2))


def test_anchors_are_tried_in_order(game):
    unit = off_table(game, row(0, 0, 5))
    anchors = [(20.0, 5.0), (10.0, 5.0), (10.0, 5.0), (5.0, 15.0)]
    found = set_up_places(game, unit, anywhere, lambda bases: True, 2, anchors, COHERENCY)
    assert [(bases[0].x, bases[0].y) for bases in found] == anchors[:2]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_every_place_that_is_offered_is_free_and_fits_also_as_plain_data(seed):
    random = Random(seed)
    game, walls = scatter(random, 6, 2)
    unit = first_unit(game)
    foes = [base for other in game.units.values() if other.owner != unit.owner for base in bases_of(other)]

    def fits(base: Shape) -> bool:
        return all(beyond(base, foe, 3.0) for foe in foes) and not any(overlaps(base, w) for w in walls)

    for found in set_up_places(game, unit, fits, lambda bases: True, 4, rule=COHERENCY):
        assert bases_from(unit, places_of(found)) == found
        assert stands_free(game, unit, found)
        assert is_coherent(found, COHERENCY)
        assert all(map(fits, found))


def test_a_sieve_spares_questions_and_changes_no_place(game):
    unit = off_table(game, row(0, 0, 5))
    asked: list[Shape] = []

    def fits(base: Shape) -> bool:
        asked.append(base)
        return base.x > 8.0

    def legal(bases: list[Shape]) -> bool:
        return all(base.x > 8.0 for base in bases)

    plain = set_up_places(game, unit, fits, legal, 6, rule=COHERENCY)
    plainly = len(asked)
    asked.clear()
    assert set_up_places(game, unit, fits, legal, 6, rule=COHERENCY, sieve=anywhere) == plain
    assert len(asked) < plainly


def test_nothing_is_set_up_on_a_table_without_room(game):
    unit = off_table(game, row(0, 0, 5))
    full = Rect(15.0, 11.0, 0.0, 1.0, 30.0, 22.0)
    assert set_up_places(game, unit, lambda base: not overlaps(base, full), lambda bases: True, 4) == []
