"""The rows of a `coverage.toml`: what of a rulebook, or of an army book, a pack plays, and by which tests.

[[section]]                      # or [[entry]], with a name and a kind, of an army book
id = "Charge Phase 1"
title = "Declaring Charges"
status = "implemented"           # or partial, or absent: these two say in a note what is missing
tests = ["t9a/a charge that falls short goes four inches", "tests/plugins/...::test_..."]
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean

FILE = "coverage.toml"
ABSENT, IMPLEMENTED = "absent", "implemented"
_PYTHON = ".py::"


class Row(BaseModel):
    """One section of a rulebook (`id`, `title`) or entry of an army book (`name`, `kind`); `covers` are names
    of rules that stand in a section without a number of their own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    name: str = Field(alias="id")
    title: str = ""
    kind: str = ""
    status: Literal["implemented", "partial", "absent"]
    note: str = ""
    covers: tuple[str, ...] = ()
    tests: tuple[str, ...]

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios that it names, as PACK/NAME."""
        return tuple(one for one in self.tests if _PYTHON not in one)

    @property
    def python(self) -> tuple[str, ...]:
        """The tests in Python that it names, as pytest does."""
        return tuple(one for one in self.tests if _PYTHON in one)


class _Coverage(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    section: tuple[Row, ...] = ()
    entry: tuple[Row, ...] = ()


def read(folder: Path) -> tuple[Row, ...]:
    """Return the rows of a pack's coverage in order. Raises RulesError with every fault of the file."""
    path = folder / FILE
    if not path.is_file():
        raise RulesError(Diagnostic(f"the pack {folder.name} says nothing of its coverage: it has no {FILE}"))
    place = f"{folder.name}/{FILE}"
    try:
        found = _Coverage.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesError(f"{place} cannot be read: {error}") from error
    except ValidationError as error:
        raise RulesError(Diagnostic(f"{place}: {_told(fault)}") for fault in error.errors()) from error
    return (*found.section, *found.entry)


def _told(fault: Mapping[str, Any]) -> str:
    """Say what pydantic found, the number of a row counting from 1."""
    where = " ".join(str(part + 1 if isinstance(part, int) else part) for part in fault["loc"])
    return f"{where}: {fault['msg'][:1].lower()}{fault['msg'][1:]}"


def faults_of(rows: Iterable[Row], known: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with rows: notes that are missing, rows that nothing holds, tests that are not
    there (`known` are all that are).
    """
    for row in rows:
        if row.status != ABSENT and not row.tests:
            yield f"{row.name}: {row.status}, but nothing holds it"
        if row.status != IMPLEMENTED and not row.note:
            yield f"{row.name}: {row.status} without a note on what is missing"
        if row.status == ABSENT and row.tests:
            yield f"{row.name}: absent, but held by tests"
        for test in row.tests:
            if test not in known:
                yield f"{row.name}: there is no test {test}. {did_you_mean(test, known)}".rstrip()
