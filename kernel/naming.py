"""Names as one word: in files, on the command line and in scenarios."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import combining, normalize

_QUOTES: Final = re.compile("['\u2019]")
_NO_WORD: Final = re.compile(r"[^a-z0-9]+")


def slug(name: str) -> str:
    """Return a name in lower case with hyphens, without accents: `The Miller's Bridge` ->
    `the-millers-bridge`.
    """
    letters = normalize("NFKD", _QUOTES.sub("", name.lower()))
    return _NO_WORD.sub("-", "".join(one for one in letters if not combining(one))).strip("-")
