"""The manifest of a rule pack: `pack.toml`.

[pack]
name = "fen"
title = "The Fen"
edition = "2"
version = "0.1.0"
uses = ["base"]            # packs whose names may be used
over = "base"              # makes the pack an overlay
system = "base"            # the game system it belongs to
engine = ""                # the engine that plays it, of a pack that founds a game wholly in text
plugins = ["base"]         # plugins whose words it needs
files = ["core.rules", "*.rules", "spells/*.rules"]   # first these in this order, then all others

[sources]
rulebook = "Rules of the Fen, second printing"
"""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from tercio.kernel.errors import Diagnostic, RulesError, did_you_mean
from tercio.kernel.source import Span

NAME = "pack.toml"
DEFAULT_FILES = ("**/*.rules",)
_SHAPES = {
    "string_pattern_mismatch": (
        "this is no name of a pack",
        "write lower case, digits and hyphens: fen-folk",
    ),
    "string_type": ("a text is needed", 'write it in double quotes: "1"'),
    "tuple_type": ("a list is needed", 'write it in brackets: ["base"]'),
}
"""What is wrong and how to mend it, by the kind of fault that pydantic tells."""


def _inside(pattern: str) -> str:
    """Return the pattern of a file; raises ValueError for one that is none or that leaves the pack."""
    parts = pattern.replace("\\", "/").split("/")
    if not PurePosixPath(pattern).parts or "\0" in pattern:
        raise ValueError("a file's name is needed, e.g. core.rules or spells/*.rules")
    if pattern.startswith("/") or ".." in parts or ":" in parts[0]:
        raise ValueError(f"{pattern} leads out of the pack; name files below its folder")
    if any("**" in part and part != "**" for part in parts):
        raise ValueError(f"{pattern}: ** stands for whole folders, e.g. **/*.rules")
    return pattern


class Manifest(BaseModel):
    """What `[pack]` of a manifest says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, pattern=r"^[a-z0-9][a-z0-9-]*$")
    title: str = ""
    edition: str = ""
    version: str = "0"
    uses: tuple[str, ...] = ()
    over: str = ""
    system: str = ""
    engine: str = ""
    plugins: tuple[str, ...] = ()
    files: tuple[Annotated[str, AfterValidator(_inside)], ...] = ()

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the packs that this one stands on, in order."""
        return tuple(dict.fromkeys((*([self.over] if self.over else []), *self.uses)))


class _Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    pack: Manifest
    sources: dict[str, str] = {}


def read_manifest(folder: Path) -> tuple[Manifest, dict[str, str]]:
    """Return the manifest of a pack's folder and its sources by word. Raises RulesError with every fault."""
    path = folder / NAME
    shown = f"{folder.name}/{NAME}"
    try:
        text = path.read_text("utf-8-sig")
        document = _Document.model_validate(tomllib.loads(text))
    except OSError as error:
        raise RulesError(Diagnostic(f"{shown} cannot be read: {error.strerror}")) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(Diagnostic(f"{shown} is not TOML: {error}")) from None
    except ValidationError as error:
        raise RulesError(_faults(error, text, shown)) from None
    return document.pack, document.sources


def _faults(error: ValidationError, text: str, shown: str) -> list[Diagnostic]:
    return [
        _fault(".".join(map(str, one["loc"])), one["type"], one["msg"], text, shown) for one in error.errors()
    ]


def _fault(field: str, kind: str, message: str, text: str, shown: str) -> Diagnostic:
    key = field.rstrip(".0123456789").rpartition(".")[2]
    number = next((n for n, line in enumerate(text.split("\n"), 1) if line.split("=")[0].strip() == key), 1)
    if kind == "extra_forbidden":
        words = f'"{key}" is not known in a manifest', did_you_mean(key, (*Manifest.model_fields, "sources"))
    elif kind == "missing":
        words = f"{field} is missing", "a manifest names its pack: [pack] name = ..."
    elif kind in _SHAPES:
        words = f"{field}: {_SHAPES[kind][0]}", _SHAPES[kind][1]
    else:
        words = f"{field}: {message.removeprefix('Value error, ')}", ""
    line = text.split("\n")[number - 1] if text else ""
    return Diagnostic(words[0], Span(shown, number), line, words[1])
