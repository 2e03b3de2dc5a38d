"""What the commands share: options, the desk, output for people and for pipes, and how faults are told.

A fault of a file, list or option is told on standard error in its own words; nobody who plays ever sees a
traceback.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from tercio.kernel.circles import circle_of
from tercio.kernel.errors import RulesError

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.desk import Desk

F = TypeVar("F", bound=Callable[..., Any])
FOUND, FAILED, INTERRUPTED = 1, 2, 130
PIPE_WIDTH = 110

System = Annotated[
    str, typer.Option("--system", metavar="NAME", help="Game system; without it, the one of the lists.")
]
PackPaths = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="PATH", help="A further pack, or a folder of packs.")
]
Overlays = Annotated[
    list[str] | None,
    typer.Option(
        "--over",
        metavar="PACK",
        help="An overlay: a folder, a file, a name, or a constant: reach=6. Repeatable.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def guarded(command: F) -> F:
    """Return a command that tells faults and interrupts in a line of their own and ends with their exit
    code.
    """

    @wraps(command)
    def guard(*args: Any, **options: Any) -> Any:
        try:
            return command(*args, **options)
        except RulesError as error:
            fail(error)
        except KeyboardInterrupt:
            tell("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except (BrokenPipeError, typer.Exit, typer.Abort):
            raise
        except OSError as error:
            fail(f"the system refuses: {error}")
        except RecursionError as error:
            fail(circle_of(error))
        except Exception as error:
            _defect(error)

    return guard  # type: ignore[return-value]


def _defect(error: Exception) -> NoReturn:
    """Tell what nobody foresaw as a defect, with its place in the program; TERCIO_TRACEBACK=1 shows more."""
    if os.environ.get("TERCIO_TRACEBACK"):
        raise error
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = "/".join(Path(last.filename).parts[-3:])
    tell(
        f"a defect of Tercio: {type(error).__name__}: {error} ({place}:{last.lineno})\n"
        "   please report it with the lists, packs and seed; TERCIO_TRACEBACK=1 shows where it came from"
    )
    raise typer.Exit(FAILED) from None


def fail(error: RulesError | str) -> NoReturn:
    """Tell what cannot be done and end with exit code 2."""
    tell(str(error))
    raise typer.Exit(FAILED) from None


def tell(text: str) -> None:
    """Print to standard error, as it is."""
    sys.stdout.flush()
    print(text, file=sys.stderr)


def desk_with(paths: Sequence[Path] | None) -> Desk:
    """Return a desk that also knows packs at these paths. Raises RulesError for a path that is not there."""
    from tercio.dsl.desk import Desk

    for path in paths or ():
        if not path.is_dir():
            raise RulesError(f"{path}: is no folder; --pack takes a pack or a folder of packs")
    return Desk(paths or ())


def console() -> Console:
    """Return the console of standard output: in colour on a terminal, plain lines in a pipe."""
    from rich.console import Console

    plain = Console(highlight=False, markup=False, emoji=False)
    if plain.is_terminal:
        return plain
    return Console(highlight=False, markup=False, emoji=False, width=PIPE_WIDTH, no_color=True)


def busy(text: str) -> AbstractContextManager[object]:
    """Return a context that shows on a terminal that something goes on, and nothing elsewhere."""
    from rich.console import Console

    told = Console(stderr=True)
    return told.status(text) if told.is_terminal else nullcontext()


def print_json(data: Any) -> None:
    """Print one JSON object on standard output."""
    print(json.dumps(data, ensure_ascii=False, default=str))


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "", right: str = "") -> Any:
    """Return a table for the console; columns whose heading is in `right` (by words) hold numbers."""
    from rich import box
    from rich.table import Table

    made = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, show_edge=False)
    for heading in headings:
        justify = "right" if heading in right.split(",") else "left"
        made.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in rows:
        made.add_row(*map(str, row))
    return made
