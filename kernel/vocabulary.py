"""Registering words beside their meaning: a decorator keeps pattern, function and docstring together.

A module of words makes one `Vocabulary` and decorates its functions; `signatures` is what a plugin hands to
the host. The first sentence of a function's docstring is what `explain` shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .signatures import (
    GivenSignature,
    NounSignature,
    RelationSignature,
    Signature,
    TermSignature,
    VerbSignature,
)

F = TypeVar("F", bound=Callable[..., Any])


class Vocabulary:
    """The words of one module, in order of registration."""

    __slots__ = ("signatures",)

    def __init__(self) -> None:
        self.signatures: list[Signature] = []

    def relation(self, name: str, pattern: str, *, situated: bool = False) -> Callable[[F], F]:
        """Register a sentence that is true or false (`RelationSignature`)."""
        return self._taking(lambda f: RelationSignature(name, pattern, f, doc_of(f), situated))

    def noun(self, name: str, kind: str, *, plural: str = "") -> Callable[[F], F]:
        """Register a word for things of a kind of which the function is true (`NounSignature`)."""
        return self._taking(lambda f: NounSignature(name, kind, f, doc_of(f), plural))

    def term(
        self, name: str, pattern: str, type_: str = "amount", *, situated: bool = False
    ) -> Callable[[F], F]:
        """Register a property that yields something of a type (`TermSignature`)."""
        return self._taking(lambda f: TermSignature(name, pattern, type_, f, doc_of(f), situated))

    def verb(self, name: str, pattern: str) -> Callable[[F], F]:
        """Register something that a statement does (`VerbSignature`)."""
        return self._taking(lambda f: VerbSignature(name, pattern, f, doc_of(f)))

    def given(self, name: str, pattern: str) -> Callable[[F], F]:
        """Register something that a scenario takes for granted (`GivenSignature`)."""
        return self._taking(lambda f: GivenSignature(name, pattern, f, doc_of(f)))

    def _taking(self, make: Callable[[F], Signature]) -> Callable[[F], F]:
        def take(function: F) -> F:
            self.signatures.append(make(function))
            return function

        return take


def doc_of(function: Callable[..., Any]) -> str:
    """Return the first sentence of a function's docstring. Raises ValueError without one."""
    if not function.__doc__:
        raise ValueError(f"{function.__name__} is registered as a word and has no docstring")
    return " ".join(function.__doc__.split("\n\n")[0].split())
