"""The files of a pack: found in the order of its manifest, parsed, and held against what it says."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tercio.kernel.errors import Diagnostic, RulesError
from tercio.kernel.source import Span

from .lower import pack_line
from .manifest import DEFAULT_FILES, NAME, Manifest
from .parser import parse_all
from .parser.layout import decode
from .syntax import File


def texts(folder: Path, manifest: Manifest) -> Iterable[tuple[str, bytes]]:
    """Yield the rule files of a pack with the names that spans show: in the manifest's order, then all
    others by path.
    """
    seen: set[Path] = set()
    for pattern in (*manifest.files, *DEFAULT_FILES):
        paths = sorted(path for path in folder.glob(pattern) if path.is_file())
        if not paths and not any(char in pattern for char in "*?["):
            raise RulesError(Diagnostic(f"{folder.name}/{NAME} names a file that is not there: {pattern}"))
        for path in paths:
            if path not in seen:
                seen.add(path)
                try:
                    yield f"{folder.name}/{path.relative_to(folder).as_posix()}", path.read_bytes()
                except OSError as error:
                    raise RulesError(Diagnostic(f"{path.name} cannot be read: {error.strerror}")) from None
    if not seen:
        raise RulesError(
            Diagnostic(f"the pack {manifest.name} has no rule files", hint="write one: core.rules")
        )


def parsed(texts: Iterable[tuple[str, bytes]]) -> tuple[list[File], list[Diagnostic]]:
    """Return the files as far as they parse, and all faults."""
    files: list[File] = []
    faults: list[Diagnostic] = []
    for name, data in texts:
        try:
            file, found = parse_all(decode(data, name), name)
        except RulesError as error:
            faults += error.diagnostics
            continue
        files.append(file)
        faults += found
    return files, faults


def hold_pack_lines(files: Iterable[File], manifest: Manifest) -> None:
    """Hold the `pack` and `use` lines of the files against the manifest; raises RulesError."""
    for file in files:
        name, over, uses = pack_line(file)
        place = Span(file.source.name, file.lines[0].span.line if file.lines else 1)
        if name and name != manifest.name:
            raise RulesError(
                file.source.fault(place, f'the manifest calls this pack "{manifest.name}", not "{name}"')
            )
        missing = [one for one in (*([over] if over else []), *uses) if one not in manifest.needs]
        if missing:
            field = "over" if over in missing else "uses"
            raise RulesError(
                file.source.fault(
                    place,
                    f'the manifest does not name the pack "{missing[0]}"',
                    f"add it to `{field}` in {NAME}",
                )
            )
