"""Ranked formations for any game: ranks and files, wheels and pivots, contact and alignment.

Knows no number of any rulebook: distances, limits and arcs are passed in.
"""
