"""What Spearhead brings to Tercio: its words, the procedures of its steps, its system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from importlib import import_module
from typing import Any

from tercio.kernel.hooks import hookimpl
from tercio.kernel.signatures import Signature
from tercio.kernel.system import System

from .words import catalogue


@hookimpl
def tercio_signatures() -> Iterable[Signature]:
    found = [*catalogue.SIGNATURES]
    for name in ("attacking", "moving", "holding"):
        if find_spec(f"tercio.plugins.spearhead.words.{name}"):
            found += import_module(f"tercio.plugins.spearhead.words.{name}").WORDS.signatures
    return found


@hookimpl
def tercio_procedures() -> Mapping[str, Callable[..., Any]]:
    from .steps import STEPS

    return STEPS


@hookimpl
def tercio_systems() -> Iterable[System]:
    from .system import Spearhead

    return (Spearhead(),)
