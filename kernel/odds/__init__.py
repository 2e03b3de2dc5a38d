"""Exact odds: distributions of whole numbers, and what attacks, amounts and rounds can come to.

    distribution   chances of whole numbers with exact weights, and the arithmetic of them
    polynomials    that arithmetic on plain lists of integers
    amounts        dice as rules write them
    spread         one attack through the stages of its sequence, every face at once
    course         several steps of which each hangs on what came before
    duel           what a game brings so that two of its units can be set against each other

Nothing here knows how anything is hit or saved: stages, numbers, rerolls and natural results are asked of
`kernel.attack`, which plays them.
"""
