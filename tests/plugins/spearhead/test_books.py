"""What `tercio check` says of an army that cannot be played (battlepack 1.1 to 1.5; core rules 16.0)."""

from __future__ import annotations

import pytest

from tercio.dsl.loader import Loader, load_text
from tercio.kernel.host import Host
from tercio.plugins.spearhead.books import faults_of

ARMY = """
army "Patrol"
  cite "Tests"

weapon "Club"
  cite "Tests"
  kind melee
  attacks 2, hit 3+, wound 3+, rend 0, damage 1

unit "Chief" of "Patrol"
  cite "Tests"
  general
  size 1
  base 32mm
  global move 5", control 2
  defence health-points 5, save 4+
  part "Chief"
    armed "Club"

item "Shrewd"
  cite "Tests"
  list enhancement
"""

HOST = Host()
BASES = Loader(HOST).load(["spearhead"])


def said(text: str) -> list[str]:
    """What is wrong with a pack of this text."""
    pack = load_text(text, "patrol", signatures=HOST.signatures("spearhead"), bases=BASES)
    return [fault.message for fault in faults_of(pack.declarations)]


def test_an_army_that_can_be_played_has_no_fault():
    assert said(ARMY) == []


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ("  general\n", "", "Patrol has no general"),
        ("  general\n", "  general\n  copies two\n", "Chief: `copies two` is no number"),
        ("  base 32mm\n", "", "Chief has no base"),
        ('part "Chief"', 'part "Chief", models 2', "Chief has 1 models, its parts say 2"),
        ("health-points 5", "health-points 0", "Chief has no Health"),
        ("save 4+", "save 4", "Chief: save is a roll to reach"),
        ("kind melee", "kind shooting", "Club has no range"),
        (", damage 1", "", "Club has no damage"),
        ("hit 3+", "hit 3", "Club: hit is a roll to reach"),
        (
            "list enhancement",
            "list enhancment",
            'Shrewd stands on the list "enhancment", which nobody picks from',
        ),
        ("  list enhancement\n", "", "Shrewd stands on no list"),
    ],
)
def test_what_an_army_lacks_is_told(written, instead, message):
    assert written in ARMY
    assert said(ARMY.replace(written, instead)) == [message]


def test_an_army_has_one_general():
    second = ARMY[ARMY.index('unit "Chief"') : ARMY.index("item")].replace('"Chief" of', '"Other Chief" of')
    assert said(ARMY + second) == ["Patrol has a general already: Chief"]
