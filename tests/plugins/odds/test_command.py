"""The command `tercio odds`: what its words and options ask for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.commands import Option
from tercio.kernel.errors import RulesError
from tercio.plugins.odds.command import run
from tercio.plugins.odds.plugin import ODDS


@cache
def desk() -> Desk:
    return Desk()


class Paper:
    """A terminal that keeps what is told."""

    def __init__(self) -> None:
        self.data: Any = None
        self.text = ""

    def desk(self, packs: Any = None) -> Desk:
        return desk()

    def json(self, data: Any) -> None:
        self.data = data

    def print(self, text: str = "") -> None:
        self.text += text


def _unsaid(one: Option) -> Any:
    if one.default is not None or one.takes is not bool:
        return [] if one.several else one.default
    return False


def told(*words: str, **options: Any) -> Paper:
    """What the command tells of some words, with its options as they are if nothing is said."""
    values = {one.name: _unsaid(one) for one in ODDS.takes if isinstance(one, Option)}
    paper = Paper()
    run(paper, words, **{**values, **options})  # type: ignore[arg-type]
    return paper


def test_a_roll_is_told_as_text_or_data():
    assert "mean 3.50" in told("roll", "D6").text
    paper = told("roll", "2D6", "maximised", json=True)
    assert (paper.text, paper.data["at_least"]["2"]) == ("", 1.0)


@pytest.mark.parametrize("distance", ['12"', "12", "12in", "12.0"])
def test_a_charge_is_asked_in_inches(distance):
    data = told("charge", distance, speed=5, maximised=True, json=True).data
    assert data["charge_succeeds"]["fractions"]["chance"] == "8/9"


def test_a_spell_is_asked_with_its_dice():
    data = told("cast", "8+", dice=3, dispel=2, json=True).data
    assert 0 < data["spell_is_cast"]["chance"] < 181 / 216
    with pytest.raises(RulesError, match="with how many dice"):
        told("cast", "8+")


@pytest.mark.parametrize("vs", ["vs", "VS.", "versus"])
def test_two_units_stand_before_and_behind_vs(vs):
    data = told("5 Imperial Guard", vs, "5 Queen's Guard", charge=True, json=True).data
    assert data["asked"] == "5 Imperial Guard charge 5 Queen's Guard, one round"
    assert data["exact"] is True


def test_a_unit_may_shoot():
    data = told("10 Citizen Archers", "vs", "10 Imperial Guard", shoot=True, apart=10.0, json=True).data
    assert 'shoot at 10 Imperial Guard from 10"' in data["asked"]
    assert data["Imperial Guard"]["health_lost"]["mean"] > 0


def test_a_picture_is_written(tmp_path: Path):
    path = tmp_path / "odds.svg"
    told("roll", "D6", svg=path)
    assert path.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    "words",
    [(), ("Imperial Guard",), ("vs", "Imperial Guard"), ("a", "vs", "b", "vs", "c"), ("charge",), ("roll",)],
)
def test_words_that_ask_for_nothing_are_refused_with_a_sample(words):
    with pytest.raises(RulesError, match="whose odds"):
        told(*words)


def test_what_is_no_distance_is_refused():
    with pytest.raises(RulesError, match='"far" is not a distance'):
        told("charge", "far")
