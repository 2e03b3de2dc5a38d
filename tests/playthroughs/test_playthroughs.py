"""Playthroughs: whole skirmishes written out question by question, kept as text and compared.

A difference shows what a change does to play, line by line. Where it is as it should be, write them anew:
`python -m tests.playthroughs.test_playthroughs`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tercio.kernel.hashing import state_hash
from tercio.kernel.rng import Streams
from tercio.kernel.session import Session
from tercio.kernel.state import Unit
from tests.playthroughs import patrols
from tests.properties import texts
from tests.properties.small import begin

FOLDER = Path(__file__).parent
PLAYED = (("swords", 3), ("spells", 5), ("patrols", 7), ("sovl", 7))
_MOST = 256


def told(name: str, seed: int) -> str:
    """Return a skirmish as text: at each phase how the units stand, at each question what was answered."""
    return "\n".join(_lines(name, seed)) + "\n"


def _lines(name: str, seed: int) -> Iterator[str]:
    begins, standing = GAMES.get(name, (begin, _standing))
    session = begins(name, seed)
    streams, phase = Streams(f"playthrough {seed}"), ""
    yield f"# {name}, seed {seed}"
    while session.decision is not None:
        game, decision = session.game, session.decision
        here = game.clock.path.rpartition("/")[0]
        if here != phase:
            phase = here
            yield from ("", f"## {here or 'set-up'}", *map(standing, game.units.values()))
        options = decision.options
        number = min(len(options), _MOST)
        chosen = options[streams.draw(decision.kind, 1, number)[0] - 1] if number > 1 else options[0]
        yield f"{decision.player} {decision.kind}: {json.dumps(chosen)} of {len(options)}"
        session.answer(chosen)
    yield from (
        "",
        "## the end",
        *map(standing, session.game.units.values()),
        f"state {state_hash(session.game)}",
    )


def _standing(unit: Unit) -> str:
    if unit.destroyed:
        return f"  {unit.owner} {unit.name}: destroyed"
    rect = unit.rect
    place = (
        "off the table"
        if rect is None
        else f"at {rect.x:.2f}, {rect.y:.2f} facing {rect.ux:.2f}, {rect.uy:.2f}"
    )
    marks = f", {', '.join(sorted(unit.marks))}" if unit.marks else ""
    health = sum(pool.health for pool in unit.pools)
    return f"  {unit.owner} {unit.name}: {unit.models} models, {health} health, {place}{marks}"


GAMES: Mapping[str, tuple[Callable[[str, int], Session], Callable[[Unit], str]]] = {
    "patrols": (patrols.begin, patrols.standing),
    "sovl": (lambda _name, seed: texts.begin("swords", seed), _standing),
}
"""How skirmishes of other games begin, and how their units stand."""


def _path(name: str, seed: int) -> Path:
    return FOLDER / f"{name}-{seed}.txt"


@pytest.mark.parametrize(("name", "seed"), PLAYED)
def test_a_skirmish_goes_as_it_was_written_down(name, seed):
    assert told(name, seed) == _path(name, seed).read_text("utf-8")


if __name__ == "__main__":
    for played in PLAYED:
        _path(*played).write_text(told(*played), "utf-8")
