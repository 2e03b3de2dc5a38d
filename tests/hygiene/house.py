"""What the house rules look at: the files of the project, their syntax trees and their lengths.

The tests beside this module hold the rules; each check here is a function of text, so that every rule is also
tried on a sample that breaks it.
"""

from __future__ import annotations

import ast
import re
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("kernel", "dsl", "rulepacks", "plugins")
CODE = ("kernel", "dsl", "plugins")

MODULE_LINES = 450
FUNCTION_LINES = 35
MODULE_MEDIAN = 150
FUNCTION_MEDIAN = 8
SHARE = 0.95

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources(*folders: str) -> list[Path]:
    """Return the Python files below the given top folders, in order."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    """Return a path as the reader knows it: from the top of the project."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=name_of(path))


def faults(paths: Iterable[Path], check: Callable[[str], Iterable[str]]) -> list[str]:
    """Return what a check of text finds in the given files, each fault led by the file's name."""
    return [f"{name_of(path)}:{fault}" for path in paths for fault in check(path.read_text(encoding="utf-8"))]


def tracked_files() -> list[Path]:
    """Return the text files that git tracks, or would track after `git add`.

    Empty outside a git checkout (an unpacked sdist).
    """
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        return []
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    paths = (ROOT / name for name in sorted(filter(None, listed.split("\0"))))
    return [path for path in paths if path.is_file() and not path.is_symlink() and _is_text(path)]


def _is_text(path: Path) -> bool:
    return b"\0" not in path.read_bytes()[:4096]


def lines_matching(text: str, pattern: re.Pattern[str]) -> list[str]:
    """Return `line: what was found` for each line in which the pattern occurs."""
    found = ((number, pattern.search(line)) for number, line in enumerate(text.splitlines(), 1))
    return [f"{number}: {match.group(0).strip()}" for number, match in found if match]


def imported_modules(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, absolute module) for each import in a file, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module


def functions(tree: ast.Module) -> Iterator[Function]:
    """Yield each function and method of a file."""
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def function_length(function: Function) -> int:
    """Return the lines of a function from `def` to its end, without its docstring.

    Docstrings are left out, or the rule that asks for them would be paid for out of this budget.
    """
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is None:
        return lines
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths in lines of what is measured, and the budget they are held to."""

    what: str
    lengths: tuple[int, ...]
    limit: int
    median_limit: int

    @property
    def median(self) -> float:
        return statistics.median(self.lengths) if self.lengths else 0

    @property
    def share_within(self) -> float:
        """The share, 0 to 1, that is no longer than the limit."""
        return sum(n <= self.limit for n in self.lengths) / len(self.lengths) if self.lengths else 1

    @property
    def is_held(self) -> bool:
        return self.median <= self.median_limit and self.share_within >= SHARE

    def __str__(self) -> str:
        longest = max(self.lengths, default=0)
        return (
            f"{len(self.lengths)} {self.what}: median {self.median:g} (at most {self.median_limit}), "
            f"{self.share_within:.1%} within {self.limit} lines (at least {SHARE:.0%}), longest {longest}"
        )


def module_sizes(paths: Iterable[Path]) -> Sizes:
    """Measure files in lines, empty ones (a bare `__init__`) left out."""
    lengths = (len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    return Sizes("modules", tuple(filter(None, lengths)), MODULE_LINES, MODULE_MEDIAN)


def function_sizes(trees: Iterable[ast.Module]) -> Sizes:
    """Measure every function of the given files."""
    lengths = tuple(function_length(function) for tree in trees for function in functions(tree))
    return Sizes("functions", lengths, FUNCTION_LINES, FUNCTION_MEDIAN)


def size_report() -> str:
    """Return one line on the length of modules and one on that of functions."""
    paths = sources(*CODE)
    return f"size: {module_sizes(paths)}\nsize: {function_sizes(map(tree_of, paths))}"


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Yield `line: name` for the module and each public name in it that has no docstring.

    A name with a leading underscore is private, and so is all inside it or inside a function. Dunder methods,
    property setters and `@overload` and `@override` forms say nothing new and need none.
    """
    if not ast.get_docstring(tree):
        yield "1: module"
    yield from _undocumented_in(tree, "")


def _undocumented_in(owner: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
    for node in _children(owner):
        if node.name.startswith("_") or _needs_no_docstring(node):
            continue
        if not ast.get_docstring(node):
            yield f"{node.lineno}: {prefix}{node.name}"
        if isinstance(node, ast.ClassDef):
            yield from _undocumented_in(node, f"{prefix}{node.name}.")


def _children(owner: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | Function]:
    for node in owner.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _needs_no_docstring(node: ast.ClassDef | Function) -> bool:
    names = {ast.unparse(decorator).rsplit(".", 1)[-1] for decorator in node.decorator_list}
    return bool(names & {"overload", "override", "setter", "deleter"})
