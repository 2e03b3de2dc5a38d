"""Literals: numbers with their units, and dice."""

from __future__ import annotations

import re
from fractions import Fraction

from tercio.kernel.decl import Arith, DiceAmount, Expr, Literal, Param

from ..syntax import Atom
from .scope import wrong

_DICE = re.compile(r"(\d*|[A-Z])D(\d+)(?:([+-])(\d+|[A-Z]))?$")


_UNITS = {'"': '"', "%": "%", "+": "+"}


def number(text: str) -> int | Fraction:
    """Return the number a literal's digits stand for: whole, decimal or a fraction."""
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def literal(atom: Atom) -> Literal:
    """Return the literal of a NUMBER, SIGNED, TARGET, MEASURE or PERCENT atom."""
    text = atom.text
    if text[1:].isalpha() or text.endswith("/0"):
        raise wrong(atom, f"{text} is no number", "write 3, -1 or 1/2")
    unit = _UNITS.get(text[-1], "")
    return Literal(number(text[:-1] if unit else text), unit)


def dice(atom: Atom, extra: int = 0) -> Expr:
    """Return the dice of a DICE atom."""
    found = _DICE.match(atom.text)
    assert found is not None
    count, sides, sign, plus = found.groups()
    if count.isalpha():
        raise wrong(atom, "the number of dice is a number", "write the dice as the argument, e.g. (2D6)")
    letter = plus is not None and plus.isalpha()
    fixed = 0 if plus is None or letter else int(sign + plus)
    rolled = DiceAmount(int(count or 1), int(sides), fixed, extra)
    return Arith(sign, rolled, Param(plus)) if letter else rolled
