"""Every hook is documented and tried: a hookspec has a docstring, and some test names it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from .house import ROOT, sources

MARK = "tercio_spec"


def hookspecs(owner: ModuleType | type) -> dict[str, Callable[..., object]]:
    """Return the hook specifications of a module, those inside its classes among them, by name."""
    found: dict[str, Callable[..., object]] = {
        name: value
        for name, value in vars(owner).items()
        if inspect.isfunction(value) and hasattr(value, MARK)
    }
    for value in vars(owner).values():
        if inspect.isclass(value) and value.__module__ == getattr(owner, "__name__", None):
            found |= hookspecs(value)
    return found


def test_every_hook_has_a_docstring():
    hooks = hookspecs(import_module("tercio.kernel.hooks"))
    assert hooks
    assert [name for name, hook in hooks.items() if not inspect.getdoc(hook)] == []


def test_every_hook_is_named_in_a_test():
    here = ROOT / "tests" / "hygiene"
    tests = [path for path in sources("tests") if here not in path.parents]
    words = {word for path in tests for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert [name for name in hookspecs(import_module("tercio.kernel.hooks")) if name not in words] == []


def test_the_check_finds_hooks_by_their_mark_only():
    marked, plain = (lambda: None), (lambda: None)
    setattr(marked, MARK, {})
    module = ModuleType("sample")
    vars(module).update(tercio_commands=marked, helper=plain)
    assert list(hookspecs(module)) == ["tercio_commands"]
