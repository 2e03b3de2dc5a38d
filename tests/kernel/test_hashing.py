"""The hash of a state: equal for equal games in every process, another for every difference that matters
(architecture 5).
"""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.clone import clone
from tercio.kernel.decl import Boundary, DiceAmount
from tercio.kernel.geometry import Circle, Facing, Rect
from tercio.kernel.hashing import plain, state_hash
from tercio.kernel.scheduler import mark
from tercio.kernel.session import Session, replay
from tercio.kernel.state import Arm, Model, Terrain

from .toy import PROCEDURES, new_game, new_unit

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.integers(), inner, max_size=3),
    max_leaves=8,
)


def board():
    game = new_game()
    for owner in "AB":
        unit = new_unit(game, owner)
        unit.rect = Rect(10.0, 10.0, 0.0, 1.0, 5.0, 2.0)
    return game


def first(game: Any) -> Any:
    return next(iter(game.units.values()))


def test_equal_games_have_equal_hashes_of_32_digits():
    assert state_hash(board()) == state_hash(board())
    assert len(state_hash(board())) == 32


CHANGES: dict[str, Any] = {
    "moved": lambda g: setattr(first(g), "rect", Rect(10.0, 10.001, 0.0, 1.0, 5.0, 2.0)),
    "left the table": lambda g: setattr(first(g), "rect", None),
    "destroyed": lambda g: setattr(first(g), "destroyed", True),
    "lost a model": lambda g: setattr(first(g).pools[0], "models", 9),
    "models it began with": lambda g: setattr(first(g).pools[0], "starting", 11),
    "weapon": lambda g: next(first(g).parts()).arms.append(Arm(99, "Pike")),
    "wounded": lambda g: setattr(first(g).pools[0], "lost", 1),
    "marked": lambda g: mark(g, first(g), "tired"),
    "marked for a time": lambda g: mark(g, first(g), "tired", Boundary("end", "turn")),
    "token": lambda g: first(g).tokens.update(spoils=1),
    "unit's memory": lambda g: first(g).memory.update(ran=1),
    "part's memory": lambda g: first(g).pools[0].parts[0].memory.update(ran=1),
    "game's memory": lambda g: g.memory.update(ran=1),
    "battle's memory": lambda g: g.battle.memory.update(uses={"Omen": "battle"}),
    "player's token": lambda g: g.players["A"].tokens.update(points=1),
    "active": lambda g: setattr(g, "active", "B"),
    "turn order": lambda g: setattr(g.clock, "order", ("B", "A")),
    "time": lambda g: setattr(g.clock, "path", "round:2"),
    "contact without facings": lambda g: g.engagement.engage(*[x for u in g.units for x in (u, None)]),
    "contact": lambda g: g.engagement.engage(*[x for u in g.units for x in (u, Facing.FRONT)]),
    "loose model": lambda g: first(g).pools[0].loose.append(Model(9, 0, Circle(1.0, 2.0, 0.5))),
    "terrain": lambda g: g.terrain.append(Terrain(99, "hill", feature="Hill")),
    "profile": lambda g: first(g).pools[0].profile.update(pace=DiceAmount(2, 6)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_difference_that_matters_changes_the_hash(change):
    game = board()
    CHANGES[change](game)
    assert state_hash(game) != state_hash(board())


@pytest.mark.parametrize("shift", [1e-9, -1e-9])
def test_the_last_bit_of_a_sine_does_not_matter(shift):
    game, other = board(), board()
    first(game).rect = Rect(0.0, 10.0, 0.0, 1.0, 5.0, 2.0)
    first(other).rect = Rect(shift, 10.0 - shift, 0.0, 1.0, 5.0, 2.0)
    for one, by in ((game, 0.0), (other, shift)):
        first(one).pools[0].loose.append(Model(9, 0, Circle(by, 1.0 + by, 0.5)))
        one.memory["aimed at"] = [by, {"x": 3.0 + by}]
    assert state_hash(game) == state_hash(other)


@given(st.dictionaries(st.text(), PLAIN, max_size=4))
def test_the_order_in_which_things_were_noted_does_not_matter(memory):
    game, other = board(), board()
    game.memory = memory
    other.memory = dict(reversed(memory.items()))
    assert state_hash(game) == state_hash(other)


def test_sets_tuples_and_exact_numbers_are_plain_data_too():
    game = board()
    game.memory = {
        "seen": {3, 1},
        "places": (1, 2),
        "half": Fraction(1, 2),
        "facing": Facing.FRONT,
        7: "seven",
    }
    other = board()
    other.memory = {
        "seen": {1, 3},
        "places": [1, 2],
        "half": Fraction(2, 4),
        "facing": Facing.FRONT,
        7: "seven",
    }
    assert state_hash(game) == state_hash(other)


def test_what_is_no_plain_data_is_refused_rather_than_hashed_by_its_address():
    game = board()
    game.memory["agent"] = object()
    with pytest.raises(TypeError, match="plain data, not object"):
        state_hash(game)


def test_a_clone_has_the_same_state():
    game = board()
    mark(game, first(game), "tired", Boundary("end", "turn"))
    assert plain(clone(game)) == plain(game)


PLAYED = """
from tercio.kernel.hashing import state_hash
from tests.kernel.test_hashing import played
print(state_hash(played().game))
"""


def played() -> Session:
    game = new_game()
    for owner in "AABB":
        unit = new_unit(game, owner)
        unit.memory["seen"] = {"hills", "woods", "mounds", owner}
    session = Session(game, PROCEDURES)
    replay(session, ["dash", "stay", "dash"] * 3)
    return session


@pytest.mark.parametrize("seed", ["0", "12345"])
def test_the_same_game_has_the_same_hash_in_every_process(seed):
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = subprocess.run(
        [sys.executable, "-c", PLAYED], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == state_hash(played().game)
