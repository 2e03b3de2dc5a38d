"""What Spearhead brings to Tercio: its words, the procedures of its steps, its system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tercio.kernel.hooks import hookimpl
from tercio.kernel.signatures import Signature
from tercio.kernel.system import System
from tercio.kernel.trial.system import Trials

from . import combats
from .words import attacking, campaigning, catalogue, holding, moving, playing


@hookimpl
def tercio_signatures() -> Iterable[Signature]:
    modules = (attacking, campaigning, holding, moving, playing)
    words = (word for module in modules for word in module.WORDS.signatures)
    return (*catalogue.SIGNATURES, *campaigning.SIGNATURES, *words, combats.UPKEEP)


@hookimpl
def tercio_procedures() -> Mapping[str, Callable[..., Any]]:
    from .steps import STEPS

    return STEPS


@hookimpl
def tercio_systems() -> Iterable[System]:
    from .system import Spearhead

    return (Spearhead(),)


@hookimpl
def tercio_sentences() -> Mapping[str, str]:
    from .sentences import SENTENCES

    return SENTENCES


@hookimpl
def tercio_trials() -> Iterable[Trials]:
    from .trial.system import SpearheadTrials

    return (SpearheadTrials(),)


@hookimpl
def tercio_judgements() -> Mapping[str, Callable[[], Mapping[str, Callable[..., Any]]]]:
    from .judgement.staff import judgements

    return {"spearhead": judgements}
