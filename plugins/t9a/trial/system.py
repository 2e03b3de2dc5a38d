"""How scenarios of The 9th Age are run: what `kernel.trial` asks of a system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from tercio.kernel import scheduler
from tercio.kernel.attack import Attack
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.decl.scenario import Ground
from tercio.kernel.dice import DiceSource
from tercio.kernel.modifiers import Ledger, explain
from tercio.kernel.odds.duel import Casting, Duel, Meeting, Throw
from tercio.kernel.opening import bare_battle, check_players
from tercio.kernel.query import context_for
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.signatures import Signature
from tercio.kernel.state import Game, Pool, Terrain, Thing, Unit
from tercio.kernel.trial.ask import part_of
from tercio.kernel.trial.system import Enlisted, Query

from .. import marks, odds
from ..battle import FIRST_DEPLOYMENT, SET_UP
from ..wounds import DAMAGE, damage_each
from . import shots, spells, victory
from .attacks import attack_asked
from .numbers import base_of_attack, number_asked
from .units import lay, put
from .words import WORDS


class NinthAgeTrials:
    """Scenarios of the system `t9a`: battles of two players."""

    system = "t9a"
    charges_by_speed = True

    def words(self) -> Iterable[Signature]:
        """Return the words that only scenarios may use."""
        return [
            one for words in (WORDS, shots.WORDS, spells.WORDS, victory.WORDS) for one in words.signatures
        ]

    def table(self, ruleset: Ruleset, dice: DiceSource, players: Sequence[str]) -> Game:
        """Return a game with the core rules, the first Deployment Type and nothing else. Raises RulesError
        for a third player.
        """
        check_players(players)
        g = bare_battle(ruleset, dice)
        g.memory[SET_UP] = {"deployment": FIRST_DEPLOYMENT}
        return g

    def field(self, g: Game, table: str) -> None:
        """Add what every table has: nothing."""

    def put(self, g: Game, enlisted: Enlisted) -> Unit:
        """Add a unit, on the table where the scenario says."""
        return put(g, enlisted)

    def ground(self, g: Game, ground: Ground) -> Terrain:
        """Put a piece of terrain on the table."""
        return lay(g, ground)

    def leave(self, g: Game, pool: Pool, models: int) -> None:
        """Let only so many models of a Health Pool be left."""
        pool.models = models

    def mark(self, g: Game, thing: Thing, mark: str) -> None:
        """Put a thing into a state: a unit's states of play end as they do in play."""
        if isinstance(thing, Unit):
            marks.put(g, thing, mark)
        else:
            scheduler.mark(g, thing, mark)

    def attack(self, g: Game, query: Query) -> AbstractContextManager[Attack | None]:
        """Give the attack in which a number is asked."""
        return attack_asked(g, query)

    def number(self, g: Game, query: Query) -> Ledger | None:
        """Return a number that a procedure works out, or one of an attack that begins with a number of the
        system.
        """
        base = base_of_attack(g, query)
        if base is None:
            return number_asked(g, query)
        with attack_asked(g, query) as attack:
            c = attack.context() if attack is not None else context_for(part_of(query))
            return explain(g, query.value, c, base)

    def cost(self, g: Game, name: str, attack: Attack) -> tuple[int | DiceAmount, int | None] | None:
        """Return the Health Points that an attack costs which nothing saves, at most those of one model."""
        if name != DAMAGE:
            return None
        each, most = (0, 0) if attack.ended else damage_each(g, attack)
        return each, most if attack.target.id else None

    def duel(self, g: Game, unit: Unit, foe: Unit, meeting: Meeting, apart: float = 0.0) -> Duel:
        """Return a Round of Combat, or a Shooting Attack, of two units for exact odds."""
        return odds.duel(g, unit, foe, meeting, apart)

    def charge_odds(self, ruleset: Ruleset, distance: float, speed: int, extra: int) -> Throw:
        """Return the roll of a charge."""
        return odds.charge_odds(ruleset, distance, speed, extra)

    def casting_odds(self, ruleset: Ruleset, casting: Casting) -> Throw:
        """Return the roll of a spell."""
        return odds.casting_odds(ruleset, casting)
