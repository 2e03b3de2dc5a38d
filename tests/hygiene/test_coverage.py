"""What the packs say of themselves is true: `coverage.toml` and `rulings.md` name tests that are there, and
every citation of a pack leads to a section that its coverage knows.

Tests are named as pytest does, or as `pack/NAME` for a scenario. Whether they pass is for themselves to say.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tercio.plugins.coverage.rows import Row, faults_of, read

from .house import ROOT

CORE = "t9a"
BOOKS_OF = {
    CORE: ("empire-of-sonnstahl", "highborn-elves"),
    "spearhead": (
        "sentinels-of-embergard",
        "crixxits-kill-pack",
        "gnawfeast-clawpack",
        "vigilant-brotherhood",
        "yndrastas-spearhead",
        "swampskulka-gang",
    ),
    "sovl": ("ashen-clans", "tarn-holds"),
    "wap": ("cairn-host", "marsh-banners"),
}
OUR_OWN = (*BOOKS_OF["sovl"], *BOOKS_OF["wap"])
"""Armies that come from no book: what they say is what they mean, and leaves no question open."""
BOOKS = tuple(book for books in BOOKS_OF.values() for book in books)
PACKS = (*BOOKS_OF, *BOOKS)
RULED = tuple(name for name in PACKS if name not in OUR_OWN)
HEADERS_OF_BOOKS = ("Special Items", "Properties")
"""What a book's own declarations cite beside its entries."""

TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
SCENARIO = re.compile(r'^scenario "(.+)"$', re.MULTILINE)
CITE = re.compile(r'^\s+cite "([^"]+)"', re.MULTILINE)
NUMBERED = re.compile(r"(.*?) (\d+|[IVX]+)((?:\.[A-Za-z])*)")
HELD_BY = re.compile(r"`(test_\w+|scenario: [^`]+)`")


def pack(name: str) -> Path:
    return ROOT / "rulepacks" / name


@cache
def coverage(name: str) -> tuple[Row, ...]:
    """The rows of a pack's coverage, sections of the core rules and entries of army books alike."""
    return read(pack(name))


@cache
def scenarios(name: str) -> frozenset[str]:
    files = (pack(name) / "scenarios").glob("*.rules")
    return frozenset(found for path in files for found in SCENARIO.findall(path.read_text("utf-8")))


