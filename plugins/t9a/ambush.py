"""Units held back that come onto the table: when they arrive, where, and what they may still do.

Decision: move.ambush ({"x", "y", "facing", "files"}: centre in inches, compass bearing, files). Source: Model
Rules, Ambush; T9A rulebook, Battle Preparations 2.C; rulings 65-67.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tercio.kernel.context import Context
from tercio.kernel.decisions import Answer, Decision, Procedure, ask, is_number
from tercio.kernel.decl.clauses import Which
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import Rect
from tercio.kernel.geometry.vector import direction_from_degrees
from tercio.kernel.rolls import rerolls, roll_for
from tercio.kernel.state import Game, Pool, Unit, touch
from tercio.plugins.regiments.formation import form_up, viable

from . import marks
from .ambush_anchors import Anchor, anchors_of, meeting_point, shapes_between
from .characters import attached
from .deployment import held_back
from .magical_effects import come_back
from .moves import proper_width
from .places import place_of
from .placing import DEPLOYED
from .spacing import fits

AMBUSH, TABLE = "ambush", "table"
_MOST_OFFERED = 12
_WIDTHS = (5, 6, 4, 7, 3, 8, 2, 1)
_BEARINGS = (0, 90, 180, 270)


def arrive_ambushers(g: Game) -> Procedure[None]:
    """Step arrive-ambushers: units that are to come back do so, then those in Ambush are rolled for and
    placed.
    """
    yield from come_back(g)
    arriving = [unit for unit in held_back(g, g.active, AMBUSH) if arrives(g, unit)]
    for unit in arriving:
        yield from _place(g, unit)


def arrives(g: Game, unit: Unit) -> bool:
    """Return whether a unit in Ambush arrives in this Player Turn, rolling for it if that is open."""
    turn = g.clock.number("round")
    if turn < g.ruleset.constant("ambush-first-turn"):
        return False
    if turn >= g.ruleset.constant("ambush-certain-turn"):
        return True
    die, needed = g.ruleset.constant("ambush-die"), int(g.ruleset.constant("ambush-roll"))
    c = Context(unit=unit)
    rolled = roll_for(g, "ambush-roll", c, die, unit.id).total
    if rolled < needed and rerolls(g, "ambush-roll", c, Which.FAILED):
        rolled = roll_for(g, "ambush-roll", c, die, unit.id, "reroll").total
    g.emit("ambush-rolled", unit=unit.id, rolled=rolled, needed=needed)
    return rolled >= needed


def _place(g: Game, unit: Unit) -> Procedure[None]:
    anchors = anchors_of(g, unit)
    options = list(_options(g, unit, anchors))
    if not options:
        g.emit("ambush-without-room", unit=unit.id)
        return

    def accepts(answer: Answer) -> Refusal | None:
        return placement_refusal(g, unit, answer, anchors)

    question = f"Where does {unit.name} arrive?"
    answer = yield from ask(
        Decision("move.ambush", unit.owner, question, options, "Ambush", {"unit": unit.id}, accepts)
    )
    _stand(unit, answer)
    unit.memory[DEPLOYED] = TABLE
    marks.put(g, unit, marks.ARRIVED, marks.MOVED, marks.ADVANCED)
    if g.clock.number("round") > g.ruleset.constant("last-scoring-arrival-turn"):
        marks.put(g, unit, marks.LATE_ARRIVAL)
    touch(g, unit)
    g.emit("ambush-arrived", unit=unit.id, **place_of(unit))


def _stand(unit: Unit, answer: dict[str, Any]) -> Rect:
    ux, uy = direction_from_degrees(float(answer["facing"]))
    riders: list[Pool] = [pool for pool in attached(unit) if len(unit.pools) > 1]
    return form_up(
        unit, float(answer["x"]), float(answer["y"]), ux, uy, int(answer["files"]), attached=riders
    )


def placement_refusal(g: Game, unit: Unit, answer: Any, anchors: list[Anchor]) -> Refusal | None:
    """Return why a unit in Ambush may not be placed so, or None if it may; the unit stays off the table."""
    told = [answer.get(key) for key in ("x", "y", "facing", "files")] if isinstance(answer, dict) else [None]
    if not all(is_number(n) for n in told):
        return Refusal("ambush.not_a_place", {"answer": answer})
    try:
        rect = _stand(unit, answer)
        good = viable(unit, int(answer["files"]), proper_width(g, unit))
    except ValueError:
        return Refusal("ambush.not_viable", {"files": answer["files"]})
    finally:
        unit.rect = None
    if not good:
        return Refusal("ambush.not_viable", {"files": answer["files"]})
    return _judge_place(g, unit, rect, anchors)


def _judge_place(g: Game, unit: Unit, rect: Rect, anchors: list[Anchor]) -> Refusal | None:
    if not fits(g, rect, unit):
        return Refusal("ambush.no_room", {"unit": unit.id})
    corners, reach = (
        int(g.ruleset.constant("ambush-corners")),
        float(g.ruleset.constant("ambush-corner-distance")),
    )
    for anchor in anchors:
        point = meeting_point(g, anchor, rect, corners, reach)
        if point is not None and not shapes_between(g, anchor, point, rect):
            return None
    return Refusal("ambush.too_far_from_its_place", {"corners": corners, "inches": reach})


def _options(g: Game, unit: Unit, anchors: list[Anchor]) -> Iterator[Answer]:
    """Yield some legal places: at every anchor, facing each of the four ways, in the first files that fit."""
    found = 0
    for files in (n for n in _WIDTHS if n <= unit.models):
        for anchor in anchors:
            for x, y in anchor.spots(g):
                for bearing in _BEARINGS:
                    for at in _near(g, unit, (x, y), bearing, files):
                        if placement_refusal(g, unit, at, anchors) is None:
                            yield at
                            found += 1
                            break
                    if found >= _MOST_OFFERED:
                        return
        if found:
            return


def _near(
    g: Game, unit: Unit, point: tuple[float, float], bearing: int, files: int
) -> Iterator[dict[str, Any]]:
    """Yield a place with its middle on a point, moved onto the table if need be, and places before and beside
    it.
    """
    rect = _stand(unit, {"x": point[0], "y": point[1], "facing": bearing, "files": files})
    unit.rect = None
    xs, ys = [abs(x - rect.x) for x, _ in rect.corners], [abs(y - rect.y) for _, y in rect.corners]
    half_x, half_y = max(xs), max(ys)
    for dx, dy in ((0.0, 0.0), (0.0, half_y), (0.0, -half_y), (half_x, 0.0), (-half_x, 0.0)):
        x = min(max(point[0] + dx, half_x), g.width - half_x)
        y = min(max(point[1] + dy, half_y), g.depth - half_y)
        yield {"x": round(x, 4), "y": round(y, 4), "facing": bearing, "files": files}
