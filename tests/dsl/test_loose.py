"""Overlays that are no folders: a file of rules, and a constant with its value."""

from __future__ import annotations

import pytest

from tercio.dsl.loader import Loader, combine
from tercio.kernel.decl import Constant
from tercio.kernel.decl.expr import DiceAmount, Literal
from tercio.kernel.errors import RulesError

from .words import signatures

WORDS = signatures()
BASE = """
constant reach 4"
  cite "Fen 1"

constant strides 2D6
  cite "Fen 2"
""".lstrip()


@pytest.fixture
def fen(tmp_path, monkeypatch):
    monkeypatch.setenv("TERCIO_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "fen"
    folder.mkdir()
    (folder / "pack.toml").write_text('[pack]\nname = "fen"\n', encoding="utf-8")
    (folder / "core.rules").write_text(BASE, encoding="utf-8")

    def laid(*over):
        packs = Loader(signatures=WORDS, folders=[tmp_path]).load(["fen", *over])
        declared = combine(packs).declarations.values()
        return packs, {one.name: one.value for one in declared if isinstance(one, Constant)}

    return laid


def house(tmp_path, text, name="house.rules"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_rules_is_an_overlay(fen, tmp_path):
    path = house(tmp_path, 'pack "far" over "fen"\n  set constant reach to 6"\n    expecting 4"\n')
    packs, values = fen(path)
    assert [pack.name for pack in packs] == ["fen", "far"]
    assert values["reach"] == Literal(6, '"')
    assert packs[-1].digest


def test_a_file_brings_what_it_lies_over(fen, tmp_path):
    path = house(tmp_path, 'pack "far" over "fen"\n  set constant reach to 6"\n    expecting 4"\n')
    packs = Loader(signatures=WORDS, folders=[tmp_path]).load([path])
    assert [pack.name for pack in packs] == ["fen", "far"]


def test_two_files_of_one_name_are_told_apart_by_their_first_line(fen, tmp_path):
    text = 'pack "far" over "fen"\n  set constant reach to 6"\n    expecting 4"\n'
    with pytest.raises(RulesError, match="there is a pack far already"):
        fen(house(tmp_path, text), house(tmp_path, text, "other.rules"))


def test_a_file_that_expects_something_else_is_a_fault_at_its_line(fen, tmp_path):
    path = house(tmp_path, 'pack "far" over "fen"\n  set constant reach to 6"\n    expecting 5"\n')
    with pytest.raises(RulesError, match=r'house.rules:2:3: constant reach is 4" in the base'):
        fen(path)


def test_a_bare_number_has_the_unit_of_the_constant(fen):
    packs, values = fen("reach=6")
    assert packs[-1].name == "reach=6"
    assert values["reach"] == Literal(6, '"')


def test_a_constant_may_be_set_to_what_the_language_says(fen):
    assert fen("strides=3D6")[1]["strides"] == DiceAmount(3, 6)
    assert fen('reach=5"')[1]["reach"] == Literal(5, '"')


def test_a_constant_is_set_whatever_an_overlay_before_made_of_it(fen, tmp_path):
    path = house(tmp_path, 'pack "far" over "fen"\n  set constant reach to 6"\n    expecting 4"\n')
    assert fen(path, "reach=7")[1]["reach"] == Literal(7, '"')
    assert fen("reach=7", "reach=8")[1]["reach"] == Literal(8, '"')


@pytest.mark.parametrize(
    ("over", "says"),
    [
        ("raech=6", 'did you mean "reach"'),
        ("reach=6+", "not a distance"),
        ("reach=6\n  remove rule", "no rule pack"),
        ("reach=6 6", "reach=6 6"),
    ],
)
def test_what_cannot_be_set_is_told(fen, over, says):
    with pytest.raises(RulesError, match=says):
        fen(over)


def test_a_constant_alone_has_no_rules_to_be_set_in():
    with pytest.raises(RulesError, match="no rules to set a constant of"):
        Loader(signatures=WORDS).load(["reach=6"])
