"""The values, rolls, permissions and windows of The 9th Age: what its procedures ask of the rules, and when
they open.

Pure data. Roles: `attack` the attack being resolved, `attacker` the model part that makes it, `unit` the
unit that acts, `target` the health pool attacked, `target-unit` its unit, `model` a health pool whose own
number is asked, `enemy` the unit opposite. Source: T9A Illustrated Rulebook, chapters as named in each
entry.
"""

from __future__ import annotations

from tercio.kernel.signatures import (
    PermissionSignature,
    Roles,
    RollSignature,
    Signature,
    ValueSignature,
    WindowSignature,
)

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
MODEL: Roles = (("model", "pool"), ("unit", "unit"))
UNIT: Roles = (("unit", "unit"),)
DUEL: Roles = (("unit", "unit"), ("enemy", "unit"))
CAST: Roles = (
    ("caster", "pool"),
    ("unit", "unit"),
    ("spell", "any"),
    ("target-unit", "unit"),
    ("player", "player"),
)

VALUES: tuple[ValueSignature, ...] = (
    # Definitions 5: global, defence, offence
    ValueSignature("charge-speed", "inches", MODEL, "Charge Speed of one model (Definitions 5)."),
    ValueSignature("mobility", "inches", MODEL, "Mobility of one model (Definitions 5)."),
    ValueSignature("discipline", "number", MODEL, "Discipline of one model (Definitions 5)."),
    ValueSignature("height", "number", MODEL, "Height of one model (Definitions 6)."),
    ValueSignature("channel", "number", MODEL, "Magic Dice that a model adds (Magic Phase 2)."),
    ValueSignature("defensive-skill", "number", TARGET, "Defensive Skill (Definitions 5)."),
    ValueSignature("resilience", "number", TARGET, "Resilience (Definitions 5)."),
    ValueSignature("armour", "number", TARGET, "Armour before Armour Penetration (Attacks 3.A)."),
    ValueSignature("agility", "number", ATTACKER, "Agility of a model part (Melee Phase 3.A)."),
    ValueSignature("attacks", "dice", ATTACKER, "Attack Value of a model part (Definitions 5)."),
    ValueSignature("offensive-skill", "number", ATTACKER, "Offensive Skill (Definitions 5)."),
    ValueSignature("strength", "number", ATTACKER, "Strength of the attack (Definitions 5)."),
    ValueSignature("ap", "number", ATTACKER, "Armour Penetration of the attack (Definitions 5)."),
    # Shooting
    ValueSignature("aim", "target", ATTACKER, "Aim of a shooting weapon (Shooting Phase 3)."),
    ValueSignature("shots", "dice", ATTACKER, "Shots of a shooting weapon (Shooting Phase 3)."),
    ValueSignature("range", "inches", ATTACKER, "Range of a shooting weapon (Definitions 1)."),
    ValueSignature("shooting-ranks", "number", ATTACKER, "Ranks that may shoot (Shooting Phase 2)."),
    ValueSignature("area-depth", "number", ATTACKER, "Area Attack: ranks or files touched (Model Rules)."),
    ValueSignature("area-width", "number", ATTACKER, "Area Attack: hits in each rank or file (Model Rules)."),
    # Attack sequence
    ValueSignature("to-hit", "target", ATTACKER, "Roll needed to hit (Shooting Phase 3.A, Melee Phase 3.C)."),
    ValueSignature("to-wound", "target", ATTACKER, "Roll needed to wound (Attacks 2.C)."),
    ValueSignature("armour-save", "target", TARGET, "Roll needed for the Armour Save (Attacks 3.A)."),
    ValueSignature("aegis", "target", TARGET, "Aegis save, 7 for none (Attacks 3.B)."),
    ValueSignature("regeneration", "target", TARGET, "Regeneration save, 7 for none (Attacks 3.B)."),
    ValueSignature("special-save", "target", TARGET, "Roll needed for the Special Save (Attacks 3.B)."),
    ValueSignature("damage", "dice", ATTACKER, "Health Points lost for an unsaved wound (Attacks 4)."),
    ValueSignature("hits-per-hit", "number", ATTACKER, "Hits that one success to hit makes."),
    # Melee
    ValueSignature("restricted-attacks", "number", ATTACKER, "Most Standard Melee Attacks a model makes as Restricted Attacks (Melee Phase 3.B.a)."),
    ValueSignature("fighting-ranks", "number", ATTACKER, "Ranks that may make Supporting Attacks, the first included (Melee Phase 3.B.a)."),
    ValueSignature("proper-ranks", "number", DUEL, "Proper Ranks of a unit (Definitions 3)."),
    ValueSignature("rank-bonus", "number", UNIT, "Rank Bonus of one unit (Melee Phase 2.B)."),
    ValueSignature("surrounding-ranks", "number", UNIT, "Proper Ranks that a unit takes from one it surrounds."),
    ValueSignature("combat-score", "number", UNIT, "Further Combat Score that one unit brings to its side (Melee Phase 2.B)."),
    ValueSignature("charge-score", "number", UNIT, "Combat Score for Charging (Melee Phase 2.B)."),
    ValueSignature("momentum", "number", ATTACKER, "Agility gained by Charging (Melee Phase 3.A)."),
    ValueSignature("break-penalty", "number", UNIT, "Combat Score difference as a Discipline modifier, 0 or less (Melee Phase 4.C)."),
    ValueSignature("unstable-losses", "number", UNIT, "Health Points lost for losing a combat instead of breaking (Model Rules)."),
    # Movement
    ValueSignature("reform-distance", "inches", UNIT, "How far a Reform may carry the centre (Movement Phase 2.C)."),
    ValueSignature("reform-files", "number", UNIT, "How many files a Reform or Combat Reform may add or take (Movement Phase 2.C)."),
    ValueSignature("dangerous-dice", "number", (("model", "pool"), ("unit", "unit"), ("terrain", "terrain")), "Dice of a Dangerous Terrain Test (Terrain 1.C)."),
    # Magic
    ValueSignature("casting-value", "number", CAST, "What a Casting Roll must reach (Magic Phase 5.A)."),
    ValueSignature("spell-range", "inches", CAST, "Range of a spell (Arcane Compendium)."),
    ValueSignature("repeat-penalty", "number", CAST, "Penalty for a spell attempted before in this phase, 0 or less (Magic Phase 5.B)."),
    ValueSignature("magic-resistance", "number", DUEL, "Magic Resistance of a unit (Model Rules)."),
    ValueSignature("miscast-hits", "number", UNIT, "Hits that the Caster's own unit suffers from a Miscast."),
    ValueSignature("command-range", "inches", MODEL, "Range of Commanding Presence (Model Rules)."),
    ValueSignature("flag-range", "inches", MODEL, "Range of Rally Around the Flag (Model Rules)."),
    ValueSignature("orders", "number", MODEL, "Orders that a model gives in a Player Turn (army books)."),
    ValueSignature("vanguard-distance", "inches", UNIT, "Mobility during a Vanguard Move; 0 for none (Model Rules)."),
    # Special attacks: dice of automatic hits made in melee
    ValueSignature("impact-hits", "dice", ATTACKER, "Impact Hits (Model Rules)."),
    ValueSignature("stomp-attacks", "dice", ATTACKER, "Stomp Attack (Model Rules)."),
    ValueSignature("grind-attacks", "dice", ATTACKER, "Grind Attack (Model Rules)."),
    ValueSignature("sweeping-attacks", "dice", ATTACKER, "Sweeping Attack (Model Rules)."),
    ValueSignature("random-movement", "dice", UNIT, "Random Movement distance; 0 for none (Model Rules)."),
)  # fmt: skip

