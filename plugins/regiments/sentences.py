"""Sentences for the events of ranked games that are wholly text, in players' words."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "rolled-off": "roll-off: {rolled}; {first} goes first",
    "deployed": "{unit} is deployed in {files} files",
    "not-deployed": "{unit} finds no room",
    "activated": "{unit} is activated",
    "scored": "{player} scores {points}",
    "battle-ended": "",
}
