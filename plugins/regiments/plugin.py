"""What ranked games that are wholly text get from code: an engine, its words and procedures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tercio.kernel.hooks import hookimpl
from tercio.kernel.signatures import Signature
from tercio.kernel.system import Engine

from .engine import Regiments
from .words import attacking, catalogue, charging, fighting, measuring, moving, standing


@hookimpl
def tercio_signatures() -> Iterable[Signature]:
    modules = (attacking, charging, fighting, measuring, moving)
    signatures = (word for module in modules for word in module.SIGNATURES)
    words = (word for module in (*modules, standing) for word in module.WORDS.signatures)
    return (*catalogue.SIGNATURES, *signatures, *words)


@hookimpl
def tercio_procedures() -> Mapping[str, Callable[..., Any]]:
    from .steps import STEPS

    return STEPS


@hookimpl
def tercio_engines() -> Iterable[Engine]:
    return (Regiments(),)


@hookimpl
def tercio_sentences() -> Mapping[str, str]:
    from .sentences import SENTENCES

    return SENTENCES
