"""The values, rolls, permissions and windows of The 9th Age: what its procedures ask of the rules, and when
they open.

Pure data. Roles: `attack` the attack being resolved, `attacker` the model part that makes it, `unit` the
unit that acts, `target` the health pool attacked, `target-unit` its unit, `model` a health pool whose own
number is asked, `enemy` the unit opposite. Source: T9A Illustrated Rulebook, chapters as named in each
entry.
"""

from __future__ import annotations

from tercio.kernel.signatures import PermissionSignature as May
from tercio.kernel.signatures import Roles, Signature
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
GROUND: Roles = (*MODEL, ("terrain", "terrain"))
HANDS: Roles = (("attacker", "part"), ("unit", "unit"))
STANDING: Roles = (("unit", "unit"), ("terrain", "terrain"))
LOOK: Roles = (("unit", "unit"), ("target-unit", "unit"))
STRUCK: Roles = (("target", "pool"), ("target-unit", "unit"))
FALLEN: Roles = (*DUEL, ("model", "pool"))
PLAYERS: Roles = (("player", "player"), ("opponent", "player"))

VALUES: tuple[Value, ...] = (
    # Definitions 5: global, defence, offence
    Value("charge-speed", "inches", MODEL, "Charge Speed of one model (Definitions 5)."),
    Value("mobility", "inches", MODEL, "Mobility of one model (Definitions 5)."),
    Value("discipline", "number", MODEL, "Discipline of one model (Definitions 5)."),
    Value("height", "number", MODEL, "Height of one model (Definitions 6)."),
    Value("channel", "number", MODEL, "Magic Dice that a model adds (Magic Phase 2)."),
    Value("defensive-skill", "number", TARGET, "Defensive Skill (Definitions 5)."),
    Value("resilience", "number", TARGET, "Resilience (Definitions 5)."),
    Value("armour", "number", TARGET, "Armour before Armour Penetration (Attacks 3.A)."),
    Value("agility", "number", ATTACKER, "Agility of a model part (Melee Phase 3.A)."),
    Value("attacks", "dice", ATTACKER, "Attack Value of a model part (Definitions 5)."),
    Value("offensive-skill", "number", ATTACKER, "Offensive Skill (Definitions 5)."),
    Value("strength", "number", ATTACKER, "Strength of the attack (Definitions 5)."),
    Value("ap", "number", ATTACKER, "Armour Penetration of the attack (Definitions 5)."),
    # Shooting
    Value("aim", "target", ATTACKER, "Aim of a shooting weapon (Shooting Phase 3)."),
    Value("shots", "dice", ATTACKER, "Shots of a shooting weapon (Shooting Phase 3)."),
    Value("range", "inches", ATTACKER, "Range of a shooting weapon (Definitions 1)."),
    Value("shooting-ranks", "number", ATTACKER, "Ranks that may shoot (Shooting Phase 2)."),
    Value("area-depth", "number", ATTACKER, "Area Attack: ranks or files touched (Model Rules)."),
    Value("area-width", "number", ATTACKER, "Area Attack: hits in each rank or file (Model Rules)."),
    # Attack sequence
    Value("to-hit", "target", ATTACKER, "Roll needed to hit (Shooting Phase 3.A, Melee Phase 3.C)."),
    Value("to-wound", "target", ATTACKER, "Roll needed to wound (Attacks 2.C)."),
    Value("armour-save", "target", TARGET, "Roll needed for the Armour Save (Attacks 3.A)."),
    Value("aegis", "target", TARGET, "Aegis save, 7 for none (Attacks 3.B)."),
    Value("regeneration", "target", TARGET, "Regeneration save, 7 for none (Attacks 3.B)."),
    Value("special-save", "target", TARGET, "Roll needed for the Special Save (Attacks 3.B)."),
    Value("damage", "dice", ATTACKER, "Health Points lost for an unsaved wound (Attacks 4)."),
    Value("hits-per-hit", "number", ATTACKER, "Hits that one success to hit makes."),
    # Melee
    Value("restricted-attacks", "number", ATTACKER, "Most Restricted Attacks of a model (Melee Phase 3.B)."),
    Value("attacking-models", "number", ATTACKER, "Most models of a pool that make an attack (Model Rules)."),
    Value("fighting-ranks", "number", ATTACKER, "Ranks that strike, the first included (Melee Phase 3.B)."),
    Value("proper-ranks", "number", DUEL, "Proper Ranks of a unit (Definitions 3)."),
    Value("rank-bonus", "number", UNIT, "Rank Bonus of one unit (Melee Phase 2.B)."),
    Value("surrounding-ranks", "number", UNIT, "Proper Ranks that a unit takes by surrounding."),
    Value("combat-score", "number", UNIT, "Further Combat Score of one unit (Melee Phase 2.B)."),
    Value("charge-score", "number", UNIT, "Combat Score for Charging (Melee Phase 2.B)."),
    Value("break-penalty", "number", UNIT, "Discipline modifier for a lost combat (Melee Phase 4.C)."),
    Value("unstable-losses", "number", UNIT, "Losses for a lost combat (Model Rules, Unstable)."),
    # Movement
    Value("reform-distance", "inches", UNIT, "How far a Reform carries (Movement Phase 2.C)."),
    Value("reform-files", "number", UNIT, "Files that a Reform may change (Movement Phase 2.C)."),
    Value("dangerous-dice", "number", GROUND, "Dice of the test (Terrain 1.C)."),
    # Magic
    Value("casting-value", "number", CAST, "What a Casting Roll must reach (Magic Phase 5.A)."),
    Value("spell-range", "inches", CAST, "Range of a spell (Arcane Compendium)."),
    Value("repeat-penalty", "number", CAST, "Penalty of a repeated spell, 0 or less (Magic Phase 5.B)."),
    Value("magic-resistance", "number", DUEL, "Magic Resistance of a unit (Model Rules)."),
    Value("miscast-hits", "number", UNIT, "Hits that the Caster's own unit suffers from a Miscast."),
    Value("command-range", "inches", MODEL, "Range of Commanding Presence (Model Rules)."),
    Value("flag-range", "inches", MODEL, "Range of Rally Around the Flag (Model Rules)."),
    Value("orders", "number", MODEL, "Orders that a model gives in a Player Turn (army books)."),
    Value("vanguard-distance", "inches", UNIT, "Mobility during a Vanguard Move; 0 for none (Model Rules)."),
    # Special attacks: dice of automatic hits made in melee
    Value("impact-hits", "dice", ATTACKER, "Impact Hits (Model Rules)."),
    Value("stomp-attacks", "dice", ATTACKER, "Stomp Attack (Model Rules)."),
    Value("grind-attacks", "dice", ATTACKER, "Grind Attack (Model Rules)."),
    Value("sweeping-attacks", "dice", ATTACKER, "Sweeping Attack (Model Rules)."),
    Value("random-movement", "dice", UNIT, "Random Movement distance; 0 for none (Model Rules)."),
)  # fmt: skip

