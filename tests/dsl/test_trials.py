"""Scenarios of a made-up game, from the text of a pack to what became of them.

The game has no ranks, no magic and no published rules: what runs its scenarios knows of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tercio.dsl.desk import Desk
from tercio.dsl.trials import collect
from tercio.kernel.attack import Attack
from tercio.kernel.context import Context
from tercio.kernel.decisions import Decision, Procedure, ask
from tercio.kernel.decl import DiceAmount, SequenceDecl
from tercio.kernel.decl.scenario import Ground, Scenario
from tercio.kernel.dice import DiceSource
from tercio.kernel.engagement import Engagement
from tercio.kernel.errors import Refusal, RulesError
from tercio.kernel.geometry import Circle
from tercio.kernel.ground import put_piece
from tercio.kernel.hooks import hookimpl
from tercio.kernel.host import Host
from tercio.kernel.modifiers import Ledger
from tercio.kernel.rolls import roll_for
from tercio.kernel.ruleset import Ruleset, hold
from tercio.kernel.scheduler import Schedule
from tercio.kernel.sequence import clock_for
from tercio.kernel.signatures import RollSignature, Signature, ValueSignature
from tercio.kernel.state import Game, Part, Player, Pool, Terrain, Thing, Unit
from tercio.kernel.trial.ask import part_of
from tercio.kernel.trial.run import Outcome
from tercio.kernel.trial.system import Enlisted, Query, Refused
from tercio.kernel.vocabulary import Vocabulary

ATTACKER = (("attacker", "part"), ("attack", "attack"), ("unit", "unit"), ("target", "pool"))
WORDS = Vocabulary()


@WORDS.verb("dash", "{x:unit} dashes [to the {side:word}]")
def dashes(g: Game, _c: Context, x: Unit, side: str = "") -> Procedure[None]:
    """It runs D6 inches, if its owner still wants to; a tired unit may not."""
    if "tired" in x.marks:
        raise Refused(Refusal("dash.tired", {"unit": x.name}))
    options = ["left", "right"] if side else ["go", "stay"]
    answer = yield from ask(Decision("dash", x.owner, "Which way?", options))
    if answer != "stay":
        rolled = roll_for(g, "dash", Context(unit=x), DiceAmount(1, 6), x.id)
        x.tokens["run"] = x.tokens.get("run", 0) + rolled.total
        g.emit("dashed", unit=x.id, total=rolled.total, way=answer)


@WORDS.verb("dash-to", "{x:unit} dashes to {a:amount}, {b:amount}")
def dashes_to(g: Game, _c: Context, x: Unit, a: int, b: int) -> None:
    """It runs to a point."""
    x.memory["at"] = [float(a), float(b)]


@WORDS.verb("walk", "{x:unit} walks")
def walks(g: Game, _c: Context, x: Unit) -> Procedure[None]:
    """Its models go anywhere."""
    where = yield Decision("walk", x.owner, "Where?", [[[0, 0]]], accepts=_no_refusal)
    g.emit("walked", unit=x.id, where=where)


def _no_refusal(_answer: Any) -> None:
    return None


class ToyTrials:
    system = "toy"

    def words(self) -> Iterable[Signature]:
        return WORDS.signatures

    def table(self, ruleset: Ruleset, dice: DiceSource, players: Sequence[str]) -> Game:
        clock = clock_for(ruleset.of_kind(SequenceDecl), "battle", tuple(players))
        game = Game(ruleset, dice, clock, Schedule(), Engagement(), active=players[0])
        for name in players:
            player = Player(game.new_id(), name, name)
            game.players[name] = game.things[player.id] = player
        return game

    def field(self, g: Game, table: str) -> None:
        g.memory["field"] = table

    def put(self, g: Game, enlisted: Enlisted) -> Unit:
        entry, placing = enlisted.bound.unit, enlisted.placing
        unit = Unit(g.new_id(), entry.name, placing.owner, cost=enlisted.cost)
        models = enlisted.bound.entry.models
        numbers = {name: value.value for name, value in entry.profile.defence}
        pool = Pool(
            g.new_id(), entry.name, placing.owner, unit=unit, profile=numbers, models=models, starting=models
        )
        for profile in entry.profile.parts:
            offence = {name: value.value for name, value in profile.characteristics}
            pool.parts.append(Part(g.new_id(), profile.name, placing.owner, pool=pool, profile=offence))
        unit.pools.append(pool)
        for ref in entry.rules:
            hold(g, unit, ref, entry.name)
        unit.memory["spots"] = [[float(spot.x.value), float(spot.y.value)] for spot in placing.spots]
        g.add_unit(unit)
        return unit

    def ground(self, g: Game, ground: Ground) -> Terrain:
        size = float(ground.piece.width.value) or 1.0
        shape = Circle(float(ground.piece.x.value), float(ground.piece.y.value), size)
        return put_piece(g, ground.piece.feature, shape, ground.name)

    def leave(self, g: Game, pool: Pool, models: int) -> None:
        pool.models = models

    def mark(self, g: Game, thing: Thing, mark: str) -> None:
        thing.marks[mark] = 0

    @contextmanager
    def attack(self, g: Game, query: Query) -> Iterator[Attack | None]:
        if query.against is None:
            yield None
            return
        part = part_of(query)
        yield Attack("strike", frozenset({"melee"}), query.against.pools[0], part.pool.unit, part)

    def number(self, g: Game, query: Query) -> Ledger | None:
        return None

    def cost(self, g: Game, name: str, attack: Attack) -> None:
        return None


class Toy:
    @hookimpl
    def tercio_signatures(self) -> Iterable[Signature]:
        return (
            ValueSignature("strength", "number", ATTACKER, "How hard it strikes."),
            ValueSignature(
                "toughness", "number", (("target", "pool"), ("attack", "attack")), "How much it takes."
            ),
            ValueSignature("to-wound", "target", ATTACKER, "Roll to wound."),
            RollSignature("to-wound", ATTACKER, "Roll to wound."),
            RollSignature("dash", (("unit", "unit"),), "A dash."),
        )

    @hookimpl
    def tercio_trials(self) -> Iterable[Any]:
        return (ToyTrials(),)


PACK = """
pack "toy"

