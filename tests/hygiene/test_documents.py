"""What the documents promise is there: commands name existing targets, links lead to existing files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .house import ROOT, name_of

FENCE = re.compile(r"^```(?:sh|bash|console|shell)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)[^)]*\)")
TARGET = re.compile(r"^([a-z][\w-]*):", re.MULTILINE)
RUNNABLE = re.compile(r"^(?:\$ )?(?:make|tercio|python3?|pip)\b", re.MULTILINE)
FIRST_COMMAND_WITHIN = 20


def shell_lines(markdown: str) -> Iterator[str]:
    """Yield the commands of the shell blocks, without prompt, comment and output."""
    for block in FENCE.findall(markdown):
        lines = [line.strip() for line in block.splitlines()]
        prompted = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        yield from (
            line.split(" #")[0].strip() for line in prompted or lines if line and not line.startswith("#")
        )


def unknown_targets(markdown: str, targets: set[str]) -> list[str]:
    """Return the `make` targets that shell blocks call for and the Makefile does not have."""
    called = (word for line in shell_lines(markdown) if line.startswith("make ") for word in line.split()[1:])
    return [word for word in called if re.fullmatch(r"[a-z][\w-]*", word) and word not in targets]


def broken_links(markdown: str, folder: Path) -> list[str]:
    """Return the relative links that lead to no file."""
    return [link for link in LINK.findall(markdown) if not (folder / link).exists()]


def first_command_line(markdown: str) -> int:
    """Return the line, from 1, of the first command in a shell block, or 0 if there is none."""
    block = FENCE.search(markdown)
    command = block and RUNNABLE.search(markdown, block.start(1), block.end(1))
    return markdown.count("\n", 0, command.start()) + 1 if command else 0


def make_targets() -> set[str]:
    return set(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))


def documents() -> list[Path]:
    folders = (
        ROOT / folder for folder in ("docs", "kernel", "dsl", "rulepacks", "plugins", "tests", "benchmarks")
    )
    return sorted([*ROOT.glob("*.md"), *(path for folder in folders for path in folder.rglob("*.md"))])


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_make_command_in_a_document_exists(path):
    assert unknown_targets(path.read_text(encoding="utf-8"), make_targets()) == []


@pytest.mark.parametrize("path", documents(), ids=name_of)
def test_every_relative_link_in_a_document_leads_to_a_file(path):
    assert broken_links(path.read_text(encoding="utf-8"), path.parent) == []


def test_the_readme_shows_a_command_to_run_at_once():
    assert 1 <= first_command_line((ROOT / "README.md").read_text(encoding="utf-8")) <= FIRST_COMMAND_WITHIN


def test_the_checks_find_a_missing_target_and_a_broken_link():
    links = "[here](docs/nowhere.md) [there](https://example.org) [up](#a)"
    text = f"# A\n\n```sh\nmake tets  # typo\nmake test\n```\n\n{links}\n"
    assert unknown_targets(text, {"test"}) == ["tets"]
    assert broken_links(text, ROOT) == ["docs/nowhere.md"]
    assert first_command_line(text) == 4


def test_a_document_without_a_command_is_told_apart():
    assert first_command_line("# A\n\ntext\n") == 0
