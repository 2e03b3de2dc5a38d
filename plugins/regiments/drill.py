"""Manoeuvres of a unit that stays where it is: other files, a turn on the spot, a new formation, squeezing.

Decisions: `unit.files` (a number of files), `unit.turn` (90, -90 or 180 degrees clockwise), `unit.reform`
([files, bearing]) and `unit.squeeze` (a number of files), each or pass; all that is possible is offered, of
reforms some. A unit must have room where it ends, as after a move. A unit in fewer files than it may stand in
has the mark `squeezed` until `spread` finds room. Source: WAP, Forming
Units, Movement.
"""

from __future__ import annotations

from typing import Any, Final

from tercio.kernel.context import Context
from tercio.kernel.decisions import PASS, Answer, Decision, Procedure, is_number
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Point, Rect
from tercio.kernel.geometry.vector import degrees_of, direction_from_degrees
from tercio.kernel.scheduler import mark, unmark
from tercio.kernel.state import Game, Unit
from tercio.kernel.windows import open_window

from .footing import end_fault, rounded
from .formation import ranks, reshape, reshaped, spot_rect, spots
from .layout import size, spots_of
from .manoeuvre import can_rearrange
from .move_options import nearest
from .moves import use_up
from .standing import files_allowed, files_of
from .surroundings import Surroundings, surroundings
from .turning import turned_by

SQUEEZED: Final = "squeezed"
_QUARTERS: Final = (90, -90, 180)
_FOES: Final = 3


def outline_in(unit: Unit, files: int, facing: Point, keep: str = "front") -> Rect | None:
    """Return the boundary of a unit in other files and with another facing; its `centre` or the middle of its
    `front` stays. None if somebody in it finds no place so.
    """
    old, made = unit.rect, reshaped(unit, files)
    if old is None or made is None:
        return None
    width, depth = size(made, unit.pools)
    ux, uy = facing
    if keep == "centre":
        return Rect(old.x, old.y, ux, uy, width, depth)
    x, y = old.front_centre
    return Rect(x - ux * depth * 0.5, y - uy * depth * 0.5, ux, uy, width, depth)


def _has_room(a: Surroundings, rect: Rect | None) -> bool:
    return rect is not None and end_fault(a, rect) is None


def _around(g: Game, unit: Unit) -> Surroundings:
    rect = unit.rect
    assert rect is not None
    base = unit.pools[0].base
    return surroundings(g, unit, unit.models * max(base))


def _stand(g: Game, unit: Unit, rect: Rect, files: int) -> Procedure[None]:
    """Form a unit up in files inside a boundary, and tell so."""
    assert unit.rect is not None
    facing = unit.rect.facing
    if files != files_of(unit):
        reshape(unit, files)
    unit.rect = kept = rounded(rect, facing)
    use_up(g, unit, 0.0)
    bearing = round(degrees_of(kept.facing), 3)
    g.emit("unit-reformed", unit=unit.id, files=files, x=kept.x, y=kept.y, bearing=bearing)
    yield from open_window(g, "after unit-moved", Context(unit=unit))


def _chosen(unit: Unit, kind: str, question: str, options: list[Any]) -> Procedure[Any]:
    """Return which course the owner of a unit chooses, PASS for none; who has none is not asked."""
    if not options:
        return PASS
    asked = f"{unit.name}: {question}"
    return (yield Decision(kind, unit.owner, asked, [*options, PASS], "manoeuvres", {"unit": unit.id}))


# -- files and facing ------------------------------------------------------------------------------


def change_files(g: Game, unit: Unit, most: int) -> Procedure[None]:
    """Let a unit stand in up to so many files more or fewer; the middle of its front stays."""
    if unit.rect is None:
        return
    now, a = files_of(unit), _around(g, unit)
    facing = unit.rect.facing
    allowed = [files for files in files_allowed(g, unit) if files != now and abs(files - now) <= most]
    options = [files for files in allowed if _has_room(a, outline_in(unit, files, facing))]
    answer = yield from _chosen(unit, "unit.files", "in how many files?", options)
    rect = outline_in(unit, answer, facing) if answer != PASS else None
    if rect is not None:
        yield from _stand(g, unit, rect, answer)


def turn_in_place(g: Game, unit: Unit) -> Procedure[None]:
    """Let everybody in a unit turn on the spot by quarters: files become ranks and ranks files."""
    if unit.rect is None:
        return
    a = _around(g, unit)
    options = [turn for turn in _QUARTERS if _has_room(a, _turned(g, unit, turn))]
    answer = yield from _chosen(unit, "unit.turn", "how does it turn?", options)
    rect = _turned(g, unit, answer) if answer != PASS else None
    if rect is not None:
        yield from _stand(g, unit, rect, _files_after(unit, answer))


