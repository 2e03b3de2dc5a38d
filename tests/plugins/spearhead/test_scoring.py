"""Victory points (battlepack, Victory Points and Glorious Victory)."""

from __future__ import annotations

import pytest

from tercio.plugins.spearhead import scoring
from tercio.plugins.spearhead.cards import hand_of

from .match import OpenField

NAMES = ("Ghal Maraz", "Twin-Tailed Comet", "High Star", "Great Wheel", "Junction")


def turn(mine: int, yours: int) -> OpenField:
    """Return a field after A has scored a turn, holding so many objectives."""
    field = OpenField()
    for name in NAMES[:mine]:
        field.gives(name, "A")
    for name in NAMES[mine : mine + yours]:
        field.gives(name, "B")
    field.play(scoring.score_turn(field.g))
    return field


@pytest.mark.parametrize(
    ("mine", "yours", "points"),
    [(0, 0, 0), (0, 2, 0), (1, 0, 2), (1, 1, 1), (1, 2, 1), (2, 2, 2), (2, 1, 3), (3, 2, 3), (2, 3, 2)],
)
def test_a_turn_scores_for_one_objective_for_two_and_for_more_than_the_opponent(mine, yours, points):
    assert turn(mine, yours).points("A") == points


def test_only_the_active_player_scores():
    assert turn(2, 3).points("B") == 0


def test_scoring_a_battle_tactic_is_a_choice_and_discards_the_card():
    field = OpenField()
    field.card("A", "Dais of the Comet")
    field.gives("Twin-Tailed Comet", "A")
    field.play(scoring.score_turn(field.g), "pass")
    assert field.points() == 2
    assert hand_of(field.g.players["A"]) == ["Dais of the Comet"]
    field.play(scoring.score_turn(field.g), ["Dais of the Comet", field.g.players["A"].id])
    assert field.points() == 2 + 2 + 1
    assert hand_of(field.g.players["A"]) == []
    assert field.g.players["A"].memory["decks"]["Battle Tactics"]["discards"] == ["Dais of the Comet"]


def test_all_cards_of_a_hand_may_be_scored_in_one_turn():
    field = OpenField()
    holder = field.g.players["A"].id
    for name, objective in (("Dais of the Comet", "Twin-Tailed Comet"), ("Dais of the Hammer", "Ghal Maraz")):
        field.card("A", name)
        field.gives(objective, "A")
    field.play(scoring.score_turn(field.g), ["Dais of the Hammer", holder], ["Dais of the Comet", holder])
    assert field.points() == 3 + 2
    assert hand_of(field.g.players["A"]) == []


def test_a_card_in_the_opponents_hand_is_not_scored_in_ones_own_turn():
    field = OpenField()
    field.card("B", "Dais of the Comet")
    field.gives("Twin-Tailed Comet", "B")
    field.play(scoring.score_turn(field.g))
    assert field.asked == []


def test_the_most_points_win_and_a_tie_is_a_draw():
    field = OpenField()
    assert scoring.result(field.g) == {"winner": "draw", "victory_points": {"A": 0, "B": 0}}
    scoring.score(field.g, "B", 1, "test")
    assert scoring.result(field.g) == {"winner": "B", "victory_points": {"A": 0, "B": 1}}


def test_the_end_of_the_battle_is_told_with_its_result():
    field = OpenField()
    field.play(scoring.declare_winner(field.g))
    assert field.facts("battle-ended") == [{"winner": "draw", "victory_points": {"A": 0, "B": 0}}]


def test_control_is_determined_before_points_are_scored():
    field = OpenField()
    field.unit("Hero", "A", (7, 15))
    field.play(scoring.control_objectives(field.g))
    field.play(scoring.score_turn(field.g))
    assert field.points() == 2
