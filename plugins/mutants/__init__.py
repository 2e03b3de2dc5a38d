"""Are the scenarios of a pack any good? `tercio mutants` changes its rules and sees who notices."""
