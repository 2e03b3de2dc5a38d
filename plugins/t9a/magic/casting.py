"""Casting and dispelling: the Active Player casts spell after spell, the opponent may dispel each.

Answers of `magic.cast` are `{"caster", "spell", "cast", "targets", "dice"}`: the Caster's pool id, a spell
it knows (a Bound one has `number`), which of the spell's ways to cast it (0 is the first), target ids or
one point, and Magic Dice. Source: T9A rulebook, Magic Phase 5; rulings 55-58.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tercio.kernel.decisions import PASS, Answer, Decision, Procedure, ask
from tercio.kernel.decl import Spell
from tercio.kernel.errors import Refusal
from tercio.kernel.modifiers import value
from tercio.kernel.rolls import purpose
from tercio.kernel.state import Game, Player, Pool
from tercio.kernel.windows import listens, open_window

from ..sight import Scene, scene_of
from .attempts import BOUND, DISPEL, LEARNED, Attempt, affordable, note, times_tried
from .effects import apply_effects
from .flux import state_of
from .known import Known, casters, spells_of
from .miscasts import suffer_miscast
from .pool import dice_of, gain, lose
from .targets import GROUND, Outlook, is_chosen, outlook_of, point_is_legal, targets_of


def cast_and_dispel(g: Game) -> Procedure[None]:
    """Step cast-and-dispel: casting attempts of the Active Player until it passes or can make none."""
    while True:
        offers = Offers(g)
        if not offers.is_any():
            return
        answer = yield Decision(
            "magic.cast",
            g.active,
            "Which spell is cast, at whom, with how many dice?",
            offers.options,
            "Magic Phase 5.A",
            offers.facts(),
            offers.judge,
        )
        if answer == PASS:
            return
        yield from attempt_cast(g, offers.attempt(answer))


# -- what can be cast ------------------------------------------------------------------------------


@dataclass(slots=True)
class Offer:
    """One spell of a Caster in one way to cast it, with the targets it may have."""

    attempt: Attempt
    way: int
    targets: list[Any]
    outlook: Outlook


@dataclass(slots=True)
class Offers:
    """All that the Active Player can cast now."""

    game: Game
    found: list[Offer] | None = None
    listed: list[Answer] = field(default_factory=list)

    @property
    def player(self) -> Player:
        """The Active Player."""
        return self.game.players[self.game.active]

    def is_any(self) -> bool:
        """Return whether anything can be cast."""
        return bool(affordable(self.game, self.player)) and bool(self.offers())

    def offers(self) -> list[Offer]:
        """Return every spell that can be cast, worked out once."""
        if self.found is None:
            able = casters(self.game, self.player.name)
            scene = scene_of(self.game) if able else None
            self.found = [offer for pool in able for offer in self._of_caster(pool, scene)]
        return self.found

    def _of_caster(self, pool: Pool, scene: Scene | None) -> Iterator[Offer]:
        g = self.game
        outlook = outlook_of(g, pool, scene)
        for known in spells_of(g, pool):
            if times_tried(g, known) >= g.ruleset.constant("casts-per-spell"):
                continue
            for way, attempt in enumerate(attempts_for(g, known, pool)):
                targets = targets_of(g, attempt, outlook)
                if targets:
                    yield Offer(attempt, way, targets, outlook)

    def options(self) -> list[Answer]:
        """Return every answer with a listed target, and passing."""
        if not self.listed:
            dice = affordable(self.game, self.player)
            self.listed = [
                {**self._named(offer), "targets": targets, "dice": number}
                for offer in self.offers()
                for targets in self._aims(offer)
                for number in dice
            ]
            self.listed.append(PASS)
        return self.listed

    def _named(self, offer: Offer) -> dict[str, Any]:
        known = offer.attempt.known
        named: dict[str, Any] = {"caster": known.caster, "spell": known.spell, "cast": offer.way}
        return {**named, "number": known.number} if known.bound else named

    def _aims(self, offer: Offer) -> list[list[Any]]:
        if not is_chosen(offer.attempt):
            return [[]]
        if GROUND in offer.attempt.kinds:
            return [list(spot) for spot in offer.targets]
        return [[target.id] for target in offer.targets]

    def facts(self) -> dict[str, Any]:
        """Return what a player should know: dice on both sides, Casting Values, what was tried before."""
        g = self.game
        opponent = g.players[g.opponent(self.player.name)]
        values = {
            f"{o.attempt.known.caster}/{o.attempt.name}/{o.way}": o.attempt.needed(g) for o in self.offers()
        }
        tried = dict(state_of(g)["attempts"])
        return {
            "dice": dice_of(self.player),
            "opponent": dice_of(opponent),
            "values": values,
            "attempts": tried,
        }

    def find(self, answer: Any) -> Offer | None:
        """Return the offer that an answer takes up, None if it is none."""
        if not isinstance(answer, dict):
            return None
        wanted = {key: answer.get(key) for key in ("caster", "spell", "cast", "number") if key in answer}
        return next((offer for offer in self.offers() if self._named(offer) == wanted), None)

    def judge(self, answer: Any) -> Refusal | None:
        """Return why an answer is not legal, or None."""
        if answer == PASS:
            return None
        offer = self.find(answer)
        if offer is None:
            return Refusal("magic.cannot_cast", {"answer": answer})
        if answer.get("dice") not in affordable(self.game, self.player):
            return Refusal("magic.dice", {"dice": answer.get("dice"), "pool": dice_of(self.player)})
        targets = answer.get("targets")
        if targets in self._aims(offer) or self._is_free_point(offer, targets):
            return None
        return Refusal("magic.target", {"targets": targets, "spell": offer.attempt.name})

    def _is_free_point(self, offer: Offer, targets: Any) -> bool:
        if GROUND not in offer.attempt.kinds or not isinstance(targets, list) or len(targets) != 2:
            return False
        if not all(isinstance(part, (int, float)) for part in targets):
            return False
        spot = (float(targets[0]), float(targets[1]))
        return point_is_legal(self.game, offer.attempt, offer.outlook, spot)

    def attempt(self, answer: dict[str, Any]) -> Attempt:
        """Return the attempt of a legal answer, aimed and with its dice spent."""
        offer = self.find(answer)
        assert offer is not None
        attempt, chosen = offer.attempt, answer["targets"]
        if not is_chosen(attempt):
            attempt.targets = list(offer.targets)
        elif GROUND in attempt.kinds:
            attempt.targets = [(float(chosen[0]), float(chosen[1]))]
        else:
            attempt.targets = [self.game.things[number] for number in chosen]
        attempt.spend(self.game, answer["dice"])
        return attempt


def attempts_for(g: Game, known: Known, caster: Pool) -> list[Attempt]:
    """Return an attempt for each way in which a known spell can be cast, without targets and dice."""
    decl = g.ruleset.get(Spell, known.spell)
    kinds = frozenset((*decl.types, BOUND if known.bound else LEARNED))
    player = g.players[caster.unit.owner]
    return [Attempt(decl, cast, known, caster, player, kinds) for cast in decl.casts]


# -- one attempt -----------------------------------------------------------------------------------


def attempt_cast(g: Game, attempt: Attempt) -> Procedure[bool]:
    """Roll for an attempt whose dice are spent, let the opponent dispel, apply the spell; return whether it
    was cast.
    """
    note(g, attempt)
    attempt.roll(g)
    yield from _window(g, "casting-rolled", attempt)
    if attempt.total < attempt.needed(g):
        yield from _window(g, "casting-failed", attempt)
    needed = attempt.needed(g)
    success = attempt.total >= needed
    g.emit("casting-roll", **attempt.plain(), needed=needed, success=success)
    if not success:
        attempt.fizzle(g)
        return False
    if (yield from dispelled(g, attempt)):
        return False
    g.emit("spell-cast", **attempt.plain())
    yield from apply_effects(g, attempt)
    state_of(g)["cast"] += 1
    yield from _window(g, "spell-cast", attempt)
    if attempt.is_miscast(g):
        yield from suffer_miscast(g, attempt)
    return True


def _window(g: Game, name: str, attempt: Attempt, **more: Any) -> Procedure[None]:
    if listens(g, f"after {name}"):
        yield from open_window(g, f"after {name}", attempt.context(**more))


def dispelled(g: Game, attempt: Attempt) -> Procedure[bool]:
    """Let the opponent spend dice to dispel; an equal total is enough. Return whether the spell is
    dispelled.
    """
    opponent = g.players[g.opponent(attempt.player.name)]
    dice = dice_of(opponent)
    if dice < g.ruleset.constant("dispelling-dice-min"):
        return False
    answer = yield from ask(
        Decision(
            "magic.dispel",
            opponent.name,
            f"Dispel {attempt.name} ({attempt.total})?",
            list(range(dice + 1)),
            "Magic Phase 5.A",
            {**attempt.plain(), "pool": dice},
        )
    )
    if not answer:
        return False
    return (yield from _dispelling_roll(g, attempt, opponent, int(answer)))


def _dispelling_roll(g: Game, attempt: Attempt, opponent: Player, dice: int) -> Procedure[bool]:
    lose(g, opponent, dice, "dispel")
    sides = g.ruleset.constant("learned-die").sides
    faces = g.dice.faces(purpose(g, attempt.caster.id, attempt.name, DISPEL), dice, sides)
    total = int(value(g, DISPEL, attempt.context(player=opponent), sum(faces)))
    success = total >= attempt.total
    g.emit("dispelling-roll", player=opponent.name, spell=attempt.name, faces=faces, total=total,
           needed=attempt.total, success=success)  # fmt: skip
    if not success:
        spent = Dispelling(opponent, dice)
        if listens(g, "after dispelling-failed"):
            c = attempt.context(player=opponent, spell=spent)
            yield from open_window(g, "after dispelling-failed", c)
        gain(
            g, opponent, faces.count(g.ruleset.constant("fizzle-face")) if not spent.fizzled else 0, "fizzle"
        )
    return success


@dataclass(slots=True)
class Dispelling:
    """A failed Dispelling Roll, for rules that give its dice back."""

    player: Player
    spent: int
    fizzled: int = 0
