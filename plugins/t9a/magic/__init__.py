"""The Magic Phase: dice and Flux Cards, what a Caster knows, whom it can aim at, casting, dispelling,
Miscasts.

Source: T9A rulebook, Magic Phase; Arcane Compendium.
"""