COURAGE = ("courage-test",)
COMMAND = ("command-test",)
ROLLS: tuple[Roll, ...] = (
    Roll("charge-range", DUEL, "D6 + 4 + Charge Speed (Charge Phase 2.A)."),
    Roll("flee-distance", DUEL, "Flee Distance (Psychology 4)."),
    Roll("pursue-distance", DUEL, "Pursue Distance (Melee Phase 4.D)."),
    Roll("random-distance", UNIT, "Random Movement (Model Rules)."),
    Roll("ambush-roll", UNIT, "Arrival from Ambush (Model Rules)."),
    Roll("courage-test", UNIT, "Any Courage Test (Psychology 2)."),
    Roll("panic-test", DUEL, "Panic Test (Psychology 2.A).", COURAGE),
    Roll("terror-test", DUEL, "Panic Test for Terror (Psychology 2.A).", ("panic-test", "courage-test")),
    Roll("break-test", UNIT, "Break Test (Melee Phase 4.C).", COURAGE),
    Roll("command-test", UNIT, "Any Command Test (Psychology 1)."),
    Roll("rally-test", UNIT, "Rally Test (Rally Phase 1).", COMMAND),
    Roll("redirect-test", UNIT, "Redirect Test (Charge Phase 1.B).", COMMAND),
    Roll("reform-test", UNIT, "Command Test for a Combat Reform (Melee Phase 5.B).", COMMAND),
    Roll("casting-roll", CAST, "Casting Roll (Magic Phase 5.A)."),
    Roll("dispelling-roll", CAST, "Dispelling Roll (Magic Phase 5.A)."),
    Roll("to-hit", ATTACKER, "Roll to hit."),
    Roll("to-wound", ATTACKER, "Roll to wound."),
    Roll("armour-save", TARGET, "Armour Save."),
    Roll("special-save", TARGET, "Special Save."),
    Roll("dangerous-test", GROUND, "Dangerous Terrain Test (Terrain 1.C)."),
)  # fmt: skip

