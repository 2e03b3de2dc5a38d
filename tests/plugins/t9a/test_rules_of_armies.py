"""Rules that an army or every unit has from the start, written in an overlay (rules language 3)."""

from __future__ import annotations

import pytest

from tercio.dsl.desk import Desk

PACK = """[pack]
name = "muster"
title = "Rules of whole armies"
edition = "1"
version = "0.1.0"
system = "t9a"
over = "t9a"
plugins = ["t9a"]
"""
RULES = """pack "muster" over "t9a"

rule "War Cry" of "Training Ground"
  cite "House rules"
  text "The whole army strikes harder."
  everywhere, friendly units
    modify strength by +1

rule "Sure Step" of unit
  cite "House rules"
  text "Every unit is quicker."
  modify mobility by +1"
"""
SCENARIO = """use "t9a"

scenario "an army and every unit have their rules, Characters that join and leave among them"
  cite "House rules"
  battlefield 72"x48"
  unit "Swordsmen" as men of A at 36", 20" facing north, files 5, models 20
  unit "Captain" as cap of A at 36", 12" facing north, files 1, models 1
  at movement of A
  expect strength of "Swordsman" of men is 4
  expect strength of "Captain" of cap is 5
  expect mobility of men is 5
  given cap is joined to men
  expect mobility of men is 5
  do cap advances 5"
  expect mobility of cap is 5
"""


@pytest.fixture
def files(tmp_path):
    house, tried = tmp_path / "muster", tmp_path / "tried.rules"
    house.mkdir()
    (house / "pack.toml").write_text(PACK, "utf-8")
    (house / "rules.rules").write_text(RULES, "utf-8")
    tried.write_text(SCENARIO, "utf-8")
    return house, tried


def test_an_army_and_every_unit_hold_the_rules_that_are_declared_of_them(files):
    house, tried = files
    (outcome,) = Desk().scenarios([tried], [house])
    assert outcome.ok, outcome.message
