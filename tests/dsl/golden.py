"""What the good files of the corpus become, as text. `python -m tests.dsl.golden` writes the goldens anew."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from tercio.dsl.fmt import format_text
from tercio.kernel.source import Citation, Span

from .words import CORPUS, load

GOOD = sorted((CORPUS / "good").glob("*.rules"))


def declarations_text(path: Path) -> str:
    """Return what a file declares and changes, one thing after the other, without its places."""
    pack = load(path.read_text("utf-8"), path.stem)
    return "\n\n".join(shown(one) for one in (*pack.declarations, *pack.changes)) + "\n"


def shown(value: Any, indent: str = "") -> str:
    """Return a frozen tree as indented text; empty fields and places are left out."""
    inner = indent + "  "
    match value:
        case tuple() if _is_deep(value):
            return "[\n" + "".join(f"{inner}{shown(item, inner)}\n" for item in value) + f"{indent}]"
        case Enum():
            return str(value.value)
        case Citation():
            return str(value)
        case _ if is_dataclass(value):
            return _node(value, inner)
        case _:
            return repr(value)


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ((), "")


def _is_deep(value: Any) -> bool:
    return is_dataclass(value) or (isinstance(value, tuple) and any(map(_is_deep, value)))


def _node(value: Any, inner: str) -> str:
    kept = [(one.name, getattr(value, one.name)) for one in fields(value)]
    kept = [(name, part) for name, part in kept if not (_is_empty(part) or isinstance(part, Span))]
    name = type(value).__name__
    flat = ", ".join(f"{field} {shown(part, inner)}" for field, part in kept)
    if "\n" not in flat and len(inner) + len(name) + len(flat) < 100:
        return f"{name}({flat})"
    return f"{name}\n" + "\n".join(f"{inner}{field} {shown(part, inner)}" for field, part in kept)


if __name__ == "__main__":
    for file in GOOD:
        file.with_suffix(".formatted").write_text(format_text(file.read_text("utf-8")), "utf-8")
        file.with_suffix(".declarations").write_text(declarations_text(file), "utf-8")
