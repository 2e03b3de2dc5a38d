"""The first line of a declaration: its kind, name and parameters; and the clauses that all declarations
share (`cite`, `text`).

`heads` reads them before anything is lowered, so that all names of a pack are known when the first clause
is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tercio.kernel.decl import Parameter
from tercio.kernel.source import Citation, Span

from ..names import Header
from ..syntax import Group, Line
from .fault import Fault
from .reading import Item, Items, Reading, is_kind, items_of, plain, split, text_of
from .scope import Scope, suggest, wrong

QUOTED = (
    "duration",
    "property",
    "rule",
    "weapon",
    "spell",
    "path",
    "terrain",
    "objective",
    "card",
    "item",
    "army",
    "unit",
    "mount",
    "map",
    "campaign",
    "scenario",
)
WORDED = ("constant", "table", "characteristic", "roll", "keyword", "mark", "attack-sequence", "sequence")
_OWNED = ("characteristic", "roll", "keyword", "card")
"""Declarations that say behind their name of what they are."""
KINDS = (*QUOTED, *WORDED, "stages")
PACK_LINES = ("pack", "use", "over")
TAKES = ("amount", "name", "bundle")


@dataclass(frozen=True)
class Head:
    """A declaration's kind, one name, the place of that name, its reading, and the items behind the name."""

    kind: str
    name: str
    span: Span
    reading: Reading
    rest: Items

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters in the parentheses behind the name (not those of a table)."""
        return parameters(self.rest) if self.kind in ("rule", "weapon") else ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the declaration but for `cite` and `text`."""
        return tuple(
            line for line in self.reading.line.children if Reading(line).word not in ("cite", "text")
        )

    def header(self) -> Header:
        """Return what others need to know of this declaration before it is lowered."""
        columns: tuple[str, ...] = ()
        of = ""
        if self.kind == "table":
            columns = next(iter(self._word_lists("columns")), ())
        elif self.kind == "item":
            columns = tuple(word for words in self._word_lists("list") for word in words)
        elif self.kind == "map":
            columns = tuple(self._named("area"))
        elif self.kind == "army":
            columns = tuple(self._named("category"))
        elif self.kind in _OWNED and len(self.rest) == 2:
            of = plain(self.rest[1])
        return Header(self.kind, self.name, self.span, self.parameters, columns, of)

    def _named(self, word: str) -> Iterator[str]:
        """Yield the names behind a word that begins lines of the declaration."""
        for line in self.lines:
            reading = Reading(line)
            if reading.word == word and len(reading.head) > 1:
                yield plain(reading.head[1])

    def _word_lists(self, word: str) -> Iterator[tuple[str, ...]]:
        for line in self.lines:
            reading = Reading(line)
            if reading.word == word:
                yield tuple(text_of(run) for run in split(reading.head[1:]))


def heads(line: Line) -> list[Head]:
    """Return the heads of a declaration (a `property` line may name several); raises Fault."""
    reading = Reading(line)
    kind = reading.word
    if kind not in KINDS:
        word = kind or (text_of(reading.head[:1]) if reading.head else reading.lead)
        hint = suggest(
            word, (*KINDS, *PACK_LINES), "a declaration starts with its kind, e.g. rule, table, unit"
        )
        raise wrong(reading.span, f'no declaration starts with "{word}"', hint)
    if kind == "stages":
        return [Head(kind, "stages", reading.span, reading, reading.head[1:])]
    if len(reading.head) < 2:
        raise wrong(reading.span, f"this {kind} has no name", _name_hint(kind))
    if kind == "property":
        runs = [run for run in split(reading.head[1:]) if run]
        return [Head(kind, _name(kind, run[0]), run[0].span, reading, run[1:]) for run in runs]
    return [Head(kind, _name(kind, reading.head[1]), reading.head[1].span, reading, reading.head[2:])]


