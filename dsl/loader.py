"""Packs by name or path: found, read, checked, kept in the cache.

A `Loader` returns packs in the order in which they build on each other; `load_text` is the short way for
tests and for rules that stand in no file. `combine` lays overlays over their bases.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from tercio.kernel.decl import Declaration, Scenario
from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.files import read_bytes
from tercio.kernel.host import Host
from tercio.kernel.signatures import Signatures
from tercio.kernel.source import Span
from tercio.kernel.trial.words import with_trial_words

from . import cache, overlay
from .clash import parted
from .knobs import is_knob, knob_text
from .lower import Lowered, lower, pack_line
from .manifest import NAME, Manifest, read_manifest
from .names import Names, names_of
from .parser import parse_all
from .parser.layout import MAX_BYTES, decode
from .texts import hold_pack_lines, parsed, texts

RULES = ".rules"
SAMPLE = "list.txt"
"""A list that an army book brings: the army's name stands for it."""
BUILT_IN = Path(__file__).parent.parent / "rulepacks"


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack ready for use: its manifest, declarations, changes to its base, the digest of its text, and
    where it was found.
    """

    manifest: Manifest
    declarations: tuple[Declaration, ...]
    changes: tuple[overlay.Change, ...] = ()
    digest: str = ""
    folder: Path | None = None
    sources: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The pack's name."""
        return self.manifest.name

    @property
    def label(self) -> tuple[str, str, str]:
        """Name, version and digest, as a ruleset keeps them."""
        return self.manifest.name, self.manifest.version, self.digest


@dataclass(frozen=True, slots=True)
class _Found:
    """A pack's folder with what was read of it so far."""

    folder: Path
    manifest: Manifest
    sources: dict[str, str]
    texts: tuple[tuple[str, bytes], ...]


