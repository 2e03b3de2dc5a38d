"""Finished declarations on disk, so that an unchanged pack is not parsed again.

An entry is found by a digest over everything that its content depends on: the text of the pack, the digests
of the packs it uses, the registered words, and the source of the language and of the declarations
themselves. It carries a digest of its own bytes; what does not match, or does not open, counts as absent.
The folder is private to the user, and reading makes nothing but frozen declarations.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import sys
import tempfile
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from tercio.kernel.signatures import Signatures

_DIGEST_SIZE = 32
_TELLING = ("kind", "roles", "also", "pattern", "type", "replaceable", "plural", "names", "words")
_ALLOWED = ("tercio.kernel.decl.", "tercio.kernel.source", "tercio.dsl.overlay", "fractions")


def digest(*parts: bytes) -> str:
    """Return a digest over parts, told apart by their lengths."""
    state = blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return state.hexdigest()


@cache
def language_digest() -> str:
    """Return the digest of the source of the language and of the declarations, and of the Python that runs
    it.
    """
    here = Path(__file__).parent
    declared = here.parent / "kernel"
    paths = [*here.rglob("*.py"), here / "grammar.lark", *(declared / "decl").glob("*.py")]
    paths += [declared / "signatures.py", declared / "source.py"]
    texts = [path.read_bytes() for path in sorted(paths) if path.is_file()]
    return digest(sys.version.encode(), *texts)


def signatures_digest(signatures: Signatures) -> str:
    """Return the digest of all registered words: their names, patterns and roles."""
    shelves = (getattr(signatures, one.name) for one in fields(signatures))
    words = [
        (
            name,
            *(getattr(one, field, None) for field in _TELLING),
        )
        for shelf in shelves
        if isinstance(shelf, dict)
        for name, one in shelf.items()
    ]
    return digest(repr(words).encode())


def folder() -> Path | None:
    """Return the cache's private folder, made on demand; None where there cannot be one or TERCIO_CACHE is
    empty.
    """
    chosen = os.environ.get("TERCIO_CACHE")
    if chosen == "":
        return None
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        base = Path(chosen) if chosen else _usual() / "tercio"
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_private(base):
            return base
    return None


def _usual() -> Path:
    """Return the user's folder of caches; a relative setting is none (XDG Base Directory Specification)."""
    set_to = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return set_to if set_to.is_absolute() else Path.home() / ".cache"


def _is_private(path: Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    status = path.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


_DAMAGED = (
    OSError,
    EOFError,
    LookupError,
    AttributeError,
    ImportError,
    pickle.UnpicklingError,
    ValueError,
    TypeError,
)
"""What reading and unpickling raise for a file that is cut, foreign or of another version."""


def read(key: str) -> Any | None:
    """Return what was kept under a key; None for nothing, or for anything damaged."""
    base = folder()
    if base is None:
        return None
    try:
        data = (base / f"{key}.pack").read_bytes()
        content = data[_DIGEST_SIZE:]
        if blake2b(content, digest_size=_DIGEST_SIZE).digest() != data[:_DIGEST_SIZE]:
            return None
        return loads(content)
    except _DAMAGED:
        return None


def write(key: str, thing: Any) -> None:
    """Keep a thing under a key; a cache that cannot be written is no fault."""
    base = folder()
    if base is None:
        return
    with contextlib.suppress(OSError):
        content = pickle.dumps(thing, protocol=5)
        with tempfile.NamedTemporaryFile(dir=base, delete=False) as file:
            file.write(blake2b(content, digest_size=_DIGEST_SIZE).digest() + content)
        Path(file.name).replace(base / f"{key}.pack")


def loads(content: bytes) -> Any:
    """Return what was pickled; raises UnpicklingError for anything but declarations."""
    return _Reader(io.BytesIO(content)).load()


class _Reader(pickle.Unpickler):
    """Makes declarations and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(_ALLOWED) or (module, name) in _HELPERS:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} does not belong into a pack")


_HELPERS = {
    ("copyreg", "__newobj__"),
    ("copyreg", "_reconstructor"),
    ("builtins", "object"),
    ("builtins", "getattr"),
}
