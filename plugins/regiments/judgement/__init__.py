"""What is good play in ranked games that are wholly text."""
