"""What serves every game knows none by name and uses no game's word."""

from __future__ import annotations

import re

import pytest

from .house import ROOT, faults, lines_matching

GAME_WORDS = (
    "t9a",
    "ninth age",
    "9th age",
    "spearhead",
    "sigmar",
    "sovl",
    "warhammer",
    "shaken",
    "flux",
    "miscast",
    "ward",
    "wizard",
    "embergard",
    "stormcast",
    "skaven",
    "underdog",
    "twist",
    "relic",
    "rend",
    "coherency",
    "reinforcements",
    "strike-first",
    "infantry",
    "lethal",
    "flaming",
    "poison",
    "charger",
)
# `_` parts words, so that an identifier cannot hide one.
GAME_WORD = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(GAME_WORDS)})(?![A-Za-z0-9])", re.IGNORECASE)
TEXT = {".py", ".lark", ".toml", ".md", ".txt"}


def game_words(text: str) -> list[str]:
    return lines_matching(text, GAME_WORD)


@pytest.mark.parametrize("folder", ["kernel", "dsl", "plugins/agents", "plugins/cli"])
def test_no_game_word_stands_in(folder):
    paths = sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in TEXT)
    assert faults(paths, game_words) == []


@pytest.mark.parametrize(
    "text", ["is_shaken = True", "# as in T9A", '"Ward save"', "def draw_flux_card(): ...", "Age of Sigmar"]
)
def test_the_check_finds_a_game_word_wherever_it_hides(text):
    assert len(game_words(text)) == 1


@pytest.mark.parametrize("text", ["move forward", "toward", "award", "influx", "a warden", "afterwards"])
def test_the_check_leaves_words_that_only_hold_one_alone(text):
    assert game_words(text) == []
