"""The values, rolls, permissions, windows and keywords of Spearhead: what its procedures ask of the rules,
and when they open.

Pure data. Roles: `attack` the attack being resolved, `attacker` the kind of model that makes it, `unit` the
unit that acts or is asked about, `target-unit` the unit that is attacked or looked at, `target` its models,
`shooter` and `observer` one model, `objective` what is contested (an area, a terrain feature or a relic).
Sections are those of the Core Rules unless another source is named.
"""

from __future__ import annotations

from tercio.kernel.signatures import ClauseWord, Roles, Signature
from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import RollSignature as Roll
from tercio.kernel.signatures import ValueSignature as Value
from tercio.kernel.signatures import WindowSignature as Window

ATTACKER: Roles = (
    ("attacker", "part"),
    ("attack", "attack"),
    ("unit", "unit"),
    ("target", "pool"),
    ("target-unit", "unit"),
)
TARGET: Roles = (
    ("target-unit", "unit"),
    ("attack", "attack"),
    ("attacker", "part"),
    ("unit", "unit"),
    ("target", "pool"),
)
UNIT: Roles = (("unit", "unit"),)
GOING: Roles = (("unit", "unit"), ("action", "action"))
DUEL: Roles = (("unit", "unit"), ("enemy", "unit"))
VOLLEY: Roles = (*DUEL, ("attack", "attack"))
SHOT: Roles = (("target-unit", "unit"), ("unit", "unit"), ("shooter", "any"))
SEEN: Roles = (("target-unit", "unit"), ("unit", "unit"), ("observer", "any"))
HOLDING: Roles = (("unit", "unit"), ("objective", "any"))
PLAYERS: Roles = (("player", "player"), ("opponent", "player"))

VALUES: tuple[Value, ...] = (
    # of a unit
    Value("move", "inches", UNIT, "Move: inches that each model may move (14.0)."),
    Value("save", "target", UNIT, "Save: the roll that saves (17.0)."),
    Value("ward", "target", UNIT, "Ward value, 7 for none; the lowest counts (18.1)."),
    Value("control", "number", UNIT, "Control of each model (32.2)."),
    Value("control-score", "number", HOLDING, "Control score of a unit that contests something (32.2)."),
    Value("coherency-range", "inches", UNIT, "How near a model is to another of its unit (15.1)."),
    # of a weapon
    Value("range", "inches", ATTACKER, "Range of a ranged weapon (16.0)."),
    Value("attacks", "dice", ATTACKER, "Attacks that one model makes with a weapon (16.0)."),
    Value("hit", "target", ATTACKER, "Hit characteristic of a weapon (17.0)."),
    Value("wound", "target", ATTACKER, "Wound characteristic of a weapon (17.0)."),
    Value("rend", "number", ATTACKER, "Rend: subtracted from save rolls (17.0)."),
    Value("damage", "dice", ATTACKER, "Damage points of a successful attack (17.0)."),
    # of rolls
    Value("hit-roll", "target", ATTACKER, "Roll needed to hit, with modifiers (17.0)."),
    Value("wound-roll", "target", ATTACKER, "Roll needed to wound, with modifiers (17.0)."),
    Value("save-roll", "target", TARGET, "Roll needed to save, with modifiers and Rend (17.0)."),
    Value("charge-roll-dice", "dice", UNIT, "Dice of a charge roll; more are no modifiers of it (14.3)."),
    Value(
        "retreat-damage", "dice", UNIT, "Mortal damage that a RETREAT ability inflicts on its user (14.2)."
    ),
)

ROLLS: tuple[Roll, ...] = (
    Roll("hit-roll", ATTACKER, "Hit roll (17.0)."),
    Roll("wound-roll", ATTACKER, "Wound roll (17.0)."),
    Roll("save-roll", TARGET, "Save roll (17.0)."),
    Roll("ward-roll", UNIT, "Ward roll, one for each damage point (18.1)."),
    Roll("charge-roll", UNIT, "Charge roll of 2D6 (14.3)."),
    Roll("run-roll", UNIT, "Run roll of a D6 (14.2)."),
    Roll("priority-roll", PLAYERS, "Roll-off for the first turn of a round (12.0)."),
)

