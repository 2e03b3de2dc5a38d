"""Scenarios run as tests, for any game: a table is set as a scenario says, things are done, and what is
expected is held against what is found.

What a scenario may say beside the words of packs is in `words`; what a game system brings is `system.Trials`.
"""
