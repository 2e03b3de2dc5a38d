"""Scenarios of The 9th Age: how its units come onto the table, how its numbers are asked, and the words that
only its scenarios have.
"""
