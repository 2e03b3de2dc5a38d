"""Constants that are set in passing: `NAME=VALUE` stands wherever an overlay is asked for.

    --over failed-charge-distance=6

A bare number has the unit of the constant's own value (6 is 6"); anything else is read as the language has
it (`2D6`). What is set so is an overlay without a file, and is applied, checked and logged like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tercio.kernel.decl import Constant, Declaration
from tercio.kernel.decl.expr import Literal
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean

_KNOB = re.compile(r"([a-z][a-z0-9-]*)=(.+)")
_BARE = re.compile(r"-?\d+(?:/\d+)?")


def is_knob(wanted: str) -> bool:
    """Whether an overlay is a constant with its value."""
    return _KNOB.fullmatch(wanted) is not None


def knob_text(wanted: str, base: str, declarations: Iterable[Declaration]) -> str:
    """Return the text of the overlay that sets a constant of these declarations; `base` is the pack that it
    lies over. Raises RulesError for a constant that is not there, or that takes another kind of value.
    """
    match = _KNOB.fullmatch(wanted)
    assert match is not None
    name, value = match[1], match[2].strip()
    if not base:
        hint = "it is laid over a game's rules, when they are played"
        raise RulesError(Diagnostic(f"{wanted}: there are no rules to set a constant of", hint=hint))
    constants = {one.name: one for one in declarations if isinstance(one, Constant)}
    if name not in constants:
        hint = did_you_mean(name, constants) or "`tercio words` lists the constants of a game"
        raise RulesError(Diagnostic(f"{wanted}: no constant {name!r} in the rules", hint=hint))
    told = value + _unit(constants[name]) if _BARE.fullmatch(value) else value
    return f'pack "knob" over "{base}"\n  set constant {name} to {told}\n    expecting {told}\n'


def _unit(constant: Constant) -> str:
    return constant.value.unit if isinstance(constant.value, Literal) else ""
