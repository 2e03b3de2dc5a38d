"""The campaign Hidden in the Ashes (battlepack, Hidden in the Ashes), and what of it is open (rulings,
Campaign).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tercio.dsl.desk import Desk
from tercio.kernel.campaigns import outcome
from tercio.kernel.context import Context
from tercio.kernel.decl import Campaign
from tercio.kernel.errors import RulesError
from tercio.kernel.hashing import state_hash
from tercio.kernel.play import replayed
from tercio.kernel.store import read_log
from tercio.plugins.spearhead import deployment, rounds, setup
from tercio.plugins.spearhead.battle import FIRST, SET_UP, UNDERDOG
from tercio.plugins.spearhead.campaign import relic_for
from tercio.plugins.spearhead.deployment import judge
from tercio.plugins.spearhead.scoring import result
from tercio.plugins.spearhead.setup import starting_relics
from tercio.plugins.spearhead.terrain import relics
from tercio.plugins.spearhead.words.playing import underdog_places

from .board import disc
from .match import Match, OpenField

ASHES = "Hidden in the Ashes"
BARREL, MANHOLE = "Barrel of Emberstone", "Inconspicuous Manhole"
SKIRMISH, BLOCKADE, CONFLAGRATION = 1, 2, 3
ARMIES = ["Sentinels of Embergard", "Crixxit's Kill-Pack"]
SWITCHES = """
pack "leader" over "spearhead"
  set constant leader-chooses-role to {role}
    expecting 0
  set constant leader-chooses-territory to {territory}
    expecting 0
