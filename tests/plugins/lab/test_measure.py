"""What is measured of a battle: numbers by player, what fired, a flat row for each attack."""

from __future__ import annotations

from types import SimpleNamespace

from tercio.kernel.events import Event
from tercio.plugins.lab.games import Row
from tercio.plugins.lab.measure import attacks_of, fired_of, metrics_of, shown_by_default
from tercio.plugins.lab.tables import Rows, as_csv, attack_rows, frame, game_rows
from tests.kernel.toy import new_game, new_unit


def battle_of(game):
    return SimpleNamespace(session=SimpleNamespace(game=game))


def test_metrics_are_told_from_the_side_of_the_first_list():
    game = new_game(record=True)
    new_unit(game, "A").destroyed = True
    new_unit(game, "B")
    result = {"winner": "B", "decisions": 7, "victory_points": {"A": 3, "B": 9}, "size": 4000}
    mine, theirs = (metrics_of(battle_of(game), result, player) for player in "AB")
    assert (mine["win"], mine["win-of-foe"], mine["draw"]) == (0, 1, 0)
    assert (mine["victory-points"], mine["victory-points-of-foe"]) == (3, 9)
    assert (mine["units-lost"], theirs["units-lost"]) == (1, 0)
    assert theirs["victory-points"] == 9
    assert "size" not in mine


def test_what_a_system_says_of_units_lost_comes_before_what_is_counted():
    game = new_game(record=True)
    result = {
        "winner": "",
        "decisions": 0,
        "units_lost": {"A": 4, "B": 1},
        "objectives": {"A": "-", "B": "-"},
    }
    metrics = metrics_of(battle_of(game), result, "A")
    assert metrics["units-lost"] == 4
    assert metrics["draw"] == 1
    assert "objectives" not in metrics


def test_the_columns_of_a_system_are_told_unless_others_are_asked_for():
    assert shown_by_default(("battle_points", "units_lost")) == [
        "win",
        "draw",
        "battle-points",
        "units-lost",
        "turns",
        "units-lost-of-foe",
    ]


def test_rules_and_actions_fire_by_name_and_all_else_by_kind():
    events = [
        Event(0, "begins", "", {"level": "round"}),
        Event(1, "rule-acted", "", {"rule": "Fleet", "bearer": 1}),
        Event(2, "rule-acted", "", {"rule": "Fleet", "bearer": 2}),
        Event(3, "action-declared", "", {"action": "Dash"}),
        Event(4, "charge-failed", "", {}),
    ]
    assert fired_of(events) == {"action Dash": 1, "charge-failed": 1, "rule Fleet": 2}


def test_an_attack_is_a_flat_row_with_names():
    game = new_game(record=True)
    pikes, knights = new_unit(game, "A", "Pikes"), new_unit(game, "B", "Knights")
    facts = {"count": 10, "passed": {"to-hit": 6, "save": 2}, "kinds": ["shooting", "melee"]}
    game.emit("attacks", unit=pikes.id, target=knights.id, **facts)
    game.emit("dashed", unit=pikes.id)
    (row,) = attacks_of(game)
    assert row == {
        "event": 0,
        "at": "",
        "unit": pikes.id,
        "unit-name": "Pikes",
        "target": knights.id,
        "target-name": "Knights",
        "count": 10,
        "passed-to-hit": 6,
        "passed-save": 2,
        "kinds": "melee shooting",
    }


def test_rows_of_attacks_say_which_game_they_are_of(lab):
    row = Row(3, attacks=[{"event": 5, "count": 2}])
    assert attack_rows(lab.plan(games=4), [row]) == [
        {"game": 3, "pair": 3, "ruleset": "base", "seat": "B", "event": 5, "count": 2}
    ]


def test_a_game_that_failed_has_a_row_with_its_error(lab):
    (row,) = game_rows(lab.plan(games=4), [Row(0, error="ValueError: x")])
    assert (row["error"], row["winner"]) == ("ValueError: x", "")


def test_without_pandas_a_frame_is_a_list_of_rows(monkeypatch):
    monkeypatch.setattr("tercio.plugins.lab.tables.has", lambda package: False)
    made = frame([{"a": 1}])
    made.attrs["result"] = {}
    assert type(made) is Rows
    assert list(made) == [{"a": 1}]


def test_values_that_are_missing_are_empty():
    assert as_csv([{"a": 1}, {"b": "x,y"}]) == 'a,b\n1,\n,"x,y"\n'
