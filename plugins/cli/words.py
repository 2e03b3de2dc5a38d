"""`tercio words`: what the packs of a game may say, kind by kind, and what each word means.

The words of the kernel, of the game's plugin or engine, and those that its packs declare themselves as rolls,
keywords, marks and characteristics.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, PackPaths, console, desk_with, fail, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from tercio.dsl.desk import Desk

ThatSystem = Annotated[str, typer.Option("--system", metavar="NAME", help="The game whose words are listed.")]
KINDS = {
    "values": "values: numbers that rules may change or ask for",
    "rolls": "rolls and tests",
    "permissions": "permissions: what may be, cannot be or must be done",
    "windows": "windows: moments after which rules act; some open before as well, or can be replaced",
    "relations": "relations: what conditions say",
    "nouns": "nouns: what sets are of",
    "terms": "properties: what amounts and things are made of",
    "verbs": "verbs: what statements do",
    "words": "words of declarations",
    "declared": "declared by the packs",
    "steps": "steps that sequences may name",
}
_OF_PACKS = ("characteristic", "roll", "keyword", "mark", "duration", "constant", "table")

Row = tuple[str, str]


def words(
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT]", help="Only words with this text in them.")
    ] = None,
    system: ThatSystem = "",
    kind: Annotated[str, typer.Option("--kind", help=f"Only one kind: {', '.join(KINDS)}.")] = "",
    as_json: AsJson = False,
    pack: PackPaths = None,
) -> None:
    """List the words that packs of a game may use."""
    from tercio.kernel.errors import did_you_mean

    desk = desk_with(pack)
    if not system:
        fail(f"the words of which game? --system {' or '.join(desk.host.systems)}")
    desk.host.system(system)
    if kind not in ("", *KINDS):
        fail(f'there is no kind "{kind}"; known: {", ".join(KINDS)}. {did_you_mean(kind, KINDS)}'.rstrip())
    wanted = " ".join(text or ()).casefold()
    found = {
        one: [row for row in rows if wanted in " ".join(row).casefold()]
        for one, rows in _all(desk, system)
        if kind in ("", one)
    }
    if as_json:
        print_json(
            {one: [{"word": word, "means": means} for word, means in rows] for one, rows in found.items()}
        )
    elif not any(found.values()):
        fail(f'no word of {system} has "{wanted}" in it')
    else:
        _print(found, console())


def _all(desk: Desk, system: str) -> Iterator[tuple[str, list[Row]]]:
    signatures = desk.host.signatures(system)
    for kind in KINDS:
        if kind == "declared":
            yield kind, list(_declared(desk, system))
        elif kind == "steps":
            procedures = desk.host.procedures(system).items()
            yield kind, [(name, _first_sentence(function)) for name, function in procedures]
        else:
            yield kind, [_row(signature) for signature in getattr(signatures, kind).values()]


def _row(signature: Any) -> Row:
    word = getattr(signature, "pattern", "") or getattr(signature, "word", "") or signature.name
    if getattr(signature, "declaration", ""):
        word = f"{signature.declaration}: {word}"
    told = [
        "opens before as well" if getattr(signature, "early", False) else "",
        "can be replaced" if getattr(signature, "replaceable", False) else "",
        ", ".join(name for name, _ in getattr(signature, "roles", ())),
    ]
    told[2] = f"roles: {told[2]}" if told[2] else ""
    said = "; ".join(filter(None, told))
    return word, f"{signature.doc} ({said})" if said else signature.doc


def _declared(desk: Desk, system: str) -> Iterator[Row]:
    for one in desk.rules(system).declarations:
        if one.kind in _OF_PACKS:
            yield f"{one.kind} {one.name}", one.text or str(one.cite or "")


def _first_sentence(function: Any) -> str:
    return " ".join((function.__doc__ or "").split("\n\n")[0].split())


def _print(found: dict[str, list[Row]], out: Console) -> None:
    first = True
    for kind, rows in found.items():
        if not rows:
            continue
        if not first:
            out.print()
        first = False
        out.print(KINDS[kind], style="bold")
        for word, means in rows:
            out.print(f"  {word}", soft_wrap=True)
            if means:
                out.print(f"      {means}", soft_wrap=True)
