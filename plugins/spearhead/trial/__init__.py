"""Scenarios of Spearhead: how its units, terrain and relics come onto the table, how its numbers are asked,
and the words that only its scenarios have.
"""