class Loader:
    """Finds and reads packs; keeps those already read. `host` brings registered words and further folders
    of packs.
    """

    def __init__(
        self,
        host: Host | None = None,
        *,
        signatures: Signatures | None = None,
        folders: Iterable[Path] = (),
        use_cache: bool = True,
    ) -> None:
        self._host = host
        self._signatures = signatures
        self._extra = tuple(folders)
        self._use_cache = use_cache
        self._packs: dict[str, Pack] = {}
        self._paths: dict[str, Path] = {}
        self._books: dict[str, tuple[Manifest, ...]] = {}
        if host is not None:
            self._found_systems()

    @property
    def host(self) -> Host:
        """The plugin host, made on demand."""
        if self._host is None:
            self._host = Host()
            self._found_systems()
        return self._host

    def _found_systems(self) -> None:
        """Let the packs that can be found by name found their systems. What is wrong with one is told when it
        is loaded.
        """
        for name in self.known():
            with suppress(RulesError):
                self._found_system(read_manifest(self._locate(name))[0])

    def _found_system(self, manifest: Manifest) -> None:
        if not (manifest.engine and manifest.system):
            return
        try:
            self.host.found_system(manifest.system, manifest.title, manifest.engine)
        except RulesError as error:
            place = Span(f"{manifest.name}/{NAME}", 1)
            raise RulesError([replace(one, span=place) for one in error.diagnostics]) from error
        if manifest.name != manifest.system:
            hint = f'write: name = "{manifest.system}"'
            message = f"a pack that founds a game bears its name: {manifest.system!r}, not {manifest.name!r}"
            raise RulesError(Diagnostic(message, Span(f"{manifest.name}/{NAME}", 1), hint=hint))

    def signatures(self, system: str) -> Signatures:
        """Return the registered words that packs of a system are checked against."""
        return self.host.signatures(system) if self._signatures is None else self._signatures

    def trial_signatures(self, system: str) -> Signatures:
        """Return the words that scenarios of a system are checked against."""
        if self._host is None and self._signatures is not None:
            return with_trial_words(self._signatures, ())
        return self.host.trial_signatures(system)

    def folders(self) -> tuple[Path, ...]:
        """Return the folders in which packs are looked for, in order."""
        plugged = self.host.pack_folders if self._signatures is None or self._host is not None else ()
        return (*self._extra, BUILT_IN, *plugged)

    def known(self) -> tuple[str, ...]:
        """Return the names of all packs that can be found by name."""
        names = [
            path.parent.name
            for folder in self.folders()
            if folder.is_dir()
            for path in sorted(folder.glob(f"*/{NAME}"))
        ]
        return tuple(dict.fromkeys(names))

    def books(self, system: str) -> tuple[Manifest, ...]:
        """Return the manifests of the army books of a system that can be found by name: packs of its own that
        use another pack of it and are no overlays. They are looked for once.
        """
        if system not in self._books:
            self._books[system] = tuple(self._books_of(system))
        return self._books[system]

    def _books_of(self, system: str) -> Iterator[Manifest]:
        found = [read_manifest(self._locate(name))[0] for name in self.known()]
        own = {manifest.name for manifest in found if manifest.system == system}
        books = (one for one in found if not one.over and own.intersection(one.uses))
        yield from (book for book in books if book.system in ("", system))

    def folder_of(self, name: str) -> Path:
        """Return the folder of a pack by name. Raises RulesError with a did-you-mean."""
        return self._locate(name)

    def samples(self, system: str) -> dict[str, Path]:
        """Return the sample lists of the army books of a system by title: `list.txt` beside a manifest."""
        found = {book.title or book.name: self._locate(book.name) / SAMPLE for book in self.books(system)}
        return {title: path for title, path in found.items() if path.is_file()}

    def load(self, wanted: Iterable[str | Path]) -> tuple[Pack, ...]:
        """Return packs and all that they stand on, each behind those: by name or folder, a file of rules that
        is a pack by itself, or a constant of those before it with its value (`knobs`). Raises RulesError with
        every fault.
        """
        order: dict[str, Pack] = {}
        with _collecting_later():
            for one in wanted:
                if is_knob(str(one)) and not _is_pack(Path(one)):
                    self._set(str(one), order)
                elif Path(one).suffix == RULES and Path(one).is_file():
                    self._lay(Path(one), order)
                else:
                    self._load(self._locate(one), order, ())
        return tuple(order.values())

    def _set(self, wanted: str, order: dict[str, Pack]) -> None:
        """Add the overlay that sets a constant of the packs so far, whatever they have made of it."""
        declared = [one for pack in order.values() for one in pack.declarations]
        text = knob_text(wanted, next(iter(order), ""), declared)
        pack = self._loose(text, wanted, tuple(order.values()))
        changes = tuple(
            replace(one, expecting=None) for one in pack.changes if isinstance(one, overlay.SetConstant)
        )
        manifest = pack.manifest.model_copy(update={"name": wanted})
        order[wanted] = replace(pack, manifest=manifest, changes=changes)

    def _lay(self, path: Path, order: dict[str, Pack]) -> None:
        """Add the pack that a file of rules makes by itself, with what its first lines say it stands on."""
        text = decode(read_bytes(path, MAX_BYTES), str(path))
        _, over, uses = pack_line(parse_all(text, str(path))[0])
        for name in (*([over] if over else []), *uses):
            self._load(self._locate(name), order, ())
        pack = self._loose(text, path.stem, tuple(order.values()))
        if pack.name in order:
            hint = "give it another name in its first line"
            raise RulesError(Diagnostic(f"{path}: there is a pack {pack.name} already", hint=hint))
        order[pack.name] = replace(pack, folder=path.parent)

    def _loose(self, text: str, name: str, bases: tuple[Pack, ...]) -> Pack:
        system = system_of(bases)
        signatures, trials = self.signatures(system), self.trial_signatures(system)
        return load_text(text, name, signatures=signatures, bases=bases, trials=trials)

    def _load(self, folder: Path, order: dict[str, Pack], within: tuple[str, ...]) -> Pack:
        manifest, sources = read_manifest(folder)
        if manifest.name in within:
            raise RulesError(
                f"packs stand on each other in a circle: {' -> '.join((*within, manifest.name))}"
            )
        self._paths[manifest.name] = folder
        self._found_system(manifest)
        bases = [
            self._load(self._locate(name, folder), order, (*within, manifest.name)) for name in manifest.needs
        ]
        if manifest.name not in order:
            if manifest.name not in self._packs:
                self._packs[manifest.name] = self._read(
                    folder, manifest, sources, tuple(order.values()) if bases else ()
                )
            order[manifest.name] = self._packs[manifest.name]
        return order[manifest.name]

    def _locate(self, wanted: str | Path, beside: Path | None = None) -> Path:
        """Return the folder of a pack by path or by name; raises RulesError with a did-you-mean."""
        path = Path(wanted)
        if path.name == NAME:
            path = path.parent
        if _is_pack(path):
            return path
        name = str(wanted)
        if name in self._paths:
            return self._paths[name]
        places = [*([beside.parent] if beside is not None else []), *self.folders()]
        for folder in places:
            if _is_pack(folder / name):
                return folder / name
        if os.path.isdir(path):
            raise RulesError(Diagnostic(f"{path} is no rule pack", hint=f"a pack's folder holds a {NAME}"))
        known = self.known()
        hint = did_you_mean(name, known) or (
            f"known by name: {', '.join(known) or 'none'}; any other is given by its folder"
        )
        asked = f", which {beside.name}/{NAME} names" if beside is not None else ""
        raise RulesError(Diagnostic(f'no rule pack "{wanted}" is found{asked}', hint=hint))

    def _read(self, folder: Path, manifest: Manifest, sources: dict[str, str], bases: Sequence[Pack]) -> Pack:
        found = _Found(folder, manifest, sources, tuple(texts(folder, manifest)))
        under = [base for base in bases if base.name in self._reach(manifest, bases)]
        system = system_of((*under, found))
        text_digest = cache.digest(*(part for name, data in found.texts for part in (name.encode(), data)))
        key = cache.digest(
            cache.language_digest().encode(),
            cache.signatures_digest(self.signatures(system)).encode(),
            cache.signatures_digest(self.trial_signatures(system)).encode(),
            manifest.model_dump_json().encode(),
            text_digest.encode(),
            *(base.digest.encode() for base in under),
        )
        lowered = cache.read(key) if self._use_cache else None
        if lowered is None:
            lowered = self._lower(found, under)
            if self._use_cache:
                cache.write(key, (lowered.declarations, lowered.changes))
        else:
            lowered = Lowered(*lowered)
        return Pack(
            manifest, lowered.declarations, lowered.changes, text_digest, folder, tuple(sources.items())
        )

    @staticmethod
    def _reach(manifest: Manifest, bases: Sequence[Pack]) -> set[str]:
        """Return the names of the packs that a pack stands on, directly or through others."""
        by_name = {base.name: base for base in bases}
        todo, reach = list(manifest.needs), set[str]()
        while todo:
            name = todo.pop()
            if name not in reach and name in by_name:
                reach.add(name)
                todo += by_name[name].manifest.needs
        return reach

    def _lower(self, found: _Found, under: Sequence[Pack]) -> Lowered:
        files, faults = parsed(found.texts)
        hold_pack_lines(files, found.manifest)
        names = Names()
        for base in under:
            names_of(base.declarations, names)
        system = system_of((*under, found))
        trials = self.trial_signatures(system)
        return lower(files, found.manifest.name, names, self.signatures(system), faults, trials)