COURAGE = ("courage-test",)
COMMAND = ("command-test",)
ROLLS: tuple[RollSignature, ...] = (
    RollSignature("charge-range", DUEL, "D6 + 4 + Charge Speed (Charge Phase 2.A)."),
    RollSignature("flee-distance", DUEL, "Flee Distance (Psychology 4)."),
    RollSignature("pursue-distance", DUEL, "Pursue Distance (Melee Phase 4.D)."),
    RollSignature("random-distance", UNIT, "Random Movement (Model Rules)."),
    RollSignature("ambush-roll", UNIT, "Arrival from Ambush (Model Rules)."),
    RollSignature("courage-test", UNIT, "Any Courage Test (Psychology 2)."),
    RollSignature("panic-test", DUEL, "Panic Test (Psychology 2.A).", COURAGE),
    RollSignature("terror-test", DUEL, "Panic Test caused by Terror (Psychology 2.A).", ("panic-test", "courage-test")),
    RollSignature("break-test", UNIT, "Break Test (Melee Phase 4.C).", COURAGE),
    RollSignature("command-test", UNIT, "Any Command Test (Psychology 1)."),
    RollSignature("rally-test", UNIT, "Rally Test (Rally Phase 1).", COMMAND),
    RollSignature("redirect-test", UNIT, "Redirect Test (Charge Phase 1.B).", COMMAND),
    RollSignature("reform-test", UNIT, "Command Test for a Combat Reform (Melee Phase 5.B).", COMMAND),
    RollSignature("casting-roll", CAST, "Casting Roll (Magic Phase 5.A)."),
    RollSignature("dispelling-roll", CAST, "Dispelling Roll (Magic Phase 5.A)."),
    RollSignature("to-hit", ATTACKER, "Roll to hit."),
    RollSignature("to-wound", ATTACKER, "Roll to wound."),
    RollSignature("armour-save", TARGET, "Armour Save."),
    RollSignature("special-save", TARGET, "Special Save."),
    RollSignature("dangerous-test", (("model", "pool"), ("unit", "unit"), ("terrain", "terrain")), "Dangerous Terrain Test (Terrain 1.C)."),
)  # fmt: skip

