"""Plays on Dask workers, of this machine or of many (extra `cluster`).

Packs, and overlays that are files, have to lie at the same paths everywhere; lists are sent along. A worker
that is lost does no harm: Dask plays its batches elsewhere. A batch that kills one worker after the other is
played game by game, and the games that still do become rows with an error. Batches grow until they last long
enough to be worth sending.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from tercio.kernel.errors import Diagnostic, RulesError

from .crew import Rows
from .extras import needed
from .games import Row, crashed, play_batch
from .pace import Pace
from .plan import Plan

_IN_HAND = 2
"""Batches for each thread: one that is played and one that waits."""

_PATIENCE = "10s"


class Cluster:
    """The workers of a scheduler. Raises RulesError if Dask is not installed."""

    def __init__(self, address: str) -> None:
        self.distributed = needed("distributed", "cluster")
        self.address = address

    def play(self, plan: Plan, numbers: Iterable[int]) -> Rows:
        try:
            client = self.distributed.Client(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"--cluster {self.address}: nobody answers: {error}"
            hint = "name a scheduler that runs: tcp://host:8786"
            raise RulesError(Diagnostic(message, hint=hint)) from error
        with client:
            yield from _Shift(self.distributed, client, plan, iter(numbers)).work()


class _Shift:
    """What one client has handed out, and what is left."""

    def __init__(self, distributed: Any, client: Any, plan: Plan, todo: Iterator[int]) -> None:
        self.killed = distributed.KilledWorker
        self.client, self.plan, self.todo, self.pace = client, plan, todo, Pace()
        self.ended = distributed.as_completed(loop=client.loop)
        self.batches: dict[str, list[int]] = {}
        self.again: list[int] = []

    def work(self) -> Rows:
        """Yield rows until all is done."""
        self._hand_out()
        for future in self.ended:
            yield self._taken(future)
            self._hand_out()

    def _hand_out(self) -> None:
        wanted = _IN_HAND * max(1, sum(self.client.nthreads().values()))
        while len(self.batches) < wanted:
            batch = list(islice(self.todo, self.pace.size))
            if not batch:
                break
            self._submit(batch)
        if self.again and not self.batches:
            # Alone, so that no other game is blamed for what it does.
            self._submit([self.again.pop(0)])

    def _submit(self, batch: list[int]) -> None:
        future = self.client.submit(play_batch, self.plan, batch, pure=False)
        self.batches[future.key] = batch
        self.ended.add(future)

    def _taken(self, future: Any) -> list[Row]:
        """Return the rows of a batch that is over; none if it has to be played game by game."""
        batch = self.batches.pop(future.key)
        try:
            done = future.result()
        except self.killed:
            if len(batch) == 1:
                return [crashed(batch[0])]
            self.again += batch
            return []
        self.pace.learn(len(done.rows), done.seconds)
        rows: list[Row] = done.rows
        return rows
