"""Age of Sigmar Spearhead: what the game needs beside its rule pack.

Units of loose models (`plugins/warbands`), abilities that are declared and answered (`kernel/actions`),
cards, areas to hold. Rules of armies are text in packs.
"""
