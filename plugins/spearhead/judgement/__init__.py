"""What good play is in Spearhead: scores for the options of decisions, for agents that play by judgement.

All scores are in victory points: what an option is expected to win, less what it costs. No army and no card
is known by name. What units are good for is read off their numbers (`estimate`), what abilities, cards and
twists do or ask for off their statements and conditions (`reading`, `aims`). `stakes` knows who holds what,
`places` judges where to go, `abilities` what to use and on whom, `fights` who strikes whom, `opening` what
comes before the first round. Nothing here rolls dice or changes the game.
"""
