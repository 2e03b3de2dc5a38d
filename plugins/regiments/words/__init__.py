"""Words that packs of ranked games may use: one module for each subject, each with its `SIGNATURES` and
`WORDS`.
"""