def _files_after(unit: Unit, turn: int) -> int:
    return files_of(unit) if turn == 180 else ranks(unit)


def _turned(g: Game, unit: Unit, turn: int) -> Rect | None:
    assert unit.rect is not None
    files = _files_after(unit, turn)
    if turn != 180 and files not in files_allowed(g, unit):
        return None
    return outline_in(unit, files, turned_by(unit.rect.facing, turn), "centre")


# -- a new formation -------------------------------------------------------------------------------


def reform(g: Game, unit: Unit, most: float | None = None) -> Procedure[None]:
    """Let a unit form up anew about its middle, in other files and with any facing; no model may end farther
    than `most` inches from where one stood.
    """
    if unit.rect is None:
        return
    a = _around(g, unit)

    def judge(told: Answer) -> Refusal | None:
        return None if told == PASS else _reform_fault(a, told, most)

    options = [told for told in _reforms(g, unit) if judge(told) is None]
    question, facts = f"{unit.name}: how is it formed up?", {"unit": unit.id}
    answer = yield Decision("unit.reform", unit.owner, question, [*options, PASS], "manoeuvres", facts, judge)
    if answer != PASS:
        rect = outline_in(unit, answer[0], direction_from_degrees(answer[1]), "centre")
        assert rect is not None
        yield from _stand(g, unit, rect, answer[0])


def _reforms(g: Game, unit: Unit) -> list[list[Any]]:
    """Return formations worth thinking of: facing as now or towards the nearest foes, as wide as now, wider
    or deeper.
    """
    assert unit.rect is not None
    allowed = files_allowed(g, unit)
    widths = dict.fromkeys(files for files in (files_of(unit), allowed[-1], allowed[0]) if files in allowed)
    bearings = [degrees_of(unit.rect.facing)]
    bearings += [degrees_of((x - unit.rect.x, y - unit.rect.y)) for x, y in nearest(g, unit, _FOES)]
    turns = dict.fromkeys(round(bearing, 3) for bearing in bearings)
    found = [[files, bearing] for bearing in turns for files in widths]
    return found[1:] if files_of(unit) in allowed else found


def _reform_fault(a: Surroundings, told: Answer, most: float | None) -> Refusal | None:
    g, unit = a.g, a.unit
    if not (isinstance(told, (list, tuple)) and len(told) == 2 and all(map(is_number, told))):
        return Refusal("reform.malformed", {"wanted": "[files, bearing]"})
    files, bearing = told
    allowed = files_allowed(g, unit)
    is_allowed = type(files) is int and files in allowed
    rect = outline_in(unit, files, direction_from_degrees(bearing), "centre") if is_allowed else None
    if rect is None:
        return Refusal("reform.files", {"unit": unit.id, "least": allowed[0], "most": allowed[-1]})
    if most is not None and not _can_go(unit, rect, files, most):
        return Refusal("reform.too_far", {"unit": unit.id, "inches": most})
    return end_fault(a, rect)


def _can_go(unit: Unit, rect: Rect, files: int, most: float) -> bool:
    made = reshaped(unit, files)
    assert unit.rect is not None
    assert made is not None
    before = [spot_rect(unit.rect, spot).centre for spot in spots(unit)]
    return can_rearrange(before, [spot_rect(rect, spot).centre for spot in spots_of(made, unit.pools)], most)


# -- squeezing -------------------------------------------------------------------------------------


def squeeze(g: Game, unit: Unit) -> Procedure[None]:
    """Let a unit stand in fewer files than it may, to pass where there is no room for more."""
    if unit.rect is None:
        return
    a, facing = _around(g, unit), unit.rect.facing
    fewer = range(min(files_allowed(g, unit)[0], files_of(unit)) - 1, 0, -1)
    options = [files for files in fewer if _has_room(a, outline_in(unit, files, facing))]
    answer = yield from _chosen(unit, "unit.squeeze", "in how few files?", options)
    rect = outline_in(unit, answer, facing) if answer != PASS else None
    if rect is not None:
        mark(g, unit, SQUEEZED)
        yield from _stand(g, unit, rect, answer)


def spread(g: Game, unit: Unit) -> Procedure[None]:
    """Let a squeezed unit stand in the fewest files that it may, if there is room for them."""
    if unit.rect is None or SQUEEZED not in unit.marks:
        return
    files, a = files_allowed(g, unit)[0], _around(g, unit)
    rect = outline_in(unit, files, unit.rect.facing)
    if rect is not None and (files_of(unit) >= files or _has_room(a, rect)):
        unmark(unit, SQUEEZED)
        if files_of(unit) < files:
            yield from _stand(g, unit, rect, files)
