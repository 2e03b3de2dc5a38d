"""The words of the rules language that every game uses.

What a game adds (its own states, effects and amounts) stands in its plugin.
"""

from __future__ import annotations

from . import relations, terms, uses, verbs
from .signatures import Signature

KERNEL_SIGNATURES: tuple[Signature, ...] = (
    *relations.WORDS.signatures,
    *terms.WORDS.signatures,
    *verbs.WORDS.signatures,
    *uses.SIGNATURES,
)
