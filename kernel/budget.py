"""How much rules may do: bounds that end what would never end, told as a fault of the rules.

All are counts, never clocks: the same rules end at the same place on every machine.
"""

from __future__ import annotations

from typing import Any, Final

from .decl.expr import DiceAmount
from .dice import most
from .errors import Diagnostic, RulesError
from .source import Span
from .state import Game, Held, Thing

MOST_STATEMENTS: Final = 100_000
"""So many statements may rules run in one step of the sequence."""
MOST_HELD: Final = 200
"""So many rules may one thing hold when a statement gives it a further one."""
MOST_AT_ONCE: Final = 10_000
"""The greatest number of hits, models, dice or tokens that a statement may take at once."""
LARGEST: Final = 10**9
"""The largest number that a constant may come to, in either direction."""


def count_statement(g: Game, span: Span, h: Held | None) -> None:
    """Take down that rules run a statement. Raises RulesError for rules that do not come to an end."""
    g.work += 1
    if g.work > MOST_STATEMENTS:
        raise _fault(
            f"{_speaker(h)} does too much: {MOST_STATEMENTS} statements in one step of the game",
            "let it speak of fewer things, or let a condition end it",
            span,
        )


def admit(thing: Thing, held: Held) -> None:
    """Raises RulesError where a thing that is given a rule holds more than it may: what gives it never
    ends.
    """
    if len(thing.held) >= MOST_HELD:
        raise _fault(
            f'{thing.name} is given "{held.instance.label.strip() or held.source}" by {_source(held)}, '
            f"but holds {MOST_HELD} rules already",
            "give it for a time, or only to those that do not have it: `unless it has ...`",
            next((rule.clause.span for rule in held.instance.clauses if hasattr(rule.clause, "span")), None),
        )


def at_once(number: int | DiceAmount, what: str) -> None:
    """Raises RulesError for a number of things, or of dice, that nobody could lay on a table."""
    if most(number) > MOST_AT_ONCE:
        shown = f"{number.count}D{number.sides}" if isinstance(number, DiceAmount) else str(number)
        raise _fault(f"{what}: {shown} is more than {MOST_AT_ONCE} at once", "write a smaller number")


def within(number: Any, what: str, span: Span) -> None:
    """Raises RulesError for a constant whose number is past all bounds."""
    size = most(number) if isinstance(number, DiceAmount) else number
    if abs(size) > LARGEST:
        raise _fault(f"{what} comes to more than {LARGEST}", "write a smaller number", span)


def _speaker(h: Held | None) -> str:
    return f'"{h.instance.label.strip() or h.source}"' if h is not None else "a rule"


def _source(held: Held) -> str:
    return f'"{held.source}"' if held.source else "a rule"


def _fault(message: str, hint: str, span: Span | None = None) -> RulesError:
    return RulesError(Diagnostic(message, span, hint=hint))