PERMISSIONS: tuple[PermissionSignature, ...] = (
    PermissionSignature("declare-charge", DUEL, "Declare a charge (Charge Phase 1)."),
    PermissionSignature("choose-flee", DUEL, "Choose Flee! (Charge Phase 1.A)."),
    PermissionSignature("terrify", DUEL, "Cause a Panic Test by declaring a charge (Psychology 2.A)."),
    PermissionSignature("advance", UNIT, "Make an Advance Move."),
    PermissionSignature("march", UNIT, "Make a March Move."),
    PermissionSignature("reform", UNIT, "Make a Reform Move."),
    PermissionSignature("move", UNIT, "Make any Move Manoeuvre."),
    PermissionSignature("skip-compulsory-move", UNIT, "Leave out a compulsory move (Random Movement)."),
    PermissionSignature("magical-move", UNIT, "Make a Magical Move."),
    PermissionSignature("fly", UNIT, "Ignore terrain and units in Move Manoeuvres and Charge Moves."),
    PermissionSignature("ignore-terrain", UNIT, "Move through all terrain (Ghost Step)."),
    PermissionSignature("shoot", UNIT, "Shoot."),
    PermissionSignature("shoot-after-marching", ATTACKER, "Shoot after a March Move."),
    PermissionSignature("stand-and-shoot", ATTACKER, "Shoot at a charger."),
    PermissionSignature("see-all-round", UNIT, "Line of Sight in all directions."),
    PermissionSignature("cast", (("model", "pool"), ("unit", "unit")), "Cast spells."),
    PermissionSignature("cast-into-combat", CAST, "Aim Damage and Missile spells at units engaged with the caster."),
    PermissionSignature("swap-spells", (("model", "pool"), ("unit", "unit")), "Swap spells before the game (Battle Preparations 3.C)."),
    PermissionSignature("pursue", DUEL, "Pursue or Overrun."),
    PermissionSignature("join", (("model", "pool"), ("unit", "unit")), "Join a unit."),
    PermissionSignature("be-joined", (("unit", "unit"), ("model", "pool")), "Be joined."),
    PermissionSignature("leave", (("model", "pool"), ("unit", "unit")), "Leave a unit."),
    PermissionSignature("make-way", (("model", "pool"), ("unit", "unit")), "Make Way."),
    PermissionSignature("stand-behind", (("model", "pool"), ("unit", "unit")), "Stand in any rank."),
    PermissionSignature("deploy-alone", (("model", "pool"), ("unit", "unit")), "Be deployed without a unit to join (Model Rules, Attached)."),
    PermissionSignature("hide", (("model", "pool"), ("unit", "unit")), "Stay off the table and take a model's place later (Model Rules, Hidden)."),
    PermissionSignature("keep-pace", (("model", "pool"), ("unit", "unit")), "Keep the pace of the joined unit (Model Rules, War Platform)."),
    PermissionSignature("break", UNIT, "Break from combat when a Break Test is failed."),
    PermissionSignature("break-test", UNIT, "Take Break Tests."),
    PermissionSignature("count-as-steady", UNIT, "Count as Steady by a rule."),
    PermissionSignature("count-as-solid", UNIT, "Count as Solid by a rule."),
    PermissionSignature("disengage", UNIT, "Leave combat as if a Break Test were failed."),
    PermissionSignature("dangerous-test", (("model", "pool"), ("unit", "unit"), ("terrain", "terrain")), "Take Dangerous Terrain Tests."),
    PermissionSignature("disrupted", (("unit", "unit"), ("terrain", "terrain")), "Lose the Rank Bonus to Disruptive Terrain."),
    PermissionSignature("scout", UNIT, "Deploy by Scout."),
    PermissionSignature("skirmish", UNIT, "Stand in loose order (Model Rules, Skirmisher)."),
    PermissionSignature("vanguard", UNIT, "Make a Vanguard Move."),
    PermissionSignature("ambush", UNIT, "Arrive by Ambush."),
    PermissionSignature("score", UNIT, "Be a Scoring Unit."),
    PermissionSignature("attack", ATTACKER, "Make attacks."),
    PermissionSignature("support", ATTACKER, "Make Supporting Attacks."),
    PermissionSignature("hit-automatically", ATTACKER, "Hit without a roll."),
    PermissionSignature("wound-automatically", ATTACKER, "Wound without a roll."),
    PermissionSignature("armour-save", TARGET, "Take Armour Saves."),
    PermissionSignature("special-save", TARGET, "Take Special Saves."),
    PermissionSignature("use-shield", TARGET, "Use a Shield."),
    PermissionSignature("be-exposed-by-height", TARGET, "Be picked by Ranged Attacks for its different Height (Attacks 2.A)."),
    PermissionSignature("choose-weapon-freely", (("attacker", "part"), ("unit", "unit")), "Choose a weapon every round."),
    PermissionSignature("use-innate-weapons", (("attacker", "part"), ("unit", "unit")), "Fight with Innate Weapons."),
    PermissionSignature("strike-when-slain", (("attacker", "part"), ("unit", "unit")), "Strike although slain this round (Dying Blow)."),
    PermissionSignature("crush", ATTACKER, "Swap all attacks for a Crush Attack."),
    PermissionSignature("see-beyond", (("unit", "unit"), ("target-unit", "unit")), "See beyond a short distance."),
    PermissionSignature("panic", DUEL, "Take a Panic Test for friends that flee through."),
)  # fmt: skip

