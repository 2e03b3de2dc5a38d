"""The words that The 9th Age gives to declarations: what terrain is, and how often a weapon can be used.

Procedures read them as data; see `terrain.traits_of` and `shooters`. Source: T9A rulebook, Terrain 1; Model
Rules, Breath Attack.
"""

from __future__ import annotations

from tercio.kernel.signatures import ClauseWord

TRAITS: tuple[ClauseWord, ...] = (
    ClauseWord(
        "terrain", "covering", "Soft or hard cover up to a height, perhaps only for units in contact."
    ),
    ClauseWord("terrain", "dangerous", "Dangerous Terrain (X+), perhaps only for some models or moves."),
    ClauseWord("terrain", "disruptive", "Units in contact lose their Rank Bonus."),
    ClauseWord("terrain", "opaque", "Line of Sight does not pass through."),
    ClauseWord("terrain", "impassable", "Nothing moves into or through it but for Flee Moves."),
    ClauseWord("terrain", "elevated", "Models fully on it stand in an Elevated Position."),
    ClauseWord("weapon", "uses", "How often it may be used in a battle."),
)
