"""`tercio fmt PATH...`: rule files in their one canonical layout, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from tercio.kernel.errors import Diagnostic, RulesError

from .common import FOUND

SUFFIX = ".rules"


def fmt(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Rule files, or folders of them.")],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")
    ] = False,
) -> None:
    """Lay rule files out canonically."""
    faults: list[Diagnostic] = []
    changed = 0
    for path in list(rule_files(paths)):
        try:
            if _format(path, write=not check):
                changed += 1
                print(f"{path}: {'would change' if check else 'formatted'}")
        except RulesError as error:
            faults += error.diagnostics
    if faults:
        raise RulesError(faults)
    if check and changed:
        raise typer.Exit(FOUND)


def rule_files(paths: list[Path]) -> Iterator[Path]:
    """Yield the rule files at some paths, each once, in order. Raises RulesError for a path that has none."""
    seen: set[Path] = set()
    for path in paths:
        found = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not path.exists():
            raise RulesError(f"{path}: is not there")
        if not found:
            raise RulesError(f"{path}: holds no {SUFFIX} files")
        yield from (one for one in found if one not in seen)
        seen.update(found)


def _format(path: Path, *, write: bool) -> bool:
    """Format one file; return whether its text is another than before."""
    from tercio.dsl.desk import read_text
    from tercio.dsl.fmt import format_text
    from tercio.kernel.files import write_atomic

    old = read_text(path)
    new = format_text(old, str(path))
    if new != old and write:
        write_atomic(path, new)
    return new != old
