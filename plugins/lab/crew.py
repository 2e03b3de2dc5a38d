"""Who plays the games of a plan: this process, or a pool of them.

A crew is handed numbers of games in order and yields their rows as batches end, in any order. A game that
takes its worker with it becomes a row with an error; all others are played, by new workers.
"""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Protocol

from .games import Batch, Row, crashed, play_batch
from .pace import Pace
from .plan import Plan

Rows = Iterator[list[Row]]


class Crew(Protocol):
    """Plays games."""

    def play(self, plan: Plan, numbers: Iterable[int]) -> Rows:
        """Yield the rows of games, each once, batch by batch. Numbers are taken as there is somebody to play
        them.
        """
        ...


class Here:
    """Plays in this process, one game after the other."""

    def play(self, plan: Plan, numbers: Iterable[int]) -> Rows:
        for number in numbers:
            yield play_batch(plan, [number]).rows


class Processes:
    """Plays in a pool of processes. An interrupt waits for the batches under way and keeps them."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, plan: Plan, numbers: Iterable[int]) -> Rows:
        todo, pace = iter(numbers), Pace()
        while True:
            lost = yield from _Shift(self.workers, plan, todo, pace).work()
            if not lost:
                return
            yield from _one_by_one(plan, lost)


class _Shift:
    """One pool of processes, for as long as none of them dies."""

    def __init__(self, workers: int, plan: Plan, todo: Iterator[int], pace: Pace) -> None:
        self.plan, self.todo, self.pace = plan, todo, pace
        self.places = workers + 1
        self.pool = ProcessPoolExecutor(workers, initializer=_deaf)
        self.under_way: dict[Future[Batch], list[int]] = {}

    def work(self) -> Generator[list[Row], None, list[int]]:
        """Yield rows until all is done, or a worker dies: then return the games that were under way."""
        try:
            self._hand_out()
            while self.under_way:
                done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield self._taken(future)
                self._hand_out()
        except BrokenProcessPool:
            return sorted(number for batch in self.under_way.values() for number in batch)
        except KeyboardInterrupt:
            self.pool.shutdown(cancel_futures=True)
            for future in [one for one in self.under_way if one.done() and not one.cancelled()]:
                yield self._taken(future)
            raise
        finally:
            self.pool.shutdown(cancel_futures=True)
        return []

    def _hand_out(self) -> None:
        while len(self.under_way) < self.places:
            batch = list(islice(self.todo, self.pace.size))
            if not batch:
                return
            try:
                self.under_way[self.pool.submit(play_batch, self.plan, batch)] = batch
            except BrokenProcessPool:
                self.under_way[Future()] = batch
                raise

    def _taken(self, future: Future[Batch]) -> list[Row]:
        """Return the rows of a batch that is over. Raises BrokenProcessPool if its worker died."""
        batch = future.result()
        del self.under_way[future]
        self.pace.learn(len(batch.rows), batch.seconds)
        return batch.rows


def _one_by_one(plan: Plan, numbers: Sequence[int]) -> Rows:
    """Yield the rows of games of which one or more killed its worker, each game by itself."""
    todo = list(numbers)
    while todo:
        with ProcessPoolExecutor(1, initializer=_deaf) as pool:
            while todo:
                number = todo.pop(0)
                try:
                    yield pool.submit(play_batch, plan, [number]).result().rows
                except BrokenProcessPool:
                    yield [crashed(number)]
                    break


def _deaf() -> None:
    """Let interrupts of the terminal reach the first process only, which ends the others in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
