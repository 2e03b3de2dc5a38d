"""The Melee Phase, one module a section: formations and score, equipment, agility, strikes, breaking,
pursuit, reforms.

`combats` holds the two steps of the phase. Source: T9A rulebook, Melee Phase; Reference Handbook, Pursue
Moves, Nudge.
"""
