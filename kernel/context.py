"""The situation in which a number, permission or window is asked: who takes part in which role.

A context has an attribute for every role of its signature (`target-unit` is the attribute `target_unit`);
roles that nobody fills are None. `attack` is special: the arms of an attack add their rules to whatever is
asked with it.
"""

from __future__ import annotations

from typing import Any, Final

TAKEN: Final = frozenset(
    (
        "but",
        "bearer",
        "it",
        "player",
        "opponent",
        "attack",
        "action",
        "held",
        "label",
        "lasting",
        "duration",
        "trial",
    )
)
"""Names that mean something in every context: what is picked or rolled has another."""


class Context:
    """Roles by attribute; unknown roles read as None, those named here fastest."""

    attack: Any = None
    attacker: Any = None
    action: Any = None
    caster: Any = None
    model: Any = None
    player: Any = None
    target: Any = None
    target_unit: Any = None
    unit: Any = None

    def __init__(self, /, **roles: Any) -> None:
        self.__dict__ = roles

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return None

    def but(self, /, **roles: Any) -> Context:
        """Return a copy with these roles filled otherwise."""
        new = object.__new__(Context)
        new.__dict__ = {**self.__dict__, **roles}
        new.__dict__.pop("_ignored", None)
        return new

    def __repr__(self) -> str:
        roles = ", ".join(
            f"{role}={getattr(thing, 'name', thing)}"
            for role, thing in self.__dict__.items()
            if role != "_ignored"
        )
        return f"Context({roles})"


def attribute(role: str) -> str:
    """Return the attribute of a role: `target-unit` -> `target_unit`."""
    return role.replace("-", "_")
