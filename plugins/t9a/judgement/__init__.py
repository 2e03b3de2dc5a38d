"""What good play is in The 9th Age: scores for the options of decisions, for agents that play by judgement.

All scores are in points of the army list: what an option is expected to win less what it is expected to
lose. `estimate` holds the averages, the other modules one chapter each. Nothing here rolls dice or changes
the game; the averages come from the same attack sequences that play uses.
"""
