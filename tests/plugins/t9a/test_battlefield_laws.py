"""Laws that hold after every step of any battle: nobody stands on another, off the table or in a rock, and
whoever touches an enemy fights it.

Small armies charge, move, flee, pursue and rally as drawn; every answer is one of the options. Source:
Definitions 3-4, Charge Phase 4.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tercio.kernel.geometry import inside_table, overlaps, touches
from tercio.plugins.t9a.charge import declare_charges, move_charges
from tercio.plugins.t9a.engaging import foes_of
from tercio.plugins.t9a.flee import flee
from tercio.plugins.t9a.movement import move_units
from tercio.plugins.t9a.pursuit import Pursuit, pursue_in_order
from tercio.plugins.t9a.rally import rally_tests
from tercio.plugins.t9a.random_movement import compulsory_moves
from tercio.plugins.t9a.spacing import is_impassable

from .tiny import Board, clock, play, seeded

RULES = ("Fly", "Swiftstride", "Terror", "Random Movement", "Ghost Step", "Frenzy")
BASES = ((25, 25), (20, 20), (25, 50), (40, 40), (50, 100))
PHASES = (
    ("charge", (declare_charges, move_charges)),
    ("movement", (compulsory_moves, move_units)),
    ("rally", (rally_tests,)),
)


def armies(seed: int) -> tuple[Board, Random]:
    draw = Random(seed)
    board = seeded(Board(), seed)
    for number in range(5):
        for owner, y, facing in (("A", 9, 0), ("B", 39, 180)):
            base = draw.choice(BASES)
            rules = ("Sure Foot", *(rule for rule in RULES if draw.random() < 0.12))
            files = draw.randint(5, 8) if base[0] < 40 else 3
            x, models = 8 + number * 14, draw.choice((1, 5, 10, 20, 24) if base[0] < 40 else (1, 3, 6))
            pace: dict[str, Any] = {"mobility": draw.randint(3, 9), "charge_speed": draw.randint(3, 9)}
            unit = board.unit(
                owner, x, y, facing=facing, models=models, files=files, base=base, rules=rules, **pace
            )
            if models > 5 and draw.random() < 0.3:
                board.joined(unit, base=draw.choice((base, (40, 40))))
    for number in range(4):
        feature = draw.choice(("Forest", "Impassable Terrain", "Hill"))
        board.terrain(
            feature, 10 + number * 17, 24 + draw.uniform(-3, 3), draw.uniform(2, 8), draw.uniform(2, 6)
        )
    return board, draw


def hold(board: Board, after: str) -> None:
    g = board.g
    units = [unit for unit in g.units.values() if unit.rect is not None and not unit.destroyed]
    rocks = [piece.shape for piece in g.terrain if is_impassable(g, piece)]
    for number, unit in enumerate(units):
        rect: Any = unit.rect
        assert inside_table(rect, g.width, g.depth), after
        assert not any(overlaps(rect, rock) for rock in rocks), after
        for other in units[number + 1 :]:
            there: Any = other.rect
            assert not overlaps(rect, there), (after, unit.id, other.id)
            if other.owner != unit.owner:
                assert touches(rect, there) == (other in foes_of(g, unit)), (after, unit.id, other.id)


def run(board: Board, draw: Random, procedure: Any) -> None:
    def answer(decision: Any) -> Any:
        pushed = decision.kind in ("charge.declare", "move.unit")
        return decision.options[0] if pushed else draw.choice(list(decision.options))

    play(procedure, otherwise=answer)


def break_a_side(board: Board, draw: Random) -> None:
    g = board.g
    loser = draw.choice("AB")
    for number in [number for members in g.engagement.combats().values() for number in members]:
        unit = g.units[number]
        if unit.owner != loser or number not in g.engagement:
            continue
        foes = foes_of(g, unit)
        assert unit.rect is not None
        x, y = unit.rect.normal(g.engagement.facing(unit.id, foes[0].id))
        run(board, draw, flee(g, unit, (-x, -y), distance=draw.randint(2, 12), why="broken"))
        hold(board, "flight")
        free = [foe for foe in foes if foe.id not in g.engagement and not foe.destroyed]
        run(
            board,
            draw,
            pursue_in_order(g, [Pursuit(foe, unit, (-x, -y), draw.randint(2, 12)) for foe in free]),
        )
        hold(board, "pursuit")


@pytest.mark.parametrize("seed", [5, 16, 24, 45, 102, 147, 317])
def test_the_laws_of_the_battlefield_hold_after_every_step(seed):
    board, draw = armies(seed)
    g = board.g
    hold(board, "set-up")
    for turn in (1, 2, 3):
        for player in "AB":
            g.active = player
            for phase, steps in PHASES:
                g.clock = clock(phase, turn, player)
                for step in steps:
                    run(board, draw, step(g))
                    hold(board, step.__name__)
                g.schedule.cross(g, "end", ("phase", phase))
            break_a_side(board, draw)
            g.schedule.cross(g, "end", ("turn", "player-turn"))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_the_laws_of_the_battlefield_hold_in_many_battles(seed):
    test_the_laws_of_the_battlefield_hold_after_every_step(seed)
