"""After the Game: Victory Points by Army List entries, the table of Battle Points, objectives, and who won.

Attachable Models count for themselves, wherever they end. Halves are rounded up; an entry that is Shaken
and Decimated yields its cost and no more. All sums are whole numbers: a difference is compared with a part
of the Army Size without division. `wins_primary` is how a rule hands an objective to a player. Source: T9A
rulebook, After the Game 1; rulings 1, 64, 65.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tercio.kernel.decisions import Procedure
from tercio.kernel.state import Game

from . import marks
from .originals import Original, enrol, is_decimated, originals, pools_of

PRIMARY, SECONDARY, EXTRA = "primary-objective", "secondary-objectives", "victory-points"


@dataclass(frozen=True, slots=True)
class Worth:
    """What an entry of the enemy's list yields: points for each state it is in, and their sum, at most its
    cost.
    """

    original: Original
    destroyed: int = 0
    shaken: int = 0
    decimated: int = 0

    @property
    def points(self) -> int:
        """Victory Points in all."""
        return min(self.original.cost, self.destroyed + self.shaken + self.decimated)

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        one = self.original
        parts = {"destroyed": self.destroyed, "shaken": self.shaken, "decimated": self.decimated}
        return {
            "entry": one.id,
            "name": one.name,
            "owner": one.owner,
            "cost": one.cost,
            "points": self.points,
            **parts,
        }


# -- Victory Points --------------------------------------------------------------------------------


def worth(g: Game, original: Original) -> Worth:
    """Return what an entry yields to the enemy as things stand."""
    pools = list(pools_of(g, original.id))
    if not pools or all(pool.unit.rect is None for pool in pools):
        return Worth(original, destroyed=_part(g, "destroyed-value", original.cost))
    shaken = any(marks.SHAKEN in pool.unit.marks for pool in pools)
    return Worth(
        original,
        shaken=_part(g, "shaken-value", original.cost) if shaken else 0,
        decimated=_part(g, "decimated-value", original.cost) if is_decimated(g, original.id) else 0,
    )


def _part(g: Game, name: str, cost: int) -> int:
    """A part of the cost, fractions rounded up."""
    share = Fraction(g.ruleset.constant(name))
    return -(-cost * share.numerator // share.denominator)


def victory_points(g: Game) -> dict[str, int]:
    """Return each player's Victory Points: what the enemy's entries yield, and what rules granted
    (`memory["victory-points"]`).
    """
    points = {name: int(g.memory.get(EXTRA, {}).get(name, 0)) for name in g.players}
    for original in originals(g):
        for name in points:
            if name != original.owner:
                points[name] += worth(g, original).points
    return points


# -- Battle Points ---------------------------------------------------------------------------------


def battle_points(g: Game, points: Mapping[str, int], size: int) -> dict[str, int]:
    """Return the Battle Points that Victory Points yield at an Army Size, before objectives. Two players."""
    first, second = points
    difference = abs(points[first] - points[second])
    winner, loser = g.ruleset.table("battle-points").row(Fraction(difference * 100, size))
    ahead = first if points[first] >= points[second] else second
    return {name: int(winner if name == ahead else loser) for name in points}


def with_objectives(g: Game, points: Mapping[str, int]) -> dict[str, int]:
    """Return Battle Points with what the Primary and the Secondary Objectives move from one player to the
    other.
    """
    total = g.ruleset.constant("battle-points-total")
    first, second = points
    moved = 0
    primary = g.memory.get(PRIMARY, "")
    if primary:
        moved += _signed(primary, first) * g.ruleset.constant("primary-objective-points")
    for done in g.memory.get(SECONDARY, ()):
        moved += _signed(done, first) * g.ruleset.constant("secondary-objective-points")
    mine = min(total, max(0, points[first] + moved))
    return {first: mine, second: total - mine}


def _signed(player: str, first: str) -> int:
    return 1 if player == first else -1


def wins_primary(g: Game, player: str) -> None:
    """A player wins the Primary Objective; "" takes it from whoever has it."""
    g.memory[PRIMARY] = player
    g.emit("primary-objective", player=player)


def completes_secondary(g: Game, player: str) -> None:
    """A player completes a Secondary Objective."""
    g.memory.setdefault(SECONDARY, []).append(player)
    g.emit("secondary-objective", player=player)


def gains_victory_points(g: Game, player: str, amount: int) -> None:
    """A player gains Victory Points by a rule."""
    extra = g.memory.setdefault(EXTRA, {})
    extra[player] = int(extra.get(player, 0)) + amount
    g.emit("victory-points", player=player, amount=amount)


# -- the step --------------------------------------------------------------------------------------


def army_size(g: Game) -> int:
    """Return the Army Size of the battle: the greater one of the players', at least 1."""
    return max(1, *(player.size for player in g.players.values()))


def count_points(g: Game) -> dict[str, Any]:
    """Return the result of the battle as it stands, as plain data: Victory Points, Battle Points, winner
    ("" for a draw), entries.
    """
    enrol(g)
    victory = victory_points(g)
    size = army_size(g)
    plain = battle_points(g, victory, size)
    battle = with_objectives(g, plain)
    best = max(battle.values())
    leaders = [name for name, points in battle.items() if points == best]
    return {
        "size": size,
        "victory-points": victory,
        "battle-points": battle,
        "by-victory-points": plain,
        "objectives": {name: _objectives(g, name) for name in victory},
        "primary": g.memory.get(PRIMARY, ""),
        "secondary": list(g.memory.get(SECONDARY, ())),
        "winner": leaders[0] if len(leaders) == 1 else "",
        "entries": [worth(g, original).plain() for original in originals(g)],
    }


def _objectives(g: Game, player: str) -> str:
    """Which objectives a player has, "-" for none."""
    won = ["primary"] if g.memory.get(PRIMARY) == player else []
    won += ["secondary"] * list(g.memory.get(SECONDARY, ())).count(player)
    return ", ".join(won) or "-"


def after_the_game(g: Game) -> Procedure[None]:
    """Step after-the-game: tell the Victory Points. Objectives are settled when the battle ends, so the
    result is `count_points` of a game that is over.
    """
    enrol(g)
    g.emit(
        "victory-points-counted",
        points=victory_points(g),
        entries=[worth(g, one).plain() for one in originals(g)],
    )
    return
    yield
