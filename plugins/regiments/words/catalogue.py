"""Values, permissions, windows and words of declarations that every ranked game has: standing, deployment,
activations, terrain, weapons. Those of moves, attacks and fights stand beside their verbs.

Roles: `unit` the unit that acts, `target-unit` the one it acts upon, `attacker` the part that attacks,
`target` the pool attacked, `terrain` a piece of terrain.
"""

from __future__ import annotations

from tercio.kernel.signatures import ClauseWord, Roles, Signature
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.signatures import WindowSignature as Window

UNIT: Roles = (("unit", "unit"),)
ON: Roles = (("unit", "unit"), ("target-unit", "unit"))
GROUND: Roles = (("unit", "unit"), ("terrain", "terrain"))
ATTACKER: Roles = (
    ("attacker", "part"),
    ("attack", "attack"),
    ("unit", "unit"),
    ("target", "pool"),
    ("target-unit", "unit"),
)
TARGET: Roles = (
    ("target", "pool"),
    ("attack", "attack"),
    ("attacker", "part"),
    ("unit", "unit"),
    ("target-unit", "unit"),
)

SIGNATURES: tuple[Signature, ...] = (
    Value("move", "inches", UNIT, "How far a unit may move."),
    Value("health-points", "number", TARGET, "What a model can lose before it is slain."),
    Value("attacks", "dice", ATTACKER, "The attacks of a part in a fight."),
    Value("least-files", "number", UNIT, "The fewest files in which a unit may stand."),
    Value("most-files", "number", UNIT, "The most files in which a unit may stand."),
    Value("counted-rank", "number", UNIT, "The models that a rank needs to count; it begins at a full rank."),
    May("have-ranks", UNIT, "A unit has ranks that count."),
    Value("deployment-depth", "exact", UNIT, "How far from its edge a unit may be deployed."),
    May("activate", UNIT, "A unit is activated in this phase."),
    Window("unit-deployed", UNIT, "A unit has been placed."),
    Window("unit-activated", UNIT, "A unit has been activated; it has done nothing yet."),
    Window("activation-ended", UNIT, "A unit's activation is over."),
    ClauseWord("unit", "joins", "It may join the unit of the line above from the start."),
    ClauseWord("terrain", "impassable", "Nothing may enter it."),
    ClauseWord("action", "move", "A unit moves."),
    ClauseWord("action", "shoot", "A unit shoots."),
    ClauseWord("action", "charge", "A unit charges."),
    ClauseWord("attack", "melee", "Made in a fight at a unit in contact."),
    ClauseWord("attack", "shooting", "Made from afar with a weapon."),
)
