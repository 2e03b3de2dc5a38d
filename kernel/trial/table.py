"""The table of one scenario: its game, the names of its things, and how procedures are driven on it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..clone import clone
from ..context import Context, attribute
from ..decisions import Decision, Procedure, default
from ..decl.expr import DiceAmount
from ..decl.scenario import Act, Given
from ..dice import DiceSource, roll
from ..effects import run
from ..errors import Refusal, RulesError
from ..events import Event, Telling
from ..state import Game, Pool, Thing, Unit
from . import answers as told
from .answers import Answers
from .dice import ToldDice
from .roles import has_role
from .system import Refused, Trials

_ENDLESS = 10_000


@dataclass(slots=True)
class Table:
    """A scenario's game with the ids of what it names: of a unit its own and those of its pools, in order.

    `refusals` are those of what has just been done and not been expected yet, `since` and `asked_since` are
    the first event and the first question of it. `telling` is what the events of its system can be.
    """

    game: Game
    trials: Trials
    procedures: Mapping[str, Callable[..., Any]]
    dice: ToldDice
    answers: Answers = field(default_factory=Answers)
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    since: int = 0
    asked_since: int = 0
    telling: Telling = field(default_factory=Telling)

    def name(self, name: str, thing: Thing) -> None:
        """Let a thing be known by a name."""
        pools = thing.pools if isinstance(thing, Unit) else ()
        self.names[name] = (thing.id, *(pool.id for pool in pools))
        for one in _all_of(thing):
            self.dice.owners[str(one.id)] = name

    def thing(self, name: str) -> Any:
        """Return what a name stands for now: a player, an area, a piece of terrain, a unit, or the model that
        joined another unit; of a name that the scenario never gave the first thing that is called so, if any.
        """
        if name in self.game.players:
            return self.game.players[name]
        if name not in self.names:
            return next((one for one in self.game.things.values() if one.name == name), None)
        own, *pools = self.names[name]
        unit = self.game.things.get(own)
        if isinstance(unit, Unit) and not unit.pools:
            moved = [self.game.things[pool] for pool in pools if pool in self.game.things]
            return next((pool for pool in moved if isinstance(pool, Pool)), unit)
        return unit if unit is not None else next(filter(None, map(self.game.things.get, pools)), None)

    def called(self, name: str) -> Any:
        """Return what a name stands for; of a name that the scenario never gave, all that is called so."""
        if name in self.game.players or name in self.names:
            return self.thing(name)
        return [one for one in self.game.things.values() if one.name == name]

    def context(self) -> Context:
        """Return everything that has a name as a role of that name."""
        names = (*self.game.players, *self.names)
        here = {attribute(name): self.thing(name) for name in names}
        return Context(player=self.game.players.get(self.game.active), trial=self, **here)

    def evaluate(self, node: Any) -> Any:
        """Return the value of an amount, a condition or a thing, in the present state."""
        return self.game.ruleset.function(node)(self.game, self.context(), None)

    # -- doing ---------------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """Run statements. What is refused is kept in `refusals`."""
        try:
            self.drive(run(self.game, act.body, self.context(), None))
        except Refused as error:
            self.refusals.append(error.refusal)

    def take_for_granted(self, given: Given) -> None:
        """Make a fact true."""
        signature = self.game.ruleset.signatures.givens[given.fact]
        c = self.context()
        function = self.game.ruleset.function
        args = {slot: function(arg)(self.game, c, None) for slot, arg in given.args}
        done: Any = signature.function(self.game, c, **args)
        if isinstance(done, Generator):
            self.drive(done)

    def drive(self, procedure: Procedure[Any]) -> Any:
        """Run a procedure to its end, with the answers that were told, and return its result. Raises
        RulesError if it asks without end.
        """
        answer: Any = None
        for _ in range(_ENDLESS):
            try:
                decision = procedure.send(answer)
            except StopIteration as end:
                return end.value
            answer = self.answer(decision)
        raise RulesError(f"{_ENDLESS} decisions were asked, and there are more")

    def answer(self, decision: Decision) -> Any:
        """Return a legal answer to a decision: the one told, if it is not refused, else the default."""
        one = self.answers.take(decision, self.is_of)
        if one is not None:
            answer = told.resolved(one.answer, self.called, decision)
            refusal = decision.judge(answer)
            if refusal is None:
                return answer
            self.refusals.append(told.beside_options(refusal, decision, self.names_by_id()))
        return default(decision)

    def names_by_id(self) -> dict[int, str]:
        """Return what has a name, by the ids that stand for it."""
        return {number: name for name, numbers in self.names.items() for number in numbers}

    def begin(self) -> None:
        """What comes next is what expectations look at: events and questions before it are over."""
        self.since, self.asked_since = len(self.game.events or ()), len(self.answers.asked)

    def is_of(self, name: str, event: Event) -> bool:
        """Return whether what has a name has a role in an event, be it gone by now."""
        roles = self.telling.roles
        gone = [number for number in self.names.get(name, ()) if number not in self.game.things]
        return has_role(self.game, self.thing(name), event, roles) or bool(
            event.things(roles).intersection(gone)
        )

    # -- copies --------------------------------------------------------------------------------------------

    def copy(self, dice: DiceSource) -> Table:
        """Return an independent table at the same place that rolls other dice and records nothing."""
        game = clone(self.game)
        game.dice, game.events = dice, None
        answers = Answers(list(self.answers.told))
        return replace(self, game=game, answers=answers, refusals=[], names=dict(self.names))

    def rolled(self, amount: Any) -> Any:
        """Return a number as it is, or roll it if it is dice."""
        return roll(self.game.dice, "scenario", amount).total if isinstance(amount, DiceAmount) else amount


def _all_of(thing: Thing) -> Iterator[Thing]:
    yield thing
    if isinstance(thing, Unit):
        for pool in thing.pools:
            yield pool
            for part in pool.parts:
                yield part
                yield from part.arms
