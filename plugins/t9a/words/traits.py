"""The words that The 9th Age gives to declarations: what terrain is, how often a weapon can be used, what
kinds of attacks and spells there are.

Procedures read them as data; see `terrain.traits_of` and `shooters`. Source: T9A rulebook, Terrain 1; Model
Rules, Breath Attack.
"""

from __future__ import annotations

from tercio.kernel.signatures import ClauseWord

_ATTACKS = (
    ("melee", "Made in the Melee Phase at a unit in contact (Attacks 1)."),
    ("standard", "A Standard Melee Attack (Melee Phase 3.C.a)."),
    ("special", "A Melee Attack that is not Standard: Impact Hits, Stomp, Grind."),
    ("impact", "Impact Hits."),
    ("stomp", "A Stomp Attack."),
    ("grind", "A Grind Attack."),
    ("crush", "A Crush Attack."),
    ("ranged", "Any attack that is not a Melee Attack (Attacks 1)."),
    ("shooting", "A Shooting Attack."),
    ("sweeping", "A Sweeping Attack."),
    ("direct-hit", "The one hit of an Area Attack that strikes in full."),
    ("enchanted", "Made with an Enchanted Weapon."),
)
_SPELLS = (
    ("spell", "An attack that a spell makes."),
    ("learned", "A Learned Spell (Magic Phase 5)."),
    ("bound", "A Bound Spell (Magic Phase 5.C)."),
    ("augment", "At friendly units."),
    ("hex", "At enemy units."),
    ("universal", "At friendly or enemy units."),
    ("focused", "At single models."),
    ("aura", "At every eligible target in range."),
    ("caster", "At the Caster alone."),
    ("own-unit", "At the Caster's unit."),
    ("ground", "At a point."),
    ("damage", "Only at units that are not engaged."),
    ("missile", "Needs Line of Sight and an unengaged Caster."),
    ("replicable", "Free of the penalty for repeated attempts."),
)

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
    *(ClauseWord("attack", kind, doc) for kind, doc in _ATTACKS),
    *(ClauseWord("spell", kind, doc) for kind, doc in _SPELLS),
)
