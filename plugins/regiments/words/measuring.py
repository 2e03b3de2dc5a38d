"""Words of ranked games: measuring."""

from __future__ import annotations

from tercio.kernel.signatures import Signature
from tercio.kernel.vocabulary import Vocabulary

WORDS = Vocabulary()
SIGNATURES: tuple[Signature, ...] = ()
