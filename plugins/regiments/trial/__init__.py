"""Scenarios of ranked games that are wholly text."""
