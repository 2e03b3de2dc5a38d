"""The rules language: reading a whole pack against a bare Lark parse of the same text, and against its own
cache.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter
from typing import ClassVar
from unittest import mock

from lark import Lark
from lark.indenter import Indenter

from tercio.dsl import parser
from tercio.dsl.loader import BUILT_IN, Loader
from tercio.kernel.host import Host

from .timing import Row, median_of_pairs

PACK = "t9a"
HOST = Host()


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def texts() -> list[str]:
    """The rule files of the pack that are read for a battle."""
    return [path.read_text("utf-8") for path in sorted((BUILT_IN / PACK).glob("**/*.rules"))]


def _load(*, cached: bool) -> float:
    start = perf_counter()
    Loader(HOST, use_cache=cached).load([PACK])
    return perf_counter() - start


def check_against_lark() -> float:
    """Speed of parse + check over that of a bare Lark LALR parse of the same text with the same grammar."""
    grammar = (Path(parser.__file__).parent.parent / "grammar.lark").read_text("utf-8")
    bare = Lark(grammar, parser="lalr", lexer="contextual", postlex=_Blocks(), maybe_placeholders=False)
    sources = [text if text.endswith("\n") else text + "\n" for text in texts()]

    def parse() -> float:
        start = perf_counter()
        for text in sources:
            bare.parse(text)
        return perf_counter() - start

    return median_of_pairs(parse, lambda: _load(cached=False), 5)


def cached_load() -> float:
    """A load from the cache over a load that parses."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict("os.environ", {"TERCIO_CACHE": folder}):
        _load(cached=True)
        return median_of_pairs(lambda: _load(cached=True), lambda: _load(cached=False), 5)


ROWS = (
    Row("parse and check a pack against bare Lark (speed)", ">=", 0.4, check_against_lark),
    Row("load a pack from the cache against parsing it", "<=", 0.1, cached_load),
)
