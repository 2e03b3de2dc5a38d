"""Sentences for the events of ranked games that are wholly text, in players' words."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "rolled-off": "roll-off: {rolled}; {first} goes first",
    "deployed": "{unit} is deployed ({files} wide)",
    "not-deployed": "{unit} finds no room",
    "activated": "{unit} is activated",
    "unit-moved": "{unit} moves to ({x}, {y})",
    "unit-reformed": "{unit} stands in {files} files",
    "unit-fled": "{unit} flees {inches} inches",
    "charge-declared": "{unit} declares a charge at the {side} of {target}",
    "charge-cancelled": "{unit} charges {target} no more",
    "charge-moved": "{unit} charges into the {side} of {target}",
    "charge-failed": "{unit} fails to charge {target}",
    "chased": "{unit} goes after {target}",
    "engaged": "",
    "disengaged": "{unit} is engaged no more",
    "turned": "{unit} turns to face {target}",
    "round-of-combat": "combat {combat} is fought",
    "combat-struck": "{unit} strikes {attacks} times, {wounds} wounds",
    "combat-score": "combat score {scores}",
    "pursued": "{unit} pursues {target}, {inches} inches",
    "overran": "{unit} goes on, {inches} inches",
    "caught": "{unit} is caught by {by}",
    "tested": "{unit} takes a {roll}[, {rolled} against {needed}]: {passed}",
    "attacks": "  [{unit} at ]{target_unit}[ with {arm}]: {count}, left after {passed}; {wounds} wounds",
    "unit-shot": "{unit} shoots at {target} with {weapons}",
    "health-lost": "{unit} loses {lost} health[, {slain} models fall][ ({why})]",
    "pool-slain": "",
    "unit-destroyed": "{unit} is destroyed[ by {by}]",
    "health-restored": "{unit} gets back {restored} health",
    "models-returned": "{models} models return to {unit}",
    "scored": "{player} scores {points}",
    # what rules of the battle do is told by what comes of it, and actions of every unit likewise
    "rule-acted": "[{rule} acts for {bearer}]",
    "action-declared Move": "",
    "action-declared Shoot": "",
    "action-declared Charge": "",
    "battle-lost": "{player} has lost the battle",
    "battle-ended": "",
}