PERMISSIONS: tuple[May, ...] = (
    May(
        "be-shot",
        SHOT,
        "`target-unit` is picked as a target of shooting attacks by the model `shooter` of `unit`.",
    ),
    May(
        "be-seen",
        SEEN,
        "`target-unit` is visible to the model `observer` of `unit`, where lines of sight allow it.",
    ),
    May("shoot-in-combat", ATTACKER, "A ranged weapon is used while its unit is in combat (20.0)."),
    May("fly", GOING, "As it moves, a unit ignores other models, terrain features and combat ranges."),
    May("pass-through-enemies", GOING, "Models move through enemy models."),
    May("finish-charge", (*GOING, ("goal", "any")), "A charge may end at `goal` as at an enemy (14.3)."),
    May("be-healed", UNIT, "Healing has an effect on a unit (21.0)."),
    May("contest", HOLDING, "A unit contests something."),
    May(
        "reinforce-here",
        UNIT,
        "A replacement may be set up where `unit` stands in its place (battlepack 7.0).",
    ),
)

WINDOWS: tuple[Window, ...] = (
    Window(
        "attacks-resolved",
        VOLLEY,
        "Attacks of `unit` at `enemy` in one ability: before their damage, after all damage of the ability.",
        early=True,
    ),
    Window("damage-point-allocated", UNIT, "A damage point is about to be allocated to `unit`.", True),
    Window(
        "damage-allocated", DUEL, "A unit was allocated damage points; `enemy` inflicted them, if anyone."
    ),
    Window("model-slain", DUEL, "A model of `unit` was slain."),
    Window(
        "unit-destroyed",
        DUEL,
        "A unit lost its last model; `enemy` is whose ability did it, if anyone.",
        True,
    ),
    Window("unit-charged", DUEL, "`unit` completed a charge move next to `enemy`."),
    Window("unit-moved", UNIT, "A unit finished a move."),
    Window("unit-piled-in", UNIT, "A unit has piled in, even if none of its models had to move (15.3)."),
    Window("unit-set-up", UNIT, "A unit was set up outside the deployment phase."),
    Window("unit-fought", UNIT, "A FIGHT ability of a unit has been fully resolved."),
    Window("twist-drawn", PLAYERS, "A twist card has been drawn (battlepack, Twist Cards)."),
    Window("score-turn", PLAYERS, "`player` scores victory points at the end of their turn (battlepack)."),
    Window("score-round", PLAYERS, "The battle round ends (battlepack, Twist Cards)."),
)

KEYWORDS = {
    "core": "One CORE ability for each unit and phase.",
    "move": "A move that counts as one for other rules.",
    "run": "Bars shooting and charging.",
    "retreat": "Leaves combat; bars shooting and charging.",
    "charge": "A charge.",
    "attack": "Attacks are made.",
    "shoot": "Shooting attacks are made.",
    "fight": "Combat attacks are made.",
    "deploy": "Sets a unit up in the deployment phase.",
    "reserve": "May be used by a unit that is not on the battlefield.",
    "command": "The command of a battle tactic card.",
    "tactic": "A battle tactic is completed.",
    "spell": "Made with a casting roll.",
    "prayer": "Made with a chanting roll.",
}

WORDS: tuple[ClauseWord, ...] = (
    *(ClauseWord("action", word, doc) for word, doc in KEYWORDS.items()),
    ClauseWord("attack", "combat", "An attack with a melee weapon."),
    ClauseWord("attack", "shooting", "An attack with a ranged weapon."),
    ClauseWord("attack", "melee", "A melee weapon."),
    ClauseWord("attack", "mortal", "Mortal damage."),
    *(
        ClauseWord("weapon", word, f"{word.capitalize()} of the weapon (16.0, 17.0).")
        for word in ("attacks", "hit", "wound", "rend", "damage", "range")
    ),
    ClauseWord("unit", "general", "This unit is the general of its army (battlepack 1.1)."),
    ClauseWord("unit", "copies", "How many of this unit the army has."),
    ClauseWord("unit", "tokens", "Tokens that the unit starts with."),
    ClauseWord("area", "objective", "An objective (battlepack 6.0)."),
    ClauseWord("area", "road", "Part of the roads (battlepack 4.0)."),
    ClauseWord("area", "territory", "A territory of a deployment map (battlepack, Pre-battle Sequence)."),
    ClauseWord("terrain", "large", "A large terrain feature (battlepack 4.0)."),
    ClauseWord("terrain", "relic", "A relic: no terrain feature for abilities (battlepack 5.0)."),
    ClauseWord("terrain", "blocks-sight", "Lines of sight do not cross it (6.0)."),
    ClauseWord("terrain", "no-ending", "Models may cross it but not end on it (Unstable, above 1 inch)."),
)

SIGNATURES: tuple[Signature, ...] = (*VALUES, *ROLLS, *PERMISSIONS, *WINDOWS, *WORDS)
