"""May, cannot, must: permissions, prohibitions and requirements of a thing in a situation.

A prohibition beats a permission unless the permission is declared an exception to that very rule (`may march
despite "Undead"`).
"""

from __future__ import annotations

from .context import Context
from .decl.clauses import Mood
from .modifiers import gather, live
from .state import Game, Hit


def may(g: Game, action: str, c: Context, default: bool = True) -> bool:
    """Return whether `action` is allowed in the context; `default` where no rule speaks."""
    return allows(g, gather(g, f"may {action}", c), c, default)


def allows(g: Game, hits: tuple[Hit, ...], c: Context, default: bool = True) -> bool:
    """Return whether clauses of one permission that were gathered allow it in the context."""
    if not hits:
        return default
    moods = [rule for rule, _ in live(g, c, hits)]
    if not moods:
        return default
    allowing = [rule for rule in moods if rule.clause.mood is not Mood.CANNOT]
    despite = {rule.clause.despite for rule in allowing}
    if any(r.clause.mood is Mood.CANNOT and r.rule_name not in despite for r in moods):
        return False
    return default or bool(allowing)


def must(g: Game, action: str, c: Context) -> bool:
    """Return whether a rule requires `action` in the context (and nothing forbids it)."""
    hits = gather(g, f"may {action}", c)
    if not hits:
        return False
    required = any(rule.clause.mood is Mood.MUST for rule, _ in live(g, c, hits))
    return required and may(g, action, c)
