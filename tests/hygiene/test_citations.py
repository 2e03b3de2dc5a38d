"""Every declaration of the bundled packs says where in its rulebook it stands, for a reader to check."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .house import ROOT, faults

NEEDS_NO_CITE = frozenset({"pack", "use", "over"})
CITE = re.compile(r"^\s+cite\s+\"[^\"]+\"", re.MULTILINE)


def declarations(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each declaration: it starts in column 1 and goes on to the next that does."""
    start, block = 0, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if line[:1].strip() and not line.startswith("#"):
            if block:
                yield start, "\n".join(block)
            start, block = number, []
        if start:
            block.append(line)
    if block:
        yield start, "\n".join(block)


def uncited(text: str) -> list[str]:
    return [
        f"{line}: {block.splitlines()[0]}"
        for line, block in declarations(text)
        if block.split(maxsplit=1)[0] not in NEEDS_NO_CITE and not CITE.search(block)
    ]


def test_every_declaration_of_a_bundled_pack_cites_its_source():
    assert faults(sorted((ROOT / "rulepacks").rglob("*.rules")), uncited) == []


def test_the_check_names_the_declaration_without_a_citation():
    cited = 'pack "fen" edition "1"\n\nconstant reach 4"\n  cite "Charge 3"\n\n'
    assert uncited(cited) == []
    assert uncited(cited + 'rule "Swift"\n  text "cite"\n') == ['6: rule "Swift"']
