"""Files of people: read within bounds, written whole or left as they were.

What is written goes into a new file that takes the old one's place in one step; links are followed, so a
link stays a link. Only plain files are ever replaced: a device, a pipe or a folder is refused and untouched.
Every fault is a RulesError that names the file.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from .errors import Diagnostic, RulesError


def read_bytes(path: Path, limit: int) -> bytes:
    """Return what a file holds. Raises RulesError if it cannot be read or holds more than `limit` bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise RulesError(f"{path}: cannot be read: {_reason(error)}") from error
    if len(data) > limit:
        hint = f"{limit / 1e6:g} MB are read at most"
        raise RulesError(Diagnostic(f"{path}: cannot be read: it is too large", hint=hint))
    return data


def write_atomic(path: Path, text: str) -> None:
    """Write a whole file, or leave the old one as it was. Raises RulesError if that cannot be done."""
    put(path, text).close()


def put(path: Path, text: str) -> TextIO:
    """Write a whole file as `write_atomic` does, and return it open and held, so that more can be added."""
    with writing(path):
        real = _plain(path)
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=".new.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(name, mode)
            return _moved(Path(name), real)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _moved(new: Path, real: Path) -> TextIO:
    """Move a file over another and return it open and held."""
    file = new.open("a", encoding="utf-8", newline="\n")
    try:
        hold(file)
        if sys.platform == "win32":
            file.close()  # There an open file cannot be moved.
        os.replace(new, real)
    except BaseException:
        file.close()
        raise
    return real.open("a", encoding="utf-8", newline="\n") if file.closed else file


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell what the system says against writing a file as a RulesError."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise RulesError(f"{path}: cannot be written: {_reason(error)}") from error


def hold(file: TextIO) -> bool:
    """Hold an open file against others that want to hold it, until it is closed; False if another has it."""
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # A file system without locks.
    return True


def stands(file: TextIO, path: Path) -> bool:
    """Whether an open file is still the one that stands at a path."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    return False


def _plain(path: Path) -> Path:
    """Return where a file really stands or will stand; raises RulesError for what is there and is none."""
    real = Path(os.path.realpath(path))
    if real.exists():
        if not real.is_file():
            what = "is a folder" if real.is_dir() else "is no plain file"
            raise RulesError(Diagnostic(f"{path}: cannot be written: it {what}", hint="name a file"))
        if not os.access(real, os.W_OK):
            hint = "allow writing it, or name another file"
            raise RulesError(Diagnostic(f"{path}: cannot be written: it is read-only", hint=hint))
    return real


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
