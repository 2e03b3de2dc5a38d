"""What serves every game knows none by name and uses no game's word."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from .house import ROOT, faults, lines_matching, name_of, sources, tree_of

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
    "armies project",
    "wap",
    "leadership",
    "weapon skill",
    "ballistic skill",
    "frenzy",
    "sturdy",
    "ambusher",
    "ashen clans",
    "tarn holds",
    "cairn host",
    "marsh banners",
)
# `_` parts words, so that an identifier cannot hide one.
GAME_WORD = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(GAME_WORDS)})(?![A-Za-z0-9])", re.IGNORECASE)
RANKED = (
    *(word for word in GAME_WORDS if word not in ("charger", "lethal", "rend")),
    "skill",
    "weapon-skill",
    "ballistic-skill",
    "toughness",
    "resilience",
    "discipline",
    "strategic",
    "damage-save",
    "armour-save",
    "ward-save",
    "fearless",
    "stubborn",
    "steadfast",
    "crumbling",
    "panic",
    "terror",
    "swarm",
    "cavalry",
    "chariot",
    "scout",
    "war-machine",
    "marching",
)
"""What the engine of ranked games does not say in its code, where a charge and a rank are plain words."""
RANKED_WORD = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(RANKED)})(?![A-Za-z0-9])", re.IGNORECASE)
TEXT = {".py", ".lark", ".toml", ".md", ".txt"}


def game_words(text: str) -> list[str]:
    return lines_matching(text, GAME_WORD)


@pytest.mark.parametrize("folder", ["kernel", "dsl", "plugins/agents", "plugins/cli", "plugins/lab"])
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


# -- the engine of ranked games ----------------------------------------------------------------------------


def said(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each name and each text of a module but its documentation, which may say by which
    rulebook a thing is done.
    """
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documents:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.keyword(arg=str(text)):
                yield node.lineno, text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.arg(arg=text):
                yield node.lineno, text
            case _:
                pass


def ranked_words(tree: ast.Module) -> list[str]:
    return [f"{line}: {text}" for line, text in sorted(said(tree)) if RANKED_WORD.search(text)]


def test_the_engine_of_ranked_games_says_no_word_of_one_of_them():
    paths = sources("plugins/regiments")
    assert [f"{name_of(path)}:{fault}" for path in paths for fault in ranked_words(tree_of(path))] == []


def test_the_check_finds_words_of_a_game_in_names_and_texts_and_not_in_documentation():
    text = '''"""How Skill is asked for in SOVL."""
def charge(skill, rank):
    """Skill of SOVL."""
    return value("discipline", skill=rank.charger)
'''
    assert ranked_words(ast.parse(text)) == ["2: skill", "4: discipline", "4: skill"]


@pytest.mark.parametrize("system", ["sovl", "wap"])
def test_games_that_are_wholly_text_have_no_code_of_their_own(system):
    assert not (ROOT / "plugins" / system).exists()
    assert f'name = "{system}"' in (ROOT / "rulepacks" / system / "pack.toml").read_text("utf-8")
    assert sources(f"rulepacks/{system}") == []
    named = [name_of(path) for path in sources("kernel", "dsl", "plugins") if system in path.stem.split("_")]
    assert named == []
