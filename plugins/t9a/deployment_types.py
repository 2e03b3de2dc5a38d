"""What single Deployment Types add to the common rules of deployment.

Mutual Encroachment lets Core Scoring units stand forward in cover on their own half; Cornerstone fixes the
first unit and asks for an even army; Spearhead gives Vanguard to units in their own third. Source: Season
Pack, Deployment Types.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercio.kernel.decl import Literal, RuleRef
from tercio.kernel.errors import Refusal
from tercio.kernel.geometry import EPSILON, Rect
from tercio.kernel.ruleset import hold
from tercio.kernel.scheduler import boundary, mark
from tercio.kernel.state import Game, Unit, touch

from .battle import SET_UP
from .muster import CATEGORIES
from .scoring import RANK_AND_FILE, scoring
from .zones import zone_of

ENCROACHMENT, CORNERSTONE, SPEARHEAD = "Mutual Encroachment", "Cornerstone", "Spearhead"
ENCROACHED, MEASURED_VANGUARD = "encroached", "Measured Vanguard"
CORE = "Core Units"
_COVER = ("Forest", "Ruins", "Field")
_THIRDS = 3


def type_of(g: Game) -> str:
    """Return the Deployment Type of the battle."""
    return str(g.memory[SET_UP]["deployment"])


# -- Mutual Encroachment ---------------------------------------------------------------------------


def encroaches(g: Game, trial: Unit, rect: Rect) -> bool:
    """Return whether a unit may stand here outside its zone: Core and Scoring, wholly in cover, on its own
    half.
    """
    if type_of(g) != ENCROACHMENT or not scoring(g, trial):
        return False
    if not any(CORE in pool.memory.get(CATEGORIES, ()) for pool in trial.pools):
        return False
    zone = zone_of(g, trial.owner)
    if zone is None:
        return False
    front = zone.depth_of((g.width * 0.5, g.depth * 0.5))
    if any(zone.depth_of(corner) < front - EPSILON for corner in rect.corners):
        return False
    cover = [piece.shape for piece in g.terrain if piece.feature in _COVER]
    return any(all(shape.contains(corner) for corner in rect.corners) for shape in cover)


def count_encroachers(g: Game, player: str) -> int:
    """Return how many of a player's units stand forward."""
    return sum(u.owner == player and ENCROACHED in u.marks for u in g.units.values())


def encroach(g: Game, unit: Unit) -> None:
    """Mark a unit that stands forward: it does not charge, Advance or March in the first Player Turn."""
    mark(g, unit, ENCROACHED, boundary("end", "turn"))


# -- Cornerstone -----------------------------------------------------------------------------------


def cornerstone_of(g: Game, player: str) -> Unit | None:
    """Return the unit that has to be placed first: the dearest Rank-and-File unit; None once something
    stands.
    """
    mine = [unit for unit in g.units.values() if unit.owner == player and not unit.destroyed]
    if type_of(g) != CORNERSTONE or any(unit.rect is not None for unit in mine):
        return None
    bodies = [unit for unit in mine if any(pool.role == RANK_AND_FILE for pool in unit.pools)]
    return max(bodies, key=lambda unit: (unit.cost, -unit.id), default=None)


def judge_cornerstone(
    g: Game, player: str, placed: Sequence[tuple[Unit, Rect]], to_come: int
) -> Refusal | None:
    """Return why placements break Cornerstone: the first unit, where it stands, or an army that cannot
    become even.
    """
    if type_of(g) != CORNERSTONE:
        return None
    first = cornerstone_of(g, player)
    middle = g.width * 0.5
    if first is not None and placed:
        unit, rect = placed[0]
        far = max(0.0, abs(rect.x - middle) - max(abs(x - rect.x) for x, _ in rect.corners))
        limit = float(g.ruleset.constant("cornerstone-range"))
        if unit.id != first.id or far > limit + EPSILON:
            return Refusal("deploy.cornerstone_first", {"unit": first.id, "within": limit})
    west, east = balance(g, player, [rect for _, rect in placed])
    if abs(west - east) > to_come + 1:
        return Refusal("deploy.not_even", {"west": west, "east": east, "to_come": to_come})
    return None


def balance(g: Game, player: str, more: Sequence[Rect] = ()) -> tuple[int, int]:
    """Return how many units stand west and east of the middle, by their centres; those on the line count
    for none.
    """
    middle = g.width * 0.5
    mine = [u.rect.x for u in g.units.values() if u.owner == player and u.rect is not None]
    centres = [*mine, *(rect.x for rect in more)]
    return sum(x < middle - EPSILON for x in centres), sum(x > middle + EPSILON for x in centres)


# -- Spearhead -------------------------------------------------------------------------------------


def give_spearheads(g: Game) -> None:
    """Units wholly in their player's third of the table gain a short Vanguard Move."""
    thirds: dict[str, int] = g.memory[SET_UP].get("thirds", {})
    for unit in g.units.values():
        third = thirds.get(unit.owner)
        if third is None or unit.rect is None or unit.destroyed:
            continue
        low, high = third * g.width / _THIRDS, (third + 1) * g.width / _THIRDS
        if all(low - EPSILON <= x <= high + EPSILON for x, _ in unit.rect.corners):
            give_vanguard(g, unit, SPEARHEAD)


def give_vanguard(g: Game, unit: Unit, why: str) -> None:
    """Give a unit Vanguard with the distance of the Defender's Advantage."""
    inches = g.ruleset.constant("defenders-advantage-distance")
    hold(g, unit, RuleRef(MEASURED_VANGUARD, (Literal(inches, '"'),)), why)
    touch(g, unit)
