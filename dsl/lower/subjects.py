"""What a clause speaks of: a value, a roll, a role of it, or a range of natural dice."""

from __future__ import annotations

from tercio.kernel.signatures import Roles

from ..syntax import Atom
from .reading import Items, is_kind, is_word, text_of
from .scope import Scope, suggest, wrong

HIGHEST = 99


def subject(scope: Scope, items: Items) -> tuple[str, str, Roles]:
    """Read `VALUE [of ROLE]`: return the value or roll, the role where it is not the first one, and all its
    roles.
    """
    first = items[0]
    name = first.text if isinstance(first, Atom) and first.kind == "WORD" else ""
    roles = scope.words.value_roles(name) if name else None
    if roles is None:
        known = scope.words.values | scope.words.rolls.keys()
        raise wrong(first, f'no value or roll "{text_of((first,))}" is known', suggest(name, known))
    return name, role_of(items, roles), roles


def role_of(items: Items, roles: Roles) -> str:
    """Return the role in `VALUE of ROLE`; empty for none and for the first one; raises Fault."""
    if len(items) == 1:
        return ""
    if not is_word(items[1], "of") or len(items) != 3 or not is_kind(items[2], "WORD"):
        raise wrong(
            items[1:],
            f"`{text_of(items[1:])}` is not understood after a value",
            "write e.g. strength of attack",
        )
    role = items[2].text
    names = [name for name, _ in roles]
    if role not in names:
        raise wrong(items[2], f'no "{role}" takes part in {text_of(items[:1])}', suggest(role, names))
    return "" if role == names[0] else role


def roll_subject(scope: Scope, items: Items) -> tuple[str, str, Roles]:
    """Read `ROLL [of ROLE]`, where dice values count as rolls; raises Fault."""
    if not items:
        raise ValueError("no items")
    first = items[0]
    name = first.text if isinstance(first, Atom) else ""
    roles = scope.words.rolls.get(name) or scope.words.value_roles(name)
    if roles is None or not is_kind(first, "WORD"):
        raise wrong(
            first, f'no roll or test "{text_of((first,))}" is known', suggest(name, scope.words.rolls)
        )
    return name, role_of(items, roles), roles


def natural_range(items: Items) -> tuple[int, int]:
    """Return lowest and highest face of `6`, `5 or more`, `2 or less` or `2 to 4`; raises Fault."""
    numbers = [int(item.text) for item in items if is_kind(item, "NUMBER") and item.text.isdigit()]
    shape = tuple("n" if is_kind(item, "NUMBER") else getattr(item, "text", "") for item in items)
    match shape, numbers:
        case ("n",), [only]:
            return only, only
        case ("n", "or more"), [low]:
            return low, HIGHEST
        case ("n", "or less"), [high]:
            return 1, high
        case ("n", "to", "n"), [low, high]:
            return low, high
        case _:
            raise wrong(
                items, f"`{text_of(items)}` is no range of dice", "write 6, 5 or more, 2 or less, or 2 to 4"
            )
