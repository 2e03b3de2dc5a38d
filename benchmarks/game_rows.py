"""Whole battles: games a second against jpoke and python-chess, what a log costs, clones of a real battle,
memory.
"""

from __future__ import annotations

import copy
import subprocess
import sys
import tempfile
from functools import cache, partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import chess
from jpoke import Battle
from jpoke.players.random_player import RandomPlayer

from tercio.dsl.desk import Desk
from tercio.dsl.loader import BUILT_IN
from tercio.kernel.agents import consult
from tercio.kernel.clone import clone
from tercio.kernel.rng import Streams
from tercio.kernel.state import Game

from .timing import Row, rate, ratio

LISTS = [BUILT_IN / "t9a" / "lists" / name for name in ("empire_of_sonnstahl.txt", "highborn_elves.txt")]
ARMIES: dict[str, list[Path | str]] = {
    "t9a": [*LISTS],
    "spearhead": ["Sentinels of Embergard", "Crixxit's Kill-Pack"],
    "sovl": ["Ashen Clans", "Tarn Holds"],
    "wap": ["Cairn Host", "Marsh Banners"],
}
"""By system the two lists that meet, files or the names of armies whose packs bring one."""
AGENTS = ["captain", "captain"]
DESK = Desk()


def play(seed: int, log: Path | None = None, system: str = "t9a") -> None:
    """Play one battle of a system's demo armies between two captains."""
    DESK.begin(system, ARMIES[system], seed=seed, record=log is not None).play(AGENTS, log)


_TEAMS = (
    {
        "ピカチュウ": ["10まんボルト", "でんこうせっか", "アイアンテール", "でんじは"],
        "リザードン": ["かえんほうしゃ", "エアスラッシュ", "りゅうのまい", "じしん"],
        "カメックス": ["なみのり", "れいとうビーム", "まもる", "かみくだく"],
    },
    {
        "フシギバナ": ["ギガドレイン", "ヘドロばくだん", "やどりぎのタネ", "ねむりごな"],
        "ゲンガー": ["シャドーボール", "ヘドロばくだん", "さいみんじゅつ", "10まんボルト"],
        "カイリュー": ["げきりん", "しんそく", "りゅうのまい", "じしん"],
    },
)
_PAIRS, _SLICE = 12, 0.7
"""How many slices of each kind of game are played in turn, and how many seconds a peer gets at least."""


def _pokemon(seed: int) -> None:
    players = [RandomPlayer("a"), RandomPlayer("b")]
    for player, team in zip(players, _TEAMS, strict=True):
        for name, moves in team.items():
            player.add_pokemon(name, moves=moves)
    battle = Battle(*players, seed=seed)
    battle.start()
    while battle.can_continue(max_turns=100):
        battle.step()


def _chess(seed: int) -> None:
    board, streams = chess.Board(), Streams(seed)
    while not board.is_game_over() and board.ply() < 200:
        moves = list(board.legal_moves)
        board.push(moves[streams.draw("move", 1, min(256, len(moves)))[0] - 1 if len(moves) > 1 else 0])


@cache
def _rates(system: str) -> tuple[tuple[float, float, float], ...]:
    """Games a second of a system of ours, of jpoke and of python-chess, slice by slice in turn."""
    ours, theirs, others = count(1), count(1), count(1)
    play(0, system=system)
    return tuple(
        (
            rate(lambda: play(next(ours), system=system), 2 * _SLICE),
            rate(lambda: _pokemon(next(theirs)), _SLICE),
            rate(lambda: _chess(next(others)), _SLICE),
        )
        for _ in range(_PAIRS)
    )


def games_per_second(system: str) -> float:
    """Battles of the demo armies a second on one core, captain against captain, without a log."""
    return median(ours for ours, _, _ in _rates(system))


def against_jpoke(system: str) -> float:
    """Battles a second over battles of three against three a second in jpoke, its own random players."""
    return median(ours / theirs for ours, theirs, _ in _rates(system))


def against_chess(system: str) -> float:
    """Battles a second over random games a second in python-chess."""
    return median(ours / theirs for ours, _, theirs in _rates(system))


def captain_wins(system: str) -> float:
    """How many of 100 mirrored battles `captain` wins against `random`: each seat with each army, seed by
    seed.
    """
    won = 0
    for seed in range(1, 26):
        for armies in (ARMIES[system], ARMIES[system][::-1]):
            for player, agents in (("A", ["captain", "random"]), ("B", ["random", "captain"])):
                won += DESK.begin(system, armies, seed=seed).play(agents)["winner"] == player
    return won


def logging(system: str) -> float:
    """A battle with a log over the same without: the median over some seeds, either first in turn."""
    with tempfile.TemporaryDirectory() as folder:
        return median(_logged_over_plain(system, seed, Path(folder) / "log") for seed in range(1, 10))


def _logged_over_plain(system: str, seed: int, log: Path) -> float:
    spent: dict[bool, float] = {}
    for logged in (True, False) if seed % 2 else (False, True):
        start = perf_counter()
        play(seed, log if logged else None, system)
        spent[logged] = perf_counter() - start
    return spent[True] / spent[False]


def _in_round(system: str, number: int) -> Game:
    session = DESK.begin(system, ARMIES[system], seed=1).session
    agent = DESK.host.agent("captain", 1, system)
    while session.decision is not None and session.game.clock.number("round") < number:
        session.answer(consult(agent, session.decision, session.game))
    return session.game


def cloning(system: str) -> float:
    """A clone of a battle in its second round over `copy.deepcopy` of it; the rules are shared in both."""
    game = _in_round(system, 2)
    memo: dict[int, Any] = {id(game.ruleset): game.ruleset}
    return ratio(lambda: clone(game), lambda: copy.deepcopy(game, dict(memo)), pairs=5)


_ONE_BATTLE = """
import resource, sys
from tercio.dsl.desk import Desk
Desk().begin(sys.argv[1], sys.argv[2:], seed=1).play(["captain", "captain"])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


_THROUGH = "import subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], check=True)"


def memory(system: str) -> float:
    """Peak memory in MB of a process that plays one battle.

    A small process starts it, for the peak of whoever starts a process counts as the new one's own.
    """
    command = [sys.executable, "-c", _THROUGH, "-c", _ONE_BATTLE, system, *map(str, ARMIES[system])]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


GOALS = {
    "t9a": (10.0, 0.8, 90.0),
    "spearhead": (40.0, 2.0, 90.0),
    "sovl": (60.0, 0.0, 90.0),
    "wap": (0.0, 0.0, 0.0),
}
"""By system: battles a second, those over jpoke's, and how many of 100 the captain wins; 0 for what is
measured for information.
"""


def _rows(system: str) -> tuple[Row, ...]:
    battles, jpoke, won = GOALS[system]
    rows = (
        ("battles a second, captain against captain", ">=", battles, games_per_second, ""),
        ("battles against jpoke's battles", ">=", jpoke, against_jpoke, "x"),
        ("battles against random games of python-chess", ">=", 0.0, against_chess, "x"),
        ("battles of 100 that captain wins against random", ">=", won, captain_wins, ""),
        ("a battle with its log against one without", "<=", 1.2, logging, "x"),
        ("clone of a battle against deepcopy", "<=", 0.04, cloning, "x"),
        ("peak memory of a battle", "<=", 150.0, memory, " MB"),
    )
    return tuple(
        Row(f"{system}: {name}", goal, bound, partial(measure, system), unit)
        for name, goal, bound, measure, unit in rows
    )


ROWS = tuple(row for system in GOALS for row in _rows(system))