characteristic strength of part
  cite "Toy 1"

characteristic toughness of pool
  cite "Toy 1"

table wounding (difference)
  cite "Toy 2"
  1 or more: 3+
  0: 4+
  -1 or less: 5+

attack-sequence strike
  cite "Toy 2"
  stage to-wound rolled by attacker on D6
    needs table wounding of strength - toughness
    natural 1 fails, natural 6 passes

mark tired of unit
  cite "Toy 3"

duration "A Turn"
  cite "Toy 3"
  until end of turn

rule "Fierce"
  cite "Toy 3"
  modify strength by +1
    when attacker has this rule

rule "Tough"
  cite "Toy 3"
  modify to-wound by -1
    when attack is melee

rule "Spite"
  cite "Toy 3"
  on natural 6 of to-wound: end the attack as spite

rule "Whistle"
  cite "Toy 3"
  action "Whistle" in own run, once per turn
    when unit is not tired
    mark unit as tired
  action "Point" in any run, repeatable
    declare
      pick target from enemy units
    effect
      mark target as tired
  action "Flood" in own run, repeatable
    choose 1 areas
      give it 1 water tokens
  action "Beckon" in own run, repeatable
    choose 1 enemy units
      give it 1 spoils tokens

terrain "Hedge"
  cite "Toy 6"

map "Yard"
  cite "Toy 6"
  size 20"x10"
  terrain "Hedge" at 4", 4" size 2"x2"
  area "Miller's Well" as well at 5", 5" size 2"x2"
  area "South" as land at 10", 2" size 20"x4"

map "Lines"
  cite "Toy 6"
  area "North" as land at 10", 9" size 20"x2"

sequence battle
  cite "Toy 4"
  round game-round, 2 times
    turn player-turn by each player
      phase run
        step rest
          mark player as tired

army "Toys"
  cite "Toy 5"
  category "Core"

unit "Pikes" of "Toys"
  cite "Toy 5"
  category "Core"
  size 5 to 20
  cost 50, then 4 each
  base 20x20mm
  defence toughness 3
  part "Pike" strength 3
  has "Fierce"
  options
    choose any "Extras"
      take "Drum" for 7
        has "Fierce"