def _is_pack(folder: Path) -> bool:
    """Whether a folder holds a manifest; a name that no file can have is no pack's."""
    return os.path.isfile(folder / NAME)


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Put off the collection of garbage: all that is read is kept, and to look through it over and over costs
    a sixth of the time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def system_of(packs: Iterable[Pack | _Found]) -> str:
    """Return the system that some packs belong to, "" for none."""
    return next((pack.manifest.system for pack in packs if pack.manifest.system), "")


def load_text(
    text: str,
    name: str = "text",
    *,
    signatures: Signatures | None = None,
    bases: Sequence[Pack] = (),
    trials: Signatures | None = None,
) -> Pack:
    """Return the pack that a text makes, standing on finished packs. Raises RulesError with every fault.

    The text is checked against the kernel's words and those of plugins for every system unless `signatures`
    are given, its scenarios against `trials`.
    """
    file, faults = parse_all(text, f"{name}.rules")
    declared, over, uses = pack_line(file)
    names = Names()
    for base in bases:
        names_of(base.declarations, names)
    known = signatures if signatures is not None else Host().signatures("")
    lowered = lower((file,), declared or name, names, known, faults, trials)
    manifest = Manifest.model_construct(name=declared or name, over=over, uses=uses)
    return Pack(manifest, lowered.declarations, lowered.changes, cache.digest(text.encode()))


def _is_rule(declaration: Declaration) -> bool:
    return not isinstance(declaration, Scenario)


def combine(packs: Iterable[Pack]) -> overlay.Result:
    """Return all declarations of some packs with their overlays laid on, in order, and who changed what.
    Scenarios are no rules and are left out.

    A declaration that an overlay adds stands behind those of its base. Raises RulesError where a base has
    drifted, or where two packs use one name for two things that cannot be told apart.
    """
    packs = tuple(packs)
    declared = parted((pack.name, tuple(filter(_is_rule, pack.declarations))) for pack in packs)
    base = (one for declarations in declared for one in declarations)
    return overlay.apply(base, {pack.name: pack.changes for pack in packs if pack.changes})
