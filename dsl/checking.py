"""Checking what people wrote: packs, single files of rules, and army lists, each by where it stands.

A folder with a manifest is a pack; a folder of such folders is all of them; a file of rules belongs to the
pack above it, or to none (then its `use` lines say what it stands on); any other file is an army list of
the system that knows how to read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tercio.kernel.errors import Diagnostic, RulesError

from .loader import Loader, Pack, combine, load_text
from .lower import pack_line
from .manifest import NAME
from .parser import parse_bytes

if TYPE_CHECKING:
    from .desk import Desk

RULES = ".rules"


def faults(desk: Desk, paths: Iterable[Path], over: Sequence[str | Path] = ()) -> list[Diagnostic]:
    """Return every fault found at some paths, in their order; none twice. Lists are held against the rules
    with overlays laid on.
    """
    found: list[Diagnostic] = []
    for path in paths:
        for one in places(path):
            try:
                _check(desk, one, over)
            except RulesError as error:
                found += error.diagnostics
    return list(dict.fromkeys(found))


def places(path: Path) -> Iterator[Path]:
    """Yield a path, or the packs in it if it is a folder of packs."""
    if path.is_dir() and not (path / NAME).is_file():
        packs = sorted(path.glob(f"*/{NAME}"))
        yield from (pack.parent for pack in packs) if packs else (path,)
    else:
        yield path


def _check(desk: Desk, path: Path, over: Sequence[str | Path]) -> None:
    if not path.exists():
        raise RulesError(Diagnostic(f"{path}: there is no such file or folder"))
    pack = pack_of(path)
    if pack is not None:
        combine(desk.loader.load([pack]))
    elif path.suffix == RULES:
        lone_file(desk.loader, path)
    elif path.is_file():
        _check_list(desk, path, over)
    else:
        raise RulesError(Diagnostic(f"{path} is no rule pack", hint=f"a pack's folder holds a {NAME}"))


def pack_of(path: Path) -> Path | None:
    """Return the folder of the pack that a folder or a file of rules belongs to, None if there is none."""
    if path.is_dir():
        return path if (path / NAME).is_file() else None
    if path.suffix != RULES:
        return None
    return next((folder for folder in path.resolve().parents if (folder / NAME).is_file()), None)


def lone_file(loader: Loader, path: Path) -> tuple[Pack, tuple[Pack, ...]]:
    """Return the pack that a file of rules makes that belongs to none, and the packs that it uses. Raises
    RulesError with every fault.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RulesError(Diagnostic(f"{path}: cannot be read: {error.strerror}")) from error
    file = parse_bytes(data, str(path))
    _, over, uses = pack_line(file)
    bases = loader.load([*([over] if over else []), *uses])
    trials = loader.trial_signatures(system_of(bases))
    text = data.decode("utf-8-sig")
    return load_text(text, path.stem, signatures=loader.signatures, bases=bases, trials=trials), bases


def system_of(packs: Iterable[Pack]) -> str:
    """Return the system that some packs belong to, "" for none."""
    return next((pack.manifest.system for pack in packs if pack.manifest.system), "")


def _check_list(desk: Desk, path: Path, over: Sequence[str | Path]) -> None:
    """Check an army list by the first system that finds a book for it; raises what the last one said if
    none does.
    """
    refused: RulesError | None = None
    for system in desk.host.systems:
        try:
            desk.roster(system, path, over)
        except RulesError as error:
            refused = error
        else:
            return
    if refused is not None:
        raise refused
