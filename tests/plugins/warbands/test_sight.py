"""Whether a model sees another (core rules 6.0)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.geometry import Circle, Oval, Rect
from tercio.plugins.warbands.sight import blockers_between, sees, sees_plainly
from tests.kernel.geometry.strategies import circles, ovals, shapes
from tests.plugins.warbands.muster import row

ME = Circle(0.0, 0.0, 0.5)
YOU = Circle(0.0, 8.0, 0.5)


def test_models_see_each_other_over_open_ground():
    assert sees(ME, YOU, [])


def test_a_model_sees_itself():
    assert sees(ME, ME, row(-2, 1, 4, apart=0.0))


def test_a_wall_hides_a_model_at_an_inch():
    near = Circle(0.0, 2.0, 0.5)
    assert not sees(ME, near, [Rect(0.0, 1.0, 0.0, 1.0, 6.0, 0.5)])


def test_a_sliver_of_a_base_past_a_wall_is_enough_to_be_seen():
    wall = Rect(-3.0, 4.0, 0.0, 1.0, 7.02, 0.5)
    assert not sees_plainly(ME, YOU, [wall])
    assert not sees(ME, YOU, [wall])
    assert sees(ME, YOU, [wall.moved(-0.02, 0.0)])


def test_a_model_of_the_same_size_between_two_hides_neither_and_a_monster_does():
    assert sees(ME, YOU, [Circle(0.0, 4.0, 0.5)])
    assert not sees(ME, YOU, [Oval(0.0, 4.0, 0.0, 1.0, 0.9, 1.4)])


def test_a_screen_lets_a_model_look_through_its_gaps():
    screen = row(-3.6, 4.0, 7, apart=0.2)
    assert not sees_plainly(ME, YOU, screen)
    assert sees(ME, YOU, screen)
    assert not sees(ME, YOU, screen + row(-3.0, 4.9, 6, apart=0.2))


def test_who_stands_aside_is_not_between():
    aside = [Circle(3.0, 4.0, 0.5), Circle(0.0, -2.0, 0.5), Circle(0.9, 4.0, 0.5)]
    assert blockers_between(ME, YOU, aside) == [aside[2]]


@given(st.one_of(circles(), ovals()), st.one_of(circles(), ovals()), st.lists(shapes, max_size=5))
def test_those_left_out_as_not_between_hide_nothing(a, b, blockers):
    assert sees(a, b, blockers) == sees(a, b, blockers_between(a, b, blockers))


@given(circles(), circles(), st.lists(shapes, max_size=5))
def test_a_plain_sight_is_a_sight(a, b, blockers):
    assert sees(a, b, blockers) or not sees_plainly(a, b, blockers)