"""


def desk(tmp_path: Path, *scenarios: str, system: str = "toy", plugin: object | None = None) -> Desk:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "pack.toml").write_text(f'[pack]\nname = "toy"\nsystem = "{system}"\n', "utf-8")
    (folder / "core.rules").write_text(PACK.replace("  then lose 1\n", ""), "utf-8")
    (folder / "trials.rules").write_text("\n".join(scenarios) or 'scenario "none"\n  cite "-"\n', "utf-8")
    host = Host(entry_points=False)
    host.register(plugin or Toy())
    return Desk([folder], host)


def outcome(tmp_path: Path, *lines: str) -> Outcome:
    text = "\n".join(('scenario "it"', '  cite "Toy"', *(f"  {line}" for line in lines))) + "\n"
    (found,) = desk(tmp_path, text).scenarios(["toy"])
    return found


PIKES = 'unit "Pikes" as pikes of A, models 6'
FOES = 'unit "Pikes" as foes of B'


def test_a_number_is_asked_in_its_situation_and_says_why(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        FOES,
        "expect strength of pikes is 4",
        '  because "Fierce" +1',
        "expect to-wound of pikes against foes is 3+",
        "given pikes has strength +1",
        'given pikes has "Tough"',
        "expect to-wound of pikes against foes is 4+",
        '  because "Tough" -1',
    )
    assert found.ok, found.message


def test_a_number_that_is_not_so_shows_both_and_its_ledger_at_its_line(tmp_path):
    found = outcome(tmp_path, PIKES, "expect strength of pikes is 3")
    assert found.message.splitlines() == [
        'toy/trials.rules:1:10: scenario "it" does not hold',
        "toy/trials.rules:4:3: expect strength of pikes is 3",
        "   expected 3, found 4",
        "   strength: 3 +1 Fierce = 4",
    ]


def test_a_right_number_for_the_wrong_reason_is_a_fault(tmp_path):
    found = outcome(tmp_path, PIKES, "expect strength of pikes is 4", '  because "Tough" +1')
    assert 'no step "Tough" +1' in found.message
    assert "a step that is not expected: Fierce +1" in found.message


def test_several_expectations_that_are_not_met_are_all_told(tmp_path):
    found = outcome(tmp_path, PIKES, "expect models of pikes is 5", "expect pikes is tired")
    assert "expected 5, found 6" in found.message
    assert "it is not so" in found.message


def test_chances_are_exact_over_all_that_is_done(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        'answer "dash" with go',
        "expect chance of 2D6 >= 7 is 58%",
        "expect chance of tokens run of pikes >= 5 is 1/3",
        "  do pikes dashes",
        "expect tokens run of pikes is 0",
        "do pikes dashes",
    )
    assert found.ok, found.message


def test_a_mean_is_exact_or_as_far_as_its_decimals_go(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        FOES,
        "expect mean wounds of 5 attacks of pikes against foes is 10/3",
        "expect mean wounds of 5 attacks of pikes against foes is 3.33",
        "expect mean to-wound of 5 attacks of pikes against foes is 3.3",
    )
    assert found.ok, found.message
    assert "expected 3, found 10/3" in outcome_in(
        tmp_path, "expect mean wounds of 5 attacks of pikes against foes is 3"
    )


def test_a_mean_may_be_of_attacks_that_a_natural_die_ends(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        FOES,
        'given pikes has "Spite"',
        "expect mean spite of 12 attacks of pikes against foes is 2",
        "expect mean wounds of 12 attacks of pikes against foes is 6",
        "expect mean to-wound of 12 attacks of pikes against foes is 8",
    )
    assert found.ok, found.message
    never = outcome_in(tmp_path, "expect mean spite of 5 attacks of pikes against foes is 0")
    assert "strike has no roll spite" in never


def outcome_in(tmp_path: Path, line: str) -> str:
    other = tmp_path / "other"
    other.mkdir()
    return outcome(other, PIKES, FOES, line).message


def test_events_are_those_of_what_has_just_been_done(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        FOES,
        "dice dash 4 6",
        'answer "dash" with left',
        'answer "dash" with go',
        "do pikes dashes to the right",
        "do foes dashes",
        "expect event dashed of pikes with total 4, way left",
        "expect event dashed of B with total 6",
        "expect no event dashed with total 1",
        "do pikes dashes",
        "expect no event dashed of foes",
    )
    assert found.ok, found.message


def test_what_is_refused_is_expected_by_its_code_or_is_a_fault(tmp_path):
    lines = (PIKES, "given pikes is tired", "do pikes dashes")
    assert outcome(tmp_path, *lines, 'expect refusal "dash.tired"').ok
    other = tmp_path / "other"
    other.mkdir()
    assert "refused: dash.tired (unit Pikes)" in outcome(other, *lines).message


def test_an_answer_that_is_refused_is_told_too(tmp_path):
    found = outcome(
        tmp_path, PIKES, 'answer "dash" with up', "do pikes dashes", 'expect refusal "decision.not_an_option"'
    )
    assert found.ok, found.message


def test_dice_and_answers_that_nobody_asks_for_are_faults_with_the_nearest_name(tmp_path):
    found = outcome(tmp_path, PIKES, "dice dashh 4", 'answer "dsh" with go', "do pikes dashes")
    assert 'dice dashh 4 were never rolled\n   did you mean "dash"?' in found.message
    assert 'answer "dsh" was never asked for\n   did you mean "dash"?' in found.message


def test_a_line_that_cannot_be_done_ends_the_scenario_at_its_place(tmp_path):
    found = outcome(tmp_path, 'unit "Pikes" as pikes of A', '  take "Drums"', "expect models of pikes is 1")
    assert found.message.splitlines()[1:] == [
        'toy/trials.rules:4:10: Pikes has no "Drums"',
        '   did you mean "Drum"?',
    ]


def test_a_unit_costs_what_its_list_entry_would(tmp_path):
    found = outcome(
        tmp_path, PIKES, '  take "Drum"', "expect points of pikes is 61", "expect points of A is 61"
    )
    assert found.ok, found.message


def test_facts_of_health_models_tokens_and_time_are_set(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        "at run of B, game-round 2",
        "given pikes has 3 models left",
        "given pikes has 2 spoils tokens",
        "given army-size is 2000",
        "expect models of pikes is 3",
        "expect tokens spoils of pikes is 2",
        "given A is active",
        'do grant "Tough" to pikes for "A Turn"',
        'expect pikes has "Tough"',
        "do play run",
        "expect event effect-ended",
    )
    assert "effect-ended" in found.message
    assert found.message.count("expect ") == 1


def test_time_that_passes_ends_what_lasts_for_a_turn(tmp_path):
    found = outcome(
        tmp_path,
        PIKES,
        'do grant "Tough" to pikes for "A Turn"',
        'expect pikes has "Tough"',
        "do wait until player-turn of B",
        'expect not pikes has "Tough"',
        "expect event effect-ended",
    )
    assert found.ok, found.message


def test_more_models_than_there_were_are_a_fault(tmp_path):
    assert (
        "began with 6 models: it cannot have 7 left"
        in outcome(tmp_path, PIKES, "given pikes has 7 models left").message
    )


def test_a_fault_of_the_engine_is_one_of_this_scenario_alone(tmp_path):
    class Broken(ToyTrials):
        def number(self, g: Game, query: Query) -> Ledger | None:
            raise ZeroDivisionError("nothing to divide")

    class Plugin(Toy):
        @hookimpl
        def tercio_trials(self) -> Iterable[Any]:
            return (Broken(),)

    text = 'scenario "{}"\n  cite "-"\n  unit "Pikes" as pikes of A\n  expect {} of pikes is 5\n'
    found = desk(
        tmp_path, text.format("one", "strength"), text.format("two", "models"), plugin=Plugin()
    ).scenarios(["toy"])
    assert [one.ok for one in found] == [False, True]
    assert isinstance(found[0].error, ZeroDivisionError)
    assert "trials.rules:4:3: the engine failed: ZeroDivisionError: nothing to divide" in found[0].message


# -- the battlefield -------------------------------------------------------------------------------


def test_a_map_is_laid_with_all_that_is_on_it_and_its_areas_have_names(tmp_path):
    found = outcome(
        tmp_path,
        'battlefield "Yard", south of A',
        'battlefield "Lines", north of B',
        "expect owner of south is A",
        "expect owner of north is B",
        "expect number of areas is 3",
        "expect number of terrain is 1",
        'expect millers-well is within 1" of south',
        'expect millers-well is not within 1" of north',
    )
    assert found.ok, found.message


def test_a_map_without_a_size_needs_a_table(tmp_path):
    found = outcome(tmp_path, 'battlefield "Lines"')
    assert "there is no table yet" in found.message


def test_the_system_adds_what_every_table_has_once_the_size_is_known(tmp_path):
    class Seen(ToyTrials):
        tables: ClassVar[list[tuple[str, float]]] = []

        def field(self, g: Game, table: str) -> None:
            self.tables.append((table, g.width))

    class Plugin(Toy):
        @hookimpl
        def tercio_trials(self) -> Iterable[Any]:
            return (Seen(),)

    text = 'scenario "it"\n  cite "-"\n  battlefield "Yard"\n  battlefield "Lines"\n  battlefield 6"x4"\n'
    (found,) = desk(tmp_path, text, plugin=Plugin()).scenarios(["toy"])
    assert found.ok, found.message
    assert Seen.tables == [("Yard", 20.0), ("", 6.0)]


def test_an_area_stands_in_the_scenario_itself_with_its_owner(tmp_path):
    found = outcome(
        tmp_path,
        'battlefield 20"x10"',
        'area "Duck Pond" as water of B at 5", 5" size 4"x4" round',
        'terrain "Hedge" as hedge at 5", 5"',
        "expect owner of duck-pond is B",
        'expect hedge is within 1" of duck-pond',
    )
    assert found.ok, found.message


def test_one_name_for_two_areas_is_a_fault_of_the_scenario(tmp_path):
    with pytest.raises(RulesError, match='two things are called "millers-well" in this scenario'):
        outcome(tmp_path, 'battlefield "Yard"', 'area "Miller\'s Well" as water at 5", 5" size 4"x4"')


def test_models_that_are_placed_one_by_one_are_as_many_as_their_places(tmp_path):
    found = outcome(
        tmp_path,
        'battlefield 20"x10"',
        'unit "Pikes" as pikes of A, models at (1", 1"), (2", 1.5"), (3", 1", 90)',
        "expect models of pikes is 3",
    )
    assert found.ok, found.message


def test_models_have_no_places_before_there_is_a_table(tmp_path):
    found = outcome(tmp_path, 'unit "Pikes" as pikes of A, models at (1", 1")')
    assert "there is no table yet" in found.message


# -- actions ---------------------------------------------------------------------------------------

WHISTLERS = (PIKES, FOES, 'given pikes has "Whistle"')


def test_an_action_is_used_by_its_name_in_its_own_node(tmp_path):
    found = outcome(
        tmp_path,
        *WHISTLERS,
        'do pikes uses "Whistle"',
        'expect refusal "action.not_now"',
        'expect not pikes can use "Whistle"',
        "at run of A",
        'expect pikes can use "Whistle"',
        'do pikes uses "Whistle"',
        "expect event action-declared of pikes",
        "expect pikes is tired",
        'expect pikes has used "Whistle" this phase',
        'expect pikes can not use "Whistle"',
    )
    assert found.ok, found.message


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("at run of B", "action.not_this_turn"),
        ("given pikes is tired", "action.not_met"),
        ('do pikes uses "Whistle"', "action.spent"),
    ],
)
def test_an_action_that_is_barred_is_refused_with_the_reason(tmp_path, given, code):
    found = outcome(
        tmp_path, *WHISTLERS, "at run of A", given, 'do pikes uses "Whistle"', f'expect refusal "{code}"'
    )
    assert found.ok, found.message


def test_what_stands_behind_at_is_picked_where_it_can_be(tmp_path):
    found = outcome(
        tmp_path,
        *WHISTLERS,
        'unit "Pikes" as others of B',
        "at run of A",
        'do pikes uses "Point" at others',
        "expect others is tired",
        "expect foes is not tired",
        'do A uses "Point" at pikes',
        'expect refusal "action.no_target"',
        'do A uses "Beckon" at others',
        "expect tokens spoils of others is 1",
        "expect tokens spoils of foes is 0",
    )
    assert found.ok, found.message


def test_an_action_that_nobody_has_ends_the_scenario_with_the_nearest_name(tmp_path):
    found = outcome(tmp_path, *WHISTLERS, "at run of A", 'do pikes uses "Whistel"')
    assert 'Pikes has no action "Whistel"\n   did you mean "Whistle"?' in found.message


def test_an_action_may_have_been_used_before(tmp_path):
    found = outcome(
        tmp_path,
        *WHISTLERS,
        "at run of A",
        'given pikes has used "Whistle" this turn',
        'expect pikes has used "Whistle" this turn',
        "expect pikes is not tired",
    )
    assert found.ok, found.message


# -- answers ---------------------------------------------------------------------------------------


def test_an_answer_may_be_a_list_of_places(tmp_path):
    walk = 'answer "walk" with (1", 2.5"), (3", 4", 90)'
    found = outcome(tmp_path, PIKES, walk, "do pikes walks", 'expect event walked with where "here"')
    assert "'where': [[1, 2.5], [3, 4, 90]]" in found.message


def test_a_lone_pair_of_parentheses_is_a_list_of_one_place(tmp_path):
    walk = 'answer "walk" with (1", 2")'
    found = outcome(tmp_path, PIKES, walk, "do pikes walks", 'expect event walked with where "here"')
    assert "'where': [[1, 2]]" in found.message


def test_an_answer_names_a_thing_as_the_rules_do_or_as_the_scenario_does(tmp_path):
    found = outcome(
        tmp_path,
        *WHISTLERS,
        'battlefield "Yard"',
        "at run of A",
        'answer "rule.choose" with "South"',
        'answer "rule.choose" with south',
        'do pikes uses "Flood"',
        'do pikes uses "Flood"',
        "expect tokens water of south is 2",
    )
    assert found.ok, found.message


def test_a_verb_may_have_a_comma(tmp_path):
    found = outcome(tmp_path, PIKES, "do pikes dashes to 3, 4", "do pikes dashes")
    assert found.ok, found.message


# -- collecting ------------------------------------------------------------------------------------

TWO = (
    'scenario "one"\n  cite "-"\n  expect 1 + 1 is 2\n',
    'scenario "two"\n  cite "-"\n  expect 1 + 1 is 3\n',
)


def test_the_scenarios_of_a_pack_are_run_in_order(tmp_path):
    found = desk(tmp_path, *TWO).scenarios(["toy"])
    assert [(one.name, one.pack, one.ok) for one in found] == [("one", "toy", True), ("two", "toy", False)]


def test_a_pack_is_named_by_its_folder_or_one_of_its_files(tmp_path):
    here = desk(tmp_path, *TWO)
    assert [trial.id for trial in collect(here, [tmp_path / "toy"])] == ["toy/one", "toy/two"]
    assert [trial.id for trial in collect(here, [tmp_path / "toy" / "trials.rules"])] == [
        "toy/one",
        "toy/two",
    ]
    assert collect(here, [tmp_path / "toy" / "core.rules"]) == []


def test_a_file_outside_any_pack_says_which_packs_it_uses(tmp_path):
    here = desk(tmp_path)
    lone = tmp_path / "lone.rules"
    lines = (
        'scenario "alone"',
        '  cite "-"',
        '  unit "Pikes" as pikes of A',
        "  expect models of pikes is 5",
    )
    lone.write_text("\n".join(('use "toy"', "", *lines, "")), "utf-8")
    (found,) = here.scenarios([lone])
    assert (found.name, found.pack, found.ok) == ("alone", "lone", True)


def test_scenarios_of_two_packs_may_share_a_name_and_are_no_rules(tmp_path):
    here = desk(tmp_path, *TWO)
    lone = tmp_path / "lone.rules"
    lone.write_text('use "toy"\n\nscenario "one"\n  cite "-"\n  expect 2 is 2\n', "utf-8")
    assert [one.ok for one in here.scenarios([lone])] == [True]
    (trial,) = collect(here, [lone])
    assert trial.ruleset.of_kind(Scenario) == {}


def test_an_overlay_changes_what_the_scenarios_of_its_base_find(tmp_path):
    text = 'scenario "table"\n  cite "-"\n  expect table wounding of 0 is 4+\n'
    here = desk(tmp_path, text)
    over = tmp_path / "harder"
    over.mkdir()
    (over / "pack.toml").write_text('[pack]\nname = "harder"\nover = "toy"\n', "utf-8")
    table = "  replace table wounding (difference)\n    0 or more: 2+\n    -1 or less: 5+\n"
    (over / "core.rules").write_text(f'pack "harder" over "toy"\n{table}', "utf-8")
    assert [one.ok for one in here.scenarios(["toy"])] == [True]
    (changed,) = here.scenarios(["toy"], over=[over])
    assert "expected 4+, found 2+" in changed.message


def test_a_system_whose_scenarios_nobody_runs_is_told(tmp_path):
    with pytest.raises(RulesError, match='no plugin runs those of the system "ty"'):
        desk(tmp_path, *TWO, system="ty").scenarios(["toy"])


def test_an_unknown_pack_is_told_with_the_nearest_one(tmp_path):
    with pytest.raises(RulesError, match='did you mean "toy"'):
        desk(tmp_path).scenarios(["tooy"])


def test_words_of_scenarios_are_none_of_rules(tmp_path):
    rule = 'rule "Clockwork"\n  cite "-"\n  at start of run\n    wait until run\n'
    with pytest.raises(RulesError, match="wait"):
        desk(tmp_path, rule).scenarios(["toy"])
