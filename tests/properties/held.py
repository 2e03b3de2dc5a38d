"""What holds of what the players of Spearhead hold: objectives, cards, victory points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tercio.kernel.decks import DECKS, DISCARDS, PILE, cards_of
from tercio.kernel.decl import Bundle
from tercio.kernel.decl.things import Card
from tercio.kernel.state import Game, Thing
from tercio.plugins.spearhead.battle import HAND, SET_UP, TWIST
from tercio.plugins.spearhead.battlefield import CONTROLLER, objectives
from tercio.plugins.spearhead.cards import TACTICS, TWISTS
from tercio.plugins.spearhead.control import contests, control_score, controller_of
from tercio.plugins.spearhead.scoring import points_of
from tercio.plugins.spearhead.terrain import standing

# -- cards -----------------------------------------------------------------------------------------


def misdealt(g: Game) -> list[str]:
    """Every card is once in a pile, on discards or in a hand (a twist: in force); rules of cards are held by
    whoever has them in hand, and by nobody else.
    """
    if DECKS not in g.battle.memory:
        return []
    twist = g.memory[TWIST]
    faults = _misdealt(g, g.battle, TWISTS, g.memory[SET_UP]["map"], [twist] if twist else [])
    for player in g.players.values():
        faults += _misdealt(g, player, TACTICS, TACTICS, player.memory.get(HAND, []))
    return faults


def _misdealt(g: Game, holder: Thing, deck: str, of: str, hand: Sequence[str]) -> list[str]:
    faults = []
    lies = holder.memory[DECKS][deck]
    there = Counter([*lies[PILE], *lies[DISCARDS], *hand])
    if there != Counter(cards_of(g, of)):
        faults.append(f"{deck} of {holder!r} are {dict(there)}")
    cards = g.ruleset.of_kind(Card)
    given = (one.instance.given for one in holder.held)
    in_force = Counter(one.name for one in given if isinstance(one, Bundle) and one.name in cards)
    if in_force != Counter(hand):
        faults.append(f"{holder!r} has {list(hand)} and plays by {dict(in_force)}")
    return faults


# -- control ---------------------------------------------------------------------------------------

DETERMINED = ("control-objectives", "first-control")
"""The steps that determine control."""


def ill_gained(before: Game, after: Game) -> list[str]:
    """Control changes where it is determined, and nowhere else. There whoever surely has the higher score has
    control, who gains it could have, and otherwise an objective stays with whoever had it.
    """
    things = [*objectives(after), *standing(after)]
    if after.clock.path.rpartition("/")[2] not in DETERMINED:
        changed = (thing for thing in things if _noted(before, thing) != _noted(after, thing))
        return [f"{thing!r} of {_noted(before, thing)!r} is {_noted(after, thing)!r}'s" for thing in changed]
    faults = []
    for rivals in (objectives(after), standing(after)):
        for thing in rivals:
            had, has, scores = (
                _controller(before, thing),
                controller_of(after, thing),
                _scores(after, rivals, thing),
            )
            if has not in _possible(scores, had):
                faults.append(f"{thing!r} of {had!r} goes to {has!r} by {scores}")
    return faults


def _noted(g: Game, thing: Thing) -> str:
    """Return who controlled something when control was last determined."""
    here = g.things.get(thing.id)
    return str(here.memory.get(CONTROLLER, "")) if here is not None else ""


def _controller(g: Game, thing: Thing) -> str:
    here = g.things.get(thing.id)
    return controller_of(g, here) if here is not None else ""


def _scores(g: Game, things: Sequence[Thing], thing: Thing) -> dict[str, tuple[int, int]]:
    """Return the least and the most that each player can count for at one of some things: units that contest
    several count for one of them.
    """
    found = {}
    for name in g.players:
        units = [unit for unit in g.units.values() if unit.owner == name]
        bound = [unit for unit in units if sum(contests(g, unit, one) for one in things) == 1]
        least = sum(control_score(g, unit, thing) for unit in bound)
        found[name] = (least, sum(control_score(g, unit, thing) for unit in units))
    return found


def _possible(scores: dict[str, tuple[int, int]], had: str) -> set[str]:
    """Return who may have control of something for which the players score so much."""
    could = {
        name for name, (_, most) in scores.items() if all(most > least for least, _ in _others(scores, name))
    }
    leads = {
        name for name, (least, _) in scores.items() if all(least > most for _, most in _others(scores, name))
    }
    return leads or could | {had}


def _others(scores: dict[str, tuple[int, int]], name: str) -> list[tuple[int, int]]:
    return [score for other, score in scores.items() if other != name]


# -- points ----------------------------------------------------------------------------------------


def fallen(before: Game, after: Game) -> list[str]:
    """Victory points never fall."""
    return [
        f"{name} had {points_of(before, name)} victory points, has {points_of(after, name)}"
        for name in after.players
        if points_of(after, name) < points_of(before, name)
    ]