@cache
def node_names() -> frozenset[str]:
    """Every test of the suite by its node name, its parameters left aside."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return frozenset(
        f"{path.relative_to(ROOT).as_posix()}::{name}"
        for path in files
        for name in TEST.findall(path.read_text("utf-8"))
    )


def core_of(name: str) -> str:
    """The pack whose sections a pack cites: that of its system, or itself."""
    return next((core for core, books in BOOKS_OF.items() if name in books), name)


@cache
def title(name: str) -> str:
    """The title of a pack; a book of armies of fixed units is cited by it."""
    return str(tomllib.loads((pack(name) / "pack.toml").read_text("utf-8"))["pack"]["title"])


def known_tests() -> frozenset[str]:
    return node_names() | {f"{name}/{scenario}" for name in PACKS for scenario in scenarios(name)}


@pytest.mark.parametrize("name", PACKS)
def test_every_row_of_a_coverage_names_its_status_and_tests_that_exist(name):
    assert coverage(name)
    assert list(faults_of(coverage(name), known_tests())) == []


def test_the_check_finds_each_kind_of_fault():
    row = Row(id="Charge 1", status="implemented", tests=("a.py::b",))
    wrong: list[dict[str, Any]] = [
        {"tests": ()},
        {"status": "partial"},
        {"status": "absent", "note": "Not written."},
        {"tests": ("a.py::c",)},
    ]
    known = frozenset({"a.py::b"})
    assert list(faults_of([row], known)) == []
    assert [len(list(faults_of([row.model_copy(update=change)], known))) for change in wrong] == [1] * 4


# -- sections ----------------------------------------------------------------------------------------------


def gaps(ids: list[str]) -> Iterator[str]:
    """Yield sections that stand twice, without the section above them, or not right after the one before."""
    yield from (f"{one} stands twice" for one in sorted({one for one in ids if ids.count(one) > 1}))
    last: dict[str, str] = {}
    for one in ids:
        found = NUMBERED.fullmatch(one)
        if found is None:
            continue
        above, number = one.rsplit("." if found[3] else " ", 1)
        if found[3] and above not in ids:
            yield f"{one} stands without {above}"
        if number.isupper() and not found[3]:
            continue
        before = last.get(above)
        first = "1" if number.isdigit() else "A" if number.isupper() else "a"
        expected = first if before is None else _next(before)
        if number != expected:
            yield f"{one} stands where {above} {expected} is expected"
        last[above] = number


def _next(number: str) -> str:
    return str(int(number) + 1) if number.isdigit() else chr(ord(number) + 1)


@pytest.mark.parametrize("name", BOOKS_OF)
def test_numbered_sections_of_the_rulebook_stand_once_in_order_and_without_a_gap(name):
    assert list(gaps([row.name for row in coverage(name)])) == []


def test_the_check_of_sections_finds_gaps_and_doubles():
    assert list(gaps(["Charge 1", "Charge 1.A", "Charge 1.A.a", "Charge 1.B", "Charge 2", "Melee I"])) == []
    assert list(gaps(["Charge 1", "Charge 3"])) == ["Charge 3 stands where Charge 2 is expected"]
    assert list(gaps(["Charge 1", "Charge 2.A"])) == ["Charge 2.A stands without Charge 2"]
    assert list(gaps(["Charge 1", "Charge 1.B"])) == ["Charge 1.B stands where Charge 1 A is expected"]
    assert "Charge 1 stands twice" in list(gaps(["Charge 1", "Charge 1"]))


# -- citations ---------------------------------------------------------------------------------------------


def is_known(cite: str, rows: Iterable[Row]) -> bool:
    """Return whether a citation leads to a section: by its id, by a part of it (`Melee Phase 2.A, Steady`),
    by the whole chapter, or by the name of a rule that the section covers.
    """
    chapter, _, name = cite.partition(", ")
    plain = re.sub(r" \(.*\)| [\d]+$", "", name)
    for row in rows:
        section = row.name
        numbered = NUMBERED.fullmatch(section)
        if cite == section or cite.startswith((f"{section} ", f"{section}, ")):
            return True
        if numbered is not None and numbered[1] == cite:
            return True
        if section.split(", ")[0] == re.sub(r" \d+$", "", chapter) and plain in (
            *row.covers,
            section.partition(", ")[2],
        ):
            return True
    return False


def cites(name: str) -> list[str]:
    files = [path for path in pack(name).rglob("*.rules") if path.parent.name != "scenarios"]
    return sorted({cite for path in files for cite in CITE.findall(path.read_text("utf-8"))})


def strangers(name: str) -> Iterator[str]:
    """Yield the citations of a pack that lead nowhere."""
    names = {row.name for row in coverage(name)} if name in BOOKS else set()
    core = core_of(name)
    text = (pack(core) / "rulings.md").read_text("utf-8")
    rulings = numbers(text)
    for cite in cites(name):
        book, _, entry = cite.partition(", ")
        if book.startswith("Army Book ") or (name in BOOKS and book == title(name)):
            known = not entry or entry in names or entry in HEADERS_OF_BOOKS
        elif book == "Rulings":
            known = f"## {entry}\n" in text
        elif book.startswith("Rulings "):
            known = book.removeprefix("Rulings ") in rulings
        else:
            known = is_known(cite, coverage(core))
        if not known:
            yield cite


@pytest.mark.parametrize("name", PACKS)
def test_every_citation_leads_to_a_section_of_the_coverage(name):
    assert cites(name)
    assert list(strangers(name)) == []


def test_the_check_of_citations_tells_sections_apart():
    rows = [
        Row(id="Melee Phase 2.A", status="implemented", tests=()),
        Row(id="Model Rules, Movement", status="implemented", covers=("Fly", "Strider"), tests=()),
        Row(id="Season Pack, Skills", status="implemented", tests=()),
    ]
    good = ("Melee Phase 2.A", "Melee Phase 2.A, Steady", "Melee Phase", "Model Rules, Strider (terrain)")
    assert all(is_known(cite, rows) for cite in (*good, "Season Pack 1, Skills"))
    bad = ("Melee Phase 2.B", "Melee Phase 2.AB", "Model Rules, Swim")
    assert not any(is_known(cite, rows) for cite in bad)


# -- rulings -----------------------------------------------------------------------------------------------


def numbers(text: str) -> set[str]:
    """The numbers of the rulings in tables."""
    return set(re.findall(r"^\| (\d+) \|", text, re.MULTILINE))


def rulings(text: str) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield (question, whether decision and reason are given, tests) of the rulings, in tables or as
    sections; what is not decided yet is left out.
    """
    decided = text.partition("## Not decided yet")[0]
    for line in decided.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if re.match(r"\| \d+ \|", line):
            yield f"{cells[0]} {cells[1]}", len(cells) == 6 and all(cells), HELD_BY.findall(cells[-1])
    for section in re.split(r"^## ", decided, flags=re.MULTILINE)[1:]:
        if "- Held by:" in section:
            whole = all(f"- {word}: " in section for word in ("Decision", "Reason"))
            yield section.splitlines()[0], whole, HELD_BY.findall(section.partition("- Held by:")[2])


def unheld(name: str, text: str) -> Iterator[str]:
    """Yield the rulings of a pack without decision, reason or a test that exists."""
    names = {test.partition("::")[2] for test in node_names()}
    known = names | {f"scenario: {scenario}" for scenario in scenarios(name)}
    for question, whole, held in rulings(text):
        if not whole:
            yield f"{question}: decision or reason is missing"
        if not held:
            yield f"{question}: no test holds it"
        yield from (f"{question}: there is no {test}" for test in held if test not in known)


@pytest.mark.parametrize("name", RULED)
def test_every_ruling_has_a_decision_a_reason_and_a_test_that_exists(name):
    text = (pack(name) / "rulings.md").read_text("utf-8")
    assert list(rulings(text))
    assert list(unheld(name, text)) == []


def test_every_question_of_an_army_book_is_decided_or_said_to_be_open():
    for name in (name for name in BOOKS if name in RULED):
        text = (pack(name) / "rulings.md").read_text("utf-8")
        titles = set(re.findall(r"^## (.+)$", text, re.MULTILINE)) - {"Not decided yet"}
        assert titles == {question for question, _, _ in rulings(text)}


def test_the_check_of_rulings_finds_each_kind_of_fault():
    table = "| 1 | Who? | All. | So. | rule | `test_nowhere_to_be_found` |\n"
    table += "| 2 | When? |  | So. | rule | later |\n"
    section = "## Why?\n\n- Decision: Thus.\n- Held by: none yet.\n\n## Not decided yet\n\n- Where? Here.\n"
    assert list(unheld(CORE, table)) == [
        "1 Who?: there is no test_nowhere_to_be_found",
        "2 When?: decision or reason is missing",
        "2 When?: no test holds it",
    ]
    assert list(unheld(CORE, section)) == [
        "Why?: decision or reason is missing",
        "Why?: no test holds it",
    ]
