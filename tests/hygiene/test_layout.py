"""The four folders stay at the top, and one import name leads to them."""

from __future__ import annotations

import importlib
import os

import pytest

from .house import CODE, FOLDERS, ROOT, name_of, sources


@pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="an unpacked sdist holds the folders without the links"
)
@pytest.mark.parametrize("folder", FOLDERS)
def test_src_holds_a_relative_link_to_each_folder(folder):
    link = ROOT / "src" / "tercio" / folder
    assert link.is_symlink()
    assert os.readlink(link) == f"../../{folder}"
    assert link.resolve() == ROOT / folder


def test_tercio_is_a_namespace_that_others_may_add_to():
    assert not (ROOT / "src" / "tercio" / "__init__.py").exists()


@pytest.mark.parametrize("folder", CODE)
def test_each_code_folder_imports_under_the_one_name_and_ships_its_types(folder):
    assert importlib.import_module(f"tercio.{folder}").__doc__
    assert (ROOT / folder / "py.typed").is_file()


def test_rule_packs_hold_data_only():
    assert [name_of(path) for path in sources("rulepacks")] == []
