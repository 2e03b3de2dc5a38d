"""Packages that the lab uses where they are installed."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tercio.kernel.errors import Diagnostic, RulesError


def has(package: str) -> bool:
    """Whether a package is installed."""
    return find_spec(package) is not None


def needed(package: str, extra: str) -> Any:
    """Return a package. Raises RulesError, naming the extra of Tercio that brings it, if it is missing."""
    try:
        return import_module(package)
    except ImportError as error:
        name = package.partition(".")[0]
        raise RulesError(Diagnostic(f"{name} is needed", hint=f'pip install "tercio[{extra}]"')) from error