PERMISSIONS: tuple[May, ...] = (
    May("declare-charge", DUEL, "Declare a charge (Charge Phase 1)."),
    May("choose-flee", DUEL, "Choose Flee! (Charge Phase 1.A)."),
    May("terrify", DUEL, "Cause a Panic Test by declaring a charge (Psychology 2.A)."),
    May("advance", UNIT, "Make an Advance Move."),
    May("march", UNIT, "Make a March Move."),
    May("reform", UNIT, "Make a Reform Move."),
    May("move", UNIT, "Make any Move Manoeuvre."),
    May("skip-compulsory-move", UNIT, "Leave out a compulsory move (Random Movement)."),
    May("magical-move", UNIT, "Make a Magical Move."),
    May("fly", UNIT, "Ignore terrain and units in Move Manoeuvres and Charge Moves."),
    May("ignore-terrain", UNIT, "Move through all terrain (Ghost Step)."),
    May("shoot", UNIT, "Shoot."),
    May("shoot-after-marching", ATTACKER, "Shoot after a March Move."),
    May("stand-and-shoot", ATTACKER, "Shoot at a charger."),
    May("see-all-round", UNIT, "Line of Sight in all directions."),
    May("cast", MODEL, "Cast spells."),
    May("cast-into-combat", CAST, "Aim Damage and Missile spells at units engaged with the caster."),
    May("swap-spells", MODEL, "Swap spells before the game (Battle Preparations 3.C)."),
    May("pursue", DUEL, "Pursue or Overrun."),
    May("join", MODEL, "Join a unit."),
    May("be-joined", (("unit", "unit"), ("model", "pool")), "Be joined."),
    May("leave", MODEL, "Leave a unit."),
    May("make-way", MODEL, "Make Way."),
    May("stand-behind", MODEL, "Stand in any rank."),
    May("deploy-alone", MODEL, "Be deployed without a unit to join (Model Rules, Attached)."),
    May("hide", MODEL, "Take a model's place later (Model Rules, Hidden)."),
    May("keep-pace", MODEL, "Keep the pace of the joined unit (Model Rules, War Platform)."),
    May("break", UNIT, "Break from combat when a Break Test is failed."),
    May("break-test", UNIT, "Take Break Tests."),
    May("count-as-steady", UNIT, "Count as Steady by a rule."),
    May("count-as-solid", UNIT, "Count as Solid by a rule."),
    May("disengage", UNIT, "Leave combat as if a Break Test were failed."),
    May("dangerous-test", GROUND, "Take Dangerous Terrain Tests."),
    May("disrupted", STANDING, "Lose the Rank Bonus to Disruptive Terrain."),
    May("scout", UNIT, "Deploy by Scout."),
    May("skirmish", UNIT, "Stand in loose order (Model Rules, Skirmisher)."),
    May("vanguard", UNIT, "Make a Vanguard Move."),
    May("ambush", UNIT, "Arrive by Ambush."),
    May("score", UNIT, "Be a Scoring Unit."),
    May("attack", ATTACKER, "Make attacks."),
    May("support", ATTACKER, "Make Supporting Attacks."),
    May("hit-automatically", ATTACKER, "Hit without a roll."),
    May("wound-automatically", ATTACKER, "Wound without a roll."),
    May("armour-save", TARGET, "Take Armour Saves."),
    May("special-save", TARGET, "Take Special Saves."),
    May("be-exposed-by-height", TARGET, "Be picked from afar for its different Height (Attacks 2.A)."),
    May("choose-weapon-freely", HANDS, "Choose a weapon every round."),
    May("use-innate-weapons", HANDS, "Fight with Innate Weapons."),
    May("strike-when-slain", HANDS, "Strike although slain this round (Dying Blow)."),
    May("crush", ATTACKER, "Swap all attacks for a Crush Attack."),
    May("see-beyond", LOOK, "See beyond a short distance."),
    May("panic", DUEL, "Take a Panic Test for friends that flee through."),
)  # fmt: skip

