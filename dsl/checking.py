"""Checking what people wrote: packs, single files of rules, and army lists, each by where it stands.

A folder with a manifest is a pack; a folder of such folders is all of them; a file of rules belongs to the
pack above it, or to none (then its `use` lines say what it stands on); any other file is an army list of
the system that knows how to read it. A name that is no file may be that of a pack or of a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tercio.kernel.decl import SequenceDecl
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.sequence import BATTLE
from tercio.kernel.source import Span

from .books import checked_rules
from .loader import RULES, SAMPLE, Loader, Pack, system_of
from .manifest import NAME

if TYPE_CHECKING:
    from .desk import Desk


def faults(desk: Desk, paths: Iterable[Path], over: Sequence[str | Path] = ()) -> list[Diagnostic]:
    """Return every fault found at some paths, in their order; none twice. Lists are held against the rules
    with overlays laid on.
    """
    found: list[Diagnostic] = []
    for path in paths:
        for one in places(path):
            try:
                found += _check(desk, one, over)
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


def _check(desk: Desk, path: Path, over: Sequence[str | Path]) -> Iterator[Diagnostic]:
    if not path.exists() and str(path) not in desk.loader.known():
        yield from _told(_check_list, desk, path, over)
        return
    pack = pack_of(path) if path.exists() else desk.loader.folder_of(str(path))
    if pack is not None:
        yield from _check_pack(desk, pack, over)
    elif path.suffix == RULES and path.is_file():
        lone, bases = lone_file(desk.loader, path)
        yield from _told(checked_rules, desk.host, (*bases, lone))
    elif path.is_file():
        yield from _told(_check_list, desk, path, over)
    else:
        yield Diagnostic(f"{path} is no rule pack", hint=f"a pack's folder holds a {NAME}")


def _told(act: Callable[..., object], *given: object) -> Sequence[Diagnostic]:
    """Return the faults for which something is refused."""
    try:
        act(*given)
    except RulesError as error:
        return error.diagnostics
    return ()


def _check_pack(desk: Desk, folder: Path, over: Sequence[str | Path]) -> Iterator[Diagnostic]:
    packs = desk.loader.load([folder, *over])
    own = next(pack for pack in packs if pack.folder == folder)
    if own.name != folder.resolve().name:
        hint = f"rename the folder to {own.name}: packs are found by the names of their folders"
        yield Diagnostic(f"the pack {own.name} lies in the folder {folder.name}", hint=hint)
    yield from _no_battle(own)
    yield from _told(checked_rules, desk.host, packs)
    if (folder / SAMPLE).is_file():
        yield from _told(desk.roster, system_of(packs), folder / SAMPLE, over)


def _no_battle(pack: Pack) -> Iterator[Diagnostic]:
    """Yield a fault for a pack that founds a game without saying how a battle of it goes."""
    sequences = [one.name for one in pack.declarations if isinstance(one, SequenceDecl)]
    if pack.manifest.engine and BATTLE not in sequences:
        place = Span(f"{pack.name}/{NAME}", 1)
        yield Diagnostic("the game has no sequence of its battle", place, hint=f"write: sequence {BATTLE}")


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
    *bases, lone = loader.load([path])
    return lone, tuple(bases)


def _check_list(desk: Desk, path: Path, over: Sequence[str | Path]) -> None:
    """Check an army list by the systems that have a book for it, the first that finds it legal. Raises what
    the first of them says; where none has a book, which books there are.
    """
    refused: list[RulesError] = []
    for system in systems_for(desk, path):
        try:
            desk.roster(system, path, over)
        except RulesError as error:
            refused.append(error)
        else:
            return
    if refused:
        raise refused[0]


def system_for(desk: Desk, lists: Sequence[Path | str]) -> str:
    """Return the system that some army lists are of, each a file or the name of a list. Raises RulesError if
    no system has their books, if they are of different ones, or if several would do.
    """
    found = {str(one): systems_for(desk, Path(one)) for one in lists}
    common = [name for name in desk.host.systems if all(name in names for names in found.values())]
    if not common:
        told = ", ".join(f"{one} is of {' or '.join(names)}" for one, names in found.items())
        raise RulesError(Diagnostic(f"these lists are of different games: {told}"))
    if len(common) > 1:
        hint = f"say which: --system {common[0]}"
        raise RulesError(Diagnostic(f"these lists may be of {' or '.join(common)}", hint=hint))
    return common[0]


def systems_for(desk: Desk, path: Path) -> list[str]:
    """Return the systems that have the army book that a list asks for, be it a file or the name of a list.
    Raises RulesError if none has.
    """
    found, asked, refused = [], dict[str, None](), list[RulesError]()
    for name, system in desk.host.systems.items():
        try:
            books = system.packs_for(desk.list_text(name, path), str(path))
        except RulesError as error:
            refused.append(error)
            continue
        asked.update(dict.fromkeys(books))
        known = {book.name for book in desk.loader.books(name)}
        if known.issuperset(books):
            found.append(name)
    if not found and asked:
        raise RulesError(_no_book(desk, path, next(iter(asked))))
    if not found and refused:
        raise refused[0] if path.exists() else RulesError(_nowhere(desk, path, refused))
    return found


def _nowhere(desk: Desk, path: Path, refused: Iterable[RulesError]) -> Diagnostic:
    if str(path) in desk.loader.known():
        return _no_list(desk, str(path))
    hints = (one.hint for error in refused for one in error.diagnostics)
    hint = next((one for one in hints if one.startswith("did you mean")), "")
    hint = hint or did_you_mean(str(path), desk.loader.known())
    return Diagnostic(f"{path}: there is no such file or folder", hint=hint)


def _no_list(desk: Desk, pack: str) -> Diagnostic:
    """Return the fault of the name of a pack where a list is asked for, with the list that it brings."""
    folder = desk.loader.folder_of(pack)
    samples = (one for name in desk.host.systems for one in desk.loader.samples(name).items())
    title = next((title for title, path in samples if path.parent == folder), "")
    lists = f'its list is called "{title}"' if title else "give the file of a list"
    return Diagnostic(f"{pack} is a rule pack, not an army list", hint=lists)


def _no_book(desk: Desk, path: Path, asked: str) -> Diagnostic:
    books = [book.name for system in desk.host.systems for book in desk.loader.books(system)]
    hint = did_you_mean(asked, books) or f"known: {', '.join(books) or 'none'}"
    return Diagnostic(f"{path}: no army book {asked} is found, which its first line asks for", hint=hint)
