"""How long what is given for a time lasts: each duration, seen from each moment (language, Time)."""

from __future__ import annotations

from typing import Any

import pytest

from tercio.dsl.loader import load_text
from tercio.kernel.decl import Duration, Rule, RuleRef, SequenceDecl
from tercio.kernel.errors import RulesError
from tercio.kernel.scheduler import grant
from tercio.kernel.sequence import advance, clock_for
from tercio.kernel.signatures import Signatures
from tercio.kernel.words import KERNEL_SIGNATURES

from .toy import SIGNATURES, give, new_game, new_unit

PACK = """
sequence days
  cite "Toy"
  round round, 3 times
    turn turn by each player
      phase early
        step wake
      phase move
        step dash
      phase late
        step sleep

rule "Strong"
  cite "Toy"
  modify strength by +1

rule "Evensong"
  cite "Toy"
  at end of move, once per battle
    grant "Strong" to bearer for "Song"

duration "Song"
  cite "Toy"
"""

MOMENTS = ("early A1", "move A1", "late A1", "early B1", "move B1", "late B1")
"""In own move; before and after it in the own turn; likewise in the enemy's turn. The singer is A's."""

ENDS = {
    "end of move": "A1 A1 B1 B1 B1 A2",
    "end of this move": "A1 A1 B1 B1 B1 A2",
    "end of next move": "A1 B1 B1 B1 A2 A2",
    "end of own move": "A1 A1 A2 A2 A2 A2",
    "end of next own move": "A1 A2 A2 A2 A2 A2",
    "end of opposing move": "B1 B1 B1 B1 B1 B2",
    "end of next opposing move": "B1 B1 B1 B1 B2 B2",
    "end of move of same player": "A1 A1 A2 B1 B1 B2",
    "end of next move of same player": "A1 A2 A2 B1 B2 B2",
    "start of move": "A1 B1 B1 B1 A2 A2",
    "start of next move": "A1 B1 B1 B1 A2 A2",
    "start of own move": "A1 A2 A2 A2 A2 A2",
    "start of next own move": "A1 A2 A2 A2 A2 A2",
    "start of opposing move": "B1 B1 B1 B1 B2 B2",
    "start of next opposing move": "B1 B1 B1 B1 B2 B2",
    "start of next move of same player": "A1 A2 A2 B1 B2 B2",
    "end of turn": "A1 A1 A1 B1 B1 B1",
    "end of next turn": "B1 B1 B1 A2 A2 A2",
    "end of own turn": "A1 A1 A1 A2 A2 A2",
    "end of next own turn": "A2 A2 A2 A2 A2 A2",
    "end of opposing turn": "B1 B1 B1 B1 B1 B1",
    "end of next opposing turn": "B1 B1 B1 B2 B2 B2",
    "end of next turn of same player": "A2 A2 A2 B2 B2 B2",
    "start of turn": "B1 B1 B1 A2 A2 A2",
    "start of next own turn": "A2 A2 A2 A2 A2 A2",
    "start of next opposing turn": "B1 B1 B1 B2 B2 B2",
    "end of same phase of same player": "A1 A1 A1 B1 B1 B1",
    "end of next same phase of same player": "A2 A2 A2 B2 B2 B2",
    "start of next same phase of same player": "A2 A2 A2 B2 B2 B2",
    "end of next same phase": "B1 B1 B1 A2 A2 A2",
    "end of round": "1 1 1 1 1 1",
    "end of own round": "1 1 1 1 1 1",
    "end of next round": "2 2 2 2 2 2",
    "start of next round": "2 2 2 2 2 2",
}
"""In which node of that kind it ends (`A2`: in A's second turn), by the moment at which it began."""

CASES = [
    (until, moment, end)
    for until, ends in ENDS.items()
    for moment, end in zip(MOMENTS, ends.split(), strict=True)
]


def days(until: str) -> tuple[Any, Any, Duration]:
    """A game of three days, A's singer, and a duration."""
    signatures = Signatures().add([*KERNEL_SIGNATURES, *SIGNATURES])
    pack = load_text(f"{PACK}  until {until}\n", "toy", signatures=signatures)
    song = next(one for one in pack.declarations if isinstance(one, Duration))
    rules = [one for one in pack.declarations if isinstance(one, Rule)]
    game = new_game(*rules, song, record=True)
    sequences = {one.name: one for one in pack.declarations if isinstance(one, SequenceDecl)}
    game.clock = clock_for(sequences, "days", ("A", "B"))
    return game, new_unit(game), song


def walk(game: Any) -> Any:
    """Yield each moment: the phase, whose turn and which round."""
    while True:
        for _ in advance(game):
            raise AssertionError("nothing is asked")
        if game.clock.over:
            return
        yield f"{game.clock.frame('phase').node.name} {game.active}{game.clock.number('round')}"


def ended(game: Any) -> str:
    """In whose turn and which round the only effect ended; where a round ended, in which."""
    (end,) = (one for one in game.events if one.kind == "effect-ended")
    places = dict(one.split(":") for one in end.path.split("/") if ":" in one)
    return f"{places.get('turn', '')}{places['round']}"


@pytest.mark.parametrize(("until", "moment", "end"), CASES)
def test_what_is_given_for_a_time_ends_where_its_duration_says(until, moment, end):
    game, singer, song = days(until)
    for now in walk(game):
        if now == moment:
            grant(game, singer, RuleRef("Strong"), song, "a song")
    assert ended(game) == end


@pytest.mark.parametrize(
    ("until", "end"),
    [("end of move", "B1"), ("end of next move", "B1"), ("end of own move", "A2"), ("end of turn", "A1")],
)
def test_what_begins_at_the_end_of_a_node_begins_after_that_node(until, end):
    game, singer, _ = days(until)
    give(game, singer, "Evensong")
    assert list(walk(game))
    assert ended(game) == end


@pytest.mark.parametrize("until", ["end of next round of combat", "start of round of combat"])
def test_of_a_round_of_combat_only_the_end_is_known(until):
    with pytest.raises(RulesError, match="only the end"):
        days(until)


def test_there_is_no_second_next():
    with pytest.raises(RulesError, match="second-next"):
        days("end of second-next turn")
