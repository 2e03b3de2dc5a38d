"""What an army book of the game lacks to be played is told when it is read, whatever reads it."""

from __future__ import annotations

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.errors import RulesError

LIST = "Empire of Sonnstahl\n"
PACK = 'pack "pikes" over "empire-of-sonnstahl"\n\n'
UNIT = """\
unit "River Pikes" of "Empire of Sonnstahl"
  cite "House book"
  category "Core Units"
  size 20 to 40
  cost 200, then 10 each
  base 20x20mm
  height 1
  global charge-speed 4", mobility 4", discipline 7
  defence health-points 1, defensive-skill 3, resilience 3, armour 2
  part "Pikeman" attacks 1, agility 3, offensive-skill 3, strength 3, ap 0
"""
BOW = """
weapon "Reed Bow"
  cite "House book"
  kind shooting
  range 24"
  shots 1
  aim 4+
"""
LACKS = {
    '  category "Core Units"\n': ["River Pikes has no category"],
    "  cost 200, then 10 each\n": ["River Pikes has no cost"],
    "  base 20x20mm\n": ["River Pikes has no base"],
    "  height 1\n": ["River Pikes has no height"],
    '  global charge-speed 4", mobility 4", discipline 7\n': [
        "River Pikes has no charge-speed",
        "River Pikes has no mobility",
        "River Pikes has no discipline",
    ],
    "  defence health-points 1, defensive-skill 3, resilience 3, armour 2\n": [
        "River Pikes has no health-points",
        "River Pikes has no defensive-skill",
        "River Pikes has no resilience",
        "River Pikes has no armour",
    ],
    UNIT.splitlines(keepends=True)[-1]: ["River Pikes has no part"],
    "attacks 1, ": ['the part "Pikeman" of River Pikes has no attacks'],
    ", offensive-skill 3": ['the part "Pikeman" of River Pikes has no offensive-skill'],
    ", strength 3, ap 0": [
        'the part "Pikeman" of River Pikes has no strength',
        'the part "Pikeman" of River Pikes has no ap',
    ],
    '  range 24"\n': ["Reed Bow has no range"],
    "  shots 1\n": ["Reed Bow has no shots"],
    "  aim 4+\n": ["Reed Bow has no aim"],
}


@pytest.fixture(scope="module")
def desk():
    return Desk()


def faults(desk, tmp_path, text):
    path = tmp_path / "pikes.rules"
    path.write_text(PACK + text, "utf-8")
    return path, [one.message for one in desk.check([path])]


def test_a_whole_unit_lacks_nothing(desk, tmp_path):
    assert faults(desk, tmp_path, UNIT + BOW)[1] == []


@pytest.mark.parametrize("left_out", LACKS)
def test_what_is_left_out_is_told_and_nobody_plays_with_it(desk, tmp_path, left_out):
    assert left_out in UNIT + BOW
    path, found = faults(desk, tmp_path, (UNIT + BOW).replace(left_out, ""))
    assert found == LACKS[left_out]
    with pytest.raises(RulesError) as refused:
        desk.rules("t9a", [("army.txt", LIST)], over=[path])
    assert [one.message for one in refused.value.diagnostics] == found


def test_a_unit_without_health_is_told_with_its_line(desk, tmp_path):
    path, _ = faults(desk, tmp_path, UNIT.replace("health-points 1", "health-points 0"))
    (fault,) = desk.check([path])
    assert str(fault).splitlines()[:2] == [
        "pikes.rules:3:6: River Pikes has no health-points left to lose",
        '   3 | unit "River Pikes" of "Empire of Sonnstahl"',
    ]
