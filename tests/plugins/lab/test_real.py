"""Published games in the lab: nothing fails, in either seat, with or without a house rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.plugins.lab import experiment

ROOT = Path(__file__).resolve().parents[3]
LISTS = ROOT / "rulepacks" / "t9a" / "lists"


def test_lists_of_two_books_play_in_either_seat():
    frame = experiment(
        ["Ashen Clans", "Tarn Holds"],
        system="sovl",
        variants=["turns=2"],
        games=2,
        agents=["first"],
        metrics=["turns"],
        workers=0,
    )
    result = frame.attrs["result"]
    assert result["failures"] == []
    assert result["metrics"]["turns"]["difference"] == -5
    assert list(frame["seat"]) == ["A", "A", "B", "B"]


@pytest.mark.soak
def test_a_house_rule_of_a_file_is_played_with_its_book(tmp_path):
    house = tmp_path / "house.rules"
    text = 'pack "house" over "t9a"\n  set constant failed-charge-distance to 6"\n    expecting 4"\n'
    house.write_text(text, encoding="utf-8")
    lists = [LISTS / "empire_of_sonnstahl.txt", LISTS / "highborn_elves.txt"]
    result = experiment(lists, variants=[house], games=4).attrs["result"]
    assert result["failures"] == []
    assert result["metrics"]["battle-points"]["games"] == 4


@pytest.mark.soak
@pytest.mark.parametrize("system", ["sovl", "spearhead", "wap"])
def test_every_system_can_be_measured(system):
    names = [book.title or book.name for book in Desk().loader.books(system)]
    result = experiment((names * 2)[:2], system=system, games=4).attrs["result"]
    assert result["failures"] == []
