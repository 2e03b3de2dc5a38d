"""How scenarios of ranked games that are wholly text are run: what `kernel.trial` asks of a system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from tercio.kernel import scheduler
from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decl.expr import DiceAmount
from tercio.kernel.decl.scenario import Ground
from tercio.kernel.dice import DiceSource
from tercio.kernel.modifiers import Ledger
from tercio.kernel.odds.duel import Duel, Meeting
from tercio.kernel.opening import check_players
from tercio.kernel.ruleset import Ruleset
from tercio.kernel.signatures import Signature
from tercio.kernel.state import Game, Pool, Terrain, Thing, Unit
from tercio.kernel.trial.system import Enlisted, Query

from ..battle import empty_battle
from ..contact import note_charge
from ..duel import Rounds
from ..formation import refit
from ..losses import DAMAGE, damage_each
from ..volley_duel import Volley
from . import charging, fighting, moving, words
from .attacks import attack_asked
from .numbers import number_asked
from .units import lay, put

_VOCABULARIES = (words.WORDS, charging.WORDS, fighting.WORDS, moving.WORDS)


class RegimentalTrials:
    """Scenarios of one ranked game: battles of two players."""

    def __init__(self, system: str) -> None:
        self.system = system

    def words(self) -> Iterable[Signature]:
        """Return the words that only scenarios may use."""
        return [word for vocabulary in _VOCABULARIES for word in vocabulary.signatures]

    def table(self, ruleset: Ruleset, dice: DiceSource, players: Sequence[str]) -> Game:
        """Return a game with the core rules and nothing else. Raises RulesError for a third player."""
        check_players(players)
        return empty_battle(ruleset, dice)

    def field(self, g: Game, table: str) -> None:
        """Add what every table has: nothing."""

    def put(self, g: Game, enlisted: Enlisted) -> Unit:
        """Add a unit, on the table where the scenario says."""
        return put(g, enlisted)

    def ground(self, g: Game, ground: Ground) -> Terrain:
        """Put a piece of terrain on the table."""
        return lay(g, ground)

    def leave(self, g: Game, pool: Pool, models: int) -> None:
        """Let only so many models of a pool be left."""
        pool.models = models
        if pool.unit.rect is not None:
            refit(pool.unit)

    def mark(self, g: Game, thing: Thing, mark: str) -> None:
        """Put a thing into a state."""
        scheduler.mark(g, thing, mark)

    def attack(self, g: Game, query: Query) -> AbstractContextManager[Attack | None]:
        """Give the attack in which a number is asked."""
        return attack_asked(g, query)

    def number(self, g: Game, query: Query) -> Ledger | None:
        """Return a number that a procedure works out."""
        return number_asked(g, query)

    def cost(self, g: Game, name: str, attack: Attack) -> tuple[int | DiceAmount, int | None] | None:
        """Return the wounds that an attack causes which nothing stops, at most the health of one model."""
        if name != DAMAGE:
            return None
        each, most = damage_each(g, attack)
        return each, most if attack.target.id else None

    def duel(self, g: Game, unit: Unit, foe: Unit, meeting: Meeting, apart: float = 0.0) -> Duel:
        """Return a round of combat of two units, front to front, or shots at one, for exact odds."""
        if meeting is Meeting.SHOT:
            charging.stand_before(unit, foe, apart)
            return Volley.begin(g, unit, foe)
        charging.is_in_contact(g, Context(), unit, foe)
        if meeting is Meeting.CHARGE:
            note_charge(g, unit, foe)
        return Rounds.begin(g, g.engagement.combat_of(unit.id))
