"""The fenced blocks of a document, and how each kind is run.

- A block right below a line that is only a file's name in backticks (`` `omens/pack.toml` ``) is that file.
- `console`: lines after `$ ` are commands, what stands below each is its print; `...` stands for anything.
- `sh`: every line is a command that has to succeed.
- `python`: run, all blocks of a document as one program; a `text` block below a line that ends in `prints:`
  is what it prints.
- `rules` without a file's name: must be read without a fault of form.
- Of a block below a line that is "From" and a file's name every passage (blank lines are between them) has to
  stand in that file.

`tercio`, `cp` and `mkdir` are run; other commands (`make` ...) are the concern of other tests.
`python -m tests.docs.blocks` writes what the console blocks print anew, where it has changed.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tercio.dsl.parser import parse_all
from tercio.plugins.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"`([\w./-]+\.\w+)`:?")
QUOTED = re.compile(r"From `([\w./-]+\.\w+)`:")
ANYTHING = "..."
PACKS = "rulepacks"


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: its language and text, the last line above it, and where it begins."""

    language: str
    text: str
    above: str
    line: int
    start: int

    @property
    def file(self) -> str:
        """The name of the file that the block is, "" if it is none."""
        match = FILE_NAME.fullmatch(self.above)
        return match[1] if match else ""


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a block with what it is shown to print (None: not shown)."""

    line: str
    shown: str | None = None


def documents() -> list[Path]:
    """Return the documents whose blocks are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(markdown: str) -> list[Block]:
    """Return the fenced blocks of a document in order."""
    found = []
    for match in FENCE.finditer(markdown):
        above = markdown[: match.start()].rstrip().rpartition("\n")[2].strip()
        line = markdown.count("\n", 0, match.start()) + 1
        found.append(Block(match[1], match[2], above, line, match.start(2)))
    return found


def commands(block: Block) -> Iterator[Command]:
    """Yield the commands of a `sh` or `console` block."""
    if block.language == "sh":
        yield from (Command(line) for line in block.text.splitlines() if line.strip() and line[0] != "#")
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield Command(line, shown)


def agrees(shown: str, printed: str) -> bool:
    """Whether a print agrees with what is shown; blanks at the end of lines do not count."""
    pattern = re.escape(_tidy(shown)).replace(re.escape(ANYTHING), ".*?")
    return re.fullmatch(pattern, _tidy(printed), re.DOTALL) is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


class Desktop:
    """A folder in which the blocks of one document are run, with the bundled packs beside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "document"}
        self.said = ""
        (folder / PACKS).symlink_to(ROOT / PACKS)

    def run(self, block: Block) -> None:
        """Run one block. Raises AssertionError that tells what is not as the document says."""
        if block.file:
            path = self.folder / block.file
            assert block.file.partition("/")[0] != PACKS, f"line {block.line}: it would write {block.file}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            return
        self._quoted(block)
        match block.language:
            case "python":
                self.said = self._program(block)
            case "text" if block.above.endswith("prints:"):
                assert agrees(block.text, self.said), f"line {block.line}: it prints\n{self.said}"
            case "console" | "sh":
                for command in commands(block):
                    self._hold(command, block.line)
            case "rules":
                _, faults = parse_all(block.text, f"line {block.line}")
                assert not faults, "\n".join(map(str, faults))
            case _:
                pass

    def _quoted(self, block: Block) -> None:
        quoted = QUOTED.fullmatch(block.above)
        text = f"\n{(self.folder / quoted[1]).read_text(encoding='utf-8')}" if quoted else ""
        for passage in block.text.strip("\n").split("\n\n") if quoted else ():
            assert f"\n{passage}\n" in text, f"line {block.line}: its file does not say\n{passage}"

    def _program(self, block: Block) -> str:
        out = io.StringIO()
        code = compile("\n" * block.line + block.text, "document", "exec")
        with chdir(self.folder), redirect_stdout(out):
            exec(code, self.names)
        return out.getvalue()

    def _hold(self, command: Command, line: int) -> None:
        code, printed = self.print_of(command.line)
        where = f"line {line}: {command.line}"
        if command.shown is None:
            assert code == 0, f"{where} ends with {code}\n{printed}"
        else:
            hint = "if that is as it should be: python -m tests.docs.blocks"
            assert agrees(command.shown, printed), f"{where} prints\n{printed}\n{hint}"

    def print_of(self, line: str) -> tuple[int, str]:
        """Run a command; return its exit code and what it prints."""
        words = shlex.split(line, comments=True)
        with chdir(self.folder):
            match words:
                case ["tercio", *rest]:
                    told = CliRunner().invoke(app, rest, catch_exceptions=False)
                    return told.exit_code, told.output
                case ["cp", old, new]:
                    shutil.copy(old, new)
                case ["mkdir", *folders]:
                    for folder in folders:
                        Path(folder).mkdir()
                case _:
                    pass
        return 0, ""


def refreshed(shown: str, printed: str) -> str:
    """Return a print as it is to be shown: whole, or its first and last lines if `...` stands between."""
    lines, now = shown.splitlines(), _tidy(printed).splitlines()
    gaps = [number for number, line in enumerate(lines) if line == ANYTHING]
    if ANYTHING in shown.replace(f"\n{ANYTHING}\n", "\n") or len(gaps) > 1:
        return shown
    if gaps:
        behind = len(lines) - gaps[0] - 1
        now = [*now[: gaps[0]], ANYTHING, *now[len(now) - behind :]]
    return "\n".join(now) + "\n" if now else ""


def refresh(path: Path, folder: Path) -> None:
    """Write anew what the console blocks of a document show."""
    markdown = path.read_text(encoding="utf-8")
    desktop, made, end = Desktop(folder), "", 0
    for block in blocks(markdown):
        if block.language != "console":
            if block.file or block.language != "text":
                desktop.run(block)
            continue
        text = ""
        for command in commands(block):
            _, printed = desktop.print_of(command.line)
            text += f"$ {command.line}\n{refreshed(command.shown or '', printed)}"
        made += markdown[end : block.start] + text
        end = block.start + len(block.text)
    path.write_text(made + markdown[end:], encoding="utf-8")


def _refresh_all() -> None:
    for path in documents():
        with tempfile.TemporaryDirectory() as folder:
            refresh(path, Path(os.path.realpath(folder)))


if __name__ == "__main__":
    _refresh_all()
