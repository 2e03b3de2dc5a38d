"""An experiment as it runs: games are handed out in order, written down as they end, and looked at now and
then to see whether enough is known.

Looks are at fixed numbers of pairs and see those pairs only, so where an experiment stops does not depend on
who played which game when. It stops by the width of intervals, never by where they lie, so that looking often
does not make a difference out of nothing (Chow and Robbins 1965, Annals of Mathematical Statistics 36).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from tercio.kernel.commands import Progress

from .crew import Crew
from .games import Row
from .journal import Journal
from .plan import Plan

FIRST_LOOK = 30
_STEP = 10

Enough = Callable[[Sequence[Row]], bool]
"""Whether the rows of the pairs so far tell enough."""

Check = Callable[[Row], object]
"""Looks at the first game that comes to its end; raises RulesError if it cannot be measured as asked."""


@dataclass(slots=True)
class Played:
    """What came of an experiment: rows by number, the pairs that count, whether they were enough, and whether
    somebody interrupted.
    """

    rows: list[Row]
    pairs: int
    enough: bool = False
    interrupted: bool = False


def looks(pairs: int) -> Iterator[int]:
    """Yield after how many pairs is looked: every 10 from 30 on, then each time a tenth more."""
    look = FIRST_LOOK
    while look < pairs:
        yield look
        look = max(look + _STEP, look + look // _STEP)


class Conductor:
    """Runs one experiment; `done` are games that were played before."""

    def __init__(
        self,
        plan: Plan,
        done: Iterable[Row] = (),
        enough: Enough | None = None,
        check: Check | None = None,
    ) -> None:
        self.plan, self.enough, self._check = plan, enough, check
        self.rows = {row.number: row for row in done if row.number < plan.games}
        self._looks = looks(plan.pairs) if enough is not None else iter(())
        self._look = next(self._looks, None)
        self._whole = 0

    def run(self, crew: Crew, journal: Journal | None = None, progress: Progress | None = None) -> Played:
        """Play what is missing until all is done or enough is known."""
        interrupted = False
        try:
            stopped = self._stop()
            for rows in crew.play(self.plan, self._missing()) if stopped is None else ():
                stopped = self._take(rows, journal, progress)
                if stopped is not None:
                    break
        except KeyboardInterrupt:
            interrupted, stopped = True, None
        return self._played(stopped, interrupted)

    def _missing(self) -> Iterator[int]:
        return (number for number in range(self.plan.games) if number not in self.rows)

    def _take(self, rows: list[Row], journal: Journal | None, progress: Progress | None) -> int | None:
        if journal is not None:
            journal.add(rows)
        good = next((row for row in rows if not row.error), None)
        if self._check is not None and good is not None:
            self._check(good)
            self._check = None
        self.rows.update((row.number, row) for row in rows)
        if progress is not None:
            progress.advance(len(rows))
        return self._stop()

    def _stop(self) -> int | None:
        """Return after how many pairs enough is known, None if more have to be played."""
        while self._whole in self.rows:
            self._whole += 1
        while self._look is not None and self._look * self.plan.together <= self._whole:
            assert self.enough is not None
            if self.enough(self._first(self._look)):
                return self._look
            self._look = next(self._looks, None)
        return None

    def _first(self, pairs: int) -> list[Row]:
        return [self.rows[number] for number in range(pairs * self.plan.together)]

    def _played(self, stopped: int | None, interrupted: bool) -> Played:
        pairs = self.plan.pairs if stopped is None else stopped
        last = pairs * self.plan.together
        rows = list(takewhile(lambda row: row.number < last, (self.rows[at] for at in sorted(self.rows))))
        return Played(rows, pairs, stopped is not None, interrupted)
