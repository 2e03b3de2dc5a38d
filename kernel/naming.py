"""Names as one word: in files, on the command line and in scenarios; and what of some a name stands for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from unicodedata import combining, normalize

from .errors import Diagnostic, RulesError, did_you_mean

_QUOTES: Final = re.compile("['\u2019]")
_NO_WORD: Final = re.compile(r"[^a-z0-9]+")


def slug(name: str) -> str:
    """Return a name in lower case with hyphens, without accents: `The Miller's Bridge` ->
    `the-millers-bridge`.
    """
    letters = normalize("NFKD", _QUOTES.sub("", name.lower()))
    return _NO_WORD.sub("-", "".join(one for one in letters if not combining(one))).strip("-")


def army_named(name: str, armies: Sequence[str]) -> str:
    """Return the army that a name stands for: any case, and a beginning that no other army has.

    Raises RulesError if it is the name of none or could be that of several.
    """
    wanted = slug(name)
    by_pack = {slug(army): army for army in armies}
    if wanted in by_pack:
        return by_pack[wanted]
    begun = [army for pack, army in by_pack.items() if wanted and pack.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise RulesError(Diagnostic(f'"{name}" could be {" or ".join(begun)}', hint="write more of the name"))
    hint = did_you_mean(name, armies) or _by_word(wanted, by_pack) or f"known: {', '.join(armies) or 'none'}"
    raise RulesError(Diagnostic(f'no army "{name}", and no file of that name', hint=hint))


def _by_word(wanted: str, by_pack: Mapping[str, str]) -> str:
    """Suggest the army one of whose words is nearest."""
    words = {word: army for pack, army in by_pack.items() for word in pack.split("-")}
    near = did_you_mean(wanted, words)
    return f'did you mean "{words[near.split(chr(34))[1]]}"?' if near else ""
