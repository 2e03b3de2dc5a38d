"""The terminal that commands of plugins are run with: the desk and the output of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .common import console, desk_with, print_json, table, tell

if TYPE_CHECKING:
    from tercio.dsl.desk import Desk
    from tercio.kernel.commands import Progress


class CommandLine:
    """Fills `tercio.kernel.commands.Terminal` with standard output and standard error."""

    def desk(self, packs: Sequence[Path] | None = None) -> Desk:
        return desk_with(packs)

    def print(self, text: str = "") -> None:
        console().print(text, soft_wrap=True)

    def table(
        self, headings: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "", right: str = ""
    ) -> None:
        console().print(table(headings, rows, title=title, right=right))

    def json(self, data: Any) -> None:
        print_json(data)

    def note(self, text: str) -> None:
        tell(text)

    @contextmanager
    def progress(self, what: str, total: int) -> Iterator[Progress]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        told = Console(stderr=True)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        # Drawn as it advances, not by a thread: processes may be forked meanwhile.
        hidden = not told.is_terminal
        with Progress(*columns, console=told, disable=hidden, transient=True, auto_refresh=False) as shown:
            yield Bar(shown, what, total)


class Bar:
    """A bar of a progress that rich shows, with how many are done in a second."""

    def __init__(self, shown: Any, what: str, total: int) -> None:
        self._shown = shown
        self._task = shown.add_task(what, total=total, rate="")

    def advance(self, number: int = 1) -> None:
        self._shown.advance(self._task, number)
        speed = self._shown.tasks[0].speed
        self._shown.update(self._task, rate=f"{speed:.1f}/s" if speed else "", refresh=True)

    def expect(self, total: int) -> None:
        self._shown.update(self._task, total=total)