"""


def options(battle, a=0, b=0):
    carried = {"total_victory_points": {"A": a, "B": b}} if a or b else {}
    return {"campaign": ASHES, "battle": battle, "carried": carried}


def begun(battle, a=0, b=0):
    """A battle of the campaign whose territories are chosen; A attacks from the north."""
    match = Match(dice={"roll-off": [5, 2]}, options=options(battle, a, b))
    for step in (setup.roll_off, setup.choose_battlefield, setup.choose_territories):
        match.play(step(match.g))
    return match


# -- before the battle -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "side"),
    [(SKIRMISH, "Ashen Bastion"), (BLOCKADE, "Shattered Crossroads"), (CONFLAGRATION, "Ashen Bastion")],
)
def test_each_battle_has_its_side_of_the_battlefield_and_nobody_is_asked(battle, side):
    match = begun(battle)
    assert match.g.memory[SET_UP]["map"] == side
    assert match.g.memory[SET_UP]["deployment"] == "Long Front"
    assert [one.kind for one in match.asked] == ["set-up.territory"]


def test_the_defender_chooses_the_territories():
    match = Match(dice={"roll-off": [5, 2]}, options=options(SKIRMISH))
    match.play(setup.roll_off(match.g), "attacker")
    match.play(setup.choose_battlefield(match.g))
    match.play(setup.choose_territories(match.g), "North")
    assert match.g.memory["defender"] == match.g.areas["North"].owner == "B"


def test_the_first_battle_begins_with_the_barricade_and_the_caltrops():
    assert list(starting_relics(begun(SKIRMISH).g)) == ["Battered Barricade", "Ulguan Steel Caltrops"]


def test_the_second_battle_begins_with_the_relics_of_its_side():
    assert list(starting_relics(begun(BLOCKADE).g)) == [BARREL, "Crate of Aqua Ghyranis"]


def test_the_last_battle_begins_with_the_barrel():
    assert BARREL in starting_relics(begun(CONFLAGRATION).g)


def test_a_twist_that_places_the_caltrops_places_the_manhole_instead():
    match = begun(SKIRMISH)
    match.g.memory[UNDERDOG] = "A"
    match.play(underdog_places(match.g, Context(), "Ulguan Steel Caltrops"))
    match.play(underdog_places(match.g, Context(), BARREL))
    assert [piece.feature for piece in relics(match.g)] == [MANHOLE, BARREL]


def test_in_a_battle_of_its_own_nothing_is_swapped():
    assert relic_for(Match().g, "Ulguan Steel Caltrops") == "Ulguan Steel Caltrops"


# -- deployment --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", [SKIRMISH, BLOCKADE, CONFLAGRATION])
def test_the_defender_sets_up_all_units_first(battle):
    match = begun(battle)
    match.play(deployment.deploy_units(match.g))
    asked = [one.player for one in match.asked if one.kind == "unit.deploy"]
    assert asked == ["B"] * asked.count("B") + ["A"] * asked.count("A")
    assert asked.count("A") == asked.count("B") == 6


def test_the_defender_may_stand_near_to_enemy_territory_and_the_attacker_may_not():
    match = begun(SKIRMISH)
    attacker = next(unit for unit in match.units("A") if unit.name == "Hero")
    defender = next(unit for unit in match.units("B") if unit.name == "Hero")
    assert match.g.areas["South"].owner == "B"
    assert judge(match.g, defender, [disc(10, 10.5, 0.5)]) is None
    assert judge(match.g, defender, [disc(10, 10.6, 0.5)]).code == "deployment.outside_territory"
    assert judge(match.g, attacker, [disc(10, 11.6, 0.5)]).code == "deployment.near_enemy_territory"
    assert judge(match.g, attacker, [disc(10, 17.6, 0.5)]) is None


def test_the_defender_chooses_who_takes_the_very_first_turn():
    match = begun(SKIRMISH)
    match.play(rounds.choose_first_turn(match.g), "A")
    assert match.asked[-1].player == "B"
    assert match.g.memory[FIRST] == "A"


# -- total victory points ----------------------------------------------------------------------------------


def test_points_of_earlier_battles_count_in_all_but_not_in_this_one():
    match = begun(BLOCKADE, a=7, b=4)
    match.g.players["B"].memory["victory-points"] = 5
    assert result(match.g) == {
        "winner": "B",
        "victory_points": {"A": 0, "B": 5},
        "total_victory_points": {"A": 7, "B": 9},
    }


def test_a_battle_of_its_own_tells_no_total():
    assert "total_victory_points" not in result(Match().g)


@pytest.mark.parametrize(
    "carried",
    [
        {"points": {"A": 1}},
        {"total_victory_points": {"C": 1}},
        {"total_victory_points": {"A": -1}},
        {"total_victory_points": {"A": True}},
        {"total_victory_points": {"A": "7"}},
        {"total_victory_points": 7},
    ],
)
def test_what_cannot_be_carried_on_is_one_error(carried):
    with pytest.raises(RulesError, match="total_victory_points"):
        Match(options={"campaign": ASHES, "battle": 2, "carried": carried})


# -- who is ahead ------------------------------------------------------------------------------------------


def first_decision(tmp_path, battle, a, b, **switches):
    folder = tmp_path / "leader"
    folder.mkdir()
    (folder / "pack.toml").write_text('[pack]\nname = "leader"\nover = "spearhead"\nsystem = "spearhead"\n')
    values = {"role": 0, "territory": 0, **switches}
    (folder / "rules.rules").write_text(SWITCHES.format(**values).lstrip())
    desk = Desk([folder])
    told = options(battle, a, b)
    return desk.begin("spearhead", ARMIES, seed=1, over=["leader"], options=told, record=True).session


@pytest.mark.parametrize(("a", "b", "leader"), [(9, 4, "A"), (4, 9, "B")])
def test_with_the_switch_on_whoever_is_ahead_says_who_attacks_without_a_roll_off(tmp_path, a, b, leader):
    session = first_decision(tmp_path, BLOCKADE, a, b, role=1)
    assert (session.decision.kind, session.decision.player) == ("set-up.role", leader)
    assert [one for one in session.game.events if one.kind == "rolled-off"] == []


@pytest.mark.parametrize(("battle", "a", "b"), [(SKIRMISH, 9, 4), (BLOCKADE, 5, 5)])
def test_in_the_first_battle_and_with_nobody_ahead_there_is_a_roll_off(tmp_path, battle, a, b):
    session = first_decision(tmp_path, battle, a, b, role=1)
    assert [one for one in session.game.events if one.kind == "rolled-off"]


@pytest.mark.parametrize(("switch", "chooses"), [(0, "B"), (1, "A")])
def test_with_the_switch_on_whoever_is_ahead_chooses_a_territory(tmp_path, switch, chooses):
    session = first_decision(tmp_path, CONFLAGRATION, 9, 4, role=1, territory=switch)
    session.answer("attacker")
    while session.decision.kind != "set-up.territory":
        session.answer(session.decision.options[0])
    assert session.decision.player == chooses
    session.answer("North")
    assert session.game.areas["North"].owner == chooses


# -- the end of the campaign -------------------------------------------------------------------------------


def ended(barrel, a, b):
    """How the campaign ends with the barrel held by a player ("" nobody), and so many victory points."""
    field = OpenField("Ashen Bastion")
    field.g.memory["campaign"] = options(CONFLAGRATION, a, b)
    field.relic(BARREL, 15, 11)
    for owner, x in (("A", 14), ("B", 16)):
        if owner == barrel:
            field.unit("Hero", owner, (x, 13))
            field.gives(BARREL, owner)
    return outcome(field.g, field.g.ruleset.get(Campaign, ASHES))


@pytest.mark.parametrize(
    ("barrel", "a", "b", "ends"),
    [
        ("A", 20, 10, ("major victory", "A")),
        ("B", 10, 20, ("major victory", "B")),
        ("A", 10, 20, ("minor victory", "A")),
        ("B", 20, 10, ("minor victory", "B")),
        ("", 20, 10, ("minor victory", "A")),
        ("", 10, 20, ("minor victory", "B")),
        ("", 15, 15, ("", "")),
    ],
)
def test_the_barrel_and_the_total_of_victory_points_decide_the_campaign(barrel, a, b, ends):
    assert ended(barrel, a, b) == ends


def test_the_barrel_with_equal_totals_is_a_draw():
    assert ended("A", 15, 15) == ("", "")


# -- whole campaigns ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    run = Desk().campaign("spearhead", "hidden-in-the-ashes", ARMIES, seed=4)
    return run, run.play(["random", "random"], folder), folder


def test_a_campaign_is_three_battles_whose_victory_points_add_up(played):
    _, told, _ = played
    assert [one["battle"] for one in told["battles"]] == [
        "Smouldering Skirmish",
        "Blazing Blockade",
        "Final Conflagration",
    ]
    for name in ("A", "B"):
        assert told["total_victory_points"][name] == sum(
            battle["victory_points"][name] for battle in told["battles"]
        )


def test_armies_are_at_full_strength_in_each_battle(played):
    run, _, _ = played
    begun_with = [
        [(unit.name, unit.pools[0].starting) for unit in battle.session.game.units.values()][:10]
        for battle in run.battles
    ]
    assert begun_with[0] == begun_with[1] == begun_with[2]


def test_the_same_seed_gives_the_same_campaign(played):
    _, told, _ = played
    again = Desk().campaign("spearhead", ASHES, ARMIES, seed=4)
    assert again.play(["random", "random"]) == told


def test_each_battle_replays_from_its_own_log(played):
    run, told, folder = played
    for number, battle in enumerate(told["battles"], 1):
        log = read_log(Path(folder) / run.log_name(number))
        again = Desk().resume(log)
        replayed(again.session, log)
        assert state_hash(again.session.game) == battle["state_hash"]


def test_the_barrel_is_on_the_battlefield_in_the_last_battle(played):
    run, _, _ = played
    assert BARREL in [piece.feature for piece in relics(run.battles[2].session.game)]