WINDOWS: tuple[WindowSignature, ...] = (
    WindowSignature("charge-declared", DUEL, "A charge was declared; `enemy` is its target."),
    WindowSignature("charge-completed", DUEL, "A Charge Move reached its target `enemy`."),
    WindowSignature("charge-failed", DUEL, "A Failed Charge Move was made."),
    WindowSignature("charges-moved", (("player", "player"),), "All Charge Moves of the phase are over."),
    WindowSignature("unit-moved", UNIT, "A Move Manoeuvre ended."),
    WindowSignature("unit-fled", UNIT, "A Flee Move ended."),
    WindowSignature("flee-begins", UNIT, "A unit is about to make a Flee Move.", True),
    WindowSignature("health-lost", (("target", "pool"), ("target-unit", "unit")), "A pool lost Health Points."),
    WindowSignature("wounds-suffered", TARGET, "Wounds were suffered, before saves."),
    WindowSignature("armour-failed", TARGET, "Wounds got through armour, before Special Saves."),
    WindowSignature("pool-slain", (("model", "pool"), ("unit", "unit")), "The last model of a pool was removed."),
    WindowSignature("unit-destroyed", DUEL, "A unit lost its last model; `enemy` is who did it, if anyone.", True),
    WindowSignature("unit-destroyed-in-combat", (*DUEL, ("model", "pool")), "An original unit was destroyed in combat: `model` was its last; `enemy` was engaged with it."),
    WindowSignature("unit-becomes-shaken", UNIT, "A unit became Shaken."),
    WindowSignature("unit-rallied", UNIT, "A unit passed its Rally Test."),
    WindowSignature("spell-cast", CAST, "A spell was cast successfully."),
    WindowSignature("dispelling-failed", CAST, "A Dispelling Roll failed; `player` made it (Magic Phase 5.A)."),
    WindowSignature("casting-failed", CAST, "A Casting Roll failed (Magic Phase 5.A)."),
    WindowSignature("casting-rolled", CAST, "A Casting Roll was made; dice may yet be added (Magic Phase 5.A)."),
    WindowSignature("miscast", CAST, "A Casting Roll miscast."),
    WindowSignature("excess-applied", (("player", "player"), ("opponent", "player")), "Excess Magic was applied."),
    WindowSignature("choose-equipment", UNIT, "Choose Equipment and Abilities in a Round of Combat."),
    WindowSignature("shooting-declared", ATTACKER, "A unit chose its target."),
    WindowSignature("vanguard-begins", (("player", "player"),), "Vanguarding units are about to move."),
    WindowSignature("round-of-combat-ends", UNIT, "A Round of Combat ended for a unit that fought in it."),
    WindowSignature("order-given", DUEL, "An order was given to `unit` by `enemy`'s friend; see army books."),
)  # fmt: skip

SIGNATURES: tuple[Signature, ...] = (*VALUES, *ROLLS, *PERMISSIONS, *WINDOWS)
