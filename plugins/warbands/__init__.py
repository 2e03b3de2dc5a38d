"""Units of loose models for any game: round and oval bases, coherency, sight, combat, moves, losses.

Knows no number of any rulebook: ranges, distances and limits are passed in, in inches. The table is flat.
"""
