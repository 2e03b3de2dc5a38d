"""How scenarios of Spearhead are run: what `kernel.trial` asks of a system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Final

from tercio.kernel import scheduler
from tercio.kernel.attack import Attack
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.decl.scenario import Ground
from tercio.kernel.dice import DiceSource
from tercio.kernel.modifiers import Ledger
from tercio.kernel.odds.duel import Duel, Meeting, Throw
from tercio.kernel.opening import PLAYERS, check_players
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.signatures import Signature
from tercio.kernel.state import Game, Pool, Terrain, Thing, Unit
from tercio.kernel.trial.system import Enlisted, Query

from ..attacks import DAMAGE, MORTAL, damage_each
from ..battle import ATTACKER, DEFENDER, SET_UP, empty_battle
from ..battlefield import lay_edges
from ..charge_odds import charge_odds
from ..charging import CHARGED
from ..duel import Fights
from ..fighting import FOUGHT
from ..targets import SHOOTING
from . import deeds, facts, sentences
from .attacks import attack_asked
from .numbers import number_asked
from .units import close, lay, leave, put

OF_A_TURN: Final = (CHARGED, FOUGHT, "arrived")
"""Marks that last to the end of the turn."""


class SpearheadTrials:
    """Scenarios of the system `spearhead`: A is the attacker, if nothing is said."""

    system = "spearhead"
    charges_by_speed = False

    def words(self) -> Iterable[Signature]:
        """Return the words that only scenarios may use."""
        return (*facts.WORDS.signatures, *deeds.WORDS.signatures, *sentences.WORDS.signatures)

    def table(self, ruleset: Ruleset, dice: DiceSource, players: Sequence[str]) -> Game:
        """Return a game with the core rules and nothing else. Raises RulesError for a third player."""
        check_players(players)
        g = empty_battle(ruleset, dice)
        g.memory[ATTACKER], g.memory[DEFENDER] = PLAYERS
        return g

    def field(self, g: Game, table: str) -> None:
        """Add the edges of the battlefield, and remember which side of it this is."""
        lay_edges(g)
        if table:
            g.memory[SET_UP]["map"] = table

    def put(self, g: Game, enlisted: Enlisted) -> Unit:
        """Add a unit, on the table where the scenario says."""
        return put(g, enlisted)

    def ground(self, g: Game, ground: Ground) -> Terrain:
        """Put a terrain feature or a relic on the table."""
        return lay(g, ground)

    def leave(self, g: Game, pool: Pool, models: int) -> None:
        """Let only so many models of a unit be left."""
        leave(g, pool, models)

    def mark(self, g: Game, thing: Thing, mark: str) -> None:
        """Put a thing into a state, which ends as it does in play."""
        until = scheduler.boundary("end", "turn") if mark in OF_A_TURN else None
        scheduler.mark(g, thing, mark, until)

    def attack(self, g: Game, query: Query) -> AbstractContextManager[Attack | None]:
        """Give the attack in which a number is asked."""
        return attack_asked(g, query)

    def number(self, g: Game, query: Query) -> Ledger | None:
        """Return a number that a procedure works out or rolls."""
        return number_asked(g, query)

    def cost(self, g: Game, name: str, attack: Attack) -> tuple[int | DiceAmount, int | None] | None:
        """Return the damage points of an attack that nothing saved, before ward rolls."""
        if name != DAMAGE:
            return None
        return damage_each(g, attack) if attack.ended in ("", MORTAL) else 0, None

    def charge_odds(self, ruleset: Ruleset, distance: float, speed: int, extra: int) -> Throw:
        """Return the roll of a charge."""
        return charge_odds(ruleset, distance, extra)

    def duel(self, g: Game, unit: Unit, foe: Unit, meeting: Meeting, apart: float = 0.0) -> Duel:
        """Return two units that fight front to front, or one that shoots at the other, for exact odds."""
        if meeting is Meeting.SHOT:
            close(g, unit, foe, apart)
            return Fights.begin(g, unit, foe, SHOOTING)
        close(g, unit, foe)
        if meeting is Meeting.CHARGE:
            self.mark(g, unit, CHARGED)
        return Fights.begin(g, unit, foe)
