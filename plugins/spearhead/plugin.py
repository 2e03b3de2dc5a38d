"""What Spearhead brings to Tercio: its words, the procedures of its steps, its system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tercio.kernel.hooks import hookimpl
from tercio.kernel.signatures import Signature
from tercio.kernel.system import System
from tercio.kernel.trial.system import Trials

from .words import attacking, campaigning, catalogue, holding, moving


@hookimpl
def tercio_signatures() -> Iterable[Signature]:
    words = (word for module in (attacking, campaigning, holding, moving) for word in module.WORDS.signatures)
    return (*catalogue.SIGNATURES, *campaigning.SIGNATURES, *words)


@hookimpl
def tercio_procedures() -> Mapping[str, Callable[..., Any]]:
    from .steps import STEPS

    return STEPS


@hookimpl
def tercio_systems() -> Iterable[System]:
    from .system import Spearhead

    return (Spearhead(),)


@hookimpl
def tercio_trials() -> Iterable[Trials]:
    from .trial.system import SpearheadTrials

    return (SpearheadTrials(),)
