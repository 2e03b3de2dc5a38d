"""Packs held against the game they are for: what a unit, a weapon or an item lacks to be played.

The one place where it is asked, for every way in: `Desk.rules` (play, lab, odds, lists), scenarios, and
`tercio check`. The packs are looked at as overlays have left them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from tercio.kernel.decl import Declaration
from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.files import read_bytes
from tercio.kernel.host import Host
from tercio.kernel.system import ChecksBooks

from .loader import Pack, combine, system_of
from .overlay import Result
from .parser.layout import MAX_BYTES, decode
from .syntax import SourceText


def book_faults(host: Host, packs: Sequence[Pack], declarations: Iterable[Declaration]) -> list[Diagnostic]:
    """Return what the declarations of some packs lack by the system that they are of, each with its line."""
    game: object = host.systems.get(system_of(packs))
    found = game.check_book(tuple(declarations)) if isinstance(game, ChecksBooks) else ()
    return [_shown(one, packs) for one in found]


def checked_rules(host: Host, packs: Sequence[Pack]) -> Result:
    """Return packs combined. Raises RulesError with every fault of books that could not be played."""
    combined = combine(packs)
    lacks = book_faults(host, packs, combined.declarations.values())
    if lacks:
        raise RulesError(lacks)
    return combined


def _shown(fault: Diagnostic, packs: Iterable[Pack]) -> Diagnostic:
    """Return a fault with the line it stands on, if its file can be read."""
    if fault.span is None or fault.line_text:
        return fault
    name, _, inside = fault.span.file.partition("/")
    for pack in packs:
        path = pack.folder / (inside or name) if pack.folder is not None else None
        if path is not None and path.is_file() and name in (pack.name, path.name):
            with suppress(RulesError):
                text = decode(read_bytes(path, MAX_BYTES), fault.span.file)
                return replace(fault, line_text=SourceText(name, text).line(fault.span.line))
    return fault