WINDOWS: tuple[Window, ...] = (
    Window("charge-declared", DUEL, "A charge was declared; `enemy` is its target."),
    Window("charge-completed", DUEL, "A Charge Move reached its target `enemy`."),
    Window("charge-failed", DUEL, "A Failed Charge Move was made."),
    Window("charges-moved", (("player", "player"),), "All Charge Moves of the phase are over."),
    Window("unit-moved", UNIT, "A Move Manoeuvre ended."),
    Window("unit-fled", UNIT, "A Flee Move ended."),
    Window("flee-begins", UNIT, "A unit is about to make a Flee Move.", True),
    Window("health-lost", STRUCK, "A pool lost Health Points."),
    Window("wounds-suffered", TARGET, "Wounds were suffered, before saves."),
    Window("armour-failed", TARGET, "Wounds got through armour, before Special Saves."),
    Window("pool-slain", MODEL, "The last model of a pool was removed."),
    Window("unit-destroyed", DUEL, "A unit lost its last model; `enemy` is who did it, if anyone.", True),
    Window("unit-destroyed-in-combat", FALLEN, "An original unit fell in combat; `model` was its last."),
    Window("unit-becomes-shaken", UNIT, "A unit became Shaken."),
    Window("unit-rallied", UNIT, "A unit passed its Rally Test."),
    Window("spell-cast", CAST, "A spell was cast successfully."),
    Window("dispelling-failed", CAST, "A Dispelling Roll failed; `player` made it (Magic Phase 5.A)."),
    Window("casting-failed", CAST, "A Casting Roll failed (Magic Phase 5.A)."),
    Window("casting-rolled", CAST, "A Casting Roll was made; dice may yet be added (Magic Phase 5.A)."),
    Window("miscast", CAST, "A Casting Roll miscast."),
    Window("excess-applied", PLAYERS, "Excess Magic was applied."),
    Window("choose-equipment", UNIT, "Choose Equipment and Abilities in a Round of Combat.", early=True),
    Window("shooting-declared", ATTACKER, "A unit chose its target."),
    Window("vanguard-begins", (("player", "player"),), "Vanguarding units are about to move."),
    Window("round-of-combat-ends", UNIT, "A Round of Combat ended for a unit that fought in it."),
    Window("order-given", DUEL, "An order was given to `unit` by `enemy`'s friend; see army books."),
)  # fmt: skip

SIGNATURES: tuple[Signature, ...] = (*VALUES, *ROLLS, *PERMISSIONS, *WINDOWS)
