"""Exact odds: distributions of whole numbers, and what attacks, amounts and rounds can come to.

    distribution   chances of whole numbers with exact weights, and the arithmetic of them
    polynomials    that arithmetic on plain lists of integers
    amounts        dice as rules write them
    spread         one attack through the stages of its sequence, every face at once
    duel           what a game brings so that two of its units can be set against each other
    course         a duel step by step, of which each hangs on what came before
    asking         procedures run for their odds: dice fall in every way, or not at all
    sources        which rules had a say

Nothing here knows how anything is hit or saved: stages, numbers, rerolls and natural results are asked of
`kernel.attack`, which plays them.
"""
