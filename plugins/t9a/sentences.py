"""Sentences for the events of The 9th Age, in players' words (see `plugins/cli/templates` for how they are
filled).
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # setting up
    "terrain-placed": "",
    "terrain-removed": "{feature} is removed",
    "weapon-lent": "",
    "battlefield": '{width} by {depth}"[: {terrain}]',
    "victory-conditions": "{objective}, {deployment}",
    "held-back": "{unit} is held back: {hold}",
    "ambush-rolled": "{unit} rolls {rolled} against {needed} to arrive",
    "ambush-arrived": "{unit} arrives",
    "roll-off": "the roll-off: {rolled}",
    "roles": "{attacker} attacks, {defender} defends",
    "zones": "",
    "deployed": "{unit} is deployed[, {files} files][, with {joined:thing}]",
    "defenders-advantage": "{unit} takes the defender's advantage",
    "first-turn": "{first} has the first turn",
    "spell-swapped": "",
    "spell-lent": "",
    # charges
    "charge-declared": "{unit} declares a charge at {target}",
    "charge-reaction": "{unit} reacts to {charger:thing}: {reaction}",
    "charge-range-rolled": '{unit} rolls {faces}: charge range {range}", {target} is {distance}" away',
    "charge-moved": "{unit} charges into the {facing} of {target}",
    "charge-failed": "{unit} fails its charge at {target}",
    "charge-by-pursuit": "{unit} runs into {target}",
    "engaged": "",
    "disengaged": "",
    # movement
    "unit-moved": "{unit} moves ({manoeuvre})",
    "unit-pivoted": "{unit} pivots by {degrees} degrees",
    "unit-fled": '{unit} flees[ {distance}"]',
    "unit-rushed": '{unit} moves {distance}" ({move})',
    "random-distance-rolled": "",
    "pursue-distance-rolled": '{unit} rolls {faces} to pursue {distance}"',
    "flee-distance-rolled": '{unit} rolls {faces} to flee {distance}"',
    "dangerous-terrain": "{unit} crosses {terrain}: {dice} dice, {hits} hits",
    "nudged": "",
    # magic
    "flux-card": "flux card {card} is drawn: {dice} magic dice",
    "magic-dice": "{player} has {total} magic dice ({change:+})",
    "casting-roll": "{caster:thing} casts {spell}[ ({version})][ at {targets}]: {faces} = {total} against"
    " {needed}",
    "dispelling-roll": "{player} dispels: {faces} = {total} against {needed}",
    "casting-rerolled": "{spell} is rerolled: {faces}",
    "spell-cast": "{spell} is cast",
    "miscast": "{caster:thing} miscasts: {effect}",
    "order-given": "{unit} gets an order ({rule})",
    "intervention": "{player} rolls {faces}",
    "summoned": "{unit} is summoned",
    "summoning-failed": "{entry} cannot be summoned",
    "unit-vanished": "{unit} vanishes",
    "unit-returned": "{unit} returns",
    "rises-again": "{unit} will rise again",
    # shooting and attacks
    "shooting-declared": "{unit} shoots at {target}",
    "area-shots": "{unit} hits {hits} times ({arm})",
    "attacks shooting": "[{unit} shoots at ]{target_unit}[ with {arm}]: {count} shots, left after {passed}",
    "attacks": "[{unit} strikes ]{target_unit}[ with {arm}]: {count} attacks, left after {passed}",
    "health-lost": "{unit} loses {lost} health[, {models} models fall][ ({why})]",
    "health-recovered": "{pool} recovers {amount} health",
    "health-raised": "{pool} gets {amount} health back[, {models} models rise]",
    "pool-slain": "",
    "destroyed-in-combat": "",
    "unit-destroyed": "{unit} is destroyed[ by {by}]",
    "unit-removed": "{unit} is removed[: {why}]",
    # courage
    "tested": "{unit} takes a {test}[, {rolled} against {needed}]: {passed}",
    "unit-becomes-shaken": "{unit} is shaken[ ({why})]",
    "unit-rallied": "{unit} rallies",
    "broken": "{unit} breaks",
    "caught": "{by} catches {unit}",
    # melee
    "combat-begins": "a combat: {units}",
    "combat-set-up": "",
    "combat-result": "combat score {scores}",
    "combat-ends": "",
    "made-way": "{pool} makes way",
    # the end
    "primary-objective": "[{player} wins the primary objective]",
    "secondary-objective": "[{player} completes a secondary objective]",
    "secondary-drawn": "{player} draws a secondary objective",
    "victory-points": "{player} gets victory points[: {points}][: {amount}]",
    "objective-counted": "{token}: {counts}",
    "objective-won": "{player} wins the objective ({why})",
    "victory-points-counted": "victory points: {points}",
}
