"""Battlefields: where terrain stands and which areas the table has, in inches from its corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from .expr import Literal
from .things import Declaration


@dataclass(frozen=True, slots=True)
class PlacedTerrain:
    """A piece of terrain on a map: kind, centre and size in inches, turned clockwise in degrees; `round` for
    ellipses.
    """

    feature: str
    x: Literal
    y: Literal
    width: Literal
    depth: Literal
    turned: int = 0
    round: bool = False


@dataclass(frozen=True, slots=True)
class Footprint:
    """A rectangle, or with `round` an ellipse: centre and size in inches, turned clockwise in degrees."""

    x: Literal
    y: Literal
    width: Literal
    depth: Literal
    turned: int = 0
    round: bool = False


Corner: TypeAlias = tuple[Literal, Literal]


@dataclass(frozen=True, slots=True)
class PlacedArea:
    """A named area on a map: what it is, in words of the system, and its outline: a footprint, or the corners
    of a polygon in order.
    """

    name: str
    kinds: tuple[str, ...]
    outline: Footprint | tuple[Corner, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMap(Declaration):
    """A battlefield: size in inches, its terrain and its areas. A map of areas alone may leave its size open
    (0): it is laid on whatever table is there.
    """

    kind: ClassVar[str] = "map"
    width: Literal
    depth: Literal
    pieces: tuple[PlacedTerrain, ...] = ()
    areas: tuple[PlacedArea, ...] = ()
