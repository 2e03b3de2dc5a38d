"""The engagement graph: symmetric, combats are components with stable ids (architecture 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.engagement import Engagement
from tercio.kernel.geometry import Facing

FRONT, REAR, LEFT = Facing.FRONT, Facing.REAR, Facing.LEFT


def test_contact_is_known_from_both_sides_with_each_ones_facing():
    graph = Engagement()
    graph.engage(1, FRONT, 2, REAR)
    assert graph.foes(1) == [2]
    assert graph.foes(2) == [1]
    assert (graph.facing(1, 2), graph.facing(2, 1)) == (FRONT, REAR)
    assert graph.foes_on(2, REAR, LEFT) == [1]
    assert graph.foes_on(2, FRONT) == []


def test_combats_that_meet_merge_into_the_older_one():
    graph = Engagement()
    graph.engage(1, FRONT, 2, FRONT)
    graph.engage(3, FRONT, 4, FRONT)
    change = graph.engage(3, FRONT, 2, LEFT)
    assert change.merged == {2: 1}
    assert graph.combats() == {1: [1, 2, 3, 4]}


def test_a_combat_that_splits_keeps_its_id_once():
    graph = Engagement()
    graph.engage(1, FRONT, 2, FRONT)
    graph.engage(3, FRONT, 2, LEFT)
    graph.engage(3, REAR, 4, FRONT)
    graph.part(3, 2)
    assert graph.combats() == {1: [1, 2], 2: [3, 4]}


def test_a_combat_ends_when_its_last_contact_is_gone():
    graph = Engagement()
    graph.engage(1, FRONT, 2, FRONT)
    assert graph.leave(2).ended == [1]
    assert 1 not in graph
    assert graph.foes(1) == []
    assert graph.combat_of(1) == 0


def test_a_clone_goes_its_own_way():
    graph = Engagement()
    graph.engage(1, FRONT, 2, FRONT)
    copy = graph.clone()
    copy.leave(1)
    assert graph.foes(2) == [1]
    assert copy.foes(2) == []


def test_units_without_facings_are_in_contact_all_the_same():
    graph = Engagement()
    graph.replace([(1, None, 2, None), (1, None, 3, None)])
    assert graph.foes(1) == [2, 3]
    assert list(graph.contacts()) == [(1, None, 2, None), (1, None, 3, None)]
    assert graph.foes_on(1, *Facing) == []
    with pytest.raises(KeyError):
        graph.facing(1, 2)
    assert list(graph.clone().contacts()) == list(graph.contacts())


def test_a_clone_begins_without_the_picture_of_the_table():
    graph = Engagement()
    graph.picture = graph.read = "as it was"
    assert graph.clone().picture is graph.clone().read is None


FACINGS = st.sampled_from([*Facing, None])
EDGES = st.lists(
    st.tuples(st.integers(1, 5), FACINGS, st.integers(6, 9), FACINGS, st.booleans()), max_size=25
)


@given(EDGES)
def test_the_graph_is_symmetric_and_combats_partition_the_engaged(edges):
    graph = Engagement()
    for unit, facing, other, other_facing, joins in edges:
        if joins:
            graph.engage(unit, facing, other, other_facing)
        else:
            graph.part(unit, other)
        for u, f, v, h in graph.contacts():
            assert v in graph.foes(u)
            assert u in graph.foes(v)
            if f is not None and h is not None:
                assert (graph.facing(u, v), graph.facing(v, u)) == (f, h)
            assert graph.combat_of(u) == graph.combat_of(v) != 0
        members = [unit for units in graph.combats().values() for unit in units]
        assert len(members) == len(set(members))
        assert set(members) == {x for u, _, v, _ in graph.contacts() for x in (u, v)}
