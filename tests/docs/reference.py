"""The tables of words in the documents, written from what the kernel and the engine `regiments` register.

A document has them between `<!-- words of ... -->` and `<!-- end of words -->`: what stands there is made by
`python -m tests.docs.reference`, and a test holds it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tercio.kernel.signatures import (
    ClauseWord,
    GivenSignature,
    PermissionSignature,
    RelationSignature,
    RollSignature,
    Signature,
    TermSignature,
    ValueSignature,
    VerbSignature,
    WindowSignature,
)
from tercio.kernel.words import KERNEL_SIGNATURES
from tercio.plugins.regiments.plugin import tercio_signatures
from tercio.plugins.regiments.steps import STEPS
from tercio.plugins.regiments.trial.system import RegimentalTrials

from .blocks import ROOT

Row = Sequence[str]
Table = tuple[str, type, Row, Callable[[Any], Row]]

AT_FIRST: Mapping[str, str] = {
    "move": "its profile",
    "health-points": "its profile",
    "attacks": "its profile, else 0",
    "least-files": "1",
    "most-files": "its models",
    "counted-rank": "its files",
    "deployment-depth": "the constant of that name",
    "range": "the weapon's",
    "shots": "the weapon's, else 1",
    "hits": "the weapon's",
    "blast-die": "0",
    "damage": "the weapon's, else 1",
    "shooting-ranks": "1",
    "charge-range": "`move` of unit",
    "charge-distance": "that distance",
    "charge-wheel": "90",
    "flight-beyond": "as far as it takes",
    "strike-order": "0",
    "fighting-models": "those in contact, 1 at least",
    "supporting-ranks": "0",
    "supporting-attacks": "1",
    "deep-files": "0",
    "combat-score": "wounds it caused in the round",
    "contact-score": "0",
    "side-score": "0",
    "sight-height": "its profile, else 1",
    "advance-cost": "1",
    "back-cost": "1",
    "side-cost": "1",
    "pivot-cost": "0",
    "wheel-cost": "1",
}
"""What values of the engine begin at, before any rule."""

NOT_UNLESS_TOLD = frozenset(
    [
        "share-side",
        "charge-other-side",
        "duel",
        "choose-target",
        "see-all-round",
        "back",
        "sidestep",
        "pivot",
        "wheel",
        "pass-over",
        "sweep-over",
        "leave-table",
    ]
)
"""What nobody may do unless a rule says so; all else is allowed until a rule forbids it."""

NEEDED: Mapping[str, str] = {
    "table-width": "constant: the table from west to east, in inches",
    "table-depth": "constant: the table from player A's edge to player B's",
    "deployment-depth": "constant: how far from its own edge a unit may be placed",
    "side-distance": "constant: how far from the other two edges it has to stay",
    "unit-gap": "constant: how near to another unit a unit may be placed, or end a move",
    "roll-off-die": "constant: what both throw in the step `roll-off`",
    "winner-chooses": "constant: 1 if the winner says who goes first, 0 if the winner does",
    "victory-margin": "constant: how many points more win the battle",
    "army-size-step": "constant, may be left out: armies are of sizes that are multiples of it",
    "army-size-margin": "constant, may be left out: how many points a list may stay below its size",
    "unit-points-max": "constant, may be left out: the most points that one unit may cost",
    "order-is-chosen": "constant, may be left out (0): 1 if the active player orders rules of one moment",
    "arc-angle": "constant, may be left out (45): degrees from straight ahead to where the front arc ends",
    "arc-ties": "table, may be left out (front, rear): in which arc a point on the line between two is; rows "
    "`front-flank` and `rear-flank`",
}
"""The constants and tables of a pack that the engine asks for."""

DECISIONS: Mapping[str, str] = {
    "setup.first": "`A` or `B`, who goes first",
    "deploy.unit": "a unit and where it stands: id, x, y, bearing, files",
    "unit.activate": "the id of a unit; in the step `activations` also pass",
    "action.use": "an action and who holds it, or pass; asked by the kernel, as is `action.react`",
    "unit.move": "steps, or pass: `advance`, `back`, `left`, `right` in inches, `pivot`, `wheel` in degrees",
    "unit.files": "a number of files, or pass",
    "unit.squeeze": "a number of files, or pass",
    "unit.turn": "90, -90 or 180 degrees, or pass",
    "unit.reform": "files and bearing, or pass",
    "shoot.weapon": "the name of a weapon",
    "fight.weapon": "the name of a weapon",
    "fight.target": "the id of an enemy, whom a commander strikes at",
}
"""What players are asked by the engine, and how they answer."""

_TABLES: Sequence[Table] = (
    ("Numbers", ValueSignature, ("number", "at first", "roles", "what it is"), lambda s: _value(s)),
    ("Rolls", RollSignature, ("roll", "roles", "what it is"), lambda s: (_code(s.name), _roles(s), s.doc)),
    ("Permissions", PermissionSignature, ("may", "at first", "roles", "what it is"), lambda s: _may(s)),
    ("Windows", WindowSignature, ("window", "roles", "when"), lambda s: (_code(s.name), _roles(s), s.doc)),
    ("Relations", RelationSignature, ("sentence", "true if"), lambda s: (_code(s.pattern), s.doc)),
    ("Terms", TermSignature, ("term", "gives", "what it is"), lambda s: (_code(s.pattern), s.type, s.doc)),
    ("Verbs", VerbSignature, ("statement", "what it does"), lambda s: (_code(s.pattern), s.doc)),
    (
        "Words of declarations",
        ClauseWord,
        ("word", "of", "what it says"),
        lambda s: (_code(s.word), s.declaration, s.doc),
    ),
)


def engine() -> str:
    """Return the tables of all that the engine `regiments` gives to packs and to scenarios."""
    facts = ("fact or deed", "what it does")
    told: list[Signature] = [*RegimentalTrials("").words()]
    parts = [
        _titled("Steps", _table(("step", "what it does"), _steps())),
        *_words(tercio_signatures()),
        _titled("Facts and deeds of scenarios", _table(facts, (_told(word) for word in told))),
        _titled("Decisions", _table(("asked", "answer"), _named(DECISIONS))),
        _titled("Events", _table(("event", "facts"), _events())),
        _titled("Constants and tables", _table(("name", "what it is"), _named(NEEDED))),
    ]
    return "\n".join(parts)


def kernel() -> str:
    """Return the tables of the words that packs of every game may use."""
    return "\n".join(_words(KERNEL_SIGNATURES))


PARTS: Mapping[str, Callable[[], str]] = {"the engine": engine, "every game": kernel}
_PART = re.compile(r"(<!-- words of ([\w ]+) -->\n)(.*?)(<!-- end of words -->)", re.DOTALL)


def written(markdown: str) -> str:
    """Return a document with its tables as they have to be."""
    return _PART.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n{found[4]}", markdown)


def documents() -> list[Path]:
    """Return the documents that have such tables."""
    found = sorted((ROOT / "docs").rglob("*.md"))
    return [path for path in found if _PART.search(path.read_text(encoding="utf-8"))]


# -- rows ------------------------------------------------------------------------------------------


def _words(signatures: Iterable[Signature]) -> Iterator[str]:
    left = list(signatures)
    for title, kind, head, row in _TABLES:
        those = [word for word in left if type(word) is kind]
        left = [word for word in left if type(word) is not kind]
        if those:
            yield _titled(title, _table(head, map(row, those)))
    assert not left, f"no table for {left}"


def _titled(title: str, table: str) -> str:
    return f"### {title}\n\n{table}"


def _table(head: Row, rows: Iterable[Row]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`"


def _roles(signature: Any) -> str:
    return ", ".join(name for name, _ in signature.roles)


def _value(signature: ValueSignature) -> Row:
    return _code(signature.name), AT_FIRST[signature.name], _roles(signature), signature.doc


def _may(signature: PermissionSignature) -> Row:
    at_first = "no" if signature.name in NOT_UNLESS_TOLD else "yes"
    return _code(signature.name), at_first, _roles(signature), signature.doc


def _told(word: Any) -> Row:
    fact = "given" if isinstance(word, GivenSignature) else "do"
    return _code(f"{fact} {word.pattern}"), word.doc


def _steps() -> Iterator[Row]:
    for step, procedure in STEPS.items():
        first = (procedure.__doc__ or "").partition("\n\n")[0]
        yield _code(step), " ".join(first.split()).removeprefix(f"Step {step}: ")


def _named(meanings: Mapping[str, str]) -> Iterator[Row]:
    for name, what in meanings.items():
        yield _code(name), what


def _events() -> Iterator[Row]:
    """Yield the events that the engine's modules emit, with what each tells."""
    told: dict[str, list[str]] = {}
    for path in sorted((ROOT / "plugins/regiments").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="emit"), args=[ast.Constant(value=str(kind)), *_]):
                    facts = told.setdefault(kind, [])
                    facts += [one.arg for one in node.keywords if one.arg and one.arg not in facts]
                case _:
                    pass
    for kind in sorted(told):
        yield _code(kind), ", ".join(told[kind])


def _write_all() -> None:
    for path in documents():
        path.write_text(written(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    _write_all()
