"""Packs that no battle can be played with: each is refused in its own words, none goes on for ever."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.errors import RulesError

PACKS = Path(__file__).resolve().parents[3] / "rulepacks"
RULE = 'rule "Broken" of {of}\n  cite "Tests"\n  {body}\n'
LOOP = 'action "Loop" in own {phase}, repeatable\n    mark unit as running'
DICE = "stands where a plain number is needed"


@pytest.fixture
def game(tmp_path):
    """Return SOVL for two turns, with changes to its text and rules of its own, ready to be played."""

    def made(change=("", ""), body="", of="battle"):
        for name in ("sovl", "ashen-clans", "tarn-holds"):
            shutil.copytree(PACKS / name, tmp_path / name, ignore=shutil.ignore_patterns("scenarios"))
        for file in tmp_path.glob("*/*.rules"):
            text = file.read_text("utf-8").replace("constant turns 7", "constant turns 2")
            file.write_text(re.sub(change[0], change[1], text) if change[0] else text, "utf-8")
        if body:
            (tmp_path / "sovl" / "broken.rules").write_text(RULE.format(of=of, body=body), "utf-8")
        return Desk([tmp_path])

    return made


def played(desk, agent="first"):
    return desk.begin("sovl", ["Ashen Clans", "Tarn Holds"], seed=1).play([agent, agent])


def refused(desk, *words, agent="first"):
    with pytest.raises(RulesError) as caught:
        played(desk, agent)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("phase", ["strategic", "charge"])
@pytest.mark.parametrize("agent", ["first", "captain"])
def test_an_action_that_never_ends_is_refused_with_its_place(game, phase, agent):
    desk = game(body=LOOP.format(phase=phase), of="unit")
    refused(desk, "sovl/broken.rules:3:3: Loop is used over and over", agent=agent)


def test_an_action_offered_at_a_moment_for_ever_is_refused_too(game):
    body = 'action "Loop" at start of strategic, repeatable\n    mark bearer as running'
    refused(game(body=body, of="unit"), "Loop is used over and over")


@pytest.mark.parametrize(
    "body", ["modify move by move of unit", 'after unit-moved\n    let unit advance 0.001"']
)
def test_rules_that_call_themselves_are_refused_with_their_place(game, body):
    refused(game(body=body), "sovl/broken.rules:3:3: rules call themselves without end", agent="random")


@pytest.mark.parametrize("value", ["D1", "6", "-1"])
def test_a_die_that_decides_no_roll_off_is_refused(game, value):
    desk = game(("constant roll-off-die D6", f"constant roll-off-die {value}"))
    refused(desk, f"nobody can win a roll-off with {value}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table-width", '0"'),
        ("table-depth", '-5"'),
        ("unit-gap", '-1"'),
        ("deployment-depth", "D6"),
        ("side-distance", "-1"),
        ("winner-chooses", "2"),
        ("victory-margin", "D6"),
    ],
)
def test_a_constant_that_no_battle_can_be_fought_with_is_refused(game, name, value):
    desk = game((rf"constant {name} .*", f"constant {name} {value}"))
    refused(desk, "core.rules:", f"constant {name} is ", "give it a number from")


@pytest.mark.parametrize(
    "change",
    [
        (r"health-points \d", "health-points D6"),
        (r'move \d+"', "move D6"),
        (r"power \d", "power D6"),
        ("set shooting-ranks to 2", "set shooting-ranks to D6"),
        ("blocks-sight 1", "blocks-sight D6"),
        ("constant army-size-step 250", "constant army-size-step D6"),
    ],
)
def test_dice_where_a_plain_number_is_needed_are_refused(game, change):
    refused(game(change), DICE, agent="captain")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((r"size \d+ to \d+", "size 0 to 50"), "a size is a number or a range"),
        ((r"base \d+x\d+mm", "base 0x20mm"), "a base is its width and depth"),
        (("rolled by attacker on D6", "rolled by attacker on D1000"), "D1000 cannot be rolled"),
        (("  0 or less: 4\\+\n", ""), "table melee-hit has no row for 0"),
    ],
)
def test_numbers_that_cannot_be_are_refused(game, change, message):
    refused(game(change), message, agent="captain")


@pytest.mark.parametrize(
    "body",
    [
        "set pivot-cost to -5",
        "set advance-cost to 1/3\n  set side-cost to 1/2\n  may sidestep\n  may back\n  may wheel",
    ],
)
def test_steps_that_cost_next_to_nothing_are_no_fault(game, body):
    assert played(game(body=body), "random")["winner"] in ("A", "B", "draw")


def test_a_pack_that_founds_a_game_under_another_name_is_refused(tmp_path):
    pack = tmp_path / "mine"
    pack.mkdir()
    head = '[pack]\nname = "mine"\nversion = "1"\nsystem = "other"\nengine = "regiments"\n'
    (pack / "pack.toml").write_text(head + 'plugins = ["regiments"]\n', "utf-8")
    (pack / "core.rules").write_text(RULE.format(of="battle", body="may pivot"), "utf-8")
    (fault,) = Desk().check([pack])
    assert "a pack that founds a game bears its name: 'other', not 'mine'" in str(fault)


def test_a_pack_that_founds_a_game_without_a_battle_is_at_fault(tmp_path):
    pack = tmp_path / "mine"
    pack.mkdir()
    head = '[pack]\nname = "mine"\nversion = "1"\nsystem = "mine"\nengine = "regiments"\n'
    (pack / "pack.toml").write_text(head + 'plugins = ["regiments"]\n', "utf-8")
    (pack / "core.rules").write_text(RULE.format(of="battle", body="may pivot"), "utf-8")
    (fault,) = Desk().check([pack])
    assert "the game has no sequence of its battle" in str(fault)
