"""What The 9th Age brings to Tercio: its words, the procedures of its steps, its system, its judgement for
agents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tercio.kernel.hooks import hookimpl
from tercio.kernel.signatures import Signature
from tercio.kernel.system import System
from tercio.kernel.trial.system import Trials

from .words import catalogue, relations, spellcraft, table, terms, traits, verbs


@hookimpl
def tercio_signatures() -> Iterable[Signature]:
    return (
        *catalogue.SIGNATURES,
        *traits.TRAITS,
        *(
            word
            for module in (relations, terms, verbs, spellcraft, table)
            for word in module.WORDS.signatures
        ),
    )


@hookimpl
def tercio_procedures() -> Mapping[str, Callable[..., Any]]:
    from .steps import STEPS

    return STEPS


@hookimpl
def tercio_systems() -> Iterable[System]:
    from .system import NinthAge

    return (NinthAge(),)


@hookimpl
def tercio_judgements() -> Mapping[str, Callable[[], Mapping[str, Callable[..., Any]]]]:
    from .judgement.battle import Staff

    return {"t9a": lambda: Staff().judgements()}


@hookimpl
def tercio_sentences() -> Mapping[str, str]:
    from .sentences import SENTENCES

    return SENTENCES


@hookimpl
def tercio_trials() -> Iterable[Trials]:
    from .trial.system import NinthAgeTrials

    return (NinthAgeTrials(),)
