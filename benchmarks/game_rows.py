"""Whole battles: games a second against jpoke and python-chess, what a log costs, clones of a real battle,
memory.
"""

from __future__ import annotations

import copy
import resource
import subprocess
import sys
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

import chess
from jpoke import Battle, Player

from tercio.dsl.desk import Desk
from tercio.dsl.loader import BUILT_IN
from tercio.kernel.agents import consult
from tercio.kernel.clone import clone
from tercio.kernel.rng import Streams
from tercio.kernel.state import Game

from .timing import Row, rate, ratio

LISTS = [BUILT_IN / "t9a" / "lists" / name for name in ("empire_of_sonnstahl.txt", "highborn_elves.txt")]
AGENTS = ["captain", "captain"]
DESK = Desk()


def play(seed: int, log: Path | None = None) -> None:
    """Play one battle of the demo lists between two captains."""
    DESK.begin("t9a", LISTS, seed=seed, record=log is not None).play(AGENTS, log)


@cache
def games_per_second() -> float:
    """Battles of the demo lists a second on one core, captain against captain, without a log."""
    seeds = count(1)
    return rate(lambda: play(next(seeds)), 20.0)


def _pokemon(seed: int) -> None:
    players = [Player("a"), Player("b")]
    for player, names in zip(
        players,
        (("ピカチュウ", "リザードン", "カメックス"), ("フシギバナ", "ゲンガー", "カイリュー")),
        strict=True,
    ):
        for name in names:
            player.add_pokemon(name, moves=["たいあたり", "でんこうせっか"])
    battle = Battle(*players, seed=seed)
    battle.start()
    while battle.can_continue(max_turns=100):
        battle.step()


def against_jpoke() -> float:
    """Battles a second over battles of three against three a second in jpoke."""
    seeds = count(1)
    return games_per_second() / rate(lambda: _pokemon(next(seeds)))


def against_chess() -> float:
    """Battles a second over random games a second in python-chess."""
    streams = Streams(1)

    def random_game() -> None:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            moves = list(board.legal_moves)
            board.push(moves[streams.draw("move", 1, min(256, len(moves)))[0] - 1 if len(moves) > 1 else 0])

    return games_per_second() / rate(random_game)


def captain_wins() -> float:
    """How many of 100 mirrored battles `captain` wins against `random`: each seat with each list, seed by
    seed.
    """
    won = 0
    for seed in range(1, 26):
        for lists in (LISTS, LISTS[::-1]):
            for player, agents in (("A", ["captain", "random"]), ("B", ["random", "captain"])):
                won += DESK.begin("t9a", lists, seed=seed).play(agents)["winner"] == player
    return won


def logging() -> float:
    """A battle with a log over the same without."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        spent: dict[bool, float] = {True: 0.0, False: 0.0}
        for seed in range(1, 7):
            for logged in (True, False) if seed % 2 else (False, True):
                start = perf_counter()
                play(seed, log if logged else None)
                spent[logged] += perf_counter() - start
    return spent[True] / spent[False]


def _in_turn(turn: int) -> Game:
    session = DESK.begin("t9a", LISTS, seed=1).session
    agent = DESK.host.agent("captain", 1, "t9a")
    while session.decision is not None and session.game.clock.number("game-turn") < turn:
        session.answer(consult(agent, session.decision, session.game))
    return session.game


def cloning() -> float:
    """A clone of a battle in its second turn over `copy.deepcopy` of it; the rules are shared in both."""
    game = _in_turn(2)
    memo: dict[int, Any] = {id(game.ruleset): game.ruleset}
    return ratio(lambda: clone(game), lambda: copy.deepcopy(game, dict(memo)), pairs=5)


def memory() -> float:
    """Peak memory in MB of a process that plays one battle."""
    code = "from benchmarks.game_rows import play; play(1)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; from benchmarks.game_rows import peak; print(peak())"],
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def peak() -> float:
    """Peak memory of this process in MB (the peers that this module imports are included)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


ROWS = (
    Row("battles a second, captain against captain", ">=", 10.0, games_per_second, ""),
    Row("battles against jpoke's battles", ">=", 0.8, against_jpoke),
    Row("battles against random games of python-chess", ">=", 0.0, against_chess),
    Row("battles of 100 that captain wins against random", ">=", 90.0, captain_wins, ""),
    Row("a battle with its log against one without", "<=", 1.2, logging),
    Row("clone of a battle against deepcopy", "<=", 0.04, cloning),
    Row("peak memory of a battle", "<=", 150.0, memory, " MB"),
)
