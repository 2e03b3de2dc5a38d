"""Whether one model sees another: any straight line between their bases that crosses nothing in the way.

A line that only touches passes. What is in the way is the caller's to say: everything but the two models and
the other models of the observer's own unit (Age of Sigmar core rules, 6.0). So the other models of the
target's unit are in it, and a model, which is never in its own way, sees itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from tercio.kernel.geometry import Shape, clear_line
from tercio.kernel.geometry.clear import in_the_way
from tercio.kernel.geometry.crossing import first_crossed


def sees(observer: Shape, target: Shape, blockers: Iterable[Shape]) -> bool:
    """Whether any line from a point of one base to a point of the other crosses no blocker."""
    return clear_line(observer, target, blockers) is not None


def sees_plainly(observer: Shape, target: Shape, blockers: Iterable[Shape]) -> bool:
    """Whether the line from middle to middle crosses no blocker: enough to be seen, and quick to ask."""
    return first_crossed((observer.x, observer.y), (target.x, target.y), blockers) is None


def blockers_between(a: Shape, b: Shape, shapes: Iterable[Shape]) -> list[Shape]:
    """Return those of some shapes that may be in the way from `a` to `b`, by bounding discs; none that is in
    the way is left out.
    """
    return in_the_way(a, b, shapes)