def _name(kind: str, item: Item) -> str:
    wanted = "STRING" if kind in QUOTED else "WORD"
    if not is_kind(item, wanted):
        raise wrong(item, f"`{text_of((item,))}` cannot be the name of a {kind}", _name_hint(kind))
    name = item.text
    if not name.strip():
        raise wrong(item, f"this {kind} has an empty name", _name_hint(kind))
    return name


def _name_hint(kind: str) -> str:
    return f'write: {kind} "Name"' if kind in QUOTED else f"write: {kind} some-name"


def parameters(items: Items) -> tuple[Parameter, ...]:
    """Return the parameters in the first group of the items: `(X)`, `(amount N, bundle R)`; raises Fault."""
    group = next((item for item in items if isinstance(item, Group)), None)
    if group is None:
        return ()
    found = tuple(_parameter(run, group) for run in split(items_of(group.sentence)))
    names = [parameter.name for parameter in found]
    if len(set(names)) < len(names):
        raise wrong(group, "two parameters have the same letter", "give each a letter of its own")
    return found


def _parameter(items: Items, group: Group) -> Parameter:
    if not items or not is_kind(items[-1], "PARAM"):
        raise wrong(items or group, "a parameter is one capital letter", "write (X), (name N) or (bundle R)")
    takes = "amount" if len(items) == 1 else text_of(items[:-1])
    if takes not in TAKES:
        raise wrong(items[:-1], f'no parameter takes "{takes}"', suggest(takes, TAKES))
    return Parameter(items[-1].text, takes)


def common(scope: Scope, head: Head, pack: str, *, cited: bool = True) -> dict[str, Any]:
    """Return the fields that all declarations share; takes down a missing or repeated `cite`."""
    cites = [line for line in head.reading.body if Reading(line).word == "cite"]
    texts = [line for line in head.reading.body if Reading(line).word == "text"]
    cite = scope.attempt(_quoted, cites[0]) if cites else None
    if not cites and cited:
        scope.report(
            Fault(
                head.span, f'{head.kind} "{head.name}" cites nothing', 'add below it: cite "Chapter, section"'
            )
        )
    for extra in (*cites[1:], *texts[1:]):
        scope.report(Fault(extra.span, f'a second "{Reading(extra).word}"', "join the two"))
    text = scope.attempt(_quoted, texts[0]) if texts else None
    where = Citation(cite) if cite else None
    return {"name": head.name, "span": head.span, "cite": where, "text": text or "", "pack": pack}


def _quoted(line: Line) -> str:
    reading = Reading(line)
    runs = split(reading.rest)
    if any(len(run) != 1 or not is_kind(run[0], "STRING") for run in runs):
        hint = f'write: {reading.word} "...", with \\" for a quote inside'
        raise wrong(reading.head, f'"{reading.word}" takes text in double quotes', hint)
    if reading.body:
        raise wrong(reading.body[0].span, f'nothing stands below "{reading.word}"', "indent it less")
    return " ".join(plain(run[0]) for run in runs)


def name_list(items: Items, what: str) -> tuple[str, ...]:
    """Return the quoted names of a comma list; raises Fault."""
    runs = split(items)
    if not items or any(len(run) != 1 or not is_kind(run[0], "STRING") for run in runs):
        raise wrong(items or Span("", 0), f"{what} are names in double quotes", 'write: "A", "B"')
    return tuple(plain(run[0]) for run in runs)


def word_list(items: Items, what: str) -> tuple[str, ...]:
    """Return the words of a comma list; raises Fault."""
    runs = split(items)
    if any(len(run) != 1 or not is_kind(run[0], "WORD") for run in runs):
        raise wrong(items, f"{what} are words with commas between them", "write: one, two")
    return tuple(plain(run[0]) for run in runs)


def whole(items: Iterable[Item], what: str, span: Span) -> int:
    """Return a single whole number; raises Fault."""
    run = tuple(items)
    if len(run) == 1 and is_kind(run[0], "NUMBER", "SIGNED", "PERCENT", "TARGET", "MEASURE"):
        digits = run[0].text.rstrip('%+"')
        if digits.lstrip("+-").isdigit():
            return int(digits)
    raise wrong(run or span, f"{what} is a whole number", "")
