"""Sentences for the events of any game, in players' words; a system brings those of its own.

In a template `{unit}` is a fact of the event; ids of things become their names. What stands in square
brackets is left out if a fact in it is missing, empty or 0. An event with an empty template is not told:
another one tells it, or it is bookkeeping. A kind that is not listed here prints its plain facts. Behind the
kind may stand what the event tells of: `attacks shooting` is the sentence for those attacks, `unit-moved Run`
that for moves of this purpose. A fact that is the id of a thing by another name than the roles of
`tercio.kernel.events` is marked so in a sentence: `{rider:thing}`.
"""

from __future__ import annotations

TEMPLATES: dict[str, str] = {
    "begins": "",
    "rolled": "{rule}: {result} is rolled",
    "rule-acted": "{rule} acts[ for {bearer}]",
    "rules-given": "{to} gets {what}[ ({rule})]",
    "rule-removed": "{thing} loses {rule}",
    "effect-ended": "",
    "marked": "",
    "unmarked": "",
    "tokens": "{thing}: {total} {token} ({change:+})",
    "action-declared": "[{unit}: ]{action}[ at {targets}]",
    "cut-short": "",
    "card-drawn": "{player} draws {card}",
    "card-discarded": "{player} discards {card}",
}
