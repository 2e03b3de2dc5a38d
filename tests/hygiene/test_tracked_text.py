"""What is published speaks of the project alone: no machine's path, no issue number, no package index."""

from __future__ import annotations

import re

import pytest

from .house import faults, lines_matching, tracked_files

MACHINE_PATH = re.compile(
    r"(?<![\w./<>-])/(?:work|tmp|home|root|Users|opt|mnt|private|var)/\w|\b[A-Z]:\\\w", re.MULTILINE
)
ISSUE_NUMBER = re.compile(
    r"(?<![\w&\"':/=])#\d{1,4}\b(?![-;\"'])|\b(?:issue|GH|PR)[ -]?#?\d+\b", re.IGNORECASE
)
REGISTRY = re.compile(
    r"\b(?:pypi\.org|(?:files\.)?pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org)\b|index-ur[l]"
)
PROSE = {".md", ".py", ".toml", ".rules", ".lark", ".txt", ".yaml", ".yml", ""}


def machine_paths(text: str) -> list[str]:
    return lines_matching(text, MACHINE_PATH)


def issue_numbers(text: str) -> list[str]:
    return lines_matching(text, ISSUE_NUMBER)


def registry_hosts(text: str) -> list[str]:
    return lines_matching(text, REGISTRY)


@pytest.fixture(scope="module")
def published():
    paths = tracked_files()
    if not paths:
        pytest.skip("not a git checkout")
    return paths


def test_no_file_holds_a_path_of_one_machine(published):
    assert faults(published, machine_paths) == []


def test_no_file_holds_an_issue_number(published):
    assert faults((path for path in published if path.suffix in PROSE), issue_numbers) == []


def test_no_file_holds_the_host_of_a_package_index(published):
    assert faults(published, registry_hosts) == []


@pytest.mark.parametrize(
    "parts", [("", "home", "ann", "x.py"), ("open('", "tmp", "log')"), ("see ", "Users", "ann")]
)
def test_the_check_finds_machine_paths(parts):
    assert machine_paths("/".join(parts))


@pytest.mark.parametrize(
    "text", ["docs/home/x.md", "https://example.org/opt/x", "#!/usr/bin/env bash", "and/or", "</var/x"]
)
def test_the_check_leaves_other_paths_alone(text):
    assert machine_paths(text) == []


@pytest.mark.parametrize("mark", ["see #{}", "# fixes #{}", "issue {}", "(#{})"])
def test_the_check_finds_issue_numbers(mark):
    assert issue_numbers(mark.format(12))


@pytest.mark.parametrize(
    "text", ["fill:#123", 'color="#000"', "## 12", "# 3 dice", "&#39;", "page.html#12", "reissue 3"]
)
def test_the_check_leaves_colours_headings_and_anchors_alone(text):
    assert issue_numbers(text) == []


def test_the_check_finds_the_host_of_an_index():
    assert registry_hosts("https://" + ".".join(("pypi", "org")) + "/simple")
