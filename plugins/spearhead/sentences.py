"""Sentences for the events of Spearhead, in players' words (see `plugins/cli/templates` for how they are
filled).

A move, a charge or a fight is told once: by what came of it, or by the ability that was used. Rules of the
battle itself are told by what they do.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # before the battle
    "rolled-off": "roll-off for the {what}: {faces}",
    "rolled-off roll-off": "roll-off: {faces}",
    "roles-chosen": "{attacker} attacks, {defender} defends",
    "ability-picked regiment-ability": "[{player} picks the regiment ability {name}]",
    "ability-picked": "[{player} picks the {what} {name}]",
    "battlefield-chosen": "the battlefield: {battlefield}",
    "territories-chosen": "deployment map {deployment}: {owners}",
    "terrain-set-up": "{player} sets up a {terrain} at {target}",
    "relic-placed": "[{player} places the ]{thing} at {place}",
    "relic-left-out": "{player} finds no place for the {relic}",
    "unit-deployed": "{unit} is set up",
    "put-in-reserve": "{unit} waits in reserve",
    "held-back": "{unit} is held back",
    # the battle round
    "first-turn": "{player} takes the first turn",
    "priority-rolled": "priority roll: {faces}",
    "underdog": "[{player} is the underdog]",
    "card-drawn": "[{player} draws {card}]",
    "card-drawn Twists": "the twist: {card}",
    "card-discarded": "[{player} discards {card}]",
    # abilities
    "rule-acted": "[{rule} acts for {bearer}]",
    "rolled": "{rule}: [{result} is rolled][{faces} are rolled][, {hits} count]",
    "claimed": "{player} claims the {thing} ({what})",
    "action-declared Normal Move": "",
    "action-declared Retreat": "",
    "action-declared Shoot": "",
    "action-declared Fight": "",
    # moves
    "unit-moved": "{unit} moves ({purpose})",
    "unit-moved Normal Move": "{unit} moves",
    "unit-moved Run": "{unit} runs",
    "unit-moved Retreat": "{unit} retreats",
    "unit-moved Charge": "",
    "unit-moved Fight": "{unit} piles in",
    "unit-charged": "{unit} charges {enemies}",
    "charge-failed": '{unit} fails to charge with {inches}"',
    "unit-set-up": "{unit} is set up ({purpose})",
    "set-up-failed": "{unit} has no place ({purpose})",
    "unit-removed": "{unit} leaves the battlefield",
    "combat-joined": "{unit} and {target} are in combat",
    "combat-left": "{unit} and {target} are in combat no longer",
    # attacks and damage
    "targets-picked": "",
    "shoots": "{unit} shoots",
    "fights": "{unit} fights",
    "attacks": "  {arm} at {target}: {count} attacks, left after {passed}[, {mortal} mortal]",
    "damage-warded": "{unit} wards off all {points} damage",
    "damage": "{unit} takes {points} damage[, of which {warded} are warded off]",
    "model-slain": "[{unit} loses a model, {left} left]",
    "unit-destroyed": "{unit} is destroyed[ by {by}]",
    "healed": "{unit} is healed of {points} damage",
    "model-returned": "a model of {unit} comes back, {models} now",
    "unit-replaced": "{to} comes in the place of {unit}",
    # holding and scoring
    "control-gained": "{player} gains control of {thing}",
    "control-lost": "{player} loses control of {thing}",
    "scored": "{player} scores {points} for {why}, {total} in all",
    "battle-ended": "victory points: {victory_points}[; in all {total_victory_points}]",
}
