"""`tercio packs`: which rule packs can be used."""

from __future__ import annotations

from pathlib import Path

from .common import PackPaths, console, desk_with, table

HEADINGS = ("pack", "version", "edition", "over", "uses", "where")


def packs(pack: PackPaths = None) -> None:
    """List the rule packs that can be found."""
    rows = [
        (
            one.name,
            one.manifest.version,
            one.manifest.edition,
            one.manifest.over,
            ", ".join(one.manifest.uses),
            _shown(one.folder),
        )
        for one in desk_with(pack).packs()
    ]
    out = console()
    if not rows:
        out.print("no rule packs are found")
        return
    out.print(table(HEADINGS, rows))


def _shown(folder: Path | None) -> str:
    """Return where a pack lies, as seen from here where it is below."""
    if folder is None:
        return ""
    here = Path.cwd()
    return str(folder.relative_to(here) if folder.is_relative_to(here) else folder)
