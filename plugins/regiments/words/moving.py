"""Words of ranked games: moving."""

from __future__ import annotations

from tercio.kernel.signatures import Signature
from tercio.kernel.vocabulary import Vocabulary

WORDS = Vocabulary()
SIGNATURES: tuple[Signature, ...] = ()
