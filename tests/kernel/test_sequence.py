"""The walk through declared sequences: turn order, repetition, includes, windows, paths (architecture 4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercio.kernel.clone import clone
from tercio.kernel.decl import Do, Each, Node, Role, Rule, SequenceDecl, SetExpr, Trigger
from tercio.kernel.errors import RulesError
from tercio.kernel.hashing import state_hash
from tercio.kernel.sequence import Frame, advance, clock_for, jump, move_on, perform
from tercio.kernel.session import Session

from .toy import PROCEDURES, drive, give, new_game, new_unit

CHEER = (Do("cheer", (("who", Role("bearer")),)),)


def step(name: str, **more: Any) -> Node:
    return Node("step", name, **more)


def walked(
    *nodes: Node, order: tuple[str, ...] = ("A", "B"), more: dict[str, tuple[Node, ...]] | None = None
) -> list[str]:
    """Walk a sequence to its end; return `path active` of every step."""
    declared = {
        name: SequenceDecl(name=name, nodes=inner) for name, inner in {"war": nodes, **(more or {})}.items()
    }
    game = new_game()
    game.active = ""
    game.clock = clock_for(declared, "war", order)
    seen = []
    while drive(advance(game))[0] is not None:
        seen.append(f"{game.clock.path} {game.active}".rstrip())
    assert game.clock.over
    return seen


def new_game_of(*nodes: Node):
    game = new_game()
    game.clock = clock_for({"war": SequenceDecl(name="war", nodes=nodes)}, "war", ("A", "B"))
    return game


def test_steps_come_in_their_order_and_paths_name_the_place_in_time():
    phase = Node("phase", "magic", children=(step("draw"), step("cast")))
    assert walked(step("deploy"), phase) == ["deploy", "magic/draw", "magic/cast"]


def test_a_repeated_node_counts_in_its_path():
    assert walked(Node("round", "round", times=2, children=(step("a"),))) == ["round:1/a", "round:2/a"]


def test_each_player_comes_once_in_turn_order_and_becomes_active():
    turn = Node("turn", "turn", by="each player", children=(step("a"),))
    assert walked(Node("round", "round", times=2, children=(turn,))) == [
        "round:1/turn:A/a A",
        "round:1/turn:B/a B",
        "round:2/turn:A/a A",
        "round:2/turn:B/a B",
    ]


def test_a_single_step_may_be_for_each_player_or_repeated_as_well():
    assert walked(step("deploy", by="each player")) == ["deploy:A A", "deploy:B B"]
    assert walked(step("volley", times=3)) == ["volley:1", "volley:2", "volley:3"]


def test_each_player_within_each_repetition():
    assert walked(step("bid", by="each player", times=2)) == ["bid:1A A", "bid:1B B", "bid:2A A", "bid:2B B"]


def test_first_and_second_name_players_by_turn_order():
    nodes = (step("a", by="second"), step("b", by="first"), step("c"))
    assert walked(*nodes, order=("B", "A")) == ["a:A A", "b:B B", "c B"]


def test_a_third_player_where_two_play_is_an_error_and_no_crash():
    with pytest.raises(RulesError, match="by the third player, 2 play"):
        walked(step("a", by="third"))


def test_a_game_without_turn_order_walks_all_the_same():
    assert walked(step("a", by="each player"), step("b"), order=()) == ["a", "b"]


def test_the_active_player_stays_active_where_a_node_does_not_change_it():
    turn = Node("turn", "turn", by="each player", children=(step("a", by="active"), step("b")))
    assert walked(turn)[1:3] == ["turn:A/b A", "turn:B/a B"]


def test_a_sequence_is_included_by_naming_it_as_a_node():
    turn = Node("turn", "player-turn", by="each player")
    assert walked(turn, more={"player-turn": (step("move"), step("fight"))}) == [
        "player-turn:A/move A",
        "player-turn:A/fight A",
        "player-turn:B/move B",
        "player-turn:B/fight B",
    ]


def test_a_sequence_may_be_included_twice_side_by_side():
    nodes = (Node("phase", "volley"), Node("phase", "volley"))
    assert walked(*nodes, more={"volley": (step("shoot"),)}) == ["volley/shoot", "volley/shoot"]


@pytest.mark.parametrize(
    "more",
    [
        {"war": (Node("phase", "war"),)},
        {"war": (Node("phase", "a"),), "a": (Node("phase", "b"),), "b": (Node("phase", "a"),)},
    ],
)
def test_sequences_that_contain_each_other_are_refused(more):
    declared = {name: SequenceDecl(name=name, nodes=nodes) for name, nodes in more.items()}
    with pytest.raises(RulesError, match="contains itself"):
        clock_for(declared, "war")


def test_an_unknown_sequence_is_an_error_with_a_suggestion():
    with pytest.raises(RulesError, match='no sequence "batle"; did you mean "battle"'):
        clock_for({"battle": SequenceDecl(name="battle")}, "batle")


def test_a_sequence_without_nodes_is_over_at_once():
    assert walked() == []


def test_a_step_without_a_procedure_is_an_error_with_a_suggestion():
    game = new_game()
    with pytest.raises(RulesError, match='no procedure for step dahs; did you mean "dash"'):
        drive(perform(game, step("dahs"), PROCEDURES))


def test_a_step_with_statements_of_its_own_needs_no_procedure():
    game = new_game()
    units = [new_unit(game), new_unit(game)]
    body = (Each(SetExpr("unit"), (Do("cheer", (("who", Role("it")),)),)),)
    drive(perform(game, step("revel", body=body), {}))
    assert [unit.tokens for unit in units] == [{"cheers": 1}] * 2


@pytest.mark.parametrize(
    ("edge", "node", "expected"),
    [("start", "turn", 6), ("end", "round", 3), ("start", "battle", 1), ("end", "dash", 6)],
)
def test_the_windows_of_a_node_open_once_each_time_it_begins_or_ends(edge, node, expected):
    game = new_game(Rule(name="Drums", clauses=(Trigger(node, edge, CHEER),)))
    give(game, game.battle, "Drums")
    assert Session(game, {"dash": lambda g: iter(())}).over
    assert game.battle.tokens == {"cheers": expected}


def test_stamps_tell_occasions_apart_and_last_as_long_as_they_do():
    game = new_game()
    stamps: list[tuple[str, ...]] = []
    levels = ("battle", "round", "turn", "phase", "step")
    while drive(advance(game))[0] is not None:
        stamps.append(tuple(game.clock.stamp(level) for level in levels))
    assert [len(set(column)) for column in zip(*stamps, strict=True)] == [1, 3, 6, 6, 6]


def test_outside_of_a_level_a_stamp_lasts_as_long_as_what_is_open_and_only_that_of_the_battle_for_ever():
    turn = Node("turn", "turn", by="each player", children=(step("dash"),))
    opening = Node("phase", "opening", children=(step("ready"),))
    war = SequenceDecl(name="war", nodes=(Node("round", "round", times=3, children=(opening, turn)),))
    game = new_game()
    game.clock = clock_for({"war": war}, "war", ("A", "B"))
    stamps: dict[str, list[str]] = {
        "battle": [game.clock.stamp("battle")],
        "turn": [game.clock.stamp("turn")],
    }
    while (node := drive(advance(game))[0]) is not None:
        stamps["battle"].append(game.clock.stamp("battle"))
        stamps["turn"] += [game.clock.stamp("turn")] if node.name == "ready" else []
    assert set(stamps["battle"]) == {"battle"}
    assert len(set(stamps["turn"])) == 1 + 3, "before the battle, and at the opening of each round"
    assert new_game().clock.number("round") == 0


def test_number_says_which_repetition_it_is():
    game = new_game()
    numbers = []
    while drive(advance(game))[0] is not None:
        numbers.append(game.clock.number("round"))
    assert numbers == [1, 1, 2, 2, 3, 3]


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3), st.integers(0, 30))
def test_a_cloned_clock_goes_on_alone_from_where_it_stood(rounds, players, steps, taken):
    order = tuple("ABC"[:players])
    turn = Node("turn", "turn", by="each player", children=tuple(step(f"s{i}") for i in range(steps)))
    game = new_game()
    game.clock = clock_for(
        {"war": SequenceDecl(name="war", nodes=(Node("round", "round", times=rounds, children=(turn,)),))},
        "war",
        order,
    )
    for _ in range(taken):
        drive(advance(game))
    copy = clone(game)
    rest = [rest_of(game), rest_of(copy)]
    assert rest[0] == rest[1]
    assert len(rest[0]) == max(rounds * players * steps - taken, 0)


def rest_of(game: Any) -> list[str]:
    seen = []
    while drive(advance(game))[0] is not None:
        seen.append(game.clock.path)
    return seen


def test_a_clock_can_be_set_to_a_place_and_goes_on_from_there():
    game = new_game()
    (rounds,) = game.clock.root.children
    (turns,) = rounds.children
    jump(game, [Frame(game.clock.root, 1), Frame(rounds, 1, 3), Frame(turns, 0, 1, "A")])
    assert (game.clock.path, game.active) == ("round:3/turn:A", "A")
    drive(move_on(game))
    assert game.clock.path == "round:3/turn:A/move"
    drive(move_on(game))
    assert rest_of(game) == ["round:3/turn:B/move/dash"]


def test_a_node_that_is_cut_short_ends_with_the_present_step_and_is_not_repeated():
    inner = Node("phase", "fight", children=(step("a"), step("b")))
    rounds = Node("round", "round", times=3, children=(inner, step("c")))
    game = new_game_of(rounds, step("count"))
    seen = []
    while (node := drive(advance(game))[0]) is not None:
        seen.append(node.name)
        if len(seen) == 2:
            assert game.clock.cut_short("round")
    assert seen == ["a", "b", "count"]


def test_a_copy_of_a_game_is_cut_short_where_the_game_is():
    game = new_game_of(Node("round", "round", times=3, children=(step("a"), step("b"))))
    drive(advance(game))
    before = state_hash(game)
    game.clock.cut_short("round")
    assert state_hash(game) != before
    copy = clone(game)
    assert drive(advance(copy))[0] is None


def test_what_is_not_under_way_cannot_be_cut_short():
    game = new_game_of(step("a"))
    drive(advance(game))
    assert not game.clock.cut_short("round")
