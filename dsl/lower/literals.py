"""Literals: numbers with their units, and dice."""

from __future__ import annotations

import re
from fractions import Fraction

from tercio.kernel.decl import Arith, DiceAmount, Expr, Literal, Param

from ..syntax import Atom
from .scope import wrong

MOST_DICE, MOST_SIDES = 1000, 256
"""The most dice of a roll, and the most sides of a die: more is a slip of the pen and would never end."""

_DICE = re.compile(r"(\d*|[A-Z])D(\d+)(?:([+-])(\d+|[A-Z]))?$")


_UNITS = {'"': '"', "%": "%", "+": "+"}


def number(text: str) -> int | Fraction:
    """Return the number a literal's digits stand for: whole, decimal or a fraction."""
    value = Fraction(text)
    return value.numerator if value.denominator == 1 else value


def whole(atom: Atom) -> int:
    """Return the whole number that an atom stands for; raises Fault for a fraction."""
    if not atom.text.isdigit():
        raise wrong(atom, f"{atom.text} is no whole number", "write 1, 2 or 3")
    return int(atom.text)


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
    if not 1 <= int(count or 1) <= MOST_DICE or not 1 <= int(sides) <= MOST_SIDES:
        raise wrong(
            atom, f"{atom.text} cannot be rolled", f"1 to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"
        )
    letter = plus is not None and plus.isalpha()
    fixed = 0 if plus is None or letter else int(sign + plus)
    rolled = DiceAmount(int(count or 1), int(sides), fixed, extra)
    return Arith(sign, rolled, Param(plus)) if letter else rolled
